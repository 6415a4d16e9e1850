//! A workshop in an old factory: high windows at one side, lamps over benches, brick and worn boards.

use super::noise::{fractal, hash};
use super::ray::{Flat, FlatKind, Site, flat};
use super::solids::{Cuboid, Finish, solid, turned};
use super::studio::metal;
use glam::{Vec2, Vec3};

fn boards(at: Vec3, _: Vec3) -> Finish {
    let row = (at.x / 0.16).floor();
    let end = (at.z / 2.2 + hash(row as i32, 3, 0) * 7.0 + 40.0).fract();
    let seam = (at.x / 0.16 - row).min(1.0 - (at.x / 0.16 - row));
    let board = hash(
        row as i32,
        ((at.z / 2.2 + hash(row as i32, 3, 0) * 7.0).floor()) as i32,
        1,
    );
    let grain = fractal(Vec3::new(at.x * 22.0, board * 50.0, at.z * 1.6), 4);
    let dark = if seam < 0.03 || end < 0.002 { 0.35 } else { 1.0 };
    let worn = fractal(at * 0.5, 4);
    let albedo = Vec3::new(0.33, 0.245, 0.175) * (0.55 + 0.5 * board + 0.5 * (grain - 0.5)) * (0.7 + 0.6 * worn) * dark;
    Finish {
        gloss: 0.03,
        blur: 0.2 + 0.2 * grain,
        ..Finish::matte(albedo)
    }
}

fn brick(at: Vec3, n: Vec3) -> Finish {
    let along = at.dot(Vec3::new(n.z, 0.0, n.x).abs());
    let row = (at.y / 0.075).floor();
    let shift = if row as i32 % 2 == 0 { 0.0 } else { 0.5 };
    let at_brick = Vec2::new(along / 0.24 + shift + 100.0, at.y / 0.075);
    let inside = at_brick.fract_gl();
    let mortar = inside.x < 0.05 || inside.y < 0.14;
    let own = hash(at_brick.x.floor() as i32, row as i32, 7);
    let dirt = fractal(at * 0.8, 5);
    let albedo = match mortar {
        true => Vec3::new(0.3, 0.28, 0.26),
        false => Vec3::new(0.3, 0.14, 0.09).lerp(Vec3::new(0.2, 0.11, 0.085), own) * (0.7 + 0.6 * own),
    };
    // Painted white above, flaking.
    let paint = ((at.y - 1.7) * 4.0 + (fractal(at * 2.3, 4) - 0.5) * 3.0).clamp(0.0, 1.0);
    let albedo = albedo.lerp(
        Vec3::new(0.62, 0.6, 0.55) * if mortar { 0.8 } else { 1.0 },
        paint * 0.92,
    );
    Finish::matte(albedo * (0.65 + 0.6 * dirt))
}

fn ceiling(at: Vec3, _: Vec3) -> Finish {
    let seam = ((at.z / 0.3 + 40.0).fract() - 0.5).abs();
    let tone = if seam > 0.48 { 0.3 } else { 0.58 } * (0.8 + 0.4 * fractal(at * 1.4, 4));
    Finish::matte([tone, tone * 0.96, tone * 0.88])
}

fn steel(at: Vec3, _: Vec3) -> Finish {
    let rust = fractal(at * 3.0, 4);
    Finish {
        gloss: 0.05,
        blur: 0.35,
        ..Finish::matte(Vec3::new(0.09, 0.1, 0.1).lerp(Vec3::new(0.14, 0.08, 0.05), rust * 0.7))
    }
}

fn timber(at: Vec3, _: Vec3) -> Finish {
    let grain = fractal(Vec3::new(at.x * 3.0, at.y * 14.0, at.z * 3.0), 4);
    Finish {
        gloss: 0.02,
        blur: 0.4,
        ..Finish::matte(Vec3::new(0.34, 0.23, 0.14) * (0.5 + 0.9 * grain))
    }
}

