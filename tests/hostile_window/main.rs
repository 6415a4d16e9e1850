//! A hundred files from strangers, dropped into one window: each is answered, the window turns meanwhile, and a good file plays
//! after them.
//!
//! Turns are counted, not timed. Heavy files are of a size that a slow machine draws within seconds; `CASTVIEW_HOSTILE_TIMES=10`
//! makes them ten times as heavy.

#![cfg(target_os = "linux")]

mod heavy;

#[allow(dead_code)]
use castview_testkit::everything;
#[allow(dead_code)]
use castview_testkit::mrtk as recording;
#[allow(dead_code)]
use castview_testkit::mutate;
use castview_testkit::mutate::bytes;
#[allow(dead_code)]
use castview_testkit::shape_file;
#[allow(dead_code, unused_imports)]
#[path = "../window_support/mod.rs"]
mod window_support;
#[allow(dead_code)]
use castview_testkit::gltf as writer;

use mutate::Random;
use std::path::{Path, PathBuf};
use window_support::fixture::{self, CLIP, MODEL};
use window_support::{Castview, State};

/// A file to be dropped, beside those it names.
pub struct Drop {
    pub name: String,
    pub bytes: Vec<u8>,
    /// It takes its time, so the window is poked at meanwhile.
    pub is_heavy: bool,
}

const DROPS: usize = 100;

#[test]
fn a_hundred_hostile_drops_are_answered_and_a_good_file_plays_after_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = [fixture::model_file(folder.path()), fixture::clip_file(folder.path())];
    let good: Vec<&Path> = good.iter().map(PathBuf::as_path).collect();
    let drops = drops(folder.path());
    assert_eq!(drops.len(), DROPS);
    let Some(mut app) = Castview::start([800, 600], &[]) else {
        return;
    };
    for drop in &drops {
        let path = fixture::save(folder.path(), &drop.name, &drop.bytes);
        app.drop_files(&[&path]);
        let what = format!("{} is opened or refused", drop.name);
        app.wait_until(&what, |state| is_open(state, &drop.name) || told(state, &drop.name));
        if drop.is_heavy {
            turns_go_on(&mut app, &drop.name);
        }
    }
    app.drop_files(&good);
    let before = app.wait_until("a good file after them all", |state| {
        state["models"][0] == MODEL && state["clip"] == CLIP && state["playing"] == true
    });
    let frame = |state: &State| state["frame"].as_f64();
    app.wait_until("it plays", |state| {
        frame(state) != frame(&before) && state["pictures"] != before["pictures"]
    });
    assert_eq!(app.stderr().lines().find(|line| line.contains("panicked")), None);
    assert!(app.close().success());
}

/// A picture that takes its time is told of, the window turns meanwhile, and Esc stops it; what comes next is drawn.
#[test]
fn a_picture_that_takes_long_is_stopped_by_escape() {
    const ESCAPE: u32 = 0xff1b;
    let folder = tempfile::tempdir().expect("a folder");
    let good = fixture::model_file(folder.path());
    let long = fixture::save(folder.path(), "long.glb", &heavy::grid(1200, 1200));
    let Some(mut app) = Castview::start([800, 600], &[]) else {
        return;
    };
    app.drop_files(&[&long]);
    let mut begun = app.wait_until("a picture in progress", |state| {
        is_open(state, "long.glb") && state["drawing"].is_number()
    });
    // Smaller pictures may come first, and end meanwhile: one of them takes several submissions and is still not there.
    let later = app.wait_until("more submissions of one picture", |state| {
        if state["pictures"] != begun["pictures"] {
            begun = state.clone();
        }
        state["drawing"].is_number()
            && state["submissions"].as_u64() > begun["submissions"].as_u64().map(|count| count + 2)
    });
    assert!(later["turn"].as_u64() > begun["turn"].as_u64());
    app.display.tap(ESCAPE, &[]);
    let stopped = app.wait_until("the notice", |state| told(state, "Drawing was stopped."));
    let still = app.wait_until_still();
    assert!(still["drawing"].is_null());
    assert_eq!(
        still["pictures"], stopped["pictures"],
        "nothing is drawn until something changes"
    );
    app.drop_files(&[&good]);
    app.wait_until("the next model", |state| {
        state["models"][0] == MODEL && state["pictures"] != stopped["pictures"]
    });
    assert!(app.close().success());
}

