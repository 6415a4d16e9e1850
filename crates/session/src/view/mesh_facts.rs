//! Meshes that the bones of models move, and faces without area, for whoever looks at a bone, a mesh or its faces.
//!
//! In: the models, the selection, what surfaces are coloured by. Out: [`Effect::MeasureMeshes`] once per model, since all its weights and
//! triangles have to be looked at, which is done in the background; then what they say.

use super::measured::{Measured, MeshFacts};
use crate::{Change, Effect, Message, Placed, Selected, Session, View};
use castview_base::scene::{FaceFacts, WeightFacts};
use castview_picture::ColorBy;
use std::sync::Arc;

/// Models whose faces are looked at while faces without area are shown.
pub(super) const MOST_MODELS: usize = 256;

impl Measured {
    fn is_of(&self, placed: &Placed) -> bool {
        Arc::ptr_eq(&self.scene, &placed.scene) && self.model == placed.model
    }
}

/// Asks for what the inspector and the colours of surfaces tell, if nobody did yet; models that are gone are forgotten.
pub(crate) fn ask_for_mesh_facts(session: &mut Session) -> Vec<Effect> {
    let stage = &session.stage;
    let measured = &mut session.view.measured;
    measured
        .of_models
        .retain(|of| stage.models().iter().any(|placed| of.is_of(placed)));
    let selected = match session.edits.selected {
        Some(Selected::Bone(key, _)) => stage.placed(key).filter(|placed| !placed.model().skins.is_empty()),
        Some(Selected::Mesh(key, _)) => stage.placed(key),
        _ => None,
    };
    let is_of_right = session.view.divided.is_some() && session.view.right.color_by == ColorBy::DegenerateFaces;
    let shown = match session.view.color_by {
        ColorBy::DegenerateFaces => stage.models(),
        _ if is_of_right => stage.models(),
        _ => &[],
    };
    let shown = &shown[..shown.len().min(MOST_MODELS)];
    let mut effects = Vec::new();
    for placed in selected.into_iter().chain(shown) {
        if placed.model().meshes.is_empty() || measured.of_models.iter().any(|of| of.is_of(placed)) {
            continue;
        }
        measured.asked += 1;
        let question = measured.asked;
        measured.of_models.push(Measured {
            scene: placed.scene.clone(),
            model: placed.model,
            question,
            facts: None,
        });
        effects.push(Effect::MeasureMeshes { question });
    }
    effects
}

pub(crate) fn take_mesh_facts(session: &mut Session, question: u64, facts: Arc<MeshFacts>) {
    let mut asked = session.view.measured.of_models.iter_mut();
    if let Some(of) = asked.find(|of| of.question == question) {
        of.facts = Some(facts);
        // A heat map makes meshes see-through by what their weights say.
        session.note(Change::PICTURE);
    }
}

impl View {
    /// Facts about the weights of a model; `None` while they are not known.
    pub fn weights_of(&self, placed: &Placed) -> Option<&WeightFacts> {
        Some(&self.mesh_facts(placed)?.weights)
    }

    /// Facts about the faces of a model; `None` while they are not known.
    pub fn faces_of(&self, placed: &Placed) -> Option<&FaceFacts> {
        Some(&self.mesh_facts(placed)?.faces)
    }

    fn mesh_facts(&self, placed: &Placed) -> Option<&MeshFacts> {
        let mut known = self.measured.of_models.iter();
        known.find(|of| of.is_of(placed))?.facts.as_deref()
    }

    /// Returns work that answers such a question on any thread. `None`: nobody wants to know any more.
    pub fn measure_meshes(&self, question: u64) -> Option<impl FnOnce() -> Message + Send + 'static> {
        let mut asked = self.measured.of_models.iter();
        let of = asked.find(|of| of.question == question)?;
        let (scene, model) = (of.scene.clone(), of.model);
        Some(move || {
            let model = &scene.models[model.get()];
            let facts = MeshFacts {
                weights: WeightFacts::of(model),
                faces: FaceFacts::of(model),
            };
            Message::MeshesMeasured {
                question,
                facts: Arc::new(facts),
            }
        })
    }
}
