//! Corners of faces, which are clockwise in the file and turned round here (docs/formats/semodel.md §4.2).

use crate::lower::scan;
use crate::lower::topology::{self, Degenerate, Elements, Law, Topology, Vertices};
use crate::rules::semodel as rule;
use crate::semodel::document::place;
use crate::semodel::{Document, Mesh};
use crate::walk::UintWidth;
use castview_base::core::{Diagnostics, Element, Stream, UintStream, ValueSource};

const LAW: Law = Law {
    odd: [0, 1, 2],
    fan: [0, 1, 2],
    restart: None,
    degenerate: Degenerate::LeftOut,
};

/// Faces of mesh `at`, counter-clockwise. `wild`: vertices that nothing may be drawn with, ascending.
pub(super) fn lower(document: &Document, at: usize, wild: &[u32], diagnostics: &mut Diagnostics) -> UintStream {
    let mesh = &document.meshes[at];
    if mesh.faces == 0 {
        diagnostics.report(
            rule::SM13,
            || place(at, "faces", mesh.corners.start),
            || "the mesh has no faces; its vertices are drawn as points".into(),
        );
        return UintStream::default();
    }
    let (bytes, count) = (&document.bytes[mesh.corners.clone()], mesh.vertices as usize);
    let width = UintWidth::of(mesh.vertices);
    let lawful = wild.is_empty()
        && match width {
            UintWidth::U8 => scan::triangles::<u8, 3>(bytes, count),
            UintWidth::U16 => scan::triangles::<u16, 6>(bytes, count),
            UintWidth::U32 => scan::triangles::<u32, 12>(bytes, count),
        };
    if lawful {
        return match width {
            UintWidth::U8 => UintStream::U8(turned(document, mesh)),
            UintWidth::U16 => UintStream::U16(turned(document, mesh)),
            UintWidth::U32 => UintStream::U32(turned(document, mesh)),
        };
    }
    let vertices = Vertices { count, unusable: wild };
    // The first two corners of each face change places.
    let corner = |i: usize| i - i % 3 + [1, 0, 2][i % 3];
    let index = |i: usize| width.read(&bytes[corner(i) * width.bytes()..]);
    let Elements {
        triangles,
        outside,
        degenerate,
        ..
    } = topology::elements(&LAW, Topology::Triangles, 3 * mesh.faces as usize, index, vertices);
    if outside > 0 {
        diagnostics.report(
            rule::SM16,
            || place(at, "faces", mesh.corners.start),
            || format!("{outside} faces name vertices beyond the {count} there are; dropped"),
        );
    }
    if degenerate > 0 {
        diagnostics.report(
            rule::SM16,
            || place(at, "faces", mesh.corners.start),
            || format!("{degenerate} faces name a vertex twice; dropped"),
        );
    }
    let range = &mesh.corners;
    UintStream::U32(Stream::from_source(
        triangles,
        ValueSource::Made(format!(
            "bytes {:#x} to {:#x}, turned round, some faces left out",
            range.start, range.end
        )),
    ))
}

/// The faces where they lie, seen from their other side.
fn turned<T: Element>(document: &Document, mesh: &Mesh) -> Stream<T> {
    Stream::turned(document.bytes.clone(), mesh.corners.clone()).expect("the reader checked the range")
}
