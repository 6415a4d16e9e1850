//! State of the drawn aids.

use super::trouble_found::TroubleSearch;
use crate::placed::timed_pose::MotionKey;
use crate::{LayerKey, Selected};
use castview_base::core::{BoneIndex, Bounds, FrameRange};
use castview_motion::animation::Pose;
use castview_picture::opened::Standing;
use castview_picture::{CameraPath, CameraPathPoint, PlacedKey, TrailPoint};
use glam::{Affine3A, Vec3};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// How far a path reaches either way.
pub(crate) const REACH_SECS: f64 = 1.0;
/// Points of the grid in a second.
pub(crate) const RATE: f64 = 30.0;

/// Aids that are drawn: trails, ghosts, paths of cameras; and trouble that was looked for.
#[derive(Debug, Default)]
pub struct Aids {
    pub(super) trails: Trails,
    pub(super) ghosts: Ghosts,
    pub(super) camera_paths: CameraPaths,
    pub(super) trouble: TroubleSearch,
}

impl Aids {
    /// Trouble of the open models, as far as it was looked for.
    pub fn trouble(&self) -> &TroubleSearch {
        &self.trouble
    }

    /// Shows the trails of these bones.
    pub(crate) fn choose_trails(&mut self, bones: Vec<(PlacedKey, BoneIndex)>) {
        self.trails.bones = bones;
    }

    /// Forgets the derived trails and keeps the chosen bones.
    pub(crate) fn forget_trails(&mut self) {
        self.trails.forget();
    }

    /// Forgets the ghosts and the poses that are kept for them.
    pub(crate) fn forget_ghosts(&mut self) {
        self.ghosts = Ghosts::default();
    }

    /// Forgets the ways of cameras.
    pub(crate) fn forget_camera_paths(&mut self) {
        self.camera_paths = CameraPaths::default();
    }

    /// The ways of cameras on bones, about the playhead.
    pub(crate) fn shown_camera_paths(&self) -> Vec<CameraPath> {
        self.camera_paths.shown()
    }
}

/// The ways of chosen bones.
#[derive(Debug, Default)]
pub(super) struct Trails {
    /// In the order they were chosen.
    pub(super) bones: Vec<(PlacedKey, BoneIndex)>,
    /// Source that `made` was made from.
    pub(super) source: Option<Source>,
    /// One per bone.
    pub(super) made: Vec<Arc<Vec<TrailPoint>>>,
    /// The greatest speed of any bone; 0 without trails.
    pub(super) top_speed: f32,
    /// Around all of them, in stage space.
    pub(super) bounds: Bounds,
}

impl Trails {
    /// Forgets the derived trails and keeps the chosen bones.
    pub(super) fn forget(&mut self) {
        *self = Self {
            bones: std::mem::take(&mut self.bones),
            ..Self::default()
        };
    }
}

/// The trails are the same for as long as all of this is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Source {
    pub(super) moves: MotionKey,
    pub(super) range: FrameRange,
    pub(super) bones: Vec<(PlacedKey, BoneIndex)>,
}

/// On each side.
pub(crate) const MOST_GHOSTS: u8 = 4;

pub(crate) const MOST_FRAMES: u32 = 1000;

/// How ghosts are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GhostChoice {
    pub shown: bool,
    /// Before and after each: 1…4.
    pub count: u8,
    pub step: GhostStep,
    /// Silhouettes in front of the models; else whole, behind them.
    pub outlines: bool,
    /// Opacity of the nearest ghosts in percent: 10…100.
    pub percent: u8,
}

/// How far apart ghosts stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GhostStep {
    /// From the whole frame nearest to the playhead on.
    Frames(u32),
    /// At keys of the selection, or of everything.
    Keys,
}

impl Default for GhostChoice {
    fn default() -> Self {
        Self {
            shown: false,
            count: 2,
            step: GhostStep::Frames(5),
            outlines: false,
            percent: 60,
        }
    }
}

impl GhostChoice {
    /// With the nearest usable numbers.
    pub fn checked(self) -> Self {
        Self {
            count: self.count.clamp(1, MOST_GHOSTS),
            step: match self.step {
                GhostStep::Frames(frames) => GhostStep::Frames(frames.clamp(1, MOST_FRAMES)),
                GhostStep::Keys => GhostStep::Keys,
            },
            percent: self.percent.clamp(10, 100),
            ..self
        }
    }
}

/// Models a few steps before and after the playhead.
#[derive(Debug, Default)]
pub(super) struct Ghosts {
    pub(super) moves: Option<MotionKey>,
    /// The one used last at the back.
    pub(super) kept: VecDeque<Kept>,
    pub(super) keys: Option<Keys>,
    pub(super) shown: Vec<Shown>,
    /// The choice in force when `shown` was made.
    pub(super) drawn_as: GhostChoice,
}

impl Ghosts {
    /// Around all that are shown, in stage space.
    pub(super) fn bounds(&self) -> Bounds {
        let all = self.shown.iter().map(|shown| shown.kept.bounds);
        all.fold(Bounds::EMPTY, Bounds::union)
    }
}

/// One model at one frame.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) key: PlacedKey,
    pub(super) frame: f64,
    pub(super) pose: Arc<Pose>,
    pub(super) stage_from_model: Affine3A,
    pub(super) standing: Standing,
    pub(super) bounds: Bounds,
}

/// Key frames of what was selected, ascending.
#[derive(Debug)]
pub(super) struct Keys {
    pub(super) of: (Option<LayerKey>, Option<Selected>, MotionKey),
    pub(super) frames: Vec<f64>,
}

/// One ghost.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) kept: Kept,
    /// Steps from the playhead; below 0 before it.
    pub(super) steps: i32,
}

/// The ways of cameras on bones, about the playhead.
#[derive(Debug, Default)]
pub(super) struct CameraPaths {
    pub(super) moves: Option<MotionKey>,
    pub(super) cameras: Vec<PathCamera>,
    /// By their time on the grid: where each of `cameras` is.
    pub(super) points: BTreeMap<i64, Vec<Vec3>>,
    /// Seconds of the playhead, and where each of `cameras` is now.
    pub(super) now: (f64, Vec<Vec3>),
}

impl CameraPaths {
    pub(super) fn shown(&self) -> Vec<CameraPath> {
        let (now, places) = &self.now;
        let path = |(camera, place): (usize, &Vec3)| {
            let on_grid = self
                .points
                .iter()
                .map(|(time, places)| (*time as f64 / RATE, places[camera]));
            let (mut points, later): (Vec<_>, Vec<_>) = on_grid.partition(|(secs, _)| secs < now);
            points.push((*now, *place));
            points.extend(later);
            let point = |(secs, position): (f64, Vec3)| CameraPathPoint {
                position,
                when: ((secs - now) / REACH_SECS) as f32,
            };
            CameraPath {
                points: points.into_iter().map(point).collect(),
            }
        };
        places.iter().enumerate().map(path).collect()
    }
}

/// A camera on a bone, and its position relative to the bone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PathCamera {
    pub(super) model: PlacedKey,
    pub(super) bone: BoneIndex,
    pub(super) in_bone: Vec3,
}

impl PathCamera {
    /// In stage space.
    pub(super) fn place(&self, stage_from_instance: Affine3A, pose: &Pose, stage_from_model: Affine3A) -> Vec3 {
        let stage_from_bone = stage_from_instance * stage_from_model * pose.model_from_bone[self.bone.get()];
        stage_from_bone.transform_point3(self.in_bone)
    }
}
