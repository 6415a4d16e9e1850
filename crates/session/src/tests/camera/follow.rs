//! The camera goes with a bone.

use super::{box_mesh, moved, opened, rig, seen, select_bone, view};
use crate::selection::bone_numbers::upright_from_bone;
use crate::stage::up_axis::world_from_stage;
use crate::tests::*;
use crate::view::away;
use crate::view::camera::follow;
use crate::view::ground::world_bounds;
use crate::{Attachment, RootMotion, Switch};
use castview_base::core::{BoneIndex, StandardView};
use castview_picture::PlacedKey;
use glam::Vec2;

/// A rig whose hip, and with it all above, goes ten to the right in ten frames.
fn walking() -> Session {
    let cube = box_mesh("cube", Vec3::Y, Vec3::splat(0.5), 0);
    let mut session = opened(vec![rig(vec![cube])], vec![clip("slide", "hip", None)]);
    seek(&mut session, 0.0);
    // So far away that all of it is seen.
    session.view.camera_mut().distance *= 4.0;
    session
}

fn seek(session: &mut Session, frame: f64) {
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
}

fn head(session: &Session, model: PlacedKey, bone: usize) -> Vec3 {
    let placed = session.stage().placed(model).expect("it is open");
    upright_from_bone(session, placed, BoneIndex::new(bone))
        .translation
        .into()
}

/// Where the bone is seen in the picture.
fn place(session: &Session, model: PlacedKey, bone: usize) -> Vec2 {
    seen(session, head(session, model, bone))
}

fn follow(session: &mut Session) {
    drop(session.apply(Switch::FOLLOW.toggle()));
}

/// Scrubbed, played, turned and zoomed meanwhile: the bone keeps its place, and none of it is a step of the camera's history.
#[test]
fn a_followed_bone_keeps_its_place_on_the_screen() {
    let mut session = walking();
    let model = session.stage().models()[0].key;
    select_bone(&mut session, 2);
    let there = place(&session, model, 2);
    seek(&mut session, 3.0);
    assert!(!place(&session, model, 2).abs_diff_eq(there, 0.1), "it moves");
    seek(&mut session, 0.0);
    follow(&mut session);
    assert_eq!(follow::followed(&session).map(|(_, name)| name), Some("hand"));
    assert!(
        place(&session, model, 2).abs_diff_eq(there, 1e-4),
        "it begins where it is"
    );
    for frame in [3.0, 9.5, 1.0] {
        seek(&mut session, frame);
        assert!(place(&session, model, 2).abs_diff_eq(there, 1e-3), "frame {frame}");
    }
    assert!(!session.view.can_go_back(), "nobody moved the camera");
    session.apply(Action::Playback(PlaybackAction::TogglePlay));
    for _ in 0..5 {
        session.advance(0.05);
        assert!(place(&session, model, 2).abs_diff_eq(there, 1e-3));
    }
    session.apply(Action::Playback(PlaybackAction::Pause));
    moved(&mut session, CameraMove::Orbit { yaw: 0.4, pitch: 0.3 });
    moved(&mut session, CameraMove::View(StandardView::Right));
    moved(
        &mut session,
        CameraMove::Zoom {
            factor: 0.5,
            ndc: Vec2::new(0.2, 0.1),
        },
    );
    let there = place(&session, model, 2);
    seek(&mut session, 8.0);
    assert!(
        place(&session, model, 2).abs_diff_eq(there, 1e-3),
        "it goes on from there"
    );
    // Nothing is drawn while nothing moves.
    let drawn = session.revision();
    session.advance(0.1);
    seek(&mut session, 8.0);
    assert_eq!(session.revision(), drawn);
}

#[test]
fn following_ends_when_the_camera_is_put_elsewhere() {
    let mut session = walking();
    select_bone(&mut session, 1);
    view(&mut session, ViewAction::SaveViewpoint(0));
    type End = fn(&mut Session);
    let ends: [(&str, End); 5] = [
        ("pressed again", follow),
        ("Escape", |s| {
            s.apply(Action::Escape);
        }),
        ("framed", |s| moved(s, CameraMove::FrameSelection)),
        ("all framed", |s| moved(s, CameraMove::FrameAll)),
        ("a viewpoint", |s| view(s, ViewAction::GoToViewpoint(0))),
    ];
    for (what, end) in ends {
        seek(&mut session, 0.0);
        follow(&mut session);
        assert!(follow::followed(&session).is_some(), "{what}");
        end(&mut session);
        assert!(follow::followed(&session).is_none(), "{what}");
        assert!(session.edits().selected.is_some(), "{what}: the bone stays selected");
        let target = session.view().camera().target;
        seek(&mut session, 7.0);
        assert_eq!(session.view().camera().target, target, "{what}");
    }
    // Another bone is followed in its place, and what is closed no longer.
    follow(&mut session);
    select_bone(&mut session, 2);
    follow(&mut session);
    assert_eq!(follow::followed(&session).map(|(_, name)| name), Some("hand"));
    session.apply(Action::Stage(StageAction::CloseAll));
    assert!(follow::followed(&session).is_none() && !follow::can_follow(&session));
}

