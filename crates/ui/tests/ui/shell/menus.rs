//! Menus in a low window: none is longer than the window, whatever it holds.

use crate::panels::*;
use crate::view::pointer_button;
use castview_session::{Message, command};

const SIZE: Vec2 = vec2(800.0, 600.0);

/// Everything that lies over the panels is inside the window.
#[track_caller]
fn all_inside(harness: &Panels, what: &str) {
    let screen = Rect::from_min_size(Pos2::ZERO, SIZE);
    let layers: Vec<egui::LayerId> = harness
        .ctx
        .memory(|memory| memory.areas().visible_layer_ids().into_iter().collect());
    let mut menus = 0;
    for layer in layers.iter().filter(|layer| layer.order == egui::Order::Foreground) {
        let rect = harness.ctx.memory(|memory| memory.area_rect(layer.id));
        let rect = rect.unwrap_or(Rect::NOTHING);
        if rect.is_positive() {
            menus += 1;
            assert!(screen.expand(0.5).contains_rect(rect), "{what}: {rect:?}");
        }
    }
    assert!(menus > 0, "{what} opens nothing");
}

#[test]
fn menus_of_the_bar_fit_a_low_window() {
    for name in ["File", "Edit", "View", "Play", "Skeleton", "Help"] {
        let mut harness = build(builder(SIZE), paused());
        harness.get_by_label(&format!("{name} menu")).click();
        harness.run_steps(6);
        all_inside(&harness, name);
    }
}

#[test]
fn menus_over_the_view_fit_a_low_window() {
    for name in ["Shading", "Overlays", "Camera", "Up axis"] {
        let mut harness = build(builder(SIZE), paused());
        // All room is the view's, so that its tools stand side by side.
        act(&mut harness, command("panels").action());
        harness.run_steps(4);
        harness.get_by_label(name).click();
        harness.run_steps(6);
        all_inside(&harness, name);
    }
}

/// A bone can be offered many models; the menu behind it scrolls.
#[test]
fn a_menu_with_an_entry_for_each_of_many_models_fits() {
    let mut session = paused();
    for key in 100..140 {
        let mut file = fixture::walker();
        (file.key, file.name) = (FileKey(key), format!("model {key}.cast"));
        session.receive(Message::Loaded {
            generation: 0,
            files: vec![file],
            placement: Placement::Add,
        });
    }
    let first = session.stage().models()[0].key;
    session.apply(Action::Selection(castview_session::SelectionAction::Select(Some(
        Selected::Bone(first, BoneIndex::new(0)),
    ))));
    let mut harness = build(builder(SIZE), session);
    let view = harness.state().shown().viewport;
    let at = view.center();
    harness.event(egui::Event::PointerMoved(at));
    harness.run_steps(1);
    for pressed in [true, false] {
        harness.event(pointer_button(at, PointerButton::Secondary, pressed, Modifiers::NONE));
        harness.run_steps(1);
    }
    harness.run_steps(6);
    all_inside(&harness, "the menu of a bone");
}

/// An input that no material has stands below those that one has, dim, and says why it cannot be chosen.
#[test]
fn inputs_that_no_material_has_are_refused_with_a_reason() {
    let mut harness = build(builder(vec2(1280.0, 720.0)), paused());
    harness.get_by_label("Shading").click();
    harness.run_steps(6);
    harness.get_by_label("One input alone").click();
    harness.run_steps(6);
    let [there, missing] = ["Base color alone", "Clearcoat alone"].map(|line| harness.get_by_label(line).rect());
    assert!(there.bottom() <= missing.top(), "{there:?} {missing:?}");
    assert!(harness.get_by_label("Clearcoat alone").accesskit_node().is_disabled());
    assert!(!harness.get_by_label("Base color alone").accesskit_node().is_disabled());
    let reason = "No material of the open files has it";
    assert!(harness.query_by_label(reason).is_none());
    harness.hover_at(missing.center());
    harness.run_steps(60);
    harness.get_by_label(reason);
}

#[test]
fn the_textures_of_all_files_are_in_the_menu_of_the_view_and_among_the_pages() {
    for name in ["View menu", "Help menu"] {
        let mut harness = build(builder(vec2(1280.0, 720.0)), paused());
        harness.get_by_label(name).click();
        harness.run_steps(6);
        harness.get_by_label("Textures of all files").click();
        harness.run_steps(2);
        let asked = actions(&mut harness);
        let wanted = Action::Window(castview_session::WindowAction::TogglePage(Page::Textures));
        assert!(asked.contains(&wanted), "{name}: {asked:?}");
    }
}

/// A window of 1280×720 shows every menu whole.
#[test]
fn every_menu_fits_720_points() {
    for menu in ["File", "Edit", "View", "Play", "Skeleton", "Help"] {
        let mut harness = window(paused());
        harness.get_by_label(&format!("{menu} menu")).click();
        harness.run_steps(4);
        let mut lines: Vec<Rect> = Vec::new();
        for role in [Role::MenuItem, Role::MenuItemCheckBox, Role::Button] {
            let below = harness.query_all_by_role(role).map(|node| node.rect());
            lines.extend(below.filter(|rect| rect.width() > 100.0 && rect.top() > 20.0));
        }
        let most = lines.iter().map(|rect| rect.bottom()).fold(0.0, f32::max);
        assert!(most > 60.0 && most <= 720.0, "{menu} ends at {most}");
    }
}

/// How many rings are painted around `rect`.
fn rings(harness: &Panels, rect: Rect) -> usize {
    let shapes = harness.output().shapes.iter();
    let is_ring = |shape: &egui::Shape| match shape {
        egui::Shape::Rect(ring) => {
            let is_around = (ring.rect.center() - rect.center()).length() < 1.0;
            is_around && ring.fill == egui::Color32::TRANSPARENT && ring.stroke.width >= 2.0
        }
        _ => false,
    };
    shapes.filter(|clipped| is_ring(&clipped.shape)).count()
}

/// The line that the keyboard has is seen: in menus of the bar, and in those that open beside them.
#[test]
fn the_line_of_a_menu_that_has_the_keyboard_has_a_ring() {
    let mut harness = window(paused());
    harness.get_by_label("View menu").click();
    harness.run_steps(6);
    // The last one opens another menu beside it.
    for line in ["Frame all", "Full screen", "Views"] {
        let rect = harness.get_by_label(line).rect();
        assert_eq!(rings(&harness, rect), 0, "{line}");
        harness.get_by_label(line).focus();
        harness.run_steps(3);
        assert_eq!(rings(&harness, rect), 1, "{line}");
    }
}
