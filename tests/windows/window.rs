//! The window of the program for Windows: a real drag, the mouse, the keyboard, Wine's file dialog.

use crate::window_support::fixture::{self, BONES, CLIP, LAST_FRAME, MODEL};
use crate::window_support::{Castview, State, wait_for};
use crate::{adapters, assert_windows, program};
use castview::images;
use std::path::{Path, PathBuf};

const CONTROL_KEY: u32 = 0xffe3;
const SHIFT_KEY: u32 = 0xffe1;
const RETURN: u32 = 0xff0d;
const HOME: u32 = 0xff50;
const END: u32 = 0xff57;
const SPACE: u32 = 0x20;
/// Tall enough for the whole timeline below the title that Wine leaves room for.
const SIZE: [u16; 2] = [1280, 760];

fn frame(state: &State) -> f64 {
    state["frame"].as_f64().expect("a clip is there")
}

fn names(state: &State, key: &str) -> Vec<String> {
    let all = state[key].as_array().expect("a list").iter();
    all.map(|name| name.as_str().expect("a name").to_owned()).collect()
}

fn start(settings: &Path) -> Castview {
    let folder = settings.to_str().expect("Unicode");
    let window = Castview::start_program(program::command(), SIZE, &[], &[("CASTVIEW_CONFIG_DIR", folder)]);
    window.expect("an X server and an adapter: cargo xtask test-windows installs both")
}

#[test]
#[ignore = "needs the program for Windows: cargo xtask test-windows"]
fn files_are_dropped_scrubbed_and_saved_and_settings_come_back() {
    assert_windows();
    let folder = tempfile::tempdir().expect("a folder");
    let settings = folder.path().join("settings");
    std::fs::create_dir(&settings).expect("a folder");
    let mut app = start(&settings);
    app.wait_until("the demo plays", |state| state["playing"] == true);
    let direct3d_fails = adapters::direct3d_fails();
    assert!(
        !direct3d_fails || has_told_of_direct3d(&app),
        "it is passed over and told"
    );

    // A model alone, then its clip, then a folder of both under other names.
    let (model, clip) = (fixture::model_file(folder.path()), fixture::clip_file(folder.path()));
    app.drop_files(&[&model]);
    app.wait_until("the model", |state| {
        names(state, "models") == [MODEL] && state["loading"] == false && state["playing"] == false
    });
    app.drop_files(&[&clip]);
    app.wait_until("the clip plays", |state| {
        state["clip"] == CLIP && state["playing"] == true && state["matched"] == 1
    });
    let set = folder.path().join("Größen");
    std::fs::create_dir(&set).expect("a folder");
    let files = [("räder.cast", fixture::model()), ("schwung.cast", fixture::clip())];
    for (name, bytes) in &files {
        fixture::save(&set, name, bytes);
    }
    app.drop_files(&[&set]);
    app.wait_until("the folder's files", |state| {
        let here = names(state, "files");
        files.iter().all(|(name, _)| here.iter().any(|file| file == name)) && state["loading"] == false
    });

    scrub(&mut app);
    // A dropped folder is shown in the tab of files.
    let nodes = app.find_control("the tab of nodes", |control| control.name == "Nodes tab");
    app.display.click(nodes.middle());
    let row = app.find_control("the bone's row", |control| {
        control.name == BONES[1] && control.role != "Label" && control.rect[2] > 20
    });
    app.display.click(row.middle());
    app.wait_until("the bone is selected", |state| {
        state["selected"]
            .as_str()
            .is_some_and(|selected| selected.contains("BoneIndex(1)"))
    });
    save_picture(&mut app, folder.path());

    // A switch that is kept. The next run can only set it back if it has found it.
    let (grid, saved) = (u32::from('g'), settings.join("settings.json"));
    let had_grid = grid_of(&saved);
    app.display.tap(grid, &[]);
    app.wait_until_still();
    assert!(app.close().success());
    assert_eq!(grid_of(&saved), !had_grid);
    // Direct3D 12 was passed over and told in the first run; what worked is tried first in the second.
    let adapter = std::fs::read_to_string(settings.join("adapter.json")).expect("it was written");
    assert!(!direct3d_fails || adapter.contains("\"Vulkan\""), "{adapter}");
    let mut app = start(&settings);
    app.wait_until("the demo plays again", |state| state["playing"] == true);
    assert!(!has_told_of_direct3d(&app), "the adapter that worked was remembered");
    app.display.tap(SPACE, &[]);
    app.wait_until("Space pauses", |state| state["playing"] == false);
    app.display.tap(grid, &[]);
    app.wait_until_still();
    assert!(app.quit_by_key().success());
    assert_eq!(grid_of(&saved), had_grid, "the second run set back what it had found");
}

/// Whether a notice of this run says that Direct3D 12 was passed over. It comes with the first turn, before anybody waits.
fn has_told_of_direct3d(app: &Castview) -> bool {
    let trace = std::fs::read_to_string(app.folder().join("trace.jsonl")).expect("it is written");
    trace
        .lines()
        .any(|turn| turn.contains("Passed over: ") && turn.contains("(Direct3D 12)"))
}

/// The grid is there unless the settings say otherwise.
fn grid_of(settings: &Path) -> bool {
    let text = std::fs::read_to_string(settings).unwrap_or_else(|_| "{}".into());
    let settings: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    settings["preferences"]["grid"].as_bool().unwrap_or(true)
}

/// The playhead goes where the mouse goes.
fn scrub(app: &mut Castview) {
    // A display without a window manager gives the keyboard to nobody after a drag.
    app.display.focus(app.window);
    app.wait_until("it plays", |state| state["playing"] == true);
    app.display.tap(SPACE, &[]);
    app.wait_until("Space pauses", |state| state["playing"] == false);
    let [x, y, width, height] = app.control("Playhead").rect;
    let at = |share: f64| [x + (f64::from(width) * share) as i32, y + height / 2];
    app.display.move_mouse(at(0.25));
    app.display.press_mouse();
    for share in [0.25, 0.5, 0.75] {
        app.display.move_mouse(at(share));
        app.wait_until("the playhead follows", |state| {
            (frame(state) - LAST_FRAME * share).abs() < 2.5
        });
    }
    app.display.release_mouse();
}

/// Ctrl+S, the path typed into Wine's dialog, Return.
fn save_picture(app: &mut Castview, folder: &Path) {
    let state = app.wait_until_still();
    let size = [0, 1].map(|side| state["viewport"][side].as_u64().expect("a number"));
    let path: PathBuf = folder.join("saved.png");
    app.display.tap(u32::from('s'), &[CONTROL_KEY]);
    let dialog = wait_for(|| app.display.find_titled("Save picture")).expect("Wine's dialog");
    app.display.focus(dialog);
    // The name that is offered is in the field that has the focus.
    app.display.tap(HOME, &[]);
    app.display.tap(END, &[SHIFT_KEY]);
    app.display
        .type_text(&format!("Z:{}", path.display()).replace('/', "\\"));
    app.display.tap(RETURN, &[]);
    app.wait_until("the picture is saved", |state| {
        names(state, "notices")
            .iter()
            .any(|notice| notice == "Saved saved.png.")
    });
    let picture = images::decode(&std::fs::read(&path).expect("it was saved"), "saved.png").expect("a PNG");
    assert_eq!([picture.width, picture.height].map(u64::from), size);
    let colours: std::collections::HashSet<_> = picture.rgba.chunks_exact(4).collect();
    assert!(colours.len() > 20, "the picture is empty: {} colours", colours.len());
    app.display.focus(app.window);
}
