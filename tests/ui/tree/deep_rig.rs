//! The tree over a rig with chains 30 bones deep: names that can be told apart, and the path to them.

use crate::big_rig::{self, HAIR_JOINTS, hair_joint};
use crate::panels::*;
use castview::session::SelectionAction;
use egui::Shape;

pub fn rig() -> Session {
    let mut session = fixture::opened(vec![big_rig::opened()]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session
}

pub fn selecting(harness: &mut Panels, name: &str) -> Selected {
    let item = bone(session_of(harness), name);
    act(harness, Action::Selection(SelectionAction::Select(Some(item))));
    harness.run_steps(3);
    item
}

/// Every line of text whose middle lies in `rect`, as it is painted.
pub fn painted(harness: &Panels, rect: Rect) -> Vec<String> {
    fn collect(shape: &Shape, rect: Rect, found: &mut Vec<String>) {
        match shape {
            Shape::Text(text) if rect.contains(text.visual_bounding_rect().center()) => {
                let glyphs = text.galley.rows.iter().flat_map(|row| &row.row.glyphs);
                found.push(glyphs.map(|glyph| glyph.chr).collect());
            }
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, rect, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for clipped in &harness.output().shapes {
        collect(&clipped.shape, rect, &mut found);
    }
    found
}

pub fn row_of(harness: &Panels, name: &str) -> Rect {
    harness.get_by_role_and_label(Role::TreeItem, name).rect()
}

#[test]
fn names_deep_in_a_chain_keep_both_ends_and_tell_their_depth() {
    let mut harness = window(rig());
    selecting(&mut harness, &hair_joint(3, HAIR_JOINTS));
    let mut seen = 0;
    for joint in 25..=HAIR_JOINTS {
        let name = hair_joint(3, joint);
        let row = row_of(&harness, &name);
        let texts = painted(&harness, row);
        // The root is at depth 0, the first joint of a chain below nine bones.
        let depth = (joint + 8).to_string();
        assert!(texts.contains(&depth), "{name}: {texts:?}");
        let shown = texts.iter().find(|text| text.starts_with("hair"));
        let shown = shown.unwrap_or_else(|| panic!("{name}: {texts:?}"));
        let (head, tail) = shown
            .split_once('…')
            .expect("a panel of 260 points is too narrow for it");
        assert!(head.len() >= 4 && name.starts_with(head), "{shown}");
        assert!(tail.len() >= 4 && name.ends_with(tail), "{shown}");
        seen += 1;
    }
    assert_eq!(seen, 6);
    // Short names stand whole, wherever they are.
    selecting(&mut harness, "face_03_04");
    assert!(painted(&harness, row_of(&harness, "face_03_04")).contains(&"face_03_04".to_owned()));
}

#[test]
fn a_name_that_is_cut_is_told_whole_under_the_pointer_and_by_scrolling_sideways() {
    let mut harness = window(rig());
    let name = hair_joint(3, HAIR_JOINTS);
    selecting(&mut harness, &name);
    let row = row_of(&harness, &name);
    harness.hover_at(row.center());
    harness.run_steps(40);
    let told = harness.query_all_by_role(Role::Label);
    let told: Vec<String> = told.filter_map(|node| node.accesskit_node().value()).collect();
    assert!(told.contains(&name), "{told:?}");

    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        source: egui::MouseWheelSource::Wheel,
        delta: vec2(-2000.0, 0.0),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
    });
    harness.run_steps(20);
    assert_eq!(row_of(&harness, &name), row, "the row itself stays in the panel");
    let texts = painted(&harness, row.expand2(vec2(200.0, 0.0)));
    assert!(texts.contains(&name), "{texts:?}");
}

#[test]
fn the_path_of_the_selection_stands_above_the_list_and_each_part_selects() {
    let mut harness = window(rig());
    let selected = |harness: &Panels| session_of(harness).edits().selected;
    selecting(&mut harness, &hair_joint(3, 17));
    let links = |harness: &Panels| -> Vec<String> {
        let links = harness.query_all_by_role(Role::Link);
        links.filter_map(|node| node.accesskit_node().label()).collect()
    };
    let shown = links(&harness);
    assert_eq!(shown.first().map(String::as_str), Some(big_rig::NAME), "{shown:?}");
    assert_eq!(shown.last(), Some(&hair_joint(3, 17)), "{shown:?}");
    // Nothing of the line lies over the list or beside the panel.
    for name in &shown {
        let link = harness.get_by_role_and_label(Role::Link, name).rect();
        assert!(link.right() <= size::TREE + 1.0, "{name} ends at {}", link.right());
    }
    // The middle of a long path is behind dots.
    harness
        .get_by_role_and_label(Role::Button, "24\u{a0}more above")
        .click();
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::MenuItem, "pelvis").click();
    harness.run_steps(3);
    assert_eq!(selected(&harness), Some(bone(session_of(&harness), "pelvis")));
    assert_eq!(
        links(&harness),
        [big_rig::NAME, "root", "pelvis"],
        "a short path is whole"
    );
    harness.get_by_role_and_label(Role::Link, "root").click();
    harness.run_steps(3);
    assert_eq!(selected(&harness), Some(bone(session_of(&harness), "root")));
    act(&mut harness, Action::Selection(SelectionAction::Select(None)));
    assert!(harness.query_by_label("Nothing is selected").is_some());
}
