//! A against B: what was shown, pinned, and what is shown now.

use super::*;
use crate::view::surfaces::legend;
use castview_base::core::BoneIndex;
use castview_motion::animation::Unposed;
use castview_picture::{Picture, PlacedKey, Places};
use glam::Affine3A;

/// At frame 10 of `walk`, which puts the hip at 10; that is pinned.
fn staged() -> (Session, PlacedKey) {
    let mut session = with_pilot(vec![clip("walk", "hip", None)]);
    let key = session.stage().clips()[0].key;
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(key))));
    session.apply(Action::Playback(PlaybackAction::Pause));
    seek(&mut session, 10.0);
    pinned(&mut session, PinnedAction::Pin);
    let model = session.stage().models()[0].key;
    (session, model)
}

fn pinned(session: &mut Session, action: PinnedAction) -> Vec<Effect> {
    session
        .apply(Action::Composition(CompositionAction::Pinned(action)))
        .effects
}

/// Looks through the clip; what comes of it is known at once.
fn swept(session: &mut Session) {
    let effects = pinned(session, PinnedAction::Sweep);
    let [Effect::SweepB { question }] = effects[..] else {
        panic!("no sweep: {effects:?}")
    };
    assert!(is_sweeping(session) && !is_swept(session));
    let answer = sweep_b(session, question).expect("it is wanted")();
    session.receive(answer);
    assert!(!is_sweeping(session));
}

fn seek(session: &mut Session, frame: f64) {
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
}

fn of_hip(session: &Session) -> Option<BoneDifference> {
    bone_difference(session, &session.stage().models()[0], BoneIndex::new(0))
}

fn told(session: &Session) -> Vec<String> {
    let legends = legend::legends(session).into_iter();
    legends
        .flat_map(|legend| legend.entries)
        .map(|entry| entry.words)
        .collect()
}

#[test]
fn b_is_a_ghost_and_bones_tell_how_far_they_are_from_it() {
    let (mut session, _) = staged();
    assert_eq!(of_hip(&session).map(|found| found.distance), Some(0.0));
    assert!(greatest_differences(&session, &session.stage().models()[0], 9).is_empty());
    seek(&mut session, 4.0);
    let found = of_hip(&session).expect("it is pinned");
    assert!(
        (found.distance - 6.0).abs() < 1e-4 && found.turn_rad < 1e-4,
        "{found:?}"
    );
    assert_eq!(found.greatest, None, "nobody looked through the clip");
    let ghosts = session.picture([64, 64], 1).ghosts;
    let [ghost] = &ghosts[..] else {
        panic!("{} ghosts", ghosts.len())
    };
    assert_eq!(ghost.model.pose.local[0].translation.x, 10.0);
    assert_eq!(told(&session), ["B: walk, frame 10.00"]);
    // The spine goes along with the hip.
    let bones = greatest_differences(&session, &session.stage().models()[0], 9);
    assert_eq!(bones.len(), 2, "{bones:?}");
    pinned(&mut session, PinnedAction::ToggleGhosts);
    assert!(session.picture([64, 64], 1).ghosts.is_empty() && told(&session).is_empty());
    pinned(&mut session, PinnedAction::Forget);
    assert!(pinned_b(&session).is_none() && of_hip(&session).is_none());
}

#[test]
fn flipping_shows_b_says_so_and_escape_shows_a() {
    let (mut session, _) = staged();
    seek(&mut session, 4.0);
    assert_eq!(hip_x(&session), 4.0);
    pinned(&mut session, PinnedAction::Flip);
    assert_eq!(hip_x(&session), 10.0);
    seek(&mut session, 2.0);
    assert_eq!(hip_x(&session), 10.0, "whatever the time");
    assert_eq!(told(&session), ["Shows B: walk, frame 10.00"]);
    assert!(session.picture([64, 64], 1).ghosts.is_empty());
    assert_eq!(of_hip(&session), None, "B is no different from itself");
    let by = selection::posed_by(&session, &session.stage().models()[0], BoneIndex::new(0));
    assert_eq!((&*by.line, by.word), ("pinned as B: walk, frame 10.00", "pinned"));
    let effects = pinned(&mut session, PinnedAction::Pin);
    assert_eq!(
        notices(&effects),
        ["B is what is shown. Flip back to A to pin something else."]
    );
    session.apply(Action::Escape);
    assert_eq!((hip_x(&session), flipped_words(&session)), (2.0, None));
}

