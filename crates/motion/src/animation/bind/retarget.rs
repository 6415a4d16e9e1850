//! A clip that was made for a body of another size: its turns on the model's own bones.
//!
//! In: tracks that are bound, the model, and the skeleton that the clip was made for. Out: the same tracks with changed values: each bone
//! turns away from its rest pose as the clip's own bone does, seen from the model, and what moves moves as far as the model is large. All
//! is settled when the clip is bound; a pose costs no more than before.
//!
//! Letters: `s` is the source, `t` the model; `G` a rest orientation in model space, `P` that of the parent, `C` from the source's axes to
//! the model's. A key `K` that replaces the rest rotation becomes `(Pt⁻¹ C Ps) K (Gs⁻¹ C⁻¹ Gt)`.

use super::axis_turn::AxisTurn;
use super::names::NameTable;
use super::parts::{AxisFit, BoundTransform, KeyTurn, RotationTurn};
use super::roles::Roles;
use crate::animation::sample_scalar;
use crate::animation::stand_in;
use castview_base::core::BoneIndex;
use castview_base::scene::{Clip, CurveMode, Model, Property, Skeleton, Track, Values};
use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

/// Factors outside of this are no proportion of two bodies.
const LEAST: f32 = 1e-4;
const MOST: f32 = 1e4;
/// A part of the largest factor below which an axis has no share in another.
const NO_SHARE: f32 = 1e-6;

/// How a clip plays on a model of other proportions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Retarget {
    /// Every value as its file has it.
    #[default]
    Stored,
    /// Turns relative to the rest pose, on bones as long as the model's; what carries the body moves in proportion to it.
    Lengths,
    /// Rotations alone, as they are stored.
    Rotations,
}

/// The skeleton that a clip was made for, and how it is brought to a model.
#[derive(Clone, Copy, Debug, Default)]
pub struct Retargeting<'a> {
    /// The way.
    pub way: Retarget,
    /// At rest; `None`: nobody knows it, and turns are taken as they are stored.
    pub source: Option<&'a Skeleton>,
}

/// Changes `transforms`, which are not settled yet.
pub(super) fn apply(
    clip: &Clip,
    model: &Model,
    (how, turn): (Retargeting<'_>, Option<AxisTurn>),
    transforms: &mut Vec<BoundTransform>,
) {
    if how.way == Retarget::Stored || transforms.is_empty() {
        return;
    }
    if how.way == Retarget::Rotations {
        transforms.retain(|bound| bound.property == Property::Rotation);
        return;
    }
    let made;
    let source = match how.source {
        Some(source) => source,
        None => {
            let Some(stand_in) = stand_in(clip) else { return };
            made = stand_in.skeleton;
            &made
        }
    };
    let bodies = Bodies::new(clip, (source, how.source.is_some()), model, turn, transforms);
    // A scale would make bones longer again.
    transforms.retain(|bound| !is_scale(bound.property));
    let mut moved = Vec::with_capacity(transforms.len());
    for bound in transforms.drain(..) {
        let track = &clip.tracks[bound.track as usize];
        match bound.property {
            Property::Rotation => moved.push(bodies.turned(bound)),
            _ => bodies.carry(bound, track, &mut moved),
        }
    }
    *transforms = moved;
}

/// Both bodies at rest.
struct Bodies<'a> {
    source: &'a Skeleton,
    model: &'a Model,
    /// The source's rest rotations are known.
    knows_rest: bool,
    /// For each bone of the model the source's bone of the tracks that move it.
    of_bone: Vec<Option<BoneIndex>>,
    /// Bones that carry the body.
    carries: Vec<bool>,
    source_rest: Vec<Affine3A>,
    model_rest: Vec<Affine3A>,
    source_turns: Vec<Quat>,
    model_turns: Vec<Quat>,
    /// The model's axes from the source's.
    axes: Quat,
    /// How much larger the model is.
    factor: f32,
}

