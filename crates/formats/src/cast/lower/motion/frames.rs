//! The frames of keys and notifications, `kb` of a node (docs/formats/cast.md §3.7).
//!
//! In: a node. Out: frames as stored, flat and unchecked. Programs that count in signed numbers leave frames before 0 in a
//! field of unsigned ones; those are read as they were meant (row 83), and told.

use crate::cast::lower::fields::{self, flat, shortened_uints};
use crate::cast::{NodeView, PropertyType};
use crate::rules::cast as rule;
use castview_base::core::{Diagnostics, Element, Stream, UintStream};
use castview_base::scene::Keys;

/// Whole frames, or fractional ones in old files. Whole ones of which some lie before 0 come as fractional ones do.
pub(crate) fn frames(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> Option<Keys> {
    let Some(property) = node.property("kb") else {
        return Some(Keys::Whole(UintStream::default()));
    };
    if matches!(property.kind(), PropertyType::Float | PropertyType::Double) {
        return fields::floats(node, "kb", diagnostics).map(|frames| Keys::fractional_frames(flat(frames)));
    }
    if property.kind() == PropertyType::Integer64
        && let Some(frames) = property.floats()
        && frames.iter().any(|frame| frame < 0.0)
    {
        report(node, frames.iter(), diagnostics);
        return Some(Keys::fractional_frames(flat(frames)));
    }
    let frames = fields::uints(node, "kb", diagnostics)?;
    let signed = match &frames {
        UintStream::U32(stored) if stored.iter().any(|frame| frame > i32::MAX as u32) => {
            Some(meant(stored, |frame| frame as i32 as f32))
        }
        UintStream::U16(stored) if wraps_around(stored) => Some(meant(stored, |frame| f32::from(frame as i16))),
        _ => None,
    };
    let Some(signed) = signed else {
        return Some(Keys::Whole(shortened_uints(frames, usize::MAX)));
    };
    report(node, signed.iter(), diagnostics);
    Some(Keys::fractional_frames(flat(signed)))
}

fn meant<T: Element>(stored: &Stream<T>, signed: impl Fn(T) -> f32) -> Stream<f32> {
    stored.remade(stored.iter().map(signed).collect(), "read as numbers below 0, too")
}

/// Frames of 2 bytes beyond 32 767 are common, so their order has to say that they are signed: they go up as signed numbers and not as
/// unsigned ones. For frames of 1 byte that proves nothing: a list with its first frame at its end looks the same.
fn wraps_around(stored: &Stream<u16>) -> bool {
    let pairs = || stored.iter().zip(stored.iter().skip(1));
    pairs().any(|(a, b)| a > b) && pairs().all(|(a, b)| (a as i16) < (b as i16))
}

fn report(node: NodeView<'_>, frames: impl Iterator<Item = f32>, diagnostics: &mut Diagnostics) {
    let before = frames.filter(|frame| *frame < 0.0);
    let (count, first) = before.fold((0, 0.0f32), |(count, first), frame| (count + 1, first.min(frame)));
    diagnostics.report(
        rule::C83,
        || fields::place_of(node, "kb"),
        || match count {
            1 => format!("frame {first} is stored as a number without sign; read as before 0"),
            _ => format!("{count} frames from {first} on are stored as numbers without sign; read as before 0"),
        },
    );
}
