//! How maps are looked up, and what stands in for those that are not there.

mod light;

use crate::{assert_color, image, middle, point_seen, quad, seen, seen_with, textured};
use castview_base::scene::{Lookup, Material, Slot, Surface, Wrap};
use castview_images::Image;
use castview_picture::Texture;
use castview_render::Renderer;
use castview_testkit::gpu;
use castview_testkit::shading::{Lighting, Point};
use glam::{Vec2, Vec3};

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];

fn unlit(slots: Vec<Slot>) -> Material {
    Material {
        slots,
        surface: Surface {
            unlit: true,
            ..Surface::default()
        },
        ..Material::default()
    }
}

/// The whole square shows the texel at that place.
fn at(u: f32, v: f32) -> Lookup {
    Lookup {
        offset: Vec2::new(u, v),
        scale: Vec2::ZERO,
        ..Lookup::default()
    }
}

fn two() -> Image {
    image(2, &[RED, GREEN])
}

#[test]
fn beyond_their_edges_textures_repeat_turn_back_or_stop() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for (wrap, u, wanted) in [
        (Wrap::Repeat, 1.25, RED),
        (Wrap::Mirror, 1.25, GREEN),
        (Wrap::Clamp, 1.25, GREEN),
        (Wrap::Repeat, 2.25, RED),
        (Wrap::Mirror, 2.25, RED),
        (Wrap::Clamp, 2.25, GREEN),
        (Wrap::Clamp, -3.25, RED),
    ] {
        // Down, the image is turned: each direction wraps by its own rule.
        for across in [true, false] {
            let lookup = match across {
                true => Lookup {
                    wrap: [wrap, Wrap::Clamp],
                    ..at(u, 0.5)
                },
                false => Lookup {
                    wrap: [Wrap::Clamp, wrap],
                    ..at(0.5, u)
                },
            };
            let slot = Slot {
                lookup,
                ..textured("baseColor", 0)
            };
            let texture = if across { two() } else { image(1, &[RED, GREEN]) };
            let picture = seen(vec![quad(0.0, 0)], vec![unlit(vec![slot])], vec![texture]);
            let [r, g, b] = middle(&mut renderer, &picture);
            assert_eq!([r, g, b, 255], wanted, "{wrap:?} at {u}, across: {across}");
        }
    }
}

#[test]
fn texels_are_blended_unless_the_file_says_otherwise() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for (smooth, wanted) in [(true, [0.5, 0.5, 0.0]), (false, [0.0, 1.0, 0.0])] {
        let slot = Slot {
            lookup: Lookup {
                smooth,
                wrap: [Wrap::Clamp; 2],
                ..at(0.5, 0.5)
            },
            ..textured("baseColor", 0)
        };
        let picture = seen(vec![quad(0.0, 0)], vec![unlit(vec![slot])], vec![two()]);
        assert_color(middle(&mut renderer, &picture), wanted, &format!("smooth: {smooth}"));
    }
}

/// Two sets of texture coordinates in one material, and transforms of their own.
#[test]
fn every_slot_is_looked_up_in_its_own_layer() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut mesh = quad(0.0, 0);
    mesh.uvs = vec![vec![[0.25, 0.5]; 4].into(), vec![[0.75, 0.5]; 4].into()];
    let in_layer = |name, uv_layer| Slot {
        lookup: Lookup {
            uv_layer,
            ..Lookup::default()
        },
        ..textured(name, 0)
    };
    let mut seen_by = |slots| {
        let mut material = unlit(slots);
        material.surface.emissive = Vec3::ONE;
        middle(&mut renderer, &seen(vec![mesh.clone()], vec![material], vec![two()]))
    };
    let (base, own) = (
        seen_by(vec![in_layer("baseColor", 0), in_layer("emissive", 1)]),
        [255, 255, 0],
    );
    assert_eq!(base, own, "red of the base colour, green of its own light");
    assert_eq!(
        seen_by(vec![in_layer("baseColor", 1), in_layer("emissive", 1)]),
        [0, 255, 0]
    );
}

