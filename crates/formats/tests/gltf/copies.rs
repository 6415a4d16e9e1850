//! EXT_mesh_gpu_instancing (docs/formats/gltf.md §4): one model at many places, which a node carries.

use crate::lowered;
use crate::writer::{Gltf, U8};
use castview_base::core::{BlendShapeIndex, BoneIndex, ModelIndex};
use castview_base::scene::{Copies, Scene};
use castview_picture::opened::{FileKey, OpenedFile, Placement};
use castview_session::{Action, Message, Placed, PlaybackAction, Seek, Selected, Session};
use glam::{Quat, Vec3};
use serde_json::{Value, json};

/// On node 1, whose parent is twice as large.
fn planted(attributes: Value) -> Gltf {
    let mut file = Gltf::new();
    let triangle = file.triangle();
    let delta = file.floats(&[[0.0, 0.0, 1.0]; 3]);
    let material = file.add("materials", json!({"name": "bark"}));
    file.add("materials", json!({"name": "leaf"}));
    let part =
        |material: usize| json!({"attributes": triangle, "material": material, "targets": [{"POSITION": delta}]});
    file.add("meshes", json!({"name": "stone", "primitives": [part(material)]}));
    let primitives = json!([part(1), part(material)]);
    file.add(
        "meshes",
        json!({"name": "tree", "primitives": primitives, "extras": {"targetNames": ["sway"]}}),
    );
    file.add("nodes", json!({"name": "land", "scale": [2, 2, 2], "children": [1, 2]}));
    file.add(
        "nodes",
        json!({"name": "wood", "mesh": 1, "translation": [0, 0, 3],
            "extensions": {"EXT_mesh_gpu_instancing": {"attributes": attributes}}}),
    );
    file.add("nodes", json!({"name": "stone", "mesh": 0}));
    file
}

fn copies(scene: &Scene) -> &Copies {
    scene.models[1].copies.as_deref().expect("a model at many places")
}

fn opened(scene: Scene) -> Session {
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: vec![OpenedFile::of(FileKey(1), "wood.glb", scene)],
        placement: Placement::Replace,
    });
    session.apply(Action::Playback(PlaybackAction::Pause));
    session
}

/// Where the copies have the origin of their mesh, in stage space.
fn origins(placed: &Placed) -> Vec<Vec3> {
    let places = placed.standing().places.iter();
    places
        .map(|place| (*place * placed.stage_from_model()).translation.into())
        .collect()
}

#[test]
fn a_mesh_at_many_places_is_a_model_of_its_own() {
    let mut file = planted(json!({}));
    let places = file.floats(&[[1.0, 0.0, 0.0], [0.0, 5.0, 0.0]]);
    let turns = file.accessor(&[0, 0, 0, 127, 0, 0, 127, 0], crate::writer::I8, "VEC4", 2, true);
    let sizes = file.floats(&[[2.0; 3], [-1.0; 3], [1.0; 3]]);
    let attributes = json!({"TRANSLATION": places, "ROTATION": turns, "SCALE": sizes});
    file.json["nodes"][1]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"] = attributes;
    let (scene, ids) = lowered(&file);
    assert_eq!(ids, ["G-instancing"], "three sizes for two places");
    let [main, tree] = &scene.models[..] else {
        panic!("{} models", scene.models.len());
    };
    let names = |model: &castview_base::scene::Model| {
        let meshes = model.meshes.iter();
        let material =
            |mesh: &castview_base::scene::Mesh| model.materials[mesh.material.expect("one").get()].name.clone();
        meshes
            .map(|mesh| (mesh.name.clone(), material(mesh)))
            .collect::<Vec<_>>()
    };
    assert_eq!(names(main), [("stone".into(), "bark".into())]);
    assert_eq!(
        names(tree),
        [("tree".into(), "leaf".into()), ("tree".into(), "bark".into())]
    );
    let shapes = |model: &castview_base::scene::Model| {
        let shapes = model.blend_shapes.iter();
        shapes
            .map(|shape| (shape.name.clone(), shape.mesh.get()))
            .collect::<Vec<_>>()
    };
    assert_eq!(shapes(main).len(), 1);
    assert_eq!(shapes(tree), [("sway".into(), 0), ("sway".into(), 1)]);
    let copies = copies(&scene);
    assert_eq!(
        (copies.leader, main.skeleton.name(copies.bone)),
        (ModelIndex::new(0), "wood")
    );
    let [first, second] = &copies.places[..] else {
        panic!("{} places", copies.places.len());
    };
    assert_eq!((first.translation, first.scale), (Vec3::X, Vec3::splat(2.0)));
    assert_eq!((second.translation, second.scale), (Vec3::Y * 5.0, Vec3::splat(-1.0)));
    assert!(
        second
            .rotation
            .angle_between(Quat::from_rotation_z(std::f32::consts::PI))
            < 1e-6
    );
    assert_eq!(
        origins(&opened(scene).stage().models()[1]),
        [Vec3::new(2.0, 0.0, 6.0), Vec3::new(0.0, 10.0, 6.0)]
    );
}

