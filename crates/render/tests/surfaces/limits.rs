//! Materials on an adapter that can do no more than every one can.

use crate::{assert_color, image, middle, pixel, plain, point_seen, quad, seen, textured};
use castview_base::scene::{Alpha, Input, Material, Mesh, Slot, Surface};
use castview_picture::{ColorBy, Picture, PlacedKey};
use castview_render::rows::LOSES;
use castview_render::{Context, RenderError, Renderer};
use castview_testkit::gpu::{self, limited_context, limited_context_of};
use castview_testkit::shading::{Lighting, Point};
use glam::Vec3;
use std::sync::Arc;

/// A material with an image of its own for each of `slots`.
fn of(slots: &[&str], surface: Surface) -> Picture {
    let material = Material {
        slots: slots.iter().enumerate().map(|(at, name)| textured(name, at)).collect(),
        surface,
        ..Material::default()
    };
    let images = slots.iter().enumerate();
    let images = images
        .map(|(at, _)| image(1, &[[128, 128, 255 - at as u8, 200]]))
        .collect();
    seen(vec![quad(0.0, 0)], vec![material], images)
}

const USUAL: [&str; 5] = ["baseColor", "metallicRoughness", "normal", "occlusion", "emissive"];
const ALL: [&str; 17] = [
    "baseColor",
    "metallicRoughness",
    "normal",
    "occlusion",
    "emissive",
    "specularStrength",
    "specularColor",
    "clearcoat",
    "clearcoatRoughness",
    "clearcoatNormal",
    "transmission",
    "thickness",
    "sheenColor",
    "sheenRoughness",
    "iridescence",
    "iridescenceThickness",
    "anisotropy",
];

fn everything() -> Surface {
    Surface {
        clearcoat: 1.0,
        transmission: 0.5,
        sheen_color: Vec3::ONE,
        sheen_roughness: 0.5,
        iridescence: 1.0,
        anisotropy: 0.5,
        ..Surface::default()
    }
}

#[test]
fn ordinary_materials_fit_the_least_that_adapters_can_do() {
    let Some(context) = limited_context() else { return };
    let mut renderer = Renderer::new(&context);
    for samples in [1, 4] {
        let mut picture = of(&USUAL, Surface::default());
        picture.samples = samples;
        middle(&mut renderer, &picture);
        // As many as there is room for beside the environment and the picture of what is behind.
        let mut picture = of(&ALL[..14], everything());
        picture.samples = samples;
        middle(&mut renderer, &picture);
    }
    assert_eq!(context.take_errors(), []);
}

#[test]
fn what_is_too_much_loses_its_least_important_maps() {
    let Some(context) = limited_context() else { return };
    let mut renderer = Renderer::new(&context);
    let picture = of(&ALL, everything());
    let problems = renderer.draw(&picture).expect("draws").problems;
    let [RenderError::Texture { reason, .. }] = &problems[..] else {
        panic!("{problems:?}");
    };
    let lost = "room for 14 images and 15 samplers, not for 17 and 1; \
        without a map: iridescence thickness, iridescence, sheen roughness";
    assert!(reason.contains(lost), "{reason}");
    assert_eq!(context.take_errors(), []);
}

/// The device that castview opens takes all that the adapter has; `None` if that is no more than every adapter has.
fn roomy_context() -> Option<Context> {
    let context = gpu::context()?;
    let limits = context.device.limits();
    let room = limits.max_sampled_textures_per_shader_stage;
    if room < ALL.len() as u32 + 2 {
        eprintln!("skipped: the adapter binds {room} textures, which is no more than every one does");
        return None;
    }
    Some(context)
}

/// By the values that its inputs have.
#[test]
fn where_there_is_room_a_material_has_all_its_maps() {
    let (Some(context), Some(limited)) = (roomy_context(), limited_context()) else {
        return;
    };
    let (mut roomy, mut limited) = (Renderer::new(&context), Renderer::new(&limited));
    for (input, at) in [
        (Input::BaseColor, 0),
        (Input::SheenRoughness, 13),
        (Input::Iridescence, 14),
        (Input::IridescenceThickness, 15),
        (Input::Anisotropy, 16),
    ] {
        let mut picture = of(&ALL, everything());
        picture.color_by = ColorBy::Input(input);
        let with = middle(&mut roomy, &picture);
        // Without a map the factor is all there is.
        let placed = &mut picture.models[0];
        let mut scene = (*placed.scene).clone();
        scene.models[0].materials[0].slots.retain(|slot| &*slot.name != ALL[at]);
        (placed.scene, placed.key) = (Arc::new(scene), PlacedKey(2));
        let without = middle(&mut roomy, &picture);
        assert_ne!(with, without, "{} has its map", input.word());
        // The three that a material loses where there is room for fewer are those that are told; all others are kept.
        let drawn = limited.draw(&Picture {
            color_by: ColorBy::Input(input),
            ..of(&ALL, everything())
        });
        assert_eq!(drawn.expect("draws").problems.len(), 1);
        let few = pixel(&limited.read_pixels().expect("reads"), 16, 16);
        let is_lost = LOSES[..3].contains(&input);
        assert_eq!(few, if is_lost { without } else { with }, "{}", input.word());
    }
    assert_eq!(context.take_errors(), []);
}

