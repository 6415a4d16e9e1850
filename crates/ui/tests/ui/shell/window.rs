//! Menus, status line, notices, panels: the window around everything.

use crate::panels::*;
use castview_picture::ColorBy;
use castview_session::{CompositionAction, DialValue, Half, Message, SelectionAction, Switch, WindowAction};

#[test]
fn menus_and_tools_lead_to_the_same_table() {
    let mut harness = window(paused());
    harness.get_by_label("View menu").click();
    harness.run_steps(3);
    harness.get_by_label("Frame all").click();
    assert_eq!(
        actions(&mut harness),
        [Action::View(ViewAction::Camera(CameraMove::FrameAll))]
    );
    harness.get_by_label("Shading").click();
    harness.run_steps(3);
    harness.get_by_label("Wireframe").click();
    assert_eq!(actions(&mut harness), [DialValue::shading(Shading::Wireframe).choose()]);
}

#[test]
fn the_graphics_adapter_is_chosen_in_the_view_menu() {
    let mut harness = window(paused());
    let state = harness.state_mut();
    state.adapters = ["GeForce RTX", "llvmpipe (LLVM 15.0.6, 256 bits)", "GeForce RTX"]
        .map(str::to_owned)
        .into();
    state.chosen_adapter = Some("geforce".into());
    let mut choose = |name: &str| {
        harness.get_by_label("View menu").click();
        harness.run_steps(3);
        harness.get_by_label("Graphics adapter").click();
        harness.run_steps(3);
        // Each name once, though two interfaces offer it.
        harness.get_by_label(name).click();
        actions(&mut harness)
    };
    let llvmpipe = "llvmpipe (LLVM 15.0.6, 256 bits)";
    assert_eq!(
        choose(llvmpipe),
        [Action::Window(WindowAction::PreferAdapter(Some(llvmpipe.into())))]
    );
    assert_eq!(
        choose("GeForce RTX"),
        [Action::Window(WindowAction::PreferAdapter(Some("GeForce RTX".into())))]
    );
    assert_eq!(
        choose("The best that works"),
        [Action::Window(WindowAction::PreferAdapter(None))]
    );
}

#[test]
fn the_status_line_names_adapters_that_were_passed_over() {
    let mut harness = window(paused());
    assert!(says(&harness, "llvmpipe") && !says(&harness, "GeForce"));
    let passed = |name: &str| format!("{name} (Vulkan): no device could be opened");
    harness.state_mut().passed_adapters = vec![passed("GeForce RTX")];
    harness.run_steps(2);
    assert!(says(&harness, "llvmpipe, not GeForce RTX"));
    harness.state_mut().passed_adapters.push(passed("Iris"));
    harness.run_steps(2);
    assert!(says(&harness, "llvmpipe, 2 others passed over"));
}

#[test]
fn the_status_line_says_what_is_left_out_of_a_moving_picture_and_why() {
    let mut harness = window(paused());
    for (scale, [jagged, unlit, sharp], words) in [
        (1.0, [true, false, false], "No antialiasing"),
        (1.0, [true, true, false], "No antialiasing, no shadows"),
        (1.0, [false, true, false], "No shadows"),
        (1.0, [false, false, true], "No depth of field"),
        (0.5, [true, false, false], "50 % resolution"),
        (0.75, [true, true, false], "75 % resolution, no shadows"),
    ] {
        harness.state_mut().coarse = Some(Coarse {
            scale,
            jagged,
            unlit,
            sharp,
            took: Some([0.0484, 0.0803]),
        });
        harness.run_steps(2);
        assert!(says(&harness, words), "{words}");
    }
    let at = harness.get_by_label("75 % resolution, no shadows").rect().center();
    harness.hover_at(at);
    harness.run_steps(60);
    let whole = "The picture of the moving scene has 75 % resolution, no antialiasing, no shadows, no occlusion. \
                 A finer one took 48 of 80 ms. What stands still is drawn at its finest.";
    assert!(says(&harness, whole));
    harness.state_mut().coarse = None;
    harness.run_steps(2);
    assert!(!says(&harness, "75 % resolution, no shadows"));
}