impl<'a> Bodies<'a> {
    fn new(
        clip: &Clip,
        (source, knows_rest): (&'a Skeleton, bool),
        model: &'a Model,
        turn: Option<AxisTurn>,
        transforms: &[BoundTransform],
    ) -> Self {
        let skeleton = &model.skeleton;
        let table = NameTable::new(source.bones().map(|bone| (source.name(bone), bone)));
        let mut of_bone: Vec<Option<BoneIndex>> = vec![None; skeleton.len()];
        let mut moves = vec![false; skeleton.len()];
        for bound in transforms {
            let track = &clip.tracks[bound.track as usize];
            let of = &mut of_bone[bound.bone.get()];
            *of = of.or_else(|| table.find(&track.target));
            moves[bound.bone.get()] |= bound.property != Property::Rotation && !is_still(track);
        }
        let mut bodies = Self {
            carries: carriers(skeleton, &of_bone, &moves),
            source_rest: source.rest_model_from_bone(),
            model_rest: skeleton.rest_model_from_bone(),
            source_turns: orientations(source),
            model_turns: orientations(skeleton),
            source,
            model,
            knows_rest,
            of_bone,
            axes: Quat::IDENTITY,
            factor: 1.0,
        };
        if let Some(turn) = turn.map(AxisTurn::rotation)
            && bodies.likeness(turn) >= bodies.likeness(Quat::IDENTITY)
        {
            bodies.axes = turn;
        }
        bodies.factor = bodies.proportion();
        bodies
    }

    /// Bones of the model with those of the source.
    fn pairs(&self) -> impl Iterator<Item = (BoneIndex, BoneIndex)> + '_ {
        let bones = self.model.skeleton.bones();
        bones.filter_map(|bone| Some((bone, self.of_bone[bone.get()]?)))
    }

    /// The last bone that carries the body: the hips, mostly.
    fn hips(&self) -> Option<(BoneIndex, BoneIndex)> {
        self.pairs().filter(|(bone, _)| self.carries[bone.get()]).last()
    }

    fn places(&self, (bone, of): (BoneIndex, BoneIndex)) -> [Vec3A; 2] {
        [
            self.model_rest[bone.get()].translation,
            self.source_rest[of.get()].translation,
        ]
    }

    /// How well both bodies point the same way once the source is turned.
    fn likeness(&self, turn: Quat) -> f32 {
        let Some(hips) = self.hips() else { return 0.0 };
        let [from_model, from_source] = self.places(hips);
        let alike = self.pairs().map(|pair| {
            let [of_model, of_source] = self.places(pair);
            let way = turn * (of_source - from_source).normalize_or_zero();
            way.dot((of_model - from_model).normalize_or_zero())
        });
        alike.sum()
    }

    /// How much longer the model's legs are, from the first joint below the hips to the lowest bone; else how much higher its hips stand.
    fn proportion(&self) -> f32 {
        let Some(hips) = self.hips() else { return 1.0 };
        let [of_model, of_source] = self.places(hips).map(|place| place.length());
        let by_legs = self.lowest_below(hips).and_then(|lowest| self.leg_ratio(hips, lowest));
        let factor = by_legs.unwrap_or(of_model / of_source);
        match (LEAST..=MOST).contains(&factor) {
            true => factor,
            false => 1.0,
        }
    }

    /// A foot by its name, else the bone below the hips that is farthest down, seen from where the hips stand at rest.
    fn lowest_below(&self, hips: (BoneIndex, BoneIndex)) -> Option<(BoneIndex, BoneIndex)> {
        let skeleton = &self.model.skeleton;
        let roles = Roles::new();
        let rig = roles.rig_of(skeleton.bones().map(|bone| skeleton.name(bone)));
        let is_foot = |(bone, _): &(BoneIndex, BoneIndex)| {
            rig.and_then(|rig| roles.of(rig, skeleton.name(*bone)))
                .is_some_and(|role| role.is_foot())
        };
        let mut is_below = vec![false; skeleton.len()];
        for bone in skeleton.bones() {
            let above = skeleton.parent(bone);
            is_below[bone.get()] = above.is_some_and(|above| above == hips.0 || is_below[above.get()]);
        }
        let below = || self.pairs().filter(|(bone, _)| is_below[bone.get()]);
        let down = -self.places(hips)[1];
        let depth = |pair: &(BoneIndex, BoneIndex)| (self.places(*pair)[1]).dot(down);
        let lowest = || below().max_by(|a, b| depth(a).total_cmp(&depth(b)));
        below().find(is_foot).or_else(lowest)
    }

