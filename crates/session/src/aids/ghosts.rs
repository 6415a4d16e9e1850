//! The posed meshes a few steps before and after the playhead.
//!
//! In: how many, how far apart, and where the playhead stands. Out: poses of those frames, kept as long as nothing that moves
//! the models changes. Frames outside the clip have no ghost.

use super::state::{Kept, Keys, Shown};
use crate::{Aids, Change, GhostStep, Placed, Session};
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

impl Session {
    /// Brings the ghosts to where the playhead stands.
    pub(crate) fn follow_ghosts(&mut self) {
        if self.aids.ghosts.moves != Some(self.motion_key()) {
            self.aids.ghosts.kept.clear();
            self.aids.ghosts.moves = Some(self.motion_key());
        }
        let wanted = self.wanted_frames();
        let mut shown = Vec::new();
        if !wanted.is_empty() {
            let cast: Vec<PlacedKey> = self.casts_ghosts().take(MOST_MODELS).collect();
            for (frame, steps) in wanted {
                for key in &cast {
                    let kept = self.kept(*key, frame);
                    shown.extend(kept.map(|kept| Shown { kept, steps }));
                }
            }
        }
        let name = |shown: &Shown| (Arc::as_ptr(&shown.kept.pose), shown.steps);
        let are_others = !shown.iter().map(name).eq(self.aids.ghosts.shown.iter().map(name));
        let choice = self.preferences.ghosts;
        // Outlines and opacity change how the same ghosts look.
        let look_otherwise = !shown.is_empty() && self.aids.ghosts.drawn_as != choice;
        if are_others || look_otherwise {
            self.note(Change::PICTURE);
        }
        self.aids.ghosts.drawn_as = choice;
        self.aids.ghosts.shown = shown;
    }

    /// Models with a surface that something moves.
    fn casts_ghosts(&self) -> impl Iterator<Item = PlacedKey> + '_ {
        let is_driven = move |placed: &Placed| {
            placed.binding.as_ref().is_some_and(|binding| binding.matched > 0)
                || !placed.layers.is_empty()
                || self.edits.attachments.contains_key(&placed.key)
        };
        let moves = move |placed: &&Placed| {
            let carrier = placed
                .carried_by
                .as_ref()
                .and_then(|carried| self.stage.placed(carried.leader));
            is_driven(placed) || carrier.is_some_and(is_driven)
        };
        let models = self
            .stage
            .models
            .iter()
            .filter(|placed| !placed.model().meshes.is_empty());
        // Ghosts of ten thousand instances would be nothing but fog.
        let models = models.filter(|placed| placed.standing.places.len() <= MOST_PLACES);
        models.filter(moves).map(|placed| placed.key)
    }

    /// The farthest first.
    fn wanted_frames(&mut self) -> Vec<(f64, i32)> {
        let choice = self.preferences.ghosts;
        let (Some(timeline), Some(now)) = (self.timeline(), self.frame()) else {
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
                let keys = self.ghost_keys();
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

    fn ghost_keys(&mut self) -> &[f64] {
        let of = (self.composition.keyed_layer, self.edits.selected, self.motion_key());
        if self.aids.ghosts.keys.as_ref().is_none_or(|keys| keys.of != of) {
            let mut frames = self.key_frames();
            frames.sort_by(f64::total_cmp);
            frames.dedup();
            self.aids.ghosts.keys = Some(Keys { of, frames });
        }
        self.aids.ghosts.keys.as_ref().map_or(&[], |keys| &keys.frames)
    }

    /// The model at that frame, from memory if it was asked for before.
    fn kept(&mut self, key: PlacedKey, frame: f64) -> Option<Kept> {
        let have = self
            .aids
            .ghosts
            .kept
            .iter()
            .position(|kept| kept.key == key && kept.frame == frame);
        let kept = match have.and_then(|at| self.aids.ghosts.kept.remove(at)) {
            Some(kept) => kept,
            None => {
                let placed = self.stage.placed(key)?;
                let posed = self.timed_pose(placed, self.timeline()?.secs(frame));
                let bounds = placed.reach.bounds(placed.model(), &posed.pose);
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
        if self.aids.ghosts.kept.len() >= MOST_KEPT {
            self.aids.ghosts.kept.pop_front();
        }
        self.aids.ghosts.kept.push_back(kept.clone());
        Some(kept)
    }

    /// In drawing order: those behind come first, and of those at one place the farthest in time.
    pub(crate) fn shown_ghosts(&self, camera: &Camera) -> Vec<Ghost> {
        let world_from_stage = self.world_from_stage();
        let depth = |shown: &Shown| {
            let middle = world_from_stage.transform_point3(shown.kept.bounds.center());
            (middle - camera.eye()).dot(camera.forward())
        };
        let mut shown: Vec<(f32, &Shown)> = self
            .aids
            .ghosts
            .shown
            .iter()
            .map(|shown| (depth(shown), shown))
            .collect();
        shown.sort_by(|a, b| b.0.total_cmp(&a.0));
        shown.into_iter().filter_map(|(_, shown)| self.ghost(shown)).collect()
    }

    fn ghost(&self, Shown { kept, steps }: &Shown) -> Option<Ghost> {
        let placed = self.stage.placed(kept.key)?;
        let colors = self.colors();
        let choice = self.preferences.ghosts;
        Some(Ghost {
            model: PlacedModel {
                pose: kept.pose.clone(),
                stage_from_model: kept.stage_from_model,
                places: kept.standing.places.clone(),
                hidden_meshes: self.view.undrawn_meshes(&self.edits, placed),
                selection: None,
                also_selected_meshes: Vec::new(),
                ..self.whole_model(placed)
            },
            color: if *steps < 0 { colors.before } else { colors.after },
            opacity: f32::from(choice.percent) / 100.0 * FADE.powi(steps.abs() - 1),
            is_outline: choice.outlines,
        })
    }
}

impl Aids {
    /// Which ghost frames are shown, with their steps from the playhead; below 0 before it.
    pub fn ghost_frames(&self) -> Vec<(f64, i32)> {
        let mut frames: Vec<(f64, i32)> = self.ghosts.shown.iter().map(|s| (s.kept.frame, s.steps)).collect();
        frames.dedup();
        frames
    }
}
