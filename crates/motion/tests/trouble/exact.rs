//! Numbers and frames of single mistakes, by hand.

use super::clean::track;
use super::seeded::found;
use castview_base::core::{FrameRange, Transform};
use castview_base::scene::{Bone, Clip, Interpolation, Model, Property, Skeleton, Values};
use castview_motion::trouble::{TroubleKind, TroubleKinds, TroubleOf, Troubles};
use glam::{Quat, Vec3};

/// Four bones one unit apart, above each other.
fn model() -> Model {
    let bone = |at: usize| Bone {
        name: format!("bone_{at}"),
        parent: at.checked_sub(1),
        rest: Transform {
            translation: Vec3::Y,
            ..Transform::IDENTITY
        },
        ..Bone::default()
    };
    Model {
        skeleton: Skeleton::new((0..4).map(bone).collect()).expect("a chain"),
        ..Model::default()
    }
}

fn clip(values: Vec<(Property, Values)>) -> Clip {
    let keys = |values: &Values| match values {
        Values::Scalar(values) => values.len(),
        Values::Rotation(values) => values.len(),
        Values::Switch(values) => values.len(),
    };
    let tracks = values.into_iter().map(|(property, values)| {
        let frames: Vec<u32> = (0..keys(&values) as u32).collect();
        track("bone_2", property, &frames, values)
    });
    let tracks: Vec<_> = tracks.collect();
    Clip {
        name: String::new(),
        frames_per_second: 30.0,
        looping: false,
        mode: None,
        range: FrameRange {
            start: 0.0,
            end: tracks.iter().map(|track| track.keys.len()).max().unwrap_or(1) as f64 - 1.0,
        },
        tracks,
        overrides: Vec::new(),
        notifications: Vec::new(),
        skeleton: None,
        root: None,
    }
}

fn turns(angle: impl Fn(usize) -> f32) -> Vec<(Property, Values)> {
    let values: Vec<[f32; 4]> = (0..40)
        .map(|frame| Quat::from_rotation_x(angle(frame).to_radians()).to_array())
        .collect();
    vec![(Property::Rotation, Values::Rotation(values.into()))]
}

#[test]
fn a_spike_has_its_size_and_its_frame() {
    let spike = |at: usize| clip(turns(move |frame| frame as f32 + if frame == at { 30.0 } else { 0.0 }));
    for at in [0, 1, 2, 10, 37, 38] {
        let found = found(&model(), &spike(at), TroubleKinds::default());
        let [pop] = &found[..] else {
            panic!("at {at}: {found:?}")
        };
        assert_eq!(
            (pop.kind, pop.of),
            (
                TroubleKind::TurnPop,
                TroubleOf::Bone(castview_base::core::BoneIndex::new(2))
            )
        );
        let wanted = if at == 0 { 15.0 } else { 30.0 };
        assert!((pop.value - wanted).abs() < 0.5, "at {at}: {pop:?}");
        assert!(
            (pop.frame.expect("it has one") - at as f64).abs() <= f64::from(u8::from(at == 0)),
            "at {at}: {pop:?}"
        );
        let range = pop.range.expect("it lasts");
        assert!(
            (range.start - at as f64).abs() <= 1.0 && range.length() <= 2.0,
            "{range:?}"
        );
    }
}

#[test]
fn a_jump_that_stays_is_found_and_setting_off_is_none() {
    let jump = clip(turns(|frame| if frame < 20 { 0.0 } else { 30.0 }));
    let told = found(&model(), &jump, TroubleKinds::default());
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        matches!(told[0].frame, Some(19.0 | 20.0)) && (told[0].value - 15.0).abs() < 0.5,
        "{told:?}"
    );
    // It goes off at twelve degrees a frame, and stops as suddenly.
    let start = clip(turns(|frame| 12.0 * (frame as f32 - 15.0).clamp(0.0, 10.0)));
    assert_eq!(found(&model(), &start, TroubleKinds::default()), []);
}

