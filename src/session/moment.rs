//! How a model stands at any time: what the playhead's pictures, motion trails and ghosts all ask.
//!
//! In: a model of the stage, seconds of its clock. Out: its pose and where it stands, what it hangs on included.
//! Never here: memory of other times. The same question has the same answer by any path to it.

use super::{Attachment, ClipKey, Edits, Placed, RootMotion, Session};
use crate::animation::{self, Looping, Pose};
use glam::Affine3A;
use std::sync::Arc;

/// One model at one time.
#[derive(Clone, Debug, Default)]
pub(super) struct Moment {
    pub pose: Pose,
    pub stage_from_model: Affine3A,
}

/// Equal for as long as the same time means the same poses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moves {
    /// Counts changes of edits and of what is bound.
    count: u64,
    active_clip: Option<ClipKey>,
    root_motion: RootMotion,
    looping: Looping,
    rig: bool,
}

impl Moves {
    pub fn active_clip(&self) -> Option<ClipKey> {
        self.active_clip
    }
}

impl Session {
    /// How `placed` stands at `secs`.
    pub(super) fn moment(&self, placed: &Placed, secs: f64) -> Moment {
        // Whoever leads comes first; a chain has no way round (`Session::attach`).
        let chain: Vec<&Placed> = self
            .chain(placed.key)
            .filter_map(|key| self.stage.placed(key))
            .collect();
        let mut leader: Option<Moment> = None;
        for link in chain.into_iter().rev() {
            let below = leader.as_ref().map(|leader| (&leader.pose, leader.stage_from_model));
            leader = Some(self.moment_beside(link, secs, below));
        }
        leader.unwrap_or_default()
    }

    /// How `placed` stands at `secs`, while what it hangs on stands like `leader`.
    pub(super) fn moment_beside(&self, placed: &Placed, secs: f64, leader: Option<(&Pose, Affine3A)>) -> Moment {
        let mut made = Arc::default();
        self.pose_one(placed, secs, &mut Vec::new(), &mut made);
        let mut pose = Arc::unwrap_or_clone(made);
        if let (Some(leading), Some(Attachment::Follow { .. }), Some((leader, _))) =
            (&placed.leading, self.edits.attachments.get(&placed.key), leader)
        {
            animation::follow(placed.model(), leading, &leader.model_from_bone, &mut pose);
        }
        let stage_from_model = self.stage_from_model(placed, &pose, leader);
        Moment { pose, stage_from_model }
    }

    pub(super) fn moves(&self) -> Moves {
        Moves {
            count: self.moved,
            active_clip: self.live.active_clip,
            root_motion: self.live.root_motion,
            looping: self.live.transport.looping,
            rig: self.live.rig,
        }
    }

    /// Whether the same time may mean other poses than it did with `before`.
    pub(super) fn moves_differently(&self, before: &Edits) -> bool {
        let alike = Edits {
            selected: before.selected,
            hidden_meshes: before.hidden_meshes.clone(),
            ..self.edits.clone()
        };
        alike != *before
    }
}
