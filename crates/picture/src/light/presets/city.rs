//! A city at night after rain: lit windows, street lamps, signs, and all of it again on the wet street.

use super::noise::{fractal, hash};
use super::ray::{FlatKind, Site, flat};
use super::solids::{Finish, solid, turned};
use super::studio::{black, metal};
use glam::{Vec2, Vec3};

fn street(at: Vec3, _: Vec3) -> Finish {
    let wet = ((fractal(at * 0.45, 4) - 0.42) * 5.0).clamp(0.0, 1.0);
    let grain = fractal(at * 9.0, 3);
    let tone = (0.06 + 0.08 * grain) * (1.0 - 0.5 * wet);
    let mut albedo = Vec3::new(tone, tone, tone * 1.04);
    // Lines of the lanes, and a crossing.
    let lane = (at.x.abs() - 0.12).abs() < 0.06 && (at.z / 4.0).rem_euclid(1.0) < 0.55;
    let crossing = (at.z + 7.0).abs() < 1.6 && (at.x / 1.1).rem_euclid(1.0) < 0.5 && at.x.abs() < 6.5;
    if (lane && at.z.abs() > 9.5) || crossing {
        albedo = albedo.lerp(Vec3::splat(0.42), 0.75 * (0.5 + 0.5 * grain));
    }
    Finish {
        gloss: 0.02 + 0.035 * wet,
        blur: 0.03 + 0.17 * (1.0 - wet),
        ..Finish::matte(albedo)
    }
}

fn pavement(at: Vec3, _: Vec3) -> Finish {
    let slab = (Vec2::new(at.x, at.z) / 0.8).fract_gl();
    let seam = slab.min(1.0 - slab).min_element() < 0.02;
    let tone = (0.09 + 0.08 * fractal(at * 3.0, 4)) * if seam { 0.5 } else { 1.0 };
    Finish {
        gloss: 0.03,
        blur: 0.15,
        ..Finish::matte([tone, tone * 0.98, tone * 0.95])
    }
}

/// Walls with windows, each room with its own light or none.
fn house(at: Vec3, n: Vec3) -> Finish {
    if n.y.abs() > 0.5 {
        return Finish::matte([0.03; 3]);
    }
    let along = at.dot(Vec3::new(n.z, 0.0, n.x).abs());
    let block = hash((at.x / 17.0).round() as i32, 5, (at.z / 17.0).round() as i32);
    let (wide, high) = (1.5 + 1.4 * block, 3.1);
    let place = Vec2::new(along / wide + 200.0, (at.y - 4.4) / high);
    let wall = Vec3::new(0.17, 0.15, 0.14).lerp(Vec3::new(0.1, 0.11, 0.13), block) * (0.7 + 0.6 * fractal(at * 0.7, 4));
    if place.y < 0.0 {
        return shop(at, along, block);
    }
    let (room, inside) = (place.floor(), place.fract_gl());
    let frame = 0.12 + 0.13 * block;
    let is_glass = inside.x > frame && inside.x < 1.0 - frame && inside.y > 0.22 && inside.y < 0.86;
    let bar = (inside.x - 0.5).abs() < 0.025 || (inside.y - 0.62).abs() < 0.012;
    if !is_glass || bar {
        return Finish::matte(wall * if inside.y < 0.06 { 1.5 } else { 1.0 });
    }
    let of = |which: i32| hash(room.x as i32, room.y as i32, which + (block * 90.0) as i32);
    let is_lit = of(1) < 0.34;
    let mut skin = Finish {
        gloss: 0.05,
        blur: 0.02,
        ..Finish::matte([0.015; 3])
    };
    if is_lit {
        let color = match (of(2) * 6.0) as u32 {
            0 => Vec3::new(0.75, 0.88, 1.0),
            1 => Vec3::new(1.0, 0.9, 0.72),
            2 | 3 => Vec3::new(1.0, 0.62, 0.28),
            _ => Vec3::new(1.0, 0.74, 0.42),
        };
        // A lamp at the ceiling, curtains at the sides, furniture below.
        let lamp = (1.1 - 1.4 * (inside - Vec2::new(0.3 + 0.4 * of(3), 0.8)).length()).max(0.12);
        let curtain = if (inside.x - 0.5).abs() > 0.16 + 0.3 * of(4) {
            0.35
        } else {
            1.0
        };
        let low = if inside.y < 0.25 + 0.2 * of(5) * fractal(at * 2.0, 2) {
            0.35
        } else {
            1.0
        };
        skin.glow = color * (lamp * curtain * low * (0.6 + 2.6 * of(6)));
    }
    skin
}