#[test]
fn copies_go_with_their_node_and_obey_its_clips() {
    let mut file = planted(json!({}));
    let places = file.floats(&[[1.0, 0.0, 0.0], [0.0, 5.0, 0.0]]);
    file.json["nodes"][1]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"] = json!({"TRANSLATION": places});
    file.json["extensionsUsed"] = json!([
        "EXT_mesh_gpu_instancing",
        "KHR_animation_pointer",
        "KHR_node_visibility"
    ]);
    file.json["nodes"][1]["extensions"]["KHR_node_visibility"] = json!({"visible": true});
    let input = file.scalars(&[0.0, 1.0]);
    let turned = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
    let turns = file.floats(&[Quat::IDENTITY.to_array(), turned.to_array()]);
    let weights = file.scalars(&[0.0, 0.5]);
    let shown = file.accessor(&[1, 0], U8, "SCALAR", 2, false);
    let sampler = |output: usize, how: &str| json!({"input": input, "output": output, "interpolation": how});
    let pointer = "/nodes/1/extensions/KHR_node_visibility/visible";
    file.add(
        "animations",
        json!({
            "samplers": [sampler(turns, "LINEAR"), sampler(weights, "LINEAR"), sampler(shown, "STEP")],
            "channels": [
                {"sampler": 0, "target": {"node": 1, "path": "rotation"}},
                {"sampler": 1, "target": {"node": 1, "path": "weights"}},
                {"sampler": 2, "target": {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": pointer}}}},
            ],
        }),
    );
    let (scene, ids) = lowered(&file);
    assert_eq!(ids, [""; 0]);
    let mut session = opened(scene);
    let matches = session.stage().matches().expect("a clip");
    assert_eq!(matches.matched, matches.total);
    let seen = |session: &Session| {
        let pose = &session.stage().models()[1].pose();
        (pose.shape_weights[BlendShapeIndex::new(1).get()], pose.mesh_visible[1])
    };
    assert_eq!(seen(&session), (0.0, true));
    let bounds = session.stage().models()[1].bounds();
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::End)));
    assert_eq!(seen(&session), (0.5, false));
    let found = origins(&session.stage().models()[1]);
    let wanted = [Vec3::new(0.0, 0.0, 4.0), Vec3::new(0.0, 10.0, 6.0)];
    let far = found.iter().zip(wanted).map(|(found, wanted)| found.distance(wanted));
    assert!(far.fold(0.0, f32::max) < 1e-5, "{found:?}");
    assert_ne!(session.stage().models()[1].bounds(), bounds);
    let leader = session.stage().models()[0].key;
    assert_eq!(
        session.stage().models()[1].carried_by(),
        Some(Selected::Bone(leader, copies_bone(&session)))
    );
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Start)));
    assert_eq!(
        origins(&session.stage().models()[1]),
        [Vec3::new(2.0, 0.0, 6.0), Vec3::new(0.0, 10.0, 6.0)]
    );
    // A click on a copy means its mesh: it is no reference to a file.
    assert_eq!(session.stage().instance_at(session.stage().models()[1].key, 1), None);
    assert!(!session.stage().models()[1].is_referenced());
}

fn copies_bone(session: &Session) -> BoneIndex {
    copies(&session.stage().models()[1].scene).bone
}

#[test]
fn what_instances_cannot_be_is_said() {
    let mut skinned = planted(json!({}));
    let places = skinned.floats(&[[1.0, 0.0, 0.0]; 3]);
    skinned.json["nodes"][1]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"] = json!({"TRANSLATION": places});
    skinned.json["skins"] = json!([{"joints": [0]}]);
    skinned.json["nodes"][1]["skin"] = json!(0);
    let nothing = planted(json!({}));
    for file in [skinned, nothing] {
        let (scene, ids) = lowered(&file);
        assert!(ids.contains(&"G-instancing"), "{ids:?}");
        assert_eq!((scene.models.len(), scene.models[0].meshes.len()), (1, 3), "drawn once");
    }
}
