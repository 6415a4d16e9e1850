//! A clip of a file whose up axis is another than the model's: which of its keys are turned, and how
//! (docs/formats/cast.md §3.1).
//!
//! In: the two files, and tracks bound by name. Out: the same tracks, those of the topmost bones turned. Everything below them
//! is relative to its parent and the same in both. Settled when a clip is bound; a pose without a turn costs nothing more.
//!
//! Files say what they like about axes, and programs between two files turn some nodes and not others. So the axes only raise
//! the question; where the clip's keys can be held against the model's rest pose, they answer it.

use super::parts::{AxisFit, BoundTransform, KeyTurn, RotationTurn};
use castview_base::core::{BoneIndex, Transform, UpAxis};
use castview_base::scene::{BoneKind, Clip, CurveMode, Metadata, Model, Property, Track, Values};
use glam::{Affine3A, Quat, Vec3, Vec3A};

/// Keys of one track that are held against the rest pose.
const KEYS_COMPARED: usize = 16;
/// How well a direction must agree with an axis to be that axis: the cosine of eight degrees.
const ALONG: f32 = 0.99;

/// From the up axis of a clip's file to that of a model's.
#[derive(Clone, Copy, Debug)]
pub struct AxisTurn {
    from: UpAxis,
    to: UpAxis,
}

/// Turned bones and the two up axes, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turned {
    /// The up axis of the clip's file.
    pub from: UpAxis,
    /// The up axis of the model's file.
    pub to: UpAxis,
    /// The topmost bones, in bone order.
    pub bones: Vec<BoneIndex>,
}

impl AxisTurn {
    /// `None`: both files have the same up axis, or one of them does not say. Certain axes are compared with certain ones, hints with
    /// hints.
    pub fn between(clip: &Metadata, model: &Metadata) -> Option<Self> {
        let certain = clip.certain_up.zip(model.certain_up);
        let (from, to) = certain.or(clip.up.zip(model.up))?;
        (from != to).then_some(Self { from, to })
    }

    /// `model_from_clip`.
    fn matrix(self) -> Affine3A {
        self.to.world_from_stage().inverse() * self.from.world_from_stage()
    }

    /// The turn of [`Self::matrix`].
    pub(crate) fn rotation(self) -> Quat {
        Quat::from_mat3a(&self.matrix().matrix3)
    }

    /// Turns what stands somewhere as a whole.
    pub fn place(self, placement: &mut Transform) {
        let matrix = self.matrix();
        placement.translation = matrix.transform_vector3(placement.translation);
        placement.rotation = Quat::from_mat3a(&matrix.matrix3) * placement.rotation;
    }

    /// Turns the keys of the topmost bones in `transforms`, which are those of `clip` bound to `model`. `None`: there was
    /// nothing to turn.
    pub(crate) fn apply(&self, clip: &Clip, model: &Model, transforms: &mut [BoundTransform]) -> Option<Turned> {
        let bones = topmost(model, transforms);
        let matrix = self.matrix();
        let rotation = Quat::from_mat3a(&matrix.matrix3);
        let is_topmost = |bound: &&BoundTransform| bones.binary_search(&bound.bone).is_ok();
        let stands_better = evidence(clip, model, transforms.iter().filter(is_topmost), rotation);
        if bones.is_empty() || !stands_better.unwrap_or_else(|| !self.is_turned_above(model, bones[0])) {
            return None;
        }
        for bound in transforms
            .iter_mut()
            .filter(|bound| bones.binary_search(&bound.bone).is_ok())
        {
            match bound.property {
                // In the other modes the key turns inside the bone's own frame, which is the same in both files.
                Property::Rotation if bound.mode == CurveMode::Absolute => {
                    bound.turn = Some(KeyTurn::Rotation(RotationTurn {
                        before: rotation,
                        ..RotationTurn::NONE
                    }));
                }
                Property::TranslationX => turn_axis(bound, matrix, Vec3::X),
                Property::TranslationY => turn_axis(bound, matrix, Vec3::Y),
                Property::TranslationZ => turn_axis(bound, matrix, Vec3::Z),
                _ => {}
            }
        }
        Some(Turned {
            from: self.from,
            to: self.to,
            bones,
        })
    }

