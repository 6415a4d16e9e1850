//! Textures, instances and buffers that open files lack: missing, or there and unreadable.

use super::problems::loaded;
use super::*;
use crate::stage::watched;

/// Whether some of its textures are still to come or none is.
#[test]
fn textures_that_are_missing_are_told_once_for_all_files() {
    let entry = |state| TextureEntry {
        elsewhere: Default::default(),
        reference: "skin.png".into(),
        location: None,
        file_bytes: 0,
        full_size: None,
        parts: None,
        state,
    };
    let missing = || entry(TextureState::Missing("nowhere".into()));
    let with = |key: u64, textures: Vec<TextureEntry>| {
        let file = file(key, vec![model("pilot")], vec![]);
        let scene = Scene {
            textures: vec!["skin.png".into(); textures.len()],
            ..(*file.scene).clone()
        };
        OpenedFile {
            textures,
            scene: Arc::new(scene),
            ..file
        }
    };
    let mut session = Session::default();
    let files = vec![with(1, vec![missing(), missing()]), with(2, vec![missing()])];
    let effects = open(&mut session, files, Placement::Replace);
    assert_eq!(
        notices(&effects),
        [
            "file1.cast, file2.cast stand side by side.",
            "3 textures missing in 2 files."
        ]
    );

    let mut session = Session::default();
    let waiting = entry(TextureState::Loading);
    let effects = open(
        &mut session,
        vec![with(1, vec![missing(), waiting])],
        Placement::Replace,
    );
    assert_eq!(notices(&effects), [""; 0]);
    let effects = session.receive(Message::TextureLoaded {
        file: FileKey(1),
        texture: castview_base::core::TextureIndex::new(1),
        location: None,
        file_bytes: 0,
        full_size: None,
        parts: None,
        state: TextureState::Unused,
    });
    assert_eq!(notices(&effects), ["1 texture missing in file1.cast."]);
}

/// Something that lies there is not missing, and three states have three words.
#[test]
fn what_cannot_be_read_is_not_said_to_be_missing() {
    let entry = |state: &TextureState| TextureEntry {
        elsewhere: Default::default(),
        reference: "skin.png".into(),
        location: None,
        file_bytes: 0,
        full_size: None,
        parts: None,
        state: state.clone(),
    };
    let missing = TextureState::Missing("nowhere".into());
    let broken = TextureState::Broken("Photoshop is not read".into());
    let file_of = |states: &[&TextureState]| OpenedFile {
        textures: states.iter().map(|state| entry(state)).collect(),
        ..file(1, vec![model("pilot")], vec![])
    };
    for (states, wanted) in [
        (&[&missing][..], "1 texture missing in file1.cast."),
        (&[&broken, &broken], "2 textures cannot be read in file1.cast."),
        (
            &[&missing, &missing, &broken],
            "2 textures missing, 1 cannot be read in file1.cast.",
        ),
    ] {
        let effects = open(&mut Session::default(), vec![file_of(states)], Placement::Replace);
        assert_eq!(notices(&effects), [wanted]);
    }
    let instance = |path: &str| castview_base::scene::Instance {
        name: "".into(),
        path: path.into(),
        placement: castview_base::core::Transform::IDENTITY,
        offset: 0,
    };
    let gone = Target::Missing("not found".into());
    let bad = Target::Unreadable("/b.cast".into(), "it is empty".into());
    for (targets, wanted) in [
        (
            vec![gone.clone(), Target::LeftOut],
            Some("The files of 1 of 2 instances were not found"),
        ),
        (
            vec![bad.clone(), Target::LeftOut],
            Some("The files of 1 of 2 instances cannot be read"),
        ),
        (
            vec![gone, bad],
            Some("Of 2 instances the files of 1 were not found, and those of 1 cannot be read"),
        ),
        (vec![Target::LeftOut, Target::LeftOut], None),
    ] {
        let mut world = file(1, vec![model("pilot")], vec![]);
        world.scene = Arc::new(Scene {
            instances: vec![instance("a.cast"), instance("b.cast")],
            ..(*world.scene).clone()
        });
        (world.instances.targets, world.instances.target_of) = (targets, vec![0, 1]);
        let told = notices(&open(&mut Session::default(), vec![world], Placement::Replace)).concat();
        assert_eq!(told.split(':').next().filter(|text| !text.is_empty()), wanted);
    }
}

/// Textures are exported after the model, as a rule: their folder tells when they come.
#[test]
fn a_change_in_a_folder_where_something_is_missing_is_looked_into() {
    let mut session = Session::default();
    let lacking = OpenedFile {
        awaited: vec!["/models/textures".into()],
        ..file(1, vec![model("pilot")], vec![])
    };
    open(
        &mut session,
        vec![lacking, file(2, vec![model("other")], vec![])],
        Placement::Replace,
    );
    assert!(watched::watched(&session).contains(&"/models/textures".to_owned()));
    let looks = |session: &mut Session, place: &str| {
        let effects = session.receive(Message::FilesChanged(vec![place.to_owned()])).effects;
        effects.into_iter().find_map(|effect| match effect {
            Effect::LookAgain(files) => Some(files),
            _ => None,
        })
    };
    assert_eq!(looks(&mut session, "/models/textures"), Some(vec![FileKey(1)]));
    assert_eq!(looks(&mut session, "/models"), None);
    // All are there now.
    let folders = Vec::new();
    session.receive(Message::Awaited {
        file: FileKey(1),
        folders,
    });
    assert_eq!(looks(&mut session, "/models/textures"), None);
}

