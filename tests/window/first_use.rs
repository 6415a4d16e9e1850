//! The window, driven from outside: the real binary on an X server of its own, with software Vulkan, a drag source that speaks XDND, a
//! mouse and a keyboard. The tests read its screen and its trace.

use crate::window_support::fixture::{self, BONES, CLIP, LAST_FRAME, MODEL};
use crate::window_support::{CONTROL_KEY, Castview, Control, Shot, State, wait_for};
use castview_testkit::big_rig;
use castview_testkit::everything;
use castview_testkit::mutate;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const SPACE: u32 = 0x20;
const ALT: u32 = 0xffe9;
const ESCAPE: u32 = 0xff1b;

fn frame(state: &State) -> f64 {
    state["frame"].as_f64().expect("a clip is there")
}

/// Where the ruler shows the accent of the dark theme: only its playhead does.
fn playhead_columns(shot: &Shot, ruler: [i32; 4]) -> Vec<i32> {
    shot.columns(ruler, [0x6a, 0xa9, 0xff], 3)
}

/// Within the ruler's margins.
fn near(frame: f64, wanted: f64) -> bool {
    (frame - wanted).abs() < 2.5
}

/// The 3D view on the screen: x, y, width, height.
fn viewport(app: &mut Castview) -> [i32; 4] {
    app.control("Viewport").rect
}

/// The main job from end to end.
#[test]
fn a_model_and_a_clip_are_dropped_played_scrubbed_and_looked_into() {
    let folder = tempfile::tempdir().expect("a folder");
    let (model, clip) = (fixture::model_file(folder.path()), fixture::clip_file(folder.path()));
    let Some(mut app) = Castview::start([1280, 720], &[]) else {
        return;
    };

    // The demo is there by itself, and moves.
    let state = app.wait_until("the demo plays", |state| state["playing"] == true);
    assert_eq!(state["files"][0], "demo.cast", "{state}");
    app.wait_until("it moves", |now| {
        frame(now) != frame(&state) && now["pictures"] != state["pictures"]
    });

    // Hovering says what would happen; leaving takes it back.
    let drag = app.hover(&[&model]);
    drop(drag);
    app.wait_until("the hint", |state| state["drop_hint"] == "Open tower.cast");
    app.hover(&[&model]).leave();
    app.wait_until("the hint goes", |state| state["drop_hint"].is_null());

    // The model stands there in its rest pose.
    app.drop_files(&[&model]);
    let state = app.wait_until("the model", |state| {
        state["models"][0] == MODEL && state["loading"] == false
    });
    assert_eq!(state["files"][0], "tower.cast", "{state}");
    assert_eq!(state["playing"], false, "a bare model shows its rest pose");
    let view = viewport(&mut app);
    let rest = app.shoot();
    assert!(rest.variety(view) > 3, "the view is empty");

    // Its clip plays at once, and the pixels of the model follow.
    app.drop_files(&[&clip]);
    let state = app.wait_until("the clip plays", |state| {
        state["clip"] == CLIP && state["playing"] == true
    });
    assert_eq!(state["models"][0], MODEL, "a clip replaces nothing");
    assert_eq!(state["matched"], 1, "its curve found the bone");
    app.wait_until("it leans", |state| (15.0..25.0).contains(&frame(state)));
    app.display.tap(SPACE, &[]);
    let state = app.wait_until("Space pauses", |state| state["playing"] == false);

    // Scrubbing: the playhead goes where the mouse goes.
    let ruler = app.control("Playhead");
    let [x, y, width, height] = ruler.rect;
    let at = |share: f64| [x + (f64::from(width) * share) as i32, y + height / 2];
    app.display.move_mouse(at(0.2));
    app.display.press_mouse();
    app.wait_until("the playhead jumps", |state| near(frame(state), LAST_FRAME * 0.2));
    app.display.move_mouse(at(0.35));
    app.wait_until("the playhead follows", |state| near(frame(state), LAST_FRAME * 0.35));
    app.display.move_mouse(at(0.5));
    let middle = app.wait_until("the playhead is in the middle", |state| {
        near(frame(state), LAST_FRAME * 0.5)
    });
    app.display.release_mouse();
    assert_eq!(middle["playing"], false);
    // The panels are painted at once, the model as soon as its picture is drawn.
    let leaning =
        app.shoot_when(|shot| !playhead_columns(shot, ruler.rect).is_empty() && shot.changed(&rest, view) > 500);
    let columns = playhead_columns(&leaning, ruler.rect);
    let [wanted, _] = at(0.5);
    assert!(
        columns.iter().all(|x| (x - wanted).abs() < 16),
        "the playhead is drawn at {columns:?}, wanted {wanted}"
    );
    let moved = leaning.changed(&rest, view);
    assert!(moved > 500, "only {moved} pixels show that the tower leans");

    // Playing on changes them again.
    app.display.tap(SPACE, &[]);
    let from = frame(&state);
    app.wait_until("it plays on", |state| {
        state["playing"] == true && (frame(state) - from).abs() > 1.0
    });
    app.display.tap(SPACE, &[]);
    app.wait_until("Space pauses again", |state| state["playing"] == false);

    // The tree shows the names, and a click on one selects the bone.
    let row = app.find_control("a row of the bone", |control| is_row(control, BONES[1]));
    assert!(app.shoot().variety(row.rect) > 2, "the row is empty");
    app.display.click(row.middle());
    let state = app.wait_until("the bone is selected", |state| {
        state["selected"]
            .as_str()
            .is_some_and(|selected| selected.starts_with("Bone("))
    });
    assert!(
        state["selected"].as_str().is_some_and(|s| s.contains("BoneIndex(1)")),
        "{state}"
    );
    assert!(app.close().success());
}

