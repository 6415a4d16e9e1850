//! The notifications of every clip of the stack, on one clock.
//!
//! In: the active clip, the audible layers. Out: where each notification lies, and which of them a step of the
//! transport passed. A layer's are moved by its offset and speed, and come again as often as it starts over.

use super::lately::ToldNotification;
use super::marker::CLOSE;
use super::state::{EventKey, LayerEvents, LayerTrack};
use crate::placed::timed_pose::MotionKey;
use crate::playback::played::motion_key;
use crate::{Change, ClipKey, ClipLayer, EventTrack, Fired, Session};
use castview_base::core::FrameRange;
use castview_base::scene::Notification;
use castview_motion::animation::{Passage, Timeline};

/// A layer that starts over more often than this under one timeline lists its first time alone.
const MOST_TURNS: f64 = 1000.0;
/// Frames listed of one notification at most, after those of its first time.
const MOST_FRAMES: usize = 100_000;

/// Every notification of the audible clips, those of the active clip first.
pub fn event_tracks(session: &Session) -> impl Iterator<Item = EventTrack<'_>> {
    let audible = session
        .active_clip()
        .filter(|_| session.edits.is_audible(&session.edits.base));
    let own = audible.into_iter().flat_map(|entry| {
        let all = entry.clip().notifications.iter().enumerate();
        all.map(|(index, notification)| EventTrack {
            key: EventKey { layer: None, index },
            name: &notification.name,
            clip: None,
            frames: &notification.frames,
        })
    });
    own.chain(session.playback.layer_events.tracks.iter().map(|track| EventTrack {
        key: track.key,
        name: &track.name,
        clip: Some(&track.clip),
        frames: &track.frames,
    }))
}

/// The clip of a notification.
pub fn clip_of(session: &Session, key: EventKey) -> Option<ClipKey> {
    match key.layer {
        None => session.playback.active_clip,
        Some(layer) => {
            let layers = session.edits.layers();
            layers.iter().find(|other| other.key == layer).map(|layer| layer.clip)
        }
    }
}

/// Lists what the layers add, if anything they follow from has changed.
pub(crate) fn list_events(session: &mut Session) {
    let of = Some(motion_key(session));
    if session.playback.layer_events.of == of {
        return;
    }
    let mut tracks = Vec::new();
    if let Some(clock) = session.timeline() {
        let clocked = |layer: &&ClipLayer| session.edits.is_audible(&layer.mix) && layer.held_secs.is_none();
        for layer in session.edits.layers().iter().filter(clocked) {
            list_layer(session, layer, &clock, &mut tracks);
        }
    }
    session.playback.layer_events = LayerEvents { of, tracks };
}

fn list_layer(session: &Session, layer: &ClipLayer, clock: &Timeline, out: &mut Vec<LayerTrack>) {
    let Some(entry) = session.stage.clip(layer.clip) else {
        return;
    };
    let own = Timeline::of(entry.clip());
    let starts_over = session.playback.starts_over(layer, entry.clip());
    let shown = |frame: f64| clock.frame(layer.offset_secs + own.secs(frame) / layer.speed);
    let ends = [clock.range.start, clock.range.end];
    let ends = ends.map(|frame| own.frame((clock.secs(frame) - layer.offset_secs) * layer.speed));
    let turns = if starts_over { turns(own.range, ends) } else { 0.0..=0.0 };
    for (index, notification) in entry.clip().notifications.iter().enumerate() {
        let mut frames = placed(notification, own.range, &turns, starts_over);
        frames.iter_mut().for_each(|frame| *frame = shown(*frame));
        frames.retain(|frame| clock.range.contains(*frame));
        out.push(LayerTrack {
            key: EventKey {
                layer: Some(layer.key),
                index,
            },
            name: notification.name.clone(),
            clip: entry.name.clone(),
            frames,
        });
    }
}

/// Lets time pass for what plays. Returns the names of the notifications that were passed, in playing order.
pub(crate) fn pass(session: &mut Session, delta_secs: f64, timeline: &Timeline) -> Vec<String> {
    let passage = session.playback.transport.advance(delta_secs, timeline);
    session.note(Change::POSES);
    let secs = delta_secs * session.playback.transport.speed.abs();
    fire(session, &passage, secs)
}

