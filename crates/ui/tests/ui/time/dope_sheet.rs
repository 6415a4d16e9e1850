//! Rows of keys over the ruler.

use crate::panels::*;
use crate::time::curve_view::with_curves;
use castview_session::{CompositionAction, DialValue, SelectionAction, Switch, WindowAction};

fn with_dope_sheet() -> Session {
    let mut session = paused();
    session.apply(Switch::DOPE_SHEET.toggle());
    session
}

fn has_row(harness: &Panels, name: &str) -> bool {
    harness.query_by_role_and_label(Role::Row, name).is_some()
}

fn on_row(harness: &Panels, row: &str, frame: f32) -> Pos2 {
    let row = harness.get_by_role_and_label(Role::Row, row).rect();
    pos2(x_of(harness, frame), row.center().y)
}

#[test]
fn keys_and_menu_open_the_dope_sheet_above_the_transport() {
    let mut harness = window(paused());
    assert!(harness.query_by_label("Dope sheet").is_none());
    harness.key_press(Key::D);
    harness.run_steps(3);
    assert!(harness.query_by_role_and_label(Role::Grid, "Dope sheet").is_some());
    let keys = harness.get_by_label("Keys").rect();
    let ruler = harness.get_by_label("Playhead").rect();
    let play = harness.get_by_label("Play").rect();
    assert!(keys.bottom() <= play.top() && play.bottom() <= ruler.bottom());
    assert!(keys.left() > ruler.left() && keys.right() < ruler.right());
    assert!(
        harness.query_by_label("Close the dope sheet").is_none(),
        "the dock is closed"
    );
    let curves = Switch::CURVE_VIEW.toggle();
    harness.state_mut().session.apply(curves);
    harness.run_steps(3);
    harness.get_by_label("Close the dope sheet").click();
    harness.run_steps(3);
    let preferences = session_of(&harness).preferences();
    assert!(!preferences.timeline.dope_sheet && preferences.timeline.curve_view);
    assert!(harness.query_by_role_and_label(Role::Grid, "Dope sheet").is_none());
}

#[test]
fn dragging_on_rows_scrubs_on_the_rulers_own_axis() {
    let mut harness = window(with_dope_sheet());
    for frame in [30.0, 77.0] {
        let ruler = pos2(
            x_of(&harness, frame),
            harness.get_by_label("Playhead").rect().top() + 8.0,
        );
        harness.drag_at(ruler);
        harness.run_steps(1);
        harness.drop_at(ruler);
        harness.run_steps(2);
        assert_eq!(harness.state().session.frame(), Some(f64::from(frame)), "on the ruler");
    }
    harness.drag_at(on_row(&harness, "j_spine4 keys", 12.0));
    harness.run_steps(1);
    assert_eq!(harness.state().session.frame(), Some(12.0), "at the press");
    harness.hover_at(on_row(&harness, "j_spine4 keys", 63.0));
    harness.run_steps(1);
    assert_eq!(harness.state().session.frame(), Some(63.0));
    harness.key_press(Key::Escape);
    harness.run_steps(1);
    harness.drop_at(on_row(&harness, "j_spine4 keys", 63.0));
    harness.run_steps(2);
    assert_eq!(harness.state().session.frame(), Some(77.0), "Escape puts it back");
}

#[test]
fn a_click_on_a_row_selects_its_bone() {
    let mut harness = window(with_dope_sheet());
    let wanted = bone(&harness.state().session, "j_spine4");
    harness.get_by_role_and_label(Role::Row, "j_spine4 keys").click();
    harness.run_steps(3);
    assert_eq!(harness.state().session.edits().selected, Some(wanted));
    let other = bone(&harness.state().session, "j_neck");
    harness
        .state_mut()
        .session
        .apply(Action::Selection(SelectionAction::Select(Some(other))));
    harness.run_steps(2);
    let at = on_row(&harness, "j_spine4 keys", 40.0);
    harness.drag_at(at);
    harness.run_steps(1);
    harness.drop_at(at);
    harness.run_steps(3);
    assert_eq!(
        harness.state().session.edits().selected,
        Some(wanted),
        "on its keys too"
    );
}

