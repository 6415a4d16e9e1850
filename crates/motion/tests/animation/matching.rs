//! Names that do not meet by themselves: the user's table, and the report of what was and was not found.

use castview_base::core::{Transform, UpAxis};
use castview_base::scene::{
    Bone, BoneKind, Clip, ClipRoot, CurveMode, Metadata, ModeOverride, Model, Property, Scene, Track,
};
use castview_formats::{Request, import};
use castview_motion::animation::{
    AxisTurn, Binding, Driven, DrivenCount, Fit, Layer, Motion, Pose, Renames, bind, bind_fitted, evaluate,
    find_driven, report,
};
use castview_picture::opened::{FileKey, OpenedFile, Placement};
use castview_session::composition;
use castview_session::{Action, CompositionAction, Message, Session};
use castview_testkit::rigs::{bone, clip, model, rotation_track, scalar_track};
use castview_testkit::sessions::staged::opened;
use glam::{Quat, Vec3};

fn skeleton(names: &[&str]) -> Model {
    let chain = names.iter().enumerate();
    model(
        chain
            .map(|(index, name)| bone(name, index.checked_sub(1), Transform::IDENTITY))
            .collect(),
    )
}

fn driving(names: &[&str]) -> Clip {
    let track = |name: &&str| scalar_track(name, Property::TranslationX, CurveMode::Absolute, 1.0, &[(0, 1.0)]);
    clip(names.iter().map(track).collect())
}

/// The root of a delta clip that the file does not name is the first of the usual names, else the only root; nothing else is guessed.
#[test]
fn a_root_without_a_name_is_one_of_the_usual_names_or_the_only_root() {
    let unnamed = |is_assumed| Clip {
        root: Some(ClipRoot {
            name: "tag_origin".into(),
            is_assumed,
        }),
        ..driving(&["tag_origin"])
    };
    let renames = Renames::default();
    for (bones, wanted) in [
        (&["hip", "j_mainroot", "tag_origin"][..], Some("tag_origin")),
        (&["hip", "J_MainRoot"], Some("J_MainRoot")),
        (&["hip", "knee"], Some("hip")),
    ] {
        let model = skeleton(bones);
        assert_eq!(
            driven(&unnamed(true), &model, &renames).first().map(String::as_str),
            wanted
        );
        assert_eq!(DrivenCount::new(&model, &renames).of(&unnamed(true)), 1);
        let binding = bind_renamed(&unnamed(true), &model, &renames);
        assert_eq!(binding.carrier().map(|bone| model.skeleton.name(bone)), wanted);
    }
    let two_roots = model(vec![
        bone("left", None, Transform::IDENTITY),
        bone("right", None, Transform::IDENTITY),
    ]);
    for (clip, model) in [
        (unnamed(true), &two_roots),
        (unnamed(false), &skeleton(&["hip", "knee"])),
    ] {
        assert!(driven(&clip, model, &renames).is_empty());
        assert_eq!(DrivenCount::new(model, &renames).of(&clip), 0);
    }
    // A root that is named carries the model, whatever lies above it.
    let named = Clip {
        root: Some(ClipRoot {
            name: "pelvis".into(),
            is_assumed: false,
        }),
        ..driving(&["tag", "pelvis"])
    };
    let model = skeleton(&["tag", "pelvis"]);
    let carrier = bind_renamed(&named, &model, &renames).carrier();
    assert_eq!(carrier.map(|bone| model.skeleton.name(bone)), Some("pelvis"));
}

/// An override of the root that a clip does not name holds where the tracks of that root go.
#[test]
fn an_override_of_a_root_without_a_name_follows_its_tracks() {
    let track = |name: &str| scalar_track(name, Property::TranslationX, CurveMode::Absolute, 1.0, &[(0, 1.0)]);
    let clip = Clip {
        root: Some(ClipRoot {
            name: "tag_origin".into(),
            is_assumed: true,
        }),
        overrides: vec![ModeOverride {
            bone: "tag_origin".into(),
            mode: CurveMode::Additive,
            translation: true,
            rotation: false,
            scale: false,
        }],
        ..clip(vec![track("tag_origin"), track("knee")])
    };
    for bones in [["tag_origin", "knee"], ["j_mainroot", "knee"], ["hip", "knee"]] {
        let model = skeleton(&bones);
        let binding = bind(&clip, &model);
        let modes = |bone: &str| {
            let bone = model.skeleton.find(bone).expect("a bone");
            let channels = binding
                .channels()
                .into_iter()
                .filter(|channel| channel.target == Driven::Bone(bone));
            channels.map(|channel| channel.mode).collect::<Vec<_>>()
        };
        for bone in bones {
            assert_eq!(modes(bone), [CurveMode::Additive], "{bone} of {bones:?}");
        }
    }
}

