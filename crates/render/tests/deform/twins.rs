//! The deform pass and its CPU twin move random rigs to the same place.
//!
//! Both start from the same palettes and motions. Poses are wilder than any clip: random rotations, translations and scales
//! (0, ±0.1…±4) for every slot, so that near-singular blends and opposite rotations are common.

use castview_base::core::{Bounds, MaterialIndex, MeshIndex, cofactor};
use castview_base::scene::{BlendShape, Influences, Model, Skinning};
use castview_motion::animation::{Pose, SlotMotion, rest_pose};
use castview_motion::deform::{Deformed, Rest, deform, rest_normals, rest_tangents};
use castview_picture::{PlacedKey, PlacedModel};
use castview_render::rows::PACKING_RAD;
use castview_render::{ChunkLimits, DeformedMesh, Renderer};
use castview_testkit::gpu::{self, empty_picture};
use castview_testkit::rigs::{Dice, Limits, random_model};
use castview_testkit::shapes;
use glam::{Affine3A, DAffine3, DMat3, DQuat, DVec3, Mat3, Quat, Vec3, Vec4};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// Share of the posed size by which twins may differ, as the issue asks for. f32 rounding alone is about a hundredth of it.
const TOLERANCE: f32 = 1e-4;
/// How near a branch of the dual-quaternion formula (opposite signs, vanishing length) a vertex must be to be excused.
const BRANCH: f64 = 1e-4;
/// Where a blend is a mirror, of its cube: the same in `core::handedness` and the shader.
const FLAT: f32 = 1e-5;
const SCALES: &[f32] = &[0.0, 0.1, -0.1, 0.5, 1.0, 1.0, 1.0, -1.0, 2.0, 4.0, -4.0];
const MESH: fn() -> MeshIndex = || MeshIndex::new(0);

/// Random palettes, motions and weights; some slots rigid, some at rest, some with one scale for all axes.
fn random_pose(dice: &mut Dice, model: &Model) -> Pose {
    let mut pose = rest_pose(model);
    for weight in &mut pose.shape_weights {
        *weight = if dice.chance(0.3) { 0.0 } else { dice.between(-1.0, 1.0) };
    }
    for palette in &mut pose.palettes {
        for matrix in palette.iter_mut() {
            let mut pick = || SCALES[dice.below(SCALES.len())];
            let scale = [Vec3::ONE, Vec3::splat(pick()), Vec3::new(pick(), pick(), pick())];
            let scale = scale[dice.below(3)];
            // A shear, too: a stretch along axes of its own.
            let turn = dice.rotation();
            let stretch = Affine3A::from_quat(turn) * Affine3A::from_scale(scale) * Affine3A::from_quat(turn.inverse());
            let motion = Affine3A::from_rotation_translation(dice.rotation(), dice.vec3(2.0));
            *matrix = if dice.chance(0.1) {
                Affine3A::IDENTITY
            } else {
                motion * stretch
            };
        }
    }
    pose.motions = pose
        .palettes
        .iter()
        .map(|palette| palette.iter().map(|m| SlotMotion::of(*m)).collect())
        .collect();
    pose
}

fn limits() -> impl Strategy<Value = Limits> {
    let bones = prop_oneof![4 => 1..=60usize, 2 => 61..=600usize, 1 => 601..=1999usize, 1 => Just(2000)];
    let influences = prop_oneof![1..=16usize, Just(1), Just(4), Just(16)];
    let skinnings = prop_oneof![2 => Just(Skinning::Linear), 3 => Just(Skinning::DualQuaternion)];
    (bones, 200..1700usize, influences, 0..7usize, skinnings).prop_map(
        |(bones, vertices, influences, shapes, skinning)| Limits {
            bones,
            vertices,
            influences,
            shapes,
            scales: &[1.0],
            skinning,
        },
    )
}

/// The same rigs in every run; `PROPTEST_CASES` and `PROPTEST_RNG_SEED` look further.
fn config() -> ProptestConfig {
    let mut config = ProptestConfig {
        // A smaller rig that still fails says enough, and each costs a picture.
        max_shrink_iters: 40,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = 48;
    }
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(1);
    }
    config
}

