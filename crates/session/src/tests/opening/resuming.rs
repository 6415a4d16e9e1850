//! The next run finds what was open as it stood: camera, clips, frame and moves, of the files that are still there.

use super::*;
use crate::browser::remember;
use crate::{Attachment, CameraMove, LayerChange, Recent, ResumedAttachment};
use castview_base::core::{BoneIndex, Camera, ClipIndex, StandardView};
use castview_picture::PlacedKey;
use castview_picture::light::{EnvironmentMap, Preset};

/// Two files with a model each, the second clip of the first one stopped in its midst under a layer, a moved model, a turned camera.
fn worked_in() -> Session {
    let mut session = with_pilot(vec![clip("walk", "hip", None), clip("run", "hip", None)]);
    let hat = file(2, vec![model("hat")], vec![clip("nod", "spine", None)]);
    open(&mut session, vec![hat], Placement::Add);
    let clip_of = |file, clip| ClipKey {
        file: FileKey(file),
        clip: ClipIndex::new(clip),
    };
    let run = Some(clip_of(1, 1));
    session.apply(Action::Playback(PlaybackAction::ChooseClip(run)));
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(3.25))));
    let hat = session.stage().models()[1].key;
    for (clip, model) in [(clip_of(2, 0), Some(hat)), (clip_of(1, 0), None)] {
        session.apply(Action::Composition(CompositionAction::AddLayer { clip, model }));
    }
    let layer = session.edits.layers()[1].key;
    let half = LayerChange::Weight(0.5);
    session.apply(Action::Composition(CompositionAction::ChangeLayer(layer, half)));
    let moved = Moved {
        offset: Vec3::new(3.0, 0.0, 1.0),
        turn: Vec3::new(0.0, 45.0, 0.0),
    };
    session.apply(Action::Composition(CompositionAction::Move(hat, Some(moved))));
    let orbit = CameraMove::Orbit { yaw: 0.3, pitch: 0.1 };
    session.apply(Action::View(ViewAction::Camera(orbit)));
    remember::remember_resume(&mut session);
    session
}

/// Opens the files that an earlier run has left: all of `files` that are still there.
fn next_run(recent: &Recent, files: Vec<OpenedFile>) -> Session {
    let mut session = remember::with_recent(Session::default(), recent.clone());
    let effects = session.apply(Action::Browser(BrowserAction::Restore));
    let load = effects.iter().find_map(|effect| match effect {
        Effect::Load { generation, .. } => Some(*generation),
        _ => None,
    });
    session.receive(Message::Loaded {
        generation: load.expect("files to open"),
        files,
        placement: Placement::Replace,
    });
    session
}

fn pilot(key: u64) -> OpenedFile {
    OpenedFile {
        location: "/tmp/file1.cast".into(),
        ..file(
            key,
            vec![model("pilot")],
            vec![clip("walk", "hip", None), clip("run", "hip", None)],
        )
    }
}

fn hat(key: u64) -> OpenedFile {
    OpenedFile {
        location: "/tmp/file2.cast".into(),
        ..file(key, vec![model("hat")], vec![clip("nod", "spine", None)])
    }
}

/// Every field of what is kept, so that none is added without a thought about it.
#[test]
fn the_camera_the_clips_the_frame_and_moves_come_back() {
    let before = worked_in();
    let Resume {
        camera,
        framed_from,
        clip,
        frame,
        layers,
        moved,
        attached,
    } = before.browser.recent().resume.as_ref().expect("files are open");
    assert!(framed_from.is_none(), "somebody has moved the camera");
    assert!(camera.is_some() && clip.as_ref().is_some_and(|clip| clip.name == "run"));
    assert_eq!((*frame, layers.len(), moved.len()), (Some(3.25), 2, 1));
    assert!(attached.is_empty(), "nothing hangs anywhere");

    // Keys are those of another run.
    let after = next_run(before.browser.recent(), vec![pilot(11), hat(12)]);
    let eye = |camera: &Camera| (camera.target, camera.yaw_rad, camera.pitch_rad, camera.distance);
    assert_eq!(eye(&after.view().camera()), eye(&before.view().camera()));
    let name = |session: &Session| session.active_clip().map(|clip| clip.name.clone());
    assert_eq!(name(&after), name(&before));
    assert!(
        (after.frame().unwrap_or_default() - 3.25).abs() < 1e-9,
        "{:?}",
        after.frame()
    );
    assert!(!after.is_playing(), "it shows the frame that was looked at");
    let mixes = |session: &Session| -> Vec<(u64, f32, bool)> {
        let layers = session.edits.layers().iter();
        layers
            .map(|layer| (layer.clip.file.0 % 10, layer.mix.weight, layer.model.is_some()))
            .collect()
    };
    assert_eq!(mixes(&after), mixes(&before));
    let moves = |session: &Session| -> Vec<Moved> { session.edits().moved.values().copied().collect() };
    assert_eq!(moves(&after), moves(&before));
    assert!(!after.history.can_undo(), "opening is no step");
    // Poses follow.
    assert_eq!(hip_x(&after), hip_x(&before));
}

