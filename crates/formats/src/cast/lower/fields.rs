//! Properties of one node as values: class checked, absent and broken ones replaced by what the format defines.
//!
//! In: a node and a property name. Out: a value, or `None` for "absent"; a property of the wrong class counts as absent
//! (cast.md row 23). Every repair is reported with the property's own place.

use crate::cast::{NodeView, PropertyType, PropertyView};
use crate::lower::directions;
use crate::lower::scan::NEAR_UNIT;
use crate::rules::cast as rule;
use castview_base::core::{Diagnostics, Element, Origin, Place, SharedBytes, Stored, Stream, Transform, UintStream};
use glam::{Quat, Vec3, Vec4};
use std::borrow::Cow;
use std::sync::Arc;

macro_rules! readers {
    ($($name:ident -> $type:ty, $class:literal;)*) => {$(
        pub fn $name(node: NodeView<'_>, name: &str, diagnostics: &mut Diagnostics) -> Option<$type> {
            node.read(name, $class, PropertyView::$name, diagnostics)
        }
    )*};
}
readers! {
    uint -> u64, "an unsigned integer";
    float -> f32, "a number";
    hash -> u64, "a node hash";
    hashes -> Vec<u64>, "node hashes";
    is_true -> bool, "a byte that is 0 or 1";
    vec3 -> Vec3, "a vector of three";
    vec4 -> Vec4, "a vector of four";
    uints -> UintStream, "unsigned integers";
    floats -> Stream<f32>, "numbers";
    vec3s -> Stream<[f32; 3]>, "vectors of three";
}

/// The first string of `name`; an empty one counts as absent.
pub(super) fn text(node: NodeView<'_>, name: &str, diagnostics: &mut Diagnostics) -> Option<String> {
    borrowed_text(node, name, diagnostics).map(Cow::into_owned)
}

/// [`text`], as it lies in the file.
pub(super) fn borrowed_text<'a>(node: NodeView<'a>, name: &str, diagnostics: &mut Diagnostics) -> Option<Cow<'a, str>> {
    node.read(name, "a string", PropertyView::string, diagnostics)
        .filter(|text| !text.is_empty())
}

/// A position or offset; `default` when absent or not finite (cast.md row 48).
pub(super) fn position_or(node: NodeView<'_>, name: &str, default: Vec3, diagnostics: &mut Diagnostics) -> Vec3 {
    position(node, name, diagnostics).unwrap_or(default)
}

/// A position or offset; `None` when absent or not finite (cast.md row 48).
pub(super) fn position(node: NodeView<'_>, name: &str, diagnostics: &mut Diagnostics) -> Option<Vec3> {
    let value = vec3(node, name, diagnostics)?;
    if value.is_finite() {
        return Some(value);
    }
    diagnostics.report(
        rule::C48,
        || place_of(node, name),
        || format!("the vector {value} is not finite; taken as absent"),
    );
    None
}

/// A scale; 1 when absent. Each component that is not finite becomes 1; 0 is kept and reported (cast.md row 52).
pub(super) fn scale(node: NodeView<'_>, name: &str, diagnostics: &mut Diagnostics) -> Vec3 {
    let Some(scale) = vec3(node, name, diagnostics) else {
        return Vec3::ONE;
    };
    let repaired = Vec3::select(scale.is_finite_mask(), scale, Vec3::ONE);
    if repaired.cmpeq(Vec3::ZERO).any() || !scale.is_finite() {
        diagnostics.report(
            rule::C52,
            || place_of(node, name),
            || {
                if scale.is_finite() {
                    format!("the scale {scale} flattens what it is applied to; kept")
                } else {
                    format!("the scale {scale} is not finite; taken as {repaired}")
                }
            },
        );
    }
    repaired
}

/// A unit quaternion; `None` when absent, or when its length is zero or not finite (cast.md row 50).
pub(super) fn rotation(node: NodeView<'_>, name: &str, diagnostics: &mut Diagnostics) -> Option<Quat> {
    let raw = vec4(node, name, diagnostics)?;
    let place = || place_of(node, name);
    let Some(rotation) = directions::rotation(raw) else {
        diagnostics.report(rule::C50, place, || {
            format!("the quaternion {raw} has no direction; taken as absent")
        });
        return None;
    };
    // cast.md row 51: normalised silently unless far off.
    if !NEAR_UNIT.contains(&raw.length_squared()) {
        diagnostics.report(rule::C51, place, || {
            format!("the quaternion {raw} is far from unit length; normalised")
        });
    }
    Some(rotation)
}

