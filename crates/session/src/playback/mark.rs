//! Markers of the active clip: set, named, moved, removed. The file of markers itself is [`super::marker`].

use super::marker::{CLOSE, Marker, usable};
use crate::{ClipEntry, Edits, MarkerEdit, MarkerPlace, Markers, Session, Stage};
use std::sync::Arc;

/// Begins with the markers of earlier runs.
pub fn with_markers(mut session: Session, markers: Markers) -> Session {
    session.edits.markers = Arc::new(markers);
    session
}

/// Those of the active clip, ascending.
pub fn markers(session: &Session) -> &[Marker] {
    match session.active_clip() {
        Some(entry) => session.edits.markers.get(&session.stage.marker_place(entry)),
        None => &[],
    }
}

pub(crate) fn edit_marker(session: &mut Session, edit: MarkerEdit) {
    let (Some(entry), Some(timeline), Some(now)) = (session.active_clip(), session.timeline(), session.frame()) else {
        return;
    };
    let place = session.stage.marker_place(entry);
    let mut markers = session.edits.markers.get(&place).to_vec();
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
    Arc::make_mut(&mut session.edits.markers).replace(place, markers);
}

impl Edits {
    /// The markers of all clips. The pointer is a new one after every change.
    pub fn all_markers(&self) -> &Arc<Markers> {
        &self.markers
    }
}

impl Stage {
    fn marker_place(&self, entry: &ClipEntry) -> MarkerPlace {
        let file = self.file(entry.key.file);
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
}

/// `Marker 3`: the first number that is free.
pub(crate) fn new_name(markers: &[Marker]) -> String {
    let name = |n: usize| format!("Marker {n}");
    let free = (1..).find(|n| markers.iter().all(|marker| marker.name != name(*n)));
    name(free.unwrap_or(1))
}
