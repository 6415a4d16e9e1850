//! A day with the window: a folder is walked through, open files change, other starts of the program send files here.

use crate::window_support::fixture::{self, CLIP, MODEL};
use crate::window_support::{Castview, State};
use std::path::Path;
use std::process::Command;

const CONTROL_KEY: u32 = 0xffe3;
const DOWN: u32 = 0xff54;
const PAGE_DOWN: u32 = 0xff56;
const ENTER: u32 = 0xff0d;
const ESCAPE: u32 = 0xff1b;
const TAB: u32 = 0xff09;
const P: u32 = 0x70;

#[test]
fn a_folder_of_two_thousand_clips_is_walked_by_arrows() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = fixture::model_file(folder.path());
    let clips = folder.path().join("clips");
    std::fs::create_dir(&clips).expect("a folder");
    for at in 0..2000 {
        let name = format!("run{at}");
        fixture::save(&clips, &format!("{name}.cast"), &fixture::clip_named(&name, &[]));
    }
    let Some(mut app) = Castview::start([1280, 720], &[&model]) else {
        return;
    };
    app.wait_until("the model", |state| {
        state["models"][0] == MODEL && state["loading"] == false
    });
    app.drop_files(&[&clips]);
    let first = app.control("run0.cast");
    assert_eq!(first.role, "ListItem");
    app.display.click(first.middle());
    app.wait_until("the first clip plays", |state| {
        state["clip"] == "run0" && state["playing"] == true
    });
    for at in 1..=20 {
        app.display.tap(DOWN, &[]);
        app.wait_until("the next clip plays", |state| state["clip"] == format!("run{at}"));
    }
    app.display.tap(PAGE_DOWN, &[CONTROL_KEY]);
    let state = app.wait_until("the next file by its key", |state| state["clip"] == "run21");
    assert_eq!(
        state["files"].as_array().map(Vec::len),
        Some(2),
        "clips do not pile up: {state}"
    );
    assert_eq!(state["models"][0], MODEL);
    assert_eq!(state["matched"], 1);
    assert!(app.close().success());
}

/// The tower under another name of the same length.
fn renamed(name: &str) -> Vec<u8> {
    let mut bytes = fixture::model();
    let at = bytes.windows(MODEL.len()).position(|part| part == MODEL.as_bytes());
    let at = at.expect("the model has a name");
    bytes[at..at + MODEL.len()].copy_from_slice(name.as_bytes());
    bytes
}

/// As editors save: a new file takes the place of the old one.
fn save_by_renaming(path: &Path, bytes: &[u8]) {
    let new = path.with_extension("tmp");
    std::fs::write(&new, bytes).expect("a writable folder");
    std::fs::rename(&new, path).expect("one folder");
}

#[test]
fn a_file_that_an_editor_saves_is_read_again_and_half_of_it_never_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let (model, clip) = (fixture::model_file(folder.path()), fixture::clip_file(folder.path()));
    let Some(mut app) = Castview::start([1280, 720], &[&model, &clip]) else {
        return;
    };
    app.wait_until("the clip plays", |state| {
        state["clip"] == CLIP && state["playing"] == true
    });
    app.display.tap(0x20, &[]);
    app.wait_until("it stands", |state| state["playing"] == false);
    let row = app.find_control("a row of the bone", |control| {
        control.name == fixture::BONES[1] && control.role != "Label" && control.rect[2] > 20
    });
    app.display.click(row.middle());
    let before = app.wait_until("the bone is selected", |state| !state["selected"].is_null());

    save_by_renaming(&model, &renamed("spire"));
    let after = app.wait_until("what was saved", |state| state["models"][0] == "spire");
    for what in ["camera", "selected", "clip", "frame", "playing"] {
        assert_eq!(after[what], before[what], "{what}");
    }

    let whole = renamed("tree1");
    std::fs::write(&model, &whole[..whole.len() * 2 / 3]).expect("writable");
    app.wait_until("half of it is told of", |state| {
        let notices = state["notices"].as_array().expect("a list");
        notices
            .iter()
            .any(|notice| notice.as_str().is_some_and(|text| text.contains("not whole yet")))
    });
    assert_eq!(app.state()["models"][0], "spire");
    std::fs::write(&model, &whole).expect("writable");
    app.wait_until("the whole", |state| state["models"][0] == "tree1");
    assert!(app.close().success());
}

