//! Textures, instances and buffers that open files lack: missing, or there and unreadable.

use super::*;

/// Whether some of its textures are still to come or none is.
#[test]
fn textures_that_are_missing_are_told_once_for_all_files() {
    let entry = |state| TextureEntry {
        elsewhere: Default::default(),
        reference: "skin.png".into(),
        location: None,
        file_bytes: 0,
        full_size: None,
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
        texture: crate::core::TextureIndex::new(1),
        location: None,
        file_bytes: 0,
        full_size: None,
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
        state: state.clone(),
    };
    let missing = TextureState::Missing("nowhere".into());
    let broken = TextureState::Broken("KTX2 is not read".into());
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
    let instance = |path: &str| crate::scene::Instance {
        name: "".into(),
        path: path.into(),
        placement: crate::core::Transform::IDENTITY,
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
    assert!(session.watched().contains(&"/models/textures".to_owned()));
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