#[test]
fn rows_are_the_driven_bones_in_the_trees_order_and_unfold_to_tracks() {
    let mut session = with_dope_sheet();
    session.apply(Action::Window(WindowAction::SetDockHeight(400.0)));
    let mut harness = build(builder(vec2(1280.0, 1200.0)), session);
    for (name, there) in [
        ("j_main", false),
        ("j_spine4", true),
        ("j_hip_le", true),
        ("smile", true),
        ("j_head", false),
    ] {
        assert_eq!(has_row(&harness, &format!("{name} keys")), there, "{name}");
    }
    assert!(!has_row(&harness, "tx keys"));
    harness.get_by_label("Tracks of j_spine4").click();
    harness.run_steps(3);
    for name in ["tx keys", "ty keys", "tz keys", "rq keys"] {
        assert!(has_row(&harness, name), "{name}");
    }
    harness.get_by_label("Fold j_spine4 keys").click();
    harness.run_steps(3);
    assert!(!has_row(&harness, "j_shoulder_le keys"));
}

#[test]
fn rows_follow_the_search_and_the_selection() {
    let mut session = with_dope_sheet();
    let selected = bone(&session, "j_spine4");
    session.apply(Action::Selection(SelectionAction::Select(Some(selected))));
    let mut harness = window(session);
    harness.get_by_label("Only what is selected").click();
    harness.run_steps(3);
    assert!(has_row(&harness, "j_spine4 keys") && has_row(&harness, "rq keys"));
    assert!(!has_row(&harness, "j_hip_le keys"));
    harness.get_by_label("Only what is selected").click();
    harness.run_steps(2);
    harness.get_by_label("Search names").focus();
    harness.run_steps(2);
    harness.get_by_label("Search names").type_text("shoulder");
    harness.run_steps(3);
    assert!(has_row(&harness, "j_shoulder_le keys") && has_row(&harness, "j_shoulder_ri keys"));
    assert!(!has_row(&harness, "j_spine4 keys"));
    // As the tree finds it: every letter in its order, the rest left out.
    harness.get_by_label("Search names").type_text("le");
    harness.run_steps(3);
    assert!(has_row(&harness, "j_shoulder_le keys") && !has_row(&harness, "j_shoulder_ri keys"));
}

/// A clip with one track on each of `bones` bones of [`fixture::chain`].
pub fn chain_clip(bones: usize, keys: u32) -> OpenedFile {
    let track = |index: usize| Track {
        target: format!("link_{index}"),
        property: Property::TranslationX,
        mode: CurveMode::Absolute,
        additive_weight: 1.0,
        keys: Keys::Whole((0..keys).collect::<Vec<_>>().into()),
        values: Values::Scalar((0..keys).map(|key| (key as f32 * 0.1).sin()).collect::<Vec<_>>().into()),
        interpolation: Default::default(),
        beyond: Default::default(),
    };
    let clip = Clip {
        root: None,
        name: "long".into(),
        frames_per_second: 30.0,
        looping: false,
        mode: None,
        tracks: (0..bones).map(track).collect(),
        overrides: Vec::new(),
        notifications: Vec::new(),
        range: FrameRange {
            start: 0.0,
            end: f64::from(keys - 1),
        },
        skeleton: None,
    };
    let scene = Scene {
        clips: vec![clip],
        ..Scene::default()
    };
    OpenedFile {
        location: "long.cast".into(),
        ..OpenedFile::of(FileKey(2), "long.cast", scene)
    }
}

#[test]
fn many_rows_paint_as_few() {
    let mut session = fixture::opened(vec![fixture::chain(65_000), chain_clip(65_000, 3)]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Switch::DOPE_SHEET.toggle());
    let harness = window(session);
    let rows = harness
        .root()
        .children_recursive()
        .filter(|node| node.accesskit_node().role() == Role::Row)
        .count();
    assert!((4..40).contains(&rows), "{rows} rows are shown");
}

#[test]
fn an_idle_window_with_panels_asks_for_no_picture() {
    let mut harness = window(with_dope_sheet());
    // Panics if the window keeps asking for another pass.
    harness.run();
}