#[test]
fn another_start_of_the_program_sends_its_files_to_the_window() {
    let folder = tempfile::tempdir().expect("a folder");
    let (model, clip) = (fixture::model_file(folder.path()), fixture::clip_file(folder.path()));
    let place = folder.path().to_str().expect("a plain path");
    let Some(mut app) = Castview::start_with([1280, 720], &[&model], &[("XDG_RUNTIME_DIR", place)]) else {
        return;
    };
    app.wait_until("the model", |state| {
        state["models"][0] == MODEL && state["loading"] == false
    });
    let sent = Command::new(env!("CARGO_BIN_EXE_castview"))
        .arg("--send")
        .arg(clip.file_name().expect("a name"))
        .current_dir(folder.path())
        .env("XDG_RUNTIME_DIR", place)
        .env("CASTVIEW_CONFIG_DIR", folder.path())
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .status();
    assert!(
        sent.expect("the binary starts").success(),
        "it needs no display of its own"
    );
    let state = app.wait_until("the clip plays", |state| state["clip"] == CLIP);
    assert_eq!(state["models"][0], MODEL);
    // Options that hold for one window are not dropped silently: the files get a window of their own, for which there is no display here.
    let own = Command::new(env!("CARGO_BIN_EXE_castview"))
        .args(["--send", "--gpu", "any"])
        .arg(&clip)
        .env("XDG_RUNTIME_DIR", place)
        .env("CASTVIEW_CONFIG_DIR", folder.path())
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .expect("the binary starts");
    let told = String::from_utf8_lossy(&own.stderr);
    assert!(
        told.contains("opened in a new window") && !own.status.success(),
        "{told}"
    );
    assert!(app.close().success());
    let left = std::fs::read_dir(folder.path().join("castview")).map_or(0, Iterator::count);
    assert_eq!(left, 0, "the socket goes with its window");
}

/// Pictures of the models are made while nothing else is to be done, and kept for the next time.
#[test]
fn files_that_are_browsed_have_small_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    let models = folder.path().join("models");
    std::fs::create_dir(&models).expect("a folder");
    for at in 0..9 {
        fixture::save(&models, &format!("{at}.cast"), &fixture::model());
    }
    let place = folder.path().to_str().expect("a plain path");
    std::fs::write(folder.path().join("settings.json"), r#"{"window_size":[1280.0,720.0]}"#).expect("writable");
    let start = || Castview::start_with([1280, 720], &[], &[("CASTVIEW_CONFIG_DIR", place)]);
    let Some(mut app) = start() else { return };
    app.drop_files(&[&models]);
    app.wait_until("all pictures", |state| state["thumbnails"] == 9);
    let row = app.control("3.cast").rect;
    let picture = [row[0], row[1], row[3] * 4 / 3, row[3]];
    assert!(app.shoot().variety(picture) > 6, "a model is seen");
    assert!(app.close().success());
    let kept = folder.path().join("thumbnails");
    let names = std::fs::read_dir(&kept).expect("they are kept").flatten();
    let is_picture = |path: &std::path::PathBuf| path.extension().is_some_and(|extension| extension == "png");
    let kept: Vec<_> = names.map(|entry| entry.path()).filter(is_picture).collect();
    assert_eq!(kept.len(), 9);
    // One that is broken is made again.
    std::fs::write(&kept[0], b"broken").expect("writable");
    let mut app = start().expect("it started before");
    app.drop_files(&[&models]);
    app.wait_until("all pictures again", |state| state["thumbnails"] == 9);
    assert!(app.close().success());
}

/// Files that were open come back at the next start, if that is wished.
#[test]
fn what_was_open_can_be_opened_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = fixture::model_file(folder.path());
    let place = folder.path().to_str().expect("a plain path");
    let settings = r#"{"window_size":[1280.0,720.0],"preferences":{"restores":true}}"#;
    std::fs::write(folder.path().join("settings.json"), settings).expect("writable");
    let start = |files: &[&Path]| Castview::start_with([1280, 720], files, &[("CASTVIEW_CONFIG_DIR", place)]);
    let Some(mut app) = start(&[&model]) else {
        return;
    };
    app.wait_until("the model", |state| {
        state["models"][0] == MODEL && state["loading"] == false
    });
    assert!(app.close().success());
    let mut app = start(&[]).expect("it started before");
    app.wait_until("the model is back", |state| state["models"][0] == MODEL);
    assert!(app.close().success());
}

