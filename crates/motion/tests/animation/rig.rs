//! IK handles and constraints: against the f64 reference on random rigs, and by hand where the reference says nothing.

use castview_base::core::{BoneIndex, Transform};
use castview_base::scene::{Constraint, ConstraintKind, CurveMode, IkHandle, Model, Property, Rig, Skeleton};
use castview_motion::animation::{Layer, Motion, Pose, PreparedRig, bind, evaluate};
use castview_testkit::reference::random_rig::{
    Scaled, random_constraint, random_handle, random_rig, random_skeleton, random_transform,
};
use castview_testkit::reference::{self, Bones};
use castview_testkit::rigs::{Dice, bone, clip, model, rotation_track, scalar_track};
use glam::{Quat, Vec3};

/// Every bone somewhere else than at rest.
fn posed(model: &Model, dice: &mut Dice, scaled: Scaled, rig: Option<&PreparedRig>) -> Pose {
    let mut tracks = Vec::new();
    for bone in model.skeleton.bones() {
        let name = model.skeleton.name(bone);
        let to = random_transform(dice, scaled);
        let mut scalar = |property, value| {
            tracks.push(scalar_track(name, property, CurveMode::Absolute, 1.0, &[(0, value)]));
        };
        scalar(Property::TranslationX, to.translation.x);
        scalar(Property::TranslationY, to.translation.y);
        scalar(Property::TranslationZ, to.translation.z);
        scalar(Property::ScaleX, to.scale.x);
        scalar(Property::ScaleY, to.scale.y);
        scalar(Property::ScaleZ, to.scale.z);
        tracks.push(rotation_track(name, CurveMode::Absolute, 1.0, &[(0, to.rotation)]));
    }
    let clip = clip(tracks);
    let binding = bind(&clip, model);
    let mut pose = Pose::default();
    let layers = [Layer::new(&clip, &binding, 0.0)];
    evaluate(
        model,
        Motion {
            layers: &layers,
            rig,
            ..Motion::default()
        },
        &mut pose,
    );
    pose
}

fn size_of(worlds: &[glam::DMat4]) -> f64 {
    let bounds: castview_base::core::Bounds = worlds.iter().map(|w| w.w_axis.truncate().as_vec3()).collect();
    f64::from(bounds.diagonal())
}

/// Solves a random rig twice, here and there; returns how far apart, in sizes of the skeleton.
fn apart(seed: u64, scaled: Scaled) -> f64 {
    let mut dice = Dice::new(seed);
    let bones = 5 + dice.below(8);
    let mut model = model(random_skeleton(&mut dice, bones, scaled));
    model.rig = random_rig(&mut dice, &model.skeleton, 0..3, 4);
    let prepared = PreparedRig::of(&model);
    let [off, on] = [None, Some(&prepared)].map(|rig| posed(&model, &mut Dice::new(seed ^ 7), scaled, rig));
    let mut reference = Bones::new(&model.skeleton, &off.local);
    let before = reference.worlds(&reference.local);
    reference::rig::solve(&mut reference, &model.rig);
    let worlds = reference.worlds(&reference.local);
    let size = size_of(&before).max(size_of(&worlds));
    let largest = worlds
        .iter()
        .flat_map(|w| w.to_cols_array().into_iter().enumerate())
        .filter(|(at, _)| *at < 12)
        .fold(1.0f64, |m, (_, c)| m.max(c.abs()));
    let mut apart = 0.0f64;
    for (got, wanted) in on.model_from_bone.iter().zip(&worlds) {
        let off = glam::Vec3::from(got.translation)
            .as_dvec3()
            .distance(wanted.w_axis.truncate());
        apart = apart.max(off / size);
        let axes = glam::DMat3::from_mat4(*wanted) - got.matrix3.as_dmat3();
        let off = axes.to_cols_array().iter().fold(0.0f64, |m, c| m.max(c.abs()));
        apart = apart.max(off / largest);
    }
    apart
}

#[test]
fn random_rigs_agree_with_the_reference() {
    for seed in 0..6000 {
        let scaled = if seed % 2 == 0 { Scaled::Alike } else { Scaled::Freely };
        let apart = apart(seed, scaled);
        assert!(apart < 1e-5, "seed {seed}: {apart:e} apart");
    }
}

