//! Effects of a drop on the stage: placing, stale loads, refusals.

mod arranging;
mod comparing;
mod exporting;
mod full_size;
mod lacking;
mod moving;
mod own_clips;
mod problems;
mod relinking;
mod reloading;
mod resuming;
mod taking_back;
mod wishes;

use super::*;
use crate::joining::stands;
use crate::view::empty;
use castview_base::core::{BoneIndex, Bounds, Diagnostics, Place};
use castview_formats::rules;

#[test]
fn a_bare_model_rests_and_a_dropped_clip_plays() {
    let mut session = with_pilot(vec![]);
    assert_eq!(session.frame(), None);
    assert!(!session.is_playing());

    open(
        &mut session,
        vec![file(2, vec![], vec![clip("run", "hip", None)])],
        Placement::Replace,
    );
    assert_eq!(model_names(&session), ["pilot"]);
    assert!(session.is_playing());
    assert_eq!(
        session.stage().matches(),
        Some(Matches {
            matched: 1,
            total: 1,
            namesakes: 0
        })
    );
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
    assert!(session.stage().models()[0].is_stand_in && session.is_playing());
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
        matches!(&effects[0], Effect::Notify(Notice { actions, .. }) if *actions[0].action == Action::Stage(StageAction::AddInstead))
    );
    session.apply(Action::Stage(StageAction::AddInstead));
    assert_eq!(model_names(&session), ["one", "two"]);
    open(
        &mut session,
        vec![file(3, vec![model("three")], vec![])],
        Placement::Add,
    );
    assert_eq!(model_names(&session), ["one", "two", "three"]);
}

/// The keys that a load of these locations would have.
fn asked_again(session: &mut Session, locations: &[&str], placement: Placement) -> (Vec<String>, Vec<FileKey>) {
    let locations = locations.iter().map(|location| (*location).to_owned()).collect();
    let effects = session.apply(Action::Stage(StageAction::Open { locations, placement }));
    match &effects[..] {
        [Effect::Load { locations, keys, .. }] => (locations.clone(), keys.clone()),
        effects => panic!("{effects:?}"),
    }
}

#[test]
fn a_file_that_is_open_is_asked_for_under_its_key() {
    let mut session = with_pilot(vec![]);
    let batch = ["/tmp/new.cast", "/tmp/file1.cast"];
    let (locations, keys) = asked_again(&mut session, &batch, Placement::Replace);
    assert_eq!(locations, ["/tmp/file1.cast", "/tmp/new.cast"]);
    assert_eq!(keys, [FileKey(1)]);
    assert_eq!(asked_again(&mut session, &batch, Placement::Add).1, [FileKey(1)]);
    let on = Placement::On {
        leader: session.stage().models()[0].key,
        bone: BoneIndex::new(0),
    };
    assert_eq!(asked_again(&mut session, &batch, on).1, [], "two hands hold two swords");
}

#[test]
fn a_model_that_is_opened_again_is_read_again_in_its_place() {
    let mut session = with_pilot(vec![clip("run", "hip", None)]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(4.0))));
    let (camera, key) = (session.view().camera(), session.stage().models()[0].key);
    for (placement, told) in [
        (Placement::Replace, "Reloaded 1 file: 1 model renamed."),
        (Placement::Add, "Reloaded 1 file."),
    ] {
        let again = file(1, vec![model("changed")], vec![clip("run", "hip", None)]);
        let effects = open(&mut session, vec![again], placement);
        assert_eq!(notices(&effects), [told]);
        assert_eq!(model_names(&session), ["changed"]);
        assert_eq!((session.stage().files().len(), session.stage().clips().len()), (1, 1));
        assert_eq!((session.view().camera(), session.frame()), (camera, Some(4.0)));
        assert!(session.stage().models()[0].key == key && !session.is_playing());
    }
}

#[test]
fn a_clip_that_is_opened_again_plays_and_is_listed_once() {
    let mut session = with_pilot(vec![]);
    let clips = || ["run", "wave"].map(|name| clip(name, "hip", None));
    let set = || {
        let [run, wave] = clips();
        vec![file(2, vec![], vec![run]), file(3, vec![], vec![wave])]
    };
    open(&mut session, set(), Placement::Replace);
    open(&mut session, set(), Placement::Replace);
    assert_eq!((session.stage().files().len(), session.stage().clips().len()), (3, 2));
    let [_, wave] = clips();
    open(&mut session, vec![file(3, vec![], vec![wave])], Placement::Replace);
    assert_eq!(session.active_clip().map(|clip| &*clip.name), Some("wave"));
    assert!(session.is_playing() && session.stage().clips().len() == 2);
}

