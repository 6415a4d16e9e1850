//! Materials → slots and a surface, by the names their values and maps happen to have (docs/formats/shape.md §6.2, A26;
//! §7 row 26).

use super::facts::material::facts;
use crate::lower::textures::Textures;
use crate::rules::shape as rule;
use crate::shape::Document;
use crate::shape::document::{Material, Value, ValueKind};
use castview_base::core::Diagnostics;
use castview_base::scene::{self, Alpha, ColorSpace, Lookup, Slot, SlotSource, Surface, Workflow, Wrap};
use glam::{Vec3, Vec4};

/// Slots that maps feed: our name for the slot, words in a map's name, and endings of its file's stem.
const ROLES: &[(&str, &[&str], &[&str])] = &[
    ("normal", &["normal", "bump"], &["_n", "_nrm", "_normal", "_bump"]),
    (
        "emissive",
        &["emissive", "emission", "glow", "night"],
        &["_e", "_glow", "_night", "_emissive"],
    ),
    ("ao", &["occlusion", "ao"], &["_ao"]),
    ("roughness", &["rough"], &["_r", "_rough", "_roughness"]),
    ("metal", &["metal"], &["_m", "_metal", "_metallic", "_metalness"]),
    ("specular", &["spec"], &["_s", "_spec", "_specular"]),
    ("gloss", &["gloss"], &["_g", "_gloss"]),
    (
        "opacity",
        &["opacity", "alpha", "mask"],
        &["_alpha", "_mask", "_opacity"],
    ),
    (
        "albedo",
        &["diffuse", "albedo", "base", "color", "colour"],
        &["_d", "_diffuse", "_albedo", "_basecolor", "_color"],
    ),
];
/// Names of values that hold the base colour, as far as they are contained.
const COLORS: [&str; 5] = ["diffuse", "albedo", "basecolor", "color", "colour"];

/// The materials and the texture paths they name.
pub fn lower(document: &Document, diagnostics: &mut Diagnostics) -> (Vec<scene::Material>, Vec<String>) {
    let mut textures = Textures::default();
    let materials = document.materials.iter().enumerate().map(|(index, material)| {
        report_unknown(document, material, index, diagnostics);
        one(document, material, index, &mut textures, diagnostics)
    });
    (materials.collect(), textures.into_paths())
}

fn one(
    document: &Document,
    material: &Material,
    index: usize,
    textures: &mut Textures,
    diagnostics: &mut Diagnostics,
) -> scene::Material {
    let effect = document.text(material.effect);
    let mut slots: Vec<Slot> = Vec::new();
    for map in &material.maps {
        let (name, mut file) = (document.text(map.name), document.text(map.file));
        if leaves_folder(&file) {
            let place = || document.place(|| format!("material[{index}]"), material.at);
            let message = || format!("{file:?} lies outside the file's folder; only its name is looked for");
            diagnostics.report(rule::S31, place, message);
            file = file.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        }
        let role = role(&name, &file).filter(|role| slots.iter().all(|slot| &*slot.name != *role));
        let source = match file.is_empty() {
            true => SlotSource::NoPath,
            false => SlotSource::Texture(textures.of_path(&file)),
        };
        let mut slot = Slot::new(role.map_or(name, str::to_owned), source);
        slot.lookup = lookup(material);
        slots.push(slot);
    }
    let mut surface = Surface {
        alpha: alpha(material),
        double_sided: material.cull == 1,
        ..Surface::default()
    };
    if let Some(color) = base_color(document, material) {
        match slots.iter().any(|slot| &*slot.name == "albedo") {
            true => surface.base_color = color,
            false => slots.push(Slot::new(
                "albedo",
                SlotSource::Color {
                    rgba: color,
                    space: ColorSpace::Linear,
                },
            )),
        }
    }
    let float = |word: &str| {
        material.values.iter().find_map(|value| match value.value {
            ValueKind::Float(float) if float.is_finite() && lower_case(document, value).contains(word) => {
                Some(float.clamp(0.0, 1.0))
            }
            _ => None,
        })
    };
    let is_there = |name: &str| slots.iter().any(|slot| &*slot.name == name);
    let fed = |name: &str| if is_there(name) { Some(1.0) } else { None };
    surface.roughness = float("rough")
        .or(fed("roughness"))
        .or(fed("gloss").map(|gloss| 1.0 - gloss))
        .unwrap_or(surface.roughness);
    surface.metallic = float("metal").or(fed("metal")).unwrap_or(surface.metallic);
    if is_there("specular") && surface.metallic == 0.0 {
        // The older effects' way: its colour is what is reflected.
        surface.workflow = Workflow::SpecularGloss;
    }
    if is_there("emissive") {
        surface.emissive = Vec3::ONE;
    }
    scene::Material {
        name: document.text(material.name),
        kind: if effect.is_empty() {
            "Standard".into()
        } else {
            effect.into()
        },
        slots,
        surface,
        facts: facts(document, material).into(),
    }
}