/// A bone that is not in view is brought into its middle, as a step that can be gone back.
#[test]
fn a_bone_out_of_view_is_brought_into_it() {
    let mut session = walking();
    let model = session.stage().models()[0].key;
    select_bone(&mut session, 2);
    moved(&mut session, CameraMove::Pan(Vec2::new(3.0, 0.0)));
    let before = session.view().camera();
    follow(&mut session);
    assert!(place(&session, model, 2).abs_diff_eq(Vec2::ZERO, 1e-4));
    view(&mut session, ViewAction::CameraBack);
    assert_eq!(session.view().camera(), before);
    assert!(follow::followed(&session).is_none());
}

/// On a model that hangs on another's bone, and under a camera that goes along with root motion already.
#[test]
fn bones_of_attached_and_carried_models_are_followed() {
    let mut session = walking();
    let pilot = session.stage().models()[0].key;
    open(&mut session, vec![file(9, vec![model("hat")], vec![])], Placement::Add);
    let hat = session.stage().models()[1].key;
    let on_hand = Attachment::Bone {
        leader: pilot,
        bone: BoneIndex::new(2),
    };
    session.apply(Action::Composition(CompositionAction::Attach(hat, Some(on_hand))));
    seek(&mut session, 0.0);
    let spine = Selected::Bone(hat, BoneIndex::new(1));
    session.apply(Action::Selection(SelectionAction::Select(Some(spine))));
    for motion in [
        RootMotion::AsAuthored,
        RootMotion::InPlace,
        RootMotion::FollowWithCamera,
    ] {
        session.apply(DialValue::root_motion(motion).choose());
        seek(&mut session, 0.0);
        follow(&mut session);
        let there = place(&session, hat, 1);
        for frame in [2.0, 6.0] {
            seek(&mut session, frame);
            assert!(
                place(&session, hat, 1).abs_diff_eq(there, 1e-3),
                "{motion:?}, frame {frame}"
            );
        }
        follow(&mut session);
    }
}

/// While the picture does not show the selected bone, the session says where it is.
#[test]
fn a_selected_bone_outside_the_picture_is_told_with_the_way_to_it() {
    let mut session = walking();
    select_bone(&mut session, 0);
    assert_eq!(away::away(&session), None, "it is seen");
    let away = |session: &Session| away::away(session).map(|away| away.toward);
    let camera = session.view.camera();
    let step = camera.distance * 3.0;
    for (aside, wanted) in [
        (camera.right(), Vec2::NEG_X),
        (-camera.right(), Vec2::X),
        (camera.up(), Vec2::Y),
        (-camera.up(), Vec2::NEG_Y),
    ] {
        session.view.camera_mut().target = camera.target + aside * step;
        let toward = away(&session).expect("it is outside");
        assert!(toward.dot(wanted) > 0.9, "{toward} for {wanted}");
        assert!(toward.is_normalized());
    }
    // Behind the eye.
    session.view.camera_mut().target = camera.target + camera.forward() * step;
    assert!(away(&session).is_some_and(Vec2::is_normalized));
}

/// A stage outside of the picture is told with its direction, and with the command that frames it for good.
#[test]
fn models_outside_the_picture_are_told_with_the_way_to_them() {
    let mut session = walking();
    let camera = session.view.camera();
    let size = world_bounds(&session).diagonal();
    let aside = |by: f32| camera.target + camera.right() * by;
    session.view.camera_mut().target = aside(camera.distance * 3.0);
    session.apply(Action::Playback(PlaybackAction::Pause));
    let away = away::away(&session).expect("it is outside");
    assert_eq!((away.name, away.command), ("pilot", "frame_all"));
    assert!(away.toward.dot(Vec2::NEG_X) > 0.9, "{away:?}");
    // A clip that plays may be why: its pose alone would soon be outside again.
    session.apply(Action::Playback(PlaybackAction::Play));
    assert_eq!(away::away(&session).map(|away| away.command), Some("frame_clip"));
    // In whatever way it has left.
    for (right, up, forward) in [(1.0, 1.0, 0.0), (0.0, 1.0, 0.9), (-1.0, 0.5, 0.95), (0.0, 0.0, 2.0)] {
        let way = camera.right() * right + camera.up() * up + camera.forward() * forward;
        session.view.camera_mut().target = camera.target + way * camera.distance;
        let bounds = world_bounds(&session);
        session.view.camera_mut().fit_depth(&bounds);
        assert!(away::away(&session).is_some(), "{right} {up} {forward}");
    }
    // As long as a part of it is in the picture, nothing is said.
    session.view.camera_mut().target = aside(size * 0.3);
    assert_eq!(away::away(&session), None);
    // One of two is seen: nothing is lost.
    open(&mut session, vec![file(9, vec![model("hat")], vec![])], Placement::Add);
    session.view.put_at(camera);
    session.view.camera_mut().target = aside(camera.distance * 3.0);
    assert_eq!(away::away(&session).map(|away| away.name), Some("Everything"));
    let hat = session.stage().models()[1].key;
    let there = session.view.camera().target - camera.target;
    session.apply(Action::Composition(CompositionAction::Move(
        hat,
        Some(Moved {
            offset: world_from_stage(&session).inverse().transform_vector3(there),
            ..Moved::default()
        }),
    )));
    assert_eq!(away::away(&session), None);
}
