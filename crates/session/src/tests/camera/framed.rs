//! Framing of all: nothing is cut off, strays are left out and told, and a clip is framed whole if that is asked for.

use super::*;
use crate::stage::up_axis::world_from_stage;
use castview_base::core::MeshIndex;
use castview_picture::LARGEST_BALL;

/// How far the farthest of `points` is from the middle of the picture, to the side and up: at 1 is the border.
fn reach(session: &Session, points: &[Vec3]) -> f32 {
    let [width, height] = session.view().viewport();
    let clip = session.view().camera().clip_from_world(width as f32 / height as f32);
    let seen = points
        .iter()
        .map(|point| clip.project_point3(*point).truncate().abs().max_element());
    seen.fold(0.0, f32::max)
}

fn vertices(mesh: &Mesh) -> Vec<Vec3> {
    mesh.positions.iter().map(Vec3::from).collect()
}

fn unskinned(name: &str, positions: Vec<Vec3>) -> Mesh {
    let bounds = positions.iter().copied().collect();
    Mesh {
        name: name.into(),
        triangles: vec![0, 1, 2].into(),
        positions: positions
            .iter()
            .map(|point| point.to_array())
            .collect::<Vec<_>>()
            .into(),
        bounds,
        ..Mesh::default()
    }
}

/// A ball of many vertices with one that stands out, and a floor of four: each counts, wherever it is in the file.
#[test]
fn every_vertex_of_every_mesh_is_framed() {
    let on_ball = |at: usize| {
        let (turn, height) = (at as f32 * 2.4, (at as f32 / 25_000.0 - 1.0).clamp(-1.0, 1.0));
        let around = (1.0 - height * height).sqrt();
        Vec3::new(around * turn.cos(), height + 1.0, around * turn.sin())
    };
    for tip in [1, 777, 24_999, 49_999] {
        let mut ball: Vec<Vec3> = (0..50_000).map(on_ball).collect();
        ball[tip] = Vec3::new(0.3, 9.0, 0.0);
        let floor = [-1.0, 1.0]
            .into_iter()
            .flat_map(|x| [-1.0, 1.0].map(|z| Vec3::new(x * 6.0, 0.0, z * 6.0)));
        let meshes = vec![unskinned("ball", ball), unskinned("floor", floor.collect())];
        let all: Vec<Vec3> = meshes.iter().flat_map(vertices).collect();
        let mut session = opened(vec![rig(meshes)], vec![]);
        for view in [StandardView::Iso, StandardView::Front, StandardView::Top] {
            moved(&mut session, CameraMove::View(view));
            moved(&mut session, CameraMove::FrameAll);
            let reach = reach(&session, &all);
            assert!((0.8..0.95).contains(&reach), "{tip} {view:?}: {reach}");
        }
    }
}

/// A clip alone moves one bone: it stays in the view over the whole clip, and so does its small picture.
#[test]
fn a_bone_that_stands_in_for_a_model_stays_in_the_view() {
    let mut session = opened(vec![], vec![clip("walk", "locator", None)]);
    assert!(session.stage().models()[0].is_stand_in);
    let range = session.timeline().expect("it plays").range;
    let places: Vec<Vec3> = (0..=10)
        .map(|at| {
            let frame = range.start + range.length() * f64::from(at) / 10.0;
            session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
            let placed = &session.stage().models()[0];
            let world_from_model = world_from_stage(&session) * placed.first_stage_from_model();
            world_from_model.transform_point3(placed.pose().model_from_bone[0].translation.into())
        })
        .collect();
    assert!(places[0].distance(places[10]) > 1.0, "it goes somewhere: {places:?}");
    let reach = reach(&session, &places);
    assert!((0.3..1.0).contains(&reach), "{reach}");
    let picture = crate::aids::thumbnail(&session, [64, 64]).expect("bones are seen");
    let clip = picture.camera.clip_from_world(1.0);
    for place in places {
        let seen = clip.project_point3(place);
        assert!(seen.truncate().abs().max_element() < 1.0, "{place} is at {seen}");
    }
}

/// Two bones of a clip alone, far from each other: the ball of the near one is large, and seen whole.
#[test]
fn the_balls_of_far_bones_are_framed_whole() {
    for along in [Property::TranslationX, Property::TranslationY, Property::TranslationZ] {
        let mut far = clip("far", "a", None);
        far.tracks = [("a", -300.0), ("b", 300.0)]
            .map(|(target, at)| Track {
                target: target.into(),
                property: along,
                values: Values::Scalar(vec![at, at + 1.0].into()),
                ..far.tracks[0].clone()
            })
            .into();
        let session = opened(vec![], vec![far]);
        let placed = &session.stage().models()[0];
        assert!(placed.is_stand_in && placed.model().skeleton.len() == 2);
        let world_from_model = world_from_stage(&session) * placed.first_stage_from_model();
        let radius = LARGEST_BALL * crate::view::ground::world_bounds(&session).diagonal();
        assert!(radius > 5.0, "{radius}");
        let heads = placed.pose().model_from_bone.iter();
        let balls: Vec<Vec3> = heads
            .map(|bone| world_from_model.transform_point3(bone.translation.into()))
            .flat_map(|head| {
                [-1.0, 1.0].map(|side| [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| head + axis * side * radius))
            })
            .flatten()
            .collect();
        let reach = reach(&session, &balls);
        assert!((0.5..0.93).contains(&reach), "{along:?}: {reach}");
    }
}