#[test]
fn longer_chains_reach_what_they_can_reach() {
    for seed in 0..2000 {
        let mut dice = Dice::new(seed);
        let bones = 8 + dice.below(8);
        let mut bones = random_skeleton(&mut dice, bones, Scaled::Alike);
        // The first six in one chain, the goal a bone of its own.
        for (i, bone) in bones.iter_mut().enumerate().take(6).skip(1) {
            bone.parent = Some(i - 1);
        }
        let mut goal = bone("goal", None, random_transform(&mut dice, Scaled::Alike));
        goal.rest.translation *= 3.0;
        bones.push(goal);
        let mut model = model(bones);
        let above = 3 + dice.below(3);
        let mut handle = random_handle(&mut dice, &model.skeleton, above);
        handle.target = model.skeleton.find("goal").expect("it is there");
        model.rig.handles.push(handle.clone());
        let prepared = PreparedRig::of(&model);
        let [off, on] = [None, Some(&prepared)].map(|rig| posed(&model, &mut Dice::new(seed ^ 7), Scaled::Alike, rig));
        let place = |pose: &Pose, bone: BoneIndex| Vec3::from(pose.model_from_bone[bone.get()].translation);
        let mut chain: Vec<BoneIndex> = model.skeleton.ancestors_and_self(handle.end).take(above + 1).collect();
        chain.reverse();
        let lengths: Vec<f32> = chain
            .windows(2)
            .map(|p| place(&off, p[0]).distance(place(&off, p[1])))
            .collect();
        let total: f32 = lengths.iter().sum();
        let longest = lengths.iter().fold(0.0f32, |m, l| m.max(*l));
        let goal = on.model_from_bone[handle.target.get()].transform_point3(handle.target_offset);
        let distance = goal.distance(place(&on, chain[0]));
        let least = (distance - total).max(2.0 * longest - total - distance).max(0.0);
        let off_goal = goal.distance(place(&on, handle.end));
        assert!(
            off_goal < least + 1e-4 * total,
            "seed {seed}: {off_goal} from the goal, {least} would do, of {total}"
        );
        // Nothing is stretched, and what does not hang from the chain keeps its bits.
        for (pair, length) in chain.windows(2).zip(&lengths) {
            let got = place(&on, pair[0]).distance(place(&on, pair[1]));
            assert!(
                (got - length).abs() < 1e-4 * total,
                "seed {seed}: {got} instead of {length}"
            );
        }
        for bone in model.skeleton.bones() {
            if !chain.contains(&bone) {
                assert_eq!(on.local[bone.get()], off.local[bone.get()], "seed {seed}");
            }
        }
    }
}

/// Three bones along −y from (0, 4, 0), two long each, a little bent, and a goal and a pole of their own.
fn leg(change: impl FnOnce(&mut IkHandle)) -> (Model, [BoneIndex; 5]) {
    let at = |x, y, z| Transform {
        translation: Vec3::new(x, y, z),
        ..Transform::IDENTITY
    };
    let mut model = model(vec![
        bone("thigh", None, at(0.0, 4.0, 0.0)),
        bone("shin", Some(0), at(0.0, -2.0, 0.2)),
        bone("foot", Some(1), at(0.0, -2.0, -0.2)),
        bone("goal", None, at(0.5, 1.0, 0.5)),
        bone("pole", None, at(3.0, 4.0, 1.0)),
    ]);
    let bones = [0, 1, 2, 3, 4].map(|i| model.skeleton.from_file(i).expect("it is there"));
    let mut handle = IkHandle {
        name: "leg".into(),
        start: bones[0],
        end: bones[2],
        target: bones[3],
        target_offset: Vec3::ZERO,
        pole_vector: None,
        pole_twist: None,
        takes_target_rotation: false,
    };
    change(&mut handle);
    model.rig.handles.push(handle);
    (model, bones)
}

fn solved(model: &Model) -> Pose {
    let mut pose = Pose::default();
    let prepared = PreparedRig::of(model);
    let motion = Motion {
        rig: Some(&prepared),
        ..Motion::default()
    };
    evaluate(model, motion, &mut pose);
    pose
}

