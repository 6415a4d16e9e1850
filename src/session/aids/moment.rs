//! How a model stands at any time: what the playhead's pictures, motion trails and ghosts all ask.
//!
//! In: a model of the stage, seconds of its clock. Out: its pose and where it stands, what it hangs on included.
//! Never here: memory of other times. The same question has the same answer by any path to it.

use crate::animation::{self, Looping, Pose};
use crate::session::{ClipKey, Edits, Placed, RootMotion, Session, Stands};
use glam::Affine3A;
use std::sync::Arc;

/// One model at one time.
#[derive(Clone, Debug, Default)]
pub(in crate::session) struct Moment {
    pub pose: Pose,
    pub stage_from_model: Affine3A,
    /// The places it stands at, `stage_from_model` inside each of them; `None`: once.
    pub stands: Option<Stands>,
}

/// What another model hangs on or is carried by, at that one's time.
#[derive(Clone, Copy)]
pub(in crate::session) struct Leading<'a> {
    pub pose: &'a Pose,
    pub stage_from_model: Affine3A,
    pub stands: Option<&'a Stands>,
}

impl<'a> Leading<'a> {
    pub fn now(placed: &'a Placed) -> Self {
        Self {
            pose: &placed.pose,
            stage_from_model: placed.stage_from_model,
            stands: placed.stands.as_ref(),
        }
    }

    fn at(moment: &'a Moment) -> Self {
        Self {
            pose: &moment.pose,
            stage_from_model: moment.stage_from_model,
            stands: moment.stands.as_ref(),
        }
    }
}

impl Moment {
    /// `stage_from_instance` of the first place.
    pub fn first_place(&self) -> Affine3A {
        first_place(self.stands.as_ref())
    }
}

/// Of what stands in several places one thing at a time is drawn, where it stands first.
pub(in crate::session) fn first_place(stands: Option<&Stands>) -> Affine3A {
    let first = stands.and_then(|stands| stands.placements.first());
    first.copied().unwrap_or(Affine3A::IDENTITY)
}

/// Equal for as long as the same time means the same poses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::session) struct Moves {
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
    pub(in crate::session) fn moment(&self, placed: &Placed, secs: f64) -> Moment {
        // Whoever leads comes first; a chain has no way round (`Session::attach`).
        let chain: Vec<&Placed> = self
            .chain(placed.key)
            .filter_map(|key| self.stage.placed(key))
            .collect();
        let mut leader: Option<Moment> = None;
        for link in chain.into_iter().rev() {
            leader = Some(self.moment_beside(link, secs, leader.as_ref().map(Leading::at)));
        }
        leader.unwrap_or_default()
    }

    /// How `placed` stands at `secs`, while what it hangs on or is carried by stands like `leader`.
    fn moment_beside(&self, placed: &Placed, secs: f64, leader: Option<Leading<'_>>) -> Moment {
        let mut made = Arc::default();
        self.pose_one(placed, secs, &mut Vec::new(), &mut made);
        let mut pose = Arc::unwrap_or_clone(made);
        if let (Some(leading), Some(leader)) = (&placed.leading, leader) {
            animation::follow(placed.model(), leading, &leader.pose.model_from_bone, &mut pose);
        }
        Moment {
            stage_from_model: self.stage_from_model(placed, &pose, leader.as_ref()),
            stands: self.stands(placed, leader.as_ref()),
            pose,
        }
    }

    pub(in crate::session) fn moves(&self) -> Moves {
        Moves {
            count: self.changes.motion(),
            active_clip: self.playback.active_clip,
            root_motion: self.composition.root_motion,
            looping: self.playback.transport.looping,
            rig: self.composition.rig,
        }
    }

    /// Whether the same time may mean other poses than it did with `before`.
    pub(in crate::session) fn moves_differently(&self, before: &Edits) -> bool {
        let alike = Edits {
            selected: before.selected,
            hidden_meshes: before.hidden_meshes.clone(),
            ..self.edits.clone()
        };
        alike != *before
    }
}
