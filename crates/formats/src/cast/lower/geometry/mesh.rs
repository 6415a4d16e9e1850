//! Mesh nodes (docs/formats/cast.md §2.3 and §3.5).
//!
//! In: a Mesh node. Out: a mesh that borrows every lawful array from the file and owns only what was repaired.
//! A node without usable positions becomes a mesh without vertices, so that meshes keep their file positions.

use super::{colors, influences, normals};
use crate::cast::lower::fields::{self, bytes_of, fits, flat};
use crate::cast::lower::links::Links;
use crate::cast::{NodeKind, NodeView, PropertyView};
use crate::lower::points;
use crate::lower::scan;
use crate::lower::slots::Slots;
use crate::lower::topology::{self, Degenerate, Elements, Law, Topology, Vertices};
use crate::rules::cast as rule;
use castview_base::core::{Bounds, Diagnostics, MaterialIndex, SkinIndex, Stream, UintStream};
use castview_base::scene::{ColorLayer, Mesh, Skinning};
use rayon::join;

/// More layers than this are not believed (cast.md row 40).
pub(crate) const MAX_LAYERS: usize = 32;

/// Linked nodes and bones that a mesh may refer to.
pub(crate) struct Surroundings<'a> {
    pub links: &'a Links<'a>,
    /// Bones of the model's skeleton, and their slots.
    pub bone_count: usize,
    pub slots: &'a Slots,
}

pub(crate) fn lower<'a>(node: NodeView<'a>, around: &Surroundings<'a>, diagnostics: &mut Diagnostics) -> Mesh {
    let name = name(node, diagnostics);
    let (positions, wild) = positions(node, diagnostics);
    if positions.points.is_empty() {
        // cast.md row 32.
        diagnostics.report(
            rule::C32,
            || node.place(),
            || "the mesh has no vertices; skipped".into(),
        );
        return Mesh {
            name,
            ..Mesh::default()
        };
    }
    let count = positions.points.len();
    // Arrays that depend on nothing but the vertex count are checked beside the rest.
    let mut beside = Diagnostics::default();
    let ((triangles, normals), (uvs, colors, influences)) = join(
        || {
            let triangles = triangles(node, count, &wild, diagnostics);
            let normals = normals::lower(node, &positions.points, &triangles, diagnostics);
            (triangles, normals)
        },
        || {
            let (uvs, colors) = layers(node, count, &mut beside);
            (
                uvs,
                colors,
                around
                    .slots
                    .numbered(influences::lower(node, count, around.bone_count, &mut beside)),
            )
        },
    );
    diagnostics.append(beside);
    let material = around.links.follow_property(node, "m", NodeKind::Material, diagnostics);
    Mesh {
        name,
        positions: positions.points,
        normals,
        uvs,
        colors,
        triangles,
        material: material.map(|(index, _)| MaterialIndex::new(index)),
        // A model has one skin.
        skin: (!influences.is_empty()).then(|| SkinIndex::new(0)),
        influences,
        skinning: skinning(node, diagnostics),
        bounds: positions.bounds,
        ..Mesh::default()
    }
}

