//! Folders: lists, and the walk from file to file.

mod hung;
mod listing;

use super::*;
use crate::browser;
use crate::browser::remember::with_recent;
use crate::stage::watched;
use crate::{BrowserAction, LeftTab};

fn listed(name: &str) -> ListedFile {
    ListedFile {
        name: name.into(),
        location: format!("/folder/{name}"),
        below: String::new(),
        bytes: 1,
        changed_secs: 0,
        kind: ListedKind::Unknown,
        targets: None,
    }
}

fn list(names: &[&str]) -> FolderNews {
    FolderNews::Listed(FolderList {
        location: "/folder".into(),
        files: Arc::new(names.iter().map(|name| listed(name)).collect()),
        ..FolderList::default()
    })
}

/// The question for a list among `effects`.
fn asked(effects: &[Effect]) -> (u64, String) {
    let question = effects.iter().find_map(|effect| match effect {
        Effect::ListFolder {
            generation, location, ..
        } => Some((*generation, location.clone())),
        _ => None,
    });
    question.expect("a list is asked for")
}

/// The load among `effects`: its generation and what is loaded.
fn load(effects: &[Effect]) -> Option<(u64, Vec<String>)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Load {
            generation,
            locations,
            placement: Placement::Walk,
            ..
        } => Some((*generation, locations.clone())),
        _ => None,
    })
}

/// A session that browses these files.
fn browsing(names: &[&str]) -> Session {
    let mut session = Session::default();
    let effects = session.apply(Action::Browser(BrowserAction::OpenFolder("/folder".into())));
    let (generation, location) = asked(&effects);
    assert_eq!(location, "/folder");
    assert!(effects.contains(&Effect::ShowBrowser));
    session.receive(Message::Folder {
        generation,
        news: list(names),
    });
    session
}

fn at(key: u64, name: &str, models: Vec<Model>, clips: Vec<Clip>) -> OpenedFile {
    OpenedFile {
        name: name.into(),
        location: format!("/folder/{name}"),
        ..file(key, models, clips)
    }
}

/// The file that was asked for arrives.
fn arrive(session: &mut Session, effects: &[Effect], file: OpenedFile) -> Outcome {
    let (generation, locations) = load(effects).expect("something is loaded");
    assert_eq!(locations, std::slice::from_ref(&file.location));
    session.receive(Message::Loaded {
        generation,
        files: vec![file],
        placement: Placement::Walk,
    })
}

fn step(session: &mut Session, forward: bool) -> Outcome {
    session.apply(Action::Browser(BrowserAction::Step { forward }))
}

fn open_first(session: &mut Session, file: OpenedFile) {
    let effects = session.apply(Action::Browser(BrowserAction::Open(file.location.clone())));
    arrive(session, &effects, file);
}

#[test]
fn a_folder_is_listed_in_its_tab_and_only_the_newest_list_counts() {
    let mut session = browsing(&["a.cast", "b.cast"]);
    assert_eq!(session.preferences().window.left_tab, LeftTab::Files);
    assert_eq!(session.browser.listed_files().len(), 2);
    let old = session.browser().question();
    session.apply(Action::Browser(BrowserAction::ToggleDeep));
    session.receive(Message::Folder {
        generation: old,
        news: list(&["late.cast"]),
    });
    assert_eq!(session.browser.listed_files().len(), 2, "an older list");
    session.receive(Message::Folder {
        generation: old + 1,
        news: list(&["a.cast", "b.cast", "c.cast"]),
    });
    session.receive(Message::Folder {
        generation: old + 1,
        news: FolderNews::Kinds(1, vec![ListedKind::Clips, ListedKind::Model, ListedKind::Model]),
    });
    let kinds: Vec<ListedKind> = session.browser.listed_files().iter().map(|file| file.kind).collect();
    assert_eq!(kinds, [ListedKind::Unknown, ListedKind::Clips, ListedKind::Model]);
}