/// As a third set has no room, a picture without it says so.
#[test]
fn a_third_layer_is_told() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut mesh = quad(0.0, 0);
    mesh.uvs = vec![mesh.uvs[0].clone(); 3];
    let slots = ["baseColor", "emissive", "occlusion"]
        .iter()
        .enumerate()
        .map(|(layer, name)| Slot {
            lookup: Lookup {
                uv_layer: layer as u32,
                ..Lookup::default()
            },
            ..textured(name, 0)
        });
    let picture = seen(vec![mesh], vec![unlit(slots.collect())], vec![two()]);
    let drawn = renderer.draw(&picture).expect("draws");
    assert!(
        drawn.problems.len() == 1 && drawn.problems[0].to_string().contains("3 sets"),
        "{:?}",
        drawn.problems
    );
}

#[test]
fn what_is_not_there_is_clay_or_nothing_and_a_checkerboard_on_demand() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let surface = Surface {
        metallic: 1.0,
        roughness: 1.0,
        emissive: Vec3::ONE,
        ..Surface::default()
    };
    let slots = ["metallicRoughness", "normal", "emissive", "occlusion"].map(|name| textured(name, 0));
    for texture in [Texture::Missing, Texture::Waiting] {
        let material = Material {
            slots: slots.to_vec(),
            surface,
            ..Material::default()
        };
        let picture = seen_with(vec![quad(0.0, 0)], vec![material], vec![texture]);
        let (_, v) = point_seen(&picture, 16, 16);
        let usual = Point::rough(Vec3::Z, v, Vec3::ONE, 0.0, Surface::default().roughness);
        let lighting = Lighting::of(&picture);
        let wanted = lighting.shown(lighting.all(&usual)).to_array();
        assert_color(middle(&mut renderer, &picture), wanted, "numbers stay neutral");
    }
    let mut picture = seen_with(
        vec![quad(0.0, 0)],
        vec![unlit(vec![textured("baseColor", 0)])],
        vec![Texture::Missing],
    );
    let clay = [0.46, 0.46, 0.47];
    assert_color(middle(&mut renderer, &picture), clay, "whatever its factor is");
    picture.overlays.missing = true;
    picture.size = [64, 64];
    renderer.draw(&picture).expect("draws");
    let drawn = renderer.read_pixels().expect("reads");
    let colors: std::collections::BTreeSet<u8> = (20..44).map(|x| crate::pixel(&drawn, x, 30)[1]).collect();
    assert!(colors.contains(&80) && colors.contains(&24), "checks: {colors:?}");
}

/// Slopes to the right and towards us, texel by texel: from afar their mean is as long as each of them.
#[test]
fn normal_maps_keep_their_strength_from_afar() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let texel = |at: u32| match (at % 64 + at / 64) % 2 {
        0 => [218, 128, 128, 255],
        _ => [128, 218, 128, 255],
    };
    let image = Image {
        width: 64,
        height: 64,
        rgba: (0..64 * 64).flat_map(texel).collect(),
    };
    let material = Material {
        slots: vec![textured("normal", 0)],
        ..Material::default()
    };
    let mut picture = seen_with(
        vec![quad(0.0, 0)],
        vec![material],
        vec![Texture::Ready(std::sync::Arc::new(image.into()))],
    );
    picture.color_by = castview_picture::ColorBy::Input(castview_base::scene::Input::Normal);
    let slope = std::f32::consts::FRAC_1_SQRT_2;
    let mean = (Vec3::new(slope, 0.0, slope) + Vec3::new(0.0, slope, slope)).normalize();
    let got = middle(&mut renderer, &picture).map(|byte| f32::from(byte) / 255.0 * 2.0 - 1.0);
    let near = got
        .iter()
        .zip(mean.to_array())
        .all(|(got, wanted)| (got - wanted).abs() < 0.03);
    assert!(near, "{got:?}, not {mean}");
}
