//! One geometry → streams and elements in the scene's space (docs/formats/shape.md §3.5, §5; §7 rows 11, 13–16, 19).

use super::space::Space;
use crate::lower::topology::{self, Degenerate, Elements, Law, Topology, Vertices};
use crate::lower::{directions, points};
use crate::rules::shape as rule;
use crate::shape::document::{Array, Geometry};
use crate::shape::{Document, Volume};
use castview_base::core::{Bounds, Diagnostics, Rule, Stream, UintStream, ValueSource};
use std::ops::Range;

/// Arrays and bounds that all meshes of one geometry share.
#[derive(Clone, Default)]
pub struct MeshPart {
    pub positions: Stream<[f32; 3]>,
    pub normals: Stream<[f32; 3]>,
    pub uvs: Vec<Stream<[f32; 2]>>,
    pub triangles: UintStream,
    pub lines: UintStream,
    pub bounds: Bounds,
}

/// The index that ends a strip (shape.md row 16).
const RESTART: u32 = u32::MAX;

struct Report<'a> {
    document: &'a Document,
    index: usize,
    at: usize,
    diagnostics: &'a mut Diagnostics,
}

impl Report<'_> {
    fn add(&mut self, rule: &'static Rule, message: impl FnOnce() -> String) {
        let (document, index, at) = (self.document, self.index, self.at);
        let place = || document.place(|| format!("geometry[{index}]"), at);
        self.diagnostics.report(rule, place, message);
    }
}

/// How the triangles of a geometry are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drawing {
    /// As stored, or with the order of their corners turned around.
    Filled { flips: bool },
    /// By their edges alone.
    Wireframe,
}

pub fn lower(
    document: &Document,
    space: &Space,
    index: usize,
    drawing: Drawing,
    diagnostics: &mut Diagnostics,
) -> MeshPart {
    let geometry = &document.geometries[index];
    let mut report = Report {
        document,
        index,
        at: geometry.at,
        diagnostics,
    };
    let vertices = geometry.positions.count as usize;
    if vertices == 0 {
        report.add(rule::S11, || "the geometry has no vertices; nothing is drawn".into());
        return MeshPart::default();
    }
    let Some(corners) = corners(document, geometry, &mut report) else {
        return MeshPart::default();
    };
    let (positions, lost) = positions(document, space, geometry, &mut report);
    let Some(topology) = of_number(geometry.topology) else {
        let topology = geometry.topology;
        report.add(rule::S26, || {
            format!("topology {topology} is not drawn: it needs its effect's shaders")
        });
        return MeshPart::default();
    };
    let usable = Vertices {
        count: vertices,
        unusable: &lost,
    };
    let elements = topology::elements(&LAW, topology, corners.len(), |i| corners[i], usable);
    report_left_out(&elements, &mut report);
    let bounds = points::bounds(positions.iter().copied(), &lost);
    let Elements {
        mut triangles,
        mut lines,
        ..
    } = elements;
    match drawing {
        Drawing::Filled { flips: false } => {}
        Drawing::Filled { flips: true } => triangles.chunks_exact_mut(3).for_each(|triangle| triangle.swap(1, 2)),
        // A geometry has one topology, so it has only triangles or only lines.
        Drawing::Wireframe if lines.is_empty() => lines = edges(std::mem::take(&mut triangles)),
        Drawing::Wireframe => {}
    }
    let is_empty = triangles.is_empty() && lines.is_empty() && topology != Topology::Points;
    MeshPart {
        // A mesh that lost all its elements is no cloud of points.
        positions: if is_empty {
            Stream::default()
        } else {
            Stream::from_source(positions, source(&geometry.positions, "turned into this window's axes"))
        },
        normals: match geometry.normals {
            Some(normals) if !is_empty => self::normals(document, space, &normals, &mut report),
            _ => Stream::default(),
        },
        uvs: geometry
            .uvs
            .iter()
            .flatten()
            .filter(|_| !is_empty)
            .map(|uv| uvs(document, uv))
            .collect(),
        triangles: match geometry.indices.count {
            0 => triangles.into(),
            _ => UintStream::U32(Stream::from_source(
                triangles,
                source(&geometry.indices, "made into triangles"),
            )),
        },
        lines: lines.into(),
        bounds,
    }
}

/// Each edge of `triangles` once, as two vertices.
fn edges(triangles: Vec<u32>) -> Vec<u32> {
    let mut edges: Vec<[u32; 2]> = Vec::with_capacity(triangles.len());
    for t in triangles.chunks_exact(3) {
        edges.extend([[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]].map(|[a, b]| [a.min(b), a.max(b)]));
    }
    drop(triangles);
    edges.sort_unstable();
    edges.dedup();
    edges.shrink_to_fit();
    edges.into_flattened()
}

