//! Morph targets → sparse shapes (docs/formats/gltf.md §3; §8 row 36).

use crate::gltf::json::{Id, Mesh};
use crate::gltf::lower::context::{Context, PlaceOf};
use crate::rules::gltf as rule;
use castview_base::core::{Stream, ValueSource};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Changes that one target makes to one primitive; empty when it does nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Target {
    /// Ascending.
    pub vertices: Vec<u32>,
    /// Parallel to `vertices`.
    pub deltas: Vec<[f32; 3]>,
    /// Parallel to `vertices`, or empty.
    pub normals: Vec<[f32; 3]>,
    /// Parallel to `vertices`, or empty.
    pub tangents: Vec<[f32; 3]>,
    /// As [`castview_base::scene::BlendShape::source`].
    pub source: Option<Arc<ValueSource>>,
}

impl Target {
    /// Bytes that it takes in memory.
    pub fn bytes(&self) -> u64 {
        let directions = self.normals.len() + self.tangents.len();
        self.vertices.len() as u64 * 16 + directions as u64 * 12
    }
}

/// One per target of a primitive. `corners`: which vertex of the file each vertex is, where they were dealt out anew; `bends`: its
/// tangents are known.
pub(crate) fn targets(
    context: &Context<'_>,
    lists: &[BTreeMap<String, Id>],
    vertex_count: usize,
    corners: Option<&[u32]>,
    bends: bool,
    place: PlaceOf<'_>,
) -> Vec<Arc<Target>> {
    let lowered = lists.iter().enumerate().map(|(index, attributes)| {
        let deltas = |name: &str| {
            let place = || place(&format!(".targets[{index}].{name}"));
            let id = *attributes.get(name)?;
            let treatment = "the target leaves it alone";
            let accessor = context.accessor(id, place, treatment)?;
            let values = context.checked(context.accessors.floats::<3>(&accessor), place, treatment)?;
            if values.len() != vertex_count {
                context.report(rule::G9, place, || {
                    format!("{} entries for {vertex_count} vertices; {treatment}", values.len())
                });
                return None;
            }
            Some(values)
        };
        let is_read = |name: &str| matches!(name, "POSITION" | "NORMAL" | "TANGENT");
        let others: Vec<&str> = attributes
            .keys()
            .map(String::as_str)
            .filter(|name| !is_read(name))
            .collect();
        if !others.is_empty() {
            context.report(
                rule::G_TARGET,
                || place(&format!(".targets[{index}]")),
                || {
                    format!(
                        "deltas of {} are not understood; the target leaves those alone",
                        others.join(", ")
                    )
                },
            );
        }
        let positions = deltas("POSITION");
        let normals = if corners.is_some() { None } else { deltas("NORMAL") };
        let tangents = if bends { deltas("TANGENT") } else { None };
        let streams = [&positions, &normals, &tangents];
        if streams.iter().all(|stream| stream.is_none()) {
            return Arc::default();
        }
        let mut target = sparse(streams.map(Option::as_ref), vertex_count, corners);
        target.source = positions.as_ref().and_then(|positions| match corners {
            None => positions.source().map(Arc::new),
            Some(_) => Some(Arc::new(ValueSource::Made(
                positions.said_of("dealt out to the corners of faces"),
            ))),
        });
        let bytes = target.bytes() + vertex_count as u64;
        let charged = context.checked(
            context.accessors.charge(bytes),
            || place(".targets"),
            "the target is left out",
        );
        Arc::new(charged.map_or_else(Target::default, |()| target))
    });
    lowered.collect()
}

/// `streams`: of positions, normals and tangents.
fn sparse(streams: [Option<&Stream<[f32; 3]>>; 3], vertex_count: usize, corners: Option<&[u32]>) -> Target {
    let finite = |delta: [f32; 3]| {
        if delta.iter().all(|v| v.is_finite()) {
            delta
        } else {
            [0.0; 3]
        }
    };
    let of = |stream: Option<&Stream<[f32; 3]>>, vertex| stream.map_or([0.0; 3], |stream| finite(stream.get(vertex)));
    let mut target = Target::default();
    let count = corners.map_or(vertex_count, <[u32]>::len);
    for vertex in 0..count {
        let stored = corners.map_or(vertex, |corners| corners[vertex] as usize);
        let deltas = streams.map(|stream| of(stream, stored));
        if deltas != [[0.0; 3]; 3] {
            let [delta, normal, tangent] = deltas;
            target.vertices.push(vertex as u32);
            target.deltas.push(delta);
            target.normals.push(normal);
            target.tangents.push(tangent);
        }
    }
    for directions in [&mut target.normals, &mut target.tangents] {
        if directions.iter().all(|delta| *delta == [0.0; 3]) {
            *directions = Vec::new();
        }
    }
    target
}

/// Names of the targets of `mesh`: as its extras say, else by number.
pub(crate) fn names(mesh: &Mesh, count: usize) -> Vec<String> {
    let given = mesh.extras.get("targetNames").and_then(|names| names.as_array());
    let name = |index: usize| -> Option<String> {
        let name = given?.get(index)?.as_str().filter(|name| !name.is_empty())?;
        Some(name.to_owned())
    };
    let wanted = (0..count).map(|index| name(index).unwrap_or_else(|| format!("target_{index}")));
    crate::lower::names::unique(wanted.collect()).0
}

/// How many targets the mesh has: as many as the primitive with most.
pub(crate) fn count(mesh: &Mesh) -> usize {
    mesh.primitives
        .iter()
        .map(|primitive| primitive.targets.len())
        .max()
        .unwrap_or(0)
}
