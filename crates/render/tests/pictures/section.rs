//! A plane that leaves something out: nothing before it is drawn, and nothing before it is picked.

use castview_base::core::MeshIndex;
use castview_base::scene::Model;
use castview_picture::{Background, ColorBy, Ghost, Picture, PlacedModel, Section, Selection, Shading, Shadows};
use castview_render::{Picked, PickedPart, Renderer};
use castview_testkit::gpu::{self, empty_picture};
use castview_testkit::shapes::{self, cube_bounds, framed};
use glam::Vec3;
use std::sync::Arc;

const SIDE: u32 = 48;

/// A ball in a ball.
fn balls() -> Model {
    let mut inner = shapes::sphere();
    let positions = inner.positions.to_vec().into_iter();
    let positions = positions.map(|position| (Vec3::from_array(position) * 0.5).to_array());
    inner.positions = positions.collect::<Vec<_>>().into();
    Model {
        meshes: vec![shapes::sphere(), inner],
        ..Model::default()
    }
}

fn halved(section: Option<Section>) -> Picture {
    let mut picture = framed(empty_picture(), vec![shapes::placed(balls())], cube_bounds(1.0));
    picture.size = [SIDE; 2];
    picture.background = Background::Transparent;
    picture.section = section;
    picture
}

/// Towards the eye.
fn near_half(picture: &Picture, caps: bool) -> Section {
    Section {
        toward: (-picture.camera.forward() + Vec3::X * 0.3).normalize(),
        at: 0.1,
        caps,
    }
}

#[test]
fn what_is_picked_lies_beyond_the_plane() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let model = balls();
    for caps in [true, false] {
        let section = near_half(&halved(None), caps);
        renderer.draw(&halved(Some(section))).expect("draws");
        let mut counts = [0; 2];
        for (x, y) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))) {
            let Some(picked) = renderer.pick(x, y).expect("picks") else {
                continue;
            };
            let PickedPart::Mesh(mesh) = picked.what else { continue };
            counts[mesh.get()] += 1;
            // Adapters that number triangles answer themselves; else they are looked for.
            for picked in [
                picked,
                Picked {
                    triangle: None,
                    ..picked
                },
            ] {
                let point = renderer.surface_point(&picked, x, y).expect("a point of a triangle");
                let corner = |at: usize| {
                    let corner = model.meshes[mesh.get()].positions.get(point.corners[at] as usize);
                    Vec3::from_array(corner) * point.shares[at]
                };
                let at = corner(0) + corner(1) + corner(2);
                let before = at.dot(section.toward) - section.at;
                assert!(before < 1e-3, "{x}, {y}: {before} before the plane");
            }
        }
        assert!(counts.iter().all(|count| *count > 60), "{counts:?}");
    }
}

#[test]
fn nothing_before_the_plane_is_drawn_in_any_way() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut covered = |picture: &Picture| {
        renderer.draw(picture).expect("draws");
        let image = renderer.read_pixels().expect("reads back");
        image.rgba.chunks_exact(4).filter(|pixel| pixel[3] > 0).count()
    };
    let ways: [fn(&mut Picture); 7] = [
        |_| {},
        |picture| picture.shading = Shading::Wireframe,
        |picture| picture.color_by = ColorBy::Normals,
        |picture| picture.color_by = ColorBy::FaceSides,
        |picture| picture.overlays.xray = true,
        |picture| picture.samples = 4,
        |picture| {
            picture.shadows = Shadows {
                key: true,
                occlusion: true,
                ground: None,
            }
        },
    ];
    for (at, way) in ways.into_iter().enumerate() {
        let mut whole = halved(None);
        way(&mut whole);
        let all = covered(&whole);
        for (plane_at, least, most) in [(-2.0, 0.0, 0.0), (-0.6, 0.05, 0.6), (2.0, 1.0, 1.0)] {
            let section = Section {
                toward: whole.camera.right(),
                at: plane_at,
                caps: true,
            };
            let left = covered(&Picture {
                section: Some(section),
                ..whole.clone()
            });
            let share = left as f64 / all as f64;
            assert!(
                (least..=most).contains(&share),
                "way {at}, plane at {plane_at}: {left} of {all}"
            );
        }
    }
}

/// These have shaders of their own.
#[test]
fn points_hair_outlines_and_ghosts_end_at_the_plane() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let cloud = Model {
        meshes: vec![shapes::mesh(shapes::sphere().positions.to_vec(), Vec::new())],
        ..Model::default()
    };
    let fringe = Model {
        hairs: vec![shapes::hair()],
        ..Model::default()
    };
    let selected = PlacedModel {
        selection: Some(Selection::Mesh(MeshIndex::new(0))),
        ..shapes::placed(balls())
    };
    // A ghost is of a model of the picture; this one is not seen itself.
    let shown = shapes::placed(balls());
    let mut hidden = shown.clone();
    Arc::make_mut(&mut hidden.pose).model_visible = false;
    let ghost = |is_outline| Ghost {
        model: shown.clone(),
        color: [255, 0, 0],
        opacity: 0.85,
        is_outline,
    };
    for (name, models, ghosts) in [
        ("points", vec![shapes::placed(cloud)], vec![]),
        ("hair", vec![shapes::placed(fringe)], vec![]),
        ("outline", vec![selected], vec![]),
        ("ghost", vec![hidden.clone()], vec![ghost(false)]),
        ("outlined ghost", vec![hidden], vec![ghost(true)]),
    ] {
        let mut covered = |section: Option<Section>| {
            let mut picture = halved(section);
            (picture.models, picture.ghosts) = (models.clone(), ghosts.clone());
            // Ghosts leave the coverage as it is.
            picture.background = Background::Solid([0, 0, 60]);
            renderer.draw(&picture).expect("draws");
            let image = renderer.read_pixels().expect("reads back");
            image
                .rgba
                .chunks_exact(4)
                .filter(|pixel| pixel[..3] != [0, 0, 60])
                .count()
        };
        let toward = halved(None).camera.right();
        let cut_at = |at: f32| {
            Some(Section {
                toward,
                at,
                caps: false,
            })
        };
        let all = covered(None);
        assert!(all > 40, "{name}: {all}");
        assert_eq!(covered(cut_at(9.0)), all, "{name}");
        assert_eq!(covered(cut_at(-9.0)), 0, "{name}");
        // An outline runs along the cut, too.
        let left = covered(cut_at(-0.3)) as f64 / all as f64;
        assert!((0.05..0.85).contains(&left), "{name}: {left}");
    }
}

/// A shadow of what is left out would tell of something that is not seen.
#[test]
fn what_is_left_out_throws_no_shadow() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut ground = |section: Option<Section>| {
        let mut picture = halved(section);
        picture.camera.target = Vec3::NEG_Y;
        picture.camera.distance *= 2.0;
        picture.camera.pitch_rad = 0.9;
        picture.shadows = Shadows {
            key: true,
            occlusion: false,
            ground: Some(-1.0),
        };
        renderer.draw(&picture).expect("draws");
        let image = renderer.read_pixels().expect("reads back");
        image.rgba.chunks_exact(4).filter(|pixel| pixel[3] > 8).count()
    };
    let all = Section {
        toward: Vec3::Y,
        at: -2.0,
        caps: false,
    };
    assert!(ground(None) > 100);
    assert_eq!(ground(Some(all)), 0);
}
