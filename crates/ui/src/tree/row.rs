//! One row of the tree: fold, icon, name, what stands right of it, and what clicks on it do.

use super::attaching;
use super::items;
use super::keyboard;
use super::node::{self, Node};
use super::node_menu;
use super::row_marks;
use super::sight::{Sight, name_font};
use super::tree_rows::{TreeRow, TreeRows};
use crate::kit::click;
use crate::kit::cut::{self, CutLook};
use crate::kit::theme::{self, size, space};
use crate::kit::{control, hover, words};
use castview_base::core::MeshIndex;
use castview_base::scene::Geoset;
use castview_session::stage;
use castview_session::view;
use castview_session::{
    Action, CameraMove, Placed, PlaybackAction, Selected, SelectionAction, Session, TextureMark, ViewAction,
};
use egui::accesskit::Role;
use egui::text::TextFormat;
use egui::{Align2, Pos2, Rect, Response, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use egui_material_icons::icons;

/// Characters of a name that its tooltip tells.
const LONGEST_TIP: usize = 4096;

/// Inputs of a row beside the session.
pub struct Around<'a> {
    pub sight: &'a Sight,
    pub rows: &'a TreeRows,
    /// The tree has the keyboard, and this row is where it stands.
    pub has_keyboard: bool,
}

/// Result of a pass over one row.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowDone {
    /// Its new fold, when it was folded or unfolded.
    pub folded: Option<bool>,
    /// All below it, too.
    pub folds_below: bool,
    /// It was clicked with Shift: what lies between it and the row clicked before is selected.
    pub extends: bool,
}

/// Paints one row.
pub fn show(
    ui: &mut Ui,
    session: &Session,
    rect: Rect,
    row: TreeRow,
    around: &Around<'_>,
    actions: &mut Vec<Action>,
) -> RowDone {
    let theme = theme::of(ui);
    let sight = around.sight;
    let name = node::label(session.stage(), row.node);
    let item = item_of(row.node);
    let geoset = node::geoset(session.stage(), row.node);
    let response = back(ui, session, rect, row.node, around.has_keyboard);

    let mut folded = None;
    let start = rect.left() - sight.shift;
    for guide in sight.guides(row.depth) {
        ui.painter()
            .vline(start + guide, rect.y_range(), Stroke::new(size::LINE, theme.line));
    }
    let left = start + sight.indent(row.depth);
    if let Some(open) = row.open {
        let arrow = Rect::from_min_size(pos2(left, rect.top()), vec2(size::ICON, size::ROW));
        let fold = ui.interact(arrow, ui.scope_id().with((row.node, "fold")), Sense::CLICK);
        let verb = if open { "Fold" } else { "Unfold" };
        fold.widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, open, format!("{verb} {name}")));
        let fold = fold.on_hover_text(format!("{verb}. Shift+click: all below, too"));
        let color = if fold.hovered() { theme.text } else { theme.dim };
        control::fold_arrow(ui, arrow.center(), open, color);
        // A list has nothing to select: all of its row folds. A group of meshes has these.
        let is_list = item.is_none() && geoset.is_none();
        if fold.clicked() || is_list && response.clicked() {
            folded = Some(!open);
        }
        if fold.clicked() {
            ui.memory_mut(|memory| memory.request_focus(keyboard::id()));
        }
    }
    let icon = pos2(left + size::ICON + space::S, rect.center().y);
    paint_glyph(ui, session, icon, row.node, around.rows);
    let (right, is_undrawn) = right_side(ui, session, rect, row.node, response.hovered(), actions);
    let mut text_left = icon.x + space::M;
    let crumbs = sight.crumbs(row.depth);
    if let Some(crumbs) = crumbs {
        let font = theme::dense().resolve(ui.style());
        let at = pos2(text_left, rect.center().y);
        let told = ui.painter().text(at, Align2::LEFT_CENTER, crumbs, font, theme.dim);
        text_left = told.right() + space::XS;
    }
    let room = Rect::from_x_y_ranges(text_left..=(right - space::XS).max(text_left), rect.y_range());
    let clip = Rect::from_min_max(rect.min, pos2(room.right(), rect.bottom()));
    let text = Text {
        name,
        is_dim: is_undrawn || item.is_none() && geoset.is_none(),
        marked: &[],
        after: file_after(session, item, around.rows),
    };
    let is_cut = text.paint(ui, room, clip, item.is_some());
    let response = match (crumbs.and(item), is_cut) {
        // Where the indent no longer says what is above it.
        (Some(item), _) => response.on_hover_ui(|ui| {
            let whole = [items::path(session.stage(), item).as_str(), name].join(items::BETWEEN);
            ui.label(words::shortened(&whole, LONGEST_TIP));
        }),
        (None, true) => response.on_hover_text(words::shortened(name, LONGEST_TIP)),
        (None, false) => response,
    };
    let mut folds_below = folded.is_some() && click::modifiers(ui).shift;
    let mut from_menu = None;
    let extends = item.is_some_and(|item| {
        react(
            ui,
            session,
            (item, name),
            row.open.map(|_| &mut from_menu),
            &response,
            actions,
        )
    });
    if let Some((placed, geoset)) = geoset {
        react_geoset(session, (placed, geoset), &response, actions);
    }
    if from_menu.is_some() {
        (folded, folds_below) = (from_menu, true);
    }
    RowDone {
        folded,
        folds_below,
        extends,
    }
}

