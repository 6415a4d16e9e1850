//! shape.md row 29: sub shapes are loaded from the files they name, in the folder of the file and never outside, cycles and depth cut.

use crate::shape_file::samples::triangle;
use crate::shape_file::{Codec, Draft, Layer, SubShape, Switches, Track, write};
use castview_base::core::{ClipIndex, Options};
use castview_files::{Allowance, MAX_DEPTH, Reach, open_file_as, open_instances};
use castview_picture::opened::{FileKey, OpenedFile, Placement, Target};
use castview_session::aids;
use castview_session::composition;
use castview_session::{
    Action, Attachment, ClipKey, CompositionAction, Message, PlaybackAction, Seek, Selected, Session, ViewAction,
};
use glam::{Affine3A, Vec3};
use std::path::Path;

fn sub(file: &str, x: f32) -> SubShape {
    SubShape {
        name: format!("sub {x}"),
        file: file.into(),
        position: [x, 0.0, 1.0],
        rotation: [0.0; 3],
        scale: [1.0; 3],
    }
}

/// One triangle, and `sub_shapes`.
fn shape(sub_shapes: Vec<SubShape>) -> Draft {
    Draft {
        sub_shapes,
        ..triangle()
    }
}

fn store(folder: &Path, name: &str, draft: &Draft) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("inside")).expect("a folder");
    std::fs::write(path, write(draft, &Switches::default())).expect("writable");
}

fn open(path: &Path) -> OpenedFile {
    open_as(path, "")
}

/// With what the user decided, as it is typed.
fn open_as(path: &Path, decided: &str) -> OpenedFile {
    let options = Options::parse(decided).expect("key=value");
    let mut opened = open_file_as(
        path,
        FileKey(1),
        &Reach::of(path, &Allowance::default()),
        &options,
        &mut |_| true,
    )
    .expect("opens");
    let mut last = 1;
    let mut new_key = || {
        last += 1;
        FileKey(last)
    };
    open_instances(&mut opened, path, &mut new_key, &mut |_, _| true).expect("nothing stops it");
    opened.file
}

/// Name of each file that stands there, and where; boxes come last.
fn stands(file: &OpenedFile) -> Vec<(&str, Vec<[f32; 3]>)> {
    let at = |matrix: &glam::Affine3A| Vec3::from(matrix.translation).to_array();
    let files = file.instances.files.iter();
    files
        .map(|one| (one.name.as_str(), one.standing.places.iter().map(at).collect()))
        .collect()
}

fn reports(file: &OpenedFile) -> Vec<&str> {
    file.diagnostics.items().iter().map(|item| item.rule.id).collect()
}

#[test]
fn each_file_is_read_once_and_stands_mirrored_where_it_is_placed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let parts = vec![sub("Parts/Bogie.shape", -3.0), sub("parts\\bogie", 3.0)];
    store(folder.path(), "coach.Shape", &shape(parts));
    // Paths of a sub shape start in its own folder.
    store(
        folder.path(),
        "parts/bogie.Shape",
        &shape(vec![sub("wheel.Shape", 0.5)]),
    );
    store(folder.path(), "parts/wheel.Shape", &shape(Vec::new()));
    let file = open(&folder.path().join("coach.Shape"));
    assert_eq!(
        stands(&file),
        [
            ("bogie.Shape", vec![[-3.0, 0.0, -1.0], [3.0, 0.0, -1.0]]),
            ("wheel.Shape", vec![[-2.5, 0.0, -2.0], [3.5, 0.0, -2.0]])
        ]
    );
    assert_eq!(reports(&file), [""; 0]);
    assert_eq!(file.instances.missing_count(), 0);
}

/// Turned by yaw about +Y, left-handed: what lies along +X then lies along −Z of the file, +Z of the scene.
#[test]
fn a_sub_shape_turns_as_lights_do() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let turned = SubShape {
        rotation: [std::f32::consts::FRAC_PI_2, 0.0, 0.0],
        scale: [2.0; 3],
        ..sub("bogie.Shape", 0.0)
    };
    store(folder.path(), "coach.Shape", &shape(vec![turned]));
    store(folder.path(), "bogie.Shape", &shape(Vec::new()));
    let file = open(&folder.path().join("coach.Shape"));
    let placement = file.instances.files[0].standing.places.first_place();
    let x = placement.transform_vector3(Vec3::X);
    assert!(x.abs_diff_eq(Vec3::Z * 2.0, 1e-5), "{x}");
}

