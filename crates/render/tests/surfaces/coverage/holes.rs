//! Holes of cut-out materials where nothing else of a material is seen: in ghosts, in outlines, and in what hides edges.

use crate::{image, pixel, quad, seen, textured};
use castview_base::core::MeshIndex;
use castview_base::scene::{Alpha, ColorLayer, Material, Mesh, Surface};
use castview_picture::{Ghost, Picture, PlacedModel, Selection, Shading};
use castview_render::{Renderer, Work};
use castview_testkit::gpu;
use castview_testkit::shapes;
use glam::Vec3;
use std::sync::Arc;

const SIDE: u32 = 64;

fn cut(surface: Surface) -> Material {
    let mut slot = textured("baseColor", 0);
    slot.lookup.smooth = false;
    Material {
        slots: vec![slot],
        surface: Surface {
            alpha: Alpha::Mask(0.5),
            unlit: true,
            ..surface
        },
        ..Material::default()
    }
}

/// A square whose left top and right bottom quarters are there; the other quarters are holes.
fn leaf() -> Picture {
    let [there, hole] = [[200, 220, 40, 255], [200, 220, 40, 0]];
    let texels = image(2, &[there, hole, hole, there]);
    let mut picture = seen(vec![quad(0.0, 0)], vec![cut(Surface::default())], vec![texels]);
    picture.size = [SIDE; 2];
    picture
}

/// The same holes, by the alpha of vertex colours over a finer square.
fn painted() -> Picture {
    let sheet = shapes::sheet(8, 8, |u, v| Vec3::new(2.0 * u - 1.0, 1.0 - 2.0 * v, 0.0));
    let alpha = |[x, y, _]: [f32; 3]| if x * y <= 0.0 { 1.0 } else { 0.0 };
    let colors: Vec<[f32; 4]> = sheet.positions.iter().map(|at| [1.0, 1.0, 1.0, alpha(at)]).collect();
    let mesh = Mesh {
        colors: vec![ColorLayer::Float(colors.into())],
        material: Some(castview_base::core::MaterialIndex::new(0)),
        ..sheet
    };
    let material = Material {
        slots: Vec::new(),
        ..cut(Surface {
            vertex_colors: true,
            ..Surface::default()
        })
    };
    let mut picture = seen(vec![mesh], vec![material], Vec::new());
    picture.size = [SIDE; 2];
    picture
}

/// Which pixels are not black.
fn covered(renderer: &mut Renderer, picture: &Picture) -> Vec<bool> {
    let drawn = renderer.draw(picture).expect("draws");
    assert_eq!(drawn.problems, []);
    let image = renderer.read_pixels().expect("reads");
    let pixels = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
    pixels.map(|(x, y)| pixel(&image, x, y) != [0; 3]).collect()
}

/// Hidden, with a ghost in its place.
fn haunted(picture: &Picture) -> Picture {
    let model = picture.models[0].clone();
    let hidden = PlacedModel {
        hidden_meshes: Arc::new(vec![true]),
        ..model.clone()
    };
    Picture {
        models: vec![hidden],
        ghosts: vec![Ghost {
            model,
            color: [255; 3],
            opacity: 1.0,
            is_outline: false,
        }],
        ..picture.clone()
    }
}

fn count(flags: &[bool]) -> usize {
    flags.iter().filter(|flag| **flag).count()
}

#[test]
fn ghosts_have_the_holes_of_the_surface() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for (name, picture) in [("map", leaf()), ("vertex colours", painted())] {
        let lit = covered(&mut renderer, &picture);
        assert!((400..2500).contains(&count(&lit)), "{name}: {}", count(&lit));
        let ghost = covered(&mut renderer, &haunted(&picture));
        let apart = lit.iter().zip(&ghost).filter(|(a, b)| a != b).count();
        assert_eq!(apart, 0, "{name}");
        // However a picture is submitted.
        let small = Work {
            corners: 6.0,
            ..Work::WHOLE
        };
        let whole = gpu::draw_in_steps(&mut renderer, &haunted(&picture), &Work::WHOLE).0;
        assert!(gpu::draw_in_steps(&mut renderer, &haunted(&picture), &small).0 == whole);
    }
}