#[test]
fn the_clip_is_looked_through_for_the_greatest_difference_when_asked() {
    let (mut session, _) = staged();
    seek(&mut session, 9.0);
    swept(&mut session);
    assert!(is_swept(&session));
    let Farthest {
        distance,
        frame,
        turn_rad,
        ..
    } = of_hip(&session).and_then(|found| found.greatest).expect("it was swept");
    assert!(turn_rad < 1e-4, "{turn_rad}");
    // The clip's range is known to the session alone: the hip stands where the frame says.
    assert!(
        (distance - (frame as f32 - 10.0).abs()).abs() < 1e-3,
        "{distance} {frame}"
    );
    let range = session.timeline().expect("a clip plays").range;
    let most = (range.start - 10.0).abs().max((range.end - 10.0).abs());
    assert!((f64::from(distance) - most).abs() < 1e-3, "{distance} {most}");
    assert_eq!(hip_x(&session), 9.0, "the playhead stays");
    // Anything that moves the models otherwise makes it stale.
    session.apply(Switch::STEPPED.toggle());
    assert!(!is_swept(&session));
    assert_eq!(of_hip(&session).and_then(|found| found.greatest), None);
}

#[test]
fn b_is_whatever_made_the_pose_and_goes_with_its_file() {
    let (mut session, _) = staged();
    let posed = CompositionAction::SetPosed {
        unposed: Unposed::Rest,
        weight: 0.0,
    };
    session.apply(Action::Composition(posed));
    pinned(&mut session, PinnedAction::Pin);
    let words = |session: &Session| pinned_b(session).map(PinnedB::words);
    assert_eq!(words(&session).as_deref(), Some("walk, frame 10.00, rest pose"));
    open(
        &mut session,
        vec![file(2, vec![super::model("guard")], vec![])],
        Placement::Replace,
    );
    assert_eq!(words(&session), None, "another file");
    let list = PinnedAction::List { over_clip: true };
    for action in [
        PinnedAction::Flip,
        PinnedAction::Sweep,
        PinnedAction::ToggleGhosts,
        list,
    ] {
        assert!(pinned(&mut session, action).is_empty(), "nothing is pinned");
    }
}

/// B is the walk, which puts the hip where the frame says; A is a run of twice the frames at twice the rate.
#[test]
fn b_plays_its_clip_along_by_frame_by_seconds_or_stretched() {
    let mut run = clip("run", "hip", None);
    run.frames_per_second = 20.0;
    run.range = FrameRange { start: 0.0, end: 20.0 };
    let mut session = with_pilot(vec![clip("walk", "hip", None), run]);
    let choose = |session: &mut Session, clip: usize| {
        let key = session.stage().clips()[clip].key;
        session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(key))));
        session.apply(Action::Playback(PlaybackAction::Pause));
    };
    choose(&mut session, 0);
    seek(&mut session, 3.0);
    pinned(&mut session, PinnedAction::Pin);
    choose(&mut session, 1);
    seek(&mut session, 8.0);
    let ghost = |session: &Session| session.picture([64, 64], 1).ghosts[0].model.pose.local[0].translation.x;
    assert_eq!(ghost(&session), 3.0, "it stands still");
    for (along, at) in [(Along::Frames, 8.0), (Along::Seconds, 4.0), (Along::Stretched, 4.0)] {
        pinned(&mut session, PinnedAction::Along(Some(along)));
        assert!((ghost(&session) - at).abs() < 1e-4, "{along:?}: {}", ghost(&session));
        let words = format!("B: walk alone, played along {}, frame {at:.2}", along.word());
        assert_eq!(told(&session), [words]);
        let distance = of_hip(&session).expect("it plays along").distance;
        assert!((distance - (8.0 - at)).abs() < 1e-4, "{along:?}: {distance}");
    }
    // The run holds its last key from frame 10 on, the stretched walk comes there at its end: most apart half way.
    swept(&mut session);
    let greatest = of_hip(&session).and_then(|found| found.greatest).expect("it was swept");
    assert!(
        (greatest.distance - 5.0).abs() < 1e-4 && greatest.frame == 10.0,
        "{greatest:?}"
    );
    seek(&mut session, 20.0);
    assert_eq!(ghost(&session), 10.0, "it follows the playhead");
    pinned(&mut session, PinnedAction::Along(None));
    assert_eq!(ghost(&session), 3.0, "as it was pinned");
    assert!(!is_swept(&session));
}

