//! Ways to look that are not lit: each pixel is the number that the material, the place or the pile of surfaces has there.

use crate::{assert_color, image, middle, pixel, quad, seen, seen_with, textured};
use castview_base::core::Bounds;
use castview_base::scene::{Alpha, Input, Interior, Material, Surface};
use castview_images::{Image, Pixels};
use castview_picture::{ColorBy, DENSITY_OCTAVES, Matcap, OVERDRAW_STEP, Picture, Shading, Texture};
use castview_render::Renderer;
use castview_testkit::gpu;
use castview_testkit::shapes::{self, cube_bounds};
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

/// As bytes of normal maps tell it, in world space.
fn direction(n: Vec3) -> [f32; 3] {
    (n * 0.5 + 0.5).to_array().map(|number| decoded(number * 255.0))
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
        specular: 0.55,
        specular_color: Vec3::new(0.3, 0.6, 0.9),
        emissive: Vec3::new(0.1, 0.2, 0.05),
        clearcoat: 0.5,
        clearcoat_roughness: 0.3,
        sheen_color: Vec3::new(0.2, 0.4, 0.6),
        sheen_roughness: 0.7,
        transmission: 0.9,
        interior: Interior {
            thickness: 0.35,
            ..Interior::default()
        },
        iridescence: 0.65,
        iridescence_thickness_nm: [100.0, 450.0],
        anisotropy: 0.15,
        ..Surface::default()
    };
    for (input, wanted) in [
        (Input::BaseColor, [0.7, 0.45, 0.2]),
        (Input::Opacity, grey(1.0)),
        (Input::Metallic, grey(0.25)),
        (Input::Roughness, grey(0.6)),
        (Input::SpecularColor, [0.3, 0.6, 0.9]),
        (Input::Specular, grey(0.55)),
        (Input::Normal, direction(Vec3::Z)),
        (Input::Occlusion, grey(1.0)),
        (Input::Cavity, grey(1.0)),
        (Input::Emissive, [0.1, 0.2, 0.05]),
        (Input::EmissionMask, grey(1.0)),
        (Input::Clearcoat, grey(0.5)),
        (Input::ClearcoatRoughness, grey(0.3)),
        (Input::ClearcoatNormal, direction(Vec3::Z)),
        (Input::Transmission, grey(0.9)),
        (Input::SheenColor, [0.2, 0.4, 0.6]),
        (Input::SheenRoughness, grey(0.7)),
        (Input::Thickness, grey(0.35)),
        (Input::Iridescence, grey(0.65)),
        // In thousands of nanometres; without a map the thickest.
        (Input::IridescenceThickness, grey(0.45)),
        (Input::Anisotropy, grey(0.15)),
    ] {
        let picture = Picture {
            color_by: ColorBy::Input(input),
            ..of(surface)
        };
        assert_color(middle(&mut renderer, &picture), wanted, input.word());
    }
    let unlit = Picture {
        color_by: ColorBy::Unlit,
        ..of(surface)
    };
    assert_color(middle(&mut renderer, &unlit), [0.8, 0.65, 0.25], "unlit");
}

