//! Rows of the tree, and their order.

use crate::big_rig::{BONES, HAIR_CHAINS, HAIR_JOINTS, STILL_FROM};
use crate::panels::*;
use crate::tree::deep_rig::rig;
use crate::tree::tree_search::{count, rows, searching};
use castview_motion::animation;
use castview_session::{CompositionAction, PinnedAction, SelectionAction, bone_difference};

const MENU: &str = "Filter and sort";

/// Ticks lines of the menu, or takes their ticks away, and lets the background work.
fn tick(harness: &mut Panels, titles: &[&str]) {
    harness.get_by_role_and_label(Role::Button, MENU).click();
    harness.run_steps(3);
    for title in titles {
        harness.get_by_role_and_label(Role::MenuItemCheckBox, title).click();
        harness.run_steps(2);
    }
    harness.key_press(Key::Escape);
    work(harness);
    harness.run_steps(4);
}

#[test]
fn each_filter_lists_what_it_is_called_after() {
    const FINGERS: usize = 30;
    // Spine, neck and head, both upper arms.
    const BODY: usize = 5 + 2 + 2;
    let driven = FINGERS + BODY + HAIR_CHAINS * HAIR_JOINTS;
    let ends = HAIR_CHAINS * (HAIR_JOINTS + 1 - STILL_FROM);
    for (titles, wanted, first) in [
        (&["Driven by the clip"][..], driven, "spine_01"),
        (&["Silent: driven, but not moving"], FINGERS + ends, "thumb_01_l"),
        (&["Missing in the clip"], BONES - driven, "root"),
        // All but the root, four helpers and eleven bones for IK.
        (&["Skins vertices"], BONES - 16, "pelvis"),
        // Two helpers at the elbows, and four chains of three.
        (&["Constrained"], 14, "upperarm_l"),
        (&["Driven by the clip", "Constrained"], 2, "upperarm_l"),
    ] {
        let mut harness = window(rig());
        tick(&mut harness, titles);
        assert_eq!(count(&harness), wanted, "{titles:?}: {:?}", rows(&harness));
        let found = rows(&harness);
        assert!(found.iter().any(|name| name == first), "{titles:?}: {found:?}");
        // A name narrows what passes.
        searching(&mut harness, "qqq");
        assert_eq!(count(&harness), 0);
        harness.key_press(Key::Escape);
        harness.run_steps(3);
        assert_eq!(count(&harness), wanted, "Escape takes the name away, not the filter");
    }
}

#[test]
fn what_is_hidden_is_listed_as_it_is_hidden() {
    let mut harness = window(rig());
    tick(&mut harness, &["Hidden"]);
    assert!(harness.query_by_label("Nothing passes the filter.").is_some());
    let key = session_of(&harness).stage().models()[0].key;
    let body = Selected::Mesh(key, MeshIndex::new(0));
    act(&mut harness, Action::Selection(SelectionAction::ToggleShown(body)));
    harness.run_steps(3);
    assert!(rows(&harness).contains(&"body".to_owned()), "{:?}", rows(&harness));
    assert!(!rows(&harness).contains(&"hair_cards".to_owned()));
}

#[test]
fn bones_are_listed_by_how_much_they_move() {
    let mut harness = window(rig());
    tick(&mut harness, &["By how much it moves"]);
    let session = session_of(&harness);
    let placed = &session.stage().models()[0];
    let clip = session.active_clip().expect("it brings one").clip();
    let binding = placed.binding().expect("it fits");
    let speeds = animation::speeds(placed.model(), clip, binding, || true).expect("it is wanted");
    let speed = |name: &String| {
        let bone = placed.model().skeleton.find(name).expect("a bone");
        speeds[bone.get()]
    };
    let found: Vec<f32> = rows(&harness).iter().map(speed).collect();
    assert!(found.len() > 5 && found.is_sorted_by(|a, b| a >= b), "{found:?}");
    assert_eq!(found[0], speeds.iter().copied().fold(0.0, f32::max));
    let moving = speeds.iter().filter(|speed| **speed > 0.0).count();
    assert_eq!(count(&harness), moving);
    assert!(moving < BONES);
}