#[test]
fn nothing_outside_of_the_folder_is_read() {
    let outer = tempfile::tempdir().expect("a temporary folder");
    let folder = outer.path().join("coach");
    store(outer.path(), "secret.Shape", &shape(Vec::new()));
    store(&folder, "inside.Shape", &shape(Vec::new()));
    std::fs::write(folder.join("hero.cast"), b"cast").expect("writable");
    let secret = outer.path().join("secret.Shape");
    let outside = [
        "../secret.Shape",
        &*secret.to_string_lossy(),
        "//host/secret.Shape",
        "hero.cast",
    ];
    let mut subs: Vec<SubShape> = outside.iter().map(|path| sub(path, 0.0)).collect();
    // If a path leads out, only its name is looked for.
    subs.push(sub("..\\..\\inside.Shape", 7.0));
    // A sub shape that names nothing is left out and reported.
    subs.push(sub("", 0.0));
    store(&folder, "coach.Shape", &shape(subs));
    let file = open(&folder.join("coach.Shape"));
    assert_eq!(stands(&file)[0], ("inside.Shape", vec![[7.0, 0.0, -1.0]]));
    assert_eq!(file.instances.missing_count(), outside.len());
    assert_eq!(reports(&file), vec!["S29"; outside.len() + 1]);
    // Boxes stand where the others would.
    assert_eq!(stands(&file)[1].1.len(), outside.len());
}

#[test]
fn cycles_and_depth_are_cut() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    store(
        folder.path(),
        "a.Shape",
        &shape(vec![sub("b.Shape", 1.0), sub("a.Shape", 2.0)]),
    );
    store(folder.path(), "b.Shape", &shape(vec![sub("a.Shape", 3.0)]));
    let file = open(&folder.path().join("a.Shape"));
    assert_eq!(stands(&file), [("b.Shape", vec![[1.0, 0.0, -1.0]])]);
    assert_eq!(reports(&file), ["S29"; 2]);
    assert!(matches!(file.instances.targets[1], Target::LeftOut));
    // A row of ten, each inside the one before.
    for at in 0..10 {
        let next = format!("{}.Shape", at + 1);
        store(folder.path(), &format!("{at}.Shape"), &shape(vec![sub(&next, 1.0)]));
    }
    store(folder.path(), "10.Shape", &shape(Vec::new()));
    let file = open(&folder.path().join("0.Shape"));
    assert_eq!(stands(&file).len(), MAX_DEPTH);
    assert_eq!(reports(&file), ["S29"]);
}

#[test]
fn what_is_decided_about_a_shape_goes_for_its_sub_shapes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let coach = folder.path().join("coach.Shape");
    store(folder.path(), "coach.Shape", &shape(vec![sub("bogie.Shape", 1.0)]));
    let packed = Switches {
        codec: Codec::Zlib,
        ..Switches::default()
    };
    let bogie = write(&shape(vec![sub("wheel.Shape", 1.0)]), &packed);
    std::fs::write(folder.path().join("bogie.Shape"), bogie).expect("writable");
    store(folder.path(), "wheel.Shape", &shape(Vec::new()));
    let z_of = |file: &OpenedFile, inside: usize| {
        let scene = &file.instances.files[inside].scene;
        scene.models[0].meshes[0].positions.get(0)[2]
    };
    let file = open(&coach);
    assert_eq!((z_of(&file, 0), z_of(&file, 1)), (-0.25, -0.25), "mirrored");
    // How the one stream is encoded is no matter of the others.
    let file = open_as(&coach, "hand=right,stream=plain");
    assert_eq!((z_of(&file, 0), z_of(&file, 1)), (0.25, 0.25), "as it is stored");
    assert_eq!(file.instances.missing_count(), 0);
    assert_eq!(stands(&file)[1], ("wheel.Shape", vec![[2.0, 0.0, 2.0]]));
}

/// A coach whose root rises by a metre in a second and turns a quarter, with two bogies that carry a wheel each.
fn rising_coach(folder: &Path) -> OpenedFile {
    let mut coach = shape(vec![sub("bogie.Shape", -3.0), sub("bogie.Shape", 3.0)]);
    let quarter = std::f32::consts::FRAC_1_SQRT_2;
    coach.layers = vec![Layer {
        name: "rise".into(),
        processing: 1,
        duration_ms: 1000.0,
        key_frame_ms: 100.0,
        tracks: vec![Track {
            node: coach.root.name.clone(),
            positions: vec![(0.0, [0.0; 3]), (1000.0, [0.0, 1.0, 0.0])],
            rotations: vec![(0.0, [0.0, 0.0, 0.0, 1.0]), (1000.0, [0.0, quarter, 0.0, quarter])],
            ..Track::default()
        }],
    }];
    store(folder, "coach.Shape", &coach);
    // Its root has the name of the coach's: the coach's layer does not mean it.
    store(folder, "bogie.Shape", &shape(vec![sub("wheel.Shape", 0.5)]));
    store(folder, "wheel.Shape", &shape(Vec::new()));
    open(&folder.join("coach.Shape"))
}

