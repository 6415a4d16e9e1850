//! Materials that let light through: KHR_materials_transmission and KHR_materials_volume.

use crate::{assert_color, image, middle, pixel, plain, point_seen, quad, seen, srgb, textured};
use castview_base::core::{BoneIndex, SkinIndex};
use castview_base::scene::{Alpha, Influences, Interior, Material, Skeleton, Skin, Slot, Surface};
use castview_picture::light::EnvironmentMap;
use castview_picture::{Background, Environment, Picture, Tone};
use castview_render::{Renderer, Work};
use castview_testkit::gpu::{self, draw_in_steps};
use castview_testkit::shading::{Lighting, Point};
use castview_testkit::shapes;
use glam::{Affine3A, Vec3};
use std::sync::Arc;

/// Lets all light through, without scattering it.
fn smooth() -> Surface {
    Surface {
        roughness: 0.0,
        transmission: 1.0,
        ..Surface::default()
    }
}

fn glass(surface: Surface, slots: Vec<Slot>) -> Material {
    Material {
        slots,
        surface,
        ..Material::default()
    }
}

/// Glass in front of a wall of that colour.
fn before(wall: Vec3, front: Material, images: Vec<castview_images::Image>) -> Picture {
    let behind = plain(wall.extend(1.0).to_array(), Surface::default());
    seen(vec![quad(0.5, 0), quad(-0.5, 1)], vec![front, behind], images)
}

/// Colour of a pane seen straight on: the wall behind it, and the light mirrored in it.
fn through(picture: &Picture, wall: Vec3, tint: Vec3, roughness: f32) -> [f32; 3] {
    let lighting = Lighting::of(picture);
    let (_, v) = point_seen(picture, 16, 16);
    let p = Point {
        diffuse: Vec3::ZERO,
        ..Point::rough(Vec3::Z, v, Vec3::ONE, 0.0, roughness)
    };
    let mirrored = lighting.all(&p);
    // A wall without light of its own is shown as it is: its light is what the curve makes that of.
    let light = wall.to_array().map(|channel| lighting.unshown(channel));
    let left = Vec3::ONE - Vec3::splat(p.reflected().max_element());
    lighting.shown(Vec3::from(light) * tint * left + mirrored).to_array()
}

/// The walls are grey, because tone curves bend colours together.
#[test]
fn panes_show_what_is_behind_them_in_their_colour() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for tone in [Tone::None, Tone::Neutral, Tone::Aces, Tone::Agx] {
        for (wall, tint) in [
            (0.05, Vec3::ONE),
            (0.4, Vec3::ONE),
            (0.4, Vec3::new(0.2, 0.9, 0.5)),
            (0.9, Vec3::splat(0.5)),
        ] {
            for samples in [1, 4] {
                let surface = Surface {
                    base_color: tint.extend(1.0),
                    ..smooth()
                };
                let wall = Vec3::splat(wall);
                let mut picture = before(wall, glass(surface, Vec::new()), Vec::new());
                (picture.tone, picture.samples) = (tone, samples);
                let wanted = through(&picture, wall, tint, 0.0);
                let got = middle(&mut renderer, &picture);
                assert_color(got, wanted, &format!("{tone:?}, {wall}, {tint}, {samples} samples"));
            }
        }
    }
}

/// Beer and Lambert: after twice the distance the square is left. A map says how thick it is, in green.
#[test]
fn light_is_lost_on_its_way_through_a_volume() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let left = Vec3::new(0.1, 0.5, 0.9);
    for (thickness, distance, map, power) in [
        (1.0, 1.0, None, 1.0f32),
        (2.0, 1.0, None, 2.0),
        (1.0, 2.0, None, 0.5),
        (2.0, 1.0, Some([255, 128, 255, 255]), 1.004),
        (0.0, 1.0, None, 0.0),
    ] {
        let surface = Surface {
            interior: Interior {
                thickness,
                attenuation_color: left,
                attenuation_distance: distance,
            },
            ..smooth()
        };
        let slots = map.map(|_| textured("thickness", 0)).into_iter().collect();
        let images = map.map(|texel| image(1, &[texel])).into_iter().collect();
        let wall = Vec3::splat(0.6);
        let mut picture = before(wall, glass(surface, slots), images);
        picture.tone = Tone::None;
        let wanted = through(&picture, wall, left.powf(power), 0.0);
        assert_color(
            middle(&mut renderer, &picture),
            wanted,
            &format!("{thickness}, {distance}, {map:?}"),
        );
    }
}

/// Light is lost in the units of the file, wherever the model stands and however large it is there.
#[test]
fn thickness_does_not_grow_with_placements() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let surface = Surface {
        interior: Interior {
            thickness: 1.0,
            attenuation_color: Vec3::splat(0.25),
            attenuation_distance: 1.0,
        },
        ..smooth()
    };
    let wall = Vec3::splat(0.6);
    let mut picture = before(wall, glass(surface, Vec::new()), Vec::new());
    picture.tone = Tone::None;
    picture.models[0].stage_from_model = glam::Affine3A::from_scale(Vec3::splat(2.0));
    let wanted = through(&picture, wall, Vec3::splat(0.25), 0.0);
    assert_color(middle(&mut renderer, &picture), wanted, "placed twice as large");
}

