//! Data kept of environments, against sums over very many directions.

use super::prefilter::roughness_of_level;
use super::*;
use glam::Vec3;
use std::f32::consts::PI;

/// Directions of both a cosine's density and evenly spread turns: `count` of them about `n`, their mean is an integral over cosine / π.
fn by_cosine(n: Vec3, count: u32) -> impl Iterator<Item = Vec3> {
    let (across, up) = (n.any_orthonormal_vector(), n.cross(n.any_orthonormal_vector()));
    (0..count).map(move |at| {
        let share = (at as f32 + 0.5) / count as f32;
        // The golden angle spreads them evenly.
        let turn = at as f32 * 2.399_963_2;
        let sine = share.sqrt();
        across * (sine * turn.cos()) + up * (sine * turn.sin()) + n * (1.0 - share).sqrt()
    })
}

fn normals() -> impl Iterator<Item = Vec3> {
    (0..40).map(|at| {
        let y = 1.0 - (at as f32 + 0.5) / 20.0;
        let turn = at as f32 * 2.399_963_2;
        let across = (1.0 - y * y).sqrt();
        Vec3::new(across * turn.cos(), y, across * turn.sin())
    })
}

#[test]
fn scattered_light_is_that_of_all_directions() {
    for preset in Preset::ALL {
        let (map, sharp) = (preset.map(), preset.backdrop().halved());
        let mut coarse = sharp.halved();
        while coarse.side > 64 {
            coarse = coarse.halved();
        }
        let mut greatest: f32 = 0.0;
        let mut sum = 0.0;
        for n in normals() {
            let seen = coarse.directions();
            let wanted: Vec3 = seen
                .map(|(light, toward, angle)| light * (toward.dot(n).max(0.0) * angle))
                .sum();
            let wanted = wanted / PI;
            let key = map
                .key
                .map_or(Vec3::ZERO, |key| key.light * n.dot(key.direction).max(0.0));
            let got = map.irradiance.at(n) + key;
            greatest = greatest.max((got - wanted).abs().max_element());
            sum += (got - wanted).abs().max_element();
        }
        // Nine numbers cannot tell more of a room with lamps; Ramamoorthi and Hanrahan measured up to 9 % of the brightest.
        assert!(
            greatest < 0.12 && sum / 40.0 < 0.04,
            "{preset:?}: {greatest}, mean {}",
            sum / 40.0
        );
    }
}

#[test]
fn blurred_levels_are_what_the_lobe_of_ggx_sees() {
    for preset in Preset::ALL {
        let (map, sharp) = (preset.map(), preset.backdrop().halved());
        for level in 1..EnvironmentMap::LEVELS {
            let cube = map.cube(level);
            let alpha = roughness_of_level(level).powi(2);
            let mut sums = [0.0; 2];
            for (got, n, _) in cube.directions().step_by(1 + cube.texels.len() / 24) {
                let (across, up) = (n.any_orthonormal_vector(), n.cross(n.any_orthonormal_vector()));
                let (mut light, mut weight) = (Vec3::ZERO, 0.0);
                const COUNT: u32 = 40_000;
                for at in 0..COUNT {
                    let (share, turn) = ((at as f32 + 0.5) / COUNT as f32, at as f32 * 2.399_963_2);
                    let squared = (1.0 - share) / (1.0 + (alpha * alpha - 1.0) * share);
                    let sine = (1.0 - squared).max(0.0).sqrt();
                    let half = across * (sine * turn.cos()) + up * (sine * turn.sin()) + n * squared.sqrt();
                    let toward = 2.0 * n.dot(half) * half - n;
                    let cosine = n.dot(toward).max(0.0);
                    light += sharp.sample(toward) * cosine;
                    weight += cosine;
                }
                let wanted = light / weight;
                sums[0] += (got - wanted).abs().max_element();
                sums[1] += wanted.max_element();
            }
            // Stored levels are off by a little, most in the night.
            assert!(
                sums[0] / sums[1] < 0.035,
                "{preset:?}, level {level}: off by {}",
                sums[0] / sums[1]
            );
        }
    }
}

