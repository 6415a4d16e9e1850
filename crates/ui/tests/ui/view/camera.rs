//! The camera as it is moved by mouse, keys, menu and view cube.

use crate::panels::*;
use crate::view::pointer_button;
use castview_base::core::StandardView;
use castview_base::scene::{Camera, Fixture, FixtureKind, Lens};
use castview_session::view;
use castview_session::{DialValue, Hold, MousePreset, OrbitAbout, SelectionAction, Switch};

/// The menu of the camera says what a drag turns about, and keeps the choice.
#[test]
fn the_camera_menu_says_what_a_drag_turns_about() {
    let mut harness = window(paused());
    for (entry, wanted) in [
        ("Orbit about what is selected", OrbitAbout::Selection),
        ("Orbit about the middle of the view", OrbitAbout::Middle),
        ("Orbit about what is under the pointer", OrbitAbout::Pointer),
    ] {
        harness.get_by_label("Camera").click();
        harness.run_steps(4);
        harness.get_by_label("Orbit about").click();
        harness.run_steps(4);
        harness.get_by_role_and_label(Role::MenuItemCheckBox, entry).click();
        assert_eq!(actions(&mut harness), [DialValue::orbit(wanted).choose()]);
        harness.run_steps(4);
        assert_eq!(session_of(&harness).preferences().camera.orbit_about, wanted);
    }
}

/// The plane is chosen and placed in the camera's menu, and the status line says that something is left out until it is taken away there.
#[test]
fn the_clipping_plane_is_placed_by_the_menu_and_taken_away_by_the_status_line() {
    const TOLD: &str = "Clipping plane across y: a part is left out · Show all";
    let mut harness = window(paused());
    let open = |harness: &mut Panels| {
        for menu in ["Camera", "Clipping plane"] {
            harness.get_by_label(menu).click();
            harness.run_steps(4);
        }
    };
    open(&mut harness);
    harness
        .get_by_role_and_label(Role::MenuItemCheckBox, "Clipping plane across y")
        .click();
    assert_eq!(actions(&mut harness), [DialValue::SECTION_Y.choose()]);
    harness.run_steps(4);
    open(&mut harness);
    let slider = harness.get_by_role_and_label(Role::Slider, "Place of the clipping plane");
    let at = slider.rect().left_center() + vec2(8.0, 0.0);
    press(&mut harness, at);
    harness.drop_at(at);
    harness.run_steps(4);
    let share = session_of(&harness).edits().section.share;
    assert!(share < 0.4, "{share}");
    assert!(session_of(&harness).picture([8, 8], 1).section.is_some());
    harness.key_press(egui::Key::Escape);
    harness.run_steps(4);
    harness.get_by_label(TOLD).click();
    harness.run_steps(4);
    assert_eq!(session_of(&harness).picture([8, 8], 1).section, None);
    assert!(harness.query_by_label(TOLD).is_none());
}

/// The cube in the corner: a click on a face looks at that side, a drag turns, and its face says which axis the front is.
#[test]
fn the_view_cube_is_clicked_and_dragged() {
    for size in [vec2(1280.0, 720.0), vec2(800.0, 600.0)] {
        let mut session = paused();
        session.apply(Action::View(ViewAction::Camera(CameraMove::View(StandardView::Iso))));
        let mut harness = build(builder(size), session);
        harness.run_steps(2);
        for (face, view) in [
            ("View cube: right", StandardView::Right),
            ("View cube: top", StandardView::Top),
            ("View cube: front", StandardView::Front),
        ] {
            act(
                &mut harness,
                Action::View(ViewAction::Camera(CameraMove::View(StandardView::Iso))),
            );
            actions(&mut harness);
            harness.get_by_role_and_label(Role::Button, face).click();
            assert_eq!(
                actions(&mut harness),
                [Action::View(ViewAction::Camera(CameraMove::View(view)))]
            );
            harness.run_steps(2);
            assert!(harness.state().picks.is_empty(), "nothing is selected by it");
        }
        assert!(harness.query_by_label("View cube: back").is_none(), "it is behind");
        let at = harness.get_by_label("View cube: front").rect().center();
        let reason = view::front(session_of(&harness)).reason.clone();
        harness.hover_at(at);
        harness.run_steps(40);
        assert!(harness.query_by_label_contains(&reason).is_some(), "{reason}");
        harness.drag_at(at);
        harness.run_steps(1);
        harness.hover_at(at + vec2(30.0, 10.0));
        harness.run_steps(1);
        harness.drop_at(at + vec2(30.0, 10.0));
        let found = actions(&mut harness);
        let turns = |a: &Action| matches!(a, Action::View(ViewAction::Camera(CameraMove::Orbit { yaw, pitch })) if *yaw < 0.0 && *pitch > 0.0);
        assert!(found.iter().any(turns), "{found:?}");
        assert!(
            !found
                .iter()
                .any(|a| matches!(a, Action::View(ViewAction::Camera(CameraMove::View(_)))))
        );
        act(&mut harness, Switch::VIEW_CUBE.toggle());
        assert!(harness.query_by_label_contains("View cube:").is_none());
        assert!(!session_of(&harness).preferences().camera.view_cube, "it is kept");
    }
}