/// A narrow line, with all that a clip and its rig say: nothing lies over another.
#[test]
fn words_about_a_coarse_picture_keep_off_what_stands_beside_them() {
    let session = fixture::opened(vec![fixture::rigged_walker()]);
    let mut harness = build(builder(vec2(800.0, 600.0)), session);
    let row = |harness: &Panels| {
        let words = [
            "curves matched",
            "constraint are off",
            "Turn IK handles",
            "antialiasing",
        ];
        let found = words.iter().filter_map(|words| harness.query_by_label_contains(words));
        found.map(|node| node.rect()).collect::<Vec<_>>()
    };
    let before = row(&harness);
    harness.state_mut().coarse = Some(Coarse {
        scale: 1.0,
        jagged: true,
        unlit: true,
        sharp: false,
        took: None,
    });
    harness.run_steps(2);
    let after = row(&harness);
    assert!(before.len() == 3, "{before:?}");
    assert_eq!(after[..before.len()], before[..], "nothing moves");
    for (at, one) in after.iter().enumerate() {
        for other in &after[..at] {
            let both = one.intersect(*other);
            assert!(both.width() < 1.0 || both.height() < 1.0, "{one} lies over {other}");
        }
    }
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
    assert_eq!(
        actions(&mut harness),
        [Action::Window(WindowAction::TogglePage(Page::Diagnostics))]
    );
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("made a root Warning C54").is_some());
    harness.get_by_label_contains("made a root Warning C54").click();
    harness.run_steps(3);
    assert!(says(&harness, "Rule C54 of Cast"));
    assert!(says(&harness, "Done: The bone becomes a root."));
    harness.get_by_label_contains("Note C4 ").click();
    harness.run_steps(3);
    assert!(!says(&harness, "Rule C54 of Cast"));
    assert!(says(&harness, "Found: The reserved flags are not 0."));
    harness.get_by_label_contains("Note C4 ").click();
    harness.run_steps(3);
    assert!(!says(&harness, "Rule C4 of Cast"), "a second click closes it");
    harness.get_by_label("Copy all").click();
    let found = actions(&mut harness);
    assert!(
        matches!(&found[..], [Action::Window(WindowAction::Copy(text))] if text.contains("model[0]/skeleton[0]/bone[7] at byte 0x2f10")),
        "{found:?}"
    );
    harness.get_by_label("Close").click();
    assert_eq!(
        actions(&mut harness),
        [Action::Window(WindowAction::TogglePage(Page::Diagnostics))]
    );
}

/// Whether a label of the window says `text`.
fn says(harness: &Panels, text: &str) -> bool {
    let plain = |said: String| said.replace('\u{a0}', " ").contains(text);
    harness
        .root()
        .children_recursive()
        .any(|node| node.value().is_some_and(plain))
}

#[test]
fn a_notice_has_a_button_that_acts() {
    let mut harness = window(paused());
    let notice =
        Notice::warning("3 textures missing.").with_action("Show", Action::Selection(SelectionAction::ShowAll));
    harness.state().panels().notify(notice);
    harness.run_steps(2);
    harness.get_by_label("Show").click();
    assert_eq!(actions(&mut harness), [Action::Selection(SelectionAction::ShowAll)]);
    harness.run_steps(2);
    assert!(harness.query_by_label("Show").is_none(), "it leaves with its button");
}

