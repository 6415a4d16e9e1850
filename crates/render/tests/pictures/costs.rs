//! The costs of a picture, the things that a click hits, and the end of a device.

use castview_base::core::{BoneIndex, Bounds, MaterialIndex, MeshIndex, SkinIndex};
use castview_base::scene::{Mesh, Model, Parameter, Skinning};
use castview_motion::animation::{Pose, Setting, SettingOf};
use castview_picture::{Background, Legend, LegendEntry, Mark, Overlays, Picture, PlacedKey, PlacedModel, Shading};
use castview_render::{Picked, PickedPart, RenderError, Renderer};
use castview_testkit::gpu::{self, empty_picture};
use castview_testkit::shapes::{self, cube_bounds, framed};
use glam::{Affine3A, Vec2, Vec3};
use std::sync::Arc;

fn tube_bounds() -> Bounds {
    Bounds {
        min: Vec3::new(-0.5, 0.0, -0.5),
        max: Vec3::new(0.5, 4.0, 0.5),
    }
}

fn tube_picture() -> Picture {
    framed(
        empty_picture(),
        vec![shapes::placed(shapes::tube(Skinning::Linear))],
        tube_bounds(),
    )
}

/// The pose with the last slot of its last skin moved up.
fn stretched(pose: &Pose) -> Arc<Pose> {
    let mut pose = pose.clone();
    let palette = pose.palettes.last_mut().expect("a skin");
    palette.last_mut().expect("a bone").translation.y += 0.1;
    Arc::new(pose)
}

/// The pixel that shows a point of the world.
fn pixel(picture: &Picture, world: Vec3) -> (u32, u32) {
    let ndc = picture.camera.clip_from_world(picture.aspect()).project_point3(world);
    let [width, height] = picture.size.map(|size| size as f32);
    let at = Vec2::new((ndc.x + 1.0) * 0.5 * width, (1.0 - ndc.y) * 0.5 * height);
    (at.x as u32, at.y as u32)
}

/// Each takes some milliseconds to make, which the first picture would have to wait for.
#[test]
fn only_passes_that_a_picture_needs_are_made() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut picture = tube_picture();
    let mut draw = |picture: &Picture| {
        renderer.draw(picture).expect("draws");
        renderer.counts().passes
    };
    picture.background = Background::Solid([40, 40, 40]);
    assert_eq!(draw(&picture), 1, "the background");
    assert_eq!(draw(&picture), 1, "again");
    picture.overlays.bones = true;
    picture.overlays.wireframe = true;
    assert_eq!(draw(&picture), 3, "bones and edges");
}

#[test]
fn only_what_changed_is_done_again() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut picture = tube_picture();
    let mut draw = |picture: &Picture| {
        renderer.draw(picture).expect("draws");
        let counts = renderer.counts();
        (counts.pictures, counts.deformed_chunks, counts.uploads)
    };
    assert_eq!(draw(&picture), (1, 1, 1));
    assert_eq!(draw(&picture), (2, 1, 1), "nothing changed");
    picture.camera.yaw_rad += 0.3;
    picture.shading = Shading::Wireframe;
    assert_eq!(draw(&picture), (3, 1, 1), "another view of the same pose");
    picture.models[0].pose = stretched(&picture.models[0].pose);
    assert_eq!(draw(&picture), (4, 2, 1), "another pose");
    let twin = PlacedModel {
        key: PlacedKey(2),
        ..picture.models[0].clone()
    };
    picture.models.push(twin);
    assert_eq!(
        draw(&picture),
        (5, 3, 1),
        "a second placement shares the upload, not the vertices"
    );
    picture.models.swap(0, 1);
    assert_eq!(draw(&picture), (6, 3, 1), "another order");
    picture.models[0].hidden_meshes = Arc::new(vec![true]);
    picture.models[0].pose = stretched(&picture.models[0].pose);
    assert_eq!(draw(&picture), (7, 3, 1), "what is hidden is not deformed");
    picture.models[0].hidden_meshes = Arc::new(vec![false]);
    assert_eq!(draw(&picture), (8, 4, 1), "until it is shown");
    let models = std::mem::take(&mut picture.models);
    assert_eq!(draw(&picture), (9, 4, 1), "an empty stage");
    picture.models = models;
    assert_eq!(draw(&picture), (10, 6, 2), "what was freed is sent again");
}

