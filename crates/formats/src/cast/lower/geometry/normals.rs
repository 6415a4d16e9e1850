//! Stored normals, and smooth ones where a stored one points nowhere (docs/formats/cast.md §3.5).

use crate::cast::NodeView;
use crate::cast::lower::fields::{self, bytes_of, flat};
use crate::lower::directions;
use crate::lower::scan;
use crate::rules::cast as rule;
use castview_base::core::{Diagnostics, Stream, UintStream};

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
    let (repaired, lost) = directions::settle(normals.to_vec(), positions, triangles);
    if lost > 0 {
        diagnostics.report(
            rule::C48,
            || fields::place_of(node, "vn"),
            || {
                format!(
                    "{lost} of {} normals point nowhere; computed from the faces",
                    repaired.len()
                )
            },
        );
    }
    normals.remade(repaired, "some of them unusable and replaced")
}
