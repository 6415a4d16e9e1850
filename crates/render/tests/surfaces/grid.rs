//! The grid, and what reaches below it.

use castview_base::scene::{Input, Model};
use castview_images::Image;
use castview_picture::{ColorBy, Picture};
use castview_render::Renderer;
use castview_testkit::gpu;
use castview_testkit::shapes::{cube_bounds, framed, placed, sheet};
use glam::Vec3;

/// Seen from above: a small square at that height, with the grid or without.
fn square(height: f32, has_grid: bool) -> Picture {
    let square = sheet(1, 1, |u, v| Vec3::new(1.2 * (u - 0.5), height, 1.2 * (0.5 - v)));
    let model = placed(Model {
        meshes: vec![square],
        ..Model::default()
    });
    let mut picture = framed(gpu::empty_picture(), vec![model], cube_bounds(1.0));
    picture.bounds.min.y = height.min(0.0);
    picture.camera.pitch_rad = 1.2;
    picture.overlays.grid = has_grid;
    picture
}

fn drawn(renderer: &mut Renderer, picture: &Picture) -> Image {
    renderer.draw(picture).expect("draws");
    renderer.read_pixels().expect("reads")
}

/// By how much lines change a pixel at most: over the square, and beside it.
fn contrast(renderer: &mut Renderer, height: f32, by: ColorBy) -> [u8; 2] {
    let [bare, lined] = [false, true].map(|has_lines| {
        let mut picture = square(height, has_lines);
        picture.overlays.axes = has_lines && by != ColorBy::Material;
        picture.color_by = by;
        drawn(renderer, &picture)
    });
    let behind = bare.rgba[..4].to_vec();
    let mut most = [0; 2];
    for (without, with) in bare.rgba.chunks_exact(4).zip(lined.rgba.chunks_exact(4)) {
        let most = &mut most[usize::from(without == behind)];
        let apart = without.iter().zip(with).map(|(a, b)| a.abs_diff(*b));
        *most = apart.fold(*most, u8::max);
    }
    most
}

#[test]
fn lines_are_faint_over_what_reaches_below_the_grid() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    // It stands on the grid, as near as does not count.
    let [on_level, beside_level] = contrast(&mut renderer, -0.005, ColorBy::Material);
    let [on_sunk, beside_sunk] = contrast(&mut renderer, -0.4, ColorBy::Material);
    let [on_raised, _] = contrast(&mut renderer, 0.4, ColorBy::Material);
    println!("level {on_level} {beside_level}, sunk {on_sunk} {beside_sunk}, raised {on_raised}");
    assert!(on_level > 20, "{on_level}");
    assert!((2..on_level / 2).contains(&on_sunk), "{on_sunk} of {on_level}");
    assert!(
        beside_sunk.abs_diff(beside_level) <= 1,
        "{beside_sunk} for {beside_level}"
    );
    assert_eq!(on_raised, 0);
}

#[test]
fn no_lines_lie_over_colors_that_stand_for_values() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for by in [
        ColorBy::Depth,
        ColorBy::Normals,
        ColorBy::Uv(0),
        ColorBy::Input(Input::Roughness),
        ColorBy::Unlit,
    ] {
        let [on_sunk, beside_sunk] = contrast(&mut renderer, -0.4, by);
        assert_eq!(on_sunk, 0, "{by:?}");
        assert!(beside_sunk > 20, "{by:?}: {beside_sunk}");
    }
}
