//! The stack of clips in the inspector, and the keys of one of its layers in the panels above the ruler.

use crate::panels::*;
use castview_session::{CompositionAction, LayerChange, LayerStep, SelectionAction, Switch, WindowAction};

fn clip(index: usize) -> ClipKey {
    ClipKey {
        file: FileKey(1),
        clip: ClipIndex::new(index),
    }
}

/// The walk, the wave over it from half a second on, at double speed; the stack is in the inspector.
fn stacked() -> Session {
    let mut session = paused();
    session.apply(Action::Composition(CompositionAction::AddLayer {
        clip: clip(1),
        model: None,
    }));
    let layer = session.edits().layers()[0].key;
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        layer,
        LayerChange::OffsetSecs(0.5),
    )));
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        layer,
        LayerChange::Speed(2.0),
    )));
    session.apply(Action::Selection(SelectionAction::Select(Some(Selected::Clip(clip(
        0,
    ))))));
    session
}

#[test]
fn switches_and_arrows_of_the_stack_do_what_they_are_called() {
    let mut session = stacked();
    session.apply(Action::Composition(CompositionAction::AddLayer {
        clip: clip(0),
        model: None,
    }));
    let (lower, upper) = (session.edits().layers()[0].key, session.edits().layers()[1].key);
    // Tall enough for the whole inspector.
    let mut harness = build(builder(vec2(1280.0, 1200.0)), session);
    for (button, wanted) in [
        (
            "Mute wave",
            Action::Composition(CompositionAction::ChangeLayer(lower, LayerChange::Mute(true))),
        ),
        (
            "Solo wave",
            Action::Composition(CompositionAction::ChangeLayer(lower, LayerChange::Solo(true))),
        ),
        (
            "Move wave up",
            Action::Composition(CompositionAction::ChangeLayer(lower, LayerChange::Move { up: true })),
        ),
        (
            "Move wave down",
            Action::Composition(CompositionAction::ChangeLayer(lower, LayerChange::Move { up: false })),
        ),
        (
            "Remove wave",
            Action::Composition(CompositionAction::ChangeLayer(lower, LayerChange::Remove)),
        ),
    ] {
        harness.get_by_label(button).click();
        assert_eq!(actions(&mut harness), [wanted], "{button}");
    }
    let layers = session_of(&harness).edits().layers();
    assert_eq!((layers.len(), layers[0].key), (1, upper));
    assert!(harness.query_by_label("Mute wave").is_none());
    act(&mut harness, Action::Undo);
    assert!(harness.query_by_label("Mute wave").is_some(), "undo brings it back");
}

#[test]
fn a_layer_says_where_it_starts_and_gives_its_mask_back() {
    let mut session = stacked();
    let layer = session.edits().layers()[0].key;
    let neck = bone(&session, "j_neck");
    session.apply(Action::Selection(SelectionAction::Select(Some(Selected::Model(
        session.stage().models()[0].key,
    )))));
    let mut harness = build(builder(vec2(1280.0, 1400.0)), session);
    assert!(harness.query_by_label("Weight of wave").is_some());
    for fact in ["starts at", "speed", "fades in", "from bone"] {
        assert!(harness.query_all_by_label(fact).next().is_some(), "{fact}");
    }
    act(&mut harness, Action::Selection(SelectionAction::Select(Some(neck))));
    let select = Action::Selection(SelectionAction::Select(Some(Selected::Clip(clip(0)))));
    act(
        &mut harness,
        Action::Composition(CompositionAction::ChangeLayer(
            layer,
            LayerChange::Mask(Some("j_neck".into())),
        )),
    );
    act(&mut harness, select);
    harness.get_by_label("All").click();
    harness.run_steps(2);
    assert_eq!(session_of(&harness).edits().layers()[0].mix.mask, None);
}

#[test]
fn the_dope_sheet_shows_the_keys_of_the_layer_that_is_chosen() {
    let mut session = stacked();
    session.apply(Switch::DOPE_SHEET.toggle());
    session.apply(Action::Window(WindowAction::SetDockHeight(400.0)));
    let layer = session.edits().layers()[0].key;
    let mut harness = build(builder(vec2(1280.0, 1000.0)), session);
    assert_eq!(session_of(&harness).keyed().and_then(|keyed| keyed.layer), None);
    harness.get_by_role_and_label(Role::Row, "wave keys").click();
    assert_eq!(
        actions(&mut harness),
        [Action::Composition(CompositionAction::ShowKeys(Some(layer)))]
    );
    let keyed = session_of(&harness).keyed().and_then(|keyed| keyed.layer);
    assert_eq!(keyed, Some(layer));
    // Its bones have rows, the bars of both clips stay.
    for row in ["wave keys", "walk_forward keys", "j_spine4 keys"] {
        assert!(harness.query_by_role_and_label(Role::Row, row).is_some(), "{row}");
    }
    // From its keys the playhead comes to half a second and on: frame 2 of a clip twice as fast is one of the clock.
    act(&mut harness, Action::Playback(PlaybackAction::Seek(Seek::Start)));
    harness.key_press(Key::ArrowUp);
    harness.run_steps(2);
    assert_eq!(session_of(&harness).frame(), Some(15.0));
    harness.key_press(Key::ArrowUp);
    harness.run_steps(2);
    assert_eq!(session_of(&harness).frame(), Some(16.0));
    harness.state_mut().actions.clear();
    harness.get_by_role_and_label(Role::Row, "walk_forward keys").click();
    assert_eq!(
        actions(&mut harness),
        [Action::Composition(CompositionAction::ShowKeys(None))]
    );
}

