//! The steps of a bone recombine to its pose, bit by bit, by the formulas of docs/formats/cast.md §3.8 and §3.9 written once more.

use castview_base::core::{BoneIndex, Transform, UpAxis};
use castview_base::scene::{Clip, CurveMode, Metadata, Model, Property, Values};
use castview_motion::animation::{
    AxisTurn, BoneMask, CurveUse, CurveValue, Fit, HandPose, Layer, LayerPart, Motion, PlayedAs, Pose, PoseStop,
    PreparedRig, Retarget, Retargeting, Rung, RungStep, bind_fitted, evaluate, evaluate_until, ladder, over, rest_pose,
    sample_rotation, sample_scalar,
};
use castview_testkit::reference::random_rig::{Scaled, random_rig, random_skeleton};
use castview_testkit::rigs::{Dice, clip, model, override_from, random_clip, scalar_track};
use glam::{DQuat, Quat, Vec3};

const SCALES: &[f32] = &[0.5, 1.0, 1.0, 2.0];

fn slerp(a: Quat, b: Quat, along: f32) -> Quat {
    let (a, b, along) = (a.as_dquat().normalize(), b.as_dquat().normalize(), f64::from(along));
    towards(a, b, along).as_quat()
}

fn towards(a: DQuat, b: DQuat, along: f64) -> DQuat {
    let (b, dot) = match a.dot(b) {
        dot if dot < 0.0 => (-b, -dot),
        dot => (b, dot),
    };
    let weights = if dot > 0.9995 {
        [1.0 - along, along]
    } else {
        let (angle, sine) = (dot.acos(), dot.acos().sin());
        [((1.0 - along) * angle).sin() / sine, (along * angle).sin() / sine]
    };
    (a * weights[0] + b * weights[1]).normalize()
}

/// The channel after a curve has met it, from the numbers that the rung tells.
fn met(used: &CurveUse, rest: &Transform) -> CurveValue {
    let weight = used.additive_weight;
    match (used.current, used.used) {
        (CurveValue::Rotation(current), CurveValue::Rotation(value)) => CurveValue::Rotation(match used.mode {
            CurveMode::Absolute => value,
            CurveMode::Relative => (rest.rotation * value).normalize(),
            CurveMode::Additive => {
                let from = current.as_dquat().normalize();
                towards(from, (from * value.as_dquat()).normalize(), f64::from(weight)).as_quat()
            }
        }),
        (CurveValue::Number(current), CurveValue::Number(value)) => {
            let (rest, is_scale) = match used.property {
                Property::TranslationX => (rest.translation.x, false),
                Property::TranslationY => (rest.translation.y, false),
                Property::TranslationZ => (rest.translation.z, false),
                Property::ScaleX => (rest.scale.x, true),
                Property::ScaleY => (rest.scale.y, true),
                _ => (rest.scale.z, true),
            };
            CurveValue::Number(match (used.mode, is_scale) {
                (CurveMode::Absolute, _) => value,
                (CurveMode::Relative, false) => rest + value,
                (CurveMode::Relative, true) => rest * value,
                (CurveMode::Additive, false) => current + weight * value,
                (CurveMode::Additive, true) => current + (current * value - current) * weight,
            })
        }
        other => panic!("a number meets a rotation: {other:?}"),
    }
}

/// The bone after a layer of `weight`, from the numbers that the rung tells.
fn laid(curves: &[CurveUse], weight: f32, below: &Transform) -> Transform {
    let mut made = *below;
    for used in curves {
        match (used.made, used.property) {
            (CurveValue::Rotation(rotation), _) => made.rotation = rotation,
            (CurveValue::Number(value), Property::TranslationX) => made.translation.x = value,
            (CurveValue::Number(value), Property::TranslationY) => made.translation.y = value,
            (CurveValue::Number(value), Property::TranslationZ) => made.translation.z = value,
            (CurveValue::Number(value), Property::ScaleX) => made.scale.x = value,
            (CurveValue::Number(value), Property::ScaleY) => made.scale.y = value,
            (CurveValue::Number(value), _) => made.scale.z = value,
        }
    }
    let mixed = |below: Vec3, made: Vec3| match weight >= 1.0 {
        true => made,
        false => below + (made - below) * weight,
    };
    Transform {
        translation: mixed(below.translation, made.translation),
        rotation: match weight >= 1.0 || below.rotation == made.rotation {
            true => made.rotation,
            false => slerp(below.rotation, made.rotation, weight),
        },
        scale: mixed(below.scale, made.scale),
    }
}

