//! The bones of a model's IK handles and constraints with their roles, and names for constraints without one.
//!
//! In: a model. Out: a list by bone. Made once per model: the inspector asks for a bone's roles in every picture.

use crate::Selected;
use castview_base::core::{BoneIndex, ConstraintIndex, IkHandleIndex};
use castview_base::scene::{Constraint, Model};
use castview_picture::PlacedKey;

/// Bones of chains that are listed for one model; ends and targets are listed in any case. All chains of a file may be as long as its
/// skeleton is deep.
const MOST_IN_CHAINS: usize = 1 << 18;
/// Bytes of a bone's name in the name of a constraint.
const LONGEST: usize = 256;

/// Role of a bone in a handle or a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RigRole {
    /// Turned by a handle.
    Chain,
    /// Follows another bone.
    Driven,
    /// A chain reaches for it.
    Goal,
    /// A chain bends towards it.
    Pole,
    /// Turns a chain about the line to its goal.
    Twist,
    /// Followed by another bone.
    Target,
}

/// One role of one bone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RigPart {
    pub bone: BoneIndex,
    pub role: RigRole,
    /// The handle or the constraint.
    pub item: Selected,
}

/// All of them, ordered by bone, those of one bone in the order of the rig.
#[derive(Clone, Debug, Default)]
pub struct RigParts {
    parts: Vec<RigPart>,
    /// Name of each constraint; empty where the file has one.
    names: Vec<String>,
}

impl RigParts {
    /// Those of a model without handles and constraints.
    pub(crate) const NONE: Self = Self {
        parts: Vec::new(),
        names: Vec::new(),
    };

    pub(crate) fn of(key: PlacedKey, model: &Model) -> Self {
        let mut parts = Vec::new();
        let mut in_chains = 0;
        for (index, handle) in model.rig.handles.iter().enumerate() {
            let item = Selected::Handle(key, IkHandleIndex::new(index));
            let mut push = |bone, role| parts.push(RigPart { bone, role, item });
            let room = MOST_IN_CHAINS.saturating_sub(in_chains);
            for bone in handle.chain_upwards(&model.skeleton).take(room.max(1)) {
                push(bone, RigRole::Chain);
                in_chains += 1;
            }
            push(handle.target, RigRole::Goal);
            for (bone, role) in [(handle.pole_vector, RigRole::Pole), (handle.pole_twist, RigRole::Twist)] {
                bone.into_iter().for_each(|bone| push(bone, role));
            }
        }
        for (index, constraint) in model.rig.constraints.iter().enumerate() {
            let item = Selected::Constraint(key, ConstraintIndex::new(index));
            for (bone, role) in [
                (constraint.driven, RigRole::Driven),
                (constraint.target, RigRole::Target),
            ] {
                parts.push(RigPart { bone, role, item });
            }
        }
        parts.sort_by_key(|part| part.bone);
        let names = model.rig.constraints.iter();
        Self {
            parts,
            names: names.map(|constraint| given_name(constraint, model)).collect(),
        }
    }

    /// The roles of `bone`.
    pub fn of_bone(&self, bone: BoneIndex) -> &[RigPart] {
        let from = self.parts.partition_point(|part| part.bone < bone);
        let count = self.parts[from..].partition_point(|part| part.bone == bone);
        &self.parts[from..from + count]
    }

    /// The role of `bone` that says most about it: to control others, else to be moved.
    pub fn strongest(&self, bone: BoneIndex) -> Option<RigRole> {
        let rank = |role: &RigRole| match role {
            RigRole::Chain => 1,
            RigRole::Driven => 0,
            RigRole::Goal | RigRole::Pole | RigRole::Twist | RigRole::Target => 2,
        };
        self.of_bone(bone).iter().map(|part| part.role).max_by_key(rank)
    }

