//! One model drawn many times is the same picture as many models, and a click knows which of them it hit.

use castview_base::core::{Bounds, MaterialIndex, MeshIndex};
use castview_base::scene::{Mesh, Model, Skinning};
use castview_formats::Request;
use castview_motion::animation::Pose;
use castview_picture::opened::{FileKey, OpenedFile, Placement};
use castview_picture::{Overlays, Picture, PlacedKey, PlacedModel, Places, Selection, Shading};
use castview_render::{PickedPart, Renderer};
use castview_session::{Message, Session};
use castview_testkit::gltf;
use castview_testkit::gpu::{self, Stage, empty_picture};
use castview_testkit::shapes::{self, framed, place, placed, scene};
use glam::{Affine3A, Quat, Vec2, Vec3};
use serde_json::json;

/// Apart from one another: moved, turned and stretched, mirrored, small.
fn stands() -> Vec<Affine3A> {
    vec![
        Affine3A::from_translation(Vec3::new(-3.0, 0.0, 0.0)),
        Affine3A::from_scale_rotation_translation(
            Vec3::new(0.6, 1.0, 0.8),
            Quat::from_rotation_y(0.9),
            Vec3::new(0.5, -0.8, -1.0),
        ),
        Affine3A::from_scale_rotation_translation(
            Vec3::new(-1.0, 1.0, 1.0),
            Quat::from_rotation_z(0.3),
            Vec3::new(3.0, 0.0, 0.5),
        ),
        Affine3A::from_scale_rotation_translation(Vec3::splat(0.3), Quat::IDENTITY, Vec3::new(0.3, 2.5, 1.0)),
    ]
}

fn around() -> Bounds {
    Bounds {
        min: Vec3::new(-4.0, -2.0, -2.0),
        max: Vec3::new(4.0, 4.0, 2.0),
    }
}

fn instanced(model: PlacedModel) -> Picture {
    let model = PlacedModel {
        places: Places::of(stands()).expect("places"),
        ..model
    };
    framed(empty_picture(), vec![model], around())
}

/// The same, each placement a model of its own.
fn separate(model: &PlacedModel) -> Picture {
    let models = (1..).zip(stands()).map(|(key, stage_from_instance)| PlacedModel {
        key: PlacedKey(key),
        stage_from_model: stage_from_instance * model.stage_from_model,
        ..model.clone()
    });
    framed(empty_picture(), models.collect(), around())
}

fn textured_ball() -> PlacedModel {
    placed(Model {
        meshes: vec![Mesh {
            material: Some(MaterialIndex::new(0)),
            ..shapes::sphere()
        }],
        materials: vec![shapes::texture_material()],
        ..Model::default()
    })
}

fn bent_tube(skinning: Skinning) -> PlacedModel {
    let model = shapes::tube(skinning);
    let pose: Pose = shapes::posed(&model, |bone, local| {
        if bone > 0 {
            local.rotation = Quat::from_rotation_z(-0.6) * Quat::from_rotation_y(0.8);
        }
    });
    PlacedModel {
        // A model's own placement lies below that of the instance.
        stage_from_model: Affine3A::from_scale_rotation_translation(
            Vec3::splat(0.5),
            Quat::from_rotation_x(0.2),
            Vec3::new(0.0, -1.0, 0.0),
        ),
        ..place(&scene(model, 0), pose)
    }
}

fn cloud() -> PlacedModel {
    let points: Vec<[f32; 3]> = shapes::sphere().positions.to_vec();
    placed(Model {
        meshes: vec![shapes::mesh(points, Vec::new())],
        ..Model::default()
    })
}

fn hairy() -> PlacedModel {
    placed(Model {
        hairs: vec![shapes::hair()],
        ..Model::default()
    })
}

