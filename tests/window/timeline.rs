//! The timeline of the real window, driven by mouse and keyboard: clips over clips, in and out points, markers, curves.

use crate::window_support::fixture::{self, BONES, LAST_FRAME, MODEL, save};
use crate::window_support::{Castview, Control, State};

const SPACE: u32 = 0x20;

fn frame(state: &State) -> f64 {
    state["frame"].as_f64().expect("a clip is there")
}

fn near(frame: f64, wanted: f64) -> bool {
    (frame - wanted).abs() < 2.5
}

fn is_row(control: &Control, name: &str) -> bool {
    control.name == name && control.role == "TreeItem"
}

/// A row of the Clips tab.
fn is_clip(control: &Control, name: &str) -> bool {
    control.name == name && control.role == "ListItem"
}

/// A point of `rect`, `share` of its width from the left.
fn at([x, y, width, height]: [i32; 4], share: f64) -> [i32; 2] {
    [x + (f64::from(width) * share) as i32, y + height / 2]
}

#[test]
fn clips_are_layered_looped_in_part_and_scrubbed_by_their_curves() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let model = fixture::model_file(folder);
    let clips = [("first", &[][..]), ("second", &[]), ("third", &[30])];
    let clips = clips.map(|(name, steps)| save(folder, &format!("{name}.cast"), &fixture::clip_named(name, steps)));
    let Some(mut app) = Castview::start([1280, 720], &[]) else {
        return;
    };

    // One drop, a model and three clips: the first clip plays.
    app.drop_files(&[&clips[0], &model, &clips[1], &clips[2]]);
    let state = app.wait_until("all four", |state| {
        state["models"][0] == MODEL && state["loading"] == false
    });
    assert_eq!(state["files"].as_array().map(Vec::len), Some(4), "{state}");
    app.wait_until("the first plays", |state| {
        state["clip"] == "first" && state["playing"] == true
    });
    app.display.tap(SPACE, &[]);
    app.wait_until("Space pauses", |state| state["playing"] == false);

    // Another over it, by the menu of its row.
    let tab = app.control("Clips tab");
    app.display.click(tab.middle());
    let row = app.find_control("the second clip", |control| is_clip(control, "second"));
    app.display.click_with(row.middle(), 3, &[]);
    let entry = app.control("Add as layer");
    app.display.click(entry.middle());
    let state = app.wait_until("the layer", |state| state["layers"] == 1);
    assert_eq!(state["clip"], "first", "what plays goes on");
    let tab = app.control("Nodes tab");
    app.display.click(tab.middle());

    // In and out points: one by key, the other dragged.
    let ruler = app.control("Playhead").rect;
    app.display.click(at(ruler, 0.25));
    app.wait_until("a quarter", |state| near(frame(state), LAST_FRAME * 0.25));
    app.display.tap('['.into(), &[]);
    let state = app.wait_until("the in point", |state| !state["play_range"].is_null());
    let start = state["play_range"][0].as_f64().expect("a range");
    let handle = app.control("Out point");
    // At once, however long a turn takes: the press is on the handle.
    app.display.move_mouse(handle.middle());
    app.display.press_mouse();
    app.display.move_mouse(at(ruler, 0.5));
    let state = app.wait_until("the out point", |state| {
        state["play_range"][1]
            .as_f64()
            .is_some_and(|end| near(end, LAST_FRAME * 0.5))
    });
    app.display.release_mouse();
    let end = state["play_range"][1].as_f64().expect("a range");
    app.display.tap(SPACE, &[]);
    let (mut last, mut wraps) = (f64::NAN, 0);
    app.wait_until("three passes of the range", |state| {
        let now = frame(state);
        if state["playing"] == true {
            assert!(
                (start - 0.01..=end + 0.01).contains(&now),
                "{now} is outside {start} to {end}"
            );
            wraps += u32::from(now < last);
        }
        last = now;
        wraps >= 3
    });
    app.display.tap(SPACE, &[]);
    app.wait_until("Space pauses again", |state| state["playing"] == false);

    // Its bone is selected, and its curve is scrubbed.
    let row = app.find_control("a row of the bone", |control| is_row(control, BONES[1]));
    app.display.click(row.middle());
    app.wait_until("the bone is selected", |state| {
        state["selected"]
            .as_str()
            .is_some_and(|selected| selected.starts_with("Bone("))
    });
    app.display.tap('v'.into(), &[]);
    let plot = app.control("Curve plot").rect;
    app.display.move_mouse(at(plot, 0.6));
    app.display.press_mouse();
    let there = app.wait_until("the playhead comes", |state| frame(state) > end);
    app.display.move_mouse(at(plot, 0.9));
    app.wait_until("and follows", |state| frame(state) > frame(&there) + 5.0);
    app.display.release_mouse();
    app.display.tap('v'.into(), &[]);

    // The third clip has a notification; its marker leads there.
    let tab = app.control("Clips tab");
    app.display.click(tab.middle());
    let row = app.find_control("the third clip", |control| is_clip(control, "third"));
    app.display.click(row.middle());
    app.wait_until("the third plays", |state| {
        state["clip"] == "third" && state["playing"] == true
    });
    app.display.tap(SPACE, &[]);
    app.wait_until("and pauses", |state| state["playing"] == false);
    let marker = app.control("step at 30");
    app.display.click(marker.middle());
    app.wait_until("the marker's frame", |state| frame(state) == 30.0);
    assert!(app.close().success());
}

#[test]
fn a_filmstrip_that_is_drawn_lets_the_window_rest() {
    let folder = tempfile::tempdir().expect("a folder");
    let (model, clip) = (fixture::model_file(folder.path()), fixture::clip_file(folder.path()));
    let Some(mut app) = Castview::start([1000, 700], &[&model, &clip]) else {
        return;
    };
    app.wait_until("the clip plays", |state| state["playing"] == true);
    app.display.tap(SPACE, &[]);
    app.wait_until("Space pauses", |state| state["playing"] == false);
    const SHIFT: u32 = 0xffe1;
    app.display.tap('f'.into(), &[SHIFT]);
    app.wait_until("pictures of other frames", |state| state["film"].as_u64() > Some(2));
    let still = app.wait_until_still();
    std::thread::sleep(std::time::Duration::from_secs(2));
    let later = app.state();
    assert_eq!(later["turn"], still["turn"], "turns without a reason");
    // Another frame is in the strip already: no picture of it is drawn again.
    app.display.tap(0xff53, &[]);
    app.wait_until("a frame on", |state| frame(state) != frame(&still));
    assert_eq!(app.wait_until_still()["film"], still["film"]);
}
