//! B in words: what made it, and that it is shown.

use super::lacking::{Shows, lacking};
use super::wiped::wiped_at;
use crate::composition::by_hand::told::{hand_pose_words, hand_shape_words};
use crate::composition::stopped::told::stopped_words;
use crate::window::colors;
use crate::{Placed, Session};
use castview_motion::animation::Unposed;
use castview_picture::{Legend, LegendEntry};

/// The clip, layers and choices that make the models stand as they are shown: `walk, frame 12.00, 1 layer, IK solved`.
pub(super) fn shown_words(session: &Session) -> String {
    let clip = session.playback.active_clip().and_then(|key| session.stage.clip(key));
    let mut parts: Vec<String> = Vec::new();
    match (clip, session.frame()) {
        (Some(entry), Some(frame)) => {
            parts.push(entry.clip().name.clone());
            parts.push(format!("frame {frame:.2}"));
        }
        _ => parts.push("at rest".to_owned()),
    }
    match session.edits.layers.len() {
        0 => {}
        1 => parts.push("1 layer".to_owned()),
        layers => parts.push(format!("{layers} layers")),
    }
    let shown = session.composition.shown_pose;
    if !shown.is_posed() {
        let over = match shown.unposed {
            Unposed::Rest => "rest pose",
            Unposed::Bind => "bind pose",
        };
        parts.push(match shown.weight <= 0.0 {
            true => over.to_owned(),
            false => format!("{:.0} % over the {over}", shown.weight * 100.0),
        });
    }
    if session.composition.rig && session.stage.has_rig() {
        parts.push("IK solved".to_owned());
    }
    if !session.edits.methods.is_empty() {
        parts.push("skinned otherwise".to_owned());
    }
    parts.extend(hand_pose_words(session));
    parts.extend(hand_shape_words(session));
    parts.extend(stopped_words(session));
    parts.join(", ")
}

/// `Shows B: walk, frame 12.00` while B is shown in place of A; `None`: A is shown.
pub fn flipped_words(session: &Session) -> Option<String> {
    let pinned = session.pinned.as_ref().filter(|pinned| pinned.flipped)?;
    Some(format!("Shows B: {}", pinned.words()))
}

/// The pin that `placed` is posed by, if it is shown as it was pinned.
pub(crate) fn shown_as_pinned(session: &Session, placed: &Placed) -> Option<String> {
    let pinned = session.pinned.as_ref()?;
    pinned.shown_pose(placed)?;
    Some(format!("pinned as B: {}", pinned.words()))
}

/// Lines for a picture of B: its origin, and the parts of A missing from it. A saved picture has them, too.
pub(crate) fn pinned_legends(session: &Session) -> Vec<Legend> {
    let Some(pinned) = &session.pinned else {
        return Vec::new();
    };
    let words = format!("B: {}", pinned.words());
    let legend = |across: [f32; 2], title: &'static str, entries: Vec<LegendEntry>| Legend { across, title, entries };
    let with = |entry: LegendEntry, word: &str, shows: Shows| {
        let lacking = lacking(session, pinned, shows).map(|lacking| LegendEntry::words(format!("{word} {lacking}")));
        std::iter::once(entry).chain(lacking).collect::<Vec<_>>()
    };
    const OF_ALL: &str = "What is pinned as B";
    if let Some(told) = flipped_words(session) {
        let entries = with(LegendEntry::words(told), "as in A:", Shows::Surfaces);
        return vec![legend(Legend::WHOLE, OF_ALL, entries)];
    }
    let mut legends = Vec::new();
    if let Some(at) = wiped_at(session) {
        let a = format!("A: {}", shown_words(session));
        let of_b = with(LegendEntry::words(words.clone()), "without", Shows::Surfaces);
        legends.push(legend([0.0, at], "B, to the left", of_b));
        legends.push(legend([at, 1.0], "A, to the right", vec![LegendEntry::words(a)]));
    }
    if pinned.shows_ghosts() {
        let ghost = LegendEntry::square(colors::colors(session).goal, words);
        legends.push(legend(Legend::WHOLE, OF_ALL, with(ghost, "without", Shows::Ghosts)));
    }
    legends
}
