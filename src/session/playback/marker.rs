//! Frames that the user named, clip by clip.
//!
//! They belong to a clip of a file, whether it is open or not: the app stores them beside the settings.

use crate::session::{ClipEntry, MarkerEdit, Session};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Marker {
    /// Of the clip it belongs to; finite.
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
    pub(in crate::session) by_clip: BTreeMap<MarkerPlace, Vec<Marker>>,
}

/// Markers nearer than this are on one frame.
const CLOSE: f64 = 1e-6;
/// In characters. Longer names would not be read.
const LONGEST_NAME: usize = 120;

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

    fn replace(&mut self, place: MarkerPlace, mut markers: Vec<Marker>) {
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

impl Session {
    /// Those of the active clip, ascending.
    pub fn markers(&self) -> &[Marker] {
        match self.active_clip() {
            Some(entry) => self.edits.markers.get(&self.marker_place(entry)),
            None => &[],
        }
    }

    /// Those of all clips, as they are stored: another pointer when they changed.
    pub fn all_markers(&self) -> &Arc<Markers> {
        &self.edits.markers
    }

    /// Begins with the markers of earlier runs.
    pub fn with_markers(mut self, markers: Markers) -> Self {
        self.edits.markers = Arc::new(markers);
        self
    }

    fn marker_place(&self, entry: &ClipEntry) -> MarkerPlace {
        let file = self.stage.file(entry.key.file);
        let spelled = file.map_or("", |file| match file.location.as_str() {
            "" => file.name.as_str(),
            location => location,
        });
        let before = entry.scene.clips.iter().take(entry.key.clip.get());
        MarkerPlace {
            file: spelled.to_owned(),
            clip: entry.name.clone(),
            nth: before.filter(|clip| clip.name == entry.name).count(),
        }
    }

    pub(in crate::session) fn edit_marker(&mut self, edit: MarkerEdit) {
        let (Some(entry), Some(timeline), Some(now)) = (self.active_clip(), self.timeline(), self.frame()) else {
            return;
        };
        let place = self.marker_place(entry);
        let mut markers = self.edits.markers.get(&place).to_vec();
        let position = |markers: &[Marker], frame: f64| markers.iter().position(|m| (m.frame - frame).abs() <= CLOSE);
        match edit {
            MarkerEdit::ToggleHere => match position(&markers, now) {
                Some(at) => drop(markers.remove(at)),
                None => markers.push(Marker {
                    frame: now,
                    name: new_name(&markers),
                }),
            },
            MarkerEdit::Rename { frame, name } => {
                let name = usable(&name);
                if let Some(at) = position(&markers, frame).filter(|_| !name.is_empty()) {
                    markers[at].name = name;
                }
            }
            MarkerEdit::Move { from, to } => {
                let to = timeline.range.hold(to);
                let is_free = !to.is_nan() && position(&markers, to).is_none();
                if let Some(at) = position(&markers, from).filter(|_| is_free) {
                    markers[at].frame = to;
                }
            }
            MarkerEdit::Remove { frame } => {
                if let Some(at) = position(&markers, frame) {
                    markers.remove(at);
                }
            }
        }
        Arc::make_mut(&mut self.edits.markers).replace(place, markers);
    }
}

/// `Marker 3`: the first number that is free.
fn new_name(markers: &[Marker]) -> String {
    let name = |n: usize| format!("Marker {n}");
    let free = (1..).find(|n| markers.iter().all(|marker| marker.name != name(*n)));
    name(free.unwrap_or(1))
}

/// One line of a readable length.
fn usable(name: &str) -> String {
    let line = name.trim().chars().filter(|c| !c.is_control());
    line.take(LONGEST_NAME).collect()
}
