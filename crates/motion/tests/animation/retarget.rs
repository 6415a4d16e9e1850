//! Clips on bodies of other proportions, other axes and other names: feet stay where they step, and limbs keep their lengths.

use castview_base::core::{BoneIndex, Transform, UpAxis};
use castview_base::scene::{Clip, CurveMode, Metadata, Model, Property, Skeleton};
use castview_motion::animation::{
    AxisTurn, Fit, Layer, Motion, PlayedAs, Pose, Retarget, Retargeting, bind_fitted, evaluate, local_pose,
};
use castview_testkit::rigs::{Dice, bone, clip, model, rotation_track, scalar_track};
use glam::{Quat, Vec3};

const MIXAMO: [&str; 11] = [
    "Root",
    "Hips",
    "Spine",
    "Head",
    "LeftArm",
    "LeftForeArm",
    "LeftUpLeg",
    "LeftLeg",
    "LeftFoot",
    "RightUpLeg",
    "RightLeg",
];
const UNREAL: [&str; 11] = [
    "root",
    "pelvis",
    "spine_01",
    "head",
    "upperarm_l",
    "lowerarm_l",
    "thigh_l",
    "calf_l",
    "foot_l",
    "thigh_r",
    "calf_r",
];
const PARENTS: [Option<usize>; 11] = [
    None,
    Some(0),
    Some(1),
    Some(2),
    Some(2),
    Some(4),
    Some(1),
    Some(6),
    Some(7),
    Some(1),
    Some(9),
];
const HIPS: usize = 1;
const FOOT: usize = 8;

/// Places of joints, y up: a leg of `leg`, a body and arms of other lengths.
fn places(leg: f32, torso: f32, arm: f32, width: f32) -> [Vec3; 11] {
    let hips = Vec3::new(0.0, leg * 1.08, 0.0);
    let chest = hips + Vec3::Y * torso;
    let shoulder = chest + Vec3::X * width * 2.0;
    let thigh = hips + Vec3::X * width;
    let other = hips - Vec3::X * width;
    let down = |part: f32| Vec3::Y * leg * part;
    [
        Vec3::ZERO,
        hips,
        chest,
        chest + Vec3::Y * torso * 0.4,
        shoulder,
        shoulder + Vec3::X * arm,
        thigh,
        thigh - down(0.55),
        thigh - down(1.0),
        other,
        other - down(0.55),
    ]
}

/// Bones of these names at `places`, turned by `axes`, each with axes of its own.
fn body(names: [&str; 11], places: [Vec3; 11], (axes, seed): (Quat, u64)) -> Model {
    let mut dice = Dice::new(seed);
    let orientations: Vec<Quat> = names.iter().map(|_| dice.rotation()).collect();
    let bones = (0..names.len()).map(|at| {
        let (turn, place) = match PARENTS[at] {
            None => (Quat::IDENTITY, Vec3::ZERO),
            Some(parent) => (orientations[parent], places[parent]),
        };
        let rest = Transform {
            translation: turn.inverse() * (axes * (places[at] - place)),
            rotation: (turn.inverse() * orientations[at]).normalize(),
            ..Transform::IDENTITY
        };
        bone(names[at], PARENTS[at], rest)
    });
    model(bones.collect())
}

/// All bones swing about where they rest, the hips walk: keys for every frame up to 20.
fn walk(source: &Model, mode: CurveMode) -> Clip {
    let mut dice = Dice::new(3);
    let mut tracks = Vec::new();
    for (at, name) in MIXAMO.iter().enumerate() {
        let rest = source.skeleton.rest()[at];
        let (axis, reach) = (dice.vec3(1.0).normalize_or(Vec3::X), if at == HIPS { 0.2 } else { 0.8 });
        let keys: Vec<(u32, Quat)> = (0..=20)
            .map(|frame| {
                let swing = Quat::from_axis_angle(axis, reach * (frame as f32 * 0.5).sin());
                (
                    frame,
                    if mode == CurveMode::Absolute {
                        rest.rotation * swing
                    } else {
                        swing
                    },
                )
            })
            .collect();
        tracks.push(rotation_track(name, mode, 1.0, &keys));
        let moved = if at == HIPS { 0.4 } else { 0.0 };
        let properties = [Property::TranslationX, Property::TranslationY, Property::TranslationZ];
        for (axis, property) in properties.into_iter().enumerate() {
            let start = if mode == CurveMode::Absolute {
                rest.translation[axis]
            } else {
                0.0
            };
            let keys: Vec<(u32, f32)> = (0..=20)
                .map(|frame| (frame, start + moved * (frame as f32 * 0.3 + axis as f32).sin()))
                .collect();
            tracks.push(scalar_track(name, property, mode, 1.0, &keys));
        }
    }
    clip(tracks)
}