fn is_row(control: &Control, name: &str) -> bool {
    control.name == name && control.role != "Label" && control.rect[2] > 20
}

/// Opened, scrubbed and looked into by the mouse alone: a rig of 424 bones.
#[test]
fn the_bones_of_a_large_rig_are_looked_into_by_mouse() {
    let folder = tempfile::tempdir().expect("a folder");
    let rig = big_rig::save(folder.path());
    let Some(mut app) = Castview::start([1280, 720], &[]) else {
        return;
    };
    app.drop_files(&[&rig]);
    app.wait_until("the rig plays", |state| {
        state["models"][0] == big_rig::NAME && state["loading"] == false && state["playing"] == true
    });
    let click = |app: &mut Castview, name: &str| {
        let control = app.control(name);
        app.display.click(control.middle());
    };
    click(&mut app, "Pause");
    app.wait_until("it stands", |state| state["playing"] == false);
    let [x, y, width, height] = app.control("Playhead").rect;
    app.display.move_mouse([x + width / 2, y + height / 2]);
    app.display.press_mouse();
    let half = f64::from(big_rig::LAST_FRAME) / 2.0;
    app.wait_until("the playhead is in the middle", |state| near(frame(state), half));
    app.display.release_mouse();

    // Bones over the model.
    let view = viewport(&mut app);
    let bare = app.shoot();
    click(&mut app, "Overlays");
    click(&mut app, "Bones");
    click(&mut app, "Overlays");
    app.shoot_when(|shot| shot.changed(&bare, view) > 500);

    // A row of the tree selects its bone, which is marked in the view.
    let is_selected = |state: &State| {
        state["selected"]
            .as_str()
            .is_some_and(|item| item.contains("BoneIndex(1)"))
    };
    click(&mut app, "pelvis");
    app.wait_until("the pelvis is selected", is_selected);
    let marked = app.shoot_when(|shot| shot.count(view, SELECTED) > 40);
    let ball = densest(&marked, view, SELECTED);
    click(&mut app, "World space");
    app.find_control("its height in the world", |control| {
        control.name.starts_with("T y 95.0")
    });

    // Nothing is hit beside the model, and the bone where it was drawn.
    app.display.click([view[0] + view[2] - 40, view[1] + view[3] - 40]);
    app.wait_until("nothing is selected", |state| state["selected"].is_null());
    app.display.click(ball);
    app.wait_until("the bone that was clicked", is_selected);
    assert!(app.close().success());
}

/// Vertices are pinned by the middle button and by Alt, told of in the inspector, and follow the clip.
#[test]
fn vertices_are_pinned_by_a_click_and_followed_while_the_clip_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let (model, clip) = (fixture::model_file(folder.path()), fixture::clip_file(folder.path()));
    let Some(mut app) = Castview::start([1280, 720], &[&model, &clip]) else {
        return;
    };
    app.wait_until("the clip plays", |state| {
        state["clip"] == CLIP && state["playing"] == true
    });
    let pause = app.control("Pause").middle();
    app.display.click(pause);
    app.wait_until("it stands", |state| state["playing"] == false);
    let count = |state: &State| state["pins"].as_array().map_or(0, Vec::len);
    let [x, y, width, height] = viewport(&mut app);
    // The tower stands in the middle, its upper half on the bone that moves.
    let at = |up: i32| [x + width / 2, y + height / 2 - up];
    app.display.click_with(at(-height / 8), 1, &[ALT]);
    let state = app.wait_until("a click with Alt pins", |state| count(state) == 1);
    assert!(state["selected"].is_null(), "{state}");
    app.display.click_with(at(height / 8), 2, &[]);
    let state = app.wait_until("so does the middle button", |state| count(state) == 2);
    let title = format!("Pin 2: vertex {}", state["pins"][1]);
    app.find_control("its section in the inspector", |control| control.name == title);

    // The numbers below the title of the newest are those of its vertex, which moves.
    let top = app.control("Copy pin 2").rect[1];
    let numbers = [x + width + 90, top, 180, 8 * 24];
    let before = app.shoot();
    app.display.tap(SPACE, &[]);
    app.shoot_when(|shot| shot.changed(&before, numbers) > 20);
    // While a picture takes long, Esc stops that instead.
    app.display.tap(SPACE, &[]);
    app.wait_until_still();
    app.display.tap(ESCAPE, &[]);
    app.wait_until("Esc takes the newest away", |state| count(state) == 1);
    assert!(app.close().success());
}

