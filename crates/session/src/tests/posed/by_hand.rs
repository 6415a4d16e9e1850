//! Bones that the user poses over what the clips make.

use super::*;
use crate::saved::saved_view;
use crate::saved::show_saved;
use crate::view::surfaces::legend;
use castview_base::core::{BoneIndex, Transform};
use castview_motion::animation::{Unposed, over};
use castview_picture::PlacedKey;
use glam::{Affine3A, Quat, Vec3};

/// At frame 10 of `walk`, which puts the hip at 10.
fn staged() -> (Session, PlacedKey) {
    let mut session = with_pilot(vec![clip("walk", "hip", None)]);
    let key = session.stage().clips()[0].key;
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(key))));
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(10.0))));
    let model = session.stage().models()[0].key;
    (session, model)
}

fn pose(session: &mut Session, action: HandPoseAction) {
    session.apply(Action::Composition(CompositionAction::PoseByHand(action)));
}

fn set(session: &mut Session, model: PlacedKey, bone: usize, part: HandPart, value: Vec3) {
    let bone = BoneIndex::new(bone);
    let action = HandPoseAction::Set {
        model,
        bone,
        part,
        value,
    };
    pose(session, action);
}

fn end_drag(session: &mut Session) {
    session.apply(Action::Composition(CompositionAction::EndDrag));
}

fn shown(session: &Session) -> Vec<Affine3A> {
    session.stage().models()[0].pose().model_from_bone.clone()
}

fn legend_words(session: &Session) -> Vec<String> {
    let legends = legend::legends(session).into_iter();
    legends
        .flat_map(|legend| legend.entries)
        .map(|entry| entry.words)
        .collect()
}

#[test]
fn a_bone_is_posed_over_its_clip_and_its_children_follow() {
    let (mut session, model) = staged();
    let before = shown(&session);
    let clip = session.stage().models()[0].pose().local[0];
    set(&mut session, model, 0, HandPart::Turn, Vec3::new(0.0, 0.0, 90.0));
    end_drag(&mut session);
    set(&mut session, model, 0, HandPart::Shift, Vec3::new(0.0, 2.0, 0.0));
    end_drag(&mut session);
    let change = *session
        .edits()
        .hand_poses
        .change(model, BoneIndex::new(0))
        .expect("it is posed");
    let local = session.stage().models()[0].pose().local.clone();
    assert_eq!(local[0], over(&clip, &change));
    assert!(local[0].affine().abs_diff_eq(clip.affine() * change.affine(), 1e-5));
    let after = shown(&session);
    assert!(
        after[1].abs_diff_eq(after[0] * (before[0].inverse() * before[1]), 1e-5),
        "the child goes along"
    );
    // The clip goes on below.
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(5.0))));
    assert_eq!(hip_x(&session), 5.0);
    assert_eq!(
        session.edits().hand_poses.change(model, BoneIndex::new(0)),
        Some(&change)
    );
    for step in ["the shift", "the turn"] {
        assert!(session.history.can_undo(), "{step}");
        session.apply(Action::Undo);
    }
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(10.0))));
    assert_eq!(shown(&session), before);
    assert!(session.edits().hand_poses.is_empty() && hand_pose_words(&session).is_none());
    session.apply(Action::Redo);
    session.apply(Action::Redo);
    assert_eq!(
        session.edits().hand_poses.change(model, BoneIndex::new(0)),
        Some(&change)
    );
}