/// The gestures of other programs, chosen in the camera's menu and told by the page of keys.
#[test]
fn the_mouse_moves_the_camera_as_in_other_programs() {
    let mut harness = window(paused());
    let (plain, shift, ctrl, alt) = (Modifiers::NONE, Modifiers::SHIFT, Modifiers::COMMAND, Modifiers::ALT);
    let (left, middle, right) = (PointerButton::Primary, PointerButton::Middle, PointerButton::Secondary);
    for (entry, preset, gestures, told) in [
        (
            "Mouse as in Blender",
            MousePreset::Blender,
            [
                (middle, plain, Some(Hold::Orbit)),
                (middle, shift, Some(Hold::Pan)),
                (middle, ctrl, Some(Hold::Zoom)),
                (left, plain, None),
                (right, ctrl, Some(Hold::Light)),
            ],
            "Right drag",
        ),
        (
            "Mouse as in Maya",
            MousePreset::Maya,
            [
                (left, alt, Some(Hold::Orbit)),
                (middle, alt, Some(Hold::Pan)),
                (right, alt, Some(Hold::Zoom)),
                (left, plain, None),
                (middle, ctrl, Some(Hold::Light)),
            ],
            "Middle drag",
        ),
    ] {
        harness.get_by_label("Camera").click();
        harness.run_steps(4);
        harness.get_by_label("Mouse").click();
        harness.run_steps(4);
        harness.get_by_role_and_label(Role::MenuItemCheckBox, entry).click();
        assert_eq!(actions(&mut harness), [DialValue::mouse(preset).choose()]);
        harness.run_steps(4);
        for (button, modifiers, wanted) in gestures {
            let found = dragged(&mut harness, button, modifiers);
            let held = found.iter().find_map(|action| match action {
                Action::View(ViewAction::TakeHold(_, hold)) => Some(*hold),
                _ => None,
            });
            assert_eq!(held, wanted, "{preset:?}, {button:?}, {modifiers:?}");
            let moves = |action: &Action| match (action, wanted) {
                (Action::View(ViewAction::Camera(CameraMove::Orbit { .. })), Some(Hold::Orbit)) => true,
                (Action::View(ViewAction::Camera(CameraMove::Pan(_))), Some(Hold::Pan)) => true,
                (Action::View(ViewAction::Camera(CameraMove::Zoom { factor, .. })), Some(Hold::Zoom)) => *factor < 1.0,
                (Action::View(ViewAction::TurnEnvironment(turn)), Some(Hold::Light)) => *turn != 0.0,
                (Action::View(ViewAction::Camera(_)), None | Some(Hold::Light)) => {
                    panic!("{preset:?}, {button:?}: {action:?}")
                }
                _ => false,
            };
            assert_eq!(
                found.iter().any(moves),
                wanted.is_some(),
                "{preset:?}, {button:?}: {found:?}"
            );
        }
        harness.key_press(Key::F1);
        harness.run_steps(4);
        assert!(harness.query_all_by_label(told).next().is_some(), "{told}");
        harness.key_press(Key::F1);
        actions(&mut harness);
        // A click goes on selecting.
        let view = harness.state().shown().viewport;
        let before = harness.state().picks.len();
        harness.drag_at(view.center());
        harness.run_steps(1);
        harness.drop_at(view.center());
        harness.run_steps(2);
        assert_eq!(harness.state().picks.len(), before + 1, "{preset:?}");
    }
}