/// Height of a thing that was found: its name over its path.
pub const FOUND: f32 = size::ROW + size::DENSE + space::XS;

/// Paints a found row, with the letters at `marked` lit and `told` or else its path below the name. Returns whether it was clicked with Shift.
pub fn show_found(
    ui: &mut Ui,
    session: &Session,
    rect: Rect,
    (item, (marked, told)): (Selected, (&[u32], Option<&str>)),
    around: &Around<'_>,
    actions: &mut Vec<Action>,
) -> bool {
    let node = Node::Item(item);
    let name = node::label(session.stage(), node);
    let response = back(ui, session, rect, node, around.has_keyboard);
    let line = Rect::from_min_size(rect.min, vec2(rect.width(), size::ROW));
    let icon = pos2(rect.left() + space::M, line.center().y);
    paint_glyph(ui, session, icon, node, around.rows);
    let (right, is_undrawn) = right_side(ui, session, line, node, response.hovered(), actions);
    let left = icon.x + space::M;
    let room = Rect::from_x_y_ranges(left..=(right - space::XS).max(left), line.y_range());
    let text = Text {
        name,
        is_dim: is_undrawn,
        marked,
        after: None,
    };
    text.paint(ui, room, room, true);

    let path = items::path(session.stage(), item);
    let theme = theme::of(ui);
    let look = CutLook {
        plain: TextFormat::simple(theme::dense().resolve(ui.style()), theme.dim),
        marked: &[],
        mark: theme.match_fill,
    };
    if let Some(told) = told {
        ui.ctx()
            .accesskit_node_builder(response.id, |node| node.set_value(told.to_owned()));
    }
    let cut = cut::middle(ui, told.unwrap_or(&path), &look, rect.right() - space::XS - left);
    let at = pos2(left, line.bottom() - space::XS * 0.5);
    ui.painter().galley(at, cut.galley, theme.dim);
    let whole = [path.as_str(), name].join(items::BETWEEN);
    let response = response.on_hover_text(words::shortened(&whole, LONGEST_TIP));
    react(ui, session, (item, name), None, &response, actions)
}

fn item_of(node: Node) -> Option<Selected> {
    match node {
        Node::Item(item) => Some(item),
        _ => None,
    }
}

/// The ground of a row, and its clicks. Rows are no stops of the Tab key: the list is one.
fn back(ui: &mut Ui, session: &Session, rect: Rect, node: Node, has_keyboard: bool) -> Response {
    let item = item_of(node);
    let is_active = item.is_some() && item == session.edits().selected;
    let is_selected = match node::geoset(session.stage(), node) {
        Some((placed, geoset)) => {
            let is_one = |mesh: &MeshIndex| session.edits().is_selected(Selected::Mesh(placed.key, *mesh));
            geoset.meshes.iter().all(is_one)
        }
        None => item.is_some_and(|item| session.edits().is_selected(item)),
    };
    let sense = match item {
        Some(Selected::Model(_)) => Sense::CLICK | Sense::DRAG,
        _ => Sense::CLICK,
    };
    // The id belongs to the node, not to the place in the list: menus stay with it while scrolling.
    let response = ui.interact(rect, ui.scope_id().with(node), sense);
    let name = node::label(session.stage(), node);
    response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, is_selected, name));
    if is_selected && !is_active {
        control::row_also_selected(ui, rect);
    }
    control::row_back(ui, rect, &response, is_active);
    let is_pointed = item.is_some() && item == session.selection().hovered();
    if is_pointed && !is_selected && !response.hovered() {
        ui.painter().rect_filled(rect, size::RADIUS, theme::of(ui).hover);
    }
    if has_keyboard {
        control::focus_ring(ui, rect);
    }
    if response.clicked() {
        ui.memory_mut(|memory| memory.request_focus(keyboard::id()));
    }
    response
}

