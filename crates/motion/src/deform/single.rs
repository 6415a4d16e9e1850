//! One vertex at every step of its way, for people who look into a mesh.
//!
//! In: a vertex, its rest normal and a pose. Out: position, normal and tangent at rest, morphed and posed; the posed ones have the bits of
//! [`deform`](super::deform).

use super::normals::{NO_DIRECTION, unit_or};
use super::vertex::Vertex;
use super::{blend_shape, skin};
use crate::animation::Pose;
use castview_base::core::MeshIndex;
use castview_base::scene::{Delta, Mesh, Model};
use glam::{DVec3, Vec3, Vec4};

/// A vertex with its directions, all in the space of the mesh before the skin and of the model after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexState {
    /// Position of the vertex.
    pub position: Vec3,
    /// Unit length.
    pub normal: Vec3,
    /// Unit length, and the bitangent's side; `None` where the mesh has none.
    pub tangent: Option<Vec4>,
}

/// The steps of one vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexSteps {
    /// As the file has it.
    pub rest: VertexState,
    /// With the blend shapes of the pose.
    pub morphed: VertexState,
    /// With the skin too, in model space.
    pub posed: VertexState,
}

/// The normal of one vertex at rest: the bits of [`rest_normals`](super::rest_normals). Looks at all triangles if the file gives no
/// normals. Panics when `vertex` is not below the vertex count.
pub fn rest_normal(mesh: &Mesh, vertex: usize) -> Vec3 {
    if !mesh.normals.is_empty() {
        return unit_or(Vec3::from(mesh.normals.get(vertex)), NO_DIRECTION);
    }
    let position = |vertex: u32| Vec3::from(mesh.positions.get(vertex as usize)).as_dvec3();
    let mut sum = DVec3::ZERO;
    for triangle in 0..mesh.triangle_count() {
        let [a, b, c] = [0, 1, 2].map(|corner| mesh.triangles.get(3 * triangle + corner));
        let times = [a, b, c].iter().filter(|corner| **corner as usize == vertex).count();
        for _ in 0..times {
            sum += (position(b) - position(a)).cross(position(c) - position(a));
        }
    }
    sum.try_normalize().map_or(NO_DIRECTION, |normal| normal.as_vec3())
}

/// The steps of vertex `vertex` of the mesh `mesh`; `rest_normal` is [`rest_normal`] of it. Panics when `vertex` is not below the vertex
/// count.
pub fn vertex_steps(model: &Model, mesh: MeshIndex, pose: &Pose, vertex: usize, rest_normal: Vec3) -> VertexSteps {
    let of = &model.meshes[mesh.get()];
    let tangent = (!of.tangents.is_empty()).then(|| {
        let stored = Vec4::from(of.tangents.get(vertex));
        unit_or(stored.truncate(), Vec3::X).extend(stored.w)
    });
    let rest = VertexState {
        position: of.positions.get(vertex).into(),
        normal: rest_normal,
        tangent,
    };
    let turn = |direction: Vec3, bends: fn(Delta) -> Vec3, has: fn(&castview_base::scene::BlendShape) -> bool| {
        let mut turned = direction;
        for (shape, weight) in blend_shape::weighted(model, mesh, &pose.shape_weights) {
            if has(shape)
                && let Ok(row) = shape.vertices.binary_search(&(vertex as u32))
            {
                turned += weight * bends(shape.delta(row));
            }
        }
        match turned == direction {
            true => direction,
            false => unit_or(turned, direction),
        }
    };
    let morphed = VertexState {
        position: blend_shape::morph_vertex(model, mesh, &pose.shape_weights, vertex),
        normal: turn(
            rest.normal,
            |delta| delta.normal,
            |shape| !shape.normal_deltas.is_empty(),
        ),
        tangent: tangent.map(|tangent| {
            let has = |shape: &castview_base::scene::BlendShape| !shape.tangent_deltas.is_empty();
            turn(tangent.truncate(), |delta| delta.tangent, has).extend(tangent.w)
        }),
    };
    VertexSteps {
        rest,
        morphed,
        posed: skinned((mesh, of), pose, vertex, morphed),
    }
}

/// Skins one vertex; a value that would overflow stays as it was.
fn skinned((index, mesh): (MeshIndex, &Mesh), pose: &Pose, vertex: usize, morphed: VertexState) -> VertexState {
    let Some(skin) = mesh.skin else {
        return morphed;
    };
    let rows: Vec<(usize, f32)> = mesh.influences.of_vertex(vertex).collect();
    let slots = (&pose.palettes[skin.get()][..], &pose.motions[skin.get()][..]);
    let before = Vertex {
        position: morphed.position,
        normal: morphed.normal,
        tangent: morphed.tangent.unwrap_or_default(),
    };
    let after = self::skin(pose.skinning(index, mesh), slots, &rows, before);
    VertexState {
        position: Some(after.position)
            .filter(|it| it.is_finite())
            .unwrap_or(morphed.position),
        normal: Some(after.normal).filter(|it| it.is_finite()).unwrap_or(morphed.normal),
        tangent: (morphed.tangent).map(|before| Some(after.tangent).filter(|it| it.is_finite()).unwrap_or(before)),
    }
}
