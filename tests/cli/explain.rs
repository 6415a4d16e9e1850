//! Steps that `explain` tells: their numbers recombine to what `pose` prints, and their bytes are those of the file.

use crate::folder;
use castview::formats::cast::{NodeDraft, NodeKind};
use castview_testkit::program::{Folder, clip};
use glam::{Mat4, Quat, Vec3};
use serde_json::{Value, json};

/// Layers, an override, a choice of the user, a rig: on the model `flag`.
const STACK: &str = "flag.cast wave.cast --frame 2.5 --layer again:0.5 --play-as again=additive:first";

fn explained(folder: &Folder, words: &str) -> Value {
    folder.run(&format!("explain {words} --json")).fine().json().remove(0)
}

fn floats(value: &Value) -> Vec<f32> {
    let list = value.as_array().expect("a list");
    list.iter()
        .map(|number| number.as_f64().expect("a number") as f32)
        .collect()
}

fn matrix(value: &Value) -> Mat4 {
    Mat4::from_cols_slice(&floats(value))
}

#[test]
fn the_steps_of_a_bone_lead_to_where_pose_has_it() {
    let folder = folder();
    let way = explained(&folder, &format!("{STACK} --bone tip"));
    let names: Vec<&str> = (way["steps"].as_array().expect("a list").iter())
        .map(|step| step["step"].as_str().expect("a word"))
        .collect();
    assert_eq!(names, ["rest", "clip", "layer"]);
    // At rest at (2, 0, 0); the clip rises by 4 in 10 frames, and half of what it rises is laid over it once more.
    let rises: Vec<Value> = (0..3)
        .map(|at| way["steps"][at]["local"]["translation"].clone())
        .collect();
    assert_eq!(
        rises,
        [json!([2.0, 0.0, 0.0]), json!([2.0, 1.0, 0.0]), json!([2.0, 1.5, 0.0])]
    );
    let layer = &way["steps"][2];
    assert_eq!((&layer["clip"], &layer["weight"]), (&json!("again"), &json!(0.5)));
    let curve = &layer["curves"][0];
    assert_eq!(curve["mode"], "additive");
    assert_eq!(curve["mode_from"], "played as additive over its own first frame");
    assert_eq!(way["steps"][1]["curves"][0]["mode_from"], "curve");
    let pose = folder.run(&format!("pose {STACK}")).fine().json().remove(0);
    let bones = pose["frames"][0]["models"][0]["bones"].as_array().expect("a list");
    let tip = bones.iter().find(|bone| bone["name"] == "tip").expect("it is there");
    assert_eq!((&way["local"], &way["stage_from_bone"]), (&tip["local"], &tip["world"]));
    // Each matrix follows from those before it, bit by bit.
    let local = &way["local"];
    let made = Mat4::from_scale_rotation_translation(
        Vec3::from_slice(&floats(&local["scale"])),
        Quat::from_slice(&floats(&local["rotation"])),
        Vec3::from_slice(&floats(&local["translation"])),
    );
    assert_eq!(made, matrix(&way["parent_from_bone"]));
    let in_model = matrix(&way["model_from_parent"]) * made;
    assert_eq!(in_model, matrix(&way["model_from_bone"]));
    assert_eq!(
        matrix(&way["stage_from_model"]) * in_model,
        matrix(&way["stage_from_bone"])
    );
}

/// The value of each key is read from the byte that is told.
#[test]
fn the_bytes_of_keys_are_those_of_the_file() {
    let folder = folder();
    let way = explained(&folder, "flag.cast wave.cast --frame 2.5 --bone tip");
    let file = std::fs::read(folder.at("wave.cast")).expect("written");
    let keys = way["steps"][1]["curves"][0]["keys"].as_array().expect("a list");
    assert_eq!(keys.len(), 2);
    for (key, frame) in keys.iter().zip([0.0, 10.0]) {
        let at = key["byte"].as_u64().expect("it lies somewhere") as usize;
        let stored: [u8; 4] = file[at..at + 4].try_into().expect("four");
        assert_eq!(key["value"], json!(f32::from_le_bytes(stored)));
        assert_eq!(key["frame"], json!(frame));
    }
    assert_eq!(keys[1]["value"], json!(4.0));
}