/// At four samples the edges of holes are as smooth as those of the surface: as many pixels are covered in part.
#[test]
fn ghosts_have_the_smooth_edges_of_the_surface() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for (name, mut picture) in [("map", leaf()), ("vertex colours", painted())] {
        let scene = Arc::make_mut(&mut picture.models[0].scene);
        for slot in &mut scene.models[0].materials[0].slots {
            slot.lookup.smooth = true;
        }
        picture.samples = 4;
        // Edges of holes run across the pixels.
        picture.camera.roll_rad = 0.3;
        let mut parts = |picture: &Picture| {
            renderer.draw(picture).expect("draws");
            let image = renderer.read_pixels().expect("reads");
            let inner = SIDE / 4..SIDE * 3 / 4;
            let pixels = inner.clone().flat_map(|y| inner.clone().map(move |x| (x, y)));
            let values: Vec<u8> = pixels.map(|(x, y)| pixel(&image, x, y)[1]).collect();
            let whole = values.iter().copied().max().expect("pixels");
            let in_part = values.iter().map(|value| (8..whole - whole / 12).contains(value));
            in_part.collect::<Vec<_>>()
        };
        let [lit, ghost] = [&picture, &haunted(&picture)].map(&mut parts);
        let apart = lit.iter().zip(&ghost).filter(|(a, b)| a != b).count();
        assert!(count(&lit) > 20, "{name}: {}", count(&lit));
        assert!(apart < count(&lit) / 5, "{name}: {apart} of {}", count(&lit));
    }
}

/// The outline of a whole surface runs around its edge; with holes it runs around them, too, inside of that edge.
#[test]
fn outlines_run_around_holes() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for (name, mut picture) in [("map", leaf()), ("vertex colours", painted())] {
        picture.models[0].selection = Some(Selection::Mesh(MeshIndex::new(0)));
        let inside = |renderer: &mut Renderer, picture: &Picture| {
            renderer.draw(picture).expect("draws");
            let image = renderer.read_pixels().expect("reads");
            let [selected, middle] = [picture.colors.selected, [SIDE as u8 / 2; 3]];
            let near = |x: u32, y: u32| {
                let seen = pixel(&image, x, y);
                seen.iter().zip(selected).all(|(a, b)| a.abs_diff(b) < 40)
            };
            let around = u32::from(middle[0]) - 8..u32::from(middle[0]) + 8;
            let pixels = around.clone().flat_map(|y| around.clone().map(move |x| (x, y)));
            pixels.filter(|(x, y)| near(*x, *y)).count()
        };
        let with_holes = inside(&mut renderer, &picture);
        let mut solid = picture.clone();
        let scene = Arc::make_mut(&mut solid.models[0].scene);
        scene.models[0].materials[0].surface.alpha = Alpha::Opaque;
        let whole = inside(&mut renderer, &solid);
        assert_eq!(whole, 0, "{name}");
        assert!(with_holes >= 16, "{name}: {with_holes}");
    }
}

/// A fine net behind a square: its edges are seen through the holes and nowhere else.
#[test]
fn edges_are_seen_through_holes() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let net = shapes::sheet(16, 16, |u, v| Vec3::new(2.0 * u - 1.0, 1.0 - 2.0 * v, -0.2));
    let net = Mesh { material: None, ..net };
    let there = [200, 220, 40, 255];
    let texels = image(2, &[there, [0; 4], [0; 4], there]);
    let mut picture = seen(vec![quad(0.0, 0), net], vec![cut(Surface::default())], vec![texels]);
    picture.size = [SIDE; 2];
    picture.shading = Shading::Wireframe;
    let lit = covered(&mut renderer, &picture);
    let quarter = |left: u32, top: u32| {
        let inner = 4..SIDE / 4;
        let pixels = inner
            .clone()
            .flat_map(|y| inner.clone().map(move |x| (left + x, top + y)));
        pixels.filter(|(x, y)| lit[(y * SIDE + x) as usize]).count()
    };
    let middle = SIDE / 2;
    let (there, hole) = (
        quarter(middle - SIDE / 4 - 2, middle - SIDE / 4 - 2),
        quarter(middle, middle - SIDE / 4 - 2),
    );
    assert!(
        hole > 4 * there.max(8),
        "{hole} pixels of edges in a hole, {there} elsewhere"
    );
}
