//! Handles that move and turn the selected model: three arrows, a square in their middle, a ring with a knob.
//!
//! In: where the session says they are seen. Out: moves, one step of undo for each drag. Escape undoes the drag, a double click puts
//! the model back to the place in its file. Handles lie over the picture and are not part of it.

use crate::kit::control;
use crate::kit::theme::{self, size};
use castview_picture::PlacedKey;
use castview_session::view;
use castview_session::{Action, CompositionAction, MoveHandles, MovePart, Moved, Session};
use egui::{
    Color32, CursorIcon, Key, Painter, PointerButton, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo,
};

/// Length of an arrow, points.
const REACH: f32 = 64.0;
/// Share of the pointer's way that a finer drag counts.
const FINE: f32 = 0.1;

/// A drag in progress.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Held {
    model: PlacedKey,
    part: MovePart,
    /// Move before the drag.
    before: Moved,
    /// Start and current place of the drag, in pixels of the viewport: finer drags lag behind the pointer.
    from: glam::Vec2,
    to: glam::Vec2,
    cancelled: bool,
}

pub fn show(ui: &Ui, rect: Rect, session: &Session, actions: &mut Vec<Action>) {
    let scale = session.view().viewport()[0] as f32 / rect.width().max(1.0);
    if session.window().drop_hint().is_some() {
        return;
    }
    let Some(handles) = view::move_handles(session, REACH * scale) else {
        return;
    };
    let place = |pixel: glam::Vec2| rect.min + Vec2::new(pixel.x, pixel.y) / scale;
    let painter = ui.painter_at(rect);
    let theme = theme::of(ui);
    let ring: Vec<Pos2> = handles.ring.iter().map(|pixel| place(*pixel)).collect();
    painter.add(Shape::closed_line(
        ring,
        Stroke::new(size::LINE, theme.text.gamma_multiply(0.6)),
    ));
    for (part, at) in parts(&handles) {
        let at = place(at);
        let response = handle(ui, rect, part, at);
        let color = match part {
            _ if response.hovered() || response.dragged() => theme.accent,
            MovePart::Axis(axis) => theme.axes[axis],
            _ => theme.text,
        };
        paint(&painter, part, (place(handles.center), at), color, theme.ground);
        drag(ui, session, &handles, part, &response, scale, actions);
    }
}

/// Each handle, and where it is taken hold of; the ones in the middle last, as they lie over the arrows.
fn parts(handles: &MoveHandles) -> Vec<(MovePart, glam::Vec2)> {
    let tips = handles.tips.iter().enumerate();
    let axes = tips.filter_map(|(axis, tip)| Some((MovePart::Axis(axis), (*tip)?)));
    let knob = handles.knob.map(|knob| (MovePart::Turn, knob));
    axes.chain(knob).chain([(MovePart::Ground, handles.center)]).collect()
}

fn name_of(part: MovePart) -> &'static str {
    match part {
        MovePart::Axis(axis) => ["Move along x", "Move along y", "Move along z"][axis.min(2)],
        MovePart::Ground => "Move on the ground",
        MovePart::Turn => "Turn",
    }
}

fn handle(ui: &Ui, rect: Rect, part: MovePart, at: Pos2) -> Response {
    let name = name_of(part);
    let around = Rect::from_center_size(at, Vec2::splat(size::ROW)).intersect(rect);
    let response = ui.interact(
        around,
        control::stable_id("move handle").with(name),
        Sense::click_and_drag(),
    );
    response.widget_info(|| WidgetInfo::labeled(egui::accesskit::Role::Slider, true, name));
    let tip = format!("{name}. Shift is finer, Esc puts it back, a double click to where the file places it.");
    match response.dragged() {
        true => response,
        false => response.on_hover_text(tip).on_hover_cursor(CursorIcon::Grab),
    }
}

fn drag(
    ui: &Ui,
    session: &Session,
    handles: &MoveHandles,
    part: MovePart,
    response: &Response,
    scale: f32,
    actions: &mut Vec<Action>,
) {
    let id = control::stable_id("move drag");
    let model = handles.model;
    let moved = |to: Option<Moved>| Action::Composition(CompositionAction::Move(model, to));
    if response.double_clicked() {
        actions.push(moved(None));
    }
    if response.drag_started_by(PointerButton::Primary) {
        // Where the button went down on it, not where the drag was recognised.
        let grip = match part {
            MovePart::Axis(axis) => handles.tips[axis.min(2)],
            MovePart::Turn => handles.knob,
            MovePart::Ground => Some(handles.center),
        };
        let grip = grip.unwrap_or(handles.center);
        let held = Held {
            model,
            part,
            before: session.edits().moved.get(&model).copied().unwrap_or_default(),
            from: grip,
            to: grip,
            cancelled: false,
        };
        ui.data_mut(|data| data.insert_temp(id, held));
    }
    let held: Option<Held> = ui.data(|data| data.get_temp(id));
    let Some(mut held) = held.filter(|held| held.part == part && held.model == model) else {
        return;
    };
    if ui.input(|input| input.key_pressed(Key::Escape)) && !held.cancelled {
        held.cancelled = true;
        actions.retain(|action| *action != Action::Escape);
        // A part of the drag, which is no step then: no move at all is said as one of nothing.
        actions.push(moved(Some(held.before)));
    }
    if response.dragged() && !held.cancelled {
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        let fine = if ui.input(|input| input.modifiers.shift) {
            FINE
        } else {
            1.0
        };
        let delta = response.drag_delta() * scale * fine;
        held.to += glam::vec2(delta.x, delta.y);
        if delta != Vec2::ZERO
            && let Some(to) = view::dragged_move(session, model, part, held.before, [held.from, held.to])
        {
            actions.push(moved(Some(to)));
        }
    }
    if response.dragged() {
        ui.data_mut(|data| data.insert_temp(id, held));
    } else {
        // The next drag is a step of its own.
        actions.push(Action::Composition(CompositionAction::EndDrag));
        ui.data_mut(|data| data.remove::<Held>(id));
    }
}

/// An arrow, a square or a knob, with an edge of the other tone so that it is seen over whatever the picture shows.
fn paint(painter: &Painter, part: MovePart, (center, at): (Pos2, Pos2), color: Color32, edge: Color32) {
    match part {
        MovePart::Axis(_) => {
            let way = (at - center).normalized();
            let (base, side) = (at - way * size::ICON * 0.6, way.rot90() * size::ICON * 0.3);
            for (width, color) in [(size::RING + 2.0 * size::EDGE, edge), (size::RING, color)] {
                painter.line_segment([center, base], Stroke::new(width, color));
            }
            let points = vec![at, base + side, base - side];
            painter.add(Shape::convex_polygon(points, color, Stroke::new(size::EDGE, edge)));
        }
        MovePart::Ground => {
            let square = Rect::from_center_size(at, Vec2::splat(size::ICON * 0.6));
            painter.rect_filled(square.expand(size::EDGE), 0, edge);
            painter.rect_filled(square, 0, color);
        }
        MovePart::Turn => {
            painter.circle(at, size::ICON * 0.35, color, Stroke::new(size::EDGE, edge));
        }
    }
}
