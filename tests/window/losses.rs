//! Graphics devices are lost under the window, at every kind of call: files, clip, frame and camera stay.
//!
//! A Vulkan layer, compiled here from `losing_layer/`, loses them on command.

use crate::window_support::fixture::{self, CLIP, MODEL};
use crate::window_support::{CONTROL_KEY, Castview, State, skipped, software_vulkan, wait_for};
use std::path::{Path, PathBuf};
use std::process::Command;

const SPACE: u32 = 0x20;

/// The layer, built into a folder of its own, and the file that takes its orders.
struct Layer {
    folder: tempfile::TempDir,
}

impl Layer {
    /// `None`, after saying "skipped", on a machine without compiler or headers.
    fn build() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/losing_layer");
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra", "-Werror"])
            // The loader unloads layers with the last instance; the plan has to stay.
            .args(["-Wl,-z,nodelete", "-o"])
            .arg(folder.path().join("liblosing_layer.so"))
            .arg(source.join("losing_layer.c"))
            .output();
        let why = match compiled {
            Ok(output) if output.status.success() => {
                std::fs::copy(
                    source.join("losing_layer.json"),
                    folder.path().join("losing_layer.json"),
                )
                .expect("the manifest is there");
                return Some(Self { folder });
            }
            Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
            Err(error) => format!("there is no C compiler: {error}"),
        };
        assert!(
            std::env::var_os("REQUIRE_GPU").is_none_or(|set| set != "1"),
            "REQUIRE_GPU is set, but the layer cannot be built (packages gcc, libvulkan-dev): {why}"
        );
        eprintln!("skipped: the layer cannot be built (packages gcc, libvulkan-dev): {why}");
        None
    }

    fn plan(&self) -> PathBuf {
        self.folder.path().join("plan")
    }

    /// Each of `losses` is a call and how many of its kind from the loss before.
    fn lose(&self, losses: &[&str]) {
        let unfinished = self.folder.path().join("unfinished");
        std::fs::write(&unfinished, losses.join("\n")).expect("a writable folder");
        std::fs::rename(unfinished, self.plan()).expect("a writable folder");
    }

    fn start(&self, arguments: &[&Path], more: &[(&str, &str)]) -> Option<Castview> {
        let (folder, plan) = (self.folder.path().to_str()?, self.plan());
        let mut variables = vec![
            ("VK_LAYER_PATH", folder),
            ("VK_INSTANCE_LAYERS", "VK_LAYER_CASTVIEW_losing"),
            ("CASTVIEW_TEST_LOSSES", plan.to_str()?),
            // The layer is one of Vulkan.
            ("WGPU_BACKEND", "vulkan"),
        ];
        variables.extend(more);
        Castview::start_with([900, 640], arguments, &variables)
    }
}

fn number(state: &State, what: &str) -> u64 {
    state[what].as_u64().expect("a count")
}

/// Values of the state that no loss may change.
fn kept(state: &State) -> [&serde_json::Value; 6] {
    ["files", "models", "clip", "matched", "camera", "playing"].map(|what| &state[what])
}

/// The tower with its clip, seen from where the user went.
fn start_playing(layer: &Layer, folder: &Path, more: &[(&str, &str)]) -> Option<Castview> {
    let (model, clip) = (fixture::model_file(folder), fixture::clip_file(folder));
    let mut app = layer.start(&[&model], more)?;
    let state = app.wait_until("the model", |state| {
        state["models"][0] == MODEL && state["loading"] == false
    });
    app.drop_files(&[&clip]);
    app.wait_until("the clip plays", |state| {
        state["clip"] == CLIP && state["playing"] == true
    });
    // From the side.
    app.display.tap(u32::from('3'), &[]);
    // The yaw: a notice that needs room moves the camera, too.
    app.wait_until("the camera turned", |now| now["camera"][3] != state["camera"][3]);
    Some(app)
}