#[test]
fn a_walk_keeps_clip_frame_and_a_camera_that_was_placed() {
    let mut session = browsing(&["a.cast", "b.cast"]);
    let run = || vec![clip("idle", "hip", None), clip("run", "hip", None)];
    open_first(&mut session, at(1, "a.cast", vec![model("a")], run()));
    let run_of_a = session.stage().clips()[1].key;
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(run_of_a))));
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(4.0))));
    session.apply(Action::View(ViewAction::Camera(CameraMove::Zoom {
        factor: 0.5,
        ndc: glam::Vec2::ZERO,
    })));
    let camera = session.view().camera();

    let effects = step(&mut session, true);
    let told = arrive(&mut session, &effects, at(2, "b.cast", vec![model("b")], run()));
    assert_eq!(model_names(&session), ["b"]);
    assert_eq!(notices(&told), Vec::<&str>::new(), "walking is silent");
    let name = session.active_clip().map(|clip| clip.name.clone());
    assert_eq!((name.as_deref(), session.frame()), (Some("run"), Some(4.0)));
    assert!(!session.is_playing());
    assert_eq!(session.view().camera(), camera);

    // A model of another size is framed.
    let mut huge = model("huge");
    let mesh = &mut huge.meshes[0];
    mesh.positions = vec![[0.0, 0.0, 0.0], [90.0, 0.0, 0.0], [0.0, 90.0, 0.0]].into();
    mesh.bounds.max = Vec3::new(90.0, 90.0, 0.0);
    let effects = step(&mut session, false);
    arrive(&mut session, &effects, at(3, "a.cast", vec![huge], vec![]));
    assert_ne!(session.view().camera().distance, camera.distance);
}

#[test]
fn a_library_plays_on_while_models_are_walked_through() {
    let mut session = browsing(&["a.cast", "b.cast", "c.cast"]);
    open_first(&mut session, at(1, "a.cast", vec![model("a")], vec![]));
    let library = file(9, vec![], vec![clip("wave", "hip", None)]);
    open(&mut session, vec![library], Placement::Replace);
    session.advance(0.3);
    let frame = session.frame();
    // No bone of the second model fits; the clip is there for the third one all the same.
    let mut other = model("other");
    other.skeleton = bones(&["wheel"]);
    let effects = step(&mut session, true);
    arrive(&mut session, &effects, at(2, "b.cast", vec![other], vec![]));
    let effects = step(&mut session, true);
    arrive(&mut session, &effects, at(3, "c.cast", vec![model("c")], vec![]));
    assert_eq!(session.active_clip().map(|clip| &clip.name[..]), Some("wave"));
    assert_eq!((session.frame(), session.is_playing()), (frame, true));
    assert_eq!(session.stage().matches().map(|matches| matches.matched), Some(1));
}

#[test]
fn clips_that_are_walked_through_do_not_pile_up() {
    let mut session = with_pilot(vec![]);
    let effects = session.apply(Action::Browser(BrowserAction::OpenFolder("/folder".into())));
    session.receive(Message::Folder {
        generation: asked(&effects).0,
        news: list(&["run1.cast", "run2.cast", "run3.cast"]),
    });
    open_first(
        &mut session,
        at(11, "run1.cast", vec![], vec![clip("run1", "hip", None)]),
    );
    for (number, name) in [(12, "run2.cast"), (13, "run3.cast")] {
        let effects = step(&mut session, true);
        let clips = vec![clip(name, "hip", None)];
        arrive(&mut session, &effects, at(number, name, vec![], clips));
        assert_eq!(session.stage().clips().len(), 1);
        assert_eq!(session.active_clip().map(|clip| &clip.name[..]), Some(name));
    }
    assert_eq!(model_names(&session), ["pilot"]);
    let told = step(&mut session, true);
    assert_eq!(notices(&told), ["run3.cast is the last file of its folder."]);
}

/// Ctrl+Page Down has not reloaded it: it says that the file is open, unless a clip begins to play.
#[test]
fn a_walk_to_an_open_file_reloads_nothing_by_its_words() {
    let mut session = browsing(&["a.cast", "run.cast"]);
    let pilot = || at(1, "a.cast", vec![model("a")], vec![]);
    open_first(&mut session, pilot());
    let effects = step(&mut session, true);
    let run = || at(2, "run.cast", vec![], vec![clip("run", "hip", None)]);
    arrive(&mut session, &effects, run());
    let effects = step(&mut session, false);
    let told = arrive(&mut session, &effects, pilot());
    assert_eq!(notices(&told), ["a.cast is open already."]);
    session.apply(Action::Playback(PlaybackAction::ChooseClip(None)));
    let effects = step(&mut session, true);
    let told = arrive(&mut session, &effects, run());
    assert_eq!(session.active_clip().map(|clip| &clip.name[..]), Some("run"));
    assert_eq!(notices(&told), Vec::<&str>::new(), "the clip that plays says it");
    assert_eq!(session.stage().files().len(), 2);
}

