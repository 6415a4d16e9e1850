//! Clips of another scale than the model: told, scaled, looked at.

use super::*;

/// Centimetres on metres, say.
#[test]
fn a_clip_of_another_scale_says_so() {
    let names = ["hip", "spine", "chest", "head"];
    let pilot = Model {
        skeleton: bones(&names),
        ..model("pilot")
    };
    let walk = |scale: f32, count: usize| {
        let axes = [
            (Property::TranslationX, 0.0),
            (Property::TranslationY, scale),
            (Property::TranslationZ, 0.0),
        ];
        let one = |name: &str, (property, value): (Property, f32)| Track {
            property,
            values: Values::Scalar(vec![value, value].into()),
            ..clip("", name, None).tracks.remove(0)
        };
        let names = names.iter().skip(1).take(count);
        let tracks = names.flat_map(|name| axes.map(|axis| one(name, axis)));
        Clip {
            tracks: tracks.collect(),
            ..clip("walk", "hip", None)
        }
    };
    let said = |scale: f32, count: usize| {
        let mut session = Session::default();
        let files = vec![
            file(1, vec![pilot.clone()], vec![]),
            file(2, vec![], vec![walk(scale, count)]),
        ];
        let effects = open(&mut session, files, Placement::Replace);
        notices(&effects).join(" ")
    };
    for (scale, count) in [(0.2, 3), (1.0, 3), (5.0, 3), (0.05, 1), (20.0, 1)] {
        assert_eq!(said(scale, count), "", "{scale}");
    }
    for count in [1, 3] {
        assert!(said(100.0, count).contains("bones of walk are about 100 times longer than those of pilot"));
        assert!(said(0.01, count).contains("about 100 times shorter"));
    }
}

/// The offer of the notice makes the bones as long as the model's, and undo makes them as they were.
#[test]
fn a_clip_of_another_scale_is_scaled_on_demand() {
    let mut session = Session::default();
    let pilot = model("pilot");
    let axes = [
        (Property::TranslationX, 0.0),
        (Property::TranslationY, 108.0),
        (Property::TranslationZ, 0.0),
    ];
    let tracks = axes.map(|(property, value)| Track {
        property,
        values: Values::Scalar(vec![value, value].into()),
        ..clip("", "spine", None).tracks.remove(0)
    });
    let walk = Clip {
        tracks: tracks.to_vec(),
        ..clip("walk", "hip", None)
    };
    let files = vec![file(1, vec![pilot], vec![]), file(2, vec![], vec![walk])];
    let effects = open(&mut session, files, Placement::Replace);
    let offer = effects.iter().find_map(|effect| match effect {
        Effect::Notify(notice) => notice.actions.first().cloned(),
        _ => None,
    });
    let spine = |session: &Session| session.stage().models()[0].pose().local[1].translation;
    assert_eq!(spine(&session), Vec3::new(0.0, 108.0, 0.0));
    let offer = *offer.expect("an offer").action;
    session.apply(offer.clone());
    let key = session.active_clip().expect("it plays").key;
    // 108 is centimetres of a model a little smaller.
    assert_eq!(
        (session.edits.clip_scale(key), offer),
        (
            0.01,
            Action::Composition(CompositionAction::ScaleClips(key.file, Some(0.01)))
        )
    );
    assert!(
        (spine(&session) - Vec3::new(0.0, 1.08, 0.0)).length() < 1e-5,
        "{}",
        spine(&session)
    );
    session.apply(Action::Undo);
    assert_eq!(spine(&session), Vec3::new(0.0, 108.0, 0.0));
    session.apply(Action::Redo);
    session.apply(Action::Composition(CompositionAction::ScaleClips(
        key.file,
        Some(f32::NAN),
    )));
    assert_eq!(session.edits.clip_scale(key), 1.0);
}

/// A clip's own skeleton, a hundred times as long, may stand beside the model: nobody sees it, so nobody looks at it.
#[test]
fn bare_skeletons_are_framed_where_they_can_be_seen() {
    let giant = Model {
        meshes: Vec::new(),
        blend_shapes: Vec::new().into(),
        skeleton: Skeleton::new(vec![
            Bone::default(),
            Bone {
                parent: Some(0),
                rest: Transform {
                    translation: Vec3::Y * 100.0,
                    ..Transform::IDENTITY
                },
                ..Bone::default()
            },
        ])
        .expect("a chain"),
        ..model("giant")
    };
    let mut session = Session::default();
    let files = vec![
        file(1, vec![model("pilot")], vec![]),
        file(2, vec![giant.clone()], vec![]),
    ];
    open(&mut session, files, Placement::Replace);
    let small = session.view().camera().distance;
    session.apply(Switch::BONES.toggle());
    session.apply(Action::View(ViewAction::Camera(CameraMove::FrameAll)));
    let all = session.view().camera().distance;
    assert!(small < 10.0 && all > 50.0, "{small}, {all} with bones");
    let mut alone = Session::default();
    open(&mut alone, vec![file(2, vec![giant], vec![])], Placement::Replace);
    assert!(alone.view().camera().distance > 50.0, "nothing else is there");
}
