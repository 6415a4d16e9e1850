//! Stored normals, and smooth ones where a stored one points nowhere (docs/formats/cast.md §3.5).

use crate::cast::NodeView;
use crate::cast::lower::fields::{self, bytes_of, flat};
use crate::cast::lower::scan;
use crate::lower::directions;
use crate::rules::cast as rule;
use castview_base::core::{Diagnostics, Stream, UintStream};
use glam::DVec3;

/// One usable normal per vertex, or none at all when the file gives none.
pub(crate) fn lower(
    node: NodeView<'_>,
    positions: &Stream<[f32; 3]>,
    triangles: &UintStream,
    diagnostics: &mut Diagnostics,
) -> Stream<[f32; 3]> {
    let Some(normals) = fields::vec3s(node, "vn", diagnostics) else {
        return Stream::default();
    };
    if !fields::fits(node.property("vn"), normals.len(), positions.len(), diagnostics) {
        return Stream::default();
    }
    let normals = flat(normals);
    match scan::normals(bytes_of(&normals)) {
        true => normals,
        false => repaired(node, &normals, positions, triangles, diagnostics),
    }
}

fn repaired(
    node: NodeView<'_>,
    normals: &Stream<[f32; 3]>,
    positions: &Stream<[f32; 3]>,
    triangles: &UintStream,
    diagnostics: &mut Diagnostics,
) -> Stream<[f32; 3]> {
    let mut repaired = normals.to_vec();
    // Where the list of lost vertices says which sum belongs to a vertex; the others need none.
    let mut lost = Vec::new();
    for (vertex, normal) in repaired.iter_mut().enumerate() {
        match directions::kept(*normal) {
            Some(kept) => *normal = kept,
            None => lost.push(vertex as u32),
        }
    }
    let mut sums = vec![DVec3::ZERO; lost.len()];
    if !lost.is_empty() {
        for first in (0..triangles.len()).step_by(3) {
            let corners = [0, 1, 2].map(|corner| triangles.get(first + corner));
            let [a, b, c] = corners.map(|vertex| DVec3::from(positions.get(vertex as usize).map(f64::from)));
            for vertex in corners {
                if let Ok(at) = lost.binary_search(&vertex) {
                    // Its length is twice the area: larger faces count for more.
                    sums[at] += (b - a).cross(c - a);
                }
            }
        }
        diagnostics.report(
            rule::C48,
            || fields::place_of(node, "vn"),
            || {
                format!(
                    "{} of {} normals point nowhere; computed from the faces",
                    lost.len(),
                    repaired.len()
                )
            },
        );
    }
    for (vertex, sum) in lost.into_iter().zip(sums) {
        repaired[vertex as usize] = sum.normalize_or(DVec3::Z).as_vec3().into();
    }
    normals.remade(repaired, "some of them unusable and replaced")
}
