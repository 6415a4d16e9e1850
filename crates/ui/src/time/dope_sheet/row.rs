//! One row of the dope sheet: its name with what can be clicked there, and its keys.

use super::bars;
use super::marks::{self, KeyMark};
use super::paint;
use super::rows::{self, Badge, DopeItem, DopeRow, badge};
use super::state::DopeSheet;
use super::states;
use crate::kit::control;
use crate::kit::theme::{self, size, space};
use crate::time::time_axis::TimeAxis;
use crate::tree::node::{self, Node};
use crate::tree::play_as_menu;
use castview_base::scene::Clip;
use castview_motion::animation::Driven;
use castview_session::composition;
use castview_session::{
    Action, CameraMove, ClipKey, CompositionAction, Keyed, ModeScope, SelectionAction, Session, ViewAction,
};
use egui::accesskit::Role;
use egui::{Id, Rect, Sense, Ui, WidgetInfo, pos2, vec2};
use egui_material_icons::icons;
use std::sync::Arc;

/// Deeper rows are drawn at this depth: names must stay readable beside badges.
const DEEPEST: u16 = 6;

/// Inputs that all rows are drawn from.
#[derive(Clone, Copy)]
pub struct RowContext<'a> {
    pub session: &'a Session,
    /// The clip whose keys are shown.
    pub keyed: Keyed<'a>,
    /// Pixels against frames of the ruler.
    pub axis: &'a TimeAxis,
    /// Pixels against the clip's own frames.
    pub own: &'a TimeAxis,
}

/// Requests of a row to the list.
pub enum Ask {
    Fold(DopeItem, bool),
    Tracks(DopeItem, bool),
}

pub fn show(
    ui: &mut Ui,
    sheet: &mut DopeSheet,
    context: RowContext<'_>,
    row: &DopeRow,
    hovered: bool,
    actions: &mut Vec<Action>,
) -> Option<Ask> {
    let RowContext {
        session, keyed, axis, ..
    } = context;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::hover());
    let names = Rect::from_min_max(rect.min, pos2(axis.left - size::AXIS_INSET * 0.5, rect.bottom()));
    let id = control::stable_id("dope sheet").with(row.item);
    let response = ui.interact(names, id, Sense::click());
    let name = name_of(session, row, keyed.entry.clip());
    let is_selected = match row.item {
        DopeItem::Target(key, target) => session.edits().is_selected(rows::selects(key, target)),
        DopeItem::Clip => keyed.layer.is_none() && !session.edits().layers().is_empty(),
        DopeItem::Layer(layer) => keyed.layer == Some(layer),
        _ => false,
    };
    // Told apart from the tree's row of the same name.
    response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_selected, format!("{name} keys")));
    paint::ground(ui, rect, &response, is_selected, hovered);
    let column = Column {
        row,
        rect: names,
        name: &name,
        id,
    };
    let ask = column.show(ui, sheet, context, actions);
    if response.clicked() {
        match row.item {
            DopeItem::Group(..) => return Some(Ask::Fold(row.item, row.open == Some(false))),
            _ => actions.extend(select(session, row)),
        }
    }
    if let Some(scope) = mode_scope(session, row) {
        let of = (scope, clip_of(session, row));
        response.context_menu(|ui| play_as_menu::menu(ui, session, of, actions));
    }
    if response.double_clicked() {
        actions.push(Action::View(ViewAction::Camera(CameraMove::FrameSelection)));
    }
    let keys = Rect::from_min_max(
        pos2(names.right(), rect.top()),
        pos2(axis.right + size::KEY, rect.bottom()),
    );
    show_keys(ui, sheet, context, row, keys, is_selected);
    ask
}