#[test]
fn the_curve_view_shows_the_curves_of_the_layer_that_is_chosen() {
    let mut session = stacked();
    session.apply(Switch::CURVE_VIEW.toggle());
    let spine = bone(&session, "j_spine4");
    session.apply(Action::Selection(SelectionAction::Select(Some(spine))));
    let layer = session.edits().layers()[0].key;
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        layer,
        LayerChange::OffsetSecs(-1.0),
    )));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(0.0))));
    let mut harness = window(session);
    for layer in [None, Some(layer)] {
        act(&mut harness, Action::Composition(CompositionAction::ShowKeys(layer)));
        harness.run_steps(3);
        assert!(harness.query_by_role_and_label(Role::CheckBox, "Show tx").is_some());
    }
    // A drag scrubs on the clock, whoever's curves these are.
    let y = harness.get_by_label("Curve plot").rect().center().y;
    let range = session_of(&harness).timeline().expect("a clip plays").range;
    let ruler = harness.get_by_label("Playhead").rect();
    let (left, right) = (ruler.left() + size::AXIS_INSET, ruler.right() - size::AXIS_INSET);
    let x = left + (right - left) * ((40.0 - range.start) / range.length()) as f32;
    harness.drag_at(pos2(x, y));
    harness.run_steps(1);
    harness.drop_at(pos2(x, y));
    harness.run_steps(2);
    assert_eq!(session_of(&harness).frame(), Some(40.0));
}

#[test]
fn notifications_of_a_layer_are_listed_with_its_clip() {
    let walker = fixture::walker();
    let mut scene = Scene::clone(&walker.scene);
    scene.clips[1].notifications = vec![Notification {
        name: "hello".into(),
        frames: vec![60.0],
    }];
    let mut session = fixture::opened(vec![OpenedFile {
        scene: Arc::new(scene),
        ..walker
    }]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Composition(CompositionAction::AddLayer {
        clip: clip(1),
        model: None,
    }));
    let layer = session.edits().layers()[0].key;
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        layer,
        LayerChange::Speed(2.0),
    )));
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        layer,
        LayerChange::FadeInSecs(0.1),
    )));
    let mut harness = window(session);
    harness.get_by_label("hello (wave) at 30").click();
    harness.run_steps(3);
    assert_eq!(session_of(&harness).frame(), Some(30.0));
    act(
        &mut harness,
        Action::Window(WindowAction::TogglePage(Page::Notifications)),
    );
    harness.run_steps(2);
    assert!(
        harness
            .query_by_label("Go to notification hello (wave) at frame 30.00")
            .is_some()
    );
    assert!(
        harness
            .query_by_label("Go to notification footstep_le at frame 12.00")
            .is_some()
    );
    act(
        &mut harness,
        Action::Composition(CompositionAction::ChangeLayer(layer, LayerChange::Mute(true))),
    );
    harness.run_steps(2);
    assert!(
        harness.query_by_label_contains("hello").is_none(),
        "muted, it says nothing"
    );
}

/// Which one the keys act on is written beside it, and masking tells what was masked.
#[test]
fn the_chosen_layer_is_named() {
    let mut session = paused();
    let clips: Vec<ClipKey> = session.stage().clips().iter().map(|entry| entry.key).collect();
    session.apply(Action::Composition(CompositionAction::AddLayer {
        clip: clips[1],
        model: None,
    }));
    let hip = bone(&session, "j_hip_le");
    session.apply(Action::Selection(SelectionAction::Select(Some(hip))));
    let mut harness = build(builder(vec2(1280.0, 1400.0)), session);
    let is_chosen = |harness: &Panels, name: &str| harness.query_by_label(&format!("{name} is chosen")).is_some();
    assert!(is_chosen(&harness, "walk_forward") && !is_chosen(&harness, "wave"));
    let mask = Action::Composition(CompositionAction::StepLayer(LayerStep::MaskHere));
    let told = |harness: &mut Panels| {
        let effects = harness.state_mut().session.apply(mask.clone());
        harness.run_steps(2);
        let notice = effects.into_iter().find_map(|effect| match effect {
            Effect::Notify(notice) => Some(notice.text),
            _ => None,
        });
        notice.expect("it is told")
    };
    assert_eq!(
        told(&mut harness),
        "The active clip walk_forward moves only j_hip_le and what is below it."
    );
    act(
        &mut harness,
        Action::Composition(CompositionAction::StepLayer(LayerStep::Choose { up: true })),
    );
    assert!(is_chosen(&harness, "wave") && !is_chosen(&harness, "walk_forward"));
    assert_eq!(
        told(&mut harness),
        "The layer wave moves only j_hip_le and what is below it."
    );
    assert_eq!(told(&mut harness), "The layer wave moves all bones.");
}
