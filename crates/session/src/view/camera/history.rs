//! Back and forward through where the camera has stood, as a browser does with pages.
//!
//! In: the camera before each move. Out: earlier and later cameras. Moves of one kind that follow each other are one step, so that
//! a drag is one; the stage they are of does not matter to them.

use crate::CameraMove;
use castview_base::core::Camera;
use std::collections::VecDeque;
use std::mem::{Discriminant, discriminant};

/// Steps that can be gone back.
const DEPTH: usize = 1000;

#[derive(Debug, Default)]
pub(crate) struct CameraHistory {
    back: VecDeque<Camera>,
    forward: Vec<Camera>,
    /// How many steps were ever remembered.
    steps: u64,
    /// The kind of drag that the last move was a part of, and the number of the action that made it.
    dragged: Option<(Discriminant<CameraMove>, u64)>,
}

impl CameraHistory {
    /// `before` is where the camera stood until `movement`, which the action of that number makes. A drag is made by actions in a row.
    pub fn remember(&mut self, before: Camera, movement: &CameraMove, action: u64) {
        let is_drag = matches!(
            movement,
            CameraMove::Orbit { .. } | CameraMove::Pan(_) | CameraMove::Zoom { .. } | CameraMove::Lens { .. }
        );
        let kind = discriminant(movement);
        let goes_on = is_drag && self.dragged == Some((kind, action.wrapping_sub(1)));
        self.forward.clear();
        if !goes_on {
            self.push(before);
        }
        self.dragged = is_drag.then_some((kind, action));
    }

    /// `before` is where the camera stood until it was put somewhere else.
    pub fn remember_step(&mut self, before: Camera) {
        self.forward.clear();
        self.push(before);
        self.dragged = None;
    }

    /// Number of the present step.
    pub fn step(&self) -> u64 {
        self.steps
    }

    /// Forgets what was remembered since `step`.
    pub fn take_back(&mut self, step: u64) {
        let since = self.steps.saturating_sub(step);
        let kept = self
            .back
            .len()
            .saturating_sub(usize::try_from(since).unwrap_or(usize::MAX));
        self.back.truncate(kept);
        self.steps = step;
        self.dragged = None;
    }

    /// Changes all cameras that are remembered.
    pub fn each(&mut self, change: impl Fn(&mut Camera)) {
        self.back.iter_mut().chain(&mut self.forward).for_each(change);
    }

    fn push(&mut self, before: Camera) {
        self.steps += 1;
        self.back.push_back(before);
        if self.back.len() > DEPTH {
            self.back.pop_front();
        }
    }

    /// Where the camera stood before `now`.
    pub fn back(&mut self, now: Camera) -> Option<Camera> {
        self.dragged = None;
        let camera = self.back.pop_back()?;
        self.forward.push(now);
        Some(camera)
    }

    /// Where the camera stood before [`Self::back`] led to `now`.
    pub fn forward(&mut self, now: Camera) -> Option<Camera> {
        self.dragged = None;
        let camera = self.forward.pop()?;
        self.back.push_back(now);
        Some(camera)
    }

    pub fn can_go_back(&self) -> bool {
        !self.back.is_empty()
    }

    pub fn can_go_forward(&self) -> bool {
        !self.forward.is_empty()
    }
}
