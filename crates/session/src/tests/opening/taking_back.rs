//! A drop as one step: undo, redo, *Keep both*, and hanging what was dropped over a bone.

use super::*;
use crate::joining::problems;
use crate::stage::watched;
use castview_base::core::BoneIndex;
use castview_picture::PlacedKey;

/// The part of a session that an undo must restore.
#[derive(Debug, PartialEq)]
struct Seen {
    models: Vec<String>,
    clips: Vec<String>,
    playing: Option<String>,
    frame: Option<f64>,
    is_playing: bool,
    edits: Edits,
    camera: castview_base::core::Camera,
}

fn seen(session: &Session) -> Seen {
    Seen {
        models: model_names(session).into_iter().map(str::to_owned).collect(),
        clips: (session.stage().clips().iter()).map(|clip| clip.name.clone()).collect(),
        playing: session.active_clip().map(|clip| clip.name.clone()),
        frame: session.frame(),
        is_playing: session.is_playing(),
        edits: session.edits().clone(),
        camera: session.view().camera(),
    }
}

/// A pilot in motion, with a hidden mesh, seen by a camera that somebody has placed.
fn in_use() -> Session {
    let mut session = with_pilot(vec![clip("walk", "hip", None)]);
    session.advance(0.3);
    let key = session.stage().models()[0].key;
    let mesh = Selected::Mesh(key, MeshIndex::new(0));
    session.apply(Action::Selection(SelectionAction::ToggleShown(mesh)));
    session.apply(Action::View(ViewAction::Camera(CameraMove::Pan(glam::vec2(0.2, 0.1)))));
    session
}

fn hand(session: &Session) -> (PlacedKey, BoneIndex) {
    (session.stage().models()[0].key, BoneIndex::new(1))
}

fn over(session: &Session) -> Placement {
    let (leader, bone) = hand(session);
    Placement::Over { leader, bone }
}

fn on(session: &Session) -> Placement {
    let (leader, bone) = hand(session);
    Placement::On { leader, bone }
}

fn labels(effects: &[Effect]) -> Vec<String> {
    let mut labels = Vec::new();
    for effect in effects {
        if let Effect::Notify(notice) = effect {
            labels.extend(notice.actions.iter().map(|action| action.label.to_string()));
        }
    }
    labels
}

#[test]
fn one_undo_takes_a_drop_back_whole_and_one_redo_does_it_again() {
    let other = || file(2, vec![model("other")], vec![clip("run", "hip", None)]);
    let clips = || file(3, vec![], vec![clip("wave", "hip", None)]);
    for way in ["replace", "add", "over", "on"] {
        for batch in [vec![other()], vec![clips()], vec![other(), clips()]] {
            let mut session = in_use();
            let before = seen(&session);
            let placement = match way {
                "replace" => Placement::Replace,
                "add" => Placement::Add,
                "over" => over(&session),
                _ => on(&session),
            };
            open(&mut session, batch, placement);
            let after = seen(&session);
            assert_ne!(before, after, "{way}");
            session.apply(Action::Undo);
            assert_eq!(seen(&session), before, "{way}");
            session.apply(Action::Redo);
            assert_eq!(seen(&session), after, "{way}");
            session.apply(Action::Undo);
            assert_eq!(seen(&session), before, "{way}");
            // Steps from before the drop can be undone, too.
            session.apply(Action::Undo);
            assert!(
                session.edits().hidden_meshes.is_empty() && !session.history.can_undo(),
                "{way}"
            );
        }
    }
}

#[test]
fn what_was_changed_after_a_drop_is_undone_first() {
    let mut session = in_use();
    let before = seen(&session);
    open(
        &mut session,
        vec![file(2, vec![model("two")], vec![])],
        Placement::Replace,
    );
    let key = session.stage().models()[0].key;
    session.apply(Action::Selection(SelectionAction::Select(Some(Selected::Model(key)))));
    open(
        &mut session,
        vec![file(3, vec![model("three")], vec![])],
        Placement::Replace,
    );
    let last = seen(&session);
    session.apply(Action::Undo);
    assert_eq!(
        (model_names(&session), session.edits().selected),
        (vec!["two"], Some(Selected::Model(key)))
    );
    session.apply(Action::Undo);
    assert_eq!((model_names(&session), session.edits().selected), (vec!["two"], None));
    session.apply(Action::Undo);
    assert_eq!(seen(&session), before);
    (0..3).for_each(|_| drop(session.apply(Action::Redo)));
    assert_eq!(seen(&session), last);
}

