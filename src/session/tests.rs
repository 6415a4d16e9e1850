//! The session driven by actions alone, over scenes built in code.

use super::*;
use crate::core::{BlendShapeIndex, FrameRange, MeshIndex, ModelIndex, Options, Transform};
use crate::scene::{BlendShape, Bone, Clip, CurveMode, Keys, Mesh, Model, Property, Scene, Skeleton, Track, Values};
use glam::Vec3;
use std::sync::Arc;

fn bones(names: &[&str]) -> Skeleton {
    let bone = |(index, name): (usize, &&str)| Bone {
        name: (*name).into(),
        parent: index.checked_sub(1),
        rest: Transform {
            translation: Vec3::Y,
            ..Transform::IDENTITY
        },
        compensates_scale: true,
        ..Bone::default()
    };
    Skeleton::new(names.iter().enumerate().map(bone).collect()).expect("a chain")
}

fn model(name: &str) -> Model {
    let mesh = Mesh {
        name: "body".into(),
        positions: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].into(),
        triangles: vec![0, 1, 2].into(),
        bounds: crate::core::Bounds {
            min: Vec3::ZERO,
            max: Vec3::new(1.0, 1.0, 0.0),
        },
        ..Mesh::default()
    };
    let smile = BlendShape {
        name: "smile".into(),
        mesh: MeshIndex::new(0),
        max_weight: 1.0,
        vertices: vec![1],
        deltas: vec![[0.0, 0.0, 1.0]],
        rest_weight: 0.0,
        normal_deltas: Vec::new(),
    };
    Model {
        name: name.into(),
        skeleton: bones(&["hip", "spine"]),
        meshes: vec![mesh],
        blend_shapes: vec![smile],
        ..Model::default()
    }
}

fn clip(name: &str, target: &str, skeleton: Option<Skeleton>) -> Clip {
    let track = Track {
        target: target.into(),
        property: Property::TranslationX,
        mode: CurveMode::Absolute,
        additive_weight: 1.0,
        keys: Keys::Whole(vec![0, 10].into()),
        values: Values::Scalar(vec![0.0, 10.0].into()),
        interpolation: Default::default(),
        beyond: Default::default(),
    };
    Clip {
        name: name.into(),
        frames_per_second: 10.0,
        looping: false,
        mode: None,
        tracks: vec![track],
        overrides: Vec::new(),
        notifications: Vec::new(),
        range: FrameRange { start: 0.0, end: 10.0 },
        skeleton,
    }
}

fn file(key: u64, models: Vec<Model>, clips: Vec<Clip>) -> OpenedFile {
    let scene = Scene {
        models,
        clips,
        ..Scene::default()
    };
    OpenedFile {
        location: format!("/tmp/file{key}.cast"),
        ..OpenedFile::of(FileKey(key), format!("file{key}.cast"), scene)
    }
}

/// Opens as the app does: ask, get the generation back, answer.
fn open(session: &mut Session, files: Vec<OpenedFile>, placement: Placement) -> Vec<Effect> {
    let locations = files.iter().map(|file| file.location.clone()).collect();
    let effects = session.apply(Action::Open { locations, placement });
    let Some(Effect::Load { generation, .. }) = effects.first() else {
        panic!("no load asked for: {effects:?}");
    };
    session.apply(Action::Loaded {
        generation: *generation,
        files,
        placement,
    })
}

fn notices(effects: &[Effect]) -> Vec<&str> {
    let mut texts = Vec::new();
    for effect in effects {
        if let Effect::Notify(notice) = effect {
            texts.push(notice.text.as_str());
        }
    }
    texts
}

fn model_names(session: &Session) -> Vec<&str> {
    session
        .stage()
        .models
        .iter()
        .map(|placed| placed.model().name.as_str())
        .collect()
}

fn hip_x(session: &Session) -> f32 {
    session.stage().models[0].pose.local[0].translation.x
}

