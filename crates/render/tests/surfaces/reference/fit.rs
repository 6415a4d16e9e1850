//! Finds the numbers of `mirrored_light` (`light.wgsl`), after which the built-in environments need them anew.
//!
//! `cargo test -p castview-render --test surfaces numbers_of_mirrored_light -- --ignored --nocapture` prints them: each is moved by smaller
//! and smaller steps while the error falls. They go into the shader and into `castview_testkit::shading::MIRRORED`.

use super::lobes::{COSINES, ROUGHNESSES, SUBJECTS, VIEWS, lit_by, squares, subject};
use super::surroundings::SETS;
use castview_picture::light::Preset;
use castview_picture::{Environment, Picture};
use castview_testkit::gpu;
use castview_testkit::shading::{Lighting, MIRRORED, Point};
use glam::Vec3;
use rayon::prelude::*;

/// Light that a square mirrors by the integral, with the numbers it is reckoned from.
struct Wanted {
    point: Point,
    cosine: usize,
    /// Its share of light that comes from all around alike.
    share: Vec3,
    light: Vec3,
}

/// Squares of one material, roughness and environment.
struct Part {
    subject: usize,
    roughness: usize,
    lighting: usize,
    squares: Vec<Wanted>,
    exposure: f32,
}

fn parts() -> (Vec<Part>, Vec<Lighting>) {
    let lightings = Preset::ALL.map(|preset| {
        Lighting::of(&Picture {
            environment: Environment::Preset(preset),
            ..gpu::empty_picture()
        })
    });
    let around = Preset::ALL.map(|preset| lit_by(preset).1);
    let mut parts = Vec::new();
    for (at, (.., exposure)) in SUBJECTS.into_iter().enumerate() {
        for (roughness, value) in ROUGHNESSES.into_iter().enumerate() {
            let all = VIEWS.map(|view| squares(view, &subject(at, value)).1);
            parts.extend(around.iter().enumerate().map(|(lighting, around)| {
                let squares: Vec<_> = all.iter().flatten().collect();
                let squares = squares.into_par_iter().map(|square| {
                    let p = square.point;
                    let point = Point {
                        n: p.n,
                        v: p.v,
                        diffuse: Vec3::ZERO,
                        f0: p.f0,
                        f90: p.f90,
                        roughness: p.roughness,
                    };
                    let sum: Vec3 = (0..SETS).map(|which| around.reflected(&p, which)).sum();
                    Wanted {
                        point,
                        cosine: square.cosine,
                        share: point.reflected(),
                        light: sum / SETS as f32,
                    }
                });
                Part {
                    subject: at,
                    roughness,
                    lighting,
                    squares: squares.collect(),
                    exposure: f32::exp2(exposure),
                }
            }));
        }
    }
    (parts, lightings.into())
}

/// Mean and greatest error of each subject over all environments.
fn errors(parts: &[Part], lightings: &[Lighting], numbers: [f32; 5]) -> [[f32; 2]; SUBJECTS.len()] {
    let by_part: Vec<[f32; COSINES.len()]> = parts
        .par_iter()
        .map(|part| {
            let (mut apart, mut all) = ([0.0; COSINES.len()], [0.0; COSINES.len()]);
            for square in &part.squares {
                let shown = |light: Vec3| (light * part.exposure).min(Vec3::ONE);
                let got = shown(square.share * lightings[part.lighting].mirrored_by(&square.point, numbers));
                let wanted = shown(square.light);
                apart[square.cosine] += (got - wanted).abs().element_sum();
                all[square.cosine] += wanted.element_sum();
            }
            std::array::from_fn(|cosine| apart[cosine] / all[cosine] / Preset::ALL.len() as f32)
        })
        .collect();
    std::array::from_fn(|subject| {
        let (mut greatest, mut mean) = (0.0_f32, 0.0);
        for roughness in 0..ROUGHNESSES.len() {
            for cosine in 0..COSINES.len() {
                let of_these = parts.iter().zip(&by_part);
                let error: f32 = of_these
                    .filter(|(part, _)| part.subject == subject && part.roughness == roughness)
                    .map(|(_, errors)| errors[cosine])
                    .sum();
                greatest = greatest.max(error);
                mean += error / (ROUGHNESSES.len() * COSINES.len()) as f32;
            }
        }
        [mean, greatest]
    })
}

#[test]
#[ignore = "finds numbers for a shader, where environments have changed"]
fn numbers_of_mirrored_light() {
    let (parts, lightings) = parts();
    let size =
        |errors: [[f32; 2]; SUBJECTS.len()]| errors.iter().map(|[mean, greatest]| mean + 0.3 * greatest).sum::<f32>();
    let mut numbers = MIRRORED;
    let mut best = errors(&parts, &lightings, numbers);
    println!("{numbers:?}: {best:.4?}");
    for step in [0.4, 0.2, 0.1, 0.05] {
        loop {
            let before = size(best);
            for at in 0..numbers.len() {
                // The factor of the cosine is the largest by far.
                let step = step * if at == 2 { 5.0 } else { 1.0 };
                for moved in [-step, step] {
                    let mut tried = numbers;
                    tried[at] += moved;
                    let found = errors(&parts, &lightings, tried);
                    if size(found) < size(best) {
                        (numbers, best) = (tried, found);
                    }
                }
            }
            if size(best) > before - 1e-5 {
                break;
            }
        }
        println!("{numbers:.2?}: {best:.4?}");
    }
}
