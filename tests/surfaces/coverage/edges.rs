//! Edges of a mesh whose triangles differ much in size fade where they lie close, and only there.

use crate::common::gpu;
use crate::common::shapes;
use crate::{pixel, plain, seen};
use castview::core::{Bounds, MaterialIndex, StandardView};
use castview::picture::{Picture, Shading};
use castview::render::Renderer;
use castview::scene::{Mesh, Surface};
use glam::Vec3;

const SIDE: u32 = 128;

/// One mesh of two sheets side by side: the left one of 4 by 8 quads, the right one of `cuts` by twice as many.
fn uneven(cuts: u32) -> Mesh {
    let sheet =
        |cuts: u32, left: f32| shapes::sheet(cuts, 2 * cuts, move |u, v| Vec3::new(left + u, 1.0 - 2.0 * v, 0.0));
    let [coarse, fine] = [sheet(4, -1.0), sheet(cuts, 0.0)];
    let first = coarse.positions.len() as u32;
    let join = |of: fn(&Mesh) -> Vec<[f32; 3]>| [of(&coarse), of(&fine)].concat();
    let moved = fine.triangles.iter().map(|corner| corner + first);
    let positions = join(|mesh| mesh.positions.to_vec());
    Mesh {
        bounds: positions.iter().map(|corner| Vec3::from(*corner)).collect::<Bounds>(),
        normals: vec![[0.0, 0.0, 1.0]; positions.len()].into(),
        positions: positions.into(),
        triangles: coarse.triangles.iter().chain(moved).collect::<Vec<_>>().into(),
        material: Some(MaterialIndex::new(0)),
        ..Mesh::default()
    }
}

/// Mean and greatest brightness of the left half's middle and of the right half's.
fn brightness(renderer: &mut Renderer, picture: &Picture) -> [(f32, u8); 2] {
    let drawn = renderer.draw(picture).expect("draws");
    assert_eq!(drawn.problems, []);
    let image = renderer.read_pixels().expect("reads");
    [SIDE / 4, SIDE * 9 / 16].map(|left| {
        let columns = left..left + SIDE * 3 / 16;
        let pixels = (SIDE / 3..SIDE * 2 / 3).flat_map(|y| columns.clone().map(move |x| (x, y)));
        let values: Vec<u8> = pixels.map(|(x, y)| pixel(&image, x, y)[1]).collect();
        let mean = values.iter().map(|value| f32::from(*value)).sum::<f32>() / values.len() as f32;
        (mean, values.into_iter().max().unwrap_or_default())
    })
}

#[test]
fn close_edges_fade_and_far_ones_of_the_same_mesh_do_not() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for samples in [1, 4] {
        let mut picture = seen(
            vec![uneven(200)],
            vec![plain([0.0, 0.0, 0.0, 1.0], Surface::default())],
            Vec::new(),
        );
        picture.size = [SIDE; 2];
        picture.samples = samples;
        picture.camera.set_view(StandardView::Front);
        picture.overlays.wireframe = true;
        let [coarse, fine] = brightness(&mut renderer, &picture);
        // The coarse half's lines are as strong as lines over a surface are, and the fine half stays nearly as dark as it is.
        assert!(coarse.1 > 80 && coarse.0 < 60.0, "{samples} samples: {coarse:?}");
        assert!(fine.0 < 12.0, "{samples} samples: {fine:?}");
        // Alone they are all there is to see.
        picture.shading = Shading::Wireframe;
        picture.overlays.wireframe = false;
        let [coarse, fine] = brightness(&mut renderer, &picture);
        assert!(coarse.1 > 150, "{samples} samples: {coarse:?}");
        assert!((20.0..150.0).contains(&fine.0), "{samples} samples: {fine:?}");
    }
}
