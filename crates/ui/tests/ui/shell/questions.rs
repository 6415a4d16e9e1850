//! Questions that people ask about the bones of a large rig: each answer is at most two gestures away (the table in `docs/guide.md`), and
//! the whole way from a file to a bone's numbers goes by keys alone.

use crate::big_rig::{self, hair_joint};
use crate::panels::*;
use crate::tree::deep_rig::{painted, rig, row_of, selecting};
use castview_picture::opened::{FileKey, OpenedFile};
use castview_session::view;
use castview_session::{BoneSpace, SelectionAction, WindowAction};

/// More is no answer but a search for one.
const MOST_GESTURES: usize = 2;

/// The window, and the gestures that one question has taken.
pub struct Asking {
    pub harness: Panels,
    gestures: usize,
}

impl Asking {
    /// Begins a question about a bone that the tree and the view show.
    pub fn of(name: &str) -> Self {
        Self::with(rig(), name)
    }

    pub fn with(session: Session, name: &str) -> Self {
        let mut harness = window(session);
        selecting(&mut harness, name);
        actions(&mut harness);
        Self { harness, gestures: 0 }
    }

    pub fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.gestures += 1;
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run_steps(4);
        work(&mut self.harness);
    }

    pub fn click(&mut self, name: &str) {
        self.gestures += 1;
        self.harness.get_by_label(name).click();
        self.harness.run_steps(4);
    }

    pub fn session(&self) -> &Session {
        session_of(&self.harness)
    }

    /// The names that stand in the view.
    fn named(&self) -> Vec<String> {
        let labels = self.session().picture([640, 480], 1).labels;
        labels.into_iter().map(|label| label.text).collect()
    }

    fn names_of_selected(&self) -> Vec<String> {
        let name = |item: Selected| match item {
            Selected::Bone(key, bone) => {
                let placed = self.session().stage().placed(key).expect("it is open");
                placed.model().skeleton.name(bone).to_owned()
            }
            other => panic!("{other:?}"),
        };
        self.session().edits().all_selected().map(name).collect()
    }

    pub fn texts(&self) -> Vec<String> {
        painted(&self.harness, Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 720.0)))
    }

    #[track_caller]
    pub fn answered(self, holds: bool) {
        assert!(holds, "this was not answered");
        assert!(self.gestures <= MOST_GESTURES, "it took {} gestures", self.gestures);
    }
}

#[test]
fn where_is_a_bone_of_this_name() {
    let mut harness = window(rig());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::F);
    harness.run_steps(3);
    let field = harness.get_by_role_and_label(Role::TextInput, "Search names");
    field.type_text("bkout17");
    harness.run_steps(3);
    harness.key_press(Key::Enter);
    harness.run_steps(4);
    // One way to the field, one word with its end.
    let asking = Asking { harness, gestures: 2 };
    let wanted = vec![hair_joint(1, 17)];
    let holds = asking.names_of_selected() == wanted && asking.named() == wanted;
    asking.answered(holds);
}

#[test]
fn what_is_its_name_and_what_does_it_hang_on() {
    let asking = Asking::of("hand_l");
    let named = asking.named().contains(&"hand_l".to_owned());
    let links = asking.harness.query_all_by_role(Role::Link);
    let path: Vec<String> = links.filter_map(|node| node.accesskit_node().label()).collect();
    let holds = named && path.ends_with(&["lowerarm_l".to_owned(), "hand_l".to_owned()]);
    asking.answered(holds);

    let mut all = Asking::of("hand_l");
    all.key(Modifiers::NONE, Key::B);
    all.key(Modifiers::NONE, Key::N);
    let holds = all.named().len() > 300;
    all.answered(holds);
}

#[test]
fn where_is_it_in_the_world_and_how_is_that_copied() {
    let mut asking = Asking::of("hand_l");
    asking.click("World space");
    let space = asking.session().preferences().bones.readout.space;
    let says = |node: &str| node.starts_with("T x ");
    let buttons = asking.harness.query_all_by_role(Role::Button);
    let label = buttons
        .filter_map(|node| node.accesskit_node().label())
        .find(|label| says(label));
    let label = label.expect("a number");
    asking.click(&label);
    let copied = actions(&mut asking.harness);
    let number = |action: &Action| match action {
        Action::Window(WindowAction::Copy(text)) => text.parse::<f64>().ok(),
        _ => None,
    };
    let copied = copied.iter().find_map(number);
    let Selected::Bone(key, bone) = bone(asking.session(), "hand_l") else {
        panic!("it is a bone");
    };
    let placed = asking.session().stage().placed(key).expect("it is open");
    let wanted = placed.bone_transform(bone, BoneSpace::World).translation.x;
    let holds = space == BoneSpace::World && copied.is_some_and(|copied| (copied - f64::from(wanted)).abs() < 1e-4);
    asking.answered(holds);
}

