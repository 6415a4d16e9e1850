//! Effects of the pointer on the camera and on the light.
//!
//! Which drag turns, pans, zooms or turns the environment is a choice; the wheel zooms to the pointer. While keys fly a drag looks around.
//! Escape puts the camera or the environment back to where the drag found it.

use super::lamp;
use crate::kit::control;
use crate::kit::theme::{self, size};
use castview_session::{Action, CameraMove, Hold, MouseButton, Session, ViewAction};
use egui::{CursorIcon, Key, PointerButton, Pos2, Rect, Response, Stroke, Ui, Vec2, pos2};

/// Radians a point of dragging turns the camera.
pub const TURN: f32 = 0.008;
/// Logarithm of the distance's change over a point of scrolling.
const ZOOM: f32 = 0.003;
/// The same over a point of dragging.
const DRAG_ZOOM: f32 = 0.01;
/// Radius of the mark at what the camera turns around, points.
const PIVOT: f32 = 3.0;

/// A drag in progress.
#[derive(Clone, Copy)]
struct Held {
    /// Effect of the drag; `None`: nothing.
    hold: Option<Hold>,
    /// The turn of the environment at its start.
    turn_rad: f32,
}

pub fn show(ui: &Ui, rect: Rect, session: &Session, response: &Response, actions: &mut Vec<Action>) {
    end(ui, response, actions);
    let mut turns = false;
    if session.view().flight().is_some() {
        look_around(ui, response, actions);
    } else if let Some(hold) = hold(ui, session, response, actions) {
        drag(ui, rect, session, response, hold, actions);
        turns = hold == Hold::Light;
    }
    lamp::show(ui, rect, session, turns);
    wheel(ui, rect, session, response, actions);
}

/// Ends a drag of the view, or of the cube in its corner. Escape takes it back: egui ends a drag by that key.
pub fn end(ui: &Ui, response: &Response, actions: &mut Vec<Action>) {
    if !response.drag_stopped() {
        return;
    }
    if ui.input(|input| input.key_pressed(Key::Escape)) {
        actions.retain(|action| *action != Action::Escape);
        push(actions, ViewAction::TakeBackDrag);
    } else {
        push(actions, ViewAction::LetGo);
    }
}

/// The gesture of the drag in progress. Button and modifier keys at its start decide.
fn hold(ui: &Ui, session: &Session, response: &Response, actions: &mut Vec<Action>) -> Option<Hold> {
    let id = control::stable_id("hold of the view");
    let turn_rad = session.preferences().look.environment.turn_rad;
    if response.drag_started() {
        let keys = ui.input(|input| input.modifiers);
        let buttons = [
            (PointerButton::Primary, MouseButton::Left),
            (PointerButton::Middle, MouseButton::Middle),
            (PointerButton::Secondary, MouseButton::Right),
        ];
        let mut dragged = buttons.into_iter().filter(|(button, _)| response.dragged_by(*button));
        let mouse = session.preferences().camera.mouse;
        let found = dragged.find_map(|(_, button)| mouse.meant(button, [keys.shift, keys.command, keys.alt]));
        let held = Held { hold: found, turn_rad };
        ui.data_mut(|data| data.insert_temp(id, held));
    }
    // In the pass in which it ends it can still be taken back: egui ends a drag at Escape.
    let is_held = response.dragged() || response.drag_stopped();
    let held = ui.data(|data| data.get_temp::<Held>(id)).filter(|_| is_held)?;
    if held.hold == Some(Hold::Light) && ui.input(|input| input.key_pressed(Key::Escape)) {
        push(actions, ViewAction::TurnEnvironment(held.turn_rad - turn_rad));
        return None;
    }
    held.hold.filter(|_| response.dragged())
}

fn drag(ui: &Ui, rect: Rect, session: &Session, response: &Response, hold: Hold, actions: &mut Vec<Action>) {
    ui.ctx().set_cursor_icon(match hold {
        Hold::Pan => CursorIcon::Move,
        Hold::Orbit => CursorIcon::Grabbing,
        Hold::Zoom => CursorIcon::ResizeVertical,
        Hold::Light => CursorIcon::ResizeHorizontal,
    });
    let origin = ui.input(|input| input.pointer.press_origin());
    if response.drag_started()
        && let Some(from) = origin
    {
        push(actions, ViewAction::TakeHold(ndc(rect, from), hold));
    }
    let delta = response.drag_delta();
    if delta != Vec2::ZERO && hold == Hold::Light {
        push(actions, ViewAction::TurnEnvironment(delta.x * TURN));
    } else if delta != Vec2::ZERO {
        let movement = match hold {
            Hold::Light => return,
            Hold::Pan => CameraMove::Pan(glam::vec2(delta.x, -delta.y) / rect.height()),
            Hold::Orbit => CameraMove::Orbit {
                yaw: -delta.x * TURN,
                pitch: delta.y
                    * TURN
                    * if session.preferences().camera.inverts_orbit {
                        -1.0
                    } else {
                        1.0
                    },
            },
            // To the right and upwards goes nearer, to what lies where the drag began.
            Hold::Zoom => CameraMove::Zoom {
                factor: ((delta.y - delta.x) * DRAG_ZOOM).exp(),
                ndc: ndc(rect, origin.unwrap_or(rect.center())),
            },
        };
        push(actions, ViewAction::Camera(movement));
    }
    if hold == Hold::Orbit {
        mark_pivot(ui, rect, session);
    }
}

/// While keys fly any drag looks around.
fn look_around(ui: &Ui, response: &Response, actions: &mut Vec<Action>) {
    let delta = response.drag_delta();
    if delta != Vec2::ZERO {
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        let (yaw, pitch) = (-delta.x * TURN, delta.y * TURN);
        push(actions, ViewAction::LookAround { yaw, pitch });
    }
}

/// The wheel goes nearer; while keys fly it makes that faster.
fn wheel(ui: &Ui, rect: Rect, session: &Session, response: &Response, actions: &mut Vec<Action>) {
    let Some(pointer) = response.hover_pos() else {
        return;
    };
    let (scrolled, pinched) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
    let scrolled = if session.preferences().camera.inverts_wheel {
        -scrolled
    } else {
        scrolled
    };
    let factor = (-scrolled * ZOOM).exp() / pinched;
    if factor != 1.0 {
        let ndc = ndc(rect, pointer);
        push(
            actions,
            match session.view().flight() {
                Some(_) => ViewAction::FlyFaster(1.0 / factor),
                None => ViewAction::Camera(CameraMove::Zoom { factor, ndc }),
            },
        );
    }
}

/// A dot at what the camera turns around, so that nobody wonders.
fn mark_pivot(ui: &Ui, rect: Rect, session: &Session) {
    let Some(seen) = session.view().pivot_in_view() else {
        return;
    };
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
