//! One Curve node (docs/formats/cast.md §2.14, §3.7–§3.9).

use super::{euler, keys};
use crate::cast::NodeView;
use crate::cast::lower::fields;
use crate::rules::cast as rule;
use castview_base::core::Diagnostics;
use castview_base::scene::{CurveMode, Property, Track};

pub(crate) enum Lowered {
    Track(Track),
    /// One axis of a rotation, as older files store it.
    Euler(Box<euler::Curve>),
}

/// `None` when nothing of the curve can be played.
pub(crate) fn lower(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> Option<Lowered> {
    let Some(target) = fields::text(node, "nn", diagnostics) else {
        diagnostics.report(
            rule::C73,
            || node.place(),
            || "the curve names no target; skipped".into(),
        );
        return None;
    };
    let name = fields::borrowed_text(node, "kp", diagnostics).unwrap_or_default();
    let mode = mode(node, diagnostics);
    let property = match &*name {
        "tx" => Property::TranslationX,
        "ty" => Property::TranslationY,
        "tz" => Property::TranslationZ,
        "rq" => Property::Rotation,
        "sx" => Property::ScaleX,
        "sy" => Property::ScaleY,
        "sz" => Property::ScaleZ,
        "bs" => Property::BlendWeight,
        "vb" => Property::Visibility,
        "rx" | "ry" | "rz" if mode == CurveMode::Absolute => {
            let axis = usize::from(name.as_bytes()[1] - b'x');
            let (keys, values) = keys::scalars(node, diagnostics)?;
            let curve = euler::Curve {
                target,
                axis,
                keys,
                values,
            };
            return Some(Lowered::Euler(Box::new(curve)));
        }
        // cast.md row 69.
        other => {
            diagnostics.report(
                rule::C69,
                || fields::place_of(node, "kp"),
                || format!("curves of \"{}\" are not played; skipped", other.escape_debug()),
            );
            return None;
        }
    };
    let (keys, values) = keys::lower(node, property, diagnostics)?;
    Some(Lowered::Track(Track {
        target,
        property,
        mode,
        additive_weight: additive_weight(node, diagnostics),
        keys,
        values,
        interpolation: Default::default(),
        beyond: Default::default(),
    }))
}

/// cast.md row 70: absent or unknown means absolute.
pub(crate) fn mode(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> CurveMode {
    match fields::borrowed_text(node, "m", diagnostics).as_deref() {
        None | Some("absolute") => CurveMode::Absolute,
        Some("relative") => CurveMode::Relative,
        Some("additive") => CurveMode::Additive,
        Some(other) => {
            diagnostics.report(
                rule::C70,
                || fields::place_of(node, "m"),
                || format!("\"{}\" is no curve mode; taken as absolute", other.escape_debug()),
            );
            CurveMode::Absolute
        }
    }
}

/// cast.md A15: only additive curves use it. 1 when absent.
fn additive_weight(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> f32 {
    match fields::float(node, "ab", diagnostics) {
        Some(weight) if !weight.is_finite() => {
            diagnostics.report(
                rule::C68,
                || fields::place_of(node, "ab"),
                || format!("the blend weight {weight} is not finite; taken as 1"),
            );
            1.0
        }
        weight => weight.unwrap_or(1.0),
    }
}