#[test]
fn what_is_posed_by_hand_is_marked_until_it_is_reset() {
    let (mut session, model) = staged();
    let before = shown(&session);
    assert_eq!(hand_pose_words(&session), None);
    let command_is_on = |session: &Session, name| command(name).is_enabled(session);
    assert!(!command_is_on(&session, "pose_reset_all"));
    for bone in [0, 1] {
        set(&mut session, model, bone, HandPart::Scale, Vec3::splat(2.0));
    }
    let told = "Posed by hand: 2 bones";
    assert_eq!(hand_pose_words(&session).as_deref(), Some(told));
    assert_eq!(legend_words(&session), [told], "a picture says so");
    let placed = &session.stage().models()[0];
    let line = selection::posed_by(&session, placed, BoneIndex::new(0)).line;
    assert_eq!(line, "clip walk, hand");
    // Where the rest pose hides it, the mark says so and the picture does not.
    session.apply(Action::Composition(CompositionAction::SetPosed {
        unposed: Unposed::Rest,
        weight: 0.0,
    }));
    assert_eq!(
        hand_pose_words(&session).as_deref(),
        Some("Posed by hand: 2 bones, left out by the rest pose")
    );
    assert!(legend_words(&session).is_empty());
    session.apply(Action::Composition(CompositionAction::SetPosed {
        unposed: Unposed::Rest,
        weight: 1.0,
    }));
    // One bone, then the rest.
    let bone = Selected::Bone(model, BoneIndex::new(1));
    session.apply(Action::Selection(SelectionAction::Select(Some(bone))));
    assert!(command_is_on(&session, "pose_reset"));
    session.apply(command("pose_reset").action());
    assert_eq!(hand_pose_words(&session).as_deref(), Some("Posed by hand: 1 bone"));
    assert!(!command_is_on(&session, "pose_reset"));
    session.apply(command("pose_reset_all").action());
    assert_eq!((hand_pose_words(&session), shown(&session)), (None, before));
    session.apply(Action::Undo);
    assert_eq!(hand_pose_words(&session).as_deref(), Some("Posed by hand: 1 bone"));
}

#[test]
fn another_file_clears_it_and_a_view_keeps_it() {
    let (mut session, model) = staged();
    set(&mut session, model, 1, HandPart::Turn, Vec3::new(30.0, -20.0, 10.0));
    let (view, posed) = (saved_view(&session), shown(&session));
    let command = session.view_command();
    if let Some(command) = command {
        assert!(
            command.for_models(&session).view.edits.hand_poses.is_empty(),
            "models are as the files say"
        );
    }
    let text = serde_json::to_string(&view).expect("a view is plain data");
    let mut other = staged().0;
    let read = serde_json::from_str(&text).expect("it was just written");
    show_saved(&mut other, &read).expect("the same files are open");
    assert_eq!(shown(&other), posed);
    assert_eq!(other.edits().hand_poses.count(), 1);
    open(
        &mut session,
        vec![file(2, vec![super::model("guard")], vec![])],
        Placement::Replace,
    );
    assert!(session.edits().hand_poses.is_empty() && hand_pose_words(&session).is_none());
}

#[test]
fn a_stop_before_the_hand_leaves_it_out() {
    let (mut session, model) = staged();
    let clip = shown(&session);
    set(&mut session, model, 0, HandPart::Shift, Vec3::X);
    let posed = shown(&session);
    let stop = |session: &mut Session, after| {
        let stopped = Some(Stopped { model, after });
        session.apply(Action::Composition(CompositionAction::Stop(stopped)));
    };
    stop(
        &mut session,
        StopAfter::Layer(None, castview_motion::animation::LayerPart::Whole),
    );
    assert_eq!(shown(&session), clip);
    assert_eq!(
        hand_pose_words(&session).as_deref(),
        Some("Posed by hand: 1 bone, left out by the stop")
    );
    stop(&mut session, StopAfter::ByHand);
    assert_eq!(shown(&session), posed);
    assert_eq!(
        stopped_words(&session).as_deref(),
        Some("Stopped after the pose by hand")
    );
    pose(&mut session, HandPoseAction::ResetAll);
    assert_eq!(session.edits().stopped, None, "its step is gone");
}

