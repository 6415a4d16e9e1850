//! Where a seek leads: frames, ends, keys of the selection, notifications, markers, trouble.

use crate::playback::events;
use crate::playback::mark;
use crate::playback::played;
use crate::{Change, Effect, Notice, Seek, Selected, Session};
use castview_base::core::FrameRange;
use castview_base::scene::Keys;

/// Steps leave a frame by more than the rounding of seconds.
const CLOSE: f64 = 1e-6;

/// Frames of the keys of what is selected, or of everything, in no order; none if the selection has none.
pub(crate) fn key_frames(session: &Session) -> Vec<f64> {
    let lists = selected_keys(session).unwrap_or_default();
    let Some(keyed) = session.keyed() else {
        return Vec::new();
    };
    let frames = lists.iter().flat_map(|keys| (0..keys.len()).map(|key| keys.get(key)));
    frames.map(|frame| keyed.clock_frame(frame)).collect()
}

pub(crate) fn seek(session: &mut Session, seek: Seek) -> Vec<Effect> {
    let Some(timeline) = session.timeline() else {
        return Vec::new();
    };
    let now = session.frame().unwrap_or(timeline.range.start);
    let whole = timeline.range;
    let part = played::play_range(session).unwrap_or(whole);
    let mut effects = Vec::new();
    let frame = match seek {
        Seek::Frame(frame) => frame,
        Seek::Step(step) => {
            session.playback.transport.pause();
            stepped(session, now, step, whole)
        }
        // From inside the range to its end, from there on to the clip's.
        Seek::Start if now > part.start + CLOSE => part.start,
        Seek::End if now < part.end - CLOSE => part.end,
        Seek::Start => whole.start,
        Seek::End => whole.end,
        Seek::PreviousKey | Seek::NextKey => match selected_keys(session) {
            Ok(keys) => match session.keyed() {
                Some(keyed) => {
                    let found = nearest(keys, keyed.own_frame(now), seek == Seek::NextKey);
                    keyed.clock_frame(found)
                }
                None => now,
            },
            Err(name) => {
                let text = format!("{name} has no keys in this clip.");
                effects.push(Effect::Notify(Notice::info(text)));
                now
            }
        },
        Seek::PreviousNotification | Seek::NextNotification => {
            let frames = events::event_tracks(session).map(|track| Frames::List(track.frames));
            nearest(frames, now, seek == Seek::NextNotification)
        }
        Seek::PreviousMarker | Seek::NextMarker => {
            let frames: Vec<f64> = mark::markers(session).iter().map(|marker| marker.frame).collect();
            nearest([Frames::List(&frames)], now, seek == Seek::NextMarker)
        }
        Seek::PreviousTrouble | Seek::NextTrouble => {
            let selected = session.edits.selected;
            let found = session
                .aids
                .trouble()
                .step((now, whole), selected, seek == Seek::NextTrouble);
            let thing = found.and_then(|entry| session.aids.trouble().thing_at(entry));
            if let Some((frame, _)) = found {
                session.playback.transport.pause();
                if thing.is_some() {
                    session.edits.select(thing);
                }
                frame
            } else {
                now
            }
        }
    };
    session.playback.transport.seek(frame, &timeline);
    session.note(Change::POSES);
    effects
}

/// By whole frames from `now`. Stepping past either end of what loops comes in at the other.
fn stepped(session: &Session, now: f64, step: f64, whole: FrameRange) -> f64 {
    let from = if step < 0.0 {
        (now - CLOSE).ceil()
    } else {
        (now + CLOSE).floor()
    };
    let next = from + step;
    let is_inside = |range: &FrameRange| now >= range.start - CLOSE && now <= range.end + CLOSE;
    let range = played::play_range(session).filter(is_inside).unwrap_or(whole);
    let transport = &session.playback.transport;
    let wraps = session.timeline().is_some_and(|timeline| transport.loops(&timeline)) && !transport.turns();
    if !wraps {
        next
    } else if next > range.end {
        range.start
    } else if next < range.start {
        range.end
    } else {
        next
    }
}

