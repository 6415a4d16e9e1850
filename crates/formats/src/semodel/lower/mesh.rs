//! Meshes (docs/formats/semodel.md §4.2).
//!
//! In: a mesh of the document. Out: a mesh that borrows every lawful array from the file, layers and weights with the values between them.

use super::{faces, materials, weights};
use crate::lower::points;
use crate::lower::scan;
use crate::lower::slots::Slots;
use crate::lower::{directions, points::is_finite};
use crate::rules::semodel as rule;
use crate::semodel::document::place;
use crate::semodel::{self, Document};
use castview_base::core::{Bounds, Diagnostics, SkinIndex, Stream, UintStream};
use castview_base::scene::{ColorLayer, Mesh};
use rayon::join;
use std::ops::Range;

/// More layers than this are not read.
const MOST_LAYERS: usize = 32;

/// `slots` and how many bones there are.
pub(super) fn lower(
    document: &Document,
    at: usize,
    (slots, bone_count): (&Slots, usize),
    diagnostics: &mut Diagnostics,
) -> Mesh {
    let mesh = &document.meshes[at];
    if mesh.vertices == 0 {
        diagnostics.report(
            rule::SM13,
            || place(at, "", mesh.at),
            || "the mesh has no vertices; skipped".into(),
        );
        return Mesh::default();
    }
    let mut beside = Diagnostics::default();
    let (((positions, bounds), normals, triangles), (uvs, influences)) = join(
        || {
            let (positions, bounds, wild) = positions(document, at, diagnostics);
            let triangles = faces::lower(document, at, &wild, diagnostics);
            let normals = normals(document, at, (&positions, &triangles), diagnostics);
            ((positions, bounds), normals, triangles)
        },
        || {
            let influences = weights::lower(document, at, bone_count, &mut beside);
            (uvs(document, at, &mut beside), slots.numbered(influences))
        },
    );
    diagnostics.append(beside);
    Mesh {
        positions,
        normals,
        uvs,
        colors: colors(document, mesh),
        triangles,
        material: materials::of_mesh(document, at, diagnostics),
        skin: (!influences.is_empty()).then(|| SkinIndex::new(0)),
        influences,
        bounds,
        ..Mesh::default()
    }
}

fn borrowed<T: castview_base::core::Element>(document: &Document, range: &Range<usize>) -> Stream<T> {
    Stream::borrowed(document.bytes.clone(), range.clone()).expect("the reader checked the range")
}

/// Positions, their box, and the vertices whose position had to be replaced.
fn positions(document: &Document, at: usize, diagnostics: &mut Diagnostics) -> (Stream<[f32; 3]>, Bounds, Vec<u32>) {
    let range = &document.meshes[at].positions;
    let stored: Stream<[f32; 3]> = borrowed(document, range);
    let (bounds, finite) = scan::points(&document.bytes[range.clone()]);
    if finite {
        return (stored, bounds, Vec::new());
    }
    let mut settled = stored.to_vec();
    let wild = points::settle(&mut settled);
    let bounds = points::bounds(settled.iter().copied(), &wild);
    diagnostics.report(
        rule::SM14,
        || place(at, "positions", range.start),
        || {
            format!(
                "{} of {} positions are not finite; put on other vertices, and their faces are dropped",
                wild.len(),
                settled.len()
            )
        },
    );
    (
        stored.remade(settled, "some of them unusable and put on others"),
        bounds,
        wild,
    )
}

fn normals(
    document: &Document,
    at: usize,
    (positions, triangles): (&Stream<[f32; 3]>, &UintStream),
    diagnostics: &mut Diagnostics,
) -> Stream<[f32; 3]> {
    let range = &document.meshes[at].normals;
    let stored: Stream<[f32; 3]> = borrowed(document, range);
    if scan::normals(&document.bytes[range.clone()]) {
        return stored;
    }
    let (settled, lost) = directions::settle(stored.to_vec(), positions, triangles);
    if lost > 0 {
        diagnostics.report(
            rule::SM15,
            || place(at, "normals", range.start),
            || {
                format!(
                    "{lost} of {} normals point nowhere; computed from the faces",
                    settled.len()
                )
            },
        );
    }
    stored.remade(settled, "some of them unusable and replaced")
}

/// v runs downwards, as in a scene.
fn uvs(document: &Document, at: usize, diagnostics: &mut Diagnostics) -> Vec<Stream<[f32; 2]>> {
    const UV: usize = 8;
    let mesh: &semodel::Mesh = &document.meshes[at];
    let layers = match mesh.uvs.is_empty() {
        true => 0,
        false => usize::from(mesh.layers),
    };
    if layers > MOST_LAYERS {
        diagnostics.report(
            rule::SM21,
            || place(at, "uvs", mesh.uvs.start),
            || format!("the mesh has {layers} layers; the first {MOST_LAYERS} are read"),
        );
    }
    let finite = scan::finite(&document.bytes[mesh.uvs.clone()]);
    let layer = |layer: usize| {
        let first = mesh.uvs.start + UV * layer;
        let stored: Stream<[f32; 2]> =
            Stream::strided(document.bytes.clone(), first, UV * layers, mesh.vertices as usize)
                .expect("the reader checked the range");
        let wild = match finite {
            true => 0,
            false => stored.iter().filter(|uv| !is_finite(*uv)).count(),
        };
        if wild == 0 {
            return stored;
        }
        let settled = stored
            .iter()
            .map(|uv| if is_finite(uv) { uv } else { [0.0; 2] })
            .collect();
        diagnostics.report(
            rule::SM14,
            || place(at, &format!("uvs[{layer}]"), first),
            || format!("{wild} texture coordinates are not finite; put at 0"),
        );
        stored.remade(settled, "some of them unusable and replaced")
    };
    (0..layers.min(MOST_LAYERS)).map(layer).collect()
}

fn colors(document: &Document, mesh: &semodel::Mesh) -> Vec<ColorLayer> {
    match mesh.colors.is_empty() {
        true => Vec::new(),
        false => vec![ColorLayer::Packed(borrowed(document, &mesh.colors))],
    }
}