fn painted(at: Vec3, _: Vec3) -> Finish {
    // Cupboards and boxes in the colours of workshops.
    let which = hash((at.x / 1.3).floor() as i32, 0, (at.z / 1.3).floor() as i32);
    let albedo = match (which * 5.0) as u32 {
        0 => Vec3::new(0.07, 0.16, 0.22),
        1 => Vec3::new(0.34, 0.09, 0.05),
        2 => Vec3::new(0.1, 0.17, 0.11),
        3 => Vec3::new(0.35, 0.26, 0.07),
        _ => Vec3::new(0.3, 0.3, 0.29),
    };
    let worn = fractal(at * 4.0, 4);
    Finish {
        gloss: 0.04,
        blur: 0.25,
        ..Finish::matte(albedo * (0.7 + 0.5 * worn))
    }
}

/// Late sky over roofs and trees far away.
fn outside(toward: Vec3) -> Vec3 {
    let sky = Vec3::new(8.6, 10.0, 12.0).lerp(Vec3::new(14.0, 13.4, 12.4), (1.0 - toward.y.max(0.0)).powi(4));
    let azimuth = toward.z.atan2(toward.x);
    let roofs = 0.03 + 0.09 * fractal(Vec3::new(azimuth * 9.0, 0.0, 0.0), 5);
    let clouds = fractal(toward / (toward.y.abs() + 0.25) * 2.2, 5);
    match toward.y < roofs {
        true => Vec3::new(1.5, 1.6, 1.5) * (0.5 + fractal(toward * 40.0, 3)),
        false => sky * (0.75 + 0.5 * clouds),
    }
}

/// A wall of windows along x at `z`: piers, sills, lintels and bars.
fn windows(solids: &mut Vec<Cuboid>, flats: &mut Vec<Flat>) {
    let x = -4.6;
    solids.push(solid([x - 0.35, 0.0, -8.0], [x, 1.05, 8.0], brick));
    solids.push(solid([x - 0.35, 4.2, -8.0], [x, 5.6, 8.0], brick));
    let mut z = -8.0;
    while z < 8.0 {
        solids.push(solid([x - 0.35, 1.05, z], [x, 4.2, z + 0.55], brick));
        let (from, to) = (z + 0.55, z + 2.65);
        solids.push(solid([x - 0.05, 1.05, from], [x + 0.12, 1.1, to], timber));
        for bar in 1..4 {
            let at = from + (to - from) * bar as f32 / 4.0;
            solids.push(solid([x - 0.25, 1.05, at - 0.016], [x - 0.2, 4.2, at + 0.016], steel));
        }
        for bar in 1..6 {
            let at = 1.05 + 3.15 * bar as f32 / 6.0;
            solids.push(solid([x - 0.25, at - 0.016, from], [x - 0.2, at + 0.016, to], steel));
        }
        let middle = [x - 0.3, 2.62, (from + to) / 2.0];
        let into = [0.0, 2.62, (from + to) / 2.0];
        flats.push(flat(middle, into, [1.05, 1.57], [1.0; 3], FlatKind::Opening).even());
        z += 2.65;
    }
}