#[test]
fn all_selected_bones_get_the_number_and_spaces_tell_it() {
    let (mut session, model) = staged();
    let bone = |bone| Selected::Bone(model, BoneIndex::new(bone));
    session.apply(Action::Selection(SelectionAction::Select(Some(bone(0)))));
    session.apply(Action::Selection(SelectionAction::Toggle(bone(1))));
    set(&mut session, model, 0, HandPart::Turn, Vec3::new(0.0, 100.0, 0.0));
    assert_eq!(session.edits().hand_poses.count(), 2);
    let placed = |session: &Session| session.stage().models()[0].clone();
    let told = |session: &Session, typed| told_change(session, &placed(session), BoneIndex::new(0), typed);
    let typed = Vec3::new(0.0, 100.0, 0.0);
    assert_eq!(told(&session, Some(typed))[0], typed, "as it was typed");
    assert_ne!(told(&session, None)[0], typed, "other angles of the same turn");
    end_drag(&mut session);
    for space in HandSpace::ALL {
        pose(&mut session, HandPoseAction::TellIn(space));
        for (at, part, value) in [
            (0, HandPart::Turn, Vec3::new(10.0, 20.0, -30.0)),
            (1, HandPart::Shift, Vec3::new(1.0, -2.0, 0.5)),
            (2, HandPart::Scale, Vec3::new(1.0, 2.0, 0.5)),
        ] {
            set(&mut session, model, 0, part, value);
            let read = told(&session, None)[at];
            assert!((read - value).length() < 1e-2, "{space:?} {part:?}: {read}");
        }
    }
    // Values that are no numbers, and a scale of 0, change nothing.
    let before = shown(&session);
    set(&mut session, model, 0, HandPart::Turn, Vec3::splat(f32::NAN));
    set(&mut session, model, 0, HandPart::Shift, Vec3::splat(f32::INFINITY));
    set(&mut session, model, 0, HandPart::Scale, Vec3::ZERO);
    set(&mut session, model, 900, HandPart::Scale, Vec3::ONE * 3.0);
    assert_eq!(shown(&session), before);
    let change = session
        .edits()
        .hand_poses
        .change(model, BoneIndex::new(0))
        .expect("it is posed");
    assert!(Quat::is_normalized(change.rotation) && Transform::IDENTITY != *change);
}

fn drag(session: &mut Session, part: HandPart, axis: usize, way: f32) {
    pose(session, HandPoseAction::Drag { part, axis, way });
}

/// The mark of a pose by hand takes room at the foot of the picture.
#[test]
fn the_view_stays_under_a_drag() {
    let (mut session, model) = staged();
    let bone = Selected::Bone(model, BoneIndex::new(0));
    session.apply(Action::Selection(SelectionAction::Select(Some(bone))));
    let foot = |session: &mut Session, height| session.apply(Action::View(ViewAction::KeepFoot(height)));
    foot(&mut session, 0);
    let framed = session.view().camera();
    foot(&mut session, 60);
    assert_ne!(
        session.view().camera(),
        framed,
        "it makes room while nobody has moved it"
    );
    foot(&mut session, 0);
    let before = session.view().camera();
    pose(&mut session, HandPoseAction::BeginDrag);
    drag(&mut session, HandPart::Turn, 2, 1.0);
    foot(&mut session, 60);
    assert_eq!(session.view().camera(), before);
}

#[test]
fn a_drag_starts_from_the_pose_before_it_and_is_one_step() {
    let (mut session, model) = staged();
    let bone = |bone| Selected::Bone(model, BoneIndex::new(bone));
    let change = |session: &Session, bone| session.edits().hand_poses.change(model, BoneIndex::new(bone)).copied();
    session.apply(Action::Selection(SelectionAction::Select(Some(bone(0)))));
    session.apply(Action::Selection(SelectionAction::Toggle(bone(1))));
    drag(&mut session, HandPart::Turn, 2, 1.0);
    assert!(session.edits().hand_poses.is_empty(), "nothing was taken hold of");
    pose(&mut session, HandPoseAction::BeginDrag);
    for way in [0.3, 0.9, 0.6] {
        drag(&mut session, HandPart::Turn, 2, way);
    }
    for at in [0, 1] {
        let turned = change(&session, at).expect("each about its own axes").rotation;
        assert!(turned.abs_diff_eq(Quat::from_rotation_z(0.6), 1e-5), "{turned}");
    }
    end_drag(&mut session);
    session.apply(Action::Undo);
    assert!(session.edits().hand_poses.is_empty(), "one step");
    // In the world's axes a bone below another one goes along.
    pose(&mut session, HandPoseAction::TellIn(HandSpace::World));
    pose(&mut session, HandPoseAction::BeginDrag);
    drag(&mut session, HandPart::Shift, 0, 2.0);
    assert_eq!(session.edits().hand_poses.count(), 1);
    drag(&mut session, HandPart::Scale, 1, 1.0);
    assert_eq!(
        change(&session, 0).expect("it is scaled").scale,
        Vec3::new(1.0, 2.0, 1.0)
    );
    drag(&mut session, HandPart::Scale, 7, 1.0);
    drag(&mut session, HandPart::Turn, 0, f32::NAN);
    drag(&mut session, HandPart::Turn, 0, 0.0);
    end_drag(&mut session);
    assert!(
        session.edits().hand_poses.is_empty(),
        "a drag back to where it began leaves nothing"
    );
}

