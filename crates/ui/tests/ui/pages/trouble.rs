//! The page of troubles: a click on a finding leads to its frame and its bone.

use crate::panels::*;
use castview_base::scene::Values;
use castview_session::{Effect, SelectionAction, WindowAction, aids};

/// The walker, whose left hip turns by a third of a circle more at one frame.
fn popping() -> Session {
    let walker = fixture::walker();
    let mut scene = Scene::clone(&walker.scene);
    let track = scene.clips[0].tracks.iter_mut().find(|track| {
        let is_turn = matches!(track.values, Values::Rotation(_));
        is_turn && track.target == "j_hip_le"
    });
    let track = track.expect("the hip turns");
    let angle = |frame: u32| (frame as f32 * 0.1).sin() * 0.6 + if frame == 60 { 2.0 } else { 0.0 };
    let turns = (0..=118).map(|frame| glam::Quat::from_rotation_x(angle(frame)).to_array());
    track.values = Values::Rotation(turns.collect::<Vec<_>>().into());
    track.keys = Keys::Whole((0..=118).collect::<Vec<u32>>().into());
    let mut session = fixture::opened(vec![OpenedFile {
        scene: Arc::new(scene),
        ..walker
    }]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    let effects = session
        .apply(Action::Window(WindowAction::TogglePage(Page::Trouble)))
        .effects;
    let asked = effects.iter().find_map(|effect| match effect {
        Effect::FindTrouble { question } => Some(*question),
        _ => None,
    });
    let question = asked.expect("the page asks");
    let found = aids::find_trouble(&session, question).expect("somebody waits");
    session.receive(found());
    session
}

#[test]
fn a_click_on_a_finding_goes_to_its_frame_and_selects_its_bone() {
    let session = popping();
    let hip = bone(&session, "j_hip_le");
    let found = session
        .aids()
        .trouble()
        .found()
        .flat_map(|(_, found)| found.all().cloned().collect::<Vec<_>>());
    let pop = found
        .into_iter()
        .find(|trouble| trouble.kind.row().name == "turn-pop")
        .expect("it is found");
    let frame = pop.frame.expect("it has a frame");
    let mut harness = build(builder(vec2(1280.0, 900.0)), session);
    let label = format!("j_hip_le · frame {frame}: {}", pop.message);
    harness.get_by_role_and_label(Role::ListItem, &label).click();
    harness.run_steps(3);
    let session = session_of(&harness);
    assert_eq!((session.edits().selected, session.window().page()), (Some(hip), None));
    assert_eq!(session.frame(), Some(frame));
}

#[test]
fn marks_on_ruler_and_tree_lead_to_a_finding_until_the_clip_changes() {
    let mut session = popping();
    let hip = bone(&session, "j_hip_le");
    session.apply(Action::Window(WindowAction::TogglePage(Page::Trouble)));
    session.apply(Action::Selection(SelectionAction::Select(Some(hip))));
    let search = session.aids().trouble();
    let at = search.frames().iter().copied().find(|entry| {
        let found = search.at(*entry);
        found.is_some_and(|(_, trouble)| trouble.kind.row().name == "turn-pop")
    });
    let (frame, _) = at.expect("it is marked");
    let count = search.count_of(hip);
    let of_hip = match count {
        1 => "1\u{a0}finding of j_hip_le".to_owned(),
        count => format!("{count}\u{a0}findings of j_hip_le"),
    };
    session.apply(Action::Selection(SelectionAction::Select(None)));
    let mut harness = build(builder(vec2(1280.0, 900.0)), session);
    let on_ruler = format!("Frame {frame}, j_hip_le: Pops of turn");
    harness.get_by_label_contains(&on_ruler).click();
    harness.run_steps(3);
    let session = session_of(&harness);
    assert_eq!((session.edits().selected, session.frame()), (Some(hip), Some(frame)));
    assert_eq!(session.window().page(), None);
    // By keys, too.
    act(&mut harness, Action::Playback(PlaybackAction::Seek(Seek::Start)));
    act(&mut harness, Action::Selection(SelectionAction::Select(None)));
    let places = session_of(&harness).aids().trouble().frames().len();
    let here = |harness: &Panels| (session_of(harness).edits().selected, session_of(harness).frame());
    let gets_there = (0..places).any(|_| {
        harness.key_press(Key::F8);
        harness.run_steps(2);
        here(&harness) == (Some(hip), Some(frame))
    });
    assert!(gets_there);
    harness.key_press(Key::F8);
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::SHIFT, Key::F8);
    harness.run_steps(2);
    assert_eq!(here(&harness), (Some(hip), Some(frame)));
    harness.get_by_label(&of_hip).click();
    harness.run_steps(3);
    assert_eq!(session_of(&harness).window().page(), Some(Page::Trouble));
    act(&mut harness, Action::Window(WindowAction::TogglePage(Page::Trouble)));
    act(&mut harness, Action::Playback(PlaybackAction::ChooseClip(None)));
    harness.run_steps(3);
    assert!(
        harness.query_by_label(&of_hip).is_none(),
        "nothing of it stands any more"
    );
}