    /// `None` where there is no knee between, or nothing to measure.
    fn leg_ratio(&self, hips: (BoneIndex, BoneIndex), foot: (BoneIndex, BoneIndex)) -> Option<f32> {
        let skeleton = &self.model.skeleton;
        let way = skeleton.ancestors_and_self(foot.0).take_while(|bone| *bone != hips.0);
        let joints: Vec<[Vec3A; 2]> = way
            .filter_map(|bone| Some(self.places((bone, self.of_bone[bone.get()]?))))
            .collect();
        if joints.len() < 3 {
            return None;
        }
        let length = |of: usize| -> f32 { joints.windows(2).map(|pair| pair[0][of].distance(pair[1][of])).sum() };
        let ratio = length(0) / length(1);
        ratio.is_finite().then_some(ratio)
    }

    fn turned(&self, bound: BoundTransform) -> BoundTransform {
        let (rest, skeleton) = (self.source.rest(), &self.model.skeleton);
        let Some(of) = self.of_bone[bound.bone.get()].filter(|_| self.knows_rest) else {
            // Nobody knows what it turns away from: only the topmost bones meet other axes.
            return match skeleton.is_root(bound.bone) && bound.mode == CurveMode::Absolute {
                true => with_turn(bound, self.axes, Quat::IDENTITY),
                false => bound,
            };
        };
        let parent_of_source = self
            .source
            .parent(of)
            .map_or(Quat::IDENTITY, |parent| self.source_turns[parent.get()]);
        let parent = skeleton.parent(bound.bone);
        let parent = parent.map_or(Quat::IDENTITY, |parent| self.model_turns[parent.get()]);
        let own_of_source = parent_of_source * rest[of.get()].rotation.normalize();
        let own = parent * skeleton.rest()[bound.bone.get()].rotation.normalize();
        let before = (parent.inverse() * self.axes * parent_of_source).normalize();
        let after = (own_of_source.inverse() * self.axes.inverse() * own).normalize();
        match bound.mode {
            CurveMode::Absolute => with_turn(bound, before, after),
            CurveMode::Relative => {
                let mode = CurveMode::Absolute;
                with_turn(
                    BoundTransform { mode, ..bound },
                    before * rest[of.get()].rotation.normalize(),
                    after,
                )
            }
            // It turns in the bone's own frame.
            CurveMode::Additive => with_turn(bound, after.inverse(), after),
        }
    }

    /// One axis of a translation: its distance from the source's rest, in proportion, shared out to the axes of the model's parent.
    fn carry(&self, bound: BoundTransform, track: &Track, out: &mut Vec<BoundTransform>) {
        let carries = self.carries[bound.bone.get()];
        // A limb that keeps its length keeps the model's.
        if !carries && is_still(track) && bound.mode == CurveMode::Absolute {
            return;
        }
        let of = self.of_bone[bound.bone.get()];
        let axis = axis(bound.property);
        let start = match (of, bound.mode) {
            (_, CurveMode::Relative | CurveMode::Additive) => 0.0,
            (Some(of), _) => self.source.rest()[of.get()].translation[axis],
            (None, _) => sample_scalar(track, track.keys.frame(0)).unwrap_or_default(),
        };
        let of_source = of.and_then(|of| self.source.parent(of));
        let of_source = of_source.map_or(Mat3A::IDENTITY, |parent| self.source_rest[parent.get()].matrix3);
        let parent = self.model.skeleton.parent(bound.bone);
        let parent = parent.map_or(Mat3A::IDENTITY, |parent| self.model_rest[parent.get()].matrix3);
        let matrix = parent.inverse() * Mat3A::from_quat(self.axes) * of_source * self.factor;
        let column = Vec3::from(matrix.col(axis));
        let column = if column.is_finite() {
            column
        } else {
            Vec3::AXES[axis] * self.factor
        };
        let largest = column.abs().max_element();
        let targets = [Property::TranslationX, Property::TranslationY, Property::TranslationZ];
        for (property, share) in targets.into_iter().zip(column.to_array()) {
            if share.abs() <= largest * NO_SHARE {
                continue;
            }
            // The first share on an axis begins at the model's rest pose, and the others are added to it.
            let is_first = !out
                .iter()
                .rev()
                .take_while(|other| other.bone == bound.bone)
                .any(|other| other.property == property);
            let mode = match (bound.mode, is_first) {
                (CurveMode::Additive, _) | (_, false) => CurveMode::Additive,
                (_, true) => CurveMode::Relative,
            };
            out.push(BoundTransform {
                property,
                mode,
                turn: Some(KeyTurn::Axis(AxisFit {
                    whole: bound.mode != CurveMode::Additive,
                    ..AxisFit::NONE.then(share, -start * share)
                })),
                ..bound
            });
        }
    }
}

