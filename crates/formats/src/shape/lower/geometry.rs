//! One geometry → streams and elements in the scene's space (docs/formats/shape.md §3.5, §5; §7 rows 11, 13–16, 19).

use super::space::Space;
use crate::rules::shape as rule;
use crate::shape::document::{Array, Geometry};
use crate::shape::{Document, Volume};
use castview_base::core::{Bounds, Diagnostics, Rule, Source, Stream, UintStream};
use glam::Vec3;
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

/// The index that ends a strip (row 16).
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
    let is_usable = |vertex: u32| (vertex as usize) < vertices && !lost.get(vertex as usize).copied().unwrap_or(false);
    let elements = Elements::of(geometry.topology, &corners, &is_usable);
    let Some(elements) = elements else {
        let topology = geometry.topology;
        report.add(rule::S26, || {
            format!("topology {topology} is not drawn: it needs its effect's shaders")
        });
        return MeshPart::default();
    };
    elements.report(&mut report);
    let bounds = positions.iter().map(|p| Vec3::from(*p)).collect();
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
    let is_empty = triangles.is_empty() && lines.is_empty() && geometry.topology != 1;
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

/// The positions, and which of them had to be replaced (row 19); the second list is empty if none.
fn positions(
    document: &Document,
    space: &Space,
    geometry: &Geometry,
    report: &mut Report,
) -> (Vec<[f32; 3]>, Vec<bool>) {
    let mut lost = Vec::new();
    let read = |vertex: u32| vec3(document, &geometry.positions, vertex as usize);
    let count = geometry.positions.count;
    let positions = (0..count)
        .map(|vertex| {
            let position = space.vector(read(vertex));
            if position.is_finite() {
                return position.to_array();
            }
            lost.resize(count as usize, false);
            lost[vertex as usize] = true;
            [0.0; 3]
        })
        .collect();
    let number = lost.iter().filter(|lost| **lost).count();
    if number > 0 {
        let message = || format!("{number} positions are no numbers; what touches them is not drawn");
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
        let wide = normal.as_dvec3();
        wide.try_normalize().map_or_else(
            || {
                lost += 1;
                [0.0, 1.0, 0.0]
            },
            |normal| normal.as_vec3().to_array(),
        )
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
fn source(array: &Array, why: &str) -> Source {
    let Range { start, end } = array.range();
    Source::Made(format!("bytes {start:#x} to {end:#x} of the unpacked content, {why}"))
}

/// Triangles or lines by vertex numbers, and what was left out.
#[derive(Default)]
struct Elements {
    triangles: Vec<u32>,
    lines: Vec<u32>,
    out_of_range: usize,
    tail: usize,
}

impl Elements {
    /// `None` for a topology that cannot be drawn.
    fn of(topology: u32, corners: &[u32], is_usable: &dyn Fn(u32) -> bool) -> Option<Self> {
        let mut out = Self::default();
        let strips = || corners.split(|corner| *corner == RESTART);
        match topology {
            1 => {}
            2 => {
                corners.chunks_exact(2).for_each(|pair| out.line(pair, is_usable));
                out.tail = corners.len() % 2;
            }
            3 => strips().for_each(|strip| strip.windows(2).for_each(|pair| out.line(pair, is_usable))),
            4 => {
                let triangles = corners.chunks_exact(3);
                triangles.for_each(|t| out.triangle([t[0], t[1], t[2]], is_usable));
                out.tail = corners.len() % 3;
            }
            5 => strips().for_each(|strip| {
                for (number, t) in strip.windows(3).enumerate() {
                    // Every second one is turned around.
                    let corners = if number % 2 == 0 {
                        [t[0], t[1], t[2]]
                    } else {
                        [t[1], t[0], t[2]]
                    };
                    if corners[0] != corners[1] && corners[1] != corners[2] && corners[0] != corners[2] {
                        out.triangle(corners, is_usable);
                    }
                }
            }),
            6 => strips().for_each(|fan| {
                let rim = fan.get(1..).unwrap_or_default();
                rim.windows(2)
                    .for_each(|pair| out.triangle([fan[0], pair[0], pair[1]], is_usable));
            }),
            _ => return None,
        }
        Some(out)
    }

    fn line(&mut self, pair: &[u32], is_usable: &dyn Fn(u32) -> bool) {
        match pair.iter().all(|vertex| is_usable(*vertex)) {
            true => self.lines.extend(pair),
            false => self.out_of_range += 1,
        }
    }

    fn triangle(&mut self, corners: [u32; 3], is_usable: &dyn Fn(u32) -> bool) {
        match corners.iter().all(|vertex| is_usable(*vertex)) {
            true => self.triangles.extend(corners),
            false => self.out_of_range += 1,
        }
    }

    fn report(&self, report: &mut Report) {
        let (lost, tail) = (self.out_of_range, self.tail);
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