/// The keys that the commands for the next and the previous key step through, in the keyed clip's own frames.
pub fn keys_to_step_through(session: &Session) -> Vec<&Keys> {
    let lists = selected_keys(session).unwrap_or_default().into_iter();
    let keys = lists.filter_map(|frames| match frames {
        Frames::Keys(keys) => Some(keys),
        Frames::List(_) => None,
    });
    keys.collect()
}

/// The keys of what is selected; of every curve if nothing that has curves is. `Err` names a selection without keys.
fn selected_keys(session: &Session) -> Result<Vec<Frames<'_>>, String> {
    let Some(keyed) = session.keyed() else {
        return Ok(Vec::new());
    };
    let tracks = &keyed.entry.clip().tracks;
    let Some(name) = selected_name(session) else {
        return Ok(tracks.iter().map(|track| Frames::Keys(&track.keys)).collect());
    };
    let placed = session.edits.selected.and_then(Selected::placed);
    let placed = placed.and_then(|key| session.stage.placed(key));
    let mut found: Vec<Frames<'_>> = match (session.edits.selected, placed.and_then(|p| keyed.binding(p))) {
        (Some(Selected::Bone(_, bone)), Some(binding)) => binding
            .bone_tracks(bone)
            .map(|(track, _)| Frames::Keys(&tracks[track].keys))
            .collect(),
        _ => Vec::new(),
    };
    if found.is_empty() {
        let is_of = |target: &str| target.eq_ignore_ascii_case(&name);
        let of_name = tracks.iter().filter(|track| is_of(&track.target));
        found.extend(of_name.map(|track| Frames::Keys(&track.keys)));
    }
    if found.is_empty() { Err(name) } else { Ok(found) }
}

/// The name curves would use for what is selected; `None` where nothing has curves of its own.
fn selected_name(session: &Session) -> Option<String> {
    let selected = session.edits.selected?;
    let model = session.stage.placed(selected.placed()?)?.model();
    match selected {
        Selected::Bone(_, bone) => Some(model.skeleton.name(bone).to_owned()),
        Selected::Mesh(_, mesh) => model.meshes.get(mesh.get()).map(|mesh| mesh.name.clone()),
        Selected::BlendShape(_, shape) => model.blend_shapes.get(shape.get()).map(|shape| shape.name.clone()),
        _ => None,
    }
}

/// Ascending frames, wherever they are stored.
enum Frames<'a> {
    Keys(&'a Keys),
    List(&'a [f64]),
}

impl Frames<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Keys(keys) => keys.len(),
            Self::List(frames) => frames.len(),
        }
    }

    fn get(&self, index: usize) -> f64 {
        match self {
            Self::Keys(keys) => keys.frame(index),
            Self::List(frames) => frames[index],
        }
    }

    /// How many lie at or before `frame`.
    fn count_until(&self, frame: f64) -> usize {
        match self {
            Self::Keys(keys) => keys.count_until(frame),
            Self::List(frames) => frames.partition_point(|f| *f <= frame),
        }
    }
}

/// The nearest of all frames before or after `now`; `now` if there is none.
fn nearest<'a>(lists: impl IntoIterator<Item = Frames<'a>>, now: f64, forward: bool) -> f64 {
    let lists = lists.into_iter();
    let found = if forward {
        let next = |list: Frames<'_>| {
            let at = list.count_until(now + CLOSE);
            (at < list.len()).then(|| list.get(at))
        };
        lists.filter_map(next).min_by(f64::total_cmp)
    } else {
        let previous = |list: Frames<'_>| {
            let before = list.count_until(now - CLOSE);
            before.checked_sub(1).map(|at| list.get(at))
        };
        lists.filter_map(previous).max_by(f64::total_cmp)
    };
    found.unwrap_or(now)
}
