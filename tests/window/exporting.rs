//! Pictures that are exported by the window: the bytes of its command, while the window goes on.

use crate::window_support::fixture::{BONES, clip_file, model_file};
use crate::window_support::{CONTROL_KEY, Castview, State, wait_for};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const SHIFT: u32 = 0xffe1;

fn told(state: &State, what: &str) -> bool {
    let notices = state["notices"].as_array();
    notices.is_some_and(|notices| {
        notices
            .iter()
            .any(|text| text.as_str().unwrap_or_default().contains(what))
    })
}

fn click(app: &mut Castview, name: &str) {
    app.wait_until_still();
    let place = app.control(name).middle();
    app.display.click(place);
}

/// Clicks on a button of the file dialog. The cursor of its field blinks, so that the window never rests: the button has to.
fn confirm(app: &mut Castview, name: &str) {
    app.wait_until("the dialog", |state| state["page"] == "FileDialog");
    let mut place = app.control(name).middle();
    loop {
        std::thread::sleep(Duration::from_millis(200));
        let now = app.control(name).middle();
        if now == place {
            break;
        }
        place = now;
    }
    app.display.click(place);
}

/// Pictures in the folder that are not the model's own, with what is unfinished.
fn written(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let paths = entries.map(|entry| entry.path());
    paths
        .filter(|path| path.extension().is_none_or(|ending| ending != "cast"))
        .collect()
}

#[test]
fn an_export_has_the_bytes_of_its_command_and_can_be_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let (model, clip) = (model_file(folder.path()), clip_file(folder.path()));
    let Some(mut app) = Castview::start([900, 640], &[&model, &clip]) else {
        return;
    };
    app.wait_until("the clip plays", |state| state["playing"] == true);
    app.display.tap(u32::from(b' '), &[]);
    app.wait_until("it stands", |state| state["playing"] == false);
    let opens = |app: &mut Castview| {
        app.display.tap(u32::from(b's'), &[CONTROL_KEY, SHIFT]);
        app.wait_until("the page", |state| state["page"] == "Export");
    };
    opens(&mut app);
    click(&mut app, "Samples a pixel: 1, faster");
    click(&mut app, "Size: Discord 10 MB");
    click(&mut app, "Copy as command");
    app.wait_until("it is copied", |state| told(state, "Copied"));
    let line = app.display.clipboard().expect("the command");
    assert!(line.contains(" --samples 1 ") && line.ends_with(".gif"), "{line}");
    click(&mut app, "Export…");
    confirm(&mut app, "Save");
    app.wait_until("it is exported", |state| told(state, "Exported"));
    let exported = written(folder.path());
    let [exported] = &exported[..] else {
        panic!("{exported:?}")
    };

    let other = tempfile::tempdir().expect("a folder");
    let program = env!("CARGO_BIN_EXE_castview");
    let script = format!("castview() {{ '{program}' \"$@\"; }}; {line}");
    let ran = Command::new("bash")
        .args(["-c", &script])
        .current_dir(other.path())
        .output();
    let ran = ran.expect("every Linux has it");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let by_command = written(other.path());
    let [by_command] = &by_command[..] else {
        panic!("{by_command:?}")
    };
    let read = |path: &Path| std::fs::read(path).expect("written");
    assert_eq!(exported.file_name(), by_command.file_name());
    assert!(read(exported) == read(by_command), "byte for byte");

    // A long one is stopped, and leaves the old file alone.
    let before = read(exported);
    opens(&mut app);
    click(&mut app, "Content: Turntable");
    click(&mut app, "Pictures a second: 50");
    click(&mut app, "Export…");
    confirm(&mut app, "Replace");
    let cross = app.control("Cancel export").middle();
    app.display.click(cross);
    app.wait_until("it is stopped", |state| told(state, "was stopped"));
    assert_eq!(written(folder.path()), std::slice::from_ref(exported));
    assert!(read(exported) == before, "the old file stays");

    // Numbered pictures have names that the dialog did not ask about.
    opens(&mut app);
    click(&mut app, "Content: Frames");
    click(&mut app, "Format: PNGs");
    click(&mut app, "Export…");
    confirm(&mut app, "Save");
    app.wait_until("they are exported", |state| told(state, "pictures."));
    let numbered = written(folder.path());
    let one = numbered
        .iter()
        .find(|path| path.to_string_lossy().ends_with("_0000.png"));
    let one = one.expect("a picture with the first number");
    let bytes = read(one);
    std::fs::write(one, b"old").expect("writable");
    opens(&mut app);
    click(&mut app, "Export…");
    confirm(&mut app, "Save");
    app.wait_until("it asks", |state| told(state, "are there already"));
    assert_eq!(read(one), b"old", "nothing is replaced before the answer");
    click(&mut app, "Replace");
    assert!(wait_for(|| (read(one) == bytes).then_some(())).is_some(), "replaced");
    assert!(app.close().success());
}

#[test]
fn options_say_how_the_window_begins_and_its_picture_can_be_copied() {
    let folder = tempfile::tempdir().expect("a folder");
    let (model, clip) = (model_file(folder.path()), clip_file(folder.path()));
    let options = ["--frame", "7", "--view", "front", "--weights", BONES[1], "--bones"];
    let mut arguments: Vec<&Path> = options.iter().map(Path::new).collect();
    arguments.extend([&*model, &*clip]);
    let Some(mut app) = Castview::start([900, 640], &arguments) else {
        return;
    };
    app.wait_until("it stands at the frame, seen from the front", |state| {
        let selected = state["selected"].as_str().unwrap_or_default();
        let pitch = state["camera"][4].as_f64().unwrap_or(1.0);
        state["frame"] == 7.0 && state["playing"] == false && selected.starts_with("Bone") && pitch == 0.0
    });
    app.wait_until_still();
    app.display.tap(u32::from(b'c'), &[CONTROL_KEY, SHIFT]);
    app.wait_until("it is copied", |state| told(state, "opied"));
    let png = app.display.clipboard_as("image/png").expect("a picture");
    let picture = castview::images::decode(&png, "clipboard.png").expect("a PNG");
    assert!(picture.width > 100 && picture.rgba.chunks_exact(4).any(|texel| texel != &picture.rgba[..4]));
    assert!(app.close().success());
}