/// Loses devices by `plan` and waits until the window shows pictures again. The mouse wanders meanwhile: nothing else makes a
/// paused window turn.
fn lose(app: &mut Castview, layer: &Layer, plan: &[&str]) -> State {
    let before = number(&app.state(), "losses");
    layer.lose(plan);
    let mut step = 0;
    let lost = wait_for(|| {
        step += 1;
        app.display.move_mouse([20 + step % 200, 10]);
        app.assert_alive();
        Some(app.state()).filter(|state| number(state, "losses") >= before + plan.len() as u64)
    });
    let lost = lost.unwrap_or_else(|| panic!("never happened: {plan:?} loses devices"));
    let after = app.wait_until(&format!("images after {plan:?}"), |state| {
        number(state, "presented") > number(&lost, "presented") && number(state, "pictures") > number(&lost, "pictures")
    });
    assert_eq!(number(&after, "losses"), before + plan.len() as u64, "{plan:?}");
    after
}

/// Every kind of call that can find the device lost, in the order of a turn, and losses while the new device is set up.
const PLANS: &[&[&str]] = &[
    &["acquire 1"],
    &["submit 1"],
    &["submit 2"],
    &["present 1"],
    &["present 3"],
    &["poll 1"],
    &["present 1", "present 1"],
    &["present 1", "submit 1"],
    &["submit 1", "memory 1"],
    &["acquire 1", "swapchain 1"],
    &["acquire 1", "wait 1"],
];

#[test]
fn a_loss_at_any_call_changes_nothing_while_a_clip_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(layer) = Layer::build() else { return };
    let Some(mut app) = start_playing(&layer, folder.path(), &[]) else {
        return;
    };
    let before = app.state();
    for plan in PLANS.iter().chain(PLANS) {
        let after = lose(&mut app, &layer, plan);
        assert_eq!(kept(&after), kept(&before), "{plan:?}");
        app.wait_until("it plays on", |state| state["frame"] != after["frame"]);
    }
    assert_no_panic(&app);
    assert!(app.close().success());
}

#[test]
fn a_loss_at_any_call_changes_nothing_while_the_clip_is_paused() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(layer) = Layer::build() else { return };
    let Some(mut app) = start_playing(&layer, folder.path(), &[]) else {
        return;
    };
    app.display.tap(SPACE, &[]);
    app.wait_until("it pauses", |state| state["playing"] == false);
    app.display.move_mouse([20, 10]);
    let before = app.wait_until_still();
    let view = app.control("Viewport").rect;
    // Notices cover the lower half.
    let upper = [view[0], view[1], view[2], view[3] / 2];
    let picture = app.shoot();
    assert!(picture.variety(upper) > 3, "the view is empty");
    lose(&mut app, &layer, PLANS[0]);
    app.wait_until_still();
    let changed = app.shoot().changed(&picture, upper);
    assert!(
        changed < 50,
        "{changed} pixels of the same picture differ on the new device"
    );
    for plan in PLANS {
        let after = lose(&mut app, &layer, plan);
        assert_eq!(kept(&after), kept(&before), "{plan:?}");
        assert_eq!(after["frame"], before["frame"], "{plan:?}");
    }
    assert_no_panic(&app);
    assert!(app.close().success());
}

/// The window opens although its first device is lost while it is set up.
#[test]
fn a_loss_at_the_start_only_delays_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(layer) = Layer::build() else { return };
    let model = fixture::model_file(folder.path());
    layer.lose(&["submit 1"]);
    let Some(mut app) = layer.start(&[&model], &[]) else {
        return;
    };
    app.wait_until("the model", |state| {
        state["models"][0] == MODEL && state["loading"] == false && number(state, "pictures") > 0
    });
    assert!(!layer.plan().exists(), "the layer has read its plan");
    let stderr = app.stderr();
    assert!(
        stderr.contains("tried once more") && !stderr.contains("passed over"),
        "{stderr}"
    );
    assert!(app.close().success());
}