/// A is the half that is drawn last, which clicks are looked up in; lines and ghosts are about A.
#[test]
fn a_line_wipes_between_b_to_the_left_and_a_to_the_right() {
    let (mut session, _) = staged();
    seek(&mut session, 4.0);
    let hips = |session: &Session| {
        let picture = session.picture([64, 64], 1);
        let hip = |picture: &Picture| picture.models[0].pose.local[0].translation.x;
        let right = picture.right_half().map(|(right, column)| (hip(&right), column));
        (hip(&picture.into_left_half()), right)
    };
    assert_eq!(hips(&session), (4.0, None));
    pinned(&mut session, PinnedAction::ToggleWipe);
    assert_eq!(hips(&session), (10.0, Some((4.0, 32))));
    assert_eq!(told(&session), ["B: walk, frame 10.00", "A: walk, frame 4.00"]);
    assert!(
        session.picture([64, 64], 1).ghosts.is_empty(),
        "the line alone at first"
    );
    pinned(&mut session, PinnedAction::ToggleGhosts);
    let left = session.picture([64, 64], 1);
    assert_eq!((left.ghosts.len(), left.into_left_half().ghosts.len()), (1, 0));

    // Both halves are seen alike, as the main one is.
    let way = |session: &Session| session.picture([8, 8], 1).divided.expect("it is divided").right;
    drop(session.apply(Switch::XRAY.toggle()));
    assert!(way(&session).xray);
    session.apply(divide_at(&session, 0.25));
    pinned(&mut session, PinnedAction::WipeAt(f32::NAN));
    assert_eq!(divided_at(&session), Some(0.25));
    assert!(is_over_b(&session, 0.2) && !is_over_b(&session, 0.3));

    // One line for two looks and two poses.
    drop(session.apply(Switch::DIVIDE.toggle()));
    session.apply(divide_at(&session, 0.75));
    assert_eq!(hips(&session), (10.0, Some((4.0, 48))));
    assert_ne!(way(&session).xray, session.view().overlays().xray);
    drop(session.apply(Switch::DIVIDE.toggle()));
    assert_eq!(divided_at(&session), Some(0.25));

    pinned(&mut session, PinnedAction::Flip);
    assert_eq!(hips(&session), (10.0, None), "B is all that is shown");
    pinned(&mut session, PinnedAction::Flip);
    pinned(&mut session, PinnedAction::Forget);
    assert_eq!(hips(&session), (4.0, None));
    assert_eq!(divided_at(&session), None);
}

/// A clip may hide a model at one frame and not at another: each half shows it by its own pose.
#[test]
fn b_is_seen_left_of_the_line_where_the_clip_hides_a() {
    let mut walk = clip("walk", "hip", None);
    let seen = Track {
        target: "pilot".into(),
        property: Property::Visibility,
        values: Values::Switch(vec![false, true]),
        ..walk.tracks[0].clone()
    };
    walk.tracks.push(seen);
    let mut session = with_pilot(vec![walk]);
    let key = session.stage().clips()[0].key;
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(key))));
    session.apply(Action::Playback(PlaybackAction::Pause));
    seek(&mut session, 10.0);
    pinned(&mut session, PinnedAction::Pin);
    pinned(&mut session, PinnedAction::ToggleWipe);
    seek(&mut session, 4.0);
    let counts = |session: &Session| {
        let picture = session.picture([64, 64], 1);
        let right = picture.right_half().map(|(right, _)| right.models.len());
        (picture.into_left_half().models.len(), right)
    };
    assert_eq!(counts(&session), (1, Some(0)));
    pinned(&mut session, PinnedAction::Pin);
    pinned(&mut session, PinnedAction::ToggleWipe);
    seek(&mut session, 10.0);
    assert_eq!(counts(&session), (0, Some(1)), "B is hidden, A is not");
}