pub fn site() -> Site {
    let mut flats = Vec::new();
    let mut solids = vec![
        solid([-5.0, -0.2, -8.2], [7.0, 0.0, 8.2], boards),
        solid([-5.0, 5.5, -8.2], [7.0, 5.7, 8.2], ceiling),
        solid([6.4, 0.0, -8.0], [6.6, 5.6, 8.0], brick),
        solid([-5.0, 0.0, -8.2], [6.6, 5.6, -8.0], brick),
        solid([-5.0, 0.0, 8.0], [6.6, 5.6, 8.2], brick),
    ];
    windows(&mut solids, &mut flats);
    for at in -3..=3 {
        let z = at as f32 * 2.4;
        solids.push(solid([-4.6, 5.05, z - 0.11], [6.4, 5.5, z + 0.11], timber));
    }
    for z in [-4.8_f32, 0.9, 5.0] {
        solids.push(solid([3.3, 0.0, z - 0.12], [3.54, 5.1, z + 0.12], steel));
    }
    // Lamps over the benches, warm, each with its shade and its cable.
    for (x, z) in [(1.6_f32, -3.6_f32), (1.6, -0.9), (1.9, 3.3), (-1.6, 4.4), (-1.4, -4.4)] {
        flats.push(
            flat(
                [x, 3.02, z],
                [x, 0.0, z],
                [0.2, 0.2],
                [40.0, 29.0, 18.0],
                FlatKind::Lamp,
            )
            .even(),
        );
        solids.push(solid([x - 0.26, 3.04, z - 0.26], [x + 0.26, 3.12, z + 0.26], metal));
        solids.push(solid([x - 0.12, 3.12, z - 0.12], [x + 0.12, 3.3, z + 0.12], metal));
        solids.push(solid([x - 0.01, 3.3, z - 0.01], [x + 0.01, 5.5, z + 0.01], metal));
    }
    // Benches with drawers and what lies on them.
    for (x, z, length) in [(5.6_f32, -3.4_f32, 2.2_f32), (5.6, 3.2, 2.4), (0.4, -7.3, 2.3)] {
        let (wide, deep) = if x > 5.0 { (0.5, length) } else { (length, 0.5) };
        solids.push(solid([x - wide, 0.84, z - deep], [x + wide, 0.92, z + deep], timber));
        solids.push(solid(
            [x - wide * 0.9, 0.0, z - deep * 0.95],
            [x + wide * 0.9, 0.8, z - deep * 0.45],
            painted,
        ));
        solids.push(solid(
            [x - wide * 0.9, 0.0, z + deep * 0.4],
            [x + wide * 0.9, 0.8, z + deep * 0.95],
            painted,
        ));
        for thing in 0..7 {
            let own = |of: i32| hash(thing, of, (z * 10.0) as i32);
            let place = Vec3::new(x + (own(1) - 0.5) * wide * 1.6, 0.92, z + (own(2) - 0.5) * deep * 1.8);
            let half = Vec3::new(0.06 + 0.12 * own(3), 0.04 + 0.15 * own(4), 0.06 + 0.1 * own(5));
            solids.push(turned(place + Vec3::Y * half.y, half, own(6) * 3.0, painted));
        }
    }
    // Shelves at the back wall, a stack of crates, boards that lean.
    for level in 0..5 {
        let y = 0.3 + level as f32 * 0.55;
        solids.push(solid([3.6, y, -8.0], [6.2, y + 0.03, -7.45], timber));
        for thing in 0..7 {
            let own = |of: i32| hash(thing, level, of);
            let (x, high) = (3.7 + thing as f32 * 0.36, 0.12 + 0.34 * own(2));
            solids.push(solid(
                [x, y + 0.03, -7.9],
                [x + 0.16 + 0.16 * own(1), y + 0.03 + high, -7.55 + 0.1 * own(4)],
                painted,
            ));
        }
    }
    for (x, y, z, turn) in [
        (-3.6_f32, 0.35_f32, -6.4_f32, 0.2_f32),
        (-2.7, 0.35, -6.9, -0.1),
        (-3.4, 1.05, -6.6, 0.5),
        (-3.5, 0.35, 6.2, 0.3),
        (4.4, 0.35, 6.9, 0.8),
    ] {
        solids.push(turned(Vec3::new(x, y, z), Vec3::new(0.38, 0.34, 0.34), turn, timber));
    }
    Site::new([0.0, 1.45, 0.0], solids, flats, outside)
        .with_sun(Vec3::new(-0.82, 0.5, 0.28), [3.6, 3.15, 2.5])
        .lit([-4.5, 0.1, -7.9], [6.3, 5.4, 7.9], [12, 7, 16])
}
