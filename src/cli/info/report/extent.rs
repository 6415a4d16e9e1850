//! Boxes and placements, as they are printed.

use crate::core::{Bounds, ModelIndex, Transform};
use crate::scene::{Copies, Scene};
use glam::Affine3A;
use serde::Serialize;

#[derive(Serialize)]
pub struct PlacedAt {
    pub translation: [f32; 3],
    pub rotation: [f32; 4],
    pub scale: [f32; 3],
}

#[derive(Serialize)]
pub struct ReportExtent {
    pub min: [f32; 3],
    pub max: [f32; 3],
}

impl From<Transform> for PlacedAt {
    fn from(transform: Transform) -> Self {
        Self {
            translation: transform.translation.to_array(),
            rotation: transform.rotation.to_array(),
            scale: transform.scale.to_array(),
        }
    }
}

/// The last leader's bones at rest: thousands of models may be carried by one that has as many bones.
#[derive(Default)]
pub struct LeaderRest(Option<(ModelIndex, Vec<Affine3A>)>);

impl LeaderRest {
    fn model_from_bone(&mut self, scene: &Scene, copies: &Copies) -> Affine3A {
        if self.0.as_ref().is_none_or(|(leader, _)| *leader != copies.leader) {
            let skeleton = &scene.models[copies.leader.get()].skeleton;
            self.0 = Some((copies.leader, skeleton.rest_model_from_bone()));
        }
        self.0
            .as_ref()
            .map_or(Affine3A::IDENTITY, |(_, rest)| rest[copies.bone.get()])
    }
}

/// Around `bounds` (model space) at all places, while the model that carries them rests: in stage space.
pub fn around_copies(scene: &Scene, copies: &Copies, bounds: Bounds, rests: &mut LeaderRest) -> Bounds {
    let leader = &scene.models[copies.leader.get()];
    let rest = rests.model_from_bone(scene, copies);
    let stage_from_bone = leader.placement.affine() * rest;
    let places = copies.places.iter();
    places.fold(Bounds::EMPTY, |all, place| {
        all.union(bounds.transformed(stage_from_bone * place.affine()))
    })
}

/// `None` for an empty box; a box beyond the range of f32 ends at its limits, as JSON knows no infinity.
pub fn extent(bounds: Bounds) -> Option<ReportExtent> {
    let finite = |corner: glam::Vec3| corner.clamp(glam::Vec3::MIN, glam::Vec3::MAX).to_array();
    (!bounds.is_empty()).then(|| ReportExtent {
        min: finite(bounds.min),
        max: finite(bounds.max),
    })
}