/// Counting what a clip drives, without binding it, finds as many tracks, of every kind.
#[test]
fn counted_targets_are_those_that_binding_finds() {
    let read = |name: &str| {
        let path = format!("{}/assets/{name}", castview_testkit::root().display());
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        import(bytes.into(), &Request::alone(name)).expect("it opens").scene
    };
    let [models, clips] = ["demo.cast", "demo_idle.cast"].map(read);
    let model = &models.models[0];
    let mut some = clips.clips[0].clone();
    let other = |name: &str, property| scalar_track(name, property, CurveMode::Absolute, 1.0, &[(0, 1.0)]);
    let mesh = model.meshes[0].name.clone();
    for (name, property) in [
        (&*mesh, Property::Visibility),
        ("nobody", Property::Visibility),
        ("nobody", Property::BlendWeight),
        ("nobody", Property::Rotation),
    ] {
        some.tracks.push(other(name, property));
    }
    let upper = some.tracks.iter().map(|track| Track {
        target: track.target.to_uppercase(),
        ..track.clone()
    });
    some.tracks.extend(upper.collect::<Vec<_>>());
    let renames = Renames::default();
    let found = find_driven(&some, model, &renames, true).found;
    let count = found.iter().filter(|found| **found).count();
    assert_eq!(DrivenCount::new(model, &renames).of(&some), count);
    assert!(
        count > clips.clips[0].tracks.len() && count < some.tracks.len() - 3,
        "{count}"
    );
}

fn bind_renamed(clip: &Clip, model: &Model, renames: &Renames) -> Binding {
    let fit = Fit {
        renames,
        ..Fit::default()
    };
    bind_fitted(clip, model, fit, &mut None)
}

/// Names of the bones that the clip drives, in file order.
fn driven(clip: &Clip, model: &Model, renames: &Renames) -> Vec<String> {
    let binding = bind_renamed(clip, model, renames);
    let report = report(clip, model, &binding, renames);
    let name = |bone: &castview_base::core::BoneIndex| model.skeleton.name(*bone).to_owned();
    report.driven.iter().map(name).collect()
}

#[test]
fn each_rule_finds_what_it_is_for() {
    let model = skeleton(&["rig:hips", "rig:spine", "Bip01 Head", "hand_l"]);
    let clip = driving(&["hips", "Head", "other:hand_l", "LeftHand"]);
    let none = Renames::default();
    assert!(driven(&clip, &model, &none).is_empty());
    let namespaces = Renames {
        ignores_namespaces: true,
        ..Renames::default()
    };
    assert_eq!(driven(&clip, &model, &namespaces), ["rig:hips", "hand_l"]);
    let prefixes = Renames {
        prefixes: vec!["bip01 ".into()],
        ..Renames::default()
    };
    assert_eq!(driven(&clip, &model, &prefixes), ["Bip01 Head"]);
    let mut named = namespaces;
    named.names.insert("LeftHand".into(), "rig:spine".into());
    assert_eq!(driven(&clip, &model, &named), ["rig:hips", "rig:spine", "hand_l"]);
}

#[test]
fn a_table_changes_nothing_that_meets_by_itself() {
    let model = skeleton(&["a:hips", "b:hips"]);
    let clip = driving(&["b:hips"]);
    let renames = Renames {
        ignores_namespaces: true,
        ..Renames::default()
    };
    assert_eq!(driven(&clip, &model, &renames), ["b:hips"], "the exact name goes first");
    let plain = bind(&clip, &model);
    assert_eq!(plain, bind_renamed(&clip, &model, &renames));
}

