//! The goals of IK handles as balls that are dragged across the line of sight: the chain follows.
//!
//! In: where the session says goals are seen. Out: a drag, one step of undo. Escape takes the drag back. Balls lie over the picture and are not
//! part of it.

use crate::kit::control;
use crate::kit::theme::{self, size};
use castview_session::view;
use castview_session::{Action, CompositionAction, GoalHandle, HandPoseAction, Session};
use egui::{CursorIcon, Key, PointerButton, Pos2, Rect, Response, Sense, Ui, Vec2, WidgetInfo};

/// Share of the pointer's way that a finer drag counts.
const FINE: f32 = 0.1;

/// A drag in progress.
#[derive(Clone, Debug)]
struct Held {
    /// The goal as it was seen when the drag began: its plane stays.
    of: GoalHandle,
    /// In stage space, so far.
    way: glam::Vec3,
    /// Pixel of the viewport where the pointer was last.
    last: glam::Vec2,
    cancelled: bool,
}

pub fn show(ui: &Ui, rect: Rect, session: &Session, actions: &mut Vec<Action>) {
    if session.window().drop_hint().is_some() {
        return;
    }
    let scale = session.view().viewport()[0] as f32 / rect.width().max(1.0);
    let painter = ui.painter_at(rect);
    let theme = theme::of(ui);
    for goal in view::goal_handles(session) {
        let at = rect.min + Vec2::new(goal.pixel.x, goal.pixel.y) / scale;
        let response = ball(ui, rect, &goal, at);
        let color = match response.hovered() || response.dragged() {
            true => theme.accent,
            false => theme.selected,
        };
        let radius = size::ICON * 0.35;
        painter.circle_filled(at, radius + size::EDGE, theme.ground);
        painter.circle_filled(at, radius, color);
        let pixel = |at: Pos2| glam::vec2(at.x - rect.min.x, at.y - rect.min.y) * scale;
        drag(ui, session, &goal, &response, pixel, actions);
    }
}

/// The area around the ball, where it is taken hold of.
fn ball(ui: &Ui, rect: Rect, goal: &GoalHandle, at: Pos2) -> Response {
    let around = Rect::from_center_size(at, Vec2::splat(size::ICON)).intersect(rect);
    let id = control::stable_id("ik goal").with((goal.model, goal.handle));
    let response = ui.interact(around, id, Sense::click_and_drag());
    let name = name_of(goal);
    response.widget_info(|| WidgetInfo::labeled(egui::accesskit::Role::Slider, true, &name));
    match response.dragged() {
        true => response,
        false => response
            .on_hover_text(format!(
                "{name}: the chain follows it. Shift is finer, Esc takes the drag back"
            ))
            .on_hover_cursor(CursorIcon::Grab),
    }
}

fn name_of(goal: &GoalHandle) -> String {
    match goal.name.trim() {
        "" => "Goal of the IK handle".to_owned(),
        name => format!("Goal of IK handle {name}"),
    }
}

fn drag(
    ui: &Ui,
    session: &Session,
    goal: &GoalHandle,
    response: &Response,
    pixel: impl Fn(Pos2) -> glam::Vec2,
    actions: &mut Vec<Action>,
) {
    let id = control::stable_id("ik goal drag");
    let asked = |action| Action::Composition(CompositionAction::PoseByHand(action));
    if response.drag_started_by(PointerButton::Primary) {
        let origin = ui.input(|input| input.pointer.press_origin());
        let held = Held {
            of: goal.clone(),
            way: glam::Vec3::ZERO,
            last: pixel(origin.unwrap_or(response.rect.center())),
            cancelled: false,
        };
        actions.push(asked(HandPoseAction::BeginGoalDrag {
            model: goal.model,
            handle: goal.handle,
        }));
        ui.data_mut(|data| data.insert_temp(id, held));
    }
    let is_of_this = |held: &Held| (held.of.model, held.of.handle) == (goal.model, goal.handle);
    let Some(mut held) = ui.data(|data| data.get_temp::<Held>(id)).filter(is_of_this) else {
        return;
    };
    let to = |way| asked(HandPoseAction::DragGoal { way });
    if ui.input(|input| input.key_pressed(Key::Escape)) && !held.cancelled {
        actions.retain(|action| *action != Action::Escape);
        actions.push(to(glam::Vec3::ZERO));
        held.cancelled = true;
    }
    if response.dragged() && !held.cancelled {
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        let (now, is_fine) = ui.input(|input| (input.pointer.latest_pos(), input.modifiers.shift));
        let now = now.map_or(held.last, pixel);
        if now != held.last
            && let Some(way) = view::goal_way(session, held.of.goal, [held.last, now])
        {
            held.way += way * if is_fine { FINE } else { 1.0 };
            held.last = now;
            actions.push(to(held.way));
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
