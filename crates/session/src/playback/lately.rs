//! Notifications that the view tells: those that were passed within the last half second of the clip's time, and those that the playhead
//! stands on.
//!
//! In: the steps of the transport and what fired in them; where the playhead stands. Out: a few short texts. The clip's time stands still
//! while nothing plays, so a text stays until the playhead goes elsewhere.

use crate::placed::timed_pose::MotionKey;
use castview_base::core::{printed, shortened};
use std::collections::VecDeque;

/// Seconds of the clip for which a text stays.
const SHOWN_SECS: f64 = 0.5;
/// Texts that are told at once.
const MOST_TOLD: usize = 4;
/// Characters of a name, before unseen ones are written out.
const LONGEST: usize = 48;

/// A notification as the view tells it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToldNotification {
    /// Its name, and for a layer's the clip it is from; short, on one line.
    pub text: String,
    /// A frame of the clock.
    pub frame: f64,
}

/// Notifications that are told now.
#[derive(Clone, Debug, Default)]
pub struct Lately {
    /// Passed while playing, the oldest first, each with the played seconds at that time. One more than are told, to know that there are.
    passed: VecDeque<(f64, ToldNotification)>,
    /// Under the playhead while nothing plays; one more than are told.
    standing: Vec<ToldNotification>,
    /// Seconds of the clip that were played.
    played_secs: f64,
    /// The playhead and what plays, after the last step: elsewhere nothing was passed.
    at: Option<(f64, MotionKey)>,
}

impl Lately {
    /// From top to bottom.
    pub fn told(&self) -> impl Iterator<Item = &ToldNotification> {
        let passed = self.passed.iter().map(|(_, told)| told);
        let is_passed = |told: &&ToldNotification| self.passed.iter().any(|(_, passed)| passed == *told);
        let standing = self.standing.iter().filter(move |told| !is_passed(told));
        passed
            .skip(self.passed.len().saturating_sub(MOST_TOLD))
            .chain(standing)
            .take(MOST_TOLD)
    }

    /// Whether there are others that are not told.
    pub fn has_more(&self) -> bool {
        self.passed.len().max(self.standing.len()) > MOST_TOLD
    }

    /// Under the playhead while nothing plays.
    pub(crate) fn standing(&self) -> &[ToldNotification] {
        &self.standing
    }

    pub(super) fn forget_standing(&mut self) {
        self.standing.clear();
    }

    /// Lets `secs` of the clip pass, in which these fired, in playing order.
    pub(super) fn step(&mut self, secs: f64, fired: impl DoubleEndedIterator<Item = ToldNotification>) {
        self.played_secs += secs;
        let oldest = self.played_secs - SHOWN_SECS;
        self.passed.retain(|(at, _)| *at > oldest);
        let mut last: Vec<ToldNotification> = fired.rev().take(MOST_TOLD + 1).collect();
        while let Some(told) = last.pop() {
            // Text that comes again takes the place of its earlier one.
            self.passed.retain(|(_, earlier)| earlier.text != told.text);
            self.passed.push_back((self.played_secs, told));
            if self.passed.len() > MOST_TOLD + 1 {
                self.passed.pop_front();
            }
        }
    }

    /// Where the step has led: the playhead, and what plays under it.
    pub(super) fn be_at(&mut self, at: Option<(f64, MotionKey)>) {
        self.at = at;
    }

    /// Takes what the playhead stands on. Passed ones are forgotten if the playhead or the clips are others since.
    pub(super) fn stand(&mut self, at: Option<(f64, MotionKey)>, standing: impl Iterator<Item = ToldNotification>) {
        if self.at != at {
            self.passed.clear();
        }
        self.standing.clear();
        self.standing.extend(standing.take(MOST_TOLD + 1));
    }
}

impl ToldNotification {
    /// `clip`: the one it is from, if that is a layer.
    pub(super) fn new(name: &str, clip: Option<&str>, frame: f64) -> Self {
        let short = |name| printed(&shortened(name, LONGEST)).into_owned();
        let name = short(name);
        let text = match clip {
            None => name,
            Some(clip) => format!("{name} ({})", short(clip)),
        };
        Self { text, frame }
    }
}