/// The factor times what the input takes of a texel: a colour, a channel of it, or a direction.
#[test]
fn an_input_with_a_map_is_what_the_map_says() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let surface = Surface {
        base_color: Vec4::new(0.9, 0.8, 0.7, 1.0),
        metallic: 0.9,
        roughness: 0.8,
        specular: 0.7,
        specular_color: Vec3::new(0.9, 0.8, 0.5),
        emissive: Vec3::new(0.6, 0.8, 0.9),
        occlusion_strength: 0.5,
        clearcoat: 0.8,
        clearcoat_roughness: 0.9,
        transmission: 0.7,
        sheen_color: Vec3::new(0.5, 0.9, 0.7),
        sheen_roughness: 0.6,
        interior: Interior {
            thickness: 0.5,
            ..Interior::default()
        },
        iridescence: 0.9,
        iridescence_thickness_nm: [200.0, 700.0],
        anisotropy: 0.75,
        ..Surface::default()
    };
    let texel = [204u8, 153, 230, 102];
    let [r, g, b, a] = texel.map(|byte| f32::from(byte) / 255.0);
    let color = Vec3::from([r, g, b].map(|channel| decoded(channel * 255.0)));
    let times = |factor: Vec3| (factor * color).to_array();
    // x and y as stored, and z of a vector of unit length.
    let (x, y) = (2.0 * r - 1.0, 2.0 * g - 1.0);
    let bent = Vec3::new(x, y, (1.0 - x * x - y * y).sqrt());
    for (slot, input, wanted) in [
        ("baseColor", Input::BaseColor, times(surface.base_color.truncate())),
        ("baseColor", Input::Opacity, grey(a)),
        ("opacity", Input::Opacity, grey(r)),
        ("metallicRoughness", Input::Metallic, grey(0.9 * b)),
        ("metallicRoughness", Input::Roughness, grey(0.8 * g)),
        ("gloss", Input::Roughness, grey(1.0 - 0.2 * r)),
        ("specularColor", Input::SpecularColor, times(surface.specular_color)),
        ("specularStrength", Input::Specular, grey(0.7 * a)),
        ("normal", Input::Normal, direction(bent)),
        ("occlusion", Input::Occlusion, grey(1.0 + 0.5 * (r - 1.0))),
        ("cavity", Input::Cavity, grey(r)),
        ("emissive", Input::Emissive, times(surface.emissive)),
        ("emask", Input::EmissionMask, grey(r)),
        ("clearcoat", Input::Clearcoat, grey(0.8 * r)),
        ("clearcoatRoughness", Input::ClearcoatRoughness, grey(0.9 * g)),
        ("clearcoatNormal", Input::ClearcoatNormal, direction(bent)),
        ("transmission", Input::Transmission, grey(0.7 * r)),
        ("sheenColor", Input::SheenColor, times(surface.sheen_color)),
        ("sheenRoughness", Input::SheenRoughness, grey(0.6 * a)),
        ("thickness", Input::Thickness, grey(0.5 * g)),
        ("iridescence", Input::Iridescence, grey(0.9 * r)),
        ("iridescenceThickness", Input::IridescenceThickness, grey(0.2 + 0.5 * g)),
        ("anisotropy", Input::Anisotropy, grey(0.75 * b)),
    ] {
        let material = Material {
            slots: vec![textured(slot, 0)],
            surface,
            ..Material::default()
        };
        let mut picture = seen(vec![quad(0.0, 0)], vec![material], vec![image(1, &[texel])]);
        picture.color_by = ColorBy::Input(input);
        let what = format!("{} of {slot}", input.word());
        assert_color(middle(&mut renderer, &picture), wanted, &what);
    }
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
        drawn(ColorBy::Material, true) != drawn(ColorBy::Material, false),
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
        let wanted = picture.colors.on(castview_picture::Ramp::Heat, along);
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

/// Palette textures: the texture coordinates of a face fall on one point, or on a line. Seen askew, where rounding differs from pixel to pixel.
#[test]
fn faces_without_texels_have_one_calm_color() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let image = Arc::new(Pixels::Plain(Image {
        width: 1024,
        height: 1024,
        rgba: vec![200; 4 << 20],
    }));
    let point = [[0.377_123, 0.911_357]; 4];
    let line = [[0.1, 0.3], [0.9, 0.7], [0.9, 0.7], [0.1, 0.3]];
    for uvs in [point, line] {
        let mut mesh = quad(0.0, 0);
        mesh.uvs = vec![uvs.to_vec().into()];
        let material = Material {
            slots: vec![textured("baseColor", 0)],
            ..Material::default()
        };
        let mut picture = seen_with(vec![mesh], vec![material], vec![Texture::Ready(image.clone())]);
        picture.color_by = ColorBy::TexelDensity;
        picture.size = [128, 128];
        picture.camera.yaw_rad += 0.7;
        picture.camera.pitch_rad += 0.4;
        renderer.draw(&picture).expect("draws");
        let drawn = renderer.read_pixels().expect("reads");
        let neutral = picture.colors.neutral;
        for (x, y) in (40..88).flat_map(|x| (56..72).map(move |y| (x, y))) {
            assert_eq!(pixel(&drawn, x, y), neutral, "{uvs:?} at {x}, {y}");
        }
    }
}

/// Depth is light where it begins, and dark where it ends. A surface that faces the eye has no line of equal depth on it.
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
