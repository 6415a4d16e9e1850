//! Bones for a clip that comes without any: one for each target that its curves move.
//!
//! In: a clip. Out: a skeleton at the clip's first frame, and how many of its parents are guesses. Keys say where a bone is from its
//! parent, and not which that is: names are asked. Never here: models.

use super::bind::roles::Roles;
use super::sample::{sample_rotation, sample_scalar};
use castview_base::core::Transform;
use castview_base::scene::{Bone, Clip, CurveMode, Property, Skeleton, Track};
use std::collections::HashMap;

/// Breaks of a name that are looked at: each costs a look at the whole name before it, and a file may hold a name of nothing else.
const MOST_BREAKS: usize = 64;
/// Characters after which a name goes on, as in `arm_twist` and `root/arm`.
const BREAKS: [char; 7] = ['/', '|', '.', '_', '-', ' ', ':'];
/// Names of bones that carry all others, in lower case.
const ROOTS: [&str; 7] = [
    "root",
    "tag_origin",
    "origin",
    "reference",
    "armature",
    "bip01",
    "global_root",
];

/// A skeleton for a clip alone.
#[derive(Clone, Debug)]
pub struct StandInSkeleton {
    /// One bone for each target, in the order in which the clip names them.
    pub skeleton: Skeleton,
    /// Bones whose parent was found by their name.
    pub parents_by_name: usize,
}

impl StandInSkeleton {
    /// `3 stand-in bones, 2 of them under parents guessed by name`.
    pub fn told(&self) -> String {
        let bones = match self.skeleton.len() {
            1 => "1 stand-in bone".to_owned(),
            count => format!("{count} stand-in bones"),
        };
        match self.parents_by_name {
            0 => bones,
            1 => format!("{bones}, 1 of them under a parent guessed by name"),
            count => format!("{bones}, {count} of them under parents guessed by name"),
        }
    }
}

/// `None` where no curve moves a bone.
pub fn stand_in(clip: &Clip) -> Option<StandInSkeleton> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut bones: Vec<Bone> = Vec::new();
    for track in &clip.tracks {
        if !is_of_bone(track.property) || track.target.is_empty() {
            continue;
        }
        let at = *places.entry(&track.target).or_insert_with(|| {
            bones.push(Bone {
                name: track.target.clone(),
                ..Bone::default()
            });
            bones.len() - 1
        });
        place(&mut bones[at].rest, track, clip.range.start);
    }
    if bones.is_empty() {
        return None;
    }
    let names: Vec<&str> = clip_names(&places);
    let parents = parents(&names, &places);
    let parents_by_name = parents.iter().flatten().count();
    let skeleton = Skeleton::of_parents(&parents, |at| Bone {
        parent: parents[at],
        ..std::mem::take(&mut bones[at])
    });
    let skeleton = skeleton.ok()?;
    Some(StandInSkeleton {
        skeleton,
        parents_by_name,
    })
}

fn clip_names<'a>(places: &HashMap<&'a str, usize>) -> Vec<&'a str> {
    let mut names = vec![""; places.len()];
    places.iter().for_each(|(name, at)| names[*at] = name);
    names
}

fn is_of_bone(property: Property) -> bool {
    !matches!(
        property,
        Property::BlendWeight | Property::Visibility | Property::Parameter(_)
    )
}

/// Puts the rest transform to the track's first value. Offsets from an unknown rest pose begin at none, and a scale is one.
fn place(rest: &mut Transform, track: &Track, frame: f64) {
    if track.mode != CurveMode::Absolute {
        return;
    }
    let number = || sample_scalar(track, frame).filter(|value| value.is_finite());
    match track.property {
        Property::TranslationX => rest.translation.x = number().unwrap_or_default(),
        Property::TranslationY => rest.translation.y = number().unwrap_or_default(),
        Property::TranslationZ => rest.translation.z = number().unwrap_or_default(),
        Property::Rotation => rest.rotation = sample_rotation(track, frame).unwrap_or(rest.rotation),
        _ => {}
    }
}

