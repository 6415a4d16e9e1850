//! The table of the keys of one channel.

use crate::big_rig::{self, LAST_FRAME};
use crate::panels::*;
use crate::time::dope_sheet::chain_clip;
use castview_session::{SelectionAction, Switch, WindowAction};

/// The rig of a character, with `name` selected, paused at the first frame.
fn rig_with(name: &str) -> Session {
    let mut session = fixture::opened(vec![big_rig::opened()]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Start)));
    let selected = bone(&session, name);
    session.apply(Action::Selection(SelectionAction::Select(Some(selected))));
    session
}

/// Labels of the rows in sight, and whether the playhead is there.
fn rows(harness: &Panels) -> Vec<(String, bool)> {
    let rows = harness.query_all_by_role(Role::Row);
    let said = rows.filter_map(|row| {
        let node = row.accesskit_node();
        let label = node.label().filter(|label| label.starts_with("Key: "))?;
        Some((label, node.toggled() == Some(egui::accesskit::Toggled::True)))
    });
    said.collect()
}

fn marked(harness: &Panels) -> Vec<String> {
    let rows = rows(harness).into_iter();
    rows.filter(|(_, here)| *here).map(|(said, _)| said).collect()
}

fn row_at(harness: &Panels, frame: u32) -> Rect {
    let start = format!("Key: frame {frame},");
    harness.get_by_label_contains(&start).rect()
}

#[test]
fn one_key_shows_the_keys_of_the_selected_bone_and_a_click_goes_to_one() {
    let mut harness = window(rig_with("head"));
    harness.key_press_modifiers(Modifiers::SHIFT, Key::K);
    harness.run_steps(3);
    assert_eq!(
        rows(&harness).first().map(|(_, here)| *here),
        Some(true),
        "{:?}",
        rows(&harness)
    );
    let at = row_at(&harness, 10).center();
    harness.hover_at(at);
    harness.run_steps(1);
    harness.get_by_label_contains("Key: frame 10,").click();
    harness.run_steps(3);
    assert_eq!(session_of(&harness).frame(), Some(10.0));
    let now = marked(&harness);
    assert!(now.len() == 1 && now[0].starts_with("Key: frame 10,"), "{now:?}");
    // Between two keys the one before is where the playhead is.
    act(&mut harness, Action::Playback(PlaybackAction::Seek(Seek::Frame(13.5))));
    let now = marked(&harness);
    assert!(now.len() == 1 && now[0].starts_with("Key: frame 10,"), "{now:?}");
}

/// The number that stands in the file at the byte the table tells is the number beside it.
#[test]
fn the_byte_of_a_key_leads_to_its_value_in_the_file() {
    let mut session = rig_with("head");
    session.apply(Switch::KEY_TABLE.toggle());
    session.apply(Action::Window(WindowAction::SetDockHeight(300.0)));
    let harness = window(session);
    let file = big_rig::bytes();
    let rows = rows(&harness);
    assert!(rows.len() >= 5, "{rows:?}");
    let mut seen = Vec::new();
    for (said, _) in rows {
        let cell = |title: &str| {
            let part = said.split(", ").find_map(|part| part.strip_prefix(title));
            part.unwrap_or_else(|| panic!("{said} has no{title}")).to_owned()
        };
        let byte = cell("byte ");
        let byte = usize::from_str_radix(byte.trim_start_matches("0x"), 16).expect("hexadecimal");
        let stored: [u8; 16] = file[byte..byte + 16].try_into().expect("four floats");
        let w = f32::from_le_bytes([stored[12], stored[13], stored[14], stored[15]]);
        assert_eq!(format!("{w:.3}"), cell("w "), "{said}");
        let x = f32::from_le_bytes([stored[0], stored[1], stored[2], stored[3]]);
        seen.push(x.to_bits());
    }
    seen.dedup();
    assert!(seen.len() > 3, "the head turns, so keys differ");
}

