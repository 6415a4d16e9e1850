//! KHR_lights_punctual: the lights of a file (docs/formats/gltf.md §5).

use super::numbers;
use crate::gltf::json::Root;
use castview_base::scene::{Light, LightShape};
use glam::Vec3;
use serde_json::Value;
use std::f32::consts::FRAC_PI_4;

pub(super) const EXTENSION: &str = "KHR_lights_punctual";

/// The lights of the file, as it has them.
pub(super) fn of_file(root: &Root) -> &[Value] {
    let lights = root.extensions.get(EXTENSION);
    lights
        .and_then(|lights| lights.get("lights")?.as_array())
        .map_or(&[], Vec::as_slice)
}

/// `None`: a light of unknown type.
pub(super) fn light(value: &Value) -> Option<Light> {
    let shape = match value.get("type").and_then(Value::as_str)? {
        "directional" => LightShape::Directional,
        "point" => LightShape::Point,
        "spot" => {
            let angle = |name: &str, default: f32| {
                numbers::number(value.get("spot").and_then(|spot| spot.get(name))).unwrap_or(default)
            };
            let outer = angle("outerConeAngle", FRAC_PI_4).clamp(0.0, std::f32::consts::FRAC_PI_2);
            LightShape::Spot {
                inner: angle("innerConeAngle", 0.0).clamp(0.0, outer),
                outer,
            }
        }
        _ => return None,
    };
    Some(Light {
        shape,
        color: numbers::list::<3>(value.get("color"))
            .map_or(Vec3::ONE, Vec3::from)
            .max(Vec3::ZERO),
        intensity: numbers::number(value.get("intensity")).unwrap_or(1.0).max(0.0),
        range: numbers::number(value.get("range")).filter(|range| *range > 0.0),
    })
}
