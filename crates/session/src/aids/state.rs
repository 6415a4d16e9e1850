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
    pub(crate) trails: Trails,
    pub(crate) ghosts: Ghosts,
    pub(crate) camera_paths: CameraPaths,
    pub(crate) trouble: TroubleSearch,
}

impl Aids {
    /// Trouble of the open models, as far as it was looked for.
    pub fn trouble(&self) -> &TroubleSearch {
        &self.trouble
    }
}

#[derive(Debug, Default)]
pub(crate) struct Trails {
    /// In the order they were chosen.
    pub bones: Vec<(PlacedKey, BoneIndex)>,
    /// Source that `made` was made from.
    pub source: Option<Source>,
    /// One per bone.
    pub made: Vec<Arc<Vec<TrailPoint>>>,
    pub top_speed: f32,
    pub bounds: Bounds,
}

impl Trails {
    /// Forgets the derived trails and keeps the chosen bones.
    pub fn forget(&mut self) {
        *self = Self {
            bones: std::mem::take(&mut self.bones),
            ..Self::default()
        };
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Source {
    pub moves: MotionKey,
    pub range: FrameRange,
    pub bones: Vec<(PlacedKey, BoneIndex)>,
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

#[derive(Debug, Default)]
pub(crate) struct Ghosts {
    pub moves: Option<MotionKey>,
    /// The one used last at the back.
    pub kept: VecDeque<Kept>,
    pub keys: Option<Keys>,
    pub shown: Vec<Shown>,
    /// The choice in force when `shown` was made.
    pub drawn_as: GhostChoice,
}

impl Ghosts {
    /// Around all that are shown, in stage space.
    pub fn bounds(&self) -> Bounds {
        let all = self.shown.iter().map(|shown| shown.kept.bounds);
        all.fold(Bounds::EMPTY, Bounds::union)
    }
}

/// One model at one frame.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub key: PlacedKey,
    pub frame: f64,
    pub pose: Arc<Pose>,
    pub stage_from_model: Affine3A,
    pub standing: Standing,
    pub bounds: Bounds,
}

/// Key frames of what was selected, ascending.
#[derive(Debug)]
pub(crate) struct Keys {
    pub of: (Option<LayerKey>, Option<Selected>, MotionKey),
    pub frames: Vec<f64>,
}

#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub kept: Kept,
    /// Steps from the playhead; below 0 before it.
    pub steps: i32,
}

#[derive(Debug, Default)]
pub(crate) struct CameraPaths {
    pub moves: Option<MotionKey>,
    pub cameras: Vec<PathCamera>,
    /// By their time on the grid: where each of `cameras` is.
    pub points: BTreeMap<i64, Vec<Vec3>>,
    /// Seconds of the playhead, and where each of `cameras` is now.
    pub now: (f64, Vec<Vec3>),
}

impl CameraPaths {
    pub fn shown(&self) -> Vec<CameraPath> {
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
pub(crate) struct PathCamera {
    pub model: PlacedKey,
    pub bone: BoneIndex,
    pub in_bone: Vec3,
}

impl PathCamera {
    /// In stage space.
    pub fn place(&self, stage_from_instance: Affine3A, pose: &Pose, stage_from_model: Affine3A) -> Vec3 {
        let stage_from_bone = stage_from_instance * stage_from_model * pose.model_from_bone[self.bone.get()];
        stage_from_bone.transform_point3(self.in_bone)
    }
}
