//! Packed keys give what the tracks give: every way key times can lie, against each track sampled on its own in f64.

use castview_base::core::Transform;
use castview_base::scene::{Clip, CurveMode, Keys, Model, Property, Track, Values};
use castview_motion::animation::{
    Binding, Fit, Layer, Motion, PackedKeys, PlayedAs, Pose, bind, bind_fitted, evaluate, local_pose, sample_rotation,
    sample_scalar,
};
use castview_testkit::rigs::{self, Dice, bone, model};
use glam::{DQuat, Quat, Vec3};
use rayon::prelude::*;
use std::sync::Arc;

const TRANSLATION: [Property; 3] = [Property::TranslationX, Property::TranslationY, Property::TranslationZ];
const SCALE: [Property; 3] = [Property::ScaleX, Property::ScaleY, Property::ScaleZ];

/// How the keys of a clip lie.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Spacing {
    /// Every track has a key at every frame.
    Dense,
    /// Uneven, but the same for all.
    Shared,
    /// Each rotation and each vector on its own.
    Own,
    /// Each axis on its own, some of them constant or missing.
    Axes,
    /// As `Axes`, with so many keys at one end that blocks of time are far from even.
    Crowded,
    /// Legacy: fractional frames.
    Float,
    /// Keys from 0 to the end of 32 bits, some of them neighbours.
    Huge,
    /// As `Dense`, ten minutes of it: packed bit by bit, when it is played.
    LongDense,
    /// As `Own`, a key in three frames for so long.
    LongOwn,
}

const LONG: u32 = 18_000;
const SPACINGS: [Spacing; 9] = [
    Spacing::Dense,
    Spacing::Shared,
    Spacing::Own,
    Spacing::Axes,
    Spacing::Crowded,
    Spacing::Float,
    Spacing::Huge,
    Spacing::LongDense,
    Spacing::LongOwn,
];

fn keys(dice: &mut Dice, spacing: Spacing) -> Keys {
    let mut whole: Vec<u32> = match spacing {
        Spacing::Dense => return Keys::Whole((3..90).collect::<Vec<u32>>().into()),
        Spacing::LongDense => return Keys::Whole((0..LONG).collect::<Vec<u32>>().into()),
        Spacing::LongOwn => (0..LONG).step_by(3).map(|frame| frame + dice.below(3) as u32).collect(),
        Spacing::Shared | Spacing::Own | Spacing::Axes => {
            (0..1 + dice.below(60)).map(|_| dice.below(400) as u32).collect()
        }
        Spacing::Crowded => (0..60)
            .map(|_| if dice.chance(0.9) { dice.below(40) } else { dice.below(9_000) } as u32)
            .collect(),
        Spacing::Huge => (0..12)
            .map(|_| match dice.below(3) {
                0 => dice.below(9) as u32,
                1 => u32::MAX - dice.below(9) as u32,
                _ => dice.below(u32::MAX as usize) as u32,
            })
            .collect(),
        Spacing::Float => {
            let mut frames: Vec<f32> = (0..1 + dice.below(60)).map(|_| dice.between(-50.0, 350.0)).collect();
            frames.sort_unstable_by(f32::total_cmp);
            frames.dedup();
            return Keys::fractional_frames(frames);
        }
    };
    whole.sort_unstable();
    whole.dedup();
    Keys::Whole(whole.into())
}

fn rig() -> Model {
    let mut dice = Dice::new(5);
    let bones = (0..20).map(|index: usize| {
        let rest = Transform {
            translation: dice.vec3(1.0),
            rotation: dice.rotation(),
            scale: Vec3::new(1.0, 2.0, 0.5),
        };
        bone(&format!("bone {index}"), index.checked_sub(1), rest)
    });
    model(bones.collect())
}

