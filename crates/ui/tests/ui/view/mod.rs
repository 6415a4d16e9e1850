//! The 3D view under the mouse.

mod aids;
mod camera;
mod context_menu;
mod environment;
mod goal_handles;
mod hand_handles;
mod move_handles;
mod shape_handles;
mod shown_pose;
mod uv_layout;

use crate::panels::*;
use castview_base::scene::{Fixture, FixtureKind, LevelNode, Levels, Light, LightShape};
use castview_picture::Lights;
use castview_session::view;
use castview_session::{Dial, DialValue, Hold, LevelPick, Message, SelectionAction, Switch, commands};

#[test]
fn the_viewport_orbits_pans_zooms_and_picks() {
    let mut harness = window(paused());
    let view = harness.state().shown().viewport;
    let (from, to) = (view.center(), view.center() + vec2(40.0, 20.0));
    let drag = |harness: &mut Panels, button: PointerButton, modifiers: Modifiers| {
        harness.event(egui::Event::ModifiersChanged(modifiers));
        harness.event(egui::Event::PointerMoved(from));
        harness.event(pointer_button(from, button, true, modifiers));
        harness.run_steps(1);
        harness.event(egui::Event::PointerMoved(to));
        harness.run_steps(1);
        harness.event(pointer_button(to, button, false, modifiers));
        harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
        actions(harness)
    };
    let is_orbit = |a: &Action| matches!(a, Action::View(ViewAction::Camera(CameraMove::Orbit { yaw, pitch })) if *yaw < 0.0 && *pitch > 0.0);
    let is_pan =
        |a: &Action| matches!(a, Action::View(ViewAction::Camera(CameraMove::Pan(by))) if by.x > 0.0 && by.y < 0.0);
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
        let hold = if pans { Hold::Pan } else { Hold::Orbit };
        let is_held =
            |a: &Action| matches!(a, Action::View(ViewAction::TakeHold(at, by)) if *by == hold && at.length() < 1e-3);
        let holds = found.iter().position(is_held);
        let moves = found.iter().position(if pans { is_pan } else { is_orbit });
        assert!(
            holds.is_some() && holds < moves,
            "where the drag began is taken first: {found:?}"
        );
        assert_eq!(found.last(), Some(&Action::View(ViewAction::LetGo)));
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
            |a| matches!(a, Action::View(ViewAction::Camera(CameraMove::Zoom { factor, ndc })) if *factor < 1.0 && ndc.length() < 1e-3)
        ),
        "{found:?}"
    );

    harness.drag_at(view.center());
    harness.run_steps(1);
    harness.drop_at(view.center());
    harness.run_steps(2);
    let pixels = harness.state().shown().viewport_pixels;
    assert_eq!(harness.state().picks, [[pixels[0] / 2, pixels[1] / 2]]);
}

pub fn pointer_button(pos: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) -> egui::Event {
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
    session.apply(Action::View(ViewAction::ResizeViewport([10, 10])));
    let harness = build(builder(vec2(1280.0, 720.0)).with_pixels_per_point(1.5), session);
    let output = harness.state().shown();
    let expected = [output.viewport.width(), output.viewport.height()].map(|side| (side * 1.5).round() as u32);
    assert_eq!(output.viewport_pixels, expected);
    assert_eq!(harness.state().session.view().viewport(), expected);
    // By which the picture measures its lines and letters, so that these are as large as the panels'.
    assert_eq!(harness.state().session.view().pixels_per_point(), Some(1.5));
}

/// The sliders of the menu bar and of the overlays, too.
#[test]
fn menus_with_sliders_stay_while_these_are_moved() {
    let mut harness = window(paused());
    let steps = |harness: &mut Panels, label: &str| {
        harness.get_by_label(label).click();
        harness.run_steps(6);
    };
    for (path, slider) in [
        (["View menu", "Moving around"], "Field of view"),
        (["Overlays", "Bones as"], "Thickness of bones"),
    ] {
        path.iter().for_each(|label| steps(&mut harness, label));
        for _ in 0..2 {
            let at = harness.get_by_role_and_label(Role::Slider, slider).rect().center();
            press(&mut harness, at);
            harness.drop_at(at);
            harness.run_steps(4);
        }
        harness.key_press(Key::Escape);
        harness.run_steps(4);
        assert!(harness.query_by_role_and_label(Role::Slider, slider).is_none());
    }
}