/// The vertex numbers in drawing order; `None` if there is no way to know them.
fn corners(document: &Document, geometry: &Geometry, report: &mut Report) -> Option<Vec<u32>> {
    let indices = &geometry.indices;
    match indices.count {
        0 => Some((0..geometry.positions.count).collect()),
        _ if indices.format.is_uint() => {
            let all_ones = match indices.format.size() {
                1 => 0xff,
                2 => 0xffff,
                _ => RESTART,
            };
            let index = |i: u32| match document.uint(indices, i as usize) {
                index if index == all_ones => RESTART,
                index => index,
            };
            Some((0..indices.count).map(index).collect())
        }
        _ => {
            let format = indices.format;
            report.add(rule::S15, || {
                format!("indices in format {format:?} are no whole numbers; nothing is drawn")
            });
            None
        }
    }
}

/// The positions, and the vertices whose position had to be replaced (shape.md row 19), ascending.
fn positions(
    document: &Document,
    space: &Space,
    geometry: &Geometry,
    report: &mut Report,
) -> (Vec<[f32; 3]>, Vec<u32>) {
    let read = |vertex: u32| vec3(document, &geometry.positions, vertex as usize);
    let placed = |vertex| space.vector(read(vertex)).to_array();
    let mut positions: Vec<[f32; 3]> = (0..geometry.positions.count).map(placed).collect();
    let lost = points::settle(&mut positions);
    let number = lost.len();
    if number > 0 {
        let message =
            || format!("{number} positions are no numbers; put on other vertices, and what touches them is not drawn");
        report.add(rule::S19, message);
    }
    (positions, lost)
}

fn vec3(document: &Document, array: &Array, element: usize) -> [f32; 3] {
    [0, 1, 2].map(|component| document.float(array, element, component))
}

fn normals(document: &Document, space: &Space, array: &Array, report: &mut Report) -> Stream<[f32; 3]> {
    let mut lost = 0;
    let one = |vertex: u32| {
        let normal = space.vector(vec3(document, array, vertex as usize));
        directions::unit(normal.to_array()).unwrap_or_else(|| {
            lost += 1;
            [0.0, 1.0, 0.0]
        })
    };
    let normals: Vec<[f32; 3]> = (0..array.count).map(one).collect();
    if lost > 0 {
        report.add(rule::S19, || format!("{lost} normals point nowhere; taken as up"));
    }
    Stream::from_source(
        normals,
        source(array, "turned into this window's axes and brought to unit length"),
    )
}

/// UVs have their origin at the top left, as ours.
fn uvs(document: &Document, array: &Array) -> Stream<[f32; 2]> {
    let finite = |value: f32| if value.is_finite() { value } else { 0.0 };
    let one = |vertex: u32| [0, 1].map(|component| finite(document.float(array, vertex as usize, component)));
    let uvs: Vec<[f32; 2]> = (0..array.count).map(one).collect();
    Stream::from_source(uvs, source(array, "put together from numbers of their format"))
}

/// Returns the source of values made from `array`: its bytes, and `why` the values differ from them.
fn source(array: &Array, why: &str) -> ValueSource {
    let Range { start, end } = array.range();
    ValueSource::Made(format!("bytes {start:#x} to {end:#x} of the unpacked content, {why}"))
}

/// Strips and fans as Direct3D has them; strips are joined by triangles without area.
const LAW: Law = Law {
    odd: [1, 0, 2],
    fan: [0, 1, 2],
    restart: Some(RESTART),
    degenerate: Degenerate::LeftOutOfStrips,
};

/// `None`: a topology that cannot be drawn.
fn of_number(topology: u32) -> Option<Topology> {
    Some(match topology {
        1 => Topology::Points,
        2 => Topology::Lines,
        3 => Topology::LineStrip,
        4 => Topology::Triangles,
        5 => Topology::TriangleStrip,
        6 => Topology::TriangleFan,
        _ => return None,
    })
}

fn report_left_out(elements: &Elements, report: &mut Report) {
    let (lost, tail) = (elements.outside + elements.unusable, elements.tail);
    if lost > 0 {
        report.add(rule::S13, || {
            format!("{lost} triangles or lines name vertices that cannot be used; left out")
        });
    }
    if tail > 0 {
        report.add(rule::S14, || {
            format!("{tail} indices at the end make no whole element; left out")
        });
    }
}

/// A geometry at a node that names it.
pub struct Drawn<'a> {
    /// Positions in the document's lists.
    pub node: usize,
    pub number: usize,
    pub geometry: &'a Geometry,
    /// Among the node's geometries.
    pub position: usize,
    pub volume: &'a Volume,
}
