//! The transport, the ruler and what lies under it, driven by mouse and keys over a real session.
//!
//! No window and no model renderer: a session, `ui::show`, and egui's test harness. `CASTVIEW_UI_PICTURES=FOLDER` keeps pictures
//! of every layout.

#[allow(dead_code)]
#[path = "common/ui_session.rs"]
mod fixture;

use castview::core::{ClipIndex, FrameRange};
use castview::scene::{Clip, Notification, Scene};
use castview::session::{
    Action, ClipKey, Effect, FileKey, Marker, MarkerEdit, OpenedFile, Page, Placement, RangeEdit, Seek, Selected,
    Session, Theme,
};
use castview::ui::{self, Job, Outside, UiState};
use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2, Vec2, pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, HarnessBuilder};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// A session with its panels; what they ask for is carried out, as the app does.
struct Window {
    session: Session,
    state: Rc<RefCell<Option<UiState>>>,
    actions: Vec<Action>,
}

impl Window {
    fn show(&mut self, ui: &mut egui::Ui) {
        let mut state = self.state.borrow_mut();
        let state = state.as_mut().expect("the state is made with the context");
        let whole = egui::UiBuilder::new().max_rect(ui.ctx().content_rect());
        let mut ui = egui::Ui::new(ui.ctx().clone(), egui::Id::unique("window"), whole);
        let output = ui::show(&mut ui, &self.session, state, &Outside::default());
        for action in output.actions {
            for effect in self.session.apply(action.clone()) {
                match effect {
                    Effect::FocusFrame => state.focus_frame(),
                    Effect::Notify(notice) => state.notify(notice),
                    _ => {}
                }
            }
            self.actions.push(action);
        }
    }
}

type Panels = Harness<'static, Window>;

fn builder(size: Vec2) -> HarnessBuilder<Window> {
    Harness::builder()
        .with_size(size)
        .with_render_cursor(false)
        .allow_missing_glyphs()
        .with_max_steps(40)
        // Every event is a step: two clicks must stay one double click.
        .with_step_dt(0.02)
}

fn build(builder: HarnessBuilder<Window>, session: Session) -> Panels {
    let state: Rc<RefCell<Option<UiState>>> = Rc::default();
    let jobs: Arc<Mutex<Vec<Job>>> = Arc::default();
    let (made, queue) = (state.clone(), jobs.clone());
    let builder = builder.with_context_setup(move |ctx| {
        let later = move |job| queue.lock().expect("no job panics").push(job);
        *made.borrow_mut() = Some(UiState::new(ctx, true, later));
    });
    let window = Window {
        session,
        state,
        actions: Vec::new(),
    };
    let mut harness = builder.build_ui_state(|ui, window: &mut Window| window.show(ui), window);
    harness.run_steps(2);
    let waiting: Vec<Job> = jobs.lock().expect("no job panics").drain(..).collect();
    for job in waiting {
        job();
    }
    harness.run_steps(3);
    harness
}

fn window(session: Session) -> Panels {
    build(builder(vec2(1280.0, 720.0)), session)
}

fn paused() -> Session {
    let mut session = fixture::session();
    session.apply(Action::Pause);
    session.apply(Action::Seek(Seek::Start));
    session
}

fn session(harness: &Panels) -> &Session {
    &harness.state().session
}

fn act(harness: &mut Panels, action: Action) {
    harness.state_mut().session.apply(action);
    harness.run_steps(2);
}

/// Where `frame` stands on the ruler; the walker's clips have 118.
fn on_ruler(harness: &Panels, frame: f32) -> Pos2 {
    let ruler = harness.get_by_label("Playhead").rect();
    let inset = castview::ui::theme::size::AXIS_INSET;
    let x = ruler.left() + inset + (ruler.width() - 2.0 * inset) * frame / 118.0;
    pos2(x, ruler.top() + 22.0)
}

