//! Models that hang on others, and clips that carry models along: where everything stands. Numbers computed by hand.

use castview_base::core::{BoneIndex, Transform, UpAxis};
use castview_base::scene::{Bone, CurveMode, Mesh, Model, Property, Scene};
use castview_picture::opened::{FileKey, InstancedFile, Instances, OpenedFile, Placement, Standing, StandsFor};
use castview_picture::{PlacedKey, Places};
use castview_session::composition;
use castview_session::{
    Action, AidsAction, Attachment, CompositionAction, DialValue, GhostChoice, GhostStep, Message, PlaybackAction,
    Refusal, RootMotion, Seek, Session, StageAction,
};
use castview_testkit::rigs::{bone, clip, model, scalar_track};
use castview_testkit::sessions::staged::{clip_key, paused};
use glam::{Affine3A, Quat, Vec3};
use std::f32::consts::FRAC_PI_2;
use std::sync::Arc;

use CurveMode::Absolute;
use Property::{TranslationX, TranslationY, TranslationZ};

fn at(x: f32, y: f32, z: f32) -> Transform {
    Transform {
        translation: Vec3::new(x, y, z),
        ..Transform::IDENTITY
    }
}

fn named(name: &str, bones: Vec<Bone>) -> Model {
    Model {
        name: name.into(),
        ..model(bones)
    }
}

fn key(session: &Session, model: usize) -> PlacedKey {
    session.stage().models()[model].key
}

/// Where a bone stands on the stage.
fn stands(session: &Session, model: usize, bone: usize) -> Vec3 {
    let placed = &session.stage().models()[model];
    placed
        .stage_from_model()
        .transform_point3(placed.pose().model_from_bone[bone].translation.into())
}

fn close(a: Vec3, b: [f32; 3]) -> bool {
    a.abs_diff_eq(Vec3::from(b), 1e-5)
}

/// A man whose hand is turned a quarter about z, and a sword with a tip 1 along its x and a placement of its own.
fn man_and_sword() -> Session {
    let mut hand = at(2.0, 0.0, 0.0);
    hand.rotation = Quat::from_rotation_z(FRAC_PI_2);
    let man = named(
        "man",
        vec![bone("hip", None, at(0.0, 0.0, 5.0)), bone("hand", Some(0), hand)],
    );
    let mut sword = named(
        "sword",
        vec![
            bone("hilt", None, at(0.0, 0.0, 0.0)),
            bone("tip", Some(0), at(1.0, 0.0, 0.0)),
        ],
    );
    sword.placement = at(0.0, 0.5, 0.0);
    let walk = clip(vec![scalar_track(
        "hip",
        TranslationX,
        Absolute,
        1.0,
        &[(0, 0.0), (10, 10.0)],
    )]);
    paused(vec![man, sword], vec![walk])
}

#[test]
fn a_model_on_a_bone_goes_where_the_bone_goes() {
    let mut session = man_and_sword();
    let (man, sword) = (key(&session, 0), key(&session, 1));
    assert!(close(stands(&session, 1, 1), [1.0, 0.5, 0.0]));
    let hand = session.stage().models()[0]
        .model()
        .skeleton
        .find("hand")
        .expect("a bone");
    session.apply(Action::Composition(CompositionAction::Attach(
        sword,
        Some(Attachment::Bone {
            leader: man,
            bone: hand,
        }),
    )));
    // The hand's x points along y, its y along −x.
    assert!(
        close(stands(&session, 1, 1), [2.0 - 0.5, 1.0, 5.0]),
        "{}",
        stands(&session, 1, 1)
    );
    let revision = session.revision();
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(4.0))));
    assert!(close(stands(&session, 1, 1), [6.0 - 0.5, 1.0, 5.0]));
    assert!(session.revision() > revision, "the picture is drawn again");
    let drawn = session.picture([64, 64], 1);
    assert_eq!(
        drawn.models[1].stage_from_model,
        session.stage().models()[1].stage_from_model()
    );
    session.apply(Action::Undo);
    assert!(close(stands(&session, 1, 1), [1.0, 0.5, 0.0]), "off again");
}

#[test]
fn nothing_hangs_on_itself() {
    let mut session = man_and_sword();
    let (man, sword) = (key(&session, 0), key(&session, 1));
    let on = |leader| Some(Attachment::Follow { leader });
    session.apply(Action::Composition(CompositionAction::Attach(man, on(man))));
    assert!(session.edits().attachments.is_empty());
    session.apply(Action::Composition(CompositionAction::Attach(sword, on(man))));
    session.apply(Action::Composition(CompositionAction::Attach(man, on(sword))));
    assert_eq!(session.edits().attachments.len(), 1);
    session.apply(Action::Stage(StageAction::CloseFile(FileKey(1))));
    assert!(session.edits().attachments.is_empty());
}

