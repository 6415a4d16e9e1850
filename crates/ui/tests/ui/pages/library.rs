//! The Clips tab.

use crate::panels::*;
use crate::tree::deep_rig::painted;
use castview_base::scene::PlayMode;
use castview_session::{CompositionAction, LayerChange, Message, SelectionAction, StageAction, Switch};

#[test]
fn the_library_lists_plays_and_walks() {
    let mut harness = window(paused());
    harness.get_by_label("Clips tab").click();
    harness.run_steps(3);
    assert_eq!(rows(&harness), ["walk_forward", "wave"]);
    let name = |harness: &Panels| session_of(harness).active_clip().map(|clip| clip.name.clone());

    harness.get_by_role_and_label(Role::ListItem, "wave").click();
    harness.run_steps(3);
    assert_eq!(name(&harness).as_deref(), Some("wave"));
    assert!(session_of(&harness).is_playing());

    for (key, wanted) in [
        (Key::ArrowUp, "walk_forward"),
        (Key::ArrowDown, "wave"),
        (Key::ArrowDown, "wave"),
    ] {
        harness.key_press(key);
        harness.run_steps(4);
        assert_eq!(name(&harness).as_deref(), Some(wanted), "{key:?}");
    }
    assert!(session_of(&harness).is_playing());
    harness.get_by_label("Nodes tab").click();
    harness.run_steps(3);
    assert!(harness.query_by_role(Role::Tree).is_some());
}

fn rows(harness: &Panels) -> Vec<String> {
    harness
        .query_all_by_role(Role::ListItem)
        .filter_map(|node| node.accesskit_node().label())
        .collect()
}

/// Two files with two clips each.
fn two_files() -> Session {
    let walker = fixture::walker();
    let mut scene = Scene::clone(&walker.scene);
    scene.models.clear();
    scene.textures.clear();
    for (clip, name) in scene.clips.iter_mut().zip(["Zeal", "aim"]) {
        clip.name = name.into();
    }
    scene.clips[0].range.end *= 10.0;
    let more = OpenedFile {
        key: castview_picture::opened::FileKey(77),
        name: "more.cast".into(),
        location: "/tmp/more.cast".into(),
        scene: Arc::new(scene),
        textures: Vec::new(),
        reach: Vec::new(),
        ..fixture::walker()
    };
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: vec![walker, more],
        placement: Placement::Replace,
    });
    session.apply(Switch::LIBRARY.toggle());
    session
}

/// How often a file of that name is named in the list of clips.
fn named(harness: &Panels, file: &str) -> usize {
    let search = harness.get_by_label("Search clips").rect();
    let texts = painted(harness, search.with_max_y(f32::INFINITY));
    texts.iter().filter(|text| text.as_str() == file).count()
}

#[test]
fn a_file_is_named_over_its_clips_or_in_their_rows() {
    let mut harness = window(two_files());
    harness.run_steps(3);
    assert_eq!(named(&harness, "more.cast"), 1, "over its two clips");
    harness.get_by_label("Order of clips").click();
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::MenuItemCheckBox, "By name").click();
    harness.run_steps(3);
    harness.key_press(Key::Escape);
    harness.run_steps(4);
    assert_eq!(named(&harness, "more.cast"), 2, "nothing stands over them");
}

#[test]
fn clips_stand_under_their_files_or_by_name_or_by_length() {
    let mut harness = window(two_files());
    assert_eq!(rows(&harness), ["walk_forward", "wave", "Zeal", "aim"]);
    assert!(
        harness.query_all_by_label("more.cast").next().is_some(),
        "files are named"
    );
    for (order, wanted) in [
        ("By name", ["aim", "walk_forward", "wave", "Zeal"]),
        ("Longest first", ["Zeal", "walk_forward", "wave", "aim"]),
    ] {
        harness.get_by_label("Order of clips").click();
        harness.run_steps(3);
        harness.get_by_role_and_label(Role::MenuItemCheckBox, order).click();
        harness.run_steps(3);
        harness.key_press(Key::Escape);
        harness.run_steps(4);
        assert_eq!(rows(&harness), wanted);
    }
    // The choice over the timeline lists the same.
    harness.get_by_label("Clip").click();
    harness.run_steps(3);
    let listed: Vec<String> = harness
        .query_all_by_role(Role::MenuItemCheckBox)
        .filter_map(|node| node.accesskit_node().label())
        .collect();
    assert_eq!(listed, ["Rest pose", "Zeal", "walk_forward", "wave", "aim"]);
    harness.key_press(Key::Escape);
    harness.run_steps(4);
    // Arrows follow what is seen.
    harness.get_by_role_and_label(Role::ListItem, "wave").click();
    harness.run_steps(3);
    harness.key_press(Key::ArrowDown);
    harness.run_steps(4);
    let active = session_of(&harness).active_clip().map(|clip| clip.name.clone());
    assert_eq!(active.as_deref(), Some("aim"));
}

