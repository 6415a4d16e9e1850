//! A photographer's studio: soft light that wraps around, rims from behind, grey walls that fall off into the dark.

use super::noise::{fractal, hash};
use super::ray::{Flat, FlatKind, Site, flat};
use super::solids::{Cuboid, Finish, FinishAt, solid, turned};
use glam::{Vec2, Vec3};

fn floor(at: Vec3, _: Vec3) -> Finish {
    // Cast concrete, worn where people walk, in large slabs.
    let grain = fractal(at * 1.3, 5) * 0.7 + fractal(at * 14.0, 3) * 0.3;
    let slab = (Vec2::new(at.x, at.z) / 2.4 + 0.37).fract_gl();
    let seam = slab.min(1.0 - slab).min_element();
    let dark = if seam < 0.0025 { 0.55 } else { 1.0 };
    let tone = (0.16 + 0.13 * grain) * dark;
    Finish {
        gloss: 0.035,
        blur: 0.22 + 0.14 * grain,
        ..Finish::matte([tone, tone * 0.99, tone * 0.97])
    }
}

fn wall(at: Vec3, n: Vec3) -> Finish {
    let along = at.dot(Vec3::new(n.z, 0.0, n.x).abs());
    // Panels of plaster with joints, painted by roller.
    let joint = ((along / 1.5 + 20.0).fract() - 0.5).abs();
    let tone = 0.64 + 0.03 * (fractal(at * 2.1, 4) - 0.5);
    let tone = tone * if joint > 0.4965 { 0.72 } else { 1.0 };
    Finish::matte([tone, tone, tone * 1.01])
}

fn paper(at: Vec3, _: Vec3) -> Finish {
    let tone = 0.7 + 0.02 * (fractal(at * 1.2, 3) - 0.5);
    Finish::matte([tone; 3])
}

fn ceiling(at: Vec3, _: Vec3) -> Finish {
    Finish::matte([0.55 + 0.03 * fractal(at * 3.0, 3); 3])
}

pub fn metal(_: Vec3, _: Vec3) -> Finish {
    Finish {
        gloss: 0.12,
        blur: 0.3,
        ..Finish::matte([0.05; 3])
    }
}

pub fn black(_: Vec3, _: Vec3) -> Finish {
    Finish::matte([0.025; 3])
}

fn card(_: Vec3, _: Vec3) -> Finish {
    Finish::matte([0.82; 3])
}

fn wood(at: Vec3, _: Vec3) -> Finish {
    let grain = fractal(Vec3::new(at.x * 2.0, at.y * 7.0, at.z * 2.0), 4);
    Finish {
        gloss: 0.03,
        blur: 0.3,
        ..Finish::matte(Vec3::new(0.2, 0.145, 0.1) * (0.6 + 0.8 * grain))
    }
}

/// A stand below a lamp, and a dark case behind it.
pub fn stand(lamp: &Flat, solids: &mut Vec<Cuboid>) {
    // The lower edge of a lamp that looks down reaches farther back than its middle.
    let level = Vec3::new(lamp.normal.x, 0.0, lamp.normal.z).normalize_or(Vec3::Z);
    let depth = 0.1 + lamp.up.length() * lamp.normal.y.abs();
    let back = lamp.middle - level * depth;
    let yaw = lamp.normal.x.atan2(lamp.normal.z);
    if lamp.normal.y.abs() < 0.9 {
        let half = Vec3::new(0.018, back.y / 2.0, 0.018);
        solids.push(turned(Vec3::new(back.x, back.y / 2.0, back.z), half, yaw, metal));
        for leg in 0..3 {
            let turn = yaw + leg as f32 * 2.094;
            let out = Vec3::new(turn.sin(), 0.0, turn.cos()) * 0.32;
            solids.push(turned(
                Vec3::new(back.x, 0.04, back.z) + out,
                Vec3::new(0.014, 0.014, 0.34),
                turn,
                metal,
            ));
        }
    }
}

/// Pipes below a ceiling at that height.
pub fn grid(height: f32, reach: f32, look: FinishAt, solids: &mut Vec<Cuboid>) {
    for at in -2..=2 {
        let at = at as f32 * reach / 2.2;
        solids.push(solid(
            [at - 0.03, height, -reach],
            [at + 0.03, height + 0.06, reach],
            look,
        ));
        solids.push(solid(
            [-reach, height + 0.08, at - 0.03],
            [reach, height + 0.14, at + 0.03],
            look,
        ));
    }
}

