//! The window's panels, driven by their accessible names and looked at in pictures.
//!
//! No window and no model renderer: a session, `ui::show`, and egui's test harness. Pictures need an adapter; without one they say
//! that they are skipped, unless `REQUIRE_GPU` is set. `CASTVIEW_UI_PICTURES=FOLDER` keeps them.

#[path = "common/ui_session.rs"]
mod fixture;

use castview::core::{BoneIndex, MaterialIndex, MeshIndex};
use castview::picture::Shading;
use castview::session::{Action, CameraMove, Notice, Page, Placement, Seek, Selected, Session, Theme};
use castview::ui::{self, Job, Outside, UiOutput, UiState};
use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton, Pos2, Rect, Vec2, pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, HarnessBuilder};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// A session with its panels, and what they asked for.
struct Window {
    session: Session,
    state: Rc<RefCell<Option<UiState>>>,
    /// Everything asked for since the last [`actions`].
    actions: Vec<Action>,
    picks: Vec<[u32; 2]>,
    output: Option<UiOutput>,
    /// Carry actions out, as the app does.
    applies: bool,
    trouble: Option<&'static str>,
}

impl Window {
    fn show(&mut self, ui: &mut egui::Ui) {
        let stats = [("pictures", "60 a second".to_owned()), ("deform", "0.8 ms".to_owned())];
        let outside = Outside {
            viewport: None,
            adapter: "llvmpipe (LLVM 15.0.6, 256 bits)",
            trouble: self.trouble,
            stats: &stats,
            film: &[],
        };
        let mut state = self.state.borrow_mut();
        let state = state.as_mut().expect("the state is made with the context");
        // The harness leaves a margin around its own `Ui`; the app does not.
        let whole = egui::UiBuilder::new().max_rect(ui.ctx().content_rect());
        let mut ui = egui::Ui::new(ui.ctx().clone(), egui::Id::unique("window"), whole);
        let output = ui::show(&mut ui, &self.session, state, &outside);
        self.picks.extend(output.pick);
        for action in &output.actions {
            if self.applies {
                self.session.apply(action.clone());
            }
        }
        self.actions.extend(
            output
                .actions
                .iter()
                .filter(|a| !matches!(a, Action::ResizeViewport(_)))
                .cloned(),
        );
        self.output = Some(output);
    }
}

fn builder(size: Vec2) -> HarnessBuilder<Window> {
    Harness::builder()
        .with_size(size)
        .with_render_cursor(false)
        .allow_missing_glyphs()
        .with_max_steps(40)
}

fn build(builder: HarnessBuilder<Window>, session: Session) -> Harness<'static, Window> {
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
        picks: Vec::new(),
        output: None,
        applies: true,
        trouble: None,
    };
    let mut harness = builder.build_ui_state(|ui, window: &mut Window| window.show(ui), window);
    harness.run_steps(2);
    // Between two passes, as the app's worker does: system fonts for what the built-in faces lack.
    let waiting: Vec<Job> = jobs.lock().expect("no job panics").drain(..).collect();
    for job in waiting {
        job();
    }
    harness.run_steps(3);
    harness.state_mut().actions.clear();
    harness
}

fn window(session: Session) -> Harness<'static, Window> {
    build(builder(vec2(1280.0, 720.0)), session)
}

/// What was asked for since the last call.
fn actions(harness: &mut Harness<'_, Window>) -> Vec<Action> {
    harness.run_steps(2);
    std::mem::take(&mut harness.state_mut().actions)
}

fn paused() -> Session {
    let mut session = fixture::session();
    session.apply(Action::Pause);
    session.apply(Action::Seek(Seek::Start));
    session
}

#[test]
fn clicking_play_asks_for_it_and_space_too() {
    let mut harness = window(paused());
    harness.get_by_label("Play").click();
    assert_eq!(actions(&mut harness), [Action::TogglePlay]);
    assert!(harness.state().session.is_playing());
    harness.state_mut().session.apply(Action::Pause);
    harness.key_press(Key::Space);
    assert_eq!(actions(&mut harness), [Action::TogglePlay]);
}