#[test]
fn clips_of_the_walk_that_fit_nothing_of_a_new_model_go() {
    let mut session = browsing(&["a.cast", "run.cast", "b.cast"]);
    open_first(&mut session, at(1, "a.cast", vec![model("a")], vec![]));
    let effects = step(&mut session, true);
    let clips = vec![clip("run", "hip", None)];
    arrive(&mut session, &effects, at(2, "run.cast", vec![], clips));
    assert_eq!(session.stage().clips().len(), 1);
    let mut other = model("other");
    other.skeleton = bones(&["wheel"]);
    let effects = step(&mut session, true);
    arrive(&mut session, &effects, at(3, "b.cast", vec![other], vec![]));
    assert_eq!(
        (model_names(&session), session.stage().files().len()),
        (vec!["other"], 1)
    );
}

/// A file that cannot be opened is one step like any other, and one that holds nothing is shown as it is.
#[test]
fn a_walk_goes_past_files_that_cannot_be_opened_or_hold_nothing() {
    let mut session = browsing(&["a.cast", "broken.cast", "empty.cast", "d.cast"]);
    open_first(&mut session, at(1, "a.cast", vec![model("a")], vec![]));
    let refuse = |session: &mut Session, effects: &[Effect]| {
        let (generation, locations) = load(effects).expect("a load");
        session.receive(Message::LoadFailed {
            generation,
            name: "broken.cast".into(),
            location: locations[0].clone(),
            message: "it is empty".into(),
            details: String::new(),
            retry: None,
            waits: None,
        });
        session.receive(Message::Loaded {
            generation,
            files: vec![],
            placement: Placement::Walk,
        });
    };
    let effects = step(&mut session, true);
    refuse(&mut session, &effects);
    assert_eq!(model_names(&session), ["a"], "what was there is there still");
    assert_eq!(browser::walked_location(&session), Some("/folder/broken.cast"));
    let effects = step(&mut session, true);
    arrive(&mut session, &effects, at(2, "empty.cast", vec![], vec![]));
    assert_eq!((model_names(&session).len(), session.stage().files().len()), (0, 1));
    let effects = step(&mut session, true);
    arrive(&mut session, &effects, at(3, "d.cast", vec![model("d")], vec![]));
    assert_eq!((model_names(&session), session.stage().files().len()), (vec!["d"], 1));
    // Back again.
    let effects = step(&mut session, false);
    arrive(&mut session, &effects, at(4, "empty.cast", vec![], vec![]));
    let effects = step(&mut session, false);
    refuse(&mut session, &effects);
    let effects = step(&mut session, false);
    assert_eq!(
        load(&effects).map(|(_, locations)| locations),
        Some(vec!["/folder/a.cast".into()])
    );
}

#[test]
fn steps_wait_for_the_load_before_and_only_the_last_of_them_counts() {
    let mut session = browsing(&["a.cast", "b.cast", "c.cast", "d.cast"]);
    open_first(&mut session, at(1, "a.cast", vec![model("a")], vec![]));
    let first = step(&mut session, true);
    assert!(load(&step(&mut session, true)).is_none());
    assert!(load(&step(&mut session, true)).is_none());
    assert_eq!(browser::walked_location(&session), Some("/folder/d.cast"));
    let then = arrive(&mut session, &first, at(2, "b.cast", vec![model("b")], vec![]));
    assert_eq!(model_names(&session), ["b"], "what was loaded is shown");
    assert_eq!(
        load(&then).map(|(_, locations)| locations),
        Some(vec!["/folder/d.cast".into()])
    );
}

#[test]
fn the_folder_of_the_open_file_is_listed_for_the_first_step() {
    let mut session = Session::default();
    open(
        &mut session,
        vec![at(1, "b.cast", vec![model("b")], vec![])],
        Placement::Replace,
    );
    let effects = step(&mut session, false);
    assert!(!effects.contains(&Effect::ShowBrowser), "nobody asked for the tab");
    let (generation, location) = asked(&effects);
    assert_eq!(location, "/folder");
    let effects = session.receive(Message::Folder {
        generation,
        news: list(&["a.cast", "b.cast"]),
    });
    assert_eq!(
        load(&effects).map(|(_, locations)| locations),
        Some(vec!["/folder/a.cast".into()])
    );
}

