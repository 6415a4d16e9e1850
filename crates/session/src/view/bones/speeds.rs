//! How fast the bones move in the active clip, for colours that say so.
//!
//! In: the models, the active clip, how it is bound. Out: one [`Effect::MeasureSpeeds`] for all models that are not measured yet, since
//! the whole clip has to be looked at, which is done in the background; then the speeds. A job ends by itself when a newer question, or
//! none, has taken the place of its own.

use super::display::BoneColoring;
use super::measured::Measured;
use crate::{Change, Effect, Message, Placed, Session};
use castview_motion::animation;
use castview_picture::PlacedKey;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Asks for the speeds that colours want and nobody has asked for yet; what nobody wants any more is forgotten.
pub(crate) fn ask_for_speeds(session: &mut Session) -> Vec<Effect> {
    let is_wanted = session.preferences.bones.display.coloring == BoneColoring::Movement;
    let clip = session.playback.active_clip().filter(|_| is_wanted);
    let Some(clip) = clip else {
        session.view.speeds.of_models.clear();
        return Vec::new();
    };
    let bound = |placed: &Placed| placed.binding().cloned().map(|binding| (placed.key, binding));
    let bound: BTreeMap<_, _> = session.stage.models().iter().filter_map(bound).collect();
    let speeds = &mut session.view.speeds;
    let before = speeds.of_models.len();
    speeds.of_models.retain(|key, measured| {
        let binding = bound.get(key);
        measured.clip == clip && binding.is_some_and(|binding| Arc::ptr_eq(binding, &measured.binding))
    });
    if speeds.of_models.len() != before {
        speeds.settle();
    }
    let question = speeds.asked + 1;
    let mut out = Vec::new();
    for (key, binding) in bound {
        speeds.of_models.entry(key).or_insert_with(|| {
            speeds.asked = question;
            out = vec![Effect::MeasureSpeeds { question }];
            Measured {
                clip,
                binding,
                question,
                wanted: Arc::new(()),
                speeds: None,
            }
        });
    }
    out
}

pub(crate) fn take_speeds(session: &mut Session, question: u64, speeds: Vec<(PlacedKey, Vec<f32>)>) {
    if speeds.is_empty() {
        return;
    }
    for (model, speeds) in speeds {
        let measured = session.view.speeds.of_models.get_mut(&model);
        if let Some(measured) = measured.filter(|measured| measured.question == question) {
            measured.speeds = Some(speeds);
        }
    }
    session.view.speeds.settle();
    session.note(Change::PICTURE);
}

/// Returns work that answers such a question on any thread: it measures all models one after another, but for those that nobody asks
/// about any more meanwhile. `None`: nobody wants to know any more.
pub fn measure_speeds(session: &Session, question: u64) -> Option<impl FnOnce() -> Message + Send + 'static> {
    let asked = session.view.speeds.of_models.iter();
    let asked = asked.filter(|(_, measured)| measured.question == question);
    let jobs = asked.filter_map(|(key, measured)| {
        let (placed, entry) = (session.stage.placed(*key)?, session.stage.clip(measured.clip)?);
        let (scene, clip_scene, binding) = (placed.scene.clone(), entry.scene.clone(), measured.binding.clone());
        let (key, model, clip) = (*key, placed.model, entry.key.clip);
        let wanted = Arc::downgrade(&measured.wanted);
        Some(move || {
            let (model, clip) = (&scene.models[model.get()], &clip_scene.clips[clip.get()]);
            let speeds = animation::speeds(model, clip, &binding, || wanted.strong_count() > 0);
            Some((key, speeds?))
        })
    });
    let jobs: Vec<_> = jobs.collect();
    (!jobs.is_empty()).then_some(move || Message::SpeedsMeasured {
        question,
        speeds: jobs.into_iter().filter_map(|job| job()).collect(),
    })
}
