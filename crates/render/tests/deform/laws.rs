//! Laws of posing and deforming, on random rigs: they hold for every rig, so they need no hand-made numbers.

use castview_base::core::{Bounds, MeshIndex, cofactor};
use castview_base::scene::{Clip, Mesh, Model, Property, Skinning, Values};
use castview_motion::animation::{
    Layer, Motion, Pose, SlotMotion, Timeline, Transport, bind, evaluate, rest_pose, sample_rotation, sample_scalar,
};
use castview_motion::deform::{
    Deformed, ReachBoxes, Rest, deform, deform_vertex, posed_bounds, rest_normals, smooth_normals,
};
use castview_testkit::rigs::{Limits, random_clip, random_model};
use glam::{Affine3A, DMat3, DVec3, Mat3, Quat, Vec3};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Scales that keep a chain of some ten bones well inside f32.
const GENTLE: &[f32] = &[0.5, 0.8, 1.0, 1.0, 1.0, 1.25, 2.0];
const WILD: &[f32] = &[0.0, 0.1, -0.1, 0.5, 1.0, 1.0, -1.0, 2.0, 4.0, -4.0];

fn limits(bones: usize, skinning: Skinning, scales: &'static [f32]) -> Limits {
    Limits {
        bones,
        vertices: 200,
        influences: 6,
        shapes: 3,
        scales,
        skinning,
    }
}

fn skinnings() -> impl Strategy<Value = Skinning> {
    prop_oneof![Just(Skinning::Linear), Just(Skinning::DualQuaternion)]
}

