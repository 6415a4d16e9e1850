//! The ground: how high it lies, and what stands on it.
//!
//! In: the models and the clip that plays. Out: one height, the lowest point of all surfaces over the clip, which stays while it
//! plays. Looked for once per clip, at few times and few vertices each: never per picture.

use crate::core::Bounds;
use crate::deform;
use crate::session::{Placed, Session};

/// Times of the clip that are looked at.
const MOST_TIMES: usize = 24;
/// Models that are looked at, and vertices that are deformed for it altogether.
const MOST_MODELS: usize = 64;
const MOST_VERTICES: usize = 60_000;

impl Session {
    /// Around the surfaces as they are posed now, in world space; never too small.
    pub(in crate::session) fn posed_world_bounds(&self) -> Bounds {
        let world_from_stage = self.world_from_stage();
        let surfaces = self.stage.models.iter().filter(|placed| placed.model().has_surface());
        surfaces.fold(Bounds::EMPTY, |all, placed| {
            all.union(placed.bounds.transformed(world_from_stage))
        })
    }

    /// Looks for the height of the ground anew.
    pub(in crate::session) fn find_ground(&mut self) {
        let (world_from_stage, mut lowest) = (self.world_from_stage(), f32::INFINITY);
        for placed in &mut self.stage.models {
            if stands(placed) {
                let around = placed.tight_bounds().transformed(world_from_stage);
                lowest = lowest.min(around.min.y);
            }
        }
        let over_clip = self.lowest_over_clip().unwrap_or(lowest);
        let height = lowest.min(over_clip);
        self.view.ground = height.is_finite().then_some(height);
    }

    /// `None`: nothing plays.
    fn lowest_over_clip(&self) -> Option<f32> {
        let timeline = self.timeline()?;
        let moves = |placed: &&Placed| {
            let is_driven = placed.binding.as_ref().is_some_and(|binding| binding.matched > 0);
            stands(placed) && (is_driven || self.leader_of(placed).is_some())
        };
        let models: Vec<&Placed> = self.stage.models.iter().filter(moves).take(MOST_MODELS).collect();
        let most = MOST_VERTICES / (MOST_TIMES * models.len().max(1));
        let world_from_stage = self.world_from_stage();
        let mut lowest = f32::INFINITY;
        for placed in models {
            for time in 0..MOST_TIMES {
                let share = time as f64 / (MOST_TIMES - 1) as f64;
                let frame = timeline.range.start + timeline.range.length() * share;
                let posed = self.timed_pose(placed, timeline.secs(frame));
                let vertices = deform::some_vertices(placed.model(), &posed.pose, most);
                let on_stage = vertices
                    .into_iter()
                    .map(|vertex| posed.stage_from_model.transform_point3(vertex));
                let around = posed.standing.places.around(on_stage.collect());
                lowest = lowest.min(around.transformed(world_from_stage).min.y);
            }
        }
        Some(lowest)
    }
}

/// Whether it has surfaces that are seen.
fn stands(placed: &Placed) -> bool {
    placed.pose.model_visible && placed.model().has_surface()
}
