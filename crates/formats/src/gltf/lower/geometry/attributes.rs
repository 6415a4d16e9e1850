//! The attributes of one primitive → streams by vertex (docs/formats/gltf.md §3, §4; §8 rows 9, 15, 19).
//!
//! Streams stay where they lie in the file when nothing about them has to change.

use super::influences::Set;
use super::morph::{self, Target};
use super::topology;
use crate::gltf::accessor::Component;
use crate::gltf::json::Primitive;
use crate::gltf::lower::context::{Context, PlaceOf};
use crate::lower::{directions, points, scan};
use crate::rules::gltf as rule;
use castview_base::core::{Bounds, Element, Stream, UintStream, ValueSource};
use castview_base::scene::{ColorLayer, Influences};
use std::rc::Rc;
use std::sync::Arc;

/// A primitive before it hangs on anything.
pub(crate) struct MeshPart {
    pub positions: Stream<[f32; 3]>,
    pub bounds: Bounds,
    pub normals: Stream<[f32; 3]>,
    /// As [`castview_base::scene::Mesh::tangents`].
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
pub(super) struct Attributes<'a> {
    pub context: &'a Context<'a>,
    pub json: &'a Primitive,
    pub place: PlaceOf<'a>,
    pub vertex_count: usize,
}

/// Directions per vertex, where there are any.
pub(super) struct Directions {
    pub normals: Option<Stream<[f32; 3]>>,
    pub tangents: Option<Stream<[f32; 4]>>,
}

const ABSENT: &str = "taken as absent";

impl Attributes<'_> {
    /// Data stored per vertex, dealt out to `corners` where there are any. `unusable`: vertices that nothing is drawn with. `drawn` counts
    /// in corners already.
    pub(super) fn dealt(
        &self,
        (stored, unusable): (Stream<[f32; 3]>, &[u32]),
        Directions { normals, tangents }: Directions,
        corners: Option<&[u32]>,
        drawn: topology::Elements,
    ) -> Option<MeshPart> {
        let context = self.context;
        let deal = Deal { context, corners };
        let whole = || (self.place)("");
        let positions = context.checked(deal.out(stored), whole, "the primitive is left out")?;
        Some(MeshPart {
            bounds: match (positions.raw_bytes(), unusable) {
                (Some(bytes), []) => scan::points(bytes).0,
                // No corner is an unusable vertex.
                _ => points::bounds(positions.iter(), corners.map_or(unusable, |_| &[])),
            },
            rigid: Influences::rigid(positions.len()),
            targets: morph::targets(
                self.context,
                &self.json.targets,
                self.vertex_count,
                corners,
                tangents.is_some(),
                self.place,
            ),
            normals: normals.and_then(|normals| deal.out(normals).ok()).unwrap_or_default(),
            tangents: tangents
                .and_then(|tangents| deal.out(tangents).ok())
                .unwrap_or_default(),
            uvs: self.uvs().into_iter().filter_map(|uvs| deal.out(uvs).ok()).collect(),
            colors: self
                .colors()
                .into_iter()
                .filter_map(|colors| deal.out_colors(colors))
                .collect(),
            sets: Rc::new(self.sets(corners)),
            triangles: drawn.triangles,
            lines: drawn.lines,
            positions,
        })
    }

    fn open(&self, name: &str) -> Option<crate::gltf::accessor::Accessor> {
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

    /// Usable values: `instead` makes them of those that are not. `are_fine` tells it of all of them where they lie.
    fn usable<const N: usize>(
        &self,
        name: &str,
        are_fine: fn(&[u8]) -> bool,
        is_fine: fn([f32; N]) -> bool,
        instead: fn([f32; N]) -> [f32; N],
    ) -> Option<Stream<[f32; N]>> {
        let stream = self.floats::<N>(name)?;
        let bad = match stream.raw_bytes().is_some_and(are_fine) {
            true => 0,
            false => stream.iter().filter(|value| !is_fine(*value)).count(),
        };
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
        let repaired: Vec<[f32; N]> = stream.iter().map(|v| if is_fine(v) { v } else { instead(v) }).collect();
        Some(stream.remade(repaired, "some of them unusable and replaced"))
    }

    pub(super) fn normals(&self) -> Option<Stream<[f32; 3]>> {
        let instead = |v| directions::kept(v).unwrap_or([0.0, 0.0, 1.0]);
        self.usable("NORMAL", scan::normals, directions::is_usable, instead)
    }

    /// Returns the tangents: those without a direction get one at right angles to their normal, those without a side the usual one.
    pub(super) fn tangents(&self, normals: &Stream<[f32; 3]>) -> Option<Stream<[f32; 4]>> {
        let stream = self.floats::<4>("TANGENT")?;
        let bad = stream
            .iter()
            .filter(|tangent| !directions::is_tangent(*tangent))
            .count();
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
        let pairs = stream.iter().zip(normals.iter());
        let repaired = pairs.map(|(tangent, normal)| directions::tangent(tangent, normal));
        Some(stream.remade(repaired.collect(), "some of them unusable and replaced"))
    }

    fn uvs(&self) -> Vec<Stream<[f32; 2]>> {
        // A layer that cannot be used keeps its number.
        let layer = |name: String| {
            self.usable(&name, scan::finite, points::is_finite, |_| [0.0; 2])
                .or_else(|| {
                    let bytes = self.vertex_count as u64 * 8;
                    self.checked(&name, self.context.accessors.charge(bytes))?;
                    let source = ValueSource::Made("the file has none that can be used".into());
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

    /// gltf.md row 15: sets of joints and weights, from 0 without a gap.
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
        let place = || (self.place)(&format!(".attributes.{joints}"));
        self.context.tell_signed(accessor.component, place);
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