/// `modes`: each track picks one of them.
fn clip(seed: u64, spacing: Spacing, modes: &[CurveMode]) -> Clip {
    let mut dice = Dice::new(seed);
    let shared = keys(&mut dice, spacing);
    let mut tracks = Vec::new();
    let each_axis = matches!(
        spacing,
        Spacing::Axes | Spacing::Crowded | Spacing::Float | Spacing::Huge
    );
    for bone in 0..20 {
        let target = format!("bone {bone}");
        for properties in [&[Property::Rotation][..], &TRANSLATION, &SCALE] {
            let mut own = keys(&mut dice, spacing);
            for property in properties {
                if each_axis {
                    if dice.chance(0.2) {
                        continue;
                    }
                    own = keys(&mut dice, spacing);
                }
                let keys = match spacing {
                    Spacing::Dense | Spacing::Shared | Spacing::LongDense => shared.clone(),
                    _ => own.clone(),
                };
                let repeats = if dice.chance(0.1) { 2 } else { 1 };
                for _ in 0..repeats {
                    let mode = modes[dice.below(modes.len())];
                    tracks.push(track(&mut dice, &target, *property, mode, keys.clone()));
                }
            }
        }
    }
    rigs::clip(tracks)
}

fn track(dice: &mut Dice, target: &str, property: Property, mode: CurveMode, keys: Keys) -> Track {
    let constant = dice.chance(0.15);
    let count = if constant { 1 } else { keys.len() };
    let values = if property == Property::Rotation {
        let start = dice.rotation();
        let mut values: Vec<[f32; 4]> = (0..count)
            .map(|_| {
                // Close ones, far ones, and some of another length or sign.
                let turn = dice.rotation();
                let swing = if dice.chance(0.5) {
                    start.slerp(turn, 0.05)
                } else {
                    turn
                };
                (swing * if dice.chance(0.3) { -2.5 } else { 1.0 }).to_array()
            })
            .collect();
        values.resize(keys.len(), values[0]);
        Values::Rotation(values.into())
    } else {
        let mut values: Vec<f32> = (0..count).map(|_| dice.between(-2.0, 2.0)).collect();
        values.resize(keys.len(), values[0]);
        Values::Scalar(values.into())
    };
    Track {
        target: target.into(),
        property,
        mode,
        additive_weight: dice.between(0.0, 1.0),
        keys,
        values,
        interpolation: Default::default(),
        beyond: Default::default(),
    }
}

/// The tracks of one channel that count, in the order they apply (docs/formats/cast.md §3.9).
fn counting<'a>(clip: &'a Clip, target: &str, property: Property) -> Vec<&'a Track> {
    let of_channel = |track: &&Track| track.target == target && track.property == property;
    let (stacking, mut out): (Vec<&Track>, Vec<&Track>) = clip
        .tracks
        .iter()
        .filter(of_channel)
        .partition(|track| track.mode == CurveMode::Additive);
    out.drain(..out.len().saturating_sub(1));
    out.extend(stacking);
    out
}

fn scalar(clip: &Clip, target: &str, property: Property, rest: f32, frame: f64) -> f64 {
    let is_scale = SCALE.contains(&property);
    let rest = f64::from(rest);
    counting(clip, target, property)
        .into_iter()
        .fold(rest, |current, track| {
            let value = f64::from(sample_scalar(track, frame).expect("a scalar"));
            let weight = f64::from(track.additive_weight);
            match (track.mode, is_scale) {
                (CurveMode::Absolute, _) => value,
                (CurveMode::Relative, false) => rest + value,
                (CurveMode::Relative, true) => rest * value,
                (CurveMode::Additive, false) => current + weight * value,
                (CurveMode::Additive, true) => current + weight * (current * value - current),
            }
        })
}

fn rotation(clip: &Clip, target: &str, rest: Quat, frame: f64) -> DQuat {
    let rest = rest.as_dquat().normalize();
    let tracks = counting(clip, target, Property::Rotation);
    tracks.into_iter().fold(rest, |current, track| {
        let value = sample_rotation(track, frame)
            .expect("a rotation")
            .as_dquat()
            .normalize();
        match track.mode {
            CurveMode::Absolute => value,
            CurveMode::Relative => rest * value,
            CurveMode::Additive => current.slerp(current * value, f64::from(track.additive_weight)),
        }
    })
}

fn posed(model: &Model, clip: &Clip, frame: f64) -> Pose {
    posed_by(&bind(clip, model), model, clip, frame)
}

fn posed_by(binding: &Binding, model: &Model, clip: &Clip, frame: f64) -> Pose {
    let mut pose = Pose::default();
    evaluate(
        model,
        Motion {
            layers: &[Layer::new(clip, binding, frame)],
            ..Motion::default()
        },
        &mut pose,
    );
    pose
}

