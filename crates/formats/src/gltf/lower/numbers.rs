//! Lists of numbers as the JSON has them → vectors, defaults where they are none.

use super::context::Context;
use crate::gltf::json::Id;
use crate::rules::gltf as rule;
use castview_base::core::Place;
use glam::{Quat, Vec3, Vec4};

/// `N` finite numbers, or `default` with a report.
pub(super) fn array<const N: usize>(
    context: &Context<'_>,
    numbers: Option<&[f32]>,
    default: [f32; N],
    place: impl Fn() -> Place,
) -> [f32; N] {
    let Some(numbers) = numbers else { return default };
    match <[f32; N]>::try_from(numbers) {
        Ok(numbers) if numbers.iter().all(|v| v.is_finite()) => numbers,
        _ => {
            context.report(rule::G19, place, || {
                format!("{N} finite numbers belong here; the default is used")
            });
            default
        }
    }
}

pub(super) fn vec3(context: &Context<'_>, numbers: Option<&[f32]>, default: Vec3, place: impl Fn() -> Place) -> Vec3 {
    array(context, numbers, default.to_array(), place).into()
}

pub(super) fn vec4(context: &Context<'_>, numbers: Option<&[f32]>, default: Vec4, place: impl Fn() -> Place) -> Vec4 {
    array(context, numbers, default.to_array(), place).into()
}

/// gltf.md row 26: a rotation without length is none.
pub(super) fn rotation(context: &Context<'_>, numbers: Option<&[f32]>, place: impl Fn() -> Place) -> Quat {
    let stored = Vec4::from(array(context, numbers, [0.0, 0.0, 0.0, 1.0], &place));
    match unit(stored.to_array()) {
        Some(rotation) => rotation,
        None => {
            context.report(rule::G26, place, || "the rotation has no length; taken as none".into());
            Quat::IDENTITY
        }
    }
}

/// Brought to unit length, whatever the length, if there is any.
pub(super) fn unit(xyzw: [f32; 4]) -> Option<Quat> {
    let wide = glam::DVec4::from_array(xyzw.map(f64::from));
    let length = wide.length();
    let unit = (wide / length).as_vec4();
    (length > 1e-30 && unit.is_finite()).then(|| Quat::from_vec4(unit).normalize())
}

/// A number of an extension's object, if it is one and finite.
pub(super) fn number(value: Option<&serde_json::Value>) -> Option<f32> {
    value?.as_f64().map(|v| v as f32).filter(|v| v.is_finite())
}

/// `N` finite numbers of an extension's object.
pub(super) fn list<const N: usize>(value: Option<&serde_json::Value>) -> Option<[f32; N]> {
    let list = value?.as_array().filter(|list| list.len() == N)?;
    let mut out = [0.0; N];
    for (out, value) in out.iter_mut().zip(list) {
        *out = number(Some(value))?;
    }
    Some(out)
}

/// A position in one of the file's lists, of an extension's object; one beyond all lists if it is none.
pub(super) fn index(value: Option<&serde_json::Value>) -> Option<Id> {
    serde::Deserialize::deserialize(value?).ok()
}
