//! What the bones of a model move, for whoever looks at a bone or a mesh.
//!
//! In: the models, the selection. Out: [`Effect::MeasureWeights`] for the model of what is selected, once per model, since all its weights
//! have to be looked at, which is done in the background; then what they say.

use super::weighed::Weighed;
use crate::scene::WeightFacts;
use crate::session::{Effect, Message, Placed, Selected, Session};
use std::sync::Arc;

impl Weighed {
    fn is_of(&self, placed: &Placed) -> bool {
        Arc::ptr_eq(&self.scene, &placed.scene) && self.model == placed.model
    }
}

impl Session {
    /// What the weights of a model say; `None` while that is not known.
    pub fn weights_of(&self, placed: &Placed) -> Option<&WeightFacts> {
        let mut known = self.view.weights.of_models.iter();
        known.find(|of| of.is_of(placed))?.facts.as_deref()
    }

    /// Asks for what the inspector tells of the selection, if nobody did yet; models that are gone are forgotten.
    pub(in crate::session) fn ask_for_weights(&mut self) -> Vec<Effect> {
        let stage = &self.stage;
        let weights = &mut self.view.weights;
        weights
            .of_models
            .retain(|of| stage.models.iter().any(|placed| of.is_of(placed)));
        let wanted = match self.edits.selected {
            Some(Selected::Bone(key, _) | Selected::Mesh(key, _)) => stage.placed(key),
            _ => None,
        };
        let Some(placed) = wanted.filter(|placed| !placed.model().skins.is_empty()) else {
            return Vec::new();
        };
        if weights.of_models.iter().any(|of| of.is_of(placed)) {
            return Vec::new();
        }
        weights.asked += 1;
        let question = weights.asked;
        weights.of_models.push(Weighed {
            scene: placed.scene.clone(),
            model: placed.model,
            question,
            facts: None,
        });
        vec![Effect::MeasureWeights { question }]
    }

    /// What answers such a question, on any thread. `None`: nobody wants to know any more.
    pub fn measure_weights(&self, question: u64) -> Option<impl FnOnce() -> Message + Send + 'static> {
        let mut asked = self.view.weights.of_models.iter();
        let of = asked.find(|of| of.question == question)?;
        let (scene, model) = (of.scene.clone(), of.model);
        Some(move || Message::WeightsMeasured {
            question,
            facts: Arc::new(WeightFacts::of(&scene.models[model.get()])),
        })
    }

    pub(in crate::session) fn take_weights(&mut self, question: u64, facts: Arc<WeightFacts>) {
        let mut asked = self.view.weights.of_models.iter_mut();
        if let Some(of) = asked.find(|of| of.question == question) {
            of.facts = Some(facts);
        }
    }
}
