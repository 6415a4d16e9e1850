//! Ways to look that are not lit: each pixel is the number that the material, the place or the pile of surfaces has there.

use crate::common::gpu;
use crate::common::shapes::{self, cube_bounds};
use crate::{assert_color, middle, pixel, quad, seen, seen_with, textured};
use castview::core::Bounds;
use castview::images::{Image, Pixels};
use castview::picture::{ColorBy, DENSITY_OCTAVES, Matcap, OVERDRAW_STEP, Picture, Shading, Texture};
use castview::render::Renderer;
use castview::scene::{Alpha, Input, Material, Surface};
use glam::{Vec3, Vec4};
use std::sync::Arc;

fn decoded(byte: f32) -> f32 {
    let srgb = byte / 255.0;
    if srgb <= 0.04045 {
        srgb / 12.92
    } else {
        ((srgb + 0.055) / 1.055).powf(2.4)
    }
}

/// As a byte of that brightness shows it.
fn grey(number: f32) -> [f32; 3] {
    [decoded(number * 255.0); 3]
}

fn of(surface: Surface) -> Picture {
    let material = Material {
        surface,
        ..Material::default()
    };
    seen(vec![quad(0.0, 0)], vec![material], Vec::new())
}

#[test]
fn an_input_alone_is_its_number_or_color_without_light() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let surface = Surface {
        base_color: Vec4::new(0.7, 0.45, 0.2, 1.0),
        metallic: 0.25,
        roughness: 0.6,
        emissive: Vec3::new(0.1, 0.2, 0.05),
        clearcoat: 0.5,
        clearcoat_roughness: 0.3,
        sheen_color: Vec3::new(0.2, 0.4, 0.6),
        sheen_roughness: 0.7,
        transmission: 0.9,
        ..Surface::default()
    };
    for (input, wanted) in [
        (Input::BaseColor, [0.7, 0.45, 0.2]),
        (Input::Opacity, grey(1.0)),
        (Input::Metallic, grey(0.25)),
        (Input::Roughness, grey(0.6)),
        (Input::Normal, grey(0.0).map(|_| decoded(127.5))),
        (Input::Occlusion, grey(1.0)),
        (Input::Emissive, [0.1, 0.2, 0.05]),
        (Input::Clearcoat, grey(0.5)),
        (Input::ClearcoatRoughness, grey(0.3)),
        (Input::Transmission, grey(0.9)),
        (Input::SheenColor, [0.2, 0.4, 0.6]),
        (Input::SheenRoughness, grey(0.7)),
        (Input::Anisotropy, grey(0.0)),
    ] {
        let picture = Picture {
            color_by: ColorBy::Input(input),
            ..of(surface)
        };
        // The quad faces +z.
        let wanted = match input {
            Input::Normal => [wanted[0], wanted[1], 1.0],
            _ => wanted,
        };
        assert_color(middle(&mut renderer, &picture), wanted, input.word());
    }
    let unlit = Picture {
        color_by: ColorBy::Unlit,
        ..of(surface)
    };
    assert_color(middle(&mut renderer, &unlit), [0.8, 0.65, 0.25], "unlit");
}

/// Glass of little coverage is whole where one of its inputs is shown.
#[test]
fn what_blends_is_whole_where_an_input_is_shown() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let picture = Picture {
        color_by: ColorBy::Input(Input::Roughness),
        ..of(Surface {
            base_color: Vec4::new(1.0, 1.0, 1.0, 0.1),
            roughness: 0.4,
            alpha: Alpha::Blend,
            ..Surface::default()
        })
    };
    assert_color(middle(&mut renderer, &picture), grey(0.4), "roughness of glass");
}

#[test]
fn layers_of_surfaces_add_up_over_black() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for count in [1, 3, 5] {
        let quads = (0..count).map(|at| quad(at as f32 * 0.1, 0)).collect();
        let picture = Picture {
            color_by: ColorBy::Overdraw,
            ..seen(quads, vec![Material::default()], Vec::new())
        };
        let wanted = OVERDRAW_STEP.map(|step| step * count as f32);
        assert_color(middle(&mut renderer, &picture), wanted, &format!("{count} layers"));
    }
}

fn bytes(renderer: &mut Renderer, picture: &Picture) -> Vec<u8> {
    renderer.draw(picture).expect("draws");
    renderer.read_pixels().expect("reads").rgba
}

/// Lines of a grid among the layers would be counted, too.
#[test]
fn no_grid_lies_among_layers() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut drawn = |color_by: ColorBy, grid: bool| {
        let mut picture = of(Surface::default());
        picture.color_by = color_by;
        (picture.overlays.grid, picture.overlays.axes) = (grid, grid);
        bytes(&mut renderer, &picture)
    };
    assert!(
        drawn(ColorBy::Depth, true) != drawn(ColorBy::Depth, false),
        "there is a grid"
    );
    assert!(drawn(ColorBy::Overdraw, true) == drawn(ColorBy::Overdraw, false));
}

