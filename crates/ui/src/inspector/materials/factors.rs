//! A surface's own factors, as names and numbers.

use crate::kit::words;
use castview_base::scene::{Alpha, Surface, Workflow};

/// A name, the value in words, and whether it is worth a line: what any surface has is not.
type Factor = (&'static str, String, bool);

/// The lines worth showing: the base, its layers, its interior, its visibility.
pub fn factors(surface: &Surface) -> Vec<(&'static str, String)> {
    let all = base(surface)
        .into_iter()
        .chain(layers(surface))
        .chain(interior(surface))
        .chain(visibility(surface));
    all.filter(|(.., is_shown)| *is_shown)
        .map(|(name, value, _)| (name, value))
        .collect()
}

fn base(surface: &Surface) -> [Factor; 9] {
    let plain = Surface::default();
    let is_glossy = surface.workflow == Workflow::SpecularGloss;
    let base = surface.base_color;
    let specular_color = color(surface.specular_color.to_array());
    [
        (
            "base color",
            color(base.truncate().to_array()),
            base.truncate() != plain.base_color.truncate(),
        ),
        ("coverage", number(base.w), base.w != plain.base_color.w),
        ("metallic", number(surface.metallic), !is_glossy),
        ("roughness", number(surface.roughness), true),
        ("F0", specular_color.clone(), is_glossy),
        (
            "specular color",
            specular_color,
            !is_glossy && surface.specular_color != plain.specular_color,
        ),
        (
            "specular strength",
            number(surface.specular),
            surface.specular != plain.specular,
        ),
        ("index of refraction", number(surface.ior), surface.ior != plain.ior),
        (
            "emissive",
            color(surface.emissive.to_array()),
            surface.emissive != plain.emissive,
        ),
    ]
}

/// Returns the layers over the base.
fn layers(surface: &Surface) -> [Factor; 4] {
    let rough = |strength: String, roughness: f32| format!("{strength}, roughness {}", number(roughness));
    let [thin, thick] = surface.iridescence_thickness_nm.map(number);
    [
        (
            "clearcoat",
            rough(number(surface.clearcoat), surface.clearcoat_roughness),
            surface.clearcoat > 0.0,
        ),
        (
            "sheen",
            rough(color(surface.sheen_color.to_array()), surface.sheen_roughness),
            surface.sheen_color != Surface::default().sheen_color,
        ),
        (
            "iridescence",
            format!(
                "{}, index {}, {thin} to {thick} nm",
                number(surface.iridescence),
                number(surface.iridescence_ior),
            ),
            surface.iridescence > 0.0,
        ),
        (
            "anisotropy",
            format!(
                "{}, turned by {}°",
                number(surface.anisotropy),
                number(surface.anisotropy_rotation_rad.to_degrees())
            ),
            surface.anisotropy > 0.0,
        ),
    ]
}

/// Returns the factors for light that goes through the surface.
fn interior(surface: &Surface) -> [Factor; 3] {
    let interior = &surface.interior;
    [
        ("transmission", number(surface.transmission), surface.transmission > 0.0),
        ("thickness", number(interior.thickness), interior.thickness > 0.0),
        (
            "attenuation",
            format!(
                "{} within {}",
                color(interior.attenuation_color.to_array()),
                number(interior.attenuation_distance)
            ),
            interior.attenuation_distance.is_finite(),
        ),
    ]
}

fn visibility(surface: &Surface) -> [Factor; 2] {
    let alpha = match surface.alpha {
        Alpha::Opaque => String::new(),
        Alpha::Mask(cutoff) => format!("cut out below {}", number(cutoff)),
        Alpha::Blend => "blended".into(),
    };
    [
        ("alpha", alpha, surface.alpha != Alpha::Opaque),
        ("lights", "unlit".into(), surface.unlit),
    ]
}

fn number(value: f32) -> String {
    words::fixed(value.into(), 2)
}

fn color(rgb: [f32; 3]) -> String {
    rgb.map(number).join(" ")
}
