//! Notices about what the active clip finds on the stage: nothing, another scale, a base to be added to, still frames.

use crate::composition::played::otherwise::additive_notice;
use crate::composition::scale::scale_notice;
use crate::{Action, CompositionAction, Effect, Notice, PlaybackAction, Problem, RangeEdit, Session};
use castview_base::core::FrameRange;
use castview_motion::animation::{self, Retarget};

impl Session {
    /// A clip that matches nothing says so, with three names of each side: the most common trouble there is. One that does may be of
    /// another scale, or made to be added to others.
    pub(crate) fn matching_notice(&self) -> Option<Effect> {
        match unmatched(self) {
            None => {
                let additive = || additive_notice(self, self.playback.active_clip()?, None);
                scale_notice(self).or_else(additive).or_else(|| still_notice(self))
            }
            told => told,
        }
    }
}

/// Tells that the active clip drives nothing, and why.
pub(crate) fn unmatched(session: &Session) -> Option<Effect> {
    let clip = session.active_clip()?;
    let tracks = &clip.clip().tracks;
    let about = |notice: Notice| Some(Effect::Notify(notice.about(Problem::NotMatched(clip.key))));
    if !session.stage.has_model() {
        let text = match clip.clip().skeleton {
            Some(_) => format!("{} plays on its own skeleton. Drop the model it belongs to.", clip.name),
            None => match animation::stand_in(clip.clip()) {
                Some(made) => format!(
                    "{} has no skeleton of its own: {}. Drop the model it belongs to.",
                    clip.name,
                    made.told()
                ),
                None => format!("{} waits for a model: it moves no bones.", clip.name),
            },
        };
        return about(Notice::info(text));
    }
    if tracks.is_empty() || session.stage.matches().is_some_and(|matches| matches.matched > 0) {
        return None;
    }
    let mut wanted: Vec<&str> = Vec::new();
    for track in tracks {
        if !wanted.contains(&track.target.as_str()) && wanted.len() < 3 {
            wanted.push(&track.target);
        }
    }
    let skeleton = &session
        .stage
        .models()
        .iter()
        .find(|placed| !placed.is_stand_in)?
        .model()
        .skeleton;
    let there: Vec<&str> = skeleton.bones().take(3).map(|bone| skeleton.name(bone)).collect();
    let there = if there.is_empty() {
        "no bones".to_owned()
    } else {
        there.join(", ")
    };
    let notice = Notice::warning(format!(
        "{} matches nothing here. It drives {}; the model has {there}.",
        clip.name,
        wanted.join(", "),
    ));
    // Names of two rigs that are known.
    let known = session.stage.models().iter().filter(|placed| !placed.is_stand_in);
    let is_known = known
        .into_iter()
        .any(|placed| animation::knows_parts(clip.clip(), placed.model()));
    about(match is_known && clip.key.file != session.stage.models()[0].file {
        true => {
            let offer = CompositionAction::Retarget(clip.key, None, Retarget::Lengths);
            notice.with_action("Retarget it", Action::Composition(offer))
        }
        false => notice,
    })
}

/// A clip that does not move for more than a second at its beginning looks broken.
fn still_notice(session: &Session) -> Option<Effect> {
    let entry = session.active_clip()?;
    let clip = entry.clip();
    let first = clip.tracks.iter().map(|track| track.keys.frame(0));
    let first = first.fold(f64::INFINITY, f64::min);
    let FrameRange { start, end } = clip.range;
    let still = first - start;
    if still <= clip.frames_per_second || first >= end {
        return None;
    }
    let text = format!(
        "{}: {:.0} still frames before the first key.",
        entry.name,
        still.floor()
    );
    let there = RangeEdit::Set(FrameRange { start: first, end });
    let there = Action::Playback(PlaybackAction::Range(there));
    Some(Effect::Notify(Notice::info(text).with_action("Start there", there)))
}