/// The dialog answers by the time that the next loss is planned, so the device is lost while the picture is drawn or read.
#[test]
fn a_picture_that_the_device_is_lost_over_is_saved_by_the_next() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let Some(layer) = Layer::build() else { return };
    // Where no portal answers, the dialog is a program of this name.
    let dialog = folder.path().join("zenity");
    let [next, picture] = ["next", "saved.png"].map(|name| layer.folder.path().join(name));
    let script = format!(
        "#!/bin/sh\nsleep 1\n[ -e '{next}' ] && mv '{next}' '{plan}'\necho '{picture}'\n",
        next = next.display(),
        plan = layer.plan().display(),
        picture = picture.display()
    );
    std::fs::write(&dialog, script).expect("a writable folder");
    std::fs::set_permissions(&dialog, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", folder.path().display());
    let Some(mut app) = start_playing(&layer, folder.path(), &[("PATH", path.as_str())]) else {
        return;
    };
    app.display.tap(SPACE, &[]);
    app.wait_until("it pauses", |state| state["playing"] == false);
    let mut save = |plan: Option<&str>| {
        let before = app.wait_until_still();
        std::fs::remove_file(&picture).ok();
        if let Some(plan) = plan {
            std::fs::write(&next, plan).expect("a writable folder");
        }
        app.display.tap(u32::from('s'), &[CONTROL_KEY]);
        let after = app.wait_until(&format!("{plan:?}: it is saved"), |state| {
            number(state, "turn") > number(&before, "turn") && told(state, &["Saved saved.png."])
        });
        let lost = u64::from(plan.is_some());
        assert_eq!(number(&after, "losses"), number(&before, "losses") + lost, "{plan:?}");
        assert_eq!(kept(&after), kept(&before), "{plan:?}");
        std::fs::read(&picture).expect("it was saved")
    };
    // The camera glides to the side. On a busy machine it may seem to stand still before it is there: then two pictures differ.
    let mut good = save(None);
    let arrived = (0..10).any(|_| std::mem::replace(&mut good, save(None)) == good);
    assert!(arrived, "the camera comes to rest");
    for plan in ["submit 1", "submit 2", "poll 1"] {
        let after = save(Some(plan));
        if after != good {
            // Kept to be looked at: a number says little about two pictures.
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
            let kept = [("before", &good), ("after", &after)].map(|(when, picture)| {
                let path = folder.join(format!("lost.{when}.png"));
                std::fs::write(&path, picture).expect("a writable folder");
                path
            });
            panic!("{plan}: another picture: {kept:?}");
        }
    }
    assert_no_panic(&app);
    assert!(app.close().success());
}

/// Whether a notice of this turn holds all of `words`.
fn told(state: &State, words: &[&str]) -> bool {
    let notices = state["notices"].as_array();
    notices.is_some_and(|all| {
        all.iter()
            .filter_map(|notice| notice.as_str())
            .any(|notice| words.iter().all(|word| notice.contains(word)))
    })
}

#[test]
fn three_losses_in_a_row_close_the_last_file_and_leave_the_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(layer) = Layer::build() else { return };
    let Some(mut app) = start_playing(&layer, folder.path(), &[]) else {
        return;
    };
    let before = app.state();
    layer.lose(&["present 1", "submit 1", "present 1"]);
    let state = app.wait_until("it is said", |state| told(state, &["3 times in a row", "sway.cast"]));
    assert_eq!(number(&state, "losses"), 3, "{state}");
    assert_eq!(state["files"], serde_json::json!(["tower.cast"]), "{state}");
    assert_eq!(state["camera"], before["camera"]);
    app.wait_until("it draws on", |now| {
        number(now, "pictures") > number(&state, "pictures")
    });
    // The images between end the row: three more cost the next file, not the adapter.
    app.drop_files(&[&folder.path().join("sway.cast")]);
    app.wait_until("the clip plays again", |now| {
        now["clip"] == CLIP && now["playing"] == true && number(now, "presented") > number(&state, "presented") + 2
    });
    let after = lose(&mut app, &layer, &["present 1", "present 1"]);
    assert_eq!(after["files"].as_array().map(Vec::len), Some(2), "{after}");
    assert_no_panic(&app);
    assert!(app.close().success());
}