#[test]
fn a_bare_model_rests_and_a_dropped_clip_plays() {
    let mut session = Session::default();
    open(
        &mut session,
        vec![file(1, vec![model("pilot")], vec![])],
        Placement::Replace,
    );
    assert_eq!(session.frame(), None);
    assert!(!session.is_playing());

    open(
        &mut session,
        vec![file(2, vec![], vec![clip("run", "hip", None)])],
        Placement::Replace,
    );
    assert_eq!(model_names(&session), ["pilot"]);
    assert!(session.is_playing());
    assert_eq!(session.stage().matches, Some(Matches { matched: 1, total: 1 }));
    session.advance(0.5);
    assert_eq!((session.frame(), hip_x(&session)), (Some(5.0), 5.0));
}

#[test]
fn a_clip_waits_as_sticks_until_its_model_comes() {
    let mut session = Session::default();
    let effects = open(
        &mut session,
        vec![file(1, vec![], vec![clip("run", "hip", Some(bones(&["hip"])))])],
        Placement::Replace,
    );
    assert!(session.stage().models[0].is_stand_in && session.is_playing());
    assert!(notices(&effects)[0].contains("its own skeleton"), "{effects:?}");
    session.advance(0.2);
    assert_eq!(hip_x(&session), 2.0);

    open(
        &mut session,
        vec![file(2, vec![model("pilot")], vec![])],
        Placement::Replace,
    );
    assert_eq!(model_names(&session), ["pilot"]);
    assert!(session.is_playing(), "the clip goes on");
    assert_eq!(hip_x(&session), 2.0);
}

#[test]
fn a_new_model_replaces_the_old_and_add_brings_it_back() {
    let mut session = Session::default();
    open(
        &mut session,
        vec![file(1, vec![model("one")], vec![])],
        Placement::Replace,
    );
    let effects = open(
        &mut session,
        vec![file(2, vec![model("two")], vec![])],
        Placement::Replace,
    );
    assert_eq!(model_names(&session), ["two"]);
    assert!(
        matches!(&effects[0], Effect::Notify(Notice { action: Some(add), .. }) if *add.action == Action::AddInstead)
    );
    session.apply(Action::AddInstead);
    assert_eq!(model_names(&session), ["one", "two"]);
    open(
        &mut session,
        vec![file(3, vec![model("three")], vec![])],
        Placement::Add,
    );
    assert_eq!(model_names(&session), ["one", "two", "three"]);
}

#[test]
fn clips_stay_in_the_library_when_the_model_changes() {
    let mut session = Session::default();
    let clips = file(2, vec![], vec![clip("run", "hip", None)]);
    open(
        &mut session,
        vec![file(1, vec![model("one")], vec![]), clips, file(3, vec![], vec![])],
        Placement::Replace,
    );
    open(
        &mut session,
        vec![file(4, vec![model("two")], vec![])],
        Placement::Replace,
    );
    let open_files: Vec<u64> = session.stage().files.iter().map(|file| file.key.0).collect();
    assert_eq!(open_files, [2, 4], "models and empty files go");
    session.apply(Action::StepClip(ClipStep::Next));
    assert_eq!(session.stage().matches, Some(Matches { matched: 1, total: 1 }));
}

#[test]
fn models_of_one_batch_stand_together_whatever_their_order() {
    let mut session = Session::default();
    let batch = vec![
        file(1, vec![], vec![clip("run", "hip", None)]),
        file(2, vec![model("one")], vec![]),
        file(3, vec![model("two")], vec![]),
    ];
    open(&mut session, batch, Placement::Replace);
    assert_eq!(model_names(&session), ["one", "two"]);
    assert!(session.is_playing());
    session.advance(0.1);
    for placed in &session.stage().models {
        assert_eq!(placed.pose.local[0].translation.x, 1.0);
    }
}

#[test]
fn a_clip_that_matches_nothing_names_both_sides() {
    let mut session = Session::default();
    open(
        &mut session,
        vec![file(1, vec![model("pilot")], vec![])],
        Placement::Replace,
    );
    let effects = open(
        &mut session,
        vec![file(2, vec![], vec![clip("run", "wing", None)])],
        Placement::Replace,
    );
    let text = notices(&effects).join(" ");
    assert!(text.contains("wing") && text.contains("hip, spine"), "{text}");
}