#[test]
fn the_report_names_what_is_silent_missing_and_near() {
    let model = skeleton(&["root", "j_shoulder_le", "j_shoulder_ri", "tail"]);
    let mut clip = driving(&["root", "j_shoulder_l", "xyz"]);
    clip.tracks.push(scalar_track(
        "j_shoulder_l",
        Property::TranslationY,
        CurveMode::Absolute,
        1.0,
        &[(0, 1.0)],
    ));
    let renames = Renames::default();
    let binding = bind(&clip, &model);
    let report = report(&clip, &model, &binding, &renames);
    let names = |bones: &[castview_base::core::BoneIndex]| -> Vec<&str> {
        bones.iter().map(|bone| model.skeleton.name(*bone)).collect()
    };
    assert_eq!(names(&report.driven), ["root"]);
    assert_eq!(names(&report.silent), ["j_shoulder_le", "j_shoulder_ri", "tail"]);
    let missing: Vec<_> = report.missing.iter().map(|m| (m.name.as_str(), m.curves)).collect();
    assert_eq!(missing, [("j_shoulder_l", 2), ("xyz", 1)]);
    assert_eq!(names(&report.missing[0].nearest), ["j_shoulder_le", "j_shoulder_ri"]);
    assert!(report.missing[1].nearest.is_empty());
}

#[test]
fn the_session_counts_with_the_users_table() {
    let mut session = opened(vec![skeleton(&["rig:hips"])], vec![driving(&["hips"])]);
    let key = session.active_clip().expect("it plays").key;
    let matched = |session: &Session| {
        let active = session.stage().matches().expect("a model").matched;
        (active, composition::matches_of(session, key).expect("a model").matched)
    };
    assert_eq!(matched(&session), (0, 0));
    session.apply(Action::Composition(CompositionAction::SetRenames(Renames {
        ignores_namespaces: true,
        ..Renames::default()
    })));
    assert_eq!(matched(&session), (1, 1));
}

/// A file that says `up`.
fn file_with(up: UpAxis, models: Vec<Model>, clips: Vec<Clip>) -> Scene {
    Scene {
        metadata: Metadata {
            up: Some(up),
            ..Metadata::default()
        },
        models,
        clips,
        ..Scene::default()
    }
}

/// The local transforms of `model`, which stands on y, in a clip of a file on z.
fn posed_by_z(model: Model, clip: Clip) -> (Vec<Transform>, Vec<usize>) {
    let (clip_file, model_file) = (
        file_with(UpAxis::Z, Vec::new(), vec![clip]),
        file_with(UpAxis::Y, vec![model], Vec::new()),
    );
    let (clip, model) = (&clip_file.clips[0], &model_file.models[0]);
    let binding = bind_fitted(
        clip,
        model,
        Fit {
            turn: AxisTurn::between(&clip_file.metadata, &model_file.metadata),
            ..Fit::default()
        },
        &mut None,
    );
    let mut pose = Pose::default();
    let layers = [Layer::new(clip, &binding, 0.0)];
    evaluate(
        model,
        Motion {
            layers: &layers,
            rig: None,
            ..Motion::default()
        },
        &mut pose,
    );
    let turned = binding.turned.map_or(Vec::new(), |turned| turned.bones);
    (pose.local, turned.into_iter().map(|bone| bone.get()).collect())
}

const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;

fn rooted() -> Model {
    let at = |x: f32, y: f32, z: f32| Transform {
        translation: Vec3::new(x, y, z),
        ..Transform::IDENTITY
    };
    model(vec![
        bone("root", None, at(1.0, 2.0, 3.0)),
        bone("spine", Some(0), at(0.0, 1.0, 0.0)),
    ])
}

