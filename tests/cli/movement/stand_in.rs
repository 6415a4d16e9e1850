//! A clip alone that brings no skeleton.

use castview::formats::cast::{NodeDraft, NodeKind};
use castview_testkit::program::Folder;
use serde_json::json;

/// The hip walks to 5; the knee stands below it, the sword beside.
fn folder() -> Folder {
    let curve = |bone: &str, property: &str, way: [f32; 2]| {
        NodeDraft::new(NodeKind::Curve)
            .string("nn", bone)
            .string("kp", property)
            .string("m", "absolute")
            .uints("kb", &[0, 10])
            .floats("kv", &way)
    };
    let clip = NodeDraft::new(NodeKind::Animation)
        .string("n", "walk")
        .floats("fr", &[30.0])
        .children([
            curve("root|hip|knee", "ty", [-2.0, -2.0]),
            curve("root|hip", "tx", [0.0, 5.0]),
            curve("root|hip", "ty", [4.0, 4.0]),
            curve("sword", "tz", [7.0, 7.0]),
        ]);
    let folder = Folder::new();
    folder.cast("walk.cast", [clip]);
    folder
}

#[test]
fn a_bone_stands_for_each_target() {
    let folder = folder();
    let ran = folder.run("pose walk.cast --frame 10").fine();
    let pose = &ran.json()[0]["frames"][0]["models"][0];
    assert_eq!(pose["name"], "walk");
    let bones = pose["bones"].as_array().expect("a list");
    let told: Vec<_> = bones
        .iter()
        .map(|bone| {
            let world = bone["world"].as_array().expect("a matrix");
            (bone["name"].clone(), bone["parent"].clone(), json!(world[12..15]))
        })
        .collect();
    assert_eq!(
        told,
        [
            (json!("root|hip|knee"), json!(1), json!([5.0, 2.0, 0.0])),
            (json!("root|hip"), json!(-1), json!([5.0, 4.0, 0.0])),
            (json!("sword"), json!(-1), json!([0.0, 0.0, 7.0])),
        ]
    );
    let info = folder.run("info walk.cast").text();
    let line = "no skeleton of its own: 3 stand-in bones, 1 of them under a parent guessed by name";
    assert!(info.contains(line), "{info}");
    let info = &folder.run("info walk.cast --json").json()[0];
    assert_eq!(
        info["clips"][0]["stand_in"],
        json!({"bones": 3, "parents_by_name": 1}),
        "{info}"
    );
}

#[test]
fn a_picture_shows_the_bones() {
    let folder = folder();
    // Nothing to see would be an error.
    let ran = folder.run("render walk.cast -o walk.png --size 64x64 --frame 5");
    assert!(ran.code == 0 && ran.stderr.contains("stand in"), "{}", ran.stderr);
}
