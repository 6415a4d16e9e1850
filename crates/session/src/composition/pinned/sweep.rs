//! The frame of the clip at which each bone is farthest from B, and the one at which it is turned most.
//!
//! In: the models as clip, layers, hand and rig move them, and B. Out: one [`Effect::SweepB`], which is done on another thread by a session of the
//! same models, then the greatest differences. Nobody waits for what has become false: a change of anything that moves the models ends the work.

use super::along;
use super::differences::{between, is_swept, swept_of};
use super::farthest::{Farthest, SweptBones};
use super::state::{Asked, BClip, PinnedModel, Swept};
use crate::composition::stopped::pose_at;
use crate::placed::timed_pose::TimedSteps;
use crate::{Effect, Message, Placed, Playback, Session};
use castview_base::core::FrameRange;
use std::sync::Arc;

/// Poses of bones that one sweep looks at.
const MOST_SWEPT: usize = 1 << 19;
/// Frames that it looks at.
const MOST_FRAMES: usize = 512;

/// Asks for the greatest differences, unless they are known or asked for.
pub(super) fn ask(session: &mut Session) -> Vec<Effect> {
    let Some(of) = swept_of(session).filter(|_| !is_swept(session) && !is_sweeping(session)) else {
        return Vec::new();
    };
    session.composition.numbers_of_b += 1;
    let question = session.composition.numbers_of_b;
    if let Some(pinned) = &mut session.pinned {
        let wanted = Arc::new(());
        pinned.asked = Some(Asked { of, question, wanted });
    }
    vec![Effect::SweepB { question }]
}

/// Whether the greatest differences are being looked for, as the clip moves the models now.
pub fn is_sweeping(session: &Session) -> bool {
    let asked = session.pinned.as_ref().and_then(|pinned| pinned.asked.as_ref());
    asked.is_some_and(|asked| swept_of(session) == Some(asked.of))
}

/// Ends a search for what is not true any more.
pub(crate) fn end_unwanted(session: &mut Session) {
    if !is_sweeping(session)
        && let Some(pinned) = &mut session.pinned
    {
        pinned.asked = None;
    }
}

/// Takes the answer, unless nobody waits for it any more.
pub(crate) fn take_swept(session: &mut Session, question: u64, greatest: SweptBones) {
    if let Some(pinned) = &mut session.pinned
        && let Some(asked) = pinned.asked.take_if(|asked| asked.question == question)
    {
        pinned.swept = Some(Swept { of: asked.of, greatest });
    }
}

/// Work that answers such a question on any thread. `None`: nobody wants to know any more.
pub fn sweep_b(session: &Session, question: u64) -> Option<impl FnOnce() -> Message + Send + 'static> {
    let asked = session.pinned.as_ref()?.asked.as_ref()?;
    let wanted = (asked.question == question).then(|| Arc::downgrade(&asked.wanted))?;
    let twin = twin(session);
    Some(move || Message::SweptB {
        question,
        greatest: greatest(&twin, || wanted.strong_count() > 0),
    })
}

/// A session whose models move alike. It shares their content.
fn twin(session: &Session) -> Session {
    let mut playback = Playback::default();
    playback.bring_back(&session.playback.kept_playhead());
    let mut composition = session.composition.clone();
    composition.forget_next_poses();
    let mut pinned = session.pinned.clone();
    if let Some(pinned) = &mut pinned {
        pinned.asked = None;
    }
    Session {
        stage: session.stage.clone(),
        edits: session.edits.clone(),
        preferences: session.preferences.clone(),
        playback,
        composition,
        pinned,
        ..Session::default()
    }
}

/// Incomplete once it is not wanted.
fn greatest(session: &Session, is_wanted: impl Fn() -> bool) -> SweptBones {
    let mut out = SweptBones::new();
    let (Some(pinned_b), Some(timeline)) = (&session.pinned, session.timeline()) else {
        return out;
    };
    let models: Vec<(&Placed, &PinnedModel)> = (session.stage.models().iter())
        .filter_map(|placed| Some((placed, pinned_b.of(placed)?)))
        .collect();
    let bones: usize = models.iter().map(|(placed, _)| placed.model().skeleton.len()).sum();
    let range = timeline.range;
    let timeline_of_b = pinned_b.clip.as_ref().map(BClip::timeline);
    for frame in frames(range, bones) {
        for (placed, pinned) in &models {
            if !is_wanted() {
                return out;
            }
            let posed = pose_at::timed_pose(session, placed, timeline.secs(frame), TimedSteps::Shown);
            let stage_from_model = posed.first_place() * posed.stage_from_model;
            let along = pinned_b.along.zip(timeline_of_b.as_ref());
            let along = along.map(|(along, of_b)| along.frame(frame, &timeline, of_b));
            let of_b = along.and_then(|at| along::posed(session, pinned_b, pinned, placed, at));
            let of_b = of_b.map(|(pose, matrix)| (pose, pinned.first_place() * matrix));
            let far = out.entry(placed.key).or_default();
            far.resize(posed.pose.model_from_bone.len(), Farthest::none(range.start));
            for (bone, far) in far.iter_mut().enumerate() {
                let a = stage_from_model * posed.pose.model_from_bone[bone];
                let b = match &of_b {
                    Some((pose, matrix)) => pose.model_from_bone.get(bone).map(|bone| *matrix * *bone),
                    None => pinned.stage_from_bone(bone),
                };
                let (distance, turn_rad) = b.map_or((0.0, 0.0), |b| between(a, b));
                if distance > far.distance {
                    (far.distance, far.frame) = (distance, frame);
                }
                if turn_rad > far.turn_rad {
                    (far.turn_rad, far.turn_frame) = (turn_rad, frame);
                }
            }
        }
    }
    out
}

/// Frames to look at while so many bones are posed at each: every one, every second, …; and the last one.
fn frames(range: FrameRange, bones: usize) -> Vec<f64> {
    let most = (MOST_SWEPT / bones.max(1)).clamp(2, MOST_FRAMES);
    let step = (range.length() / (most - 1) as f64).max(1.0).ceil();
    let count = (range.length() / step).floor() as usize;
    let mut frames: Vec<f64> = (0..=count).map(|at| range.start + step * at as f64).collect();
    if frames.last().is_some_and(|last| *last < range.end) {
        frames.push(range.end);
    }
    frames
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_clips_and_large_rigs_are_looked_at_in_steps_up_to_their_last_frame() {
        for (end, bones, count) in [
            (0.0, 1, 1),
            (10.5, 1, 12),
            (511.0, 1, 512),
            (512.0, 424, 257),
            (1000.0, 1 << 18, 2),
            (1e6, 0, 512),
        ] {
            let frames = frames(FrameRange { start: 0.0, end }, bones);
            assert!(
                frames.len() <= count + 1 && frames.len() + 1 >= count,
                "{end}, {bones}: {}",
                frames.len()
            );
            assert_eq!([frames[0], frames[frames.len() - 1]], [0.0, end]);
        }
    }
}