/// A rig with handles and constraints, and clips that are laid over each other on it.
struct Case {
    model: Model,
    clips: Vec<Clip>,
    /// The skeleton that the clips are retargeted from: the same names, other lengths.
    source: Model,
    dice: Dice,
}

impl Case {
    fn random(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let bones = 5 + dice.below(7);
        let mut rig = model(random_skeleton(&mut dice, bones, Scaled::Alike));
        rig.rig = random_rig(&mut dice, &rig.skeleton, 0..3, 4);
        let mut clips: Vec<Clip> = (0..1 + dice.below(3))
            .map(|layer| random_clip(seed * 7 + layer as u64, &rig, SCALES))
            .collect();
        for clip in &mut clips {
            if dice.chance(0.3) {
                let bone = format!("bone {}", dice.below(bones));
                let covers = [true, dice.chance(0.5), false];
                clip.overrides.push(override_from(&bone, CurveMode::Relative, covers));
            }
        }
        let source = model(random_skeleton(&mut Dice::new(seed ^ 0x50), bones, Scaled::Alike));
        Self {
            model: rig,
            clips,
            source,
            dice,
        }
    }

    /// Calls `look` with the layers of the case as each clip is played in one of the ways that there are.
    fn laid(&mut self, look: impl FnOnce(&Model, &[Layer<'_>], &mut Dice)) {
        let Self {
            model,
            clips,
            source,
            dice,
        } = self;
        let base = rest_pose(model);
        let played = [
            None,
            Some(PlayedAs::Beyond(base.as_base())),
            Some(PlayedAs::Stored(CurveMode::Additive)),
        ];
        let axes = [UpAxis::Y, UpAxis::Z].map(|up| Metadata {
            up: Some(up),
            ..Metadata::default()
        });
        let fits: Vec<_> = clips
            .iter()
            .map(|_| [dice.below(6), dice.below(4), dice.below(3)])
            .collect();
        let bindings = clips.iter().zip(fits).map(|(clip, [way, turned, scaled])| {
            let how = played[way % 3];
            let fit = Fit {
                modes: &|_| how,
                turn: (turned == 0).then(|| AxisTurn::between(&axes[0], &axes[1])).flatten(),
                scale: [1.0, 2.5, 0.1][scaled],
                retarget: Retargeting {
                    way: [Retarget::Stored, Retarget::Lengths, Retarget::Rotations][way / 2],
                    source: (way / 2 > 0).then_some(&source.skeleton),
                },
                ..Fit::default()
            };
            bind_fitted(clip, model, fit, &mut None)
        });
        let bindings: Vec<_> = bindings.collect();
        let mask = BoneMask::subtree(&model.skeleton, BoneIndex::new(dice.below(model.skeleton.len())));
        let layers: Vec<Layer<'_>> = (clips.iter().zip(&bindings))
            .map(|(clip, binding)| Layer {
                weight: [1.0, 0.0, 0.3, 0.75][dice.below(4)],
                mask: dice.chance(0.3).then_some(&mask),
                stepped: dice.chance(0.2),
                ..Layer::new(clip, binding, f64::from(dice.between(-5.0, 45.0)))
            })
            .collect();
        look(model, &layers, dice);
    }
}

/// The steps of `bone`. Holds that each follows from the one below it, and the last one is the pose.
fn recombined(model: &Model, motion: Motion<'_>, bone: BoneIndex, pose: &Pose, about: &str) -> Vec<Rung> {
    let rest = &model.skeleton.rest()[bone.get()];
    let rungs = ladder(model, motion, bone);
    let Some((
        Rung {
            step: RungStep::Rest,
            local,
        },
        above,
    )) = rungs.split_first()
    else {
        panic!("{about}: begins elsewhere than at rest");
    };
    assert_eq!(local, rest, "{about}");
    let mut below = *local;
    for rung in above {
        if let RungStep::Layer {
            at, is_covered, curves, ..
        } = &rung.step
        {
            let layer = &motion.layers[*at];
            let counts = *is_covered && layer.weight > 0.0;
            for used in curves {
                assert_eq!(used.made, met(used, rest), "{about}: {used:?}");
                told_of_the_file(layer, used, about);
            }
            let expected = if counts {
                laid(curves, layer.weight, &below)
            } else {
                below
            };
            assert_eq!(rung.local, expected, "{about}: layer {at} of weight {}", layer.weight);
        }
        if let RungStep::ByHand(change) = &rung.step {
            assert_eq!(rung.local, over(&below, change), "{about}");
        }
        below = rung.local;
    }
    assert_eq!(below, pose.local[bone.get()], "{about}");
    rungs
}

/// Keys and value are those of the curve, up to the rounding of packed ones.
fn told_of_the_file(layer: &Layer<'_>, used: &CurveUse, about: &str) {
    let track = &layer.clip.tracks[used.track];
    let frame = layer.frame;
    let [before, after] = used.keys.map(|key| track.keys.frame(key));
    let inside = before <= frame && frame <= after;
    let last = track.keys.frame(track.keys.len() - 1);
    let outside = used.keys[0] == used.keys[1] && (frame < before || frame >= last || before == frame);
    assert!(inside || outside || layer.stepped, "{about}: {used:?} at {frame}");
    if inside && used.along > 0.0 {
        assert!((before + (after - before) * used.along - frame).abs() < 1e-9, "{about}");
    }
    match (&track.values, used.value) {
        (Values::Rotation(keys), CurveValue::Rotation(value)) => {
            let expected = match layer.stepped {
                true => Quat::from_array(keys.get(used.keys[0])).normalize(),
                false => sample_rotation(track, frame).expect("a rotation"),
            };
            assert!(value.dot(expected).abs() > 1.0 - 1e-5, "{about}: {value} is {expected}");
        }
        (Values::Scalar(keys), CurveValue::Number(value)) => {
            let expected = match layer.stepped {
                true => keys.get(used.keys[0]),
                false => sample_scalar(track, frame).expect("a number"),
            };
            assert!((value - expected).abs() < 1e-5, "{about}: {value} is {expected}");
        }
        other => panic!("{about}: {other:?}"),
    }
}

/// A thousand rigs with clips in layers, played as they are stored, as differences and retargeted, under masks, handles and constraints.
#[test]
fn steps_of_random_clips_recombine_to_the_pose() {
    let mut kinds = [0; 5];
    for seed in 0..1000 {
        let mut case = Case::random(seed);
        case.laid(|model, layers, dice| {
            let prepared = PreparedRig::of(model);
            let by_hand = posed_by_hand(model);
            let motion = Motion {
                layers,
                rig: dice.chance(0.7).then_some(&prepared),
                by_hand: dice.chance(0.5).then_some(&by_hand),
                ..Motion::default()
            };
            let mut pose = Pose::default();
            evaluate(model, motion, &mut pose);
            for bone in model.skeleton.bones() {
                let about = format!("case {seed}, bone {bone:?}");
                for rung in recombined(model, motion, bone, &pose, &about) {
                    match rung.step {
                        RungStep::Rest => kinds[0] += 1,
                        RungStep::Layer { is_covered: true, .. } => kinds[1] += 1,
                        RungStep::Layer { is_covered: false, .. } => kinds[2] += 1,
                        RungStep::Rig(_) => kinds[3] += 1,
                        RungStep::ByHand(_) => kinds[4] += 1,
                    }
                }
            }
        });
    }
    assert!(
        kinds.iter().all(|count| *count > 300),
        "every kind of step occurs: {kinds:?}"
    );
}

/// Every other bone turned and moved by hand.
fn posed_by_hand(model: &Model) -> HandPose {
    let bones = model.skeleton.bones().step_by(2);
    let change = |bone: BoneIndex| Transform {
        translation: Vec3::new(0.0, bone.get() as f32, -0.5),
        rotation: Quat::from_rotation_y(0.4 + bone.get() as f32),
        scale: Vec3::new(1.0, 1.5, 1.0),
    };
    bones.map(|bone| (bone, change(bone))).collect()
}

/// The stop of a rung, and the bone that the rung tells; its parts come before it.
fn stops(rung: &Rung) -> Vec<(PoseStop, Transform)> {
    match &rung.step {
        RungStep::Rest => vec![(PoseStop::Rest, rung.local)],
        RungStep::ByHand(_) => vec![(PoseStop::ByHand, rung.local)],
        RungStep::Rig(solver) => vec![(PoseStop::Rig(*solver), rung.local)],
        RungStep::Layer { at, parts, .. } => {
            let whole = (LayerPart::Whole, rung.local);
            let stop = |(part, local): &(LayerPart, Transform)| (PoseStop::Layer { at: *at, part: *part }, *local);
            parts.iter().chain([&whole]).map(stop).collect()
        }
    }
}

/// A pose that stops after a step has the bone as the step tells; the keys alone and their mode are what the curves tell.
#[test]
fn a_pose_that_stops_is_the_step_bit_by_bit() {
    let mut parts_seen = [0; 2];
    for seed in 0..250 {
        let mut case = Case::random(seed);
        case.laid(|model, layers, _| {
            let prepared = PreparedRig::of(model);
            let by_hand = posed_by_hand(model);
            let motion = Motion {
                layers,
                rig: Some(&prepared),
                by_hand: Some(&by_hand),
                ..Motion::default()
            };
            let mut pose = Pose::default();
            for bone in model.skeleton.bones() {
                let mut below = model.skeleton.rest()[bone.get()];
                for rung in ladder(model, motion, bone) {
                    for (stop, local) in stops(&rung) {
                        evaluate_until(model, motion, stop, &mut pose);
                        assert_eq!(pose.local[bone.get()], local, "case {seed}, {bone:?}, {stop:?}");
                    }
                    if let RungStep::Layer { parts, curves, .. } = &rung.step {
                        let told = |part| parts.iter().find(|(of, _)| *of == part).map(|(_, local)| *local);
                        let with_mode = laid(curves, 1.0, &below);
                        assert_eq!(
                            told(LayerPart::Mode).unwrap_or(rung.local),
                            with_mode,
                            "case {seed}, {bone:?}"
                        );
                        let keys: Vec<CurveUse> = curves
                            .iter()
                            .map(|used| CurveUse {
                                made: used.used,
                                ..*used
                            })
                            .collect();
                        let keys_alone = laid(&keys, 1.0, &below);
                        assert_eq!(
                            told(LayerPart::Keys).unwrap_or(with_mode),
                            keys_alone,
                            "case {seed}, {bone:?}"
                        );
                        parts_seen[0] += usize::from(told(LayerPart::Mode).is_some());
                        parts_seen[1] += usize::from(told(LayerPart::Keys).is_some());
                    }
                    below = rung.local;
                }
            }
            let mut whole = Pose::default();
            let before = Motion {
                rig: None,
                by_hand: None,
                ..motion
            };
            evaluate(model, before, &mut whole);
            let last = PoseStop::Layer {
                at: layers.len() - 1,
                part: LayerPart::Whole,
            };
            evaluate_until(model, motion, last, &mut pose);
            assert!(pose.stands_as(&whole), "case {seed}: before the hand and the rig");
        });
    }
    assert!(
        parts_seen.iter().all(|count| *count > 100),
        "both parts occur: {parts_seen:?}"
    );
}

/// One absolute and one additive curve on one channel, by hand.
#[test]
fn curves_of_one_channel_meet_it_one_after_another() {
    let rest = Transform {
        translation: Vec3::new(1.0, 2.0, 3.0),
        ..Transform::IDENTITY
    };
    let model = model(vec![castview_testkit::rigs::bone("arm", None, rest)]);
    let clip = clip(vec![
        scalar_track("arm", Property::TranslationX, CurveMode::Additive, 0.5, &[(0, 4.0)]),
        scalar_track(
            "arm",
            Property::TranslationX,
            CurveMode::Absolute,
            1.0,
            &[(0, 10.0), (10, 20.0)],
        ),
    ]);
    let binding = castview_motion::animation::bind(&clip, &model);
    let layers = [Layer::new(&clip, &binding, 2.5)];
    let motion = Motion {
        layers: &layers,
        rig: None,
        ..Motion::default()
    };
    let rungs = ladder(&model, motion, BoneIndex::new(0));
    let RungStep::Layer { curves, .. } = &rungs[1].step else {
        panic!("{rungs:?}");
    };
    let numbers = |used: &CurveUse| match (used.value, used.current, used.made) {
        (CurveValue::Number(value), CurveValue::Number(current), CurveValue::Number(made)) => [value, current, made],
        _ => panic!("{used:?}"),
    };
    assert_eq!(curves.len(), 2);
    assert_eq!((curves[0].track, curves[0].keys, curves[0].along), (1, [0, 1], 0.25));
    assert_eq!(numbers(&curves[0]), [12.5, 1.0, 12.5]);
    assert_eq!((curves[1].track, curves[1].keys), (0, [0, 0]));
    assert_eq!(numbers(&curves[1]), [4.0, 12.5, 14.5]);
    assert_eq!(rungs[1].local.translation, Vec3::new(14.5, 2.0, 3.0));
}
