//! The CPU twin of the deformation shaders: rest vertices + pose → posed vertices, in model space.
//!
//! In: a mesh and a pose of its model. Out: one position, and on demand one normal and one tangent, per vertex. Nothing here knows a
//! GPU; `shaders/shared/deformation.wgsl` has the same functions by the same names, in the same order, over the same packed inputs.
//! `crates/render/tests/shaders.rs` holds the names against each other, `crates/render/tests/deform/twins.rs` the vertices.
//!
//! # Packed inputs
//!
//! All in mesh space, which is model space at rest. How rows lie in the shader's buffer is told there, beside `rows`.
//!
//! | input | per | holds |
//! | --- | --- | --- |
//! | rest position, rest normal | vertex | f32×3 each; the normal has unit length ([`rest_normals`]) |
//! | rest tangent | vertex | f32×3 of unit length, and a side ([`rest_tangents`]); only of meshes that have them |
//! | delta rows | vertex | (blend shape, delta f32×3, if the mesh has any also normal and tangent delta f32×3), shapes in file order; a range of rows per vertex |
//! | influence rows | vertex | (slot, weight) in file order, padding (weight 0) left out; a range of rows per vertex |
//! | shape weights | pose | `pose.shape_weights`, f32 per blend shape of the model |
//! | palette | pose, slot | `pose.palettes[skin]`: affine 3×4 |
//! | motions | pose, slot | `pose.motions[skin]`: `real` xyzw, `dual` xyzw, `stretch` 3×3 (symmetric) |
//!
//! # Steps, per vertex
//!
//! 1. `morph`: `x = rest + Σ weight · delta`, rows in order. Shapes of weight 0 add nothing. Normals keep (cast.md A47), unless the
//!    shape has deltas for them: then `n = unit(rest + Σ weight · delta)`. Tangents do as normals do.
//! 2. `skin`: no influence rows: the vertex stays where it is. Otherwise by the mesh's method:
//!    * `skin_linear`: `m = Σ weight · palette[slot]` in row order; `x' = m · x`; `n' = hand · cofactor(m₃ₓ₃) · n`.
//!    * `skin_dual_quaternion`: the pivot is the first row of the largest weight. In row order, with `sign = −1` where
//!      `dot(real, real_pivot) < 0` and else 1: `h = Σ weight · stretch`, `r = Σ weight · sign · real`,
//!      `d = Σ weight · sign · dual`. If `|r| < 1e-6`: `skin_linear`. Both divided by `|r|`; `x₁ = h · x`;
//!      `x' = rotate(r, x₁) + 2 · (d ⊗ conj(r)).xyz`; `n' = rotate(r, hand · cofactor(h) · n)`.
//! 3. `n'` to unit length; where it vanished (the surface collapsed) the rest normal stays, turned by `r` for dual quaternions.
//!
//! The cofactor matrix is the inverse transpose times the determinant: it needs no division, so a scale of 0 is safe. `hand` is
//! the determinant's sign ([`castview_base::core::handedness`]): under a mirror, which turns the winding over, normals stay on the
//! outside. Tangents are directions in the surface: they take `m₃ₓ₃` (or `rotate(r, h · t)`), normals take the cofactor. So
//! tangents follow growing u under any scale (docs/formats/gltf.md §2 turns them with the normals; without scale both are the
//! same). Their side is multiplied by `hand`: `cross(n', t') · side'` is where the bitangent went.

#![deny(missing_docs)]

mod area;
mod blend_shape;
mod bounds;
mod dual_quat;
mod linear;
mod normals;
mod outline;
mod reach;
mod single;
mod swing;
mod values;
mod vertex;

pub use area::lacks_area;
pub(crate) use blend_shape::morph_vertex;
pub use bounds::posed_bounds;
pub use normals::{RestNormals, rest_normals, rest_tangent, rest_tangents, smooth_normals};
pub use outline::{MeshOutline, Outline, corners, outermost, outline};
pub use reach::ReachBoxes;
pub use single::{VertexState, VertexSteps, rest_normal, vertex_steps};
pub use values::{Asked, vertex_values};

