//! One model over the frames of one clip.
//!
//! In: the placed model at frame after frame. Out: channels of everything that stands otherwise than at rest.

use super::values::{BakedRoom, BakedRows};
use crate::animation::Locals;
use crate::core::{BlendShapeIndex, BoneIndex, Transform};
use crate::formats::{PlainChannel, PlainInterpolation, PlainTarget};
use crate::offline::convert::left_out::higher_levels;
use crate::scene::Model;
use crate::session::Placed;
use glam::{Affine3A, Quat};

/// A model whose frames are taken.
pub struct Take {
    locals: Locals,
    /// Translation, rotation and scale of each bone, in the skeleton's order.
    bones: Vec<[BakedRows; 3]>,
    /// Blend shapes that are written: positions in the posed model, with their weights.
    shapes: Vec<(usize, BakedRows)>,
    /// Where the model as a whole stands, for a bone that carries what hangs on no bone.
    carry: [BakedRows; 3],
    last: Vec<Quat>,
    /// Bones at most whose axes leaned at one time.
    pub leaning: usize,
    shown: Option<(bool, Vec<bool>, Vec<bool>)>,
    /// Whether visibility, or a number of a material, camera or light, changes.
    pub switches: bool,
}

impl Take {
    pub fn new(model: &Model) -> Self {
        let rows = || [BakedRows::new(3), BakedRows::new(4), BakedRows::new(3)];
        Self {
            locals: Locals::default(),
            bones: model.skeleton.bones().map(|_| rows()).collect(),
            shapes: written_shapes(model).map(|shape| (shape, BakedRows::new(1))).collect(),
            carry: rows(),
            last: Vec::new(),
            leaning: 0,
            shown: None,
            switches: false,
        }
    }

    /// Adds the pose of frame `at`, counted from 0. `carry`: what moves the model as a whole. False: there is no room left.
    pub fn add(
        &mut self,
        at: usize,
        placed: &Placed,
        carry: Option<Affine3A>,
        (compensates, room): (bool, &mut BakedRoom),
    ) -> bool {
        let pose = placed.pose();
        let carried = carry.unwrap_or(Affine3A::IDENTITY);
        self.locals.take(&placed.model().skeleton, pose, carried, compensates);
        self.leaning = self.leaning.max(self.locals.leaning);
        self.last.resize(self.bones.len() + 1, Quat::IDENTITY);
        let mut fits = true;
        let carry = Transform::of_affine(carried);
        let rows = self.bones.iter_mut().chain([&mut self.carry]);
        for ((rows, local), last) in rows.zip(self.locals.local.iter().chain([&carry])).zip(&mut self.last) {
            // The same rotation by the nearer of its two signs: not every program takes the shorter way between keys.
            let rotation = if at > 0 && last.dot(local.rotation) < 0.0 {
                -local.rotation
            } else {
                local.rotation
            };
            *last = rotation;
            fits &= rows[0].push(at, &local.translation.to_array(), room);
            fits &= rows[1].push(at, &rotation.to_array(), room);
            fits &= rows[2].push(at, &local.scale.to_array(), room);
        }
        for (shape, values) in &mut self.shapes {
            fits &= values.push(at, &[pose.shape_weights[*shape]], room);
        }
        let shown = (pose.model_visible, pose.mesh_visible.clone(), pose.bone_visible.clone());
        self.switches |= !pose.settings.is_empty() || self.shown.as_ref().is_some_and(|first| *first != shown);
        self.shown.get_or_insert(shown);
        fits
    }

    /// `frames`: of all that was added. `carrier`: the bone that carries what hangs on no bone.
    pub fn channels(self, model: &Model, frames: &[f64], carrier: Option<BoneIndex>) -> Vec<PlainChannel> {
        let mut channels = Vec::new();
        let mut put = |target: PlainTarget, values: BakedRows, rest: &[f32]| {
            if values.moves() || values.first() != rest {
                let frames = if values.moves() { frames } else { &frames[..1] };
                channels.push(PlainChannel {
                    target,
                    frames: frames.to_vec(),
                    values: values.into_rows(),
                    interpolation: PlainInterpolation::Linear,
                });
            }
        };
        let bones = self
            .bones
            .into_iter()
            .enumerate()
            .map(|(at, rows)| (BoneIndex::new(at), rows));
        for (bone, [translation, rotation, scale]) in bones.chain(carrier.map(|bone| (bone, self.carry))) {
            let rest = model.skeleton.rest()[bone.get()];
            put(
                PlainTarget::Translation(bone),
                translation,
                &rest.translation.to_array(),
            );
            put(PlainTarget::Rotation(bone), rotation, &rest.rotation.to_array());
            put(PlainTarget::Scale(bone), scale, &rest.scale.to_array());
        }
        // Shapes of other levels of detail are still in the model, and will be gone when it is written.
        for (at, (shape, values)) in self.shapes.into_iter().enumerate() {
            let rest = model.blend_shapes[shape].rest_weight;
            put(PlainTarget::Shape(BlendShapeIndex::new(at)), values, &[rest]);
        }
        channels
    }
}

/// Meshes of the level of detail that is written, in order.
pub fn written_meshes(model: &Model) -> impl Iterator<Item = usize> + use<> {
    let left_out = higher_levels(model);
    (0..model.meshes.len()).filter(move |mesh| left_out.as_ref().is_none_or(|left_out| !left_out[*mesh]))
}

/// Blend shapes of the level of detail that is written, in order.
pub fn written_shapes(model: &Model) -> impl Iterator<Item = usize> {
    let left_out = higher_levels(model);
    let is_written = move |mesh: usize| left_out.as_ref().is_none_or(|left_out| !left_out[mesh]);
    let meshes: Vec<usize> = model.blend_shapes.iter().map(|shape| shape.mesh.get()).collect();
    let shapes = meshes.into_iter().enumerate();
    shapes
        .filter(move |(_, mesh)| is_written(*mesh))
        .map(|(shape, _)| shape)
}
