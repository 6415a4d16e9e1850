//! The pose that is shown, written as a clip of one frame.

use super::*;
use crate::browser::file_dialog;
use crate::tests::rig_lines::legs;
use castview_base::core::{BoneIndex, Diagnostics, UpAxis};
use castview_formats::{Request, cast, import};
use castview_picture::PlacedKey;
use glam::{Affine3A, Quat};

/// The file that is written.
fn written(pose: &PosedClip) -> OpenedFile {
    let clips = std::slice::from_ref(&pose.clip);
    let mut losses = Diagnostics::default();
    let bytes = cast::encode(
        &Scene::default(),
        (Vec::new(), clips),
        &[],
        (pose.up, None),
        &mut losses,
    );
    assert!(losses.items().is_empty(), "{losses:?}");
    let read = import(bytes.into(), &Request::alone("salute.cast")).expect("a good file");
    assert!(read.diagnostics.items().is_empty(), "{:?}", read.diagnostics);
    OpenedFile {
        location: "/tmp/salute.cast".into(),
        ..OpenedFile::of(FileKey(9), "salute.cast", read.scene)
    }
}

fn act(session: &mut Session, action: CompositionAction) {
    session.apply(Action::Composition(action));
}

fn turn(session: &mut Session, model: PlacedKey, bone: usize, part: HandPart, value: Vec3) {
    let set = HandPoseAction::Set {
        model,
        bone: BoneIndex::new(bone),
        part,
        value,
    };
    act(session, CompositionAction::PoseByHand(set));
}

fn stands(session: &Session) -> (Vec<Affine3A>, Vec<Transform>, Vec<f32>) {
    let pose = session.stage().models()[0].pose();
    (
        pose.model_from_bone.clone(),
        pose.local.clone(),
        pose.shape_weights.clone(),
    )
}

/// Clip, layer, hand and rig are in the keys: the file alone makes the pose.
#[test]
fn a_saved_pose_is_the_one_that_was_shown() {
    let clips = vec![clip("walk", "hip", None), clip("lean", "hat", None)];
    let (mut session, model) = legs(1.0, clips);
    let keys: Vec<ClipKey> = session.stage().clips().iter().map(|entry| entry.key).collect();
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(keys[0]))));
    session.apply(Action::Playback(PlaybackAction::Pause));
    let layer = CompositionAction::AddLayer {
        clip: keys[1],
        model: None,
    };
    act(&mut session, layer);
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(7.25))));
    session.apply(Switch::RIG.toggle());
    turn(&mut session, model, 3, HandPart::Turn, Vec3::new(20.0, -40.0, 110.0));
    turn(&mut session, model, 2, HandPart::Scale, Vec3::new(1.0, 2.0, 0.5));
    act(
        &mut session,
        CompositionAction::SetShapeWeight {
            model,
            shape: BlendShapeIndex::new(0),
            weight: Some(0.625),
        },
    );
    let shown = stands(&session);
    let pose = posed_clip(&session, model).expect("it has bones");
    assert_eq!((&*pose.file_stem, &pose.told[..]), ("file1_pose", &[][..]));
    assert_eq!(pose.up, UpAxis::Z);
    let file = written(&pose);
    assert!(file.scene.models.is_empty(), "it adds no model");
    assert_eq!(file.scene.clips[0].range.end, 0.0);
    // On the model alone, with nothing over the file.
    session.apply(Switch::RIG.toggle());
    act(&mut session, CompositionAction::PoseByHand(HandPoseAction::ResetAll));
    act(&mut session, CompositionAction::ResetShapeWeights);
    open(&mut session, vec![file], Placement::Add);
    let clip = session.stage().clips().last().expect("it was opened").key;
    assert_eq!(clip.file, FileKey(9));
    for layer in session
        .edits()
        .layers()
        .iter()
        .map(|layer| layer.key)
        .collect::<Vec<_>>()
    {
        act(&mut session, CompositionAction::ChangeLayer(layer, LayerChange::Remove));
    }
    session.apply(Action::Playback(PlaybackAction::ChooseClip(None)));
    assert_ne!(stands(&session).0, shown.0, "it is the file that makes the pose");
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(clip))));
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(0.0))));
    let read = stands(&session);
    for (bone, (read, shown)) in read.0.iter().zip(&shown.0).enumerate() {
        assert!(read.abs_diff_eq(*shown, 1e-5), "{bone}: {read:?} {shown:?}");
    }
    for (read, shown) in read.1.iter().zip(&shown.1) {
        assert_eq!((read.translation, read.scale), (shown.translation, shown.scale));
        assert!(Quat::angle_between(read.rotation, shown.rotation) < 1e-3);
    }
    assert_eq!(read.2, shown.2);
}

/// Without a model the file shows the bones that were posed.
#[test]
fn a_saved_pose_alone_brings_its_skeleton() {
    let (session, model) = legs(1.0, Vec::new());
    let pose = posed_clip(&session, model).expect("it has bones");
    let mut alone = Session::default();
    open(&mut alone, vec![written(&pose)], Placement::Replace);
    let there = alone.stage().models()[0].model().skeleton.clone();
    let of = &session.stage().models()[0].model().skeleton;
    assert_eq!(there.len(), of.len());
    for bone in of.bones() {
        assert_eq!((there.name(bone), there.parent(bone)), (of.name(bone), of.parent(bone)));
    }
}

#[test]
fn bones_that_share_a_name_are_told() {
    let mut session = Session::default();
    let twins = Model {
        skeleton: bones(&["hip", "hip", "hip"]),
        ..model("twins")
    };
    open(&mut session, vec![file(1, vec![twins], Vec::new())], Placement::Replace);
    let model = session.stage().models()[0].key;
    let tracks = |session: &Session| {
        let pose = posed_clip(session, model).expect("it has bones");
        (pose.clip.tracks.len(), pose.told)
    };
    assert_eq!(tracks(&session), (8, Vec::new()), "they stand alike");
    turn(&mut session, model, 2, HandPart::Turn, Vec3::X * 30.0);
    let told = "Bones and shapes that share their name with an earlier one, and stand otherwise, are left out: 1.";
    assert_eq!(tracks(&session), (8, vec![told.to_owned()]));
}

#[test]
fn the_selected_model_is_saved_or_the_first() {
    let save = |session: &mut Session| session.apply(command("pose_save").action()).effects;
    let mut session = Session::default();
    assert!(!command("pose_save").is_enabled(&session));
    assert_eq!(save(&mut session), []);
    let files = vec![file(1, vec![model("pilot"), model("guard")], Vec::new())];
    open(&mut session, files, Placement::Replace);
    let keys: Vec<PlacedKey> = session.stage().models().iter().map(|placed| placed.key).collect();
    assert_eq!(save(&mut session), [Effect::SavePose(keys[0])]);
    let bone = Selected::Bone(keys[1], BoneIndex::new(1));
    session.apply(Action::Selection(SelectionAction::Select(Some(bone))));
    assert_eq!(save(&mut session), [Effect::SavePose(keys[1])]);
    // Where the desktop has no dialog.
    session.receive(Message::NoDialog {
        wants: DialogFor::Pose,
        name: "file1_pose.cast".into(),
    });
    let generation = file_dialog(&session).expect("it is open").question();
    let places = Places {
        location: "/poses".into(),
        ..Places::default()
    };
    session.receive(Message::Places { generation, places });
    let name = "salute.cast".to_owned();
    let typed = Action::Browser(BrowserAction::Dialog(DialogAction::Save(name.clone())));
    let folder = "/poses".to_owned();
    assert_eq!(session.apply(typed).effects, [Effect::SavePoseIn { folder, name }]);
}