/// As in Blender. The rest of the drag does nothing, and Escape does nothing else.
#[test]
fn escape_takes_back_a_drag_of_the_view() {
    let spine = |session: &mut Session| {
        let spine = bone(session, "j_spine4");
        session.apply(Action::Selection(castview_session::SelectionAction::Select(Some(
            spine,
        ))));
    };
    let mut session = paused();
    spine(&mut session);
    session.apply(Action::View(ViewAction::Camera(CameraMove::View(StandardView::Iso))));
    let mut harness = window(session);
    harness.run_steps(3);
    let before = session_of(&harness).view().camera();
    let view = harness.state().shown().viewport.center();
    let cube = harness.get_by_label("View cube: front").rect().center();
    for (from, button, modifiers) in [
        (view, PointerButton::Primary, Modifiers::NONE),
        (view, PointerButton::Middle, Modifiers::SHIFT),
        (view, PointerButton::Secondary, Modifiers::NONE),
        (cube, PointerButton::Primary, Modifiers::NONE),
    ] {
        let to = from + vec2(-40.0, 20.0);
        harness.event(egui::Event::ModifiersChanged(modifiers));
        harness.event(egui::Event::PointerMoved(from));
        harness.event(pointer_button(from, button, true, modifiers));
        harness.run_steps(1);
        harness.event(egui::Event::PointerMoved(to));
        harness.run_steps(2);
        assert_ne!(session_of(&harness).view().camera(), before, "{button:?} {modifiers:?}");
        harness.key_press_modifiers(modifiers, Key::Escape);
        harness.run_steps(2);
        assert_eq!(session_of(&harness).view().camera(), before, "{button:?} {modifiers:?}");
        harness.event(egui::Event::PointerMoved(from));
        harness.run_steps(1);
        harness.event(pointer_button(from, button, false, modifiers));
        harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
        harness.run_steps(2);
        assert_eq!(session_of(&harness).view().camera(), before, "{button:?} {modifiers:?}");
        assert!(session_of(&harness).edits().selected.is_some(), "it is still selected");
    }
}

/// Actions that a drag to the right and upwards asks for.
fn dragged(harness: &mut Panels, button: PointerButton, modifiers: Modifiers) -> Vec<Action> {
    let from = harness.state().shown().viewport.center();
    let to = from + vec2(40.0, -20.0);
    harness.event(egui::Event::ModifiersChanged(modifiers));
    harness.event(egui::Event::PointerMoved(from));
    harness.event(pointer_button(from, button, true, modifiers));
    harness.run_steps(1);
    harness.event(egui::Event::PointerMoved(to));
    harness.run_steps(1);
    harness.event(pointer_button(to, button, false, modifiers));
    harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    actions(harness)
}

/// While it flies its keys fly and a drag looks around; before and behind that they mean what they always mean.
#[test]
fn keys_fly_in_their_own_mode_only() {
    let mut harness = window(paused());
    let key = |harness: &mut Panels, key: Key, pressed: bool| {
        harness.event(egui::Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        });
        actions(harness)
    };
    let fly = |push: glam::Vec3| Action::View(ViewAction::Fly { push, is_fast: false });
    let wireframe = Switch::WIREFRAME.toggle();
    assert_eq!(key(&mut harness, Key::W, true), std::slice::from_ref(&wireframe));
    assert_eq!(key(&mut harness, Key::W, false), []);
    harness.key_press_modifiers(Modifiers::SHIFT, Key::Backtick);
    assert_eq!(actions(&mut harness), [Switch::FLY.toggle()]);
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("Flying at 1.00×").is_some());
    assert_eq!(key(&mut harness, Key::W, true), [fly(glam::Vec3::Z)]);
    harness.run_steps(3);
    assert_eq!(actions(&mut harness), [], "told once");
    assert_eq!(key(&mut harness, Key::E, true), [fly(glam::vec3(0.0, 1.0, 1.0))]);
    assert_eq!(key(&mut harness, Key::W, false), [fly(glam::Vec3::Y)]);
    assert_eq!(key(&mut harness, Key::E, false), [fly(glam::Vec3::ZERO)]);
    let looked = dragged(&mut harness, PointerButton::Primary, Modifiers::NONE);
    let looks = |action: &Action| matches!(action, Action::View(ViewAction::LookAround { yaw, pitch }) if *yaw < 0.0 && *pitch < 0.0);
    assert!(looked.iter().any(looks), "{looked:?}");
    // Other keys go on meaning what they mean.
    assert_eq!(key(&mut harness, Key::G, true), [Switch::GRID.toggle()]);
    harness.key_press(Key::Escape);
    assert_eq!(actions(&mut harness), [Action::Escape]);
    assert!(session_of(&harness).view().flight().is_none());
    assert_eq!(key(&mut harness, Key::W, true), [wireframe]);
}