/// Beside drawers, and below each other: nothing of it lies under them.
#[test]
fn what_floats_over_the_view_keeps_out_of_drawers() {
    for (tree, inspector) in [(true, false), (false, true), (true, true)] {
        let mut session = paused();
        let selected = bone(&session, "j_wrist_le");
        session.apply(Action::Selection(SelectionAction::Select(Some(selected))));
        session.apply(Switch::FOLLOW.toggle());
        let mut harness = build(builder(vec2(800.0, 600.0)), session);
        harness.key_press_modifiers(Modifiers::SHIFT, Key::R);
        harness.run_steps(3);
        let whole = harness.get_by_label("Viewport").rect();
        for (is_out, command) in [(tree, "Node tree"), (inspector, "Inspector")] {
            if is_out {
                harness.get_by_label(command).click();
                harness.run_steps(3);
            }
        }
        let left = if tree { whole.left() + size::TREE } else { whole.left() };
        let right = if inspector {
            whole.right() - size::INSPECTOR
        } else {
            whole.right()
        };
        let said = harness.get_by_label("Following j_wrist_le: Esc to stop").rect();
        let front = harness.query_by_label("View cube: front").map(|node| node.rect());
        let mut below = Vec::new();
        for label in ["Rest pose", "Bind pose", "Back to the posed models"] {
            let all: Vec<Rect> = harness.query_all_by_label(label).map(|node| node.rect()).collect();
            below.extend(all);
        }
        assert!(below.len() >= 3);
        for part in below.iter().chain([&said]).chain(&front) {
            let is_free = part.left() >= left - 0.5 && part.right() <= right + 0.5 && whole.contains_rect(*part);
            assert!(is_free, "{part} of {left}..{right}, tree {tree}, inspector {inspector}");
        }
        assert!(below.iter().all(|part| part.top() >= said.bottom()), "{below:?} {said}");
    }
}

/// The walker, with a lamp if asked for.
fn walker_under(lamp: bool) -> Session {
    let walker = fixture::walker();
    let mut scene = Scene::clone(&walker.scene);
    if lamp {
        let bone = scene.models[0].skeleton.find("j_wrist_le");
        scene.models[0].fixtures.push(Fixture {
            name: "lamp".into(),
            bone,
            placement: Default::default(),
            kind: FixtureKind::Light(Light {
                shape: LightShape::Point,
                color: glam::Vec3::ONE,
                intensity: 60.0,
                range: None,
            }),
            facts: Vec::new(),
        });
    }
    let scene = Arc::new(scene);
    fixture::opened(vec![OpenedFile { scene, ..walker }])
}

#[test]
fn lights_of_the_files_are_chosen_where_shading_is() {
    let entry = |harness: &mut Panels| {
        harness.get_by_label("Shading").click();
        harness.run_steps(4);
        let entry = harness.get_by_role_and_label(Role::MenuItemCheckBox, "Lights of the files");
        let is_on = entry.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True);
        entry.click();
        is_on
    };
    let mut harness = window(walker_under(true));
    for (before, after) in [
        (Lights::Environment, Lights::Files),
        (Lights::Files, Lights::Environment),
    ] {
        assert_eq!(session_of(&harness).view().lights(), before);
        assert_eq!(entry(&mut harness), before == Lights::Files);
        assert_eq!(actions(&mut harness), [Switch::FILE_LIGHTS.toggle()]);
        assert_eq!(session_of(&harness).view().lights(), after);
        assert_eq!(
            session_of(&harness).picture([64, 64], 1).lights,
            after,
            "and so it is drawn"
        );
    }
    harness.key_press_modifiers(Modifiers::ALT, Key::L);
    assert_eq!(actions(&mut harness), [Switch::FILE_LIGHTS.toggle()]);
    // The model lists its lights, with the same switch.
    let model = session_of(&harness).stage().models()[0].key;
    act(
        &mut harness,
        Action::Selection(SelectionAction::Select(Some(Selected::Model(model)))),
    );
    harness.state_mut().actions.clear();
    harness
        .get_by_role_and_label(Role::CheckBox, "Lights of the files")
        .click();
    assert_eq!(actions(&mut harness), [Switch::FILE_LIGHTS.toggle()]);
    let bone = bone(session_of(&harness), "j_wrist_le");
    act(&mut harness, Action::Selection(SelectionAction::Select(Some(bone))));
    assert!(
        harness.query_by_label_contains("60").is_some(),
        "the intensity of the lamp on it"
    );

    let mut harness = window(walker_under(false));
    entry(&mut harness);
    harness.key_press_modifiers(Modifiers::ALT, Key::L);
    assert_eq!(actions(&mut harness), [], "there are none");
    assert_eq!(session_of(&harness).view().lights(), Lights::Environment);
}

