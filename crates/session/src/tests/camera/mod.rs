//! Turning, zooming, panning and framing of the camera.

mod fly;
mod follow;
mod framed;
mod front;
mod glide;
mod lens;
mod viewpoints;

use super::*;
use crate::view::camera::surface;
use crate::view::ground::posed_world_bounds;
use castview_base::core::{BoneIndex, Bounds, Camera, Projection, SkinIndex, StandardView, UpAxis};
use castview_base::scene::{Influences, Metadata, Skin, Skinning};
use glam::{Affine3A, Vec2};

/// A closed box around `center`, wholly on one bone.
pub(super) fn box_mesh(name: &str, center: Vec3, half: Vec3, skin: usize) -> Mesh {
    let corners = (0..8).map(|corner: u32| {
        let side = |bit: u32| if corner >> bit & 1 == 0 { -1.0 } else { 1.0 };
        center + half * Vec3::new(side(0), side(1), side(2))
    });
    let positions: Vec<[f32; 3]> = corners.map(|corner| corner.to_array()).collect();
    let sides = [
        [0, 1, 3, 2],
        [4, 6, 7, 5],
        [0, 4, 5, 1],
        [2, 3, 7, 6],
        [0, 2, 6, 4],
        [1, 5, 7, 3],
    ];
    let triangles: Vec<u32> = sides.into_iter().flat_map(|[a, b, c, d]| [a, b, c, a, c, d]).collect();
    Mesh {
        name: name.into(),
        positions: positions.into(),
        triangles: triangles.into(),
        skin: Some(SkinIndex::new(skin)),
        influences: Influences::rigid(8),
        skinning: Skinning::Linear,
        bounds: Bounds {
            min: center - half,
            max: center + half,
        },
        ..Mesh::default()
    }
}

/// A chain of three bones, one above the other; each has a skin of its own for `meshes`.
pub(super) fn rig(meshes: Vec<Mesh>) -> Model {
    let skeleton = bones(&["hip", "spine", "hand"]);
    let skin = |bone: usize| Skin {
        bones: vec![BoneIndex::new(bone)],
        bone_from_mesh: vec![Some(Affine3A::from_translation(Vec3::Y * -(bone as f32 + 1.0)))],
    };
    Model {
        name: "pilot".into(),
        skeleton,
        skins: (0..3).map(skin).collect(),
        meshes,
        ..Model::default()
    }
}

pub(super) fn opened(models: Vec<Model>, clips: Vec<Clip>) -> Session {
    let scene = Scene {
        models,
        clips,
        metadata: Metadata {
            up: Some(UpAxis::Y),
            ..Metadata::default()
        },
        ..Scene::default()
    };
    let mut session = Session::default();
    let file = OpenedFile {
        location: "/tmp/rig.cast".into(),
        ..OpenedFile::of(FileKey(1), "rig.cast".to_owned(), scene)
    };
    open(&mut session, vec![file], Placement::Replace);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::View(ViewAction::ResizeViewport([800, 800])));
    session
}

pub(super) fn view(session: &mut Session, action: ViewAction) {
    session.apply(Action::View(action));
}

pub(super) fn moved(session: &mut Session, movement: CameraMove) {
    view(session, ViewAction::Camera(movement));
}

pub(super) fn select_bone(session: &mut Session, bone: usize) {
    let key = session.stage().models()[0].key;
    let bone = Selected::Bone(key, BoneIndex::new(bone));
    session.apply(Action::Selection(SelectionAction::Select(Some(bone))));
}

/// Where the picture shows a point of the world.
pub(super) fn seen(session: &Session, point: Vec3) -> Vec2 {
    let camera = session.picture([800, 800], 1).camera;
    camera.clip_from_world(1.0).project_point3(point).truncate()
}

/// Outline of a box in the picture, −1…1: left, bottom, right and top.
fn outline(session: &Session, center: Vec3, half: Vec3) -> [f32; 4] {
    let viewport = session.view().viewport();
    let aspect = viewport[0] as f32 / viewport[1] as f32;
    let clip = session.picture(viewport, 1).camera.clip_from_world(aspect);
    let corners = (0..8).map(|corner: u32| {
        let side = |bit: u32| if corner >> bit & 1 == 0 { -1.0 } else { 1.0 };
        clip.project_point3(center + half * Vec3::new(side(0), side(1), side(2)))
    });
    corners.fold([1e9, 1e9, -1e9, -1e9], |[left, bottom, right, top], at| {
        [left.min(at.x), bottom.min(at.y), right.max(at.x), top.max(at.y)]
    })
}