/// Where colors fill the triangles, edges are as faint as over any surface.
#[test]
fn edges_over_colors_are_those_over_surfaces() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut drawn = |shading: Shading, wireframe: bool| {
        let mut picture = of(Surface::default());
        picture.color_by = ColorBy::Normals;
        picture.shading = shading;
        picture.overlays.wireframe = wireframe;
        bytes(&mut renderer, &picture)
    };
    let over = drawn(Shading::Textured, true);
    assert!(over != drawn(Shading::Textured, false), "there are edges");
    assert!(over == drawn(Shading::Wireframe, false));
}

/// A quad with an image twice as fine has the colour one octave further along.
#[test]
fn texel_density_is_that_of_the_twin() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    // The last is decoded at a fourth of its size: what is told is the file's own density.
    for (side, decoded) in [(64u32, 64), (256, 256), (256, 64)] {
        let image = Arc::new(Pixels::Plain(Image {
            width: decoded,
            height: decoded,
            rgba: vec![255; (decoded * decoded * 4) as usize],
        }));
        let material = Material {
            slots: vec![textured("baseColor", 0)],
            ..Material::default()
        };
        let mut picture = seen_with(
            vec![quad(0.0, 0)],
            vec![material],
            vec![match decoded == side {
                true => Texture::Ready(image),
                false => Texture::Reduced(image, [side; 2]),
            }],
        );
        picture.color_by = ColorBy::TexelDensity;
        picture.bounds = Bounds {
            min: Vec3::splat(-16.0),
            max: Vec3::splat(16.0),
        };
        let mesh = &picture.models[0].model().meshes[0];
        let width = mesh.bounds.max.x - mesh.bounds.min.x;
        let density = side as f32 / width;
        let along = (density / picture.least_density()).log2() / DENSITY_OCTAVES;
        let wanted = picture.colors.on(castview::picture::Ramp::Heat, along);
        renderer.draw(&picture).expect("draws");
        let drawn = pixel(&renderer.read_pixels().expect("reads"), 16, 16);
        for channel in 0..3 {
            assert!(
                drawn[channel].abs_diff(wanted[channel]) <= 2,
                "{side} decoded as {decoded}: {drawn:?} {wanted:?}"
            );
        }
    }
    let bare = Picture {
        color_by: ColorBy::TexelDensity,
        ..of(Surface::default())
    };
    let neutral = bare.colors.neutral.map(|byte| decoded(byte.into()));
    assert_color(middle(&mut renderer, &bare), neutral, "no image");
}

/// Where it begins light, where it ends dark. What faces the eye has no line of equal depth on it.
#[test]
fn depth_runs_from_light_to_dark() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let at = |renderer: &mut Renderer, z: f32| {
        let mut picture = seen(vec![quad(z, 0)], vec![Material::default()], Vec::new());
        picture.color_by = ColorBy::Depth;
        picture.posed_bounds = Bounds {
            min: Vec3::new(-1.0, -1.0, -1.0),
            max: Vec3::new(1.0, 1.0, 1.0),
        };
        let [near, far] = picture.depth_range();
        let depth = (Vec3::new(0.0, 0.0, z) - picture.camera.eye()).dot(picture.camera.forward());
        let wanted = 1.0 + (0.02 - 1.0) * ((depth - near) / (far - near)).clamp(0.0, 1.0);
        assert_color(middle(renderer, &picture), grey(wanted), &format!("at {z}"));
        wanted
    };
    assert!(at(&mut renderer, 0.5) > at(&mut renderer, -0.5));
    // A slope: darker lines lie across what grows darker as a whole.
    let slope = shapes::sheet(1, 1, |u, v| Vec3::new(2.0 * u - 1.0, 2.0 * v - 1.0, 1.0 - 2.0 * u));
    let mut picture = seen(vec![slope], vec![Material::default()], Vec::new());
    picture.size = [256, 256];
    picture.color_by = ColorBy::Depth;
    picture.posed_bounds = cube_bounds(1.0);
    renderer.draw(&picture).expect("draws");
    let image = renderer.read_pixels().expect("reads");
    let row: Vec<i32> = (60..196).map(|x| i32::from(pixel(&image, x, 128)[0])).collect();
    let rises = row.windows(2).filter(|two| two[1] > two[0] + 8).count();
    assert!(rises >= 8, "{rises} lines: {row:?}");
    assert!(row[0] > row[row.len() - 1] + 40, "{row:?}");
}

#[test]
fn painted_balls_differ_and_are_not_lit() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut colors = Vec::new();
    for matcap in Matcap::ALL {
        let mut picture = of(Surface::default());
        picture.color_by = ColorBy::Matcap(matcap);
        let color = middle(&mut renderer, &picture);
        picture.exposure = 2.0;
        assert_eq!(middle(&mut renderer, &picture), color, "{matcap:?} has no exposure");
        assert!(!colors.contains(&color), "{matcap:?}");
        colors.push(color);
    }
}