/// Only where there is more than one level.
#[test]
fn the_toolbar_picks_the_level_of_detail() {
    assert!(window(paused()).query_by_label("Level of detail").is_none());
    let walker = fixture::walker();
    let mut scene = Scene::clone(&walker.scene);
    let node = |level| LevelNode {
        above: None,
        level,
        bone: BoneIndex::new(0),
        center: glam::Vec3::ZERO,
        radius: 0.0,
        near: 0.0,
        far: f32::INFINITY,
    };
    scene.models[0].levels = Some(Box::new(Levels {
        numbers: vec![0, 2],
        nodes: vec![node(0), node(2)],
        of_mesh: (0..scene.models[0].meshes.len()).map(|mesh| Some(mesh % 2)).collect(),
    }));
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: vec![OpenedFile {
            scene: Arc::new(scene),
            ..walker
        }],
        placement: Placement::Replace,
    });
    session.apply(Action::Playback(PlaybackAction::Pause));
    let mut harness = window(session);
    for (entry, wanted) in [
        ("Level 2", Action::View(ViewAction::SetLevel(LevelPick::Only(2)))),
        ("By camera distance", DialValue::LEVEL_BY_DISTANCE.choose()),
        ("All levels at once", DialValue::LEVEL_ALL.choose()),
    ] {
        harness.get_by_label("Level of detail").click();
        harness.run_steps(4);
        harness.get_by_label(entry).click();
        assert_eq!(actions(&mut harness), [wanted]);
        harness.run_steps(4);
    }
}

/// Where bones are drawn, the one under the pointer says its name; not while a button is held.
#[test]
fn the_bone_under_the_pointer_says_its_name() {
    let mut harness = window(paused());
    let view = harness.state().shown().viewport;
    let session = session_of(&harness);
    let pixels = session.view().viewport().map(|side| side as f32);
    let place = |x: f32, y: f32| view.min + vec2(x, y) * view.size() / vec2(pixels[0], pixels[1]);
    let mut joints = view::bone_lines(session)
        .into_iter()
        .filter(|line| line.from == line.to);
    let joint = joints
        .rfind(|line| view.shrink(40.0).contains(place(line.from.x, line.from.y)))
        .expect("some joint is in view");
    let at = place(joint.from.x, joint.from.y);
    let name = session.stage().models()[0].model().skeleton.name(joint.bone).to_owned();
    let in_tree = harness.query_all_by_label(&name).count();
    let labels = |harness: &Panels| harness.query_all_by_label(&name).count() - in_tree;
    harness.hover_at(at);
    harness.run_steps(3);
    assert_eq!(labels(&harness), 0, "no bone is drawn");
    harness.key_press(Key::B);
    harness.hover_at(at);
    harness.run_steps(3);
    assert_eq!(labels(&harness), 1, "{name}");
    harness.drag_at(at);
    harness.run_steps(3);
    assert_eq!(labels(&harness), 0, "{name}");
}

