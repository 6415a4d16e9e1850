//! Colours of a material's surface in a picture, one pixel at a time: told beforehand, or computed again on the CPU.

mod animated;
mod blending;
mod blocks;
mod bloom;
mod coverage;
mod far;
mod film;
mod furnace;
mod glass;
mod grid;
mod lamps;
mod layers;
mod limits;
mod maps;
mod model;
mod reference;
mod strands;
mod ways;

use castview_base::core::{Bounds, MaterialIndex, TextureIndex};
use castview_base::scene::{Alpha, ColorLayer, ColorSpace, Lookup, Material, Mesh, Model, Slot, SlotSource, Surface};
use castview_images::Image;
use castview_picture::{Background, Picture, Texture};
use castview_render::Renderer;
use castview_testkit::gltf as writer;
use castview_testkit::gpu::{self, empty_picture};
use castview_testkit::shapes::{self, cube_bounds, framed};
use glam::{Affine3A, Vec2, Vec3, Vec4};
use std::sync::Arc;

/// A square of side 2 in the plane z, facing +z; u runs right, v down.
fn quad(z: f32, material: usize) -> Mesh {
    let corners = [[-1.0, 1.0, z], [1.0, 1.0, z], [1.0, -1.0, z], [-1.0, -1.0, z]];
    Mesh {
        positions: corners.to_vec().into(),
        normals: vec![[0.0, 0.0, 1.0]; 4].into(),
        uvs: vec![vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].into()],
        triangles: vec![0, 2, 1, 0, 3, 2].into(),
        bounds: corners.iter().map(|corner| Vec3::from(*corner)).collect::<Bounds>(),
        material: Some(MaterialIndex::new(material)),
        ..Mesh::default()
    }
}

/// A slot of one value all over, linear.
fn value(name: &str, rgba: [f32; 4]) -> Slot {
    let color = SlotSource::Color {
        rgba: Vec4::from_array(rgba),
        space: ColorSpace::Linear,
    };
    Slot::new(name, color)
}

fn textured(name: &str, texture: usize) -> Slot {
    Slot::new(name, SlotSource::Texture(TextureIndex::new(texture)))
}

fn plain(rgba: [f32; 4], surface: Surface) -> Material {
    Material {
        slots: vec![value("baseColor", rgba)],
        surface: Surface { unlit: true, ..surface },
        ..Material::default()
    }
}

/// Texels from the top left, row by row.
fn image(width: u32, texels: &[[u8; 4]]) -> Image {
    Image {
        width,
        height: texels.len() as u32 / width,
        rgba: texels.concat(),
    }
}

fn seen(meshes: Vec<Mesh>, materials: Vec<Material>, textures: Vec<Image>) -> Picture {
    let textures = textures.into_iter().map(|image| Texture::Ready(Arc::new(image.into())));
    seen_with(meshes, materials, textures.collect())
}

fn seen_with(meshes: Vec<Mesh>, materials: Vec<Material>, textures: Vec<Texture>) -> Picture {
    let mut placed = shapes::placed(Model {
        meshes,
        materials,
        ..Model::default()
    });
    placed.textures = Arc::new(textures);
    let mut picture = framed(empty_picture(), vec![placed], cube_bounds(1.0));
    picture.size = [32, 32];
    picture.background = Background::Solid([0, 0, 0]);
    picture.camera.set_view(castview_base::core::StandardView::Front);
    picture.camera.frame(&cube_bounds(1.0), 1.0);
    picture
}

fn pixel(image: &Image, x: u32, y: u32) -> [u8; 3] {
    let at = ((y * image.width + x) * 4) as usize;
    [image.rgba[at], image.rgba[at + 1], image.rgba[at + 2]]
}

/// The middle pixel of the picture.
fn middle(renderer: &mut Renderer, picture: &Picture) -> [u8; 3] {
    let drawn = renderer.draw(picture).expect("draws");
    assert_eq!(drawn.problems, []);
    pixel(&renderer.read_pixels().expect("reads"), 16, 16)
}