use crate::animation::{Pose, SlotMotion};
use castview_base::core::MeshIndex;
use castview_base::scene::{Mesh, Model, Skinning};
use dual_quat::skin_dual_quaternion;
use glam::{Affine3A, Vec3, Vec4};
use linear::{skin_linear, skin_linear_position};
use rayon::prelude::*;
use vertex::{Rows, Vertex};

/// The vertices of one mesh in one pose, in model space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deformed {
    /// One per vertex.
    pub positions: Vec<Vec3>,
    /// One per vertex, unit length; empty when no rest normals were given.
    pub normals: Vec<Vec3>,
    /// One per vertex, unit length and side; empty when no rest tangents were given.
    pub tangents: Vec<Vec4>,
}

/// Directions that turn with the vertices of a mesh; an empty list is not wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rest<'a> {
    /// One unit normal per vertex ([`rest_normals`]).
    pub normals: &'a [Vec3],
    /// One unit tangent per vertex and its side ([`rest_tangents`]).
    pub tangents: &'a [Vec4],
}

/// Vertices one thread takes at a time.
const CHUNK: usize = 4096;
/// Influences of a vertex in most files.
const FEW_INFLUENCES: usize = 8;

/// Deforms the mesh `mesh` of `model` by `pose`, a pose of that model.
///
/// A vertex that overflows stays at its rest position. The bits do not depend on the number of threads.
pub fn deform(model: &Model, mesh: MeshIndex, pose: &Pose, rest: Rest<'_>, out: &mut Deformed) {
    blend_shape::morph(model, mesh, &pose.shape_weights, &mut out.positions);
    out.normals.clear();
    out.normals.extend_from_slice(rest.normals);
    blend_shape::morph_normals(model, mesh, &pose.shape_weights, &mut out.normals);
    out.tangents.clear();
    out.tangents.extend_from_slice(rest.tangents);
    blend_shape::morph_tangents(model, mesh, &pose.shape_weights, &mut out.tangents);
    let index = mesh;
    let mesh = &model.meshes[index.get()];
    let Some(skin) = mesh.skin else {
        return;
    };
    let slots = (&pose.palettes[skin.get()][..], &pose.motions[skin.get()][..]);
    let method = pose.skinning(index, mesh);
    each_vertex(mesh, out, |rows, rest| self::skin(method, slots, rows, rest));
}

/// The vertices of the mesh `mesh` of `model` in `pose`, with their normals, and their tangents where it has any. Many poses share the
/// directions at rest: see [`deform`].
pub fn skinned(model: &Model, mesh: MeshIndex, pose: &Pose) -> Deformed {
    let content = &model.meshes[mesh.get()];
    let normals = rest_normals(content);
    let tangents = rest_tangents(content);
    let rest = Rest {
        normals: &normals,
        tangents: &tangents,
    };
    let mut out = Deformed::default();
    deform(model, mesh, pose, rest, &mut out);
    out
}

/// Where one vertex of the mesh `mesh` goes: the same bits as [`deform`], for those who need only a few.
pub fn deform_vertex(model: &Model, mesh: MeshIndex, pose: &Pose, vertex: usize) -> Vec3 {
    let position = blend_shape::morph_vertex(model, mesh, &pose.shape_weights, vertex);
    let index = mesh;
    let mesh = &model.meshes[index.get()];
    let Some(skin) = mesh.skin else {
        return position;
    };
    // Thousands of vertices are asked for one by one, so no list is made for each.
    let (mut few, mut many) = ([(0, 0.0); FEW_INFLUENCES], Vec::new());
    let rows = match mesh.influences.stride as usize <= FEW_INFLUENCES {
        true => {
            let filled = few.iter_mut().zip(mesh.influences.of_vertex(vertex));
            let count = filled.map(|(row, influence)| *row = influence).count();
            &few[..count]
        }
        false => {
            many.extend(mesh.influences.of_vertex(vertex));
            &many[..]
        }
    };
    let palette = &pose.palettes[skin.get()][..];
    let skinned = match pose.skinning(index, mesh) {
        _ if rows.is_empty() => position,
        Skinning::Linear => skin_linear_position(palette, rows, position),
        Skinning::DualQuaternion => {
            let rest = Vertex {
                position,
                normal: Vec3::ZERO,
                tangent: Vec4::ZERO,
            };
            skin_dual_quaternion(palette, &pose.motions[skin.get()], rows, rest).position
        }
    };
    if skinned.is_finite() { skinned } else { position }
}

