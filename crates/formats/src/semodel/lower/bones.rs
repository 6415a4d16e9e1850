//! Bones and their rest pose (docs/formats/semodel.md §4.1).

use crate::lower::directions;
use crate::lower::names::short;
use crate::lower::rest::{Hierarchy, StoredRest, break_cycles, rests};
use crate::lower::scan::NEAR_UNIT;
use crate::rules::semodel as rule;
use crate::semodel::Document;
use crate::walk::{self, Walk};
use castview_base::core::{Diagnostics, Place};
use castview_base::scene::{Bone, Skeleton};
use glam::{Quat, Vec3, Vec4};
use std::collections::HashSet;

pub(super) fn lower(document: &Document, diagnostics: &mut Diagnostics) -> Skeleton {
    let bones = &document.bones;
    let place = |bone: usize| Place {
        node_path: format!("bone[{bone}]"),
        offset: bones[bone].at as u64,
    };
    let mut parents: Vec<Option<usize>> = (0..bones.len())
        .map(|bone| parent(document, bone, || place(bone), diagnostics))
        .collect();
    let order = break_cycles(&mut parents, |bone| {
        diagnostics.report(
            rule::SM8,
            || place(bone),
            || "the bone is its own ancestor; made a root".into(),
        );
    });
    let hierarchy = Hierarchy {
        parents: &parents,
        compensates: &[],
        order: &order,
    };
    let mut read = Diagnostics::default();
    let (rests, conflicts) = rests(
        &hierarchy,
        |bone| stored(document, bone, &mut read),
        |bone| {
            diagnostics.report(
                rule::SM10,
                || place(bone),
                || "the bone's rest position is beyond all numbers; put where its parent is".into(),
            );
        },
    );
    diagnostics.append(read);
    if let Some(&first) = conflicts.first() {
        diagnostics.report(
            rule::SM11,
            || place(first),
            || {
                format!(
                    "{} bones have local and global transforms that disagree, this one first; local kept",
                    conflicts.len()
                )
            },
        );
    }
    drop(order);
    let mut names = names(document, diagnostics);
    let bone = |bone: usize| Bone {
        name: std::mem::take(&mut names[bone]),
        rest: rests[bone],
        ..Bone::default()
    };
    Skeleton::of_parents(&parents, bone).expect("cycles are broken and every parent is one of the bones")
}

/// A parent may come after its child.
fn parent(
    document: &Document,
    bone: usize,
    place: impl FnOnce() -> Place,
    diagnostics: &mut Diagnostics,
) -> Option<usize> {
    let stored = document.bones[bone].parent;
    let parent = usize::try_from(stored).ok();
    if let Some(parent) = parent.filter(|parent| *parent < document.bones.len() && *parent != bone) {
        return Some(parent);
    }
    // A parent that the end of the file cut off is told with the end.
    let is_announced = parent.is_some_and(|parent| parent < document.header.counts[0] as usize && parent != bone);
    if stored != -1 && !is_announced {
        diagnostics.report(rule::SM8, place, || match parent == Some(bone) {
            true => "the parent is the bone itself; made a root".into(),
            false => format!(
                "the parent is bone {stored} of {}; made a root",
                document.header.counts[0]
            ),
        });
    }
    None
}

fn names(document: &Document, diagnostics: &mut Diagnostics) -> Vec<String> {
    let mut names = Vec::with_capacity(document.bones.len());
    for (bone, stored) in document.bones.iter().enumerate() {
        let path = || format!("bone[{bone}]");
        let name = walk::text(&document.bytes, &stored.name, rule::SM7, path, diagnostics);
        let place = || Place {
            node_path: path(),
            offset: stored.name.start as u64,
        };
        names.push(match name.is_empty() {
            true => {
                let made = format!("bone_{bone}");
                diagnostics.report(rule::SM9, place, || format!("the bone has no name; called {made}"));
                made
            }
            false => short(&name).to_owned(),
        });
    }
    let mut taken = HashSet::with_capacity(names.len());
    for (bone, name) in names.iter().enumerate() {
        if !taken.insert(name.as_str()) {
            let place = || Place {
                node_path: format!("bone[{bone}]"),
                offset: document.bones[bone].name.start as u64,
            };
            diagnostics.report(rule::SM9, place, || {
                format!(
                    "another bone before it is called \"{}\"; curves move both",
                    name.escape_debug()
                )
            });
        }
    }
    names
}

/// Values that the file holds of a bone, broken parts left out.
fn stored(document: &Document, bone: usize, diagnostics: &mut Diagnostics) -> StoredRest {
    const DATA: usize = 5;
    let has = |bit: u8| document.header.bone_presence & bit != 0;
    let mut walk = Walk::from(&document.bytes, document.bones[bone].at + DATA);
    let mut pair = |is_there: bool, words: [&str; 2]| {
        let (at, place) = (walk.at(), is_there.then(|| walk.next::<[f32; 3]>()).flatten());
        let turn_at = walk.at();
        let turn = is_there.then(|| walk.next::<[f32; 4]>()).flatten();
        (
            place.and_then(|place| finite(place.into(), (bone, words[0], at), diagnostics)),
            turn.and_then(|turn| rotation(turn.into(), (bone, words[1], turn_at), diagnostics)),
        )
    };
    let (world_position, world_rotation) = pair(has(1), ["global location", "global rotation"]);
    let (local_position, local_rotation) = pair(has(2), ["local location", "local rotation"]);
    let at = walk.at();
    let scale = has(4).then(|| walk.next::<[f32; 3]>()).flatten().map(Vec3::from);
    StoredRest {
        local_position,
        local_rotation,
        world_position,
        world_rotation,
        scale: scale
            .and_then(|scale| finite(scale, (bone, "scale", at), diagnostics))
            .unwrap_or(Vec3::ONE),
    }
}

/// Bone, word for the value, and its byte.
fn place_of((bone, word, at): (usize, &str, usize)) -> Place {
    Place {
        node_path: format!("bone[{bone}].{}", word.replace(' ', "_")),
        offset: at as u64,
    }
}

fn finite(value: Vec3, spot: (usize, &str, usize), diagnostics: &mut Diagnostics) -> Option<Vec3> {
    if value.is_finite() {
        return Some(value);
    }
    diagnostics.report(
        rule::SM10,
        || place_of(spot),
        || format!("the {} {value} is not finite; taken as absent", spot.1),
    );
    None
}

fn rotation(raw: Vec4, spot: (usize, &str, usize), diagnostics: &mut Diagnostics) -> Option<Quat> {
    let Some(rotation) = directions::rotation(raw) else {
        diagnostics.report(
            rule::SM10,
            || place_of(spot),
            || format!("the {} {raw} has no direction; taken as absent", spot.1),
        );
        return None;
    };
    if !NEAR_UNIT.contains(&raw.length_squared()) {
        diagnostics.report(
            rule::SM10,
            || place_of(spot),
            || format!("the {} {raw} is far from unit length; normalised", spot.1),
        );
    }
    Some(rotation)
}