#[test]
fn bones_of_one_name_move_as_one() {
    // The gloves know nothing of the arm between, and have a finger of their own.
    let body = named(
        "body",
        vec![
            bone("hip", None, at(0.0, 0.0, 1.0)),
            bone("arm", Some(0), at(1.0, 0.0, 0.0)),
            bone("hand", Some(1), at(1.0, 0.0, 0.0)),
        ],
    );
    let gloves = named(
        "gloves",
        vec![
            bone("Hand", None, at(2.0, 0.0, 1.0)),
            bone("finger", Some(0), at(0.5, 0.0, 0.0)),
        ],
    );
    let raise = clip(vec![scalar_track(
        "arm",
        TranslationZ,
        Absolute,
        1.0,
        &[(0, 0.0), (10, 10.0)],
    )]);
    let mut session = paused(vec![gloves, body], vec![raise]);
    let (gloves, body) = (key(&session, 0), key(&session, 1));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(10.0))));
    assert!(close(stands(&session, 0, 0), [2.0, 0.0, 1.0]), "on its own");
    session.apply(Action::Composition(CompositionAction::Attach(
        gloves,
        Some(Attachment::Follow { leader: body }),
    )));
    assert!(close(stands(&session, 0, 0), [2.0, 0.0, 11.0]));
    assert!(
        close(stands(&session, 0, 1), [2.5, 0.0, 11.0]),
        "what has no leader keeps its place on its parent"
    );
    let palette = &session.stage().models()[0].pose().palettes[0];
    assert!(
        close(palette[0].translation.into(), [0.0, 0.0, 10.0]),
        "the mesh goes along"
    );
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(5.0))));
    assert!(close(stands(&session, 0, 0), [2.0, 0.0, 6.0]));
}

/// One clip moves the hand's bone, and with it the root of the gun, which is the same bone in another file.
#[test]
fn a_model_hangs_by_its_root_of_the_same_name() {
    let arms = || {
        named(
            "arms",
            vec![
                bone("wrist", None, at(0.0, 1.0, 0.0)),
                bone("tag_weapon", Some(0), at(0.0, 0.0, 1.0)),
            ],
        )
    };
    let gun = |root: &str| {
        named(
            "gun",
            vec![
                bone(root, None, at(0.0, 0.0, 0.0)),
                bone("bolt", Some(0), at(0.0, 0.5, 0.0)),
            ],
        )
    };
    let fire = || {
        clip(vec![
            scalar_track("tag_weapon", TranslationX, Absolute, 1.0, &[(0, 0.0), (10, 2.0)]),
            scalar_track("tag_weapon", TranslationZ, Absolute, 1.0, &[(0, 1.0), (10, 1.0)]),
            scalar_track("bolt", TranslationZ, Absolute, 1.0, &[(0, 0.0), (10, -0.5)]),
        ])
    };
    let hung = |root: &str, attachment: fn(PlacedKey) -> Attachment| {
        let mut session = paused(vec![arms(), gun(root)], vec![fire()]);
        let (arms, gun) = (key(&session, 0), key(&session, 1));
        session.apply(Action::Composition(CompositionAction::Attach(
            gun,
            Some(attachment(arms)),
        )));
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(10.0))));
        session
    };
    let on_tag = |leader| Attachment::Bone {
        leader,
        bone: BoneIndex::new(1),
    };
    // Names meet as curves find them.
    for (root, attachment) in [
        ("tag_weapon", on_tag as fn(PlacedKey) -> Attachment),
        ("TAG_Weapon", on_tag),
        ("tag_weapon", |leader| Attachment::Follow { leader }),
    ] {
        let session = hung(root, attachment);
        assert!(
            close(stands(&session, 1, 0), [2.0, 1.0, 1.0]),
            "{root}: {}",
            stands(&session, 1, 0)
        );
        assert!(
            close(stands(&session, 1, 1), [2.0, 1.5, 0.5]),
            "its other bones move as they do"
        );
        assert_eq!(
            session.picture([64, 64], 1).models[1].stage_from_model,
            session.stage().models()[1].stage_from_model()
        );
    }
    // Another root is carried, and moves as its own clip says.
    let session = hung("grip", on_tag);
    assert!(close(stands(&session, 1, 0), [2.0, 1.0, 1.0]));
    // A root that is flat at the moment cannot be stood on the bone: the model hangs as it is.
    let mut root = at(3.0, 0.0, 0.0);
    root.scale = Vec3::ZERO;
    let flat = named("gun", vec![bone("tag_weapon", None, root)]);
    let mut session = paused(vec![arms(), flat], vec![]);
    let (arms, gun) = (key(&session, 0), key(&session, 1));
    session.apply(Action::Composition(CompositionAction::Attach(gun, Some(on_tag(arms)))));
    assert!(close(stands(&session, 1, 0), [3.0, 1.0, 1.0]));
}