#[test]
fn every_button_of_the_transport_does_what_its_name_says() {
    for (name, action) in [
        ("First frame", Action::Seek(Seek::Start)),
        ("One frame back", Action::Seek(Seek::Step(-1.0))),
        ("One frame forward", Action::Seek(Seek::Step(1.0))),
        ("Last frame", Action::Seek(Seek::End)),
        ("Loop", Action::ToggleLoop),
    ] {
        let mut harness = window(paused());
        harness.get_by_role_and_label(Role::Button, name).click();
        assert_eq!(actions(&mut harness), [action], "{name}");
    }
}

/// Where `frame` stands on the ruler of a window 1280 points wide.
fn on_ruler(harness: &Harness<'_, Window>, frame: f32) -> Pos2 {
    let ruler = harness.get_by_label("Playhead").rect();
    let inset = castview::ui::theme::size::AXIS_INSET;
    let x = ruler.left() + inset + (ruler.width() - 2.0 * inset) * frame / 118.0;
    pos2(x, ruler.top() + 10.0)
}

#[test]
fn dragging_the_playhead_seeks_whole_frames_and_play_waits() {
    let mut harness = window(fixture::session());
    assert!(harness.state().session.is_playing());
    harness.drag_at(on_ruler(&harness, 20.0));
    harness.run_steps(1);
    harness.hover_at(on_ruler(&harness, 41.6));
    harness.run_steps(2);
    assert!(!harness.state().session.is_playing(), "it waits while it is held");
    assert_eq!(harness.state().session.frame(), Some(42.0));
    harness.drop_at(on_ruler(&harness, 41.6));
    harness.run_steps(2);
    assert!(harness.state().session.is_playing(), "and goes on when it is let go");
    assert_eq!(harness.state().session.frame(), Some(42.0));
}

#[test]
fn escape_puts_a_dragged_playhead_back() {
    let mut harness = window(paused());
    harness.drag_at(on_ruler(&harness, 20.0));
    harness.run_steps(1);
    harness.hover_at(on_ruler(&harness, 60.0));
    harness.run_steps(1);
    harness.key_press(Key::Escape);
    harness.run_steps(1);
    harness.hover_at(on_ruler(&harness, 70.0));
    harness.run_steps(1);
    harness.drop_at(on_ruler(&harness, 70.0));
    harness.run_steps(2);
    assert_eq!(harness.state().session.frame(), Some(0.0));
}

#[test]
fn a_click_on_the_ruler_seeks() {
    let mut harness = window(paused());
    let at = on_ruler(&harness, 90.0);
    harness.drag_at(at);
    harness.run_steps(1);
    harness.drop_at(at);
    harness.run_steps(2);
    assert_eq!(harness.state().session.frame(), Some(90.0));
}

#[test]
fn the_frame_can_be_set_by_value() {
    let mut harness = window(paused());
    harness.get_by_label("Playhead").set_value_accesskit(30.0);
    assert_eq!(actions(&mut harness), [Action::Seek(Seek::Frame(30.0))]);
}

#[test]
fn clicking_a_row_selects_it_and_the_inspector_follows() {
    let mut harness = window(paused());
    harness.get_by_role_and_label(Role::TreeItem, "j_spine2").click();
    harness.run_steps(2);
    let session = &harness.state().session;
    let key = session.stage().models[0].key;
    let bone = session.stage().models[0]
        .model()
        .skeleton
        .find("j_spine2")
        .expect("the walker has it");
    assert_eq!(session.edits().selected, Some(Selected::Bone(key, bone)));
    assert_eq!(
        harness
            .query_all_by_label_contains("Translation, in the file's units")
            .count(),
        3
    );
}