fn drag(harness: &mut Panels, from: Pos2, to: Pos2) {
    press(harness, from);
    harness.hover_at(to);
    harness.run_steps(2);
    harness.drop_at(to);
    harness.run_steps(2);
}

fn press(harness: &mut Panels, at: Pos2) {
    harness.hover_at(at);
    harness.run_steps(1);
    harness.drag_at(at);
    harness.run_steps(1);
}

fn range(start: f64, end: f64) -> Option<FrameRange> {
    Some(FrameRange { start, end })
}

#[test]
fn every_switch_of_the_transport_switches() {
    type Check = fn(&Session) -> bool;
    let switches: [(&str, Check); 5] = [
        ("Loop", |s| !s.preferences().loops),
        ("Backwards", |s| s.live().transport.speed == -1.0),
        ("To and fro", |s| {
            s.preferences().ping_pong && s.live().transport.turns()
        }),
        ("Scrub to whole frames", |s| !s.preferences().snaps),
        ("A row for each notification", |s| !s.preferences().notification_rows),
    ];
    for (name, is_on) in switches {
        let mut harness = window(paused());
        let roles = [Role::Button, Role::DisclosureTriangle];
        let node = roles
            .into_iter()
            .find_map(|role| harness.query_by_role_and_label(role, name));
        node.unwrap_or_else(|| panic!("{name} is there")).click();
        harness.run_steps(2);
        assert!(is_on(session(&harness)), "{name}");
    }
}

#[test]
fn backwards_and_to_and_fro_play_what_they_say() {
    let mut session = paused();
    session.apply(Action::Seek(Seek::Frame(30.0)));
    session.apply(Action::ToggleReverse);
    session.apply(Action::Play);
    session.advance(0.5);
    assert_eq!(session.frame(), Some(15.0));
    session.apply(Action::SetSpeed(20.0));
    assert_eq!(session.live().transport.speed, 10.0);
    session.apply(Action::SetSpeed(-1e-9));
    assert_eq!(session.live().transport.speed, -0.05);
    session.apply(Action::SetSpeed(1.0));
    session.apply(Action::TogglePingPong);
    session.apply(Action::Seek(Seek::Frame(113.0)));
    session.advance(0.5);
    assert_eq!(session.frame(), Some(108.0), "5 on to 118, 10 back");
    // Loop again turns it off.
    session.apply(Action::ToggleLoop);
    assert!(session.preferences().loops && !session.preferences().ping_pong);
    session.apply(Action::Seek(Seek::Frame(113.0)));
    session.advance(0.5);
    assert_eq!(session.frame(), Some(10.0));
}

/// The picture that is made in the turn of the mouse move has the pose of the frame under the cursor, whatever played.
#[test]
fn scrubbing_while_it_plays_shows_the_cursors_pose_at_once() {
    let mut harness = window(fixture::session());
    assert!(session(&harness).is_playing());
    harness.state_mut().session.advance(0.37);
    let at = on_ruler(&harness, 20.0);
    harness.hover_at(at);
    harness.run_steps(1);
    harness.drag_at(at);
    harness.run_steps(1);
    for frame in [20.0_f32, 61.0, 7.0, 117.0] {
        // As a turn goes: time passes, then the panels hear of the mouse, then the picture is made.
        harness.state_mut().session.advance(0.016);
        harness.hover_at(on_ruler(&harness, frame));
        harness.run_steps(1);
        let picture = session(&harness).picture([64, 64], 1);
        let mut other = paused();
        other.apply(Action::Seek(Seek::Frame(frame.into())));
        let wanted = other.picture([64, 64], 1);
        assert_eq!(session(&harness).frame(), Some(frame.into()));
        assert_eq!(*picture.models[0].pose, *wanted.models[0].pose, "at frame {frame}");
    }
    harness.drop_at(on_ruler(&harness, 117.0));
    harness.run_steps(1);
    assert!(session(&harness).is_playing(), "and plays on");
}