/// A low window at twice the scale: the tools are a fifth of the picture. Then a drawer comes out.
#[test]
fn what_is_framed_stands_beside_what_covers_the_picture() {
    let (center, half) = (Vec3::new(0.0, 2.0, 0.0), Vec3::new(0.5, 1.5, 0.5));
    for projection in [Projection::Perspective, Projection::Orthographic] {
        let mut session = opened(vec![rig(vec![box_mesh("body", center, half, 0)])], vec![]);
        if projection == Projection::Orthographic {
            moved(&mut session, CameraMove::ToggleProjection);
        }
        view(&mut session, ViewAction::ResizeViewport([1000, 346]));
        moved(&mut session, CameraMove::FrameAll);
        let below = |pixels: f32| 1.0 - 2.0 * pixels / 346.0;
        assert!(outline(&session, center, half)[3] > below(76.0), "{projection:?}");
        // Tools that come to lie over a framed model are made room for at once.
        let strip = [0, 0, 1000, 76];
        view(&mut session, ViewAction::Cover(vec![strip]));
        let [left, bottom, right, top] = outline(&session, center, half);
        assert!(top < below(76.0) && bottom > -1.0, "{projection:?}: {bottom} {top}");
        assert!(top - bottom > 1.1, "it is no smaller than it must be: {bottom} {top}");
        assert!((left + right).abs() < 0.05, "{left} {right}");
        let drawer = [0, 76, 520, 346];
        view(&mut session, ViewAction::Cover(vec![strip, drawer]));
        let [left, _, right, top] = outline(&session, center, half);
        assert!(
            left > 2.0 * 0.52 - 1.0 && right < 1.0 && top < below(76.0),
            "{left} {right} {top}"
        );
        select_bone(&mut session, 0);
        moved(&mut session, CameraMove::FrameSelection);
        let [left, _, right, top] = outline(&session, center, half);
        assert!(
            left > 2.0 * 0.52 - 1.0 && right < 1.0 && top < below(76.0),
            "{left} {right} {top}"
        );
        // A camera that was moved since stays where it is.
        moved(&mut session, CameraMove::Orbit { yaw: 0.1, pitch: 0.0 });
        let camera = session.view().camera();
        view(&mut session, ViewAction::Cover(vec![strip]));
        assert_eq!(session.view().camera(), camera);
    }
}

/// Where the foot and the top of the models are in the picture after `secs`, −1…1.
fn foot_and_top(session: &mut Session, secs: f64) -> [f32; 2] {
    session.advance(secs);
    let posed = posed_world_bounds(session);
    let [_, foot, _, top] = outline(session, posed.center(), (posed.max - posed.min) * 0.5);
    [foot, top]
}

/// Where the top of the models is in the picture after `secs`, −1…1.
fn top_of_model(session: &mut Session, secs: f64) -> f32 {
    foot_and_top(session, secs)[1]
}

/// Two boxes, of which the clip lifts one: a little over the framed pose, then far away.
#[test]
fn a_model_stays_in_the_picture_over_the_clip_it_is_framed_with() {
    let boxes = || {
        let [body, head] = [("body", 1.0, 0), ("head", 3.0, 2)];
        [body, head].map(|(name, y, skin)| box_mesh(name, Vec3::Y * y, Vec3::splat(0.5), skin))
    };
    let lifted = |by: f32| {
        let mut clip = clip("lift", "hand", None);
        clip.looping = true;
        clip.tracks[0].property = Property::TranslationY;
        clip.tracks[0].values = Values::Scalar(vec![1.0, 1.0 + by].into());
        clip
    };
    for (by, stays) in [(2.5, true), (30.0, false)] {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            let mut session = opened(vec![rig(boxes().into())], vec![lifted(by)]);
            if projection == Projection::Orthographic {
                moved(&mut session, CameraMove::ToggleProjection);
            }
            moved(&mut session, CameraMove::FrameAll);
            let pose_alone = session.view().camera().distance;
            assert!((0.8..0.9).contains(&top_of_model(&mut session, 0.0)), "{projection:?}");
            session.apply(Action::Playback(PlaybackAction::Play));
            moved(&mut session, CameraMove::FrameAll);
            let with_clip = session.view().camera().distance;
            if stays {
                // No room is left below for what rises only.
                let [foot, _] = foot_and_top(&mut session, 0.0);
                assert!((-1.0..-0.85).contains(&foot), "{projection:?}: {foot}");
            }
            assert_eq!(with_clip > pose_alone, stays, "{with_clip} {pose_alone}");
            // A drawer comes and goes while the clip is paused.
            session.apply(Action::Playback(PlaybackAction::Pause));
            for width in [700, 800] {
                view(&mut session, ViewAction::ResizeViewport([width, 800]));
            }
            assert_eq!(session.view().camera().distance, with_clip, "{projection:?}");
            session.apply(Action::Playback(PlaybackAction::Play));
            let top = top_of_model(&mut session, 0.99);
            assert_eq!((0.85..1.0).contains(&top), stays, "{projection:?}: {top}");
        }
    }
}

