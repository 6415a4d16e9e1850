//! Meshes and blend shapes → Mesh and BlendShape nodes (docs/formats/cast.md §2.3, §2.5).
//!
//! Cast has no bind matrices: a mesh is bound where the skeleton rests. Vertices are written as the rest pose places them. Every
//! pose looks the same then, if all bones of the mesh agree on the bind pose of the mesh.

use super::bound::{Bound, Rest, normals, triangles};
use super::draft::{Hashes, place, text};
use super::stream::Stream;
use crate::cast::{NodeDraft, NodeKind};
use crate::rules::convert as rule;
use castview_base::core::{Diagnostics, MeshIndex};
use castview_base::scene::{ColorLayer, Mesh, Model, Skinning};
use glam::Vec3;

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
