//! The lights that a picture is shaded by: none of the files' (the viewer's own then), or the strongest of them.
//!
//! In: a picture. Out: a uniform. Lights hang on bones, so they go where the pose puts them.

use crate::gpu::gpu_types::{LampUniform, LightsUniform};
use castview_base::scene::{Fixture, FixtureKind, Light, LightShape};
use castview_picture::{Lights, Picture};
use glam::{Affine3A, Vec3};
use std::f32::consts::PI;

/// As many as the uniform has room for.
const MOST: usize = 16;

/// The shader's `LAMP_` constants.
const DIRECTIONAL: u32 = 0;
const POINT: u32 = 1;
const SPOT: u32 = 2;
const FLAT: u32 = 3;

/// Empty for the viewer's own lights, and where no file has any.
pub fn lights(picture: &Picture) -> LightsUniform {
    let mut out = LightsUniform::default();
    if picture.lights != Lights::Files {
        return out;
    }
    let mut found: Vec<(f32, LampUniform)> = Vec::new();
    // The exposure is for all lights as they are stored: it stands still, whatever moves and whoever is brighter for a while.
    let mut strength = 0.0;
    each_light(picture, |light, world_from_light| {
        strength += at_distance(light, radius(picture));
        let lamp = lamp(light, world_from_light);
        let middle = Vec3::from(lamp.position_world).distance(picture.bounds.center());
        found.push((at_distance(light, middle.max(radius(picture))), lamp));
        // A crowd of them is cut down now and then.
        if found.len() >= 64 * MOST {
            keep_strongest(&mut found);
        }
    });
    keep_strongest(&mut found);
    let exposure = exposure(strength);
    out.count = found.len() as u32;
    for (place, (_, lamp)) in out.lamps.iter_mut().zip(found) {
        *place = LampUniform {
            light: lamp.light.map(|channel| channel * exposure / PI),
            ..lamp
        };
    }
    out
}

/// Lamps of real strength would only be white: together they light a white surface at the rim of what is shown with no more than
/// this, in the unit in which 1 is white.
const BRIGHTEST: f32 = 1.5;

/// `strength`: what all lights together would do at that distance, lux.
fn exposure(strength: f32) -> f32 {
    (BRIGHTEST * PI / strength.max(1e-20)).min(1.0)
}

fn keep_strongest(found: &mut Vec<(f32, LampUniform)>) {
    // Stable: of equals the first in the file stay.
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(MOST);
}

fn radius(picture: &Picture) -> f32 {
    match picture.bounds.is_empty() {
        true => 1.0,
        false => (picture.bounds.diagonal() * 0.5).max(1e-6),
    }
}

/// A file gives finite strengths of lights; this keeps the numbers made of them finite: no sum of them overflows.
const STRONGEST: f32 = 1e24;

/// In lux or candela, by colour.
fn strength(light: &Light) -> Vec3 {
    (light.color.max(Vec3::ZERO) * light.intensity.max(0.0)).min(Vec3::splat(STRONGEST))
}

/// Lux, straight ahead; the range does not count.
fn at_distance(light: &Light, distance: f32) -> f32 {
    let strength = strength(light).max_element();
    match light.shape {
        LightShape::Directional => strength,
        _ => (strength / (distance * distance)).min(STRONGEST),
    }
}

fn each_light(picture: &Picture, mut each: impl FnMut(&Light, Affine3A)) {
    for placed in picture.models.iter().filter(|placed| placed.pose.model_visible) {
        if !placed.model().fixtures.iter().any(Fixture::is_light) {
            continue;
        }
        let shown = placed.model().skeleton.shown(&placed.pose.bone_visible);
        for stage_from_place in placed.places.iter() {
            let world_from_model = picture.world_from_stage * *stage_from_place * placed.stage_from_model;
            for (at, fixture) in placed.model().fixtures.iter().enumerate() {
                let FixtureKind::Light(light) = &placed.fixture(at) else {
                    continue;
                };
                let world_from_light = world_from_model * placed.model_from_fixture(fixture);
                let is_shown = fixture.bone.is_none_or(|bone| shown[bone.get()]);
                if is_shown && world_from_light.is_finite() {
                    each(light, world_from_light);
                }
            }
        }
    }
}

/// In lux and candela still. Scales do not change a light (KHR_lights_punctual).
fn lamp(light: &Light, world_from_light: Affine3A) -> LampUniform {
    let ahead = world_from_light.transform_vector3(Vec3::NEG_Z);
    let (kind, cosine_outer, cone) = match light.shape {
        LightShape::Directional => (DIRECTIONAL, 0.0, 0.0),
        LightShape::Point | LightShape::Line { .. } => (POINT, 0.0, 0.0),
        LightShape::Spot { inner, outer } => {
            let (inner, outer) = (inner.cos(), outer.cos());
            (SPOT, outer, 1.0 / (inner - outer).max(1e-3))
        }
        LightShape::Disc { .. } | LightShape::Rectangle { .. } => (FLAT, 0.0, 0.0),
    };
    LampUniform {
        position_world: world_from_light.translation.to_array(),
        range: light.range.filter(|range| range.is_finite()).unwrap_or(0.0),
        direction_world: ahead.try_normalize().unwrap_or(Vec3::NEG_Z).to_array(),
        kind,
        light: strength(light).to_array(),
        cosine_outer,
        cone,
        pad: [0; 3],
    }
}
