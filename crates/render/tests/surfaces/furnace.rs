//! Light from everywhere alike: what surfaces must reflect of it is known.

use crate::{linear_of as linear, middle, point_seen, quad, seen, srgb};
use castview_base::core::MaterialIndex;
use castview_base::scene::{ColorSpace, Material, Mesh, Model, Surface};
use castview_picture::light::{EnvironmentMap, Preset, integrate_reflectance};
use castview_picture::{Background, ColorBy, Environment, Picture, Tone};
use castview_render::Renderer;
use castview_testkit::gpu;
use castview_testkit::shading::{Lighting, Point};
use castview_testkit::shapes::{cube_bounds, framed, placed, sphere};
use glam::{Vec3, Vec4};
use std::sync::Arc;

/// By this much a surface may be brighter or darker than what it must reflect.
const OFF: f32 = 0.01;

/// Bytes of channels from which the neutral curve takes all that a dielectric reflects.
const DARKEST_KEPT: u8 = 52;

fn everywhere(radiance: Vec3) -> Environment {
    Environment::Image(Arc::new(EnvironmentMap::uniform(radiance)))
}

/// The light of a byte, or of something between two.
fn linear_at(byte: f32) -> f32 {
    ColorSpace::Srgb.to_linear(Vec4::splat(byte / 255.0)).x
}

fn surface(base: Vec3, metallic: f32, roughness: f32) -> Material {
    Material {
        surface: Surface {
            base_color: base.extend(1.0),
            metallic,
            roughness,
            ..Surface::default()
        },
        ..Material::default()
    }
}

/// Draws a sphere of `material` in light of two strengths: with the one a pixel that is too bright by more than [`OFF`] has a higher byte than
/// the background may have, with the other one that is too dark has a lower one. No pixel may.
fn assert_vanishes(renderer: &mut Renderer, material: &Material, what: &str) {
    let mesh = Mesh {
        material: Some(MaterialIndex::new(0)),
        ..sphere()
    };
    let model = placed(Model {
        meshes: vec![mesh],
        materials: vec![material.clone()],
        ..Model::default()
    });
    // A byte whose step is 0.9 % of its light.
    const BYTE: u8 = 240;
    let edge = |step: f32| linear_at(f32::from(BYTE) + step);
    for (light, is_wrong) in [
        (edge(0.5) / (1.0 + OFF), (|byte| byte > BYTE) as fn(u8) -> bool),
        (edge(-0.5) / (1.0 - OFF), |byte| byte < BYTE),
    ] {
        let picture = Picture {
            size: [96, 96],
            environment: everywhere(Vec3::splat(light)),
            background: Background::Environment { blurred: false },
            tone: Tone::None,
            ..framed(gpu::empty_picture(), vec![model.clone()], cube_bounds(0.8))
        };
        renderer.draw(&picture).expect("draws");
        let drawn = renderer.read_pixels().expect("reads");
        let behind = f32::from(drawn.rgba[0]);
        assert!((linear_at(behind) / light - 1.0).abs() <= 0.005, "{what}: {behind}");
        let off: Vec<&[u8]> = (drawn.rgba.chunks_exact(4))
            .filter(|p| p[..3].iter().any(|byte| is_wrong(*byte)))
            .collect();
        assert!(
            off.is_empty(),
            "{what}: {} pixels, as {:?}, before {behind}",
            off.len(),
            off[0]
        );
    }
}

/// White spheres send all light on, rough or smooth, metal or not: they look like their background.
#[test]
fn white_spheres_vanish_in_a_white_furnace() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for (metallic, roughness) in [(0.0, 0.0), (0.0, 0.5), (0.0, 1.0), (1.0, 0.0), (1.0, 0.5), (1.0, 1.0)] {
        let what = format!("metallic {metallic}, roughness {roughness}");
        assert_vanishes(&mut renderer, &surface(Vec3::ONE, metallic, roughness), &what);
    }
}

/// So is one of glass, rough or smooth, and one with white fibres on it.
#[test]
fn white_glass_and_white_cloth_vanish_too() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for (transmission, roughness, sheen) in [
        (1.0, 0.0, 0.0),
        (1.0, 0.6, 0.0),
        (0.5, 0.3, 0.0),
        (0.0, 0.6, 0.4),
        (0.0, 0.9, 1.0),
    ] {
        let mut white = surface(Vec3::ONE, 0.0, roughness);
        white.surface.transmission = transmission;
        white.surface.sheen_color = Vec3::splat(if sheen > 0.0 { 1.0 } else { 0.0 });
        white.surface.sheen_roughness = sheen;
        let what = format!("transmission {transmission}, roughness {roughness}, sheen {sheen}");
        assert_vanishes(&mut renderer, &white, &what);
    }
}