#[test]
fn reflectances_are_stored_as_they_are_made() {
    let cells = Reflectance::cells();
    assert_eq!(cells.len(), (Reflectance::SIDE - 1).pow(2));
    let share = |bits: u32| glam::Vec2::new((bits & 0xffff) as f32, (bits >> 16) as f32) / 65_535.0;
    for (row, column) in [(0, 0), (3, 17), (15, 15), (29, 2), (30, 30)] {
        let [roughness, root] = [row, column].map(|at| at as f32 / (Reflectance::SIDE - 1) as f32);
        let wanted = integrate_reflectance(roughness.powi(2).max(1e-4), (root * root).max(1e-3), 256);
        let got = share(cells[row * (Reflectance::SIDE - 1) + column][0]);
        assert!((got - wanted).length() < 1e-3, "{row}, {column}: {got}, not {wanted}");
    }
    // Straight on a mirror reflects f0.
    let straight = integrate_reflectance(1e-4, 1.0, 256);
    assert!((straight - glam::Vec2::X).length() < 1e-3, "{straight}");
}

/// Cosine-weighted means are what the helper above says they are.
#[test]
fn even_light_is_even_in_every_form() {
    let map = EnvironmentMap::uniform(Vec3::new(0.5, 1.0, 2.0));
    for n in normals() {
        assert!((map.irradiance.at(n) - Vec3::new(0.5, 1.0, 2.0)).length() < 1e-3);
        for level in 0..EnvironmentMap::LEVELS {
            assert_eq!(map.cube(level).sample(n), Vec3::new(0.5, 1.0, 2.0));
        }
    }
    let mean = by_cosine(Vec3::Y, 1000).map(|toward| toward.y).sum::<f32>() / 1000.0;
    assert!((mean - 2.0 / 3.0).abs() < 1e-3 && PI > mean, "{mean}");
}

/// `cargo xtask environments` has drawn what the designs say.
#[test]
fn environments_are_stored_as_they_are_designed() {
    for preset in Preset::ALL {
        let mut made = preset.make(32, 4);
        let mut stored = preset.stored();
        let (mut apart, mut all) = (0.0, 0.0);
        while stored.side > made.side {
            stored = stored.halved();
        }
        // A small lamp is stored as bright as a picture can be.
        for cube in [&mut made, &mut stored] {
            cube.texels
                .iter_mut()
                .for_each(|texel| *texel = texel.min(Vec3::splat(1.5)));
        }
        while stored.side > 8 {
            (stored, made) = (stored.halved(), made.halved());
        }
        for (stored, made) in stored.texels.iter().zip(&made.texels) {
            apart += (*stored - *made).abs().element_sum();
            all += made.element_sum();
        }
        assert!(apart < 0.14 * all, "{preset:?}: {}", apart / all);
    }
}

/// The backdrop behind a model and the reflections in it are of one environment.
#[test]
fn the_backdrop_is_what_surfaces_mirror() {
    for preset in Preset::ALL {
        let mut behind = preset.backdrop();
        let mut mirrored = preset.sharp();
        assert!(behind.side > mirrored.side);
        while behind.side > mirrored.side {
            behind = behind.halved();
        }
        // Bytes of stored pictures are far apart where a screen shows nothing but white.
        for cube in [&mut behind, &mut mirrored] {
            cube.texels
                .iter_mut()
                .for_each(|texel| *texel = texel.min(Vec3::splat(1.5)));
        }
        let pairs = || behind.texels.iter().zip(&mirrored.texels);
        let size: f32 = pairs().map(|(_, mirrored)| mirrored.element_sum()).sum();
        let apart: f32 = pairs()
            .map(|(behind, mirrored)| (*behind - *mirrored).abs().element_sum())
            .sum();
        assert!(apart < 0.02 * size, "{preset:?}: {}", apart / size);
    }
}