#[test]
fn a_missing_file_restores_the_rest() {
    let before = worked_in();
    let after = next_run(before.browser.recent(), vec![pilot(11)]);
    assert_eq!(after.active_clip().map(|clip| &*clip.name), Some("run"));
    assert_eq!(after.edits.layers().len(), 1, "the hat's layer went with the hat");
    assert_eq!(after.view().camera().yaw_rad, before.view().camera().yaw_rad);

    // Without the active clip what came plays, and the frame belongs to nothing.
    let after = next_run(before.browser.recent(), vec![hat(12)]);
    assert_eq!(after.active_clip().map(|clip| &*clip.name), Some("nod"));
    assert_eq!(after.edits().moved.len(), 1);
    assert_eq!(after.view().camera().yaw_rad, before.view().camera().yaw_rad);
}

#[test]
fn a_framed_view_is_framed_again_and_what_is_opened_later_is_not_touched() {
    let mut session = with_pilot(vec![clip("walk", "hip", None)]);
    remember::remember_resume(&mut session);
    let resume = session.browser.recent().resume.clone().expect("a file is open");
    assert_eq!(resume.camera, None, "another window has another size");
    let mut next = remember::with_recent(Session::default(), Recent::clone(worked_in().browser.recent()));
    next.apply(Action::Browser(BrowserAction::Restore));
    // The user drops a file before the earlier ones have arrived.
    open(&mut next, vec![pilot(3)], Placement::Replace);
    assert_eq!(next.active_clip().map(|clip| &*clip.name), Some("walk"));
    assert!(next.edits.layers().is_empty());
}

#[test]
fn the_demo_and_an_empty_stage_are_nothing_to_come_back_to() {
    let mut session = worked_in();
    let kept = session.browser.recent().resume.clone();
    session.apply(Action::Stage(StageAction::CloseAll));
    remember::remember_resume(&mut session);
    assert_eq!(session.browser.recent().resume, kept);
    let mut session = Session::default();
    let demo = OpenedFile {
        is_demo: true,
        location: String::new(),
        ..pilot(1)
    };
    session.receive(Message::Loaded {
        generation: 0,
        files: vec![demo],
        placement: Placement::Replace,
    });
    remember::remember_resume(&mut session);
    assert_eq!(session.browser.recent().resume, None);
    let key = PlacedKey(1);
    assert!(session.stage().placed(key).is_some());
}

/// The hat of the second file hangs on a bone of the first file's pilot.
fn with_a_hat_on() -> Session {
    let mut session = with_pilot(vec![clip("walk", "hip", None)]);
    let hat = file(2, vec![model("hat")], Vec::new());
    open(&mut session, vec![hat], Placement::Add);
    let [leader, hat] = [0, 1].map(|at| session.stage().models()[at].key);
    let bone = BoneIndex::new(1);
    let on_bone = Some(Attachment::Bone { leader, bone });
    session.apply(Action::Composition(CompositionAction::Attach(hat, on_bone)));
    remember::remember_resume(&mut session);
    session
}

fn hangs(session: &Session) -> Vec<(String, Option<usize>)> {
    let name = |key: &PlacedKey| session.stage().placed(*key).expect("open").model().name.clone();
    let bone = |attachment: &Attachment| match attachment {
        Attachment::Bone { bone, .. } => Some(bone.get()),
        Attachment::Follow { .. } => None,
    };
    let all = session.edits().attachments.iter();
    all.map(|(key, attachment)| (name(key), bone(attachment))).collect()
}

#[test]
fn what_hung_on_a_bone_hangs_there_again() {
    let before = with_a_hat_on();
    let after = next_run(before.browser.recent(), vec![pilot(11), hat(12)]);
    assert_eq!(hangs(&after), [("hat".to_owned(), Some(1))]);
    assert!(after.edits().moved.is_empty(), "it is not set aside as well");
    assert!(!after.history.can_undo(), "opening is no step");
    // Without its leader it stands by itself.
    let alone = next_run(before.browser.recent(), vec![hat(12)]);
    assert_eq!(hangs(&alone), []);
}