#[test]
fn stale_and_failed_loads_leave_the_stage_alone() {
    let mut session = Session::default();
    open(
        &mut session,
        vec![file(1, vec![model("pilot")], vec![])],
        Placement::Replace,
    );
    session.apply(Action::Open {
        locations: vec!["/a".into()],
        placement: Placement::Replace,
    });
    let effects = session.apply(Action::CancelLoad);
    assert_eq!(effects, [Effect::CancelLoad]);
    session.apply(Action::Loaded {
        generation: 2,
        files: vec![file(2, vec![model("late")], vec![])],
        placement: Placement::Replace,
    });
    assert_eq!(model_names(&session), ["pilot"]);

    let effects = session.apply(Action::Open {
        locations: vec!["/b".into()],
        placement: Placement::Replace,
    });
    let Effect::Load { generation, .. } = effects[0] else {
        panic!("{effects:?}")
    };
    let effects = session.apply(Action::LoadFailed {
        generation,
        name: "b".into(),
        message: "it is not a Cast file".into(),
        retry: None,
    });
    assert_eq!(notices(&effects), ["b could not be opened: it is not a Cast file"]);
    session.apply(Action::Loaded {
        generation,
        files: vec![],
        placement: Placement::Replace,
    });
    assert_eq!(model_names(&session), ["pilot"]);
    assert_eq!(session.live().loading, None);
}

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
    session.apply(Action::StepClip(ClipStep::Next));
    session.apply(Action::Seek(Seek::Frame(4.0)));
    session.apply(Action::Pause);
    session.apply(Action::Camera(CameraMove::Orbit { yaw: 0.5, pitch: 0.0 }));
    let selected = Some(Selected::Mesh(session.stage().models[0].key, MeshIndex::new(0)));
    session.apply(Action::Select(selected));
    let camera = session.live().camera;

    open(&mut session, vec![both()], Placement::Reload);
    assert_eq!(session.active_clip().map(|clip| clip.name.as_str()), Some("run"));
    assert_eq!(session.frame(), Some(4.0));
    assert_eq!(hip_x(&session), 4.0);
    assert_eq!(session.live().camera, camera);
    assert_eq!(session.edits().selected, selected);
    assert!(!session.is_playing());
}

#[test]
fn steps_land_on_whole_frames_and_wrap() {
    let mut session = Session::default();
    open(
        &mut session,
        vec![file(1, vec![model("pilot")], vec![clip("run", "hip", None)])],
        Placement::Replace,
    );
    for (seek, wanted) in [
        (Seek::Frame(3.5), 3.5),
        (Seek::Step(1.0), 4.0),
        (Seek::Step(1.0), 5.0),
        (Seek::Frame(3.5), 3.5),
        (Seek::Step(-1.0), 3.0),
        (Seek::End, 10.0),
        (Seek::Step(1.0), 0.0),
        (Seek::Step(-1.0), 10.0),
        (Seek::PreviousKey, 0.0),
        (Seek::NextKey, 10.0),
        (Seek::Frame(99.0), 10.0),
    ] {
        session.apply(Action::Seek(seek));
        assert_eq!(session.frame(), Some(wanted), "{seek:?}");
    }
}

#[test]
fn edits_can_be_undone_and_a_drag_is_one_step() {
    let mut session = Session::default();
    open(
        &mut session,
        vec![file(1, vec![model("pilot")], vec![])],
        Placement::Replace,
    );
    let key = session.stage().models[0].key;
    let shape = BlendShapeIndex::new(0);
    session.apply(Action::ToggleShown(Selected::Mesh(key, MeshIndex::new(0))));
    for step in 1..=5 {
        session.apply(Action::SetShapeWeight {
            model: key,
            shape,
            weight: Some(step as f32 * 0.1),
        });
    }
    assert_eq!(session.stage().models[0].pose.shape_weights, [0.5]);
    session.apply(Action::Undo);
    assert_eq!(session.stage().models[0].pose.shape_weights, [0.0]);
    assert!(session.is_hidden(key, MeshIndex::new(0)));
    session.apply(Action::Undo);
    assert!(!session.is_hidden(key, MeshIndex::new(0)) && !session.can_undo());
    session.apply(Action::Redo);
    session.apply(Action::Redo);
    assert_eq!(session.stage().models[0].pose.shape_weights, [0.5]);
}

