//! The speeds of bones that were measured.

use crate::ClipKey;
use castview_motion::animation::Binding;
use castview_picture::PlacedKey;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Speeds of bones that were measured, or are being measured.
#[derive(Debug, Default)]
pub(crate) struct BoneSpeeds {
    pub(super) of_models: BTreeMap<PlacedKey, Measured>,
    /// Counts what was asked for, so that an answer finds its question.
    pub(super) asked: u64,
    /// The greatest of all bones; see [`Self::settle`].
    top: f32,
}

#[derive(Debug)]
pub(super) struct Measured {
    pub(super) clip: ClipKey,
    pub(super) binding: Arc<Binding>,
    pub(super) question: u64,
    /// As long as this is held somebody wants the answer: the job looks at it from another thread.
    pub(super) wanted: Arc<()>,
    /// By bone; `None`: not yet there.
    pub(super) speeds: Option<Vec<f32>>,
}

impl BoneSpeeds {
    /// Units of the model per second, by bone.
    pub fn of(&self, key: PlacedKey) -> Option<&[f32]> {
        self.of_models.get(&key)?.speeds.as_deref()
    }

    /// The greatest of all bones.
    pub fn top(&self) -> f32 {
        self.top
    }

    /// Call it when models came, went or were measured: pictures ask for the greatest speed once a model.
    pub(super) fn settle(&mut self) {
        let all = self.of_models.values().filter_map(|measured| measured.speeds.as_ref());
        self.top = all.flatten().copied().fold(0.0, f32::max);
    }

    pub fn are_made(&self) -> bool {
        self.of_models.values().all(|measured| measured.speeds.is_some())
    }
}
