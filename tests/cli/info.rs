//! The output of `info`.

use crate::assets::shared_assets;
use crate::folder;
use crate::gltf;
use castview::formats::cast::{NodeDraft, NodeKind};
use castview_testkit::program::Folder;
use glam::{Mat4, Vec3};
use serde_json::{Value, json};

/// A shape that is there at rest moves the box.
#[test]
fn info_measures_models_at_rest() {
    let folder = folder();
    let mut file = gltf::Gltf::new();
    let attributes = file.triangle();
    let far = file.floats(&[[10.0, 0.0, 0.0]; 3]);
    let primitive = json!({"attributes": attributes, "targets": [{"POSITION": far}]});
    let mesh = file.add("meshes", json!({"primitives": [primitive], "weights": [0.5]}));
    file.add("nodes", json!({"mesh": mesh}));
    folder.put("far.glb", &file.glb());
    let [info] = <[Value; 1]>::try_from(folder.run("info far.glb --json").fine().json()).expect("one line");
    assert_eq!(
        info["models"][0]["bounds"],
        json!({"min": [5.0, 0.0, 0.0], "max": [6.0, 1.0, 0.0]})
    );
}

/// The box of a mesh on several bones is where the bones take it: a mesh in centimeters, a mirrored bone, a bone that turned since
/// the mesh was attached.
#[test]
fn info_measures_what_the_bones_make_of_a_mesh() {
    let centimeters = Mat4::from_scale(Vec3::splat(100.0));
    let mirrored = Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    let turned = Mat4::from_rotation_z(std::f32::consts::FRAC_PI_2);
    for (name, node, bone_from_mesh, wanted) in [
        (
            "centimeters",
            Mat4::from_scale(Vec3::splat(0.01)),
            Mat4::IDENTITY,
            [[0.0, 0.0, 0.0], [0.4, 1.6, 0.0]],
        ),
        (
            "bound in meters",
            Mat4::IDENTITY,
            centimeters.inverse(),
            [[0.0, 0.0, 0.0], [0.4, 1.6, 0.0]],
        ),
        (
            "mirrored",
            mirrored,
            Mat4::IDENTITY,
            [[-40.0, 0.0, 0.0], [0.0, 160.0, 0.0]],
        ),
        ("turned", turned, Mat4::IDENTITY, [[-160.0, 0.0, 0.0], [0.0, 40.0, 0.0]]),
    ] {
        let mut file = gltf::Gltf::new();
        let positions = file.floats(&[[0.0, 0.0, 0.0], [40.0, 0.0, 0.0], [0.0, 160.0, 0.0]]);
        let joints = file.joints(&[[0, 1, 0, 0]; 3]);
        let weights = file.floats(&[[0.5f32, 0.5, 0.0, 0.0]; 3]);
        let matrices = bone_from_mesh.to_cols_array().map(f32::to_le_bytes).concat().repeat(2);
        let matrices = file.accessor(&matrices, gltf::F32, "MAT4", 2, false);
        let attributes = json!({"POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights});
        let mesh = file.mesh(attributes);
        file.add("nodes", json!({"children": [1], "matrix": node.to_cols_array()}));
        file.add("nodes", json!({}));
        file.add("nodes", json!({"mesh": mesh, "skin": 0}));
        file.add("skins", json!({"joints": [0, 1], "inverseBindMatrices": matrices}));
        file.json["scenes"] = json!([{"nodes": [0, 2]}]);
        let folder = folder();
        folder.put("rig.glb", &file.glb());
        let info = &folder.run("info rig.glb --json").fine().json()[0]["models"][0]["bounds"];
        let corner = |which: &str| -> Vec<f64> {
            let numbers = info[which].as_array().expect("a corner");
            numbers
                .iter()
                .map(|number| number.as_f64().expect("a number"))
                .collect()
        };
        for (which, wanted) in [("min", wanted[0]), ("max", wanted[1])] {
            let corner = corner(which);
            let off = corner.iter().zip(wanted).map(|(is, wanted)| (is - wanted).abs());
            assert!(off.fold(0.0, f64::max) < 1e-4, "{name} {which}: {info}");
        }
    }
}

/// The box that is printed is around the vertices that `pose` prints, in any real rig.
#[test]
fn info_and_pose_agree_about_the_rest_pose() {
    let Some(assets) = shared_assets() else { return };
    for name in [
        "reports/49-armature-scale-001.glb",
        "reports/01-mesh-two-skins-same-joint-names.glb",
        "gltf/RiggedSimple.glb",
        "models/Mage.cast",
        "models/RiggedSimple.cast",
    ] {
        let path = assets.join(name);
        let path = path.to_str().expect("a plain path");
        let folder = folder();
        let info = folder.run_with(["info", "--json", path], b"").fine().json().remove(0);
        let words = ["pose", "--clip", "rest", "--time", "0", "--vertices=1", path];
        let pose = folder.run_with(words, b"").fine().json().remove(0);
        let models = pose["frames"][0]["models"].as_array().expect("models");
        for (model, posed) in info["models"].as_array().expect("models").iter().zip(models) {
            let meshes = posed["meshes"].as_array().expect("meshes").iter();
            let points = meshes.flat_map(|mesh| mesh["positions"].as_array().expect("positions"));
            let mut around = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
            for point in points {
                for axis in 0..3 {
                    let at = point[axis].as_f64().expect("a number");
                    around[0][axis] = around[0][axis].min(at);
                    around[1][axis] = around[1][axis].max(at);
                }
            }
            let size = (0..3).map(|axis| around[1][axis] - around[0][axis]).fold(0.0, f64::max);
            for (which, wanted) in [("min", around[0]), ("max", around[1])] {
                for axis in 0..3 {
                    let is = model["bounds"][which][axis].as_f64().expect("a number");
                    assert!(
                        (is - wanted[axis]).abs() <= 1e-5 * size,
                        "{name}: {} is not {around:?}",
                        model["bounds"]
                    );
                }
            }
        }
    }
}

#[test]
fn info_lists_what_is_inside() {
    let folder = folder();
    let [flag, wave] =
        <[Value; 2]>::try_from(folder.run("info flag.cast wave.cast --json").fine().json()).expect("two lines");
    assert_eq!(
        (&flag["path"], &wave["path"]),
        (&json!("flag.cast"), &json!("wave.cast"))
    );
    assert_eq!(
        flag["metadata"],
        json!({"author": null, "software": null, "up": "y", "scene_root": null})
    );
    let model = &flag["models"][0];
    assert_eq!(
        (&model["name"], &model["vertices"], &model["triangles"]),
        (&json!("flag"), &json!(4), &json!(2))
    );
    assert_eq!(
        model["bounds"],
        json!({"min": [10.0, 0.0, 0.0], "max": [12.0, 2.0, 0.0]})
    );
    assert_eq!(model["placement"]["translation"], json!([10.0, 0.0, 0.0]));
    assert_eq!(
        model["bones"],
        json!([{"name": "hip", "parent": -1}, {"name": "tip", "parent": 0}])
    );
    let mesh = &model["meshes"][0];
    assert_eq!(
        (&mesh["skinning"], &mesh["material"], &mesh["uv_layers"]),
        (&json!("linear"), &json!("skin"), &json!(1))
    );
    assert_eq!(
        model["blend_shapes"],
        json!([{"name": "puff", "mesh": "quad", "vertices": 1, "max_weight": 1.0}])
    );
    let slots = &model["materials"][0]["slots"];
    assert_eq!(
        (&slots[0]["slot"], &slots[0]["source"], &slots[0]["path"]),
        (&json!("albedo"), &json!("texture"), &json!("tex\\skin.png"))
    );
    assert!(
        slots[0]["found"]
            .as_str()
            .is_some_and(|found| found.ends_with("skin.png"))
    );
    assert_eq!(slots[1]["found"], Value::Null);

    let clip = &wave["clips"][0];
    assert_eq!(
        (&clip["name"], &clip["frames_per_second"], &clip["range"]),
        (&json!("wave"), &json!(20.0), &json!([0.0, 10.0]))
    );
    assert_eq!(
        (&clip["duration_secs"], &clip["looping"], &clip["keys"]),
        (&json!(0.5), &json!(false), &json!(4))
    );
    assert_eq!(
        clip["curves_by_property"],
        json!({"bs": {"absolute": 1}, "ty": {"relative": 1}})
    );
    assert_eq!(clip["notifications"], json!([{"name": "step", "frames": [5.0]}]));
    assert_eq!(wave["clips"][1]["looping"], true);

    let text = folder.run("info flag.cast wave.cast").fine().text();
    for wanted in [
        "model flag: 2 meshes, 4 vertices",
        "bone tip under hip",
        "gone.png is MISSING",
        "clip wave: frames 0 to 10",
    ] {
        assert!(text.contains(wanted), "{wanted} in {text}");
    }
}

/// Rounding remainders near 0 are printed as 0 for people, and as they are in JSON.
#[test]
fn numbers_below_a_millionth_of_the_size_are_0_for_people() {
    let folder = Folder::new();
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .vec3s("vp", &[[-3.0e-8, 0.0, 0.0], [1.0, 2.0, 1.0e-7], [0.0, 1.0, 0.0]])
        .uints("f", &[0, 1, 2]);
    folder.cast("thin.cast", [NodeDraft::new(NodeKind::Model).child(mesh)]);
    let text = folder.run("info thin.cast").fine().text();
    assert!(text.contains("from [0.0, 0.0, 0.0] to [1.0, 2.0, 0.0]"), "{text}");
    let bounds = folder.run("info thin.cast --json").json()[0]["models"][0]["bounds"].clone();
    assert_eq!(bounds["max"][2].as_f64().map(|z| z as f32), Some(1.0e-7));
    // In a model that is small altogether, small numbers are no noise.
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .vec3s("vp", &[[0.0; 3], [4.0e-7, 0.0, 0.0], [0.0, 4.0e-7, 0.0]])
        .uints("f", &[0, 1, 2]);
    folder.cast("tiny.cast", [NodeDraft::new(NodeKind::Model).child(mesh)]);
    let text = folder.run("info tiny.cast").fine().text();
    assert!(text.contains("to [4e-7, 4e-7, 0.0]"), "{text}");
}
