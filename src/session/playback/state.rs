//! What is kept of time: the clip that plays, where its playhead stands, and between which frames it runs.

use super::events::LayerEvents;
use crate::animation::{Seam, Transport};
use crate::core::FrameRange;
use crate::session::{ClipKey, EventKey};
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub struct Playback {
    pub transport: Transport,
    pub active_clip: Option<ClipKey>,
    /// In and out points, in frames of the clip they belong to.
    pub(in crate::session) ranges: BTreeMap<ClipKey, FrameRange>,
    /// How well what is played closes; `None` while nothing is driven.
    pub seam: Option<Seam>,
    /// Whether the active clip loops, where the user said otherwise than its file means it.
    pub(in crate::session) loops_by_hand: Option<bool>,
    /// At a clip's end the next one begins.
    pub plays_all: bool,
    /// The notifications that fired since the active clip began.
    pub fired: BTreeMap<EventKey, Fired>,
    pub(in crate::session) layer_events: LayerEvents,
}

/// What one notification did since its clip began.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fired {
    pub count: u64,
    /// Where it fired last.
    pub frame: f64,
}