#[test]
fn an_open_menu_or_list_keeps_the_keys_from_what_it_lies_over() {
    for (role, name, inside) in [
        (Role::ComboBox, "Clip", "Rest pose"),
        (Role::Button, "View menu", "Frame all"),
        (Role::Button, "Overlays", "Ghosts on each side"),
    ] {
        let mut harness = window(paused());
        harness.get_by_role_and_label(role, name).click();
        harness.run_steps(3);
        let is_open = |harness: &Panels| harness.query_by_label(inside).is_some();
        assert!(is_open(&harness), "{name} opens");
        for key in [Key::ArrowRight, Key::ArrowDown, Key::G, Key::Home] {
            harness.key_press(key);
            assert_eq!(actions(&mut harness), [], "{name}: {key:?}");
        }
        assert!(is_open(&harness), "{name} is still open");
        harness.key_press(Key::Escape);
        assert_eq!(actions(&mut harness), [], "{name}: Escape");
        assert!(!is_open(&harness), "{name} closes");
        harness.key_press(Key::ArrowRight);
        let found = actions(&mut harness);
        assert!(!found.is_empty(), "{name}: the keys are back");
    }
}

#[test]
fn menus_of_the_viewport_are_as_wide_as_they_need() {
    let mut harness = window(paused());
    for menu in ["Shading", "Overlays", "Camera", "Up axis"] {
        harness.get_by_role_and_label(Role::Button, menu).click();
        harness.run_steps(4);
        let areas: Vec<Rect> = harness.ctx.memory(|memory| {
            let layers = memory.areas().visible_layer_ids().into_iter();
            layers
                .filter(|layer| layer.order == egui::Order::Foreground)
                .filter_map(|layer| memory.area_rect(layer.id))
                .collect()
        });
        assert!(!areas.is_empty(), "{menu} opens");
        for rect in areas {
            assert!(
                rect.width() <= size::MENU_WIDTH,
                "{menu} is {} points wide",
                rect.width()
            );
        }
        harness.key_press(Key::Escape);
        harness.run_steps(3);
    }
}

#[test]
fn another_page_of_the_inspector_begins_at_its_top() {
    let mut session = paused();
    let spine = bone(&session, "j_spine4");
    let other = bone(&session, "j_hip_le");
    session.apply(Action::Selection(SelectionAction::Select(Some(spine))));
    let mut harness = build(builder(vec2(1280.0, 400.0)), session);
    let top = |harness: &Panels| {
        let labels = harness.query_all_by_label("Local space");
        labels.last().expect("the page of a bone").rect().top()
    };
    let at_rest = top(&harness);
    harness.hover_at(pos2(1280.0 - size::INSPECTOR * 0.5, 200.0));
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, -60.0),
        modifiers: Modifiers::NONE,
        source: egui::MouseWheelSource::Wheel,
        phase: egui::TouchPhase::Move,
    });
    harness.run_steps(20);
    let scrolled = top(&harness);
    assert!(scrolled < at_rest - 20.0, "{scrolled} of {at_rest}");
    act(&mut harness, Action::Playback(PlaybackAction::Seek(Seek::Frame(30.0))));
    assert_eq!(top(&harness), scrolled, "the same page keeps its place");
    act(&mut harness, Action::Selection(SelectionAction::Select(Some(other))));
    assert_eq!(top(&harness), at_rest);
}

#[test]
fn an_idle_window_asks_for_no_picture() {
    let mut harness = window(paused());
    // Panics if the window keeps asking for another pass.
    harness.run();
    harness.state().panels().notify(Notice::error("stays"));
    harness.run();
}

#[test]
fn tab_hides_the_panels_and_the_transport_stays() {
    let mut harness = window(paused());
    let before = harness.state().shown().viewport;
    harness.key_press(Key::Tab);
    assert_eq!(actions(&mut harness), [Switch::PANELS.toggle()]);
    harness.run_steps(2);
    let after = harness.state().shown().viewport;
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
        harness.state().session.preferences().window.tree_open,
        "the wide window keeps its own choice"
    );
}