#[test]
fn instances_are_the_same_picture_as_models_on_their_own() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let wire = Overlays {
        wireframe: true,
        ..Overlays::default()
    };
    let bones = Overlays {
        bones: true,
        ..Overlays::default()
    };
    let plain = Overlays::default();
    let outlined = |model: PlacedModel| PlacedModel {
        selection: Some(Selection::Mesh(MeshIndex::new(0))),
        ..model
    };
    for (name, model, shading, overlays, samples) in [
        ("texture", textured_ball(), Shading::Textured, plain, 1),
        ("linear", bent_tube(Skinning::Linear), Shading::Untextured, plain, 1),
        (
            "dual quaternion",
            bent_tube(Skinning::DualQuaternion),
            Shading::Textured,
            plain,
            4,
        ),
        ("wire", bent_tube(Skinning::Linear), Shading::Wireframe, plain, 1),
        ("wire over", textured_ball(), Shading::Textured, wire, 1),
        ("points", cloud(), Shading::Textured, plain, 1),
        ("hair", hairy(), Shading::Textured, plain, 1),
        ("bones", bent_tube(Skinning::Linear), Shading::Textured, bones, 1),
        ("outline", outlined(textured_ball()), Shading::Textured, plain, 1),
    ] {
        let mut draw = |picture: Picture| {
            let drawn = renderer.draw(&Picture {
                shading,
                overlays,
                samples,
                ..picture
            });
            assert_eq!(drawn.expect("draws").problems, [], "{name}");
            renderer.read_pixels().expect("reads back")
        };
        let (together, alone) = (draw(instanced(model.clone())), draw(separate(&model)));
        let empty = draw(framed(empty_picture(), Vec::new(), around()));
        let differing = |a: &castview_images::Image, b: &castview_images::Image| {
            let pixels = a.rgba.chunks(4).zip(b.rgba.chunks(4));
            pixels.filter(|(a, b)| a != b).count()
        };
        assert!(differing(&alone, &empty) > 400, "{name}: something is there");
        assert_eq!(differing(&together, &alone), 0, "{name}");
    }
}

#[test]
fn one_deformation_serves_all_instances_and_what_stands_still_is_not_written_again() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut picture = instanced(bent_tube(Skinning::Linear));
    renderer.draw(&picture).expect("draws");
    let counts = renderer.counts();
    assert_eq!((counts.deformed_chunks, counts.uploads), (1, 1));
    let first = renderer.read_pixels().expect("reads back");
    renderer.draw(&picture).expect("draws");
    assert_eq!(renderer.counts().deformed_chunks, 1);
    assert_eq!(renderer.read_pixels().expect("reads back"), first);
    // Fewer, more, and the first again: the buffer follows.
    let keep = picture.models[0].places.clone();
    for stands in [stands()[..1].to_vec(), stands().repeat(40)] {
        let wanted = separate_of(&picture.models[0], &stands);
        picture.models[0].places = Places::of(stands).expect("places");
        renderer.draw(&picture).expect("draws");
        let got = renderer.read_pixels().expect("reads back");
        renderer.draw(&wanted).expect("draws");
        assert_eq!(got, renderer.read_pixels().expect("reads back"));
    }
    picture.models[0].places = keep;
    renderer.draw(&picture).expect("draws");
    assert_eq!(renderer.read_pixels().expect("reads back"), first);
    // A turned stage turns them all.
    picture.world_from_stage = Affine3A::from_rotation_y(0.4);
    renderer.draw(&picture).expect("draws");
    let turned = renderer.read_pixels().expect("reads back");
    let mut alone = separate(&bent_tube(Skinning::Linear));
    alone.world_from_stage = picture.world_from_stage;
    renderer.draw(&alone).expect("draws");
    // Three matrices multiplied in another order are rounded otherwise: an edge may take another pixel.
    let alone = renderer.read_pixels().expect("reads back");
    let pixels = turned.rgba.chunks(4).zip(alone.rgba.chunks(4));
    let differing = pixels.filter(|(a, b)| a != b).count();
    assert!(differing <= 8, "{differing} pixels differ");
}

fn separate_of(model: &PlacedModel, stands: &[Affine3A]) -> Picture {
    let models = (10..).zip(stands).map(|(key, stand)| PlacedModel {
        key: PlacedKey(key),
        places: Places::ONCE,
        stage_from_model: *stand * model.stage_from_model,
        ..model.clone()
    });
    framed(empty_picture(), models.collect(), around())
}