#[test]
fn a_handle_or_constraint_that_drives_its_own_target_is_solved_once() {
    // The foot aims at a point half a unit above itself: there it goes, once, and the same bits every time.
    let (model, [_, _, foot, ..]) = leg(|handle| {
        handle.target = handle.end;
        handle.target_offset = Vec3::new(0.0, 0.5, 0.0);
    });
    let once = solved(&model);
    let end = Vec3::from(once.model_from_bone[foot.get()].translation);
    assert!(end.distance(Vec3::new(0.0, 0.5, 0.0)) < 1e-5, "{end}");
    assert_eq!(once, solved(&model));

    let (mut model, [thigh, shin, ..]) = leg(|_| {});
    model.rig.handles.clear();
    for driven in [thigh, shin] {
        let target = shin;
        model.rig.constraints = vec![point(driven, target, Vec3::X)];
        let rest = model.skeleton.rest_model_from_bone();
        let pose = solved(&model);
        let got = Vec3::from(pose.model_from_bone[driven.get()].translation);
        assert_eq!(got, Vec3::from(rest[target.get()].translation) + Vec3::X);
    }
}

fn point(driven: BoneIndex, target: BoneIndex, offset: Vec3) -> Constraint {
    Constraint {
        name: String::new(),
        kind: ConstraintKind::Point { offset },
        driven,
        target,
        keeps_rest_offset: false,
        weight: 1.0,
        skips: [false; 3],
    }
}

#[test]
fn handles_come_before_constraints_and_each_sees_the_ones_before_it() {
    let (mut model, [thigh, shin, foot, goal, pole]) = leg(|_| {});
    let rest = solved(&Model {
        rig: Rig::default(),
        ..model.clone()
    });
    // The constraint moves the goal after the leg has reached for where it was; the next one then takes the pole to the foot.
    model.rig.constraints = vec![point(goal, thigh, Vec3::ZERO), point(pole, goal, Vec3::X)];
    let pose = solved(&model);
    let place = |bone: BoneIndex| Vec3::from(pose.model_from_bone[bone.get()].translation);
    assert!(place(foot).distance(Vec3::new(0.5, 1.0, 0.5)) < 1e-5);
    assert_eq!(place(goal), place(thigh));
    assert_eq!(place(pole), place(thigh) + Vec3::X);
    assert_ne!(pose.local[shin.get()].rotation, rest.local[shin.get()].rotation);
    // Nothing of it without the switch.
    let mut off = Pose::default();
    evaluate(&model, Motion::default(), &mut off);
    assert_eq!(off, rest);
}

#[test]
fn the_target_gives_its_rotation_and_the_pole_its_twist() {
    let turn = Quat::from_rotation_y(0.8);
    let (model, [_, _, foot, goal, pole]) = leg(|handle| {
        handle.takes_target_rotation = true;
        handle.pole_twist = Some(BoneIndex::new(4));
    });
    assert_eq!(pole.get(), 4);
    let turned = |bone: &str, rotation| clip(vec![rotation_track(bone, CurveMode::Absolute, 1.0, &[(0, rotation)])]);
    let posed = |clip: &castview_base::scene::Clip| {
        let binding = bind(clip, &model);
        let mut pose = Pose::default();
        let layers = [Layer::new(clip, &binding, 0.0)];
        let prepared = PreparedRig::of(&model);
        let rig = Some(&prepared);
        evaluate(
            &model,
            Motion {
                layers: &layers,
                rig,
                ..Motion::default()
            },
            &mut pose,
        );
        pose
    };
    let pose = posed(&turned("goal", turn));
    let rotation = |bone: BoneIndex| pose.model_from_bone[bone.get()].to_scale_rotation_translation().1;
    assert!(rotation(foot).angle_between(turn) < 1e-3 && rotation(goal).angle_between(turn) < 1e-3);
    // A quarter turn of the pole about its own x turns the knee a quarter about the line from hip to goal.
    let knee = |pose: &Pose| {
        let place = |bone: usize| Vec3::from(pose.model_from_bone[bone].translation);
        let line = (place(3) - place(0)).normalize();
        let across = (place(1) - place(0)).reject_from_normalized(line).normalize();
        (line, across)
    };
    let (line, before) = knee(&posed(&turned("pole", Quat::IDENTITY)));
    let (_, after) = knee(&posed(&turned(
        "pole",
        Quat::from_rotation_x(std::f32::consts::FRAC_PI_2),
    )));
    assert!(after.distance(line.cross(before)) < 1e-4, "{before} to {after}");
}

