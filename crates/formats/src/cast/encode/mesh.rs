//! Meshes and blend shapes → Mesh and BlendShape nodes (docs/formats/cast.md §2.3, §2.5).
//!
//! Cast has no bind matrices: a mesh is bound where the skeleton rests. Vertices are written as the rest pose places them. Every
//! pose looks the same then, if all bones of the mesh agree on the bind pose of the mesh.

use super::draft::{Hashes, place, text};
use super::stream::Stream;
use crate::cast::{NodeDraft, NodeKind};
use crate::rules::convert as rule;
use castview_base::core::{BoneIndex, Diagnostics, MeshIndex, handedness, normal_matrix};
use castview_base::scene::{ColorLayer, Mesh, Model, Skinning};
use glam::{Affine3A, Mat3, Vec3};

/// Tolerance, as a share of the size of a matrix: bones that agree this well were bound together.
const ALIKE: f32 = 1e-5;

pub(super) fn encode(
    (model, rest): (&Model, &Rest),
    materials: &[u64],
    (hashes, out): (&mut Hashes, &mut Stream),
    losses: &mut Diagnostics,
) {
    let mut shapes = Vec::new();
    for (index, mesh) in model.meshes.iter().enumerate() {
        let hash = hashes.next();
        let bound = Bound::of(model, mesh, rest, losses);
        out.child(encode_mesh(model, mesh, (hash, materials), &bound, losses));
        for (_, shape) in model.blend_shapes.of(MeshIndex::new(index)) {
            let targets: Vec<[f32; 3]> = shape
                .vertices
                .iter()
                .zip(&shape.deltas)
                .map(|(vertex, delta)| {
                    let vertex = *vertex as usize;
                    let target = Vec3::from(mesh.positions.get(vertex)) + Vec3::from(*delta);
                    bound.of_vertex(mesh, vertex).transform_point3(target).to_array()
                })
                .collect();
            let bends = !shape.normal_deltas.is_empty() || !shape.tangent_deltas.is_empty();
            if bends || shape.rest_weight != 0.0 {
                losses.report(
                    rule::X_LOST,
                    || place("blend shape", &shape.name),
                    || "Cast has no normals, tangents or weights at rest for blend shapes; left out".into(),
                );
            }
            shapes.push(
                text(NodeDraft::new(NodeKind::BlendShape), "n", &shape.name)
                    .u64s("b", &[hash])
                    .uints("vi", &shape.vertices)
                    .vec3s("vp", &targets)
                    .floats("ts", &[shape.max_weight]),
            );
        }
    }
    shapes.into_iter().for_each(|shape| out.child(shape));
}

/// Where the bones that skins name stand at rest. Other bones take no room while the file is written.
pub(super) struct Rest {
    /// Position in `model_from_bone`, one per bone; empty where there is no skin.
    at: Vec<u32>,
    model_from_bone: Vec<Affine3A>,
}

impl Rest {
    pub fn of(model: &Model) -> Self {
        let (mut at, mut model_from_bone) = (Vec::new(), Vec::new());
        if !model.skins.is_empty() {
            let rest = model.skeleton.rest_model_from_bone();
            at = vec![u32::MAX; rest.len()];
            for bone in model.skins.iter().flat_map(|skin| &skin.bones) {
                let at = &mut at[bone.get()];
                if *at == u32::MAX {
                    *at = model_from_bone.len() as u32;
                    model_from_bone.push(rest[bone.get()]);
                }
            }
        }
        Self { at, model_from_bone }
    }

    fn model_from_bone(&self, bone: BoneIndex) -> Affine3A {
        self.model_from_bone[self.at[bone.get()] as usize]
    }
}

/// `model_from_mesh` in the rest pose.
enum Bound {
    /// The same for all vertices.
    Together(Affine3A),
    /// One per slot, blended as the vertex is.
    Apart(Vec<Affine3A>),
}

impl Bound {
    fn of(model: &Model, mesh: &Mesh, rest: &Rest, losses: &mut Diagnostics) -> Self {
        let Some(skin) = mesh.skin.map(|skin| &model.skins[skin.get()]) else {
            return Self::Together(Affine3A::IDENTITY);
        };
        let palette: Vec<Affine3A> = skin
            .bones
            .iter()
            .zip(&skin.bone_from_mesh)
            .map(|(bone, stored)| stored.map_or(Affine3A::IDENTITY, |stored| rest.model_from_bone(*bone) * stored))
            .collect();
        let mut used = vec![false; palette.len()];
        for vertex in 0..mesh.vertex_count() {
            mesh.influences
                .of_vertex(vertex)
                .for_each(|(slot, _)| used[slot] = true);
        }
        let mut moving = palette
            .iter()
            .zip(&used)
            .filter(|(_, used)| **used)
            .map(|(matrix, _)| *matrix);
        let Some(first) = moving.next() else {
            return Self::Together(Affine3A::IDENTITY);
        };
        let size = first.matrix3.x_axis.length().max(first.translation.length()).max(1e-30);
        if moving.all(|matrix| matrix.abs_diff_eq(first, ALIKE * size)) {
            // Rounding is no reason to touch vertices.
            let is_rest = first.abs_diff_eq(Affine3A::IDENTITY, ALIKE);
            return Self::Together(if is_rest { Affine3A::IDENTITY } else { first });
        }
        losses.report(
            rule::X_BIND,
            || place("mesh", &mesh.name),
            || {
                "its bones were bound in another pose than they rest in, which Cast cannot say; written as it rests"
                    .into()
            },
        );
        Self::Apart(palette)
    }

