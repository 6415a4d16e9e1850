//! Trouble of the active clip on each model, for the page that lists it and the marks on ruler and tree.
//!
//! In: the models, the active clip, how it is bound. Out: one [`Effect::FindTrouble`] for all models that were not looked at yet, which is
//! done in the background; then the findings. They are asked for while the page is open, and shown until anything changes that they follow
//! from. A look ends by itself when nobody wants it any more.

use super::trouble_found::{ModelTrouble, SearchedModel, TroubleClip};
use crate::{Effect, Message, Page, Placed, Session};
use castview_base::scene::Scene;
use castview_motion::trouble::{LookedAt, TroubleKinds, Troubles, trouble_of_clip, trouble_of_model};
use castview_picture::PlacedKey;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Content of a model, and the clip that plays on it: the findings follow from both.
fn subject(session: &Session, placed: &Placed) -> (Arc<Scene>, Option<TroubleClip>) {
    let clip = session.playback.active_clip();
    let bound = clip.and_then(|clip| Some((clip, placed.binding()?.clone())));
    (placed.scene.clone(), bound)
}

fn is_same(a: Option<&TroubleClip>, b: Option<&TroubleClip>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some((clip, binding)), Some((other, of_other))) => clip == other && Arc::ptr_eq(binding, of_other),
        _ => false,
    }
}

/// Forgets findings that are not true any more; asks for new ones while the page is open.
pub(crate) fn ask_for_trouble(session: &mut Session) -> Vec<Effect> {
    let is_open = session.window.page() == Some(Page::Trouble);
    if !is_open && session.aids.trouble.of_models.is_empty() {
        return Vec::new();
    }
    let models = session.stage.models().iter();
    let subjects: BTreeMap<PlacedKey, _> = models.map(|placed| (placed.key, subject(session, placed))).collect();
    let search = &mut session.aids.trouble;
    search.of_models.retain(|key, of| {
        let is_wanted = is_open || of.found.is_some();
        let is_so = |(scene, clip): &(Arc<Scene>, Option<TroubleClip>)| {
            Arc::ptr_eq(scene, &of.scene) && is_same(clip.as_ref(), of.clip.as_ref())
        };
        is_wanted && subjects.get(key).is_some_and(is_so)
    });
    search.mark_again();
    let question = search.asked + 1;
    let mut out = Vec::new();
    for (key, (scene, clip)) in subjects.into_iter().filter(|_| is_open) {
        search.of_models.entry(key).or_insert_with(|| {
            search.asked = question;
            out = vec![Effect::FindTrouble { question }];
            SearchedModel {
                scene,
                clip,
                question,
                wanted: Arc::new(()),
                found: None,
            }
        });
    }
    out
}

/// Takes findings; those that nobody waits for any more are dropped.
pub(crate) fn take_trouble(session: &mut Session, question: u64, found: Vec<(PlacedKey, ModelTrouble)>) {
    for (key, found) in found {
        let of = session.aids.trouble.of_models.get_mut(&key);
        if let Some(of) = of.filter(|of| of.question == question) {
            of.found = Some(Arc::new(found));
        }
    }
    session.aids.trouble.mark_again();
}

/// Returns work that answers such a question on any thread, one model after another. `None`: nobody wants to know any more.
pub fn find_trouble(session: &Session, question: u64) -> Option<impl FnOnce() -> Message + Send + 'static> {
    let asked = session.aids.trouble.of_models.iter();
    let asked = asked.filter(|(_, of)| of.question == question);
    let jobs: Vec<_> = asked
        .filter_map(|(key, of)| {
            let placed = session.stage.placed(*key)?;
            let clip = of.clip.as_ref().map(|(clip, binding)| {
                let entry = session.stage.clip(*clip);
                entry.map(|entry| (entry.scene.clone(), entry.key.clip, binding.clone()))
            });
            let (scene, model, key) = (placed.scene.clone(), placed.model, *key);
            let wanted = Arc::downgrade(&of.wanted);
            Some(move || {
                let model = &scene.models[model.get()];
                let is_wanted = || wanted.strong_count() > 0;
                let kinds = TroubleKinds::default();
                let played = match clip.flatten() {
                    Some((clips, clip, binding)) => trouble_of_clip(
                        LookedAt {
                            model,
                            clip: &clips.clips[clip.get()],
                            binding: &binding,
                            up: LookedAt::up_of(model, &scene.metadata),
                            kinds,
                        },
                        &is_wanted,
                    )?,
                    None => Troubles::default(),
                };
                let built = trouble_of_model(model, kinds, &is_wanted)?;
                Some((key, ModelTrouble { built, played }))
            })
        })
        .collect();
    (!jobs.is_empty()).then_some(move || Message::TroubleFound {
        question,
        found: jobs.into_iter().filter_map(|job| job()).collect(),
    })
}
