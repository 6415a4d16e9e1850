//! Edges of triangles: two faces that run along an edge in the same direction look to different sides; an edge of one face is open.

use crate::trouble::found::{FoundTrouble, TroubleOf, Troubles};
use crate::trouble::table::{TroubleKind, TroubleKinds};
use castview_base::core::MeshIndex;
use castview_base::scene::Mesh;
use std::collections::HashMap;

/// Triangles of a mesh that are looked at, at most: the table of edges takes about a hundred bytes for each.
const MOST: usize = 1_000_000;

/// Faces on both sides of an edge, from the corner of the lower number to the other and back.
#[derive(Clone, Copy, Default)]
struct EdgeUse {
    along: u32,
    against: u32,
}

/// Corners at one place are one corner: seams of textures and normals are no edges of the surface.
fn welded(mesh: &Mesh) -> Vec<u32> {
    let mut known: HashMap<[u32; 3], u32> = HashMap::new();
    let places = mesh.positions.iter().enumerate();
    // Adding 0 makes one zero of both.
    places
        .map(|(at, place)| {
            *known
                .entry(place.map(|part| (part + 0.0).to_bits()))
                .or_insert(at as u32)
        })
        .collect()
}

pub(super) fn look(index: MeshIndex, mesh: &Mesh, kinds: TroubleKinds, out: &mut Troubles) {
    let count = mesh.triangle_count();
    if count == 0 || count > MOST {
        return;
    }
    let corner = welded(mesh);
    let mut edges: HashMap<[u32; 2], EdgeUse> = HashMap::with_capacity(count * 3 / 2);
    for face in 0..count {
        let corners = [0, 1, 2].map(|at| corner[mesh.triangles.get(3 * face + at) as usize]);
        if corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0] {
            continue;
        }
        for at in 0..3 {
            let (from, to) = (corners[at], corners[(at + 1) % 3]);
            let edge = edges.entry([from.min(to), from.max(to)]).or_default();
            *(if from < to { &mut edge.along } else { &mut edge.against }) += 1;
        }
    }
    // Three faces at an edge are meant so; a face and its own back, too.
    let flipped = edges
        .values()
        .filter(|edge| matches!((edge.along, edge.against), (2, 0) | (0, 2)))
        .count();
    let open = edges.values().filter(|edge| edge.along + edge.against == 1).count();
    let percent = |count: usize| count as f32 / edges.len().max(1) as f32 * 100.0;
    if kinds.has(TroubleKind::FlippedFaces) && flipped > 0 {
        out.add(TroubleKind::FlippedFaces, || FoundTrouble {
            kind: TroubleKind::FlippedFaces,
            of: TroubleOf::Mesh(index),
            frame: None,
            range: None,
            value: flipped as f32,
            message: format!(
                "at {flipped} of its {} edges two faces look to different sides",
                edges.len()
            ),
        });
    }
    if kinds.has(TroubleKind::OpenEdges) && open > 0 {
        out.add(TroubleKind::OpenEdges, || FoundTrouble {
            kind: TroubleKind::OpenEdges,
            of: TroubleOf::Mesh(index),
            frame: None,
            range: None,
            value: percent(open),
            message: format!("{open} of its {} edges have a face on one side only", edges.len()),
        });
    }
}