/// Keys of every track, the middle between them, and outside.
fn frames(clip: &Clip, dice: &mut Dice) -> Vec<f64> {
    let mut frames = vec![-1e12, -0.5, 1e12];
    for _ in 0..60 {
        let keys = &clip.tracks[dice.below(clip.tracks.len())].keys;
        let key = dice.below(keys.len());
        frames.push(keys.frame(key));
        if key + 1 < keys.len() {
            let along = f64::from(dice.between(0.0, 1.0));
            frames.push(keys.frame(key) + (keys.frame(key + 1) - keys.frame(key)) * along);
        }
    }
    frames
}

#[test]
fn packed_keys_give_what_each_track_gives() {
    let model = rig();
    let modes = [CurveMode::Absolute, CurveMode::Relative, CurveMode::Additive];
    for spacing in SPACINGS {
        let is_long = matches!(spacing, Spacing::LongDense | Spacing::LongOwn);
        for seed in 0..if is_long { 1 } else { 6 } {
            let clip = clip(seed, spacing, &modes[..1 + seed as usize % 3]);
            let binding = bind(&clip, &model);
            for frame in frames(&clip, &mut Dice::new(seed ^ 77)) {
                let pose = posed_by(&binding, &model, &clip, frame);
                for bone in model.skeleton.bones() {
                    let (name, rest) = (model.skeleton.name(bone), &model.skeleton.rest()[bone.get()]);
                    let local = &pose.local[bone.get()];
                    let place = format!("{spacing:?}, seed {seed}, {name} at {frame}");
                    for (properties, made, rest) in [
                        (TRANSLATION, local.translation, rest.translation),
                        (SCALE, local.scale, rest.scale),
                    ] {
                        for axis in 0..3 {
                            let wanted = scalar(&clip, name, properties[axis], rest[axis], frame);
                            let off = (f64::from(made[axis]) - wanted).abs();
                            assert!(
                                off <= 2e-6 * wanted.abs().max(2.0),
                                "{place}: {:?} off by {off}",
                                properties[axis]
                            );
                        }
                    }
                    let wanted = rotation(&clip, name, rest.rotation, frame);
                    let made = local.rotation.as_dquat();
                    let off = (made - wanted).length().min((made + wanted).length());
                    assert!(off <= 1e-6, "{place}: rotation off by {off}");
                }
            }
        }
    }
}

#[test]
fn the_frame_of_a_key_gives_the_key_itself() {
    let model = rig();
    for spacing in SPACINGS {
        let clip = clip(9, spacing, &[CurveMode::Absolute]);
        let binding = bind(&clip, &model);
        for track in &clip.tracks {
            if counting(&clip, &track.target, track.property)
                .last()
                .is_some_and(|last| !std::ptr::eq(*last, track))
            {
                continue;
            }
            let bone = model.skeleton.find(&track.target).expect("a bone").get();
            for key in [0, track.keys.len() / 2, track.keys.len() - 1] {
                let local = posed_by(&binding, &model, &clip, track.keys.frame(key)).local[bone];
                let place = format!(
                    "{spacing:?}: key {key} of {} of {}",
                    track.property.short_name(),
                    track.target
                );
                match &track.values {
                    Values::Scalar(values) => {
                        let made = match track.property {
                            Property::TranslationX => local.translation.x,
                            Property::TranslationY => local.translation.y,
                            Property::TranslationZ => local.translation.z,
                            Property::ScaleX => local.scale.x,
                            Property::ScaleY => local.scale.y,
                            _ => local.scale.z,
                        };
                        assert_eq!(made, values.get(key), "{place}");
                    }
                    _ => assert_eq!(
                        Some(local.rotation),
                        sample_rotation(track, track.keys.frame(key)),
                        "{place}"
                    ),
                }
            }
        }
    }
}

#[test]
fn what_is_no_frame_holds_the_ends() {
    let model = rig();
    for spacing in SPACINGS {
        let clip = clip(3, spacing, &[CurveMode::Absolute]);
        let at = |frame: f64| format!("{:?}", posed(&model, &clip, frame));
        assert_eq!(at(f64::NEG_INFINITY), at(-1e13), "{spacing:?}");
        assert_eq!(at(f64::NAN), at(-1e13), "{spacing:?}");
        assert_eq!(at(f64::INFINITY), at(1e13), "{spacing:?}");
    }
}