/// Where the ray of a pixel meets the plane z = 0, and the direction back to the eye.
fn point_seen(picture: &Picture, x: u32, y: u32) -> (Vec3, Vec3) {
    let [width, height] = picture.size.map(|side| side as f32);
    let ndc =
        Vec2::new((x as f32 + 0.5) / width, (y as f32 + 0.5) / height) * Vec2::new(2.0, -2.0) + Vec2::new(-1.0, 1.0);
    let (origin, direction) = picture.camera.ray(ndc, picture.aspect());
    let direction = direction.normalize();
    (origin - direction * (origin.z / direction.z), -direction)
}

fn linear_of(byte: u8) -> f32 {
    let encoded = f32::from(byte) / 255.0;
    match encoded {
        c if c <= 0.040_45 => c / 12.92,
        c => ((c + 0.055) / 1.055).powf(2.4),
    }
}

fn srgb(linear: f32) -> u8 {
    let encoded = match linear {
        c if c <= 0.003_130_8 => 12.92 * c,
        c => 1.055 * c.min(1.0).powf(1.0 / 2.4) - 0.055,
    };
    (encoded * 255.0).round() as u8
}

fn assert_color(got: [u8; 3], linear: [f32; 3], what: &str) {
    let wanted = linear.map(srgb);
    let near = got.iter().zip(wanted).all(|(got, wanted)| got.abs_diff(wanted) <= 2);
    assert!(near, "{what}: {got:?}, not {wanted:?}");
}

#[test]
fn alpha_means_what_the_material_says() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut middle = |front: Material| {
        let behind = plain([0.0, 0.0, 1.0, 1.0], Surface::default());
        // The one in front is drawn first unless it is sorted.
        let picture = seen(vec![quad(0.5, 0), quad(-0.5, 1)], vec![front, behind], Vec::new());
        renderer.draw(&picture).expect("draws");
        pixel(&renderer.read_pixels().expect("reads"), 16, 16)
    };
    let red = |alpha| {
        let surface = Surface {
            alpha,
            ..Surface::default()
        };
        plain([1.0, 0.0, 0.0, 0.25], surface)
    };
    assert_color(middle(red(Alpha::Opaque)), [1.0, 0.0, 0.0], "opaque");
    assert_color(
        middle(red(Alpha::Mask(0.2))),
        [1.0, 0.0, 0.0],
        "masked, above the cutoff",
    );
    assert_color(middle(red(Alpha::Mask(0.3))), [0.0, 0.0, 1.0], "masked, below it");
    assert_color(middle(red(Alpha::Blend)), [0.25, 0.0, 0.75], "blended");
}

/// Over a picture that fades from full to nothing from left to right, turned a little: with several samples the edge is as smooth as
/// that of a triangle, with one it is hard. Where a surface is all the same nothing of it is lost.
#[test]
fn holes_have_smooth_edges_where_a_pixel_has_samples() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let fading = image(2, &[[255, 0, 0, 255], [255, 0, 0, 0], [255, 0, 0, 200], [255, 0, 0, 0]]);
    let mut slot = textured("baseColor", 0);
    slot.lookup.wrap = [castview_base::scene::Wrap::Clamp; 2];
    let surface = Surface {
        unlit: true,
        alpha: Alpha::Mask(0.5),
        ..Surface::default()
    };
    let cut = Material {
        slots: vec![slot],
        surface,
        ..Material::default()
    };
    let mut between = |samples: u32| {
        let mut picture = seen(vec![quad(0.0, 0)], vec![cut.clone()], vec![fading.clone()]);
        picture.samples = samples;
        renderer.draw(&picture).expect("draws");
        let drawn = renderer.read_pixels().expect("reads");
        let inside = (9..23).flat_map(|y| (9..23).map(move |x| (x, y)));
        let reds: Vec<u8> = inside.map(|(x, y)| pixel(&drawn, x, y)[0]).collect();
        assert!(reds.contains(&0) && reds.contains(&255), "{reds:?}");
        reds.iter().filter(|red| !matches!(red, 0 | 255)).count()
    };
    assert_eq!(between(1), 0);
    let smooth = between(4);
    assert!((6..30).contains(&smooth), "{smooth}");
    let flat = plain([1.0, 0.0, 0.0, 0.5], surface);
    let mut picture = seen(vec![quad(0.0, 0)], vec![flat], Vec::new());
    picture.samples = 4;
    assert_color(middle(&mut renderer, &picture), [1.0, 0.0, 0.0], "at the cutoff");
}