#[test]
fn what_are_its_curve_and_its_keys() {
    let mut asking = Asking::of("spine_02");
    asking.key(Modifiers::NONE, Key::V);
    asking.key(Modifiers::SHIFT, Key::K);
    let curve = asking.harness.query_by_label("Curve plot").is_some();
    // The clip turns it by 0.05 about x at the crest of its sine; frame 5 is a twelfth of it.
    let row = asking
        .harness
        .query_all_by_label_contains("Key: frame 5, x 0.01")
        .next()
        .is_some();
    assert!(curve && row, "{curve} {row} {:?}", asking.texts());
    asking.answered(curve && row);
}

/// Two clips are open: the inspector names the one that plays, and none for a bone that it leaves alone.
#[test]
fn which_clip_drives_it() {
    let mut other = big_rig::scene().clips.remove(0);
    other.name = "twist_only".into();
    other.tracks.truncate(1);
    other.tracks[0].target = "calf_twist_01_l".into();
    let files = || {
        let scene = Scene {
            clips: vec![other.clone()],
            ..Scene::default()
        };
        vec![big_rig::opened(), OpenedFile::of(FileKey(2), "twist_only.cast", scene)]
    };
    for (bone, wanted) in [("spine_02", Some(big_rig::CLIP)), ("calf_twist_01_l", None)] {
        let asking = Asking::with(fixture::opened(files()), bone);
        let inspector = Rect::from_min_max(pos2(960.0, 0.0), pos2(1280.0, 720.0));
        let said = painted(&asking.harness, inspector);
        let label = said.iter().position(|text| text == "driven by");
        assert_eq!(label.map(|at| said[at + 1].as_str()), wanted, "{bone}: {said:?}");
        let asleep = said.iter().any(|text| text.contains("does not drive this bone"));
        assert_eq!(asleep, wanted.is_none(), "{bone}: {said:?}");
        asking.answered(true);
    }
}

/// The numbers that are shown, against rest and pose taken apart here.
#[test]
fn how_far_is_it_from_rest() {
    let mut session = rig();
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(15.0))));
    let mut asking = Asking::with(session, "spine_02");
    asking.click("Offset space");
    let Selected::Bone(key, bone) = bone(asking.session(), "spine_02") else {
        panic!("it is a bone");
    };
    let placed = asking.session().stage().placed(key).expect("it is open");
    let (rest, posed) = (
        &placed.model().skeleton.rest()[bone.get()],
        &placed.pose().local[bone.get()],
    );
    let turn = rest.rotation.inverse() * posed.rotation;
    let way = rest.rotation.inverse() * (posed.translation - rest.translation);
    // The clip turns it by 0.05 about x at the crest of its sine.
    assert!((turn.x - 0.025_f32.sin()).abs() < 1e-6, "{turn}");
    let shown = |letter: &str, axis: &str| -> f32 {
        let start = format!("{letter} {axis} ");
        let buttons = asking.harness.query_all_by_role(Role::Button);
        let mut labels = buttons.filter_map(|node| node.accesskit_node().label());
        let label = labels.find(|label| label.starts_with(&start)).expect("a number");
        let number = label[start.len()..].replace('\u{2212}', "-");
        number.parse().expect("a plain number")
    };
    let wanted = [
        ("T", way.x, "x"),
        ("T", way.y, "y"),
        ("R", turn.x, "x"),
        ("R", turn.w, "w"),
    ];
    let holds = wanted
        .iter()
        .all(|(letter, value, axis)| (shown(letter, axis) - value).abs() < 1e-3);
    assert!(holds, "{wanted:?}");
    asking.answered(holds);
}

#[test]
fn what_does_a_constraint_tie_and_what_does_a_chain_reach_for() {
    for (bone, wanted) in [("helper_elbow_l", "lowerarm_l"), ("calf_l", "leg_l")] {
        let asking = Asking::of(bone);
        let lines = asking.session().picture([640, 480], 1).lines.len();
        let named = asking.named();
        let holds = lines > 0 && named.iter().any(|name| name.contains(wanted));
        assert!(holds, "{bone}: {lines} lines, {named:?}");
        asking.answered(holds);
    }
}

