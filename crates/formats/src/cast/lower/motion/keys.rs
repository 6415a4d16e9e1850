//! Keys and values of one curve, checked in place and repaired only where they must be (cast.md rows 50, 51, 64–68).
//!
//! In: `kb` and `kv` of a Curve node. Out: frames finite and strictly ascending, values parallel to them and finite.

use super::frames;
use crate::cast::lower::fields::{self, bytes_of, flat, shortened, shortened_uints};
use crate::cast::{NodeView, PropertyType};
use crate::lower::directions::is_usable_length;
use crate::lower::keys::{self, Order};
use crate::lower::scan;
use crate::rules::cast as rule;
use castview_base::core::{Diagnostics, Stream, UintStream};
use castview_base::scene::{Keys, Property, Values};
use glam::Vec4;

/// `None` when no key is left.
pub(crate) fn lower(node: NodeView<'_>, property: Property, diagnostics: &mut Diagnostics) -> Option<(Keys, Values)> {
    match property {
        Property::Rotation => rotations(node, diagnostics).map(|(keys, values)| (keys, Values::Rotation(values))),
        // cast.md row 23 lets integers stand for numbers, so one reading serves both; A19 holds each value to the next key.
        Property::Visibility => scalars(node, diagnostics)
            .map(|(keys, values)| (keys, Values::Switch(values.iter().map(|value| value >= 1.0).collect()))),
        _ => scalars(node, diagnostics).map(|(keys, values)| (keys, Values::Scalar(values))),
    }
}