#[test]
fn under_xray_each_surface_shows_what_is_behind_it_and_holes_stay_holes() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let behind = || plain([0.0, 0.0, 1.0, 1.0], Surface::default());
    let mut middle = |fronts: Vec<Mesh>, front: Material| {
        let meshes = [vec![quad(-0.5, 1)], fronts].concat();
        let mut picture = seen(meshes, vec![front, behind()], Vec::new());
        picture.overlays.xray = true;
        middle(&mut renderer, &picture)
    };
    let red = |alpha| {
        let surface = Surface {
            alpha,
            ..Surface::default()
        };
        plain([1.0, 0.0, 0.0, 0.25], surface)
    };
    // A surface that is seen straight on covers the share `thin`, and leaves the rest.
    let (thin, rest) = (0.14, 0.86);
    let one = || vec![quad(0.5, 0)];
    let over = [thin, 0.0, rest * thin];
    assert_color(middle(one(), red(Alpha::Opaque)), over, "opaque: alpha means nothing");
    assert_color(middle(one(), red(Alpha::Mask(0.2))), over, "masked, above the cutoff");
    assert_color(
        middle(one(), red(Alpha::Mask(0.3))),
        [0.0, 0.0, thin],
        "masked, below it",
    );
    let blended = [thin * 0.25, 0.0, (1.0 - thin * 0.25) * thin];
    assert_color(middle(one(), red(Alpha::Blend)), blended, "blended");
    let twice = vec![quad(0.5, 0); 2];
    assert_color(
        middle(twice, red(Alpha::Opaque)),
        over,
        "the same surface twice is one layer",
    );
}

#[test]
fn factors_colours_and_own_light_come_together() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let surface = Surface {
        base_color: Vec4::new(0.5, 1.0, 1.0, 1.0),
        emissive: Vec3::new(0.0, 0.0, 0.3),
        vertex_colors: true,
        ..Surface::default()
    };
    let mut mesh = quad(0.0, 0);
    mesh.uvs.clear();
    mesh.colors = vec![ColorLayer::Float(vec![[0.5, 0.5, 1.0, 1.0]; 4].into())];
    let picture = seen(vec![mesh], vec![plain([0.8, 0.4, 0.2, 1.0], surface)], Vec::new());
    renderer.draw(&picture).expect("draws");
    let image = renderer.read_pixels().expect("reads");
    assert_color(
        pixel(&image, 16, 16),
        [0.2, 0.2, 0.5],
        "0.8·0.5·0.5, 0.4·0.5, 0.2 + 0.3",
    );
}

#[test]
fn dots_and_lines_have_the_colours_of_their_vertices() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let surface = Surface {
        base_color: Vec4::new(0.5, 1.0, 1.0, 1.0),
        vertex_colors: true,
        ..Surface::default()
    };
    let mut brightest = |lines: Vec<u32>, surface: Surface| {
        let ends = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
        let mesh = Mesh {
            positions: ends.to_vec().into(),
            normals: vec![[0.0, 0.0, 1.0]; 2].into(),
            colors: vec![ColorLayer::Float(vec![[1.0, 0.25, 0.0, 1.0]; 2].into())],
            lines: lines.into(),
            uvs: Vec::new(),
            triangles: Vec::new().into(),
            ..quad(0.0, 0)
        };
        let material = Material {
            surface,
            ..Material::default()
        };
        renderer
            .draw(&seen(vec![mesh], vec![material], Vec::new()))
            .expect("draws");
        let image = renderer.read_pixels().expect("reads");
        let pixels = (0..32 * 32).map(|i| pixel(&image, i % 32, i / 32));
        pixels.max_by_key(|rgb| rgb[0]).expect("pixels")
    };
    for lines in [Vec::new(), vec![0, 1]] {
        let what = format!("lines {lines:?}");
        assert_color(brightest(lines.clone(), surface), [0.5, 0.25, 0.0], &what);
        let plain = Surface {
            vertex_colors: false,
            ..surface
        };
        assert_color(brightest(lines, plain), [0.5, 1.0, 1.0], &what);
    }
}