/// Guesses parents by names. In this order: the part of the body, the number before (`tail_02` under `tail_01`), the longest name that
/// begins another one up to a break (`arm_twist` under `arm`, `root|hip` under `root`), else the root. The result has no cycles.
fn parents(names: &[&str], places: &HashMap<&str, usize>) -> Vec<Option<usize>> {
    let roles = Roles::new();
    let rig = roles.rig_of(names.iter().copied());
    let role = |name: &str| rig.and_then(|rig| roles.of(rig, name));
    let by_role: HashMap<_, usize> = names
        .iter()
        .enumerate()
        .filter_map(|(at, name)| Some((role(name)?, at)))
        .collect();
    let root = names.iter().position(|name| ROOTS.contains(&&*name.to_lowercase()));
    let one = |at: usize| -> Option<usize> {
        let name = names[at];
        let ancestors = std::iter::successors(role(name).and_then(|role| role.parent()), |role| role.parent());
        let by_body = ancestors.filter_map(|role| by_role.get(&role).copied()).next();
        let found = by_body
            .or_else(|| numbered_before(name).and_then(|before| places.get(&*before).copied()))
            .or_else(|| shorter(name).find_map(|shorter| places.get(shorter).copied()));
        found.or(root).filter(|parent| *parent != at)
    };
    let mut parents: Vec<Option<usize>> = (0..names.len()).map(one).collect();
    // Names that lead to each other: the first of them stands alone.
    let mut seen = vec![usize::MAX; names.len()];
    for start in 0..names.len() {
        let mut at = start;
        while seen[at] == usize::MAX {
            seen[at] = start;
            match parents[at] {
                Some(parent) if seen[parent] == start => {
                    parents[at] = None;
                    break;
                }
                Some(parent) => at = parent,
                None => break,
            }
        }
    }
    parents
}

/// `tail_02` → `tail_01`, `tail.10` → `tail.09`.
fn numbered_before(name: &str) -> Option<String> {
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let digits = &name[stem.len()..];
    let number: u32 = digits.parse().ok()?;
    let before = number.checked_sub(1)?;
    Some(format!("{stem}{before:0width$}", width = digits.len()))
}

/// The name up to each of its last [`MOST_BREAKS`] breaks, the longest first.
fn shorter(name: &str) -> impl Iterator<Item = &str> {
    let breaks = name.char_indices().rev().filter(|(_, letter)| BREAKS.contains(letter));
    breaks.take(MOST_BREAKS).map(|(at, _)| &name[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_many_breaks_costs_a_bounded_number_of_looks() {
        assert_eq!(shorter("a_b|c").collect::<Vec<_>>(), ["a_b", "a"]);
        assert_eq!(shorter(&"|".repeat(1 << 20)).count(), MOST_BREAKS);
    }

    #[test]
    fn names_say_what_they_hang_on() {
        for (names, wanted) in [
            (&["root"][..], &[None][..]),
            (&["root", "box"], &[None, Some(0)]),
            (&["a", "b"], &[None, None]),
            (&["tail_01", "tail_02", "tail_04"], &[None, Some(0), None]),
            (&["arm", "arm_twist", "arm_twist.end"], &[None, Some(0), Some(1)]),
            (&["root|hip|knee", "root|hip"], &[Some(1), None]),
            (
                &["LeftFoot", "LeftLeg", "Hips", "Head", "Spine"],
                &[Some(1), Some(2), None, Some(4), Some(2)],
            ),
            (
                &["tag_origin", "j_knee_le", "j_hip_le", "j_mainroot", "j_head"],
                &[None, Some(2), Some(3), Some(0), Some(3)],
            ),
        ] {
            let places: HashMap<&str, usize> = names.iter().enumerate().map(|(at, name)| (*name, at)).collect();
            assert_eq!(parents(names, &places), wanted, "{names:?}");
        }
    }
}
