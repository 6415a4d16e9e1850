//! How the window comes up: as large as it was left, and with the view that options ask for.

use crate::window_support::fixture::{clip_file, model_file, save};
use crate::window_support::{Castview, Display, skipped, software_vulkan, wait_for};
use castview::core::{Options, StandardView};
use castview::files::{Allowance, path_of, whole_location_of};
use castview::formats::cast::{NodeDraft, NodeKind, write};
use castview::offline::{Beside, FileSet, Maps};
use castview::opened::{NamedPath, Placement};
use castview::session::{Action, CameraMove, Message, PlaybackAction, Seek, Session, ViewAction};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{ChangeWindowAttributesAux, ConnectionExt, EventMask};

/// Ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The test hears what a window manager would hear: it forgets wishes of windows that are not on the screen yet.
#[test]
fn a_maximized_window_asks_for_that_once_it_is_on_the_screen() {
    let Some(display) = Display::start([1280, 720]) else {
        let _: Option<()> = skipped("there is no Xvfb");
        return;
    };
    let hears = ChangeWindowAttributesAux::new().event_mask(EventMask::SUBSTRUCTURE_NOTIFY);
    let asked = display.connection.change_window_attributes(display.root, &hears);
    asked.expect("sent").check().expect("nobody else hears it");
    let folder = tempfile::tempdir().expect("a folder for the test");
    std::fs::write(folder.path().join("settings.json"), r#"{"maximized":true}"#).expect("settings");
    let mut command = Command::new(env!("CARGO_BIN_EXE_castview"));
    command
        .env("DISPLAY", format!(":{}", display.number))
        .env("CASTVIEW_CONFIG_DIR", folder.path())
        .env("XDG_RUNTIME_DIR", folder.path())
        .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if std::env::var_os("VK_ICD_FILENAMES").is_none()
        && let Some(driver) = software_vulkan()
    {
        command.env("VK_ICD_FILENAMES", driver);
    }
    let _running = Running(command.spawn().expect("the binary starts"));
    let state = display.atom("_NET_WM_STATE");
    let maximized = display.atom("_NET_WM_STATE_MAXIMIZED_VERT");
    let mut shown = Vec::new();
    let heard = wait_for(|| {
        while let Some(event) = display.connection.poll_for_event().expect("the server answers") {
            match event {
                Event::MapNotify(event) => shown.push(event.window),
                Event::ClientMessage(event)
                    if event.type_ == state
                        && event.data.as_data32()[1..3].contains(&maximized)
                        && shown.contains(&event.window) =>
                {
                    return Some(());
                }
                _ => {}
            }
        }
        None
    });
    heard.expect("the window asks for all of the screen");
}

/// The view file of a window with these files, seen from above in frame 7.
fn view_file(folder: &Path, files: &[PathBuf], allowed: &Allowance) -> PathBuf {
    let beside = Beside {
        maps: Maps::All,
        instances: true,
        full_size: false,
    };
    let opened = FileSet::open_as(files, beside, &Options::default(), allowed);
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: opened.expect("files").files,
        placement: Placement::Replace,
    });
    for action in [
        Action::View(ViewAction::ResizeViewport([300, 200])),
        Action::Playback(PlaybackAction::Pause),
        Action::Playback(PlaybackAction::Seek(Seek::Frame(7.0))),
        Action::View(ViewAction::Camera(CameraMove::View(StandardView::Top))),
    ] {
        session.apply(action);
    }
    let command = session.view_command().expect("files");
    let path = folder.join("view.json");
    let json = serde_json::to_string(&command.view).expect("plain data");
    std::fs::write(&path, json).expect("writable");
    path
}

