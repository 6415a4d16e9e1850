//! IK handles and constraints of a skeleton (spec/cast.md 2.8, 2.9, 3.16, 3.17).

use super::fields;
use super::links::Links;
use crate::core::{BoneIndex, Diagnostics};
use crate::formats::cast::{NodeKind, NodeView};
use crate::scene::{Constraint, ConstraintKind, IkHandle, Rig, Skeleton};
use glam::{Quat, Vec3};

/// Row 74: what lacks a bone is skipped.
pub(super) fn lower(node: NodeView<'_>, skeleton: &Skeleton, diagnostics: &mut Diagnostics) -> Rig {
    let is_rig = |child: &NodeView| matches!(child.kind(), NodeKind::IkHandle | NodeKind::Constraint);
    if !node.children().any(|child| is_rig(&child)) {
        return Rig::default();
    }
    let bones = Bones {
        links: Links::new(node.children()),
        skeleton,
        family: Family::new(skeleton),
    };
    Rig {
        handles: node
            .children_of(NodeKind::IkHandle)
            .filter_map(|node| bones.handle(node, diagnostics))
            .collect(),
        constraints: node
            .children_of(NodeKind::Constraint)
            .filter_map(|node| bones.constraint(node, diagnostics))
            .collect(),
    }
}

struct Bones<'a> {
    links: Links<'a>,
    skeleton: &'a Skeleton,
    family: Family,
}

impl<'a> Bones<'a> {
    fn bone(&self, node: NodeView<'a>, name: &str, diagnostics: &mut Diagnostics) -> Option<BoneIndex> {
        let (file_index, _) = self.links.follow_property(node, name, NodeKind::Bone, diagnostics)?;
        self.skeleton.from_file(file_index)
    }

    fn handle(&self, node: NodeView<'a>, diagnostics: &mut Diagnostics) -> Option<IkHandle> {
        let start = self.bone(node, "sb", diagnostics);
        let end = self.bone(node, "eb", diagnostics);
        let target = self.bone(node, "tb", diagnostics);
        let mut skip = |why: &str| {
            diagnostics.warn("C74", || node.place(), || format!("the handle {why}; skipped"));
            None
        };
        let (Some(start), Some(end)) = (start, end) else {
            return skip("lacks its first or last bone");
        };
        // A29: Maya would pull the chain to the model's origin.
        let Some(target) = target else {
            return skip("has no target bone");
        };
        if !self.family.is_descendant(end, start) {
            return skip("ends in a bone that is no descendant of its first");
        }
        if self.skeleton.parent(end) == Some(start) {
            return skip("has no bone between its first and its last");
        }
        Some(IkHandle {
            name: fields::text(node, "n", diagnostics).unwrap_or_default(),
            start,
            end,
            target,
            target_offset: fields::position_or(node, "to", Vec3::ZERO, diagnostics),
            pole_vector: self.bone(node, "pv", diagnostics),
            pole_twist: self.bone(node, "pb", diagnostics),
            takes_target_rotation: fields::is_true(node, "tr", diagnostics).unwrap_or(false),
        })
    }

    fn constraint(&self, node: NodeView<'a>, diagnostics: &mut Diagnostics) -> Option<Constraint> {
        let driven = self.bone(node, "cb", diagnostics);
        let target = self.bone(node, "tb", diagnostics);
        let (Some(driven), Some(target)) = (driven, target) else {
            diagnostics.warn("C74", || node.place(), || "the constraint lacks a bone; skipped".into());
            return None;
        };
        let kind = fields::borrowed_text(node, "ct", diagnostics);
        // A33 is left to the evaluation: both the explicit offset and the wish to keep the rest offset are kept.
        let kind = match kind.as_deref() {
            Some("pt") => ConstraintKind::Point {
                offset: fields::position_or(node, "co", Vec3::ZERO, diagnostics),
            },
            Some("or") => ConstraintKind::Orient {
                offset: fields::rotation(node, "co", diagnostics).unwrap_or(Quat::IDENTITY),
            },
            Some("sc") => ConstraintKind::Scale {
                offset: fields::position_or(node, "co", Vec3::ONE, diagnostics),
            },
            other => {
                diagnostics.warn(
                    "C74",
                    || fields::place_of(node, "ct"),
                    || {
                        format!(
                            "\"{}\" is no kind of constraint; skipped",
                            other.unwrap_or_default().escape_debug()
                        )
                    },
                );
                return None;
            }
        };
        let mut flag = |name| fields::is_true(node, name, diagnostics).unwrap_or(false);
        Some(Constraint {
            kind,
            driven,
            target,
            keeps_rest_offset: flag("mo"),
            skips: [flag("sx"), flag("sy"), flag("sz")],
            weight: weight(node, diagnostics),
            name: fields::text(node, "n", diagnostics).unwrap_or_default(),
        })
    }
}

/// A32: an influence, 0…1.
fn weight(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> f32 {
    match fields::float(node, "wt", diagnostics) {
        Some(weight) if !weight.is_nan() => weight.clamp(0.0, 1.0),
        _ => 1.0,
    }
}

/// Answers "is a bone below another?" at once, so that a file full of handles on a long chain costs linear time.
struct Family {
    /// Bones numbered so that the descendants of bone `b` are the numbers after `number[b]`, up to `last[b]`.
    number: Vec<usize>,
    last: Vec<usize>,
}

impl Family {
    fn new(skeleton: &Skeleton) -> Self {
        let mut size = vec![1; skeleton.len()];
        for (bone, parent) in skeleton.parents().iter().enumerate().rev() {
            if let Some(parent) = parent {
                size[parent.get()] += size[bone];
            }
        }
        // Parents come first: each hands out consecutive blocks of numbers to its children.
        let mut number = vec![0; skeleton.len()];
        let mut free = vec![0; skeleton.len()];
        let mut free_root = 0;
        for bone in skeleton.bones() {
            let block = match skeleton.parent(bone) {
                Some(parent) => &mut free[parent.get()],
                None => &mut free_root,
            };
            let first = *block;
            *block += size[bone.get()];
            number[bone.get()] = first;
            free[bone.get()] = first + 1;
        }
        let last = number.iter().zip(&size).map(|(first, size)| first + size - 1).collect();
        Self { number, last }
    }

    fn is_descendant(&self, bone: BoneIndex, of: BoneIndex) -> bool {
        let number = self.number[bone.get()];
        number > self.number[of.get()] && number <= self.last[of.get()]
    }
}