#[test]
fn without_snapping_scrubbing_is_free() {
    let mut harness = window(paused());
    let target = on_ruler(&harness, 41.5);
    press(&mut harness, target);
    assert_eq!(session(&harness).frame().map(|f| f.fract()), Some(0.0));
    harness.drop_at(target);
    act(&mut harness, Action::ToggleSnap);
    press(&mut harness, target);
    let frame = session(&harness).frame().expect("a clip");
    assert!((frame - 41.5).abs() < 0.1 && frame.fract() != 0.0, "{frame}");
}

#[test]
fn a_drag_with_shift_sets_the_range_and_playing_stays_inside() {
    let mut harness = window(paused());
    let (from, to) = (on_ruler(&harness, 60.0), on_ruler(&harness, 20.0));
    harness.event(egui::Event::ModifiersChanged(Modifiers::SHIFT));
    drag(&mut harness, from, to);
    harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    harness.run_steps(1);
    assert_eq!(session(&harness).play_range(), range(20.0, 60.0));
    assert_eq!(session(&harness).frame(), Some(0.0), "the playhead stays");
    let session = &mut harness.state_mut().session;
    session.apply(Action::Play);
    let mut seen = Vec::new();
    for _ in 0..400 {
        session.advance(0.05);
        seen.push(session.frame().expect("a clip"));
    }
    assert!(seen.iter().all(|frame| (20.0..60.0).contains(frame)), "{seen:?}");
    assert!(
        seen.windows(2).filter(|pair| pair[1] < pair[0]).count() > 10,
        "it loops"
    );
}

#[test]
fn the_handles_move_one_end_and_escape_puts_it_back() {
    let mut harness = window(paused());
    act(
        &mut harness,
        Action::Range(RangeEdit::Set(FrameRange { start: 20.0, end: 60.0 })),
    );
    let handle = harness.get_by_label("Out point").rect().center();
    let to = on_ruler(&harness, 80.0);
    drag(&mut harness, handle, pos2(to.x, handle.y));
    assert_eq!(session(&harness).play_range(), range(20.0, 80.0));

    let handle = harness.get_by_label("In point").rect().center();
    press(&mut harness, handle);
    harness.hover_at(pos2(on_ruler(&harness, 50.0).x, handle.y));
    harness.run_steps(2);
    assert_eq!(session(&harness).play_range(), range(50.0, 80.0));
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert_eq!(session(&harness).play_range(), range(20.0, 80.0));
    harness.hover_at(pos2(on_ruler(&harness, 70.0).x, handle.y));
    harness.run_steps(2);
    assert_eq!(
        session(&harness).play_range(),
        range(20.0, 80.0),
        "the rest of the drag does nothing"
    );
    harness.drop_at(pos2(on_ruler(&harness, 70.0).x, handle.y));
    harness.run_steps(2);

    // By keyboard and by value.
    harness.get_by_label("In point").focus();
    harness.run_steps(1);
    harness.key_press(Key::ArrowRight);
    harness.run_steps(2);
    assert_eq!(session(&harness).play_range(), range(21.0, 80.0));
    harness.get_by_label("In point").set_value_accesskit(33.0);
    harness.run_steps(2);
    assert_eq!(session(&harness).play_range(), range(33.0, 80.0));
}

#[test]
fn brackets_set_the_range_to_the_playhead_and_a_key_clears_it() {
    let mut harness = window(paused());
    for (frame, key, wanted) in [
        (30.0, Key::OpenBracket, range(30.0, 118.0)),
        (50.0, Key::CloseBracket, range(30.0, 50.0)),
        // Beyond the other end, that one lets go.
        (70.0, Key::OpenBracket, range(70.0, 118.0)),
        (40.0, Key::CloseBracket, range(0.0, 40.0)),
        // A range without length plays nothing.
        (0.0, Key::CloseBracket, range(0.0, 40.0)),
        (10.0, Key::Backslash, None),
    ] {
        act(&mut harness, Action::Seek(Seek::Frame(frame)));
        harness.key_press(key);
        harness.run_steps(2);
        assert_eq!(session(&harness).play_range(), wanted, "{key:?} at {frame}");
    }
}