#[test]
fn the_rest_pose_says_what_would_be_here() {
    let mut session = with_dope_sheet();
    session.apply(Action::Playback(PlaybackAction::ChooseClip(None)));
    let harness = window(session);
    assert!(harness.query_by_label("Nothing on the time axis").is_some());
}

#[test]
fn zooming_moves_every_axis_alike_and_fit_brings_the_whole_back() {
    let mut harness = window(with_curves(Some("j_spine4")));
    let at = pos2(
        x_of(&harness, 59.0),
        harness.get_by_label("Curve plot").rect().center().y,
    );
    harness.hover_at(at);
    harness.run_steps(1);
    // Ctrl with the wheel, or two fingers, come to this event.
    harness.event(egui::Event::Zoom(2.0));
    harness.run_steps(3);
    // The frame under the pointer is still there; a frame left of it has moved left.
    let ruler = harness.get_by_label("Playhead").rect().top() + 8.0;
    let frame_under = |harness: &mut Panels, at: Pos2| {
        harness.drag_at(at);
        harness.run_steps(1);
        harness.drop_at(at);
        harness.run_steps(2);
        harness.state().session.frame().expect("a clip plays")
    };
    let left = x_of(&harness, 30.0);
    let on_ruler = frame_under(&mut harness, pos2(left, ruler));
    assert!(on_ruler > 31.0, "{on_ruler} is where 30 was");
    assert_eq!(frame_under(&mut harness, pos2(left, at.y)), on_ruler, "one axis");
    assert_eq!(frame_under(&mut harness, pos2(at.x, ruler)), 59.0);
    harness.get_by_label("Fit all curves").click();
    harness.run_steps(3);
    assert_eq!(frame_under(&mut harness, pos2(left, ruler)), 30.0);
}

#[test]
fn a_bone_can_be_treated_in_another_mode_and_put_back() {
    // High enough for the whole inspector.
    let mut harness = build(builder(vec2(1280.0, 1200.0)), with_dope_sheet());
    let Selected::Bone(model, hip) = bone(&harness.state().session, "j_hip_le") else {
        panic!("a bone");
    };
    harness.get_by_role_and_label(Role::Row, "j_hip_le keys").click();
    harness.run_steps(2);
    let before = harness.state().session.stage().models()[0].pose().local[hip.get()];
    let badge = "Mode of j_hip_le: Relative: the keys are offsets from the rest pose";
    harness.get_by_label(badge).click();
    harness.run_steps(3);
    harness.get_by_label("Play as absolute").click();
    harness.run_steps(3);
    let session = &harness.state().session;
    let treated = ModeScope::Bone(model, hip);
    assert_eq!(session.edits().mode_overrides.get(&treated), Some(&PlayAs::Absolute));
    // The rest rotation is none: absolute and relative look alike, additive too; the binding tells.
    assert_eq!(session.stage().models()[0].pose().local[hip.get()], before);
    let mode = |session: &Session| {
        let binding = session.stage().models()[0].binding().cloned().expect("bound");
        binding.bone_tracks(hip).map(|(_, mode)| mode).collect::<Vec<_>>()
    };
    assert_eq!(mode(session), [CurveMode::Absolute]);
    assert!(
        harness
            .query_by_label("Mode of j_hip_le: Absolute: the keys are the values. Changed by you")
            .is_some()
    );
    assert!(
        harness.query_by_label("Reset how it plays").is_some(),
        "in the inspector"
    );
    harness.state_mut().session.apply(Action::Undo);
    assert_eq!(mode(&harness.state().session), [CurveMode::Relative]);
    harness.state_mut().session.apply(Action::Redo);
    harness.run_steps(2);
    assert_eq!(mode(&harness.state().session), [CurveMode::Absolute]);
    harness.get_by_label("Reset how it plays").click();
    harness.run_steps(3);
    assert_eq!(mode(&harness.state().session), [CurveMode::Relative]);
}