#[test]
fn a_walk_can_stay_in_place_or_take_the_camera_along() {
    let walker = named(
        "walker",
        vec![
            bone("root", None, at(0.0, 0.0, 0.0)),
            bone("hip", Some(0), at(0.0, 0.0, 1.0)),
        ],
    );
    let walk = clip(vec![
        scalar_track("hip", TranslationX, Absolute, 1.0, &[(0, 3.0), (10, 13.0)]),
        scalar_track("hip", TranslationY, Absolute, 1.0, &[(0, 0.0), (10, -5.0)]),
        scalar_track("hip", TranslationZ, Absolute, 1.0, &[(0, 1.0), (10, 2.0)]),
    ]);
    let mut session = paused(vec![walker], vec![walk]);
    session.apply(DialValue::up_axis(Some(UpAxis::Z)).choose());
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(10.0))));
    assert!(close(stands(&session, 0, 1), [13.0, -5.0, 2.0]));
    session.apply(DialValue::root_motion(RootMotion::InPlace).choose());
    assert!(close(stands(&session, 0, 1), [3.0, 0.0, 2.0]), "up and down stays");
    session.apply(DialValue::up_axis(Some(UpAxis::Y)).choose());
    assert!(
        close(stands(&session, 0, 1), [3.0, -5.0, 1.0]),
        "what is up decides what is ground"
    );
    session.apply(DialValue::up_axis(Some(UpAxis::Z)).choose());
    session.apply(DialValue::root_motion(RootMotion::AsAuthored).choose());
    let target = session.picture([64, 64], 1).camera.target;
    session.apply(DialValue::root_motion(RootMotion::FollowWithCamera).choose());
    assert!(close(stands(&session, 0, 1), [13.0, -5.0, 2.0]));
    let gone = session.picture([64, 64], 1).camera.target - target;
    // z up: stage (10, −5, 0) is world (10, 0, 5).
    assert!(close(gone, [10.0, 0.0, 5.0]), "{gone}");
    session.apply(Action::Playback(PlaybackAction::ChooseClip(None)));
    assert!(
        close(session.picture([64, 64], 1).camera.target - target, [0.0; 3]),
        "nothing carries it at rest"
    );
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(clip_key(0)))));
    session.apply(DialValue::root_motion(RootMotion::AsAuthored).choose());
    assert!(close(stands(&session, 0, 1), [3.0, 0.0, 1.0]));
}

/// The sword's own file, which places the man's twice, and boxes for one that is missing.
fn sword_and_two_men() -> Session {
    let staged = man_and_sword();
    let scene_of = |at: usize| Scene {
        models: vec![Model {
            meshes: vec![Mesh::default()],
            ..staged.stage().models()[at].model().clone()
        }],
        ..Scene::default()
    };
    let inside = |key, name: &str, scene: Scene, places: &[Vec3], stands_for| InstancedFile {
        key: FileKey(key),
        name: name.into(),
        location: String::new(),
        textures: Vec::new(),
        reach: OpenedFile::reach_of(&scene),
        scene: Arc::new(scene),
        standing: Standing {
            places: Places::of(places.iter().map(|at| Affine3A::from_translation(*at)).collect()).expect("a place"),
            sources: Arc::new((0..places.len() as u32).collect()),
        },
        stands_for,
    };
    let mut own = scene_of(1);
    own.clips = vec![staged.stage().clips()[0].clip().clone()];
    let men = inside(
        2,
        "man.cast",
        scene_of(0),
        &[Vec3::X * 10.0, Vec3::Y * 20.0],
        StandsFor::Itself,
    );
    let boxes = inside(3, "missing files", scene_of(0), &[Vec3::ZERO], StandsFor::Missing);
    let file = OpenedFile {
        instances: Instances {
            files: vec![men, boxes],
            ..Instances::default()
        },
        ..OpenedFile::of(FileKey(1), "sword.cast", own)
    };
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: vec![file],
        placement: Placement::Replace,
    });
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Start)));
    session
}