/// Surfaces that do not scatter reflect the share given by the integral over their lobe, straight on and at grazing angles: a black
/// dielectric, and metals.
#[test]
fn black_surfaces_and_metals_reflect_what_their_lobes_say() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let kinds = [
        (Vec3::ZERO, 0.0, Vec3::splat(0.04)),
        (Vec3::new(1.0, 0.77, 0.34), 1.0, Vec3::new(1.0, 0.77, 0.34)),
        (Vec3::splat(0.56), 1.0, Vec3::splat(0.56)),
    ];
    let normals = [
        Vec3::Z,
        Vec3::new(0.5, 0.5, 1.0),
        Vec3::new(1.5, 0.2, 1.0),
        Vec3::new(-4.0, 1.0, 1.0),
    ];
    for (base, metallic, f0) in kinds {
        for (roughness, normal) in [0.0f32, 0.2, 0.5, 0.8, 1.0]
            .into_iter()
            .flat_map(|roughness| normals.map(|normal| (roughness, normal)))
        {
            let mesh = Mesh {
                normals: vec![normal.normalize().to_array(); 4].into(),
                ..quad(0.0, 0)
            };
            let mut picture = seen(vec![mesh], vec![surface(base, metallic, roughness)], Vec::new());
            picture.environment = everywhere(Vec3::ONE);
            picture.tone = Tone::None;
            let (_, v) = point_seen(&picture, 16, 16);
            let n_v = normal.normalize().dot(v);
            let terms = integrate_reflectance((roughness * roughness).max(1e-4), n_v, 512);
            let once = f0 * terms.x + terms.y;
            let wanted = once * (1.0 + f0 * (1.0 / (terms.x + terms.y) - 1.0));
            for channel in 0..3 {
                // So bright that a step of eight bits is 0.9 % of it.
                picture.exposure = (0.7 / wanted[channel]).log2();
                let shown = linear(middle(&mut renderer, &picture)[channel]) / picture.exposure.exp2();
                let off = shown / wanted[channel] - 1.0;
                assert!(
                    off.abs() < 0.01,
                    "{base}, metallic {metallic}, roughness {roughness}, cosine {n_v}, channel {channel}: {off}"
                );
            }
        }
    }
}

/// The colours of a chart, as sRGB bytes: with the neutral curve they stay what they are, but for one byte.
///
/// A dielectric reflects 4 % and scatters the rest. The light is stronger by that share, so the scattered part is the base colour; the curve takes
/// the reflected 4 % away. It takes less of channels darker than [`DARKEST_KEPT`], as Khronos has it: such colours are held against the curve
/// alone.
#[test]
fn base_colours_stay_what_they_are() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let chart: [[u8; 3]; 24] = [
        [115, 82, 68],
        [194, 150, 130],
        [98, 122, 157],
        [87, 108, 67],
        [133, 128, 177],
        [103, 189, 170],
        [214, 126, 44],
        [80, 91, 166],
        [193, 90, 99],
        [94, 60, 108],
        [157, 188, 64],
        [224, 163, 46],
        [56, 61, 150],
        [70, 148, 73],
        [175, 54, 60],
        [220, 199, 31],
        [187, 86, 149],
        [8, 133, 161],
        [222, 222, 222],
        [200, 200, 200],
        [160, 160, 160],
        [122, 122, 121],
        [85, 85, 85],
        [52, 52, 52],
    ];
    let mut kept = 0;
    for color in chart {
        let base = Vec3::from(color.map(linear));
        let mut picture = seen(vec![quad(0.0, 0)], vec![surface(base, 0.0, 0.3)], Vec::new());
        picture.environment = everywhere(Vec3::ONE);
        let (_, v) = point_seen(&picture, 16, 16);
        let share = Point::rough(Vec3::Z, v, base, 0.0, 0.3).reflected().x;
        picture.exposure = -(1.0 - share).log2();
        let drawn = middle(&mut renderer, &picture);
        let curve = Lighting::of(&picture).shown(base * (1.0 - share) + share).to_array();
        let apart = |wanted: [u8; 3]| drawn.iter().zip(wanted).map(|(a, b)| a.abs_diff(b)).max();
        assert!(
            apart(curve.map(srgb)) <= Some(1),
            "{color:?} is shown as {drawn:?}, not as the curve has it"
        );
        if color.iter().min() >= Some(&DARKEST_KEPT) {
            kept += 1;
            assert!(apart(color) <= Some(1), "{color:?} is shown as {drawn:?}");
        }
    }
    assert_eq!(kept, 20, "nearly all of the chart");
}