/// Over a bone the session knows of it, whether the row of the tree or the view shows it, and it is drawn although bones are not.
#[test]
fn what_is_under_the_pointer_is_shown_in_tree_and_view() {
    let mut harness = window(paused());
    let bone = bone(session_of(&harness), "j_knee_le");
    let row = harness
        .get_by_role_and_label(Role::TreeItem, "j_knee_le")
        .rect()
        .center();
    harness.hover_at(row);
    harness.run_steps(2);
    assert_eq!(session_of(&harness).selection().hovered(), Some(bone));
    let Selected::Bone(_, index) = bone else { unreachable!() };
    let hovered = |harness: &Panels| session_of(harness).picture([64, 64], 1).models[0].bones.hovered;
    assert_eq!(hovered(&harness), Some(index));
    let changes = actions(&mut harness);
    assert_eq!(changes, [Action::Selection(SelectionAction::Hover(Some(bone)))], "once");
    // In the view too, and the list goes to its row.
    harness.key_press(Key::B);
    harness.run_steps(2);
    let view = harness.state().shown().viewport;
    let session = session_of(&harness);
    let pixels = session.view().viewport().map(|side| side as f32);
    let lines = view::bone_lines(session);
    let line = lines
        .iter()
        .find(|line| Selected::Bone(line.model, line.bone) == bone && line.from == line.to);
    let at = line.expect("it is in view").from;
    let over = view.min + vec2(at.x, at.y) * view.size() / vec2(pixels[0], pixels[1]);
    let before = bone;
    harness.hover_at(over);
    harness.run_steps(3);
    let now = session_of(&harness).selection().hovered();
    assert!(
        matches!(now, Some(Selected::Bone(..))),
        "{before:?} or one that is nearer: {now:?}"
    );
    let away = harness.state().shown().viewport.left_top() + vec2(30.0, 200.0);
    harness.hover_at(away);
    harness.run_steps(2);
    assert_eq!(hovered(&harness), None, "no longer");
}

/// A click takes the nearest bone within ten points, more clicks on one spot those beneath it.
#[test]
fn clicks_walk_through_the_bones_on_one_spot() {
    let mut harness = window(paused());
    harness.key_press(Key::B);
    harness.run_steps(2);
    let view = harness.state().shown().viewport;
    let session = session_of(&harness);
    let pixels = session.view().viewport().map(|side| side as f32);
    let pixels_per_point = pixels[0] / view.width();
    let place = |x: f32, y: f32| view.min + vec2(x, y) * view.size() / vec2(pixels[0], pixels[1]);
    let beneath = |session: &Session, at: Pos2| {
        let at = (at - view.min) * pixels_per_point;
        view::drawn_at(session, glam::vec2(at.x, at.y), 10.0 * pixels_per_point)
    };
    // A joint has at least the bone that ends there, and the one that begins.
    let spots = view::bone_lines(session)
        .into_iter()
        .filter(|line| line.from == line.to);
    let spots = spots.map(|line| place(line.from.x, line.from.y));
    let at = spots
        .filter(|at| view.shrink(40.0).contains(*at))
        .max_by_key(|at| beneath(session, *at).len())
        .expect("some joint is in view");
    let bones = beneath(session, at);
    assert!(bones.len() >= 2, "{bones:?}");
    actions(&mut harness);
    for wanted in bones.iter().chain(&bones[..1]) {
        harness.drag_at(at);
        harness.run_steps(1);
        harness.drop_at(at);
        harness.run_steps(2);
        assert_eq!(session_of(&harness).edits().selected, Some(*wanted));
    }
    assert!(
        harness.state().picks.is_empty(),
        "no picture is asked for what is known"
    );
    harness.drag_at(at + vec2(0.0, 3.5));
    harness.run_steps(1);
    harness.drop_at(at + vec2(0.0, 3.5));
    harness.run_steps(2);
    let nearest = beneath(session_of(&harness), at + vec2(0.0, 3.5))[0];
    assert_eq!(
        session_of(&harness).edits().selected,
        Some(nearest),
        "another spot begins anew"
    );
}

