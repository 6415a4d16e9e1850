//! The ground: how high it lies, and what stands on it.
//!
//! In: the models and the clip that plays. Out: the bounds of all surfaces over the clip, their outermost points, and the height of
//! their lowest point. Found once per clip, at few times and few vertices each: never per picture.

use crate::composition::stopped::pose_at;
use crate::placed::timed_pose::TimedSteps;
use crate::playback::played::motion_key;
use crate::stage::up_axis;
use crate::{Placed, Session};
use castview_base::core::Bounds;
use castview_motion::animation::Pose;
use castview_motion::deform::{corners, outermost};
use castview_picture::PlacedKey;
use glam::Vec3;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::borrow::Cow;

/// Times of the clip that are looked at.
const MOST_TIMES: usize = 24;
/// Models that are looked at, and vertices that are deformed for it altogether.
const MOST_MODELS: usize = 64;
const MOST_VERTICES: usize = 60_000;

/// Around the surfaces as they are posed now, in world space; never too small.
pub(crate) fn posed_world_bounds(session: &Session) -> Bounds {
    let world_from_stage = up_axis::world_from_stage(session);
    let surfaces = session
        .stage
        .models()
        .iter()
        .filter(|placed| placed.model().has_surface());
    surfaces.fold(Bounds::EMPTY, |all, placed| {
        all.union(placed.bounds().transformed(world_from_stage))
    })
}

/// Finds the ground, if anything it follows from has changed.
pub(crate) fn follow_ground(session: &mut Session) {
    if session.view.swept_for != Some((motion_key(session), session.changes.ground())) {
        find_ground(session);
    }
}

/// Looks for the height of the ground anew. Where the playhead is has no part in it.
pub(crate) fn find_ground(session: &mut Session) {
    let moving = self::moving(session);
    let (mut swept, outermost) = bounds_over_clip(session, &moving);
    let world_from_stage = up_axis::world_from_stage(session);
    for at in 0..session.stage.models().len() {
        let placed = &session.stage.models()[at];
        if !stands(placed) || moving.contains(&placed.key) {
            continue;
        }
        let hidden = session.edits.hidden_meshes(placed);
        let around = match hidden.contains(&true) {
            true => {
                let pose = without(placed.pose(), &hidden);
                let vertices = placed.reach().some_vertices(placed.model(), &pose, MOST_VERTICES);
                let on_stage = vertices
                    .into_iter()
                    .map(|vertex| placed.stage_from_model().transform_point3(vertex));
                placed.standing().places.around(on_stage.collect())
            }
            false => session.stage.models_mut()[at].tight_bounds(),
        };
        if !around.is_empty() {
            swept = swept.union(around.transformed(world_from_stage));
        }
    }
    session.view.ground = (!swept.is_empty())
        .then_some(swept.min.y)
        .filter(|height| height.is_finite());
    (session.view.swept, session.view.outermost) = (swept, outermost);
    session.view.swept_for = Some((motion_key(session), session.changes.ground()));
}

/// The models that the clip or what they hang on moves, as many as are looked at over the clip.
fn moving(session: &Session) -> Vec<PlacedKey> {
    let moves = |placed: &&Placed| {
        let by_clip = placed.clips.is_matched();
        let is_driven = by_clip || placed.layers().iter().any(|layer| layer.binding.matched > 0);
        stands(placed) && (is_driven || session.edits.leader_of(placed).is_some())
    };
    let plays = session.timeline().is_some();
    let models = session.stage.models().iter().filter(|_| plays).filter(moves);
    models.take(MOST_MODELS).map(|placed| placed.key).collect()
}

/// Around those of `moving` over the clip, and their outermost points at each time that is looked at, in world space; empty without
/// models.
fn bounds_over_clip(session: &Session, moving: &[PlacedKey]) -> (Bounds, Vec<Vec3>) {
    let Some(timeline) = session.timeline() else {
        return (Bounds::EMPTY, Vec::new());
    };
    let most = MOST_VERTICES / (MOST_TIMES * moving.len().max(1));
    let world_from_stage = up_axis::world_from_stage(session);
    let around_at = |placed: &Placed, hidden: &[bool], time: usize| {
        let share = time as f64 / (MOST_TIMES - 1) as f64;
        let frame = timeline.range.start + timeline.range.length() * share;
        let posed = pose_at::timed_pose(session, placed, timeline.secs(frame), TimedSteps::All);
        let pose = without(&posed.pose, hidden);
        let vertices = placed.reach().some_vertices(placed.model(), &pose, most).into_iter();
        let on_stage: Vec<Vec3> = vertices
            .map(|vertex| posed.stage_from_model.transform_point3(vertex))
            .collect();
        let places = &posed.standing.places;
        let around = places.around(on_stage.iter().copied().collect());
        let outermost = match places[..] {
            [place] => {
                let placed: Vec<Vec3> = on_stage.iter().map(|point| place.transform_point3(*point)).collect();
                let outermost = outermost(placed.iter().copied());
                outermost.into_iter().map(|at| placed[at]).collect()
            }
            // Too many to look at the points of each.
            _ => corners(&around).to_vec(),
        };
        let in_world = outermost
            .into_iter()
            .map(|point| world_from_stage.transform_point3(point));
        (!around.is_empty()).then(|| (around.transformed(world_from_stage), in_world.collect::<Vec<_>>()))
    };
    let (mut swept, mut all_outermost) = (Bounds::EMPTY, Vec::new());
    for placed in moving.iter().filter_map(|key| session.stage.placed(*key)) {
        let hidden = session.edits.hidden_meshes(placed);
        let times = (0..MOST_TIMES).into_par_iter();
        let around: Vec<_> = times.map(|time| around_at(placed, &hidden, time)).collect();
        for (around, outermost) in around.into_iter().flatten() {
            swept = swept.union(around);
            all_outermost.extend(outermost);
        }
    }
    (swept, all_outermost)
}

/// A pose in which `hidden` meshes are not seen.
fn without<'a>(pose: &'a Pose, hidden: &[bool]) -> Cow<'a, Pose> {
    if !hidden.contains(&true) {
        return Cow::Borrowed(pose);
    }
    let mut shown = pose.clone();
    for (visible, hidden) in shown.mesh_visible.iter_mut().zip(hidden) {
        *visible &= !hidden;
    }
    Cow::Owned(shown)
}

/// Whether it has surfaces that are seen.
fn stands(placed: &Placed) -> bool {
    placed.pose().model_visible && placed.model().has_surface()
}

/// Around everything posed, in world space.
pub fn world_bounds(session: &Session) -> Bounds {
    let world_from_stage = up_axis::world_from_stage(session);
    session.stage.models().iter().fold(Bounds::EMPTY, |all, placed| {
        all.union(placed.bounds().transformed(world_from_stage))
    })
}