pub fn site() -> Site {
    let aim = [0.0, 1.25, 0.0];
    let key = flat([-2.5, 3.0, 2.75], aim, [1.3, 1.3], [7.8, 7.7, 7.5], FlatKind::Lamp).sloped(0.3);
    let flats = vec![
        key,
        // A large scrim from the right wraps around.
        flat([3.7, 1.75, 1.5], aim, [1.2, 1.65], [3.6, 3.7, 3.8], FlatKind::Lamp).sloped(0.55),
        // Rims: tall strips behind.
        flat([-2.9, 2.0, -2.7], aim, [0.34, 1.4], [5.6, 5.7, 5.9], FlatKind::Lamp),
        flat([2.3, 2.05, -3.3], aim, [0.34, 1.45], [6.0, 6.0, 6.0], FlatKind::Lamp),
        // Overhead, brighter at the back.
        flat(
            [0.3, 4.25, -0.7],
            [0.25, 0.0, -0.5],
            [1.9, 1.1],
            [4.4, 4.4, 4.4],
            FlatKind::Lamp,
        )
        .sloped(0.6),
        // Washes the paper behind from both sides.
        flat(
            [-3.0, 0.7, -3.7],
            [-0.8, 1.5, -4.9],
            [0.12, 0.6],
            [13.0, 13.0, 13.4],
            FlatKind::Hidden,
        ),
        flat(
            [3.2, 0.7, -3.7],
            [0.9, 1.5, -4.9],
            [0.12, 0.6],
            [13.0, 13.0, 13.4],
            FlatKind::Hidden,
        ),
        // Small lamps at the far wall.
        flat(
            [-4.2, 2.6, 4.95],
            [-4.2, 0.0, 4.2],
            [0.05, 0.05],
            [11.0, 9.0, 6.5],
            FlatKind::Lamp,
        ),
        flat(
            [4.3, 3.2, 4.95],
            [4.3, 0.0, 4.2],
            [0.05, 0.05],
            [11.0, 9.0, 6.5],
            FlatKind::Lamp,
        ),
    ];
    let mut solids = vec![
        solid([-6.0, -0.2, -6.0], [6.0, 0.0, 6.0], floor),
        solid([-6.0, 5.0, -6.0], [6.0, 5.2, 6.0], ceiling),
        solid([-5.7, 0.0, -5.5], [-5.5, 5.0, 5.5], wall),
        solid([5.5, 0.0, -5.5], [5.7, 5.0, 5.5], wall),
        solid([-5.5, 0.0, -5.7], [5.5, 5.0, -5.5], wall),
        solid([-5.5, 0.0, 5.5], [5.5, 5.0, 5.7], wall),
        // A roll of paper before the back wall, with its bar.
        solid([-2.7, 0.0, -4.95], [2.7, 3.9, -4.9], paper),
        solid([-2.8, 3.9, -5.0], [2.8, 4.05, -4.85], metal),
        // White cards, a trunk, a table, a door.
        turned(Vec3::new(-3.7, 1.1, 0.6), Vec3::new(0.03, 1.1, 0.7), 0.5, card),
        turned(Vec3::new(-3.9, 1.1, -0.7), Vec3::new(0.03, 1.1, 0.7), -0.25, black),
        turned(Vec3::new(3.9, 0.3, -1.2), Vec3::new(0.45, 0.3, 0.3), 0.3, black),
        turned(Vec3::new(1.6, 0.42, 4.6), Vec3::new(1.0, 0.03, 0.4), 0.05, wood),
        turned(Vec3::new(0.75, 0.2, 4.6), Vec3::new(0.04, 0.2, 0.35), 0.05, metal),
        turned(Vec3::new(2.45, 0.2, 4.6), Vec3::new(0.04, 0.2, 0.35), 0.05, metal),
        turned(Vec3::new(1.3, 0.58, 4.6), Vec3::new(0.22, 0.13, 0.16), 0.4, black),
        turned(Vec3::new(2.1, 0.55, 4.6), Vec3::new(0.16, 0.1, 0.12), -0.2, card),
        solid([-1.6, 0.0, 5.44], [-0.6, 2.1, 5.5], wood),
    ];
    grid(4.5, 5.4, metal, &mut solids);
    for at in 0..6 {
        // Boxes along a wall, none like another.
        let size = |of: i32| 0.12 + 0.22 * hash(at, of, 3);
        let x = -5.1 + 0.3 * hash(at, 9, 9);
        let z = -3.0 + at as f32 * 1.05;
        if !(-0.5..=2.0).contains(&z) {
            solids.push(turned(
                Vec3::new(x, size(1), z),
                Vec3::new(size(2), size(1), size(4)),
                hash(at, 5, 1),
                if at % 2 == 0 { wood } else { black },
            ));
        }
    }
    for lamp in &flats[..4] {
        stand(lamp, &mut solids);
    }
    Site::new([0.0, 1.3, 0.0], solids, flats, |_| Vec3::splat(0.02))
        .exposed(1.22)
        .lit([-5.3, 0.1, -5.3], [5.3, 4.8, 5.3], [14, 7, 14])
}