/// A dielectric that scatters nothing still reflects 4 %: what the brightest of an environment leaves of black, in bytes.
#[test]
fn blacks_are_black_in_every_environment() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let brightest = [
        (Preset::Studio, 6),
        (Preset::Dark, 2),
        (Preset::Overcast, 4),
        (Preset::Sunset, 24),
        (Preset::Workshop, 14),
        (Preset::City, 4),
    ];
    assert_eq!(brightest.map(|(preset, _)| preset), Preset::ALL);
    for (preset, most) in brightest {
        let mut picture = seen(vec![quad(0.0, 0)], vec![surface(Vec3::ZERO, 0.0, 0.9)], Vec::new());
        picture.environment = Environment::Preset(preset);
        let [r, g, b] = middle(&mut renderer, &picture);
        assert!(r.max(g).max(b) <= most + 1, "{preset:?}: {r} {g} {b}");
        // Without a reflection nothing is left.
        let mut none = surface(Vec3::ZERO, 0.0, 0.9);
        none.surface.specular = 0.0;
        let mut picture = seen(vec![quad(0.0, 0)], vec![none], Vec::new());
        picture.environment = Environment::Preset(preset);
        assert_eq!(middle(&mut renderer, &picture), [0; 3], "{preset:?}");
    }
}

/// Each curve, dark and bright, grey and coloured, as the CPU has it.
#[test]
fn light_is_shown_by_the_curve_that_is_chosen() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for tone in [Tone::None, Tone::Neutral, Tone::Aces, Tone::Agx] {
        for (light, exposure) in [
            (Vec3::splat(0.02), 0.0),
            (Vec3::new(0.3, 0.1, 0.02), 0.0),
            (Vec3::new(0.9, 0.8, 0.4), 0.0),
            (Vec3::new(4.0, 1.0, 0.2), 0.0),
            (Vec3::new(0.3, 0.1, 0.02), 1.5),
            (Vec3::new(4.0, 1.0, 0.2), -2.0),
        ] {
            let material = Material {
                surface: Surface {
                    base_color: Vec4::new(0.0, 0.0, 0.0, 1.0),
                    specular: 0.0,
                    emissive: light,
                    ..Surface::default()
                },
                ..Material::default()
            };
            let mut picture = seen(vec![quad(0.0, 0)], vec![material], Vec::new());
            (picture.tone, picture.exposure) = (tone, exposure);
            let wanted = Lighting::of(&picture).shown(light).to_array();
            crate::assert_color(
                middle(&mut renderer, &picture),
                wanted,
                &format!("{tone:?}, {light}, {exposure} stops"),
            );
        }
    }
}

/// Colours that are no light stay as they are, however bright light is shown.
#[test]
fn exposure_and_tone_leave_unlit_surfaces_and_colour_views_alone() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let unlit = crate::plain([0.3, 0.6, 0.9, 1.0], Surface::default());
    for color_by in [ColorBy::Material, ColorBy::Normals, ColorBy::FaceSides] {
        let mut picture = seen(vec![quad(0.0, 0)], vec![unlit.clone()], Vec::new());
        picture.color_by = color_by;
        let usual = middle(&mut renderer, &picture);
        (picture.exposure, picture.tone) = (3.0, Tone::Aces);
        picture.environment = Environment::Preset(Preset::Sunset);
        assert_eq!(middle(&mut renderer, &picture), usual, "{color_by:?}");
    }
}

/// Turned with the environment, a surface is lit as before.
#[test]
fn the_environment_turns_about_the_vertical() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for preset in Preset::ALL {
        let shaded = |renderer: &mut Renderer, turn_rad: f32| {
            let mut picture = seen(
                vec![quad(0.0, 0)],
                vec![surface(Vec3::splat(0.5), 1.0, 0.3)],
                Vec::new(),
            );
            picture.environment = Environment::Preset(preset);
            picture.environment_turn_rad = turn_rad;
            picture.models[0].stage_from_model = glam::Affine3A::from_rotation_y(turn_rad);
            picture.camera.yaw_rad += turn_rad;
            middle(renderer, &picture)
        };
        let still = shaded(&mut renderer, 0.0);
        for turn_rad in [0.6, 2.0, -1.3] {
            let turned = shaded(&mut renderer, turn_rad);
            let near = still.iter().zip(turned).all(|(a, b)| a.abs_diff(b) <= 2);
            assert!(near, "{preset:?}, {turn_rad}: {turned:?}, not {still:?}");
        }
    }
}