/// One driver, loaded twice, makes two adapters. The one that has worked loses its device while it is tried again: that counts as a
/// loss, and it draws on. So it does at the next start.
#[test]
fn an_adapter_that_has_worked_is_kept_although_its_device_is_lost_while_it_is_tried() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(layer) = Layer::build() else { return };
    let Some(driver) = software_vulkan() else {
        skipped::<()>("there is no software Vulkan");
        return;
    };
    let driver = std::fs::canonicalize(driver).expect("it is there");
    let copy = folder.path().join("second_icd.json");
    std::fs::copy(&driver, &copy).expect("a writable folder");
    let both = format!("{}:{}", driver.display(), copy.display());
    let settings = folder.path().join("settings");
    std::fs::create_dir(&settings).expect("a writable folder");
    let more = [
        ("VK_ICD_FILENAMES", both.as_str()),
        ("VK_DRIVER_FILES", both.as_str()),
        ("CASTVIEW_CONFIG_DIR", settings.to_str().expect("plain letters")),
    ];
    let Some(mut app) = start_playing(&layer, folder.path(), &more) else {
        return;
    };
    let before = app.state();
    let remembered = || std::fs::read(settings.join("adapter.json")).expect("it is remembered");
    let first = remembered();
    // Buffers are made while an adapter is tried.
    let after = lose(&mut app, &layer, &["present 1", "memory 1"]);
    assert_eq!(kept(&after), kept(&before));
    assert!(remembered() == first, "it is the same one");
    let stderr = app.stderr();
    assert!(!stderr.contains("passed over"), "{stderr}");
    assert!(app.close().success());

    layer.lose(&["memory 1"]);
    let Some(mut app) = layer.start(&[], &more) else { return };
    app.wait_until("the window", |state| {
        number(state, "losses") == 1 && number(state, "presented") > 0
    });
    assert!(!layer.plan().exists(), "the layer has read its plan");
    let stderr = app.stderr();
    assert!(!stderr.contains("passed over"), "{stderr}");
    assert!(remembered() == first, "it is the same one");
    assert!(app.close().success());
}

/// One driver, loaded twice, makes two adapters. The fourth loss in a row goes on with the second one; then that one is lost too.
#[test]
fn losses_without_end_try_every_adapter_and_end_in_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(layer) = Layer::build() else { return };
    let Some(driver) = software_vulkan() else {
        skipped::<()>("there is no software Vulkan");
        return;
    };
    let driver = std::fs::canonicalize(driver).expect("it is there");
    let copy = folder.path().join("second_icd.json");
    std::fs::copy(&driver, &copy).expect("a writable folder");
    let both = format!("{}:{}", driver.display(), copy.display());
    let more = [("VK_ICD_FILENAMES", both.as_str()), ("VK_DRIVER_FILES", both.as_str())];
    let Some(mut app) = start_playing(&layer, folder.path(), &more) else {
        return;
    };
    let before = app.state();
    layer.lose(&["present 1"; 4]);
    let state = app.wait_until("it is said", |state| told(state, &["set up again on second adapter"]));
    assert_eq!(number(&state, "losses"), 4, "{state}");
    assert_eq!(state["files"], serde_json::json!(["tower.cast"]), "{state}");
    assert_eq!(state["camera"], before["camera"]);
    app.wait_until("it draws on", |now| {
        number(now, "pictures") > number(&state, "pictures")
    });

    layer.lose(&["present 1"; 20]);
    let status = app.wait_for_end();
    let stderr = app.stderr();
    assert_eq!(status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("no other adapter is left"), "{stderr}");
    assert_no_panic(&app);
}

/// The picture that the device is lost over is given up, and the others of the list are drawn by the next device.
#[test]
fn a_loss_over_small_pictures_holds_up_none_but_the_one_in_progress() {
    const MODELS: u64 = 9;
    let Some(layer) = Layer::build() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let models = folder.path().join("models");
    std::fs::create_dir(&models).expect("a folder");
    for at in 0..MODELS {
        fixture::save(&models, &format!("{at}.cast"), &fixture::model());
    }
    let place = folder.path().to_str().expect("a plain path");
    let Some(mut app) = layer.start(&[], &[("CASTVIEW_CONFIG_DIR", place)]) else {
        return;
    };
    app.drop_files(&[&models]);
    app.wait_until("the first picture", |state| number(state, "thumbnails") >= 1);
    let plans: [&[&str]; 3] = [&["submit 1"], &["submit 2"], &["poll 1"]];
    for plan in plans {
        lose(&mut app, &layer, plan);
    }
    let given_up = plans.len() as u64;
    app.wait_until("the other pictures", |state| {
        number(state, "thumbnails") + given_up >= MODELS
    });
    assert_no_panic(&app);
    assert!(app.close().success());
}

fn assert_no_panic(app: &Castview) {
    let stderr = app.stderr();
    assert_eq!(stderr.lines().find(|line| line.contains("panicked")), None, "{stderr}");
    assert_eq!(
        stderr.lines().find(|line| line.contains("not released")),
        None,
        "{stderr}"
    );
}