#[test]
fn a_clip_that_is_open_plays_when_it_comes_again_with_a_new_model() {
    let clip_file = || file(2, vec![], vec![clip("run", "hip", None)]);
    let mut session = with_pilot(vec![]);
    open(&mut session, vec![clip_file()], Placement::Replace);
    // A model without clips shows its rest pose; the clip stays listed.
    open(
        &mut session,
        vec![file(3, vec![model("other")], vec![])],
        Placement::Replace,
    );
    assert!(session.active_clip().is_none() && !session.is_playing());

    open(
        &mut session,
        vec![file(1, vec![model("pilot")], vec![]), clip_file()],
        Placement::Replace,
    );
    assert_eq!(model_names(&session), ["pilot"]);
    assert_eq!(session.active_clip().map(|clip| clip.key.file), Some(FileKey(2)));
    assert!(session.is_playing());
}

#[test]
fn a_new_model_leaves_out_clips_that_do_not_fit_it() {
    let mut session = with_pilot(vec![]);
    let library = |key, name: &str, bone: &str| file(key, vec![], vec![clip(name, bone, None)]);
    let waiting = vec![library(2, "run", "hip"), library(3, "flap", "wing")];
    open(&mut session, waiting, Placement::Replace);
    let batch = vec![file(4, vec![model("two")], vec![]), library(5, "own", "tail")];
    let effects = open(&mut session, batch, Placement::Replace);
    assert_eq!(
        notices(&effects)[0],
        "Opened file4.cast, file5.cast in place of file1.cast and 1 clip that does not fit."
    );
    let names = |session: &Session| -> Vec<String> {
        let clips = session.stage().clips().iter();
        clips.map(|clip| clip.name.clone()).collect()
    };
    assert_eq!(names(&session), ["run", "own"], "what comes with a model stays with it");
    session.apply(Action::Stage(StageAction::AddInstead));
    assert_eq!(names(&session), ["run", "flap", "own"]);
    assert_eq!(model_names(&session), ["pilot", "two"]);
}

#[test]
fn clips_that_came_before_any_model_wait_for_the_one_they_fit() {
    let mut session = Session::default();
    let library = file(1, vec![], vec![clip("flap", "wing", Some(bones(&["wing"])))]);
    open(&mut session, vec![library], Placement::Replace);
    open(
        &mut session,
        vec![file(2, vec![model("one")], vec![])],
        Placement::Replace,
    );
    assert_eq!(session.stage().clips().len(), 1, "it belonged to no other model");
}

#[test]
fn what_is_open_stays_beside_a_model_of_the_same_drop() {
    let mut session = with_pilot(vec![]);
    open(&mut session, vec![file(2, vec![model("old")], vec![])], Placement::Add);
    let batch = vec![
        file(1, vec![model("pilot")], vec![]),
        file(3, vec![model("new")], vec![]),
    ];
    let effects = open(&mut session, batch, Placement::Replace);
    assert_eq!(model_names(&session), ["pilot", "new"]);
    let told = notices(&effects);
    assert!(told.contains(&"Opened file3.cast in place of file2.cast."), "{told:?}");
}

#[test]
fn a_file_with_warnings_says_so_when_it_is_opened() {
    let mut session = with_pilot(vec![]);
    let mut found = Diagnostics::default();
    found.report(rules::cast::C12, Place::default, || "it is cut short".into());
    let damaged = OpenedFile {
        diagnostics: Arc::new(found),
        ..file(2, vec![model("two")], vec![])
    };
    let effects = open(&mut session, vec![damaged], Placement::Replace);
    assert_eq!(
        notices(&effects),
        ["Opened file2.cast, with 1 warning, in place of file1.cast."]
    );
}

