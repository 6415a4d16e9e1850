//! Goals of IK handles, moved by hand: the change is that of the bone that the chain reaches for, and the solver of the clips does the rest.
//!
//! In: a handle, a way. Out: changes of target bones. A goal that is moved while the rig is off solves the rig from then on, with a notice:
//! nothing would follow it otherwise, and the picture would say nothing of that.

use super::action::HandSpace;
use super::dragged::begin_in;
use super::frames::bones_with;
use super::posed_bones::target_of;
use crate::{Change, Effect, Notice, Selected, Session};
use castview_base::core::IkHandleIndex;
use castview_picture::PlacedKey;

/// Told once the rig is solved for a goal.
const SOLVED: &str = "IK handles and constraints are solved now: chains follow their goals (I switches them off).";

/// The pointer takes hold of the goal.
pub(super) fn begin(session: &mut Session, model: PlacedKey, handle: IkHandleIndex) -> Vec<Effect> {
    let target = (session.stage.placed(model)).and_then(|placed| target_of(placed, handle));
    let Some(target) = target else { return Vec::new() };
    let bones = bones_with(session, model, target);
    begin_in(session, bones, HandSpace::World);
    solve(session)
}

/// The rig is solved from now on if an IK handle is selected, and poses are about its goal.
pub(super) fn solve_selected(session: &mut Session) -> Vec<Effect> {
    match session.edits.selected {
        Some(Selected::Handle(..)) => solve(session),
        _ => Vec::new(),
    }
}

fn solve(session: &mut Session) -> Vec<Effect> {
    if session.composition.rig {
        return Vec::new();
    }
    session.composition.rig = true;
    session.note(Change::POSES | Change::SEAM | Change::GROUND);
    vec![Effect::Notify(Notice::info(SOLVED))]
}
