//! Many models in one picture, and one model in many places.

use super::numbers::{KnownCost, count, measured, size, too_long};
use crate::bench::Bench;
use crate::budget::Budget;
use crate::text::ReportLine;
use castview_base::core::Bounds;
use castview_base::scene::Skinning;
use castview_picture::{Picture, PlacedModel, Places};
use castview_testkit::bodies::{MeasuredBody, picture};
use glam::{Affine3A, Vec3};

/// Models stand so far apart, in units of which a body is two high.
const APART: f32 = 1.6;

pub fn run(bench: &Bench, budget: &Budget, lines: &mut Vec<ReportLine>) -> Result<(), String> {
    let body = MeasuredBody::new(bench.wanted.small, Skinning::Linear, false);
    let of = bench.wanted.sizes.first().copied().unwrap_or([1280, 720]);
    let mut known: Vec<KnownCost> = Vec::new();
    let rows = bench.wanted.models.len() as f64 + 1.0;
    for (at, &models) in bench.wanted.models.iter().enumerate() {
        let name = format!("{models} models, {}", size(of));
        let wanted = ((models * bench.wanted.small) as f64, 1.0);
        if let Some(said) = too_long(&known, wanted, budget) {
            lines.push(ReportLine::new(name, said));
            continue;
        }
        let own = budget.share(1.0, rows - at as f64);
        let rounds = bench.rounds(&own, &mut |round| crowd(&body, models, of, round))?;
        let longest = rounds.others.iter().map(|round| round.wall).max();
        known.push(KnownCost {
            triangles: wanted.0,
            pixels: wanted.1,
            took: rounds.first.wall + 2 * longest.unwrap_or_default(),
        });
        lines.push(ReportLine::new(name, measured(&rounds)));
    }
    let places = bench.wanted.models.last().copied().unwrap_or(1).max(1);
    let name = format!("1 model, {} places", count(places));
    let wanted = ((places * bench.wanted.small) as f64, 1.0);
    let said = match too_long(&known, wanted, budget) {
        Some(said) => said,
        None => measured(&bench.rounds(budget, &mut |round| copies(&body, places, of, round))?),
    };
    lines.push(ReportLine::new(name, said));
    Ok(())
}

/// Where number `at` of `count` stands: in a square on the ground.
fn stand(at: usize, count: usize) -> Affine3A {
    let side = (count as f32).sqrt().ceil().max(1.0) as usize;
    let at = [at % side, at / side].map(|along| (along as f32 - (side - 1) as f32 * 0.5) * APART);
    Affine3A::from_translation(Vec3::new(at[0], 0.0, at[1]))
}

fn crowd(body: &MeasuredBody, models: usize, size: [u32; 2], round: usize) -> Picture {
    let one = |at: usize| PlacedModel {
        stage_from_model: stand(at, models),
        ..body.placed(at as u64 + 1, body.bent(0.01 * ((round + at) as f32).sin()))
    };
    turned((0..models).map(one).collect(), (body, models, size), round)
}

fn copies(body: &MeasuredBody, places: usize, size: [u32; 2], round: usize) -> Picture {
    let all = (0..places).map(|at| stand(at, places)).collect();
    let model = PlacedModel {
        places: Places::of(all).expect("there is a place"),
        ..body.placed(1, body.bent(0.01 * (round as f32).sin()))
    };
    turned(vec![model], (body, places, size), round)
}

/// All of them before a camera that has turned.
fn turned(models: Vec<PlacedModel>, (body, count, size): (&MeasuredBody, usize, [u32; 2]), round: usize) -> Picture {
    let around = body.mesh().bounds;
    let corners = [0, count - 1].map(|at| Vec3::from(stand(at, count).translation));
    let reach = corners[0].abs().max(corners[1].abs());
    let bounds = Bounds {
        min: around.min - reach,
        max: around.max + reach,
    };
    let mut picture = picture(size, models, bounds);
    picture.camera.pitch_rad = 0.5;
    picture.camera.yaw_rad += 0.01 * round as f32;
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_stand_in_one_place() {
        for count in [1, 2, 10, 100] {
            let mut all: Vec<_> = (0..count)
                .map(|at| stand(at, count).translation.to_array().map(f32::to_bits))
                .collect();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), count);
        }
    }

    #[test]
    fn models_have_keys_and_poses_of_their_own() {
        let body = MeasuredBody::new(200, Skinning::Linear, false);
        let picture = crowd(&body, 5, [64, 64], 0);
        let keys: std::collections::BTreeSet<_> = picture.models.iter().map(|model| model.key.0).collect();
        assert_eq!(keys.len(), 5);
        assert_ne!(picture.models[0].pose.palettes, picture.models[1].pose.palettes);
        assert_eq!(copies(&body, 5, [64, 64], 0).models[0].places.len(), 5);
    }
}
