//! Clips that play otherwise than their files say, by `--play-as`.

use castview::formats::cast::{NodeDraft, NodeKind};
use castview_testkit::program::Folder;
use castview_testkit::program::bone;
use serde_json::Value;

/// A hip with an arm above it; `idle` holds the arm to the side, `recoil` has differences and does not say so.
fn folder() -> Folder {
    let folder = Folder::new();
    let skeleton = NodeDraft::new(NodeKind::Skeleton)
        .children([bone("hip", -1, [0.0, 4.0, 0.0]), bone("arm", 0, [0.0, 1.0, 0.0])]);
    let model = NodeDraft::new(NodeKind::Model).string("n", "man").child(skeleton);
    let clip = |name: &str, way: [[f32; 2]; 3]| {
        let curve = |(property, way): (&str, [f32; 2])| {
            NodeDraft::new(NodeKind::Curve)
                .string("nn", "arm")
                .string("kp", property)
                .string("m", "absolute")
                .uints("kb", &[0, 10])
                .floats("kv", &way)
        };
        let curves = ["tx", "ty", "tz"].into_iter().zip(way).map(curve);
        NodeDraft::new(NodeKind::Animation)
            .string("n", name)
            .floats("fr", &[30.0])
            .children(curves)
    };
    let idle = clip("idle", [[2.0, 2.0], [1.0, 1.0], [0.0, 0.0]]);
    let recoil = clip("recoil", [[0.0, 0.0], [0.0, 0.0], [0.0, 3.0]]);
    folder
        .cast("man.cast", [model])
        .cast("idle.cast", [idle])
        .cast("recoil.cast", [recoil]);
    folder
}

fn arm(pose: &Value) -> Vec<f64> {
    let bones = pose["frames"][0]["models"][0]["bones"].as_array().expect("a list");
    let bone = bones.iter().find(|bone| bone["name"] == "arm").expect("the arm");
    let numbers = bone["local"]["translation"].as_array().expect("three numbers");
    numbers
        .iter()
        .map(|number| number.as_f64().expect("a number"))
        .collect()
}

#[test]
fn a_clip_plays_as_the_command_says() {
    let folder = folder();
    for (way, wanted) in [
        ("stored", [0.0, 0.0, 3.0]),
        ("absolute", [0.0, 0.0, 3.0]),
        ("relative", [0.0, 1.0, 3.0]),
        ("additive", [2.0, 1.0, 3.0]),
        ("additive:first", [2.0, 1.0, 3.0]),
        ("additive:rest", [2.0, 0.0, 3.0]),
        ("additive:idle@0", [0.0, 0.0, 3.0]),
    ] {
        let words =
            format!("pose man.cast idle.cast recoil.cast --clip idle --layer recoil --frame 10 --play-as recoil={way}");
        let ran = folder.run(&words).fine();
        assert_eq!(arm(&ran.json()[0]), wanted, "{way}");
    }
    for (words, complaint) in [
        ("recoil=sideways", "write CLIP=stored"),
        ("recoil", "write CLIP=stored"),
        ("recoil=additive:idle@last", "write CLIP=stored"),
        ("nobody=additive", "there is no clip named or numbered nobody"),
        ("recoil=additive:nobody@0", "there is no clip named or numbered nobody"),
    ] {
        let words = format!("pose man.cast idle.cast recoil.cast --frame 0 --play-as {words}");
        folder.run(&words).refused(complaint);
    }
}

/// The converted clip is what plays over the rest pose.
#[test]
fn a_converted_clip_has_the_keys_that_play() {
    let folder = folder();
    folder.run("convert man.cast recoil.cast -o stored.glb").fine();
    folder
        .run("convert man.cast recoil.cast -o first.glb --play-as recoil=additive:first")
        .fine();
    for (file, wanted) in [("stored.glb", [0.0, 0.0, 3.0]), ("first.glb", [0.0, 1.0, 3.0])] {
        let ran = folder.run(&format!("pose {file} --time 0.333333333")).fine();
        let found = arm(&ran.json()[0]);
        let near = found
            .iter()
            .zip(wanted)
            .all(|(found, wanted)| (found - wanted).abs() < 1e-4);
        assert!(near, "{file}: {found:?}");
    }
    folder
        .run("convert man.cast recoil.cast -o no.glb --play-as nobody=additive")
        .refused("there is no clip named or numbered nobody");
}
