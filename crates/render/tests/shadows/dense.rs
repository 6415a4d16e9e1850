//! Dense meshes, whose maps software adapters draw with fewer triangles.

use super::{chalk, draw};
use castview_images::Image;
use castview_picture::light::Preset;
use castview_picture::{Background, Environment, Picture, Shadows, Tone};
use castview_render::{Renderer, Work};
use castview_testkit::gpu::{context, draw_in_steps, empty_picture};
use castview_testkit::shapes::{self, cube_bounds, framed, placed};
use glam::Vec3;

/// A ring that leans, above the ground: it throws shadows on itself and below, and its inside is dark.
fn ring(u: u32, v: u32, samples: u32) -> Picture {
    let mesh = shapes::sheet(u, v, |u, v| {
        let (around, along) = (u * std::f32::consts::TAU, v * std::f32::consts::TAU);
        let out = 0.6 + 0.3 * along.cos();
        Vec3::new(
            out * around.cos(),
            0.3 * along.sin() + 0.4 * around.cos(),
            out * around.sin(),
        )
    });
    let mut picture = framed(empty_picture(), vec![placed(chalk(vec![mesh]))], cube_bounds(1.0));
    picture.environment = Environment::Preset(Preset::Sunset);
    picture.tone = Tone::None;
    picture.exposure = -2.0;
    picture.samples = samples;
    picture.shadows = Shadows {
        key: true,
        occlusion: true,
        ground: Some(-0.75),
    };
    picture
}

/// Bytes that differ: their mean difference, and the share of those that differ by more than 24.
fn difference(a: &Image, b: &Image) -> (f64, f64) {
    let pairs = a.rgba.iter().zip(&b.rgba).map(|(a, b)| f64::from(a.abs_diff(*b)));
    let count = a.rgba.len() as f64;
    let (sum, far) = pairs.fold((0.0, 0.0), |(sum, far), by| {
        (sum + by, far + f64::from(u8::from(by > 24.0)))
    });
    (sum / count, far / count)
}

#[test]
fn a_dense_mesh_throws_the_shadows_of_a_sparse_one() {
    let Some(context) = context() else { return };
    for samples in [1, 4] {
        let [dense, sparse] = [(900, 500), (300, 160)].map(|(u, v)| ring(u, v, samples));
        let [of_dense, of_sparse] = [&dense, &sparse].map(|picture| draw(&mut Renderer::new(&context), picture));
        let (mean, far) = difference(&of_dense, &of_sparse);
        assert!(mean < 0.25 && far < 0.001, "{samples} samples: {mean}, {far}");
        let without = |picture: &Picture| {
            let shadows = Shadows::default();
            draw(
                &mut Renderer::new(&context),
                &Picture {
                    shadows,
                    ..picture.clone()
                },
            )
        };
        let (with, _) = difference(&of_dense, &without(&dense));
        assert!(with > 0.8, "shadows are seen: {with}");
    }
}

/// Depth of fewer triangles is not what surfaces are drawn over: parts of them would be missing.
#[test]
fn a_dense_mesh_has_no_holes() {
    let Some(context) = context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut picture = ring(900, 500, 1);
    picture.shadows.ground = None;
    picture.background = Background::Transparent;
    let on = draw(&mut renderer, &picture);
    picture.shadows = Shadows::default();
    let off = draw(&mut renderer, &picture);
    let [on, off] = [&on, &off].map(|image| image.rgba.chunks_exact(4).map(|texel| texel[3]).collect::<Vec<_>>());
    assert!(off.contains(&255) && off.contains(&0), "the background is transparent");
    assert!(on == off);
}

/// From near, what fewer triangles leave out would be seen.
#[test]
fn from_near_all_triangles_are_drawn() {
    let Some(context) = context() else { return };
    if !context.is_software() {
        eprintln!("SKIPPED: other adapters always draw all triangles");
        return;
    }
    let mut renderer = Renderer::new(&context);
    let few = Work {
        corners: 100_000.0,
        ..Work::WHOLE
    };
    let mut steps = |picture: &Picture| {
        draw(&mut renderer, picture);
        draw_in_steps(&mut renderer, picture, &few).1
    };
    let mut picture = ring(900, 500, 1);
    picture.shadows = super::KEY;
    picture.shadows.key = false;
    picture.shadows.occlusion = true;
    let far = steps(&picture);
    picture.camera.distance *= 0.25;
    let near = steps(&picture);
    assert!(near >= far + 10, "{near} steps instead of {far}");
}