/// A model that joins the stage is in A alone, however B is seen: the picture and the session say so.
#[test]
fn what_a_has_and_b_has_not_is_told_by_count_and_name() {
    let (mut session, _) = staged();
    seek(&mut session, 4.0);
    assert_eq!(lacking_words(&session), None);
    let hat = file(2, vec![super::model("hat")], vec![]);
    open(&mut session, vec![hat], Placement::Add);
    let (b, hat) = ("B: walk, frame 10.00", "1 model (hat)");
    assert_eq!(lacking_words(&session).as_deref(), Some(hat));
    assert_eq!(told(&session), [b, "without 1 model (hat)"]);
    pinned(&mut session, PinnedAction::ToggleWipe);
    assert_eq!(told(&session), [b, "without 1 model (hat)", "A: walk, frame 4.00"]);
    pinned(&mut session, PinnedAction::Flip);
    assert_eq!(told(&session), ["Shows B: walk, frame 10.00", "as in A: 1 model (hat)"]);
    assert_eq!(lacking_words(&session).as_deref(), Some(hat));
    pinned(&mut session, PinnedAction::Flip);
    pinned(&mut session, PinnedAction::ToggleWipe);
    assert_eq!(
        (lacking_words(&session), told(&session).len()),
        (None, 0),
        "B is not shown"
    );

    // A few are named, equal names once.
    let names = [
        "cap",
        "hat",
        "belt",
        "a name of more letters than there is room for",
        "glove",
    ];
    let more = names.map(super::model).to_vec();
    open(&mut session, vec![file(3, more, vec![])], Placement::Add);
    pinned(&mut session, PinnedAction::ToggleWipe);
    assert_eq!(lacking_words(&session).as_deref(), Some("6 models (hat, cap, belt, …)"));
    pinned(&mut session, PinnedAction::Pin);
    assert_eq!(lacking_words(&session), None, "all of A is B now");
}

/// Ghosts are for a few models, so the others are told; a line shows all.
#[test]
fn models_that_have_no_ghost_are_told() {
    let mut session = Session::default();
    let crowd: Vec<Model> = (0..20).map(|at| super::model(&format!("m{at}"))).collect();
    open(&mut session, vec![file(1, crowd, vec![])], Placement::Replace);
    pinned(&mut session, PinnedAction::Pin);
    assert_eq!(session.picture([64, 64], 1).ghosts.len(), 16);
    assert_eq!(told(&session), ["B: at rest", "without 4 models (m16, m17, m18, …)"]);
    pinned(&mut session, PinnedAction::ToggleWipe);
    assert_eq!(told(&session), ["B: at rest", "A: at rest"]);
}

/// A has boxes for models over the budget. B has none, and pictures of B say so.
#[test]
fn boxes_of_the_budget_that_b_has_not_are_counted() {
    let inside = file(2, vec![super::model("crowd")], vec![]);
    let places = (0..2000).map(|at| Affine3A::from_translation(Vec3::X * at as f32));
    let mut level = file(1, Vec::new(), Vec::new());
    level.instances.files.push(InstancedFile {
        key: FileKey(2),
        name: inside.name.clone(),
        location: inside.location.clone(),
        reach: OpenedFile::reach_of(&inside.scene),
        scene: inside.scene,
        textures: Vec::new(),
        standing: Standing {
            places: Places::of(places.collect()).expect("several"),
            sources: Arc::new(vec![0; 2000]),
        },
        stands_for: StandsFor::Itself,
    });
    let mut session = Session::default();
    open(&mut session, vec![level], Placement::Replace);
    let (once, each) = session.stage.models()[0].facts.most();
    session.receive(Message::LimitMemory {
        // Half of it is for others.
        bytes: Some(2 * once.plus(each.times(1000)).bytes),
        reads_blocks: true,
    });
    pinned(&mut session, PinnedAction::Pin);
    pinned(&mut session, PinnedAction::ToggleWipe);
    let picture = session.picture([64, 64], 1);
    assert_eq!(picture.models.len(), 2, "{:?}", session.view.budget_sentence());
    let boxes = picture.models[1].places.len();
    assert_eq!(picture.into_left_half().models.len(), 1);
    let lacking = format!("{boxes} boxes (crowd)");
    assert!(boxes > 1 && lacking_words(&session) == Some(lacking.clone()), "{boxes}");
    assert_eq!(
        told(&session),
        [
            "B: at rest".to_owned(),
            format!("without {lacking}"),
            "A: at rest".to_owned()
        ]
    );
}

