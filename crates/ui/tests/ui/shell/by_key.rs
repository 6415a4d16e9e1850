//! The keyboard alone: layers, attachments, curves, markers, the range, the page of names. No pointer in this file.

use crate::panels::*;
use crate::tree::attachments::{armed, key, on};
use castview_session::composition;
use castview_session::playback;
use castview_session::{CompositionAction, LayerKey, Mix, WindowAction};

/// Selects what has that name, as a user does: search, Enter, back.
fn find(harness: &mut Panels, name: &str) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::F);
    harness.run_steps(3);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.event(egui::Event::Text(name.into()));
    harness.run_steps(3);
    // It gives the keyboard back.
    harness.key_press(Key::Enter);
    harness.run_steps(3);
}

fn tap(harness: &mut Panels, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(3);
}

fn layer(harness: &Panels, at: usize) -> (LayerKey, Mix, f64) {
    let layer = &session_of(harness).edits().layers()[at];
    (layer.key, layer.mix.clone(), layer.offset_secs)
}

const ALT: Modifiers = Modifiers::ALT;

fn alt_shift() -> Modifiers {
    Modifiers::ALT | Modifiers::SHIFT
}

#[test]
fn layers_are_laid_mixed_ordered_masked_moved_and_taken_off() {
    let mut harness = window(paused());
    for _ in 0..2 {
        find(&mut harness, "wave");
        tap(&mut harness, ALT, Key::A);
    }
    assert_eq!(session_of(&harness).edits().layers().len(), 2);
    let (lower, upper) = (layer(&harness, 0).0, layer(&harness, 1).0);
    // The new one is chosen.
    for _ in 0..3 {
        tap(&mut harness, ALT, Key::Minus);
    }
    assert!((layer(&harness, 1).1.weight - 0.7).abs() < 1e-6);
    tap(&mut harness, ALT, Key::Equals);
    assert!((layer(&harness, 1).1.weight - 0.8).abs() < 1e-6);
    tap(&mut harness, ALT, Key::M);
    tap(&mut harness, ALT, Key::S);
    find(&mut harness, "j_neck");
    tap(&mut harness, ALT, Key::B);
    let (_, mix, _) = layer(&harness, 1);
    assert!(mix.muted && mix.solo);
    assert_eq!(mix.mask.as_deref(), Some("j_neck"));
    tap(&mut harness, ALT, Key::B);
    assert_eq!(layer(&harness, 1).1.mask, None, "again takes it off");
    for _ in 0..3 {
        tap(&mut harness, alt_shift(), Key::ArrowRight);
    }
    tap(&mut harness, alt_shift(), Key::ArrowLeft);
    assert!(
        (layer(&harness, 1).2 - 2.0 / 30.0).abs() < 1e-9,
        "two frames of 30 a second"
    );

    tap(&mut harness, alt_shift(), Key::ArrowDown);
    assert_eq!((layer(&harness, 0).0, layer(&harness, 1).0), (upper, lower));
    tap(&mut harness, alt_shift(), Key::ArrowUp);
    assert_eq!((layer(&harness, 0).0, layer(&harness, 1).0), (lower, upper));

    // Down the stack to its bottom, which has a mix of its own and no offset.
    tap(&mut harness, ALT, Key::ArrowDown);
    tap(&mut harness, ALT, Key::M);
    assert!(layer(&harness, 0).1.muted);
    for _ in 0..3 {
        tap(&mut harness, ALT, Key::ArrowDown);
    }
    tap(&mut harness, ALT, Key::M);
    tap(&mut harness, alt_shift(), Key::ArrowRight);
    let session = session_of(&harness);
    assert!(session.edits().base.muted);
    assert_eq!(session.keyed().and_then(|keyed| keyed.layer), None);
    tap(&mut harness, ALT, Key::ArrowUp);
    tap(&mut harness, ALT, Key::Delete);
    assert_eq!(session_of(&harness).edits().layers().len(), 1);
    assert_eq!(layer(&harness, 0).0, upper);
}

#[test]
fn a_model_is_carried_to_a_bone_and_taken_off() {
    let mut harness = window(armed());
    find(&mut harness, "sword");
    tap(&mut harness, ALT, Key::C);
    find(&mut harness, "j_wrist_ri");
    tap(&mut harness, ALT, Key::V);
    let session = session_of(&harness);
    let (sword, hand) = (key(session, 1), on(session, "j_wrist_ri"));
    assert_eq!(session.edits().attachments.get(&sword), Some(&hand));
    assert_eq!(composition::carried_model(session), None, "it is put down");
    // An attachment that cannot be made says so.
    find(&mut harness, "walker");
    tap(&mut harness, ALT, Key::C);
    find(&mut harness, "hilt");
    tap(&mut harness, ALT, Key::V);
    assert_eq!(session_of(&harness).edits().attachments.len(), 1);
    let said = "It cannot hang there: that one already hangs on it.";
    assert!(harness.query_by_label_contains(said).is_some());
    find(&mut harness, "sword");
    tap(&mut harness, ALT, Key::X);
    assert!(session_of(&harness).edits().attachments.is_empty());
}