pub(crate) fn name(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> String {
    fields::text(node, "n", diagnostics).unwrap_or_default()
}

/// Finite positions, and their box.
pub(crate) struct Positions {
    pub points: Stream<[f32; 3]>,
    pub bounds: Bounds,
}

/// Coordinates beyond this are suspicious (cast.md row 49).
const HUGE: f32 = 1e7;

/// The positions, and the vertices whose position had to be replaced, ascending.
pub(crate) fn positions(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> (Positions, Vec<u32>) {
    let points = flat(fields::vec3s(node, "vp", diagnostics).unwrap_or_default());
    let (bounds, finite) = scan::points(bytes_of(&points));
    let (positions, wild) = match finite {
        true => (Positions { points, bounds }, Vec::new()),
        false => repaired_positions(node, &points, diagnostics),
    };
    let bounds = positions.bounds;
    let farthest = bounds.min.abs().max(bounds.max.abs()).max_element();
    if !bounds.is_empty() && (farthest > HUGE || farthest == 0.0) {
        diagnostics.report(
            rule::C49,
            || fields::place_of(node, "vp"),
            || match farthest == 0.0 {
                true => "all vertices lie at the origin; kept".into(),
                false => format!("vertices lie up to {farthest:e} from the origin; kept"),
            },
        );
    }
    (positions, wild)
}

/// cast.md row 48: what is not finite lies on another vertex and makes the bounds no larger.
fn repaired_positions(
    node: NodeView<'_>,
    stored: &Stream<[f32; 3]>,
    diagnostics: &mut Diagnostics,
) -> (Positions, Vec<u32>) {
    let mut points = stored.to_vec();
    let wild = points::settle(&mut points);
    let bounds = points::bounds(points.iter().copied(), &wild);
    diagnostics.report(
        rule::C48,
        || fields::place_of(node, "vp"),
        || {
            format!(
                "{} of {} positions are not finite; put on other vertices, and their faces are dropped",
                wild.len(),
                points.len()
            )
        },
    );
    (
        Positions {
            points: stored.remade(points, "some of them unusable and put on others"),
            bounds,
        },
        wild,
    )
}

/// cast.md rows 33–36, and the end of row 48.
fn triangles(node: NodeView<'_>, vertex_count: usize, wild: &[u32], diagnostics: &mut Diagnostics) -> UintStream {
    let indices = fields::uints(node, "f", diagnostics).unwrap_or_default();
    if indices.is_empty() {
        diagnostics.report(
            rule::C33,
            || node.place(),
            || "the mesh has no faces; its vertices are drawn as points".into(),
        );
        return UintStream::default();
    }
    if !indices.len().is_multiple_of(3) {
        diagnostics.report(
            rule::C34,
            || fields::place_of(node, "f"),
            || {
                format!(
                    "{} indices are no whole number of triangles; the last {} dropped",
                    indices.len(),
                    indices.len() % 3
                )
            },
        );
    }
    let whole = indices.len() - indices.len() % 3;
    let indices = fields::shortened_uints(indices, whole);
    let lawful = match &indices {
        UintStream::U8(s) => scan::triangles::<u8, 3>(bytes_of(s), vertex_count),
        UintStream::U16(s) => scan::triangles::<u16, 6>(bytes_of(s), vertex_count),
        UintStream::U32(s) => scan::triangles::<u32, 12>(bytes_of(s), vertex_count),
    };
    match lawful && wild.is_empty() {
        true => indices,
        false => kept_triangles(node, &indices, vertex_count, wild, diagnostics),
    }
}

/// Faces are triangles, in the order of their corners.
const LAW: Law = Law {
    odd: [0, 1, 2],
    fan: [0, 1, 2],
    restart: None,
    degenerate: Degenerate::LeftOut,
};

fn kept_triangles(
    node: NodeView<'_>,
    indices: &UintStream,
    vertex_count: usize,
    wild: &[u32],
    diagnostics: &mut Diagnostics,
) -> UintStream {
    let vertices = Vertices {
        count: vertex_count,
        unusable: wild,
    };
    let at = |i| indices.get(i);
    let Elements {
        triangles,
        outside,
        degenerate,
        ..
    } = topology::elements(&LAW, Topology::Triangles, indices.len(), at, vertices);
    if outside > 0 {
        diagnostics.report(
            rule::C35,
            || fields::place_of(node, "f"),
            || format!("{outside} faces name vertices beyond the {vertex_count} there are; dropped"),
        );
    }
    if degenerate > 0 {
        diagnostics.report(
            rule::C36,
            || fields::place_of(node, "f"),
            || format!("{degenerate} faces name a vertex twice; dropped"),
        );
    }
    indices.remade(triangles, "some faces left out")
}

/// UV and colour layers: `u0`…, `c0`…, and the legacy `vc`.
fn layers(
    node: NodeView<'_>,
    vertex_count: usize,
    diagnostics: &mut Diagnostics,
) -> (Vec<Stream<[f32; 2]>>, Vec<ColorLayer>) {
    let stored = StoredLayers::of(node);
    let mut uvs = Vec::new();
    for property in stored.chosen(node, "ul", &stored.uvs, diagnostics) {
        uvs.extend(uv_layer(property, vertex_count, diagnostics));
    }
    let mut all_colors = Vec::new();
    let colors = stored.chosen(node, "cl", &stored.colors, diagnostics);
    let legacy = node.property("vc");
    for property in &colors {
        all_colors.extend(colors::lower(*property, vertex_count, diagnostics));
    }
    if let Some(legacy) = legacy {
        // cast.md row 41: the one layer of older files. Row 42: the newer form wins where it holds anything.
        if colors.is_empty() {
            all_colors.extend(colors::lower(legacy, vertex_count, diagnostics));
        }
        if node.property("cl").is_some() {
            diagnostics.report(
                rule::C42,
                || legacy.place(),
                || match colors.is_empty() {
                    true => "cl is there but no c layer is; vc used".into(),
                    false => "the mesh has both c layers and vc; vc ignored".into(),
                },
            );
        }
    }
    // Normal maps take their frame from the picture, after any deformation: only the length of tangents is judged.
    if let Some(tangents) = fields::vec3s(node, "vt", diagnostics) {
        fits(node.property("vt"), tangents.len(), vertex_count, diagnostics);
    }
    (uvs, all_colors)
}

/// The layer properties of a mesh by number.
struct StoredLayers<'a> {
    uvs: [Option<PropertyView<'a>>; MAX_LAYERS],
    colors: [Option<PropertyView<'a>>; MAX_LAYERS],
}

impl<'a> StoredLayers<'a> {
    /// One pass over the properties; of several of one name the last counts (cast.md A44), an empty one is absent (row 17).
    fn of(node: NodeView<'a>) -> Self {
        let mut stored = Self {
            uvs: [None; MAX_LAYERS],
            colors: [None; MAX_LAYERS],
        };
        for property in node.properties() {
            let Some((letter, digits)) = property.name_bytes().split_first() else {
                continue;
            };
            let layers = match letter.to_ascii_lowercase() {
                b'u' => &mut stored.uvs,
                b'c' => &mut stored.colors,
                _ => continue,
            };
            let canonical = digits.len() == 1 || digits.first() != Some(&b'0');
            let is_number = canonical && digits.iter().all(u8::is_ascii_digit);
            let number = std::str::from_utf8(digits).ok().filter(|_| is_number);
            if let Some(layer) = number.and_then(|digits| digits.parse::<usize>().ok())
                && layer < MAX_LAYERS
            {
                layers[layer] = (property.count() > 0).then_some(property);
            }
        }
        stored
    }

    /// The layers that the count property `count_name` promises, as far as they are there (cast.md rows 38–40).
    fn chosen(
        &self,
        node: NodeView<'a>,
        count_name: &str,
        stored: &[Option<PropertyView<'a>>; MAX_LAYERS],
        diagnostics: &mut Diagnostics,
    ) -> Vec<PropertyView<'a>> {
        let Some(promised) = fields::count(node, count_name, diagnostics) else {
            let found: Vec<_> = stored.iter().copied().map_while(|layer| layer).collect();
            if let Some(first) = found.first() {
                diagnostics.report(
                    rule::C39,
                    || first.place(),
                    || format!("{count_name} is missing; {} layers found and used", found.len()),
                );
            }
            return found;
        };
        if promised > MAX_LAYERS as u64 {
            diagnostics.report(
                rule::C40,
                || fields::place_of(node, count_name),
                || format!("{promised} layers are promised; at most {MAX_LAYERS} are read"),
            );
        }
        let wanted = promised.min(MAX_LAYERS as u64) as usize;
        let found: Vec<_> = stored[..wanted].iter().flatten().copied().collect();
        if found.len() < wanted {
            diagnostics.report(
                rule::C38,
                || fields::place_of(node, count_name),
                || {
                    format!(
                        "{promised} layers are promised but {} are there; those are used",
                        found.len()
                    )
                },
            );
        }
        found
    }
}

/// cast.md A8: UVs have their origin at the top left, as textures have; they are used as they are.
fn uv_layer(
    property: PropertyView<'_>,
    vertex_count: usize,
    diagnostics: &mut Diagnostics,
) -> Option<Stream<[f32; 2]>> {
    let uvs = property
        .node()
        .read(&property.name(), "vectors of two", PropertyView::vec2s, diagnostics)?;
    if !fits(Some(property), uvs.len(), vertex_count, diagnostics) {
        return None;
    }
    let uvs = flat(uvs);
    if scan::finite(bytes_of(&uvs)) {
        return Some(uvs);
    }
    let mut wild = 0;
    let repaired: Vec<[f32; 2]> = uvs
        .iter()
        .map(|uv| match points::is_finite(uv) {
            true => uv,
            false => {
                wild += 1;
                [0.0; 2]
            }
        })
        .collect();
    diagnostics.report(
        rule::C48,
        || property.place(),
        || format!("{wild} texture coordinates are not finite; put at 0"),
    );
    Some(uvs.remade(repaired, "some of them unusable and replaced"))
}

/// Unknown words mean linear (cast.md §3.4).
fn skinning(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> Skinning {
    match fields::borrowed_text(node, "sm", diagnostics).as_deref() {
        None | Some("linear") => Skinning::Linear,
        Some("quaternion") => Skinning::DualQuaternion,
        Some(other) => {
            diagnostics.report(
                rule::C70_NOTE,
                || fields::place_of(node, "sm"),
                || format!("\"{}\" is no skinning method; taken as linear", other.escape_debug()),
            );
            Skinning::Linear
        }
    }
}
