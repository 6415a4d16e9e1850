//! The thing under the pointer. Rows of the tree and the 3D view report it; the session is told once per turn. Nothing is under it while a
//! page lies over them.

use super::control;
use castview_session::{Action, Selected, SelectionAction, Session};
use egui::{Context, PointerState, Popup, Ui};

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
    // Files that would hang on a bone light it wherever it is shown.
    let now = session.window().drop_onto().or(now.map(|(_, item)| item));
    if now != session.selection().hovered() {
        actions.push(Action::Selection(SelectionAction::Hover(now)));
    }
}

/// Takes the pointer away from what lies below the page that is open, until [`give_back`]. egui shows a tooltip for as long as the pointer is
/// over its control, whatever a key has opened over both. `None`: nothing is taken. A drag and a menu that are under way keep the pointer.
pub fn take(ctx: &Context, session: &Session) -> Option<PointerState> {
    session.window().page()?;
    let is_used = |pointer: &PointerState| pointer.any_down() || pointer.any_pressed() || pointer.any_released();
    if Popup::is_any_open(ctx) || ctx.input(|input| is_used(&input.pointer)) {
        return None;
    }
    Some(ctx.input_mut(|input| std::mem::take(&mut input.pointer)))
}

/// The page itself has the pointer again.
pub fn give_back(ctx: &Context, pointer: Option<PointerState>) {
    if let Some(pointer) = pointer {
        ctx.input_mut(|input| input.pointer = pointer);
    }
}
