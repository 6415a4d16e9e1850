//! One primitive: accessors → checked streams (docs/formats/gltf.md §3, §4; §8 rows 9, 11, 15, 19, 32, 34, 36).
//!
//! Streams stay where they lie in the file when nothing about them has to change.

use super::influences::Set;
use super::morph::{self, Target};
use super::topology::{self, Mode};
use crate::core::{Bounds, Element, Place, Source, Stream, UintStream};
use crate::formats::gltf::accessor::Component;
use crate::formats::gltf::extensions::DRACO;
use crate::formats::gltf::json::{Id, Primitive};
use crate::formats::gltf::lower::context::{Context, PlaceOf};
use crate::formats::rules::gltf as rule;
use crate::scene::{ColorLayer, Influences};
use glam::Vec3;
use std::rc::Rc;
use std::sync::Arc;

/// A primitive before it hangs on anything.
pub(in crate::formats::gltf::lower) struct MeshPart {
    pub positions: Stream<[f32; 3]>,
    pub bounds: Bounds,
    pub normals: Stream<[f32; 3]>,
    /// As [`crate::scene::Mesh::tangents`].
    pub tangents: Stream<[f32; 4]>,
    pub uvs: Vec<Stream<[f32; 2]>>,
    pub colors: Vec<ColorLayer>,
    pub triangles: UintStream,
    pub lines: UintStream,
    pub sets: Rc<Vec<Set>>,
    /// Every vertex on one slot.
    pub rigid: Influences,
    pub targets: Vec<Arc<Target>>,
}

/// `None` when there is nothing to draw.
pub(in crate::formats::gltf::lower) fn lower(
    context: &Context<'_>,
    json: &Primitive,
    place: PlaceOf<'_>,
) -> Option<MeshPart> {
    let whole = || place("");
    let Some(&position) = json.attributes.get("POSITION") else {
        context.report(rule::G9, whole, || "the primitive has no positions; left out".into());
        return None;
    };
    if is_compressed_away(context, json, position) {
        context.report(rule::G28, whole, || {
            format!("its data are in {DRACO} alone, which is not understood; left out")
        });
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
    let mode = mode(context, json, place);
    let indices = match json.indices {
        None => None,
        Some(id) => {
            let at = || place(".indices");
            let accessor = context.accessor(id, at, "the primitive is left out")?;
            Some(context.checked(context.accessors.uints(&accessor), at, "the primitive is left out")?)
        }
    };
    let count = indices.as_ref().map_or(vertex_count, UintStream::len);
    let bytes = count as u64 + topology::most_bytes(mode, count);
    context.checked(context.accessors.charge(bytes), whole, "the primitive is left out")?;
    let mut drawn = topology::elements(mode, indices.as_ref(), vertex_count, &unusable);
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
        Some(normals) if mode.has_faces() => attributes.tangents(normals),
        _ => None,
    };
    let is_fine = |index: u32| (index as usize) < vertex_count && unusable.binary_search(&index).is_err();
    let corners = match (mode, &normals, &indices) {
        // Without normals faces are flat: each has its own corners, and the normals that follow from them.
        (mode, None, _) if mode.has_faces() => Some(charged_corners(context, &drawn.triangles, whole, |_| true)?),
        (Mode::Points, _, Some(indices)) => Some(charged_corners(context, indices, whole, is_fine)?),
        _ => None,
    };
    let deal = Deal {
        context,
        corners: corners.as_deref(),
    };
    if corners.is_some() && mode.has_faces() {
        let own = (0..drawn.triangles.len() as u32).collect();
        drawn.triangles = drawn.triangles.remade(own, "dealt out to the corners of faces");
    }
    let positions = context.checked(deal.out(stored), whole, "the primitive is left out")?;
    let keep = |result: Result<Stream<[f32; 2]>, String>| result.ok();
    let part = MeshPart {
        bounds: positions.iter().map(Vec3::from).collect(),
        rigid: Influences::rigid(positions.len()),
        targets: morph::targets(
            context,
            &json.targets,
            vertex_count,
            corners.as_deref(),
            tangents.is_some(),
            place,
        ),
        normals: normals.and_then(|normals| deal.out(normals).ok()).unwrap_or_default(),
        tangents: tangents
            .and_then(|tangents| deal.out(tangents).ok())
            .unwrap_or_default(),
        uvs: attributes
            .uvs()
            .into_iter()
            .filter_map(|uvs| keep(deal.out(uvs)))
            .collect(),
        colors: attributes
            .colors()
            .into_iter()
            .filter_map(|colors| deal.out_colors(colors))
            .collect(),
        sets: Rc::new(attributes.sets(corners.as_deref())),
        triangles: drawn.triangles,
        lines: drawn.lines,
        positions,
    };
    Some(part)
}