#[test]
fn treating_as_relative_adds_the_keys_to_the_rest_pose() {
    let mut session = paused();
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(42.0))));
    let Selected::Bone(model, spine) = bone(&session, "j_spine4") else {
        panic!("a bone");
    };
    let at = |session: &Session| session.stage().models()[0].pose().local[spine.get()].translation;
    let rest = session.stage().models()[0].model().skeleton.rest()[spine.get()].translation;
    let absolute = at(&session);
    let clip = session.playback().active_clip().expect("it plays");
    // The bone's own choice goes before its clip's.
    for (treated, mode, wanted) in [
        (ModeScope::Clip(clip), Some(PlayAs::Relative), rest + absolute),
        (ModeScope::Bone(model, spine), Some(PlayAs::Absolute), absolute),
        (ModeScope::Bone(model, spine), None, rest + absolute),
        (ModeScope::Clip(clip), None, absolute),
        (ModeScope::Bone(model, spine), Some(PlayAs::Additive), rest + absolute),
    ] {
        session.apply(Action::Composition(CompositionAction::OverrideMode(treated, mode)));
        assert!((at(&session) - wanted).length() < 1e-5, "{treated:?} as {mode:?}");
    }
    session.apply(Action::Composition(CompositionAction::ResetModes));
    assert_eq!(at(&session), absolute);
    session.apply(Action::Undo);
    assert!((at(&session) - rest - absolute).length() < 1e-5, "undo treats it again");
}

#[test]
fn every_layout_leaves_room_for_the_model() {
    let folder = std::env::var_os("CASTVIEW_UI_PICTURES").map(std::path::PathBuf::from);
    for (width, height) in [(800.0, 600.0), (1280.0, 720.0), (2560.0, 1440.0)] {
        for (panels, open) in [
            ("dope", &[Switch::DOPE_SHEET.toggle()][..]),
            ("curves", &[Switch::CURVE_VIEW.toggle()]),
            ("both", &[Switch::DOPE_SHEET.toggle(), Switch::CURVE_VIEW.toggle()]),
        ] {
            let themes = if folder.is_some() {
                &[Theme::Dark, Theme::Light][..]
            } else {
                &[Theme::Dark]
            };
            for &theme in themes {
                let mut session = paused();
                for action in open {
                    session.apply(action.clone());
                }
                session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(42.0))));
                session.apply(DialValue::theme(theme).choose());
                let selected = bone(&session, "j_spine4");
                session.apply(Action::Selection(SelectionAction::Select(Some(selected))));
                let points = vec2(width, height);
                let mut builder = builder(points);
                if folder.is_some() {
                    builder = builder.wgpu();
                }
                let mut harness = build(builder, session);
                if panels != "curves" {
                    harness.get_by_label("Tracks of j_spine4").click();
                }
                harness.run_steps(3);
                if let Some(folder) = &folder {
                    let picture = harness.render().expect("an adapter draws the picture");
                    let name = format!("timeline-{panels}-{width}x{height}-{theme:?}.png").to_lowercase();
                    picture.save(folder.join(name)).expect("the folder can be written");
                }
                let screen = Rect::from_min_size(Pos2::ZERO, points);
                let ruler = harness.get_by_label("Playhead").rect();
                assert!(screen.contains_rect(ruler), "{panels} at {points}: the ruler is cut");
                let view = harness.state().shown().viewport;
                assert!(
                    view.height() > points.y * 0.25,
                    "{panels} at {points}: the viewport is {} high",
                    view.height()
                );
            }
        }
    }
}

/// Rows cost by those in sight: as few are worked through at the end of a long list, below all the others, as at its beginning.
#[test]
fn rows_above_those_in_sight_are_not_worked_through() {
    let mut session = fixture::opened(vec![fixture::chain(65_000), chain_clip(65_000, 3)]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Switch::DOPE_SHEET.toggle());
    let last = bone(&session, "link_64999");
    session.apply(Action::Selection(SelectionAction::Select(Some(last))));
    let mut harness = window(session);
    harness.run_steps(4);
    assert!(has_row(&harness, "link_64999 keys"), "the list follows the selection");
    let is_row = |node: &egui_kittest::Node<'_>| {
        let access = node.accesskit_node();
        access.role() == Role::Row && access.label().is_some_and(|label| label.ends_with(" keys"))
    };
    let rows = harness.root().children_recursive().filter(is_row).count();
    assert!((2..40).contains(&rows), "{rows} rows are worked through");
}