fn on_gpu(renderer: &mut Renderer, placed: &PlacedModel) -> DeformedMesh {
    let mut picture = empty_picture();
    picture.size = [8, 8];
    picture.models = vec![placed.clone()];
    let drawn = renderer.draw(&picture).expect("draws");
    assert_eq!(drawn.problems, []);
    renderer
        .read_deformed(placed.key, MESH())
        .expect("reads back")
        .expect("the mesh is there")
}

fn on_cpu(model: &Model, pose: &Pose) -> Deformed {
    let mut out = Deformed::default();
    let mesh = &model.meshes[0];
    let rest = Rest {
        normals: &rest_normals(mesh),
        tangents: &rest_tangents(mesh),
    };
    deform(model, MESH(), pose, rest, &mut out);
    out
}

/// Over all rigs.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    vertices: usize,
    /// Near a branch of the formula.
    excused: usize,
    normals: usize,
    /// Normals without direction.
    unsure: usize,
    tangents: usize,
    unsure_tangents: usize,
    /// Vertices of meshes that one slot carries.
    on_one_slot: usize,
    worst: f32,
}

#[test]
fn the_gpu_agrees_with_its_twin_on_random_rigs() {
    let Some(context) = gpu::context() else { return };
    let renderer = RefCell::new(Renderer::new(&context));
    let totals = Cell::new(Totals::default());
    let agrees = |(seed, limits): (u64, Limits)| {
        let found = twins(&mut renderer.borrow_mut(), seed, limits, totals.get())?;
        totals.set(found);
        Ok(())
    };
    let tested = TestRunner::new(config()).run(&(any::<u64>(), limits()), agrees);
    tested.unwrap_or_else(|failure| panic!("{failure}"));
    let totals = totals.get();
    println!("{totals:?}");
    assert!(totals.excused * 200 <= totals.vertices, "{totals:?}");
    assert!(totals.unsure * 10 <= totals.normals, "{totals:?}");
    assert!(totals.tangents > 0 && totals.on_one_slot > 0, "{totals:?}");
    assert!(totals.unsure_tangents * 5 <= totals.tangents, "{totals:?}");
}

/// One rig by both, added to the totals.
fn twins(renderer: &mut Renderer, seed: u64, limits: Limits, mut totals: Totals) -> Result<Totals, TestCaseError> {
    let mut model = random_model(seed, limits);
    if seed.is_multiple_of(2) {
        add_tangents(&mut model, &mut Dice::new(seed + 1));
    }
    if limits.influences == 1 && !seed.is_multiple_of(3) {
        let mesh = &mut model.meshes[0];
        let (slot, count) = ((seed % limits.bones as u64) as u32, mesh.vertex_count());
        mesh.influences = Influences {
            slots: vec![slot; count].into(),
            ..Influences::rigid(count)
        };
        totals.on_one_slot += count;
    }
    let pose = random_pose(&mut Dice::new(seed), &model);
    let cpu = on_cpu(&model, &pose);
    let scene = shapes::scene(model, 1);
    let model = &scene.models[0];
    let gpu = on_gpu(renderer, &shapes::place(&scene, pose.clone()));
    prop_assert_eq!(gpu.positions.len(), cpu.positions.len());
    let still = on_cpu(&unskinned(model), &pose);
    // One bone that is scaled to nothing leaves a point.
    let [posed, rest] = [&cpu, &still].map(|of| of.positions.iter().copied().collect::<Bounds>().diagonal());
    let size = if posed > 0.0 { posed } else { rest };
    for v in 0..cpu.positions.len() {
        let position = Vec3::from(gpu.positions[v]);
        let error = position.distance(cpu.positions[v]) / size;
        totals.vertices += 1;
        if near_branch(model, &pose, v) {
            totals.excused += 1;
            let matches = branches(model, &pose, v).iter().any(|branch| {
                let branch = branch.as_vec3();
                position.distance(branch) <= 20.0 * TOLERANCE * size
            });
            prop_assert!(matches, "vertex {v}: {position} is on no branch");
            continue;
        }
        prop_assert!(error <= TOLERANCE, "vertex {v}: off by {error:e} of the posed size");
        totals.worst = totals.worst.max(error);
        totals.normals += 1;
        let [normal, tangent] = tolerances(&still, model, &pose, v);
        match normal {
            Some(tolerance) => {
                let normal = Vec3::from(gpu.normals[v]);
                let error = normal.distance(cpu.normals[v]);
                prop_assert!(
                    error <= tolerance,
                    "vertex {v}: normal off by {error:e} of {tolerance:e}"
                );
            }
            None => totals.unsure += 1,
        }
        let (Some(here), Some(there)) = (gpu.tangents.get(v), cpu.tangents.get(v)) else {
            continue;
        };
        totals.tangents += 1;
        match tangent {
            Some(tolerance) => {
                let error = Vec4::from(*here).distance(*there);
                prop_assert!(
                    error <= tolerance,
                    "vertex {v}: tangent off by {error:e} of {tolerance:e}"
                );
            }
            None => totals.unsure_tangents += 1,
        }
    }
    prop_assert_eq!(gpu.tangents.len(), cpu.tangents.len());
    Ok(totals)
}