/// A file of recent things may say anything.
#[test]
fn stored_attachments_that_lie_are_left_out() {
    let before = with_a_hat_on();
    let resume = before.browser.recent().resume.clone().expect("files are open");
    let [honest] = &resume.attached[..] else {
        panic!("one hangs: {:?}", resume.attached);
    };
    let on = |bone: Option<(usize, &str)>| ResumedAttachment {
        bone: bone.map(|(at, name)| (at, name.to_owned())),
        ..honest.clone()
    };
    let round = ResumedAttachment {
        model: honest.leader.clone(),
        leader: honest.model.clone(),
        bone: None,
    };
    let itself = ResumedAttachment {
        leader: honest.model.clone(),
        ..honest.clone()
    };
    let next = |attached: Vec<ResumedAttachment>| {
        let resume = Some(Resume {
            attached,
            ..resume.clone()
        });
        let recent = Recent {
            resume,
            ..Recent::clone(before.browser.recent())
        };
        hangs(&next_run(&recent, vec![pilot(11), hat(12)]))
    };
    // The name counts; the position only settles which of several.
    assert_eq!(
        next(vec![on(Some((usize::MAX, "spine")))]),
        [("hat".to_owned(), Some(1))]
    );
    assert_eq!(next(vec![on(Some((1, "no such bone")))]), []);
    assert_eq!(next(vec![itself]), []);
    assert_eq!(next(vec![on(None), round]), [("hat".to_owned(), None)]);
}

/// The image that lit the models, and nothing that was chosen while it is read again.
#[test]
fn an_image_that_lit_the_models_lights_them_again() {
    let image = |name: &str| EnvironmentImage {
        name: name.into(),
        location: format!("/tmp/{name}"),
        map: Arc::new(EnvironmentMap::uniform(Vec3::ONE)),
    };
    let told = |session: &mut Session, image: Result<EnvironmentImage, String>| {
        let location = "/tmp/sun.hdr".into();
        session.receive(Message::EnvironmentRestored { location, image })
    };
    let lit_by = |session: &Session| session.view.lighting_image().map(|image| image.name.clone());
    let mut session = Session::default();
    session.receive(Message::EnvironmentLoaded(image("sun.hdr")));
    let recent = Recent::clone(session.browser.recent());
    let next = || remember::with_recent(Session::default(), recent.clone());

    let mut again = next();
    assert_eq!(told(&mut again, Ok(image("sun.hdr"))), []);
    assert_eq!(lit_by(&again).as_deref(), Some("sun.hdr"));

    // The file is gone: one notice says so, and the next run does not look for it again.
    let mut without = next();
    let effects = told(&mut without, Err("sun.hdr no longer lights the models".into()));
    assert_eq!(notices(&effects), ["sun.hdr no longer lights the models"]);
    assert_eq!((lit_by(&without), &without.browser.recent().environment), (None, &None));

    let mut other = next();
    other.receive(Message::EnvironmentLoaded(image("moon.hdr")));
    assert_eq!(told(&mut other, Ok(image("sun.hdr"))), []);
    assert_eq!(lit_by(&other).as_deref(), Some("moon.hdr"));
    assert_eq!(other.browser.recent().environment.as_deref(), Some("/tmp/moon.hdr"));

    // A built-in environment is not to be replaced, now or later.
    let mut built_in = next();
    built_in.apply(DialValue::environment(Some(Preset::default())).choose());
    assert_eq!(told(&mut built_in, Ok(image("sun.hdr"))), []);
    assert_eq!(
        (lit_by(&built_in), &built_in.browser.recent().environment),
        (None, &None)
    );
}

/// A file that another process sends takes the place of the first, and is then seen from above by a key: that frames everything, from
/// somewhere.
#[test]
fn a_view_that_was_chosen_by_a_key_comes_back_framed() {
    let mut session = with_pilot(vec![]);
    open(&mut session, vec![hat(2)], Placement::Replace);
    let shape = |session: &Session| {
        let camera = session.view().camera();
        (camera.yaw_rad, camera.pitch_rad, camera.roll_rad, camera.projection)
    };
    let usual = shape(&session);
    for movement in [CameraMove::View(StandardView::Top), CameraMove::ToggleProjection] {
        session.apply(Action::View(ViewAction::Camera(movement)));
    }
    remember::remember_resume(&mut session);
    let before = shape(&session);
    assert_ne!(before, usual);
    assert!(session.view().is_framed());
    let mut recent = Recent::clone(session.browser.recent());
    recent.last = vec!["/tmp/file2.cast".into()];
    let after = next_run(&recent, vec![hat(12)]);
    assert_eq!(shape(&after), before);
    assert!(after.view().is_framed(), "another window has another size");
}
