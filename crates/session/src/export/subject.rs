//! Facts of the session that an export follows from.

use super::choice::ExportSubject;
use crate::Session;
use crate::playback::events::event_tracks;
use crate::playback::looping;
use crate::playback::mark;
use crate::playback::played;

/// Frames of events that are exported at most: they are words of a command.
const MOST_EVENTS: usize = 500;

/// Facts that the options of an export follow from.
pub fn export_subject(session: &Session) -> ExportSubject {
    let played = played::played(session);
    let range = played.map(|played| played.range);
    let tracks = event_tracks(session).flat_map(|track| track.frames.to_vec());
    let markers = mark::markers(session).iter().map(|marker| marker.frame);
    let mut events: Vec<f64> = tracks.chain(markers).collect();
    events.retain(|frame| frame.is_finite() && range.is_some_and(|range| range.contains(*frame)));
    events.sort_by(f64::total_cmp);
    events.dedup();
    events.truncate(MOST_EVENTS);
    ExportSubject {
        viewport: session.view.viewport(),
        frame: session.frame().filter(|_| played.is_some()),
        range,
        loops: looping::loops(session) || session.playback.transport().turns(),
        events,
    }
}
