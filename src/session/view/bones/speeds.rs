//! How fast the bones move in the active clip, for colours that say so.
//!
//! In: the models, the active clip, how it is bound. Out: one [`Effect::MeasureSpeeds`] a model and clip, since all of the clip has
//! to be looked at, which is done in the background; then the speeds.

use super::display::BoneColoring;
use super::measured::Measured;
use crate::animation;
use crate::picture::PlacedKey;
use crate::scene::Scene;
use crate::session::{Change, Effect, Message, Placed, Session};
use std::collections::BTreeMap;
use std::sync::Arc;

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