#[test]
fn a_blend_shape_slider_sets_and_resets_a_weight() {
    let mut session = paused();
    let key = session.stage().models()[0].key;
    session.apply(Action::Selection(SelectionAction::Select(Some(Selected::Model(key)))));
    let mut harness = build(builder(vec2(1280.0, 1000.0)), session);
    harness
        .get_by_role_and_label(Role::Slider, "frown")
        .set_value_accesskit(0.5);
    let found = actions(&mut harness);
    assert!(
        matches!(
            found[..],
            [
                Action::Composition(CompositionAction::SetShapeWeight { weight: Some(0.5), .. }),
                Action::Composition(CompositionAction::EndDrag)
            ]
        ),
        "{found:?}"
    );
    harness.run_steps(2);
    harness.get_by_label("Reset frown").click();
    let found = actions(&mut harness);
    assert!(
        matches!(
            found[..],
            [Action::Composition(CompositionAction::SetShapeWeight {
                weight: None,
                ..
            })]
        ),
        "{found:?}"
    );
}

/// A press on the rail, without any movement.
#[test]
fn a_click_on_the_track_of_a_blend_shape_sets_its_weight() {
    let mut session = paused();
    let key = session.stage().models()[0].key;
    session.apply(Action::Selection(SelectionAction::Select(Some(Selected::Model(key)))));
    let mut harness = build(builder(vec2(1280.0, 1000.0)), session);
    let rail = harness.get_by_role_and_label(Role::Slider, "frown").rect();
    let at = pos2(rail.left() + rail.width() * 0.75, rail.center().y);
    harness.hover_at(at);
    harness.run_steps(1);
    for pressed in [true, false] {
        harness.event(egui::Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        harness.run_steps(2);
    }
    let weight = |action: &Action| match action {
        Action::Composition(CompositionAction::SetShapeWeight { weight, .. }) => *weight,
        _ => None,
    };
    let set: Vec<f32> = actions(&mut harness).iter().filter_map(weight).collect();
    assert!(set.last().is_some_and(|weight| (0.7..0.85).contains(weight)), "{set:?}");
}

#[test]
fn the_weight_of_a_blend_shape_can_be_typed() {
    let mut session = paused();
    let key = session.stage().models()[0].key;
    session.apply(Action::Selection(SelectionAction::Select(Some(Selected::Model(key)))));
    let mut harness = build(builder(vec2(1280.0, 1000.0)), session);
    harness.get_by_label("Weight of frown").click();
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.event(egui::Event::Text("0.35".into()));
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    let found = actions(&mut harness);
    let set = found.iter().filter_map(|action| match action {
        Action::Composition(CompositionAction::SetShapeWeight { weight, .. }) => *weight,
        _ => None,
    });
    assert_eq!(set.collect::<Vec<_>>(), [0.35], "{found:?}");
    assert_eq!(
        found.last(),
        Some(&Action::Composition(CompositionAction::EndDrag)),
        "{found:?}"
    );
}

#[test]
fn an_empty_session_says_how_to_begin() {
    let mut harness = window(Session::default());
    harness.run();
    assert!(says(&harness, "Nothing is open"));
    assert_eq!(ui::title(&harness.state().session), "castview");
    assert_eq!(ui::title(&paused()), "walker.cast — castview");
}

/// A file of clips alone is open: it shows bones that stand for those that are missing.
#[test]
fn a_file_without_anything_to_see_is_not_said_to_be_missing() {
    for (clips, told) in [(1, "stand-in bones"), (0, "Nothing to see")] {
        let mut session = Session::default();
        let mut file = fixture::walker();
        let mut scene = Scene::clone(&file.scene);
        scene.models.clear();
        scene.clips.truncate(clips);
        (file.scene, file.textures, file.reach) = (Arc::new(scene), Vec::new(), Vec::new());
        session.receive(Message::Loaded {
            generation: 0,
            files: vec![file],
            placement: Placement::Replace,
        });
        let mut harness = window(session);
        harness.run();
        assert!(says(&harness, told), "{told}");
        assert!(!says(&harness, "Nothing is open"));
    }
}

#[test]
fn names_in_any_script_are_drawn_where_the_system_can() {
    // Rows that the tree has folded are not drawn, and no font face is looked for.
    let mut harness = window(paused());
    let named = bone(session_of(&harness), "j_助手");
    act(&mut harness, Action::Selection(SelectionAction::Select(Some(named))));
    work(&mut harness);
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
    let font = egui::FontId::proportional(12.0);
    assert!(harness.ctx.fonts_mut(|fonts| fonts.has_glyphs(&font, "j_助手")));
}

#[test]
fn the_status_line_counts_missing_textures_and_leads_to_them() {
    let mut harness = window(paused());
    harness.get_by_label("1 texture missing").click();
    harness.run_steps(1);
    assert_eq!(
        actions(&mut harness),
        [Action::Window(WindowAction::TogglePage(Page::Textures))]
    );
}

#[test]
fn the_line_between_two_halves_is_dragged_and_moved_by_keys() {
    let mut session = paused();
    session.apply(Switch::DIVIDE.toggle());
    let mut harness = window(session);
    harness.run_steps(3);
    let line = "Where the picture is divided";
    harness.get_by_label(line).focus();
    harness.run_steps(2);
    harness.key_press(Key::ArrowRight);
    harness.run_steps(3);
    assert_eq!(actions(&mut harness), [Action::View(ViewAction::DivideAt(0.52))]);
    assert!(harness.get_by_label(line).is_focused(), "the arrows are the line's");
    let middle = harness.get_by_label(line).rect().center();
    harness.drag_at(middle);
    harness.run_steps(1);
    harness.hover_at(middle + vec2(60.0, 0.0));
    harness.run_steps(2);
    let moved = actions(&mut harness);
    let at = moved.iter().rev().find_map(|action| match action {
        Action::View(ViewAction::DivideAt(at)) => Some(*at),
        _ => None,
    });
    assert!(at.is_some_and(|at| at > 0.53), "{moved:?}");
}

/// As every drag, and as every value that has a usual place.
#[test]
fn a_drag_of_the_line_between_two_halves_is_fine_put_back_and_reset() {
    let mut session = paused();
    session.apply(Switch::DIVIDE.toggle());
    let mut harness = window(session);
    harness.run_steps(3);
    let line = "Where the picture is divided";
    let at = |harness: &Panels| session_of(harness).view().divided().expect("it is divided");
    let width = harness.get_by_label("Viewport").rect().width();
    let grip = |harness: &Panels| harness.get_by_label(line).rect().center() - vec2(0.0, 60.0);
    let from = grip(&harness);
    press(&mut harness, from);
    harness.hover_at(from + vec2(80.0, 0.0));
    harness.run_steps(2);
    let coarse = at(&harness) - 0.5;
    assert!((coarse - 80.0 / width).abs() < 1e-3, "{coarse}");
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert_eq!(at(&harness), 0.5, "Escape puts it back");
    assert!(session_of(&harness).view().divided().is_some(), "and does nothing else");
    harness.hover_at(from + vec2(120.0, 0.0));
    harness.run_steps(2);
    harness.drop_at(from + vec2(120.0, 0.0));
    harness.run_steps(30);
    assert_eq!(at(&harness), 0.5, "the rest of the drag does nothing");
    harness.event(egui::Event::ModifiersChanged(Modifiers::SHIFT));
    let from = grip(&harness);
    drag(&mut harness, from, from + vec2(80.0, 0.0));
    harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    let fine = at(&harness) - 0.5;
    assert!((fine - 8.0 / width).abs() < 1e-3, "{fine}");
    harness.run_steps(30);
    let middle = grip(&harness);
    for _ in 0..2 {
        press(&mut harness, middle);
        harness.drop_at(middle);
        harness.run_steps(1);
    }
    harness.run_steps(2);
    assert_eq!(at(&harness), 0.5, "a double click");
}

#[test]
fn either_half_says_how_it_is_seen() {
    let mut session = paused();
    session.apply(Switch::DIVIDE.toggle());
    session.apply(Switch::WIREFRAME.toggle());
    let mut harness = window(session);
    harness.run_steps(3);
    harness.get_by_label("Left half: Textured, wireframe");
    harness.get_by_label("Right half: Untextured, wireframe");
    // The picture keeps its own words off these.
    let covered = harness.state().session.view().covered().to_vec();
    let lowest = covered.iter().map(|[_, top, _, bottom]| (*bottom, *top)).max();
    let (foot, _) = lowest.expect("parts are covered");
    let below = covered.iter().filter(|[_, top, ..]| *top > foot / 2);
    assert_eq!(below.count(), 3, "both names and the little axes: {covered:?}");
    let mut empty = Session::default();
    empty.apply(Switch::DIVIDE.toggle());
    let mut harness = window(empty);
    harness.run_steps(3);
    assert!(harness.query_by_label("Where the picture is divided").is_none());
}

/// The words at the foot of a half are a menu: whoever reads how it is seen finds there how to see it otherwise.
#[test]
fn what_either_half_shows_is_chosen_at_its_foot() {
    let mut session = paused();
    session.apply(Switch::DIVIDE.toggle());
    let mut harness = window(session);
    harness.run_steps(3);
    let way = |harness: &Panels, half: Half| {
        let picture = harness.state().session.picture([8, 8], 1);
        match half {
            Half::Left => (picture.shading, picture.color_by),
            Half::Right => {
                let right = picture.divided.expect("it is divided").right;
                (right.shading, right.color_by)
            }
        }
    };
    for (foot, half, line, wanted) in [
        (
            "Right half: Untextured, wireframe",
            Half::Right,
            "Normals",
            (Shading::Untextured, ColorBy::Normals),
        ),
        (
            "Right half: Normals, wireframe",
            Half::Right,
            "Textured",
            (Shading::Textured, ColorBy::Material),
        ),
        (
            "Left half: Textured",
            Half::Left,
            "Wireframe",
            (Shading::Wireframe, ColorBy::Material),
        ),
        (
            "Left half: Wireframe",
            Half::Left,
            "Normals",
            (Shading::Wireframe, ColorBy::Normals),
        ),
    ] {
        harness.get_by_label(foot).click();
        harness.run_steps(6);
        harness.get_by_role_and_label(Role::MenuItemCheckBox, line).click();
        harness.run_steps(6);
        let asked = actions(&mut harness);
        assert!(
            asked
                .iter()
                .any(|action| matches!(action, Action::View(ViewAction::SeeHalf(..)))),
            "{asked:?}"
        );
        asked.into_iter().for_each(|action| act(&mut harness, action));
        assert_eq!(way(&harness, half), wanted, "{foot}");
    }
    // The menus of the view change the left half, and lead to the right one.
    harness.get_by_label("Shading").click();
    harness.run_steps(6);
    harness.get_by_label("Right half").click();
    harness.run_steps(6);
}

#[test]
fn a_selected_bone_outside_the_view_is_named_at_its_edge_and_framed_by_a_click() {
    let mut session = paused();
    let key = session.stage().models()[0].key;
    let bone = Selected::Bone(key, castview_base::core::BoneIndex::new(1));
    session.apply(Action::Selection(SelectionAction::Select(Some(bone))));
    let mut harness = window(session);
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("is outside the view").is_none());
    let pan = ViewAction::Camera(CameraMove::Pan(glam::Vec2::X * 8.0));
    harness.state_mut().session.apply(Action::View(pan));
    harness.run_steps(3);
    harness.get_by_label_contains("is outside the view").click();
    harness.run_steps(3);
    let frame = Action::View(ViewAction::Camera(CameraMove::FrameSelection));
    assert!(actions(&mut harness).contains(&frame));
}