fn evaluated(model: &Model, clip: &Clip, frame: f64) -> Pose {
    let mut pose = Pose::default();
    let binding = bind(clip, model);
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

fn deformed(model: &Model, pose: &Pose) -> Deformed {
    let mut out = Deformed::default();
    let mesh = MeshIndex::new(0);
    let normals = rest_normals(&model.meshes[0]);
    let rest = Rest {
        normals: &normals,
        ..Rest::default()
    };
    deform(model, mesh, pose, rest, &mut out);
    out
}

/// The bits of a pose, so that −0 and 0 differ.
fn bits(pose: &Pose) -> String {
    format!("{pose:?}")
}

fn size_of(model: &Model) -> f32 {
    model.meshes[0].bounds.diagonal().max(1.0)
}

/// The same 64 rigs in every run; `PROPTEST_CASES` and `PROPTEST_RNG_SEED` look further.
fn config() -> ProptestConfig {
    let mut config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = 64;
    }
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(1);
    }
    config
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_same_frame_is_the_same_bits_by_any_path(
        seed: u64,
        frames in prop::collection::vec(-10.0f64..60.0, 1..12),
        skinning in skinnings(),
    ) {
        let model = random_model(seed, limits(20, skinning, WILD));
        let clip = random_clip(seed, &model, WILD);
        let binding = bind(&clip, &model);
        let mut reused = Pose::default();
        for frame in frames {
            evaluate(&model, Motion { layers: &[Layer::new(&clip, &binding, frame)], ..Motion::default() }, &mut reused);
            prop_assert_eq!(bits(&reused), bits(&evaluated(&model, &clip, frame)));
        }
        evaluate(&model, Motion::default(), &mut reused);
        prop_assert_eq!(bits(&reused), bits(&rest_pose(&model)), "and back to rest");
    }

    #[test]
    fn playing_wrapping_and_seeking_meet_in_the_same_bits(
        seed: u64,
        deltas in prop::collection::vec(0.001f64..0.7, 1..40),
        speed in 0.1f64..4.0,
    ) {
        let model = random_model(seed, limits(8, Skinning::Linear, GENTLE));
        let clip = random_clip(seed, &model, GENTLE);
        let timeline = Timeline::of(&clip);
        let mut playing = Transport::default();
        playing.speed = speed;
        playing.seek(clip.range.start, &timeline);
        playing.play(&timeline);
        for delta in deltas {
            playing.advance(delta, &timeline);
            let frame = playing.frame(&timeline);
            let mut sought = Transport::default();
            sought.seek(frame, &timeline);
            prop_assert_eq!(sought.frame(&timeline).to_bits(), frame.to_bits());
            prop_assert!(clip.range.start <= frame && frame <= clip.range.end);
            prop_assert_eq!(
                bits(&evaluated(&model, &clip, frame)),
                bits(&evaluated(&model, &clip, sought.frame(&timeline)))
            );
        }
    }

    #[test]
    fn sampling_at_a_key_returns_that_key(seed: u64) {
        let model = random_model(seed, limits(6, Skinning::Linear, GENTLE));
        for track in &random_clip(seed, &model, WILD).tracks {
            for key in 0..track.keys.len() {
                let frame = track.keys.frame(key);
                match &track.values {
                    Values::Scalar(values) => prop_assert_eq!(sample_scalar(track, frame), Some(values.get(key))),
                    Values::Rotation(values) => {
                        let stored = Quat::from_array(values.get(key));
                        let sampled = sample_rotation(track, frame).expect("a rotation track");
                        prop_assert!((sampled - stored).length() < 1e-6);
                    }
                    Values::Switch(_) => unreachable!("the clip has none"),
                }
            }
        }
    }

    #[test]
    fn the_bind_pose_leaves_the_mesh_where_it_is(seed: u64, bones in 1usize..40, skinning in skinnings()) {
        let model = random_model(seed, limits(bones, skinning, GENTLE));
        let out = deformed(&model, &rest_pose(&model));
        for (vertex, rest) in model.meshes[0].positions.iter().enumerate() {
            let off = out.positions[vertex].distance(rest.into());
            prop_assert!(off <= 1e-4 * size_of(&model), "vertex {vertex} moved by {off}");
            let rest = Vec3::from(model.meshes[0].normals.get(vertex));
            prop_assert!(out.normals[vertex].distance(rest) < 1e-2, "normal {vertex}");
        }
    }

    #[test]
    fn a_quaternion_and_its_negative_deform_alike(seed: u64, flips: u64, skinning in skinnings()) {
        let model = random_model(seed, limits(12, skinning, GENTLE));
        let clip = random_clip(seed, &model, GENTLE);
        let mut flipped = clip.clone();
        for (i, track) in flipped.tracks.iter_mut().enumerate() {
            if let Values::Rotation(values) = &mut track.values {
                let turned = |(k, q): (usize, [f32; 4])| if flips >> ((i + k) % 64) & 1 == 1 { q.map(|c| -c) } else { q };
                *values = values.iter().enumerate().map(turned).collect::<Vec<_>>().into();
            }
        }
        // At keys: between them, two keys half a turn apart have two shortest ways, and rounding picks one.
        for frame in [0.0, 7.0, 40.0] {
            let (a, b) = (evaluated(&model, &clip, frame), evaluated(&model, &flipped, frame));
            let (a, b) = (deformed(&model, &a), deformed(&model, &b));
            for (a, b) in a.positions.iter().zip(&b.positions) {
                prop_assert!(a.distance(*b) <= 1e-3 * size_of(&model), "{a} and {b}");
            }
        }
    }

    #[test]
    fn negated_slot_motions_deform_alike(seed: u64, flips: u64) {
        let model = random_model(seed, limits(12, Skinning::DualQuaternion, GENTLE));
        let pose = evaluated(&model, &random_clip(seed, &model, GENTLE), 3.5);
        let mut flipped = pose.clone();
        for (i, motion) in flipped.motions[0].iter_mut().enumerate() {
            if flips >> (i % 64) & 1 == 1 {
                motion.real = -motion.real;
                motion.dual = -motion.dual;
            }
        }
        // Only a pair of rotations exactly half a turn apart has no side of its own; random ones never are.
        let (a, b) = (deformed(&model, &pose), deformed(&model, &flipped));
        for (a, b) in a.positions.iter().zip(&b.positions) {
            prop_assert!(a.distance(*b) <= 1e-4 * size_of(&model), "{a} and {b}");
        }
    }

    #[test]
    fn deltas_of_weight_zero_do_nothing(seed: u64, skinning in skinnings()) {
        let model = random_model(seed, limits(10, skinning, WILD));
        let mut pose = evaluated(&model, &random_clip(seed, &model, WILD), 11.0);
        pose.shape_weights.fill(0.0);
        let mut plain = model.clone();
        plain.blend_shapes.clear();
        prop_assert_eq!(deformed(&model, &pose), deformed(&plain, &pose));
    }

    #[test]
    fn linear_skinning_agrees_with_plain_f64(seed: u64, bones in 1usize..60) {
        let model = random_model(seed, limits(bones, Skinning::Linear, WILD));
        let pose = evaluated(&model, &random_clip(seed, &model, WILD), 17.25);
        let out = deformed(&model, &pose);
        for vertex in 0..model.meshes[0].vertex_count() {
            let wanted = linear_f64(&model, &pose, vertex);
            let off = (out.positions[vertex].as_dvec3() - wanted).length();
            prop_assert!(off <= 1e-5 * reach(&model, &pose, vertex), "vertex {vertex}: off by {off}");
        }
    }

    #[test]
    fn dual_quaternions_agree_with_linear_where_one_bone_decides(seed: u64, bones in 1usize..60) {
        let mut limits = limits(bones, Skinning::DualQuaternion, WILD);
        limits.influences = 1;
        let model = random_model(seed, limits);
        let pose = evaluated(&model, &random_clip(seed, &model, WILD), 17.25);
        let out = deformed(&model, &pose);
        for vertex in 0..model.meshes[0].vertex_count() {
            let wanted = linear_f64(&model, &pose, vertex);
            let off = (out.positions[vertex].as_dvec3() - wanted).length();
            prop_assert!(off <= 2e-5 * reach(&model, &pose, vertex), "vertex {vertex}: off by {off}");
        }
    }

    #[test]
    fn wild_rigs_stay_finite(seed: u64, frame in -5.0f64..50.0, skinning in skinnings()) {
        let model = random_model(seed, limits(30, skinning, WILD));
        let pose = evaluated(&model, &random_clip(seed, &model, WILD), frame);
        let finite = |m: &SlotMotion| m.real.is_finite() && m.dual.is_finite() && m.stretch.is_finite();
        prop_assert!(pose.motions.iter().flatten().all(finite));
        let out = deformed(&model, &pose);
        prop_assert!(out.positions.iter().all(|p| p.is_finite()));
        prop_assert!(out.normals.iter().all(|n| (n.length() - 1.0).abs() < 1e-4));
    }

    #[test]
    fn boxes_per_slot_hold_the_posed_vertices(seed: u64, skinning in skinnings()) {
        let mut limits = limits(12, skinning, GENTLE);
        // Beyond what is deformed exactly.
        limits.vertices = 17_000;
        let model = random_model(seed, limits);
        let reach = ReachBoxes::of(&model);
        let pose = evaluated(&model, &random_clip(seed, &model, GENTLE), 8.0);
        let (loose, exact) = (reach.bounds(&model, &pose), deformed(&model, &pose));
        let slack = 1e-4 * loose.diagonal();
        let inside = |p: &&Vec3| p.cmpge(loose.min - slack).all() && p.cmple(loose.max + slack).all();
        let outside = exact.positions.len() - exact.positions.iter().filter(inside).count();
        prop_assert_eq!(outside, 0, "vertices outside");
        let rest = reach.bounds(&model, &rest_pose(&model));
        prop_assert!(rest.min.distance(model.meshes[0].bounds.min) <= 1e-3 * size_of(&model));
        prop_assert!(rest.max.distance(model.meshes[0].bounds.max) <= 1e-3 * size_of(&model));
    }

    #[test]
    fn one_vertex_is_the_same_bits_as_all(seed: u64, skinning in skinnings()) {
        let model = random_model(seed, limits(15, skinning, WILD));
        let pose = evaluated(&model, &random_clip(seed, &model, WILD), 21.0);
        let out = deformed(&model, &pose);
        for (vertex, position) in out.positions.iter().enumerate() {
            prop_assert_eq!(*position, deform_vertex(&model, MeshIndex::new(0), &pose, vertex));
        }
    }

    #[test]
    fn cofactors_turn_cross_products(seed: u64) {
        let mut dice = castview_testkit::rigs::Dice::new(seed);
        let matrix = Mat3::from_cols(dice.vec3(2.0), dice.vec3(2.0), dice.vec3(2.0));
        let (a, b) = (dice.vec3(1.0), dice.vec3(1.0));
        let (left, right) = (cofactor(matrix) * a.cross(b), (matrix * a).cross(matrix * b));
        prop_assert!((left - right).length() < 1e-4);
        let inverse_transpose = matrix.as_dmat3().inverse().transpose() * f64::from(matrix.determinant());
        prop_assert!(inverse_transpose.abs_diff_eq(cofactor(matrix).as_dmat3(), 1e-2));
    }
}

