//! Bones and their rest pose (docs/formats/cast.md §2.7, §3.2, §3.3).
//!
//! In: a Skeleton node. Out: a [`Skeleton`] whose rest transforms, in model space too, are all finite.

use super::fields;
use crate::cast::{NodeKind, NodeView};
use crate::rules::cast as rule;
use castview_base::core::{Bounds, Diagnostics, Transform};
use castview_base::scene::{Bone, Skeleton};
use glam::{Affine3A, Mat3A, Quat, Vec3};
use std::collections::HashSet;

/// The Bone children, in file order, are the bones: a bone's index in a file counts them alone.
pub(super) fn lower(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> Skeleton {
    let nodes: Vec<NodeView> = node.children_of(NodeKind::Bone).collect();
    let mut parents: Vec<Option<usize>> = nodes
        .iter()
        .enumerate()
        .map(|(index, bone)| parent(*bone, index, nodes.len(), diagnostics))
        .collect();
    let order = break_cycles(&mut parents, &nodes, diagnostics);
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
        },
        &order,
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

/// Makes a root of each bone that closes a cycle (cast.md §3.2.1, row 55), and returns the bones with parents before children.
/// Each bone is opened once, so this is linear.
fn break_cycles(parents: &mut [Option<usize>], nodes: &[NodeView<'_>], diagnostics: &mut Diagnostics) -> Vec<usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Placed,
    }
    let mut state = vec![State::New; parents.len()];
    let mut order = Vec::with_capacity(parents.len());
    let mut path = Vec::new();
    for start in 0..parents.len() {
        let mut next = Some(start);
        while let Some(bone) = next
            && state[bone] == State::New
        {
            state[bone] = State::Open;
            path.push(bone);
            next = parents[bone];
            if next.is_some_and(|parent| state[parent] == State::Open) {
                parents[bone] = None;
                diagnostics.report(
                    rule::C55,
                    || fields::place_of(nodes[bone], "p"),
                    || "the bone is its own ancestor; made a root".into(),
                );
                break;
            }
        }
        while let Some(bone) = path.pop() {
            state[bone] = State::Placed;
            order.push(bone);
        }
    }
    order
}

/// Where a bone rests in model space.
#[derive(Clone, Copy)]
struct Rested {
    matrix: Affine3A,
    /// The rotations alone.
    rotation: Quat,
    scale: Vec3,
}

/// Who hangs on whom, and how; file order.
struct Hierarchy<'a> {
    parents: &'a [Option<usize>],
    compensates: &'a [bool],
}