/// Random ones, and a material that has a use for them; shapes turn normals and tangents.
fn add_tangents(model: &mut Model, dice: &mut Dice) {
    let mesh = &mut model.meshes[0];
    let side = |dice: &mut Dice| if dice.chance(0.5) { 1.0 } else { -1.0 };
    let tangent = |normal: [f32; 3]| {
        let across = Vec3::from(normal).any_orthonormal_vector() * dice.between(1.0, 2.0);
        across.extend(side(dice)).to_array()
    };
    mesh.tangents = mesh.normals.iter().map(tangent).collect::<Vec<_>>().into();
    mesh.uvs = vec![vec![[0.0; 2]; mesh.vertex_count()].into()];
    mesh.material = Some(MaterialIndex::new(0));
    let mut material = shapes::texture_material();
    material.slots[0].name = "normal".into();
    model.materials = vec![material];
    for shape in &mut model.blend_shapes {
        let mut directions = || shape.vertices.iter().map(|_| dice.vec3(0.1).to_array()).collect();
        (shape.normal_deltas, shape.tangent_deltas) = (directions(), directions());
    }
}

fn motions(model: &Model, pose: &Pose, vertex: usize) -> Vec<(SlotMotion, f64)> {
    let rows = model.meshes[0].influences.of_vertex(vertex);
    rows.map(|(slot, weight)| (pose.motions[0][slot], f64::from(weight)))
        .collect()
}

fn pivot(rows: &[(SlotMotion, f64)]) -> DQuat {
    let first_largest = rows.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1));
    first_largest
        .expect("every vertex of a random rig has an influence")
        .0
        .real
        .as_dquat()
}

/// A dot product near 0 or a blended rotation near nothing: rounding decides which way the formula goes.
fn near_branch(model: &Model, pose: &Pose, vertex: usize) -> bool {
    if model.meshes[0].skinning == Skinning::Linear {
        return false;
    }
    let rows = motions(model, pose, vertex);
    let pivot = pivot(&rows);
    let mut r = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    for (motion, weight) in &rows {
        let dot = motion.real.as_dquat().dot(pivot);
        if dot.abs() < BRANCH {
            return true;
        }
        r += motion.real.as_dquat() * (weight * dot.signum());
    }
    r.length() < BRANCH
}

/// Where the vertex goes for every way the undecided signs can fall, and by linear skinning if the length vanishes. f64.
fn branches(model: &Model, pose: &Pose, vertex: usize) -> Vec<DVec3> {
    let rows = motions(model, pose, vertex);
    let pivot = pivot(&rows);
    let rest = castview_motion::deform::deform_vertex(&unskinned(model), MESH(), pose, vertex).as_dvec3();
    let open: Vec<usize> = (0..rows.len())
        .filter(|i| rows[*i].0.real.as_dquat().dot(pivot).abs() < BRANCH)
        .collect();
    let mut out = Vec::new();
    for choice in 0..1u32 << open.len() {
        let (mut h, mut r, mut d) = (
            DMat3::ZERO,
            DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0),
            DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0),
        );
        for (i, (motion, weight)) in rows.iter().enumerate() {
            let sign = match open.iter().position(|o| *o == i) {
                Some(bit) => f64::from((choice >> bit & 1) * 2) - 1.0,
                None => motion.real.as_dquat().dot(pivot).signum(),
            };
            h += motion.stretch.as_dmat3() * *weight;
            r += motion.real.as_dquat() * (weight * sign);
            d += motion.dual.as_dquat() * (weight * sign);
        }
        let length = r.length();
        let (r, d) = (r / length, d / length);
        let t = d * r.conjugate() * 2.0;
        out.push(r * (h * rest) + DVec3::new(t.x, t.y, t.z));
    }
    let mut blended = DAffine3::ZERO;
    for (slot, weight) in model.meshes[0].influences.of_vertex(vertex) {
        let matrix = pose.palettes[0][slot];
        blended.matrix3 += matrix.matrix3.as_dmat3() * f64::from(weight);
        blended.translation += Vec3::from(matrix.translation).as_dvec3() * f64::from(weight);
    }
    out.push(blended.transform_point3(rest));
    out
}

