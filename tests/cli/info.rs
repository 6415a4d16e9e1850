//! What `info` says.

use crate::folder;
use crate::gltf;
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
