//! The curves of the clip whose keys are shown: a few at once, all of them made in the background.
//!
//! In: the clip, how rotations are shown. Out: curves, kept until either changes.
//! Never here: what is shown, painting.

use crate::kit::fonts::Background;
use castview_motion::animation::Driven;
use castview_motion::animation::curves::{ClipCurves, Curve, OddKeys, Representation, curves_of};
use castview_session::{ClipKey, Session};
use egui::Context;
use egui::mutex::Mutex;
use glam::Quat;
use std::collections::HashMap;
use std::sync::Arc;

/// Tracks kept one by one at most.
const MOST_KEPT: usize = 4096;

/// Inputs of the curves: the clip, where its scene lies, how rotations are shown, and whose rest they are counted from.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Subject {
    clip: ClipKey,
    scene: usize,
    binding: usize,
    representation: Representation,
}

#[derive(Default)]
pub struct Source {
    subject: Option<Subject>,
    few: HashMap<usize, Arc<Vec<Curve>>>,
    odd: HashMap<usize, Arc<OddKeys>>,
    all: Arc<Mutex<All>>,
}

/// Everything of one subject; `made` comes later than `asked`.
#[derive(Default)]
struct All {
    asked: Option<Subject>,
    made: Option<(Subject, Arc<ClipCurves>)>,
}

impl Source {
    /// Forgets what belongs to another clip; call it before the others. True if that happened.
    pub fn update(&mut self, session: &Session, representation: Representation) -> bool {
        let keyed = session.keyed();
        let bound = |placed| keyed.and_then(|keyed| keyed.binding(placed));
        let binding = session.stage().models().iter().find_map(bound);
        let subject = keyed.map(|keyed| Subject {
            clip: keyed.entry.key,
            scene: Arc::as_ptr(&keyed.entry.scene) as usize,
            binding: binding.map_or(0, |binding| Arc::as_ptr(binding) as usize),
            representation,
        });
        if subject != self.subject || self.few.len() > MOST_KEPT {
            self.few.clear();
            self.odd.clear();
            self.subject = subject;
            return true;
        }
        false
    }

    /// The curves of one track, made now if they are not there.
    pub fn track(&mut self, session: &Session, track: usize) -> Arc<Vec<Curve>> {
        if let Some(curves) = self.few.get(&track) {
            return curves.clone();
        }
        let made = session.keyed().zip(self.subject).and_then(|(keyed, subject)| {
            let found = keyed.entry.clip().tracks.get(track)?;
            Some(curves_of(
                track,
                found,
                subject.representation,
                rests(session, &[track])[0],
            ))
        });
        let made = Arc::new(made.unwrap_or_default());
        self.few.insert(track, made.clone());
        made
    }

    /// The keys of one track that stand out, found now if they are not there.
    pub fn odd(&mut self, session: &Session, track: usize) -> Arc<OddKeys> {
        let found = || {
            let track = session.keyed()?.entry.clip().tracks.get(track)?;
            Some(OddKeys::of(std::slice::from_ref(track)))
        };
        let kept = self.odd.entry(track);
        kept.or_insert_with(|| Arc::new(found().unwrap_or_default())).clone()
    }

    /// Every curve of the clip; `None` until the background has made them, which is asked for at the first call.
    pub fn all(&self, ctx: &Context, session: &Session, background: &Background) -> Option<Arc<ClipCurves>> {
        let (subject, entry) = (self.subject?, session.keyed()?.entry);
        {
            let mut all = self.all.lock();
            if let Some((made_for, made)) = &all.made
                && *made_for == subject
            {
                return Some(made.clone());
            }
            if all.asked == Some(subject) {
                return None;
            }
            all.asked = Some(subject);
        }
        let (scene, clip) = (entry.scene.clone(), entry.key.clip);
        let tracks: Vec<usize> = (0..entry.clip().tracks.len()).collect();
        let rests = rests(session, &tracks);
        let (slot, ctx) = (self.all.clone(), ctx.clone());
        background(Box::new(move || {
            let clip = &scene.clips[clip.get()];
            let made = ClipCurves::of(clip, subject.representation, |track| rests[track]);
            slot.lock().made = Some((subject, Arc::new(made)));
            ctx.request_repaint();
        }));
        None
    }
}

/// The rest rotation of the bone that each track drives, on the first model that has it; no rotation for other tracks.
fn rests(session: &Session, tracks: &[usize]) -> Vec<Quat> {
    let mut rest_of: HashMap<usize, Quat> = HashMap::new();
    for placed in session.stage().models() {
        let rest = placed.model().skeleton.rest();
        let binding = session.keyed().and_then(|keyed| keyed.binding(placed));
        for channel in binding.iter().flat_map(|binding| binding.channels()) {
            // An offset from rest is at rest where it turns nothing.
            if let Driven::Bone(bone) = channel.target
                && channel.mode == castview_base::scene::CurveMode::Absolute
            {
                rest_of.entry(channel.track).or_insert(rest[bone.get()].rotation);
            }
        }
    }
    let of = |track: &usize| rest_of.get(track).copied().unwrap_or(Quat::IDENTITY);
    tracks.iter().map(of).collect()
}
