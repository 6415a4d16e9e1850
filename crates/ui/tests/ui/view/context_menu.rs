//! The menu behind a right click in the view.

use crate::panels::*;
use crate::view::pointer_button;
use castview_session::view;
use castview_session::{SelectionAction, Switch, command};

fn right_click(harness: &mut Panels, at: Pos2) {
    harness.event(egui::Event::PointerMoved(at));
    harness.run_steps(1);
    for pressed in [true, false] {
        harness.event(pointer_button(at, PointerButton::Secondary, pressed, Modifiers::NONE));
        harness.run_steps(1);
    }
    harness.run_steps(4);
}

fn entry<'a>(harness: &'a Panels, title: &'a str) -> Option<egui_kittest::Node<'a>> {
    let roles = [Role::MenuItem, Role::MenuItemCheckBox];
    roles
        .into_iter()
        .find_map(|role| harness.query_all_by_role_and_label(role, title).next())
}

/// In empty space it has the commands of the view, each with the key of the table; a drag of the same button opens nothing.
#[test]
fn a_right_click_on_nothing_is_about_the_view() {
    let mut harness = window(paused());
    let view = harness.state().shown().viewport;
    let at = view.left_bottom() + vec2(200.0, -60.0);
    right_click(&mut harness, at);
    assert_eq!(harness.state().picks.len(), 1, "what lies there is asked for");
    for name in [
        "frame_all",
        "show_all",
        "bones",
        "wireframe",
        "grid",
        "save_picture",
        "copy_picture",
        "copy_view",
    ] {
        assert!(entry(&harness, command(name).title).is_some(), "{name}");
    }
    assert!(entry(&harness, "Copy name").is_none(), "nothing is selected");
    entry(&harness, command("grid").title).expect("checked").click();
    assert_eq!(actions(&mut harness), [command("grid").action()]);
    harness.run_steps(4);
    assert!(entry(&harness, command("grid").title).is_none(), "it closes");

    harness.event(egui::Event::PointerMoved(at));
    harness.event(pointer_button(at, PointerButton::Secondary, true, Modifiers::NONE));
    harness.run_steps(1);
    let there = at + vec2(60.0, 0.0);
    harness.event(egui::Event::PointerMoved(there));
    harness.run_steps(1);
    harness.event(pointer_button(there, PointerButton::Secondary, false, Modifiers::NONE));
    harness.run_steps(4);
    assert!(entry(&harness, command("grid").title).is_none(), "a drag is no click");
    assert_eq!(harness.state().picks.len(), 1);
}

/// On a thing the menu is about that thing, and fits a low window.
#[test]
fn a_right_click_on_a_thing_is_about_it() {
    for size in [vec2(1280.0, 720.0), vec2(800.0, 600.0)] {
        let mut harness = build(builder(size), paused());
        let mesh = Selected::Mesh(session_of(&harness).stage().models()[0].key, MeshIndex::new(0));
        let view = harness.state().shown().viewport;
        right_click(&mut harness, view.center());
        // The app answers what was asked for.
        act(&mut harness, Action::Selection(SelectionAction::Select(Some(mesh))));
        harness.run_steps(4);
        actions(&mut harness);
        for title in ["Hide", "Only this mesh", "Frame", "Copy name"] {
            let found = entry(&harness, title);
            let rect = found.unwrap_or_else(|| panic!("{title} at {size:?}")).rect();
            assert!(rect.bottom() <= size.y && rect.top() >= 0.0, "{title}: {rect:?}");
        }
        entry(&harness, "Only this mesh").expect("it is there").click();
        assert_eq!(
            actions(&mut harness),
            [
                Action::Selection(SelectionAction::Select(Some(mesh))),
                Switch::SOLO.toggle()
            ]
        );
        assert!(session_of(&harness).edits().is_solo());
    }
}

/// A bone is found where it is drawn, without asking the picture; a selection of several that holds it stays.
#[test]
fn a_right_click_on_a_bone_selects_it() {
    let mut session = paused();
    session.apply(command("bones").action());
    let mut harness = build(builder(vec2(1280.0, 720.0)), session);
    harness.run_steps(4);
    let view = harness.state().shown().viewport;
    let session = session_of(&harness);
    let [width, height] = session.view().viewport().map(|side| side as f32);
    let on_screen = |at: glam::Vec2| view.min + vec2(at.x / width, at.y / height) * view.size();
    let mut found = None;
    'search: for x in 0..64 {
        for y in 0..64 {
            let at = glam::vec2(width * (x as f32 + 0.5) / 64.0, height * (y as f32 + 0.5) / 64.0);
            if let Some(item @ Selected::Bone(..)) = view::drawn_at(session, at, 2.0).first() {
                found = Some((on_screen(at), *item));
                break 'search;
            }
        }
    }
    let (at, bone) = found.expect("a bone is drawn");
    right_click(&mut harness, at);
    let asked = actions(&mut harness);
    assert!(
        asked.contains(&Action::Selection(SelectionAction::Select(Some(bone)))),
        "{asked:?}"
    );
    assert!(harness.state().picks.is_empty(), "the picture is not asked");
    assert!(entry(&harness, command("select_chain").title).is_some());
}
