//! Several selected bones: related ones, undo, what shows them.

use super::*;
use crate::Related;
use crate::stage::hidden::is_hidden;
use castview_base::core::BoneIndex;
use castview_picture::PlacedKey;

/// Two models: `spine` with an arm on each side and a hand on the left one.
fn twins() -> (Session, PlacedKey, PlacedKey) {
    let parents = [None, Some(0), Some(1), Some(0)];
    let names = ["spine", "arm_l", "hand_l", "arm_r"];
    let skeleton = || {
        let bone = |index: usize| Bone {
            name: names[index].into(),
            rest: Transform {
                translation: Vec3::Y * (index as f32 + 1.0),
                ..Transform::IDENTITY
            },
            ..Bone::default()
        };
        Skeleton::of_parents(&parents, bone).expect("parents come first")
    };
    let twin = |name| Model {
        skeleton: skeleton(),
        ..model(name)
    };
    let mut session = Session::default();
    let clips = vec![clip("walk", "arm_l", None)];
    open(
        &mut session,
        vec![file(1, vec![twin("one"), twin("two")], clips)],
        Placement::Replace,
    );
    let [one, two] = [0, 1].map(|at| session.stage().models()[at].key);
    (session, one, two)
}

fn item(key: PlacedKey, bone: usize) -> Selected {
    Selected::Bone(key, BoneIndex::new(bone))
}

fn act(session: &mut Session, action: SelectionAction) -> Vec<Effect> {
    session.apply(Action::Selection(action)).effects
}

fn selected(session: &Session) -> Vec<Selected> {
    session.edits().all_selected().collect()
}

#[test]
fn related_bones_are_selected_and_what_is_missing_is_said() {
    let (mut session, one, two) = twins();
    for (bone, related, wanted) in [
        (
            0,
            Related::Children,
            vec![item(one, 0), item(one, 1), item(one, 2), item(one, 3)],
        ),
        (2, Related::Chain, vec![item(one, 2), item(one, 1)]),
        (1, Related::Mirror, vec![item(one, 3), item(one, 1)]),
        (1, Related::SameName, vec![item(two, 1), item(one, 1)]),
    ] {
        act(&mut session, SelectionAction::Select(Some(item(one, bone))));
        let effects = act(&mut session, SelectionAction::SelectRelated(related));
        assert!(effects.is_empty(), "{effects:?}");
        assert_eq!(selected(&session), wanted, "{related:?}");
    }
    // Again, and the first one is the active one again.
    act(&mut session, SelectionAction::SelectRelated(Related::SameName));
    assert_eq!(selected(&session), [item(one, 1), item(two, 1)]);
    for (bone, related, said) in [
        (2, Related::Children, "hand_l has no children."),
        (
            0,
            Related::Chain,
            "spine is no part of a chain: bones branch above it and below it.",
        ),
        (
            2,
            Related::Mirror,
            "hand_l has no mirror bone: no bone is named hand_r.",
        ),
        (0, Related::Mirror, "spine has no mirror bone: its name tells no side."),
    ] {
        act(&mut session, SelectionAction::Select(Some(item(one, bone))));
        let effects = act(&mut session, SelectionAction::SelectRelated(related));
        assert_eq!(notices(&effects), [said]);
        assert_eq!(selected(&session), [item(one, bone)]);
    }
}

#[test]
fn escape_leaves_the_active_one_and_undo_brings_the_others_back() {
    let (mut session, one, two) = twins();
    act(&mut session, SelectionAction::Select(Some(item(one, 1))));
    act(&mut session, SelectionAction::Toggle(item(two, 3)));
    act(&mut session, SelectionAction::Toggle(item(one, 0)));
    let all = [item(one, 0), item(one, 1), item(two, 3)];
    assert_eq!(selected(&session), all);
    session.apply(Action::Escape);
    assert_eq!(selected(&session), [item(one, 0)]);
    session.apply(Action::Escape);
    assert_eq!(selected(&session), []);
    session.apply(Action::Undo);
    session.apply(Action::Undo);
    assert_eq!(selected(&session), all);
    session.apply(Action::Undo);
    assert_eq!(selected(&session), [item(two, 3), item(one, 1)]);
    session.apply(Action::Redo);
    assert_eq!(selected(&session), all);
    act(&mut session, SelectionAction::Toggle(item(one, 0)));
    assert_eq!(
        selected(&session),
        [item(one, 1), item(two, 3)],
        "another one is active"
    );
    act(&mut session, SelectionAction::Select(Some(item(two, 3))));
    assert_eq!(selected(&session), [item(two, 3)]);
}