#[test]
fn the_undo_after_keep_both_takes_the_whole_drop_back() {
    for hang in [StageAction::AddInstead, StageAction::HangInstead] {
        let mut session = in_use();
        let before = seen(&session);
        let placement = over(&session);
        open(&mut session, vec![file(2, vec![model("two")], vec![])], placement);
        session.apply(Action::Stage(hang.clone()));
        assert_eq!(model_names(&session), ["pilot", "two"]);
        let both = seen(&session);
        session.apply(Action::Undo);
        assert_eq!(seen(&session), before, "{hang:?}");
        session.apply(Action::Redo);
        assert_eq!(seen(&session), both, "{hang:?}");
    }
}

#[test]
fn keep_both_keeps_what_plays_and_what_was_changed() {
    let mut session = in_use();
    let frame = session.frame();
    open(
        &mut session,
        vec![file(2, vec![model("two")], vec![])],
        Placement::Replace,
    );
    assert!(session.active_clip().is_none());
    let two = session.stage().models()[0].key;
    let mesh = Selected::Mesh(two, MeshIndex::new(0));
    session.apply(Action::Selection(SelectionAction::ToggleShown(mesh)));
    session.apply(Action::Stage(StageAction::AddInstead));
    assert_eq!(session.active_clip().map(|clip| &*clip.name), Some("walk"));
    assert_eq!((session.frame(), session.is_playing()), (frame, true));
    assert_eq!(session.edits().hidden_meshes.len(), 2, "of the old and of the new one");
}

#[test]
fn a_drop_over_a_bone_opens_and_offers_to_hang() {
    let mut session = in_use();
    let (leader, bone) = hand(&session);
    let placement = over(&session);
    let effects = open(&mut session, vec![file(2, vec![model("gun")], vec![])], placement);
    assert_eq!(model_names(&session), ["gun"]);
    assert_eq!(notices(&effects)[0], "Opened file2.cast in place of file1.cast.");
    assert_eq!(labels(&effects), ["Hang it on spine", "Keep both"]);
    session.apply(Action::Stage(StageAction::HangInstead));
    assert_eq!(model_names(&session), ["pilot", "gun"]);
    let gun = session.stage().models()[1].key;
    let hangs = Some(&Attachment::Bone { leader, bone });
    assert_eq!(session.edits().attachments.get(&gun), hangs);
    assert!(session.edits().moved.is_empty(), "it belongs on the bone, not beside");
    // It is done: the offer is no more.
    assert!(!problems::stands(&session, &Problem::Replaced));
    session.apply(Action::Stage(StageAction::HangInstead));
    assert_eq!(session.stage().models().len(), 2);
}

#[test]
fn what_hangs_at_once_says_where() {
    let mut session = in_use();
    let placement = on(&session);
    let effects = open(&mut session, vec![file(2, vec![model("gun")], vec![])], placement);
    assert_eq!(notices(&effects)[0], "Hung on spine of pilot: file2.cast.");
    assert_eq!(labels(&effects), ["Undo", "Open in place"]);
}

/// Someone hesitated over a bone and did not mean it.
#[test]
fn what_hangs_at_once_is_taken_back_or_opened_by_its_notice() {
    let mut session = in_use();
    let before = seen(&session);
    let placement = on(&session);
    open(&mut session, vec![file(2, vec![model("gun")], vec![])], placement);
    assert!(problems::stands(&session, &Problem::Hung));
    // The selection of the new model goes with it.
    let gun = session.stage().models()[1].key;
    session.apply(Action::Selection(SelectionAction::Select(Some(Selected::Model(gun)))));
    session.apply(Action::Stage(StageAction::TakeBackHung));
    assert_eq!(seen(&session), before);
    assert!(!problems::stands(&session, &Problem::Hung), "the offer ends");

    open(&mut session, vec![file(2, vec![model("gun")], vec![])], placement);
    let effects = session.apply(Action::Stage(StageAction::OpenInstead));
    assert_eq!(seen(&session), before, "until the files are there");
    let load = effects.iter().find_map(|effect| match effect {
        Effect::Load {
            locations, placement, ..
        } => Some((locations.clone(), *placement)),
        _ => None,
    });
    let (locations, placement) = load.expect("the files are read again");
    assert_eq!((locations.len(), placement), (1, Placement::Replace));
    assert!(locations[0].ends_with("file2.cast"), "{locations:?}");
    // One step takes what is opened then back, too.
    open(
        &mut session,
        vec![file(2, vec![model("gun")], vec![])],
        Placement::Replace,
    );
    assert_eq!(model_names(&session), ["gun"]);
    session.apply(Action::Undo);
    assert_eq!(seen(&session), before);
}