fn paint_glyph(ui: &Ui, session: &Session, at: Pos2, node: Node, rows: &TreeRows) {
    let theme = theme::of(ui);
    let item = item_of(node);
    let is_selected = item.is_some_and(|item| session.edits().is_selected(item));
    let tint = if is_selected { theme.selected } else { theme.dim };
    let glyph = match item {
        Some(Selected::Bone(key, bone)) => node::glyph_of_role(rows.role(key, bone)),
        _ => node::glyph_of(node),
    };
    control::paint_icon(ui, at, glyph, size::DENSE + 2.0, tint);
}

/// The file of a model, where models are from several.
fn file_after<'a>(session: &'a Session, item: Option<Selected>, rows: &TreeRows) -> Option<&'a str> {
    match item {
        Some(Selected::Model(key)) if rows.has_several_files() => Some(items::file_name(session.stage(), key)),
        _ => None,
    }
}

/// Eye, mark of the active clip, count: where they begin, and whether the row's thing is not drawn.
fn right_side(
    ui: &mut Ui,
    session: &Session,
    rect: Rect,
    node: Node,
    row_hovered: bool,
    actions: &mut Vec<Action>,
) -> (f32, bool) {
    let theme = theme::of(ui);
    let stage = session.stage();
    let (item, name) = (item_of(node), node::label(stage, node));
    let mut right = rect.right() - space::XS;
    let mut is_undrawn = false;
    if let Some(part) = item.filter(|item| session.stage().is_drawable(*item)) {
        right -= size::ROW;
        let (hidden, left_out) = (!stage::is_shown(session, part), view::is_on_other_level(session, part));
        is_undrawn = hidden || left_out;
        let eye = Rect::from_min_size(pos2(right, rect.top()), vec2(size::ROW, size::ROW));
        let tip = match (part, hidden, left_out) {
            (Selected::Mesh(..), true, _) => "Hidden. Click to show it",
            (_, true, _) => "All that is drawn below is hidden. Click to show it",
            (_, false, true) => "On a level of detail that is not drawn now. Click to hide it there, too (H)",
            (Selected::Mesh(..), false, false) => "Shown. Click to hide it (H)",
            (_, false, false) => "Click to hide all that is drawn below (H)",
        };
        if eye_toggle(ui, eye, (node, name), (hidden, tip), row_hovered) {
            actions.push(Action::Selection(SelectionAction::ToggleShown(part)));
        }
    }
    if let Some((placed, geoset)) = node::geoset(stage, node) {
        right -= size::ROW;
        is_undrawn = !(geoset.meshes.iter()).any(|mesh| stage::is_shown(session, Selected::Mesh(placed.key, *mesh)));
        let eye = Rect::from_min_size(pos2(right, rect.top()), vec2(size::ROW, size::ROW));
        let tip = match is_undrawn {
            true => "The group is hidden. Click to show its meshes",
            false => "Click to hide the meshes of this group",
        };
        if eye_toggle(ui, eye, (node, &geoset_title(name)), (is_undrawn, tip), row_hovered) {
            actions.push(Action::Selection(SelectionAction::ToggleAllShown(
                placed.meshes_of(geoset),
            )));
        }
    }
    if is_active_clip(session, item) {
        right -= size::ROW;
        let center = pos2(right + size::ROW * 0.5, rect.center().y);
        control::paint_icon(ui, center, icons::ICON_PLAY_ARROW, size::ICON, theme.accent);
    }
    let word = |right: f32, text: &str, color| {
        let font = theme::dense().resolve(ui.style());
        let at = pos2(right, rect.center().y);
        ui.painter().text(at, Align2::RIGHT_CENTER, text, font, color).left()
    };
    if matches!(item, Some(Selected::File(key)) if stage::is_deleted(session, key)) {
        right = word(right, "deleted", theme.warning);
    }
    if let Some(mark) = item.and_then(|item| stage::texture_mark(session, item)) {
        let color = match mark {
            TextureMark::Unreadable => theme.error,
            TextureMark::Missing | TextureMark::Elsewhere => theme.warning,
        };
        right = word(right, mark.word(), color);
    }
    if row_marks::is_posed_by_hand(session, item) {
        right = word(right, "by hand", theme.selected);
    }
    if let Some((text, severity)) = row_marks::of_instance(session, item) {
        right = word(right, text, theme.severity(severity));
    }
    if let Some(count) = node::count(stage, node) {
        right = word(right, &words::grouped(count as u64), theme.dim);
    }
    if let Some(item) = item {
        right = row_marks::of_trouble(ui, session, rect.with_max_x(right), (item, name), actions);
    }
    (right, is_undrawn)
}

fn is_active_clip(session: &Session, item: Option<Selected>) -> bool {
    matches!(item, Some(Selected::Clip(key)) if session.playback().active_clip() == Some(key))
}