#[test]
fn nothing_changes_while_nothing_happens() {
    let mut session = Session::default();
    open(
        &mut session,
        vec![file(1, vec![model("pilot")], vec![clip("run", "hip", None)])],
        Placement::Replace,
    );
    session.apply(Action::Pause);
    let (revision, pose) = (session.revision(), session.stage().models[0].pose.clone());
    for _ in 0..100 {
        session.advance(0.1);
        session.apply(Action::ResizeViewport(session.live().viewport));
    }
    assert_eq!(session.revision(), revision);
    assert!(Arc::ptr_eq(&pose, &session.stage().models[0].pose));
}

#[test]
fn the_picture_shows_the_stage_framed() {
    let mut session = Session::default();
    open(
        &mut session,
        vec![file(1, vec![model("pilot")], vec![])],
        Placement::Replace,
    );
    let picture = session.picture([320, 200], 4);
    assert_eq!(picture.models.len(), 1);
    assert_eq!(picture.models[0].model, ModelIndex::new(0));
    let corner = picture
        .camera
        .clip_from_world(picture.aspect())
        .project_point3(picture.bounds.max);
    assert!(corner.truncate().abs().max_element() <= 1.0, "{corner}");
}

#[test]
fn escape_backs_out_one_step_at_a_time() {
    let mut session = Session::default();
    open(
        &mut session,
        vec![file(1, vec![model("pilot")], vec![])],
        Placement::Replace,
    );
    session.apply(Action::ToggleFullScreen);
    session.apply(Action::Select(Some(Selected::Model(session.stage().models[0].key))));
    session.apply(Action::TogglePage(Page::Shortcuts));
    session.apply(Action::Escape);
    assert_eq!(session.live().page, None);
    session.apply(Action::Escape);
    assert_eq!(session.edits().selected, None);
    assert_eq!(session.apply(Action::Escape), [Effect::SetFullScreen(false)]);
}

#[test]
fn an_empty_stage_says_what_its_files_hold() {
    let mut session = Session::default();
    assert_eq!(session.empty_message(), None);
    let mut props = file(1, vec![], vec![]);
    let instance = |path: &str| crate::scene::Instance {
        name: "prop".into(),
        path: path.into(),
        placement: Transform::IDENTITY,
        offset: 0,
    };
    let instances = vec![instance("a.cast"), instance("b.cast"), instance("a.cast")];
    props.scene = Arc::new(Scene {
        instances,
        ..Scene::default()
    });
    open(&mut session, vec![props], Placement::Replace);
    let message = session.empty_message().expect("nothing is visible");
    assert!(
        message.starts_with("file1.cast holds 3 instances of 2 other files."),
        "{message}"
    );

    open(
        &mut session,
        vec![file(2, vec![model("pilot")], vec![])],
        Placement::Add,
    );
    assert_eq!(session.empty_message(), None);
}

#[test]
fn each_slider_is_an_undo_of_its_own() {
    let mut session = Session::default();
    let mut pilot = model("pilot");
    pilot.blend_shapes.push(BlendShape {
        name: "frown".into(),
        ..pilot.blend_shapes[0].clone()
    });
    open(&mut session, vec![file(1, vec![pilot], vec![])], Placement::Replace);
    let model = session.stage().models[0].key;
    for (shape, weight) in [(0, 0.2), (0, 0.4), (1, 0.3), (1, 0.6)] {
        let shape = BlendShapeIndex::new(shape);
        session.apply(Action::SetShapeWeight {
            model,
            shape,
            weight: Some(weight),
        });
    }
    let mut weights = Vec::new();
    for _ in 0..3 {
        weights.push(session.stage().models[0].pose.shape_weights.clone());
        session.apply(Action::Undo);
    }
    assert_eq!(weights, [[0.4, 0.6], [0.4, 0.0], [0.0, 0.0]]);
}

#[test]
fn undoing_the_up_axis_turns_the_drawn_aids_back() {
    let mut session = Session::default();
    open(
        &mut session,
        vec![file(1, vec![model("pilot")], vec![])],
        Placement::Replace,
    );
    let before = session.live().steady_bounds;
    session.apply(Action::SetUpAxis(Some(crate::core::UpAxis::X)));
    assert_ne!(session.live().steady_bounds, before);
    session.apply(Action::Undo);
    assert_eq!(session.live().steady_bounds, before);
}