#[test]
fn an_override_is_told_as_what_gives_the_mode() {
    let folder = folder();
    let over = NodeDraft::new(NodeKind::CurveModeOverride)
        .string("nn", "tip")
        .string("m", "absolute")
        .uints("ot", &[1]);
    folder.cast("over.cast", [clip("over").child(over)]);
    let way = explained(&folder, "flag.cast over.cast --frame 5 --bone tip");
    let curve = &way["steps"][1]["curves"][0];
    assert_eq!(
        (&curve["mode"], &curve["mode_from"]),
        (&json!("absolute"), &json!("override of the file"))
    );
    assert_eq!(way["local"]["translation"], json!([2.0, 2.0, 0.0]));
}

#[test]
fn a_vertex_is_told_with_the_ways_of_its_bones() {
    let folder = folder();
    let words = "flag.cast wave.cast --frame 5 --vertex quad:2";
    let vertex = explained(&folder, words);
    let pose = folder
        .run("pose flag.cast wave.cast --frame 5 --vertex quad:2")
        .fine()
        .json()
        .remove(0);
    let of_pose = &pose["frames"][0]["vertices"][0];
    for field in ["position", "influences", "shapes", "stored"] {
        assert_eq!(vertex[field], of_pose[field], "{field}");
    }
    assert_eq!(vertex["bones"].as_array().map(Vec::len), Some(1));
    assert_eq!(vertex["bones"][0]["bone"], "tip");
    let text = folder.run(&format!("explain {words}")).fine().text();
    for line in [
        "position at rest",
        "position posed",
        "tip of flag",
        "clip wave, frame 5",
    ] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn steps_are_lines_for_people() {
    let folder = folder();
    let text = folder.run(&format!("explain {STACK} --bone tip")).fine().text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "tip of flag",
            "  rest",
            "    translation 2 0 0  rotation 0 0 0 1  scale 1 1 1"
        ]
    );
    assert_eq!(lines[3], "  clip wave, frame 2.5");
    assert!(
        lines[5].starts_with("    ty relative, linear: 0 (frame 0 at 0x"),
        "{text}"
    );
    assert!(lines[5].ends_with(" → 1, on 0 → 1"), "{text}");
    assert_eq!(lines[6], "  layer again, frame 2.5, weight 0.5");
    let end = "  parent hip is at 0 0 0 in the model\n  in the model  at 2 1.5 0\n  on the stage  at 12 1.5 0\n";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn what_is_not_there_is_refused_with_what_is_like_it() {
    let folder = folder();
    folder
        .run("explain flag.cast wave.cast --frame 0 --bone tipp")
        .refused("no bone named tipp; near to it are: tip");
    folder.run("explain flag.cast --frame 0").refused("--bone");
    folder.run("explain flag.cast --bone tip").refused("--frame");
    folder
        .run("explain flag.cast --frame 0 --vertex quad:9")
        .refused("they are 0 to 3");
}

/// Steps behind the stop are left out, and those before it recombine to what `pose` has there.
#[test]
fn a_stopped_bone_is_told_up_to_the_stop() {
    let folder = folder();
    for (stop, rises, told) in [
        ("rest", vec![0.0], "at rest"),
        ("clip", vec![0.0, 1.0], "after clip wave"),
        ("clip/keys", vec![0.0, 1.0], "at the keys of clip wave"),
        ("layer:again/mode", vec![0.0, 1.0, 2.0], "after the mode of layer again"),
        ("layer:again", vec![0.0, 1.0, 1.5], "after layer again"),
    ] {
        let words = format!("{STACK} --stop {stop}");
        let way = explained(&folder, &format!("{words} --bone tip"));
        let steps = way["steps"].as_array().expect("a list");
        let y = |local: &Value| local["translation"][1].as_f64().expect("a number");
        let found: Vec<f64> = steps.iter().map(|step| y(&step["local"])).collect();
        assert_eq!(found, rises, "{stop}");
        assert_eq!(
            (&way["stopped"], &way["local"]),
            (&json!(told), &steps[steps.len() - 1]["local"])
        );
        let pose = folder.run(&format!("pose {words}")).fine().json().remove(0);
        let bones = pose["frames"][0]["models"][0]["bones"].as_array().expect("a list");
        let tip = bones.iter().find(|bone| bone["name"] == "tip").expect("it is there");
        assert_eq!(
            (&way["local"], &way["stage_from_bone"]),
            (&tip["local"], &tip["world"]),
            "{stop}"
        );
    }
    folder
        .run(&format!("explain {STACK} --stop layer:wave --bone tip"))
        .refused("no model has the step layer:wave to stop after");
    folder
        .run(&format!("explain {STACK} --stop wave --bone tip"))
        .refused("write rest, clip, layer:CLIP");
}