#[test]
fn a_file_that_is_cut_off_says_so_when_it_is_opened() {
    let mut session = with_pilot(vec![]);
    let mut found = Diagnostics::default();
    found.report(rules::cast::C9, Place::default, || {
        "the file is cut off: 5 of 8 meshes are here".into()
    });
    let cut = OpenedFile {
        diagnostics: Arc::new(found),
        ..file(2, vec![model("two")], vec![])
    };
    let effects = open(&mut session, vec![cut], Placement::Add);
    let told = effects.iter().find_map(|effect| match effect {
        Effect::Notify(notice) => Some(notice),
        _ => None,
    });
    let told = told.expect("a notice");
    assert_eq!(told.text, "file2.cast: the file is cut off: 5 of 8 meshes are here.");
    assert_eq!(told.urgency, Urgency::Error);
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
    let open_files: Vec<u64> = session.stage().files().iter().map(|file| file.key.0).collect();
    assert_eq!(open_files, [2, 4], "models and empty files go");
    session.apply(Action::Playback(PlaybackAction::StepClip(ClipStep::Next)));
    assert_eq!(
        session.stage().matches(),
        Some(Matches {
            matched: 1,
            total: 1,
            namesakes: 0
        })
    );
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
    for placed in session.stage().models() {
        assert_eq!(placed.pose().local[0].translation.x, 1.0);
    }
}

#[test]
fn a_clip_that_matches_nothing_names_both_sides() {
    let mut session = with_pilot(vec![]);
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
    let mut session = with_pilot(vec![]);
    session.apply(Action::Stage(StageAction::Open {
        locations: vec!["/a".into()],
        placement: Placement::Replace,
    }));
    let effects = session.apply(Action::Stage(StageAction::CancelLoad));
    assert_eq!(effects, [Effect::CancelLoad]);
    session.receive(Message::Loaded {
        generation: 2,
        files: vec![file(2, vec![model("late")], vec![])],
        placement: Placement::Replace,
    });
    assert_eq!(model_names(&session), ["pilot"]);

    let effects = session.apply(Action::Stage(StageAction::Open {
        locations: vec!["/b".into()],
        placement: Placement::Replace,
    }));
    let Effect::Load { generation, .. } = effects[0] else {
        panic!("{effects:?}")
    };
    let effects = session.receive(Message::LoadFailed {
        generation,
        name: "b".into(),
        location: "/b".into(),
        message: "it is not a Cast file".into(),
        details: "/b: at byte 0x0".into(),
        retry: None,
        waits: None,
    });
    assert_eq!(notices(&effects), ["b could not be opened: it is not a Cast file"]);
    assert!(matches!(&effects[0], Effect::Notify(notice) if notice.details == "/b: at byte 0x0"));
    session.receive(Message::Loaded {
        generation,
        files: vec![],
        placement: Placement::Replace,
    });
    assert_eq!(model_names(&session), ["pilot"]);
    assert_eq!(session.opening().loading, None);
}

#[test]
fn an_empty_stage_says_what_its_files_hold() {
    let mut session = Session::default();
    assert_eq!(empty::empty_message(&session), None);
    let mut props = file(1, vec![], vec![]);
    let instance = |path: &str| castview_base::scene::Instance {
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
    let message = empty::empty_message(&session).expect("nothing is visible");
    assert!(
        message.starts_with("file1.cast holds 3 instances of 2 other files."),
        "{message}"
    );

    open(
        &mut session,
        vec![file(2, vec![model("pilot")], vec![])],
        Placement::Add,
    );
    assert_eq!(empty::empty_message(&session), None);
}

/// The bounds of such a model have a size, and no picture shows anything of it.
#[test]
fn triangles_without_area_are_nothing_to_see() {
    let opened = |corners: Vec<[f32; 3]>, change: fn(&mut Session)| {
        let mesh = Mesh {
            triangles: (0..corners.len() as u32).collect::<Vec<_>>().into(),
            bounds: Bounds {
                min: Vec3::ZERO,
                max: Vec3::splat(9.0),
            },
            positions: corners.into(),
            ..Mesh::default()
        };
        let model = Model {
            meshes: vec![mesh],
            ..Model::default()
        };
        let mut session = Session::default();
        open(&mut session, vec![file(1, vec![model], vec![])], Placement::Replace);
        change(&mut session);
        empty::empty_message(&session)
    };
    let line: Vec<[f32; 3]> = (0..9_u8).map(|at| [f32::from(at); 3]).collect();
    let told = "file1.cast holds 1 model of which no triangle has an area.";
    assert_eq!(opened(line.clone(), |_| ()).as_deref(), Some(told));
    let edges = |session: &mut Session| {
        session.apply(Action::View(ViewAction::SetShading(
            castview_picture::Shading::Wireframe,
        )));
    };
    assert_eq!(opened(line.clone(), edges), None, "its edges are drawn");
    let one_has = [line, vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]].concat();
    assert_eq!(opened(one_has, |_| ()), None);
}

