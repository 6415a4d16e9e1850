//! The end of a clip: where it starts over, turns, or stops.

use crate::{Change, Session};
use castview_base::scene::PlayMode;
use castview_motion::animation::Looping;

/// Hands the transport what [`looping`] says. Layers begin again as the clip under them does, so another answer
/// means other poses even where the playhead stays.
pub(crate) fn settle_looping(session: &mut Session) {
    let looping = looping(session);
    if session.playback.loop_as(looping) {
        // Where the layers are at the start of the clip is another answer, too.
        session.note(Change::POSES | Change::SEAM);
    }
}

/// Behaviour at the end of a clip. Playing all clips one after another comes before the preferences, and the file's own mode comes
/// before the preference to loop or not.
pub(crate) fn looping(session: &Session) -> Looping {
    let means_it = active_mode(session).is_some() && session.playback.loops_by_hand.is_none();
    if session.playback.plays_all {
        Looping::Once
    } else {
        session.preferences.playing.looping(loops(session), means_it)
    }
}

/// How the file means the active clip to be played, if it says.
pub(crate) fn active_mode(session: &Session) -> Option<PlayMode> {
    session.active_clip()?.clip().mode
}

/// Whether the active clip starts over at its end: the user's word, else the file's if it means it. One after another
/// and to and fro set aside.
pub fn loops(session: &Session) -> bool {
    match active_mode(session) {
        Some(mode) => session.playback.loops_by_hand.unwrap_or(mode == PlayMode::Repeat),
        None => session.preferences.playing.loops,
    }
}
