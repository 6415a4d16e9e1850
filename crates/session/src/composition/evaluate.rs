//! The playing clip, its frame, and the poses that follow from them.

use super::state::{NextPose, ShownPose};
use super::stopped::posing::Posing;
use super::stopped::stop;
use crate::composition::attach;
use crate::composition::pinned::along;
use crate::composition::stack::bind_clips;
use crate::composition::stopped::posing;
use crate::placed::timed_pose::Leading;
use crate::playback::looping::{active_mode, settle_looping};
use crate::playback::played;
use crate::{Change, ClipKey, Composition, Edits, Matches, Placed, Session, Stage};
use castview_base::scene::{Clip, PlayMode};
use castview_motion::animation::{self, Layer, Motion, Timeline, Unposed};
use rayon::prelude::*;
use std::sync::Arc;

/// With fewer bones on the stage, waking another thread costs more than it saves.
const CROWD_BONES: usize = 4096;
/// Models with fewer bones, which is any rig, keep room for the pose that comes next. Others count as moved whenever they are posed.
const MANY_BONES: usize = 1 << 16;
/// Models that one thread poses before it looks for more.
const MODELS_AT_ONCE: usize = 16;

impl Session {
    /// Whether the playhead moves by itself.
    pub fn is_playing(&self) -> bool {
        self.playback.transport().playing && self.timeline().is_some()
    }

    /// The playhead in frames of the active clip.
    pub fn frame(&self) -> Option<f64> {
        self.timeline()
            .map(|timeline| self.playback.transport().frame(&timeline))
    }

    /// Makes `clip` (or the rest pose) what drives the stage, from its first frame. One that is meant to be put to a time by
    /// hand starts only in its turn, when all are played.
    pub(crate) fn activate(&mut self, clip: Option<ClipKey>, plays: bool) {
        let clip = clip.filter(|key| self.stage.clip(*key).is_some());
        self.playback.change_clip(clip);
        stop::stop(self, None);
        let plays = plays && (self.playback.plays_all() || active_mode(self) != Some(PlayMode::ByHand));
        self.playback.halt();
        settle_looping(self);
        if let Some(timeline) = played::played(self) {
            self.playback.rewind(&timeline, plays);
        }
        self.bind_active_clip();
    }

    /// Binds the active clip and its layers to every model, and counts what it found to drive.
    pub(crate) fn bind_active_clip(&mut self) {
        bind_clips(self);
        attach::pair_followers(self);
        self.note(Change::SIZE | Change::SEAM);
        let active = self.playback.active_clip().and_then(|key| self.stage.clip(key));
        let found = active.and_then(|entry| matches(entry.clip(), self.stage.models()));
        self.stage.take_matches(found);
    }
}

/// Whether time passes by itself: the app draws on without being asked. A clip of one frame that starts over plays and stands still.
pub fn is_moving(session: &Session) -> bool {
    let stands = |played: Timeline| played.range.length() <= 0.0 && session.playback.transport().loops(&played);
    let plays = session.playback.transport().playing && played::played(session).is_some_and(|played| !stands(played));
    plays || session.view.is_flying_on() || session.view.is_gliding()
}

/// How much of `clip` would find something to drive here; `None` without a model.
pub fn matches_of(session: &Session, clip: ClipKey) -> Option<Matches> {
    let entry = session.stage.clip(clip)?;
    let models = session.stage.models().iter().filter(|placed| !placed.is_stand_in);
    let found: Vec<_> = models
        .map(|placed| {
            let is_own = placed.file == clip.file;
            animation::find_driven(
                entry.clip(),
                placed.model(),
                &session.preferences.motion.renames,
                is_own,
            )
        })
        .collect();
    let lists: Vec<&[bool]> = found.iter().map(|names| names.found.as_slice()).collect();
    let namesakes = found.iter().map(|names| names.namesakes).sum();
    count_matches(entry.clip(), &lists, namesakes)
}

/// Shows so much of what the clips make over that pose.
pub(crate) fn show_pose(session: &mut Session, unposed: Unposed, weight: f32) {
    let weight = if weight.is_finite() {
        weight.clamp(0.0, 1.0)
    } else {
        1.0
    };
    session.composition.shown_pose = ShownPose { unposed, weight };
    session.note(Change::POSES | Change::PICTURE | Change::GROUND);
}

