//! Keys of B's clip beside those of A.
//!
//! In: B, and the clock that A plays by. Out: the clip as bound to one model, and the frame of it for each frame of the clock.

use super::state::{BClip, PinnedB};
use crate::{Placed, Session};
use castview_base::core::FrameRange;
use castview_base::scene::{Clip, Scene};
use castview_motion::animation::Binding;
use std::sync::Arc;

/// The clip that played when B was pinned, as it drives one model.
#[derive(Clone, Copy, Debug)]
pub struct KeysOfB<'a> {
    clip: &'a BClip,
    /// How the clip drove the model then.
    pub binding: &'a Arc<Binding>,
    pub frames: FramesOfB,
}

/// Where the frames of B's clip lie on the clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FramesOfB {
    /// B stands still at one of them.
    Still(f64),
    /// A frame of the clock is `origin + pace * frame` of the clip, which holds its ends beyond `range`.
    Along {
        origin: f64,
        /// Frames of the clip for one of the clock.
        pace: f64,
        range: FrameRange,
    },
}

impl FramesOfB {
    /// The frame of the clip that belongs to a frame of the clock.
    pub fn at(self, clock: f64) -> f64 {
        match self {
            Self::Still(frame) => frame,
            Self::Along { origin, pace, range } => range.hold(origin + pace * clock),
        }
    }
}

impl<'a> KeysOfB<'a> {
    pub fn clip(&self) -> &'a Clip {
        self.clip.clip()
    }

    /// The content that the clip is of.
    pub fn scene(&self) -> &'a Arc<Scene> {
        &self.clip.scene
    }
}

/// The keys of B on `placed`. `None`: no clip made it, or `placed` is not of B or hangs on another model.
pub fn keys_of_b<'a>(session: &'a Session, placed: &Placed) -> Option<KeysOfB<'a>> {
    let pinned = session.pinned.as_ref()?;
    Some(KeysOfB {
        clip: pinned.clip.as_ref()?,
        binding: pinned.of(placed)?.binding.as_ref()?,
        frames: frames_of_b(session)?,
    })
}

/// The name of B's clip and how it goes on, for a legend: `walk, at frame 10.00`, `walk, by seconds`.
pub fn clip_of_b(session: &Session) -> Option<String> {
    let pinned = session.pinned.as_ref()?;
    let name = &pinned.clip.as_ref()?.clip().name;
    Some(match (frames_of_b(session)?, pinned.along) {
        (FramesOfB::Along { .. }, Some(along)) => format!("{name}, {}", along.word()),
        (frames, _) => format!("{name}, at frame {:.2}", frames.at(0.0)),
    })
}

/// `None`: B was pinned in a pose without its clip.
fn frames_of_b(session: &Session) -> Option<FramesOfB> {
    let pinned: &PinnedB = session.pinned.as_ref()?;
    let clip = pinned.clip.as_ref()?;
    let Some(along) = pinned.along else {
        return clip.frame.map(FramesOfB::Still);
    };
    let of_b = clip.timeline();
    let [origin, pace] = along.line(&session.timeline()?, &of_b);
    let range = of_b.range;
    Some(FramesOfB::Along { origin, pace, range })
}