#[test]
fn a_floor_seen_from_its_edge_has_no_numbers() {
    let cube = box_mesh("cube", Vec3::Y, Vec3::splat(0.5), 0);
    let mut session = opened(vec![rig(vec![cube])], vec![]);
    let numbers = |session: &Session| session.picture([800, 800], 1).grid_labels.len();
    moved(&mut session, CameraMove::View(StandardView::Top));
    moved(&mut session, CameraMove::ToggleProjection);
    assert_ne!(numbers(&session), 0);
    moved(&mut session, CameraMove::View(StandardView::Front));
    assert_eq!(numbers(&session), 0);
}

const ORBITS: [CameraMove; 3] = [
    CameraMove::Orbit { yaw: 0.4, pitch: 0.1 },
    CameraMove::Orbit { yaw: 1.1, pitch: -0.6 },
    CameraMove::Orbit { yaw: -3.0, pitch: 9.0 },
];

#[test]
fn a_drag_turns_about_what_lies_under_the_pointer() {
    let cube = box_mesh("cube", Vec3::new(0.0, 1.0, 0.0), Vec3::splat(0.5), 0);
    let far = box_mesh("far", Vec3::new(0.0, 3.0, -5.0), Vec3::splat(0.5), 2);
    let mut session = opened(vec![rig(vec![cube, far])], vec![]);
    moved(&mut session, CameraMove::View(StandardView::Front));
    // The middle of the front of the cube is seen there.
    let front = Vec3::new(0.2, 1.1, 0.5);
    let ndc = seen(&session, front);
    let found = surface::point_under(&session, ndc).expect("the cube is there");
    assert!(found.abs_diff_eq(front, 1e-3), "{found}");
    view(&mut session, ViewAction::TakeHold(ndc, Hold::Orbit));
    let distance = session.view().camera().eye().distance(front);
    for orbit in ORBITS {
        moved(&mut session, orbit);
        assert!(
            seen(&session, front).abs_diff_eq(ndc, 1e-3),
            "it stays under the pointer"
        );
        assert!((session.view().camera().eye().distance(front) - distance).abs() < 1e-3);
    }
    view(&mut session, ViewAction::LetGo);
    let target = session.view().camera().target;
    moved(&mut session, ORBITS[0]);
    assert_eq!(session.view().camera().target, target, "nothing is held");
    // Where nothing is it is the middle of the view.
    view(&mut session, ViewAction::TakeHold(Vec2::new(-0.99, -0.99), Hold::Orbit));
    moved(&mut session, ORBITS[0]);
    assert_eq!(session.view().camera().target, target);
}

#[test]
fn a_drag_is_taken_back_whole() {
    let cube = box_mesh("cube", Vec3::new(0.0, 1.0, 0.0), Vec3::splat(0.5), 0);
    let mut session = opened(vec![rig(vec![cube])], vec![]);
    moved(&mut session, CameraMove::View(StandardView::Front));
    let (framed, steps) = (session.view().is_framed(), session.view().camera_step());
    let before = session.view().camera();
    let zoom = CameraMove::Zoom {
        factor: 0.5,
        ndc: Vec2::ZERO,
    };
    for (hold, movement) in [
        (Hold::Orbit, ORBITS[0]),
        (Hold::Pan, CameraMove::Pan(Vec2::new(0.1, 0.2))),
        (Hold::Zoom, zoom),
    ] {
        for _ in 0..2 {
            view(&mut session, ViewAction::TakeHold(Vec2::ZERO, hold));
            moved(&mut session, movement);
            // The wheel goes on during a drag.
            moved(&mut session, zoom);
            assert_ne!(session.view().camera(), before, "{hold:?}");
            view(&mut session, ViewAction::TakeBackDrag);
            assert_eq!(session.view().camera(), before, "{hold:?}");
        }
    }
    assert_eq!(session.view().is_framed(), framed);
    assert_eq!(session.view().camera_step(), steps, "there is nothing to go back to");
    view(&mut session, ViewAction::TakeHold(Vec2::ZERO, Hold::Orbit));
    moved(&mut session, ORBITS[0]);
    let turned = session.view().camera();
    view(&mut session, ViewAction::LetGo);
    view(&mut session, ViewAction::TakeBackDrag);
    assert_eq!(session.view().camera(), turned, "a drag that has ended stays");
    view(&mut session, ViewAction::CameraBack);
    assert_eq!(session.view().camera(), before, "it is one step");
}