#[test]
fn a_stray_mesh_is_left_out_and_shown_on_demand() {
    let cube = |name: &str, x: f32, half: f32| Mesh {
        skin: None,
        ..box_mesh(name, Vec3::X * x, Vec3::splat(half), 0)
    };
    let (body, speck) = (cube("body", 0.0, 1.0), cube("speck", 500.0, 0.01));
    let (body_points, speck_points) = (vertices(&body), vertices(&speck));
    let mut session = opened(vec![rig(vec![body, speck])], vec![]);
    let effects = session
        .apply(Action::View(ViewAction::Camera(CameraMove::FrameAll)))
        .effects;
    assert!((0.8..0.95).contains(&reach(&session, &body_points)));
    let [Effect::Notify(notice)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!((&*notice.text, &*notice.details), ("1 mesh lies far away.", "speck"));
    let shows = notice.actions.first().cloned().expect("a button");
    assert_eq!(shows.label, "Show it");
    assert!(
        session.view().steady_bounds().diagonal() < 4.0,
        "bones and grid have the size of the body"
    );
    session.apply(*shows.action);
    assert!((0.5..1.0).contains(&reach(&session, &speck_points)));
    let key = session.stage().models()[0].key;
    assert_eq!(session.edits.selected, Some(Selected::Mesh(key, MeshIndex::new(1))));
    // A mesh as large as the rest is no stray.
    let pair = vec![cube("one", 0.0, 1.0), cube("other", 500.0, 1.0)];
    let all: Vec<Vec3> = pair.iter().flat_map(vertices).collect();
    let mut session = opened(vec![rig(pair)], vec![]);
    let effects = session
        .apply(Action::View(ViewAction::Camera(CameraMove::FrameAll)))
        .effects;
    assert!(effects.is_empty() && reach(&session, &all) < 0.95);
}

/// A clip that takes a mesh thirty times its size away.
#[test]
fn a_clip_that_moves_away_is_framed_whole_on_demand() {
    let body = box_mesh("body", Vec3::Y * 3.0, Vec3::splat(0.5), 2);
    let (first, last) = (
        vertices(&body),
        vertices(&body).into_iter().map(|at| at + Vec3::Y * 30.0),
    );
    let last: Vec<Vec3> = last.collect();
    let mut clip = clip("leave", "hand", None);
    clip.tracks[0].property = Property::TranslationY;
    clip.tracks[0].values = Values::Scalar(vec![1.0, 31.0].into());
    let mut session = opened(vec![rig(vec![body])], vec![clip]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    moved(&mut session, CameraMove::FrameAll);
    assert!(reach(&session, &first) < 0.95 && reach(&session, &last) > 1.0);
    moved(&mut session, CameraMove::FrameClip);
    let whole = [first, last].concat();
    assert!((0.8..0.95).contains(&reach(&session, &whole)));
    // Another size of the window, and another direction, frame it again.
    view(&mut session, ViewAction::ResizeViewport([900, 300]));
    moved(&mut session, CameraMove::View(StandardView::Left));
    assert!((0.8..0.95).contains(&reach(&session, &whole)));
    moved(&mut session, CameraMove::FrameAll);
    assert!(reach(&session, &whole) > 1.0, "the pose alone");
}

#[test]
fn the_face_and_the_hands_are_framed_from_the_front_by_the_names_of_their_bones() {
    let named = |name: &str| [BodyPart::Face, BodyPart::Hands].map(|part| part.has(name));
    for name in ["head", "Bip01_Head1", "mixamorig:Head", "j_head"] {
        assert_eq!(named(name), [true, false], "{name}");
    }
    for name in ["hand.l", "LeftHandIndex1", "j_wrist_le", "DEF-hand.R"] {
        assert_eq!(named(name), [false, true], "{name}");
    }
    for name in ["handslot.l", "handIK.l", "IK-head", "ahead", "neck", ""] {
        assert_eq!(named(name), [false, false], "{name}");
    }
    let meshes = vec![
        box_mesh("body", Vec3::Y, Vec3::new(0.4, 1.0, 0.3), 0),
        box_mesh("face", Vec3::new(0.0, 2.3, 0.0), Vec3::splat(0.2), 1),
        box_mesh("fingers", Vec3::new(0.9, 1.2, 0.0), Vec3::splat(0.1), 2),
    ];
    let parts: Vec<Vec<Vec3>> = meshes.iter().map(vertices).collect();
    let body = Model {
        skeleton: bones(&["hip", "Bip01_Head1", "hand_r"]),
        ..rig(meshes)
    };
    let mut session = opened(vec![body], vec![]);
    for (name, part) in [("view_face", &parts[1]), ("view_hands", &parts[2])] {
        moved(&mut session, CameraMove::View(StandardView::Top));
        let command = command(name);
        assert!((command.enabled)(&session));
        session.apply(command.action());
        assert_eq!(session.view().camera().pitch_rad, 0.0, "from the front");
        let reach = reach(&session, part);
        assert!((0.5..0.98).contains(&reach), "{name}: {reach}");
    }
    let mut session = opened(vec![rig(vec![box_mesh("body", Vec3::Y, Vec3::ONE, 0)])], vec![]);
    assert!(!(command("view_face").enabled)(&session));
    let before = session.view().camera();
    moved(&mut session, CameraMove::FramePart(BodyPart::Face));
    assert_eq!(session.view().camera(), before, "no part, no movement");
}
