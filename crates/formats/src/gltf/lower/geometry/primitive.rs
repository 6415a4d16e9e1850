//! One primitive: accessors → checked streams (docs/formats/gltf.md §3, §4; §8 rows 9, 11, 19, 28, 32, 34).
//!
//! Streams stay where they lie in the file when nothing about them has to change.

use super::attributes::{Attributes, Directions, MeshPart};
use super::topology;
use crate::gltf::json::{Id, Primitive};
use crate::gltf::lower::context::{Context, PlaceOf};
use crate::gltf::stored;
use crate::lower::points;
use crate::lower::scan;
use crate::lower::topology::Topology;
use crate::rules::gltf as rule;
use castview_base::core::{Place, Stream, UintStream};

/// `None` when there is nothing to draw.
pub(crate) fn lower(context: &Context<'_>, json: &Primitive, place: PlaceOf<'_>) -> Option<MeshPart> {
    let whole = || place("");
    let Some(&position) = json.attributes.get("POSITION") else {
        context.report(rule::G9, whole, || "the primitive has no positions; left out".into());
        return None;
    };
    // The extension stays where its stream could not be unpacked, and that is told already.
    if stored::is_packed(json) && !stored::has_data(context.document.root(), json) {
        return None;
    }
    let at = || place(".attributes.POSITION");
    let accessor = context.accessor(position, at, "the primitive is left out")?;
    let stored = context.accessors.floats::<3>(&accessor);
    let stored = context.checked(stored, at, "the primitive is left out")?;
    let vertex_count = stored.len();
    // Everything about a vertex is looked at for each primitive that shares it, and each has its own influences.
    let bytes = 6 * vertex_count as u64;
    context.checked(context.accessors.charge(bytes), whole, "the primitive is left out")?;
    let (stored, unusable) = finite_positions(context, stored, &at)?;
    let drawn_as = topology(context, json, place);
    let indices = match json.indices {
        None => None,
        Some(id) => Some(read_indices(context, id, place)?),
    };
    let count = indices.as_ref().map_or(vertex_count, UintStream::len);
    let bytes = count as u64 + 4 * drawn_as.most_corners(count);
    context.checked(context.accessors.charge(bytes), whole, "the primitive is left out")?;
    let mut drawn = topology::elements(drawn_as, indices.as_ref(), vertex_count, &unusable);
    report_elements(context, &drawn, &|| place(".indices"));
    let attributes = Attributes {
        context,
        json,
        place,
        vertex_count,
    };
    let normals = attributes.normals();
    // Without normals given tangents are ignored (docs/formats/gltf.md §3); lines and points have no surface.
    let tangents = match &normals {
        Some(normals) if drawn_as.has_faces() => attributes.tangents(normals),
        _ => None,
    };
    let is_fine = |index: u32| (index as usize) < vertex_count && unusable.binary_search(&index).is_err();
    let corners = match (drawn_as, &normals, &indices) {
        // Without normals faces are flat: each has its own corners, and the normals that follow from them.
        (_, None, _) if drawn_as.has_faces() => Some(charged_corners(context, &drawn.triangles, whole, |_| true)?),
        (Topology::Points, _, Some(indices)) => Some(charged_corners(context, indices, whole, is_fine)?),
        // A cloud is drawn by its vertices: those that are not finite are none of them.
        (Topology::Points, _, None) if !unusable.is_empty() => {
            let all: Vec<u32> = (0..vertex_count as u32).collect();
            Some(charged_corners(context, &all.into(), whole, is_fine)?)
        }
        _ => None,
    };
    if corners.is_some() && drawn_as.has_faces() {
        let own = (0..drawn.triangles.len() as u32).collect();
        drawn.triangles = drawn.triangles.remade(own, "dealt out to the corners of faces");
    }
    let directions = Directions { normals, tangents };
    attributes.dealt((stored, &unusable), directions, corners.as_deref(), drawn)
}

fn read_indices(context: &Context<'_>, id: Id, place: PlaceOf<'_>) -> Option<UintStream> {
    let at = || place(".indices");
    let accessor = context.accessor(id, at, "the primitive is left out")?;
    let indices = context.checked(context.accessors.uints(&accessor), at, "the primitive is left out")?;
    context.tell_signed(accessor.component, at);
    Some(indices)
}

/// The vertices of `indices` that are `kept`, each a corner of its own; `None` where all of them would be too many.
fn charged_corners(
    context: &Context<'_>,
    indices: &UintStream,
    place: impl Fn() -> Place,
    kept: impl Fn(u32) -> bool,
) -> Option<Vec<u32>> {
    let bytes = indices.len() as u64 * 4;
    context.checked(context.accessors.charge(bytes), place, "the primitive is left out")?;
    Some(indices.iter().filter(|index| kept(*index)).collect())
}

fn topology(context: &Context<'_>, json: &Primitive, place: PlaceOf<'_>) -> Topology {
    let Some(number) = json.mode else {
        return Topology::Triangles;
    };
    topology::of_mode(number.get()).unwrap_or_else(|| {
        context.report(
            rule::G34,
            || place(".mode"),
            || format!("{} is no mode; taken as triangles", number.get()),
        );
        Topology::Triangles
    })
}

fn report_elements(context: &Context<'_>, drawn: &topology::Elements, place: &dyn Fn() -> Place) {
    if drawn.tail > 0 {
        context.report(rule::G32, place, || {
            format!("{} indices at the end make no whole element; left out", drawn.tail)
        });
    }
    if drawn.dropped > 0 {
        context.report(rule::G11, place, || {
            format!(
                "{} elements name vertices that do not exist or are not finite; left out",
                drawn.dropped
            )
        });
    }
}

/// gltf.md row 19: what cannot be drawn is put on another vertex, and nothing is drawn with it. The second list is ascending.
fn finite_positions(
    context: &Context<'_>,
    stored: Stream<[f32; 3]>,
    place: &impl Fn() -> Place,
) -> Option<(Stream<[f32; 3]>, Vec<u32>)> {
    let wild = match stored.raw_bytes().is_some_and(scan::finite) {
        true => 0,
        false => stored.iter().filter(|point| !points::is_finite(*point)).count(),
    };
    if wild == 0 {
        return Some((stored, Vec::new()));
    }
    let bytes = (stored.len() * 12 + wild * 4) as u64;
    context.checked(context.accessors.charge(bytes), place, "the primitive is left out")?;
    context.report(rule::G19, place, || {
        format!("{wild} positions are not finite; nothing is drawn with them")
    });
    let mut repaired = stored.to_vec();
    let wild = points::settle(&mut repaired);
    Some((stored.remade(repaired, "some of them unusable and put on others"), wild))
}
