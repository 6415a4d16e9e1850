//! Edges fade where they lie close in the picture, and only there; they are as wide as the picture wants.

use crate::{pixel, plain, seen};
use castview_base::core::{Bounds, MaterialIndex, StandardView};
use castview_base::scene::{Mesh, Surface};
use castview_picture::{Background, Picture, Shading};
use castview_render::{RenderError, Renderer};
use castview_testkit::gpu;
use castview_testkit::shapes;
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

/// A sheet of `cuts` by `cuts` quads, each vertex up to `height` above it by chance.
fn rough(cuts: u32, height: f32) -> Mesh {
    let sheet = shapes::sheet(cuts, cuts, move |u, v| {
        let number = (u * cuts as f32).round() * 37.0 + (v * cuts as f32).round() * 101.0;
        let chance = (number.sin() * 43758.547).fract().abs();
        Vec3::new(2.0 * u - 1.0, 1.0 - 2.0 * v, height * chance)
    });
    Mesh {
        bounds: sheet.positions.iter().map(Vec3::from).collect::<Bounds>(),
        normals: vec![[0.0, 0.0, 1.0]; sheet.positions.len()].into(),
        material: Some(MaterialIndex::new(0)),
        ..sheet
    }
}

/// Mean brightness where surfaces are.
fn ink(renderer: &mut Renderer, picture: &Picture) -> f32 {
    let mut draw = |picture: &Picture| {
        let drawn = renderer.draw(picture).expect("draws");
        assert_eq!(drawn.problems, []);
        renderer.read_pixels().expect("reads")
    };
    let mut filled = picture.clone();
    filled.background = Background::Solid([255, 255, 255]);
    filled.shading = Shading::Textured;
    filled.overlays.wireframe = false;
    let (filled, edges) = (draw(&filled), draw(picture));
    let pixels = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
    let covered = pixels.filter(|(x, y)| pixel(&filled, *x, *y)[1] == 0);
    let values: Vec<f32> = covered.map(|(x, y)| f32::from(pixel(&edges, x, y)[1])).collect();
    assert!(values.len() > 200, "{}", values.len());
    values.iter().sum::<f32>() / values.len() as f32
}

/// Triangles that are large at rest and narrow in the picture: a sheet seen along its plane, and spikes seen from the side.
#[test]
fn narrow_triangles_do_not_fill_the_picture_with_ink() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for (name, mesh, pitch) in [("a flat sheet", rough(40, 0.0), 0.12), ("spikes", rough(60, 0.5), 0.5)] {
        for samples in [1, 4] {
            let mut picture = seen(
                vec![mesh.clone()],
                vec![plain([0.0, 0.0, 0.0, 1.0], Surface::default())],
                Vec::new(),
            );
            picture.size = [SIDE; 2];
            picture.samples = samples;
            // From the front the sheet is seen as a square.
            picture.camera.set_view(StandardView::Front);
            picture.camera.pitch_rad = std::f32::consts::FRAC_PI_2 - pitch;
            picture.overlays.wireframe = true;
            let over = ink(&mut renderer, &picture);
            picture.shading = Shading::Wireframe;
            picture.overlays.wireframe = false;
            let alone = ink(&mut renderer, &picture);
            assert!(over < 70.0, "{name}, {samples} samples: {over}");
            assert!((15.0..110.0).contains(&alone), "{name}, {samples} samples: {alone}");
        }
    }
}

/// How many pixels of a row edges cover. The row crosses upright edges and diagonals, and no level ones.
fn covered(renderer: &mut Renderer, picture: &Picture) -> f32 {
    let drawn = renderer.draw(picture).expect("draws");
    assert_eq!(drawn.problems, []);
    let image = renderer.read_pixels().expect("reads");
    let bright = (0..SIDE).filter(|x| pixel(&image, *x, SIDE * 29 / 64)[1] > 60);
    bright.count() as f32
}

#[test]
fn edges_are_as_wide_as_the_picture_wants() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut picture = seen(
        vec![rough(3, 0.0)],
        vec![plain([0.0, 0.0, 0.0, 1.0], Surface::default())],
        Vec::new(),
    );
    picture.size = [SIDE; 2];
    picture.samples = 1;
    picture.camera.set_view(StandardView::Front);
    picture.shading = Shading::Wireframe;
    let unasked = covered(&mut renderer, &picture);
    let mut at = |points: f32| {
        picture.pixels_per_point = Some(points);
        covered(&mut renderer, &picture)
    };
    let [half, one, two, three] = [at(0.5), at(1.0), at(2.0), at(3.0)];
    assert_eq!([unasked, half], [one; 2]);
    // A diagonal of one pixel covers one pixel of each row; wider ones are wide across themselves, and so cover more of a row.
    assert!((1.8..2.6).contains(&(two / one)), "{one} at 1, {two} at 2");
    assert!((2.7..3.9).contains(&(three / one)), "{one} at 1, {three} at 3");
}

/// Edges are read from a binding. Where they do not fit one, the mesh is drawn without them, and that is told.
#[test]
fn edges_that_do_not_fit_a_binding_are_told() {
    let limits = wgpu::Limits {
        max_storage_buffer_binding_size: 1 << 20,
        ..wgpu::Limits::default()
    };
    let Some(context) = gpu::limited_context_of(&limits) else {
        return;
    };
    let told = |cuts: u32| {
        let mut picture = seen(
            vec![Mesh {
                name: "net".into(),
                ..uneven(cuts)
            }],
            vec![plain([0.0, 0.0, 0.0, 1.0], Surface::default())],
            Vec::new(),
        );
        picture.size = [SIDE; 2];
        picture.overlays.wireframe = true;
        Renderer::new(&context).draw(&picture).expect("draws").problems
    };
    assert_eq!(told(20), []);
    let problems = told(120);
    assert!(
        matches!(&problems[..], [RenderError::EdgesTooLarge { mesh, .. }] if mesh == "net"),
        "{problems:?}"
    );
}
