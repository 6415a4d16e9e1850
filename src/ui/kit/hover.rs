//! The thing under the pointer. Rows of the tree and the 3D view report it; the session is told once per turn.

use super::control;
use crate::session::{Action, Selected, SelectionAction, Session};
use egui::{Context, Ui};

/// The pointer is over `item` in this turn. One that drags something is about that.
pub fn note(ui: &Ui, item: Selected) {
    if ui.input(|input| input.pointer.any_down()) {
        return;
    }
    let frame = ui.ctx().cumulative_frame_nr();
    ui.data_mut(|data| data.insert_temp(control::stable_id("hovered"), (frame, item)));
}

/// At the end of a turn: tells the session what changed.
pub fn settle(ctx: &Context, session: &Session, actions: &mut Vec<Action>) {
    let noted = ctx.data(|data| data.get_temp::<(u64, Selected)>(control::stable_id("hovered")));
    let now = noted.filter(|(frame, _)| *frame == ctx.cumulative_frame_nr());
    let now = now.map(|(_, item)| item);
    if now != session.selection().hovered {
        actions.push(Action::Selection(SelectionAction::Hover(now)));
    }
}
