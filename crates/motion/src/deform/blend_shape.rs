//! Sparse blend shapes: rest positions, normals and tangents + weights → morphed ones, in mesh space
//! (docs/formats/cast.md §3.6, docs/formats/gltf.md §3).

use super::normals::unit_or;
use castview_base::core::{BlendShapeIndex, MeshIndex};
use castview_base::scene::{BlendShape, Delta, Model};
use glam::{Vec3, Vec4};

/// `x = rest + Σ weight · delta`, shapes in file order; `out` is cleared and gets one position per vertex.
///
/// Walks shape by shape where the shader gathers vertex by vertex: the sums of each vertex have the same order.
pub(super) fn morph(model: &Model, mesh: MeshIndex, weights: &[f32], out: &mut Vec<Vec3>) {
    out.clear();
    out.extend(model.meshes[mesh.get()].positions.iter().map(Vec3::from));
    for (shape, weight) in weighted(model, mesh, weights) {
        for (row, &vertex) in shape.vertices.iter().enumerate() {
            let moved = out[vertex as usize] + weight * shape.delta(row).position;
            if moved.is_finite() {
                out[vertex as usize] = moved;
            }
        }
    }
}

/// `n = unit(rest + Σ weight · delta)`, shapes in file order; normals that no shape of weight changes keep their bits.
pub(super) fn morph_normals(model: &Model, mesh: MeshIndex, weights: &[f32], normals: &mut [Vec3]) {
    let bends = |shape: &BlendShape| !shape.normal_deltas.is_empty();
    morph_directions(weighted(model, mesh, weights), normals, bends, |delta| delta.normal);
}

/// [`morph_normals`] of tangents, which keep their sides.
pub(super) fn morph_tangents(model: &Model, mesh: MeshIndex, weights: &[f32], tangents: &mut [Vec4]) {
    let bends = |shape: &BlendShape| !shape.tangent_deltas.is_empty();
    let mut directions: Vec<Vec3> = tangents.iter().map(|tangent| tangent.truncate()).collect();
    morph_directions(weighted(model, mesh, weights), &mut directions, bends, |delta| {
        delta.tangent
    });
    for (tangent, direction) in tangents.iter_mut().zip(directions) {
        *tangent = direction.extend(tangent.w);
    }
}

/// `bends`: whether a shape has deltas of these directions; `of`: which of its deltas that is.
fn morph_directions<'a>(
    weighted: impl Iterator<Item = (&'a BlendShape, f32)> + Clone,
    directions: &mut [Vec3],
    bends: impl Fn(&BlendShape) -> bool,
    of: impl Fn(Delta) -> Vec3,
) {
    let shapes = || weighted.clone().filter(|(shape, _)| bends(shape));
    if directions.is_empty() || shapes().next().is_none() {
        return;
    }
    let rest = directions.to_vec();
    for (shape, weight) in shapes() {
        for (row, &vertex) in shape.vertices.iter().enumerate() {
            directions[vertex as usize] += weight * of(shape.delta(row));
        }
    }
    for (direction, rest) in directions.iter_mut().zip(rest) {
        if *direction != rest {
            *direction = unit_or(*direction, rest);
        }
    }
}

/// The shapes of a mesh that have a weight other than 0, in file order.
pub(super) fn weighted<'a>(
    model: &'a Model,
    mesh: MeshIndex,
    weights: &'a [f32],
) -> impl Iterator<Item = (&'a BlendShape, f32)> + Clone {
    let shapes = model.blend_shapes.of(mesh);
    let with_weight = shapes.map(|(index, shape)| (shape, weight_of(weights, index)));
    with_weight.filter(|(_, weight)| *weight != 0.0)
}

/// The weight of a shape in a pose; 0 where the pose has none for it.
fn weight_of(weights: &[f32], shape: BlendShapeIndex) -> f32 {
    weights.get(shape.get()).copied().unwrap_or(0.0)
}

/// [`morph`] of a single vertex: the same bits.
pub(crate) fn morph_vertex(model: &Model, mesh: MeshIndex, weights: &[f32], vertex: usize) -> Vec3 {
    let mut position = Vec3::from(model.meshes[mesh.get()].positions.get(vertex));
    for (shape, weight) in weighted(model, mesh, weights) {
        if let Ok(row) = shape.vertices.binary_search(&(vertex as u32)) {
            let moved = position + weight * shape.delta(row).position;
            if moved.is_finite() {
                position = moved;
            }
        }
    }
    position
}

#[cfg(test)]
#[cfg(debug_assertions)]
mod tests {
    use super::super::{Deformed, Rest, deform, deform_vertex};
    use super::*;
    use crate::animation::rest_pose;
    use castview_base::scene::{Mesh, looked_at};

    /// Files may have tens of thousands of meshes with a shape each.
    #[test]
    fn a_mesh_looks_at_its_own_shapes_and_not_at_those_of_all_others() {
        let looks = |count: usize| {
            let shape = |mesh: usize| BlendShape {
                name: String::new(),
                mesh: MeshIndex::new(mesh),
                max_weight: 1.0,
                rest_weight: 0.0,
                vertices: vec![0],
                deltas: vec![[1.0, 0.0, 0.0]],
                normal_deltas: Vec::new(),
                tangent_deltas: Vec::new(),
                source: None,
            };
            let mesh = Mesh {
                positions: vec![[0.0; 3]].into(),
                ..Mesh::default()
            };
            let model = Model {
                meshes: vec![mesh; count],
                blend_shapes: (0..count).map(shape).collect(),
                ..Model::default()
            };
            let mut pose = rest_pose(&model);
            pose.shape_weights.fill(1.0);
            let mut out = Deformed::default();
            looked_at();
            for mesh in (0..count).map(MeshIndex::new) {
                deform(&model, mesh, &pose, Rest::default(), &mut out);
                assert_eq!(out.positions, [Vec3::X]);
                assert_eq!(deform_vertex(&model, mesh, &pose, 0), Vec3::X);
            }
            looked_at()
        };
        let (few, many) = (looks(500), looks(2000));
        assert!(few >= 500 * 4, "{few} looks at 500 shapes");
        // Each mesh is found by halving: two more steps for four times as many.
        assert!(many < 6 * few, "{few} looks at 500 shapes, {many} at 2 000");
    }
}