/// `Σ weight · (palette[slot] · morphed)` the plain way, matrix by matrix.
fn linear_f64(model: &Model, pose: &Pose, vertex: usize) -> DVec3 {
    let mesh = &model.meshes[0];
    let mut rest = Vec3::from(mesh.positions.get(vertex)).as_dvec3();
    for (shape, weight) in model.blend_shapes.iter().zip(&pose.shape_weights) {
        if let Ok(row) = shape.vertices.binary_search(&(vertex as u32)) {
            rest += Vec3::from(shape.deltas[row]).as_dvec3() * f64::from(*weight);
        }
    }
    let mut sum = DVec3::ZERO;
    for (slot, weight) in mesh.influences.of_vertex(vertex) {
        let matrix = pose.palettes[0][slot];
        let linear: DMat3 = matrix.matrix3.as_dmat3();
        sum += (linear * rest + Vec3::from(matrix.translation).as_dvec3()) * f64::from(weight);
    }
    sum
}

/// How large the numbers of one vertex get on the way: what rounding is a share of.
fn reach(model: &Model, pose: &Pose, vertex: usize) -> f64 {
    let mesh = &model.meshes[0];
    let rest = Vec3::from(mesh.positions.get(vertex)).length() + 1.0;
    let of_slot = |slot: usize| {
        let matrix = &pose.palettes[0][slot];
        let stretch = matrix
            .matrix3
            .to_cols_array()
            .iter()
            .fold(0.0f32, |m, c| m.max(c.abs()));
        f64::from(stretch * rest * 3.0 + matrix.translation.length())
    };
    mesh.influences
        .of_vertex(vertex)
        .map(|(slot, _)| of_slot(slot))
        .fold(1e-6, f64::max)
}

