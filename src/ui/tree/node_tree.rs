//! The left panel: everything on the stage, searchable, in its hierarchy.

use super::breadcrumbs::{self, Breadcrumbs};
use super::row;
use super::sight::Sight;
use super::tree_rows::TreeRows;
use crate::session::{Action, Selected, SelectionAction, Session};
use crate::ui::kit::theme::{self, size, space};
use crate::ui::kit::{control, words};
use egui::accesskit::Role;
use egui::{Id, Key, Rect, ScrollArea, TextEdit, Ui, pos2, vec2};
use egui_material_icons::icons;

/// Search, folds and where the list stands.
#[derive(Default)]
pub struct NodeTree {
    pub rows: TreeRows,
    crumbs: Breadcrumbs,
    /// Put the keyboard into the search field.
    pub wants_search: bool,
    /// The selection when the tree last scrolled to it.
    revealed: Option<Selected>,
    /// What is to be scrolled into view as soon as the list has its height.
    scrolls_to: Option<Selected>,
    /// Rows of the list in the last pass.
    height_in_rows: usize,
}

const SEARCH: &str = "tree search";

pub fn show(ui: &mut Ui, session: &Session, tree: &mut NodeTree, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.add_space(space::XS);
    search(ui, session, tree, actions);
    breadcrumbs::show(ui, session, &mut tree.crumbs, actions);

    let selected = session.edits().selected;
    let is_new = selected != tree.revealed;
    if is_new && let Some(selected) = selected {
        tree.rows.reveal(session.stage(), selected);
    }
    tree.rows.update(session);
    if is_new {
        tree.scrolls_to = selected;
    }
    tree.revealed = selected;

    if tree.rows.rows().is_empty() {
        let message = session.empty_message();
        let text = match (tree.rows.query.trim(), &message) {
            ("", Some(message)) => message,
            ("", None) => "Nothing is open. Drop a .cast here, or press Ctrl+O.",
            _ => "No name holds this. Esc clears the search.",
        };
        control::empty(ui, text);
        return;
    }
    control::named(ui, Role::Tree, "Node tree", |ui| list(ui, session, tree, actions));
}

fn search(ui: &mut Ui, session: &Session, tree: &mut NodeTree, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let id = control::stable_id(SEARCH);
    ui.horizontal(|ui| {
        ui.add_space(space::XS);
        let found = (!tree.rows.query.trim().is_empty()).then(|| words::grouped(tree.rows.match_count() as u64));
        let mut field = TextEdit::singleline(&mut tree.rows.query)
            .id(id)
            .hint_text("Search names")
            .prefix(control::icon(icons::ICON_SEARCH).color(theme.dim))
            .desired_width(ui.available_width() - space::XS - 2.0)
            .min_size(vec2(0.0, size::ROW))
            .align(egui::Align2::LEFT_CENTER);
        if let Some(found) = found {
            field = field.suffix(egui::RichText::new(found).color(theme.dim).text_style(theme::dense()));
        }
        let response = ui
            .add(field)
            .on_hover_text("Find by name (Ctrl+F)")
            .accessible_name("Search names");
        if std::mem::take(&mut tree.wants_search) {
            response.request_focus();
        }
        if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
            tree.rows.query.clear();
        }
        if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            tree.rows.update(session);
            if let Some(next) = tree.rows.next_match(session.edits().selected) {
                actions.push(Action::Selection(SelectionAction::Select(Some(next))));
            }
            // Enter again goes on to the next.
            response.request_focus();
        }
    });
}

fn list(ui: &mut Ui, session: &Session, tree: &mut NodeTree, actions: &mut Vec<Action>) {
    let rows = tree.rows.rows();
    let sight = Sight::of(ui);
    // Names that are wider than the panel are cut, and the list scrolls sideways until they are whole.
    let width = tree.rows.widths().most(ui, &sight).max(ui.available_width());
    let mut area = ScrollArea::both().id_salt("tree rows").auto_shrink([false, false]);
    // An offset beyond the height of the pass before would be pulled back, and the list would drift on.
    if tree.height_in_rows != rows.len() {
        tree.height_in_rows = rows.len();
        ui.ctx().request_repaint();
    } else if let Some(selected) = tree.scrolls_to.take()
        && let Some(row) = tree.rows.position(selected)
        && let Some(offset) = offset_that_shows(ui, row)
    {
        area = area.vertical_scroll_offset(offset);
    }
    let mut folded = None;
    let query = &tree.rows.query;
    let output = area.show_viewport(ui, |ui, view| {
        let (top, clip) = (ui.max_rect().top(), ui.clip_rect());
        ui.set_width(width);
        ui.set_height(rows.len() as f32 * size::ROW);
        let first = (view.min.y / size::ROW) as usize;
        let sight = Sight {
            shift: view.min.x,
            ..sight
        };
        let shown = rows.iter().enumerate().skip(first);
        for (index, row) in shown.take_while(|(index, _)| (*index as f32 * size::ROW) < view.max.y) {
            let rect = Rect::from_min_size(
                pos2(clip.left(), top + index as f32 * size::ROW),
                vec2(view.width(), size::ROW),
            );
            if let Some(open) = row::show(ui, session, (rect, &sight), *row, query, actions) {
                folded = Some((row.node, open));
            }
        }
    });
    remember_view(ui, output.state.clamped_offset().y, output.inner_rect.height());
    if let Some((node, open)) = folded {
        tree.rows.fold(node, open);
    }
}

fn view_id() -> Id {
    control::stable_id("tree view")
}

fn remember_view(ui: &Ui, offset: f32, height: f32) {
    ui.data_mut(|data| data.insert_temp(view_id(), (offset, height)));
}

/// The scroll offset that puts `row` in the middle; `None` if it is in view.
fn offset_that_shows(ui: &Ui, row: usize) -> Option<f32> {
    let (offset, height) = ui
        .data(|data| data.get_temp::<(f32, f32)>(view_id()))
        .unwrap_or((0.0, ui.available_height()));
    let top = row as f32 * size::ROW;
    let inside = top >= offset && top + size::ROW <= offset + height;
    (!inside).then(|| (top - (height - size::ROW) * 0.5).max(0.0))
}
