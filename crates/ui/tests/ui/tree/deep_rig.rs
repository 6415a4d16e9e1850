//! The tree over a rig with chains 30 bones deep: names that can be told apart, and the path to them.

use crate::big_rig::{self, HAIR_JOINTS, hair_joint};
use crate::panels::*;
use castview_session::view;
use castview_session::{SelectionAction, Switch};
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
fn names_deep_in_a_chain_keep_both_ends_and_begin_with_crumbs() {
    let mut harness = window(rig());
    selecting(&mut harness, &hair_joint(3, HAIR_JOINTS));
    let mut seen = 0;
    for joint in 25..=HAIR_JOINTS {
        let name = hair_joint(3, joint);
        let row = row_of(&harness, &name);
        let texts = painted(&harness, row);
        // A number would read as the bone's index.
        assert!(texts.contains(&"…›".to_owned()), "{name}: {texts:?}");
        let is_number = |text: &String| text.chars().all(|letter| letter.is_ascii_digit());
        assert!(!texts.iter().any(is_number), "{name}: {texts:?}");
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
    // With what stands above it, which the indent does not show so deep.
    let path = told.iter().find(|text| text.ends_with(&name));
    assert!(
        path.is_some_and(|path| path.contains(&hair_joint(3, HAIR_JOINTS - 1))),
        "{told:?}"
    );

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

/// Each of the first eight levels below a root is indented, with a line below every row above it.
#[test]
fn rows_are_indented_with_guide_lines_down_to_eight_levels() {
    // High enough for a whole chain.
    let mut harness = build(builder(vec2(1280.0, 3000.0)), rig());
    selecting(&mut harness, &hair_joint(3, 1));
    harness.run_steps(3);
    let skeleton = session_of(&harness).stage().models()[0].model().skeleton.clone();
    let bone = skeleton.find(&hair_joint(3, 1)).expect("it is there");
    let above: Vec<String> = skeleton
        .ancestors_and_self(bone)
        .map(|bone| skeleton.name(bone).to_owned())
        .collect();
    let mut lefts: Vec<(f32, usize)> = Vec::new();
    // From the root on, as far as rows are in sight.
    for (depth, name) in above.iter().rev().enumerate() {
        let Some(row) = harness
            .query_by_role_and_label(Role::TreeItem, name)
            .map(|row| row.rect())
        else {
            continue;
        };
        let mut text = None;
        let mut guides = 0;
        for clipped in &harness.output().shapes {
            match &clipped.shape {
                Shape::Text(shape) if row.contains(shape.visual_bounding_rect().center()) => {
                    let words = shape.galley.text();
                    if words.chars().any(|letter| letter.is_ascii_alphabetic()) && text.is_none() {
                        text = Some(shape.visual_bounding_rect().left());
                    }
                }
                Shape::LineSegment { points: [from, to], .. }
                    if from.x == to.x && (from.y - row.top()).abs() < 1.0 && (to.y - row.bottom()).abs() < 1.0 =>
                {
                    guides += 1;
                }
                _ => {}
            }
        }
        assert_eq!(guides, (depth + 2).min(10), "{name}: one line for each row above it");
        lefts.push((text.expect("it has a name"), depth));
    }
    let deepest = lefts.iter().map(|(_, depth)| *depth).max();
    assert!(lefts.len() > 4 && deepest >= Some(8), "{lefts:?}");
    for pair in lefts.windows(2) {
        let [(before, _), (left, depth)] = pair else {
            unreachable!()
        };
        let is_indented = left - before > 6.0;
        assert!(is_indented || *depth > 8, "{lefts:?}");
    }
}

/// Shift and a click on the arrow, and the menu: all below goes along.
#[test]
fn all_below_a_row_is_folded_and_unfolded_at_once() {
    let mut harness = window(rig());
    let root = selecting(&mut harness, &hair_joint(3, 1));
    let Selected::Bone(..) = root else { panic!("{root:?}") };
    let first = hair_joint(3, 1);
    let second = hair_joint(3, 2);
    let third = hair_joint(3, 3);
    let sees = |harness: &Panels, name: &str| harness.query_by_role_and_label(Role::TreeItem, name).is_some();
    let arrow = |harness: &Panels, verb: &str| {
        let label = format!("{verb} {first}");
        harness
            .get_by_role_and_label(Role::DisclosureTriangle, &label)
            .rect()
            .center()
    };
    let shift_click = |harness: &mut Panels, at: Pos2| {
        harness.hover_at(at);
        harness.run_steps(1);
        for pressed in [true, false] {
            harness.event(egui::Event::PointerButton {
                pos: at,
                button: egui::PointerButton::Primary,
                pressed,
                modifiers: Modifiers::SHIFT,
            });
            harness.run_steps(1);
        }
        harness.run_steps(3);
    };
    assert!(!sees(&harness, &second), "a chain waits for a click");
    let at = arrow(&harness, "Unfold");
    shift_click(&mut harness, at);
    assert!(
        sees(&harness, &second) && sees(&harness, &third),
        "all of it is unfolded"
    );
    let at = arrow(&harness, "Fold");
    shift_click(&mut harness, at);
    assert!(!sees(&harness, &second));
    harness.get_by_role_and_label(Role::TreeItem, &first).click();
    harness.run_steps(3);
    // The next level alone: what is below was folded, too.
    harness.key_press(Key::ArrowRight);
    harness.run_steps(3);
    assert!(sees(&harness, &second) && !sees(&harness, &third));
    harness.get_by_role_and_label(Role::TreeItem, &first).click_secondary();
    harness.run_steps(3);
    harness.get_by_label_contains("Unfold all below").click();
    harness.run_steps(4);
    assert!(sees(&harness, &third));
}

/// The menu of a bone answers what is asked about it, for this very bone.
#[test]
fn the_menu_of_a_bone_shows_its_trail_its_curves_and_copies_it() {
    let mut harness = window(paused());
    let item = selecting(&mut harness, "j_head");
    let menu = |harness: &mut Panels, name: &str, entry: &str| {
        harness.get_by_role_and_label(Role::TreeItem, name).click_secondary();
        harness.run_steps(3);
        // Other things have such names: the entry stands above that which every menu ends with.
        let end = harness
            .query_all_by_label_contains("Copy name")
            .last()
            .expect("a menu")
            .rect();
        let apart = |rect: Rect| (rect.left() - end.left()).abs() + (rect.width() - end.width()).abs();
        let all = harness.query_all_by_label_contains(entry);
        let nearest = all.min_by(|a, b| apart(a.rect()).total_cmp(&apart(b.rect())));
        nearest.expect("it is there").click();
        harness.run_steps(3);
    };
    let wrist = bone(session_of(&harness), "j_wrist_le");
    selecting(&mut harness, "j_wrist_le");
    selecting(&mut harness, "j_head");
    menu(&mut harness, "j_wrist_le", "Trail");
    assert_eq!(session_of(&harness).edits().selected, Some(wrist));
    let trails = session_of(&harness).aids().trail_bones().to_vec();
    assert!(
        matches!(trails[..], [(key, bone)] if Selected::Bone(key, bone) == wrist),
        "{trails:?}"
    );
    menu(&mut harness, "j_head", "Follow");
    assert_eq!(
        view::followed(session_of(&harness)).map(|(followed, _)| followed),
        Some(item)
    );
    menu(&mut harness, "j_head", "Only this");
    assert!(session_of(&harness).edits().is_solo());
    actions(&mut harness);
    menu(&mut harness, "j_wrist_le", "Copy transform");
    let copies = Action::Selection(SelectionAction::CopyTransform);
    assert!(actions(&mut harness).contains(&copies));
    menu(&mut harness, "j_wrist_le", "Curves");
    assert!(session_of(&harness).preferences().timeline.curve_view);
}

/// The key that copies is the system's event: it is the bone's unless a field has it.
#[test]
fn the_system_s_copy_takes_the_bone_s_numbers() {
    let mut harness = window(paused());
    selecting(&mut harness, "j_head");
    actions(&mut harness);
    harness.event(egui::Event::Copy);
    harness.run_steps(2);
    let copies = Action::Selection(SelectionAction::CopyTransform);
    assert!(actions(&mut harness).contains(&copies));
    let effects = harness.state_mut().session.apply(copies.clone()).effects;
    let [Effect::CopyText(text)] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert!(text.contains("j_head"), "{text}");
    harness.get_by_label("Search names").click();
    harness.run_steps(2);
    actions(&mut harness);
    harness.event(egui::Event::Copy);
    harness.run_steps(2);
    assert!(
        !actions(&mut harness).contains(&copies),
        "the field copies what is marked in it"
    );
}

/// After a click into the empty sky no row looks selected: neither by its color nor by the ring of the keyboard.
#[test]
fn nothing_selected_lights_no_row() {
    let mut harness = window(paused());
    selecting(&mut harness, "j_head");
    harness.get_by_role_and_label(Role::TreeItem, "j_head").click();
    harness.run_steps(3);
    assert!(session_of(&harness).edits().selected.is_some());
    let row = row_of(&harness, "j_head");
    let lit = |harness: &Panels| {
        let grounds = harness.output().shapes.iter().filter(|clipped| match &clipped.shape {
            Shape::Rect(shape) => (shape.rect.center() - row.center()).length() < 4.0 && shape.rect.height() > 10.0,
            _ => false,
        });
        grounds.count()
    };
    let selected = lit(&harness);
    // The app answers a click into the sky so.
    let sky = harness.state().shown().viewport.center();
    harness.hover_at(sky);
    harness.run_steps(2);
    press(&mut harness, sky);
    harness.drop_at(sky);
    act(&mut harness, Action::Selection(SelectionAction::Select(None)));
    harness.run_steps(4);
    // A band below every other row may stay.
    assert!(
        lit(&harness) <= 1 && lit(&harness) < selected,
        "{} of {selected}",
        lit(&harness)
    );
    assert!(!harness.ctx.memory(|memory| memory.focused().is_some()));
}

/// Names in the picture keep off what the window says it covers: the mark of a bone far off is told among that, and stands outside of
/// the tools.
#[test]
fn the_mark_of_a_bone_far_off_keeps_the_names_of_others_away() {
    let mut harness = window(rig());
    let viewport = harness.get_by_label("Viewport").rect();
    let covered = |harness: &Panels| session_of(harness).view().covered().to_vec();
    selecting(&mut harness, &hair_joint(1, HAIR_JOINTS));
    act(&mut harness, Switch::NAMES.toggle());
    let before = covered(&harness);
    let name = hair_joint(1, HAIR_JOINTS);
    // To each side of the view: the mark stands at another edge.
    for toward in [glam::Vec2::X, glam::Vec2::NEG_X, glam::Vec2::Y, glam::Vec2::NEG_Y] {
        act(&mut harness, Action::View(ViewAction::Camera(CameraMove::FrameAll)));
        act(
            &mut harness,
            Action::View(ViewAction::Camera(CameraMove::Pan(toward * 8.0))),
        );
        harness.run_steps(3);
        let mark = harness.get_by_label(&format!("{name} is outside the view")).rect();
        let told: Vec<[u32; 4]> = covered(&harness)
            .into_iter()
            .filter(|part| !before.contains(part))
            .collect();
        let [[left, top, right, bottom]] = told[..] else {
            panic!("{toward}: {told:?}")
        };
        let told = Rect::from_min_max(pos2(left as f32, top as f32), pos2(right as f32, bottom as f32));
        let told = told.translate(viewport.min.to_vec2());
        assert!(told.expand(1.0).contains_rect(mark), "{toward}: {mark:?} in {told:?}");
    }
}
