//! Questions about vertices and what moves them: the CPU twin of `shaders/vertices/vertex_values.wgsl`.
//!
//! In: a mesh, a pose of its model, a question. Out: one number per vertex.

use super::blend_shape::morph_vertex;
use super::dual_quat::{pivot, skin_dual_quaternion};
use super::linear::skin_linear;
use super::vertex::{Rows, Vertex};
use crate::animation::{Pose, SlotMotion};
use castview_base::core::MeshIndex;
use castview_base::scene::Model;
use glam::{Vec3, Vec4};

/// A question that has a number for an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Asked<'a> {
    /// Sum of the weights of these slots of the mesh's skin, 0…1; one flag per slot.
    Weight(&'a [bool]),
    /// The slot of the greatest weight, the first of equals; −1 for a vertex without influences.
    Dominant,
    /// How many influences there are, those of weight 0 left out.
    Count,
    /// How far these blend shapes move the vertex at weight 1, before skinning, in units of the model; one flag per shape of the model.
    Delta(&'a [bool]),
    /// How far linear and dual-quaternion skinning are apart, in units of the model.
    Difference,
}

/// The answers for all vertices of the mesh `mesh`, in order.
pub fn vertex_values(model: &Model, mesh: MeshIndex, pose: &Pose, asked: Asked<'_>) -> Vec<f32> {
    let of = &model.meshes[mesh.get()];
    let skin = of.skin.map(|skin| skin.get());
    let palette = skin.map_or(&[][..], |skin| &pose.palettes[skin]);
    let motions: Vec<SlotMotion> = match asked {
        Asked::Difference => palette.iter().map(|matrix| SlotMotion::of(*matrix)).collect(),
        _ => Vec::new(),
    };
    let deltas = match asked {
        Asked::Delta(shapes) => marked_delta(model, mesh, shapes),
        _ => Vec::new(),
    };
    let mut rows = Vec::new();
    let value = |vertex: usize| {
        rows.clear();
        if skin.is_some() {
            rows.extend(of.influences.of_vertex(vertex));
        }
        match asked {
            Asked::Weight(slots) => marked_weight(slots, &rows),
            Asked::Dominant if rows.is_empty() => -1.0,
            Asked::Dominant => pivot(&rows) as f32,
            Asked::Count => rows.len() as f32,
            Asked::Delta(_) => deltas[vertex].length(),
            Asked::Difference => {
                let position = morph_vertex(model, mesh, &pose.shape_weights, vertex);
                method_difference((palette, &motions), &rows, position)
            }
        }
    };
    (0..of.vertex_count()).map(value).collect()
}

/// Sum of the weights of the marked slots.
fn marked_weight(slots: &[bool], rows: Rows) -> f32 {
    let marked = rows.iter().filter(|(slot, _)| slots.get(*slot) == Some(&true));
    marked.fold(0.0, |sum, (_, weight)| sum + weight)
}

/// Where the marked blend shapes move each vertex of the mesh at weight 1.
fn marked_delta(model: &Model, mesh: MeshIndex, shapes: &[bool]) -> Vec<Vec3> {
    let mut out = vec![Vec3::ZERO; model.meshes[mesh.get()].vertex_count()];
    let marked = model.blend_shapes.iter().zip(shapes);
    for (shape, _) in marked.filter(|(shape, marked)| **marked && shape.mesh == mesh) {
        for (row, &vertex) in shape.vertices.iter().enumerate() {
            out[vertex as usize] += shape.delta(row).position;
        }
    }
    out
}

/// How far apart the two methods take the vertex that stands at `position` after morphing; 0 where one of them overflows.
fn method_difference((palette, motions): (&[glam::Affine3A], &[SlotMotion]), rows: Rows, position: Vec3) -> f32 {
    if rows.is_empty() {
        return 0.0;
    }
    let rest = Vertex {
        position,
        normal: Vec3::ZERO,
        tangent: Vec4::ZERO,
    };
    let linear = skin_linear(palette, rows, rest).position;
    let dual = skin_dual_quaternion(palette, motions, rows, rest).position;
    let apart = dual - linear;
    if apart.is_finite() { apart.length() } else { 0.0 }
}