#[test]
fn each_clip_has_its_own_range() {
    let mut session = paused();
    let [walk, wave] = [0, 1].map(|clip| ClipKey {
        file: FileKey(1),
        clip: ClipIndex::new(clip),
    });
    session.apply(Action::Range(RangeEdit::Set(FrameRange { start: 10.0, end: 20.0 })));
    session.apply(Action::ChooseClip(Some(wave)));
    assert_eq!(session.play_range(), None);
    session.apply(Action::ChooseClip(Some(walk)));
    assert_eq!(session.play_range(), range(10.0, 20.0));
    assert_eq!(session.frame(), Some(10.0), "it begins where it is played from");
    for (seek, wanted) in [
        (Seek::End, 20.0),
        (Seek::End, 118.0),
        (Seek::Start, 10.0),
        (Seek::Start, 0.0),
        (Seek::Frame(20.0), 20.0),
        // Round, inside the range.
        (Seek::Step(1.0), 10.0),
        (Seek::Step(-1.0), 20.0),
    ] {
        session.apply(Action::Seek(seek));
        assert_eq!(session.frame(), Some(wanted), "{seek:?}");
    }
    session.apply(Action::CloseAll);
    assert_eq!(session.play_range(), None);
}

#[test]
fn a_frame_can_be_typed_in_any_unit() {
    for (text, wanted) in [
        ("42", 42.0),
        ("1.4s", 42.0),
        ("00:00:01:12", 42.0),
        ("999", 118.0),
        ("what", 0.0),
    ] {
        let mut harness = window(paused());
        harness.key_press_modifiers(Modifiers::COMMAND, Key::G);
        harness.run_steps(3);
        harness.event(egui::Event::Text(text.into()));
        harness.run_steps(1);
        harness.key_press(Key::Enter);
        harness.run_steps(3);
        assert_eq!(session(&harness).frame(), Some(wanted), "{text}");
    }
}

#[test]
fn time_reads_as_frame_seconds_and_timecode() {
    let mut session = paused();
    session.apply(Action::Seek(Seek::Frame(42.0)));
    let harness = window(session);
    for text in ["00:00:01:12", "1.40 s", "30 fps"] {
        assert!(harness.query_by_label(text).is_some(), "{text} is not shown");
    }
}

#[test]
fn a_click_on_a_notification_goes_to_its_frame() {
    let mut harness = window(paused());
    for name in ["footstep_le at 71", "footstep_ri at 41"] {
        harness.get_by_label(name).click();
        harness.run_steps(3);
        let frame = name.rsplit(' ').next().and_then(|frame| frame.parse().ok());
        assert_eq!(session(&harness).frame(), frame, "{name}");
    }
    act(&mut harness, Action::ToggleNotificationRows);
    harness.get_by_label("footstep_le at 12").click();
    harness.run_steps(3);
    assert_eq!(session(&harness).frame(), Some(12.0), "in one row too");
}

/// A file with one clip that has `tracks` notifications of `frames` frames each.
fn noisy(tracks: usize, frames: usize) -> OpenedFile {
    let walker = fixture::walker();
    let clip = Clip {
        notifications: (0..tracks)
            .map(|track| Notification {
                name: format!("notification_{track}"),
                frames: (0..frames).map(|frame| frame as f64 * 118.0 / frames as f64).collect(),
            })
            .collect(),
        ..walker.scene.clips[0].clone()
    };
    let scene = Scene {
        models: walker.scene.models.clone(),
        clips: vec![clip],
        ..Scene::default()
    };
    OpenedFile {
        scene: Arc::new(scene),
        textures: Vec::new(),
        ..walker
    }
}