/// `p`, `r`, `s` of a Model or Instance.
pub(super) fn placement(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> Transform {
    Transform {
        translation: position_or(node, "p", Vec3::ZERO, diagnostics),
        rotation: rotation(node, "r", diagnostics).unwrap_or(Quat::IDENTITY),
        scale: scale(node, "s", diagnostics),
    }
}

/// −1 as a whole number of that type holds it.
pub(super) fn minus_one(kind: PropertyType) -> u64 {
    match kind {
        PropertyType::Byte => u8::MAX.into(),
        PropertyType::Short => u16::MAX.into(),
        PropertyType::Integer32 => u32::MAX.into(),
        _ => u64::MAX,
    }
}

/// A count; `None` when absent, or stored as the −1 of a program that means "none" by it (cast.md row 83).
pub(super) fn count(node: NodeView<'_>, name: &str, diagnostics: &mut Diagnostics) -> Option<u64> {
    let stored = uint(node, name, diagnostics)?;
    if stored != minus_one(node.property(name)?.kind()) {
        return Some(stored);
    }
    diagnostics.report(
        rule::C83,
        || place_of(node, name),
        || format!("{name} is {stored}, which is −1 without its sign; taken as absent"),
    );
    None
}

/// The place of property `name`, or of the node when it has none.
pub(super) fn place_of(node: NodeView<'_>, name: &str) -> Place {
    node.property(name)
        .map_or_else(|| node.place(), |property| property.place())
}

/// The same values as bytes in file form: what was converted (`d` for `f`) moves to a buffer of its own, so that every
/// check runs over bytes and is written once.
pub(super) fn flat<T: Element>(stream: Stream<T>) -> Stream<T> {
    match stream {
        Stream::Borrowed { .. } => stream,
        Stream::Owned(..) | Stream::Strided { .. } | Stream::Turned { .. } => {
            let mut bytes = Vec::with_capacity(stream.len() * T::SIZE);
            stream.for_each(|value| value.extend_le(&mut bytes));
            let range = 0..bytes.len();
            let from = match stream.stored(0..stream.len()) {
                Stored::Made(Some(from)) => from.to_owned(),
                _ => "numbers of another kind".to_owned(),
            };
            Stream::Borrowed {
                bytes: SharedBytes::from(bytes).from_origin(Origin::Made(from)),
                range,
            }
        }
    }
}

/// The bytes of a stream that went through [`flat`].
pub(super) fn bytes_of<T: Element>(stream: &Stream<T>) -> &[u8] {
    stream.raw_bytes().expect("flat streams lie in bytes")
}

/// The first `len` elements, or all if there are fewer.
pub(super) fn shortened<T: Element>(stream: Stream<T>, len: usize) -> Stream<T> {
    if stream.len() <= len {
        return stream;
    }
    match stream {
        Stream::Owned(values, source) => Stream::Owned(Arc::new(values[..len].to_vec()), source),
        Stream::Turned { .. } => stream.remade(stream.iter().take(len).collect(), "without its end"),
        Stream::Strided {
            bytes, first, stride, ..
        } => Stream::Strided {
            bytes,
            first,
            stride,
            len,
        },
        Stream::Borrowed { bytes, range } => {
            let range = range.start..range.start + len * T::SIZE;
            Stream::Borrowed { bytes, range }
        }
    }
}

/// The first `len` integers, or all if there are fewer; flat.
pub(super) fn shortened_uints(stream: UintStream, len: usize) -> UintStream {
    match stream {
        UintStream::U8(s) => UintStream::U8(shortened(flat(s), len)),
        UintStream::U16(s) => UintStream::U16(shortened(flat(s), len)),
        UintStream::U32(s) => UintStream::U32(shortened(flat(s), len)),
    }
}

/// cast.md row 37: a per-vertex array of another length counts as absent.
pub(super) fn fits(
    property: Option<PropertyView<'_>>,
    len: usize,
    vertex_count: usize,
    diagnostics: &mut Diagnostics,
) -> bool {
    if let Some(property) = property
        && len != vertex_count
    {
        diagnostics.report(
            rule::C37,
            || property.place(),
            || format!("{len} entries for {vertex_count} vertices; taken as absent"),
        );
    }
    len == vertex_count
}
