//! A clip and a model, and the kinds of trouble that are looked for.

use super::table::TroubleKinds;
use crate::animation::{Binding, Layer, Motion, Pose, evaluate};
use castview_base::core::UpAxis;
use castview_base::scene::{Clip, Metadata, Model};
use glam::Vec3;

/// A clip on the model it plays on.
#[derive(Clone, Copy, Debug)]
pub struct LookedAt<'a> {
    /// The model.
    pub model: &'a Model,
    /// The clip.
    pub clip: &'a Clip,
    /// Made for both.
    pub binding: &'a Binding,
    /// Up in model space, of unit length.
    pub up: Vec3,
    /// Kinds that are looked for.
    pub kinds: TroubleKinds,
}

impl LookedAt<'_> {
    /// The pose that the clip makes of the model at `frame`, without its rig.
    pub(super) fn pose(&self, frame: f64, pose: &mut Pose) {
        let layers = [Layer::new(self.clip, self.binding, frame)];
        let motion = Motion {
            layers: &layers,
            ..Motion::default()
        };
        evaluate(self.model, motion, pose);
    }

    /// Up in the space of `model`, whose file says so by `metadata`: y where it does not say.
    pub fn up_of(model: &Model, metadata: &Metadata) -> Vec3 {
        let up = match metadata.up_axis() {
            Some(UpAxis::X) => Vec3::X,
            Some(UpAxis::Z) => Vec3::Z,
            _ => Vec3::Y,
        };
        (model.placement.rotation.inverse() * up).normalize_or(Vec3::Y)
    }
}
