//! Files rebuilt from public reports about other tools, with the right values: bones, vertices, ranges, and what is told.
//!
//! Files that were always read right are posed in `tests/oracle/reports.rs`.

use super::Wanted::{Axis, Bone, Vertex};
use super::check;
use castview::animation::Retarget;
use castview::core::FrameRange;
use castview::formats::{Request, import};
use castview::offline::{Arrangement, AttachmentWish, LayerWish, MergeWish, PlayAsWish, PoseTime, WayWish};
use castview::scene::CurveMode;
use castview_testkit::assets::shared_assets;
use castview_testkit::program::command;
use std::path::PathBuf;

fn folder() -> Option<PathBuf> {
    Some(shared_assets()?.join("reports"))
}

#[test]
fn bones_and_vertices_stand_where_they_belong() {
    let Some(folder) = folder() else { return };
    let clip = Arrangement::default;
    let hung = || Arrangement {
        attachments: vec![AttachmentWish {
            model: "gun".into(),
            bone: "tag_weapon".into(),
        }],
        ..clip()
    };
    let merged = || Arrangement {
        merges: vec![MergeWish {
            model: "gun".into(),
            leader: "arms".into(),
        }],
        ..clip()
    };
    let added = |way| Arrangement {
        clip: Some("idle".into()),
        layers: vec![LayerWish {
            clip: "recoil".into(),
            weight: 1.0,
            mask: None,
        }],
        play_as: vec![PlayAsWish {
            clip: "recoil".into(),
            way,
        }],
        ..clip()
    };
    // 20 degrees about x by the bones above it, and those of idle about z.
    let (sin, cos) = 20f32.to_radians().sin_cos();
    let arm = [cos, -sin * cos, sin * sin];
    let man = &["35-man.cast", "35-man@idle.cast", "35-man@recoil-unmarked.cast"][..];
    let (frame, secs) = (PoseTime::Frame, PoseTime::Seconds);
    let gun = &["34-arms.cast", "34-gun.cast", "34-arms@fire.cast"][..];
    for (files, arrangement, time, wanted) in [
        (
            &["11-two-keys-at-one-time.glb"][..],
            clip(),
            secs(0.5),
            &[Bone("11-two-keys-at-one-time", "n", [0.5, 0.0, 0.0])][..],
        ),
        (
            &["11-two-keys-at-one-time.glb"],
            clip(),
            secs(1.5),
            &[Bone("11-two-keys-at-one-time", "n", [8.5, 0.0, 0.0])],
        ),
        (
            &["21-same-rig-twice.glb", "21-clip.glb"],
            clip(),
            secs(1.0),
            &[
                Axis("21-same-rig-twice", "bone", [0.0, 1.0, 0.0]),
                Axis("21-same-rig-twice", "bone (2)", [0.0, 1.0, 0.0]),
            ],
        ),
        (gun, hung(), frame(10.0), &[Bone("gun", "tag_weapon", [2.0, 1.0, 1.0])]),
        (
            gun,
            merged(),
            frame(10.0),
            &[Bone("gun", "tag_weapon", [2.0, 1.0, 1.0])],
        ),
        (
            &["36-box.cast", "36-box@negative-frames.cast"],
            clip(),
            frame(-10.0),
            &[Bone("m", "b", [-1.0, 0.0, 0.0])],
        ),
        (
            &["39-rest-scale-zero.cast"],
            clip(),
            frame(0.0),
            &[Vertex(0, 1, 0, [0.0, 1.0, 0.0])],
        ),
        (
            &["39-rest-scale-zero.cast"],
            clip(),
            frame(10.0),
            &[Bone("gun", "shell", [4.0, 1.0, 0.0]), Vertex(0, 1, 0, [4.2, 0.8, -0.2])],
        ),
        (
            &["38-child.cast", "38-child@walk-of-an-adult.cast"],
            clip(),
            frame(10.0),
            &[Bone("child", "foot", [0.0, 0.5, -0.866])],
        ),
        (
            &["38-child.cast", "38-child@walk-of-an-adult.cast"],
            Arrangement {
                retarget: Some(Retarget::Lengths),
                ..clip()
            },
            frame(10.0),
            &[Bone("child", "foot", [0.0, 0.25, -0.433])],
        ),
        (
            &["31-root-only-clip.cast"],
            clip(),
            frame(48.0),
            &[
                Bone("locator", "root", [5.0, 0.0, 10.0]),
                Axis("locator", "root", [0.0, 0.0, -1.0]),
            ],
        ),
        (man, added(WayWish::BeyondFirst), frame(5.0), &[Axis("man", "arm", arm)]),
        (
            man,
            added(WayWish::In(CurveMode::Additive)),
            frame(5.0),
            &[Axis("man", "arm", arm), Bone("man", "hip", [0.0, 4.0, 0.1])],
        ),
        (
            &["41-nfc.cast", "41-nfc@nfd.cast"],
            clip(),
            frame(10.0),
            &[Bone("m", "Schl\u{fc}ssel", [1.0, 0.0, 0.0])],
        ),
    ] {
        let paths: Vec<PathBuf> = files.iter().map(|name| folder.join(name)).collect();
        check(&paths, &arrangement, time, wanted);
    }
}

