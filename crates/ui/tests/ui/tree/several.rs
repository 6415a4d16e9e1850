//! Several things selected at once, by clicks and keys of the tree.

use crate::big_rig::hair_joint;
use crate::panels::*;
use crate::tree::deep_rig::{rig, row_of, selecting};
use castview_picture::Selection;

/// Names of everything that is selected, the active one first.
fn selected(harness: &Panels) -> Vec<String> {
    let session = session_of(harness);
    let edits = session.edits();
    let skeleton = &session.stage().models()[0].model().skeleton;
    let all = edits.selected.iter().chain(edits.also_selected.iter());
    all.map(|item| match item {
        Selected::Bone(_, bone) => skeleton.name(*bone).to_owned(),
        other => panic!("{other:?}"),
    })
    .collect()
}

fn joints(numbers: impl IntoIterator<Item = usize>) -> Vec<String> {
    numbers.into_iter().map(|joint| hair_joint(3, joint)).collect()
}

fn click(harness: &mut Panels, name: &str, modifiers: Modifiers) {
    harness
        .get_by_role_and_label(Role::TreeItem, name)
        .click_modifiers(modifiers);
    harness.run_steps(3);
}

#[test]
fn clicks_with_ctrl_and_shift_select_several_rows() {
    let mut harness = window(rig());
    // Selecting a joint unfolds the joints that it hangs on.
    selecting(&mut harness, &hair_joint(3, 20));
    click(&mut harness, &hair_joint(3, 17), Modifiers::NONE);
    click(&mut harness, &hair_joint(3, 19), Modifiers::COMMAND);
    assert_eq!(selected(&harness), joints([19, 17]));
    click(&mut harness, &hair_joint(3, 19), Modifiers::COMMAND);
    assert_eq!(selected(&harness), joints([17]), "a second click takes it away");
    click(&mut harness, &hair_joint(3, 16), Modifiers::NONE);
    click(&mut harness, &hair_joint(3, 19), Modifiers::SHIFT);
    assert_eq!(selected(&harness), joints([19, 16, 17, 18]));
    // All of them are marked in the picture, and the active one is what the inspector tells of.
    let picture = session_of(&harness).picture([64, 64], 1);
    let marks = &picture.models[0];
    assert!(matches!(marks.selection, Some(Selection::Bone(_))));
    let flags = marks.bones.selected.as_deref().expect("some are selected beside it");
    let model = session_of(&harness).stage().models()[0].model();
    for joint in joints(16..=18) {
        let bone = model.skeleton.find(&joint).expect("the rig has it");
        assert!(flags[bone.get()], "{joint}");
    }
    click(&mut harness, &hair_joint(3, 18), Modifiers::NONE);
    assert_eq!(selected(&harness), joints([18]));
}

#[test]
fn shift_and_arrows_select_the_rows_on_the_way() {
    let mut harness = window(rig());
    selecting(&mut harness, &hair_joint(3, 20));
    // The click gives the tree the keyboard.
    click(&mut harness, &hair_joint(3, 17), Modifiers::NONE);
    for _ in 0..2 {
        harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
        harness.run_steps(3);
    }
    assert_eq!(selected(&harness), joints([19, 17, 18]));
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowUp);
    harness.run_steps(3);
    assert_eq!(selected(&harness), joints([18, 17]));
    harness.key_press(Key::ArrowDown);
    harness.run_steps(3);
    assert_eq!(selected(&harness), joints([19]), "without Shift one alone");
}

#[test]
fn chain_and_mirror_are_one_key_each() {
    let mut harness = window(rig());
    selecting(&mut harness, &hair_joint(3, 17));
    harness.key_press_modifiers(Modifiers::SHIFT, Key::C);
    harness.run_steps(3);
    let chain = selected(&harness);
    assert_eq!(chain[0], hair_joint(3, 17));
    assert!(joints(1..=30).iter().all(|joint| chain.contains(joint)), "{chain:?}");
    selecting(&mut harness, "face_03_04");
    assert_eq!(selected(&harness).len(), 1);
    assert!(row_of(&harness, "face_03_04").is_positive());
}