#[test]
fn siblings_stand_by_name_or_as_the_file_has_them() {
    let mut harness = window(rig());
    let place = |harness: &Panels, name: &str| rows(harness).iter().position(|row| row == name);
    let by_file = (place(&harness, "pelvis"), place(&harness, "ik_foot_root"));
    assert!(by_file.0.is_some() && by_file.0 < by_file.1, "{by_file:?}");
    tick(&mut harness, &["By name"]);
    let by_name = (place(&harness, "pelvis"), place(&harness, "ik_foot_root"));
    assert!(by_name.1.is_some() && by_name.1 < by_name.0, "{by_name:?}");
    assert!(place(&harness, "Meshes").is_some(), "the hierarchy stays");
    tick(&mut harness, &["In the file's order"]);
    assert_eq!((place(&harness, "pelvis"), place(&harness, "ik_foot_root")), by_file);
}

/// By key, menu and palette the tree lists the bones that differ from B, each with distance and angle; without B the order ends.
#[test]
fn bones_are_listed_by_their_difference_from_b() {
    let mut harness = window(rig());
    act(&mut harness, Action::Playback(PlaybackAction::Pause));
    act(&mut harness, Action::Playback(PlaybackAction::Seek(Seek::Frame(0.0))));
    let pin = |action| Action::Composition(CompositionAction::Pinned(action));
    act(&mut harness, pin(PinnedAction::Pin));
    harness.key_press_modifiers(Modifiers::ALT, Key::D);
    harness.run_steps(4);
    let alike = "No bone stands or turns otherwise than in B.";
    assert!(harness.query_all_by_label(alike).count() > 0);
    act(&mut harness, Action::Playback(PlaybackAction::Seek(Seek::Frame(7.0))));
    harness.run_steps(4);
    let in_order = |harness: &Panels, over_clip: bool| {
        let listed = rows(harness);
        let session = session_of(harness);
        let placed = &session.stage().models()[0];
        let rank = |name: &String| {
            let bone = placed.model().skeleton.find(name).expect("a bone");
            let found = bone_difference(session, placed, bone).expect("it is pinned");
            found.rank(over_clip, placed.bounds().diagonal()).expect("it differs")
        };
        let ranks: Vec<u32> = listed.iter().map(rank).collect();
        assert!(
            ranks.len() > 5 && ranks.is_sorted_by(|a, b| a >= b),
            "{listed:?} {ranks:?}"
        );
        listed
    };
    let now = in_order(&harness, false);
    let value = |harness: &Panels, name: &str| {
        let row = harness
            .query_all_by_role(Role::TreeItem)
            .find(|row| row.accesskit_node().label().as_deref() == Some(name));
        row.and_then(|row| row.accesskit_node().value()).unwrap_or_default()
    };
    let told = value(&harness, &now[0]);
    assert!(told.contains(", ") && told.ends_with('°'), "{told}");
    // The keyboard is in the list: a step selects the bone that differs most.
    harness.key_press(Key::ArrowDown);
    harness.run_steps(4);
    let selected = |harness: &Panels| match session_of(harness).edits().selected {
        Some(Selected::Bone(key, bone)) => {
            let placed = session_of(harness).stage().placed(key).expect("it is open");
            placed.model().skeleton.name(bone).to_owned()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(selected(&harness), now[0]);
    // Names narrow the list.
    searching(&mut harness, "qqq");
    assert_eq!(count(&harness), 0);
    harness.key_press(Key::Escape);
    harness.run_steps(3);

    tick(&mut harness, &["By greatest difference from B"]);
    harness.run_steps(4);
    assert!(castview_session::is_swept(session_of(&harness)));
    let most = in_order(&harness, true);
    let told = value(&harness, &most[0]);
    assert!(told.matches(" at ").count() == 2, "{told}");
    act(&mut harness, pin(PinnedAction::Forget));
    harness.run_steps(4);
    assert_eq!(count(&harness), 0, "the hierarchy again: {:?}", rows(&harness));
    assert_eq!(value(&harness, &most[0]), "");
}