#[test]
fn smooth_normals_weigh_faces_by_area_and_survive_nothing() {
    // A large face in the xy plane and a small one in the xz plane share the edge 0–1.
    let mesh = Mesh {
        positions: vec![
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 3.0, 0.0],
            [0.0, 0.0, -1.0],
            [9.0, 9.0, 9.0],
        ]
        .into(),
        triangles: vec![0, 1, 2, 0, 1, 3].into(),
        ..Mesh::default()
    };
    let normals = smooth_normals(&mesh);
    // Cross products: (0, 0, 3) and (0, 1, 0).
    let shared = Vec3::new(0.0, 1.0, 3.0).normalize();
    for (vertex, wanted) in [shared, shared, Vec3::Z, Vec3::Y, Vec3::Z].into_iter().enumerate() {
        assert!(
            normals[vertex].distance(wanted) < 1e-6,
            "vertex {vertex}: {}",
            normals[vertex]
        );
    }
    let huge = Mesh {
        positions: vec![[0.0; 3], [3e38, 0.0, 0.0], [0.0, 0.0, 3e38]].into(),
        triangles: vec![0, 1, 2].into(),
        ..Mesh::default()
    };
    assert_eq!(smooth_normals(&huge), [Vec3::NEG_Y; 3]);
}

#[test]
fn bounds_of_models_without_meshes_are_around_what_is_there() {
    let mut model = random_model(1, limits(5, Skinning::Linear, GENTLE));
    model.meshes.clear();
    model.blend_shapes.clear();
    let pose = rest_pose(&model);
    let bounds = posed_bounds(&model, &pose);
    let bones = pose.model_from_bone.iter().map(|bone| Vec3::from(bone.translation));
    assert_eq!(bounds, bones.collect());
    model.hairs.push(castview_base::scene::Hair {
        points: vec![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]].into(),
        ..Default::default()
    });
    assert_eq!(posed_bounds(&model, &pose).max, Vec3::new(4.0, 5.0, 6.0));
    assert!(posed_bounds(&Model::default(), &rest_pose(&Model::default())).is_empty());
}

