//! Primitive modes → triangles, lines or points (docs/formats/gltf.md §4; §8 rows 11, 32, 34).

use crate::lower::topology::{self, Degenerate, Law, Topology, Vertices};
use castview_base::core::UintStream;

/// gltf.md §4: triangles of strips and fans, corner by corner. Strips end with their primitive.
const LAW: Law = Law {
    odd: [0, 2, 1],
    fan: [1, 2, 0],
    restart: None,
    degenerate: Degenerate::Kept,
};

/// The topology of a primitive's `mode`; `None`: the number is no mode.
pub(crate) fn of_mode(number: u64) -> Option<Topology> {
    Some(match number {
        0 => Topology::Points,
        1 => Topology::Lines,
        2 => Topology::LineLoop,
        3 => Topology::LineStrip,
        4 => Topology::Triangles,
        5 => Topology::TriangleStrip,
        6 => Topology::TriangleFan,
        _ => return None,
    })
}

/// Elements that are drawn, and counts of those that were left out.
#[derive(Debug, Default)]
pub(crate) struct Elements {
    pub triangles: UintStream,
    pub lines: UintStream,
    /// Indices at the end that make no whole element.
    pub tail: usize,
    /// Elements with a vertex that does not exist or cannot be used.
    pub dropped: usize,
}

/// `None` for `indices`: the vertices in their order. `unusable`: vertices that nothing may be drawn with, mostly none.
pub(crate) fn elements(
    topology: Topology,
    indices: Option<&UintStream>,
    vertex_count: usize,
    unusable: &[u32],
) -> Elements {
    let count = indices.map_or(vertex_count, UintStream::len);
    // The plain case stays where it is.
    if let (Topology::Triangles, Some(indices)) = (topology, indices)
        && count.is_multiple_of(3)
        && unusable.is_empty()
        && largest(indices).is_none_or(|largest| (largest as usize) < vertex_count)
    {
        return Elements {
            triangles: indices.clone(),
            ..Elements::default()
        };
    }
    let at = |i: usize| indices.map_or(i as u32, |indices| indices.get(i));
    let vertices = Vertices {
        count: vertex_count,
        unusable,
    };
    let made = topology::elements(&LAW, topology, count, at, vertices);
    Elements {
        triangles: made.triangles.into(),
        lines: made.lines.into(),
        tail: made.tail,
        dropped: made.outside + made.unusable,
    }
}

fn largest(indices: &UintStream) -> Option<u32> {
    let mut largest = 0;
    indices.for_each(|index| largest = largest.max(index));
    (!indices.is_empty()).then_some(largest)
}
