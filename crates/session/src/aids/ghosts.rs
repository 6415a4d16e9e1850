//! The posed meshes a few steps before and after the playhead.
//!
//! In: how many, how far apart, and where the playhead stands. Out: poses of those frames, kept as long as nothing that moves
//! the models changes. Frames outside the clip have no ghost.

use super::state::{Kept, Keys, Shown};
use crate::composition::pinned::lacking::models_with_ghosts;
use crate::composition::stopped::pose_at;
use crate::placed::timed_pose::TimedSteps;
use crate::playback::played::motion_key;
use crate::playback::seek::key_frames;
use crate::stage::up_axis;
use crate::view::shown::drawn::whole_model;
use crate::window::colors;
use crate::{Aids, Change, GhostStep, PinnedB, Placed, Session, pinned_b};
use castview_base::core::Camera;
use castview_picture::{Ghost, PlacedKey, PlacedModel};
use std::sync::Arc;

/// Models that cast ghosts, from the first on: of a crowd they would be a fog.
const MOST_MODELS: usize = 16;
/// Poses that are kept, over all models.
const MOST_KEPT: usize = 512;
/// A model that stands in more places than this has no ghosts.
const MOST_PLACES: usize = 16;
/// Share that the opacity of each ghost has of the one nearer to the playhead.
const FADE: f32 = 0.66;

/// Brings the ghosts to where the playhead stands.
pub(crate) fn follow_ghosts(session: &mut Session) {
    if session.aids.ghosts.moves != Some(motion_key(session)) {
        session.aids.ghosts.kept.clear();
        session.aids.ghosts.moves = Some(motion_key(session));
    }
    let wanted = wanted_frames(session);
    let mut shown = Vec::new();
    if !wanted.is_empty() {
        let cast: Vec<PlacedKey> = casts_ghosts(session).take(MOST_MODELS).collect();
        for (frame, steps) in wanted {
            for key in &cast {
                let kept = self::kept(session, *key, frame);
                shown.extend(kept.map(|kept| Shown { kept, steps }));
            }
        }
    }
    let name = |shown: &Shown| (Arc::as_ptr(&shown.kept.pose), shown.steps);
    let are_others = !shown.iter().map(name).eq(session.aids.ghosts.shown.iter().map(name));
    let choice = session.preferences.aids.ghosts;
    // Outlines and opacity change how the same ghosts look.
    let has_ghosts = !shown.is_empty() || pinned_b(session).is_some_and(PinnedB::shows_ghosts);
    let look_otherwise = has_ghosts && session.aids.ghosts.drawn_as != choice;
    if are_others || look_otherwise {
        session.note(Change::PICTURE);
    }
    session.aids.ghosts.drawn_as = choice;
    session.aids.ghosts.shown = shown;
}

/// Models with a surface that something moves.
fn casts_ghosts(session: &Session) -> impl Iterator<Item = PlacedKey> + '_ {
    let is_driven = move |placed: &Placed| {
        placed.clips.is_matched() || !placed.layers().is_empty() || session.edits.attachments.contains_key(&placed.key)
    };
    let moves = move |placed: &&Placed| {
        let carrier = placed
            .staging
            .carried_by()
            .and_then(|carried| session.stage.placed(carried.leader));
        is_driven(placed) || carrier.is_some_and(is_driven)
    };
    let models = session
        .stage
        .models()
        .iter()
        .filter(|placed| !placed.model().meshes.is_empty());
    // Ghosts of ten thousand instances would be nothing but fog.
    let models = models.filter(|placed| placed.standing().places.len() <= MOST_PLACES);
    models.filter(moves).map(|placed| placed.key)
}

/// The farthest first.
fn wanted_frames(session: &mut Session) -> Vec<(f64, i32)> {
    let choice = session.preferences.aids.ghosts;
    let (Some(timeline), Some(now)) = (session.timeline(), session.frame()) else {
        return Vec::new();
    };
    if !choice.shown {
        return Vec::new();
    }
    let count = i32::from(choice.count);
    let mut out = Vec::new();
    match choice.step {
        GhostStep::Frames(step) => {
            for steps in (1..=count).rev().flat_map(|steps| [-steps, steps]) {
                out.push((now.round() + f64::from(steps) * f64::from(step), steps));
            }
        }
        GhostStep::Keys => {
            const CLOSE: f64 = 1e-6;
            let keys = ghost_keys(session);
            let before = keys.partition_point(|key| *key < now - CLOSE);
            let after = keys.partition_point(|key| *key <= now + CLOSE);
            for steps in (1..=count).rev() {
                let at = before.checked_sub(steps as usize);
                out.extend(at.map(|at| (keys[at], -steps)));
                out.extend(keys.get(after + steps as usize - 1).map(|key| (*key, steps)));
            }
        }
    }
    out.retain(|(frame, _)| timeline.range.contains(*frame));
    out
}

