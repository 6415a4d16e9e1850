//! State of the table of keys, and where the playhead stands among the keys.

use super::channels::{Channel, KeyChannels};
use crate::kit::control;
use crate::kit::keyboard::row_keys::jump;
use castview_base::scene::Track;
use castview_motion::animation::curves::OddKeys;
use castview_session::ClipKey;
use egui::{Id, Key};
use std::collections::HashMap;

/// Nearer to a key than this, in frames, the playhead stands on it.
const CLOSE: f64 = 1e-6;

/// The chosen channel, where its rows are scrolled to, and which of its keys jump.
#[derive(Default)]
pub struct KeyTable {
    pub channels: KeyChannels,
    /// How far the rows are scrolled down, and how many of them were in sight.
    pub scrolled: f32,
    pub page: usize,
    /// The row that was last scrolled to, of which channel.
    pub followed: Option<(Option<Channel>, Option<usize>)>,
    pub jumps: Jumps,
}

/// By how many degrees the rotation jumps to a key, by the bits of the key's frame; for one track.
#[derive(Default)]
pub struct Jumps {
    of: Option<(ClipKey, usize, usize)>,
    found: HashMap<u64, f32>,
}

impl Jumps {
    pub fn update(&mut self, of: (ClipKey, usize, usize), track: &Track) {
        if self.of == Some(of) {
            return;
        }
        self.of = Some(of);
        let odd = OddKeys::of(std::slice::from_ref(track));
        let jumps = odd.jumps().iter();
        self.found = jumps.map(|jump| (jump.frame.to_bits(), jump.degrees)).collect();
    }

    pub fn at(&self, track: &Track, key: usize) -> Option<f32> {
        self.found.get(&track.keys.frame(key).to_bits()).copied()
    }
}

/// Where the playhead stands among the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playhead {
    /// The key at or before it; `None` before the first one.
    pub at: Option<usize>,
    /// It stands on that key.
    pub is_on: bool,
}

impl Playhead {
    /// `frame` is the clip's own.
    pub fn of(track: &Track, frame: f64) -> Self {
        let at = track.keys.count_until(frame + CLOSE).checked_sub(1);
        let is_on = at.is_some_and(|at| (track.keys.frame(at) - frame).abs() <= CLOSE);
        Self { at, is_on }
    }

    /// The key to which a key of the keyboard leads.
    pub fn stepped(self, key: Key, count: usize, page: usize) -> Option<usize> {
        match (key, self) {
            // From between two keys up is the one before.
            (Key::ArrowUp, Self { at, is_on: false }) => at,
            (_, Self { at, .. }) => jump(key, at, count, page),
        }
    }
}

/// Returns the id that has the focus while the table has the keyboard.
pub fn id() -> Id {
    control::stable_id("table of keys keyboard")
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::scene::{CurveMode, Interpolation, Keys, Property, Values};

    #[test]
    fn arrows_lead_from_key_to_key() {
        let track = Track {
            target: "bone".into(),
            property: Property::TranslationX,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::Whole(vec![2, 4, 9].into()),
            values: Values::Scalar(vec![0.0; 3].into()),
            interpolation: Interpolation::Linear,
            beyond: Default::default(),
        };
        for (frame, key, wanted) in [
            (0.0, Key::ArrowDown, Some(0)),
            (0.0, Key::ArrowUp, None),
            (2.0, Key::ArrowDown, Some(1)),
            (3.0, Key::ArrowDown, Some(1)),
            (3.0, Key::ArrowUp, Some(0)),
            (4.0, Key::ArrowUp, Some(0)),
            (9.0, Key::ArrowDown, Some(2)),
            (9.0, Key::Home, Some(0)),
            (2.0, Key::End, Some(2)),
        ] {
            let playhead = Playhead::of(&track, frame);
            assert_eq!(playhead.stepped(key, 3, 2), wanted, "{key:?} at {frame}");
        }
    }
}
