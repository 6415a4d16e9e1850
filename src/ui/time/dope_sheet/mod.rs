//! Dope sheet: when every driven thing has keys, on the ruler's own axis.
//!
//! A row a bone, mesh or shape with all its keys, rows of its tracks below on demand. Dragging on the keys moves the playhead, a
//! click selects.

mod bars;
mod marks;
mod paint;
mod rows;
mod states;

use super::panel_parts;
use super::ruler::{self, Scrub};
use super::time_axis::TimeAxis;
use super::time_view::TimeView;
use crate::animation::Driven;
use crate::scene::Clip;
use crate::session::{
    Action, CameraMove, CompositionAction, Keyed, ModeScope, Selected, SelectionAction, Session, ViewAction,
};
use crate::ui::inspector::motion::modes;
use crate::ui::kit::theme::{self, size, space};
use crate::ui::kit::{control, words};
use crate::ui::tree::node::{self, Node};
use egui::accesskit::Role;
use egui::containers::scroll_area::ScrollSource;
use egui::{Id, Rect, Response, RichText, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};
use egui_material_icons::icons;
use marks::Mark;
pub use paint::diamond;
pub use rows::selects;
use rows::{Badge, Item, Row, Rows, badge};
use std::collections::HashMap;
use std::sync::Arc;

/// Deeper rows are drawn at this depth: names must stay readable beside badges.
const DEEPEST: u16 = 6;
/// Rows whose marks are kept at most.
const MOST_KEPT: usize = 512;

/// Folds, the filter, a scrub in progress.
#[derive(Default)]
pub struct DopeSheet {
    rows: Rows,
    only_selected: bool,
    scrub: Scrub,
    /// The selection when the list last scrolled to it.
    revealed: Option<Selected>,
    /// How far the list is scrolled.
    scrolled: f32,
    /// Marks by row, for one axis.
    marks: HashMap<Item, Arc<[Mark]>>,
    marked: Option<TimeAxis>,
}

/// Rows that fit `query`, the search of the tree; empty: all.
pub fn show(
    ui: &mut Ui,
    session: &Session,
    sheet: &mut DopeSheet,
    view: &mut TimeView,
    query: &str,
    actions: &mut Vec<Action>,
) {
    let changed = sheet.rows.update(session, query, sheet.only_selected);
    if head(ui, session, sheet, query, actions) {
        view.show_all(session);
    }
    let rect = ui.available_rect_before_wrap();
    let (Some(axis), Some(frame), Some(keyed)) = (view.axis(session, rect), session.frame(), session.keyed()) else {
        sheet.scrub = Scrub::default();
        panel_parts::without_clip(ui, session);
        return;
    };
    // The same pixels, counted in the clip's own frames.
    let own = axis.in_frames_of(|frame| keyed.own_frame(frame));
    if changed || sheet.marked != Some(own) || sheet.marks.len() > MOST_KEPT {
        sheet.marks.clear();
        sheet.marked = Some(own);
    }
    ui.painter().line_segment(
        [rect.left_top(), rect.right_top()],
        egui::Stroke::new(size::LINE, theme::of(ui).line),
    );
    control::named(ui, Role::Grid, "Dope sheet", |ui| {
        let keys = list(ui, session, sheet, [&axis, &own], keyed, actions);
        panel_parts::playhead(ui, &axis, rect, frame);
        ruler::drag(ui, session, &axis, frame, &keys, &mut sheet.scrub, actions);
        view.steer(ui, session, &axis, &keys, false);
    });
}