/// Every place of a model's origin, as the picture draws it.
fn drawn(session: &Session, model: usize) -> Vec<Vec3> {
    let picture = session.picture([64, 64], 1);
    let wanted = key(session, model);
    let placed = picture
        .models
        .iter()
        .find(|placed| placed.key == wanted)
        .expect("drawn");
    let own = placed.stage_from_model;
    let places = placed.places.iter();
    places.map(|place| (*place * own).translation.into()).collect()
}

#[test]
fn what_hangs_on_an_instanced_model_stands_wherever_that_does() {
    let mut session = sword_and_two_men();
    let (sword, man) = (key(&session, 0), key(&session, 1));
    let hand = session.stage().models()[1]
        .model()
        .skeleton
        .find("hand")
        .expect("a bone");
    let hung = Attachment::Bone {
        leader: man,
        bone: hand,
    };
    session.apply(Action::Composition(CompositionAction::Attach(sword, Some(hung))));
    // The hand is at (2, 0, 5), turned a quarter; the sword's own placement is 0.5 along its y.
    let swords = drawn(&session, 0);
    assert_eq!(swords.len(), 2, "one a man");
    assert!(
        close(swords[0], [11.5, 0.0, 5.0]) && close(swords[1], [1.5, 20.0, 5.0]),
        "{swords:?}"
    );
    let bounds = session.stage().models()[0].bounds();
    assert!(bounds.min.x < 1.6 && bounds.max.x > 11.4, "{bounds:?}");
    assert_eq!(
        session.stage().instance_at(sword, 1),
        None,
        "a click on it means the sword"
    );
    session.apply(Action::Undo);
    assert_eq!(drawn(&session, 0), [Vec3::new(0.0, 0.5, 0.0)], "off again");
}

#[test]
fn an_instanced_model_leaves_its_places_for_what_it_hangs_on() {
    let mut session = sword_and_two_men();
    let (sword, man) = (key(&session, 0), key(&session, 1));
    let at_home = drawn(&session, 1);
    assert_eq!(at_home, [Vec3::X * 10.0, Vec3::Y * 20.0]);
    assert!(session.stage().instance_at(man, 1).is_some());
    let tip = session.stage().models()[0]
        .model()
        .skeleton
        .find("tip")
        .expect("a bone");
    let hung = Attachment::Bone {
        leader: sword,
        bone: tip,
    };
    session.apply(Action::Composition(CompositionAction::Attach(man, Some(hung))));
    assert_eq!(drawn(&session, 1), [Vec3::new(1.0, 0.5, 0.0)], "once, on the tip");
    assert!(session.stage().models()[1].instances().is_none());
    assert_eq!(session.stage().instance_at(man, 0), None);
    assert_eq!(
        composition::refusal(&session, sword, Attachment::Follow { leader: man }),
        Some(Refusal::GoesRound)
    );
    session.apply(Action::Composition(CompositionAction::Attach(man, None)));
    assert_eq!(drawn(&session, 1), at_home);
    assert!(session.stage().models()[1].instances().is_some());
}

#[test]
fn boxes_in_place_of_missing_files_take_no_part() {
    let session = sword_and_two_men();
    let (sword, boxes) = (key(&session, 0), key(&session, 2));
    for (model, leader) in [(sword, boxes), (boxes, sword)] {
        let refusal = composition::refusal(&session, model, Attachment::Follow { leader });
        assert_eq!(refusal, Some(Refusal::MissingFile));
    }
    let itself = Attachment::Follow { leader: sword };
    assert_eq!(composition::refusal(&session, sword, itself), Some(Refusal::Itself));
}

#[test]
fn a_few_instances_have_ghosts_wherever_they_stand() {
    let mut session = sword_and_two_men();
    session.apply(Action::Aids(AidsAction::SetGhosts(GhostChoice {
        shown: true,
        count: 1,
        step: GhostStep::Frames(2),
        ..GhostChoice::default()
    })));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(4.0))));
    let man = key(&session, 1);
    let ghosts = session.picture([64, 64], 1).ghosts;
    let of_man: Vec<usize> = ghosts
        .iter()
        .filter(|ghost| ghost.model.key == man)
        .map(|ghost| ghost.model.places.len())
        .collect();
    assert_eq!(of_man, [2, 2], "before and after, both men each");
}
