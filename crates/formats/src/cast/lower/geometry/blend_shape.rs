//! Blend shapes, of today and of two older forms (docs/formats/cast.md §2.5 and §3.6).

use super::mesh;
use crate::cast::lower::fields;
use crate::cast::lower::links::Links;
use crate::cast::{NodeKind, NodeView};
use crate::rules::cast as rule;
use castview_base::core::{Diagnostics, MeshIndex, Stream, UintStream, ValueSource};
use castview_base::scene::{BlendShape, Mesh};
use std::collections::HashMap;
use std::sync::Arc;

/// The Mesh nodes that only serve as targets of older blend shapes; they must not be drawn.
#[derive(Default)]
pub(crate) struct Targets {
    /// By file position of the mesh: the shape node (its place in the file) and the entry of `t` that it belongs to.
    ///
    /// A target belongs to the first entry that names it: a short list of links could otherwise name one big mesh over
    /// and over, and grow to any size in memory.
    owners: HashMap<usize, (u64, usize)>,
}

impl Targets {
    pub(crate) fn of<'a>(shapes: &[NodeView<'a>], links: &Links<'a>) -> Self {
        // Dangling links are reported where the shape is built.
        let quiet = &mut Diagnostics::default();
        let mut targets = Self::default();
        for shape in shapes {
            let Some(property) = shape.property("t") else { continue };
            for (entry, hash) in property.hashes().unwrap_or_default().into_iter().enumerate() {
                if let Some((mesh, _)) = links.follow(property, hash, &[NodeKind::Mesh], quiet) {
                    targets.owners.entry(mesh).or_insert((shape.offset(), entry));
                }
            }
        }
        if !targets.owners.is_empty() {
            // A mesh that carries shapes is drawn, whoever else takes it for a target.
            for shape in shapes {
                if let Some((base, _)) = links.follow_property(*shape, "b", NodeKind::Mesh, quiet) {
                    targets.owners.remove(&base);
                }
            }
        }
        targets
    }

    pub(crate) fn contains(&self, mesh: usize) -> bool {
        self.owners.contains_key(&mesh)
    }
}

/// The shapes of one BlendShape node: one, or one per target mesh in the older form.
pub(crate) fn lower<'a>(
    node: NodeView<'a>,
    links: &Links<'a>,
    meshes: &[Mesh],
    targets: &Targets,
    diagnostics: &mut Diagnostics,
) -> Vec<BlendShape> {
    let base = links.follow_property(node, "b", NodeKind::Mesh, diagnostics);
    let Some((base, mesh)) = base
        .and_then(|(base, _)| Some((base, meshes.get(base)?)))
        .filter(|(_, mesh)| mesh.vertex_count() > 0)
    else {
        // cast.md row 61.
        diagnostics.report(
            rule::C61,
            || node.place(),
            || "the shape's mesh is not there; skipped".into(),
        );
        return Vec::new();
    };
    let base = Base {
        index: MeshIndex::new(base),
        positions: &mesh.positions,
    };
    match node.property("t") {
        Some(_) => from_target_meshes(node, &base, links, targets, diagnostics),
        None => from_lists(node, &base, diagnostics).into_iter().collect(),
    }
}

/// Why deltas do not lie in the file.
const LESS_BASE: &str = "less the positions at rest";

/// The mesh a shape changes.
struct Base<'a> {
    index: MeshIndex,
    positions: &'a Stream<[f32; 3]>,
}

impl Base<'_> {
    fn delta(&self, vertex: u32, target: [f32; 3]) -> [f32; 3] {
        let base = self.positions.get(vertex as usize);
        [0, 1, 2].map(|axis| target[axis] - base[axis])
    }
}

/// `vi` and `vp` (positions), or for some days of 2024 `vd` (deltas).
fn from_lists(node: NodeView<'_>, base: &Base<'_>, diagnostics: &mut Diagnostics) -> Option<BlendShape> {
    let vertices = fields::uints(node, "vi", diagnostics).unwrap_or_default();
    let absolute = fields::vec3s(node, "vp", diagnostics);
    let is_absolute = absolute.is_some();
    let values = absolute
        .or_else(|| fields::vec3s(node, "vd", diagnostics))
        .unwrap_or_default();
    let len = vertices.len().min(values.len());
    if vertices.len() != values.len() {
        diagnostics.report(
            rule::C60,
            || fields::place_of(node, "vi"),
            || {
                format!(
                    "{} vertices but {} positions; the first {len} of each used",
                    vertices.len(),
                    values.len()
                )
            },
        );
    }
    if len == 0 {
        diagnostics.report(
            rule::C60,
            || node.place(),
            || "the shape changes nothing; skipped".into(),
        );
        return None;
    }
    let name = fields::text(node, "n", diagnostics).unwrap_or_default();
    let entries = entries(node, &vertices, &values, len, base.positions.len(), diagnostics);
    let delta = |(vertex, value)| (vertex, if is_absolute { base.delta(vertex, value) } else { value });
    shape(
        name,
        base,
        max_weight(node, &maxima(node, diagnostics), 0, diagnostics),
        values.said_of(if is_absolute { LESS_BASE } else { "listed by vertex" }),
        entries.into_iter().map(delta),
    )
}

