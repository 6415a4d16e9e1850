//! Frames that the user named, clip by clip.
//!
//! They belong to a clip of a file, whether it is open or not: the app stores them beside the settings.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Marker {
    /// A frame of the marker's clip; finite.
    pub frame: f64,
    pub name: String,
}

/// Which clip markers belong to, from one run to the next.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MarkerPlace {
    /// The file's location; its name where it has none.
    pub file: String,
    /// The clip's name.
    pub clip: String,
    /// How many clips of that name come before it in the file.
    #[serde(default)]
    pub nth: usize,
}

/// The markers of every clip that has some.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Markers {
    /// Each list is ascending, one marker a frame, and not empty.
    pub(crate) by_clip: BTreeMap<MarkerPlace, Vec<Marker>>,
}

/// Markers nearer than this are on one frame.
pub(crate) const CLOSE: f64 = 1e-6;
/// In characters. Longer names would not be read.
pub(crate) const LONGEST_NAME: usize = 120;

impl Markers {
    /// Takes what is usable: finite frames, one marker each.
    pub fn of(places: impl IntoIterator<Item = (MarkerPlace, Vec<Marker>)>) -> Self {
        let mut out = Self::default();
        for (place, markers) in places {
            out.replace(place, markers);
        }
        out
    }

    pub fn iter(&self) -> impl Iterator<Item = (&MarkerPlace, &[Marker])> {
        self.by_clip.iter().map(|(place, markers)| (place, markers.as_slice()))
    }

    pub fn get(&self, place: &MarkerPlace) -> &[Marker] {
        self.by_clip.get(place).map_or(&[], Vec::as_slice)
    }

    /// These markers, with those of every clip that differs between `old` and `new` as they are in `new`: what another
    /// window has stored meanwhile stays.
    pub fn with_changes(mut self, old: &Self, new: &Self) -> Self {
        for place in old.by_clip.keys().chain(new.by_clip.keys()) {
            if old.get(place) != new.get(place) {
                self.replace(place.clone(), new.get(place).to_vec());
            }
        }
        self
    }

    pub fn replace(&mut self, place: MarkerPlace, mut markers: Vec<Marker>) {
        markers.retain(|marker| marker.frame.is_finite());
        markers.sort_by(|a, b| a.frame.total_cmp(&b.frame));
        markers.dedup_by(|later, earlier| later.frame - earlier.frame <= CLOSE);
        for marker in &mut markers {
            marker.name = usable(&marker.name);
        }
        if markers.is_empty() {
            self.by_clip.remove(&place);
        } else {
            self.by_clip.insert(place, markers);
        }
    }
}

/// One line of a readable length.
pub(crate) fn usable(name: &str) -> String {
    let line = name.trim().chars().filter(|c| !c.is_control());
    line.take(LONGEST_NAME).collect()
}