#[test]
fn a_search_finds_clips_and_files() {
    let mut harness = window(two_files());
    let type_in = |harness: &mut Panels, text: &str| {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::F);
        harness.run_steps(3);
        harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        harness.event(egui::Event::Text(text.into()));
        harness.run_steps(3);
    };
    type_in(&mut harness, "WAVE");
    assert_eq!(rows(&harness), ["wave"]);
    type_in(&mut harness, "more");
    assert_eq!(rows(&harness), ["Zeal", "aim"]);
    type_in(&mut harness, "xyzzy");
    assert_eq!(rows(&harness), [""; 0]);
    assert!(harness.query_by_label_contains("No clip has this name").is_some());
    harness.key_press(Key::Escape);
    harness.run_steps(3);
    assert_eq!(rows(&harness).len(), 4);
}

#[test]
fn one_after_another_goes_through_all_clips() {
    let mut session = paused();
    session.apply(Switch::PLAY_ALL.toggle());
    assert!(session.is_playing());
    let mut seen = Vec::new();
    for _ in 0..200 {
        session.advance(0.1);
        let name = session.active_clip().map(|clip| clip.name.clone()).expect("one plays");
        if seen.last() != Some(&name) {
            seen.push(name);
        }
    }
    assert_eq!(
        seen,
        ["walk_forward", "wave", "walk_forward", "wave", "walk_forward", "wave"]
    );
    session.apply(Switch::PLAY_ALL.toggle());
    for _ in 0..100 {
        session.advance(0.1);
    }
    assert_eq!(
        session.active_clip().map(|clip| clip.name.as_str()),
        Some("wave"),
        "it loops again"
    );
}

#[test]
fn a_reload_counts_anew_what_clips_match() {
    let mut session = paused();
    session.apply(Switch::LIBRARY.toggle());
    let mut harness = window(session);
    // One curve drives a bone that is not there.
    assert!(harness.query_all_by_label_contains("9 of 10").count() > 0);
    let walker = fixture::walker();
    let mut scene = Scene::clone(&walker.scene);
    for clip in &mut scene.clips {
        clip.tracks.truncate(9);
    }
    act(&mut harness, Action::Stage(StageAction::Reload));
    let loaded = Message::Loaded {
        generation: 2,
        files: vec![OpenedFile {
            scene: Arc::new(scene),
            ..walker
        }],
        placement: Placement::Reload,
    };
    harness.state_mut().session.receive(loaded);
    harness.run_steps(3);
    assert_eq!(
        harness.query_all_by_label_contains("9 of 10").count(),
        0,
        "the same keys, other curves"
    );
    assert_eq!(
        session_of(&harness).stage().matches().map(|m| (m.matched, m.total)),
        Some((9, 9))
    );
}

/// How a file means its clips to be played stands beside them, and a manual one does not start.
#[test]
fn clips_say_how_they_are_meant_to_be_played() {
    let walker = fixture::walker();
    let mut scene = Scene::clone(&walker.scene);
    scene.clips[1].mode = Some(PlayMode::ByHand);
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: vec![OpenedFile {
            scene: Arc::new(scene),
            ..walker
        }],
        placement: Placement::Replace,
    });
    session.apply(Switch::LIBRARY.toggle());
    let clip = session.stage().clips()[1].key;
    session.apply(Action::Selection(SelectionAction::Select(Some(Selected::Clip(clip)))));
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(clip))));
    assert!(!session.is_playing());
    session.apply(Action::Composition(CompositionAction::AddLayer { clip, model: None }));
    let mut harness = build(builder(vec2(1280.0, 1400.0)), session);
    assert!(
        harness
            .query_all_by_label_contains("manual: waits to be put to a time")
            .count()
            > 0
    );
    // As a layer it stands where its slider says.
    harness.get_by_label("Time of wave");
    harness.get_by_label("wave at a fixed time").click();
    let layer = session_of(&harness).edits().layers()[0].key;
    let wanted = Action::Composition(CompositionAction::ChangeLayer(layer, LayerChange::HeldSecs(None)));
    assert_eq!(actions(&mut harness), [wanted]);
    assert!(harness.query_by_label("Time of wave").is_none());
}

#[test]
fn a_row_of_the_library_has_the_menu_of_its_clip() {
    let mut harness = window(paused());
    harness.get_by_label("Clips tab").click();
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::ListItem, "wave").click_secondary();
    harness.run_steps(3);
    harness.get_by_label("Add as layer").click();
    harness.run_steps(3);
    let layers = session_of(&harness).edits().layers();
    assert_eq!(layers.len(), 1);
    let laid = session_of(&harness).stage().clip(layers[0].clip);
    assert_eq!(laid.map(|clip| clip.name.as_str()), Some("wave"));
}