/// Poses every model for the playhead.
pub(crate) fn pose_all(session: &mut Session) {
    session.stage.count_models();
    along::follow(session);
    let mut next = std::mem::take(&mut session.composition.next_poses);
    next.resize_with(session.stage.models().len(), NextPose::default);
    for (next, placed) in next.iter_mut().zip(session.stage.models_mut()) {
        if has_one_pose(placed)
            && let Some(pose) = placed.posed.give_pose()
        {
            next.pose = pose;
        }
    }
    pose_each(session, &mut next);
    for at in attach::leaders_first(session) {
        let (next, placed) = (&mut next[at], &session.stage.models()[at]);
        let leader = session
            .edits
            .leader_of(placed)
            .and_then(|key| session.stage.placed(key));
        let stopped = stop::step_of(session, placed);
        if let Some(leader) = leader
            && stop::lead(placed, leader.pose(), stopped, Arc::make_mut(&mut next.pose))
        {
            next.compare(placed);
        }
        let pose = if next.moved { &next.pose } else { placed.pose() };
        let leader = leader.map(Leading::now);
        let stage_from_model = attach::stage_from_model(session, placed, pose, leader.as_ref());
        let standing = session.edits.standing(placed, leader.as_ref());
        let moved = session
            .edits
            .moved
            .get(&placed.key)
            .filter(|_| leader.is_none())
            .copied();
        let placed = &mut session.stage.models_mut()[at];
        placed.staging.move_of_standing = moved;
        let stays = standing.places == placed.standing().places;
        if !stays {
            placed.staging.standing = standing;
        }
        if next.moved {
            placed.posed.swap_pose(&mut next.pose);
        }
        if has_one_pose(placed) {
            next.pose = Arc::default();
        }
        let stays = stays && stage_from_model == placed.stage_from_model() && !placed.bounds().is_empty();
        if next.moved || !stays {
            session.changes.note(Change::PICTURE);
        }
        if next.reshaped || !stays {
            placed.staging.stage_from_model = stage_from_model;
            let around = next.around.take();
            let around = around.unwrap_or_else(|| placed.reach().bounds(placed.model(), placed.pose()));
            placed.posed.lies_in(placed.staging.around(around));
        }
    }
    session.composition.next_poses = next;
}

/// Every model's own motion at the playhead, with the shape weights set by hand; `next` has one entry per model and is overwritten.
/// Results of a pose alone are made while it is still in the cache.
fn pose_each(session: &Session, next: &mut [NextPose]) {
    let secs = session.playback.transport().playhead_secs();
    let models = session.stage.models();
    let pinned = session.pinned.as_ref();
    let pose_one = |layers: &mut Vec<_>, placed, next: &mut NextPose| {
        if let Some(pose) = pinned.and_then(|pinned| pinned.shown_pose(placed)) {
            next.pose = pose.clone();
            next.compare(placed);
            return;
        }
        let posing = Posing {
            shown: session.composition.shown_pose,
            stop: stop::step_of(session, placed),
        };
        posing::pose_one(session, placed, secs, layers, posing, &mut next.pose);
        next.compare(placed);
    };
    if is_crowd(models) {
        let each = models.par_iter().zip(next).with_min_len(MODELS_AT_ONCE);
        each.for_each_init(Vec::new, |layers, (placed, next)| pose_one(layers, placed, next));
    } else {
        let mut layers = Vec::new();
        for (placed, next) in models.iter().zip(next) {
            pose_one(&mut layers, placed, next);
        }
    }
}

impl Composition {
    /// `layers`, the rig of `placed` while rigs are on, and its bones posed by hand.
    pub(crate) fn motion<'a>(&self, edits: &'a Edits, placed: &'a Placed, layers: &'a [Layer<'a>]) -> Motion<'a> {
        Motion {
            layers,
            by_hand: edits.hand_poses.of(placed.key),
            rig: self.rig.then_some(placed.facts.rig()),
            origin: placed.staging.origin,
        }
    }
}

impl Stage {
    /// Whether any model on the stage has IK handles or constraints.
    pub fn has_rig(&self) -> bool {
        self.models().iter().any(|placed| !placed.facts.rig().is_empty())
    }
}

/// Whether two poses of the model would be more memory than a file of so many bones may take.
fn has_one_pose(placed: &Placed) -> bool {
    placed.model().skeleton.len() >= MANY_BONES
}

/// Whether there is enough to do for several threads.
fn is_crowd(models: &[Placed]) -> bool {
    let mut bones = 0;
    let reaches = |placed: &Placed| {
        bones += placed.model().skeleton.len();
        bones >= CROWD_BONES
    };
    models.len() > 1 && models.iter().any(reaches)
}

/// Curves of `clip` that drive at least one model; `None` while none is bound.
fn matches(clip: &Clip, models: &[Placed]) -> Option<Matches> {
    let bindings = || {
        models
            .iter()
            .filter_map(|placed| placed.binding().map(|binding| &**binding))
    };
    count_matches(
        clip,
        &bindings().map(|binding| binding.found.as_slice()).collect::<Vec<_>>(),
        bindings().map(|binding| binding.namesakes).sum(),
    )
}

/// `found`: per model, whether each track drives anything.
fn count_matches(clip: &Clip, found: &[&[bool]], namesakes: usize) -> Option<Matches> {
    if found.is_empty() {
        return None;
    }
    let total = clip.tracks.len();
    let drives_any = |track: &usize| found.iter().any(|found| found[*track]);
    let matched = (0..total).filter(drives_any).count();
    Some(Matches {
        matched,
        total,
        namesakes,
    })
}

impl NextPose {
    /// With the pose that `placed` has.
    pub(super) fn compare(&mut self, placed: &Placed) {
        self.reshaped = !self.pose.stands_as(placed.pose());
        let is_told_alike =
            self.pose.settings == placed.pose().settings && self.pose.clip_local == placed.pose().clip_local;
        self.moved = self.reshaped || !is_told_alike;
        // A model that follows another one is about to move once more, so its bounds wait.
        let asked = (self.reshaped || placed.bounds().is_empty()) && placed.staging.leading.is_none();
        self.around = asked.then(|| placed.reach().bounds(placed.model(), &self.pose));
    }
}
