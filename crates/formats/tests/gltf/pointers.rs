//! KHR_animation_pointer: numbers of materials, cameras and lights that clips drive.

use crate::writer::Gltf;
use crate::{lowered, pose_at};
use castview_base::core::{FixtureIndex, MaterialIndex};
use castview_base::scene::{
    FixtureKind, Lens, LightShape, Lookup, LookupPart, Model, Parameter, Property, Scene, Surface,
};
use serde_json::json;

/// Two materials of one name, a camera and a lamp; nothing moves.
fn still() -> Gltf {
    let mut file = Gltf::new();
    let mut attributes = file.triangle();
    attributes["TEXCOORD_0"] = json!(file.floats(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]));
    let mesh = file.mesh(attributes);
    file.json["meshes"][mesh]["primitives"][0]["material"] = json!(1);
    file.add("images", json!({"uri": "a.png"}));
    file.add("textures", json!({"source": 0}));
    for _ in 0..2 {
        let transform = json!({"KHR_texture_transform": {"offset": [0.0, 0.0]}});
        let texture = json!({"index": 0, "extensions": transform});
        file.add(
            "materials",
            json!({
                "name": "paint",
                "alphaMode": "MASK",
                "emissiveFactor": [0.5, 0.25, 0.0],
                "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 4.0}},
                "pbrMetallicRoughness": {"baseColorFactor": [1, 1, 1, 1], "baseColorTexture": texture},
            }),
        );
    }
    file.add(
        "cameras",
        json!({"type": "perspective", "perspective": {"yfov": 0.8, "znear": 0.1}}),
    );
    let lamp = json!({"name": "lamp", "type": "spot", "intensity": 20, "spot": {"outerConeAngle": 0.7}});
    file.json["extensions"] = json!({"KHR_lights_punctual": {"lights": [lamp]}});
    let light = json!({"KHR_lights_punctual": {"light": 0}});
    file.add(
        "nodes",
        json!({"name": "body", "mesh": mesh, "camera": 0, "extensions": light}),
    );
    file
}

/// One animation from 0 to 1 s, a channel for each (pointer, values of the two keys).
fn driving(channels: &[(&str, Vec<f32>)]) -> Gltf {
    let mut file = still();
    let input = file.scalars(&[0.0, 1.0]);
    let (mut samplers, mut targets) = (Vec::new(), Vec::new());
    for (sampler, (pointer, values)) in channels.iter().enumerate() {
        let output = match values.len() / 2 {
            1 => file.scalars(values),
            2 => file.floats(&rows::<2>(values)),
            3 => file.floats(&rows::<3>(values)),
            _ => file.floats(&rows::<4>(values)),
        };
        samplers.push(json!({"input": input, "output": output}));
        targets.push(json!({"sampler": sampler, "target": {"path": "pointer",
            "extensions": {"KHR_animation_pointer": {"pointer": pointer}}}}));
    }
    file.add("animations", json!({"samplers": samplers, "channels": targets}));
    file
}

fn rows<const N: usize>(values: &[f32]) -> Vec<[f32; N]> {
    values.as_chunks::<N>().0.to_vec()
}

/// The second material's surface half a second in, and how its colour is looked up.
fn halfway(scene: &Scene) -> (Surface, Lookup) {
    let model: &Model = &scene.models[0];
    let material = pose_at(scene, 0, 0.5)
        .material(model, MaterialIndex::new(1))
        .into_owned();
    (material.surface, material.slots[0].lookup)
}

#[test]
fn materials_are_driven_by_their_position_whatever_they_are_called() {
    let at = |rest: &str| format!("/materials/1/{rest}");
    let transform = "pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform";
    let channels: Vec<(String, Vec<f32>)> = vec![
        (
            at("pbrMetallicRoughness/baseColorFactor"),
            vec![1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.5],
        ),
        (at("pbrMetallicRoughness/metallicFactor"), vec![0.0, 0.5]),
        (at("pbrMetallicRoughness/roughnessFactor"), vec![1.0, 0.0]),
        (at("emissiveFactor"), vec![0.0, 0.0, 0.0, 1.0, 0.5, 0.0]),
        (at("alphaCutoff"), vec![0.25, 0.75]),
        (at(&format!("{transform}/offset")), vec![0.0, 0.0, 1.0, -1.0]),
        (at(&format!("{transform}/rotation")), vec![0.0, 2.0]),
    ];
    let channels: Vec<(&str, Vec<f32>)> = channels.iter().map(|(p, v)| (p.as_str(), v.clone())).collect();
    let (scene, ids) = lowered(&driving(&channels));
    assert!(ids.is_empty(), "{ids:?}");
    let model = &scene.models[0];
    assert_eq!(
        [&model.materials[0].name, &model.materials[1].name],
        ["paint", "paint (material 1)"]
    );
    let (surface, lookup) = halfway(&scene);
    assert_eq!(surface.base_color.to_array(), [0.5, 0.5, 0.0, 0.75]);
    assert_eq!((surface.metallic, surface.roughness), (0.25, 0.5));
    // Strength 4 at rest.
    assert_eq!(surface.emissive.to_array(), [2.0, 1.0, 0.0]);
    assert_eq!(surface.alpha, castview_base::scene::Alpha::Mask(0.5));
    assert_eq!((lookup.offset.to_array(), lookup.rotation_rad), ([0.5, -0.5], 1.0));
    // The other one of that name stays as it is.
    let pose = pose_at(&scene, 0, 0.5);
    assert_eq!(
        pose.material(model, MaterialIndex::new(0)).surface,
        model.materials[0].surface
    );
    let is_offset = |track: &&castview_base::scene::Track| {
        matches!(
            track.property,
            Property::Parameter(Parameter::Lookup("baseColor", LookupPart::Offset(_)))
        )
    };
    assert_eq!(scene.clips[0].tracks.iter().filter(is_offset).count(), 2);
}