#[test]
fn many_notifications_take_no_more_room_than_a_few() {
    let mut session = fixture::opened(vec![noisy(300, 5000)]);
    session.apply(Action::Pause);
    let mut harness = window(session);
    let marks = |harness: &Panels| harness.query_all_by_label_contains("notification_").count();
    // Four rows of at most a mark a point, and a row at the edge.
    assert!(marks(&harness) <= 6 * 1280, "{}", marks(&harness));
    assert!(harness.get_by_label("Playhead").rect().height() < 120.0);
    act(&mut harness, Action::ToggleNotificationRows);
    assert!(marks(&harness) <= 1280);
    assert!(harness.get_by_label("Playhead").rect().height() < 60.0);
}

#[test]
fn what_fires_is_counted_once_a_pass() {
    let mut session = paused();
    session.apply(Action::Play);
    let mut names = Vec::new();
    // Two passes of 118 frames, a frame short of the third.
    for _ in 0..235 {
        names.extend(session.advance(1.0 / 30.0));
    }
    let le = names.iter().filter(|name| *name == "footstep_le").count();
    assert_eq!((le, names.len()), (4, 8), "{names:?}");
    let fired = session.live().fired.get(&0).expect("it fired");
    assert_eq!((fired.count, fired.frame), (4, 71.0));
}

#[test]
fn markers_are_set_named_moved_and_taken_away() {
    let mut harness = window(paused());
    act(&mut harness, Action::Seek(Seek::Frame(30.0)));
    harness.key_press(Key::M);
    harness.run_steps(2);
    let marker = |frame: f64, name: &str| Marker {
        frame,
        name: name.into(),
    };
    assert_eq!(session(&harness).markers(), [marker(30.0, "Marker 1")]);

    // A double click renames.
    let node = harness.get_by_label("Marker 1 at 30");
    let at = node.rect().center();
    for _ in 0..2 {
        harness.drag_at(at);
        harness.drop_at(at);
    }
    harness.run_steps(3);
    let field = harness.get_by_role_and_label(Role::TextInput, "Marker name");
    assert!(field.is_focused());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.event(egui::Event::Text("contact".into()));
    harness.run_steps(1);
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    assert_eq!(session(&harness).markers(), [marker(30.0, "contact")]);

    // A drag moves; Escape leaves it where it was.
    let node = harness.get_by_label("contact at 30").rect().center();
    let to = pos2(on_ruler(&harness, 80.0).x, node.y);
    drag(&mut harness, node, to);
    assert_eq!(session(&harness).markers(), [marker(80.0, "contact")]);
    let node = harness.get_by_label("contact at 80").rect().center();
    press(&mut harness, node);
    harness.hover_at(pos2(on_ruler(&harness, 10.0).x, node.y));
    harness.run_steps(2);
    harness.key_press(Key::Escape);
    harness.run_steps(1);
    harness.drop_at(pos2(on_ruler(&harness, 10.0).x, node.y));
    harness.run_steps(2);
    assert_eq!(session(&harness).markers(), [marker(80.0, "contact")]);

    // Keys go from one to the next; undo brings back what was taken away.
    act(&mut harness, Action::Seek(Seek::Start));
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowUp);
    harness.run_steps(2);
    assert_eq!(session(&harness).frame(), Some(80.0));
    harness.key_press(Key::M);
    harness.run_steps(2);
    assert_eq!(session(&harness).markers(), []);
    act(&mut harness, Action::Undo);
    assert_eq!(session(&harness).markers(), [marker(80.0, "contact")]);
}

#[test]
fn markers_come_back_with_their_file() {
    let mut session = paused();
    for frame in [50.0, 20.0] {
        session.apply(Action::Seek(Seek::Frame(frame)));
        session.apply(Action::Marker(MarkerEdit::ToggleHere));
    }
    let stored = (**session.all_markers()).clone();
    session.apply(Action::CloseAll);
    assert_eq!(session.markers(), []);
    let mut other = Session::default().with_markers(stored);
    other.apply(Action::Open {
        locations: vec!["walker.cast".into()],
        placement: Placement::Replace,
    });
    other.apply(Action::Loaded {
        generation: 1,
        files: vec![fixture::walker()],
        placement: Placement::Replace,
    });
    let frames: Vec<f64> = other.markers().iter().map(|marker| marker.frame).collect();
    assert_eq!(frames, [20.0, 50.0]);
    // The other clip of the file has its own.
    other.apply(Action::StepClip(castview::session::ClipStep::Next));
    assert_eq!(other.markers(), []);
}