/// A model hidden by its clip at the pin stays hidden in B.
#[test]
fn a_ghost_is_hidden_where_b_was() {
    let mut walk = clip("walk", "hip", None);
    walk.tracks.push(Track {
        target: "pilot".into(),
        property: Property::Visibility,
        values: Values::Switch(vec![true, false]),
        ..walk.tracks[0].clone()
    });
    let mut session = with_pilot(vec![walk]);
    let key = session.stage().clips()[0].key;
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(key))));
    session.apply(Action::Playback(PlaybackAction::Pause));
    seek(&mut session, 10.0);
    pinned(&mut session, PinnedAction::Pin);
    seek(&mut session, 4.0);
    assert!(session.picture([64, 64], 1).ghosts.is_empty());
    assert_eq!(lacking_words(&session), None);
}

/// B's words and the picture have weights that the hand has set, as they have bones.
#[test]
fn blend_shapes_set_by_hand_are_told_of_a_and_b() {
    let (mut session, model) = staged();
    let set = CompositionAction::SetShapeWeight {
        model,
        shape: BlendShapeIndex::new(0),
        weight: Some(0.5),
    };
    session.apply(Action::Composition(set));
    let by_hand = "Blend shapes set by hand: 1";
    assert_eq!(told(&session), [by_hand, "B: walk, frame 10.00"]);
    pinned(&mut session, PinnedAction::Pin);
    pinned(&mut session, PinnedAction::ToggleWipe);
    session.apply(Action::Undo);
    let b = format!("B: walk, frame 10.00, {by_hand}");
    assert_eq!(told(&session), [&b, "A: walk, frame 10.00"]);
    pinned(&mut session, PinnedAction::Flip);
    assert_eq!(
        told(&session),
        [by_hand, &format!("Shows {b}")],
        "the shown pose has it"
    );
}

/// The curve view draws B's keys where they lie on the clock of A.
#[test]
fn frames_of_b_lie_on_the_clock_as_it_plays_along() {
    let mut run = clip("run", "hip", None);
    run.frames_per_second = 20.0;
    run.range = FrameRange { start: 4.0, end: 24.0 };
    let mut session = with_pilot(vec![clip("walk", "hip", None), run]);
    let choose = |session: &mut Session, clip: usize| {
        let key = session.stage().clips()[clip].key;
        session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(key))));
        session.apply(Action::Playback(PlaybackAction::Pause));
    };
    let frames = |session: &Session| keys_of_b(session, &session.stage().models()[0]).map(|keys| keys.frames);
    choose(&mut session, 1);
    seek(&mut session, 7.0);
    pinned(&mut session, PinnedAction::Pin);
    choose(&mut session, 0);
    assert_eq!(frames(&session), Some(FramesOfB::Still(7.0)));
    assert_eq!(clip_of_b(&session).as_deref(), Some("run, at frame 7.00"));
    let walk = session.timeline().expect("it plays");
    assert_eq!(
        (walk.range.start, walk.range.end, walk.frames_per_second),
        (0.0, 10.0, 10.0)
    );
    for (along, at) in [
        (Along::Frames, [4.0, 6.0, 10.0]),
        (Along::Seconds, [4.0, 16.0, 24.0]),
        (Along::Stretched, [4.0, 16.0, 24.0]),
    ] {
        pinned(&mut session, PinnedAction::Along(Some(along)));
        let found = frames(&session).expect("it plays along");
        assert_eq!([0.0, 6.0, 10.0].map(|frame| found.at(frame)), at, "{along:?}");
        assert_eq!(clip_of_b(&session), Some(format!("run, {}", along.word())));
    }
    let keys = keys_of_b(&session, &session.stage().models()[0]).expect("it plays along");
    assert_eq!(keys.clip().name, "run");
    assert!(!keys.binding.channels().is_empty());

    // A rest pose is no frame of a clip.
    choose(&mut session, 1);
    let rest = CompositionAction::SetPosed {
        unposed: Unposed::Rest,
        weight: 0.0,
    };
    session.apply(Action::Composition(rest));
    pinned(&mut session, PinnedAction::Pin);
    assert!(frames(&session).is_none() && clip_of_b(&session).is_none());
}

