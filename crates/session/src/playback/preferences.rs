//! Settings that outlive a run: how clips begin, and what they do at their ends.

use castview_motion::animation::Looping;
use serde::{Deserialize, Serialize};

/// How clips begin, and what they do at their ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayingPreferences {
    /// Loop whatever the clip says.
    pub loops: bool,
    /// Loop exactly when the clip says so.
    pub follows_file_loop: bool,
    /// Ping-pong, before either of the two.
    pub ping_pong: bool,
    /// The first clip of what is opened plays at once.
    pub autoplay: bool,
}

impl Default for PlayingPreferences {
    fn default() -> Self {
        Self {
            loops: true,
            follows_file_loop: false,
            ping_pong: false,
            autoplay: true,
        }
    }
}

impl PlayingPreferences {
    /// Behaviour at the end of a clip that starts over there or does not (`loops`), as its file means it (`means_it`) or as was chosen.
    pub(crate) fn looping(&self, loops: bool, means_it: bool) -> Looping {
        if self.ping_pong {
            Looping::PingPong
        } else if self.follows_file_loop || means_it {
            Looping::AsClip
        } else if loops {
            Looping::Always
        } else {
            Looping::Once
        }
    }
}