#[test]
fn a_dropped_folder_opens_its_first_model_where_nothing_but_the_demo_is_open() {
    use ListedKind::{Clips, Model as OfModel, Unreadable};
    let demo = || {
        let mut session = Session::default();
        let demo = OpenedFile {
            is_demo: true,
            location: String::new(),
            ..file(9, vec![model("sprig")], vec![])
        };
        session.receive(Message::Loaded {
            generation: 0,
            files: vec![demo],
            placement: Placement::Replace,
        });
        session
    };
    for (kinds, wanted) in [
        ([Clips, OfModel, OfModel], Some("/folder/b.cast")),
        ([Unreadable, Clips, OfModel], Some("/folder/c.cast")),
        // Clips show something on their own bones.
        ([Unreadable, Clips, Clips], Some("/folder/b.cast")),
        ([Unreadable; 3], None),
    ] {
        for (mut session, is_bare) in [(Session::default(), true), (demo(), true), (with_pilot(vec![]), false)] {
            let effects = session.receive(Message::FolderDropped {
                location: "/folder".into(),
                opens: false,
            });
            let generation = asked(&effects).0;
            let mut tell = |news| session.receive(Message::Folder { generation, news }).effects;
            let mut told = tell(list(&["a.cast", "b.cast", "c.cast"]));
            assert_eq!(load(&told), None, "nobody has looked yet");
            // The kinds of the files become known one after another.
            for (at, kind) in kinds.into_iter().enumerate() {
                told.extend(tell(FolderNews::Kinds(at, vec![kind])));
            }
            let opened: Option<Vec<String>> = load(&told).map(|(_, locations)| locations);
            let wanted = wanted.filter(|_| is_bare).map(|one| vec![one.to_owned()]);
            assert_eq!(opened, wanted, "{kinds:?}");
        }
    }
}

#[test]
fn files_are_remembered_but_not_those_that_were_walked_through() {
    let mut session = browsing(&["a.cast", "b.cast"]);
    for key in [1, 2, 1] {
        open(
            &mut session,
            vec![file(key, vec![model("one")], vec![])],
            Placement::Replace,
        );
    }
    assert_eq!(session.browser.recent().files, ["/tmp/file1.cast", "/tmp/file2.cast"]);
    open_first(&mut session, at(3, "a.cast", vec![model("a")], vec![]));
    assert_eq!(session.browser.recent().files.len(), 2);
    assert_eq!(session.browser.recent().last, ["/folder/a.cast"]);
    assert_eq!(session.browser.recent().folder.as_deref(), Some("/folder"));
    session.apply(Action::Stage(StageAction::CloseAll));
    assert_eq!(
        session.browser.recent().last,
        ["/folder/a.cast"],
        "an empty stage is nothing to come back to"
    );

    let mut next = with_recent(Session::default(), Recent::clone(session.browser.recent()));
    assert!(next.browser.has_previous());
    let effects = next.apply(Action::Browser(BrowserAction::Restore));
    assert_eq!(asked(&effects).1, "/folder");
    let opened = effects.iter().find_map(|effect| match effect {
        Effect::Load { locations, .. } => Some(locations.clone()),
        _ => None,
    });
    assert_eq!(opened, Some(vec!["/folder/a.cast".into()]));
    assert!(!next.browser.has_previous(), "once");
    next.apply(Action::Browser(BrowserAction::ForgetRecent));
    assert_eq!(next.browser.recent().files, [""; 0]);
}

/// Files that are read again after these places have changed.
fn read_again(session: &mut Session, places: &[&str]) -> Vec<FileKey> {
    let places = places.iter().map(|place| (*place).to_owned()).collect();
    let effects = session.receive(Message::FilesChanged(places));
    reloads(&effects)
}

fn reloads(effects: &[Effect]) -> Vec<FileKey> {
    let keys = effects.iter().find_map(|effect| match effect {
        Effect::Load {
            keys,
            placement: Placement::Reload,
            ..
        } => Some(keys.clone()),
        _ => None,
    });
    keys.unwrap_or_default()
}