/// A clip that turns the hip moves the spine above it: each has its greatest angle and distance, at frames of their own.
#[test]
fn a_sweep_is_asked_once_finds_angles_and_ends_when_the_motion_changes() {
    let turn = |degrees: f32| glam::Quat::from_rotation_z(degrees.to_radians()).to_array();
    let mut wave = clip("wave", "hip", None);
    wave.tracks = vec![Track {
        property: Property::Rotation,
        keys: Keys::Whole(vec![0, 4, 10].into()),
        values: Values::Rotation(vec![turn(0.0), turn(90.0), turn(0.0)].into()),
        ..wave.tracks[0].clone()
    }];
    let mut session = with_pilot(vec![wave]);
    let key = session.stage().clips()[0].key;
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(key))));
    session.apply(Action::Playback(PlaybackAction::Pause));
    seek(&mut session, 0.0);
    pinned(&mut session, PinnedAction::Pin);
    swept(&mut session);
    assert!(pinned(&mut session, PinnedAction::Sweep).is_empty(), "it is known");
    let all = bone_differences(&session, &session.stage().models()[0]);
    let far = |bone: usize| all[bone].greatest.expect("it was swept");
    let quarter = std::f32::consts::FRAC_PI_2;
    for bone in [0, 1] {
        let far = far(bone);
        assert!(
            (far.turn_rad - quarter).abs() < 1e-4 && far.turn_frame == 4.0,
            "{bone}: {far:?}"
        );
    }
    // The hip turns in its place; the spine stands one unit above it.
    assert!(far(0).distance < 1e-5, "{:?}", far(0));
    assert!(
        (far(1).distance - 2_f32.sqrt()).abs() < 1e-4 && far(1).frame == 4.0,
        "{:?}",
        far(1)
    );
    // A bone that stays in its place comes last, by its angle; now there is no difference at all.
    let ranks: Vec<Option<u32>> = all.iter().map(|one| one.rank(true, 1.0)).collect();
    assert!(ranks[1] > ranks[0] && ranks[0].is_some(), "{ranks:?}");
    assert!(all.iter().all(|one| one.rank(false, 1.0).is_none()));

    // An answer that has become false is not taken, and its work is not begun.
    session.apply(Switch::STEPPED.toggle());
    let effects = pinned(&mut session, PinnedAction::Sweep);
    let [Effect::SweepB { question }] = effects[..] else {
        panic!("{effects:?}")
    };
    assert!(pinned(&mut session, PinnedAction::Sweep).is_empty(), "it is asked for");
    let late = sweep_b(&session, question).expect("it is wanted");
    session.apply(Switch::STEPPED.toggle());
    assert!(!is_sweeping(&session) && sweep_b(&session, question).is_none());
    let Message::SweptB { greatest, .. } = late() else {
        panic!("another answer")
    };
    assert!(greatest.is_empty(), "nobody wanted it any more");
    session.receive(Message::SweptB { question, greatest });
    assert!(!is_sweeping(&session));
    // A pin has questions of its own.
    pinned(&mut session, PinnedAction::Pin);
    session.receive(Message::SweptB {
        question,
        greatest: SweptBones::new(),
    });
    assert!(!is_swept(&session));
}

#[test]
fn differences_are_listed_in_the_tree_which_is_shown_for_it() {
    let (mut session, _) = staged();
    let mut hides = session.preferences().clone();
    hides.window.tree_open = false;
    hides.window.left_tab = LeftTab::Files;
    session.preferences = hides;
    let before = differences_of(&session).expect("it is pinned");
    assert_eq!(differences_of(&session), Some(before));
    let effects = pinned(&mut session, PinnedAction::List { over_clip: false });
    assert_eq!(effects, [Effect::ListDifferences { over_clip: false }]);
    let window = &session.preferences().window;
    assert_eq!((window.tree_open, window.left_tab), (true, LeftTab::Nodes));
    seek(&mut session, 3.0);
    assert_ne!(differences_of(&session), Some(before), "another frame");
    pinned(&mut session, PinnedAction::Forget);
    assert_eq!(differences_of(&session), None);
}
