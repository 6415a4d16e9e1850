//! Searching the tree, and walking through it by keys.

use crate::big_rig::{self, hair_joint};
use crate::panels::*;
use crate::tree::deep_rig::{painted, rig, row_of, selecting};
use castview_session::{SelectionAction, Switch};

/// Names of the rows, from the top down.
pub fn rows(harness: &Panels) -> Vec<String> {
    let items = harness.query_all_by_role(Role::TreeItem);
    items.filter_map(|node| node.accesskit_node().label()).collect()
}

pub fn searching(harness: &mut Panels, query: &str) {
    harness.state().panels().focus_search();
    harness.run_steps(2);
    let field = harness.get_by_role_and_label(Role::TextInput, "Search names");
    assert!(field.is_focused());
    field.type_text(query);
    harness.run_steps(3);
}

fn is_typing(harness: &Panels) -> bool {
    let field = harness.get_by_role_and_label(Role::TextInput, "Search names");
    field.is_focused()
}

fn selected(harness: &Panels) -> Option<Selected> {
    session_of(harness).edits().selected
}

/// The letters of a row that are lit.
fn lit(harness: &Panels, row: Rect) -> String {
    let mut found = String::new();
    for clipped in &harness.output().shapes {
        if let egui::Shape::Text(text) = &clipped.shape
            && row.contains(text.visual_bounding_rect().center())
        {
            let job = &text.galley.job;
            let lit = job.sections.iter();
            let lit = lit.filter(|section| section.format.background != egui::Color32::TRANSPARENT);
            lit.for_each(|section| found.push_str(&job.text[section.byte_range.start.0..section.byte_range.end.0]));
        }
    }
    found
}

#[test]
fn what_is_found_is_flat_ranked_and_tells_its_path() {
    let mut harness = window(rig());
    searching(&mut harness, "bkout17");
    let found = rows(&harness);
    assert_eq!(
        found[..2],
        [hair_joint(1, 17), hair_joint(2, 17)],
        "every letter in its order, the rest left out: {found:?}"
    );
    let row = row_of(&harness, &found[0]);
    assert_eq!(lit(&harness, row), "bkout17");
    let texts = painted(&harness, row);
    let path = texts.iter().find(|text| text.starts_with(big_rig::NAME));
    let path = path.unwrap_or_else(|| panic!("no path in {texts:?}"));
    assert!(path.contains('…') && path.ends_with("joint_16"), "{path}");

    // Names that have the letters as one word come before names that only contain them.
    let mut harness = window(rig());
    searching(&mut harness, "HAND_L");
    assert_eq!(rows(&harness)[0], "hand_l");
    assert!(
        painted(&harness, row_of(&harness, "hand_l"))
            .iter()
            .any(|text| text.ends_with("lowerarm_l"))
    );
    // Materials and meshes are found as bones are.
    let mut harness = window(rig());
    searching(&mut harness, "cards");
    let cards = harness
        .query_all_by_role_and_label(Role::TreeItem, "hair_cards")
        .count();
    assert_eq!(cards, 2, "the material, and the mesh that has no other name");
}

#[test]
fn enter_selects_the_best_gives_the_keyboard_back_and_goes_on() {
    let mut harness = window(rig());
    searching(&mut harness, "calf");
    let found = rows(&harness);
    actions(&mut harness);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    assert_eq!(selected(&harness), Some(bone(session_of(&harness), &found[0])));
    assert!(!is_typing(&harness));
    actions(&mut harness);
    harness.key_press(Key::G);
    harness.key_press(Key::Space);
    assert_eq!(
        actions(&mut harness),
        [Switch::GRID.toggle(), Action::Playback(PlaybackAction::TogglePlay)],
        "the view has the keyboard"
    );
    for next in [&found[1], &found[2]] {
        harness.key_press(Key::Enter);
        harness.run_steps(3);
        assert_eq!(selected(&harness), Some(bone(session_of(&harness), next)));
    }
    assert_eq!(rows(&harness), found, "what was found stays");
}

