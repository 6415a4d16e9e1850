//! Stopping a model after a step, and letting it go on.
//!
//! In: the step that was asked for. Out: the same step as the evaluation names it at this frame. A stop lasts as long as its step is there:
//! another clip, a layer removed or muted, a hand pose reset, or the rig switched off ends it.

use super::posing::Posing;
use crate::composition::stack::motion_layers;
use crate::composition::stopped::posing::pose_one;
use crate::placed::stopped::{StopAfter, Stopped};
use crate::{Change, Placed, Session};
use castview_motion::animation::{self, Layer, Pose, PoseStop, SkinStop, Solver};
use std::sync::Arc;

impl StopAfter {
    /// The step of the bones that it is among `layers`; `None`: it is one of the skin, or no longer there.
    pub(crate) fn of_bones(self, placed: &Placed, layers: &[Layer<'_>]) -> Option<PoseStop> {
        match self {
            Self::Rest => Some(PoseStop::Rest),
            Self::Layer(key, part) => {
                let binding = match key {
                    None => placed.binding()?,
                    Some(key) => &placed.clips.layer(key)?.binding,
                };
                let at = layers
                    .iter()
                    .position(|layer| std::ptr::eq(layer.binding, &**binding))?;
                Some(PoseStop::Layer { at, part })
            }
            Self::ByHand => Some(PoseStop::ByHand),
            Self::Rig(solver) => Some(PoseStop::Rig(solver)),
            Self::Shapes | Self::Influence(..) => None,
        }
    }

    /// The step of the skin that it is.
    pub(crate) fn of_skin(self, placed: &Placed) -> Option<SkinStop> {
        match self {
            Self::Shapes => Some(SkinStop::Shapes),
            Self::Influence(mesh, slot) => {
                let skin = placed.model().meshes.get(mesh.get())?.skin?;
                Some(SkinStop::Influence { skin, slot })
            }
            Self::Rest | Self::Layer(..) | Self::ByHand | Self::Rig(_) => None,
        }
    }

    /// Whether it is a step of the bones: none after it is done.
    pub fn is_of_bones(self) -> bool {
        !matches!(self, Self::Shapes | Self::Influence(..))
    }
}

/// The step after which `placed` is shown; `None`: it is shown whole.
pub(crate) fn step_of(session: &Session, placed: &Placed) -> Option<StopAfter> {
    let stopped = session.edits.stopped?;
    (stopped.model == placed.key).then_some(stopped.after)
}

/// Shows that model after that step, and all others whole; a step that is not there changes nothing. `None`: all are shown whole.
pub(crate) fn stop(session: &mut Session, stopped: Option<Stopped>) {
    if stopped.is_none_or(|stopped| is_there(session, stopped)) && session.edits.stopped != stopped {
        session.edits.stopped = stopped;
        session.note(Change::POSES | Change::PICTURE | Change::GROUND);
    }
}

/// Ends a stop whose step is gone.
pub(crate) fn end_if_gone(session: &mut Session) {
    if session.edits.stopped.is_some_and(|stopped| !is_there(session, stopped)) {
        stop(session, None);
    }
}

fn is_there(session: &Session, Stopped { model, after }: Stopped) -> bool {
    let Some(placed) = session.stage.placed(model) else {
        return false;
    };
    match after {
        StopAfter::Rest | StopAfter::Shapes => true,
        StopAfter::Layer(..) => {
            let mut layers = Vec::new();
            motion_layers(
                session,
                placed,
                session.playback.transport().playhead_secs(),
                &mut layers,
            );
            after.of_bones(placed, &layers).is_some()
        }
        StopAfter::ByHand => session.edits.hand_poses.of(model).is_some(),
        StopAfter::Rig(solver) => {
            let is_any = match solver {
                Solver::Handle(handle) => handle.get() < placed.model().rig.handles.len(),
                Solver::Constraint(constraint) => placed.facts.rig().constrains(constraint),
            };
            session.composition.rig && is_any
        }
        StopAfter::Influence(_, slot) => {
            let skin = match after.of_skin(placed) {
                Some(SkinStop::Influence { skin, .. }) => placed.model().skins.get(skin.get()),
                _ => None,
            };
            skin.is_some_and(|skin| slot < skin.bones.len())
        }
    }
}

/// Moves the bones of a follower with those of its leader in the pose `leader`, unless the follower is stopped after a step of its own bones.
/// Returns whether any bone has moved.
pub(crate) fn lead(placed: &Placed, leader: &Pose, stop: Option<StopAfter>, pose: &mut Pose) -> bool {
    let Some(leading) = &placed.staging.leading else {
        return false;
    };
    if stop.is_some_and(StopAfter::is_of_bones) {
        return false;
    }
    animation::follow(placed.model(), leading, leader, pose);
    if let Some(stop) = stop.and_then(|after| after.of_skin(placed)) {
        animation::stop_in_skin(placed.model(), stop, pose);
    }
    true
}

/// The pose of `placed` after all of its steps. Made anew where the model is stopped.
pub(crate) fn whole_pose(session: &Session, placed: &Placed) -> Arc<Pose> {
    if step_of(session, placed).is_none() {
        return placed.pose().clone();
    }
    let mut pose = Arc::default();
    let posing = Posing {
        shown: session.composition.shown_pose,
        stop: None,
    };
    let secs = session.playback.transport().playhead_secs();
    pose_one(session, placed, secs, &mut Vec::new(), posing, &mut pose);
    let leader = session.edits.leader_of(placed);
    let leader = leader.and_then(|key| session.stage.placed(key));
    if let Some(leader) = leader {
        lead(placed, leader.pose(), None, Arc::make_mut(&mut pose));
    }
    pose
}
