//! Times of pictures and of their passes.

use super::numbers::{KnownCost, count, measured, size, too_long};
use crate::bench::Bench;
use crate::budget::Budget;
use crate::text::{LineSaid, ReportLine};
use castview_base::core::BoneIndex;
use castview_base::scene::Skinning;
use castview_picture::{ColorBy, Marked};
use castview_testkit::bodies::MeasuredBody;
use std::time::Instant;

/// Each number of triangles in each size.
pub fn run(bench: &Bench, budget: &Budget, lines: &mut Vec<ReportLine>) -> Result<(), String> {
    let (all, sizes) = (&bench.wanted.triangles, &bench.wanted.sizes);
    let pixels = |[width, height]: [u32; 2]| f64::from(width) * f64::from(height);
    // Shares grow with the work, which is not in proportion to it.
    let work = |triangles: usize, size| ((triangles as f64) * pixels(size)).sqrt();
    let mut shares: f64 = all
        .iter()
        .flat_map(|triangles| sizes.iter().map(|size| work(*triangles, *size)))
        .sum();
    let mut known: Vec<KnownCost> = Vec::new();
    for &triangles in all {
        let mut body = None;
        for &of in sizes {
            let name = format!("{}, {}", count(triangles), size(of));
            let own = budget.share(work(triangles, of), shares);
            shares -= work(triangles, of);
            if let Some(said) = too_long(&known, (triangles as f64, pixels(of)), budget) {
                lines.push(ReportLine::new(name, said));
                continue;
            }
            let since = Instant::now();
            let body = body.get_or_insert_with(|| MeasuredBody::new(triangles, Skinning::Linear, false));
            let made = since.elapsed();
            match bench.rounds(&own, &mut |round| body.moving(of, round)) {
                Ok(rounds) => {
                    let longest = rounds.others.iter().map(|round| round.wall).max().unwrap_or_default();
                    known.push(KnownCost {
                        triangles: triangles as f64,
                        pixels: pixels(of),
                        took: made + rounds.first.wall + 2 * longest,
                    });
                    lines.push(ReportLine::new(name, measured(&rounds)));
                }
                // Memory that is short for one is enough for a smaller one.
                Err(why) => lines.push(ReportLine::new(name, LineSaid::Failed(why))),
            }
        }
    }
    Ok(())
}

/// Colours by weights, of other bones in each picture.
pub fn heat_map(bench: &Bench, budget: &Budget, lines: &mut Vec<ReportLine>) -> Result<(), String> {
    let name = format!("heat map, {}", count(bench.wanted.middle));
    if let Some(said) = too_long(&[], (0.0, 0.0), budget) {
        lines.push(ReportLine::new(name, said));
        return Ok(());
    }
    let body = MeasuredBody::new(bench.wanted.middle, Skinning::Linear, false);
    let bones: Vec<BoneIndex> = body.model().skeleton.bones().collect();
    let first = bench.wanted.sizes.first().copied().unwrap_or([1280, 720]);
    let rounds = bench.rounds(budget, &mut |round| {
        let mut picture = body.moving(first, round);
        picture.color_by = ColorBy::Weights;
        picture.models[0].marked = Marked {
            bones: vec![bones[3 + round % 20]],
            ..Marked::default()
        };
        picture
    })?;
    lines.push(ReportLine::new(name, measured(&rounds)));
    Ok(())
}
