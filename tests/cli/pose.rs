//! The poses that `pose` evaluates.

use crate::folder;
use crate::gltf;
use castview::core::UpAxis;
use castview::formats::cast::{NodeDraft, NodeKind};
use castview::offline::{Beside, FileSet};
use castview::opened::Placement;
use castview::session::selection;
use castview::session::stage;
use castview::session::{
    Action, Attachment, BoneSpace, CompositionAction, Message, PlaybackAction, Seek, Session, bone_json,
};
use castview_testkit::program::{Folder, bone, model};
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

/// The clip has steps, because they show on which side of a key a time lies. None of these times is a number in binary.
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

/// The last key of every curve counts, as in the window's step preview.
#[test]
fn a_stepped_pose_is_that_of_the_last_key() {
    let folder = folder();
    let rise = |words: &str| {
        let pose = folder
            .run(&format!("pose flag.cast wave.cast {words}"))
            .fine()
            .json()
            .remove(0);
        let frames = pose["frames"].as_array().expect("a list");
        let y = |frame: &Value| frame["models"][0]["bones"][1]["local"]["translation"][1].as_f64();
        frames.iter().filter_map(y).collect::<Vec<f64>>()
    };
    let [first, middle, last] = rise("--frame 0,5,10")[..] else {
        panic!("three frames")
    };
    assert!(first < middle && middle < last);
    assert_eq!(rise("--frame 0,5,9.9,10 --stepped"), [first, first, first, last]);
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

/// A placed model, and one attached to a bone of it that is turned, moved and scaled by numbers without an end.
#[test]
fn a_bone_copied_in_the_window_is_the_bone_that_pose_prints() {
    let folder = folder();
    let turned = |node: NodeDraft, turn: [f32; 4]| node.vec4s("lr", &[turn]);
    let skeleton = NodeDraft::new(NodeKind::Skeleton)
        .child(bone("crown \"1\"", -1, [0.1, 1.0 / 3.0, -7e-6]))
        .child(turned(bone("plume", 0, [2.0 / 3.0, 1e-7, 0.3]), [0.36, 0.48, 0.0, 0.8]));
    let hat = NodeDraft::new(NodeKind::Model)
        .string("n", "hat")
        .vec3s("p", &[[0.7, -0.2, 1.3]])
        .vec4s("r", &[[0.1, 0.5, -0.3, 0.8]])
        .vec3s("s", &[[1.1, 0.9, 1.3]])
        .child(skeleton);
    folder.cast("hat.cast", [hat]);
    let printed = folder
        .run("pose flag.cast hat.cast wave.cast --attach hat:tip --frame 3.7")
        .fine()
        .text();

    let paths = ["flag.cast", "hat.cast", "wave.cast"].map(|name| folder.at(name));
    let batch = FileSet::open(&paths, Beside::default()).expect("they open");
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: batch.files,
        placement: Placement::Replace,
    });
    let clip = session.stage().clips()[0].key;
    let [flag, hat] = [0, 1].map(|at| session.stage().models()[at].key);
    let tip = session.stage().models()[0]
        .model()
        .skeleton
        .find("tip")
        .expect("a bone");
    let attachment = Attachment::Bone {
        leader: flag,
        bone: tip,
    };
    for action in [
        Action::Playback(PlaybackAction::ChooseClip(Some(clip))),
        Action::Playback(PlaybackAction::Pause),
        Action::Composition(CompositionAction::Attach(hat, Some(attachment))),
        Action::Playback(PlaybackAction::Seek(Seek::Frame(3.7))),
    ] {
        session.apply(action);
    }
    let mut bones = 0;
    for placed in session.stage().models() {
        for bone in placed.model().skeleton.bones() {
            let copied = bone_json(placed, bone);
            assert!(printed.contains(&copied), "{copied} is not in {printed}");
            bones += 1;
            // The window shows the printed place: the last column is where the bone stands.
            let world = placed.bone_transform(bone, BoneSpace::World);
            let told: Value = serde_json::from_str(&copied).expect("JSON");
            let column: Vec<f32> = told["world"].as_array().expect("a matrix")[12..15]
                .iter()
                .map(|number| number.as_f64().expect("a number") as f32)
                .collect();
            assert_eq!(world.translation.to_array().to_vec(), column);
            // The axes of pictures: with z up, (x, y, z) is drawn at (x, z, −y), digit for digit.
            let [x, y, z] = world.translation.to_array();
            let upright: glam::Vec3 = selection::upright_from_bone(&session, placed, bone).translation.into();
            let wanted = match stage::up_axis(&session) {
                UpAxis::X => [-y, x, z],
                UpAxis::Y => [x, y, z],
                UpAxis::Z => [x, z, -y],
            };
            assert_eq!(upright.to_array(), wanted);
        }
    }
    assert_eq!(bones, 4);
    let hat = session.stage().placed(hat).expect("it is open");
    let plume = hat.model().skeleton.find("plume").expect("a bone");
    assert_ne!(
        hat.bone_transform(plume, BoneSpace::World).translation,
        hat.bone_transform(plume, BoneSpace::Model).translation,
        "it hangs on the flag"
    );
}

/// `--merge` moves a model with the bones of another; the command fails where that cannot be.
#[test]
fn a_model_is_merged_into_another() {
    let folder = Folder::new();
    let one = |name: &str, bones: [NodeDraft; 2]| {
        let skeleton = NodeDraft::new(NodeKind::Skeleton).children(bones);
        NodeDraft::new(NodeKind::Model).string("n", name).child(skeleton)
    };
    let body = [bone("hip", -1, [0.0, 0.0, 1.0]), bone("hand", 0, [2.0, 0.0, 0.0])];
    let gloves = [bone("hand", -1, [9.0; 3]), bone("finger", 0, [0.5, 0.0, 0.0])];
    folder.cast("body.cast", [one("body", body)]);
    folder.cast("gloves.cast", [one("gloves", gloves)]);
    let run = |merge: &str| folder.run(&format!("pose body.cast gloves.cast --clip rest --frame 0 {merge}"));
    let finger = |printed: &str| -> Vec<f64> {
        let json: Value = serde_json::from_str(printed).expect("JSON");
        let world = json["frames"][0]["models"][1]["bones"][1]["world"]
            .as_array()
            .expect("a matrix")
            .clone();
        world[12..15]
            .iter()
            .map(|number| number.as_f64().expect("a number"))
            .collect()
    };
    assert_eq!(finger(&run("").fine().text()), [9.5, 9.0, 9.0]);
    assert_eq!(finger(&run("--merge gloves:body").fine().text()), [2.5, 0.0, 1.0]);
    for (merge, why) in [
        ("--merge gloves:gloves", "gloves would hang on itself"),
        ("--merge gloves:hat", "there is no model named hat"),
        ("--merge gloves", "write MODEL:MODEL"),
    ] {
        run(merge).refused(why);
    }
}