#[test]
fn files_that_change_are_read_again_as_soon_as_nothing_else_is_loaded() {
    let textured = OpenedFile {
        textures: vec![TextureEntry {
            elsewhere: Default::default(),
            reference: "skin.png".into(),
            location: Some("/tmp/skin.png".into()),
            file_bytes: 0,
            full_size: None,
            parts: None,
            state: TextureState::Loading,
        }],
        ..file(2, vec![model("two")], vec![])
    };
    let mut session = Session::default();
    let both = vec![file(1, vec![model("one")], vec![]), textured];
    open(&mut session, both.clone(), Placement::Replace);
    let mut watched = watched::watched(&session);
    watched.sort();
    assert_eq!(watched, ["/tmp/file1.cast", "/tmp/file2.cast", "/tmp/skin.png"]);

    assert_eq!(read_again(&mut session, &["/tmp/other.cast"]), []);
    assert_eq!(
        read_again(&mut session, &["/tmp/skin.png"]),
        [FileKey(2)],
        "by its texture"
    );
    // While that is read the other one changes.
    assert_eq!(read_again(&mut session, &["/tmp/file1.cast"]), []);
    let effects = session.receive(Message::Loaded {
        generation: session.opening().loading.as_ref().expect("under way").generation,
        files: vec![both[1].clone()],
        placement: Placement::Reload,
    });
    assert_eq!(reloads(&effects), [FileKey(1)]);

    session.apply(Action::Stage(StageAction::CancelLoad));
    session.apply(Switch::WATCH.toggle());
    assert_eq!(read_again(&mut session, &["/tmp/file1.cast"]), [], "it is switched off");
}

#[test]
fn the_files_beside_the_open_one_are_those_to_read_ahead() {
    let mut session = browsing(&["a.cast", "b.cast", "c.cast", "d.cast"]);
    assert_eq!(browser::neighbours(&session), [""; 0], "nothing is open");
    open_first(&mut session, at(2, "b.cast", vec![model("b")], Vec::new()));
    assert_eq!(browser::neighbours(&session), ["/folder/c.cast", "/folder/a.cast"]);
    let effects = step(&mut session, true);
    assert_eq!(browser::neighbours(&session), [""; 0], "the walk comes first");
    arrive(&mut session, &effects, at(3, "c.cast", vec![model("c")], Vec::new()));
    assert_eq!(browser::neighbours(&session), ["/folder/d.cast", "/folder/b.cast"]);
    let generation = session.browser().question();
    session.receive(Message::Folder {
        generation,
        news: FolderNews::Kinds(3, vec![ListedKind::Unreadable]),
    });
    assert_eq!(browser::neighbours(&session), ["/folder/b.cast"], "no file of ours");
}

#[test]
fn a_drop_is_one_entry_and_broken_files_leave() {
    let mut session = Session::default();
    let drop = vec![
        file(1, vec![], vec![clip("run", "hip", None)]),
        file(2, vec![model("pilot")], vec![]),
        file(3, vec![], vec![clip("walk", "hip", None)]),
    ];
    open(&mut session, drop, Placement::Replace);
    let all = ["/tmp/file1.cast", "/tmp/file2.cast", "/tmp/file3.cast"];
    assert_eq!(session.browser.recent().files, ["/tmp/file2.cast"]);
    assert_eq!(session.browser.recent().opened_by("/tmp/file2.cast"), all);
    open(
        &mut session,
        vec![file(4, vec![model("other")], vec![])],
        Placement::Replace,
    );
    assert_eq!(session.browser.recent().files, ["/tmp/file4.cast", "/tmp/file2.cast"]);
    let fails = |session: &mut Session, location: &str| {
        let effects = session.apply(Action::Stage(StageAction::Open {
            locations: vec![location.into()],
            placement: Placement::Replace,
        }));
        let [Effect::Load { generation, .. }] = &effects[..] else {
            panic!("{effects:?}")
        };
        session.receive(Message::LoadFailed {
            generation: *generation,
            name: "broken".into(),
            location: location.into(),
            message: "it is empty".into(),
            details: String::new(),
            retry: None,
            waits: None,
        });
    };
    fails(&mut session, "/tmp/file3.cast");
    assert_eq!(session.browser.recent().opened_by("/tmp/file2.cast"), all[..2]);
    fails(&mut session, "/tmp/file4.cast");
    assert_eq!(session.browser.recent().files, ["/tmp/file2.cast"]);
    // Opened alone it is one file again.
    open(
        &mut session,
        vec![file(2, vec![model("pilot")], vec![])],
        Placement::Replace,
    );
    assert_eq!(
        session.browser.recent().opened_by("/tmp/file2.cast"),
        ["/tmp/file2.cast"]
    );
    session.apply(Action::Browser(BrowserAction::ForgetRecent));
    assert!(session.browser.recent().files.is_empty() && session.browser.recent().together.is_empty());
}

