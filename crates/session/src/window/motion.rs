//! Whether anything may glide: what the user chose, and what the system asks for.

use crate::{Motion, Session};
use serde::{Deserialize, Serialize};

/// As settings of earlier versions hold it, or as it is now.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Stored {
    /// Before the system was asked: `true` was there without a choice.
    Switch(bool),
    Word(Word),
}

#[derive(Deserialize, Serialize)]
pub(crate) enum Word {
    System,
    Always,
    Never,
}

impl From<Stored> for Motion {
    fn from(stored: Stored) -> Self {
        match stored {
            Stored::Switch(true) | Stored::Word(Word::System) => Self::System,
            Stored::Word(Word::Always) => Self::Always,
            Stored::Switch(false) | Stored::Word(Word::Never) => Self::Never,
        }
    }
}

/// Whether panels and camera may glide.
pub fn may_glide(session: &Session) -> bool {
    match session.preferences.window.motion {
        Motion::System => !session.window.less_motion(),
        Motion::Always => true,
        Motion::Never => false,
    }
}

/// Whether the first clip of what is opened plays at once. A system that asks for less motion is listened to here, too.
pub(crate) fn plays_at_once(session: &Session) -> bool {
    let is_asked_not_to = session.preferences.window.motion == Motion::System && session.window.less_motion();
    session.preferences.playing.autoplay && !is_asked_not_to
}