/// Colour of the selection in the dark theme.
const SELECTED: [u8; 3] = [0xff, 0xb0, 0x2e];

/// The pixel of `rect` around which the most others are of that colour: letters and lines have fewer than balls.
fn densest(shot: &Shot, [x, y, width, height]: [i32; 4], color: [u8; 3]) -> [i32; 2] {
    let around = |[x, y]: &[i32; 2]| shot.count([x - 3, y - 3, 7, 7], color);
    let all = (y + 3..y + height - 3).flat_map(|y| (x + 3..x + width - 3).map(move |x| [x, y]));
    let hits = all.filter(|at| shot.count([at[0], at[1], 1, 1], color) == 1);
    hits.max_by_key(around).expect("some pixels are of that colour")
}

#[test]
fn idle_means_idle() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = fixture::model_file(folder.path());
    let Some(mut app) = Castview::start([1000, 700], &[&model]) else {
        return;
    };
    app.wait_until("the model", |state| {
        state["models"][0] == MODEL && state["loading"] == false
    });
    let still = app.wait_until_still();
    assert_eq!(still["playing"], false);

    // Nothing happens: no turn at all.
    std::thread::sleep(Duration::from_secs(2));
    let later = app.state();
    assert_eq!(later["turn"], still["turn"], "turns without a reason");

    // The mouse wanders over the menu: many turns, but nothing the picture shows has changed.
    let turns = |state: &State| state["turn"].as_u64().expect("a number");
    for step in 0.. {
        app.display.move_mouse([20 + step % 200, 10]);
        let state = app.wait_until("a turn for the mouse", |state| {
            turns(state) > turns(&later) + step as u64 / 2
        });
        if turns(&state) >= turns(&later) + 200 {
            break;
        }
    }
    let after = app.wait_until_still();
    assert!(turns(&after) >= turns(&later) + 200);
    assert_eq!(
        after["pictures"], still["pictures"],
        "pictures of a scene in which nothing moves"
    );
}

/// One living window takes 60 broken files, and plays a good one after each.
#[test]
fn broken_files_leave_the_window_alive() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = [fixture::model_file(folder.path()), fixture::clip_file(folder.path())];
    let good: Vec<&Path> = good.iter().map(PathBuf::as_path).collect();
    let Some(mut app) = Castview::start([800, 600], &[]) else {
        return;
    };
    let sources = [everything::everything(), fixture::model(), fixture::clip()];
    let broken = sources
        .iter()
        .enumerate()
        .flat_map(|(seed, file)| mutate::mutants(file, seed as u64 + 1, 20));
    let mut count = 0;
    for mutant in broken {
        count += 1;
        let name = format!("broken_{count}_{}.cast", mutant.kind);
        let path = fixture::save(folder.path(), &name, &mutant.bytes);
        app.drop_files(&[&path]);
        app.wait_until(&format!("{name} is opened or refused"), |state| {
            let is_open = state["files"]
                .as_array()
                .is_some_and(|files| files.iter().any(|file| *file == name[..]));
            is_open || told(state, &name)
        });
        app.drop_files(&good);
        let before = app.wait_until(&format!("a good file after {name}"), |state| {
            state["models"][0] == MODEL && state["clip"] == CLIP && state["playing"] == true
        });
        let moved = |state: &State| frame(state) != frame(&before) && state["pictures"] != before["pictures"];
        app.wait_until(&format!("it plays after {name}"), |state| moved(state));
        std::fs::remove_file(&path).expect("ours");
    }
    assert_eq!(count, 60);
    assert_eq!(app.stderr().lines().find(|line| line.contains("panicked")), None);
    assert!(app.close().success());
}

/// Whether a notice of this turn mentions `what`.
fn told(state: &State, what: &str) -> bool {
    let notices = state["notices"].as_array();
    notices.is_some_and(|all| {
        all.iter()
            .any(|notice| notice.as_str().is_some_and(|notice| notice.contains(what)))
    })
}