/// Keys with one number each. `None` when no key is left.
pub(crate) fn scalars(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> Option<(Keys, Stream<f32>)> {
    let stored = node
        .property("kv")
        .map_or(Some(Stream::default()), |property| property.floats());
    let values = flat(class_checked(node, stored, "numbers", diagnostics)?);
    report_signs(node, &values, diagnostics);
    let (keys, len) = paired(node, values.len(), diagnostics)?;
    let values = shortened(values, len);
    let finite = scan::finite(bytes_of(&values));
    if finite && is_ascending(&keys) {
        return Some((keys, values));
    }
    let order = Order::new(&keys, |index| values.get(index).is_finite());
    let order = reported(order, node, diagnostics);
    let repaired: Vec<f32> = order.kept.iter().map(|index| values.get(*index as usize)).collect();
    (!repaired.is_empty()).then(|| (order.chosen(&keys), repaired.into()))
}

/// cast.md row 83: whole numbers below 0, which the format does not have.
fn report_signs(node: NodeView<'_>, values: &Stream<f32>, diagnostics: &mut Diagnostics) {
    let kind = node.property("kv").map(|property| property.kind());
    if !matches!(kind, Some(PropertyType::Integer32 | PropertyType::Integer64)) {
        return;
    }
    let below = values.iter().filter(|value| *value < 0.0).count();
    if below > 0 {
        diagnostics.report(
            rule::C83,
            || fields::place_of(node, "kv"),
            || format!("{below} values are stored as numbers without sign; read as below 0"),
        );
    }
}

fn rotations(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> Option<(Keys, Stream<[f32; 4]>)> {
    let property = node.property("kv");
    // cast.md row 67: plain floats in groups of four are quaternions too.
    let stored = property.map_or(Some(Stream::default()), |property| property.vec4s());
    let values = flat(class_checked(node, stored, "quaternions", diagnostics)?);
    if let Some(property) = property.filter(|property| property.kind() == PropertyType::Float) {
        diagnostics.report(
            rule::C67_NOTE,
            || property.place(),
            || {
                format!(
                    "{} plain numbers; read as {} quaternions",
                    property.count(),
                    values.len()
                )
            },
        );
    }
    let (keys, len) = paired(node, values.len(), diagnostics)?;
    let values = shortened(values, len);
    let judged = scan::rotations(bytes_of(&values));
    if !judged.near_unit {
        report_lengths(node, &values, diagnostics);
    }
    if judged.usable && is_ascending(&keys) {
        return Some((keys, values));
    }
    let order = reported(Order::new(&keys, |_| true), node, diagnostics);
    let kept = &order.kept;
    let rotations = usable_rotations(node, kept.iter().map(|index| values.get(*index as usize)), diagnostics);
    (!kept.is_empty()).then(|| (order.chosen(&keys), rotations.into()))
}

/// cast.md row 67: values of another class leave nothing to play.
fn class_checked<T>(
    node: NodeView<'_>,
    values: Option<Stream<T>>,
    wanted: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Stream<T>> {
    if values.is_none() {
        diagnostics.report(
            rule::C67,
            || fields::place_of(node, "kv"),
            || {
                let letter = node.property("kv").map_or("", |property| property.kind().letter());
                format!("values of type {letter} are no {wanted}; the curve is skipped")
            },
        );
    }
    values
}

/// The frames, cut to the number of keys that have a value, and that number. `None` when it is 0.
fn paired(node: NodeView<'_>, value_count: usize, diagnostics: &mut Diagnostics) -> Option<(Keys, usize)> {
    let keys = frames::frames(node, diagnostics)?;
    let len = keys.len().min(value_count);
    if keys.len() != value_count {
        // cast.md row 64.
        diagnostics.report(
            rule::C64,
            || node.place(),
            || {
                format!(
                    "{} frames but {value_count} values; the first {len} of each used",
                    keys.len()
                )
            },
        );
    }
    let keys = match keys {
        Keys::Whole(frames) => Keys::Whole(shortened_uints(frames, len)),
        Keys::Float { times, .. } => Keys::fractional_frames(shortened(times, len)),
    };
    (len > 0).then_some((keys, len))
}

fn is_ascending(keys: &Keys) -> bool {
    match keys {
        Keys::Whole(UintStream::U8(frames)) => scan::ascending::<u8, 1>(bytes_of(frames)),
        Keys::Whole(UintStream::U16(frames)) => scan::ascending::<u16, 2>(bytes_of(frames)),
        Keys::Whole(UintStream::U32(frames)) => scan::ascending::<u32, 4>(bytes_of(frames)),
        Keys::Float { times, .. } => scan::ascending_floats(bytes_of(times)),
    }
}

/// cast.md rows 65, 66, 68.
fn reported(order: Order, node: NodeView<'_>, diagnostics: &mut Diagnostics) -> Order {
    let place = || fields::place_of(node, "kb");
    if order.dropped > 0 {
        diagnostics.report(rule::C68, place, || {
            format!("{} keys are not finite; dropped", order.dropped)
        });
    }
    if !order.was_sorted {
        diagnostics.report(rule::C65, place, || "the frames are not in order; sorted".into());
    }
    if order.repeated > 0 {
        diagnostics.report(rule::C66, place, || {
            format!("{} keys share a frame with a later one; dropped", order.repeated)
        });
    }
    order
}

/// cast.md row 50: a rotation without direction takes the one of the key before it, or the identity.
fn usable_rotations(
    node: NodeView<'_>,
    stored: impl Iterator<Item = [f32; 4]>,
    diagnostics: &mut Diagnostics,
) -> Vec<[f32; 4]> {
    let (rotations, lost) = keys::usable_rotations(stored);
    if lost > 0 {
        diagnostics.report(
            rule::C50,
            || fields::place_of(node, "kv"),
            || format!("{lost} rotations have no direction; each takes the one before it"),
        );
    }
    rotations
}

/// cast.md row 51: normalised where they are sampled; worth a word when far from unit length.
fn report_lengths(node: NodeView<'_>, values: &Stream<[f32; 4]>, diagnostics: &mut Diagnostics) {
    let is_far = |value: &[f32; 4]| {
        let squared = Vec4::from(*value).length_squared();
        is_usable_length(squared) && !scan::NEAR_UNIT.contains(&squared)
    };
    let far = values.iter().filter(is_far).count();
    if far > 0 {
        diagnostics.report(
            rule::C51,
            || fields::place_of(node, "kv"),
            || format!("{far} rotations are far from unit length; normalised when played"),
        );
    }
}
