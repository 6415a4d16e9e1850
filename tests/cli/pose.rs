//! What `pose` evaluates.

use crate::common::program::{Folder, model};
use crate::folder;
use crate::gltf;
use castview::formats::cast::{NodeDraft, NodeKind};
use serde_json::{Value, json};

#[test]
fn pose_evaluates_in_stage_space() {
    let folder = folder();
    let pose = folder
        .run("pose flag.cast wave.cast --frame 0,5,99.5 --vertices --json")
        .fine()
        .json()
        .remove(0);
    let frames = pose["frames"].as_array().expect("a list");
    for (frame, number, rise, puff) in [
        (&frames[0], 0.0, 0.0, 0.0),
        (&frames[1], 5.0, 2.0, 0.5),
        (&frames[2], 99.5, 4.0, 1.0),
    ] {
        assert_eq!(frame["frame"], number);
        let model = &frame["models"][0];
        assert_eq!(
            (&model["name"], &model["blend_weights"]),
            (&json!("flag"), &json!({"puff": puff}))
        );
        let tip = &model["bones"][1];
        assert_eq!((&tip["name"], &tip["parent"]), (&json!("tip"), &json!(0)));
        assert_eq!(
            tip["local"],
            json!({"translation": [2.0, rise, 0.0], "rotation": [0.0, 0.0, 0.0, 1.0], "scale": [1.0, 1.0, 1.0]})
        );
        // Column-major, after the model's own placement.
        assert_eq!(
            tip["world"].as_array().expect("a matrix")[12..],
            [json!(12.0), json!(rise), json!(0.0), json!(1.0)]
        );
        let quad = &model["meshes"][0];
        assert_eq!((&quad["visible"], &quad["vertex_count"]), (&json!(true), &json!(4)));
        assert_eq!(
            quad["positions"],
            json!([
                [10.0, 0.0, 0.0],
                [12.0, rise, 0.0],
                [12.0, 2.0 + rise, puff],
                [10.0, 2.0, 0.0]
            ])
        );
        // A mesh that could not be used keeps its place.
        assert_eq!(
            model["meshes"][1],
            json!({"name": "nothing", "visible": true, "vertex_count": 0, "positions": []})
        );
    }
}

/// Of steps, because they show on which side of a key one is. None of these times is a number in binary.
#[test]
fn times_name_keys_and_so_do_the_frames_they_lie_on() {
    let mut file = gltf::Gltf::new();
    file.add("nodes", json!({"name": "stair"}));
    let input = file.scalars(&[0.0, 0.1, 0.333, 0.7]);
    let output = file.floats(&[0.0, 1.0, 2.0, 3.0].map(|x| [x, 0.0, 0.0]));
    file.animation(0, "translation", "STEP", input, output);
    let folder = Folder::new();
    folder.put("stairs.glb", &file.glb());
    for (moments, name, wanted) in [
        (
            "--time 0,0.1,0.333,0.6999,0.7,-1,9",
            "time",
            [0, 1, 2, 2, 3, 0, 3].as_slice(),
        ),
        ("--frame 0,3,9.98,9.991,20.999,21", "frame", &[0, 1, 1, 2, 2, 3]),
    ] {
        let pose = folder
            .run(&format!("pose stairs.glb {moments}"))
            .fine()
            .json()
            .remove(0);
        let frames = pose["frames"].as_array().expect("a list");
        let x = |frame: &Value| frame["models"][0]["bones"][0]["local"]["translation"][0].as_f64();
        let steps: Vec<_> = frames.iter().map(|frame| x(frame).expect("a number") as i32).collect();
        assert_eq!(steps, wanted, "{moments}");
        let asked = moments
            .split([' ', ','])
            .skip(1)
            .map(|text| text.parse().expect("a number"));
        let named: Vec<_> = frames
            .iter()
            .map(|frame| frame[name].as_f64().expect("a number"))
            .collect();
        assert_eq!(named, asked.collect::<Vec<f64>>());
    }
}

#[test]
fn pose_chooses_clips_and_vertices() {
    let folder = folder();
    let rise = |words: &str| {
        let pose = folder
            .run(&format!("pose {words} --frame 10 --json"))
            .fine()
            .json()
            .remove(0);
        pose["frames"][0]["models"][0]["bones"][1]["local"]["translation"][1].clone()
    };
    folder.cast(
        "still.cast",
        [NodeDraft::new(NodeKind::Animation)
            .string("n", "still")
            .floats("fr", &[30.0])],
    );
    for (words, wanted) in [
        ("flag.cast wave.cast", 4.0),
        ("flag.cast", 0.0),
        ("flag.cast wave.cast --clip rest", 0.0),
        ("flag.cast wave.cast --clip again", 4.0),
        // The first clip of the last file that has one.
        ("flag.cast wave.cast still.cast", 0.0),
        ("still.cast wave.cast flag.cast", 4.0),
        ("flag.cast wave.cast still.cast --clip 1", 4.0),
        ("flag.cast wave.cast still.cast --clip 2", 0.0),
    ] {
        assert_eq!(rise(words), wanted, "{words}");
    }
    let mesh = |words: &str| {
        let pose = folder
            .run(&format!("pose flag.cast --frame 0 {words}"))
            .fine()
            .json()
            .remove(0);
        pose["frames"][0]["models"][0]["meshes"][0].clone()
    };
    assert_eq!(mesh("").get("positions"), None);
    assert_eq!(
        mesh("--vertices=3")["positions"],
        json!([[10.0, 0.0, 0.0], [10.0, 2.0, 0.0]])
    );
}

#[test]
fn json_holds_no_infinity() {
    let folder = Folder::new();
    let far = model().vec3s("p", &[[f32::MAX; 3]]).vec3s("s", &[[f32::MAX; 3]]);
    folder.cast("far.cast", [far]);
    for words in ["pose far.cast --frame 0 --vertices", "info far.cast --json"] {
        let text = folder.run(words).fine().text();
        for word in ["NaN", "Infinity", ":inf", "null,null"] {
            assert!(!text.contains(word), "{word} in {text}");
        }
    }
}
