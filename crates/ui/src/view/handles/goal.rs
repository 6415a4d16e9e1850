//! The goals of IK handles as balls that are dragged across the line of sight: the chain follows.
//!
//! In: where the session says goals are seen. Out: a drag, one step of undo. Escape takes the drag back. Balls lie over the picture and are not
//! part of it.

use super::pull::Pull;
use crate::kit::control;
use crate::kit::theme::{self, size};
use castview_session::view;
use castview_session::{Action, CompositionAction, GoalHandle, HandPoseAction, Session};
use egui::{CursorIcon, Pos2, Rect, Response, Sense, Ui, Vec2, WidgetInfo};

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
        let id = control::stable_id("ik goal drag");
        pull(&goal).show((ui, session), id, &response, pixel, actions);
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

fn pull(goal: &GoalHandle) -> Pull<GoalHandle, glam::Vec3> {
    Pull {
        handle: goal.clone(),
        is_same: |a, b| (a.model, a.handle) == (b.model, b.handle),
        begin: asked(HandPoseAction::BeginGoalDrag {
            model: goal.model,
            handle: goal.handle,
        }),
        way: |session, goal, pixels| view::goal_way(session, goal.goal, pixels),
        to: |_, way| asked(HandPoseAction::DragGoal { way }),
    }
}

fn asked(action: HandPoseAction) -> Action {
    Action::Composition(CompositionAction::PoseByHand(action))
}
