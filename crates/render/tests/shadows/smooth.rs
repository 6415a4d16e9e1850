//! Occlusion beside what many more directions and steps find, on the CPU.

use super::{chalk, draw, from_above, linear, texel};
use castview_base::scene::Model;
use castview_picture::{Lights, Picture, Shadows};
use castview_render::Renderer;
use castview_testkit::gpu::context;
use castview_testkit::shapes;
use glam::{Vec2, Vec3};
use std::f32::consts::PI;

const SIZE: u32 = 256;

/// A parallelogram: a corner and the ways to the next two.
#[derive(Clone, Copy)]
struct Face([Vec3; 3]);

impl Face {
    fn normal(self) -> Vec3 {
        self.0[1].cross(self.0[2]).normalize()
    }
}

/// A floor, a wall across it, a board that stands before the wall, and a cube in the air.
fn faces() -> Vec<Face> {
    let (x, y, z) = (Vec3::X, Vec3::Y, Vec3::Z);
    let corner = Vec3::new(0.35, 0.25, -0.55);
    let side = 0.4;
    let (a, b, c) = (x * side, y * side, z * side);
    vec![
        Face([Vec3::new(-2.0, 0.0, -2.0), x * 4.0, z * 4.0]),
        Face([Vec3::new(-2.0, 0.0, -1.0), x * 4.0, y * 1.6]),
        Face([Vec3::new(-0.4, 0.0, -1.0), z * 0.9, y * 1.1]),
        Face([corner, a, b]),
        Face([corner, a, c]),
        Face([corner, b, c]),
        Face([corner + a, b, c]),
        Face([corner + b, a, c]),
        Face([corner + c, a, b]),
    ]
}

fn model() -> Model {
    let sheet = |Face([corner, u, v]): Face| shapes::sheet(1, 1, move |s, t| corner + u * s + v * t);
    chalk(faces().into_iter().map(sheet).collect())
}

/// The eye's space, seen without perspective.
struct Eye {
    axes: [Vec3; 3],
    eye: Vec3,
    half: f32,
}

impl Eye {
    fn of(picture: &Picture) -> Self {
        let camera = &picture.camera;
        Self {
            axes: [camera.right(), camera.up(), camera.forward()],
            eye: camera.eye(),
            half: camera.half_height(),
        }
    }

    fn pixel(&self) -> f32 {
        2.0 * self.half / SIZE as f32
    }

    /// Right and up of a place on the screen.
    fn at(&self, pixel: Vec2) -> Vec2 {
        (pixel / SIZE as f32 * 2.0 - 1.0) * Vec2::new(1.0, -1.0) * self.half
    }

    /// The nearest face there, and how far away it is.
    fn nearest(&self, faces: &[Face], pixel: Vec2) -> Option<(usize, f32)> {
        let at = self.at(pixel);
        let [right, up, forward] = self.axes;
        let origin = self.eye + right * at.x + up * at.y;
        let hit = |(index, face): (usize, &Face)| {
            let Face([corner, u, v]) = *face;
            let n = u.cross(v);
            let away = (corner - origin).dot(n) / forward.dot(n);
            let within = origin + forward * away - corner;
            let parts = [within.dot(u) / u.length_squared(), within.dot(v) / v.length_squared()];
            (parts.iter().all(|part| (0.0..=1.0).contains(part)) && away > 0.0).then_some((index, away))
        };
        let hits = faces.iter().enumerate().filter_map(hit);
        hits.min_by(|one, other| one.1.total_cmp(&other.1))
    }
}

/// As `openness` in `hold.wgsl`, of many slices and steps. `away`: how far what is seen at a pixel is; 0: nothing.
fn openness(away: &dyn Fn(Vec2) -> f32, eye: &Eye, (pixel, normal): (Vec2, Vec3), reach: f32) -> f32 {
    const SLICES: u32 = 32;
    const STEPS: u32 = 64;
    let place = |pixel: Vec2, away: f32| eye.at(pixel).extend(away);
    let here = place(pixel, away(pixel));
    let v = Vec3::NEG_Z;
    let n = Vec3::from(eye.axes.map(|axis| axis.dot(normal)));
    let n = if n.dot(v) < 0.0 { -n } else { n };
    let reach_px = (reach / eye.pixel()).min(SIZE as f32 * 0.25);
    let mut open = 0.0;
    for slice in 0..SLICES {
        let angle = (slice as f32 + 0.5) / SLICES as f32 * PI;
        let on_screen = Vec2::new(angle.cos(), angle.sin());
        let toward = Vec3::new(on_screen.x, -on_screen.y, 0.0);
        let axis = toward.cross(v).normalize();
        let in_slice = n - axis * n.dot(axis);
        let share = in_slice.length();
        let cosine = (in_slice.dot(v) / share).clamp(-1.0, 1.0);
        let sine = (1.0 - cosine * cosine).sqrt() * if toward.dot(in_slice) >= 0.0 { 1.0 } else { -1.0 };
        for side in [1.0, -1.0] {
            let least = -side * sine;
            let mut horizon = least;
            for step in 0..STEPS {
                let moved = (step as f32 + 1.0) / STEPS as f32 * reach_px;
                let other = (pixel + on_screen * side * moved).floor() + 0.5;
                let there = away(other);
                let way = place(other, there) - here;
                let near = (1.25 - 1.25 * way.length_squared() / (reach * reach)).clamp(0.0, 1.0);
                if there > 0.0 && way.length_squared() > 0.0 {
                    let seen = way.normalize().dot(v);
                    horizon = f32::max(horizon, least + (seen - least) * near);
                }
            }
            let bent = side * horizon.acos();
            let twice_sine = (2.0 * bent).sin();
            open += share * 0.25 * (cosine + 2.0 * bent * sine - ((2.0 * bent).cos() * cosine + twice_sine * sine));
        }
    }
    open / SLICES as f32
}

