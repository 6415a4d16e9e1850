//! Bones and their rest pose (docs/formats/cast.md §2.7, §3.2, §3.3).
//!
//! In: a Skeleton node. Out: a [`Skeleton`] whose rest transforms, in model space too, are all finite.

use super::fields;
use crate::cast::{NodeKind, NodeView};
use crate::lower::rest::{self, Hierarchy, StoredRest, break_cycles};
use crate::rules::cast as rule;
use castview_base::core::{Diagnostics, Transform};
use castview_base::scene::{Bone, Skeleton};
use std::collections::HashSet;

/// The Bone children, in file order, are the bones: a bone's index in a file counts them alone.
pub(super) fn lower(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> Skeleton {
    let nodes: Vec<NodeView> = node.children_of(NodeKind::Bone).collect();
    let mut parents: Vec<Option<usize>> = nodes
        .iter()
        .enumerate()
        .map(|(index, bone)| parent(*bone, index, nodes.len(), diagnostics))
        .collect();
    // cast.md §3.2.1 and row 55.
    let order = break_cycles(&mut parents, |bone| {
        diagnostics.report(
            rule::C55,
            || fields::place_of(nodes[bone], "p"),
            || "the bone is its own ancestor; made a root".into(),
        );
    });
    // cast.md A3, A4: the flag stands on the bone that cancels its parent's scale, and is on unless the file says no.
    let compensates: Vec<bool> = nodes
        .iter()
        .map(|bone| fields::is_true(*bone, "ssc", diagnostics).unwrap_or(true))
        .collect();
    let rests = rest_transforms(
        &nodes,
        &Hierarchy {
            parents: &parents,
            compensates: &compensates,
            order: &order,
        },
        diagnostics,
    );
    drop(order);
    let mut names = names(&nodes, diagnostics);
    drop(nodes);
    let bone = |index: usize| Bone {
        name: std::mem::take(&mut names[index]),
        rest: rests[index],
        compensates_scale: compensates[index],
        ..Bone::default()
    };
    Skeleton::of_parents(&parents, bone).expect("cycles are broken and every parent is one of the bones")
}

/// cast.md rows 57 and 58.
fn names(nodes: &[NodeView<'_>], diagnostics: &mut Diagnostics) -> Vec<String> {
    let named = nodes.iter().enumerate().map(|(index, bone)| {
        fields::text(*bone, "n", diagnostics).unwrap_or_else(|| {
            let name = format!("bone_{index}");
            diagnostics.report(
                rule::C57,
                || bone.place(),
                || format!("the bone has no name; called {name}"),
            );
            name
        })
    });
    let names: Vec<String> = named.collect();
    let mut taken = HashSet::with_capacity(names.len());
    for (bone, name) in nodes.iter().zip(&names) {
        if !taken.insert(name.as_str()) {
            diagnostics.report(
                rule::C58,
                || bone.place(),
                || {
                    format!(
                        "another bone before it is called \"{}\"; curves move both",
                        name.escape_debug()
                    )
                },
            );
        }
    }
    names
}

/// cast.md rows 53, 54, 56. The index is signed on disk: all ones, in whatever width, is −1 and means "no parent".
fn parent(bone: NodeView<'_>, own: usize, count: usize, diagnostics: &mut Diagnostics) -> Option<usize> {
    let stored = fields::uint(bone, "p", diagnostics)?;
    if let Ok(parent) = usize::try_from(stored)
        && parent < count
        && parent != own
    {
        return Some(parent);
    }
    let none = fields::minus_one(bone.property("p")?.kind());
    if stored != none || stored == own as u64 {
        diagnostics.report(
            rule::C54,
            || fields::place_of(bone, "p"),
            || {
                let what = if stored == own as u64 {
                    "the bone itself".into()
                } else {
                    format!("bone {stored} of {count}")
                };
                format!("the parent is {what}; made a root")
            },
        );
    }
    None
}

/// Rest transforms relative to the parent, in file order.
fn rest_transforms(nodes: &[NodeView<'_>], hierarchy: &Hierarchy<'_>, diagnostics: &mut Diagnostics) -> Vec<Transform> {
    let mut read = Diagnostics::default();
    let (rests, conflicts) = rest::rests(
        hierarchy,
        |bone| stored(nodes[bone], &mut read),
        |bone| {
            diagnostics.report(
                rule::C49,
                || nodes[bone].place(),
                || "the bone's rest position is beyond all numbers; put where its parent is".into(),
            );
        },
    );
    diagnostics.append(read);
    // cast.md A2.
    if let Some(&first) = conflicts.first() {
        diagnostics.report(
            rule::A2,
            || nodes[first].place(),
            || {
                format!(
                    "{} bones have local and world rest data that disagree, this one first; local kept",
                    conflicts.len()
                )
            },
        );
    }
    rests
}

/// Values that a Bone node holds, broken parts left out.
fn stored(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> StoredRest {
    StoredRest {
        local_position: fields::position(node, "lp", diagnostics),
        local_rotation: fields::rotation(node, "lr", diagnostics),
        world_position: fields::position(node, "wp", diagnostics),
        world_rotation: fields::rotation(node, "wr", diagnostics),
        scale: fields::scale(node, "s", diagnostics),
    }
}
