//! Boxes and spheres: in which space they are, and whether they hold what they say (docs/formats/shape.md §3.2, §6.4).

use super::choices::Choices;
use super::node::Nodes;
use super::space::Space;
use crate::rules::shape as rule;
use crate::shape::Document;
use crate::shape::document::Volume;
use castview_base::core::{Bounds, Diagnostics};
use castview_base::scene::{self, Mesh, VolumeOf};
use glam::{Affine3A, Vec3};

const SPACE: &[(&str, &str)] = &[
    ("auto", "As the file says"),
    ("node", "The node's own space"),
    ("shape", "The space of the whole shape"),
];
/// A stored box may be off by this share of its diagonal.
const OFF: f32 = 0.01;
/// A matrix this near to nothing tells no space from another.
const STILL: f32 = 1e-4;

/// The volumes of a file, in the scene's space.
pub struct Volumes {
    shape: scene::Volume,
    nodes: Vec<scene::Volume>,
    /// In the order of the meshes.
    meshes: Vec<scene::Volume>,
}

impl Volumes {
    /// `meshes` are those of the model, as [`Document::drawn`] lists them.
    pub fn lower(document: &Document, space: &Space, nodes: &Nodes, meshes: &[Mesh], choices: &mut Choices) -> Self {
        let of_shape = decide(document, space, nodes, meshes, choices);
        let place = |of, node: usize, stored: &Volume| scene::Volume {
            bone: (!of_shape).then(|| nodes.bone(node)),
            ..in_scene(of, space, stored)
        };
        let stored = document.nodes.iter().enumerate();
        Self {
            shape: in_scene(VolumeOf::Model, space, &document.volume),
            nodes: stored
                .map(|(index, node)| place(VolumeOf::Node, index, &node.volume))
                .collect(),
            meshes: document
                .drawn()
                .map(|drawn| place(VolumeOf::Mesh, drawn.node, drawn.volume))
                .collect(),
        }
    }

    /// Centre, in the node's own space, and radius.
    pub fn sphere_of_node(&self, index: usize, nodes: &Nodes) -> (Vec3, f32) {
        let volume = &self.nodes[index];
        let node_from_shape = nodes.rest[index].inverse();
        match volume.bone {
            None if node_from_shape.is_finite() => (node_from_shape.transform_point3(volume.center), volume.radius),
            _ => (volume.center, volume.radius),
        }
    }

    /// Those that say anything.
    pub fn into_list(self) -> Vec<scene::Volume> {
        let all = std::iter::once(self.shape).chain(self.nodes).chain(self.meshes);
        all.filter(says_something).collect()
    }

    /// Compares the boxes of the shape and of its geometries with what they hold at rest.
    pub fn report(&self, document: &Document, nodes: &Nodes, meshes: &[Mesh], diagnostics: &mut Diagnostics) {
        let mut whole = Bounds::EMPTY;
        let (mut off, mut stated) = (0, 0);
        for ((drawn, mesh), volume) in document.drawn().zip(meshes).zip(&self.meshes) {
            let rest = nodes.rest[drawn.node];
            // At rest a skin leaves vertices where they are stored (shape.md A23).
            let is_skinned = !drawn.geometry.bones.is_empty();
            let in_shape = if is_skinned {
                mesh.bounds
            } else {
                mesh.bounds.transformed(rest)
            };
            whole = whole.union(in_shape);
            if says_something(volume) && !mesh.bounds.is_empty() {
                stated += 1;
                let computed = if volume.bone.is_none() { in_shape } else { mesh.bounds };
                off += usize::from(difference(&volume.bounds, &computed) > OFF);
            }
        }
        let place = || document.place(|| "bounds".into(), 0);
        if says_something(&self.shape) && !whole.is_empty() {
            let share = difference(&self.shape.bounds, &whole);
            if share > OFF {
                let percent = (share * 100.0).round();
                diagnostics.report(rule::S6_4, place, || {
                    format!("the stored box of the shape and the box around its geometries differ by {percent} %")
                });
            }
        }
        if off > 0 {
            diagnostics.report(rule::S6_4, place, || {
                format!("{off} of {stated} stored boxes of geometries differ by more than 1 % from what they hold")
            });
        }
    }
}

/// Nothing but zeros is no statement.
fn says_something(volume: &scene::Volume) -> bool {
    volume.bounds.diagonal() > 0.0 || volume.radius > 0.0
}

/// The farthest side, as a share of the greater diagonal.
fn difference(a: &Bounds, b: &Bounds) -> f32 {
    let farthest = (a.min - b.min).abs().max((a.max - b.max).abs()).max_element();
    farthest / a.diagonal().max(b.diagonal()).max(f32::MIN_POSITIVE)
}

/// Moves a stored volume into the scene's space. A box or a sphere that is no number states nothing.
fn in_scene(of: VolumeOf, space: &Space, stored: &Volume) -> scene::Volume {
    let bounds: Bounds = [stored.min, stored.max]
        .map(|corner| space.vector(corner))
        .into_iter()
        .collect();
    let is_box = bounds.min.is_finite() && bounds.max.is_finite();
    let [x, y, z, radius] = stored.sphere;
    let center = space.vector([x, y, z]);
    let is_sphere = center.is_finite() && radius.is_finite() && radius > 0.0;
    scene::Volume {
        of,
        bone: None,
        bounds: if is_box {
            bounds
        } else {
            Bounds {
                min: Vec3::ZERO,
                max: Vec3::ZERO,
            }
        },
        center: if is_sphere { center } else { Vec3::ZERO },
        radius: if is_sphere { radius } else { 0.0 },
    }
}

/// Whether volumes of nodes and geometries are in the shape's space: by where the boxes of rigid geometries fit better.
fn decide(document: &Document, space: &Space, nodes: &Nodes, meshes: &[Mesh], choices: &mut Choices) -> bool {
    let (mut of_node, mut of_shape) = (0, 0);
    for (drawn, mesh) in document.drawn().zip(meshes) {
        let rest = nodes.rest[drawn.node];
        let volume = in_scene(VolumeOf::Mesh, space, drawn.volume);
        let is_mute = mesh.bounds.is_empty() || !drawn.geometry.bones.is_empty() || !says_something(&volume);
        if is_mute || rest.abs_diff_eq(Affine3A::IDENTITY, STILL) {
            continue;
        }
        let own = difference(&volume.bounds, &mesh.bounds);
        let whole = difference(&volume.bounds, &mesh.bounds.transformed(rest));
        if own < whole {
            of_node += 1;
        } else if whole < own {
            of_shape += 1;
        }
    }
    let stated = document
        .nodes
        .iter()
        .map(|node| &node.volume)
        .chain(document.drawn().map(|drawn| drawn.volume));
    if !stated
        .map(|volume| in_scene(VolumeOf::Node, space, volume))
        .any(|volume| says_something(&volume))
    {
        return false;
    }
    let told = of_node + of_shape;
    let is_of_shape = match choices.said("volumes", SPACE) {
        Some(said) => said == "shape",
        None => of_shape > of_node,
    };
    let outcome = match (told, is_of_shape) {
        (0, false) => "the node's own: nothing in the file tells".into(),
        (0, true) => "the whole shape's: nothing in the file tells".into(),
        (_, false) => format!("the node's own: there {of_node} of {told} boxes fit better"),
        (_, true) => format!("the whole shape's: there {of_shape} of {told} boxes fit better"),
    };
    choices.made("volumes", "Space of boxes and spheres", SPACE, outcome);
    is_of_shape
}