/// A clip that sets materials alone, or moves one of two meshes, costs no more than that.
#[test]
fn only_meshes_that_a_pose_moves_are_deformed() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut model = shapes::tube(Skinning::Linear);
    model.materials = vec![shapes::texture_material()];
    let (mesh, skin) = (model.meshes[0].clone(), model.skins[0].clone());
    model.skins.push(skin);
    model.meshes.push(Mesh {
        skin: Some(SkinIndex::new(1)),
        // Not the same mesh: one that is deformed alike would be deformed once.
        positions: mesh.positions.to_vec().into(),
        ..mesh
    });
    let mut picture = framed(empty_picture(), vec![shapes::placed(model)], tube_bounds());
    let mut dispatches = |picture: &Picture| {
        renderer.draw(picture).expect("draws");
        renderer.counts().deformed_chunks
    };
    assert_eq!(dispatches(&picture), 2);
    let mut pose = (*picture.models[0].pose).clone();
    pose.settings.push(Setting {
        of: SettingOf::Material(MaterialIndex::new(0)),
        parameter: Parameter::Metallic,
        value: 0.5,
    });
    picture.models[0].pose = Arc::new(pose);
    assert_eq!(dispatches(&picture), 2, "only a material is set");
    picture.models[0].pose = stretched(&picture.models[0].pose);
    assert_eq!(dispatches(&picture), 3, "one of two skins moves");
    let at_rest = shapes::placed(picture.models[0].model().clone()).pose;
    picture.models[0].pose = at_rest;
    assert_eq!(dispatches(&picture), 4, "and goes back");
}

#[test]
fn scenes_and_images_are_freed_when_the_picture_lost_them() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let model = Model {
        meshes: vec![Mesh {
            material: Some(castview_base::core::MaterialIndex::new(0)),
            ..shapes::sphere()
        }],
        materials: vec![shapes::texture_material()],
        ..Model::default()
    };
    let picture = framed(empty_picture(), vec![shapes::placed(model)], cube_bounds(1.0));
    let scene = Arc::downgrade(&picture.models[0].scene);
    let image = Arc::downgrade(picture.models[0].textures[0].image().expect("one texture"));
    renderer.draw(&picture).expect("draws");
    drop(picture);
    renderer.draw(&empty_picture()).expect("draws");
    assert_eq!((scene.strong_count(), image.strong_count()), (0, 0));
}

#[test]
fn a_rigid_mesh_is_never_deformed() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let model = Model {
        meshes: vec![shapes::sphere()],
        ..Model::default()
    };
    let rest = model.meshes[0].positions.to_vec();
    let picture = framed(empty_picture(), vec![shapes::placed(model)], cube_bounds(1.0));
    renderer.draw(&picture).expect("draws");
    assert_eq!(renderer.counts().deformed_chunks, 0);
    let read = renderer
        .read_deformed(PlacedKey(1), MeshIndex::new(0))
        .expect("reads")
        .expect("is there");
    assert_eq!(read.positions, rest);
}

#[test]
fn a_click_hits_what_is_drawn_there() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut picture = tube_picture();
    picture.size = [400, 300];
    picture.camera.frame(&tube_bounds(), picture.aspect());
    let mesh = Some(Picked {
        key: PlacedKey(1),
        what: PickedPart::Mesh(MeshIndex::new(0)),
        placement: 0,
        triangle: None,
    });
    let bone = |index| {
        Some(Picked {
            key: PlacedKey(1),
            what: PickedPart::Bone(BoneIndex::new(index)),
            placement: 0,
            triangle: None,
        })
    };
    let (mid_x, mid_y) = pixel(&picture, Vec3::new(0.0, 1.5, 0.0));
    assert!(renderer.pick(0, 0).is_err(), "no picture yet");
    for (bones, x, y, wanted) in [
        (false, 3, 3, None),
        (false, mid_x, mid_y, mesh),
        (true, mid_x, mid_y, bone(1)),
        // A ball is easier to hit than it looks.
        (true, mid_x + 5, mid_y, bone(1)),
        (
            true,
            pixel(&picture, Vec3::Y * 3.0).0,
            pixel(&picture, Vec3::Y * 3.0).1,
            bone(2),
        ),
        (
            true,
            pixel(&picture, Vec3::Y * 0.6).0,
            pixel(&picture, Vec3::Y * 0.6).1,
            bone(0),
        ),
        (
            true,
            pixel(&picture, Vec3::new(0.45, 3.8, 0.0)).0,
            pixel(&picture, Vec3::new(0.45, 3.8, 0.0)).1,
            mesh,
        ),
        (true, 3, 3, None),
        (true, 4000, 3, None),
    ] {
        picture.overlays = Overlays {
            bones,
            ..Overlays::default()
        };
        renderer.draw(&picture).expect("draws");
        // `crates/render/tests/deform/picking.rs` is about triangles.
        let hit = renderer
            .pick(x, y)
            .map(|hit| hit.map(|hit| Picked { triangle: None, ..hit }));
        assert_eq!(hit, Ok(wanted), "({x}, {y}), bones {bones}");
    }
    picture.models[0].hidden_meshes = Arc::new(vec![true]);
    picture.overlays = Overlays::default();
    renderer.draw(&picture).expect("draws");
    assert_eq!(renderer.pick(mid_x, mid_y), Ok(None), "hidden");
}

