//! The changes of bones posed by hand, of all models.

use super::spaces::BoneFrame;
use castview_base::core::{BoneIndex, Transform};
use castview_motion::animation::HandPose;
use castview_picture::PlacedKey;
use glam::Vec3;
use std::collections::BTreeMap;

/// Largest shift of a change, in the bone's own units.
const FARTHEST: f32 = 1e9;
/// Least and largest factor of a change, whatever its sign: a scale of 0 could not be told from another one afterwards.
const SCALES: [f32; 2] = [1e-6, 1e6];

/// The bones that are posed by hand, each with its change in its own axes. No change is the identity, and all are finite.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HandPoses(BTreeMap<PlacedKey, HandPose>);

/// A change and its bone, as it was; `None`: the bone had none.
pub(crate) type HandEntries = Vec<((PlacedKey, BoneIndex), Option<Transform>)>;

impl HandPoses {
    /// The changed bones of that model; `None`: it has none.
    pub fn of(&self, model: PlacedKey) -> Option<&HandPose> {
        self.0.get(&model)
    }

    /// The change of a bone; `None`: it stands as the clips have it.
    pub fn change(&self, model: PlacedKey, bone: BoneIndex) -> Option<&Transform> {
        self.of(model)?.get(&bone)
    }

    /// Number of changed bones.
    pub fn count(&self) -> usize {
        self.0.values().map(BTreeMap::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Models that have changed bones.
    pub fn models(&self) -> impl Iterator<Item = PlacedKey> + '_ {
        self.0.keys().copied()
    }

    /// All changes, by model and bone.
    pub fn iter(&self) -> impl Iterator<Item = ((PlacedKey, BoneIndex), &Transform)> {
        let bones = |(model, bones): (&PlacedKey, _)| {
            let model = *model;
            let each = <&HandPose>::into_iter(bones);
            each.map(move |(bone, change)| ((model, *bone), change))
        };
        self.0.iter().flat_map(bones)
    }

    /// Sets or takes the change of a bone; one that cannot be shown changes nothing. Returns the one of before.
    pub(crate) fn set(
        &mut self,
        (model, bone): (PlacedKey, BoneIndex),
        change: Option<Transform>,
    ) -> Option<Transform> {
        match change.filter(|change| *change != Transform::IDENTITY) {
            Some(change) if is_sane(&change) => self.0.entry(model).or_default().insert(bone, change),
            Some(_) => self.change(model, bone).copied(),
            None => {
                let bones = self.0.get_mut(&model)?;
                let was = bones.remove(&bone);
                if bones.is_empty() {
                    self.0.remove(&model);
                }
                was
            }
        }
    }

    pub(crate) fn reset_model(&mut self, model: PlacedKey) {
        self.0.remove(&model);
    }

    /// Keeps the bones that are among the first `count` of their model.
    pub(crate) fn keep(&mut self, count: impl Fn(PlacedKey) -> usize) {
        self.0.retain(|model, bones| {
            _ = bones.split_off(&BoneIndex::new(count(*model)));
            !bones.is_empty()
        });
    }

    /// These, and those of `others`, which are about other models.
    pub(crate) fn join(&mut self, others: &Self) {
        self.0
            .extend(others.0.iter().map(|(model, bones)| (*model, bones.clone())));
    }

    /// Where `from` differs from `to`, as it is in `from`.
    pub(crate) fn entries(from: &Self, to: &Self) -> HandEntries {
        let gone_or_other = from
            .iter()
            .filter(|((model, bone), change)| to.change(*model, *bone) != Some(change));
        let gone_or_other = gone_or_other.map(|(bone, change)| (bone, Some(*change)));
        let new = to
            .iter()
            .filter(|((model, bone), _)| from.change(*model, *bone).is_none());
        gone_or_other.chain(new.map(|(bone, _)| (bone, None))).collect()
    }

    /// Brings the entries back; returns what does the opposite.
    pub(crate) fn back(&mut self, entries: HandEntries) -> HandEntries {
        let one = |(bone, was)| (bone, self.set(bone, was));
        entries.into_iter().map(one).collect()
    }
}

/// The bones that a drag changes, as they were when it began. Every event of the drag starts from these, so that none adds up rounding.
#[derive(Clone, Debug, Default)]
pub(crate) struct HandDrag(pub Vec<DraggedBone>);

/// One of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DraggedBone {
    pub of: (PlacedKey, BoneIndex),
    pub frame: BoneFrame,
    pub change: Transform,
    /// Unit axes of the space in use, in stage space.
    pub axes: [Vec3; 3],
}

/// Whether a change is finite, its rotation of unit length, and its shift short enough for the bone's mesh to keep its shape in `f32`.
pub(super) fn is_sane(change: &Transform) -> bool {
    let Transform {
        translation,
        rotation,
        scale,
    } = change;
    let is_between = |factor: f32| (SCALES[0]..=SCALES[1]).contains(&factor.abs());
    translation.is_finite()
        && translation.abs().max_element() <= FARTHEST
        && rotation.is_normalized()
        && Vec3::to_array(scale).into_iter().all(is_between)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;

    #[test]
    fn changes_that_cannot_be_shown_are_not_taken() {
        let mut poses = HandPoses::default();
        let bone = (PlacedKey(1), BoneIndex::new(2));
        for bad in [
            Transform {
                translation: Vec3::splat(f32::NAN),
                ..Transform::IDENTITY
            },
            Transform {
                translation: Vec3::X * 1e10,
                ..Transform::IDENTITY
            },
            Transform {
                rotation: Quat::from_xyzw(0.0, 0.0, 0.0, 2.0),
                ..Transform::IDENTITY
            },
            Transform {
                scale: Vec3::new(1.0, 0.0, 1.0),
                ..Transform::IDENTITY
            },
            Transform::IDENTITY,
        ] {
            assert_eq!(poses.set(bone, Some(bad)), None);
            assert!(poses.is_empty(), "{bad:?}");
        }
    }

    #[test]
    fn bones_beyond_the_model_are_let_go() {
        let mut poses = HandPoses::default();
        let change = Transform {
            translation: Vec3::X,
            ..Transform::IDENTITY
        };
        for (model, bone) in [(1, 0), (1, 5), (2, 3)] {
            poses.set((PlacedKey(model), BoneIndex::new(bone)), Some(change));
        }
        poses.keep(|model| if model == PlacedKey(1) { 5 } else { 0 });
        let left: Vec<_> = poses.iter().map(|(bone, _)| bone).collect();
        assert_eq!(left, [(PlacedKey(1), BoneIndex::new(0))]);
        assert_eq!(poses.models().count(), 1);
    }
}