/// KHR_materials_volume: "thickness is given in the coordinate space of the mesh", so a node that is scaled scales it.
#[test]
fn thickness_grows_with_the_node_of_the_mesh() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let left = Vec3::new(0.25, 0.5, 0.8);
    let surface = Surface {
        interior: Interior {
            thickness: 0.5,
            attenuation_color: left,
            attenuation_distance: 1.0,
        },
        ..smooth()
    };
    for scale in [0.5f32, 1.0, 2.0, 3.0] {
        let wall = Vec3::splat(0.6);
        let mut picture = before(wall, glass(surface, Vec::new()), Vec::new());
        picture.tone = Tone::None;
        let placed = &mut picture.models[0];
        let mut scene = (*placed.scene).clone();
        let model = &mut scene.models[0];
        let mut node = shapes::bone("node", None, Vec3::ZERO);
        node.rest.scale = Vec3::splat(scale);
        model.skeleton = Skeleton::new(vec![node]).expect("one bone");
        // In the space of its node, as glTF has its meshes.
        model.skins = vec![Skin {
            bones: vec![BoneIndex::new(0)],
            bone_from_mesh: vec![Some(Affine3A::IDENTITY)],
        }];
        let pane = &mut model.meshes[0];
        pane.positions = quad(0.5 / scale, 0).positions;
        pane.skin = Some(SkinIndex::new(0));
        pane.influences = Influences {
            stride: 1,
            slots: vec![0u32; 4].into(),
            weights: vec![1.0; 4].into(),
            ..Influences::default()
        };
        placed.pose = Arc::new(castview_motion::animation::rest_pose(&scene.models[0]));
        placed.scene = Arc::new(scene);
        let wanted = through(&picture, wall, left.powf(0.5 * scale), 0.0);
        assert_color(
            middle(&mut renderer, &picture),
            wanted,
            &format!("{scale} times as large"),
        );
    }
}

/// The edge between two walls, seen through glass that is rougher and rougher, is softer and softer; through air it is sharp.
#[test]
fn rough_glass_blurs_and_thick_glass_bends() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let two = image(2, &[[0, 0, 0, 255], [255, 255, 255, 255]]);
    let mut slot = textured("baseColor", 0);
    slot.lookup.smooth = false;
    let wall = Material {
        slots: vec![slot],
        surface: Surface {
            unlit: true,
            ..Surface::default()
        },
        ..Material::default()
    };
    let mut steps = |roughness: f32, ior: f32, tilt: f32, thickness: f32| {
        let mut front = quad(0.5, 0);
        front.normals = vec![Vec3::new(tilt, 0.0, 1.0).normalize().to_array(); 4].into();
        let surface = Surface {
            roughness,
            ior,
            interior: Interior {
                thickness,
                ..Interior::default()
            },
            ..smooth()
        };
        let meshes = vec![front, quad(-0.5, 1)];
        let mut picture = seen(
            meshes,
            vec![glass(surface, Vec::new()), wall.clone()],
            vec![two.clone()],
        );
        picture.tone = Tone::None;
        // Nothing is mirrored.
        picture.environment = Environment::Image(Arc::new(EnvironmentMap::uniform(Vec3::splat(0.01))));
        renderer.draw(&picture).expect("draws");
        let drawn = renderer.read_pixels().expect("reads");
        let row: Vec<u8> = (8..24).map(|x| pixel(&drawn, x, 16)[0]).collect();
        let steepest = row
            .windows(2)
            .map(|pair| pair[1].saturating_sub(pair[0]))
            .max()
            .unwrap_or(0);
        let bright = row.iter().position(|value| *value > 150).unwrap_or(99);
        (steepest, bright)
    };
    let (sharp, middle) = steps(0.0, 1.5, 0.0, 0.0);
    let (soft, _) = steps(0.4, 1.5, 0.0, 0.0);
    let (softer, _) = steps(0.7, 1.5, 0.0, 0.0);
    assert!(
        sharp > 150 && soft < sharp - 60 && softer < soft,
        "{sharp}, {soft}, {softer}"
    );
    // Glass that does not bend light does not scatter it.
    assert!(steps(0.7, 1.0, 0.0, 0.0).0 >= sharp);
    // Leaning to the right, glass takes light from the left.
    let (_, bent) = steps(0.0, 1.5, 0.8, 2.0);
    assert!(bent > middle + 1, "{bent}, not {middle}");
    assert_eq!(steps(0.0, 1.5, 0.8, 0.0).1, middle, "a thin wall does not bend");
}

