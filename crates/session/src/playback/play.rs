//! Starting, stopping, pace, and which clip comes next.

use super::own_clips;
use crate::playback::looping;
use crate::playback::played;
use crate::{Change, ClipKey, ClipStep, Effect, Playback, Session};

/// The speeds that keys step through; the first and the last are the limits.
const SPEEDS: [f64; 9] = [0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 4.0, 10.0];

pub(crate) fn set_playing(session: &mut Session, playing: bool) {
    match played::played(session) {
        Some(timeline) if playing => session.playback.transport.play(&timeline),
        _ => session.playback.transport.pause(),
    }
    // Playing again from the end starts over.
    session.note(Change::POSES);
}

/// Switches between looping and once, and from to and fro to looping. For a clip whose file states a mode, the switch holds only for
/// that clip.
pub(crate) fn toggle_loop(session: &mut Session) {
    let loops = session.preferences.playing.ping_pong || !looping::loops(session);
    match looping::active_mode(session) {
        Some(_) => session.playback.loops_by_hand = Some(loops),
        None => session.preferences.playing.loops = loops,
    }
    session.preferences.playing.ping_pong = false;
    session.preferences.playing.follows_file_loop = false;
    looping::settle_looping(session);
}

pub(crate) fn toggle_file_loop(session: &mut Session) {
    session.preferences.playing.follows_file_loop ^= true;
    session.preferences.playing.ping_pong = false;
    looping::settle_looping(session);
}

pub(crate) fn toggle_ping_pong(session: &mut Session) {
    session.preferences.playing.ping_pong ^= true;
    session.preferences.playing.follows_file_loop = false;
    looping::settle_looping(session);
}

/// While one plays after another: when a clip has come to its end, the next begins.
pub(crate) fn go_on_to_next_clip(session: &mut Session) {
    if !session.playback.plays_all || session.playback.transport.playing {
        return;
    }
    let step = if session.playback.transport.speed < 0.0 {
        ClipStep::Previous
    } else {
        ClipStep::Next
    };
    let next = neighbour_clip(session, step);
    // Notices stay silent here: nobody reads one a second.
    begin(session, next, true);
}

fn begin(session: &mut Session, clip: Option<ClipKey>, playing: bool) -> Vec<Effect> {
    if clip.is_none() {
        return Vec::new();
    }
    own_clips::choose(session, clip, playing);
    session.stand_in_for_missing_model();
    session.evaluate();
    session.matching_notice().into_iter().collect()
}

pub(crate) fn step_clip(session: &mut Session, step: ClipStep) -> Vec<Effect> {
    let playing = session.playback.transport.playing || session.playback.active_clip.is_none();
    begin(session, neighbour_clip(session, step), playing)
}

/// The clip before or after the active one as they are listed, round at the ends; the first or last if none is active.
fn neighbour_clip(session: &Session, step: ClipStep) -> Option<ClipKey> {
    let is_open = |key: &ClipKey| session.stage.clip(*key).is_some();
    let mut clips: Vec<ClipKey> = session.playback.listed.iter().copied().filter(is_open).collect();
    if clips.is_empty() {
        clips = session.stage.clips().iter().map(|clip| clip.key).collect();
    }
    let active = session.playback.active_clip;
    let at = active.and_then(|key| clips.iter().position(|clip| *clip == key));
    let count = clips.len();
    let next = match (step, at) {
        (_, _) if count == 0 => return None,
        (ClipStep::Next, None) => 0,
        (ClipStep::Next, Some(at)) => (at + 1) % count,
        (ClipStep::Previous, None) => count - 1,
        (ClipStep::Previous, Some(at)) => (at + count - 1) % count,
    };
    Some(clips[next])
}

/// Plays all clips one after another from the active one on, or goes back to what the preferences say.
pub(crate) fn toggle_play_all(session: &mut Session) -> Vec<Effect> {
    session.playback.plays_all ^= true;
    looping::settle_looping(session);
    if !session.playback.plays_all {
        return Vec::new();
    }
    if session.playback.active_clip.is_none() {
        return step_clip(session, ClipStep::Next);
    }
    set_playing(session, true);
    Vec::new()
}

impl Playback {
    /// Plays at that pace, within the usual ones.
    pub(super) fn set_speed(&mut self, speed: f64) {
        if speed.is_finite() {
            let pace = speed.abs().clamp(SPEEDS[0], SPEEDS[SPEEDS.len() - 1]);
            self.transport.speed = pace.copysign(speed);
        }
    }

    /// To the next of the usual speeds, in the direction it plays.
    pub(super) fn step_speed(&mut self, faster: bool) {
        let speed = self.transport.speed;
        let pace = speed.abs();
        let next = if faster {
            SPEEDS.iter().find(|s| **s > pace + 1e-9)
        } else {
            SPEEDS.iter().rev().find(|s| **s < pace - 1e-9)
        };
        self.set_speed(next.copied().unwrap_or(pace).copysign(speed));
    }
}