/// Rest transforms relative to the parent, in file order.
fn rest_transforms(
    nodes: &[NodeView<'_>],
    hierarchy: &Hierarchy<'_>,
    order: &[usize],
    diagnostics: &mut Diagnostics,
) -> Vec<Transform> {
    let mut rests = vec![Transform::IDENTITY; nodes.len()];
    let mut rested = vec![
        Rested {
            matrix: Affine3A::IDENTITY,
            rotation: Quat::IDENTITY,
            scale: Vec3::ONE
        };
        nodes.len()
    ];
    let mut conflicts = Conflicts::default();
    for &bone in order {
        let parent = hierarchy.parents[bone].map(|parent| &rested[parent]);
        let stored = Stored::read(nodes[bone], diagnostics);
        let mut rest = stored.local(parent);
        let mut own = place(parent, &rest, hierarchy.compensates[bone]);
        if !own.matrix.is_finite() {
            diagnostics.report(
                rule::C49,
                || nodes[bone].place(),
                || "the bone's rest position is beyond all numbers; put where its parent is".into(),
            );
            rest = Transform::IDENTITY;
            own = place(parent, &rest, hierarchy.compensates[bone]);
        }
        conflicts.note(bone, &stored, &own);
        rests[bone] = rest;
        rested[bone] = own;
    }
    conflicts.report(nodes, &rested, diagnostics);
    rests
}

/// `W = W_parent · T · C · R · S` (cast.md §3.3), as [`castview_base::scene::model_from_bone`] builds it.
/// A5: the parent's rest scale moves the child, compensated or not.
fn place(parent: Option<&Rested>, rest: &Transform, compensates: bool) -> Rested {
    let Some(parent) = parent else {
        return Rested {
            matrix: rest.affine(),
            rotation: rest.rotation,
            scale: rest.scale,
        };
    };
    let mut joint = rest.affine();
    if compensates {
        let inverse = |s: f32| if s.abs() < 1e-8 { 1.0 } else { 1.0 / s };
        let cancelled = Vec3::new(
            inverse(parent.scale.x),
            inverse(parent.scale.y),
            inverse(parent.scale.z),
        );
        joint.matrix3 = Mat3A::from_diagonal(cancelled) * joint.matrix3;
    }
    Rested {
        matrix: parent.matrix * joint,
        rotation: (parent.rotation * rest.rotation).normalize(),
        scale: rest.scale,
    }
}

/// Values that a Bone node holds, broken parts left out.
struct Stored {
    local_position: Option<Vec3>,
    local_rotation: Option<Quat>,
    world_position: Option<Vec3>,
    world_rotation: Option<Quat>,
    scale: Vec3,
}

impl Stored {
    fn read(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> Self {
        Self {
            local_position: fields::position(node, "lp", diagnostics),
            local_rotation: fields::rotation(node, "lr", diagnostics),
            world_position: fields::position(node, "wp", diagnostics),
            world_rotation: fields::rotation(node, "wr", diagnostics),
            scale: fields::scale(node, "s", diagnostics),
        }
    }

    /// cast.md A2: local data first, world data for the components that have none; position and rotation on their own.
    fn local(&self, parent: Option<&Rested>) -> Transform {
        let local_of = |world: Vec3| parent.map_or(world, |parent| parent.local_point(world));
        let turn_of = |world: Quat| parent.map_or(world, |parent| (parent.rotation.conjugate() * world).normalize());
        Transform {
            translation: self
                .local_position
                .or_else(|| self.world_position.map(local_of))
                .unwrap_or(Vec3::ZERO),
            rotation: self
                .local_rotation
                .or_else(|| self.world_rotation.map(turn_of))
                .unwrap_or(Quat::IDENTITY),
            scale: self.scale,
        }
    }
}

impl Rested {
    /// `W⁻¹ · point`; without the scale where that cannot be undone.
    fn local_point(&self, point: Vec3) -> Vec3 {
        let local = super::geometry::skin::inverse(&self.matrix).map(|inverse| inverse.transform_point3(point));
        local.unwrap_or_else(|| self.rotation.conjugate() * (point - Vec3::from(self.matrix.translation)))
    }
}

/// Bones whose local and world data disagree (cast.md A2).
#[derive(Default)]
struct Conflicts {
    /// Bone, and how far apart its two positions are.
    moved: Vec<(usize, f32)>,
    turned: Vec<usize>,
}

impl Conflicts {
    /// Positions count as equal up to this part of the skeleton's size, rotations up to this angle.
    const POSITION: f32 = 1e-3;
    const ANGLE_RAD: f32 = std::f32::consts::PI / 180.0;

    fn note(&mut self, bone: usize, stored: &Stored, own: &Rested) {
        if let (Some(_), Some(world)) = (stored.local_position, stored.world_position) {
            self.moved.push((bone, world.distance(own.matrix.translation.into())));
        }
        if let (Some(_), Some(world)) = (stored.local_rotation, stored.world_rotation)
            && own.rotation.angle_between(world) > Self::ANGLE_RAD
        {
            self.turned.push(bone);
        }
    }

    fn report(mut self, nodes: &[NodeView<'_>], rested: &[Rested], diagnostics: &mut Diagnostics) {
        let bounds: Bounds = rested.iter().map(|bone| Vec3::from(bone.matrix.translation)).collect();
        let tolerance = bounds.diagonal() * Self::POSITION;
        self.moved.retain(|(_, distance)| *distance > tolerance);
        let mut bones: Vec<usize> = self.moved.iter().map(|(bone, _)| *bone).chain(self.turned).collect();
        bones.sort_unstable();
        bones.dedup();
        if let Some(&first) = bones.first() {
            diagnostics.report(
                rule::A2,
                || nodes[first].place(),
                || {
                    format!(
                        "{} bones have local and world rest data that disagree, this one first; local kept",
                        bones.len()
                    )
                },
            );
        }
    }
}