fn posed(model: &Model, clip: &Clip, fit: Fit<'_>, frame: f64) -> Pose {
    let binding = bind_fitted(clip, model, fit, &mut None);
    let mut pose = Pose::default();
    let layers = [Layer::new(clip, &binding, frame)];
    evaluate(
        model,
        Motion {
            layers: &layers,
            ..Motion::default()
        },
        &mut pose,
    );
    pose
}

fn lengths(source: &Skeleton) -> Retargeting<'_> {
    Retargeting {
        way: Retarget::Lengths,
        source: Some(source),
    }
}

#[test]
fn feet_step_where_the_scaled_source_steps() {
    let (leg, small) = (1.0, 0.55);
    let source = body(MIXAMO, places(leg, 0.6, 0.7, 0.1), (Quat::IDENTITY, 1));
    let up = |up| Metadata {
        certain_up: Some(up),
        ..Metadata::default()
    };
    for (names, (axes, turn)) in [
        (MIXAMO, (Quat::IDENTITY, None)),
        (UNREAL, (Quat::IDENTITY, None)),
        (
            UNREAL,
            (
                Quat::from_rotation_x(std::f32::consts::FRAC_PI_2),
                AxisTurn::between(&up(UpAxis::Y), &up(UpAxis::Z)),
            ),
        ),
    ] {
        let target = body(names, places(small, 0.5, 0.3, 0.06), (axes, 2));
        for mode in [CurveMode::Absolute, CurveMode::Relative] {
            let clip = walk(&source, mode);
            let fit = || Fit {
                retarget: lengths(&source.skeleton),
                turn,
                is_own: false,
                ..Fit::default()
            };
            let place = |pose: &Pose, bone: usize| Vec3::from(pose.model_from_bone[bone].translation);
            let mut first = None;
            for frame in 0..=40 {
                let frame = f64::from(frame) * 0.5;
                let of_source = posed(&source, &clip, Fit::default(), frame);
                let of_target = posed(&target, &clip, fit(), frame);
                let scaled = axes * place(&of_source, FOOT) * small;
                let apart = place(&of_target, FOOT) - scaled;
                let first = *first.get_or_insert(apart);
                let slid = (apart - first).length();
                assert!(slid < 0.01 * small, "{names:?} {mode:?} frame {frame}: {slid}");
                // Each bone turns as the source's does, seen from the model.
                for at in 0..names.len() {
                    let turned = |pose: &Pose, model: &Model| {
                        let rest = model.skeleton.rest_model_from_bone()[at];
                        let of = |affine: glam::Affine3A| Quat::from_mat3a(&affine.matrix3);
                        of(pose.model_from_bone[at]) * of(rest).inverse()
                    };
                    let wanted = axes * turned(&of_source, &source) * axes.inverse();
                    let got = turned(&of_target, &target);
                    assert!(
                        got.dot(wanted).abs() > 0.9999,
                        "{names:?} {mode:?} {frame} {at}: {got} {wanted}"
                    );
                }
                for (at, parent) in PARENTS.iter().enumerate() {
                    let (Some(parent), true) = (parent, at != HIPS) else {
                        continue;
                    };
                    let length = |from: Vec3, to: Vec3| (from - to).length();
                    let rest = target.skeleton.rest_model_from_bone();
                    let [a, b] = [at, *parent].map(|bone| Vec3::from(rest[bone].translation));
                    let now = length(place(&of_target, at), place(&of_target, *parent));
                    assert!((now - length(a, b)).abs() < 1e-5, "bone {at} keeps its length");
                }
            }
        }
    }
}