#[test]
fn the_search_keeps_ancestors_and_enter_selects() {
    let mut harness = window(paused());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::F);
    assert_eq!(actions(&mut harness), [Action::FocusSearch]);
    // The session answers with an effect that the app hands back.
    harness
        .state()
        .state
        .borrow_mut()
        .as_mut()
        .expect("made")
        .focus_search();
    harness.run_steps(2);
    let search = harness.get_by_role_and_label(Role::TextInput, "Search names");
    assert!(search.is_focused());
    search.type_text("KNEE");
    harness.run_steps(3);
    let rows = |harness: &Harness<'_, Window>| -> Vec<String> {
        let items = harness.query_all_by_role(Role::TreeItem);
        items.filter_map(|node| node.accesskit_node().label()).collect()
    };
    let found = rows(&harness);
    for name in [
        "walker",
        "Skeleton",
        "j_main",
        "j_hips",
        "j_hip_le",
        "j_knee_le",
        "j_hip_ri",
        "j_knee_ri",
    ] {
        assert!(found.iter().any(|row| row == name), "{name} is missing from {found:?}");
    }
    assert_eq!(found.len(), 8, "nothing else: {found:?}");

    harness.key_press(Key::Enter);
    harness.run_steps(2);
    let selected = |harness: &Harness<'_, Window>| {
        let session = &harness.state().session;
        let Some(Selected::Bone(_, bone)) = session.edits().selected else {
            return String::new();
        };
        session.stage().models[0].model().skeleton.name(bone).to_owned()
    };
    assert_eq!(selected(&harness), "j_knee_le");
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    assert_eq!(selected(&harness), "j_knee_ri", "again goes on to the next");

    harness.key_press(Key::Escape);
    harness.run_steps(3);
    assert!(rows(&harness).len() > 8, "Escape clears the search");
    assert_eq!(selected(&harness), "j_knee_ri", "and nothing else");
}

#[test]
fn typing_in_a_field_presses_no_shortcuts() {
    let mut harness = window(paused());
    harness
        .state()
        .state
        .borrow_mut()
        .as_mut()
        .expect("made")
        .focus_search();
    harness.run_steps(2);
    harness.key_press(Key::G);
    harness.key_press(Key::Space);
    harness.key_press(Key::Home);
    assert_eq!(actions(&mut harness), []);
}

#[test]
fn folding_hides_what_is_below() {
    let mut harness = window(paused());
    assert!(harness.query_by_role_and_label(Role::TreeItem, "j_knee_le").is_some());
    harness.get_by_label("Fold j_hips").click();
    harness.run_steps(3);
    assert!(harness.query_by_role_and_label(Role::TreeItem, "j_knee_le").is_none());
    harness.get_by_label("Unfold j_hips").click();
    harness.run_steps(3);
    assert!(harness.query_by_role_and_label(Role::TreeItem, "j_knee_le").is_some());
}

#[test]
fn the_eye_hides_a_mesh() {
    let mut session = paused();
    let key = session.stage().models[0].key;
    session.apply(Action::Select(Some(Selected::Mesh(key, MeshIndex::new(1)))));
    let mut harness = window(session);
    harness.get_by_label("Show eyes").click();
    assert_eq!(actions(&mut harness), [Action::ToggleMesh(key, MeshIndex::new(1))]);
    assert!(harness.state().session.is_hidden(key, MeshIndex::new(1)));
}

#[test]
fn a_rig_says_that_it_is_off_and_is_turned_on_by_a_click() {
    let mut session = fixture::opened(vec![fixture::rigged_walker()]);
    session.apply(Action::Pause);
    let rest = session.stage().models[0].pose.clone();
    let mut harness = window(session);
    let hint = "1\u{a0}IK handle and 1\u{a0}constraint are off";
    assert!(harness.query_by_label(hint).is_some());
    let button = "Turn IK handles and constraints on";
    harness.get_by_role_and_label(Role::Button, button).click();
    assert_eq!(actions(&mut harness), [Action::ToggleRig]);
    assert!(harness.state().session.live().rig);
    assert!(harness.query_by_label(hint).is_none());
    assert_ne!(harness.state().session.stage().models[0].pose.local, rest.local);
    harness.key_press(Key::I);
    assert_eq!(actions(&mut harness), [Action::ToggleRig]);
    assert_eq!(
        harness.state().session.stage().models[0].pose,
        rest,
        "off again, the same bits"
    );
    // A model without a rig says nothing of it.
    let harness = window(paused());
    assert!(harness.query_by_label(button).is_none());
}

