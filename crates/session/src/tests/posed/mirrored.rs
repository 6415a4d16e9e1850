//! Poses by hand, and copied poses, seen in a mirror.

use super::*;
use castview_base::core::BoneIndex;
use castview_picture::PlacedKey;
use glam::Quat;

/// The right arm lies otherwise than the left one, the places of both are the same on both sides of x = 0.
fn dancer() -> Model {
    let bones: [(&str, Option<usize>, [f32; 3], Quat); 6] = [
        ("root", None, [0.0, 1.0, 0.0], Quat::from_rotation_y(0.4)),
        ("arm_l", Some(0), [1.0, 2.0, 0.5], Quat::from_rotation_z(0.7)),
        ("hand_l", Some(1), [2.0, 2.5, 0.0], Quat::from_rotation_x(-1.0)),
        ("arm_r", Some(0), [-1.0, 2.0, 0.5], Quat::from_rotation_y(2.0)),
        ("hand_r", Some(3), [-2.0, 2.5, 0.0], Quat::IDENTITY),
        ("tail", Some(0), [0.0, 1.0, -1.0], Quat::from_rotation_z(-0.3)),
    ];
    let placed = |at: usize| {
        let (_, _, place, turn) = bones[at];
        glam::Affine3A::from_rotation_translation(turn, place.into())
    };
    let bone = |at: usize| Bone {
        name: bones[at].0.into(),
        parent: bones[at].1,
        rest: Transform::of_affine(bones[at].1.map_or(glam::Affine3A::IDENTITY, placed).inverse() * placed(at)),
        ..Bone::default()
    };
    Model {
        skeleton: Skeleton::new((0..bones.len()).map(bone).collect()).expect("parents come first"),
        ..model("dancer")
    }
}

fn staged() -> (Session, PlacedKey) {
    let mut session = Session::default();
    let files = vec![file(1, vec![dancer()], vec![clip("walk", "root", None)])];
    open(&mut session, files, Placement::Replace);
    let key = session.stage().clips()[0].key;
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(key))));
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(0.0))));
    let model = session.stage().models()[0].key;
    (session, model)
}

fn hand(session: &mut Session, action: HandPoseAction) -> Vec<Effect> {
    let action = Action::Composition(CompositionAction::PoseByHand(action));
    session.apply(action).effects
}

fn turn(session: &mut Session, model: PlacedKey, bone: usize, value: Vec3) {
    let bone = BoneIndex::new(bone);
    let part = HandPart::Turn;
    let set = HandPoseAction::Set {
        model,
        bone,
        part,
        value,
    };
    hand(session, set);
    session.apply(Action::Composition(CompositionAction::EndDrag));
}

fn select(session: &mut Session, item: Option<Selected>) {
    session.apply(Action::Selection(SelectionAction::Select(item)));
}

/// Where each bone is, by its name.
fn places(session: &Session) -> std::collections::BTreeMap<String, Vec3> {
    let placed = &session.stage().models()[0];
    let skeleton = &placed.model().skeleton;
    let place = |bone: BoneIndex| Vec3::from(placed.pose().model_from_bone[bone.get()].translation);
    let bones = skeleton.bones();
    bones
        .map(|bone| (skeleton.name(bone).to_owned(), place(bone)))
        .collect()
}

/// Whether each bone is where the mirror shows its twin.
fn assert_mirrored(before: &Session, after: &Session) {
    let (before, after) = (places(before), places(after));
    for (name, place) in &before {
        let twin = castview_motion::animation::mirrored(name);
        let there = after[twin.as_ref().unwrap_or(name)];
        assert!(
            there.abs_diff_eq(*place * Vec3::new(-1.0, 1.0, 1.0), 1e-4),
            "{name}: {place} {there}"
        );
    }
}

#[test]
fn all_bones_posed_by_hand_are_mirrored_and_back() {
    let (mut session, model) = staged();
    session.apply(Action::Playback(PlaybackAction::ChooseClip(None)));
    let (mut other, _) = staged();
    other.apply(Action::Playback(PlaybackAction::ChooseClip(None)));
    for session in [&mut session, &mut other] {
        turn(session, model, 0, Vec3::new(5.0, 10.0, 15.0));
        turn(session, model, 1, Vec3::new(40.0, -30.0, 20.0));
        turn(session, model, 3, Vec3::new(0.0, 60.0, 0.0));
        turn(session, model, 5, Vec3::new(0.0, 0.0, 25.0));
    }
    let posed = session.edits().hand_poses.clone();
    assert_eq!(session.apply(command("pose_mirror").action()).effects, []);
    assert_mirrored(&other, &session);
    session.apply(command("pose_mirror").action());
    for ((bone, again), (_, change)) in session.edits().hand_poses.iter().zip(posed.iter()) {
        assert!(again.rotation.abs_diff_eq(change.rotation, 1e-5), "{bone:?}");
        assert!(again.translation.abs_diff_eq(change.translation, 1e-5), "{bone:?}");
    }
    session.apply(Action::Undo);
    assert_mirrored(&other, &session);
    session.apply(Action::Undo);
    assert_eq!(session.edits().hand_poses, posed, "one step each");
}