pub fn select(session: &Session, row: &DopeRow) -> Option<Action> {
    match row.item {
        DopeItem::Target(key, target) | DopeItem::Track(key, target, _) => Some(Action::Selection(
            SelectionAction::Select(Some(rows::selects(key, target))),
        )),
        // A clip alone has nobody to give its keys' place to.
        DopeItem::Clip => {
            (!session.edits().layers().is_empty()).then_some(Action::Composition(CompositionAction::ShowKeys(None)))
        }
        DopeItem::Layer(layer) => Some(Action::Composition(CompositionAction::ShowKeys(Some(layer)))),
        DopeItem::Group(..) => None,
    }
}

/// Bars of clips, keys of everything else.
fn show_keys(ui: &Ui, sheet: &mut DopeSheet, context: RowContext<'_>, row: &DopeRow, rect: Rect, is_selected: bool) {
    let RowContext {
        session,
        keyed,
        axis,
        own,
    } = context;
    match row.item {
        DopeItem::Clip => {
            if let Some(active) = session.active_clip() {
                bars::paint(ui, rect, axis, &bars::of_base(session, active.clip()));
            }
        }
        DopeItem::Layer(key) => {
            if let Some(bar) = bars::of_layer(session, key) {
                bars::paint(ui, rect, axis, &bar);
            }
        }
        DopeItem::Group(..) => {}
        DopeItem::Target(..) | DopeItem::Track(..) => {
            let clip = keyed.entry.clip();
            let marks = marks_of(sheet, row, own, clip, rect);
            states::paint(ui, rect, own, clip, sheet.rows.channels(row));
            let color = paint::color_of(ui, row, clip, sheet.rows.channels(row), is_selected);
            paint::keys(ui, rect, &marks, color);
        }
    }
}

fn name_of<'a>(session: &'a Session, row: &DopeRow, clip: &Clip) -> std::borrow::Cow<'a, str> {
    let stage = session.stage();
    match row.item {
        DopeItem::Clip => session.active_clip().map_or("", |clip| clip.name.as_str()).into(),
        DopeItem::Layer(key) => {
            let layer = session.edits().layers().iter().find(|layer| layer.key == key);
            let entry = layer.and_then(|layer| stage.clip(layer.clip));
            entry.map_or("", |entry| entry.name.as_str()).into()
        }
        DopeItem::Group(_, group) => group.word().into(),
        DopeItem::Target(key, Driven::Fixture(fixture)) => stage
            .placed(key)
            .and_then(|placed| placed.model().fixtures.get(fixture.get()))
            .map_or("", |fixture| &fixture.name)
            .into(),
        DopeItem::Target(key, target) => node::label(stage, Node::Item(rows::selects(key, target))).into(),
        DopeItem::Track(_, _, track) => clip
            .tracks
            .get(track)
            .map_or("".into(), |track| track.property.short_name()),
    }
}

/// Whose curves a choice of mode at this row means.
fn mode_scope(session: &Session, row: &DopeRow) -> Option<ModeScope> {
    match row.item {
        DopeItem::Clip => session.playback().active_clip().map(ModeScope::Clip),
        DopeItem::Layer(layer) => Some(ModeScope::Layer(layer)),
        DopeItem::Target(key, Driven::Bone(bone)) | DopeItem::Track(key, Driven::Bone(bone), _) => {
            Some(ModeScope::Bone(key, bone))
        }
        _ => None,
    }
}

/// The clip that a row stands for.
fn clip_of(session: &Session, row: &DopeRow) -> Option<ClipKey> {
    match row.item {
        DopeItem::Clip => session.playback().active_clip(),
        DopeItem::Layer(key) => {
            let layer = session.edits().layers().iter().find(|layer| layer.key == key);
            layer.map(|layer| layer.clip)
        }
        _ => None,
    }
}

/// The left part of a row.
struct Column<'a> {
    row: &'a DopeRow,
    rect: Rect,
    name: &'a str,
    /// Id of the row; its controls have ids below this one.
    id: Id,
}