fn with_turn(bound: BoundTransform, before: Quat, after: Quat) -> BoundTransform {
    let turn = RotationTurn {
        before,
        after,
        ..RotationTurn::NONE
    };
    BoundTransform {
        turn: Some(KeyTurn::Rotation(turn)),
        ..bound
    }
}

/// Rest orientations of all bones in model space, by one walk: parents come first.
fn orientations(skeleton: &Skeleton) -> Vec<Quat> {
    let mut turns: Vec<Quat> = Vec::with_capacity(skeleton.len());
    for bone in skeleton.bones() {
        let above = skeleton.parent(bone);
        let above = above.map_or(Quat::IDENTITY, |parent| turns[parent.get()]);
        turns.push((above * skeleton.rest()[bone.get()].rotation.normalize()).normalize());
    }
    turns
}

/// The hips and all driven bones above them: by name, else the topmost driven bones and those alone below them that move.
fn carriers(skeleton: &Skeleton, of_bone: &[Option<BoneIndex>], moves: &[bool]) -> Vec<bool> {
    let mut carries = vec![false; skeleton.len()];
    let roles = Roles::new();
    let rig = roles.rig_of(skeleton.bones().map(|bone| skeleton.name(bone)));
    let is_hips = |bone: &BoneIndex| {
        let role = rig.and_then(|rig| roles.of(rig, skeleton.name(*bone)));
        role.is_some_and(|role| role.is_hips()) && of_bone[bone.get()].is_some()
    };
    if let Some(hips) = skeleton.bones().find(is_hips) {
        skeleton
            .ancestors_and_self(hips)
            .for_each(|bone| carries[bone.get()] = of_bone[bone.get()].is_some());
        return carries;
    }
    let mut children = vec![0; skeleton.len()];
    skeleton
        .parents()
        .iter()
        .flatten()
        .for_each(|parent| children[parent.get()] += 1);
    // Parents come first.
    let mut below_driven = vec![false; skeleton.len()];
    for bone in skeleton.bones() {
        let above = skeleton.parent(bone);
        let below = above.is_some_and(|above| below_driven[above.get()]);
        let goes_on = above.is_some_and(|above| carries[above.get()] && children[above.get()] == 1);
        let is_driven = of_bone[bone.get()].is_some();
        carries[bone.get()] = is_driven && (!below || goes_on && moves[bone.get()]);
        below_driven[bone.get()] = below || is_driven;
    }
    carries
}

fn axis(property: Property) -> usize {
    match property {
        Property::TranslationY => 1,
        Property::TranslationZ => 2,
        _ => 0,
    }
}

fn is_scale(property: Property) -> bool {
    matches!(property, Property::ScaleX | Property::ScaleY | Property::ScaleZ)
}

/// Whether the track always has one number.
fn is_still(track: &Track) -> bool {
    match &track.values {
        Values::Scalar(values) => values.iter().all(|value| value == values.get(0)),
        Values::Rotation(_) | Values::Switch(_) => false,
    }
}