/// Where the model at that position of the stage stands, one matrix per place.
fn places(session: &Session, at: usize) -> Vec<Affine3A> {
    let placed = &session.stage().models()[at];
    let root = placed.pose().model_from_bone[0];
    let place = |instance: &Affine3A| *instance * placed.stage_from_model() * root;
    placed.standing().places.iter().map(place).collect()
}

fn origins(session: &Session, at: usize) -> Vec<[f32; 3]> {
    let round = |x: f32| (x * 1000.0).round() / 1000.0 + 0.0;
    let origin = |place: Affine3A| Vec3::from(place.translation).to_array().map(round);
    places(session, at).into_iter().map(origin).collect()
}

#[test]
fn sub_shapes_go_along_with_the_root() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut session = Session::default();
    session.apply(Action::View(ViewAction::ResizeViewport([320, 240])));
    session.receive(Message::Loaded {
        generation: 0,
        files: vec![rising_coach(folder.path())],
        placement: Placement::Replace,
    });
    session.apply(Action::Playback(PlaybackAction::Pause));
    let at = |session: &mut Session, frame: f64| {
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
        [origins(session, 1), origins(session, 2)]
    };
    let rest = [
        vec![[-3.0, 0.0, -1.0], [3.0, 0.0, -1.0]],
        vec![[-2.5, 0.0, -2.0], [3.5, 0.0, -2.0]],
    ];
    assert_eq!(at(&mut session, 0.0), rest);
    let untouched = session.stage().models()[1].standing().places.clone();
    // A quarter around y in the file's space, mirrored: x goes to z, z to −x.
    let end = [
        vec![[1.0, 1.0, -3.0], [1.0, 1.0, 3.0]],
        vec![[2.0, 1.0, -2.5], [2.0, 1.0, 3.5]],
    ];
    assert_eq!(at(&mut session, 10.0), end);
    let low = session.stage().models()[1].bounds().min.y;
    assert!((low - 1.0).abs() < 1e-4, "what is framed goes along: {low}");
    // Other times are asked from where the playhead stands.
    let film = |session: &Session, frame: f64| {
        let picture = aids::film_picture(session, frame, [32, 32]).expect("a clip");
        Vec3::from(picture.models[1].places.first_place().translation)
    };
    assert_eq!(film(&session, 0.0), Vec3::new(-3.0, 0.0, -1.0));
    // Still what the instance brought: a click finds it.
    let bogie = session.stage().models()[1].key;
    assert!(matches!(
        session.stage().instance_at(bogie, 1),
        Some(Selected::Instance(..))
    ));
    assert_eq!(at(&mut session, 0.0), rest);
    let again = session.stage().models()[1].standing().places.clone();
    assert!(untouched.is(&again), "the same places");
    assert_eq!(film(&session, 10.0).round(), Vec3::new(1.0, 1.0, -3.0));
    // The rest pose is one without a clip, too.
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(10.0))));
    session.apply(Action::Playback(PlaybackAction::ChooseClip(None)));
    assert_eq!([origins(&session, 1), origins(&session, 2)], rest);
}

/// A model that hangs on a sub shape goes along; a shape cannot hang on a sub shape that it carries.
#[test]
fn what_hangs_on_a_sub_shape_goes_along() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let coach = rising_coach(folder.path());
    let hat = OpenedFile {
        key: FileKey(9),
        ..open(&folder.path().join("wheel.Shape"))
    };
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: vec![coach, hat],
        placement: Placement::Replace,
    });
    let rise = ClipKey {
        file: FileKey(1),
        clip: ClipIndex::new(0),
    };
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(rise))));
    session.apply(Action::Playback(PlaybackAction::Pause));
    let keys: Vec<_> = session.stage().models().iter().map(|placed| placed.key).collect();
    let bone = session.stage().models()[1]
        .model()
        .skeleton
        .bones()
        .next()
        .expect("a root");
    let on_bogie = Attachment::Bone { leader: keys[1], bone };
    assert!(
        !composition::may_attach(&session, keys[0], on_bogie),
        "the coach carries it"
    );
    // Moved by its own clip the hat would go twice the way.
    session.apply(Action::Composition(CompositionAction::Attach(keys[3], Some(on_bogie))));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(10.0))));
    let [hung, bogie] = [3, 1].map(|at| &session.stage().models()[at].standing().places);
    assert!(hung.is(bogie));
    assert_eq!(origins(&session, 1)[1], [1.0, 1.0, 3.0]);
}