    fn of_vertex(&self, mesh: &Mesh, vertex: usize) -> Affine3A {
        match self {
            // A vertex that no bone moves stands where it is.
            Self::Together(_) if mesh.skin.is_some() && mesh.influences.of_vertex(vertex).next().is_none() => {
                Affine3A::IDENTITY
            }
            Self::Together(matrix) => *matrix,
            Self::Apart(palette) => {
                let mut blended = Affine3A {
                    matrix3: glam::Mat3A::ZERO,
                    translation: glam::Vec3A::ZERO,
                };
                let mut any = false;
                for (slot, weight) in mesh.influences.of_vertex(vertex) {
                    any = true;
                    blended.matrix3 += palette[slot].matrix3 * weight;
                    blended.translation += palette[slot].translation * weight;
                }
                if any { blended } else { Affine3A::IDENTITY }
            }
        }
    }
}

/// In a mirrored mesh the front would be the back.
fn triangles(mesh: &Mesh, bound: &Bound) -> Vec<u32> {
    let mut corners: Vec<u32> = mesh.triangles.iter().collect();
    if matches!(bound, Bound::Together(matrix) if handedness(matrix.matrix3.into()) < 0.0) {
        corners
            .as_chunks_mut::<3>()
            .0
            .iter_mut()
            .for_each(|corners| corners.swap(1, 2));
    }
    corners
}

/// One per vertex.
fn normals(mesh: &Mesh, bound: &Bound) -> Vec<[f32; 3]> {
    let normal = |vertex: usize| {
        let stored = Vec3::from(mesh.normals.get(vertex));
        let linear = Mat3::from(bound.of_vertex(mesh, vertex).matrix3);
        if linear == Mat3::IDENTITY {
            return stored.to_array();
        }
        (normal_matrix(linear) * stored)
            .try_normalize()
            .unwrap_or(stored)
            .to_array()
    };
    (0..mesh.vertex_count()).map(normal).collect()
}

fn encode_mesh(
    model: &Model,
    mesh: &Mesh,
    (hash, materials): (u64, &[u64]),
    bound: &Bound,
    losses: &mut Diagnostics,
) -> NodeDraft {
    let count = mesh.vertex_count();
    let moved = |vertex: usize| bound.of_vertex(mesh, vertex);
    let positions: Vec<[f32; 3]> = (0..count)
        .map(|vertex| {
            moved(vertex)
                .transform_point3(Vec3::from(mesh.positions.get(vertex)))
                .to_array()
        })
        .collect();
    let mut node = text(NodeDraft::new(NodeKind::Mesh).hash(hash), "n", &mesh.name)
        .vec3s("vp", &positions)
        .uints("f", &triangles(mesh, bound));
    if !mesh.normals.is_empty() {
        node = node.vec3s("vn", &normals(mesh, bound));
    }
    if !mesh.tangents.is_empty() {
        losses.report(
            rule::X_LOST,
            || place("mesh", &mesh.name),
            || "tangents in Cast say nothing of the bitangent's side, and readers make their own; left out".into(),
        );
    }
    node = node.uints("ul", &[mesh.uvs.len() as u32]);
    for (layer, uvs) in mesh.uvs.iter().enumerate() {
        node = node.vec2s(&format!("u{layer}"), &uvs.to_vec());
    }
    node = node.uints("cl", &[mesh.colors.len() as u32]);
    for (layer, colors) in mesh.colors.iter().enumerate() {
        let name = format!("c{layer}");
        node = match colors {
            ColorLayer::Packed(colors) => node.u32s(&name, &colors.to_vec()),
            ColorLayer::Float(colors) => node.vec4s(&name, &colors.to_vec()),
        };
    }
    if let Some(skin) = mesh.skin.map(|skin| &model.skins[skin.get()]) {
        let stride = mesh.influences.stride as usize;
        let bone = |slot: u32| model.skeleton.file_index(skin.bones[slot as usize]) as u32;
        let bones: Vec<u32> = (0..count * stride)
            .map(|at| bone(mesh.influences.slots.get(at)))
            .collect();
        node = node
            .uints("mi", &[mesh.influences.stride])
            .uints("wb", &bones)
            .floats("wv", &mesh.influences.weights.to_vec());
        if mesh.skinning == Skinning::DualQuaternion {
            node = node.string("sm", "quaternion");
        }
    }
    if let Some(material) = mesh.material {
        node = node.u64s("m", &[materials[material.get()]]);
    }
    for (lost, what) in [
        (!mesh.lines.is_empty(), "lines"),
        (mesh.hidden || mesh.absent_at_rest, "hidden meshes"),
    ] {
        if lost {
            losses.report(
                rule::X_LOST,
                || place("mesh", &mesh.name),
                || format!("Cast has no {what}"),
            );
        }
    }
    node
}
