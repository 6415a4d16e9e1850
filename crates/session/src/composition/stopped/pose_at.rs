//! How a model stands at any time: what the playhead's pictures, motion trails and ghosts all ask.
//!
//! In: a model of the stage, seconds of its clock. Out: its pose and its places, with those of the models it hangs on. Never
//! here: memory of other times. The same question has the same answer by any path to it.

use crate::composition::attach;
use crate::composition::stopped::posing::Posing;
use crate::composition::stopped::posing::pose_one;
use crate::composition::stopped::stop::{lead, step_of};
use crate::placed::timed_pose::{Leading, TimedPose, TimedSteps};
use crate::{Edits, Placed, Session};
use std::sync::Arc;

/// How `placed` stands at `secs` after those steps.
pub(crate) fn timed_pose(session: &Session, placed: &Placed, secs: f64, steps: TimedSteps) -> TimedPose {
    // Whoever leads comes first; a chain has no way round (`attach::attach`).
    let chain: Vec<&Placed> = attach::chain(session, placed.key)
        .filter_map(|key| session.stage.placed(key))
        .collect();
    let mut leader: Option<TimedPose> = None;
    for link in chain.into_iter().rev() {
        leader = Some(pose_beside(
            session,
            link,
            secs,
            steps,
            leader.as_ref().map(Leading::at),
        ));
    }
    leader.unwrap_or_default()
}

/// How `placed` stands at `secs`, while what it hangs on or is carried by stands like `leader`.
fn pose_beside(
    session: &Session,
    placed: &Placed,
    secs: f64,
    steps: TimedSteps,
    leader: Option<Leading<'_>>,
) -> TimedPose {
    let posing = Posing {
        stop: step_of(session, placed).filter(|_| steps == TimedSteps::Shown),
        ..Posing::default()
    };
    let mut made = Arc::default();
    pose_one(session, placed, secs, &mut Vec::new(), posing, &mut made);
    let mut pose = Arc::unwrap_or_clone(made);
    if let Some(leader) = leader {
        lead(placed, leader.pose, posing.stop, &mut pose);
    }
    TimedPose {
        stage_from_model: attach::stage_from_model(session, placed, &pose, leader.as_ref()),
        standing: session.edits.standing(placed, leader.as_ref()),
        pose,
    }
}

impl Edits {
    /// Whether the same time may mean other poses than it did with `before`.
    pub(crate) fn moves_otherwise(&self, before: &Edits) -> bool {
        !self.move_as(before)
    }
}