#[test]
fn curves_that_are_held_are_meant_to_jump() {
    let mut held = clip(turns(|frame| if frame % 16 < 8 { 0.0 } else { 40.0 }));
    assert!(!found(&model(), &held, TroubleKinds::default()).is_empty());
    held.tracks[0].interpolation = Interpolation::Step;
    assert_eq!(found(&model(), &held, TroubleKinds::default()), []);
}

/// The size of the chain is 3: a place that is off by 0.3 is off by a tenth of that.
#[test]
fn a_place_that_jumps_is_told_in_units_of_the_model() {
    let values = |off: f32| {
        (0..40)
            .map(|frame| if frame == 12 { off } else { 0.01 * frame as f32 })
            .collect::<Vec<f32>>()
    };
    let with = |off: f32| clip(vec![(Property::TranslationX, Values::Scalar(values(off).into()))]);
    let told = found(&model(), &with(0.42), TroubleKinds::default());
    assert_eq!(
        (told.len(), told[0].kind, told[0].frame),
        (1, TroubleKind::MovePop, Some(12.0)),
        "{told:?}"
    );
    assert!((told[0].value - 0.3).abs() < 1e-3, "{told:?}");
    assert_eq!(
        found(&model(), &with(0.14), TroubleKinds::default()),
        [],
        "less than a hundredth of the size"
    );
}

#[test]
fn curves_are_told_by_their_keys() {
    let flipped = Quat::from_rotation_x(0.3);
    let values: Vec<[f32; 4]> = (0..20)
        .map(|key| if (5..9).contains(&key) { -flipped } else { flipped }.to_array())
        .collect();
    let still = clip(vec![(Property::Rotation, Values::Rotation(values.into()))]);
    let told = found(&model(), &still, TroubleKinds::all());
    let kinds: Vec<_> = told.iter().map(|one| (one.kind, one.value, one.frame)).collect();
    let wanted = [
        (TroubleKind::Flip, 2.0, Some(5.0)),
        (TroubleKind::DeadCurve, 20.0, Some(0.0)),
    ];
    assert_eq!(kinds, wanted);

    let mut line = clip(vec![(
        Property::ScaleX,
        Values::Scalar((0..21).map(|key| key as f32).collect::<Vec<_>>().into()),
    )]);
    let told = found(&model(), &line, TroubleKinds::all());
    assert_eq!((told.len(), told[0].kind), (1, TroubleKind::SpareKeys), "{told:?}");
    assert!((told[0].value - 19.0 / 21.0 * 100.0).abs() < 1e-3);
    line.range = FrameRange { start: 4.0, end: 17.0 };
    let told = found(&model(), &line, TroubleKinds::default());
    assert_eq!(
        (told[0].kind, told[0].value, told[0].frame),
        (TroubleKind::KeysBeyond, 7.0, Some(0.0)),
        "{told:?}"
    );
    assert_eq!(told[0].range, Some(FrameRange { start: 0.0, end: 20.0 }));
}

/// However many there are, a bounded number is listed.
#[test]
fn many_troubles_are_counted() {
    let tracks = 2 * Troubles::OF_A_KIND as usize;
    let values = || Values::Scalar(vec![1.0; 8].into());
    let many = clip((0..tracks).map(|_| (Property::ScaleX, values())).collect());
    let model = model();
    let binding = castview_motion::animation::bind(&many, &model);
    let at = castview_motion::trouble::LookedAt {
        model: &model,
        clip: &many,
        binding: &binding,
        up: glam::Vec3::Y,
        kinds: TroubleKinds::all(),
    };
    let found = castview_motion::trouble::trouble_of_clip(at, &|| true).expect("it is wanted");
    assert_eq!(
        (found.total(), found.count(TroubleKind::DeadCurve)),
        (tracks as u64, tracks as u32)
    );
    assert_eq!(found.items().len() as u32, Troubles::OF_A_KIND);
}