/// Nothing was replaced: there is nothing to keep both of.
#[test]
fn keep_both_is_offered_only_where_something_was_replaced() {
    let mut session = with_pilot(vec![]);
    let batch = || {
        vec![
            file(1, vec![model("pilot")], vec![]),
            file(2, vec![model("two")], vec![]),
        ]
    };
    let effects = open(&mut session, batch(), Placement::Replace);
    assert_eq!(model_names(&session), ["pilot", "two"]);
    assert!(
        !session.history.can_keep_both() && !labels(&effects).contains(&"Keep both".to_owned()),
        "{effects:?}"
    );
    session.apply(Action::Undo);
    assert_eq!(model_names(&session), ["pilot"]);
}

#[test]
fn an_offer_ends_with_an_undo_and_comes_back_with_a_redo() {
    let mut session = with_pilot(vec![]);
    open(
        &mut session,
        vec![file(2, vec![model("two")], vec![])],
        Placement::Replace,
    );
    session.apply(Action::Undo);
    assert!(!session.history.can_keep_both());
    session.apply(Action::Redo);
    session.apply(Action::Stage(StageAction::AddInstead));
    assert_eq!(model_names(&session), ["pilot", "two"]);
}

/// The content of files is never taken back.
#[test]
fn a_file_that_was_read_again_since_the_drop_stays_as_it_was_read_last() {
    let mut session = with_pilot(vec![]);
    open(
        &mut session,
        vec![file(2, vec![], vec![clip("run", "hip", None)])],
        Placement::Replace,
    );
    let again = file(1, vec![model("changed")], vec![]);
    open(&mut session, vec![again], Placement::Replace);
    session.apply(Action::Undo);
    assert_eq!(
        (model_names(&session), session.stage().clips().len()),
        (vec!["changed"], 0)
    );
}

/// Their images were on the way when they were replaced, and arrived for nobody; and what has changed while it was away is read again.
#[test]
fn files_that_come_back_are_read_again_where_they_are_not_whole_or_have_changed() {
    let textured = |state| {
        let entry = TextureEntry {
            reference: "skin.png".into(),
            location: None,
            file_bytes: 0,
            full_size: None,
            parts: None,
            elsewhere: Default::default(),
            state,
        };
        let file = file(1, vec![model("pilot")], vec![]);
        let scene = Scene {
            textures: vec!["skin.png".into()],
            ..(*file.scene).clone()
        };
        OpenedFile {
            textures: vec![entry],
            scene: Arc::new(scene),
            ..file
        }
    };
    for (state, changes, is_read) in [
        (TextureState::Loading, false, true),
        (TextureState::Unused, false, false),
        (TextureState::Unused, true, true),
    ] {
        let mut session = Session::default();
        session.preferences.files.watches = true;
        open(&mut session, vec![textured(state)], Placement::Replace);
        open(
            &mut session,
            vec![file(2, vec![model("two")], vec![])],
            Placement::Replace,
        );
        if changes {
            assert!(watched::watched(&session).contains(&"/tmp/file1.cast".to_owned()));
            let effects = session.receive(Message::FilesChanged(vec!["/tmp/file1.cast".into()]));
            assert!(effects.is_empty(), "it is not open: {effects:?}");
        }
        let effects = session.apply(Action::Undo).effects;
        let asked = |effect: &Effect| matches!(effect, Effect::Load { locations, placement: Placement::Reload, .. } if locations == &["/tmp/file1.cast"]);
        assert_eq!(effects.iter().any(asked), is_read, "{effects:?}");
    }
}