/// Counts what `passage`, `secs` of the clip, passed; the names, in playing order.
fn fire(session: &mut Session, passage: &Passage, secs: f64) -> Vec<String> {
    let mut lately = std::mem::take(&mut session.playback.lately);
    let tracks: Vec<EventTrack<'_>> = event_tracks(session).collect();
    let lists: Vec<&[f64]> = tracks.iter().map(|track| track.frames).collect();
    let passed = passage.passed(&lists);
    let told = |(frame, at): &(f64, usize)| ToldNotification::new(tracks[*at].name, tracks[*at].clip, *frame);
    lately.step(secs, passed.iter().map(told));
    lately.be_at(place(session));
    let names = passed.iter().map(|(_, at)| tracks[*at].name.to_owned()).collect();
    let keys: Vec<(f64, EventKey)> = passed.iter().map(|(frame, at)| (*frame, tracks[*at].key)).collect();
    session.playback.lately = lately;
    for (frame, key) in keys {
        let count = session.playback.fired.get(&key).map_or(0, |fired| fired.count) + 1;
        session.playback.fired.insert(key, Fired { count, frame });
    }
    names
}

/// The playhead, and what plays under it.
fn place(session: &Session) -> Option<(f64, MotionKey)> {
    Some((session.frame()?, motion_key(session)))
}

/// Finds the notifications that the playhead stands on, while nothing plays.
pub(crate) fn follow_lately(session: &mut Session) {
    let mut lately = std::mem::take(&mut session.playback.lately);
    let now = place(session);
    let still = now.filter(|_| !session.is_playing());
    let standing = still.into_iter().flat_map(|(frame, _)| {
        event_tracks(session).filter_map(move |track| {
            let at = track.frames.partition_point(|other| *other < frame - CLOSE);
            let found = track.frames.get(at).filter(|other| **other <= frame + CLOSE)?;
            Some(ToldNotification::new(track.name, track.clip, *found))
        })
    });
    lately.stand(now, standing);
    session.playback.lately = lately;
}

/// How often a clip of `range` has started over at `ends`, its own frames at both ends of the clock.
fn turns(range: FrameRange, ends: [f64; 2]) -> std::ops::RangeInclusive<f64> {
    let [first, last] = ends.map(|frame| ((frame - range.start) / range.length()).floor());
    // Also for what is not a number: a static clip has no turns.
    if last - first <= MOST_TURNS {
        first..=last
    } else {
        0.0..=0.0
    }
}

/// Frames of `notification` in every turn, ascending, counted on from its clip's first. The two ends of what starts over are
/// one instant, so they are one frame (cast.md A51).
fn placed(
    notification: &Notification,
    range: FrameRange,
    turns: &std::ops::RangeInclusive<f64>,
    starts_over: bool,
) -> Vec<f64> {
    let inside = notification.frames.iter().filter(|frame| range.contains(**frame));
    let inside: Vec<f64> = inside.copied().collect();
    if !starts_over || range.length() <= 0.0 {
        return inside;
    }
    let mut out = Vec::new();
    // Counted: so far from 0 that 1 more is the same number, adding would never end.
    let count = (turns.end() - turns.start()) as usize;
    for turn in (0..=count).map(|at| turns.start() + at as f64) {
        if out.is_empty() || out.len() + inside.len() <= MOST_FRAMES {
            out.extend(inside.iter().map(|frame| frame + turn * range.length()));
        }
    }
    out.dedup();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clip_that_starts_over_brings_its_notifications_again_and_its_ends_once() {
        let range = FrameRange { start: 2.0, end: 12.0 };
        let step = Notification {
            name: "step".into(),
            frames: vec![2.0, 5.0, 12.0],
        };
        let over = turns(range, [2.0, 25.0]);
        assert_eq!(over, 0.0..=2.0);
        assert_eq!(
            placed(&step, range, &over, true),
            [2.0, 5.0, 12.0, 15.0, 22.0, 25.0, 32.0]
        );
        assert_eq!(placed(&step, range, &over, false), [2.0, 5.0, 12.0]);
        assert_eq!(turns(range, [-9.0, 2.0]), -2.0..=0.0, "it played before its start too");
    }

    #[test]
    fn no_number_of_turns_fills_the_memory() {
        let one = FrameRange { start: 0.0, end: 1e-9 };
        assert_eq!(turns(one, [0.0, f64::from(u32::MAX)]), 0.0..=0.0);
        let none = FrameRange { start: 3.0, end: 3.0 };
        assert_eq!(turns(none, [0.0, 10.0]), 0.0..=0.0);
        let many = Notification {
            name: String::new(),
            frames: (0..60_000).map(f64::from).collect(),
        };
        let range = FrameRange {
            start: 0.0,
            end: 60_000.0,
        };
        assert!(placed(&many, range, &(0.0..=900.0), true).len() <= MOST_FRAMES);
    }
}