/// The frame and the direction of a view file, unless another option says otherwise; it plays if that is asked for.
#[test]
fn a_view_file_and_play_say_how_the_window_begins() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = [model_file(folder.path()), clip_file(folder.path())];
    let view = view_file(folder.path(), &files, &Allowance::default());
    let start = |options: &[&str]| {
        let mut arguments: Vec<&Path> = options.iter().map(Path::new).collect();
        arguments.extend([Path::new("--view-file"), &view]);
        arguments.extend(files.iter().map(PathBuf::as_path));
        Castview::start([900, 640], &arguments)
    };
    let is_above = |pitch: &serde_json::Value| pitch.as_f64().is_some_and(|pitch| (pitch - 1.57).abs() < 0.01);
    for (options, frame) in [(&[][..], 7.0), (&["--frame", "3"], 3.0)] {
        let Some(mut app) = start(options) else { return };
        app.wait_until("it stands in its frame, seen from above", |state| {
            state["frame"] == frame && state["playing"] == false && is_above(&state["camera"][4])
        });
        let state = app.wait_until_still();
        assert_eq!(state["frame"], frame, "it stays there");
        assert!(app.close().success());
    }
    let Some(mut app) = start(&["--play"]) else { return };
    app.wait_until("it plays from there, seen from above", |state| {
        let moves = state["frame"].as_f64().is_some_and(|now| now != 7.0);
        state["playing"] == true && moves && is_above(&state["camera"][4])
    });
    assert!(app.close().success());
}

/// A file with one instance of a rock that is not below its folder.
fn level(folder: &Path) -> PathBuf {
    let instance = NodeDraft::new(NodeKind::Instance)
        .string("n", "far")
        .u64s("rf", &[7])
        .vec3s("p", &[[0.0; 3]])
        .vec4s("r", &[[0.0, 0.0, 0.0, 1.0]])
        .vec3s("s", &[[1.0; 3]])
        .child(NodeDraft::new(NodeKind::File).hash(7).string("p", "props/rock.cast"));
    save(
        folder,
        "level.cast",
        &write(&[NodeDraft::new(NodeKind::Root).child(instance)]),
    )
}

/// A model that the view has in place of one that is missing stands there in the window, too; nothing of it is remembered.
#[test]
fn a_view_file_puts_its_models_in_place_of_instances() {
    let folder = tempfile::tempdir().expect("a folder");
    let level = level(folder.path());
    std::fs::create_dir(folder.path().join("old")).expect("a folder");
    let rock = model_file(&folder.path().join("old"));
    let location = whole_location_of(&rock.canonicalize().expect("it is there"));
    let allowed = Allowance {
        instead: [(NamedPath::own("props/rock.cast"), path_of(&location))].into(),
        ..Allowance::default()
    };
    let view = view_file(folder.path(), std::slice::from_ref(&level), &allowed);
    let Some(mut app) = Castview::start([900, 640], &[Path::new("--view-file"), &view, &level]) else {
        return;
    };
    let told = "instances of props/rock.cast in level.cast are shown by ";
    let state = app.wait_until("the model stands there, and that is told", |state| {
        state["notices"].to_string().contains(told) && state["loading"] == false
    });
    assert!(!state["notices"].to_string().contains("what is open is"), "{state:?}");
    let pitch = state["camera"][4].as_f64();
    assert!(pitch.is_some_and(|pitch| (pitch - 1.57).abs() < 0.01), "{pitch:?}");
    assert_eq!(state["models"], serde_json::json!(["tower"]), "no box stands for it");
    let stored = app.folder().join("textures.json");
    assert!(app.close().success());
    assert!(!std::fs::read_to_string(stored).is_ok_and(|text| text.contains("rock.cast")));
}

/// The first picture of the view waits for the processor: widgets that are all new are not painted twice.
#[test]
fn a_new_window_is_not_painted_twice_before_its_first_picture() {
    let Some(mut app) = Castview::start([1000, 700], &[]) else {
        return;
    };
    app.wait_until("a picture", |state| state["pictures"].as_u64() > Some(0));
    let trace = std::fs::read_to_string(app.folder().join("trace.jsonl")).expect("it is written");
    let turns = trace
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let painted: Vec<u64> = turns.filter_map(|turn| turn["painted_pixels"].as_u64()).collect();
    assert!(painted[1] - painted[0] < painted[0] / 3, "{painted:?}");
    assert!(app.close().success());
}