#[test]
fn handles_and_constraints_stand_in_the_tree_and_lead_to_their_bones() {
    let mut session = fixture::opened(vec![fixture::rigged_walker()]);
    session.apply(Action::Pause);
    // Tall enough for the rows below the skeleton.
    let mut harness = build(builder(vec2(1280.0, 1000.0)), session);
    harness
        .get_by_role_and_label(Role::TreeItem, "IK and constraints")
        .click();
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::TreeItem, "leg_le").click();
    harness.run_steps(3);
    for fact in ["first bone", "effector", "target", "offset", "bends towards"] {
        assert!(harness.query_by_label(fact).is_some(), "{fact}");
    }
    let selected = |harness: &Harness<'_, Window>| harness.state().session.edits().selected;
    let key = harness.state().session.stage().models[0].key;
    let find = |harness: &Harness<'_, Window>, name: &str| {
        harness.state().session.stage().models[0].model().skeleton.find(name)
    };
    harness.get_by_role_and_label(Role::Button, "j_knee_ri").click();
    harness.run_steps(3);
    let knee = find(&harness, "j_knee_ri").expect("the walker has it");
    assert_eq!(selected(&harness), Some(Selected::Bone(key, knee)));
    // And from the bone back to the handle.
    harness.get_by_role_and_label(Role::Button, "leg_le").click();
    harness.run_steps(3);
    assert!(matches!(selected(&harness), Some(Selected::Handle(..))));
    // A constraint without a name goes by the bone it drives.
    let constraint = castview::core::ConstraintIndex::new(0);
    let select = Action::Select(Some(Selected::Constraint(key, constraint)));
    harness.state_mut().session.apply(select);
    harness.run_steps(3);
    for fact in ["kind", "drives", "follows", "75 %", "all but y", "0.0° 0.0° 28.6°"] {
        assert!(harness.query_by_label(fact).is_some(), "{fact}");
    }
}

#[test]
fn many_rows_paint_as_few() {
    let session = fixture::opened(vec![fixture::chain(65_000)]);
    let mut harness = window(session);
    let items = harness.query_all_by_role(Role::TreeItem).count();
    assert!(items < 60, "{items} rows are there for a window of 720 points");
    let key = harness.state().session.stage().models[0].key;
    let last = Selected::Bone(key, BoneIndex::new(64_999));
    harness.state_mut().session.apply(Action::Select(Some(last)));
    harness.run_steps(3);
    assert!(
        harness.query_by_role_and_label(Role::TreeItem, "link_64999").is_some(),
        "a selection far below is scrolled to"
    );
}