/// A world whose props lie beside its folder: one line asks, its button reads them, and the next window remembers.
#[test]
fn what_lies_outside_is_asked_for_and_read_when_allowed() {
    use castview::formats::cast::{NodeDraft, NodeKind, write};
    let folder = tempfile::tempdir().expect("a folder");
    fixture::save(folder.path(), "tower.cast", &fixture::model());
    let instance = NodeDraft::new(NodeKind::Instance)
        .string("n", "tower")
        .u64s("rf", &[7])
        .vec3s("p", &[[0.0; 3]])
        .vec4s("r", &[[0.0, 0.0, 0.0, 1.0]])
        .vec3s("s", &[[1.0; 3]])
        .child(NodeDraft::new(NodeKind::File).hash(7).string("p", "tower.cast"));
    let root = NodeDraft::new(NodeKind::Metadata).string("sr", "..");
    std::fs::create_dir(folder.path().join("maps")).expect("a folder");
    let world = write(&[NodeDraft::new(NodeKind::Root).children([root, instance])]);
    let world = fixture::save(&folder.path().join("maps"), "world.cast", &world);
    let Some(mut app) = Castview::start([1000, 700], &[&world]) else {
        return;
    };
    app.wait_until("it asks", |state| {
        told(state, "1 scene root lies outside the folder of world.cast: ..")
    });
    let allow = app.find_control("the button", |control| control.name == "Allow");
    app.display.click(allow.middle());
    app.wait_until("the tower stands", |state| {
        state["models"]
            .as_array()
            .is_some_and(|models| models.iter().any(|model| *model == MODEL))
    });
    assert!(app.close().success());
}

/// Neither portal nor zenity: the built-in dialog opens a file and saves a picture.
#[test]
fn without_a_file_dialog_there_is_one_built_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = fixture::model_file(folder.path());
    let deep = folder.path().join("deep");
    std::fs::create_dir(&deep).expect("a folder");
    let clip = fixture::clip_file(&deep);
    let name = |path: &Path| {
        path.file_name()
            .and_then(|name| name.to_str())
            .expect("a name")
            .to_owned()
    };
    let Some(mut app) = Castview::start([800, 600], &[&model]) else {
        return;
    };
    app.wait_until("the model", |state| state["models"][0] == MODEL);
    let click = |app: &mut Castview, name: &str| {
        // The page takes its place when it knows its size; while a clip plays the window never rests.
        let (mut place, mut same) = (None, 0);
        let place = wait_for(|| {
            let found = app.find_control(name, |control| control.name == name && control.role == "Button");
            let before = place.replace(found.middle());
            same = if before == place { same + 1 } else { 0 };
            place.filter(|_| same >= 30)
        });
        app.display.click(place.expect("it has a place"));
    };
    app.display.tap(u32::from('o'), &[CONTROL_KEY]);
    click(&mut app, "deep");
    click(&mut app, &name(&clip));
    app.wait_until("the clip plays", |state| state["clip"] == CLIP);

    app.display.tap(u32::from('s'), &[CONTROL_KEY]);
    click(&mut app, "deep");
    // The folder is listed in the background: on a busy machine the button moves between being found and being clicked.
    let mut clicks = 0;
    while app.state()["page"] == "FileDialog" {
        clicks += 1;
        assert!(clicks < 10, "the dialog stays");
        click(&mut app, "Save");
        for _ in 0..100 {
            if app.state()["page"] != "FileDialog" {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }
    app.wait_until("the picture is saved", |state| told(state, "Saved"));
    let saved: Vec<String> = (std::fs::read_dir(&deep).expect("readable").flatten())
        .map(|entry| name(&entry.path()))
        .filter(|name| name.ends_with(".png"))
        .collect();
    assert_eq!(saved.len(), 1);
    app.assert_alive();
}

#[test]
fn what_keeps_the_window_from_opening_is_one_sentence() {
    let settings = tempfile::tempdir().expect("a folder");
    let run = |variables: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_castview"));
        command
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET");
        command
            .env("CASTVIEW_CONFIG_DIR", settings.path())
            // Unattended: no dialog that waits for somebody.
            .env("CASTVIEW_TRACE", "/dev/null")
            .envs(variables.iter().copied());
        let output = command.output().expect("the binary starts");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    for (variables, wanted) in [(&[][..], "no display"), (&[("DISPLAY", ":4095")][..], "no display")] {
        let (code, stderr) = run(variables);
        assert_eq!(code, Some(2), "{stderr}");
        assert!(stderr.contains(wanted) && !stderr.contains("panicked"), "{stderr}");
        assert!(!stderr.contains(".rs:"), "it names no place in a source: {stderr}");
    }
    let Some(display) = crate::window_support::Display::start([640, 480]) else {
        return;
    };
    // A backend that this system has not got.
    let number = format!(":{}", display.number);
    let (code, stderr) = run(&[("DISPLAY", &number), ("WGPU_BACKEND", "dx12")]);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(
        stderr.to_lowercase().contains("no graphics adapter") && !stderr.contains("panicked"),
        "{stderr}"
    );
}
