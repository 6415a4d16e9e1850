//! One pose of one clip, for those who ask once.

use super::evaluate::{Motion, evaluate};
use super::layer::Layer;
use super::posed::Pose;
use crate::animation::bind::bound::bind;
use crate::animation::rig::PreparedRig;
use castview_base::scene::{Clip, Model};

/// The pose of `model` at `frame` of `clip`, in the clip's own rate, its rig solved. Many frames share what this makes anew each time: see
/// [`bind`] and [`evaluate`].
pub fn pose_at(model: &Model, clip: &Clip, frame: f64) -> Pose {
    let binding = bind(clip, model);
    let layers = [Layer::new(clip, &binding, frame)];
    let rig = PreparedRig::of(model);
    let mut pose = Pose::default();
    let motion = Motion {
        layers: &layers,
        rig: Some(&rig),
        ..Motion::default()
    };
    evaluate(model, motion, &mut pose);
    pose
}