/// A point that z up calls (x, y, z) is (x, z, −y) where y is up; half a circle's quarter about x lies between them.
#[test]
fn keys_of_the_topmost_bone_are_turned_between_up_axes() {
    let lies = Quat::from_xyzw(HALF, 0.0, 0.0, HALF);
    let swing = Quat::from_rotation_y(0.5);
    let translations = |mode| {
        let track = |property, value| scalar_track("root", property, mode, 1.0, &[(0, value)]);
        vec![
            track(Property::TranslationX, 10.0),
            track(Property::TranslationY, 20.0),
            track(Property::TranslationZ, 30.0),
        ]
    };
    let rotation = |mode, key| rotation_track("root", mode, 1.0, &[(0, key)]);
    use CurveMode::{Absolute, Additive, Relative};
    for (what, tracks, translation, turned) in [
        ("absolute", translations(Absolute), [10.0, 30.0, -20.0], Quat::IDENTITY),
        ("relative", translations(Relative), [11.0, 32.0, -17.0], Quat::IDENTITY),
        ("additive", translations(Additive), [11.0, 32.0, -17.0], Quat::IDENTITY),
        (
            "one axis",
            translations(Absolute)[1..2].to_vec(),
            [1.0, 2.0, -20.0],
            Quat::IDENTITY,
        ),
        (
            "rotation",
            vec![rotation(Absolute, lies * swing)],
            [1.0, 2.0, 3.0],
            swing,
        ),
        // Inside the bone's own frame both files agree.
        (
            "relative rotation",
            vec![rotation(Relative, swing)],
            [1.0, 2.0, 3.0],
            swing,
        ),
        (
            "additive rotation",
            vec![rotation(Additive, swing)],
            [1.0, 2.0, 3.0],
            swing,
        ),
    ] {
        let (local, bones) = posed_by_z(rooted(), clip(tracks));
        assert_eq!(bones, [0], "{what}");
        assert!(
            local[0].translation.distance(translation.into()) < 1e-5,
            "{what}: {}",
            local[0].translation
        );
        assert!(
            local[0].rotation.angle_between(turned) < 1e-3,
            "{what}: {}",
            local[0].rotation
        );
    }
}

#[test]
fn nothing_is_turned_below_the_topmost_bone_or_where_the_keys_stand_as_the_model_rests() {
    // Below a joint everything is relative to it.
    let (local, bones) = posed_by_z(
        rooted(),
        clip(vec![scalar_track(
            "spine",
            Property::TranslationY,
            CurveMode::Absolute,
            1.0,
            &[(0, 5.0)],
        )]),
    );
    assert!(bones.is_empty());
    assert_eq!(local[1].translation, Vec3::new(0.0, 5.0, 0.0));
    // The axes differ on paper alone: what plays is nearer to the rest pose as it is.
    let upright = Quat::from_rotation_y(0.3);
    let (local, bones) = posed_by_z(
        rooted(),
        clip(vec![rotation_track("root", CurveMode::Absolute, 1.0, &[(0, upright)])]),
    );
    assert!(bones.is_empty() && local[0].rotation.angle_between(upright) < 1e-3);
    // A node above that turns z up already: its joint's keys are in the clip's own space.
    let below_node = |rotation| {
        let node = Bone {
            kind: BoneKind::Node,
            ..bone(
                "up",
                None,
                Transform {
                    rotation,
                    ..Transform::IDENTITY
                },
            )
        };
        model(vec![node, bone("hips", Some(0), Transform::IDENTITY)])
    };
    let rises = || {
        clip(vec![scalar_track(
            "hips",
            Property::TranslationZ,
            CurveMode::Absolute,
            1.0,
            &[(0, 5.0)],
        )])
    };
    let (local, bones) = posed_by_z(below_node(Quat::from_xyzw(-HALF, 0.0, 0.0, HALF)), rises());
    assert!(bones.is_empty());
    assert_eq!(local[1].translation, Vec3::new(0.0, 0.0, 5.0));
    let (local, bones) = posed_by_z(below_node(Quat::IDENTITY), rises());
    assert_eq!(bones, [1]);
    assert!(local[1].translation.distance(Vec3::new(0.0, 5.0, 0.0)) < 1e-5);
}

#[test]
fn only_files_that_say_their_axis_are_compared() {
    let [y, z] = [UpAxis::Y, UpAxis::Z].map(|up| file_with(up, Vec::new(), Vec::new()).metadata);
    let silent = Metadata::default();
    assert!(AxisTurn::between(&z, &y).is_some());
    for (a, b) in [(&y, &y), (&silent, &y), (&y, &silent), (&silent, &silent)] {
        assert!(AxisTurn::between(a, b).is_none());
    }
    // A certain up axis goes before hints, but is not compared with them.
    let certain = |up| Metadata {
        certain_up: Some(up),
        ..y.clone()
    };
    assert!(AxisTurn::between(&certain(UpAxis::Z), &certain(UpAxis::Y)).is_some());
    assert!(AxisTurn::between(&certain(UpAxis::Z), &y).is_none());
}