/// The same shapes without bones: where skinning starts from.
fn unskinned(model: &Model) -> Model {
    let mut model = model.clone();
    model.meshes[0].skin = None;
    model
}

/// How far two f32 evaluations of the normal and of the tangent may lie apart: the packing of both ends, and the rounding of the
/// blended matrix, which matters where it squashes the surface. `None`: the rest is mostly rounding, or rounding decides
/// whether the matrix is a mirror.
fn tolerances(still: &Deformed, model: &Model, pose: &Pose, vertex: usize) -> [Option<f32>; 2] {
    let mut blended = Mat3::ZERO;
    let (mut size, mut rotation, mut least) = (0.0, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), 1.0f32);
    match model.meshes[0].skinning {
        Skinning::Linear => {
            for (slot, weight) in model.meshes[0].influences.of_vertex(vertex) {
                let matrix = Mat3::from(pose.palettes[0][slot].matrix3);
                blended += matrix * weight;
                size += weight * largest(matrix);
            }
        }
        Skinning::DualQuaternion => {
            let rows = motions(model, pose, vertex);
            let pivot = pivot(&rows);
            for (motion, weight) in rows {
                blended += motion.stretch * weight as f32;
                size += weight as f32 * largest(motion.stretch);
                let sign = motion.real.as_dquat().dot(pivot).signum();
                rotation += motion.real * (weight * sign) as f32;
            }
            // A short blend of rotations magnifies its own rounding.
            least = rotation.length();
        }
    }
    let [x, y, z] = [blended.x_axis, blended.y_axis, blended.z_axis];
    let cube = x.length() * y.length() * z.length();
    let is_open = (x.cross(y).dot(z) + FLAT * cube).abs() <= 1e-6 * size * size * size + 0.2 * FLAT * cube;
    // Sixteen rows, products of two: some ten roundings of 6e-8 each.
    let normal = (cofactor(blended) * still.normals[vertex]).length();
    let normal = 2.0 * PACKING_RAD + 4e-6 * size * size / normal + 2e-6 / least;
    let tangent = still
        .tangents
        .get(vertex)
        .map_or(0.0, |tangent| (blended * tangent.truncate()).length());
    // One of its coordinates has a bit less.
    let tangent = 3.0 * PACKING_RAD + 4e-6 * size / tangent + 2e-6 / least;
    [normal, tangent].map(|tolerance| (tolerance < 0.05 && !is_open).then_some(tolerance))
}

fn largest(matrix: Mat3) -> f32 {
    matrix
        .to_cols_array()
        .into_iter()
        .fold(0.0, |largest, value| largest.max(value.abs()))
}

#[test]
fn small_chunks_give_the_same_bits() {
    let Some(context) = gpu::context() else { return };
    for (skinning, vertices, row_bytes, wanted) in [
        (Skinning::Linear, 256, 96 << 20, 6),
        (Skinning::DualQuaternion, 1 << 20, 16_000, 5),
    ] {
        let limits = Limits {
            bones: 60,
            vertices: 1400,
            influences: 8,
            shapes: 4,
            scales: &[1.0],
            skinning,
        };
        let model = random_model(7, limits);
        let pose = random_pose(&mut Dice::new(7), &model);
        let scene = shapes::scene(model, 0);
        let placed = shapes::place(&scene, pose);
        let mut whole = Renderer::new(&context);
        let mut chunked = Renderer::with_chunks(&context, ChunkLimits { vertices, row_bytes });
        let (a, b) = (on_gpu(&mut whole, &placed), on_gpu(&mut chunked, &placed));
        assert_eq!(whole.chunk_count(placed.key, MESH()), 1);
        let chunks = chunked.chunk_count(placed.key, MESH());
        assert!(chunks >= wanted, "{chunks} chunks");
        assert_eq!(a, b);
    }
}