/// The usable (vertex, value) pairs, ascending by vertex; of several for one vertex the last counts, as importers
/// assign them one after the other.
fn entries(
    node: NodeView<'_>,
    vertices: &UintStream,
    values: &Stream<[f32; 3]>,
    len: usize,
    vertex_count: usize,
    diagnostics: &mut Diagnostics,
) -> Vec<(u32, [f32; 3])> {
    let (mut outside, mut wild) = (0, 0);
    let mut entries = Vec::with_capacity(len);
    for index in 0..len {
        let (vertex, value) = (vertices.get(index), values.get(index));
        if vertex as usize >= vertex_count {
            outside += 1;
        } else if !value.iter().all(|v| v.is_finite()) {
            wild += 1;
        } else {
            entries.push((vertex, value));
        }
    }
    if outside > 0 {
        diagnostics.report(
            rule::C35,
            || fields::place_of(node, "vi"),
            || format!("{outside} entries name vertices beyond the {vertex_count} there are; dropped"),
        );
    }
    if wild > 0 {
        diagnostics.report(
            rule::C48,
            || node.place(),
            || format!("{wild} positions of the shape are not finite; dropped"),
        );
    }
    if !entries.is_sorted_by(|a, b| a.0 < b.0) {
        entries.sort_by_key(|entry| entry.0);
        let mut write = 0;
        for read in 1..entries.len() {
            write += usize::from(entries[write].0 != entries[read].0);
            entries[write] = entries[read];
        }
        entries.truncate(write + 1);
    }
    entries
}

/// Until 2024 a node held hashes of whole target meshes and one maximum for each; a shape took its target's name.
fn from_target_meshes<'a>(
    node: NodeView<'a>,
    base: &Base<'_>,
    links: &Links<'a>,
    targets: &Targets,
    diagnostics: &mut Diagnostics,
) -> Vec<BlendShape> {
    let Some(property) = node.property("t") else {
        return Vec::new();
    };
    let hashes = fields::hashes(node, "t", diagnostics).unwrap_or_default();
    // Once, not for every target: numbers of another type are converted whenever they are read.
    let maxima = maxima(node, diagnostics);
    let mut shapes = Vec::new();
    for (position, hash) in hashes.into_iter().enumerate() {
        let Some((mesh, target)) = links.follow(property, hash, &[NodeKind::Mesh], diagnostics) else {
            continue;
        };
        if targets.owners.get(&mesh) != Some(&(node.offset(), position)) {
            diagnostics.report(
                rule::C60,
                || property.place(),
                || format!("target {position} is the base or the target of another shape; skipped"),
            );
            continue;
        }
        let (positions, wild) = mesh::positions(target, diagnostics);
        if positions.points.len() != base.positions.len() {
            diagnostics.report(
                rule::C60,
                || property.place(),
                || {
                    format!(
                        "target {position} has {} vertices, its base {}; skipped",
                        positions.points.len(),
                        base.positions.len()
                    )
                },
            );
            continue;
        }
        let name = mesh::name(target, diagnostics);
        let moved = positions.points.iter().enumerate().filter_map(|(vertex, position)| {
            let vertex = vertex as u32;
            let delta = base.delta(vertex, position);
            (delta != [0.0; 3] && wild.binary_search(&vertex).is_err()).then_some((vertex, delta))
        });
        shapes.extend(shape(
            name,
            base,
            max_weight(node, &maxima, position, diagnostics),
            positions.points.said_of(LESS_BASE),
            moved,
        ));
    }
    shapes
}

/// `None` if no delta is left. Deltas between far ends of the number range are dropped, for they are not finite.
fn shape(
    name: String,
    base: &Base<'_>,
    max_weight: f32,
    from: String,
    deltas: impl Iterator<Item = (u32, [f32; 3])>,
) -> Option<BlendShape> {
    let finite = deltas.filter(|(_, delta)| delta.iter().all(|v| v.is_finite()));
    let (vertices, deltas): (Vec<u32>, Vec<[f32; 3]>) = finite.unzip();
    (!vertices.is_empty()).then_some(BlendShape {
        name,
        mesh: base.index,
        max_weight,
        vertices,
        deltas,
        rest_weight: 0.0,
        normal_deltas: Vec::new(),
        tangent_deltas: Vec::new(),
        source: Some(Arc::new(ValueSource::Made(from))),
    })
}

fn maxima(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> Stream<f32> {
    fields::floats(node, "ts", diagnostics).unwrap_or_default()
}

/// cast.md A10: entry `position` of `ts` is the top of the slider, and one unit of weight one full delta. Missing and zero mean
/// 1, as in both importers; so does what is no maximum at all.
fn max_weight(node: NodeView<'_>, maxima: &Stream<f32>, position: usize, diagnostics: &mut Diagnostics) -> f32 {
    if position >= maxima.len() {
        return 1.0;
    }
    let max = maxima.get(position);
    if max.is_finite() && max > 0.0 {
        return max;
    }
    if max != 0.0 {
        diagnostics.report(
            rule::A10,
            || fields::place_of(node, "ts"),
            || format!("{max} is no greatest weight; taken as 1"),
        );
    }
    1.0
}