#[test]
fn selected_bones_change_places_with_the_other_side() {
    let (mut session, model) = staged();
    let bone = |bone| Selected::Bone(model, BoneIndex::new(bone));
    let posed = |session: &Session| -> Vec<usize> {
        let poses = session.edits().hand_poses.iter();
        poses.map(|((_, bone), _)| bone.get()).collect()
    };
    turn(&mut session, model, 1, Vec3::X * 30.0);
    turn(&mut session, model, 5, Vec3::Y * 30.0);
    select(&mut session, Some(bone(1)));
    hand(&mut session, HandPoseAction::Mirror);
    assert_eq!(posed(&session), [3, 5], "the tail is not selected");
    hand(&mut session, HandPoseAction::Mirror);
    assert_eq!(posed(&session), [1, 5], "whichever of both is selected");
    select(&mut session, Some(bone(4)));
    let effects = hand(&mut session, HandPoseAction::Mirror);
    let told = "Nothing was mirrored: neither the selected bones nor those of the other side are posed by hand.";
    assert_eq!((notices(&effects), posed(&session)), (vec![told], vec![1, 5]));
    select(&mut session, Some(Selected::Model(model)));
    hand(&mut session, HandPoseAction::Mirror);
    assert_eq!(posed(&session), [3, 5]);
}

#[test]
fn a_copied_pose_is_pasted_as_a_mirror_shows_it() {
    let (mut session, model) = staged();
    let (mut other, _) = staged();
    for session in [&mut session, &mut other] {
        turn(session, model, 1, Vec3::new(40.0, -30.0, 20.0));
        turn(session, model, 2, Vec3::new(0.0, 90.0, 0.0));
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(7.0))));
        select(session, Some(Selected::Model(model)));
    }
    let effects = session.apply(command("pose_copy").action()).effects;
    let Some(Effect::CopyText(text)) = effects.first().cloned() else {
        panic!("{effects:?}");
    };
    hand(&mut session, HandPoseAction::ResetAll);
    let mirrored = true;
    assert_eq!(
        session.apply(command("pose_paste_mirrored").action()).effects,
        [Effect::PastePose { mirrored }]
    );
    let paste = |text: &str| HandPoseAction::PasteText {
        text: text.to_owned(),
        mirrored,
    };
    let effects = hand(&mut session, paste(&text));
    assert_eq!(notices(&effects), ["Pasted the pose of 6 bones."]);
    assert_mirrored(&other, &session);
    // The left arm alone goes to the right one.
    hand(&mut session, HandPoseAction::ResetAll);
    select(&mut session, Some(Selected::Bone(model, BoneIndex::new(1))));
    let arm = "{\"castview_pose\":1,\"bones\":[{\"name\":\"arm_l\",\"translation\":[1,1,0],\"rotation\":[0,0,0,1],\"scale\":[1,1,1]}]}";
    hand(&mut session, paste(arm));
    let posed: Vec<usize> = session
        .edits()
        .hand_poses
        .iter()
        .map(|((_, bone), _)| bone.get())
        .collect();
    assert_eq!(posed, [3]);
    let told = "No pose was pasted: the clipboard holds none; copy the pose of selected bones first.";
    assert_eq!(notices(&hand(&mut session, paste("/tmp/hero.cast"))), [told]);
}

#[test]
fn without_left_and_right_nothing_is_mirrored() {
    let mut session = with_pilot(Vec::new());
    let model = session.stage().models()[0].key;
    turn(&mut session, model, 0, Vec3::X * 30.0);
    let posed = session.edits().hand_poses.clone();
    let effects = hand(&mut session, HandPoseAction::Mirror);
    let told = "Nothing was mirrored: no two bones of pilot have names of left and right.";
    assert_eq!(notices(&effects), [told]);
    assert_eq!(session.edits().hand_poses, posed);
}