/// Surfaces that blend or let light through are not seen behind glass, but they are seen in front of it; metal lets nothing through.
#[test]
fn glass_hides_nothing_before_it_and_metal_lets_nothing_through() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let red = plain(
        [1.0, 0.0, 0.0, 0.5],
        Surface {
            alpha: Alpha::Blend,
            ..Surface::default()
        },
    );
    let blue = plain([0.0, 0.0, 1.0, 1.0], Surface::default());
    let pane = glass(smooth(), Vec::new());
    let meshes = vec![quad(0.9, 0), quad(0.5, 1), quad(-0.5, 2)];
    let picture = seen(meshes, vec![red, pane, blue.clone()], Vec::new());
    let [r, _, b] = middle(&mut renderer, &picture);
    assert!(r > 150 && b > 150, "half red over glass over blue: {r}, {b}");
    let metal = Surface {
        metallic: 1.0,
        roughness: 0.5,
        base_color: glam::Vec4::new(1.0, 1.0, 0.0, 1.0),
        ..smooth()
    };
    let picture = seen(
        vec![quad(0.5, 0), quad(-0.5, 1)],
        vec![glass(metal, Vec::new()), blue],
        Vec::new(),
    );
    let [_, _, b] = middle(&mut renderer, &picture);
    assert!(b < 60, "{b}");
}

/// A picture without background is laid over others in sRGB: over the grey that is expected, glass looks as if it had been drawn there.
#[test]
fn glass_keeps_its_colour_without_a_background() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let grey = srgb(0.5);
    for tint in [Vec3::ONE, Vec3::new(0.3, 0.9, 0.6), Vec3::new(0.9, 0.2, 0.2)] {
        let surface = Surface {
            base_color: tint.extend(1.0),
            ..smooth()
        };
        let mut picture = seen(vec![quad(0.5, 0)], vec![glass(surface, Vec::new())], Vec::new());
        picture.tone = Tone::None;
        // Nothing is mirrored.
        picture.environment = Environment::Image(Arc::new(EnvironmentMap::uniform(Vec3::splat(0.01))));
        picture.background = Background::Solid([grey; 3]);
        let drawn_there = middle(&mut renderer, &picture);
        picture.background = Background::Transparent;
        renderer.draw(&picture).expect("draws");
        let image = renderer.read_pixels().expect("reads");
        let at = (16 * image.width as usize + 16) * 4;
        let alpha = f32::from(image.rgba[at + 3]) / 255.0;
        assert!(alpha < 0.95, "{tint}: {alpha}");
        for (channel, wanted) in drawn_there.into_iter().enumerate() {
            let laid_over = f32::from(image.rgba[at + channel]) * alpha + f32::from(grey) * (1.0 - alpha);
            let off = (laid_over - f32::from(wanted)).abs();
            assert!(off < 30.0, "{tint}, {channel}: {laid_over}, not {wanted}");
        }
    }
}

/// Surfaces behind rough glass are not seen sharply through it, either, where a picture has no background.
#[test]
fn glass_blurs_without_a_background() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut steepest = |roughness: f32| {
        let surface = Surface { roughness, ..smooth() };
        let mut wall = quad(-0.5, 1);
        // Its left half, which ends in the middle.
        wall.positions = wall
            .positions
            .iter()
            .map(|[x, y, z]| [x.min(0.0), y, z])
            .collect::<Vec<_>>()
            .into();
        let white = plain([1.0; 4], Surface::default());
        let mut picture = seen(
            vec![quad(0.5, 0), wall],
            vec![glass(surface, Vec::new()), white],
            Vec::new(),
        );
        picture.tone = Tone::None;
        picture.background = Background::Transparent;
        renderer.draw(&picture).expect("draws");
        let image = renderer.read_pixels().expect("reads");
        let alphas: Vec<u8> = (8..24).map(|x| image.rgba[(16 * 32 + x) * 4 + 3]).collect();
        let steps = alphas.windows(2).map(|pair| pair[0].abs_diff(pair[1]));
        steps.max().unwrap_or(0)
    };
    let (sharp, soft) = (steepest(0.0), steepest(0.6));
    assert!(sharp > 150 && soft < 80, "{sharp}, {soft}");
}

/// In one submission or in many, with one sample or several.
#[test]
fn glass_is_the_same_in_many_submissions() {
    let Some(context) = gpu::context() else { return };
    let rough = glass(
        Surface {
            roughness: 0.3,
            ..smooth()
        },
        Vec::new(),
    );
    let few = Work {
        bytes: 1000.0,
        vertices: 500.0,
        corners: 3.0,
        draws: 1.0,
        pixels: 500.0,
        depths: 500.0,
    };
    for samples in [1, 4] {
        let mut picture = before(Vec3::new(0.1, 0.5, 0.3), rough.clone(), Vec::new());
        picture.size = [160, 200];
        picture.samples = samples;
        picture.overlays.grid = true;
        let (whole, one) = draw_in_steps(&mut Renderer::new(&context), &picture, &Work::WHOLE);
        let (sliced, many) = draw_in_steps(&mut Renderer::new(&context), &picture, &few);
        assert!(one == 1 && many > 10, "{many}");
        assert!(sliced == whole, "{samples} samples");
    }
}