/// A big mesh whose bones have turned since it was attached: at rest its box is as tight as that of a small one.
#[test]
fn the_box_of_a_big_model_at_rest_has_no_slack() {
    for skinning in [Skinning::Linear, Skinning::DualQuaternion] {
        let mut limits = limits(12, skinning, GENTLE);
        limits.vertices = 17_000;
        let mut model = random_model(5, limits);
        let turned = Affine3A::from_rotation_z(0.8) * Affine3A::from_translation(Vec3::new(0.3, 0.0, 1.0));
        for matrix in model.skins.iter_mut().flat_map(|skin| &mut skin.bone_from_mesh) {
            *matrix = matrix.map(|matrix| matrix * turned);
        }
        let (reach, mut pose) = (ReachBoxes::of(&model), rest_pose(&model));
        let around: Bounds = deformed(&model, &pose).positions.into_iter().collect();
        assert_eq!(reach.bounds(&model, &pose), around, "{skinning:?}");
        assert!(reach.is_tight(&pose));
        pose.mesh_visible[0] = false;
        assert!(!reach.is_tight(&pose), "{skinning:?}");
    }
}

#[test]
fn hidden_meshes_do_not_count_in_the_bounds() {
    let model = random_model(3, limits(5, Skinning::Linear, GENTLE));
    let mut pose = rest_pose(&model);
    let shown = posed_bounds(&model, &pose);
    assert!(shown.min.distance(model.meshes[0].bounds.min) < 1e-3);
    pose.mesh_visible[0] = false;
    assert!(posed_bounds(&model, &pose).diagonal() < shown.diagonal());
}

#[test]
fn volume_is_kept_at_a_twisted_joint_where_linear_skinning_collapses() {
    // A vertex at radius 1, half on a bone that stays, half on one turned by 170° about the axis.
    for (skinning, wanted) in [
        (Skinning::Linear, (85f32).to_radians().cos()),
        (Skinning::DualQuaternion, 1.0),
    ] {
        let mut model = random_model(5, limits(2, skinning, &[1.0]));
        model = Model {
            skins: vec![castview_base::scene::Skin {
                bones: model.skins[0].bones.clone(),
                bone_from_mesh: vec![Some(glam::Affine3A::IDENTITY); 2],
            }],
            ..model
        };
        let mesh = &mut model.meshes[0];
        mesh.positions = vec![[1.0, 0.0, 0.0]].into();
        mesh.normals = vec![[1.0, 0.0, 0.0]].into();
        mesh.influences.stride = 2;
        mesh.influences.slots = vec![0, 1].into();
        mesh.influences.weights = vec![0.5, 0.5].into();
        model.blend_shapes.clear();
        let mut pose = rest_pose(&model);
        let turned = glam::Affine3A::from_rotation_z(170f32.to_radians());
        pose.palettes[0] = vec![glam::Affine3A::IDENTITY, turned];
        pose.motions[0] = pose.palettes[0].iter().map(|m| SlotMotion::of(*m)).collect();
        let out = deformed(&model, &pose);
        assert!(
            (out.positions[0].length() - wanted).abs() < 1e-5,
            "{skinning:?}: {}",
            out.positions[0]
        );
        let halfway = Quat::from_rotation_z(85f32.to_radians()) * Vec3::X;
        assert!(
            out.normals[0].distance(halfway) < 1e-4,
            "{skinning:?}: {}",
            out.normals[0]
        );
        assert_eq!(model.skeleton.len(), 2);
    }
}

#[test]
fn random_clips_use_every_kind_of_track() {
    let model = random_model(11, limits(40, Skinning::Linear, GENTLE));
    let clip = random_clip(11, &model, GENTLE);
    for property in [
        Property::TranslationX,
        Property::Rotation,
        Property::ScaleZ,
        Property::BlendWeight,
    ] {
        assert!(
            clip.tracks.iter().any(|track| track.property == property),
            "{property:?}"
        );
    }
}
