//! What the pointer does to the camera.
//!
//! Dragging with the left or middle button turns, Shift and middle or the right button pans, the wheel zooms to the pointer.

use crate::session::{Action, CameraMove, Hold, Session, ViewAction};
use crate::ui::kit::theme::{self, size};
use egui::{CursorIcon, PointerButton, Pos2, Rect, Response, Stroke, Ui, Vec2, pos2};

/// Radians a point of dragging turns the camera.
const TURN: f32 = 0.008;
/// Logarithm of the distance's change over a point of scrolling.
const ZOOM: f32 = 0.003;
/// Radius of the mark at what the camera turns around, points.
const PIVOT: f32 = 3.0;

pub fn show(ui: &Ui, rect: Rect, session: &Session, response: &Response, actions: &mut Vec<Action>) {
    if response.drag_stopped() {
        push(actions, ViewAction::LetGo);
    }
    if let Some(hold) = hold(ui, response) {
        drag(ui, rect, session, response, hold, actions);
    }
    zoom(ui, rect, response, actions);
}

/// What the button that is held does.
fn hold(ui: &Ui, response: &Response) -> Option<Hold> {
    let shift = ui.input(|input| input.modifiers.shift);
    let middle = response.dragged_by(PointerButton::Middle);
    if response.dragged_by(PointerButton::Secondary) || middle && shift {
        Some(Hold::Pan)
    } else if response.dragged_by(PointerButton::Primary) || middle {
        Some(Hold::Orbit)
    } else {
        None
    }
}

fn drag(ui: &Ui, rect: Rect, session: &Session, response: &Response, hold: Hold, actions: &mut Vec<Action>) {
    ui.ctx().set_cursor_icon(match hold {
        Hold::Pan => CursorIcon::Move,
        Hold::Orbit => CursorIcon::Grabbing,
    });
    if response.drag_started()
        && let Some(from) = ui.input(|input| input.pointer.press_origin())
    {
        push(actions, ViewAction::TakeHold(ndc(rect, from), hold));
    }
    let delta = response.drag_delta();
    if delta != Vec2::ZERO {
        let movement = match hold {
            Hold::Pan => CameraMove::Pan(glam::vec2(delta.x, -delta.y) / rect.height()),
            Hold::Orbit => CameraMove::Orbit {
                yaw: -delta.x * TURN,
                pitch: delta.y * TURN,
            },
        };
        push(actions, ViewAction::Camera(movement));
    }
    if hold == Hold::Orbit {
        mark_pivot(ui, rect, session);
    }
}

fn zoom(ui: &Ui, rect: Rect, response: &Response, actions: &mut Vec<Action>) {
    let Some(pointer) = response.hover_pos() else {
        return;
    };
    let (scrolled, pinched) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
    let factor = (-scrolled * ZOOM).exp() / pinched;
    if factor != 1.0 {
        let ndc = ndc(rect, pointer);
        push(actions, ViewAction::Camera(CameraMove::Zoom { factor, ndc }));
    }
}

/// A dot at what the camera turns around, so that nobody wonders.
fn mark_pivot(ui: &Ui, rect: Rect, session: &Session) {
    let Some(seen) = session.pivot_in_view() else { return };
    let half = rect.size() * 0.5;
    let at = pos2(rect.center().x + seen.x * half.x, rect.center().y - seen.y * half.y);
    let theme = theme::of(ui);
    let painter = ui.painter().with_clip_rect(rect);
    painter.circle(at, PIVOT, theme.accent, Stroke::new(size::LINE, theme.ground));
}

/// The place of `at` in the picture, −1…1 with y up.
fn ndc(rect: Rect, at: Pos2) -> glam::Vec2 {
    let (middle, half) = (rect.center(), rect.size() * 0.5);
    glam::vec2((at.x - middle.x) / half.x, (middle.y - at.y) / half.y)
}

fn push(actions: &mut Vec<Action>, action: ViewAction) {
    actions.push(Action::View(action));
}