#[test]
fn ranges_are_what_the_keys_say() {
    let Some(folder) = folder() else { return };
    for (name, start, end, told) in [
        ("36-box@negative-frames.cast", -10.0, 20.0, &["C83"][..]),
        ("36-box@late.cast", 100_000.0, 100_020.0, &[]),
        ("09-clip-first-key-at-8s.glb", 0.0, 285.0, &["G-still"]),
    ] {
        let bytes = std::fs::read(folder.join(name)).expect("it is there");
        let imported = import(bytes.into(), &Request::alone(name)).expect("it opens");
        let clip = imported.scene.clips.last().expect("there is one");
        assert_eq!(clip.range, FrameRange { start, end }, "{name}");
        let ids: Vec<&str> = imported.diagnostics.items().iter().map(|item| item.rule.id).collect();
        assert_eq!(ids, told, "{name}");
    }
}

#[test]
fn a_clip_that_matches_nothing_is_told() {
    let Some(folder) = folder() else { return };
    let files = ["43-prefix.cast", "43-prefix@other.cast"].map(|name| folder.join(name));
    let ran = command()
        .arg("pose")
        .args(&files)
        .args(["--frame", "0"])
        .output()
        .expect("it runs");
    let complaint = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(
        ran.status.success() && complaint.contains("moves nothing"),
        "{complaint}"
    );
}

/// The scale of an armature counts in the box; a vertex of six influences, and one of none, are found and numbered.
#[test]
fn boxes_and_influences_are_told() {
    let Some(folder) = folder() else { return };
    let run = |words: &[&str], name: &str| {
        let ran = command().args(words).arg(folder.join(name)).output().expect("it runs");
        String::from_utf8_lossy(&ran.stdout).into_owned()
    };
    let json = |text: String| -> serde_json::Value { serde_json::from_str(&text).expect("JSON") };
    let info = json(run(&["info", "--json"], "49-armature-scale-001.glb"));
    let bounds = &info["models"][0]["bounds"];
    for (axis, wanted) in [0.4, 1.6, 0.4].into_iter().enumerate() {
        let [min, max] = ["min", "max"].map(|end| bounds[end][axis].as_f64().expect("a number"));
        assert!((max - min - wanted).abs() < 1e-5, "{axis}: {min} to {max}");
    }
    let six = "42-six-influences-on-one-vertex.cast";
    let told = run(&["validate"], six);
    assert!(told.contains("C47: 1 vertex has no weight"), "{told}");
    assert!(run(&["info"], six).contains("linear skinning with 6"));
    let count = |vertex: usize| {
        let wanted = format!("body:{vertex}");
        let posed = json(run(&["pose", "--frame", "0", "--vertex", &wanted], six));
        posed["frames"][0]["vertices"][0]["influence_count"]
            .as_u64()
            .expect("a count")
    };
    let counts: Vec<u64> = (0..8).map(count).collect();
    let of = |wanted: u64| counts.iter().filter(|count| **count == wanted).count();
    assert_eq!((of(6), of(0)), (1, 1), "{counts:?}");
}