    /// The file's own name of a constraint of `model`, else one of its kind and target, as `point ← hand_l`.
    pub fn constraint_name<'a>(&'a self, model: &'a Model, index: ConstraintIndex) -> &'a str {
        let given = self.names.get(index.get()).map_or("", String::as_str);
        match model.rig.constraints.get(index.get()) {
            Some(constraint) if given.is_empty() => &constraint.name,
            _ => given,
        }
    }
}

fn given_name(constraint: &Constraint, model: &Model) -> String {
    if !constraint.name.trim().is_empty() {
        return String::new();
    }
    let target = model.skeleton.name(constraint.target);
    let target = &target[..target.floor_char_boundary(LONGEST)];
    let target = if target.trim().is_empty() {
        "unnamed bone"
    } else {
        target
    };
    format!("{} ← {target}", constraint.kind.word())
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::scene::{Bone, ConstraintKind, IkHandle, Rig, Skeleton};
    use glam::Vec3;

    /// A chain of bones `0`, `1`, … that each hang on the one before.
    fn model(bones: usize, rig: Rig) -> Model {
        let bone = |index: usize| Bone {
            name: index.to_string(),
            parent: index.checked_sub(1),
            ..Bone::default()
        };
        Model {
            skeleton: Skeleton::new((0..bones).map(bone).collect()).expect("parents come first"),
            rig,
            ..Model::default()
        }
    }

    fn handle(start: usize, end: usize, target: usize) -> IkHandle {
        IkHandle {
            name: String::new(),
            start: BoneIndex::new(start),
            end: BoneIndex::new(end),
            target: BoneIndex::new(target),
            target_offset: Vec3::ZERO,
            pole_vector: Some(BoneIndex::new(0)),
            pole_twist: None,
            takes_target_rotation: false,
        }
    }

    fn constraint(name: &str, driven: usize, target: usize) -> Constraint {
        Constraint {
            name: name.into(),
            kind: ConstraintKind::Point { offset: Vec3::ZERO },
            driven: BoneIndex::new(driven),
            target: BoneIndex::new(target),
            keeps_rest_offset: false,
            weight: 1.0,
            skips: [false; 3],
        }
    }

    #[test]
    fn every_role_of_a_bone_is_listed_once() {
        let rig = Rig {
            handles: vec![handle(1, 3, 5)],
            constraints: vec![constraint("", 5, 0)],
        };
        let parts = RigParts::of(PlacedKey(1), &model(6, rig));
        let roles = |bone| -> Vec<RigRole> {
            let of_bone = parts.of_bone(BoneIndex::new(bone)).iter();
            of_bone.map(|part| part.role).collect()
        };
        assert_eq!(roles(0), [RigRole::Pole, RigRole::Target]);
        for bone in 1..=3 {
            assert_eq!(roles(bone), [RigRole::Chain]);
        }
        assert_eq!(roles(4), []);
        assert_eq!(roles(5), [RigRole::Goal, RigRole::Driven]);
        assert_eq!(parts.strongest(BoneIndex::new(5)), Some(RigRole::Goal));
    }

    #[test]
    fn constraints_without_a_name_are_called_after_kind_and_target() {
        let rig = Rig {
            handles: Vec::new(),
            constraints: vec![constraint(" ", 1, 2), constraint("elbow", 1, 2)],
        };
        let model = model(3, rig);
        let parts = RigParts::of(PlacedKey(1), &model);
        let name = |index| parts.constraint_name(&model, ConstraintIndex::new(index));
        assert_eq!([name(0), name(1), name(9)], ["point ← 2", "elbow", ""]);
    }

    #[test]
    fn long_chains_of_many_handles_are_listed_up_to_a_bound() {
        let rig = Rig {
            handles: vec![handle(0, 4095, 0); 4096],
            constraints: Vec::new(),
        };
        let parts = RigParts::of(PlacedKey(1), &model(4096, rig));
        assert!(parts.parts.len() <= MOST_IN_CHAINS + 3 * 4096 + 4096);
        let goals = parts.of_bone(BoneIndex::new(0)).iter();
        assert_eq!(goals.filter(|part| part.role == RigRole::Goal).count(), 4096);
    }
}