/// On flat faces, away from their edges: the mean deviation is small, and it does not change from pixel to pixel.
#[test]
fn occlusion_is_smooth_and_right() {
    let Some(context) = context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut off = from_above(model(), 1.3);
    off.shadows = Shadows::default();
    off.lights = Lights::default();
    (off.camera.yaw_rad, off.camera.pitch_rad) = (0.35, 0.4);
    off.camera.target = Vec3::new(0.1, 0.45, -0.6);
    off.camera.fit_depth(&off.bounds);
    let on = Picture {
        shadows: Shadows {
            occlusion: true,
            ..Shadows::default()
        },
        ..off.clone()
    };
    let [on_image, off_image] = [&on, &off].map(|picture| draw(&mut renderer, picture));
    let (eye, faces) = (Eye::of(&on), faces());
    let reach = 0.11 * on.bounds.diagonal();
    let place = |x: u32, y: u32| Vec2::new(x as f32, y as f32) + 0.5;
    let seen: Vec<_> = (0..SIZE * SIZE)
        .map(|at| eye.nearest(&faces, place(at % SIZE, at / SIZE)))
        .collect();
    let seen_at = |x: i32, y: i32| {
        let last = SIZE as i32 - 1;
        seen[(y.clamp(0, last) * last.wrapping_add(1) + x.clamp(0, last)) as usize]
    };
    let away = |pixel: Vec2| seen_at(pixel.x as i32, pixel.y as i32).map_or(0.0, |(_, away)| away);
    // Found less expected, where the same face is all around.
    let around = |x: i32, y: i32| {
        let face = seen_at(x, y)?.0;
        let is_whole = (-8..=8).step_by(2).all(|down| {
            (-8..=8)
                .step_by(2)
                .all(|across| seen_at(x + across, y + down).is_some_and(|(other, _)| other == face))
        });
        is_whole.then_some(face)
    };
    let mut errors = vec![None; seen.len()];
    for y in 8..SIZE - 8 {
        for x in 8..SIZE - 8 {
            let Some(face) = around(x as i32, y as i32) else {
                continue;
            };
            let brightness = |image| linear(texel(image, x, y)[0]);
            let found = brightness(&on_image) / brightness(&off_image);
            let expected = openness(&away, &eye, (place(x, y), faces[face].normal()), reach);
            errors[(y * SIZE + x) as usize] = Some(found - expected);
        }
    }
    let known: Vec<f32> = errors.iter().flatten().copied().collect();
    let mean = known.iter().sum::<f32>() / known.len() as f32;
    let mean_size = known.iter().map(|error| error.abs()).sum::<f32>() / known.len() as f32;
    // How far each is from the middle of those beside it.
    let bends = |step: usize| -> f32 {
        let mut bends = Vec::new();
        for at in 8 * SIZE as usize..errors.len() - 8 * SIZE as usize {
            for by in [step, step * SIZE as usize] {
                if let [Some(before), Some(own), Some(after)] = [errors[at - by], errors[at], errors[at + by]] {
                    bends.push((own - 0.5 * (before + after)).powi(2));
                }
            }
        }
        (bends.iter().sum::<f32>() / bends.len() as f32).sqrt()
    };
    let [fine, coarse] = [bends(2), bends(4)];
    assert!(known.len() > 10_000, "{}", known.len());
    // Few steps miss some of what is in the way. With three instead of four the mean was 0.038.
    assert!(mean.abs() < 0.036 && mean_size < 0.036, "{mean}, {mean_size}");
    // Means of eight pixels instead of 32 had 0.0052 and 0.0067. Most of what is left are the steps between shades of eight bits.
    assert!(fine < 0.0046 && coarse < 0.0058, "{fine}, {coarse}");
}