#[test]
fn the_curve_views_list_and_its_fits_need_no_pointer() {
    let mut harness = window(paused());
    find(&mut harness, "j_spine4");
    tap(&mut harness, Modifiers::NONE, Key::V);
    tap(&mut harness, Modifiers::SHIFT, Key::V);
    let row = harness.get_by_role_and_label(Role::Row, "j_spine4 curves");
    assert!(row.is_focused());
    tap(&mut harness, Modifiers::NONE, Key::Tab);
    assert!(harness.get_by_role_and_label(Role::CheckBox, "Show tx").is_focused());
    let shown = |harness: &Panels| {
        let node = harness.get_by_role_and_label(Role::CheckBox, "Show tx");
        node.accesskit_node().toggled()
    };
    let before = shown(&harness);
    tap(&mut harness, Modifiers::NONE, Key::Space);
    assert_ne!(shown(&harness), before, "Space ticks");
    tap(&mut harness, Modifiers::NONE, Key::ArrowDown);
    assert!(harness.get_by_role_and_label(Role::CheckBox, "Show ty").is_focused());
    harness.state_mut().actions.clear();
    tap(&mut harness, ALT, Key::Home);
    tap(&mut harness, ALT, Key::End);
    assert_eq!(
        actions(&mut harness),
        [
            Action::Window(WindowAction::FitCurves { all: true }),
            Action::Window(WindowAction::FitCurves { all: false })
        ]
    );
}

#[test]
fn markers_and_the_range_are_set_and_cleared() {
    let mut harness = window(paused());
    for frame in ["30", "60"] {
        tap(&mut harness, Modifiers::COMMAND, Key::G);
        harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        harness.event(egui::Event::Text(frame.into()));
        harness.run_steps(2);
        tap(&mut harness, Modifiers::NONE, Key::Enter);
        tap(&mut harness, Modifiers::NONE, Key::M);
    }
    let frames =
        |harness: &Panels| -> Vec<f64> { playback::markers(session_of(harness)).iter().map(|m| m.frame).collect() };
    assert_eq!(frames(&harness), [30.0, 60.0]);
    tap(&mut harness, Modifiers::NONE, Key::CloseBracket);
    tap(&mut harness, Modifiers::SHIFT, Key::ArrowDown);
    tap(&mut harness, Modifiers::NONE, Key::OpenBracket);
    let range = FrameRange { start: 30.0, end: 60.0 };
    assert_eq!(playback::play_range(session_of(&harness)), Some(range));
    tap(&mut harness, Modifiers::NONE, Key::M);
    assert_eq!(frames(&harness), [60.0]);
    tap(&mut harness, Modifiers::NONE, Key::Backslash);
    assert_eq!(playback::play_range(session_of(&harness)), None);
}

#[test]
fn the_page_of_names_opens_keeps_the_keyboard_and_closes() {
    let mut harness = window(paused());
    tap(&mut harness, Modifiers::SHIFT, Key::M);
    assert_eq!(session_of(&harness).window().page(), Some(Page::Matching));
    // Tab stays on the page, and comes to its first rule.
    let on_rule = |harness: &Panels| {
        let rule = harness.get_by_role_and_label(Role::CheckBox, "Ignore namespaces");
        rule.is_focused()
    };
    let mut taps = 0;
    while !on_rule(&harness) {
        tap(&mut harness, Modifiers::NONE, Key::Tab);
        taps += 1;
        assert!(taps < 12, "the rules are never reached");
    }
    tap(&mut harness, Modifiers::NONE, Key::Space);
    assert!(session_of(&harness).preferences().motion.renames.ignores_namespaces);
    tap(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!(session_of(&harness).window().page(), None);
}

#[test]
fn a_blend_shape_is_weighed() {
    let mut harness = window(paused());
    find(&mut harness, "frown");
    tap(&mut harness, Modifiers::COMMAND, Key::F);
    // Over the tools and the view into the inspector.
    for _ in 0..3 {
        tap(&mut harness, Modifiers::NONE, Key::F6);
    }
    let on_slider = |harness: &Panels| harness.get_by_role_and_label(Role::Slider, "frown").is_focused();
    let mut taps = 0;
    while !on_slider(&harness) {
        tap(&mut harness, Modifiers::NONE, Key::Tab);
        taps += 1;
        assert!(taps < 100, "the slider is never reached");
    }
    let frame = session_of(&harness).frame();
    harness.state_mut().actions.clear();
    for _ in 0..4 {
        tap(&mut harness, Modifiers::NONE, Key::ArrowRight);
    }
    let weights: Vec<f32> = actions(&mut harness)
        .iter()
        .filter_map(|action| match action {
            Action::Composition(CompositionAction::SetShapeWeight { weight, .. }) => *weight,
            _ => None,
        })
        .collect();
    assert!(
        weights.len() == 4 && weights.is_sorted() && weights[0] > 0.0,
        "{weights:?}"
    );
    assert_eq!(session_of(&harness).frame(), frame, "the arrows are the slider's");
    // Each press can be taken back by itself.
    tap(&mut harness, Modifiers::COMMAND, Key::Z);
    let left: Vec<f32> = session_of(&harness).edits().shape_weights.values().copied().collect();
    assert_eq!(left, [weights[2]]);
}

#[test]
fn a_key_without_its_selection_tells_the_need() {
    let mut harness = build(builder(vec2(1280.0, 800.0)), paused());
    harness.run_steps(3);
    actions(&mut harness);
    tap(&mut harness, Modifiers::COMMAND, Key::M);
    let told = Action::Window(WindowAction::TellNeed("measure"));
    assert!(actions(&mut harness).contains(&told), "nothing is selected");
    find(&mut harness, "j_neck");
    actions(&mut harness);
    tap(&mut harness, Modifiers::COMMAND, Key::M);
    let done = actions(&mut harness);
    assert!(!done.contains(&told) && done.contains(&Action::Probe(castview_session::ProbeAction::MeasureSelected)));
}