#[test]
fn what_a_drag_turns_about_is_a_choice_that_is_kept() {
    let cube = box_mesh("cube", Vec3::new(0.0, 1.0, 0.0), Vec3::splat(0.5), 0);
    let mut session = opened(vec![rig(vec![cube])], vec![]);
    let kept = |session: &mut Session, point: Vec3| {
        view(session, ViewAction::TakeHold(Vec2::ZERO, Hold::Orbit));
        let before = seen(session, point);
        moved(session, ORBITS[0]);
        seen(session, point).abs_diff_eq(before, 1e-3)
    };
    let hand = Vec3::Y * 3.0;
    select_bone(&mut session, 2);
    assert!(!kept(&mut session, hand));
    session.apply(DialValue::orbit(OrbitAbout::Selection).choose());
    assert!(kept(&mut session, hand));
    session.apply(DialValue::orbit(OrbitAbout::Middle).choose());
    assert!(!kept(&mut session, hand));
    let target = session.view().camera().target;
    assert!(kept(&mut session, target));
    let stored = serde_json::to_string(session.preferences()).expect("they can be stored");
    let read: Preferences = serde_json::from_str(&stored).expect("they can be read");
    assert_eq!(read.camera.orbit_about, OrbitAbout::Middle);
    let older: Preferences = serde_json::from_str("{}").expect("settings of an earlier version");
    assert_eq!(older.camera.orbit_about, OrbitAbout::Pointer);
}

/// The surface is where the pose puts it, hidden meshes are none, and a model is met wherever it stands.
#[test]
fn what_lies_under_the_pointer_is_what_is_drawn() {
    let cube = box_mesh("cube", Vec3::new(0.0, 1.0, 0.0), Vec3::splat(0.5), 0);
    let clips = vec![clip("slide", "hip", None)];
    let mut session = opened(vec![rig(vec![cube])], clips);
    moved(&mut session, CameraMove::View(StandardView::Front));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(5.0))));
    moved(&mut session, CameraMove::FrameAll);
    let posed = Vec3::new(5.1, 1.2, 0.5);
    let ndc = seen(&session, posed);
    let found = surface::point_under(&session, ndc).expect("the clip has moved it there");
    assert!(found.abs_diff_eq(posed, 1e-3), "{found}");
    let ndc_rest = seen(&session, Vec3::new(0.0, 1.2, 0.5));
    assert_eq!(
        surface::point_under(&session, ndc_rest),
        None,
        "it rests there no longer"
    );
    moved(&mut session, CameraMove::ToggleProjection);
    let found = surface::point_under(&session, seen(&session, posed)).expect("without perspective, too");
    assert!(found.abs_diff_eq(posed, 1e-3), "{found}");
    let mesh = Selected::Mesh(session.stage().models()[0].key, MeshIndex::new(0));
    session.apply(Action::Selection(SelectionAction::ToggleShown(mesh)));
    assert_eq!(surface::point_under(&session, ndc), None, "hidden");
}