/// The vertex `rest` where its influences take it by `method`; as it is without any.
fn skin(method: Skinning, (palette, motions): (&[Affine3A], &[SlotMotion]), rows: Rows, rest: Vertex) -> Vertex {
    if rows.is_empty() {
        return rest;
    }
    match method {
        Skinning::Linear => skin_linear(palette, rows, rest),
        Skinning::DualQuaternion => skin_dual_quaternion(palette, motions, rows, rest),
    }
}

/// Replaces every vertex by `skin` of it, in parallel chunks.
fn each_vertex(mesh: &Mesh, out: &mut Deformed, skin: impl Fn(Rows, Vertex) -> Vertex + Sync) {
    let skin_chunk = |(first, mut chunk): (usize, Chunk)| {
        let mut rows = Vec::new();
        for i in 0..chunk.positions.len() {
            rows.clear();
            rows.extend(mesh.influences.of_vertex(first + i));
            chunk.set(i, skin(&rows, chunk.get(i)));
        }
    };
    let mut normals = out.normals.chunks_mut(CHUNK);
    let mut tangents = out.tangents.chunks_mut(CHUNK);
    let chunks: Vec<(usize, Chunk)> = (0..)
        .step_by(CHUNK)
        .zip(out.positions.chunks_mut(CHUNK))
        .map(|(first, positions)| {
            let chunk = Chunk {
                positions,
                normals: normals.next().unwrap_or_default(),
                tangents: tangents.next().unwrap_or_default(),
            };
            (first, chunk)
        })
        .collect();
    chunks.into_par_iter().for_each(skin_chunk);
}

/// The vertices of one thread.
struct Chunk<'a> {
    positions: &'a mut [Vec3],
    normals: &'a mut [Vec3],
    tangents: &'a mut [Vec4],
}

impl Chunk<'_> {
    fn get(&self, i: usize) -> Vertex {
        Vertex {
            position: self.positions[i],
            normal: self.normals.get(i).copied().unwrap_or_default(),
            tangent: self.tangents.get(i).copied().unwrap_or_default(),
        }
    }

    /// Sets vertex `i`; a value that would overflow stays as it was.
    fn set(&mut self, i: usize, vertex: Vertex) {
        if vertex.position.is_finite() {
            self.positions[i] = vertex.position;
        }
        if let Some(normal) = self.normals.get_mut(i).filter(|_| vertex.normal.is_finite()) {
            *normal = vertex.normal;
        }
        if let Some(tangent) = self.tangents.get_mut(i).filter(|_| vertex.tangent.is_finite()) {
            *tangent = vertex.tangent;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::core::{BoneIndex, SkinIndex};
    use castview_base::scene::{Influences, Skin};

    /// The ground is looked for at tens of thousands of them.
    #[test]
    fn a_single_vertex_is_deformed_without_a_list() {
        let at = |stride: u32| {
            let count = stride as usize;
            let influences = Influences {
                stride,
                slots: vec![0_u32; count].into(),
                weights: vec![1.0 / stride as f32; count].into(),
                ..Influences::default()
            };
            let mesh = Mesh {
                positions: vec![[1.0, 2.0, 3.0]].into(),
                skin: Some(SkinIndex::new(0)),
                influences,
                ..Mesh::default()
            };
            let skin = Skin {
                bones: vec![BoneIndex::new(0)],
                bone_from_mesh: vec![None],
            };
            let model = Model {
                meshes: vec![mesh],
                skins: vec![skin],
                ..Model::default()
            };
            let mut pose = crate::animation::rest_pose(&Model::default());
            pose.palettes = vec![vec![Affine3A::from_translation(Vec3::X)]];
            pose.motions = vec![Vec::new()];
            let mut place = Vec3::ZERO;
            let took = allocation_counter::measure(|| place = deform_vertex(&model, MeshIndex::new(0), &pose, 0));
            assert!(place.distance(Vec3::new(2.0, 2.0, 3.0)) < 1e-5, "{stride}: {place}");
            took.count_total
        };
        assert_eq!([1, 4, 8].map(at), [0; 3]);
        assert!(at(9) > 0, "many take one");
    }
}
