//! The left panel: everything on the stage, searchable, in its hierarchy.

use super::node::{self, Node};
use super::node_menu;
use super::tree_rows::{self, DEEPEST, Row, TreeRows};
use crate::session::{Action, CameraMove, PlaybackAction, Selected, SelectionAction, Session, ViewAction};
use crate::ui::inspector::instances;
use crate::ui::inspector::motion::attaching;
use crate::ui::kit::theme::{self, size, space};
use crate::ui::kit::{control, hover, words};
use egui::accesskit::Role;
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align2, FontId, Id, Key, Rect, Response, ScrollArea, Sense, TextEdit, TextStyle, Ui, WidgetInfo, pos2, vec2,
};
use egui_material_icons::icons;

/// Search, folds and where the list stands.
#[derive(Default)]
pub struct NodeTree {
    pub rows: TreeRows,
    /// Put the keyboard into the search field.
    pub wants_search: bool,
    /// The selection when the tree last scrolled to it.
    revealed: Option<Selected>,
}

const SEARCH: &str = "tree search";

pub fn show(ui: &mut Ui, session: &Session, tree: &mut NodeTree, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.add_space(space::XS);
    search(ui, session, tree, actions);
    ui.add_space(space::XS);

    let selected = session.edits().selected;
    let is_new = selected != tree.revealed;
    if is_new && let Some(selected) = selected {
        tree.rows.reveal(session.stage(), selected);
    }
    tree.rows.update(session);
    let target = selected
        .filter(|_| is_new)
        .and_then(|selected| tree.rows.position(selected));
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
    control::named(ui, Role::Tree, "Node tree", |ui| {
        list(ui, session, tree, target, actions)
    });
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

fn list(ui: &mut Ui, session: &Session, tree: &mut NodeTree, target: Option<usize>, actions: &mut Vec<Action>) {
    let count = tree.rows.rows().len();
    let mut area = ScrollArea::vertical().id_salt("tree rows").auto_shrink([false, false]);
    if let Some(offset) = target.and_then(|row| offset_that_shows(ui, row)) {
        area = area.vertical_scroll_offset(offset);
    }
    let mut folded = None;
    let output = area.show_rows(ui, size::ROW, count, |ui, shown| {
        for index in shown {
            if let Some(row) = tree.rows.rows().get(index).copied()
                && let Some(open) = show_row(ui, session, row, &tree.rows.query, actions)
            {
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

/// Paints one row; returns the new fold when it was folded or unfolded.
fn show_row(ui: &mut Ui, session: &Session, row: Row, query: &str, actions: &mut Vec<Action>) -> Option<bool> {
    let theme = theme::of(ui);
    let stage = session.stage();
    let name = node::label(stage, row.node);
    let item = match row.node {
        Node::Item(item) => Some(item),
        _ => None,
    };
    let is_selected = item.is_some() && item == session.edits().selected;
    // The id belongs to the node, not to the place in the list: focus and menus stay with it while scrolling.
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::hover());
    let sense = match item {
        Some(Selected::Model(_)) => Sense::click_and_drag(),
        _ => Sense::click(),
    };
    let response = ui.interact(rect, ui.scope_id().with(row.node), sense);
    let (count, is_active) = (node::count(stage, row.node), is_active_clip(session, item));
    response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, is_selected, name));
    control::row_back(ui, rect, &response, is_selected);

    let mut folded = None;
    let left = rect.left() + space::XS + f32::from(row.depth.min(DEEPEST)) * size::INDENT;
    if let Some(open) = row.open {
        let arrow = Rect::from_min_size(pos2(left, rect.top()), vec2(size::ICON, size::ROW));
        let fold = ui.interact(arrow, ui.scope_id().with((row.node, "fold")), Sense::click());
        let verb = if open { "Fold" } else { "Unfold" };
        fold.widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, open, format!("{verb} {name}")));
        let color = if fold.hovered() { theme.text } else { theme.dim };
        control::fold_arrow(ui, arrow.center(), open, color);
        // A group has nothing to select: all of its row folds.
        if fold.clicked() || item.is_none() && response.clicked() {
            folded = Some(!open);
        }
    }
    let glyph_x = left + size::ICON + space::S;
    let glyph = node::glyph_of(row.node);
    let tint = if is_selected { theme.selected } else { theme.dim };
    control::paint_icon(ui, pos2(glyph_x, rect.center().y), glyph, size::DENSE + 2.0, tint);

    let mut right = rect.right() - space::XS;
    let mut is_undrawn = false;
    if let Some(part) = item.filter(|item| session.is_drawable(*item)) {
        right -= size::ROW;
        let (hidden, left_out) = (!session.is_shown(part), session.is_on_other_level(part));
        is_undrawn = hidden || left_out;
        let eye = Rect::from_min_size(pos2(right, rect.top()), vec2(size::ROW, size::ROW));
        let tip = match (part, hidden, left_out) {
            (Selected::Mesh(..), true, _) => "Hidden. Click to show it",
            (_, true, _) => "All that is drawn below is hidden. Click to show it",
            (_, false, true) => "On a level of detail that is not drawn now. Click to hide it there, too (H)",
            (Selected::Mesh(..), false, false) => "Shown. Click to hide it (H)",
            (_, false, false) => "Click to hide all that is drawn below (H)",
        };
        if eye_toggle(ui, eye, (row.node, name), (hidden, tip), response.hovered()) {
            actions.push(Action::Selection(SelectionAction::ToggleShown(part)));
        }
    }
    if is_active {
        right -= size::ROW;
        let center = pos2(right + size::ROW * 0.5, rect.center().y);
        control::paint_icon(ui, center, icons::ICON_PLAY_ARROW, size::ICON, theme.accent);
    }
    if instances::is_missing(session, item) {
        let font = theme::dense().resolve(ui.style());
        let at = pos2(right, rect.center().y);
        let text = ui
            .painter()
            .text(at, Align2::RIGHT_CENTER, "missing", font, theme.warning);
        right = text.left();
    }
    if let Some(count) = count {
        let font = theme::dense().resolve(ui.style());
        let at = pos2(right, rect.center().y);
        let text = ui
            .painter()
            .text(at, Align2::RIGHT_CENTER, words::grouped(count as u64), font, theme.dim);
        right = text.left();
    }
    let text_left = glyph_x + space::M;
    paint_name(ui, rect, [text_left, right - space::XS], (name, is_undrawn), query, row);

    if let Some(item) = item {
        react(ui, session, item, name, &response, actions);
    }
    folded
}

fn is_active_clip(session: &Session, item: Option<Selected>) -> bool {
    matches!(item, Some(Selected::Clip(key)) if session.playback().active_clip == Some(key))
}

/// What clicks on a row do, and its menu.
fn react(ui: &Ui, session: &Session, item: Selected, name: &str, response: &Response, actions: &mut Vec<Action>) {
    if response.hovered() {
        hover::note(ui, item);
    }
    if response.clicked() || response.secondary_clicked() {
        actions.push(Action::Selection(SelectionAction::Select(Some(item))));
    }
    if response.double_clicked() {
        actions.push(match item {
            Selected::Clip(key) => Action::Playback(PlaybackAction::ChooseClip(Some(key))),
            _ => Action::View(ViewAction::Camera(CameraMove::FrameSelection)),
        });
    }
    attaching::row(ui, session, item, response, actions);
    response.context_menu(|ui| node_menu::show(ui, session, item, name, actions));
}

/// Painted for what is hidden, and on the row under the pointer.
fn eye_toggle(
    ui: &mut Ui,
    rect: Rect,
    (node, name): (Node, &str),
    (hidden, tip): (bool, &str),
    row_hovered: bool,
) -> bool {
    let theme = theme::of(ui);
    let response = ui.interact(rect, ui.scope_id().with((node, "eye")), Sense::click());
    let title = format!("Show {name}");
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, !hidden, &title));
    let color = if response.hovered() { theme.text } else { theme.dim };
    if hidden || row_hovered || response.hovered() || response.has_focus() {
        let glyph = if hidden {
            icons::ICON_VISIBILITY_OFF
        } else {
            icons::ICON_VISIBILITY
        };
        control::paint_icon(ui, rect.center(), glyph, size::ICON, color);
    }
    if response.has_focus() {
        control::focus_ring(ui, rect);
    }
    response.on_hover_text(tip).clicked()
}