#[test]
fn everything_selected_is_marked_named_and_trailed() {
    let (mut session, one, two) = twins();
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(
        session.stage().clips()[0].key,
    ))));
    act(
        &mut session,
        SelectionAction::SelectAll {
            active: item(one, 1),
            others: vec![item(one, 3), item(two, 2)],
        },
    );
    let picture = session.picture([64, 64], 1);
    let marks = |at: usize| picture.models[at].bones.selected.as_ref().map(|flags| flags.to_vec());
    assert_eq!(marks(0), Some(vec![false, false, false, true]));
    assert_eq!(marks(1), Some(vec![false, false, true, false]));
    let names: Vec<&str> = picture.labels.iter().map(|label| label.text.as_str()).collect();
    assert_eq!(names, ["arm_l", "arm_r", "hand_l"]);
    session.apply(Switch::TRAIL.toggle());
    assert_eq!(session.aids.trail_bones().len(), 3);
    session.apply(Switch::TRAIL.toggle());
    assert!(session.aids.trail_bones().is_empty());
    // A model that is closed takes its part of the selection along.
    let file = session.stage().models()[0].file;
    session.apply(Action::Stage(StageAction::CloseFile(file)));
    assert_eq!(selected(&session), []);
}

#[test]
fn hiding_hides_all_that_is_selected() {
    let (mut session, one, two) = twins();
    act(
        &mut session,
        SelectionAction::SelectAll {
            active: Selected::Mesh(one, MeshIndex::new(0)),
            others: vec![Selected::Mesh(two, MeshIndex::new(0))],
        },
    );
    let picture = session.picture([64, 64], 1);
    assert_eq!(picture.models[1].also_selected_meshes, [MeshIndex::new(0)]);
    act(&mut session, SelectionAction::HideSelected);
    assert!(
        [one, two]
            .iter()
            .all(|key| is_hidden(&session, *key, MeshIndex::new(0)))
    );
}

/// As many bones as a Cast file can name, all of them selected: what is shown of them is bounded.
#[test]
fn all_bones_of_the_largest_skeleton_may_be_selected() {
    const BONES: usize = 65_535;
    let mut session = Session::default();
    let bone = |index: usize| Bone {
        name: index.to_string(),
        ..Bone::default()
    };
    let parents: Vec<Option<usize>> = (0..BONES).map(|bone| bone.checked_sub(1)).collect();
    let huge = Model {
        skeleton: Skeleton::of_parents(&parents, bone).expect("a chain"),
        ..model("huge")
    };
    open(
        &mut session,
        vec![file(1, vec![huge], vec![clip("walk", "7", None)])],
        Placement::Replace,
    );
    let key = session.stage().models()[0].key;
    act(&mut session, SelectionAction::Select(Some(item(key, 0))));
    act(&mut session, SelectionAction::SelectRelated(Related::Chain));
    assert_eq!(session.edits().selected_count(), BONES);
    let picture = session.picture([64, 64], 1);
    assert!(picture.labels.len() <= 501, "{}", picture.labels.len());
    let effects = session.apply(Switch::TRAIL.toggle());
    assert_eq!(notices(&effects).len(), 1);
    assert_eq!(session.aids.trail_bones().len(), 32);
    act(&mut session, SelectionAction::HideSelected);
    session.apply(Action::Undo);
}

#[test]
fn a_command_that_waits_for_a_selection_says_which() {
    let (mut session, one, _) = twins();
    let clip = session.stage().clips()[0].key;
    let mesh = Selected::Mesh(one, MeshIndex::new(0));
    let without: Vec<bool> = command::commands()
        .map(|command| command.is_enabled(&session))
        .collect();
    let mut waiting = Vec::new();
    for selected in [item(one, 1), mesh, Selected::Model(one), Selected::Clip(clip)] {
        session.apply(Action::Selection(SelectionAction::Select(Some(selected))));
        for (command, enabled) in command::commands().zip(&without) {
            if !enabled && command.is_enabled(&session) && !command.keys.is_empty() {
                // A selection can be undone.
                assert!(command.needs().is_some() || command.name == "undo", "{}", command.name);
                waiting.push(command.name);
            }
        }
    }
    assert!(waiting.contains(&"measure") && waiting.contains(&"hide"), "{waiting:?}");
    let effects = session.apply(Action::Window(WindowAction::TellNeed("measure"))).effects;
    assert_eq!(
        notices(&effects),
        ["Select one, two or three bones, or pin a vertex, to measure."]
    );
}