fn lower_case(document: &Document, value: &Value) -> String {
    document.text(value.name).to_lowercase()
}

/// shape.md row 31: absolute, or up past where it starts.
fn leaves_folder(path: &str) -> bool {
    let path = path.trim();
    let is_absolute = path.starts_with(['/', '\\']) || path.contains(':');
    let mut depth = 0i32;
    let climbs = path.split(['/', '\\']).any(|part| {
        depth += match part {
            "" | "." => 0,
            ".." => -1,
            _ => 1,
        };
        depth < 0
    });
    is_absolute || climbs
}

/// By the map's name first, then by how its file's name ends.
fn role(name: &str, file: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    // "ao" is too short to be looked for inside other words.
    let is_named = |word: &str| match word.len() {
        ..3 => name == word,
        _ => name.contains(word),
    };
    let named = ROLES
        .iter()
        .find(|(_, words, _)| words.iter().any(|word| is_named(word)));
    let stem = file.rsplit(['/', '\\']).next().unwrap_or(file).to_lowercase();
    let stem = stem.rsplit_once('.').map_or(stem.as_str(), |(stem, _)| stem);
    let ended = || {
        ROLES
            .iter()
            .find(|(_, _, ends)| ends.iter().any(|end| stem.ends_with(end)))
    };
    named.or_else(ended).map(|(role, ..)| *role)
}

/// Linear light; the page does not say, and effects multiply with it.
fn base_color(document: &Document, material: &Material) -> Option<Vec4> {
    material.values.iter().find_map(|value| {
        let color = match value.value {
            ValueKind::Float3(rgb) => Vec3::from(rgb).extend(1.0),
            ValueKind::Float4(rgba) => rgba.into(),
            _ => return None,
        };
        let name = lower_case(document, value);
        (color.is_finite() && COLORS.iter().any(|word| name.contains(word))).then_some(color)
    })
}

fn alpha(material: &Material) -> Alpha {
    match material {
        Material {
            has_opacity: true,
            blend: [5, 6, ..],
            ..
        } => Alpha::Blend,
        Material {
            alpha_to_coverage: 1.., ..
        } => Alpha::Mask(0.5),
        _ => Alpha::Opaque,
    }
}

fn lookup(material: &Material) -> Lookup {
    let wrap = |address| match address {
        2 | 5 => Wrap::Mirror,
        3 | 4 => Wrap::Clamp,
        _ => Wrap::Repeat,
    };
    let [u, v, _] = material.address;
    Lookup {
        wrap: [wrap(u), wrap(v)],
        // Bit 2: magnification is linear.
        smooth: material.filter & 0b100 != 0,
        ..Lookup::default()
    }
}

/// shape.md row 26: numbers past the end of their enumeration are kept and shown, and the default is used.
fn report_unknown(document: &Document, material: &Material, index: usize, diagnostics: &mut Diagnostics) {
    let checks = [
        ("fill mode", material.fill, 2..=3),
        ("cull mode", material.cull, 1..=3),
        ("topology type", material.topology_type, 0..=4),
        ("address U", material.address[0], 1..=5),
        ("address V", material.address[1], 1..=5),
        ("address W", material.address[2], 1..=5),
        ("comparison", material.comparison, 0..=8),
        ("logic operation", material.logic_op, 0..=15),
    ];
    for (what, number, known) in checks {
        if !known.contains(&number) {
            let place = || document.place(|| format!("material[{index}]"), material.at);
            diagnostics.report(rule::S26, place, || {
                format!("{what} is unknown ({number}); the default is used")
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_are_known_by_their_name_then_by_their_file() {
        for (name, file, wanted) in [
            ("DiffuseMap", "wall.dds", Some("albedo")),
            ("BaseColour", "wall_n.dds", Some("albedo")),
            ("NormalMap", "x.dds", Some("normal")),
            ("t0", "tex\\wall_N.DDS", Some("normal")),
            ("NightGlow", "x.png", Some("emissive")),
            ("AO", "x.png", Some("ao")),
            ("extra", "chaos.png", None),
            ("chaos", "", None),
            ("Mask", "x.png", Some("opacity")),
            ("slot", "paint_spec.tga", Some("specular")),
        ] {
            assert_eq!(role(name, file), wanted, "{name} {file}");
        }
    }
}
