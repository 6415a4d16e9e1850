//! Files read again, because they changed or are to be read otherwise.

use super::*;
use crate::stage::watched;

#[test]
fn reloading_keeps_camera_clip_playhead_and_selection() {
    let mut session = Session::default();
    let both = || {
        file(
            1,
            vec![model("pilot")],
            vec![clip("walk", "hip", None), clip("run", "hip", None)],
        )
    };
    open(&mut session, vec![both()], Placement::Replace);
    session.apply(Action::Playback(PlaybackAction::StepClip(ClipStep::Next)));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(4.0))));
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::View(ViewAction::Camera(CameraMove::Orbit {
        yaw: 0.5,
        pitch: 0.0,
    })));
    let selected = Some(Selected::Mesh(session.stage().models()[0].key, MeshIndex::new(0)));
    session.apply(Action::Selection(SelectionAction::Select(selected)));
    let camera = session.view().camera();

    open(&mut session, vec![both()], Placement::Reload);
    assert_eq!(session.active_clip().map(|clip| clip.name.as_str()), Some("run"));
    assert_eq!(session.frame(), Some(4.0));
    assert_eq!(hip_x(&session), 4.0);
    assert_eq!(session.view().camera(), camera);
    assert_eq!(session.edits().selected, selected);
    assert!(!session.is_playing());
}

#[test]
fn a_file_that_hangs_twice_is_reloaded_twice() {
    let mut session = Session::default();
    let copy = |key, name: &str| OpenedFile {
        location: "/tmp/twice.cast".into(),
        ..file(key, vec![model(name)], vec![])
    };
    open(&mut session, vec![copy(1, "left")], Placement::Replace);
    let hand = Placement::On {
        leader: session.stage().models()[0].key,
        bone: castview_base::core::BoneIndex::new(0),
    };
    open(&mut session, vec![copy(2, "right")], hand);
    let effects = session.apply(Action::Stage(StageAction::Reload));
    let Effect::Load {
        generation,
        locations,
        keys,
        placement,
    } = effects[0].clone()
    else {
        panic!("no load asked for: {effects:?}");
    };
    assert_eq!(locations, ["/tmp/twice.cast", "/tmp/twice.cast"]);
    assert_eq!(keys, [FileKey(1), FileKey(2)]);
    let files = vec![copy(1, "left again"), copy(2, "right again")];
    session.receive(Message::Loaded {
        generation,
        files,
        placement,
    });
    assert_eq!(model_names(&session), ["left again", "right again"]);
}

#[test]
fn reloading_nothing_says_so() {
    let effects = Session::default().apply(Action::Stage(StageAction::Reload));
    assert_eq!(notices(&effects), ["There is nothing to reload: no file is open."]);
}

#[test]
fn deciding_otherwise_reads_one_file_again() {
    let mut session = Session::default();
    let choice = castview_base::core::Choice {
        key: "matrix",
        title: "Order of matrices",
        values: ["auto", "row"].map(|value| (value.into(), value.into())).into(),
        chosen: "auto".into(),
        outcome: "row vectors".into(),
        is_offer: false,
    };
    let mut decided = file(1, vec![model("coach")], vec![]);
    decided.decided.choices = vec![choice];
    open(&mut session, vec![decided, file(2, vec![], vec![])], Placement::Replace);
    let decide = |session: &mut Session, value: &str| {
        session.apply(Action::Stage(StageAction::Decide {
            file: FileKey(1),
            key: "matrix".into(),
            value: value.into(),
        }))
    };
    let effects = decide(&mut session, "row");
    let [
        Effect::ReadAs { file: key, options },
        Effect::Load {
            locations,
            keys,
            placement,
            ..
        },
    ] = &effects[..]
    else {
        panic!("{effects:?}");
    };
    assert_eq!((*key, options.get("matrix")), (FileKey(1), Some("row")));
    assert_eq!(
        (&locations[..], &keys[..]),
        (&["/tmp/file1.cast".to_owned()][..], &[FileKey(1)][..])
    );
    assert_eq!(*placement, Placement::Reload);
    // The first value is the reader's own decision: nothing of it is kept.
    let effects = decide(&mut session, "auto");
    assert!(matches!(&effects[0], Effect::ReadAs { options, .. } if options.is_empty()));
    let other = session.apply(Action::Stage(StageAction::Decide {
        file: FileKey(2),
        key: "matrix".into(),
        value: "row".into(),
    }));
    assert_eq!(other, [], "it offers no such choice");
}

#[test]
fn an_image_that_cannot_be_read_again_stays_as_it_was() {
    let entry = |state| TextureEntry {
        elsewhere: Default::default(),
        reference: "skin.png".into(),
        location: Some("/tmp/skin.png".into()),
        file_bytes: 10,
        full_size: None,
        parts: None,
        state,
    };
    let textured = |state| {
        let scene = Scene {
            models: vec![model("pilot")],
            textures: vec!["skin.png".into()],
            ..Scene::default()
        };
        OpenedFile {
            location: "/tmp/file1.cast".into(),
            textures: vec![entry(state)],
            ..OpenedFile::of(FileKey(1), "file1.cast", scene)
        }
    };
    let image = |side: u32| {
        Arc::new(castview_images::Pixels::Plain(castview_images::Image {
            width: side,
            height: side,
            rgba: vec![9; (side * side * 4) as usize],
        }))
    };
    let good = image(4);
    let arrives = |session: &mut Session, state| {
        let outcome = session.receive(Message::TextureLoaded {
            file: FileKey(1),
            texture: castview_base::core::TextureIndex::new(0),
            location: Some("/tmp/skin.png".into()),
            file_bytes: 3,
            full_size: None,
            parts: None,
            state,
        });
        outcome.effects
    };
    let mut session = Session::default();
    open(&mut session, vec![textured(TextureState::Loading)], Placement::Replace);
    arrives(&mut session, TextureState::Ready(good.clone()));
    open(&mut session, vec![textured(TextureState::Loading)], Placement::Reload);
    let effects = arrives(&mut session, TextureState::Broken("it ends too early".into()));
    let told = notices(&effects).join("|");
    assert!(
        told.contains("skin.png cannot be read now (it ends too early)"),
        "{told}"
    );
    let shown = |session: &Session| session.stage().files()[0].textures[0].state.clone();
    assert_eq!(shown(&session), TextureState::Ready(good));
    assert!(
        watched::watched(&session).contains(&"/tmp/skin.png".to_owned()),
        "the next change is seen"
    );
    // And what is whole takes its place.
    let new = image(2);
    open(&mut session, vec![textured(TextureState::Loading)], Placement::Reload);
    arrives(&mut session, TextureState::Ready(new.clone()));
    assert_eq!(shown(&session), TextureState::Ready(new));
}
