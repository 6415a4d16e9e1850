//! Folds a material's slots into its factors where glTF has one value.
//!
//! In: a material of any format. Out: its factors with every constant slot in them; a slot without a map stands as if it were not
//! there.

use castview_base::scene::{Input, Part, Slot, SlotSource, Surface, Workflow};
use glam::Vec3;

/// F0 of most that is no metal.
pub(super) const DIELECTRIC: f32 = 0.04;

/// One value all over goes into the factor; `false` where there is none.
pub(super) fn fold(surface: &mut Surface, slot: &Slot, input: Input, part: Part) -> bool {
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
        Input::SheenColor => surface.sheen_color *= linear.truncate(),
        Input::SheenRoughness => surface.sheen_roughness *= number,
        Input::Thickness => surface.interior.thickness *= number,
        Input::Iridescence => surface.iridescence *= number,
        Input::IridescenceThickness => {
            let [thin, thick] = surface.iridescence_thickness_nm;
            surface.iridescence_thickness_nm[1] = thin + (thick - thin) * number;
        }
        // One direction all over is no map.
        Input::Normal | Input::ClearcoatNormal | Input::Anisotropy => {}
        Input::Occlusion | Input::Cavity => return false,
    }
    true
}

/// As if the slot were not there, as the viewer draws it.
pub(super) fn neutralise(surface: &mut Surface, input: Input) {
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
