//! State of time: the active clip, its playhead, and the range that is played.

use super::lately::Lately;
use crate::placed::timed_pose::MotionKey;
use crate::{ClipKey, LayerKey};
use castview_motion::animation::{Seam, Transport};
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub struct Playback {
    pub transport: Transport,
    pub active_clip: Option<ClipKey>,
    /// How well what is played closes; `None` while nothing is driven.
    pub seam: Option<Seam>,
    /// Whether the active clip loops, where the user said otherwise than its file means it.
    pub(crate) loops_by_hand: Option<bool>,
    /// The order in which the next clip is looked for; empty: that of the stage.
    pub listed: Vec<ClipKey>,
    /// At a clip's end the next one begins.
    pub plays_all: bool,
    /// The notifications that fired since the active clip began.
    pub fired: BTreeMap<EventKey, Fired>,
    /// Notifications that the view tells.
    pub lately: Lately,
    pub(crate) layer_events: LayerEvents,
}

/// Count and last frame of one notification's firing since its clip began.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fired {
    pub count: u64,
    /// Where it fired last.
    pub frame: f64,
}

/// Names one notification of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventKey {
    /// `None`: of the active clip.
    pub layer: Option<LayerKey>,
    /// Its place in its clip.
    pub index: usize,
}

/// One notification with all its frames.
#[derive(Clone, Copy, Debug)]
pub struct EventTrack<'a> {
    pub key: EventKey,
    pub name: &'a str,
    /// The clip it is from, if that is a layer.
    pub clip: Option<&'a str>,
    /// Frames of the clock, ascending.
    pub frames: &'a [f64],
}

/// Notifications that the layers add, kept until the stack changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct LayerEvents {
    pub of: Option<MotionKey>,
    pub tracks: Vec<LayerTrack>,
}

#[derive(Clone, Debug)]
pub(crate) struct LayerTrack {
    pub key: EventKey,
    pub name: String,
    pub clip: String,
    pub frames: Vec<f64>,
}
