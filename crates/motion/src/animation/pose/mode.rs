//! How a track's value meets the channel it drives (docs/formats/cast.md §3.9), one function per kind of channel.
//!
//! Letters: `rest` is the bone's rest value, `current` what lower layers and earlier tracks made of it (`rest` when
//! there are none), `value` the sampled key value, `weight` the track's `ab`, which only additive tracks use (A15).

use crate::animation::sample::slerp;
use castview_base::scene::CurveMode;
use glam::Quat;

/// One axis of a translation.
pub(crate) fn translation(mode: CurveMode, rest: f32, current: f32, value: f32, weight: f32) -> f32 {
    match mode {
        CurveMode::Absolute => value,
        CurveMode::Relative => rest + value,
        CurveMode::Additive => current + weight * value,
    }
}

/// One axis of a scale: multiplied, not added (cast.md A12).
pub(crate) fn scale(mode: CurveMode, rest: f32, current: f32, value: f32, weight: f32) -> f32 {
    match mode {
        CurveMode::Absolute => value,
        CurveMode::Relative => rest * value,
        CurveMode::Additive => current + (current * value - current) * weight,
    }
}

/// A rotation: the key turns first, inside the bone's own frame (cast.md A13).
pub(crate) fn rotation(mode: CurveMode, rest: Quat, current: Quat, value: Quat, weight: f32) -> Quat {
    match mode {
        CurveMode::Absolute => value,
        CurveMode::Relative => (rest * value).normalize(),
        CurveMode::Additive => {
            let from = current.as_dquat().normalize();
            slerp(from, (from * value.as_dquat()).normalize(), f64::from(weight)).as_quat()
        }
    }
}

/// Between what lies below a layer and what the layer makes of it, along the shorter arc.
pub(crate) fn mixed_rotation(below: Quat, made: Quat, weight: f32) -> Quat {
    slerp(
        below.as_dquat().normalize(),
        made.as_dquat().normalize(),
        f64::from(weight),
    )
    .as_quat()
}

/// A blend-shape weight; relative means the same as absolute.
pub(crate) fn blend_weight(mode: CurveMode, current: f32, value: f32, weight: f32) -> f32 {
    match mode {
        CurveMode::Absolute | CurveMode::Relative => value,
        CurveMode::Additive => current + weight * value,
    }
}