/// Whatever the background: each text over the view stands on a ground, and the picture keeps its own labels off it.
#[test]
fn texts_over_the_view_stand_on_plates() {
    let demo = OpenedFile {
        is_demo: true,
        ..fixture::walker()
    };
    let mut session = fixture::opened(vec![demo]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    let selected = bone(&session, "j_wrist_le");
    session.apply(Action::Selection(SelectionAction::Select(Some(selected))));
    session.apply(Switch::FOLLOW.toggle());
    let mut harness = window(session);
    harness.run_steps(3);
    let view = harness.state().shown().viewport;
    let scale = harness.ctx.pixels_per_point();
    let place = |part: &[u32; 4]| {
        let [left, top, right, bottom] = part.map(|side| side as f32 / scale);
        Rect::from_min_max(view.min + vec2(left, top), view.min + vec2(right, bottom))
    };
    let covered: Vec<Rect> = session_of(&harness).view().covered().iter().map(place).collect();
    let shapes: Vec<&egui::Shape> = harness.output().shapes.iter().map(|clipped| &clipped.shape).collect();
    let hint = "drop a .cast here, or Ctrl+O";
    for words in ["walker.cast", hint, "Following j_wrist_le: Esc to stop", "x", "y", "z"] {
        let text = shapes.iter().enumerate().find_map(|(at, shape)| match shape {
            egui::Shape::Text(text) if text.galley.text() == words => {
                let rect = text.visual_bounding_rect();
                view.contains_rect(rect).then_some((at, rect))
            }
            _ => None,
        });
        let (at, rect) = text.unwrap_or_else(|| panic!("{words} is not shown"));
        let is_ground = |shape: &&egui::Shape| match shape {
            egui::Shape::Rect(ground) => ground.rect.contains_rect(rect) && ground.fill.a() > 200,
            egui::Shape::Circle(ground) => {
                let corners = [
                    rect.left_top(),
                    rect.right_top(),
                    rect.left_bottom(),
                    rect.right_bottom(),
                ];
                let is_inside = |corner: &Pos2| corner.distance(ground.center) <= ground.radius;
                corners.iter().all(is_inside) && ground.fill.a() > 200
            }
            _ => false,
        };
        let in_view = |shape: &&egui::Shape| view.expand(1.0).contains_rect(shape.visual_bounding_rect());
        let grounds = shapes[..at].iter().filter(|shape| is_ground(shape) && in_view(shape));
        let is_smaller = |shape: &&egui::Shape| shape.visual_bounding_rect().width() < view.width() * 0.9;
        assert!(
            grounds.copied().any(|shape| is_smaller(&shape)),
            "{words} has no ground"
        );
        let is_covered = covered.iter().any(|part| part.expand(1.0).contains_rect(rect));
        assert!(is_covered, "{words}: {rect} in {covered:?}");
    }
}

/// Whatever word the first of them has.
#[test]
fn tools_over_the_view_keep_their_places() {
    for size in [vec2(1280.0, 720.0), vec2(800.0, 600.0)] {
        let mut harness = build(builder(size), paused());
        harness.run_steps(3);
        let places = |harness: &Panels| ["Overlays", "Camera", "Up axis"].map(|tool| harness.get_by_label(tool).rect());
        let before = places(&harness);
        let right = harness.get_by_label("Viewport").rect().right();
        assert!(before.iter().all(|tool| tool.right() < right - 40.0), "{before:?}");
        for command in commands() {
            let look = command.action();
            let is_shading = matches!(look, Action::Dial(value) if value.dial() == Dial::SHADING);
            if !is_shading && !matches!(look, Action::View(ViewAction::ToggleColorBy(_))) {
                continue;
            }
            act(&mut harness, look);
            harness.run_steps(1);
            assert_eq!(places(&harness), before, "{size:?}, {}", command.name);
        }
    }
}

/// A picture that takes long leaves the one before, which shows files that are closed: nothing of it is painted beside the names of others.
#[test]
fn a_picture_of_closed_files_is_not_painted_and_words_say_whose_is_awaited() {
    let mut harness = window(paused());
    harness.state_mut().picture = Some([10, 10]);
    let mut painted = |is_former: bool| {
        harness.state_mut().is_former = is_former;
        harness.run_steps(2);
        let shapes = || harness.output().shapes.iter().map(|shape| &shape.shape);
        let words = |shape: &&egui::Shape| matches!(shape, egui::Shape::Text(text) if text.galley.text().starts_with("Drawing "));
        let shows = |shape: &&egui::Shape| shape.texture_id() == egui::TextureId::User(7);
        (shapes().filter(shows).count(), shapes().filter(words).count())
    };
    assert_eq!(painted(false), (1, 0), "it shows the files that are open");
    assert_eq!(painted(true), (0, 1));
}
