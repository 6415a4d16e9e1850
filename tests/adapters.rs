//! Adapters fall through: a broken Vulkan driver stands before the good one, and everything still draws.
//!
//! The broken driver is built by `castview_testkit::drivers`.

#![cfg(target_os = "linux")]

use castview::formats::cast::{NodeDraft, NodeKind};
use castview::offline::{Beside, FileSet};
use castview::opened::Placement;
use castview::session::{Message, Session};
use castview_testkit::drivers::Drivers;
use castview_testkit::program::{clip, model};
use serde_json::Value;

/// A triangle without textures, so that a picture of it is drawn without a word.
fn plain() -> NodeDraft {
    NodeDraft::new(NodeKind::Model).child(
        NodeDraft::new(NodeKind::Mesh)
            .vec3s("vp", &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
            .uints("f", &[0, 1, 2]),
    )
}

/// Files to draw, beside a broken driver.
fn drivers() -> Option<Drivers> {
    let drivers = Drivers::new()?;
    drivers
        .folder
        .cast("plain.cast", [plain()])
        .cast("flag.cast", [model()])
        .cast("wave.cast", [clip("wave")]);
    Some(drivers)
}

/// Reason why each broken driver is passed over.
const FAILURES: [(&str, &str); 3] = [
    ("device", "no device could be opened"),
    ("pipelines", "The graphics device was lost"),
    ("picture", "pixels of the test picture are wrong"),
];

#[test]
fn a_broken_adapter_is_passed_over_for_the_next() {
    let Some(drivers) = drivers() else { return };
    drivers
        .run("nothing", "render plain.cast --size 64x64 --gpu llvmpipe -o good.png")
        .fine();
    for (what, why) in FAILURES {
        let ran = drivers.run(what, "render plain.cast --size 64x64 -o out.png");
        drivers.drawn_by_the_next(&ran, (what, why));
    }
}

#[test]
fn vertices_are_deformed_by_the_next_adapter() {
    let Some(drivers) = drivers() else { return };
    let words = "pose flag.cast wave.cast --frame 1 --vertices --deform gpu";
    let good = drivers.run("nothing", &format!("{words} --gpu llvmpipe")).fine();
    let ran = drivers.run("device", words);
    assert_eq!((ran.code, ran.stdout), (0, good.stdout), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("Broken GPU (Vulkan) was passed over"),
        "{}",
        ran.stderr
    );
}

#[test]
fn adapters_are_listed_with_what_is_wrong_with_them() {
    let Some(drivers) = drivers() else { return };
    for (what, why) in FAILURES {
        let rows = drivers.run(what, "adapters --json").fine().json();
        let [broken, good] = &rows[..] else { panic!("{rows:?}") };
        let of = |row: &Value, key: &str| row[key].clone();
        assert_eq!(of(broken, "name"), "Broken GPU");
        assert_eq!(
            (of(broken, "works"), of(broken, "chosen")),
            (false.into(), false.into())
        );
        assert!(
            of(broken, "failure").as_str().is_some_and(|told| told.contains(why)),
            "{broken}"
        );
        assert_eq!((of(good, "works"), of(good, "chosen")), (true.into(), true.into()));
        assert_eq!((of(good, "index"), of(good, "kind")), (1.into(), "software".into()));
        assert_eq!(
            (of(good, "backend"), of(good, "failure")),
            ("Vulkan".into(), Value::Null)
        );
        let text = drivers.run(what, "adapters").fine().text();
        assert!(
            text.contains("Broken GPU: passed over: ") && text.contains(why),
            "{text}"
        );
        // Software Vulkan filters textures alike in all directions, and what that means is told.
        let lacks = of(good, "lacks");
        let lacks = lacks.as_array().expect("a list");
        assert!(
            lacks.iter().any(|lack| lack["ability"] == "anisotropic filtering"),
            "{good}"
        );
        assert!(
            text.contains("    without anisotropic filtering: textures seen at a slant"),
            "{text}"
        );
    }
    // One that works is the discrete one it claims to be, and goes first.
    let rows = drivers.run("nothing", "adapters --json").fine().json();
    assert_eq!(
        (&rows[0]["name"], &rows[0]["chosen"]),
        (&"Broken GPU".into(), &true.into())
    );
}

/// The view of `plain.cast` as a window copies it. The content of a view file's picture is not known before the file is read.
fn put_view(drivers: &Drivers) {
    let batch = FileSet::open(&[drivers.folder.at("plain.cast")], Beside::default()).expect("a file");
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: batch.files,
        placement: Placement::Replace,
    });
    let command = session.view_command().expect("a file");
    let json = serde_json::to_string(&command.view).expect("plain data");
    drivers.folder.put("view.json", json.as_bytes());
}

/// The small test picture has no shadows. An adapter that refuses them is passed over when a picture has them.
#[test]
fn an_adapter_that_refuses_shadows_is_passed_over() {
    let Some(drivers) = drivers() else { return };
    let rows = drivers.run("depth", "adapters --json").fine().json();
    let [broken, good] = &rows[..] else { panic!("{rows:?}") };
    let of = |row: &Value| ["chosen", "works"].map(|flag| row[flag].as_bool().expect("a flag"));
    assert_eq!([of(broken), of(good)], [[false; 2], [true; 2]], "{rows:?}");
    let told = broken["failure"].as_str().expect("it fails");
    let why = "The graphics device was lost";
    assert!(
        told.starts_with("a model with shadows and cut-out materials: ") && told.contains(why),
        "{told}"
    );
    let text = drivers.run("depth", "adapters").fine().text();
    assert!(text.starts_with("0 Broken GPU: passed over: a model with"), "{text}");

    put_view(&drivers);
    let render = "render plain.cast --view-file view.json --size 64x64 -o";
    drivers
        .run("depth", &format!("{render} good.png --gpu llvmpipe"))
        .fine();
    let ran = drivers.run("depth", &format!("{render} out.png"));
    drivers.drawn_by_the_next(&ran, ("depth", why));
    assert!(
        ran.stderr.contains("was passed over: the picture failed: "),
        "{}",
        ran.stderr
    );
    // It draws pictures without shadows. When it was named, no other adapter is asked.
    let plain = "--shadows off --occlusion off --ground off";
    drivers.run("depth", &format!("{render} out.png {plain}")).fine();
    drivers
        .run("depth", &format!("{render} out.png --gpu broken"))
        .refused("No graphics adapter works. Broken GPU (Vulkan): the picture failed: ");
}

#[test]
fn the_asked_for_adapter_draws_or_nothing_does() {
    let Some(drivers) = drivers() else { return };
    let render = "render plain.cast --size 64x64 -o out.png --gpu";
    // No word about the other one: it was not asked for.
    for wanted in ["LLVM", "1"] {
        drivers.run("device", &format!("{render} {wanted}")).fine();
    }
    for wanted in ["broken", "0"] {
        drivers.run("nothing", &format!("{render} {wanted}")).fine();
        drivers
            .run("device", &format!("{render} {wanted}"))
            .refused("No graphics adapter works. Broken GPU (Vulkan): no device could be opened");
    }
    for wanted in ["voodoo", "7"] {
        drivers
            .run("nothing", &format!("{render} {wanted}"))
            .refused("`castview adapters` lists those that are there");
    }
}