/// A file that another start sent, in place of the demo, comes back as it was looked at.
#[test]
fn a_sent_file_comes_back_with_its_camera() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = fixture::model_file(folder.path());
    let place = folder.path().to_str().expect("a plain path");
    let settings = r#"{"window_size":[1280.0,720.0],"preferences":{"restores":true}}"#;
    std::fs::write(folder.path().join("settings.json"), settings).expect("writable");
    let variables = [("CASTVIEW_CONFIG_DIR", place), ("XDG_RUNTIME_DIR", place)];
    let start = || Castview::start_with([1280, 720], &[], &variables);
    let Some(mut app) = start() else { return };
    app.wait_until("the demo", |state| state["playing"] == true);
    let sent = Command::new(env!("CARGO_BIN_EXE_castview"))
        .arg("--send")
        .arg(&model)
        .envs(variables)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .status();
    assert!(sent.expect("the binary starts").success());
    app.wait_until("the model", |state| {
        state["models"] == serde_json::json!([MODEL]) && state["loading"] == false
    });
    app.wait_until_still();
    let camera = |state: &State| -> Vec<f64> {
        let numbers = state["camera"].as_array().expect("six numbers").iter();
        numbers.map(|number| number.as_f64().expect("a number")).collect()
    };
    let framed = camera(&app.state());
    let [x, y] = app.control("Viewport").middle();
    app.display.move_mouse([x, y]);
    app.display.press_mouse();
    // While the button is down: a press, a way and a release within one turn are a click.
    let before = app.state();
    app.display.move_mouse([x + 40, y + 10]);
    app.wait_until("the view follows", |state| state["turn"] != before["turn"]);
    app.display.move_mouse([x + 120, y + 40]);
    app.wait_until("the camera turns", |state| (camera(state)[3] - framed[3]).abs() > 0.1);
    app.display.release_mouse();
    let seen = camera(&app.wait_until_still());
    assert!(app.close().success());
    let mut app = start().expect("it started before");
    app.wait_until("the model is back as it was seen", |state| {
        let close = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-4 * b.abs().max(1.0);
        state["models"] == serde_json::json!([MODEL]) && camera(state).iter().zip(&seen).all(close)
    });
    assert!(app.close().success());
}

/// The file that the next step opens was read before the step.
#[test]
fn files_beside_the_open_one_are_read_ahead() {
    let folder = tempfile::tempdir().expect("a folder");
    let models = folder.path().join("models");
    std::fs::create_dir(&models).expect("a folder");
    for at in 0..60 {
        fixture::save(&models, &format!("{at}.cast"), &fixture::model());
    }
    let Some(mut app) = Castview::start([1280, 720], &[]) else {
        return;
    };
    app.drop_files(&[&models]);
    app.wait_until("the first file", |state| {
        state["files"][0] == "0.cast" && state["loading"] == false
    });
    // How long reading takes is nobody's promise: one of the steps finds its file ready.
    let mut ready = 0;
    for at in 1..60 {
        app.display.tap(PAGE_DOWN, &[CONTROL_KEY]);
        let state = app.wait_until("the next file", |state| {
            state["files"][0] == format!("{at}.cast") && state["loading"] == false
        });
        ready = state["read_ahead"].as_u64().expect("a count");
        if ready > 0 {
            break;
        }
    }
    assert!(ready > 0, "no step found its file ready");
    assert!(app.close().success());
}

/// Also on an adapter that is never idle while a clip plays.
#[test]
fn clips_have_small_pictures_while_one_of_them_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = fixture::model_file(folder.path());
    let clips: Vec<_> = (0..3)
        .map(|at| {
            let name = format!("run{at}");
            fixture::save(folder.path(), &format!("{name}.cast"), &fixture::clip_named(&name, &[]))
        })
        .collect();
    let files: Vec<&Path> = [&model].into_iter().chain(&clips).map(|path| &**path).collect();
    let Some(mut app) = Castview::start([1280, 720], &files) else {
        return;
    };
    app.wait_until("a clip plays", |state| {
        state["playing"] == true && state["loading"] == false
    });
    let tab = app.control("Clips tab");
    app.display.click(tab.middle());
    app.wait_until("all pictures", |state| {
        state["thumbnails"].as_u64().is_some_and(|count| count >= 3) && state["playing"] == true
    });
    assert!(app.close().success());
}