/// True when the whole clip is asked for.
fn head(ui: &mut Ui, session: &Session, sheet: &mut DopeSheet, query: &str, actions: &mut Vec<Action>) -> bool {
    let mut fits = false;
    let count = sheet.rows.rows().len().saturating_sub(1);
    panel_parts::head(
        ui,
        "Dope sheet",
        "dope_sheet",
        actions,
        |ui| {
            let tip = "Only what is selected";
            let on = sheet.only_selected;
            if control::icon_toggle(ui, icons::ICON_FILTER_ALT, "Only what is selected", tip, on).clicked() {
                sheet.only_selected = !on;
                ui.ctx().request_repaint();
            }
            let said = match (query.trim(), session.keyed()) {
                (_, None) => String::new(),
                ("", Some(_)) => words::counted(count as u64, "row", "rows"),
                (query, Some(_)) => format!("{} with “{query}”", words::counted(count as u64, "row", "rows")),
            };
            let said = RichText::new(said).color(theme::of(ui).dim).text_style(theme::dense());
            ui.add(egui::Label::new(said).truncate());
        },
        |ui| {
            let enabled = session.keyed().is_some();
            let tip = "All frames of the clip";
            fits = control::icon_button(ui, icons::ICON_FIT_SCREEN, "All frames", tip, enabled).clicked();
        },
    );
    fits
}

/// The rows, and what covers their keys: its drags are scrubs.
fn list(
    ui: &mut Ui,
    session: &Session,
    sheet: &mut DopeSheet,
    axes: [&TimeAxis; 2],
    keyed: Keyed<'_>,
    actions: &mut Vec<Action>,
) -> Response {
    let axis = axes[0];
    let count = sheet.rows.rows().len();
    let outer = ui.available_rect_before_wrap();
    let mut area = ScrollArea::vertical()
        .id_salt("dope sheet rows")
        .scroll_source(ScrollSource::SCROLL_BAR | ScrollSource::MOUSE_WHEEL)
        .auto_shrink([false, false]);
    if let Some(offset) = reveal(session, sheet, outer.height()) {
        area = area.vertical_scroll_offset(offset);
    }
    let mut asked = None;
    let output = area.show_rows(ui, size::ROW, count, |ui, shown| {
        let first = shown.start;
        let top = ui.cursor().top();
        let left = axis.left - size::AXIS_INSET * 0.5;
        let over = Rect::from_min_max(pos2(left, outer.top()), pos2(axis.right + size::KEY, outer.bottom()));
        // Below the rows' own controls in order, so that they stay on top where they overlap.
        let keys = ui.interact(over, control::stable_id("dope sheet keys"), Sense::click_and_drag());
        keys.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Keys"));
        let pointed = keys
            .hover_pos()
            .map(|at| first + ((at.y - top) / size::ROW).max(0.0) as usize);
        for index in shown {
            let Some(row) = sheet.rows.rows().get(index).cloned() else {
                continue;
            };
            let hovered = pointed == Some(index);
            if hovered && keys.clicked() {
                actions.extend(select(session, &row));
            }
            asked = show_row(ui, session, sheet, &row, axes, keyed, hovered, actions).or(asked.take());
        }
        keys
    });
    sheet.scrolled = output.state.clamped_offset().y;
    let keys = output.inner;
    match asked {
        Some(Ask::Fold(item, open)) => sheet.rows.fold(item, open),
        Some(Ask::Tracks(item, shown)) => sheet.rows.show_tracks(item, shown),
        None => {}
    }
    keys
}

/// The scroll offset that brings a newly selected row into view.
fn reveal(session: &Session, sheet: &mut DopeSheet, height: f32) -> Option<f32> {
    let selected = session.edits().selected;
    if selected == sheet.revealed {
        return None;
    }
    sheet.revealed = selected;
    let is_it =
        |row: &Row| matches!(row.item, Item::Target(key, target) if Some(rows::selects(key, target)) == selected);
    let top = sheet.rows.rows().iter().position(is_it)? as f32 * size::ROW;
    let offset = sheet.scrolled;
    let inside = top >= offset && top + size::ROW <= offset + height;
    (!inside).then(|| (top - (height - size::ROW) * 0.5).max(0.0))
}

/// What a row asks of the list.
enum Ask {
    Fold(Item, bool),
    Tracks(Item, bool),
}

fn select(session: &Session, row: &Row) -> Option<Action> {
    match row.item {
        Item::Target(key, target) | Item::Track(key, target, _) => Some(Action::Selection(SelectionAction::Select(
            Some(rows::selects(key, target)),
        ))),
        // A clip alone has nobody to give its keys' place to.
        Item::Clip => (!session.layers().is_empty()).then_some(Action::Composition(CompositionAction::ShowKeys(None))),
        Item::Layer(layer) => Some(Action::Composition(CompositionAction::ShowKeys(Some(layer)))),
        Item::Group(..) => None,
    }
}

