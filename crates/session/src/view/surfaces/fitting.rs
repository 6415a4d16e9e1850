//! Exposure that fits the models: how bright they are by themselves, and how much light falls on them.
//!
//! In: materials with their images, and the environment. Out: stops. No pose, camera or turn counts: the exposure is steady while something
//! moves.

use crate::window::colors::is_light;
use crate::{Backdrop, Placed, Session, Stage};
use castview_base::scene::{Input, Material, SlotSource};
use castview_images::Image;
use castview_picture::Background;
use glam::Vec3;

/// Models between these albedos are shown as they are.
const USUAL: [f32; 2] = [0.06, 0.55];
/// Mean light on a white surface for which nothing is changed.
const USUAL_LIGHT: [f32; 2] = [0.35, 0.9];
/// Share of its stops that a darker model gets. White and black stay apart.
const OF_DARK: f32 = 0.5;
/// The same while the surroundings are seen: a floor that turns white draws the eye from a black model.
const OF_DARK_OUTSIDE: f32 = 0.15;
/// The same for a brighter one.
const OF_BRIGHT: f32 = 0.6;
/// The same for the light: night stays darker than day.
const OF_LIGHT: f32 = 0.5;
/// Stops at most, down and up.
const MOST: [f32; 2] = [-1.0, 1.5];
/// Texels along each side of an image that its mean is taken from, about.
const EACH_SIDE: u32 = 16;
/// Materials that are looked at.
const MOST_MATERIALS: usize = 4096;

/// Stops by which the exposure follows models and light, if it does; 0 without models.
pub fn fitting_stops(session: &Session) -> f32 {
    let choice = &session.preferences.look.environment;
    let of_dark = match choice.backdrop {
        Backdrop::Blurred | Backdrop::Sharp => OF_DARK_OUTSIDE,
        Backdrop::Gradient | Backdrop::Flat | Backdrop::Transparent => OF_DARK,
    };
    fitted_albedo(session).map_or(0.0, |albedo| stops(albedo, of_dark, mean_light_around(session)))
}

/// The theme's own background. Black models keep an edge on the dark one, and so do black parts of others where there is little light: it is
/// lighter behind them.
pub(crate) fn theme_background(session: &Session) -> Background {
    let is_black = |albedo: f32| albedo < USUAL[0] || mean_light_around(session) < USUAL_LIGHT[0];
    match is_light(session) {
        true => Background::LIGHT,
        false if fitted_albedo(session).is_some_and(is_black) => Background::BEHIND_BLACK,
        false => Background::DARK,
    }
}

/// Light that the surroundings throw on a white surface.
fn mean_light_around(session: &Session) -> f32 {
    let choice = &session.preferences.look.environment;
    session.view.environment(choice).map().mean_light()
}

/// How bright the models are by themselves; `None`: nothing follows that, or there are no models.
fn fitted_albedo(session: &Session) -> Option<f32> {
    match session.preferences.look.environment.fits {
        true => *session.view.albedo.get_or_init(|| session.stage.median_albedo()),
        false => None,
    }
}

impl Stage {
    /// Half of what is there is darker than this, by the sizes of meshes; `None`: nothing has a surface.
    pub(crate) fn median_albedo(&self) -> Option<f32> {
        let mut left = MOST_MATERIALS;
        let mut shares: Vec<(f32, f32)> = Vec::new();
        for placed in self.models() {
            let model = placed.model();
            let materials = &model.materials[..left.min(model.materials.len())];
            left -= materials.len();
            let albedos: Vec<f32> = materials.iter().map(|material| albedo(placed, material)).collect();
            let meshes = model
                .meshes
                .iter()
                .filter(|mesh| !mesh.hidden && !mesh.triangles.is_empty());
            shares.extend(meshes.filter_map(|mesh| {
                let albedo = mesh.material.and_then(|material| albedos.get(material.get()).copied());
                let size = mesh.bounds.diagonal();
                (size.is_finite() && size > 0.0).then_some((albedo.unwrap_or(1.0), size))
            }));
        }
        // Only ratios count: no number holds the squares of some sizes.
        let largest = shares.iter().fold(0.0_f32, |most, (_, size)| most.max(*size));
        shares.sort_by(|a, b| a.0.total_cmp(&b.0));
        let weight = |size: f32| (size / largest).powi(2);
        let half = shares.iter().map(|(_, size)| weight(*size)).sum::<f32>() / 2.0;
        let mut sum = 0.0;
        let median = shares.iter().find(|(_, size)| {
            sum += weight(*size);
            sum >= half
        });
        median.map(|(albedo, _)| *albedo)
    }
}