/// The text that copying leaves.
fn copied(session: &mut Session) -> String {
    let copy = Action::Composition(CompositionAction::PoseByHand(HandPoseAction::CopyPose));
    let effects = session.apply(copy).effects;
    let text = effects.iter().find_map(|effect| match effect {
        Effect::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    text.expect("something is selected")
}

fn pasted(session: &mut Session, text: &str) -> Vec<String> {
    let effects = session
        .apply(Action::Window(WindowAction::Paste(text.to_owned())))
        .effects;
    notices(&effects).into_iter().map(str::to_owned).collect()
}

#[test]
fn a_copied_pose_is_pasted_onto_another_model() {
    let (mut session, model) = staged();
    set(&mut session, model, 0, HandPart::Turn, Vec3::new(10.0, 20.0, 30.0));
    set(&mut session, model, 1, HandPart::Shift, Vec3::new(1.0, -2.0, 3.0));
    session.apply(Action::Selection(SelectionAction::Select(Some(Selected::Model(model)))));
    let local = |session: &Session| session.stage().models()[0].pose().local.clone();
    let (text, posed) = (copied(&mut session), local(&session));
    pose(&mut session, HandPoseAction::ResetAll);
    // At another frame the clip has the bones elsewhere.
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(3.0))));
    assert_eq!(pasted(&mut session, &text), ["Pasted the pose of 2 bones."]);
    for (bone, wanted) in local(&session).iter().zip(&posed) {
        assert!(
            bone.translation.abs_diff_eq(wanted.translation, 1e-5),
            "{bone:?} {wanted:?}"
        );
        assert!(bone.rotation.abs_diff_eq(wanted.rotation, 1e-5) && bone.scale.abs_diff_eq(wanted.scale, 1e-5));
    }
    session.apply(Action::Undo);
    assert!(session.edits().hand_poses.is_empty(), "one step");
    let other = text.replace("spine", "tail");
    let told = "Pasted the pose of 1 bone; 1 of the text found no bone to pose.";
    assert_eq!(pasted(&mut session, &other), [told]);
}

#[test]
fn text_that_is_no_pose_is_refused_with_a_sentence() {
    let (mut session, model) = staged();
    session.apply(Action::Selection(SelectionAction::Select(Some(Selected::Model(model)))));
    let text = copied(&mut session);
    let bone = |numbers: &str| format!("{{\"castview_pose\":1,\"bones\":[{{\"name\":\"hip\",{numbers}}}]}}");
    for (text, why) in [
        (text[..text.len() - 3].to_owned(), "the text is broken"),
        (
            text.replace("\"castview_pose\":1", "\"castview_pose\":9"),
            "it is of version 9",
        ),
        (text.replace("\"bones\"", "\"more\""), "the text is broken"),
        (
            text.replace("hip", "x").replace("spine", "y"),
            "has no bone of these names",
        ),
        (
            "{\"castview_pose\":1,\"bones\":[]}".to_owned(),
            "has no bone of these names",
        ),
        (
            bone("\"translation\":[1e39,0,0],\"rotation\":[0,0,0,1],\"scale\":[1,1,1]"),
            "",
        ),
        (
            bone("\"translation\":[0,0,0],\"rotation\":[0,0,0,0],\"scale\":[1,1,1]"),
            "hip stands nowhere",
        ),
    ] {
        let told = pasted(&mut session, &text);
        assert!(
            told.len() == 1 && told[0].starts_with("No pose was pasted: ") && told[0].contains(why),
            "{told:?}"
        );
        assert!(session.edits().hand_poses.is_empty(), "{text}");
    }
}