#[test]
fn what_is_too_large_or_too_small_to_be_drawn_is_told() {
    for (scale, wanted) in [
        (1.0, None),
        (1e18, None),
        (1e-6, None),
        (
            3e20,
            Some("What is open is 3e20 units across, and nothing larger than 5e18 can be drawn."),
        ),
        (
            1e-20,
            Some("What is open is 1e−20 units across, and nothing smaller than 4e−7 can be drawn."),
        ),
    ] {
        let mesh = Mesh {
            positions: [[0.0; 3], [scale, 0.0, 0.0], [0.0, scale, 0.0]].to_vec().into(),
            triangles: vec![0, 1, 2].into(),
            bounds: Bounds {
                min: Vec3::ZERO,
                max: Vec3::new(scale, scale, 0.0),
            },
            ..Mesh::default()
        };
        let model = Model {
            meshes: vec![mesh],
            ..Model::default()
        };
        let mut session = Session::default();
        open(&mut session, vec![file(1, vec![model], vec![])], Placement::Replace);
        assert_eq!(empty::empty_message(&session).as_deref(), wanted, "{scale}");
    }
}

#[test]
fn closing_everything_stops_what_is_being_loaded() {
    let mut session = Session::default();
    let effects = session.apply(Action::Stage(StageAction::Open {
        locations: vec!["/tmp/file1.cast".into()],
        placement: Placement::Replace,
    }));
    let Effect::Load { generation, .. } = effects[0] else {
        panic!("no load asked for: {effects:?}");
    };
    assert_eq!(
        session.apply(Action::Stage(StageAction::CloseAll)),
        [Effect::CancelLoad]
    );
    assert_eq!(session.opening().loading, None);
    let files = vec![file(1, vec![model("pilot")], vec![])];
    session.receive(Message::Loaded {
        generation,
        files,
        placement: Placement::Replace,
    });
    assert!(session.stage().is_empty());
}

