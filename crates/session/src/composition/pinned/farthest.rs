//! How far a bone is from B at most over the clip.

use castview_picture::PlacedKey;
use std::collections::BTreeMap;

/// The greatest differences of one bone from B over the clip, each with its frame of the clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Farthest {
    /// In stage space.
    pub distance: f32,
    /// Where it is that far, the first time.
    pub frame: f64,
    pub turn_rad: f32,
    /// Where it is turned that much, the first time.
    pub turn_frame: f64,
}

impl Farthest {
    /// No difference so far, from that frame on.
    pub(super) fn none(frame: f64) -> Self {
        Self {
            distance: 0.0,
            frame,
            turn_rad: 0.0,
            turn_frame: frame,
        }
    }
}

/// The greatest differences of each bone, by model.
pub type SweptBones = BTreeMap<PlacedKey, Vec<Farthest>>;