impl Column<'_> {
    /// Fold, name, badge, and the switch for the rows of its tracks.
    fn show(&self, ui: &Ui, sheet: &DopeSheet, context: RowContext<'_>, actions: &mut Vec<Action>) -> Option<Ask> {
        let row = self.row;
        let left = self.rect.left() + space::XS + f32::from(row.depth.min(DEEPEST)) * size::INDENT;
        let fold = row.open.and_then(|open| self.fold(ui, left, open));
        let edge = self.rect.right() - space::XS;
        let tracks = row.unfolded.and_then(|shown| self.tracks_switch(ui, edge, shown));
        let mut right = edge - size::ROW;
        if let Some(shown) = self.badge(sheet, context) {
            let response = paint::badge(ui, pos2(right, self.rect.center().y), shown, self.id, self.name);
            right = response.rect.left() - space::XS;
            if let Some(scope) = mode_scope(context.session, row) {
                let menu = egui::Popup::menu(&response);
                let of = (scope, clip_of(context.session, row));
                menu.show(|ui| play_as_menu::menu(ui, context.session, of, actions));
            }
        }
        let ends = [left + size::ICON, right];
        paint::name(ui, row, context.keyed.entry.clip(), self.rect, ends, self.name);
        tracks.or(fold)
    }

    fn fold(&self, ui: &Ui, left: f32, open: bool) -> Option<Ask> {
        let theme = theme::of(ui);
        let arrow = Rect::from_min_size(pos2(left, self.rect.top()), vec2(size::ICON, size::ROW));
        let fold = ui.interact(arrow, self.id.with("fold"), Sense::click());
        let verb = if open { "Fold" } else { "Unfold" };
        let name = self.name;
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
        fold.clicked().then_some(Ask::Fold(self.row.item, !open))
    }

    /// The button that ends at `right`.
    fn tracks_switch(&self, ui: &Ui, right: f32, shown: bool) -> Option<Ask> {
        let theme = theme::of(ui);
        let button = Rect::from_min_max(
            pos2(right - size::ROW, self.rect.top()),
            pos2(right, self.rect.bottom()),
        );
        let response = ui.interact(button, self.id.with("tracks"), Sense::click());
        let title = format!("Tracks of {}", self.name);
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
        let is_clicked = response.on_hover_text("Show a row for each track").clicked();
        is_clicked.then_some(Ask::Tracks(self.row.item, !shown))
    }

    /// The modes of the row's curves, if they are worth a badge.
    fn badge(&self, sheet: &DopeSheet, context: RowContext<'_>) -> Option<Badge> {
        let RowContext { session, keyed, .. } = context;
        let chosen = match self.row.item {
            DopeItem::Target(key, Driven::Bone(bone)) | DopeItem::Track(key, Driven::Bone(bone), _) => {
                let playing = (keyed.entry.key, keyed.layer);
                session.edits().mode_override(playing, key, bone)
            }
            _ => None,
        };
        let of_clip = |layer| {
            let clip = clip_of(session, self.row)?;
            composition::clip_plays_as(session, clip, layer).map(|how| Badge {
                mode: Some(how.mode()),
                overridden: false,
                changed: true,
            })
        };
        match self.row.item {
            DopeItem::Clip => of_clip(None),
            DopeItem::Layer(layer) => of_clip(Some(layer)),
            _ => badge(sheet.rows.channels(self.row), &keyed.entry.clip().tracks, chosen),
        }
    }
}

/// The marks of a row, made once for each axis.
fn marks_of(sheet: &mut DopeSheet, row: &DopeRow, axis: &TimeAxis, clip: &Clip, rect: Rect) -> Arc<[KeyMark]> {
    if let Some(marks) = sheet.marks.get(&row.item) {
        return marks.clone();
    }
    let channels = sheet.rows.channels(row);
    let tracks: Vec<_> = channels
        .iter()
        .filter_map(|c| clip.tracks.get(c.track))
        .map(|t| &t.keys)
        .collect();
    let made: Arc<[KeyMark]> = marks::marks(&tracks, axis, rect.left(), rect.right(), size::KEY_GAP).into();
    sheet.marks.insert(row.item, made.clone());
    made
}