fn ghost_keys(session: &mut Session) -> &[f64] {
    let of = (
        session.composition.keyed_layer(),
        session.edits.selected,
        motion_key(session),
    );
    if session.aids.ghosts.keys.as_ref().is_none_or(|keys| keys.of != of) {
        let mut frames = key_frames(session);
        frames.sort_by(f64::total_cmp);
        frames.dedup();
        session.aids.ghosts.keys = Some(Keys { of, frames });
    }
    session.aids.ghosts.keys.as_ref().map_or(&[], |keys| &keys.frames)
}

/// The model at that frame, from memory if it was asked for before.
fn kept(session: &mut Session, key: PlacedKey, frame: f64) -> Option<Kept> {
    let have = session
        .aids
        .ghosts
        .kept
        .iter()
        .position(|kept| kept.key == key && kept.frame == frame);
    let kept = match have.and_then(|at| session.aids.ghosts.kept.remove(at)) {
        Some(kept) => kept,
        None => {
            let placed = session.stage.placed(key)?;
            let posed = pose_at::timed_pose(session, placed, session.timeline()?.secs(frame), TimedSteps::Shown);
            let bounds = placed.reach().bounds(placed.model(), &posed.pose);
            let bounds = bounds.transformed(posed.stage_from_model);
            Kept {
                key,
                frame,
                bounds: posed.standing.places.around(bounds),
                standing: posed.standing,
                pose: Arc::new(posed.pose),
                stage_from_model: posed.stage_from_model,
            }
        }
    };
    if session.aids.ghosts.kept.len() >= MOST_KEPT {
        session.aids.ghosts.kept.pop_front();
    }
    session.aids.ghosts.kept.push_back(kept.clone());
    Some(kept)
}

/// In drawing order: those behind come first, and of those at one place the farthest in time.
pub(crate) fn shown_ghosts(session: &Session, camera: &Camera) -> Vec<Ghost> {
    let world_from_stage = up_axis::world_from_stage(session);
    let depth = |shown: &Shown| {
        let middle = world_from_stage.transform_point3(shown.kept.bounds.center());
        (middle - camera.eye()).dot(camera.forward())
    };
    let mut shown: Vec<(f32, &Shown)> = session
        .aids
        .ghosts
        .shown
        .iter()
        .map(|shown| (depth(shown), shown))
        .collect();
    shown.sort_by(|a, b| b.0.total_cmp(&a.0));
    let of_clip = shown.into_iter().filter_map(|(_, shown)| ghost(session, shown));
    pinned_ghosts(session).chain(of_clip).collect()
}

fn ghost(session: &Session, Shown { kept, steps }: &Shown) -> Option<Ghost> {
    let placed = session.stage.placed(kept.key)?;
    let colors = colors::colors(session);
    let choice = session.preferences.aids.ghosts;
    Some(Ghost {
        model: PlacedModel {
            pose: kept.pose.clone(),
            stage_from_model: kept.stage_from_model,
            places: kept.standing.places.clone(),
            hidden_meshes: session.view.undrawn_meshes(&session.edits, placed),
            selection: None,
            also_selected_meshes: Vec::new(),
            tints: Vec::new(),
            ..whole_model(session, placed)
        },
        color: if *steps < 0 { colors.before } else { colors.after },
        opacity: f32::from(choice.percent) / 100.0 * FADE.powi(steps.abs() - 1),
        is_outline: choice.outlines,
    })
}

/// Ghosts of B, unless it is shown in place of A.
fn pinned_ghosts(session: &Session) -> impl Iterator<Item = Ghost> + '_ {
    let choice = session.preferences.aids.ghosts;
    let found = models_with_ghosts(session).map(|(placed, pinned)| (placed, pinned.stood()));
    found.map(move |(placed, (pose, stage_from_model, places))| Ghost {
        model: PlacedModel {
            pose: pose.clone(),
            stage_from_model,
            places: places.clone(),
            hidden_meshes: session.view.undrawn_meshes(&session.edits, placed),
            selection: None,
            also_selected_meshes: Vec::new(),
            ..whole_model(session, placed)
        },
        color: colors::colors(session).goal,
        opacity: f32::from(choice.percent) / 100.0,
        is_outline: choice.outlines,
    })
}

impl Aids {
    /// Which ghost frames are shown, with their steps from the playhead; below 0 before it.
    pub fn ghost_frames(&self) -> Vec<(f64, i32)> {
        let mut frames: Vec<(f64, i32)> = self.ghosts.shown.iter().map(|s| (s.kept.frame, s.steps)).collect();
        frames.dedup();
        frames
    }
}