#[test]
fn arrows_walk_through_keys_and_channels_while_the_table_has_the_keyboard() {
    let mut session = paused();
    let spine = bone(&session, "j_spine4");
    session.apply(Action::Selection(SelectionAction::Select(Some(spine))));
    session.apply(Switch::KEY_TABLE.toggle());
    let mut harness = window(session);
    let keys_of = |harness: &Panels| -> Vec<String> {
        let all = harness.query_all_by_role(Role::RadioButton);
        let chosen = all.filter(|node| node.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True));
        chosen.filter_map(|node| node.accesskit_node().label()).collect()
    };
    let first = keys_of(&harness);
    assert_eq!(first, ["Keys of translation x"]);
    harness.get_by_label("Keys of translation x").click();
    harness.run_steps(2);
    let frames: Vec<f64> = [Key::ArrowDown, Key::ArrowDown, Key::ArrowUp, Key::End, Key::Home]
        .into_iter()
        .map(|key| {
            harness.key_press(key);
            harness.run_steps(3);
            session_of(&harness).frame().expect("it plays")
        })
        .collect();
    let tracks = &session_of(&harness).active_clip().expect("it plays").clip().tracks;
    let keys = &tracks
        .iter()
        .find(|track| track.target == "j_spine4")
        .expect("driven")
        .keys;
    let wanted = [1, 2, 1, keys.len() - 1, 0].map(|at| keys.frame(at));
    assert_eq!(frames, wanted);
    harness.key_press(Key::ArrowRight);
    harness.run_steps(3);
    assert_eq!(keys_of(&harness), ["Keys of translation y"]);
    // Another bone shows its channel of the same property.
    let hip = bone(session_of(&harness), "j_hip_le");
    act(&mut harness, Action::Selection(SelectionAction::Select(Some(hip))));
    let shown = keys_of(&harness);
    assert_eq!(shown.len(), 1, "{shown:?}");
}

/// As many rows as there is room for, whatever the clip's length, and the last key is as near as the first.
#[test]
fn rows_out_of_sight_cost_nothing() {
    let count = |keys: u32, frame: f64| {
        let mut session = fixture::opened(vec![fixture::chain(2), chain_clip(2, keys)]);
        session.apply(Action::Playback(PlaybackAction::Pause));
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
        let link = bone(&session, "link_0");
        session.apply(Action::Selection(SelectionAction::Select(Some(link))));
        session.apply(Switch::KEY_TABLE.toggle());
        let harness = window(session);
        let shapes = harness.output().shapes.len();
        (rows(&harness).len(), marked(&harness), shapes)
    };
    let (few, ..) = count(100, 0.0);
    let (many, here, shapes) = count(36_000, 35_999.0);
    assert!(
        (3..30).contains(&few) && many.abs_diff(few) <= 2,
        "{few} and {many} rows"
    );
    assert!(here.len() == 1 && here[0].starts_with("Key: frame 35999,"), "{here:?}");
    let (.., of_few) = count(100, 99.0);
    assert!(shapes < 2 * of_few, "{of_few} and {shapes} shapes");
}

#[test]
fn the_table_is_copied_with_all_digits() {
    let mut session = rig_with("head");
    session.apply(Switch::KEY_TABLE.toggle());
    let mut harness = window(session);
    harness.get_by_label("Copy keys").click();
    harness.run_steps(3);
    harness.get_by_label("Copy as CSV").click();
    let asked = actions(&mut harness);
    let copied = asked.into_iter().find_map(|action| match action {
        Action::Window(WindowAction::Copy(text)) => Some(text),
        _ => None,
    });
    let copied = copied.expect("something is copied");
    let lines: Vec<&str> = copied.lines().collect();
    assert_eq!(lines[0], "frame,x,y,z,w,flags,byte");
    assert_eq!(lines.len() as u32, 2 + LAST_FRAME / 5);
    let scene = big_rig::scene();
    let track = scene.clips[0].tracks.iter().find(|track| track.target == "head");
    let Some(Values::Rotation(values)) = track.map(|track| &track.values) else {
        panic!("the head turns");
    };
    for (line, value) in lines[1..].iter().zip(values.iter()) {
        let cells: Vec<&str> = line.split(',').collect();
        let copied: Vec<f32> = cells[1..5].iter().map(|cell| cell.parse().expect("a number")).collect();
        assert_eq!(copied, value, "{line}");
    }
}

#[test]
fn without_keys_the_table_says_why() {
    let mut session = rig_with("head");
    session.apply(Switch::KEY_TABLE.toggle());
    session.apply(Action::Selection(SelectionAction::Select(None)));
    let mut harness = window(session);
    assert!(harness.query_by_label_contains("to see its keys").is_some());
    let still = session_of(&harness).stage().models()[0].model();
    let still = still.skeleton.find("helper_01").or(still.skeleton.find("root"));
    let key = session_of(&harness).stage().models()[0].key;
    let still = Selected::Bone(key, still.expect("the rig has it"));
    act(&mut harness, Action::Selection(SelectionAction::Select(Some(still))));
    assert!(harness.query_by_label_contains("has no keys in this clip").is_some());
}