#[test]
fn huge_keys_of_opposite_sign_do_not_overflow() {
    let model = rig();
    for also in [&[][..], &[(7, 1.0)]] {
        let mut keys = vec![(0, f32::MAX), (20, f32::MIN)];
        keys.extend(also);
        keys.sort_unstable_by_key(|key| key.0);
        let mut tracks: Vec<Track> = TRANSLATION
            .iter()
            .map(|property| {
                rigs::scalar_track(
                    "bone 0",
                    *property,
                    CurveMode::Absolute,
                    1.0,
                    &[(0, f32::MAX), (20, f32::MIN)],
                )
            })
            .collect();
        tracks.push(rigs::scalar_track(
            "bone 1",
            Property::TranslationX,
            CurveMode::Absolute,
            1.0,
            &keys,
        ));
        let clip = rigs::clip(tracks);
        assert_eq!(posed(&model, &clip, 10.0).local[0].translation, Vec3::ZERO);
    }
}

#[test]
fn of_long_clips_only_what_is_played_is_packed_and_it_does_not_matter_when() {
    let model = rig();
    for spacing in [Spacing::LongDense, Spacing::LongOwn] {
        let clip = clip(3, spacing, &[CurveMode::Absolute]);
        let keys: usize = clip.tracks.iter().map(|track| track.keys.len()).sum();
        let at_once = PackedKeys::new(&clip).bytes();
        assert!(
            at_once < keys,
            "{spacing:?}: {at_once} bytes for {keys} keys, before anything is played"
        );

        let (forward, at_random) = (bind(&clip, &model), bind(&clip, &model));
        let mut dice = Dice::new(8);
        let mut frames: Vec<f64> = (0..200)
            .map(|_| f64::from(dice.between(-10.0, LONG as f32 + 10.0)))
            .collect();
        // Borders of whatever is packed at one go.
        frames.extend(
            (0..LONG)
                .step_by(32)
                .flat_map(|frame| [f64::from(frame) - 0.5, f64::from(frame)]),
        );
        let found: Vec<Pose> = frames
            .par_iter()
            .map(|frame| posed_by(&at_random, &model, &clip, *frame))
            .collect();
        let mut order: Vec<usize> = (0..frames.len()).collect();
        order.sort_by(|a, b| frames[*a].total_cmp(&frames[*b]));
        for at in order {
            let pose = posed_by(&forward, &model, &clip, frames[at]);
            assert_eq!(pose, found[at], "{spacing:?} at {}", frames[at]);
        }
    }
}

#[test]
fn models_share_packed_keys() {
    let model = rig();
    let clip = clip(1, Spacing::Own, &[CurveMode::Relative]);
    let mut keys = None;
    let first = bind_fitted(&clip, &model, Fit::default(), &mut keys);
    assert_eq!(first, bind(&clip, &model));
    let keys = &mut Some(keys.expect("packed for the first"));
    let second = bind_fitted(&clip, &model, Fit::default(), keys);
    assert_eq!(second, first);
    assert_eq!(keys.as_ref().map(Arc::strong_count), Some(3), "held, not copied");
    let mut unused = None;
    bind_fitted(&clip, &Model::default(), Fit::default(), &mut unused);
    assert_eq!(unused, None, "nothing is packed for a model without a match");
}