#[test]
fn files_on_the_stage_are_turned_to_each_other() {
    let rises = scalar_track("root", Property::TranslationZ, CurveMode::Absolute, 1.0, &[(0, 5.0)]);
    let files = [
        file_with(UpAxis::Y, vec![rooted()], Vec::new()),
        file_with(UpAxis::Z, Vec::new(), vec![clip(vec![rises])]),
    ];
    let mut session = Session::default();
    let opened = (1..)
        .zip(files)
        .map(|(key, scene)| OpenedFile::of(FileKey(key), "file", scene));
    session.receive(Message::Loaded {
        generation: 0,
        files: opened.collect(),
        placement: Placement::Replace,
    });
    let placed = &session.stage().models()[0];
    assert_eq!(placed.pose().local[0].translation, Vec3::new(1.0, 5.0, 3.0));
    let turned = placed
        .binding()
        .as_ref()
        .and_then(|binding| binding.turned.as_ref())
        .expect("it is said");
    assert_eq!((turned.from, turned.to, turned.bones.len()), (UpAxis::Z, UpAxis::Y, 1));
}

/// Two copies of a rig in one file: named alike in Cast, with a number behind the second name by the reader of glTF.
#[test]
fn a_clip_moves_every_copy_of_a_bone() {
    let rig = |renamed: bool| {
        let mut bones = ["hip", "leg", "hip", "leg"].map(|name| bone(name, None, Transform::IDENTITY));
        (bones[1].parent, bones[3].parent) = (Some(0), Some(2));
        if renamed {
            for bone in &mut bones[2..] {
                bone.name += " (2)";
                bone.is_renamed = true;
            }
        }
        model(bones.to_vec())
    };
    let fit = |renames, is_own| Fit {
        renames,
        is_own,
        ..Fit::default()
    };
    let first_only = Renames {
        first_only: true,
        ..Renames::default()
    };
    let plain = Renames::default();
    for (renamed, names, fit, wanted, still) in [
        (false, &["leg"][..], fit(&plain, true), &[1, 3][..], 0),
        (false, &["leg"], fit(&plain, false), &[1, 3], 0),
        (true, &["leg"], fit(&plain, false), &[1, 3], 0),
        // A file knows its own nodes apart, and so does who names them apart.
        (true, &["leg"], fit(&plain, true), &[1], 0),
        (true, &["leg (2)"], fit(&plain, true), &[3], 0),
        (true, &["hip", "hip (2)"], fit(&plain, false), &[0, 2], 0),
        (false, &["leg"], fit(&first_only, false), &[1], 1),
        (true, &["leg", "hip"], fit(&first_only, false), &[0, 1], 2),
    ] {
        let model = rig(renamed);
        let clip = driving(names);
        let binding = bind_fitted(&clip, &model, fit, &mut None);
        let moved: Vec<usize> = (0..4)
            .filter(|at| {
                let bone = model.skeleton.from_file(*at).expect("a bone");
                binding.bone_tracks(bone).next().is_some()
            })
            .collect();
        assert_eq!(
            (moved.as_slice(), binding.namesakes),
            (wanted, still),
            "{renamed} {names:?}"
        );
        assert_eq!((binding.matched, binding.total), (names.len(), names.len()));
        let names = find_driven(&clip, &model, fit.renames, fit.is_own);
        assert_eq!((names.found, names.namesakes), (binding.found, still));
    }
}

/// Very many curves of very many bones of one name: no more is bound than an honest clip needs, and the rest is told.
#[test]
fn copies_of_hostile_files_are_bounded() {
    let names = vec!["a"; 3000];
    let bones = names.iter().map(|name| bone(name, None, Transform::IDENTITY));
    let model = model(bones.collect());
    let clip = driving(&names);
    let binding = bind(&clip, &model);
    assert!(binding.namesakes > 0 && binding.matched == names.len());
    assert!(binding.channels().len() <= 3000);
}

#[test]
fn names_meet_however_they_are_composed_and_encoded() {
    let model = skeleton(&["caf\u{e9}", "左腕"]);
    // As a reader hands over "左腕" in Shift-JIS.
    let shift_jis: String = [0x8d, 0xb6, 0x98, 0x72]
        .map(|byte: u8| char::from(byte))
        .iter()
        .collect();
    let clip = driving(&["cafe\u{301}", &shift_jis]);
    let binding = bind(&clip, &model);
    assert_eq!((binding.matched, binding.total), (2, 2));
    assert_eq!(binding.read_as.into_iter().collect::<Vec<_>>(), [("Shift-JIS", 1)]);
    let as_stored = Renames {
        as_stored: true,
        ..Renames::default()
    };
    assert_eq!(driven(&clip, &model, &as_stored), ["caf\u{e9}"]);
}