#[test]
fn the_viewport_orbits_pans_zooms_and_picks() {
    let mut harness = window(paused());
    let view = harness.state().output.as_ref().expect("shown").viewport;
    let (from, to) = (view.center(), view.center() + vec2(40.0, 20.0));
    let drag = |harness: &mut Harness<'_, Window>, button: PointerButton, modifiers: Modifiers| {
        harness.event(egui::Event::ModifiersChanged(modifiers));
        harness.event(egui::Event::PointerMoved(from));
        harness.event(press(from, button, true, modifiers));
        harness.run_steps(1);
        harness.event(egui::Event::PointerMoved(to));
        harness.run_steps(1);
        harness.event(press(to, button, false, modifiers));
        harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
        actions(harness)
    };
    let is_orbit =
        |a: &Action| matches!(a, Action::Camera(CameraMove::Orbit { yaw, pitch }) if *yaw < 0.0 && *pitch > 0.0);
    let is_pan = |a: &Action| matches!(a, Action::Camera(CameraMove::Pan(by)) if by.x > 0.0 && by.y < 0.0);
    for (button, modifiers, pans) in [
        (PointerButton::Primary, Modifiers::NONE, false),
        (PointerButton::Middle, Modifiers::NONE, false),
        (PointerButton::Middle, Modifiers::SHIFT, true),
        (PointerButton::Secondary, Modifiers::NONE, true),
    ] {
        let found = drag(&mut harness, button, modifiers);
        assert!(
            found.iter().any(if pans { is_pan } else { is_orbit }),
            "{button:?}: {found:?}"
        );
        assert!(harness.state().picks.is_empty(), "a drag picks nothing");
    }

    harness.event(egui::Event::PointerMoved(view.center()));
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: vec2(0.0, 1.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    harness.run_steps(2);
    let found = actions(&mut harness);
    assert!(
        found.iter().any(
            |a| matches!(a, Action::Camera(CameraMove::Zoom { factor, ndc }) if *factor < 1.0 && ndc.length() < 1e-3)
        ),
        "{found:?}"
    );

    harness.drag_at(view.center());
    harness.run_steps(1);
    harness.drop_at(view.center());
    harness.run_steps(2);
    let pixels = harness.state().output.as_ref().expect("shown").viewport_pixels;
    assert_eq!(harness.state().picks, [[pixels[0] / 2, pixels[1] / 2]]);
}

fn press(pos: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) -> egui::Event {
    egui::Event::PointerButton {
        pos,
        button,
        pressed,
        modifiers,
    }
}

#[test]
fn the_viewport_tells_its_size_in_pixels() {
    let mut session = paused();
    session.apply(Action::ResizeViewport([10, 10]));
    let harness = build(builder(vec2(1280.0, 720.0)).with_pixels_per_point(1.5), session);
    let output = harness.state().output.as_ref().expect("shown");
    let expected = [output.viewport.width(), output.viewport.height()].map(|side| (side * 1.5).round() as u32);
    assert_eq!(output.viewport_pixels, expected);
    assert_eq!(harness.state().session.live().viewport, expected);
}

#[test]
fn menus_and_tools_lead_to_the_same_table() {
    let mut harness = window(paused());
    harness.get_by_label("View menu").click();
    harness.run_steps(3);
    harness.get_by_label("Frame all").click();
    assert_eq!(actions(&mut harness), [Action::Camera(CameraMove::FrameAll)]);
    harness.get_by_label("Shading").click();
    harness.run_steps(3);
    harness.get_by_label("Wireframe").click();
    assert_eq!(actions(&mut harness), [Action::SetShading(Shading::Wireframe)]);
}

#[test]
fn menus_fit_low_windows() {
    for (size, scale) in [(vec2(800.0, 600.0), 1.0), (vec2(1280.0, 720.0), 2.0)] {
        let points = size / scale;
        let mut harness = build(builder(points).with_pixels_per_point(scale), paused());
        for menu in ["File menu", "View menu", "Play menu", "Skeleton menu", "Help menu"] {
            harness.get_by_label(menu).click();
            harness.run_steps(4);
            let menus: Vec<Rect> = harness.ctx.memory(|memory| {
                let layers = memory.areas().visible_layer_ids().into_iter();
                layers
                    .filter(|layer| layer.order == egui::Order::Foreground)
                    .filter_map(|layer| memory.area_rect(layer.id))
                    .collect()
            });
            assert!(!menus.is_empty(), "{menu} opens");
            for rect in menus {
                let screen = Rect::from_min_size(Pos2::ZERO, points).expand(0.5);
                assert!(screen.contains_rect(rect), "{menu} at {rect:?} is cut at {points:?}");
                assert!(rect.top() >= 20.0, "{menu} at {rect:?} covers the menu bar");
            }
            harness.key_press(Key::Escape);
            harness.run_steps(3);
        }
    }
}