#[test]
fn the_strength_of_light_of_its_own_drives_the_colour() {
    let strength = "/materials/1/extensions/KHR_materials_emissive_strength/emissiveStrength";
    let (scene, ids) = lowered(&driving(&[(strength, vec![0.0, 8.0])]));
    assert!(ids.is_empty());
    assert_eq!(halfway(&scene).0.emissive.to_array(), [2.0, 1.0, 0.0]);
    let both = [
        (strength, vec![0.0, 8.0]),
        ("/materials/1/emissiveFactor", vec![1.0; 6]),
    ];
    let (scene, ids) = lowered(&driving(&both));
    assert_eq!(ids, ["G-pointer"]);
    assert_eq!(halfway(&scene).0.emissive.to_array(), [4.0; 3]);
}

#[test]
fn cameras_and_lights_are_driven() {
    let light = |rest: &str| format!("/extensions/KHR_lights_punctual/lights/0/{rest}");
    let (color, cone) = (light("color"), light("spot/outerConeAngle"));
    let (scene, ids) = lowered(&driving(&[
        ("/cameras/0/perspective/yfov", vec![0.5, 1.5]),
        (&color, vec![1.0, 1.0, 1.0, 0.0, 0.5, 1.0]),
        (&cone, vec![0.5, 9.0]),
        ("/cameras/0/perspective/zfar", vec![1.0, 2.0]),
    ]));
    assert!(ids.is_empty());
    let (model, pose) = (&scene.models[0], pose_at(&scene, 0, 1.0));
    let FixtureKind::Camera(camera) = pose.fixture(model, FixtureIndex::new(0)) else {
        panic!("a camera")
    };
    assert_eq!(
        (camera.lens, camera.far),
        (Lens::Perspective { fov_y: 1.5 }, None),
        "it has no end"
    );
    let FixtureKind::Light(lamp) = pose.fixture(model, FixtureIndex::new(1)) else {
        panic!("a light")
    };
    assert_eq!(lamp.color.to_array(), [0.0, 0.5, 1.0]);
    let outer = std::f32::consts::FRAC_PI_2;
    assert_eq!(
        lamp.shape,
        LightShape::Spot { inner: 0.0, outer },
        "held to half a circle"
    );
    assert_eq!(pose_at(&scene, 0, 0.0).settings.len(), 5);
}

#[test]
fn pointers_that_lead_nowhere_are_reported() {
    for (pointer, wanted) in [
        ("/materials/9/alphaCutoff", "G10"),
        ("/cameras/1/perspective/yfov", "G10"),
        ("/materials/1/doubleSided", "G-pointer"),
        ("/meshes/0/weights", "G-pointer"),
    ] {
        let (scene, ids) = lowered(&driving(&[(pointer, vec![0.0, 1.0])]));
        assert_eq!(ids, [wanted], "{pointer}");
        assert!(scene.clips[0].tracks.is_empty(), "{pointer}");
    }
    let twice = [
        ("/materials/1/alphaCutoff", vec![0.0, 0.0]),
        ("/materials/1/alphaCutoff", vec![1.0, 1.0]),
    ];
    let (scene, ids) = lowered(&driving(&twice));
    assert_eq!(ids, ["G23"]);
    assert_eq!(halfway(&scene).0.alpha, castview_base::scene::Alpha::Mask(1.0));
}

/// A light layer goes its share of the way; a clip without such tracks sets nothing.
#[test]
fn layers_mix_numbers_from_what_the_file_says() {
    use castview_motion::animation::{Layer, Motion, Pose, bind, evaluate};
    let (scene, _) = lowered(&driving(&[(
        "/materials/1/pbrMetallicRoughness/metallicFactor",
        vec![0.0, 0.0],
    )]));
    let (model, clip) = (&scene.models[0], &scene.clips[0]);
    let binding = bind(clip, model);
    let mut pose = Pose::default();
    for (weight, wanted) in [(1.0, 0.0), (0.25, 0.75)] {
        let layers = [Layer {
            weight,
            ..Layer::new(clip, &binding, 0.0)
        }];
        evaluate(
            model,
            Motion {
                layers: &layers,
                rig: None,
                ..Motion::default()
            },
            &mut pose,
        );
        assert_eq!(pose.material(model, MaterialIndex::new(1)).surface.metallic, wanted);
    }
    evaluate(model, Motion::default(), &mut pose);
    assert!(pose.settings.is_empty());
}