/// Whether the positions are in an extension that is not understood.
fn is_compressed_away(context: &Context<'_>, json: &Primitive, position: Id) -> bool {
    let accessor = context.document.root().accessors.get(position.get());
    let is_packed = accessor.is_some_and(|accessor| accessor.buffer_view.is_none() && accessor.sparse.is_none());
    is_packed && json.extensions.contains_key(DRACO)
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

fn mode(context: &Context<'_>, json: &Primitive, place: PlaceOf<'_>) -> Mode {
    let Some(number) = json.mode else {
        return Mode::Triangles;
    };
    Mode::from_number(number.get()).unwrap_or_else(|| {
        context.report(
            rule::G34,
            || place(".mode"),
            || format!("{} is no mode; taken as triangles", number.get()),
        );
        Mode::Triangles
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

/// Row 19: what cannot be drawn is put at the origin, and nothing is drawn with it. The second list is ascending.
fn finite_positions(
    context: &Context<'_>,
    stored: Stream<[f32; 3]>,
    place: &impl Fn() -> Place,
) -> Option<(Stream<[f32; 3]>, Vec<u32>)> {
    let is_wild = |p: [f32; 3]| p.iter().any(|v| !v.is_finite());
    let wild: Vec<u32> = (0..stored.len())
        .filter(|i| is_wild(stored.get(*i)))
        .map(|i| i as u32)
        .collect();
    if wild.is_empty() {
        return Some((stored, wild));
    }
    let bytes = (stored.len() * 12 + wild.len() * 4) as u64;
    context.checked(context.accessors.charge(bytes), place, "the primitive is left out")?;
    context.report(rule::G19, place, || {
        format!("{} positions are not finite; nothing is drawn with them", wild.len())
    });
    let mut repaired = stored.to_vec();
    for &vertex in &wild {
        repaired[vertex as usize] = [0.0; 3];
    }
    Some((stored.remade(repaired, "some of them unusable and put at 0"), wild))
}

/// Deals values out to the corners of faces, where those have vertices of their own.
struct Deal<'a> {
    context: &'a Context<'a>,
    corners: Option<&'a [u32]>,
}

impl Deal<'_> {
    fn out<T: Element>(&self, stream: Stream<T>) -> Result<Stream<T>, String> {
        match self.corners {
            None => Ok(stream),
            Some(corners) => {
                self.context.accessors.charge(corners.len() as u64 * T::SIZE as u64)?;
                let dealt = corners.iter().map(|i| stream.get(*i as usize)).collect();
                Ok(stream.remade::<T>(dealt, "dealt out to the corners of faces"))
            }
        }
    }

    fn out_colors(&self, colors: ColorLayer) -> Option<ColorLayer> {
        match colors {
            ColorLayer::Packed(stream) => self.out(stream).ok().map(ColorLayer::Packed),
            ColorLayer::Float(stream) => self.out(stream).ok().map(ColorLayer::Float),
        }
    }
}

/// The attributes of a primitive beside its positions. Those that do not fit are taken as absent.
struct Attributes<'a> {
    context: &'a Context<'a>,
    json: &'a Primitive,
    place: PlaceOf<'a>,
    vertex_count: usize,
}

/// Whether it is finite and long enough to be brought to unit length.
fn is_direction(v: [f32; 3]) -> bool {
    let squared: f32 = v.iter().map(|c| c * c).sum();
    (1e-24..1e24).contains(&squared)
}

const ABSENT: &str = "taken as absent";

impl Attributes<'_> {
    fn open(&self, name: &str) -> Option<crate::formats::gltf::accessor::Accessor> {
        let id = *self.json.attributes.get(name)?;
        let place = || (self.place)(&format!(".attributes.{name}"));
        let accessor = self.context.accessor(id, place, ABSENT)?;
        if accessor.count == self.vertex_count {
            return Some(accessor);
        }
        self.context.report(rule::G9, place, || {
            format!(
                "{} entries for {} vertices; {ABSENT}",
                accessor.count, self.vertex_count
            )
        });
        None
    }

    fn checked<T>(&self, name: &str, result: Result<T, String>) -> Option<T> {
        let place = || (self.place)(&format!(".attributes.{name}"));
        self.context.checked(result, place, ABSENT)
    }

    fn floats<const N: usize>(&self, name: &str) -> Option<Stream<[f32; N]>> {
        let accessor = self.open(name)?;
        self.checked(name, self.context.accessors.floats::<N>(&accessor))
    }

    /// Finite values, what is not being put at `instead`.
    fn finite<const N: usize>(
        &self,
        name: &str,
        instead: [f32; N],
        is_fine: fn(&[f32; N]) -> bool,
    ) -> Option<Stream<[f32; N]>> {
        let stream = self.floats::<N>(name)?;
        let bad = stream.iter().filter(|value| !is_fine(value)).count();
        // To be looked at costs, too.
        let bytes = if bad == 0 { 1 } else { 4 * N } * stream.len();
        self.checked(name, self.context.accessors.charge(bytes as u64))?;
        if bad == 0 {
            return Some(stream);
        }
        self.context.report(
            rule::G19,
            || (self.place)(&format!(".attributes.{name}")),
            || format!("{bad} entries cannot be used; replaced"),
        );
        let repaired: Vec<[f32; N]> = stream.iter().map(|v| if is_fine(&v) { v } else { instead }).collect();
        Some(stream.remade(repaired, "some of them unusable and replaced"))
    }

    fn normals(&self) -> Option<Stream<[f32; 3]>> {
        let is_direction = |v: &[f32; 3]| is_direction(*v);
        self.finite("NORMAL", [0.0, 0.0, 1.0], is_direction)
    }

    /// What has no direction gets one at right angles to its normal, what has no side the usual one.
    fn tangents(&self, normals: &Stream<[f32; 3]>) -> Option<Stream<[f32; 4]>> {
        let stream = self.floats::<4>("TANGENT")?;
        let is_fine = |[x, y, z, w]: [f32; 4]| is_direction([x, y, z]) && (w == 1.0 || w == -1.0);
        let bad = stream.iter().filter(|tangent| !is_fine(*tangent)).count();
        // To be looked at costs, too.
        let bytes = if bad == 0 { 1 } else { 16 } * stream.len();
        self.checked("TANGENT", self.context.accessors.charge(bytes as u64))?;
        if bad == 0 {
            return Some(stream);
        }
        self.context.report(
            rule::G19,
            || (self.place)(".attributes.TANGENT"),
            || format!("{bad} entries have no direction or no side; replaced"),
        );
        let repaired = stream.iter().zip(normals.iter()).map(|([x, y, z, w], normal)| {
            let direction = match is_direction([x, y, z]) {
                true => Vec3::new(x, y, z),
                false => Vec3::from(normal).normalize().any_orthonormal_vector(),
            };
            direction.extend(if w < 0.0 { -1.0 } else { 1.0 }).to_array()
        });
        Some(stream.remade(repaired.collect(), "some of them unusable and replaced"))
    }

    fn uvs(&self) -> Vec<Stream<[f32; 2]>> {
        let is_finite = |v: &[f32; 2]| v.iter().all(|c| c.is_finite());
        // A layer that cannot be used keeps its number.
        let layer = |name: String| {
            self.finite(&name, [0.0; 2], is_finite).or_else(|| {
                let bytes = self.vertex_count as u64 * 8;
                self.checked(&name, self.context.accessors.charge(bytes))?;
                let source = Source::Made("the file has none that can be used".into());
                Some(Stream::from_source(vec![[0.0; 2]; self.vertex_count], source))
            })
        };
        self.numbered("TEXCOORD_").map_while(layer).collect()
    }

    fn colors(&self) -> Vec<ColorLayer> {
        self.numbered("COLOR_").filter_map(|name| self.color(&name)).collect()
    }

    fn color(&self, name: &str) -> Option<ColorLayer> {
        let accessor = self.open(name)?;
        if accessor.kind.components() == 4
            && accessor.component == Component::U8
            && accessor.normalized
            && let Some(packed) = accessor.packed()
        {
            return Some(ColorLayer::Packed(packed));
        }
        let bytes = accessor.count as u64 * 16;
        self.checked(name, self.context.accessors.charge(bytes))?;
        let clamped = |v: f32| if v.is_nan() { 0.0 } else { v.clamp(0.0, 1.0) };
        Some(ColorLayer::Float(match accessor.kind.components() {
            3 => {
                let rgb = self.checked(name, self.context.accessors.floats::<3>(&accessor))?;
                let colors = rgb.iter().map(|[r, g, b]| [r, g, b, 1.0].map(clamped)).collect();
                rgb.remade(colors, "kept within 0 and 1, with an alpha of 1")
            }
            _ => {
                let rgba = self.checked(name, self.context.accessors.floats::<4>(&accessor))?;
                let colors = rgba.iter().map(|rgba| rgba.map(clamped)).collect();
                rgba.remade(colors, "kept within 0 and 1")
            }
        }))
    }

    /// `name0`, `name1`, … as far as they are there without a gap.
    fn numbered(&self, name: &'static str) -> impl Iterator<Item = String> + '_ {
        (0..)
            .map(move |i| format!("{name}{i}"))
            .take_while(|name| self.json.attributes.contains_key(name))
    }

    /// Row 15: sets of joints and weights, from 0 without a gap.
    fn sets(&self, corners: Option<&[u32]>) -> Vec<Set> {
        let mut sets = Vec::new();
        for n in 0.. {
            let (joints, weights) = (format!("JOINTS_{n}"), format!("WEIGHTS_{n}"));
            if !self.json.attributes.contains_key(&joints) || !self.json.attributes.contains_key(&weights) {
                break;
            }
            match self.set(&joints, &weights, corners) {
                Some(set) => sets.push(set),
                None => break,
            }
        }
        let is_set = |name: &&String| name.starts_with("JOINTS_") || name.starts_with("WEIGHTS_");
        let unused = self
            .json
            .attributes
            .keys()
            .filter(is_set)
            .count()
            .saturating_sub(2 * sets.len());
        if unused > 0 {
            self.context.report(
                rule::G15,
                || (self.place)(".attributes"),
                || format!("{unused} sets of joints or weights have no counterpart or follow a gap; ignored"),
            );
        }
        sets
    }

    fn set(&self, joints: &str, weights: &str, corners: Option<&[u32]>) -> Option<Set> {
        let accessor = self.open(joints)?;
        let stored = self.checked(joints, self.context.accessors.integers::<4>(&accessor))?;
        let weights = self.floats::<4>(weights)?;
        let deal = Deal {
            context: self.context,
            corners,
        };
        Some(Set {
            joints_from: accessor.source(false),
            weights: self.checked(joints, deal.out(weights))?,
            joints: match corners {
                None => stored,
                Some(corners) => {
                    let bytes = corners.len() as u64 * 16;
                    self.checked(joints, self.context.accessors.charge(bytes))?;
                    corners.iter().map(|i| stored[*i as usize]).collect()
                }
            },
        })
    }
}