#[test]
fn the_status_line_counts_and_leads_to_the_list() {
    let mut harness = window(paused());
    assert!(
        harness.query_by_label_contains("9 of 10 curves matched").is_some() || says(&harness, "9 of 10 curves matched")
    );
    harness.get_by_label("1 warning, 2 notes").click();
    assert_eq!(actions(&mut harness), [Action::TogglePage(Page::Diagnostics)]);
    harness.run_steps(3);
    assert!(
        harness
            .query_by_label_contains("Treated as a root. Warning C41")
            .is_some()
    );
    harness.get_by_label("Copy all").click();
    let found = actions(&mut harness);
    assert!(
        matches!(&found[..], [Action::Copy(text)] if text.contains("model[0]/skeleton[0]/bone[7] at byte 0x2f10")),
        "{found:?}"
    );
    harness.get_by_label("Close").click();
    assert_eq!(actions(&mut harness), [Action::TogglePage(Page::Diagnostics)]);
}

/// Whether a label of the window says `text`.
fn says(harness: &Harness<'_, Window>, text: &str) -> bool {
    let plain = |said: String| said.replace('\u{a0}', " ").contains(text);
    harness
        .root()
        .children_recursive()
        .any(|node| node.value().is_some_and(plain))
}

#[test]
fn a_toast_has_a_button_that_acts() {
    let mut harness = window(paused());
    let notice = Notice::warning("3 textures missing.").with_action("Show", Action::ShowAll);
    harness
        .state()
        .state
        .borrow_mut()
        .as_mut()
        .expect("made")
        .notify(notice);
    harness.run_steps(2);
    harness.get_by_label("Show").click();
    assert_eq!(actions(&mut harness), [Action::ShowAll]);
    harness.run_steps(2);
    assert!(harness.query_by_label("Show").is_none(), "it leaves with its button");
}

#[test]
fn an_idle_window_asks_for_no_picture() {
    let mut harness = window(paused());
    // Panics if the window keeps asking for another pass.
    harness.run();
    harness
        .state()
        .state
        .borrow_mut()
        .as_mut()
        .expect("made")
        .notify(Notice::error("stays"));
    harness.run();
}

#[test]
fn tab_hides_the_panels_and_the_transport_stays() {
    let mut harness = window(paused());
    let before = harness.state().output.as_ref().expect("shown").viewport;
    harness.key_press(Key::Tab);
    assert_eq!(actions(&mut harness), [Action::TogglePanels]);
    harness.run_steps(2);
    let after = harness.state().output.as_ref().expect("shown").viewport;
    assert!(after.width() > before.width() + 400.0, "{before:?} → {after:?}");
    assert!(harness.query_by_label("Play").is_some());
}

#[test]
fn narrow_windows_have_drawers() {
    let mut harness = build(builder(vec2(800.0, 600.0)), paused());
    assert!(harness.query_by_role_and_label(Role::TreeItem, "j_main").is_none());
    harness.get_by_label("Node tree").click();
    harness.run_steps(3);
    assert!(harness.query_by_role_and_label(Role::TreeItem, "j_main").is_some());
    assert!(
        harness.state().session.preferences().tree_open,
        "the wide window keeps its own choice"
    );
}

#[test]
fn a_blend_shape_slider_sets_and_resets_a_weight() {
    let mut session = paused();
    let key = session.stage().models[0].key;
    session.apply(Action::Select(Some(Selected::Model(key))));
    let mut harness = build(builder(vec2(1280.0, 1000.0)), session);
    harness
        .get_by_role_and_label(Role::Slider, "frown")
        .set_value_accesskit(0.5);
    let found = actions(&mut harness);
    assert!(
        matches!(found[..], [Action::SetShapeWeight { weight: Some(0.5), .. }]),
        "{found:?}"
    );
    harness.run_steps(2);
    harness.get_by_label("Reset frown").click();
    let found = actions(&mut harness);
    assert!(
        matches!(found[..], [Action::SetShapeWeight { weight: None, .. }]),
        "{found:?}"
    );
}

#[test]
fn an_empty_session_says_how_to_begin() {
    let mut harness = window(Session::default());
    harness.run();
    assert!(says(&harness, "No clips. Drop a .cast with an animation."));
    assert!(says(&harness, "Nothing is open"));
    assert_eq!(ui::title(&harness.state().session), "castview");
    assert_eq!(ui::title(&paused()), "walker.cast — castview");
}