/// A model that a new one replaces comes back by one click; the drop and the click are real.
#[test]
fn a_replaced_model_is_kept_beside_the_new_one_by_one_click() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = fixture::model_file(folder.path());
    let other = fixture::save(folder.path(), "spire.cast", &renamed("spire"));
    let Some(mut app) = Castview::start([1280, 720], &[&model]) else {
        return;
    };
    app.wait_until("the model", |state| {
        state["models"][0] == MODEL && state["loading"] == false
    });
    app.drop_files(&[&other]);
    let replaced = app.wait_until("the other in its place", |state| {
        state["models"][0] == "spire" && state["loading"] == false
    });
    assert_eq!(replaced["files"], serde_json::json!(["spire.cast"]));
    let button = app.control("Keep both");
    app.display.click(button.middle());
    let both = app.wait_until("both", |state| state["models"].as_array().map(Vec::len) == Some(2));
    assert_eq!(both["models"], serde_json::json!([MODEL, "spire"]));
    // They stand apart, each with the name of its file.
    let names = ["File tower.cast", "File spire.cast"].map(|name| app.control(name).middle());
    assert!((names[0][0] - names[1][0]).abs() > 60, "{names:?}");
    // The offer goes with what it offered.
    app.find_control("the viewport", |control| control.name == "Viewport");
    app.assert_alive();
    assert!(app.close().success());
}

/// Commands that other tests run: the palette itself, the end of the program, and those that ask the desktop for a file.
const ELSEWHERE: [&str; 7] = [
    "escape",
    "palette",
    "quit",
    "open",
    "open_folder",
    "save_picture",
    "save_diagnostics",
];
/// Commands after which the others have nothing to be tried on, or little room.
const LAST: [&str; 9] = [
    "panels",
    "scale_75",
    "scale_125",
    "scale_150",
    "scale_175",
    "scale_200",
    "full_screen",
    "demo",
    "close",
];

/// Commands whose dialog comes once the desktop has said that it has none.
const ASKING: [&str; 1] = ["pose_save"];

/// Each command is run by its title and Enter, as somebody types it. A command that cannot be done in this state is refused, and the window
/// lives on.
#[test]
fn the_palette_runs_every_command_by_keys() {
    let folder = tempfile::tempdir().expect("a folder");
    let (model, clip) = (fixture::model_file(folder.path()), fixture::clip_file(folder.path()));
    let Some(mut app) = Castview::start([1280, 720], &[&model, &clip]) else {
        return;
    };
    app.wait_until("the clip plays", |state| {
        state["clip"] == CLIP && state["playing"] == true
    });
    app.display.tap(0x20, &[]);
    app.wait_until("it stands", |state| state["playing"] == false);
    let row = app.find_control("a row of the bone", |control| {
        control.name == fixture::BONES[1] && control.role != "Label" && control.rect[2] > 20
    });
    app.display.click(row.middle());
    app.wait_until("the bone is selected", |state| !state["selected"].is_null());
    // Hundreds of times a page opens and closes: without the panels each takes less.
    app.display.tap(TAB, &[]);
    let (mut run, mut refused) = (0, Vec::new());
    let own = |command: &&castview::session::Command| !ELSEWHERE.contains(&command.name);
    let all = castview::session::commands().filter(own);
    let is_last = |command: &&castview::session::Command| LAST.contains(&command.name);
    for command in all
        .clone()
        .filter(|command| !is_last(command))
        .chain(all.filter(is_last))
    {
        app.display.tap(P, &[CONTROL_KEY]);
        app.wait_until("the palette", |state| state["page"] == "Palette");
        app.display.type_text(command.title.trim_end_matches('…'));
        app.display.tap(ENTER, &[]);
        if ASKING.contains(&command.name) {
            app.wait_until("its dialog", |state| state["page"] == "FileDialog");
        }
        // Closes the palette over what was refused, or the page or dialog that was asked for.
        app.display.tap(ESCAPE, &[]);
        let state = app.wait_until("no page", |state| state["page"].is_null());
        match state["command"] == command.name {
            true => run += 1,
            false => refused.push(command.name),
        }
        app.assert_alive();
    }
    assert!(run > 2 * refused.len(), "{run} were run; refused: {refused:?}");
    app.display.tap(P, &[CONTROL_KEY]);
    app.wait_until("the palette", |state| state["page"] == "Palette");
    app.display.type_text("Quit");
    app.display.tap(ENTER, &[]);
    assert!(app.wait_for_end().success());
}