fn shop(at: Vec3, along: f32, block: f32) -> Finish {
    let wide = 4.5;
    let place = Vec2::new(along / wide + 100.0, at.y / 4.4);
    let (which, inside) = (place.x.floor() as i32, place.fract_gl());
    let own = |of: i32| hash(which, of, (block * 50.0) as i32);
    if inside.y > 0.86 || inside.y < 0.08 || inside.x < 0.05 || inside.x > 0.95 {
        return Finish::matte([0.05, 0.048, 0.045]);
    }
    if inside.y > 0.72 {
        // A sign over the window.
        let letters = fractal(Vec3::new(along * 3.0, at.y * 2.0, 0.0), 2) > 0.5
            && (inside.y - 0.79).abs() < 0.035
            && (inside.x - 0.5).abs() < 0.3;
        let color = match (own(8) * 4.0) as u32 {
            0 => Vec3::new(1.0, 0.12, 0.16),
            1 => Vec3::new(0.15, 0.55, 1.0),
            2 => Vec3::new(1.0, 0.75, 0.3),
            _ => Vec3::new(0.25, 1.0, 0.6),
        };
        return Finish {
            glow: if letters && own(7) < 0.7 {
                color * 3.5
            } else {
                Vec3::ZERO
            },
            ..Finish::matte([0.03; 3])
        };
    }
    let mut skin = Finish {
        gloss: 0.05,
        blur: 0.02,
        ..Finish::matte([0.015; 3])
    };
    if own(1) < 0.62 {
        let color = Vec3::new(1.0, 0.8, 0.55).lerp(Vec3::new(0.85, 0.95, 1.0), own(2));
        // A lit back wall, shelves, things on them, somebody before them.
        let cell = Vec2::new(along / 0.34 + 300.0, at.y / 0.46);
        let (thing, place) = (cell.floor(), cell.fract_gl());
        let of = |which: i32| hash(thing.x as i32, thing.y as i32, which);
        let tall = 0.2 + 0.65 * of(1);
        let is_thing = of(2) < 0.72 && (place.x - 0.5).abs() < 0.12 + 0.3 * of(3) && place.y > 0.08 && place.y < tall;
        let is_shelf = place.y < 0.07;
        let paint = match is_thing {
            true => Vec3::new(of(4), of(5), of(6)) * 0.8 + 0.08,
            false if is_shelf => Vec3::splat(0.12),
            false => Vec3::splat(0.75),
        };
        let figure = (inside.x - 0.25 - 0.5 * own(5)) * wide;
        let is_figure = own(6) < 0.6 && at.y < 1.75 && figure.abs() < if at.y > 1.5 { 0.1 } else { 0.24 };
        let top =
            (0.2 + 1.1 * inside.y * inside.y) * (0.55 + 0.6 * fractal(Vec3::new(along * 0.8, 0.0, own(3) * 30.0), 2));
        let paint = if is_figure { Vec3::splat(0.06) } else { paint };
        skin.glow = color * paint * (top * (0.5 + 1.1 * own(4)));
    }
    skin
}

fn car(at: Vec3, n: Vec3) -> Finish {
    let tint = hash((at.x / 6.0).round() as i32, 1, (at.z / 7.0).round() as i32);
    let paint = Vec3::splat(0.03).lerp(Vec3::new(0.25, 0.03, 0.03), f32::from(tint > 0.7));
    let rear = n.z.abs() > 0.9 && at.y > 0.55 && at.y < 0.75;
    let place = (at.x.abs() * 10.0).fract();
    let glow = match rear && place > 0.2 {
        true if n.z > 0.0 => Vec3::new(2.6, 0.06, 0.04),
        true => Vec3::new(3.0, 2.9, 2.6),
        false => Vec3::ZERO,
    };
    Finish {
        glow,
        gloss: 0.07,
        blur: 0.03,
        ..Finish::matte(paint)
    }
}

fn sky(toward: Vec3) -> Vec3 {
    let up = toward.y.max(0.0);
    let clouds = fractal(Vec3::new(toward.x, 0.0, toward.z) / (up + 0.2) * 1.6, 5);
    let glow = Vec3::new(0.3, 0.2, 0.14) * (1.0 - up).powi(4);
    let high = Vec3::new(0.045, 0.055, 0.09) * (0.6 + up);
    let lit = Vec3::new(0.2, 0.145, 0.13) * ((clouds - 0.42) * 3.0).clamp(0.0, 1.0) * (1.0 - 0.6 * up);
    high + glow + lit
}