/// The walker with a camera that a file has.
fn walker_before_a_camera() -> Session {
    let walker = fixture::walker();
    let mut scene = Scene::clone(&walker.scene);
    scene.models[0].fixtures.push(Fixture {
        name: "front".into(),
        bone: None,
        placement: Default::default(),
        kind: FixtureKind::Camera(Camera {
            lens: Lens::Perspective { fov_y: 1.0 },
            near: 0.1,
            far: None,
            aspect: None,
        }),
        facts: Vec::new(),
    });
    let scene = Arc::new(scene);
    let mut session = fixture::opened(vec![OpenedFile { scene, ..walker }]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session
}

/// C follows the selected bone and says so; where none is selected it looks through cameras, as it always did.
#[test]
fn c_follows_the_selected_bone() {
    let mut harness = window(walker_before_a_camera());
    let follow = Switch::FOLLOW.toggle();
    let look = Action::View(ViewAction::LookThroughNext);
    let press = |harness: &mut Panels| {
        harness.key_press(Key::C);
        actions(harness)
    };
    assert_eq!(press(&mut harness), std::slice::from_ref(&look));
    let hand = bone(session_of(&harness), "j_wrist_le");
    act(&mut harness, Action::Selection(SelectionAction::Select(Some(hand))));
    actions(&mut harness);
    assert_eq!(
        press(&mut harness),
        [look],
        "while one is looked through, it goes on to the next"
    );
    assert!(session_of(&harness).view().looks_through().is_none(), "which is none");
    assert_eq!(press(&mut harness), std::slice::from_ref(&follow));
    harness.run_steps(2);
    assert!(harness.query_by_label("Following j_wrist_le: Esc to stop").is_some());
    assert_eq!(press(&mut harness), [follow]);
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("Following").is_none());
}

/// The slider of the camera's menu changes the field of view, an entry brings back the usual one.
#[test]
fn the_field_of_view_is_set_in_the_camera_menu() {
    let mut harness = window(paused());
    let usual = session_of(&harness).view().camera().fov_y_rad;
    harness.get_by_label("Camera").click();
    harness.run_steps(4);
    let slider = harness.get_by_role_and_label(Role::Slider, "Field of view").rect();
    harness.drag_at(slider.left_center() + vec2(4.0, 0.0));
    harness.run_steps(2);
    harness.drop_at(slider.left_center() + vec2(4.0, 0.0));
    harness.run_steps(2);
    let narrow = session_of(&harness).view().camera().fov_y_rad;
    assert!(narrow < usual, "{narrow}");
    // The menu stays: the next place of the slider is one click away, and so is the way back.
    let click = |harness: &mut Panels, at: Pos2| {
        press(harness, at);
        harness.drop_at(at);
        harness.run_steps(4);
    };
    click(&mut harness, slider.left_center() + vec2(80.0, 0.0));
    assert!(session_of(&harness).view().camera().fov_y_rad > usual);
    harness.get_by_label("Reset the field of view to 40.1°").click();
    harness.run_steps(4);
    assert_eq!(session_of(&harness).view().camera().fov_y_rad, usual);
    assert!(
        harness.query_by_role_and_label(Role::Slider, "Field of view").is_none(),
        "an entry closes the menu"
    );
}