/// Step preview: every layer as if the keys of its clip were stepped, wherever those keys lie in memory; and the clip itself is as it was.
#[test]
fn a_stepped_layer_is_a_layer_of_stepped_keys() {
    let model = rig();
    let all = [CurveMode::Absolute, CurveMode::Relative, CurveMode::Additive];
    for (spacing, modes) in SPACINGS
        .into_iter()
        .flat_map(|spacing| [(spacing, &all[..1]), (spacing, &all)])
    {
        if matches!(spacing, Spacing::LongDense | Spacing::LongOwn) {
            continue;
        }
        let clip = clip(7, spacing, modes);
        let mut stepped = clip.clone();
        for track in &mut stepped.tracks {
            track.interpolation = castview_base::scene::Interpolation::Step;
        }
        let bound = |clip: &Clip| bind(clip, &model);
        let (binding, wanted) = (bound(&clip), bound(&stepped));
        let mut dice = Dice::new(9);
        let keys = clip
            .tracks
            .iter()
            .flat_map(|track| [track.keys.frame(0), track.keys.frame(track.keys.len() / 2)]);
        let frames: Vec<f64> = keys
            .take(20)
            .flat_map(|frame| [frame, frame - 0.25, frame + 0.75])
            .collect();
        let others = (0..20).map(|_| f64::from(dice.between(-10.0, 420.0)));
        for frame in frames.into_iter().chain(others) {
            for weight in [1.0, 0.4] {
                let posed = |clip, binding, stepped| {
                    let layer = Layer {
                        weight,
                        stepped,
                        ..Layer::new(clip, binding, frame)
                    };
                    let mut pose = Pose::default();
                    let motion = Motion {
                        layers: &[layer],
                        rig: None,
                        ..Motion::default()
                    };
                    evaluate(&model, motion, &mut pose);
                    pose.local
                };
                let (got, wanted) = (posed(&clip, &binding, true), posed(&stepped, &wanted, false));
                for (bone, (got, wanted)) in got.iter().zip(&wanted).enumerate() {
                    let far = (got.translation - wanted.translation).abs().max_element()
                        + (got.scale - wanted.scale).abs().max_element()
                        + (got.rotation - wanted.rotation).length();
                    assert!(
                        far < 1e-5,
                        "{spacing:?} {modes:?} {frame} × {weight}: bone {bone} {got:?} {wanted:?}"
                    );
                }
            }
        }
    }
}

/// A clip played as differences adds its pose beyond the base to the pose below: in every mode, for every spacing of keys, with several
/// tracks on a channel. Over its own first frame nothing is added there.
#[test]
fn differences_from_a_base_are_added_to_what_lies_below() {
    let model = rig();
    let mut dice = Dice::new(11);
    let below = clip(77, Spacing::Dense, &[CurveMode::Absolute]);
    let below_binding = bind(&below, &model);
    for (seed, spacing) in (0..).zip(SPACINGS) {
        for modes in [
            &[CurveMode::Absolute][..],
            &[CurveMode::Relative],
            &[CurveMode::Additive],
            &[CurveMode::Absolute, CurveMode::Relative, CurveMode::Additive],
        ] {
            let over = clip(seed, spacing, modes);
            let stored = bind(&over, &model);
            let first = over.tracks[0].keys.frame(0);
            let base = local_pose(&model, &over, &stored, first);
            let fit = Fit {
                modes: &|_| Some(PlayedAs::Beyond(base.as_base())),
                ..Fit::default()
            };
            let binding = bind_fitted(&over, &model, fit, &mut None);
            for frame in [first].into_iter().chain(frames(&over, &mut dice)) {
                let layers = [
                    Layer::new(&below, &below_binding, 20.0),
                    Layer::new(&over, &binding, frame),
                ];
                let mut pose = Pose::default();
                let motion = Motion {
                    layers: &layers,
                    ..Motion::default()
                };
                evaluate(&model, motion, &mut pose);
                let lies = local_pose(&model, &below, &below_binding, 20.0);
                let made = local_pose(&model, &over, &stored, frame);
                for bone in 0..20 {
                    let [got, lies, made, base] = [&pose, &lies, &made, &base].map(|pose| &pose.local[bone]);
                    let case = format!("{spacing:?} {modes:?} frame {frame} bone {bone}");
                    let wanted = lies.translation + made.translation - base.translation;
                    assert!((got.translation - wanted).length() < 1e-5, "{case}");
                    let wanted = lies.scale * made.scale / base.scale;
                    let near = (got.scale - wanted).abs().max_element() <= 1e-4 * wanted.abs().max_element().max(1.0);
                    assert!(near || !wanted.is_finite(), "{case}: {} {wanted}", got.scale);
                    let wanted =
                        lies.rotation.normalize() * (base.rotation.normalize().inverse() * made.rotation.normalize());
                    assert!(got.rotation.dot(wanted).abs() > 1.0 - 1e-5, "{case}");
                    if frame == first {
                        let turned = got.rotation.normalize().dot(lies.rotation.normalize()).abs();
                        assert!(turned > 1.0 - 1e-6, "{case}: {turned}");
                        assert!((got.translation - lies.translation).length() < 1e-6, "{case}");
                    }
                }
            }
        }
    }
}
