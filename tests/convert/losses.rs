//! What another format says by leaving it out, or cannot say at all: made up for, or reported.

use super::{Converted, Scene, Target, gltf, read, write};
use serde_json::{Value, json};

/// Converts the bytes of a file called `name`, and reads what came of it.
fn converted(name: &str, bytes: &[u8], target: Target) -> (Scene, Scene, Converted) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join(name);
    std::fs::write(&source, bytes).expect("a temporary folder");
    let to = folder
        .path()
        .join(if target == Target::Glb { "to.glb" } else { "to.cast" });
    let done = write(std::slice::from_ref(&source), target, &to);
    (read(&source), read(&to), done)
}

/// What is reported with the words `about`.
fn reported<'a>(done: &'a Converted, about: &str) -> Vec<&'a str> {
    let messages = done.losses.items().iter().map(|item| item.message.as_str());
    messages.filter(|message| message.contains(about)).collect()
}

/// The JSON of a GLB file.
fn json_of(glb: &[u8]) -> Value {
    let length = u32::from_le_bytes(glb[12..16].try_into().expect("four bytes")) as usize;
    serde_json::from_slice(&glb[20..20 + length]).expect("JSON")
}

#[test]
fn a_sheared_node_that_moves_has_no_matrix() {
    let mut file = gltf::Gltf::new();
    let triangle = file.triangle();
    file.mesh(triangle);
    let sheared: Vec<f32> = vec![
        1.0, 0.0, 0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0,
    ];
    let node = json!({"mesh": 0, "matrix": sheared, "name": "leaning"});
    file.add("nodes", node.clone());
    let is_matrix = |done: &Converted| json_of(&done.bytes)["nodes"].to_string().contains("\"matrix\"");
    let (_, _, still) = converted("still.glb", &file.glb(), Target::Glb);
    assert!(is_matrix(&still) && reported(&still, "shear").is_empty());
    let input = file.scalars(&[0.0, 1.0]);
    let output = file.floats(&[[0.0; 3], [1.0, 0.0, 0.0]]);
    file.animation(0, "translation", "LINEAR", input, output);
    let (_, after, moving) = converted("moving.glb", &file.glb(), Target::Glb);
    assert!(!is_matrix(&moving));
    assert_eq!((reported(&moving, "shear").len(), after.clips.len()), (1, 1));
}