/// A file of more meshes than are drawn: one line says so, and its button draws all of them.
#[test]
fn what_the_budget_leaves_out_is_drawn_by_the_button_of_its_notice() {
    const MESHES: usize = 16_500;
    let folder = tempfile::tempdir().expect("a folder");
    let many = fixture::save(folder.path(), "many.glb", &heavy::nodes_on_one_mesh(MESHES));
    let Some(mut app) = Castview::start([800, 600], &[]) else {
        return;
    };
    app.drop_files(&[&many]);
    app.wait_until("it is said", |state| told(state, "Shows 16 384 of 16 500 meshes"));
    let reduced = app.wait_until("the picture of some", |state| {
        state["left_out"].is_string() && state["pictures"].as_u64() > Some(0) && state["drawing"].is_null()
    });
    let button = app.find_control("the button", |control| {
        control.role == "Button" && control.name == "Show all of it"
    });
    app.display.click(button.middle());
    app.wait_until("the picture of all", |state| {
        state["left_out"].is_null() && state["pictures"].as_u64() > reduced["pictures"].as_u64()
    });
    assert!(app.close().success());
}

/// Esc stops a picture that is being saved: the file that was there stays, and the next one is saved.
#[test]
fn escape_stops_a_picture_that_is_being_saved() {
    use std::os::unix::fs::PermissionsExt;
    const CONTROL_KEY: u32 = 0xffe3;
    const ESCAPE: u32 = 0xff1b;
    let folder = tempfile::tempdir().expect("a folder");
    // Where no portal answers, the dialog is a program of this name.
    let (dialog, saved) = (folder.path().join("zenity"), folder.path().join("saved.png"));
    let script = format!("#!/bin/sh\necho '{}'\n", saved.display());
    std::fs::write(&dialog, script).expect("a writable folder");
    std::fs::set_permissions(&dialog, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    std::fs::write(&saved, "what was there").expect("a writable folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", folder.path().display());
    let long = fixture::save(folder.path(), "long.glb", &heavy::grid(1200, 1200));
    let Some(mut app) = Castview::start_with([800, 600], &[&long], &[("PATH", path.as_str())]) else {
        return;
    };
    let drawn = app.wait_until("the picture", |state| {
        is_open(state, "long.glb") && state["pictures"].as_u64() > Some(0) && state["drawing"].is_null()
    });
    app.display.tap(u32::from('s'), &[CONTROL_KEY]);
    app.wait_until("it is drawn for the file", |state| {
        state["submissions"].as_u64() > drawn["submissions"].as_u64() && state["drawing"].is_number()
    });
    app.display.tap(ESCAPE, &[]);
    app.wait_until("it is said", |state| told(state, "drawing was stopped"));
    app.wait_until_still();
    assert_eq!(std::fs::read(&saved).expect("it is there"), b"what was there");
    app.display.tap(u32::from('s'), &[CONTROL_KEY]);
    app.wait_until("the next one", |state| told(state, "Saved saved.png."));
    assert!(image::open(&saved).is_ok(), "it was saved");
    assert!(app.close().success());
}

/// A picture is saved and a pixel asked about while the window turns: no turn waits for the GPU.
#[test]
fn no_turn_waits_while_a_heavy_picture_is_saved_and_clicked() {
    use std::os::unix::fs::PermissionsExt;
    const CONTROL_KEY: u32 = 0xffe3;
    let folder = tempfile::tempdir().expect("a folder");
    // Where no portal answers, the dialog is a program of this name.
    let (dialog, saved) = (folder.path().join("zenity"), folder.path().join("saved.png"));
    let script = format!("#!/bin/sh\necho '{}'\n", saved.display());
    std::fs::write(&dialog, script).expect("a writable folder");
    std::fs::set_permissions(&dialog, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", folder.path().display());
    let heavy = fixture::save(folder.path(), "heavy.glb", &heavy::grid(800, 800));
    let Some(mut app) = Castview::start_with([800, 600], &[&heavy], &[("PATH", path.as_str())]) else {
        return;
    };
    let drawn = app.wait_until("the picture", |state| {
        is_open(state, "heavy.glb") && state["pictures"].as_u64() > Some(0) && state["drawing"].is_null()
    });
    let number = |state: &State, name: &str| state[name].as_u64().expect("a number");
    app.display.tap(u32::from('s'), &[CONTROL_KEY]);
    let after = app.wait_until("the notice", |state| told(state, "Saved saved.png."));
    let picture = image::open(&saved).expect("it was saved").to_rgba8();
    assert!(
        picture.pixels().any(|pixel| pixel != picture.get_pixel(0, 0)),
        "it is empty"
    );
    let submissions = number(&after, "submissions") - number(&drawn, "submissions");
    assert!(submissions > 4, "it took several steps: {submissions}");
    assert!(
        number(&after, "turn") > number(&drawn, "turn") + 2,
        "the window turned meanwhile"
    );
    app.display.click([400, 300]);
    let clicked = app.wait_until("what was clicked", |state| state["selected"].is_string());
    assert_eq!(number(&clicked, "waits"), number(&drawn, "waits"), "no turn waited");
    // A picture that is asked for last is there when the program has ended.
    let still = app.wait_until_still();
    std::fs::remove_file(&saved).expect("it was saved");
    app.display.tap(u32::from('s'), &[CONTROL_KEY]);
    app.wait_until("it is begun", |state| {
        number(state, "submissions") > number(&still, "submissions")
    });
    assert!(app.close().success());
    assert!(image::open(&saved).is_ok(), "it was saved at the end");
}

/// Whatever is drawn, keys get their turns: those of the panels as well as those that want another picture.
fn turns_go_on(app: &mut Castview, name: &str) {
    let turns = |state: &State| state["turn"].as_u64().expect("a number");
    for _ in 0..3 {
        let before = turns(&app.state());
        app.display.tap(u32::from('g'), &[]);
        app.wait_until(&format!("a turn with {name}"), |state| turns(state) > before);
    }
}

fn is_open(state: &State, name: &str) -> bool {
    let files = state["files"].as_array();
    files.is_some_and(|files| files.iter().any(|file| *file == *name))
}

/// Whether a notice of this turn mentions `what`.
fn told(state: &State, what: &str) -> bool {
    let notices = state["notices"].as_array();
    notices.is_some_and(|all| {
        all.iter()
            .any(|notice| notice.as_str().is_some_and(|notice| notice.contains(what)))
    })
}

/// Heavy ones between broken ones of every format.
fn drops(folder: &Path) -> Vec<Drop> {
    let heavy = heavy::drops(folder);
    let mut broken = broken(DROPS - heavy.len()).into_iter();
    let mut drops = Vec::new();
    for drop in heavy {
        drops.push(drop);
        drops.extend(broken.by_ref().take(5));
    }
    drops.extend(broken);
    drops
}

fn broken(count: usize) -> Vec<Drop> {
    let mut triangle = writer::Gltf::new();
    let attributes = triangle.triangle();
    triangle.add("nodes", serde_json::json!({"mesh": 0}));
    triangle.add(
        "meshes",
        serde_json::json!({"primitives": [{"attributes": attributes}]}),
    );
    let sources = [
        ("cast", everything::everything()),
        ("cast", fixture::model()),
        ("glb", triangle.glb()),
        (
            "Shape",
            shape_file::write(&shape_file::samples::everything(), &shape_file::Switches::default()),
        ),
        ("bin", recording::wave().bytes()),
        ("png", heavy::png(64)),
    ];
    let make = |at: usize| {
        let (ending, file) = &sources[at % sources.len()];
        let mut random = Random::new(12, at as u64);
        Drop {
            name: format!("broken_{at}.{ending}"),
            bytes: match *ending {
                "cast" => mutate::broken(file, &mut random),
                _ => bytes::broken(file, &mut random),
            },
            is_heavy: false,
        }
    };
    (0..count).map(make).collect()
}