#[test]
fn escape_ends_the_search_at_the_selection_and_nothing_more() {
    let mut harness = window(rig());
    let chosen = selecting(&mut harness, &hair_joint(9, 28));
    searching(&mut harness, "root");
    assert!(
        harness
            .query_by_role_and_label(Role::TreeItem, &hair_joint(9, 28))
            .is_none()
    );
    actions(&mut harness);
    harness.key_press(Key::Escape);
    harness.run_steps(4);
    assert_eq!(actions(&mut harness), []);
    assert!(!is_typing(&harness));
    assert_eq!(selected(&harness), Some(chosen));
    row_of(&harness, &hair_joint(9, 28));
    // The next one means what it always does.
    harness.key_press(Key::Escape);
    assert_eq!(actions(&mut harness), [Action::Escape]);
    // Letters taken away one by one end it as well.
    selecting(&mut harness, &hair_joint(9, 28));
    searching(&mut harness, "x");
    harness.key_press(Key::Backspace);
    harness.run_steps(4);
    row_of(&harness, &hair_joint(9, 28));
}

#[test]
fn arrows_walk_and_fold_and_do_not_seek() {
    let mut harness = window(rig());
    harness.get_by_role_and_label(Role::TreeItem, "pelvis").click();
    harness.run_steps(3);
    actions(&mut harness);
    let name = |harness: &Panels| match selected(harness) {
        Some(Selected::Bone(_, bone)) => {
            let model = session_of(harness).stage().models()[0].model();
            model.skeleton.name(bone).to_owned()
        }
        other => format!("{other:?}"),
    };
    let press = |harness: &mut Panels, key: Key| {
        harness.key_press(key);
        harness.run_steps(3);
        let asked = actions(harness);
        let seeks = asked.iter().any(|action| !matches!(action, Action::Selection(_)));
        assert!(!seeks, "{key:?}: {asked:?}");
        name(harness)
    };
    // Folded first, if it opened unfolded.
    let mut at = press(&mut harness, Key::ArrowLeft);
    if at == "pelvis" {
        at = press(&mut harness, Key::ArrowLeft);
    }
    assert_eq!(at, "root", "from a folded one to its parent");
    assert_eq!(
        press(&mut harness, Key::ArrowRight),
        "pelvis",
        "from an open one to its first child"
    );
    let folded = rows(&harness).len();
    assert!(harness.query_by_label("Unfold pelvis").is_some());
    assert_eq!(press(&mut harness, Key::ArrowRight), "pelvis", "unfolds");
    assert!(rows(&harness).len() > folded);
    assert_eq!(press(&mut harness, Key::ArrowRight), "spine_01");
    assert_eq!(press(&mut harness, Key::ArrowUp), "pelvis");
    assert_eq!(press(&mut harness, Key::ArrowDown), "spine_01");
    press(&mut harness, Key::End);
    // The last row is a folded list.
    press(&mut harness, Key::ArrowRight);
    press(&mut harness, Key::End);
    assert!(
        matches!(selected(&harness), Some(Selected::Material(..))),
        "the last row"
    );
    press(&mut harness, Key::Home);
    assert!(matches!(selected(&harness), Some(Selected::Model(_))), "the first row");
    press(&mut harness, Key::PageDown);
    assert!(
        !matches!(selected(&harness), Some(Selected::Model(_))),
        "a page further"
    );
    press(&mut harness, Key::PageUp);
    assert!(matches!(selected(&harness), Some(Selected::Model(_))), "and back");
    // Keys that the tree does not take mean what they always do.
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!(
        actions(&mut harness),
        [Action::Playback(PlaybackAction::Seek(Seek::End))]
    );
    harness.key_press(Key::Space);
    assert_eq!(actions(&mut harness), [Action::Playback(PlaybackAction::TogglePlay)]);
    // And without the keyboard the same keys seek.
    let middle = harness.state().shown().viewport.center();
    harness.hover_at(middle);
    harness.drag_at(middle);
    harness.drop_at(middle);
    harness.run_steps(3);
    actions(&mut harness);
    harness.key_press(Key::ArrowRight);
    assert_eq!(
        actions(&mut harness),
        [Action::Playback(PlaybackAction::Seek(Seek::Step(1.0)))]
    );
}

#[test]
fn the_keyboard_goes_from_the_search_into_what_was_found() {
    let mut harness = window(rig());
    searching(&mut harness, "spine");
    let found = rows(&harness);
    for name in &found[..3] {
        harness.key_press(Key::ArrowDown);
        harness.run_steps(3);
        assert_eq!(selected(&harness), Some(bone(session_of(&harness), name)));
        assert!(!is_typing(&harness));
    }
    harness.key_press(Key::End);
    harness.run_steps(4);
    let last = rows(&harness).last().cloned().expect("rows");
    assert_eq!(selected(&harness), Some(bone(session_of(&harness), &last)));
}