#[expect(clippy::too_many_arguments, reason = "one row needs all that the list knows")]
fn show_row(
    ui: &mut Ui,
    session: &Session,
    sheet: &mut DopeSheet,
    row: &Row,
    [axis, own]: [&TimeAxis; 2],
    keyed: Keyed<'_>,
    hovered: bool,
    actions: &mut Vec<Action>,
) -> Option<Ask> {
    let clip = keyed.entry.clip();
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::hover());
    let names = Rect::from_min_max(rect.min, pos2(axis.left - size::AXIS_INSET * 0.5, rect.bottom()));
    let id = control::stable_id("dope sheet").with(row.item);
    let response = ui.interact(names, id, Sense::click());
    let name = name_of(session, row, clip);
    let is_selected = match row.item {
        Item::Target(key, target) => session.edits().is_selected(rows::selects(key, target)),
        Item::Clip => keyed.layer.is_none() && !session.layers().is_empty(),
        Item::Layer(layer) => keyed.layer == Some(layer),
        _ => false,
    };
    // Told apart from the tree's row of the same name.
    response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_selected, format!("{name} keys")));
    paint::ground(ui, rect, &response, is_selected, hovered);
    let ask = name_column(ui, session, sheet, row, names, &name, id, keyed, actions);
    if response.clicked() {
        match row.item {
            Item::Group(..) => return Some(Ask::Fold(row.item, row.open == Some(false))),
            _ => actions.extend(select(session, row)),
        }
    }
    if let Some(scope) = mode_scope(session, row) {
        response.context_menu(|ui| modes::menu(ui, session, scope, actions));
    }
    if response.double_clicked() {
        actions.push(Action::View(ViewAction::Camera(CameraMove::FrameSelection)));
    }
    let keys = Rect::from_min_max(
        pos2(names.right(), rect.top()),
        pos2(axis.right + size::KEY, rect.bottom()),
    );
    match row.item {
        Item::Clip => {
            if let Some(active) = session.active_clip() {
                bars::paint(ui, keys, axis, &bars::of_base(session, active.clip()));
            }
        }
        Item::Layer(key) => {
            if let Some(bar) = bars::of_layer(session, key) {
                bars::paint(ui, keys, axis, &bar);
            }
        }
        Item::Group(..) => {}
        Item::Target(..) | Item::Track(..) => {
            let marks = marks_of(sheet, row, own, clip, keys);
            states::paint(ui, keys, own, clip, sheet.rows.channels(row));
            let color = paint::color_of(ui, row, clip, sheet.rows.channels(row), is_selected);
            paint::keys(ui, keys, &marks, color);
        }
    }
    ask
}

fn name_of<'a>(session: &'a Session, row: &Row, clip: &Clip) -> std::borrow::Cow<'a, str> {
    let stage = session.stage();
    match row.item {
        Item::Clip => session.active_clip().map_or("", |clip| clip.name.as_str()).into(),
        Item::Layer(key) => {
            let layer = session.layers().iter().find(|layer| layer.key == key);
            let entry = layer.and_then(|layer| stage.clip(layer.clip));
            entry.map_or("", |entry| entry.name.as_str()).into()
        }
        Item::Group(_, group) => group.word().into(),
        Item::Target(key, Driven::Fixture(fixture)) => stage
            .placed(key)
            .and_then(|placed| placed.model().fixtures.get(fixture.get()))
            .map_or("", |fixture| &fixture.name)
            .into(),
        Item::Target(key, target) => node::label(stage, Node::Item(rows::selects(key, target))).into(),
        Item::Track(_, _, track) => clip
            .tracks
            .get(track)
            .map_or("".into(), |track| track.property.short_name()),
    }
}

/// Whose curves a choice of mode at this row means.
fn mode_scope(session: &Session, row: &Row) -> Option<ModeScope> {
    match row.item {
        Item::Clip => session.playback().active_clip.map(ModeScope::Clip),
        Item::Target(key, Driven::Bone(bone)) | Item::Track(key, Driven::Bone(bone), _) => {
            Some(ModeScope::Bone(key, bone))
        }
        _ => None,
    }
}