/// Viewpoints are saved and found again by keys, whatever sign Shift makes of the digit, and by the mouse.
#[test]
fn viewpoints_are_saved_and_found_by_keys_and_mouse() {
    let mut harness = window(paused());
    let press = |harness: &mut Panels, key: Key, physical_key: Option<Key>, modifiers: Modifiers| {
        harness.event(egui::Event::Key {
            key,
            physical_key,
            pressed: true,
            repeat: false,
            modifiers,
        });
        actions(harness)
    };
    let alt_shift = Modifiers::ALT | Modifiers::SHIFT;
    assert_eq!(press(&mut harness, Key::Num2, None, Modifiers::ALT), [], "it is empty");
    // Shift and a digit give these keys on an English keyboard, and on a French one.
    let saved = press(&mut harness, Key::Exclamationmark, Some(Key::Num1), alt_shift);
    assert_eq!(saved, [Action::View(ViewAction::SaveViewpoint(0))]);
    let saved = press(&mut harness, Key::Num2, Some(Key::Num2), alt_shift);
    assert_eq!(saved, [Action::View(ViewAction::SaveViewpoint(1))]);
    let gone = press(&mut harness, Key::Num2, Some(Key::Num2), Modifiers::ALT);
    assert_eq!(gone, [Action::View(ViewAction::GoToViewpoint(1))]);
    // A sign with a meaning of its own keeps it: a French keyboard writes a minus with the key of the six.
    let layer = press(&mut harness, Key::Minus, Some(Key::Num6), Modifiers::ALT);
    assert!(
        !layer.contains(&Action::View(ViewAction::GoToViewpoint(5))),
        "{layer:?}"
    );

    let open = |harness: &mut Panels, submenu: &str| {
        harness.get_by_label("Camera").click();
        harness.run_steps(4);
        harness.get_by_label(submenu).click();
        harness.run_steps(4);
    };
    open(&mut harness, "Save viewpoint");
    harness
        .get_by_role_and_label(Role::MenuItem, "Save as viewpoint 9")
        .click();
    assert_eq!(actions(&mut harness), [Action::View(ViewAction::SaveViewpoint(8))]);
    harness.run_steps(4);
    open(&mut harness, "Viewpoints");
    let empty = harness.get_by_role_and_label(Role::MenuItem, "Viewpoint 3");
    assert!(empty.accesskit_node().is_disabled(), "nothing was saved there");
    harness.get_by_role_and_label(Role::MenuItem, "Viewpoint 9").click();
    assert_eq!(actions(&mut harness), [Action::View(ViewAction::GoToViewpoint(8))]);
}

#[test]
fn the_cameras_of_files_are_in_the_menu_and_say_whose_eyes_these_are() {
    let walker = fixture::walker();
    let mut scene = Scene::clone(&walker.scene);
    scene.models[0].fixtures = ["driver", ""]
        .map(|name| Fixture {
            name: name.into(),
            bone: None,
            placement: castview_base::core::Transform::IDENTITY,
            kind: FixtureKind::Camera(Camera {
                lens: Lens::Perspective { fov_y: 1.0 },
                near: 0.1,
                far: None,
                aspect: None,
            }),
            facts: Vec::new(),
        })
        .into();
    let file = OpenedFile {
        scene: Arc::new(scene),
        ..walker
    };
    let mut harness = window(fixture::opened(vec![file]));
    act(&mut harness, Action::Playback(PlaybackAction::Pause));
    harness.get_by_role_and_label(Role::Button, "Camera").click();
    harness.run_steps(3);
    assert!(harness.query_by_label("Through unnamed camera").is_some());
    harness.get_by_label("Through driver").click();
    harness.run_steps(3);
    let through = view::looked_through(session_of(&harness)).map(|(_, name)| name.to_owned());
    assert_eq!(through.as_deref(), Some("driver"));
    let note = "Through driver: C for the next, Esc to go back";
    assert!(harness.query_by_label(note).is_some());
    act(&mut harness, Action::View(ViewAction::LookThrough(None)));
    assert!(harness.query_by_label(note).is_none());
}

/// It says where the light comes from while it is turned, by a drag or by keys, and goes a moment later.
#[test]
fn a_lamp_is_seen_while_the_light_is_turned() {
    let mut harness = window(paused());
    harness.run_steps(3);
    let told = |harness: &Panels| harness.query_by_label_contains("Light from").is_some();
    assert!(!told(&harness));
    act(&mut harness, Action::View(ViewAction::TurnEnvironment(0.5)));
    harness.run_steps(2);
    assert!(told(&harness));
    let words = harness.query_by_label_contains("turned by 29°").is_some();
    assert!(words, "the angle is told");
    harness.run_steps(90);
    assert!(!told(&harness), "it has faded");
}
