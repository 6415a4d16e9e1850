//! How a file means a clip to be played.

/// A viewer follows it until the user says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayMode {
    /// Put to a time by hand: it does not start to play by itself.
    ByHand,
    /// Once, from where it stands to its end.
    Playback,
    /// Over and over.
    Repeat,
    /// To its end, where it stays.
    State,
}

impl PlayMode {
    /// The mode in one or two words, for people.
    pub fn word(self) -> &'static str {
        match self {
            Self::ByHand => "manual",
            Self::Playback => "playback",
            Self::Repeat => "repeat",
            Self::State => "state",
        }
    }

    /// Says what it does, as a sentence without its subject.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::ByHand => "waits to be put to a time, and does not start by itself",
            Self::Playback => "plays once",
            Self::Repeat => "plays over and over",
            Self::State => "plays to its end and stays there",
        }
    }
}
