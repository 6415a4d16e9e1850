//! The page of names: matches, missing names with likely ones, and the rules that help.

use crate::panels::*;
use castview_motion::animation::Renames;
use castview_session::WindowAction;

/// The walker, and a walk that spells one bone in another way.
fn misspelled() -> Session {
    let walker = fixture::walker();
    let mut scene = Scene::clone(&walker.scene);
    for track in &mut scene.clips[0].tracks {
        if track.target == "j_spine4" {
            track.target = "rig:j_spine_4".into();
        }
    }
    let mut session = fixture::opened(vec![OpenedFile {
        scene: Arc::new(scene),
        ..walker
    }]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Window(WindowAction::TogglePage(Page::Matching)));
    session
}

fn matched(harness: &Panels) -> usize {
    session_of(harness)
        .stage()
        .matches()
        .expect("a clip on a model")
        .matched
}

#[test]
fn a_missing_name_is_mended_by_a_click_and_the_rule_forgotten_again() {
    let mut harness = build(builder(vec2(1280.0, 1000.0)), misspelled());
    assert!(harness.query_by_label("walk_forward on walker").is_some());
    assert!(harness.query_by_label("rig:j_spine_4").is_some());
    let before = matched(&harness);
    // The first is the one that may be meant; another stands among the bones that nothing drives.
    let meant = harness.query_all_by_role_and_label(Role::Button, "j_spine4").next();
    meant.expect("it is near enough").click();
    harness.run_steps(3);
    assert_eq!(matched(&harness), before + 4, "three axes and a rotation");
    let renames = &session_of(&harness).preferences().motion.renames;
    assert_eq!(renames.names.get("rig:j_spine_4").map(String::as_str), Some("j_spine4"));
    assert!(harness.query_by_label("rig:j_spine_4 → j_spine4").is_some());
    harness.get_by_label("Forget rig:j_spine_4").click();
    harness.run_steps(3);
    assert_eq!(matched(&harness), before);
    assert_eq!(session_of(&harness).preferences().motion.renames, Renames::default());
}

#[test]
fn namespaces_and_prefixes_can_be_ignored_and_a_bone_leads_to_its_row() {
    let mut harness = build(builder(vec2(1280.0, 1000.0)), misspelled());
    harness.get_by_label("Ignore namespaces").click();
    harness.run_steps(3);
    assert!(session_of(&harness).preferences().motion.renames.ignores_namespaces);
    let hip = bone(session_of(&harness), "j_hip_le");
    harness.get_by_role_and_label(Role::Button, "j_hip_le").click();
    harness.run_steps(2);
    assert_eq!(session_of(&harness).edits().selected, Some(hip));
    harness.get_by_label("Close").click();
    harness.run_steps(3);
    assert_eq!(session_of(&harness).window().page(), None);
}
