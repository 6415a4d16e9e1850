//! Normals of triangles that are thinner than a pixel.

use crate::{plain, seen};
use castview_base::core::{Bounds, MaterialIndex, StandardView};
use castview_base::scene::{Input, Mesh, Surface};
use castview_picture::{Background, ColorBy};
use castview_render::Renderer;
use castview_testkit::gpu;
use glam::{Vec2, Vec3};

const SIDE: u32 = 64;

/// A strip across the picture, a little narrower than a pixel, whose normals turn from the eye to the right.
fn strip() -> Mesh {
    let (along, width) = (Vec2::new(0.9, 0.31), 1.6 / SIDE as f32);
    let across = along.normalize().perp() * width * 0.5;
    let corners = [-along + across, -along - across, along + across, along - across];
    let positions: Vec<[f32; 3]> = corners.iter().map(|corner| corner.extend(0.0).to_array()).collect();
    let [eye, right] = [Vec3::Z, Vec3::X].map(|normal| normal.to_array());
    Mesh {
        bounds: positions.iter().map(|corner| Vec3::from(*corner)).collect::<Bounds>(),
        positions: positions.into(),
        normals: vec![eye, right, eye, right].into(),
        triangles: vec![0, 1, 2, 2, 1, 3].into(),
        material: Some(MaterialIndex::new(0)),
        ..Mesh::default()
    }
}

/// Whatever samples of a pixel it covers: normals lie between those of its corners, never beyond.
#[test]
fn thin_triangles_have_the_normals_of_places_that_they_cover() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for color_by in [ColorBy::Input(Input::Normal), ColorBy::Normals] {
        let mut picture = seen(vec![strip()], vec![plain([1.0; 4], Surface::default())], Vec::new());
        picture.size = [SIDE; 2];
        picture.samples = 4;
        picture.background = Background::Transparent;
        picture.color_by = color_by;
        picture.camera.set_view(StandardView::Front);
        renderer.draw(&picture).expect("draws");
        let image = renderer.read_pixels().expect("reads");
        let covered: Vec<&[u8]> = image.rgba.chunks_exact(4).filter(|texel| texel[3] > 40).collect();
        assert!(covered.len() > 40, "{}", covered.len());
        // Half of a colour's range is a part of 0; directions to the left and away are below it.
        let beyond = covered.iter().filter(|texel| texel[0] < 120 || texel[2] < 120).count();
        assert_eq!(beyond, 0, "{color_by:?}: of {} pixels", covered.len());
    }
}
