//! Depth of many small meshes, drawn together.

use super::{KEY, chalk, draw, from_above};
use castview_base::scene::{Mesh, Model};
use castview_picture::{Picture, Shadows};
use castview_render::{Renderer, Work};
use castview_testkit::gpu::{context, draw_in_steps};
use castview_testkit::shapes;
use glam::Vec3;

const SIDE: usize = 6;

/// A floor, and so many squares at different heights above it.
fn squares() -> Vec<Mesh> {
    let flat = |half: f32, middle: Vec3| {
        shapes::sheet(1, 1, move |u, v| {
            middle + Vec3::new((2.0 * u - 1.0) * half, 0.0, (2.0 * v - 1.0) * half)
        })
    };
    let above = (0..SIDE * SIDE).map(|index| {
        let [x, z] = [index % SIDE, index / SIDE].map(|at| (at as f32 - 2.5) * 0.6);
        flat(0.2, Vec3::new(x, 0.1 + 0.02 * index as f32, z))
    });
    [flat(2.0, Vec3::ZERO)].into_iter().chain(above).collect()
}

fn picture(meshes: Vec<Mesh>) -> Picture {
    let model: Model = chalk(meshes);
    Picture {
        size: [160, 160],
        exposure: -1.0,
        shadows: Shadows {
            key: true,
            occlusion: true,
            ground: Some(-0.1),
        },
        ..from_above(model, 2.2)
    }
}

/// The same triangles as one mesh.
fn merged(meshes: &[Mesh]) -> Mesh {
    let mut all = meshes[0].clone();
    let (mut positions, mut normals, mut triangles) = (Vec::new(), Vec::new(), Vec::new());
    for mesh in meshes {
        let first = positions.len() as u32;
        positions.extend(mesh.positions.iter());
        normals.extend(mesh.normals.iter());
        triangles.extend((0..mesh.triangles.len()).map(|at| first + mesh.triangles.get(at)));
    }
    all.bounds = meshes.iter().fold(all.bounds, |all, mesh| all.union(mesh.bounds));
    (all.positions, all.normals, all.triangles) = (positions.into(), normals.into(), triangles.into());
    all
}

#[test]
fn many_meshes_throw_the_shadows_of_one_mesh() {
    let Some(context) = context() else { return };
    let drawn = |picture: &Picture| {
        let mut renderer = Renderer::new(&context);
        let image = draw(&mut renderer, picture);
        (image, renderer.counts().batched_draws)
    };
    let meshes = squares();
    let count = meshes.len() as u64;
    let one = merged(&meshes);
    let (many, batched) = drawn(&picture(meshes.clone()));
    let (whole, batched_whole) = drawn(&picture(vec![one]));
    // For the key light, the ground and the eye.
    assert_eq!([batched, batched_whole], [3 * count, 3]);
    assert!(many.rgba == whole.rgba, "shadows differ");
    let (lit, _) = drawn(&Picture {
        shadows: Shadows { key: false, ..KEY },
        ..picture(meshes.clone())
    });
    assert!(many.rgba != lit.rgba, "there are shadows");
    // Batches are parted where a step ends.
    let mut renderer = Renderer::new(&context);
    let few = Work {
        draws: 5.0,
        ..Work::WHOLE
    };
    let (parted, submissions) = draw_in_steps(&mut renderer, &picture(meshes), &few);
    assert!(submissions > 3 * count / 5, "{submissions}");
    assert!(parted.rgba == many.rgba, "parted batches differ");
}