#[test]
fn folders_that_the_user_asks_for_are_remembered() {
    let mut session = browsing(&["a.cast"]);
    assert_eq!(session.browser.recent().folders, ["/folder"]);
    // One that is listed for a step of the walk is not.
    let mut other = Session::default();
    open(
        &mut other,
        vec![at(1, "b.cast", vec![model("b")], vec![])],
        Placement::Replace,
    );
    let generation = asked(&step(&mut other, false)).0;
    let news = list(&["a.cast", "b.cast"]);
    other.receive(Message::Folder { generation, news });
    assert!(other.browser.recent().folders.is_empty());
    // One that cannot be listed any more leaves.
    let effects = session.apply(Action::Browser(BrowserAction::OpenFolder("/folder".into())));
    let generation = asked(&effects).0;
    let gone = FolderList {
        location: "/folder".into(),
        error: Some("it is gone".into()),
        ..FolderList::default()
    };
    let news = FolderNews::Listed(gone);
    session.receive(Message::Folder { generation, news });
    assert!(session.browser.recent().folders.is_empty());
    let mut session = browsing(&["a.cast"]);
    session.apply(Action::Browser(BrowserAction::ForgetRecent));
    assert!(session.browser.recent().folders.is_empty());
}

/// A folder that is dropped on an open model shows its list: the next step leads there, not through the folder of the model.
#[test]
fn the_walk_goes_on_in_a_folder_that_was_asked_for_over_an_open_file() {
    let elsewhere = |key: u64, name: &str| OpenedFile {
        location: format!("/other/{name}"),
        ..at(key, name, vec![model("pilot")], vec![])
    };
    let opened = || {
        let mut session = Session::default();
        let effects = session.apply(Action::Browser(BrowserAction::Open("/other/m.cast".into())));
        arrive(&mut session, &effects, elsewhere(1, "m.cast"));
        session
    };
    for (forward, is_there, wanted) in [
        (true, true, "/folder/a.cast"),
        (false, true, "/folder/b.cast"),
        (true, false, "/folder/a.cast"),
    ] {
        let mut session = opened();
        let question = session.apply(Action::Browser(BrowserAction::OpenFolder("/folder".into())));
        let (generation, _) = asked(&question);
        let news = || Message::Folder {
            generation,
            news: list(&["a.cast", "b.cast"]),
        };
        let effects = match is_there {
            true => {
                session.receive(news());
                step(&mut session, forward)
            }
            false => {
                assert!(step(&mut session, forward).effects.is_empty(), "the list is on its way");
                session.receive(news())
            }
        };
        assert_eq!(load(&effects).expect("a step").1, [wanted]);
        let name = wanted.rsplit('/').next().expect("a name");
        arrive(&mut session, &effects, at(2, name, vec![model("pilot")], vec![]));
        let next = step(&mut session, forward);
        let other = if forward { "/folder/b.cast" } else { "/folder/a.cast" };
        assert_eq!(load(&next).expect("the walk goes on").1, [other]);
        assert_eq!(session.browser().listed_files().len(), 2, "the list stays");
    }
    // A file that is opened after that is walked from in its own folder.
    let mut session = opened();
    let question = session.apply(Action::Browser(BrowserAction::OpenFolder("/folder".into())));
    session.receive(Message::Folder {
        generation: asked(&question).0,
        news: list(&["a.cast", "b.cast"]),
    });
    let effects = session.apply(Action::Browser(BrowserAction::Open("/other/n.cast".into())));
    arrive(&mut session, &effects, elsewhere(3, "n.cast"));
    assert_eq!(asked(&step(&mut session, true)).1, "/other");
}
