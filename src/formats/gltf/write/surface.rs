//! What a material's slots make of its surface where glTF has a place for one value only.
//!
//! In: a material of any format. Out: its factors with every constant slot in them; what a map would vary that cannot be written
//! stands as if that map were not there.

use crate::core::TextureIndex;
use crate::scene::{Input, Material, Part, Slot, SlotSource, Surface, Workflow};
use glam::Vec3;

/// F0 of most that is no metal.
pub(super) const DIELECTRIC: f32 = 0.04;

pub(super) struct Settled<'a> {
    pub surface: Surface,
    /// Maps that are written, by where they stand in a glTF material.
    pub maps: Vec<(&'a Slot, TextureIndex, MapPlace)>,
    /// Names of slots that are not.
    pub lost: Vec<&'a str>,
}

/// The extension (none: the material itself) and the property in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MapPlace {
    pub extension: Option<&'static str>,
    pub property: &'static str,
}

pub(super) const SPECULAR: &str = "KHR_materials_specular";
pub(super) const CLEARCOAT: &str = "KHR_materials_clearcoat";
pub(super) const TRANSMISSION: &str = "KHR_materials_transmission";

/// Where the map of `slot` goes that feeds `input`.
fn place(slot: &str, input: Input) -> Option<MapPlace> {
    let (extension, property) = match (input, slot) {
        (Input::BaseColor, _) => (None, "baseColorTexture"),
        (Input::Metallic | Input::Roughness, "metallicRoughness") => (None, "metallicRoughnessTexture"),
        (Input::Normal, _) => (None, "normalTexture"),
        (Input::Occlusion, _) => (None, "occlusionTexture"),
        (Input::Emissive, _) => (None, "emissiveTexture"),
        (Input::Specular, "specularStrength") => (Some(SPECULAR), "specularTexture"),
        (Input::SpecularColor, "specularColor") => (Some(SPECULAR), "specularColorTexture"),
        (Input::Clearcoat, _) => (Some(CLEARCOAT), "clearcoatTexture"),
        (Input::ClearcoatRoughness, _) => (Some(CLEARCOAT), "clearcoatRoughnessTexture"),
        (Input::ClearcoatNormal, _) => (Some(CLEARCOAT), "clearcoatNormalTexture"),
        (Input::Transmission, _) => (Some(TRANSMISSION), "transmissionTexture"),
        _ => return None,
    };
    Some(MapPlace { extension, property })
}

pub(super) fn settle(material: &Material) -> Settled<'_> {
    let mut out = Settled {
        surface: material.surface,
        maps: Vec::new(),
        lost: Vec::new(),
    };
    for slot in &material.slots {
        let mut is_fed = false;
        for (input, part) in material.fed_by(slot) {
            is_fed = true;
            match (slot.source, place(&slot.name, input)) {
                (SlotSource::Color { .. }, _) => out
                    .lost
                    .extend((!fold(&mut out.surface, slot, input, part)).then_some(&*slot.name)),
                (SlotSource::Texture(texture), Some(place)) => {
                    if !out.maps.iter().any(|(_, _, known)| *known == place) {
                        out.maps.push((slot, texture, place));
                    }
                }
                (SlotSource::Texture(_), None) => {
                    out.lost.push(&slot.name);
                    neutralise(&mut out.surface, input);
                }
                (SlotSource::NoPath | SlotSource::Missing, _) => neutralise(&mut out.surface, input),
            }
        }
        if !is_fed && matches!(slot.source, SlotSource::Texture(_) | SlotSource::Color { .. }) {
            out.lost.push(&slot.name);
        }
    }
    out.lost.dedup();
    out
}

/// One value all over goes into the factor; `false` where there is none.
fn fold(surface: &mut Surface, slot: &Slot, input: Input, part: Part) -> bool {
    let SlotSource::Color { rgba, space } = slot.source else {
        return false;
    };
    let linear = space.to_linear(rgba);
    let number = match part {
        Part::Channel(at) => rgba[usize::from(at)],
        Part::Inverse(at) => 1.0 - rgba[usize::from(at)],
        Part::Color | Part::Vector => 1.0,
    };
    match input {
        Input::BaseColor => surface.base_color *= linear,
        Input::Opacity => surface.base_color.w *= number,
        Input::Metallic => surface.metallic *= number,
        // Gloss `g` makes it 1 − (1 − roughness) · g.
        Input::Roughness if matches!(part, Part::Inverse(_)) => {
            surface.roughness = 1.0 - (1.0 - surface.roughness) * (1.0 - number);
        }
        Input::Roughness => surface.roughness *= number,
        Input::SpecularColor => surface.specular_color *= linear.truncate(),
        Input::Specular => surface.specular *= number,
        Input::Emissive => surface.emissive *= linear.truncate(),
        Input::EmissionMask => surface.emissive *= number,
        Input::Clearcoat => surface.clearcoat *= number,
        Input::ClearcoatRoughness => surface.clearcoat_roughness *= number,
        Input::Transmission => surface.transmission *= number,
        // One direction all over is no map.
        Input::Normal | Input::ClearcoatNormal => {}
        Input::Occlusion | Input::Cavity => return false,
    }
    true
}

/// As if the slot were not there, as the viewer draws it.
fn neutralise(surface: &mut Surface, input: Input) {
    match input {
        Input::Metallic => surface.metallic = 0.0,
        Input::Roughness => surface.roughness = Surface::default().roughness,
        Input::Specular => surface.specular = 1.0,
        Input::SpecularColor if surface.workflow == Workflow::SpecularGloss => {
            surface.specular_color = Vec3::splat(DIELECTRIC);
        }
        Input::Emissive => surface.emissive = Vec3::ZERO,
        _ => {}
    }
}
