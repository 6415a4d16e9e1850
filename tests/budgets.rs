//! Small files that ask for very much: what they share is packed, sent, deformed and drawn once.

mod common;
#[allow(dead_code)]
#[path = "common/gltf.rs"]
mod gltf;
#[allow(dead_code)]
#[path = "common/multiplying.rs"]
mod multiplying;
#[allow(dead_code)]
#[path = "common/shape_file/mod.rs"]
mod shape_file;

use castview::core::{MeshIndex, SkinIndex};
use castview::formats::Request;
use castview::images::Image;
use castview::picture::{Overlays, Picture, PlacedModel, Selection};
use castview::render::{Counts, Renderer};
use castview::scene::{Mesh, Skinning};
use castview::session::{Action, FileKey, OpenedFile, Placement, Session};
use common::gpu::{self, empty_picture};
use common::shapes::{self, cube_bounds, framed, place, scene};
use glam::Vec3;
use std::sync::Arc;

/// What the window shows of a file when it was just opened.
fn shown(name: &str, bytes: Vec<u8>) -> Picture {
    let import = castview::formats::import(bytes.into(), &Request::alone(name)).expect("it opens");
    let mut session = Session::default();
    session.apply(Action::Loaded {
        generation: 0,
        files: vec![OpenedFile::of(FileKey(1), name, import.scene)],
        placement: Placement::Replace,
    });
    let mut picture = session.picture([96, 96], 1);
    picture.overlays = Overlays::default();
    picture
}

/// What one picture took on a fresh renderer, and the picture.
fn draw(context: &castview::render::Context, picture: &Picture) -> (Counts, Image) {
    let mut renderer = Renderer::new(context);
    let drawn = renderer.draw(picture).expect("draws");
    assert_eq!(drawn.problems, []);
    (renderer.counts(), renderer.read_pixels().expect("reads back"))
}

#[test]
fn equal_meshes_are_sent_deformed_and_drawn_once() {
    let Some(context) = gpu::context() else { return };
    // Name, many, one; meshes sent, runs of the deform pass, vertices it wrote, draws.
    for (name, many, one, wanted) in [
        (
            "nodes on one skin",
            multiplying::nodes_on_one_skin(300, 8),
            multiplying::nodes_on_one_skin(1, 8),
            [1, 1, 17 * 17, 1],
        ),
        (
            "nodes in one place",
            multiplying::nodes_on_one_mesh(300, false),
            multiplying::nodes_on_one_mesh(1, false),
            [1, 1, 9 * 9, 1],
        ),
        (
            "nodes in four places",
            multiplying::nodes_on_one_mesh(4, true),
            multiplying::nodes_on_one_mesh(4, true),
            [1, 4, 4 * 9 * 9, 4],
        ),
        (
            "primitives",
            multiplying::primitives(300),
            multiplying::primitives(1),
            [1, 1, 5 * 5, 1],
        ),
        (
            "geometries of a shape",
            multiplying::shape(3, 100, false),
            multiplying::shape(1, 1, false),
            [1, 1, 256, 1],
        ),
        (
            "geometries of a shape in three places",
            multiplying::shape(3, 100, true),
            multiplying::shape(3, 1, true),
            [1, 3, 3 * 256, 3],
        ),
    ] {
        let (counts, image) = draw(&context, &shown(name, many));
        let took = [
            counts.meshes,
            counts.deform_dispatches,
            counts.deformed_vertices,
            counts.draws,
        ];
        assert_eq!(took, wanted, "{name}");
        let (_, alone) = draw(&context, &shown(name, one));
        assert!(
            image == alone,
            "{name}: the picture is that of a file without repetitions"
        );
    }
}

/// Two tubes that hang on skins of their own, and share their streams or do not.
fn tubes(share: bool, skinning: Skinning) -> PlacedModel {
    let mut model = shapes::tube(skinning);
    let (mesh, skin) = (model.meshes[0].clone(), model.skins[0].clone());
    model.skins.push(skin);
    let positions = match share {
        true => mesh.positions.clone(),
        false => mesh.positions.to_vec().into(),
    };
    model.meshes.push(Mesh {
        skin: Some(SkinIndex::new(1)),
        positions,
        ..mesh
    });
    let pose = shapes::posed(&model, |bone, local| {
        local.rotation = glam::Quat::from_rotation_z(0.2 * bone as f32)
    });
    place(&scene(model, 1), pose)
}

fn shared_pose(skinning: Skinning) -> castview::animation::Pose {
    (*tubes(true, skinning).pose).clone()
}

/// What is shared comes apart where a pose, the user or the selection tells it apart, and comes together again.
#[test]
fn meshes_that_share_all_look_as_those_that_share_nothing() {
    let Some(context) = gpu::context() else { return };
    for skinning in [Skinning::Linear, Skinning::DualQuaternion] {
        let [mut shared, mut separate] = [true, false].map(|share| {
            let model = tubes(share, skinning);
            (
                Renderer::new(&context),
                framed(empty_picture(), vec![model], cube_bounds(4.0)),
            )
        });
        let mut runs = 0;
        let mut step = |what: &str, wanted: u64, change: &dyn Fn(&mut PlacedModel)| {
            let mut images = [&mut shared, &mut separate].map(|(renderer, picture)| {
                change(&mut picture.models[0]);
                let drawn = renderer.draw(picture).expect("draws");
                assert_eq!(drawn.problems, [], "{what}");
                renderer.read_pixels().expect("reads back")
            });
            let now = shared.0.counts().deform_dispatches;
            assert_eq!(now - runs, wanted, "{what} ({skinning:?})");
            runs = now;
            let empty = images[0].rgba.chunks(4).all(|texel| texel == &images[0].rgba[..4]);
            assert!(!empty, "{what}: something is there");
            let [a, b] = &mut images;
            assert!(a == b, "{what} ({skinning:?}): another picture");
        };
        let rest = shared_pose(skinning);
        let moved = |placed: &mut PlacedModel, by: [f32; 2]| {
            let mut pose = rest.clone();
            for (skin, by) in by.into_iter().enumerate() {
                for (matrix, motion) in pose.palettes[skin].iter_mut().zip(&mut pose.motions[skin]) {
                    matrix.translation += glam::Vec3A::X * by;
                    *motion = castview::animation::SlotMotion::of(*matrix);
                }
            }
            placed.pose = Arc::new(pose);
        };
        step("in one pose", 1, &|_| {});
        step("again", 0, &|_| {});
        step("one moves", 1, &|placed| moved(placed, [0.0, 1.5]));
        step("it moves back", 0, &|placed| moved(placed, [0.0; 2]));
        step("both move", 1, &|placed| moved(placed, [0.5; 2]));
        step("the first is hidden", 1, &|placed| {
            placed.hidden_meshes = Arc::new(vec![true, false]);
        });
        step("all are back, one selected", 0, &|placed| {
            placed.hidden_meshes = Arc::default();
            placed.selection = Some(Selection::Mesh(MeshIndex::new(0)));
        });
        let deformed = [&mut shared, &mut separate].map(|(renderer, picture)| {
            let key = picture.models[0].key;
            let read = |mesh| renderer.read_deformed(key, MeshIndex::new(mesh));
            [0, 1]
                .map(read)
                .map(|read| read.expect("reads back").expect("it is there"))
        });
        assert_eq!(deformed[0], deformed[1]);
        assert!(Vec3::from(deformed[0][0].positions[0]).is_finite());
    }
}
