//! Ten thousand instances beside one merged mesh of as many triangles.
//!
//! `cargo bench --bench instances [-- --rounds N] [--triangles N]` draws both pictures in turn, on the best adapter there is,
//! 1280 × 720 with one sample. It prints the time of `Renderer::draw`, which encodes and submits (the CPU's part; the queue
//! is empty when it begins), the time until the adapter is done, and the ratio of the two pictures round by round.

use castview::animation::rest_pose;
use castview::core::{Bounds, Camera, ModelIndex};
use castview::picture::{Background, Colors, Picture, PlacedKey, PlacedModel, Places};
use castview::render::{Context, Renderer};
use castview::scene::{Mesh, Model, Scene};
use glam::{Affine3A, Quat, Vec3};
use std::env;
use std::sync::Arc;
use std::time::Instant;

/// A square of them on the ground.
const SIDE: usize = 100;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |name: &str, usual: usize| {
        let after = arguments.iter().skip_while(|word| *word != name).nth(1);
        after.and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let rounds = number("--rounds", 15).max(1);
    let context = match Context::headless() {
        Ok(context) => context,
        Err(error) => return println!("skipped: {error}"),
    };
    println!("adapter: {}", context.adapter_name());
    for triangles in [12, 100, number("--triangles", 400)] {
        measure(&context, triangles, rounds);
    }
}

fn measure(context: &Context, triangles: usize, rounds: usize) {
    let (positions, normals, indices) = ball(triangles);
    let count = indices.len() / 3;
    let stands = stands();
    let instanced = PlacedModel {
        places: Places::of(stands.clone()).expect("places"),
        ..placed(mesh(positions.clone(), normals.clone(), indices.clone()))
    };
    let merged = placed(merge(&positions, &normals, &indices, &stands));
    println!(
        "{} instances of {count} triangles, {:.1} million in all",
        stands.len(),
        (stands.len() * count) as f64 * 1e-6
    );
    let mut renderers = [instanced, merged].map(|model| (Renderer::new(context), picture(model)));
    let mut encode = [Vec::new(), Vec::new()];
    let mut whole = [Vec::new(), Vec::new()];
    for round in 0..=rounds {
        for (which, (renderer, picture)) in renderers.iter_mut().enumerate() {
            // Another view each time: nothing may be left as it was.
            picture.camera.yaw_rad += 0.01;
            let start = Instant::now();
            renderer.draw(picture).expect("draws");
            let encoded = start.elapsed().as_secs_f64();
            wait(context);
            let done = start.elapsed().as_secs_f64();
            // The first picture uploads.
            if round > 0 {
                encode[which].push(encoded);
                whole[which].push(done);
            }
        }
    }
    let ratios: Vec<f64> = whole[0].iter().zip(&whole[1]).map(|(a, b)| a / b).collect();
    for (which, name) in ["instances", "merged mesh"].into_iter().enumerate() {
        println!(
            "  {name:12} encode {:7.3} ms (least {:7.3}), picture {:8.2} ms (least {:8.2})",
            median(&encode[which]) * 1e3,
            least(&encode[which]) * 1e3,
            median(&whole[which]) * 1e3,
            least(&whole[which]) * 1e3
        );
    }
    println!(
        "  picture of instances / of the merged mesh: {:.2} (median of rounds), {:.2} (least / least)",
        median(&ratios),
        least(&whole[0]) / least(&whole[1])
    );
}

fn wait(context: &Context) {
    let done = context.device.poll(wgpu::PollType::wait_indefinitely());
    done.expect("the adapter finishes");
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

type Corners = Vec<[f32; 3]>;

/// A closed surface of about `triangles` triangles, radius 0.4.
fn ball(triangles: usize) -> (Corners, Corners, Vec<u32>) {
    use std::f32::consts::{PI, TAU};
    let around = ((triangles as f32).sqrt() as u32).max(3);
    let down = (triangles as u32 / (2 * around)).max(2);
    let mut normals = Vec::new();
    for row in 0..=down {
        for column in 0..around {
            let (v, u) = (row as f32 / down as f32 * PI, column as f32 / around as f32 * TAU);
            normals.push([v.sin() * u.cos(), v.cos(), v.sin() * u.sin()]);
        }
    }
    let positions = normals.iter().map(|n| n.map(|c| c * 0.4)).collect();
    let mut indices = Vec::new();
    for row in 0..down {
        for column in 0..around {
            let (a, b) = (row * around + column, row * around + (column + 1) % around);
            indices.extend([a, b, a + around, b, b + around, a + around]);
        }
    }
    (positions, normals, indices)
}

fn stands() -> Vec<Affine3A> {
    let one = |i: usize| {
        let at = Vec3::new((i % SIDE) as f32, 0.0, (i / SIDE) as f32) - SIDE as f32 * 0.5;
        let turn = Quat::from_rotation_y(i as f32 * 0.37);
        Affine3A::from_scale_rotation_translation(Vec3::splat(0.7 + (i % 7) as f32 * 0.1), turn, at.with_y(0.0))
    };
    (0..SIDE * SIDE).map(one).collect()
}

fn mesh(positions: Corners, normals: Corners, indices: Vec<u32>) -> Mesh {
    Mesh {
        name: "ball".into(),
        bounds: positions.iter().map(|p| Vec3::from(*p)).collect::<Bounds>(),
        positions: positions.into(),
        normals: normals.into(),
        triangles: indices.into(),
        ..Mesh::default()
    }
}

fn merge(positions: &Corners, normals: &Corners, indices: &[u32], stands: &[Affine3A]) -> Mesh {
    let (mut all, mut all_normals, mut all_indices) = (Vec::new(), Vec::new(), Vec::new());
    for stand in stands {
        let first = all.len() as u32;
        all.extend(
            positions
                .iter()
                .map(|p| stand.transform_point3(Vec3::from(*p)).to_array()),
        );
        let turned = |n: &[f32; 3]| stand.transform_vector3(Vec3::from(*n)).normalize().to_array();
        all_normals.extend(normals.iter().map(turned));
        all_indices.extend(indices.iter().map(|i| first + i));
    }
    mesh(all, all_normals, all_indices)
}

fn placed(mesh: Mesh) -> PlacedModel {
    let model = Model {
        meshes: vec![mesh],
        ..Model::default()
    };
    let pose = Arc::new(rest_pose(&model));
    PlacedModel {
        key: PlacedKey(1),
        scene: Arc::new(Scene {
            models: vec![model],
            ..Scene::default()
        }),
        model: ModelIndex::new(0),
        textures: Arc::default(),
        pose,
        stage_from_model: Affine3A::IDENTITY,
        places: Places::ONCE,
        hidden_meshes: Arc::default(),
        selection: None,
        also_selected_meshes: Vec::new(),
        tints: Vec::new(),
        bones: Default::default(),
        marked: Default::default(),
    }
}

fn picture(model: PlacedModel) -> Picture {
    let half = SIDE as f32 * 0.5;
    let bounds = Bounds {
        min: Vec3::new(-half, -0.5, -half),
        max: Vec3::new(half, 0.5, half),
    };
    let size = [1280, 720];
    let mut camera = Camera::default();
    camera.frame(&bounds, size[0] as f32 / size[1] as f32);
    Picture {
        size,
        samples: 1,
        camera,
        world_from_stage: Affine3A::IDENTITY,
        bounds,
        background: Background::DARK,
        colors: Colors::DARK,
        ray_length: 2.0,
        ..Picture::of(vec![model])
    }
}