#[test]
fn the_list_goes_where_its_lines_say() {
    let mut session = paused();
    session.apply(Action::Seek(Seek::Frame(30.0)));
    session.apply(Action::Marker(MarkerEdit::ToggleHere));
    session.apply(Action::TogglePage(Page::Notifications));
    let mut harness = window(session);
    let lines: Vec<String> = harness
        .query_all_by_label_contains("Go to ")
        .filter(|node| node.accesskit_node().role() == Role::Button)
        .filter_map(|node| node.accesskit_node().label())
        .collect();
    assert_eq!(
        lines,
        [
            "Go to notification footstep_le at frame 12.00",
            "Go to marker Marker 1 at frame 30.00",
            "Go to notification footstep_ri at frame 41.00",
            "Go to notification footstep_le at frame 71.00",
            "Go to notification footstep_ri at frame 100.00",
        ]
    );
    harness.get_by_label(lines[3].as_str()).click();
    harness.run_steps(2);
    assert_eq!(session_of(&harness).frame(), Some(71.0));
    harness.get_by_label("Remove Marker 1").click();
    harness.run_steps(2);
    assert_eq!(session_of(&harness).markers(), []);
}

fn session_of(harness: &Panels) -> &Session {
    session(harness)
}

#[test]
fn keys_of_the_selection_are_the_ones_that_count() {
    let mut session = paused();
    let model = &session.stage().models[0];
    let bone = |name: &str| {
        let found = model.model().skeleton.find(name).expect("the walker has it");
        Some(Selected::Bone(model.key, found))
    };
    let (spine, silent) = (bone("j_spine4"), bone("j_head"));
    session.apply(Action::Seek(Seek::Frame(3.0)));
    session.apply(Action::Select(spine));
    session.apply(Action::Seek(Seek::NextKey));
    assert_eq!(session.frame(), Some(4.0));
    session.apply(Action::Select(silent));
    let effects = session.apply(Action::Seek(Seek::NextKey));
    assert_eq!(session.frame(), Some(4.0), "nothing of it to go to");
    assert!(
        matches!(&effects[..], [Effect::Notify(notice)] if notice.text.contains("j_head")),
        "{effects:?}"
    );
    session.apply(Action::Select(None));
    session.apply(Action::Seek(Seek::PreviousKey));
    assert_eq!(session.frame(), Some(2.0));
}

#[test]
fn the_seam_is_measured_where_it_plays() {
    let mut harness = window(paused());
    let whole = session(&harness).live().seam.expect("the clip drives the walker");
    assert!(whole.share > 0.0 && whole.angle_rad > 0.0, "{whole:?}");
    assert_eq!(harness.query_all_by_label_contains(" seam").count(), 1);
    // A single instant closes perfectly, so a short range closes better than the whole.
    act(
        &mut harness,
        Action::Range(RangeEdit::Set(FrameRange {
            start: 30.0,
            end: 30.01,
        })),
    );
    let part = session(&harness).live().seam.expect("still driven");
    assert!(part.share < whole.share && part.angle_rad < 0.01, "{part:?}");
    assert!(harness.query_by_label("good seam").is_some());
    act(&mut harness, Action::ChooseClip(None));
    assert_eq!(session(&harness).live().seam, None);
}

