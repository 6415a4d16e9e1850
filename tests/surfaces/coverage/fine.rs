//! Meshes with triangles smaller than pixels, which software Vulkan draws with more pixels instead of samples.

use super::common::gpu::{context, draw_in_steps, empty_picture};
use super::common::shapes::{self, color_material, cube_bounds, framed, placed};
use super::{Picture, quad};
use castview::core::{MaterialIndex, SkinIndex};
use castview::images::Image;
use castview::picture::{Background, ColorBy, Shading, Shadows};
use castview::render::{Context, Renderer, Work};
use castview::scene::{Alpha, Influences, Material, Mesh, Model, Skeleton, Surface};
use glam::{Vec3, Vec4};

/// A ring of about 250 000 triangles in so many pieces, and a plane that cuts through it.
fn ring(pieces: u32) -> Picture {
    let piece = |piece: u32| {
        let mesh = shapes::sheet(800 / pieces, 160, |u, v| {
            let around = (u + piece as f32) / pieces as f32 * std::f32::consts::TAU;
            let along = v * std::f32::consts::TAU;
            let out = 0.6 + 0.3 * along.cos();
            Vec3::new(out * around.cos(), out * around.sin(), 0.3 * along.sin())
        });
        Mesh {
            material: Some(MaterialIndex::new(0)),
            ..mesh
        }
    };
    let mut meshes: Vec<Mesh> = (0..pieces).map(piece).collect();
    meshes.push(quad(0.1, 1));
    let colors = [Vec4::new(0.8, 0.3, 0.1, 1.0), Vec4::new(0.1, 0.3, 0.7, 1.0)];
    let model = Model {
        meshes,
        materials: colors.map(color_material).to_vec(),
        ..Model::default()
    };
    let mut picture = framed(empty_picture(), vec![placed(model)], cube_bounds(1.0));
    picture.size = [160, 128];
    picture.samples = 4;
    picture.background = Background::Transparent;
    picture.shadows = Shadows {
        key: true,
        occlusion: true,
        ground: None,
    };
    picture.overlays.grid = true;
    picture.overlays.wireframe = false;
    picture
}

/// The picture, and how many meshes were drawn finely.
fn drawn(context: &Context, picture: &Picture) -> (Image, u64) {
    let mut renderer = Renderer::new(context);
    renderer.draw(picture).unwrap();
    (renderer.read_pixels().unwrap(), renderer.counts().fine_draws)
}

/// Software Vulkan, which alone draws so.
fn software() -> Option<Context> {
    let context = context()?;
    let is_so = context.abilities().shades_squares;
    if !is_so {
        eprintln!("SKIPPED: this adapter draws all meshes with samples");
    }
    is_so.then_some(context)
}

/// The mean difference of bytes, and the share that differs by more than 32.
fn difference(a: &Image, b: &Image) -> (f64, f64) {
    let differences = || a.rgba.iter().zip(&b.rgba).map(|(a, b)| f64::from(a.abs_diff(*b)));
    let count = a.rgba.len() as f64;
    (
        differences().sum::<f64>() / count,
        differences().filter(|by| *by > 32.0).count() as f64 / count,
    )
}

#[test]
fn small_triangles_look_the_same_either_way() {
    let Some(context) = software() else { return };
    let (fine, count) = drawn(&context, &ring(1));
    assert_eq!(count, 1, "the ring, and not the plane");
    let (plain, count) = drawn(&context, &ring(4));
    assert_eq!(count, 0, "pieces are too small");
    let (mean, far) = difference(&fine, &plain);
    assert!(mean < 0.4 && far < 0.002, "{mean}, {far}");
    // The plane hides half of the ring and the other way round.
    let blues = |image: &Image| image.rgba.chunks_exact(4).filter(|texel| texel[2] > texel[0]).count();
    let [fine, plain] = [blues(&fine), blues(&plain)];
    assert!(plain > 1000 && fine.abs_diff(plain) < plain / 100, "{fine} of {plain}");
}

#[test]
fn small_triangles_are_drawn_alike_in_any_steps() {
    let Some(context) = software() else { return };
    let picture = ring(1);
    let (whole, _) = drawn(&context, &picture);
    for corners in [90_000.0, 300_000.0] {
        let limit = Work { corners, ..Work::WHOLE };
        let (parts, steps) = draw_in_steps(&mut Renderer::new(&context), &picture, &limit);
        assert!(steps > 4, "{steps}");
        assert!(parts.rgba == whole.rgba, "{steps} steps");
    }
}

#[test]
fn what_is_large_or_lets_one_through_keeps_its_samples() {
    let Some(context) = software() else { return };
    let count = |change: &dyn Fn(&mut Picture)| {
        let mut picture = ring(1);
        change(&mut picture);
        drawn(&context, &picture).1
    };
    assert_eq!(count(&|_| {}), 1);
    assert_eq!(count(&|picture| picture.samples = 1), 0);
    assert_eq!(count(&|picture| picture.overlays.xray = true), 0);
    assert_eq!(count(&|picture| picture.shading = Shading::Wireframe), 0);
    assert_eq!(count(&|picture| picture.color_by = ColorBy::Normals), 0);
    assert_eq!(count(&|picture| picture.color_by = ColorBy::Unlit), 1);
    assert_eq!(count(&|picture| picture.size = [1600, 1280]), 0, "triangles are larger");
    let with = |alpha: Alpha| {
        let mut picture = ring(1);
        let model = picture.models[0].model().clone();
        let materials = model.materials.iter().map(|material| Material {
            surface: Surface {
                alpha,
                ..material.surface
            },
            ..material.clone()
        });
        let materials = materials.collect();
        picture.models = vec![placed(Model { materials, ..model })];
        drawn(&context, &picture).1
    };
    assert_eq!(with(Alpha::Blend), 0);
    assert_eq!(with(Alpha::Mask(0.5)), 0);
}

/// How small triangles are is told by the mesh itself, not by all the room that poses of its model may take.
#[test]
fn a_skinned_mesh_counts_by_its_own_size() {
    let Some(context) = software() else { return };
    let mut picture = ring(1);
    let model = picture.models[0].model().clone();
    let skeleton = Skeleton::new(vec![shapes::bone("root", None, Vec3::ZERO)]).expect("one bone");
    let skins = vec![shapes::skin_of(&skeleton)];
    let skinned = |mesh: &Mesh| Mesh {
        skin: Some(SkinIndex::new(0)),
        influences: Influences {
            stride: 1,
            slots: vec![0; mesh.vertex_count()].into(),
            weights: vec![1.0; mesh.vertex_count()].into(),
            ..Default::default()
        },
        ..mesh.clone()
    };
    let meshes = model.meshes.iter().map(skinned).collect();
    picture.models = vec![placed(Model {
        meshes,
        skeleton,
        skins,
        ..model
    })];
    picture.bounds = cube_bounds(5.0);
    picture.size = [480, 384];
    assert_eq!(drawn(&context, &picture).1, 1);
}