#[test]
fn what_cannot_be_solved_leaves_its_bones_as_they_were() {
    let rest_of = |model: &Model| {
        let mut pose = Pose::default();
        evaluate(model, Motion::default(), &mut pose);
        pose
    };
    // A chain without length, a flat parent, and a bone far beyond f32.
    let mut flat = leg(|_| {}).0;
    flat.rig.constraints = vec![point(BoneIndex::new(0), BoneIndex::new(1), Vec3::ZERO)];
    let mut bones: Vec<castview_base::scene::Bone> = flat
        .skeleton
        .bones()
        .map(|bone| castview_base::scene::Bone {
            name: flat.skeleton.name(bone).to_owned(),
            parent: flat.skeleton.parent(bone).map(BoneIndex::get),
            rest: flat.skeleton.rest()[bone.get()],
            compensates_scale: false,
            ..castview_base::scene::Bone::default()
        })
        .collect();
    bones[1].rest.translation = Vec3::ZERO;
    let short = Model {
        skeleton: Skeleton::new(bones.clone()).expect("no cycle"),
        rig: leg(|_| {}).0.rig,
        ..Model::default()
    };
    assert_eq!(solved(&short).local, rest_of(&short).local);
    bones[1].rest.translation = Vec3::NEG_Y;
    for scale in [Vec3::ZERO, Vec3::new(1.0, 0.0, 1.0)] {
        let mut bones = bones.clone();
        bones[0].rest.scale = scale;
        let flat = Model {
            skeleton: Skeleton::new(bones).expect("no cycle"),
            rig: Rig {
                handles: leg(|_| {}).0.rig.handles,
                constraints: vec![
                    point(BoneIndex::new(2), BoneIndex::new(3), Vec3::ZERO),
                    Constraint {
                        kind: ConstraintKind::Orient { offset: Quat::IDENTITY },
                        keeps_rest_offset: true,
                        ..point(BoneIndex::new(2), BoneIndex::new(3), Vec3::ZERO)
                    },
                ],
            },
            ..Model::default()
        };
        assert_eq!(solved(&flat).local, rest_of(&flat).local, "{scale}");
    }
    let far = Model {
        skeleton: Skeleton::new(bones).expect("no cycle"),
        rig: Rig {
            constraints: vec![
                point(BoneIndex::new(0), BoneIndex::new(3), Vec3::splat(f32::INFINITY)),
                point(BoneIndex::new(1), BoneIndex::new(3), Vec3::splat(f32::NAN)),
                Constraint {
                    kind: ConstraintKind::Scale {
                        offset: Vec3::splat(f32::MAX),
                    },
                    ..point(BoneIndex::new(2), BoneIndex::new(3), Vec3::ZERO)
                },
            ],
            ..Rig::default()
        },
        ..Model::default()
    };
    let pose = solved(&far);
    assert_eq!(pose.local[0], rest_of(&far).local[0]);
    assert_eq!(pose.local[1], rest_of(&far).local[1]);
    assert!(pose.model_from_bone.iter().all(|m| m.is_finite()));
}

#[test]
fn hostile_rigs_give_finite_poses() {
    const WILD: &[f32] = &[0.0, 1e-30, -1.0, 1.0, 1e20, -1e-9, 1e38];
    for seed in 0..500 {
        let mut dice = Dice::new(seed);
        let mut bones = random_skeleton(&mut dice, 8, Scaled::Freely);
        for bone in &mut bones {
            let mut wild = || WILD[dice.below(WILD.len())];
            bone.rest.scale = Vec3::new(wild(), wild(), wild());
            bone.rest.translation = Vec3::new(wild(), wild(), wild());
        }
        let mut model = model(bones);
        let skeleton = &model.skeleton;
        let handles = (0..4).map(|_| {
            let above = 2 + dice.below(2);
            random_handle(&mut dice, skeleton, above)
        });
        let handles = handles.collect();
        let constraints = (0..8).map(|_| random_constraint(&mut dice, skeleton)).collect();
        model.rig = Rig { handles, constraints };
        let pose = solved(&model);
        assert!(pose.model_from_bone.iter().all(|m| m.is_finite()), "seed {seed}");
        assert!(pose.local.iter().all(|l| l.affine().is_finite()), "seed {seed}");
        assert_eq!(pose, solved(&model), "seed {seed}");
    }
}