#[test]
fn rotations_alone_leave_everything_else_at_rest() {
    let source = body(MIXAMO, places(1.0, 0.6, 0.7, 0.1), (Quat::IDENTITY, 1));
    let target = body(MIXAMO, places(0.5, 0.6, 0.2, 0.1), (Quat::IDENTITY, 1));
    let clip = walk(&source, CurveMode::Absolute);
    let fit = Fit {
        retarget: Retargeting {
            way: Retarget::Rotations,
            source: None,
        },
        ..Fit::default()
    };
    let pose = posed(&target, &clip, fit, 7.0);
    let stored = posed(&target, &clip, Fit::default(), 7.0);
    for at in 0..MIXAMO.len() {
        assert_eq!(pose.local[at].rotation, stored.local[at].rotation);
        assert_eq!(pose.local[at].translation, target.skeleton.rest()[at].translation);
    }
}

/// Additive over its own first frame, brought to another body: nothing at that frame.
#[test]
fn differences_are_brought_along() {
    let source = body(MIXAMO, places(1.0, 0.6, 0.7, 0.1), (Quat::IDENTITY, 1));
    let target = body(UNREAL, places(0.5, 0.6, 0.2, 0.1), (Quat::IDENTITY, 2));
    let clip = walk(&source, CurveMode::Absolute);
    let plain = Fit {
        retarget: lengths(&source.skeleton),
        ..Fit::default()
    };
    let bound = bind_fitted(&clip, &target, plain, &mut None);
    assert_eq!(
        (bound.matched, bound.total),
        (44, 44),
        "names of both rigs mean the same"
    );
    let base = local_pose(&target, &clip, &bound, 0.0);
    let fit = Fit {
        modes: &|_| Some(PlayedAs::Beyond(base.as_base())),
        ..plain
    };
    let pose = posed(&target, &clip, fit, 0.0);
    for bone in 0..UNREAL.len() {
        let rest = target.skeleton.rest()[BoneIndex::new(bone).get()];
        assert!(
            (pose.local[bone].translation - rest.translation).length() < 1e-5,
            "bone {bone}"
        );
        assert!(
            pose.local[bone].rotation.dot(rest.rotation).abs() > 1.0 - 1e-6,
            "bone {bone}"
        );
    }
}

/// A chain as long as a file can make one, on itself: every bone turns as its key says. Work that grew with the depth of each bone would
/// take minutes.
#[test]
fn a_long_chain_plays_on_itself_as_stored() {
    const BONES: usize = 100_000;
    let turn = Quat::from_rotation_x(0.3);
    let rest = Transform {
        translation: Vec3::Y,
        rotation: turn,
        ..Transform::IDENTITY
    };
    let bones = (0..BONES).map(|at| bone(&format!("b{at}"), at.checked_sub(1), rest));
    let chain = model(bones.collect());
    let key = turn * Quat::from_rotation_z(0.2);
    let rotations = (0..BONES).map(|at| rotation_track(&format!("b{at}"), CurveMode::Absolute, 1.0, &[(0, key)]));
    let moved = scalar_track(
        "b0",
        Property::TranslationX,
        CurveMode::Absolute,
        1.0,
        &[(0, 0.0), (1, 2.0)],
    );
    let clip = clip(rotations.chain([moved]).collect());
    let fit = Fit {
        retarget: lengths(&chain.skeleton),
        ..Fit::default()
    };
    let bound = bind_fitted(&clip, &chain, fit, &mut None);
    let pose = local_pose(&chain, &clip, &bound, 1.0);
    for at in [0, 1, BONES / 2, BONES - 1] {
        assert!(pose.local[at].rotation.dot(key).abs() > 1.0 - 1e-5, "bone {at}");
    }
    assert!((pose.local[0].translation - Vec3::new(2.0, 1.0, 0.0)).length() < 1e-4);
}