/// A mesh that costs too much to be posed for a question is known by some of its vertices: the answer is near the surface.
#[test]
fn large_meshes_are_met_roughly() {
    const SIDE: usize = 600;
    let place = |at: usize| [(at % SIDE) as f32 / 100.0, (at / SIDE) as f32 / 100.0, 0.0];
    let positions: Vec<[f32; 3]> = (0..SIDE * SIDE).map(place).collect();
    let first = (0..SIDE as u32 - 1).flat_map(|row| (0..SIDE as u32 - 1).map(move |at| row * SIDE as u32 + at));
    let side = SIDE as u32;
    let triangles: Vec<u32> = first.flat_map(|a| [a, a + 1, a + side]).collect();
    let mesh = Mesh {
        influences: Influences::rigid(SIDE * SIDE),
        positions: positions.into(),
        triangles: triangles.into(),
        skin: Some(SkinIndex::new(0)),
        bounds: Bounds {
            min: Vec3::ZERO,
            max: Vec3::new(6.0, 6.0, 0.0),
        },
        ..Mesh::default()
    };
    let mut session = opened(vec![rig(vec![mesh])], vec![]);
    moved(&mut session, CameraMove::View(StandardView::Front));
    let wanted = Vec3::new(2.34, 3.21, 0.0);
    let found = surface::point_under(&session, seen(&session, wanted)).expect("it is there");
    assert!(found.distance(wanted) < 0.1, "{found}");
}

#[test]
fn zooming_goes_to_what_lies_under_the_pointer() {
    let near = box_mesh("near", Vec3::new(0.8, 1.0, 2.0), Vec3::splat(0.3), 0);
    let far = box_mesh("far", Vec3::new(-1.0, 1.0, -9.0), Vec3::splat(0.5), 0);
    let mut session = opened(vec![rig(vec![near, far])], vec![]);
    moved(&mut session, CameraMove::View(StandardView::Front));
    let corner = Vec3::new(0.7, 1.1, 2.3);
    let ndc = seen(&session, corner);
    for _ in 0..30 {
        moved(&mut session, CameraMove::Zoom { factor: 0.8, ndc });
        assert!(
            seen(&session, corner).abs_diff_eq(ndc, 1e-2),
            "it stays under the pointer"
        );
    }
    let eye = session.view().camera().eye();
    assert!(eye.z > corner.z, "the eye stays in front of it");
    assert!(eye.distance(corner) < 0.05, "and comes near: {eye}");
    // All of it is one step for the camera's history.
    view(&mut session, ViewAction::CameraBack);
    assert!(session.view().camera().eye().distance(corner) > 1.0);
}

#[test]
fn panning_keeps_what_was_taken_under_the_pointer() {
    let near = box_mesh("near", Vec3::new(0.0, 1.0, 4.0), Vec3::splat(0.3), 0);
    let far = box_mesh("far", Vec3::new(-1.0, 1.0, -9.0), Vec3::splat(0.5), 0);
    let mut session = opened(vec![rig(vec![near, far])], vec![]);
    moved(&mut session, CameraMove::View(StandardView::Front));
    let corner = Vec3::new(0.1, 1.1, 4.3);
    let from = seen(&session, corner);
    view(&mut session, ViewAction::TakeHold(from, Hold::Pan));
    moved(&mut session, CameraMove::Pan(Vec2::new(0.1, 0.05)));
    let went = seen(&session, corner) - from;
    assert!(went.abs_diff_eq(Vec2::new(0.2, 0.1), 1e-3), "{went}");
}

fn inside(bounds: Bounds, point: Vec3) -> bool {
    point.cmpge(bounds.min).all() && point.cmple(bounds.max).all()
}

/// Whatever the view: the eye is at least two lengths of the bone away, sees what the bone skins, and is in no mesh.
#[test]
fn framing_a_bone_keeps_its_distance_and_stays_outside() {
    // The hip skins a pebble in the middle of a hall that the hand carries; the spine skins nothing.
    let pebble = Bounds {
        min: Vec3::new(-0.01, 0.99, -0.01),
        max: Vec3::new(0.01, 1.01, 0.01),
    };
    let hall = Bounds {
        min: Vec3::new(-4.0, -3.0, -6.0),
        max: Vec3::new(4.0, 5.0, 6.0),
    };
    let mesh =
        |name: &str, bounds: Bounds, skin| box_mesh(name, bounds.center(), (bounds.max - bounds.min) * 0.5, skin);
    let views = [
        StandardView::Front,
        StandardView::Left,
        StandardView::Top,
        StandardView::Iso,
    ];
    for meshes in [
        vec![mesh("pebble", pebble, 0)],
        vec![mesh("pebble", pebble, 0), mesh("hall", hall, 2)],
    ] {
        let has_hall = meshes.len() == 2;
        let mut session = opened(vec![rig(meshes)], vec![]);
        for (bone, skinned) in [(0, Some(pebble)), (1, None), (2, has_hall.then_some(hall))] {
            select_bone(&mut session, bone);
            for direction in views {
                moved(&mut session, CameraMove::View(direction));
                let before = session.view().camera().eye();
                moved(&mut session, CameraMove::FrameSelection);
                let camera = session.view().camera();
                let (eye, head) = (camera.eye(), Vec3::Y * (bone as f32 + 1.0));
                assert!(
                    camera.distance >= 2.0,
                    "bone {bone}, {direction:?}: {}",
                    camera.distance
                );
                assert!(eye.distance(head) > 1.0, "{eye}");
                assert!(!inside(pebble, eye));
                assert!(!has_hall || !inside(hall, eye), "bone {bone}, {direction:?}: {eye}");
                for corner in [skinned.map(|b| b.min), skinned.map(|b| b.max), Some(head)] {
                    let Some(corner) = corner else { continue };
                    assert!(seen(&session, corner).abs().max_element() <= 1.0, "{corner} is seen");
                }
                view(&mut session, ViewAction::CameraBack);
                assert_eq!(session.view().camera().eye(), before, "framing is a step");
                view(&mut session, ViewAction::CameraForward);
                assert_eq!(session.view().camera().eye(), eye);
            }
        }
    }
}

