//! A black room: strips of light draw the edges of what stands in it.

use super::noise::fractal;
use super::ray::{FlatKind, Site, flat};
use super::solids::{Finish, solid, turned};
use super::studio::{black, grid, metal, stand};
use glam::Vec3;

fn floor(at: Vec3, _: Vec3) -> Finish {
    // Black resin, nearly a mirror.
    let worn = fractal(at * 1.1, 5);
    let tone = 0.03 + 0.03 * worn;
    Finish {
        gloss: 0.05,
        blur: 0.03 + 0.2 * worn * worn,
        ..Finish::matte([tone; 3])
    }
}

fn cloth(at: Vec3, n: Vec3) -> Finish {
    // Molton in folds.
    let along = at.dot(Vec3::new(n.z, 0.0, n.x).abs());
    let fold = (along * 14.0 + 3.0 * fractal(at * 0.9, 3)).sin() * 0.5 + 0.5;
    let tone = 0.04 + 0.1 * fold * fold;
    Finish::matte([tone, tone, tone * 1.08])
}

pub fn site() -> Site {
    let aim = [0.0, 1.1, 0.0];
    let flats = vec![
        // The key: a strip with a soft end, from the left and behind the eye.
        flat([-2.9, 2.2, 1.7], aim, [0.5, 1.35], [15.0, 14.8, 14.4], FlatKind::Lamp).sloped(0.6),
        // Edges: cool from the left, warm from the right, so wide that black cloth has one, too.
        flat([-2.7, 1.8, -2.1], aim, [0.4, 1.7], [9.6, 11.1, 13.5], FlatKind::Lamp).sloped(0.3),
        flat([2.5, 1.9, -2.5], aim, [0.4, 1.7], [13.7, 12.2, 10.5], FlatKind::Lamp).sloped(0.3),
        flat([3.4, 1.2, 1.0], aim, [0.1, 1.1], [7.5, 7.0, 6.4], FlatKind::Lamp).sloped(0.4),
        // A long strip overhead.
        flat(
            [0.0, 3.7, -0.5],
            [0.0, 0.0, -0.45],
            [0.16, 1.5],
            [8.5, 8.6, 8.8],
            FlatKind::Lamp,
        ),
        // A pool of light on the cloth behind.
        flat(
            [0.0, 0.4, -3.9],
            [0.0, 1.6, -5.2],
            [1.6, 0.14],
            [52.0, 60.0, 73.0],
            FlatKind::Hidden,
        ),
    ];
    let mut solids = vec![
        solid([-6.0, -0.2, -6.0], [6.0, 0.0, 6.0], floor),
        solid([-6.0, 4.6, -6.0], [6.0, 4.8, 6.0], black),
        solid([-5.6, 0.0, -5.4], [-5.4, 4.6, 5.4], cloth),
        solid([5.4, 0.0, -5.4], [5.6, 4.6, 5.4], cloth),
        solid([-5.4, 0.0, -5.6], [5.4, 4.6, -5.4], cloth),
        solid([-5.4, 0.0, 5.4], [5.4, 4.6, 5.6], cloth),
        turned(Vec3::new(-3.8, 0.35, -0.4), Vec3::new(0.3, 0.35, 0.5), 0.4, metal),
        turned(Vec3::new(3.6, 0.25, 3.0), Vec3::new(0.6, 0.25, 0.35), 0.7, metal),
    ];
    grid(4.2, 5.2, metal, &mut solids);
    for lamp in &flats[..4] {
        stand(lamp, &mut solids);
    }
    Site::new([0.0, 1.3, 0.0], solids, flats, |_| Vec3::splat(0.01))
        .exposed(1.15)
        .lit([-5.2, 0.1, -5.2], [5.2, 4.4, 5.2], [12, 6, 12])
}