/// Refuses a model as the loader does whose `a.bin` is missing, after a load of it alone.
pub(super) fn refused(session: &mut Session, location: &str, placement: Placement) -> Vec<Effect> {
    let effects = session.apply(Action::Stage(StageAction::Open {
        locations: vec![location.into()],
        placement,
    }));
    let Some(Effect::Load { generation, .. }) = effects.effects.last() else {
        panic!("{effects:?}")
    };
    let generation = *generation;
    let effects = session.receive(Message::LoadFailed {
        generation,
        name: location.trim_start_matches('/').into(),
        location: location.into(),
        message: "there is no such file".into(),
        details: String::new(),
        retry: None,
        waits: Some(Box::new(Waits {
            file: FileKey(7),
            names: vec!["a.bin".into()],
            folders: vec!["/models".into()],
            short: vec!["/models/short.bin".into()],
            placement,
        })),
    });
    session.receive(Message::Loaded {
        generation,
        files: Vec::new(),
        placement,
    });
    effects.effects
}

/// The loads that word of these places asks for.
fn loads(session: &mut Session, places: &[&str]) -> Vec<(Vec<String>, Vec<FileKey>, Placement)> {
    let places = places.iter().map(|place| (*place).to_owned()).collect();
    let effects = session.receive(Message::FilesChanged(places)).effects;
    let load = |effect| match effect {
        Effect::Load {
            locations,
            keys,
            placement,
            ..
        } => Some((locations, keys, placement)),
        _ => None,
    };
    effects.into_iter().filter_map(load).collect()
}

/// A glTF model may be written before its `.bin`: it is refused, waits, and opens when that comes.
#[test]
fn a_model_without_its_buffer_waits_for_it() {
    let mut session = with_pilot(vec![]);
    let told = refused(&mut session, "/models/a.gltf", Placement::Replace);
    assert_eq!(
        notices(&told),
        ["models/a.gltf waits for a.bin: it opens when that is there."]
    );
    for place in ["/models", "/models/a.gltf", "/models/short.bin"] {
        assert!(watched::watched(&session).contains(&place.to_owned()), "{place}");
    }
    // Something came into the folder: the loader looks for the file, and says so if it is there.
    let effects = session.receive(Message::FilesChanged(vec!["/models".into()])).effects;
    assert_eq!(effects, [Effect::LookAgain(vec![FileKey(7)])]);
    let wanted = (vec!["/models/a.gltf".to_owned()], vec![FileKey(7)], Placement::Replace);
    assert_eq!(loads(&mut session, &["/models/a.gltf"]), std::slice::from_ref(&wanted));
    assert_eq!(loads(&mut session, &["/models/a.gltf"]), [], "asked for once");

    // A buffer that is there grows.
    let mut session = with_pilot(vec![]);
    refused(&mut session, "/models/a.gltf", Placement::Replace);
    assert_eq!(loads(&mut session, &["/models/short.bin"]), [wanted]);
}

/// The open file is read again first; the waiting one follows.
#[test]
fn a_waiting_file_is_opened_after_a_changed_one_is_read_again() {
    let mut session = with_pilot(vec![]);
    refused(&mut session, "/models/a.gltf", Placement::Add);
    let first = loads(&mut session, &["/models/a.gltf", "/tmp/file1.cast"]);
    assert_eq!(first[0].0, ["/tmp/file1.cast"]);
    let effects = loaded(
        &mut session,
        vec![file(1, vec![model("pilot")], vec![])],
        Placement::Reload,
    );
    let follows = effects.iter().find_map(|effect| match effect {
        Effect::Load { locations, .. } => Some(locations.clone()),
        _ => None,
    });
    assert_eq!(follows, Some(vec!["/models/a.gltf".to_owned()]));
}

/// A file that the user has turned away from does not come back by itself.
#[test]
fn waiting_ends_when_something_else_is_opened_in_place_of_all() {
    let mut session = with_pilot(vec![]);
    refused(&mut session, "/models/a.gltf", Placement::Replace);
    open(
        &mut session,
        vec![file(2, vec![model("other")], vec![])],
        Placement::Add,
    );
    assert_eq!(
        loads(&mut session, &["/models/a.gltf"]).len(),
        1,
        "what joins changes nothing"
    );

    let mut session = with_pilot(vec![]);
    refused(&mut session, "/models/a.gltf", Placement::Replace);
    session.apply(Action::Stage(StageAction::Open {
        locations: vec!["/tmp/file2.cast".into()],
        placement: Placement::Replace,
    }));
    let others = vec![file(2, vec![model("other")], vec![])];
    loaded(&mut session, others, Placement::Replace);
    assert_eq!(loads(&mut session, &["/models/a.gltf"]), []);

    // Nothing is watched where the user wants it so: then it is an error like any other.
    session.preferences.files.watches = false;
    let told = refused(&mut session, "/models/a.gltf", Placement::Replace);
    assert_eq!(
        notices(&told),
        ["models/a.gltf could not be opened: there is no such file"]
    );
}