    /// Whether what the bone hangs on at rest turns the clip's up axis into the model's already.
    fn is_turned_above(&self, model: &Model, bone: BoneIndex) -> bool {
        let skeleton = &model.skeleton;
        let above = skeleton.ancestors_and_self(bone).skip(1);
        let model_from_parent = above.fold(Affine3A::IDENTITY, |below, bone| {
            skeleton.joint(skeleton.rest(), bone) * below
        });
        let parent = model.placement.affine() * model_from_parent;
        let turned = (parent.matrix3 * Vec3A::from(self.from.vector())).normalize_or_zero();
        turned.dot(self.to.vector().into()) > ALONG
    }
}

/// Driven bones whose keys say how the clip's file stands: roots, and topmost joints below nodes that are none; with nothing
/// driven above them.
fn topmost(model: &Model, transforms: &[BoundTransform]) -> Vec<BoneIndex> {
    let skeleton = &model.skeleton;
    let mut driven = vec![false; skeleton.len()];
    transforms.iter().for_each(|bound| driven[bound.bone.get()] = true);
    // Whether a bone or anything above it is driven, or a joint; parents come first.
    let mut taken = vec![false; skeleton.len()];
    let mut bones = Vec::new();
    for bone in skeleton.bones() {
        let above = skeleton.parent(bone).is_some_and(|parent| taken[parent.get()]);
        let is_joint = skeleton.kind(bone) == BoneKind::Joint;
        if driven[bone.get()] && !above && (is_joint || skeleton.is_root(bone)) {
            bones.push(bone);
        }
        taken[bone.get()] = above || is_joint || driven[bone.get()];
    }
    bones
}

/// Whether turned rotations are nearer to the rest pose than they are as stored; `None` where no rotation replaces the rest's.
fn evidence<'a>(
    clip: &Clip,
    model: &Model,
    transforms: impl Iterator<Item = &'a BoundTransform>,
    turn: Quat,
) -> Option<bool> {
    let mut alike = None;
    for bound in transforms.filter(|bound| bound.property == Property::Rotation && bound.mode == CurveMode::Absolute) {
        let rest = model.skeleton.rest()[bound.bone.get()].rotation.normalize();
        for key in some_keys(&clip.tracks[bound.track as usize]) {
            let [stored, turned] = alike.get_or_insert([0.0f32; 2]);
            *stored += key.dot(rest).abs();
            *turned += (turn * key).dot(rest).abs();
        }
    }
    alike.map(|[stored, turned]| turned >= stored)
}

/// Rotations spread over the track's keys, of unit length.
fn some_keys(track: &Track) -> impl Iterator<Item = Quat> {
    let values = match &track.values {
        Values::Rotation(values) => Some(values),
        _ => None,
    };
    values.into_iter().flat_map(|values| {
        let count = values.len().min(KEYS_COMPARED);
        (0..count).map(move |i| Quat::from_array(values.get(i * values.len() / count)).normalize())
    })
}

/// A turn between up axes takes every axis to an axis.
fn turn_axis(bound: &mut BoundTransform, matrix: Affine3A, axis: Vec3) {
    let turned = matrix.transform_vector3(axis);
    let (property, component) = if turned.x.abs() > 0.5 {
        (Property::TranslationX, turned.x)
    } else if turned.y.abs() > 0.5 {
        (Property::TranslationY, turned.y)
    } else {
        (Property::TranslationZ, turned.z)
    };
    bound.property = property;
    bound.turn = Some(KeyTurn::Axis(AxisFit {
        times: component.signum(),
        ..AxisFit::NONE
    }));
}
