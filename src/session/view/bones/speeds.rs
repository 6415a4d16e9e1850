//! How fast the bones move in the active clip, for colours that say so.
//!
//! In: the models, the active clip, how it is bound. Out: one [`Effect::MeasureSpeeds`] a model and clip, since all of the clip has
//! to be looked at, which is done in the background; then the speeds.

use super::display::BoneColoring;
use crate::animation::{self, Binding};
use crate::picture::PlacedKey;
use crate::scene::Scene;
use crate::session::{Change, ClipKey, Effect, Message, Placed, Session};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What was measured, or is being measured.
#[derive(Debug, Default)]
pub(in crate::session) struct BoneSpeeds {
    of_models: BTreeMap<PlacedKey, Measured>,
    /// Counts what was asked for, so that an answer finds its question.
    asked: u64,
}

#[derive(Debug)]
struct Measured {
    clip: ClipKey,
    binding: Arc<Binding>,
    question: u64,
    /// By bone; `None`: not yet there.
    speeds: Option<Vec<f32>>,
}

impl BoneSpeeds {
    /// Units of the model per second, by bone.
    pub fn of(&self, key: PlacedKey) -> Option<&[f32]> {
        self.of_models.get(&key)?.speeds.as_deref()
    }

    /// The greatest of all bones.
    pub fn top(&self) -> f32 {
        let all = self.of_models.values().filter_map(|measured| measured.speeds.as_ref());
        all.flatten().copied().fold(0.0, f32::max)
    }

    pub fn are_made(&self) -> bool {
        self.of_models.values().all(|measured| measured.speeds.is_some())
    }
}

impl Session {
    /// Asks for the speeds that colours want and nobody has asked for yet; what nobody wants any more is forgotten.
    pub(in crate::session) fn ask_for_speeds(&mut self) -> Vec<Effect> {
        let is_wanted = self.preferences.bone_display.coloring == BoneColoring::Movement;
        let clip = self.playback.active_clip.filter(|_| is_wanted);
        let Some(clip) = clip else {
            self.view.speeds.of_models.clear();
            return Vec::new();
        };
        let bound = |placed: &Placed| placed.binding.clone().map(|binding| (placed.key, binding));
        let bound: BTreeMap<_, _> = self.stage.models.iter().filter_map(bound).collect();
        let speeds = &mut self.view.speeds;
        speeds.of_models.retain(|key, measured| {
            let binding = bound.get(key);
            measured.clip == clip && binding.is_some_and(|binding| Arc::ptr_eq(binding, &measured.binding))
        });
        let mut out = Vec::new();
        for (key, binding) in bound {
            if speeds.of_models.contains_key(&key) {
                continue;
            }
            speeds.asked += 1;
            let question = speeds.asked;
            let measured = Measured {
                clip,
                binding,
                question,
                speeds: None,
            };
            speeds.of_models.insert(key, measured);
            out.push(Effect::MeasureSpeeds { model: key, question });
        }
        out
    }

    /// What answers such a question, on any thread. `None`: nobody wants to know any more.
    pub fn measure_speeds(&self, model: PlacedKey, question: u64) -> Option<impl FnOnce() -> Message + Send + 'static> {
        let measured = self.view.speeds.of_models.get(&model)?;
        let placed = self.stage.placed(model).filter(|_| measured.question == question)?;
        let clip = self.stage.clip(measured.clip)?;
        let (binding, scene, index) = (measured.binding.clone(), placed.scene.clone(), placed.model);
        let (clip_scene, clip) = (clip.scene.clone(), clip.key.clip);
        Some(move || {
            let scene: &Scene = &scene;
            let speeds = animation::speeds(&scene.models[index.get()], &clip_scene.clips[clip.get()], &binding);
            Message::SpeedsMeasured {
                model,
                question,
                speeds,
            }
        })
    }

    pub(in crate::session) fn take_speeds(&mut self, model: PlacedKey, question: u64, speeds: Vec<f32>) {
        let measured = self.view.speeds.of_models.get_mut(&model);
        if let Some(measured) = measured.filter(|measured| measured.question == question) {
            measured.speeds = Some(speeds);
            self.note(Change::PICTURE);
        }
    }
}
