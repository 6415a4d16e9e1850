//! IK handles and constraints of a skeleton (docs/formats/cast.md §2.8, §2.9, §3.16, §3.17).

use super::fields;
use super::links::Links;
use crate::cast::{NodeKind, NodeView};
use crate::rules::cast as rule;
use castview_base::core::{BoneIndex, Diagnostics};
use castview_base::scene::{Constraint, ConstraintKind, IkHandle, Rig, Skeleton};
use glam::{Affine3A, Quat, Vec3};

/// Bound of the cost of solving all of a file's handles and constraints, in bones walked over: some hundredths of a second. Rigs that
/// people build take a thousandth of it.
const MOST_STEPS: usize = 1 << 20;

/// The rounds that an iterative solver may go over a chain (cast.md §3.16).
const ROUNDS: usize = 32;

/// cast.md row 74: what lacks a bone is skipped; so is what lies beyond [`MOST_STEPS`].
pub(super) fn lower(node: NodeView<'_>, skeleton: &Skeleton, diagnostics: &mut Diagnostics) -> Rig {
    let is_rig = |child: &NodeView| matches!(child.kind(), NodeKind::IkHandle | NodeKind::Constraint);
    if !node.children().any(|child| is_rig(&child)) {
        return Rig::default();
    }
    let bones = Bones {
        links: Links::new(node.children()),
        skeleton,
        family: Family::new(skeleton),
        depth: depths(skeleton),
        rest: skeleton.rest_model_from_bone(),
    };
    let mut steps = Steps { left: MOST_STEPS };
    let mut rig = Rig::default();
    for node in node.children_of(NodeKind::IkHandle) {
        if let Some(handle) = bones.handle(node, diagnostics)
            && steps.take(bones.handle_steps(&handle), node, diagnostics)
        {
            bones.question_handle(&handle, node, diagnostics);
            rig.handles.push(handle);
        }
    }
    for node in node.children_of(NodeKind::Constraint) {
        if let Some(constraint) = bones.constraint(node, diagnostics)
            && steps.take(bones.constraint_steps(&constraint), node, diagnostics)
        {
            bones.question_constraint(&constraint, node, diagnostics);
            rig.constraints.push(constraint);
        }
    }
    rig
}

/// Steps that are left of [`MOST_STEPS`].
struct Steps {
    left: usize,
}

impl Steps {
    /// Whether `cost` fits in; if so it is spent.
    fn take(&mut self, cost: usize, node: NodeView<'_>, diagnostics: &mut Diagnostics) -> bool {
        let fits = cost <= self.left;
        if fits {
            self.left -= cost;
        } else {
            diagnostics.report(
                rule::C74,
                || node.place(),
                || "the skeleton's handles and constraints together take too long to solve; this one is skipped".into(),
            );
        }
        fits
    }
}

/// Bones above each bone.
fn depths(skeleton: &Skeleton) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::with_capacity(skeleton.len());
    for parent in skeleton.parents() {
        depths.push(parent.map_or(0, |parent| depths[parent.get()] + 1));
    }
    depths
}

struct Bones<'a> {
    links: Links<'a>,
    skeleton: &'a Skeleton,
    family: Family,
    depth: Vec<usize>,
    /// `model_from_bone`.
    rest: Vec<Affine3A>,
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
            diagnostics.report(rule::C74, || node.place(), || format!("the handle {why}; skipped"));
            None
        };
        let (Some(start), Some(end)) = (start, end) else {
            return skip("lacks its first or last bone");
        };
        // cast.md A29: Maya would pull the chain to the model's origin.
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

    fn handle_steps(&self, handle: &IkHandle) -> usize {
        let depth = |bone: BoneIndex| self.depth[bone.get()] + 1;
        let others = [Some(handle.target), handle.pole_vector, handle.pole_twist];
        let others: usize = others.into_iter().flatten().map(depth).sum();
        depth(handle.end) + others + ROUNDS * (depth(handle.end) - depth(handle.start))
    }

    fn constraint_steps(&self, constraint: &Constraint) -> usize {
        self.depth[constraint.driven.get()] + self.depth[constraint.target.get()] + 2
    }

    /// Says what is odd about a handle that is kept: it steers by its own chain, or has no length to bend at rest.
    fn question_handle(&self, handle: &IkHandle, node: NodeView<'a>, diagnostics: &mut Diagnostics) {
        let hangs = |bone: BoneIndex| bone == handle.start || self.family.is_descendant(bone, handle.start);
        if hangs(handle.target) {
            diagnostics.report(
                rule::C74,
                || fields::place_of(node, "tb"),
                || "the handle drives its own target; solved once, for where the target was".into(),
            );
        }
        for (name, what, bone) in [
            ("pv", "pole", handle.pole_vector),
            ("pb", "pole twist", handle.pole_twist),
        ] {
            // The first bone's place is where poles are seen from; only its own turn would follow itself.
            let own_start = name == "pv" && bone == Some(handle.start);
            if bone.is_some_and(hangs) && !own_start {
                diagnostics.report(
                    rule::C74_NOTE,
                    || fields::place_of(node, name),
                    || format!("the handle drives its own {what}; solved once, for where that was"),
                );
            }
        }
        if self.bones_with_length(handle) < 2 {
            diagnostics.report(
                rule::C74_NOTE,
                || node.place(),
                || {
                    "fewer than two bones of the chain have a length at rest; the handle does nothing while that is so"
                        .into()
                },
            );
        }
    }

    /// Bones of the chain that are longer than a millionth of it, at rest.
    fn bones_with_length(&self, handle: &IkHandle) -> usize {
        let place = |bone: BoneIndex| Vec3::from(self.rest[bone.get()].translation).as_dvec3();
        let above = |bone: BoneIndex| self.skeleton.parent(bone).filter(|_| bone != handle.start);
        let chain = std::iter::successors(Some(handle.end), |bone| above(*bone));
        let lengths = chain.filter_map(|bone| Some(place(bone).distance(place(above(bone)?))));
        let total: f64 = lengths.clone().sum();
        lengths.filter(|length| *length > 1e-6 * total).count()
    }

    fn question_constraint(&self, constraint: &Constraint, node: NodeView<'a>, diagnostics: &mut Diagnostics) {
        let (driven, target) = (constraint.driven, constraint.target);
        if driven == target || self.family.is_descendant(target, driven) {
            diagnostics.report(
                rule::C74,
                || fields::place_of(node, "tb"),
                || "the constraint drives its own target; solved once, for where the target was".into(),
            );
        }
    }

    fn constraint(&self, node: NodeView<'a>, diagnostics: &mut Diagnostics) -> Option<Constraint> {
        let driven = self.bone(node, "cb", diagnostics);
        let target = self.bone(node, "tb", diagnostics);
        let (Some(driven), Some(target)) = (driven, target) else {
            diagnostics.report(
                rule::C74,
                || node.place(),
                || "the constraint lacks a bone; skipped".into(),
            );
            return None;
        };
        let kind = fields::borrowed_text(node, "ct", diagnostics);
        // cast.md A33 is left to the evaluation: both the explicit offset and the wish to keep the rest offset are kept.
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
                diagnostics.report(
                    rule::C74,
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

/// cast.md A32: an influence, 0…1.
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
