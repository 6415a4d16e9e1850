//! One row of the tree: fold, icon, name, what stands right of it, and what clicks on it do.

use super::node::{self, Node};
use super::node_menu;
use super::sight::{Sight, name_font};
use super::tree_rows::{self, Row};
use crate::session::{Action, CameraMove, PlaybackAction, Selected, SelectionAction, Session, ViewAction};
use crate::ui::inspector::instances;
use crate::ui::inspector::motion::attaching;
use crate::ui::kit::cut::{self, Look};
use crate::ui::kit::theme::{self, size, space};
use crate::ui::kit::{control, hover, words};
use egui::accesskit::Role;
use egui::text::TextFormat;
use egui::{Align2, Rect, Response, Sense, Ui, WidgetInfo, pos2, vec2};
use egui_material_icons::icons;

/// Characters of a name that its tooltip tells.
const LONGEST_TIP: usize = 4096;

/// Paints one row; returns the new fold when it was folded or unfolded.
pub fn show(
    ui: &mut Ui,
    session: &Session,
    (rect, sight): (Rect, &Sight),
    row: Row,
    query: &str,
    actions: &mut Vec<Action>,
) -> Option<bool> {
    let theme = theme::of(ui);
    let stage = session.stage();
    let name = node::label(stage, row.node);
    let item = match row.node {
        Node::Item(item) => Some(item),
        _ => None,
    };
    let is_selected = item.is_some() && item == session.edits().selected;
    // The id belongs to the node, not to the place in the list: focus and menus stay with it while scrolling.
    let sense = match item {
        Some(Selected::Model(_)) => Sense::click_and_drag(),
        _ => Sense::click(),
    };
    let response = ui.interact(rect, ui.scope_id().with(row.node), sense);
    let (count, is_active) = (node::count(stage, row.node), is_active_clip(session, item));
    response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, is_selected, name));
    control::row_back(ui, rect, &response, is_selected);

    let mut folded = None;
    let left = rect.left() - sight.shift + sight.indent(row.depth);
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
    let mut text_left = glyph_x + space::M;
    if let Some(depth) = sight.told_depth(row.depth) {
        let font = theme::dense().resolve(ui.style());
        let at = pos2(text_left, rect.center().y);
        let told = ui.painter().text(at, Align2::LEFT_CENTER, depth, font, theme.dim);
        text_left = told.right() + space::XS;
    }
    let is_cut = paint_name(ui, rect, [text_left, right - space::XS], (name, is_undrawn), query, row);
    let response = match is_cut {
        true => response.on_hover_text(words::shortened(name, LONGEST_TIP)),
        false => response,
    };

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

/// The name, with what the search found behind it; its middle is cut where the row's right side begins. Grey for what is not
/// drawn. Whether it was cut.
fn paint_name(
    ui: &Ui,
    rect: Rect,
    [left, right]: [f32; 2],
    (name, is_undrawn): (&str, bool),
    query: &str,
    row: Row,
) -> bool {
    let theme = theme::of(ui);
    let is_item = matches!(row.node, Node::Item(_));
    let faded = is_undrawn || !query.trim().is_empty() && !row.matches;
    let color = if faded || !is_item { theme.dim } else { theme.text };
    let found = tree_rows::found_in(name, query).filter(|_| row.matches);
    let marked: Vec<u32> = found.map_or_else(Vec::new, |found| {
        let before = name[..found.start].chars().count() as u32;
        let within = name[found].chars().count() as u32;
        (before..before + within).collect()
    });
    let look = Look {
        plain: TextFormat::simple(name_font(ui, is_item), color),
        marked: &marked,
        mark: theme.match_fill,
    };
    let cut = cut::middle(ui, name, &look, (right - left).max(0.0));
    let at = pos2(left, rect.center().y - cut.galley.size().y * 0.5);
    // Scrolled sideways, a name begins left of the list and must not run into what stands at the right.
    let clip = Rect::from_min_max(rect.min, pos2(right.max(rect.left()), rect.bottom()));
    let painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(clip));
    painter.galley(at, cut.galley, color);
    cut.is_cut
}