/// Luminance of a material's base color, with its image.
fn albedo(placed: &Placed, material: &Material) -> f32 {
    let factor = luminance(material.surface.base_color.truncate());
    let image = material.fed(Input::BaseColor).and_then(|(slot, _)| match &slot.source {
        SlotSource::Texture(texture) => placed.textures.get(texture.get())?.image(),
        _ => None,
    });
    let of_image = image.and_then(|image| image.of_side(EACH_SIDE).map(|image| mean_of_image(&image)));
    // A mirror is as bright as what it shows, and no white surface.
    let is_metal = material.surface.metallic > 0.5 && material.fed(Input::Metallic).is_none();
    let most = if is_metal { USUAL[1] } else { 1.0 };
    let albedo = (factor * of_image.unwrap_or(1.0)).min(most);
    if albedo.is_finite() {
        albedo.clamp(0.0, 1.0)
    } else {
        1.0
    }
}

fn luminance(light: Vec3) -> f32 {
    light.dot(Vec3::new(0.2126, 0.7152, 0.0722))
}

/// The mean light of the covered texels of an image; 1 for an image without any.
fn mean_of_image(image: &Image) -> f32 {
    let step = |side: u32| (side / EACH_SIDE).max(1) as usize;
    let (mut sum, mut covered) = (0.0, 0.0);
    for y in (0..image.height as usize).step_by(step(image.height)) {
        for x in (0..image.width as usize).step_by(step(image.width)) {
            let at = 4 * (y * image.width as usize + x);
            let Some(&[red, green, blue, alpha]) = image.rgba.get(at..at + 4) else {
                continue;
            };
            let alpha = f32::from(alpha) / 255.0;
            sum += luminance(Vec3::from([red, green, blue].map(linear))) * alpha;
            covered += alpha;
        }
    }
    if covered > 0.0 { sum / covered } else { 1.0 }
}

/// An sRGB byte as linear light.
fn linear(byte: u8) -> f32 {
    let srgb = f32::from(byte) / 255.0;
    match srgb <= 0.04045 {
        true => srgb / 12.92,
        false => ((srgb + 0.055) / 1.055).powf(2.4),
    }
}

fn stops(albedo: f32, of_dark: f32, light: f32) -> f32 {
    let by_model = match stops_into(albedo, USUAL) {
        darker if darker > 0.0 => darker * of_dark,
        brighter => brighter * OF_BRIGHT,
    };
    let by_light = OF_LIGHT * stops_into(light, USUAL_LIGHT);
    (by_model + by_light).clamp(MOST[0], MOST[1])
}

/// Stops that bring `value` to the nearer end of `usual`; 0 within.
fn stops_into(value: f32, usual: [f32; 2]) -> f32 {
    let value = value.max(0.01);
    (value.clamp(usual[0], usual[1]) / value).log2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_is_darkened_and_black_is_brightened_but_both_stay_apart() {
        const DAY: f32 = 0.6;
        for usual in [0.08, 0.2, 0.5] {
            assert_eq!(stops(usual, OF_DARK, DAY), 0.0, "{usual}");
        }
        let shown = |albedo: f32, light: f32| albedo * light * stops(albedo, OF_DARK, light).exp2();
        let [black, grey, white] = [0.015, 0.2, 0.85].map(|albedo| shown(albedo, DAY));
        assert!(black > 1.7 * 0.015 * DAY && white < 0.8 * 0.85 * DAY, "{black} {white}");
        assert!(black < 0.2 * grey && grey < 0.5 * white, "{black} {grey} {white}");
        // Night is brightened, and is darker than day all the same.
        let (night, day) = (shown(0.2, 0.1), shown(0.2, DAY));
        assert!(night > 1.5 * 0.2 * 0.1 && night < 0.5 * day, "{night} {day}");
        // A floor of concrete, 0.22, stays grey behind the blackest model.
        assert!(0.22 * stops(0.01, OF_DARK_OUTSIDE, DAY).exp2() < 0.3);
        for wrong in [0.0, 1e-30, f32::MAX] {
            assert!((MOST[0]..=MOST[1]).contains(&stops(wrong, OF_DARK, wrong)), "{wrong}");
        }
    }

    #[test]
    fn the_mean_of_an_image_counts_what_it_covers() {
        let half = Image {
            width: 2,
            height: 1,
            rgba: vec![255, 255, 255, 255, 0, 0, 0, 0],
        };
        assert!((mean_of_image(&half) - 1.0).abs() < 1e-3);
        let grey = Image {
            width: 64,
            height: 64,
            rgba: [128, 128, 128, 255].repeat(64 * 64),
        };
        assert!((mean_of_image(&grey) - 0.2159).abs() < 1e-3);
    }
}