/// The name, with what the search found behind it; cut where the row's right side begins. Grey for what is not drawn.
fn paint_name(ui: &Ui, rect: Rect, [left, right]: [f32; 2], (name, is_undrawn): (&str, bool), query: &str, row: Row) {
    let theme = theme::of(ui);
    let is_item = matches!(row.node, Node::Item(_));
    let faded = is_undrawn || !query.trim().is_empty() && !row.matches;
    let color = if faded || !is_item { theme.dim } else { theme.text };
    let font: FontId = if is_item { TextStyle::Monospace } else { TextStyle::Body }.resolve(ui.style());
    let plain = TextFormat::simple(font, color);
    let mut job = LayoutJob::default();
    match tree_rows::found_in(name, query).filter(|_| row.matches) {
        Some(found) => {
            let marked = TextFormat {
                background: theme.match_fill,
                ..plain.clone()
            };
            job.append(&name[..found.start], 0.0, plain.clone());
            job.append(&name[found.clone()], 0.0, marked);
            job.append(&name[found.end..], 0.0, plain);
        }
        None => job.append(name, 0.0, plain),
    }
    // Names of a file may hold line breaks; a row is one line.
    job.break_on_newline = false;
    job.wrap = egui::text::TextWrapping::truncate_at_width((right - left).max(0.0));
    let galley = ui.painter().layout_job(job);
    let at = pos2(left, rect.center().y - galley.size().y * 0.5);
    ui.painter().galley(at, galley, color);
}