/// Fold, name, badge, and the switch for the rows of its tracks.
#[expect(clippy::too_many_arguments, reason = "one row needs all that the list knows")]
fn name_column(
    ui: &mut Ui,
    session: &Session,
    sheet: &DopeSheet,
    row: &Row,
    rect: Rect,
    name: &str,
    id: Id,
    keyed: Keyed<'_>,
    actions: &mut Vec<Action>,
) -> Option<Ask> {
    let clip = keyed.entry.clip();
    let theme = theme::of(ui);
    let mut ask = None;
    let left = rect.left() + space::XS + f32::from(row.depth.min(DEEPEST)) * size::INDENT;
    if let Some(open) = row.open {
        let arrow = Rect::from_min_size(pos2(left, rect.top()), vec2(size::ICON, size::ROW));
        let fold = ui.interact(arrow, id.with("fold"), Sense::click());
        let verb = if open { "Fold" } else { "Unfold" };
        fold.widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, open, format!("{verb} {name} keys")));
        control::fold_arrow(
            ui,
            arrow.center(),
            open,
            if fold.hovered() { theme.text } else { theme.dim },
        );
        if fold.has_focus() {
            control::focus_ring(ui, arrow);
        }
        if fold.clicked() {
            ask = Some(Ask::Fold(row.item, !open));
        }
    }
    let mut right = rect.right() - space::XS;
    if let Some(shown) = row.unfolded {
        let button = Rect::from_min_max(pos2(right - size::ROW, rect.top()), pos2(right, rect.bottom()));
        let response = ui.interact(button, id.with("tracks"), Sense::click());
        let title = format!("Tracks of {name}");
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, shown, &title));
        let glyph = if shown {
            icons::ICON_UNFOLD_LESS
        } else {
            icons::ICON_UNFOLD_MORE
        };
        let color = if shown {
            theme.accent
        } else if response.hovered() {
            theme.text
        } else {
            theme.dim
        };
        control::paint_icon(ui, button.center(), glyph, size::ICON, color);
        if response.has_focus() {
            control::focus_ring(ui, button);
        }
        if response.on_hover_text("Show a row for each track").clicked() {
            ask = Some(Ask::Tracks(row.item, !shown));
        }
        right -= size::ROW;
    } else {
        right -= size::ROW;
    }
    let channels = sheet.rows.channels(row);
    let scope = mode_scope(session, row);
    let is_overridden = match row.item {
        Item::Target(key, Driven::Bone(bone)) | Item::Track(key, Driven::Bone(bone), _) => {
            session.mode_override(keyed.entry.key, key, bone).is_some()
        }
        _ => false,
    };
    let shown = match (row.item, scope) {
        (Item::Clip, Some(scope)) => session.edits().mode_overrides.get(&scope).map(|mode| Badge {
            mode: Some(*mode),
            overridden: false,
            changed: true,
        }),
        _ => badge(channels, &clip.tracks, is_overridden),
    };
    if let Some(shown) = shown {
        let response = paint::badge(ui, pos2(right, rect.center().y), shown, id, name);
        right = response.rect.left() - space::XS;
        if let Some(scope) = scope {
            let menu = egui::Popup::menu(&response);
            menu.show(|ui| modes::menu(ui, session, scope, actions));
        }
    }
    let is_dim = matches!(row.item, Item::Group(..));
    paint::name(ui, row, clip, rect, left + size::ICON, right, name, is_dim);
    ask
}

/// The marks of a row, made once for each axis.
fn marks_of(sheet: &mut DopeSheet, row: &Row, axis: &TimeAxis, clip: &Clip, rect: Rect) -> Arc<[Mark]> {
    if let Some(marks) = sheet.marks.get(&row.item) {
        return marks.clone();
    }
    let channels = sheet.rows.channels(row);
    let tracks: Vec<_> = channels
        .iter()
        .filter_map(|c| clip.tracks.get(c.track))
        .map(|t| &t.keys)
        .collect();
    let made: Arc<[Mark]> = marks::marks(&tracks, axis, rect.left(), rect.right(), size::KEY_GAP).into();
    sheet.marks.insert(row.item, made.clone());
    made
}