#[test]
fn a_refused_file_is_opened_all_the_same_when_its_button_is_pressed() {
    let mut session = Session::default();
    let effects = session.apply(Action::Stage(StageAction::Open {
        locations: vec!["/a.glb".into()],
        placement: Placement::Replace,
    }));
    let Effect::Load { generation, .. } = effects[0] else {
        panic!("{effects:?}")
    };
    let retry = Retry {
        label: "Open anyway",
        file: FileKey(5),
        location: "/a.glb".into(),
        options: Options::NONE.with("extensions", "ignore"),
        wishes: Vec::new(),
        placement: Placement::Replace,
    };
    let effects = session.receive(Message::LoadFailed {
        generation,
        name: "a.glb".into(),
        location: "/a.glb".into(),
        message: "it requires more".into(),
        details: String::new(),
        retry: Some(retry.clone()),
        waits: None,
    });
    let [Effect::Notify(notice)] = &effects[..] else {
        panic!("{effects:?}")
    };
    let offered = notice.actions.first().expect("a button");
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

#[test]
fn a_file_named_twice_is_opened_once() {
    let mut session = Session::default();
    let twice = ["/tmp/a.cast", "/tmp/b.cast", "/tmp/a.cast"];
    let (locations, keys) = asked_again(&mut session, &twice, Placement::Replace);
    assert_eq!(
        (&locations[..], keys),
        (&["/tmp/a.cast".to_owned(), "/tmp/b.cast".to_owned()][..], vec![])
    );
    let mut session = with_pilot(vec![]);
    let twice = ["/tmp/file1.cast", "/tmp/file1.cast"];
    let (locations, keys) = asked_again(&mut session, &twice, Placement::Add);
    assert_eq!((locations.len(), keys), (1, vec![FileKey(1)]));
}

#[test]
fn keep_both_is_a_command_as_long_as_it_does_something() {
    let keep_both = command("keep_both");
    let mut session = with_pilot(vec![]);
    assert!(!keep_both.is_enabled(&session));
    let other = vec![file(2, vec![model("two")], vec![])];
    let effects = open(&mut session, other, Placement::Replace);
    let Effect::Notify(notice) = &effects[0] else {
        panic!("{effects:?}")
    };
    let offer = notice.problem.clone().expect("an offer ends");
    assert!(keep_both.is_enabled(&session) && stands(&session, &offer));
    session.apply(keep_both.action());
    assert_eq!(model_names(&session), ["pilot", "two"]);
    assert!(!keep_both.is_enabled(&session) && !stands(&session, &offer));

    open(
        &mut session,
        vec![file(3, vec![model("three")], vec![])],
        Placement::Replace,
    );
    assert!(stands(&session, &offer));
    open(
        &mut session,
        vec![file(4, vec![], vec![clip("run", "hip", None)])],
        Placement::Add,
    );
    assert!(!stands(&session, &offer), "it can do nothing any more");
}

#[test]
fn of_what_is_opened_only_models_stand_side_by_side() {
    let mut session = with_pilot(vec![]);
    let batch = vec![
        file(2, vec![model("two")], vec![]),
        file(3, vec![model("three")], vec![]),
        file(4, vec![], vec![clip("run", "hip", None)]),
    ];
    let effects = open(&mut session, batch, Placement::Replace);
    let told = notices(&effects).join("|");
    assert!(
        told.contains("Opened file2.cast, file3.cast, file4.cast in place of file1.cast. file2.cast, file3.cast stand side by side."),
        "{told}"
    );
}

#[test]
fn what_is_kept_or_closed_is_what_the_next_run_opens() {
    let mut session = with_pilot(vec![]);
    open(
        &mut session,
        vec![file(2, vec![model("two")], vec![])],
        Placement::Replace,
    );
    assert_eq!(session.browser.recent().last, ["/tmp/file2.cast"]);
    session.apply(Action::Stage(StageAction::AddInstead));
    assert_eq!(session.browser.recent().last, ["/tmp/file1.cast", "/tmp/file2.cast"]);
    session.apply(Action::Stage(StageAction::CloseFile(FileKey(2))));
    assert_eq!(session.browser.recent().last, ["/tmp/file1.cast"]);
}

#[test]
fn of_two_files_with_one_name_each_is_told_of() {
    let mut session = Session::default();
    let problem = |location: &str| Problem::NotOpened(location.to_owned());
    let (locations, _) = asked_again(&mut session, &["/a/x.cast", "/b/x.cast"], Placement::Replace);
    let generation = session.opening().generation();
    for location in &locations {
        session.receive(Message::LoadFailed {
            generation,
            name: "x.cast".into(),
            location: location.clone(),
            message: "it is empty".into(),
            details: String::new(),
            retry: None,
            waits: None,
        });
    }
    let opened = OpenedFile {
        location: "/b/x.cast".into(),
        ..file(1, vec![model("x")], vec![])
    };
    open(&mut session, vec![opened], Placement::Replace);
    assert!(stands(&session, &problem("/a/x.cast")) && !stands(&session, &problem("/b/x.cast")));
}

/// A file that is read again says what is otherwise in it.
#[test]
fn a_reload_says_what_changed() {
    use castview_base::core::Transform;
    use castview_base::scene::{Bone, Skeleton};
    use glam::Vec3;

    let moved = |by: f32, textures: &[&str]| {
        let mut model = model("pilot");
        let bones = (0..3).map(|at| Bone {
            name: format!("bone {at}"),
            rest: Transform {
                translation: Vec3::splat(by),
                ..Transform::IDENTITY
            },
            ..Bone::default()
        });
        model.skeleton = Skeleton::new(bones.collect()).expect("roots");
        let mut file = file(1, vec![model], vec![]);
        let scene = std::sync::Arc::make_mut(&mut file.scene);
        scene.textures = textures.iter().map(|name| (*name).to_owned()).collect();
        file
    };
    let mut session = Session::default();
    open(&mut session, vec![moved(0.0, &[])], Placement::Replace);
    let effects = open(&mut session, vec![moved(1.0, &["new.png"])], Placement::Reload);
    assert_eq!(notices(&effects), ["Reloaded 1 file: 3 bones moved, 1 texture new."]);
    let effects = open(&mut session, vec![moved(1.0, &["new.png"])], Placement::Reload);
    assert_eq!(notices(&effects), ["Reloaded 1 file."]);
}