/// With room for fewer and fewer.
#[test]
fn maps_are_lost_in_the_stated_order() {
    // Beside the environment and the picture of what is behind.
    for room in 1..ALL.len() {
        let limits = wgpu::Limits {
            max_sampled_textures_per_shader_stage: room as u32 + 2,
            ..wgpu::Limits::default()
        };
        let Some(context) = limited_context_of(&limits) else {
            return;
        };
        let picture = of(&ALL, everything());
        let problems = Renderer::new(&context).draw(&picture).expect("draws").problems;
        let [RenderError::Texture { reason, .. }] = &problems[..] else {
            panic!("{room}: {problems:?}");
        };
        let material = &picture.models[0].model().materials[0];
        let (mut kept, mut lost) = (Input::ALL.to_vec(), Vec::new());
        for input in LOSES.into_iter().filter(|input| material.fed(*input).is_some()) {
            let is_read = |slot: &&Slot| material.fed_by(slot).any(|(input, _)| kept.contains(&input));
            if material.slots.iter().filter(is_read).count() <= room {
                break;
            }
            kept.retain(|other| *other != input);
            lost.push(input.word());
        }
        let words = format!("without a map: {}", lost.join(", "));
        assert!(reason.ends_with(&words), "{room}: {reason}, not {words}");
        assert_eq!(context.take_errors(), [], "{room}");
    }
}

/// Metallic, roughness and occlusion in one image are one of the sixteen; and what a map says is not lost by being shared.
#[test]
fn an_image_that_feeds_several_inputs_counts_once() {
    let Some(context) = limited_context() else { return };
    let mut renderer = Renderer::new(&context);
    let material = Material {
        slots: vec![textured("metallicRoughness", 0), textured("occlusion", 0)],
        surface: Surface {
            metallic: 1.0,
            roughness: 1.0,
            ..Surface::default()
        },
        ..Material::default()
    };
    let picture = seen(
        vec![quad(0.0, 0)],
        vec![material],
        vec![image(1, &[[128, 102, 204, 255]])],
    );
    middle(&mut renderer, &picture);
    let drawn = renderer.read_pixels().expect("reads");
    let lighting = Lighting::of(&picture);
    let (_, v) = point_seen(&picture, 16, 16);
    let p = Point::rough(Vec3::Z, v, Vec3::ONE, 0.8, 0.4);
    let wanted = lighting.around(&p, false) * 0.502 + lighting.key(&p);
    assert_color(
        pixel(&drawn, 16, 16),
        lighting.shown(wanted).to_array(),
        "occlusion, roughness, metallic",
    );
}

/// Panes that cross are summed up in textures that blend, which every adapter has.
#[test]
fn surfaces_that_interleave_blend_in_any_order() {
    let Some(context) = limited_context() else { return };
    let mut renderer = Renderer::new(&context);
    let pane = |slope: f32, material: usize| {
        let flat = quad(0.0, material);
        let corners: Vec<[f32; 3]> = flat.positions.iter().map(|[x, y, _]| [x, y, x * slope]).collect();
        Mesh {
            bounds: corners.iter().map(|corner| Vec3::from(*corner)).collect(),
            positions: corners.into(),
            ..flat
        }
    };
    let glass = |rgba: [f32; 4]| {
        let surface = Surface {
            alpha: Alpha::Blend,
            ..Surface::default()
        };
        plain(rgba, surface)
    };
    for samples in [1, 4] {
        let mut picture = seen(
            vec![pane(0.5, 0), pane(-0.5, 1)],
            vec![glass([1.0, 0.0, 0.0, 0.5]), glass([0.0, 1.0, 0.0, 0.5])],
            Vec::new(),
        );
        picture.samples = samples;
        let [red, green, _] = middle(&mut renderer, &picture);
        // The one over the other would have twice as much.
        assert!(red > 100 && red.abs_diff(green) < 12, "{red} and {green}");
    }
    assert_eq!(context.take_errors(), []);
}
