//! Materials in Cast's words → the statements of an MTL file.

use super::names::path;
use crate::cast::CastSlots;
use castview_base::scene::{ColorSpace, Scene, SlotSource};
use glam::Vec4;
use std::fmt::Write;

/// Slots with the statement for an image in them, and the statement for a color; empty: there is none.
const STATEMENTS: [(&str, &str, &str); 12] = [
    ("albedo", "map_Kd", "Kd"),
    ("diffuse", "map_Kd", "Kd"),
    ("specular", "map_Ks", "Ks"),
    ("normal", "norm", ""),
    ("emissive", "map_Ke", "Ke"),
    ("metal", "map_Pm", "Pm"),
    ("roughness", "map_Pr", "Pr"),
    ("opacity", "map_d", "d"),
    ("trans", "map_d", "d"),
    ("ao", "map_Ka", ""),
    ("anisotropy", "", ""),
    ("gloss", "", ""),
];

/// One material; returns slots for which there is no statement.
pub(super) fn write<'a>(scene: &Scene, name: &str, slots: &'a CastSlots, out: &mut String) -> Vec<&'a str> {
    let mut lost = Vec::new();
    // Words into a string are never refused.
    let _ = writeln!(out, "newmtl {name}\nillum 2");
    for slot in slots {
        let found = STATEMENTS.iter().find(|(word, ..)| **word == *slot.name);
        let (map, color) = found.map_or(("", ""), |(_, map, color)| (*map, *color));
        let statement = match slot.source {
            SlotSource::Texture(texture) if !map.is_empty() => {
                format!("{map} {}", path(&scene.textures[texture.get()]))
            }
            SlotSource::Color { rgba, space } if !color.is_empty() => {
                let [r, g, b, _] = linear(rgba, space).to_array();
                match color {
                    "Pm" | "Pr" | "d" => format!("{color} {}", rgba.x),
                    _ => format!("{color} {r} {g} {b}"),
                }
            }
            SlotSource::NoPath | SlotSource::Missing => continue,
            _ => {
                lost.push(&*slot.name);
                continue;
            }
        };
        let _ = writeln!(out, "{statement}");
    }
    lost
}

fn linear(rgba: Vec4, space: ColorSpace) -> Vec4 {
    let one = |c: f32| match c {
        ..=0.04045 => c / 12.92,
        _ => ((c + 0.055) / 1.055).powf(2.4),
    };
    match space {
        ColorSpace::Linear => rgba,
        ColorSpace::Srgb => Vec4::new(one(rgba.x), one(rgba.y), one(rgba.z), rgba.w),
    }
}