#[test]
fn the_library_lists_plays_and_walks() {
    let mut harness = window(paused());
    harness.get_by_label("Clips tab").click();
    // Long enough that this click is not the first of a double click.
    harness.run_steps(30);
    let rows: Vec<String> = harness
        .query_all_by_role(Role::ListItem)
        .filter_map(|node| node.accesskit_node().label())
        .collect();
    assert_eq!(rows, ["walk_forward", "wave"]);
    let name = |harness: &Panels| session(harness).active_clip().map(|clip| clip.name.clone());

    let row = harness.get_by_role_and_label(Role::ListItem, "wave");
    let at = row.rect().center();
    for _ in 0..2 {
        harness.drag_at(at);
        harness.drop_at(at);
    }
    harness.run_steps(3);
    assert_eq!(name(&harness).as_deref(), Some("wave"));
    assert!(session(&harness).is_playing());

    for (key, wanted) in [
        (Key::ArrowUp, "walk_forward"),
        (Key::ArrowDown, "wave"),
        (Key::ArrowDown, "walk_forward"),
    ] {
        harness.key_press(key);
        harness.run_steps(4);
        assert_eq!(name(&harness).as_deref(), Some(wanted), "{key:?}");
    }
    assert!(session(&harness).is_playing());
    harness.get_by_label("Nodes tab").click();
    harness.run_steps(3);
    assert!(harness.query_by_role(Role::Tree).is_some());
}

#[test]
fn one_after_another_goes_through_all_clips() {
    let mut session = paused();
    session.apply(Action::TogglePlayAll);
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
    session.apply(Action::TogglePlayAll);
    for _ in 0..100 {
        session.advance(0.1);
    }
    assert_eq!(
        session.active_clip().map(|clip| clip.name.as_str()),
        Some("wave"),
        "it loops again"
    );
}

/// Nothing of the transport cut or over something else, at every size; pictures to look at where they are asked for.
#[test]
fn every_layout_keeps_the_transport_whole() {
    let folder = std::env::var_os("CASTVIEW_UI_PICTURES").map(std::path::PathBuf::from);
    for (width, height) in [(800.0, 600.0), (1280.0, 720.0), (2560.0, 1440.0)] {
        for scale in [1.0_f32, 2.0] {
            for theme in [Theme::Dark, Theme::Light] {
                let mut session = paused();
                session.apply(Action::SetTheme(theme));
                session.apply(Action::ToggleLibrary);
                for frame in [84.0, 42.0] {
                    session.apply(Action::Seek(Seek::Frame(frame)));
                    session.apply(Action::Marker(MarkerEdit::ToggleHere));
                }
                session.apply(Action::Range(RangeEdit::Set(FrameRange { start: 20.0, end: 90.0 })));
                let points = vec2(width, height) / scale;
                let mut builder = builder(points).with_pixels_per_point(scale);
                if folder.is_some() {
                    builder = builder.wgpu();
                }
                let mut harness = build(builder, session);
                let what = format!("transport-{width}x{height}-{scale}-{theme:?}").to_lowercase();
                if let Some(folder) = &folder {
                    let picture = harness.render().expect("an adapter draws the picture");
                    picture
                        .save(folder.join(format!("{what}.png")))
                        .expect("the folder can be written");
                }
                check_bar(&harness, points, &what);
            }
        }
    }
}

/// The controls of the bar lie side by side inside the window.
fn check_bar(harness: &Panels, points: Vec2, what: &str) {
    let bar = harness.get_by_label("Playhead").rect().top();
    let roles = [Role::Button, Role::SpinButton, Role::ComboBox];
    let controls: Vec<(String, egui::Rect)> = harness
        .root()
        .children_recursive()
        .filter(|node| roles.contains(&node.accesskit_node().role()))
        .map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect()))
        .filter(|(_, rect)| rect.bottom() <= bar && rect.top() > bar - 70.0)
        .collect();
    for (index, (name, rect)) in controls.iter().enumerate() {
        assert!(
            rect.left() >= 0.0 && rect.right() <= points.x,
            "{what}: {name} is cut: {rect}"
        );
        for (other, over) in &controls[index + 1..] {
            let shared = rect.intersect(*over);
            assert!(
                shared.width() <= 0.5 || shared.height() <= 0.5,
                "{what}: {name} lies over {other}"
            );
        }
    }
}