pub fn site() -> Site {
    let mut flats = vec![
        flat(
            [9.9, 7.0, -9.5],
            [0.0, 3.5, -6.0],
            [0.55, 2.6],
            [7.5, 0.9, 2.6],
            FlatKind::Lamp,
        )
        .even(),
        flat(
            [-9.9, 6.4, -13.0],
            [0.0, 4.0, -9.0],
            [0.5, 2.0],
            [0.7, 4.4, 7.0],
            FlatKind::Lamp,
        )
        .even(),
        flat(
            [9.9, 5.6, 6.0],
            [0.0, 2.6, 3.0],
            [1.5, 0.45],
            [8.0, 4.6, 1.4],
            FlatKind::Lamp,
        )
        .even(),
    ];
    // A screen over the crossing, of tiles: the strongest light.
    for row in 0..4 {
        for column in 0..6 {
            let own = |of: i32| fractal(Vec3::new(column as f32 * 0.33, row as f32 * 0.4, of as f32 * 7.7), 3);
            let light =
                Vec3::new(0.5 + 1.2 * own(1), 0.75 + 0.6 * own(2), 0.6 + 1.1 * own(3)) * (2.0 + 19.0 * own(4).powi(2));
            let place = [-9.8, 6.3 + row as f32 * 1.02, 9.9 - column as f32 * 1.02];
            flats.push(
                flat(
                    place,
                    [0.0, place[1], place[2]],
                    [0.51, 0.51],
                    light.to_array(),
                    FlatKind::Lamp,
                )
                .even(),
            );
        }
    }
    let mut solids = vec![
        solid([-200.0, -0.3, -200.0], [200.0, 0.0, 200.0], street),
        solid([-10.0, 0.0, -190.0], [-7.0, 0.14, -11.0], pavement),
        solid([7.0, 0.0, -190.0], [10.0, 0.14, -11.0], pavement),
        solid([-10.0, 0.0, 3.0], [-7.0, 0.14, 190.0], pavement),
        solid([7.0, 0.0, 3.0], [10.0, 0.14, 190.0], pavement),
    ];
    // Houses along the street, and behind the crossing.
    let mut row = |x: f32, mut z: f32, until: f32, of: i32| {
        let mut at = 0;
        while z < until {
            let own = |which: i32| hash(at, which, of);
            let (wide, high) = (11.0 + 9.0 * own(1), 13.0 + 34.0 * own(2) * own(2));
            let x = x + x.signum() * 1.4 * own(3);
            let (near, far) = (x.min(x + 18.0 * x.signum()), x.max(x + 18.0 * x.signum()));
            solids.push(solid([near, 0.0, z], [far, high, z + wide], house));
            // Something on the roof.
            let (mid, deep) = ((near + far) / 2.0, z + wide * own(4));
            solids.push(solid(
                [mid - 2.0, high, deep - 1.5],
                [mid + 2.0, high + 1.5 + 2.0 * own(5), deep + 1.5],
                black,
            ));
            z += wide + 0.02;
            at += 1;
        }
    };
    row(-10.0, -150.0, -12.0, 1);
    row(10.0, -150.0, -12.0, 2);
    row(-10.0, 3.0, 150.0, 3);
    row(10.0, 3.0, 150.0, 4);
    for at in 0..11 {
        // Towers far down the street.
        let own = |which: i32| hash(at, which, 77);
        let (x, z) = (
            (own(1) - 0.5) * 130.0,
            if at % 2 == 0 {
                -175.0 - 40.0 * own(2)
            } else {
                170.0 + 40.0 * own(2)
            },
        );
        solids.push(turned(
            Vec3::new(x, 0.0, z),
            Vec3::new(8.0 + 6.0 * own(3), 25.0 + 55.0 * own(4), 8.0),
            own(5),
            house,
        ));
    }
    // The cross street ends in houses, too.
    for (x, of) in [(-62.0_f32, 1), (62.0, 2)] {
        solids.push(turned(
            Vec3::new(x, 0.0, -4.5),
            Vec3::new(9.0, 22.0 + 9.0 * of as f32, 24.0),
            0.0,
            house,
        ));
    }
    for at in 0..12 {
        for side in [-1.0_f32, 1.0] {
            let z = if at < 6 {
                -13.0 - 18.0 * at as f32
            } else {
                5.0 + 18.0 * (at - 6) as f32
            };
            let z = z + side * 4.0;
            let x = side * 7.6;
            let warm = if at % 3 == 0 {
                [62.0, 54.0, 44.0]
            } else {
                [74.0, 44.0, 20.0]
            };
            solids.push(solid([x - 0.06, 0.0, z - 0.06], [x + 0.06, 6.6, z + 0.06], metal));
            solids.push(solid(
                [x.min(x - side * 1.6), 6.55, z - 0.05],
                [x.max(x - side * 1.6), 6.63, z + 0.05],
                metal,
            ));
            flats.push(
                flat(
                    [x - side * 1.5, 6.5, z],
                    [x - side * 1.5, 0.0, z],
                    [0.3, 0.16],
                    warm,
                    FlatKind::Lamp,
                )
                .even(),
            );
        }
    }
    for (x, z) in [
        (-5.6_f32, -16.0_f32),
        (-5.6, -23.0),
        (5.6, -19.0),
        (5.6, -33.0),
        (2.4, -27.0),
        (-5.6, 9.0),
        (5.6, 14.0),
        (5.6, 21.0),
        (-2.2, 18.0),
    ] {
        solids.push(solid([x - 0.9, 0.3, z - 2.1], [x + 0.9, 0.85, z + 2.1], car));
        solids.push(solid([x - 0.75, 0.85, z - 1.2], [x + 0.75, 1.4, z + 1.0], car));
        solids.push(solid([x - 0.85, 0.0, z - 1.6], [x + 0.85, 0.35, z + 1.6], black));
    }
    Site::new([0.0, 1.6, 0.0], solids, flats, sky)
        .with_haze([0.035, 0.028, 0.026], 0.006)
        .exposed(1.9)
        .lit([-9.8, 0.1, -40.0], [9.8, 14.0, 40.0], [7, 5, 21])
}
