//! Goals of IK handles, moved by hand: the change is that of the bone that the chain reaches for, and the solver of the clips does the rest.
//!
//! In: a handle, a way. Out: changes of target bones. A goal that is moved while the rig is off solves the rig from then on, with a notice:
//! nothing would follow it otherwise, and the picture would say nothing of that.

use super::action::HandSpace;
use super::dragged::begin_in;
use super::frames::bones_with;
use crate::{Change, Effect, Notice, Placed, Selected, Session};
use castview_base::core::{BoneIndex, IkHandleIndex};
use castview_picture::PlacedKey;

/// Told once the rig is solved for a goal.
const SOLVED: &str = "IK handles and constraints are solved now: chains follow their goals (I switches them off).";

/// The bone that `item` poses by hand: itself, or the one that an IK handle reaches for.
pub(crate) fn posed_bone(session: &Session, item: Selected) -> Option<(PlacedKey, BoneIndex)> {
    match item {
        Selected::Bone(model, bone) => Some((model, bone)),
        Selected::Handle(model, handle) => Some((model, target_of(session.stage.placed(model)?, handle)?)),
        _ => None,
    }
}

/// The bone whose position is the goal of that handle.
pub(crate) fn target_of(placed: &Placed, handle: IkHandleIndex) -> Option<BoneIndex> {
    let handle = placed.model().rig.handles.get(handle.get())?;
    Some(handle.target)
}

/// Bones of the chain of `handle`, and the one that it reaches for.
pub(super) fn bones_of(placed: &Placed, handle: IkHandleIndex) -> Vec<BoneIndex> {
    let Some(handle) = placed.model().rig.handles.get(handle.get()) else {
        return Vec::new();
    };
    let mut bones: Vec<BoneIndex> = handle.chain_upwards(&placed.model().skeleton).collect();
    if !bones.contains(&handle.target) {
        bones.push(handle.target);
    }
    bones
}

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