#[test]
fn the_rest_pose_leaves_the_mesh_where_it_is() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for skinning in [Skinning::Linear, Skinning::DualQuaternion] {
        let limits = Limits {
            bones: 20,
            vertices: 300,
            influences: 4,
            shapes: 3,
            scales: &[1.0],
            skinning,
        };
        let model = random_model(3, limits);
        let rest = model.meshes[0].positions.to_vec();
        let gpu = on_gpu(&mut renderer, &shapes::placed(model));
        for (rest, posed) in rest.iter().zip(&gpu.positions) {
            assert!(
                Vec3::from(*rest).distance(Vec3::from(*posed)) < 1e-5,
                "{rest:?} → {posed:?}"
            );
        }
    }
}

#[test]
fn a_mesh_beyond_the_limits_is_named_and_the_rest_is_there() {
    let Some(context) = gpu::context() else { return };
    let limits = Limits {
        bones: 9,
        vertices: 200,
        influences: 8,
        shapes: 2,
        scales: &[1.0],
        skinning: Skinning::Linear,
    };
    let mut model = random_model(5, limits);
    let mut rigid = model.meshes[0].clone();
    rigid.skin = None;
    rigid.influences = Default::default();
    model.meshes.push(rigid);
    let placed = shapes::placed(model);
    let mut renderer = Renderer::with_chunks(
        &context,
        ChunkLimits {
            vertices: 256,
            row_bytes: 64,
        },
    );
    let mut picture = empty_picture();
    picture.models = vec![placed.clone()];
    let drawn = renderer.draw(&picture).expect("draws the rest");
    let sentences: Vec<String> = drawn.problems.iter().map(ToString::to_string).collect();
    assert_eq!(sentences.len(), 1, "{sentences:?}");
    assert!(
        sentences[0].starts_with("Mesh \"body\" is left out: its vertices have more influences"),
        "{sentences:?}"
    );
    assert_eq!(renderer.read_deformed(placed.key, MESH()), Ok(None));
    let second = renderer
        .read_deformed(placed.key, MeshIndex::new(1))
        .expect("reads")
        .expect("is there");
    assert_eq!(second.positions, placed.model().meshes[1].positions.to_vec());
    assert_eq!(renderer.read_deformed(PlacedKey(99), MESH()), Ok(None));
}

/// Shapes may bend normals (docs/formats/gltf.md §3): unskinned, so that nothing else turns them.
#[test]
fn shapes_add_to_normals_alike() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut mesh = shapes::sphere();
    let rest = rest_normals(&mesh);
    mesh.normals = rest.iter().map(|normal| normal.to_array()).collect::<Vec<_>>().into();
    let vertices: Vec<u32> = (0..rest.len() as u32).step_by(2).collect();
    let shape = |name: &str, normal_deltas: Vec<[f32; 3]>| BlendShape {
        name: name.into(),
        mesh: MESH(),
        max_weight: 2.0,
        rest_weight: 0.0,
        deltas: vec![[0.0, 0.5, 0.0]; vertices.len()],
        vertices: vertices.clone(),
        normal_deltas,
        tangent_deltas: Vec::new(),
        source: None,
    };
    let model = Model {
        meshes: vec![mesh],
        blend_shapes: vec![
            shape("bends", vec![[0.8, -0.3, 0.1]; vertices.len()]),
            shape("only moves", Vec::new()),
        ]
        .into(),
        ..Model::default()
    };
    let placed = shapes::placed(model);
    let mut pose = (*placed.pose).clone();
    pose.shape_weights = vec![0.75, -0.5];
    let cpu = on_cpu(placed.model(), &pose);
    let gpu = on_gpu(
        &mut renderer,
        &PlacedModel {
            pose: Arc::new(pose),
            ..placed
        },
    );
    for (v, rest) in rest.iter().enumerate() {
        let wanted = match v % 2 {
            0 => (*rest + 0.75 * Vec3::new(0.8, -0.3, 0.1)).normalize(),
            _ => *rest,
        };
        assert!(cpu.normals[v].distance(wanted) < 1e-6, "vertex {v} on the CPU");
        assert!(
            Vec3::from(gpu.normals[v]).distance(wanted) < 1e-4,
            "vertex {v} on the GPU"
        );
        assert!(
            Vec3::from(gpu.positions[v]).distance(cpu.positions[v]) < 1e-6,
            "vertex {v}"
        );
    }
}
