//! The program is ended from outside: by a signal, or by its X server. Settings and markers are written.

use crate::window_support::fixture::{self, CLIP, MODEL};
use crate::window_support::{Castview, wait_for};
use std::path::Path;
use std::process::Command;

const SPACE: u32 = 0x20;

/// A window with a clip, a marker on it, and without the grid.
fn start(folder: &Path) -> Option<Castview> {
    let (model, clip) = (fixture::model_file(folder), fixture::clip_file(folder));
    // Whoever runs the tests may ignore a signal (`nohup`), and what they start would inherit that.
    let mut starter = Command::new("env");
    starter.args(["--default-signal=TERM,INT,HUP", env!("CARGO_BIN_EXE_castview")]);
    let mut app = Castview::start_program(starter, [900, 640], &[&model], &[])?;
    app.wait_until("the model", |state| {
        state["models"][0] == MODEL && state["loading"] == false
    });
    app.drop_files(&[&clip]);
    app.wait_until("the clip plays", |state| {
        state["clip"] == CLIP && state["playing"] == true
    });
    app.display.tap(SPACE, &[]);
    app.wait_until("it pauses", |state| state["playing"] == false);
    app.display.tap(u32::from('m'), &[]);
    app.display.tap(u32::from('g'), &[]);
    // A slow machine may rest between the two keys: what was chosen is in the files once both have arrived.
    let written = wait_for(|| {
        let is_marked = stored(&app, "markers.json")[0]["markers"].is_array();
        (is_marked && stored(&app, "settings.json")["preferences"]["grid"] == false).then_some(())
    });
    written.expect("marker and grid are written as they are chosen");
    app.wait_until_still();
    Some(app)
}

/// Content of a file in the folder of the settings.
fn stored(app: &Castview, name: &str) -> serde_json::Value {
    let text = std::fs::read_to_string(app.folder().join(name)).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// The marker and the grid that [`start`] has chosen are in the files.
fn assert_kept(app: &Castview) {
    let settings = stored(app, "settings.json");
    assert_eq!(settings["preferences"]["grid"], false, "{settings}");
    let markers = stored(app, "markers.json");
    assert_eq!(markers[0]["clip"], CLIP, "{markers}");
    assert_eq!(markers[0]["markers"].as_array().map(Vec::len), Some(1), "{markers}");
}

fn send(signal: &str, app: &Castview) {
    let sent = Command::new("kill")
        .args([signal, &app.process().to_string()])
        .status()
        .expect("there is a kill");
    assert!(sent.success());
}

#[test]
fn signals_save_what_the_user_chose_and_end_the_program() {
    for (signal, code) in [("-TERM", 143), ("-INT", 130), ("-HUP", 129)] {
        let folder = tempfile::tempdir().expect("a folder");
        let Some(mut app) = start(folder.path()) else { return };
        // Both are written at once; only what the end of the program writes counts here.
        let [settings, markers] = ["settings.json", "markers.json"].map(|name| app.folder().join(name));
        std::fs::write(settings, "{}").expect("a writable folder");
        assert!(markers.exists(), "markers are written as they are set");
        send(signal, &app);
        let status = app.wait_for_end();
        assert_eq!(status.code(), Some(code), "{signal}: {}", app.stderr());
        assert_kept(&app);
        assert!(!app.stderr().contains("panicked"), "{}", app.stderr());
    }
}

/// A program that is started to ignore a closed terminal goes on.
#[test]
fn an_ignored_signal_stays_ignored() {
    let ignored = |mask: &str| {
        let mask = u64::from_str_radix(mask.trim(), 16).expect("a mask");
        mask & 1 != 0
    };
    let mask = |app: &Castview| {
        let status = std::fs::read_to_string(format!("/proc/{}/status", app.process())).expect("it runs");
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("SigIgn:").map(str::to_owned));
        line.expect("Linux tells")
    };
    let folder = tempfile::tempdir().expect("a folder");
    let model = fixture::model_file(folder.path());
    let mut starter = Command::new("sh");
    starter.args(["-c", "trap '' HUP; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_castview")]);
    let Some(mut app) = Castview::start_program(starter, [640, 480], &[&model], &[]) else {
        return;
    };
    assert!(ignored(&mask(&app)));
    send("-HUP", &app);
    send("-TERM", &app);
    assert_eq!(
        app.wait_for_end().code(),
        Some(143),
        "the second signal is the first that is heard"
    );
}

/// The X server goes away under a playing window, then under one at rest: winit, Xlib or a driver may be the first to notice.
#[test]
fn the_death_of_the_x_server_leaves_what_the_user_chose() {
    for plays in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let Some(mut app) = start(folder.path()) else { return };
        assert_kept(&app);
        if plays {
            app.display.tap(SPACE, &[]);
            app.wait_until("it plays", |state| state["playing"] == true);
        }
        app.display.kill();
        assert_ends_with_its_display(&mut app, &format!("plays {plays}"));
    }
}

/// The server has ended all the same when the next one of its number answers.
#[test]
fn another_x_server_of_the_same_number_is_no_mistake_of_castview() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(mut app) = start(folder.path()) else { return };
    // It must not notice the end before the next server is there.
    send("-STOP", &app);
    app.display.replace();
    send("-CONT", &app);
    assert_ends_with_its_display(&mut app, "another server");
}

/// With exit code 1 and a sentence, without a panic's words, and with what was chosen in the files.
fn assert_ends_with_its_display(app: &mut Castview, case: &str) {
    let status = wait_for(|| app.ended()).expect("castview ends with its display");
    let stderr = app.stderr();
    assert_eq!(status.code(), Some(1), "{case}: {stderr}");
    assert!(
        !stderr.contains("panicked") && !stderr.contains("stack backtrace"),
        "{case}: {stderr}"
    );
    let told = stderr.lines().filter(|line| line.contains("connection"));
    assert!(told.count() >= 1, "{case}: one sentence says why: {stderr}");
    assert_kept(app);
}