#[test]
fn a_chosen_up_axis_is_remembered_of_its_file() {
    use crate::core::UpAxis;
    let pilot = || file(1, vec![model("pilot")], vec![]);
    let mut session = Session::default();
    open(&mut session, vec![pilot()], Placement::Replace);
    session.apply(Action::SetUpAxis(Some(UpAxis::X)));
    open(
        &mut session,
        vec![file(2, vec![model("ship")], vec![])],
        Placement::Replace,
    );
    assert_eq!(
        (session.edits().up, session.up_axis()),
        (None, UpAxis::Z),
        "another file"
    );
    open(&mut session, vec![pilot()], Placement::Replace);
    assert_eq!(session.up_axis(), UpAxis::X);
    // From one run to the next.
    let stored = UpAxes::clone(session.all_up_axes());
    let mut next = Session::default().with_up_axes(stored);
    open(
        &mut next,
        vec![file(3, vec![], vec![clip("run", "hip", None)])],
        Placement::Replace,
    );
    open(&mut next, vec![pilot()], Placement::Replace);
    assert_eq!(next.edits().up, Some(UpAxis::X), "whatever was open before");
    next.apply(Action::SetUpAxis(None));
    assert!(next.all_up_axes().is_empty(), "and forgotten");
    next.apply(Action::Undo);
    assert_eq!(next.all_up_axes().len(), 1);
}

/// Blender's files say y and stand on z.
#[test]
fn what_is_certain_of_an_up_axis_comes_before_what_the_file_says() {
    use crate::core::UpAxis;
    let says = |certain_up| {
        let mut opened = file(1, vec![model("fox")], vec![]);
        let mut scene = Scene::clone(&opened.scene);
        (scene.metadata.up, scene.metadata.certain_up) = (Some(UpAxis::Y), certain_up);
        opened.scene = Arc::new(scene);
        let mut session = Session::default();
        open(&mut session, vec![opened], Placement::Replace);
        session.up_axis()
    };
    assert_eq!(says(None), UpAxis::Y);
    assert_eq!(says(Some(UpAxis::Z)), UpAxis::Z);
}

#[test]
fn a_second_drag_of_a_slider_is_an_undo_of_its_own() {
    let mut session = Session::default();
    open(
        &mut session,
        vec![file(1, vec![model("pilot")], vec![])],
        Placement::Replace,
    );
    let model = session.stage().models[0].key;
    for drag in [[0.1, 0.2], [0.3, 0.4]] {
        for weight in drag {
            session.apply(Action::SetShapeWeight {
                model,
                shape: BlendShapeIndex::new(0),
                weight: Some(weight),
            });
        }
        session.apply(Action::EndDrag);
    }
    let mut weights = Vec::new();
    for _ in 0..3 {
        weights.push(session.stage().models[0].pose.shape_weights[0]);
        session.apply(Action::Undo);
    }
    assert_eq!(weights, [0.4, 0.2, 0.0]);
}

#[test]
fn undoing_the_up_axis_aims_a_framed_camera_again() {
    let mut session = Session::default();
    open(
        &mut session,
        vec![file(1, vec![model("pilot")], vec![])],
        Placement::Replace,
    );
    let before = session.live().camera;
    session.apply(Action::SetUpAxis(Some(crate::core::UpAxis::X)));
    let turned = session.live().camera;
    assert_ne!(turned.target, before.target);
    session.apply(Action::Undo);
    assert_eq!(session.live().camera, before);
    session.apply(Action::Redo);
    assert_eq!(session.live().camera, turned);
    // One the user has moved stays where it is.
    session.apply(Action::Camera(CameraMove::Orbit { yaw: 0.5, pitch: 0.0 }));
    let moved = session.live().camera;
    session.apply(Action::Undo);
    assert_eq!(session.live().camera, moved);
}

#[test]
fn a_file_that_is_open_twice_is_reloaded_twice() {
    let mut session = Session::default();
    let copy = |key, name: &str| OpenedFile {
        location: "/tmp/twice.cast".into(),
        ..file(key, vec![model(name)], vec![])
    };
    open(&mut session, vec![copy(1, "left")], Placement::Replace);
    open(&mut session, vec![copy(2, "right")], Placement::Add);
    let effects = session.apply(Action::Reload);
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
    session.apply(Action::Loaded {
        generation,
        files,
        placement,
    });
    assert_eq!(model_names(&session), ["left again", "right again"]);
}

