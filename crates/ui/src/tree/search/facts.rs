//! Facts about bones that filters and sorting ask for, made in the background: a job looks at every vertex and every key.
//!
//! In: the models of the stage, the active clip. Out: [`BoneFacts`] of each model, once they are there; the window is woken then. A job
//! that nobody waits for any more ends by itself.

use crate::kit::fonts::Background;
use castview_base::core::BoneIndex;
use castview_base::scene::{Model, Scene};
use castview_motion::animation::{self, Binding};
use castview_picture::PlacedKey;
use castview_session::{ClipKey, Placed, Session};
use egui::Context;
use egui::mutex::Mutex;
use std::collections::HashMap;
use std::sync::{Arc, Weak};

/// Facts about the bones of one model under one clip; one entry per bone in each list.
#[derive(Debug, Default)]
pub struct BoneFacts {
    /// Some vertex hangs on it.
    pub skins: Vec<bool>,
    /// A handle or a constraint moves it.
    pub constrained: Vec<bool>,
    /// The clip has keys for it.
    pub driven: Vec<bool>,
    /// Some of these keys differ.
    pub moving: Vec<bool>,
    /// Units of the model per second, see [`animation::speeds`].
    pub speeds: Vec<f32>,
}

/// Subject of facts: the same numbers are the same content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Subject {
    scene: usize,
    clip: Option<ClipKey>,
    binding: usize,
}

#[derive(Default)]
pub struct Facts {
    /// As long as the second is held the answer is wanted: jobs look at it from another thread.
    asked: HashMap<PlacedKey, (Subject, Arc<()>)>,
    made: HashMap<PlacedKey, Arc<BoneFacts>>,
    /// Made since the last look.
    ready: Arc<Mutex<Vec<(PlacedKey, Subject, BoneFacts)>>>,
    /// Counts changes of `made`.
    count: u64,
}

impl Facts {
    /// Takes what was made, and asks for what is missing; call it while a filter or the order asks for facts.
    pub fn update(&mut self, ctx: &Context, session: &Session, background: &Background) {
        for (key, subject, facts) in std::mem::take(&mut *self.ready.lock()) {
            // Another clip may have come meanwhile.
            if self.is_asked(key, subject) {
                self.made.insert(key, Arc::new(facts));
                self.count += 1;
            }
        }
        if self.asked.len() > session.stage().models().len() {
            self.asked.retain(|key, _| session.stage().placed(*key).is_some());
        }
        let mut missing = Vec::new();
        for placed in session.stage().models() {
            let subject = subject(session, placed);
            if self.is_asked(placed.key, subject) {
                continue;
            }
            let wanted = Arc::new(());
            missing.push(job(session, placed, subject, Arc::downgrade(&wanted)));
            self.asked.insert(placed.key, (subject, wanted));
            self.made.remove(&placed.key);
            self.count += 1;
        }
        if missing.is_empty() {
            return;
        }
        // One job for all of them: a file may have as many models as it likes, and each job takes a thread.
        let (ready, ctx) = (self.ready.clone(), ctx.clone());
        background(Box::new(move || {
            for job in missing {
                if let Some(made) = job() {
                    ready.lock().push(made);
                    ctx.request_repaint();
                }
            }
        }));
    }

    fn is_asked(&self, key: PlacedKey, subject: Subject) -> bool {
        self.asked.get(&key).is_some_and(|(asked, _)| *asked == subject)
    }

    /// Whether the facts of every model are there.
    pub fn are_made(&self, session: &Session) -> bool {
        session
            .stage()
            .models()
            .iter()
            .all(|placed| self.made.contains_key(&placed.key))
    }

    pub fn of(&self, key: PlacedKey) -> Option<&BoneFacts> {
        self.made.get(&key).map(Arc::as_ref)
    }

    pub fn count(&self) -> u64 {
        self.count
    }
}

/// Returns the job that makes the facts of `placed`; nothing comes of it once `wanted` is gone.
fn job(
    session: &Session,
    placed: &Placed,
    subject: Subject,
    wanted: Weak<()>,
) -> impl FnOnce() -> Option<(PlacedKey, Subject, BoneFacts)> + Send + 'static {
    let (key, scene, model) = (placed.key, placed.scene.clone(), placed.model);
    let clip = session.active_clip();
    let clip = clip.map(|clip| (clip.scene.clone(), clip.key));
    let clip = clip.zip(placed.binding().cloned());
    move || {
        let clip = clip.as_ref().map(|((scene, key), binding)| (scene, *key, &**binding));
        let is_wanted = || wanted.strong_count() > 0;
        Some((key, subject, facts(&scene.models[model.get()], clip, is_wanted)?))
    }
}

fn subject(session: &Session, placed: &Placed) -> Subject {
    Subject {
        scene: Arc::as_ptr(&placed.scene) as usize,
        clip: session.active_clip().map(|clip| clip.key),
        binding: placed.binding().map_or(0, |binding| Arc::as_ptr(binding) as usize),
    }
}

fn facts(
    model: &Model,
    clip: Option<(&Arc<Scene>, ClipKey, &Binding)>,
    is_wanted: impl Fn() -> bool,
) -> Option<BoneFacts> {
    if !is_wanted() {
        return None;
    }
    let bones = model.skeleton.len();
    let mut facts = BoneFacts {
        skins: skinning(model),
        constrained: constrained(model),
        driven: vec![false; bones],
        moving: vec![false; bones],
        speeds: vec![0.0; bones],
    };
    let Some((scene, key, binding)) = clip else {
        return Some(facts);
    };
    let clip = &scene.clips[key.clip.get()];
    let still: Vec<bool> = clip.tracks.iter().map(animation::is_still).collect();
    for channel in binding.channels() {
        if let animation::Driven::Bone(bone) = channel.target {
            facts.driven[bone.get()] = true;
            facts.moving[bone.get()] |= !still[channel.track];
        }
    }
    facts.speeds = animation::speeds(model, clip, binding, is_wanted)?;
    Some(facts)
}

fn skinning(model: &Model) -> Vec<bool> {
    let mut skins = vec![false; model.skeleton.len()];
    for mesh in &model.meshes {
        let Some(skin) = mesh.skin else { continue };
        let bones = &model.skins[skin.get()].bones;
        let weights = mesh.influences.slots.iter().zip(mesh.influences.weights.iter());
        for (slot, weight) in weights {
            if weight != 0.0
                && let Some(bone) = bones.get(slot as usize)
            {
                skins[bone.get()] = true;
            }
        }
    }
    skins
}

fn constrained(model: &Model) -> Vec<bool> {
    let mut constrained = vec![false; model.skeleton.len()];
    for constraint in &model.rig.constraints {
        constrained[constraint.driven.get()] = true;
    }
    for handle in &model.rig.handles {
        let up_to = model.skeleton.ancestors_and_self(handle.end);
        for bone in up_to {
            constrained[bone.get()] = true;
            if bone == handle.start {
                break;
            }
        }
    }
    constrained
}

impl BoneFacts {
    pub fn speed(&self, bone: BoneIndex) -> f32 {
        self.speeds.get(bone.get()).copied().unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_waits_for_is_not_made() {
        let model = Model::default();
        assert!(facts(&model, None, || true).is_some());
        assert!(facts(&model, None, || false).is_none());
    }
}