/// Framing a bone takes the posed vertices, not those of the rest pose.
#[test]
fn framing_follows_the_pose() {
    let cube = box_mesh("cube", Vec3::new(0.0, 1.0, 0.0), Vec3::splat(0.5), 0);
    let mut session = opened(vec![rig(vec![cube])], vec![clip("slide", "hip", None)]);
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(8.0))));
    select_bone(&mut session, 0);
    moved(&mut session, CameraMove::FrameSelection);
    assert!(
        session
            .view()
            .camera()
            .target
            .abs_diff_eq(Vec3::new(8.0, 1.0, 0.0), 1e-3)
    );
    // A mesh likewise.
    let mesh = Selected::Mesh(session.stage().models()[0].key, MeshIndex::new(0));
    session.apply(Action::Selection(SelectionAction::Select(Some(mesh))));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(2.0))));
    moved(&mut session, CameraMove::FrameSelection);
    assert!(
        session
            .view()
            .camera()
            .target
            .abs_diff_eq(Vec3::new(2.0, 1.0, 0.0), 1e-3)
    );
}

/// Its vertices are stored in other units than the model's, as exporters like to do, and its bone moves.
#[test]
fn a_large_mesh_is_framed_where_it_is_drawn() {
    const COUNT: usize = 60_000;
    let spiral = |at: usize| {
        let turn = at as f32 * 0.01;
        [turn.cos() * 300.0, turn.sin() * 300.0, at as f32 / COUNT as f32]
    };
    let positions: Vec<[f32; 3]> = (0..COUNT).map(spiral).collect();
    let mesh = Mesh {
        name: "car".into(),
        influences: Influences::rigid(COUNT),
        bounds: positions.iter().copied().map(Vec3::from).collect(),
        positions: positions.into(),
        triangles: vec![0, 100, 200].into(),
        skin: Some(SkinIndex::new(0)),
        ..Mesh::default()
    };
    let mut model = rig(vec![mesh]);
    let small = Affine3A::from_scale(Vec3::splat(1e-3));
    model.skins[0].bone_from_mesh = vec![Some(small)];
    let mut session = opened(vec![model], vec![clip("slide", "hip", None)]);
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(8.0))));
    let mesh = Selected::Mesh(session.stage().models()[0].key, MeshIndex::new(0));
    session.apply(Action::Selection(SelectionAction::Select(Some(mesh))));
    moved(&mut session, CameraMove::FrameSelection);
    let camera = &session.view().camera();
    let hip = session.stage().models()[0].pose().model_from_bone[0].translation;
    assert!(camera.target.abs_diff_eq(hip.into(), 1e-2), "{}", camera.target);
    assert!(camera.distance < 5.0, "{}", camera.distance);
}

/// Without perspective nothing is behind the eye, so what is around does not push it away.
#[test]
fn framing_without_perspective_fills_the_picture() {
    let pebble = box_mesh("pebble", Vec3::Y, Vec3::splat(0.6), 0);
    let hall = box_mesh("hall", Vec3::Y, Vec3::splat(9.0), 2);
    let mut session = opened(vec![rig(vec![pebble, hall])], vec![]);
    session.view.put_at(Camera {
        projection: Projection::Orthographic,
        ..session.view.camera()
    });
    select_bone(&mut session, 0);
    moved(&mut session, CameraMove::FrameSelection);
    assert!(session.view().camera().half_height() < 3.0);
}