#[test]
fn legends_are_drawn_with_their_colours() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut picture = tube_picture();
    let color = [200, 40, 90];
    let mut count = |picture: &Picture| {
        renderer.draw(picture).expect("draws");
        let image = renderer.read_pixels().expect("reads");
        let texels = image.rgba.chunks_exact(4);
        texels.filter(|texel| texel[..3] == color).count()
    };
    assert_eq!(count(&picture), 0);
    let entry = |mark, words: &str| LegendEntry {
        mark,
        words: words.into(),
    };
    picture.legends = vec![Legend {
        across: Legend::WHOLE,
        title: "Colors",
        entries: vec![entry(Mark::Square(color), "a"), entry(Mark::None, "b")],
    }];
    assert_eq!(count(&picture), 81, "a square of nine pixels");
    picture.legends.clear();
    assert_eq!(count(&picture), 0);
}

#[test]
fn picking_leaves_the_picture_alone() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let picture = tube_picture();
    renderer.draw(&picture).expect("draws");
    let before = renderer.read_pixels().expect("reads");
    renderer.pick(128, 128).expect("picks");
    assert_eq!(renderer.read_pixels().expect("reads"), before);
    renderer.draw(&picture).expect("draws");
    assert_eq!(
        renderer.read_pixels().expect("reads"),
        before,
        "the same picture gives the same bytes"
    );
}

#[test]
fn any_size_of_model_looks_the_same() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut shot = |size: f32| {
        let model = Model {
            meshes: vec![shapes::sphere()],
            ..Model::default()
        };
        let placed = PlacedModel {
            stage_from_model: Affine3A::from_scale(Vec3::splat(size)),
            ..shapes::placed(model)
        };
        renderer
            .draw(&framed(empty_picture(), vec![placed], cube_bounds(size)))
            .expect("draws");
        renderer.read_pixels().expect("reads").rgba
    };
    let one = shot(1.0);
    for size in [0.01, 1e6] {
        let other = shot(size);
        let different = one.iter().zip(&other).filter(|(a, b)| a.abs_diff(**b) > 6).count();
        assert!(different < 200, "{different} bytes differ at size {size}");
    }
}

#[test]
fn a_picture_too_large_is_refused_with_a_sentence() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let picture = Picture {
        size: [1 << 20, 16],
        ..empty_picture()
    };
    let error = renderer.draw(&picture).expect_err("no adapter has such textures");
    assert!(
        matches!(
            error,
            RenderError::PictureTooLarge {
                width: 1_048_576,
                height: 16,
                ..
            }
        ),
        "{error}"
    );
    renderer.draw(&empty_picture()).expect("the renderer is still of use");
}

#[test]
fn a_lost_device_is_an_error_and_a_new_one_draws_again() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let picture = Picture {
        background: Background::Solid([10, 20, 30]),
        ..tube_picture()
    };
    renderer.draw(&picture).expect("draws");
    // A loss is told once the queue is empty.
    renderer.read_pixels().expect("reads");
    context.device.destroy();
    let error = renderer.draw(&picture).expect_err("the device is gone");
    assert!(error.is_device_lost(), "{error}");
    assert!(renderer.pick(1, 1).is_err());
    assert!(renderer.read_deformed(PlacedKey(1), MeshIndex::new(0)).is_err());
    let context = gpu::context().expect("it opened before");
    let mut renderer = Renderer::new(&context);
    renderer.draw(&picture).expect("draws again");
    assert_eq!(renderer.read_pixels().expect("reads").rgba[..4], [10, 20, 30, 255]);
}
