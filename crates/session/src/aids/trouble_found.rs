//! Trouble that was looked for, by model.

use crate::ClipKey;
use castview_base::scene::Scene;
use castview_motion::animation::Binding;
use castview_motion::trouble::{FoundTrouble, Troubles};
use castview_picture::PlacedKey;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The active clip, as it plays on a model.
pub(super) type TroubleClip = (ClipKey, Arc<Binding>);

/// The findings, and what is still looked at.
#[derive(Debug, Default)]
pub struct TroubleSearch {
    pub(super) asked: u64,
    pub(super) of_models: BTreeMap<PlacedKey, SearchedModel>,
}

/// One model with what plays on it.
#[derive(Debug)]
pub(super) struct SearchedModel {
    pub scene: Arc<Scene>,
    pub clip: Option<TroubleClip>,
    pub question: u64,
    /// Gone when nobody wants the findings any more.
    pub wanted: Arc<()>,
    pub found: Option<Arc<ModelTrouble>>,
}

/// Findings of one model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelTrouble {
    /// Findings about the model as it is built.
    pub built: Troubles,
    /// Findings about the active clip; empty without one.
    pub played: Troubles,
}

impl ModelTrouble {
    /// All that are listed, those of the clip first.
    pub fn all(&self) -> impl Iterator<Item = &FoundTrouble> {
        self.played.items().iter().chain(self.built.items())
    }
}

impl TroubleSearch {
    /// Findings by model, in the order of the stage's keys; those that are still looked for are left out.
    pub fn found(&self) -> impl Iterator<Item = (PlacedKey, &ModelTrouble)> {
        let known = self.of_models.iter();
        known.filter_map(|(key, of)| Some((*key, &**of.found.as_ref()?)))
    }

    /// Whether something is being looked for.
    pub fn is_busy(&self) -> bool {
        self.of_models.values().any(|of| of.found.is_none())
    }
}