/// Four texels: red and green above, blue and white below.
#[test]
fn a_texture_is_looked_up_where_its_transform_says() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let texels = [
        [255, 0, 0, 255],
        [0, 255, 0, 255],
        [0, 0, 255, 255],
        [255, 255, 255, 255],
    ];
    let texture = image(2, &texels);
    // A quarter turn of the lower left quadrant (the example of KHR_texture_transform), in the middle of the blue texel.
    let lookup = Lookup {
        offset: Vec2::new(0.2, 0.8),
        rotation_rad: std::f32::consts::FRAC_PI_2,
        scale: Vec2::splat(0.1),
        ..Lookup::default()
    };
    let material = Material {
        slots: vec![Slot {
            lookup,
            ..textured("baseColor", 0)
        }],
        surface: Surface {
            unlit: true,
            ..Surface::default()
        },
        ..Material::default()
    };
    let picture = seen(vec![quad(0.0, 0)], vec![material], vec![texture]);
    renderer.draw(&picture).expect("draws");
    let seen = pixel(&renderer.read_pixels().expect("reads"), 16, 16);
    assert!(seen[2] > 200 && seen[0] < 120, "mostly the blue texel, not {seen:?}");
}

/// Single-sided surfaces are not there from behind, however they are mirrored; and then what is behind them is hit.
#[test]
fn the_back_of_a_single_sided_surface_is_not_there() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mirror = Affine3A::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    let turn = Affine3A::from_rotation_y(std::f32::consts::PI);
    for (what, placement, bones, double_sided, is_seen) in [
        ("front", Affine3A::IDENTITY, Affine3A::IDENTITY, false, true),
        ("back", turn, Affine3A::IDENTITY, false, false),
        ("back of two sides", turn, Affine3A::IDENTITY, true, true),
        ("mirrored front", mirror, Affine3A::IDENTITY, false, true),
        ("mirrored back", turn * mirror, Affine3A::IDENTITY, false, false),
        ("front on a mirroring bone", Affine3A::IDENTITY, mirror, false, true),
        (
            "back on a mirroring bone",
            Affine3A::IDENTITY,
            turn * mirror,
            false,
            false,
        ),
        ("twice mirrored front", mirror, mirror, false, true),
    ] {
        let surface = Surface {
            double_sided,
            ..Surface::default()
        };
        let mut mesh = quad(0.0, 0);
        mesh.skin = Some(castview_base::core::SkinIndex::new(0));
        mesh.influences = castview_base::scene::Influences {
            stride: 1,
            slots: vec![0u32; 4].into(),
            weights: vec![1.0; 4].into(),
            ..Default::default()
        };
        let mut picture = seen(vec![mesh], vec![plain([1.0, 0.0, 0.0, 1.0], surface)], Vec::new());
        let placed = &mut picture.models[0];
        let mut scene = (*placed.scene).clone();
        let skeleton =
            castview_base::scene::Skeleton::new(vec![shapes::bone("root", None, Vec3::ZERO)]).expect("one bone");
        scene.models[0].skins = vec![shapes::skin_of(&skeleton)];
        scene.models[0].skeleton = skeleton;
        let mut pose = castview_motion::animation::rest_pose(&scene.models[0]);
        pose.palettes = vec![vec![bones]];
        placed.pose = Arc::new(pose);
        placed.scene = Arc::new(scene);
        placed.stage_from_model = placement;
        let seen = middle(&mut renderer, &picture);
        let hit = renderer.pick(16, 16).expect("picks").is_some();
        assert_eq!(
            (seen, hit),
            (if is_seen { [255, 0, 0] } else { [0; 3] }, is_seen),
            "{what}"
        );
    }
}

/// A tint multiplies what a material reflects, in linear light, and nothing of what it emits; inputs by themselves stay the file's.
#[test]
fn a_tint_multiplies_the_base_color() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let unlit = Surface {
        unlit: true,
        ..Surface::default()
    };
    let mut picture = seen(vec![quad(0.0, 0)], vec![plain([0.5, 0.25, 1.0, 1.0], unlit)], vec![]);
    let before = middle(&mut renderer, &picture);
    picture.models[0].tints = vec![(MaterialIndex::new(0), [255, 188, 0])];
    let after = middle(&mut renderer, &picture);
    assert_ne!(before, after);
    assert_color(after, [0.5, 0.25 * linear_of(188), 0.0], "tinted");
    picture.color_by = castview_picture::ColorBy::Input(castview_base::scene::Input::BaseColor);
    let input = middle(&mut renderer, &picture);
    picture.models[0].tints.clear();
    assert_eq!(input, middle(&mut renderer, &picture));
}
