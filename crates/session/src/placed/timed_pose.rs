//! How a model stands at one time, and what tells that all times may have others (`composition::stopped::pose_at`).

use crate::{ClipKey, Placed, RootMotion, Stopped};
use castview_motion::animation::{Looping, Pose};
use castview_picture::opened::Standing;
use glam::Affine3A;

/// One model at one time.
#[derive(Clone, Debug, Default)]
pub(crate) struct TimedPose {
    pub pose: Pose,
    pub stage_from_model: Affine3A,
    /// The places it stands at, `stage_from_model` inside each of them.
    pub standing: Standing,
}

/// Leader of a hung or carried model, posed at the time of the follower.
#[derive(Clone, Copy)]
pub(crate) struct Leading<'a> {
    pub pose: &'a Pose,
    pub stage_from_model: Affine3A,
    pub standing: &'a Standing,
}

impl<'a> Leading<'a> {
    pub fn now(placed: &'a Placed) -> Self {
        Self {
            pose: placed.pose(),
            stage_from_model: placed.stage_from_model(),
            standing: placed.standing(),
        }
    }

    pub fn at(posed: &'a TimedPose) -> Self {
        Self {
            pose: &posed.pose,
            stage_from_model: posed.stage_from_model,
            standing: &posed.standing,
        }
    }
}

impl TimedPose {
    /// `stage_from_instance` of the first place.
    pub fn first_place(&self) -> Affine3A {
        self.standing.places.first_place()
    }
}

/// Steps that a timed pose has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimedSteps {
    /// As many as the model is shown with: a stop holds at all times.
    Shown,
    /// All of them, so that a stop moves neither ground nor camera.
    All,
}

/// Equal for as long as the same time means the same poses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MotionKey {
    /// Counts changes of edits and of what is bound.
    pub count: u64,
    pub active_clip: Option<ClipKey>,
    pub root_motion: RootMotion,
    pub looping: Looping,
    pub rig: bool,
    pub stepped: bool,
    pub stopped: Option<Stopped>,
}

impl MotionKey {
    pub fn active_clip(&self) -> Option<ClipKey> {
        self.active_clip
    }
}