#[test]
fn names_in_any_script_are_drawn_where_the_system_can() {
    let harness = window(paused());
    let mut database = fontdb::Database::new();
    database.load_system_fonts();
    let has_han = database.faces().any(|face| {
        let has =
            |data: &[u8], index| ttf_parser::Face::parse(data, index).is_ok_and(|f| f.glyph_index('助').is_some());
        database.with_face_data(face.id, has).unwrap_or(false)
    });
    if !has_han {
        eprintln!("SKIPPED: no system font has Han characters");
        return;
    }
    let font = egui::FontId::monospace(12.0);
    assert!(harness.ctx.fonts_mut(|fonts| fonts.has_glyphs(&font, "j_助手")));
}

/// Every layout the design names: nothing cut, nothing over something else, and a picture to look at.
#[test]
fn every_layout_fits_its_window() {
    let folder = std::env::var_os("CASTVIEW_UI_PICTURES").map(std::path::PathBuf::from);
    for (width, height) in [(800.0, 600.0), (1280.0, 720.0), (2560.0, 1440.0)] {
        for scale in [1.0_f32, 1.5] {
            for theme in [Theme::Dark, Theme::Light] {
                let mut session = fixture::session();
                session.apply(Action::Pause);
                session.apply(Action::Seek(Seek::Frame(42.0)));
                session.apply(Action::SetTheme(theme));
                let bone = session.stage().models[0]
                    .model()
                    .skeleton
                    .find("j_spine4")
                    .expect("the walker has it");
                session.apply(Action::Select(Some(Selected::Bone(
                    session.stage().models[0].key,
                    bone,
                ))));
                // The window has so many pixels; a larger scale leaves fewer points.
                let points = vec2(width, height) / scale;
                let mut builder = builder(points).with_pixels_per_point(scale);
                if folder.is_some() {
                    builder = builder.wgpu();
                }
                let mut harness = build(builder, session);
                if let Some(folder) = &folder {
                    let picture = harness.render().expect("an adapter draws the picture");
                    let name = format!("{width}x{height}-{scale}-{theme:?}.png").to_lowercase();
                    picture.save(folder.join(name)).expect("the folder can be written");
                }
                check_layout(&harness, points, &format!("{width} x {height} at {scale}"));
            }
        }
    }
}

/// Whether it lies in a list that scrolls: there a control may be out of view.
fn scrolls(node: &egui_kittest::Node<'_>) -> bool {
    let mut above = node.accesskit_node().parent();
    while let Some(node) = above {
        if node.role() == Role::ScrollView {
            return true;
        }
        above = node.parent();
    }
    false
}

/// Controls of the bars lie inside the window and not over each other; the viewport keeps half of the width.
fn check_layout(harness: &Harness<'_, Window>, points: Vec2, what: &str) {
    let screen = Rect::from_min_size(Pos2::ZERO, points).expand(0.5);
    let controls: Vec<(String, Rect)> = harness
        .root()
        .children_recursive()
        .filter(|node| {
            let roles = [
                Role::Button,
                Role::SpinButton,
                Role::ComboBox,
                Role::Slider,
                Role::TextInput,
            ];
            roles.contains(&node.accesskit_node().role()) && !scrolls(node)
        })
        .map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect()))
        .collect();
    assert!(controls.len() > 15, "{what}: only {} controls", controls.len());
    for (name, rect) in &controls {
        assert!(screen.contains_rect(*rect), "{what}: {name} at {rect:?} is cut");
    }
    for (i, (name, rect)) in controls.iter().enumerate() {
        for (other, other_rect) in &controls[i + 1..] {
            // Handles and marks stand on the playhead's own rail, whose edge may fall between two pixels.
            if name == "Playhead" && rect.expand(0.5).contains_rect(*other_rect) {
                continue;
            }
            let over = rect.intersect(*other_rect);
            assert!(
                over.width() < 1.0 || over.height() < 1.0,
                "{what}: {name} {rect:?} lies over {other} {other_rect:?}"
            );
        }
    }
    let view = harness.state().output.as_ref().expect("it was shown").viewport;
    assert!(
        view.width() >= points.x * 0.5 - 1.0,
        "{what}: the viewport has {} of {} points",
        view.width(),
        points.x
    );
    assert!(
        view.height() >= points.y * 0.4,
        "{what}: the viewport is {} points high",
        view.height()
    );
}

