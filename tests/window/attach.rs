//! Files that stay over a bone of the 3D view: what the window says, and where they hang.

use crate::window_support::fixture::{BONES, model, model_file, save};
use crate::window_support::{Castview, State};

const CONTROL_KEY: u32 = 0xffe3;

fn says(state: &State, hint: &str) -> bool {
    state["drop_hint"].as_str() == Some(hint)
}

#[test]
fn a_file_that_stays_over_a_bone_hangs_there_and_one_undo_takes_it_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let tower = model_file(folder.path());
    let flag = save(folder.path(), "flag.cast", &model());
    let Some(mut app) = Castview::start([1000, 700], &[&tower]) else {
        return;
    };
    app.wait_until("the tower stands", |state| {
        state["models"].as_array().is_some_and(|models| models.len() == 1) && state["loading"] == false
    });
    app.wait_until_still();
    // The second bone begins half way up the tower, which is what the camera looks at.
    let view = app.control("Viewport");
    let (middle, corner) = (view.middle(), [view.rect[0] + 12, view.rect[1] + view.rect[3] - 12]);
    let (opens, hangs) = ("Open flag.cast", format!("Hang flag.cast on {}", BONES[1]));

    // Bones that are not shown are not aimed at.
    app.display.move_mouse(middle);
    drop(app.hover(&[&flag]));
    app.wait_until("it would be opened", |state| says(state, opens));
    // Many turns later it says the same.
    let turns = |state: &State| state["turn"].as_u64().expect("a number");
    let first = turns(&app.state());
    let later = app.wait_until("more turns", |state| turns(state) > first + 10);
    assert!(says(&later, opens), "{later}");
    app.hover(&[&flag]).leave();
    app.wait_until("the hint goes", |state| state["drop_hint"].is_null());

    app.display.tap(u32::from(b'b'), &[]);
    app.wait_until_still();
    drop(app.hover(&[&flag]));
    app.wait_until("it would hang after a stay", |state| says(state, &hangs));
    app.display.move_mouse(corner);
    app.wait_until("beside the bones it would be opened", |state| says(state, opens));
    app.display.move_mouse(middle);
    app.wait_until("it would hang again", |state| says(state, &hangs));
    app.drop_files(&[&flag]);
    let state = app.wait_until("it hangs", |state| state["attached"] == 1);
    let models = |state: &State| state["models"].as_array().map(Vec::len);
    assert_eq!(models(&state), Some(2), "the tower stays");
    app.display.tap(u32::from(b'z'), &[CONTROL_KEY]);
    app.wait_until("one undo takes the drop back", |state| {
        state["attached"] == 0 && models(state) == Some(1)
    });
    assert!(app.close().success());
}