#[test]
fn the_rest_is_hidden_by_one_key() {
    let mut asking = Asking::of("head");
    let seen = |asking: &Asking| {
        let hidden = &asking.session().picture([64, 64], 1).models[0].hidden_meshes;
        hidden.iter().map(|hidden| !hidden).collect::<Vec<_>>()
    };
    assert_eq!(seen(&asking), [true, true]);
    asking.key(Modifiers::NONE, Key::Slash);
    let holds = seen(&asking) == [false, true];
    assert!(holds, "the head holds the hair: {:?}", seen(&asking));
    asking.key(Modifiers::NONE, Key::Slash);
    let holds = seen(&asking) == [true, true];
    asking.answered(holds);
}

#[test]
fn it_is_followed_and_its_way_and_speed_are_shown() {
    let mut asking = Asking::of("head");
    asking.key(Modifiers::NONE, Key::C);
    let follows = view::followed(asking.session()).map(|(bone, _)| bone) == Some(bone(asking.session(), "head"));
    asking.answered(follows);

    let mut asking = Asking::of("head");
    asking.key(Modifiers::SHIFT, Key::T);
    let picture = asking.session().picture([640, 480], 1);
    let legend = &picture.legends[0].entries;
    let holds = picture.trails.len() == 1 && legend.iter().any(|entry| entry.words.ends_with("/s"));
    asking.answered(holds);
}

#[test]
fn its_mirror_bone_and_its_twin_in_the_other_model_are_one_key_away() {
    let mut asking = Asking::of("hand_l");
    asking.key(Modifiers::SHIFT, Key::X);
    let both = asking.names_of_selected();
    asking.answered(both.contains(&"hand_r".to_owned()));

    let second = OpenedFile {
        location: "/home/someone/models/second.cast".into(),
        ..OpenedFile::of(FileKey(2), "second.cast", big_rig::scene())
    };
    let mut session = fixture::opened(vec![big_rig::opened(), second]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    let mut asking = Asking::with(session, "hand_l");
    asking.key(Modifiers::SHIFT, Key::E);
    let models: Vec<_> = asking
        .session()
        .edits()
        .all_selected()
        .filter_map(Selected::placed)
        .collect();
    let holds = asking.names_of_selected() == ["hand_l", "hand_l"] && models[0] != models[1];
    asking.answered(holds);
}

/// Open, play, scrub, find a bone, read its numbers, its curve and its keys, without a pointer.
#[test]
fn the_whole_way_goes_by_keys_alone() {
    let mut harness = window(Session::default());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::O);
    let asked = actions(&mut harness);
    assert!(
        asked.contains(&Action::Stage(castview_session::StageAction::ChooseFiles)),
        "{asked:?}"
    );
    // The system's dialog answers.
    harness.state_mut().session = fixture::opened(vec![big_rig::opened()]);
    harness.run_steps(3);
    assert!(session_of(&harness).playback().transport().playing);
    harness.key_press(Key::Space);
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowLeft);
    for _ in 0..3 {
        harness.key_press(Key::ArrowRight);
    }
    harness.run_steps(3);
    assert!(!session_of(&harness).playback().transport().playing);
    assert_eq!(session_of(&harness).frame(), Some(3.0));

    harness.key_press_modifiers(Modifiers::COMMAND, Key::F);
    harness.run_steps(3);
    let field = harness.get_by_role_and_label(Role::TextInput, "Search names");
    field.type_text("spine_02");
    harness.run_steps(3);
    for key in [Key::Enter, Key::Escape] {
        harness.key_press(key);
        harness.run_steps(4);
    }
    let spine = bone(session_of(&harness), "spine_02");
    assert_eq!(session_of(&harness).edits().selected, Some(spine));
    assert!(
        row_of(&harness, "spine_02").is_positive(),
        "the tree shows it when the search is over"
    );

    harness.key_press(Key::V);
    harness.run_steps(4);
    work(&mut harness);
    assert!(harness.query_by_label("Curve plot").is_some());
    harness.key_press_modifiers(Modifiers::SHIFT, Key::X);
    harness.key_press(Key::Slash);
    harness.run_steps(3);
    assert!(session_of(&harness).edits().is_solo());
    harness.key_press(Key::Slash);
    harness.run_steps(3);
    harness.key_press(Key::Escape);
    harness.run_steps(3);
    act(&mut harness, Action::Selection(SelectionAction::Hover(None)));
    assert!(session_of(&harness).edits().also_selected.is_empty());
}
