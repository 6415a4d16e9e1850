//! How clips play whatever their files say, as a command line words it.
//!
//! In: clips by name or number. Out: the same about whatever stands for a clip: keys in a session, positions in a conversion.

use crate::animation::{self, Fit, PlayedAs, Pose, bind_fitted};
use crate::offline::file_set::OfflineError;
use crate::scene::{Clip, CurveMode, Model};
use crate::session::{Base, ClipKey, PlayAs};

/// How one clip plays.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayAsWish {
    /// By name or by number.
    pub clip: String,
    pub way: WayWish<String>,
}

/// A way to play; `Clip` names a clip.
#[derive(Clone, Debug, PartialEq)]
pub enum WayWish<Clip> {
    /// As the file says.
    AsStored,
    /// The values as they are, in this mode.
    In(CurveMode),
    /// Additive: the difference from the rest pose.
    BeyondRest,
    /// Additive: the difference from the clip's own first frame.
    BeyondFirst,
    /// Additive: the difference from a frame of another clip.
    BeyondFrame { clip: Clip, frame: f64 },
}

impl PlayAsWish {
    /// The clip and its way, with `find` for names.
    pub fn resolved<K, E>(&self, find: impl Fn(&str) -> Result<K, E>) -> Result<(K, WayWish<K>), E> {
        let way = match &self.way {
            WayWish::AsStored => WayWish::AsStored,
            WayWish::In(mode) => WayWish::In(*mode),
            WayWish::BeyondRest => WayWish::BeyondRest,
            WayWish::BeyondFirst => WayWish::BeyondFirst,
            WayWish::BeyondFrame { clip, frame } => WayWish::BeyondFrame {
                clip: find(clip)?,
                frame: *frame,
            },
        };
        Ok((find(&self.clip)?, way))
    }
}

impl WayWish<ClipKey> {
    /// As a session has it; `None`: as the file says.
    pub fn play_as(&self) -> Option<PlayAs> {
        Some(match *self {
            Self::AsStored => return None,
            Self::In(CurveMode::Absolute) => PlayAs::Absolute,
            Self::In(CurveMode::Relative) => PlayAs::Relative,
            Self::In(CurveMode::Additive) => PlayAs::Additive,
            Self::BeyondRest => PlayAs::Beyond(Base::Rest),
            Self::BeyondFirst => PlayAs::Beyond(Base::First),
            Self::BeyondFrame { clip, frame } => PlayAs::Beyond(Base::Frame { clip, frame }),
        })
    }
}

/// The way of one clip of a list, on one model.
pub enum ResolvedWay {
    In(CurveMode),
    /// Additive: the difference from this pose.
    Beyond(Box<Pose>),
}

impl ResolvedWay {
    /// `None`: as the file says. `fit`: how the clip at that position is bound to `model`.
    pub fn of<'a>(
        way: &WayWish<usize>,
        (clips, own): (&[Clip], usize),
        model: &Model,
        fit: impl Fn(usize) -> Fit<'a>,
    ) -> Option<Self> {
        let pose = |clip: usize, frame: f64| {
            let bound = bind_fitted(&clips[clip], model, fit(clip), &mut None);
            Self::Beyond(Box::new(animation::local_pose(model, &clips[clip], &bound, frame)))
        };
        Some(match *way {
            WayWish::AsStored => return None,
            WayWish::In(mode) => Self::In(mode),
            WayWish::BeyondRest => Self::Beyond(Box::new(animation::rest_pose(model))),
            WayWish::BeyondFirst => pose(own, clips[own].range.start),
            WayWish::BeyondFrame { clip, frame } => pose(clip, frame),
        })
    }

    pub fn played(&self) -> PlayedAs<'_> {
        match self {
            Self::In(mode) => PlayedAs::Stored(*mode),
            Self::Beyond(pose) => PlayedAs::Beyond(pose.as_base()),
        }
    }
}

/// The clip of exactly that name, else of that number.
pub fn clip_named(clips: &[Clip], wanted: &str) -> Result<usize, OfflineError> {
    let named = clips.iter().position(|clip| clip.name == wanted);
    let numbered = || wanted.parse().ok().filter(|index: &usize| *index < clips.len());
    named.or_else(numbered).ok_or_else(|| OfflineError::NoSuchClip {
        wanted: wanted.to_owned(),
        clips: clips.iter().map(|clip| clip.name.clone()).collect(),
    })
}