/// A picture of every page and state, for looking at: saved where `CASTVIEW_UI_PICTURES` says, painted in any case.
#[test]
fn every_state_paints() {
    let folder = std::env::var_os("CASTVIEW_UI_PICTURES").map(std::path::PathBuf::from);
    type Change = fn(&mut Session) -> ();
    let select = |name: &str| -> Change {
        match name {
            "mesh" => |s| {
                let key = s.stage().models[0].key;
                s.apply(Action::Select(Some(Selected::Mesh(key, MeshIndex::new(0)))));
            },
            "model" => |s| {
                let key = s.stage().models[0].key;
                s.apply(Action::Select(Some(Selected::Model(key))));
            },
            "material" => |s| {
                let key = s.stage().models[0].key;
                s.apply(Action::Select(Some(Selected::Material(key, MaterialIndex::new(0)))));
            },
            "clip" => |s| {
                let key = s.stage().clips[0].key;
                s.apply(Action::Select(Some(Selected::Clip(key))));
            },
            "file" => |s| {
                let key = s.stage().files[0].key;
                s.apply(Action::Select(Some(Selected::File(key))));
            },
            _ => |_| {},
        }
    };
    let states: [(&str, Change); 12] = [
        ("nothing", |_| {}),
        ("mesh", select("mesh")),
        ("model", select("model")),
        ("material", select("material")),
        ("clip", select("clip")),
        ("file", select("file")),
        ("notes", |s| drop(s.apply(Action::TogglePage(Page::Diagnostics)))),
        ("keys", |s| drop(s.apply(Action::TogglePage(Page::Shortcuts)))),
        ("about", |s| drop(s.apply(Action::TogglePage(Page::About)))),
        ("hover", |s| {
            drop(s.apply(Action::DropHint(Some("Add clip run.cast to walker".into()))))
        }),
        ("empty", |s| drop(s.apply(Action::CloseAll))),
        ("busy", |s| {
            s.apply(Action::ToggleStats);
            s.apply(Action::Open {
                locations: vec!["pilot.cast".into()],
                placement: Placement::Replace,
            });
            s.apply(Action::LoadProgress {
                generation: 2,
                name: "pilot.cast".into(),
                progress: 0.4,
            });
        }),
    ];
    for (name, change) in states {
        for theme in [Theme::Dark, Theme::Light] {
            let mut session = paused();
            session.apply(Action::SetTheme(theme));
            change(&mut session);
            let mut builder = builder(vec2(1280.0, 720.0));
            if folder.is_some() {
                builder = builder.wgpu();
            }
            let mut harness = build(builder, session);
            if name == "busy" {
                let mut state = harness.state().state.borrow_mut();
                let state = state.as_mut().expect("made");
                state.notify(
                    Notice::info("Opened walker.cast in place of what was there.")
                        .with_action("Add", Action::AddInstead),
                );
                state.notify(Notice::warning("1 texture missing in walker.cast.").with_action("Show", Action::ShowAll));
                state.notify(Notice::error(
                    "pilot.cast could not be opened: the header ends after 3 bytes. Is the file complete?",
                ));
            }
            if name == "nothing" {
                harness.get_by_label("View menu").click();
            }
            harness.run_steps(3);
            if let Some(folder) = &folder {
                let picture = harness.render().expect("an adapter draws the picture");
                picture
                    .save(folder.join(format!("state-{name}-{theme:?}.png").to_lowercase()))
                    .expect("the folder can be written");
            }
        }
    }
}
