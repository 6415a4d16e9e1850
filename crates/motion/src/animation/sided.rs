//! Bones of both sides, and the axis across which they stand.
//!
//! In: a skeleton whose names tell sides. Out: left bones with their right ones. Never here: poses.

use super::side::{Side, mirrored, side_of};
use castview_base::core::BoneIndex;
use castview_base::scene::Skeleton;
use glam::{Affine3A, Vec3};
use std::collections::{BTreeMap, HashMap};

/// Bones with the ones of the other side whose names differ by a running number at the end, too, as `b_LeftLeg01_015` and `b_RightLeg01_019`.
/// Both must be the only bones of their names without the number, as fingers told apart by numbers alone must not be exchanged. Bones with a
/// twin of exactly their name are listed, too.
pub fn numbered_twins(skeleton: &Skeleton) -> BTreeMap<BoneIndex, BoneIndex> {
    let mut by_stem: HashMap<&str, (BoneIndex, usize)> = HashMap::new();
    for bone in skeleton.bones() {
        if let Some(stem) = numbered_stem(skeleton.name(bone)) {
            by_stem.entry(stem).or_insert((bone, 0)).1 += 1;
        }
    }
    let mut twins = BTreeMap::new();
    for (stem, (bone, count)) in &by_stem {
        let other = mirrored(stem).and_then(|other| by_stem.get(other.as_str()));
        if let (1, Some((other, 1))) = (count, other)
            && other != bone
        {
            twins.insert(*bone, *other);
        }
    }
    twins
}

/// A name without the number at its end and the sign before the number; `None` without such a number, or if the rest tells no side.
fn numbered_stem(name: &str) -> Option<&str> {
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let separator = stem.chars().next_back().filter(|sign| !sign.is_alphanumeric())?;
    let stem = (stem.len() < name.len()).then(|| &stem[..stem.len() - separator.len_utf8()])?;
    side_of(stem).map(|_| stem)
}

/// Bones of both sides.
pub(crate) struct SidedBones {
    /// Left ones with their right ones.
    pub pairs: Vec<[BoneIndex; 2]>,
    /// Bones of one side that have none on the other.
    pub alone: Vec<BoneIndex>,
}

impl SidedBones {
    /// By their names.
    pub fn of(skeleton: &Skeleton) -> Self {
        let mut by_name: HashMap<&str, BoneIndex> = HashMap::new();
        for bone in skeleton.bones() {
            by_name.entry(skeleton.name(bone)).or_insert(bone);
        }
        let numbered = numbered_twins(skeleton);
        let (mut pairs, mut alone) = (Vec::new(), Vec::new());
        for bone in skeleton.bones() {
            let name = skeleton.name(bone);
            let Some(side) = side_of(name) else { continue };
            let exact = mirrored(name).and_then(|other| by_name.get(other.as_str()).copied());
            match exact.or_else(|| numbered.get(&bone).copied()) {
                Some(other) if side == Side::Left => pairs.push([bone, other]),
                Some(_) => {}
                None => alone.push(bone),
            }
        }
        Self { pairs, alone }
    }

    /// The axis of model space (0 to 2) along which the pairs lie apart at `rest`, which has `model_from_bone` of each bone; `None`: there are
    /// no pairs.
    pub fn axis(&self, rest: &[Affine3A]) -> Option<usize> {
        let place = |bone: &BoneIndex| Vec3::from(rest[bone.get()].translation);
        let apart = self.pairs.iter();
        let apart: Vec3 = apart.map(|[left, right]| (place(left) - place(right)).abs()).sum();
        (!self.pairs.is_empty()).then(|| apart.max_position())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::scene::Bone;

    fn skeleton(names: &[&str]) -> Skeleton {
        let bone = |name: &&str| Bone {
            name: (*name).into(),
            ..Bone::default()
        };
        Skeleton::new(names.iter().map(bone).collect()).expect("all are roots")
    }

    fn pairs(names: &[&str]) -> Vec<[String; 2]> {
        let skeleton = skeleton(names);
        let name = |bone: BoneIndex| skeleton.name(bone).to_owned();
        let pairs = SidedBones::of(&skeleton).pairs.into_iter();
        pairs.map(|pair| pair.map(name)).collect()
    }

    #[test]
    fn running_numbers_at_the_end_are_looked_past_where_that_is_unique() {
        let fox = [
            "b_LeftLeg01_015",
            "b_LeftLeg02_016",
            "b_RightLeg01_019",
            "b_RightLeg02_020",
            "b_Tail01_012",
        ];
        assert_eq!(pairs(&fox), [[fox[0], fox[2]], [fox[1], fox[3]]]);
        // The number tells fingers apart here: no one knows which of them is meant.
        assert!(pairs(&["finger_l_1", "finger_l_2", "finger_r_3"]).is_empty());
        assert!(pairs(&["finger_l_1", "finger_r_3", "finger_r_4"]).is_empty());
        // Exact names go first, and a number that belongs to the word is none that runs.
        let exact = ["arm_l_1", "arm_r_1"];
        assert_eq!(pairs(&exact), [exact]);
        assert!(pairs(&["arm_l1", "arm_r2"]).is_empty());
        assert!(pairs(&["arm_1", "arm_2", "_3", "7", "left_3"]).is_empty());
        let twins = numbered_twins(&skeleton(&fox));
        let back = |(bone, twin): (&BoneIndex, &BoneIndex)| twins.get(twin) == Some(bone);
        assert!(twins.len() == 4 && twins.iter().all(back), "{twins:?}");
    }
}