#[test]
fn closing_everything_stops_what_is_being_loaded() {
    let mut session = Session::default();
    let effects = session.apply(Action::Open {
        locations: vec!["/tmp/file1.cast".into()],
        placement: Placement::Replace,
    });
    let Effect::Load { generation, .. } = effects[0] else {
        panic!("no load asked for: {effects:?}");
    };
    assert_eq!(session.apply(Action::CloseAll), [Effect::CancelLoad]);
    assert_eq!(session.live().loading, None);
    let files = vec![file(1, vec![model("pilot")], vec![])];
    session.apply(Action::Loaded {
        generation,
        files,
        placement: Placement::Replace,
    });
    assert!(session.stage().is_empty());
}

#[test]
fn reloading_nothing_says_so() {
    let effects = Session::default().apply(Action::Reload);
    assert_eq!(notices(&effects), ["There is nothing to reload: no file is open."]);
}

#[test]
fn clips_packed_ahead_are_played_from_what_was_packed_and_the_rest_when_they_first_play() {
    let clips = vec![clip("walk", "hip", None), clip("run", "spine", None)];
    let mut opened = file(1, vec![model("man")], clips);
    // The first byte of room is the first clip's.
    let mut room = 1;
    opened.pack_keys(&mut room);
    assert_eq!(
        (opened.keys[0].is_some(), opened.keys[1].is_some(), room),
        (true, false, 0)
    );
    let ahead = opened.keys[0].clone().expect("packed");
    let mut session = Session::default();
    open(&mut session, vec![opened], Placement::Replace);
    let keys = |session: &Session| {
        session
            .stage
            .clips
            .iter()
            .map(|entry| entry.keys.clone())
            .collect::<Vec<_>>()
    };
    let second = session.stage.clips[1].key;
    assert!(Arc::ptr_eq(keys(&session)[0].as_ref().expect("kept"), &ahead));
    assert_eq!(keys(&session)[1], None, "it has not played");
    session.apply(Action::ChooseClip(Some(second)));
    assert!(keys(&session).iter().all(Option::is_some), "there is room for both");
}

#[test]
fn deciding_otherwise_reads_one_file_again() {
    let mut session = Session::default();
    let choice = crate::core::Choice {
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
        session.apply(Action::Decide {
            file: FileKey(1),
            key: "matrix".into(),
            value: value.into(),
        })
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
    let other = session.apply(Action::Decide {
        file: FileKey(2),
        key: "matrix".into(),
        value: "row".into(),
    });
    assert_eq!(other, [], "it offers no such choice");
}

#[test]
fn a_refused_file_is_opened_all_the_same_when_its_button_is_pressed() {
    let mut session = Session::default();
    let effects = session.apply(Action::Open {
        locations: vec!["/a.glb".into()],
        placement: Placement::Replace,
    });
    let Effect::Load { generation, .. } = effects[0] else {
        panic!("{effects:?}")
    };
    let retry = Retry {
        label: "Open anyway",
        file: FileKey(5),
        location: "/a.glb".into(),
        options: Options::NONE.with("extensions", "ignore"),
        placement: Placement::Replace,
    };
    let effects = session.apply(Action::LoadFailed {
        generation,
        name: "a.glb".into(),
        message: "it requires more".into(),
        retry: Some(retry.clone()),
    });
    let [Effect::Notify(notice)] = &effects[..] else {
        panic!("{effects:?}")
    };
    let offered = notice.action.as_ref().expect("a button");
    assert_eq!(offered.label, "Open anyway");
    let effects = session.apply((*offered.action).clone());
    let [
        Effect::ReadAs { file, options },
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
    assert_eq!((*file, options), (FileKey(5), &retry.options));
    assert_eq!(
        (&locations[..], &keys[..]),
        (&["/a.glb".to_owned()][..], &[FileKey(5)][..])
    );
    assert_eq!(*placement, Placement::Replace);
}