/// Acts on clicks on a row and shows its menu; returns whether it was clicked with Shift. `folds`: takes what the menu says of all below
/// it, if there is anything.
fn react(
    ui: &Ui,
    session: &Session,
    (item, name): (Selected, &str),
    folds: Option<&mut Option<bool>>,
    response: &Response,
    actions: &mut Vec<Action>,
) -> bool {
    if response.hovered() {
        hover::note(ui, item);
    }
    let modifiers = click::modifiers(ui);
    let extends = response.clicked() && modifiers.shift;
    if extends {
        // The list knows which rows lie between.
    } else if response.clicked() && modifiers.command {
        actions.push(Action::Selection(SelectionAction::Toggle(item)));
    } else if response.clicked() || response.secondary_clicked() && !session.edits().is_selected(item) {
        actions.push(Action::Selection(SelectionAction::Select(Some(item))));
    }
    if response.double_clicked() && !modifiers.shift && !modifiers.command {
        actions.push(match item {
            Selected::Clip(key) => Action::Playback(PlaybackAction::ChooseClip(Some(key))),
            _ => Action::View(ViewAction::Camera(CameraMove::FrameSelection)),
        });
    }
    attaching::row(ui, session, item, response, actions);
    response.context_menu(|ui| {
        control::menu_column(ui, |ui| {
            node_menu::show(ui, session, item, name, actions);
            if let Some(folds) = folds {
                node_menu::folds(ui, folds);
            }
        });
    });
    extends
}

/// The name of a group of meshes where it stands by itself: a mesh may have the same one.
fn geoset_title(name: &str) -> String {
    format!("group {name}")
}

/// Acts on clicks on a group of meshes and shows its menu.
fn react_geoset(
    session: &Session,
    (placed, geoset): (&Placed, &Geoset),
    response: &Response,
    actions: &mut Vec<Action>,
) {
    let select = || {
        let meshes = placed.meshes_of(geoset);
        Action::Selection(SelectionAction::SelectAll {
            active: meshes[0],
            others: meshes[1..].to_vec(),
        })
    };
    if response.clicked() || response.secondary_clicked() {
        actions.push(select());
    }
    if response.double_clicked() {
        actions.push(Action::View(ViewAction::Camera(CameraMove::FrameSelection)));
    }
    response.context_menu(|ui| {
        control::menu_column(ui, |ui| node_menu::geoset(ui, session, (placed, geoset), actions));
    });
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
    let response = ui.interact(rect, ui.scope_id().with((node, "eye")), Sense::CLICK);
    let title = format!("Show {name}");
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, !hidden, &title));
    let color = if response.hovered() { theme.text } else { theme.dim };
    if hidden || row_hovered || response.hovered() {
        let glyph = if hidden {
            icons::ICON_VISIBILITY_OFF
        } else {
            icons::ICON_VISIBILITY
        };
        control::paint_icon(ui, rect.center(), glyph, size::ICON, color);
    }
    response.on_hover_text(tip).clicked()
}

/// A name as a row paints it.
struct Text<'a> {
    name: &'a str,
    /// The row's thing is not drawn, or the row is no thing of a file.
    is_dim: bool,
    marked: &'a [u32],
    /// Dim, where there is room for it.
    after: Option<&'a str>,
}

/// The least room for what stands after a name, in points.
const AFTER: f32 = 48.0;

impl Text<'_> {
    /// In `room`, its middle cut where it does not fit; whether that was so. Scrolled sideways, a name begins left of the list and
    /// must not run into what stands at the right: it is clipped to `clip`.
    fn paint(&self, ui: &Ui, room: Rect, clip: Rect, is_item: bool) -> bool {
        let theme = theme::of(ui);
        let color = if self.is_dim { theme.dim } else { theme.text };
        let look = CutLook {
            plain: TextFormat::simple(name_font(ui, is_item), color),
            marked: self.marked,
            mark: theme.match_fill,
        };
        let painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(clip));
        let kept = if self.after.is_some() { AFTER } else { 0.0 };
        let cut = cut::middle(ui, self.name, &look, (room.width() - kept).max(room.width() * 0.5));
        let at = pos2(room.left(), room.center().y - cut.galley.size().y * 0.5);
        let right = at.x + cut.galley.size().x + space::S;
        painter.galley(at, cut.galley, color);
        if let Some(after) = self.after {
            let look = CutLook {
                plain: TextFormat::simple(theme::dense().resolve(ui.style()), theme.dim),
                ..look
            };
            let after = cut::middle(ui, after, &look, room.right() - right);
            let at = pos2(right, room.center().y - after.galley.size().y * 0.5);
            painter.galley(at, after.galley, theme.dim);
        }
        cut.is_cut
    }
}