#[test]
fn a_click_knows_which_instance_it_hit() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let bones = Overlays {
        bones: true,
        ..Overlays::default()
    };
    for (name, model, overlays) in [
        ("mesh", textured_ball(), Overlays::default()),
        ("bone", bent_tube(Skinning::Linear), bones),
    ] {
        let picture = Picture {
            overlays,
            ..instanced(model)
        };
        renderer.draw(&picture).expect("draws");
        for (placement, stand) in (0..).zip(stands()) {
            // The middle of the ball, the foot of the tube.
            let at = pixel(
                &picture,
                (stand * picture.models[0].stage_from_model).transform_point3(Vec3::ZERO),
            );
            let hit = renderer.pick(at.0, at.1).expect("picks").expect("something is there");
            assert_eq!((hit.key, hit.placement), (PlacedKey(1), placement), "{name}");
            assert_eq!(matches!(hit.what, PickedPart::Bone(_)), name == "bone");
        }
        assert_eq!(renderer.pick(1, 1).expect("picks"), None);
    }
    // Points are hit near their dots.
    let picture = instanced(cloud());
    renderer.draw(&picture).expect("draws");
    for (placement, stand) in (0..).zip(stands()) {
        let (x, y) = pixel(&picture, stand.transform_point3(Vec3::Y));
        let hit = renderer.pick(x, y).expect("picks").expect("the pole of the sphere");
        assert_eq!(hit.placement, placement);
    }
}

/// The pixel that shows a point of the world.
fn pixel(picture: &Picture, world: Vec3) -> (u32, u32) {
    let ndc = picture.camera.clip_from_world(picture.aspect()).project_point3(world);
    let [width, height] = picture.size.map(|size| size as f32);
    let at = Vec2::new((ndc.x + 1.0) * 0.5 * width, (1.0 - ndc.y) * 0.5 * height);
    (at.x as u32, at.y as u32)
}

/// Picture that a window shows of a file whose node has meshes at these places: as its copies, or as nodes below it.
fn planted(places: &[Vec3], has_copies: bool) -> Picture {
    let mut file = gltf::Gltf::new();
    let triangle = file.triangle();
    file.add("materials", json!({"doubleSided": true}));
    file.add(
        "meshes",
        json!({"primitives": [{"attributes": triangle, "material": 0}]}),
    );
    let mut node = json!({"rotation": [0.0, 0.6, 0.0, 0.8], "scale": [1.0, 2.0, 0.5], "translation": [0.0, 1.0, 0.0]});
    if has_copies {
        let places: Vec<[f32; 3]> = places.iter().map(|place| place.to_array()).collect();
        let places = file.floats(&places);
        node["mesh"] = json!(0);
        node["extensions"] = json!({"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": places}}});
    } else {
        node["children"] = (1..=places.len()).collect();
    }
    file.add("nodes", node);
    if !has_copies {
        for place in places {
            file.add("nodes", json!({"mesh": 0, "translation": place.to_array()}));
        }
    }
    let import = castview_formats::import(file.glb().into(), &Request::alone("planted")).expect("it opens");
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: vec![OpenedFile::of(FileKey(1), "planted.glb", import.scene)],
        placement: Placement::Replace,
    });
    let mut picture = session.picture([320, 240], 1);
    picture.overlays = Overlays::default();
    picture
}

#[test]
fn copies_of_a_file_are_the_same_picture_as_nodes() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let places = [Vec3::ZERO, Vec3::new(2.0, 0.0, 0.3), Vec3::new(-1.5, 1.0, -2.0)];
    let [copies, nodes] = [true, false].map(|has_copies| {
        renderer.draw(&planted(&places, has_copies)).expect("draws");
        renderer.read_pixels().expect("pixels")
    });
    let differs = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 1);
    let pixels = copies.rgba.chunks(4).zip(nodes.rgba.chunks(4));
    // Two orders of the same matrices: an edge may fall on the other side of a pixel's middle.
    assert!(pixels.filter(differs).count() <= 8);
    let background = &copies.rgba[..4];
    let drawn = copies
        .rgba
        .chunks(4)
        .filter(|pixel| pixel[0].abs_diff(background[0]) > 16);
    assert!(drawn.count() > 1000, "three triangles");
}

#[test]
fn golden_instances() {
    let Some(mut stage) = Stage::new() else { return };
    let mut picture = instanced(textured_ball());
    picture.samples = 4;
    picture.models[0].selection = Some(Selection::Instances { first: 1, count: 2 });
    stage.check("instances_two_selected", &picture).expect("as before");
}