/// How many things the search has found, as its field tells.
pub fn count(harness: &Panels) -> usize {
    let field = harness.get_by_role_and_label(Role::TextInput, "Search names").rect();
    let texts = painted(harness, field.expand2(vec2(40.0, 4.0)));
    let mut numbers = texts
        .iter()
        .filter_map(|text| text.replace('\u{a0}', "").parse::<usize>().ok());
    numbers.next_back().unwrap_or(0)
}

/// Typing over many names costs a picture no more than a slice of them; letters that follow look at what was found.
#[test]
fn a_picture_looks_at_a_slice_of_the_names() {
    let mut harness = window(fixture::opened(vec![fixture::chain(65_000)]));
    harness.state().panels().focus_search();
    harness.run_steps(2);
    harness
        .get_by_role_and_label(Role::TextInput, "Search names")
        .type_text("link_64");
    let mut seen = Vec::new();
    for _ in 0..70 {
        harness.run_steps(1);
        seen.push(count(&harness));
    }
    assert!(seen.is_sorted(), "{seen:?}");
    assert!(seen.windows(2).all(|two| two[1] - two[0] <= 1024), "{seen:?}");
    assert!(*seen.last().expect("passes") > 1111, "{seen:?}");
    assert_eq!(rows(&harness)[0], "link_64");
}

#[test]
fn a_rig_opens_with_meshes_shapes_and_materials_in_sight() {
    let harness = window(rig());
    let seen = rows(&harness);
    for name in [
        "Skeleton",
        "pelvis",
        "IK and constraints",
        "Meshes",
        "body",
        "hair_cards",
        "Blend shapes",
        "Materials",
    ] {
        assert!(seen.iter().any(|row| row == name), "{name} is not in sight: {seen:?}");
    }
}

#[test]
fn icons_tell_joints_leaves_helpers_and_meshes_apart() {
    let mut harness = window(rig());
    let mut icon = |name: &str| {
        selecting(&mut harness, name);
        let texts = painted(&harness, row_of(&harness, name));
        // The arrow that folds comes before it.
        let is_icon = |text: &&String| text.chars().count() == 1 && text.as_str() >= "\u{e000}";
        texts.iter().rfind(is_icon).cloned().expect("an icon")
    };
    let icons = ["index_01_l", "face_03_04", "pole_knee_l"].map(&mut icon);
    let mesh = Selected::Mesh(session_of(&harness).stage().models()[0].key, MeshIndex::new(0));
    act(&mut harness, Action::Selection(SelectionAction::Select(Some(mesh))));
    harness.run_steps(3);
    let texts = painted(&harness, row_of(&harness, "body"));
    assert_eq!(std::collections::BTreeSet::from(icons.clone()).len(), 3, "{icons:?}");
    assert!(!texts.iter().any(|text| icons.contains(text)), "{texts:?}");
}

#[test]
fn models_of_several_files_are_told_apart_by_these() {
    let mut other = fixture::walker();
    (other.key, other.name) = (FileKey(2), "walker_winter.cast".into());
    let harness = window(fixture::opened(vec![fixture::walker(), other]));
    let models: Vec<Rect> = harness
        .query_all_by_role_and_label(Role::TreeItem, "walker")
        .map(|row| row.rect())
        .collect();
    let files = models.iter().map(|row| painted(&harness, *row));
    let files: Vec<String> = files
        .filter_map(|texts| texts.into_iter().find(|text| text.ends_with(".cast")))
        .collect();
    assert_eq!(files, ["walker.cast", "walker_winter.cast"]);
    // One file needs no telling.
    let harness = window(paused());
    assert!(
        !painted(&harness, row_of(&harness, "walker"))
            .iter()
            .any(|text| text.ends_with(".cast"))
    );
}

#[test]
fn a_selection_made_elsewhere_is_scrolled_to_and_stays() {
    let mut harness = window(rig());
    let item = bone(session_of(&harness), &hair_joint(10, 30));
    act(&mut harness, Action::Selection(SelectionAction::Select(Some(item))));
    harness.run_steps(3);
    let at = row_of(&harness, &hair_joint(10, 30));
    harness.run_steps(40);
    assert_eq!(row_of(&harness, &hair_joint(10, 30)), at, "the list does not drift on");
}
