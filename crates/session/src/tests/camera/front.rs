//! Which way the front view looks from.

use super::moved;
use crate::tests::*;
use crate::view::camera::front;
use castview_base::core::{StandardView, UpAxis};
use castview_base::scene::Metadata;

/// A root with bones at these places; y points up.
fn session(bones: &[(&str, Vec3)], up: UpAxis) -> Session {
    let bone = |(name, place): &(&str, Vec3)| Bone {
        name: (*name).into(),
        parent: Some(0),
        rest: Transform {
            translation: *place,
            ..Transform::IDENTITY
        },
        ..Bone::default()
    };
    let root = Bone {
        name: "root".into(),
        ..Bone::default()
    };
    let skeleton = Skeleton::new(std::iter::once(root).chain(bones.iter().map(bone)).collect());
    let pilot = Model {
        skeleton: skeleton.expect("the root comes first"),
        ..model("pilot")
    };
    let scene = Scene {
        models: vec![pilot],
        metadata: Metadata {
            up: Some(up),
            ..Metadata::default()
        },
        ..Scene::default()
    };
    let mut session = Session::default();
    let file = OpenedFile {
        location: "/tmp/front.cast".into(),
        ..OpenedFile::of(FileKey(1), "front.cast".to_owned(), scene)
    };
    open(&mut session, vec![file], Placement::Replace);
    session
}

fn looks(session: &mut Session, from: StandardView) -> Vec3 {
    moved(session, CameraMove::View(from));
    session.view().camera().forward()
}

/// A body whose left is at `left` and that looks along `ahead`.
fn body(left: Vec3, ahead: Vec3) -> Vec<(&'static str, Vec3)> {
    let up = Vec3::Y;
    vec![
        ("arm_l", left + up),
        ("arm_r", up - left),
        ("leg_l", left * 0.5),
        ("leg_r", left * -0.5),
        ("eye_l", ahead + left * 0.1),
        ("eye_r", ahead - left * 0.1),
    ]
}

#[test]
fn pairs_and_eyes_that_agree_say_where_the_front_is() {
    for (left, ahead, axis) in [
        (Vec3::X, Vec3::Z, "+z"),
        (Vec3::NEG_X, Vec3::NEG_Z, "−z"),
        (Vec3::NEG_Z, Vec3::X, "+x"),
        (Vec3::Z, Vec3::NEG_X, "−x"),
    ] {
        let mut session = session(&body(left, ahead), UpAxis::Y);
        assert_eq!(
            front::front(&session).reason,
            format!("Front is {axis}: 3 pairs of left and right bones and eye_l agree.")
        );
        assert!(
            looks(&mut session, StandardView::Front).abs_diff_eq(-ahead, 1e-5),
            "{axis}"
        );
        assert!(looks(&mut session, StandardView::Back).abs_diff_eq(ahead, 1e-5));
        // The left of the body is where its left bones are not: one looks at that side from there.
        let from_left = looks(&mut session, StandardView::Left);
        assert!(from_left.dot(ahead).abs() < 1e-5 && from_left.dot(Vec3::Y).abs() < 1e-5);
        moved(&mut session, CameraMove::View(StandardView::Top));
        assert!(
            session.view().camera().up().abs_diff_eq(-ahead, 1e-5),
            "the front is below"
        );
    }
}

#[test]
fn without_agreement_the_front_is_the_files() {
    let ahead = body(Vec3::X, Vec3::NEG_Z);
    let no_pairs: Vec<_> = ahead
        .iter()
        .filter(|(name, _)| !name.ends_with("_r"))
        .copied()
        .collect();
    let no_eyes = &body(Vec3::NEG_X, Vec3::NEG_Z)[..4];
    for (bones, wanted) in [
        (
            &ahead[..],
            "Front is the file's: left and right bones disagree with eye_l.",
        ),
        (&no_pairs, "Front is the file's, +z: no bones tell another."),
        (no_eyes, "Front is the file's, +z: no bones tell another."),
        (&[], "Front is the file's, +z: no bones tell another."),
    ] {
        let mut session = session(bones, UpAxis::Y);
        assert_eq!(front::front(&session).reason, wanted);
        assert!(looks(&mut session, StandardView::Front).abs_diff_eq(Vec3::NEG_Z, 1e-5));
    }
}

/// It is found again when another axis points up, and when another file is opened.
#[test]
fn the_front_follows_what_is_open() {
    // Up is the file's y, whatever is said first.
    let mut session = session(&body(Vec3::NEG_X, Vec3::NEG_Z), UpAxis::Z);
    assert!(
        front::front(&session).reason.ends_with("no bones tell another."),
        "{:?}",
        front::front(&session)
    );
    session.apply(DialValue::up_axis(Some(UpAxis::Y)).choose());
    assert!(
        front::front(&session).reason.starts_with("Front is −z"),
        "{:?}",
        front::front(&session)
    );
    session.apply(Action::Undo);
    assert!(front::front(&session).reason.ends_with("no bones tell another."));
    session.apply(DialValue::up_axis(Some(UpAxis::Y)).choose());
    open(
        &mut session,
        vec![file(5, vec![model("other")], vec![])],
        Placement::Replace,
    );
    assert!(
        front::front(&session).reason.ends_with("no bones tell another."),
        "{:?}",
        front::front(&session)
    );
}

/// The skeleton of a clip stands in for a model while there is none, and has a front of its own.
#[test]
fn the_front_follows_a_skeleton_that_stands_in_for_a_model() {
    let body = session(&body(Vec3::NEG_X, Vec3::NEG_Z), UpAxis::Y);
    let skeleton = body.stage().models()[0].model().skeleton.clone();
    let mut session = Session::default();
    let clips = vec![clip("walk", "root", Some(skeleton))];
    open(&mut session, vec![file(1, vec![], clips)], Placement::Replace);
    session.apply(DialValue::up_axis(Some(UpAxis::Y)).choose());
    let walk = session.stage().clips()[0].key;
    for (clip, wanted) in [
        (Some(walk), "Front is −z"),
        (None, "Front is the file's"),
        (Some(walk), "Front is −z"),
    ] {
        session.apply(Action::Playback(PlaybackAction::ChooseClip(clip)));
        assert!(
            front::front(&session).reason.starts_with(wanted),
            "{clip:?}: {:?}",
            front::front(&session)
        );
    }
}
