//! State of time: the active clip, its playhead, and the range that is played.

use super::lately::Lately;
use crate::placed::timed_pose::MotionKey;
use crate::{ClipKey, LayerKey};
use castview_motion::animation::{Looping, Seam, Timeline, Transport};
use std::collections::BTreeMap;

/// The active clip, its playhead, and the notifications that it has passed.
#[derive(Debug, Default)]
pub struct Playback {
    pub(super) transport: Transport,
    pub(super) active_clip: Option<ClipKey>,
    /// How well what is played closes; `None` while nothing is driven.
    pub(super) seam: Option<Seam>,
    /// Whether the active clip loops, where the user said otherwise than its file means it.
    pub(super) loops_by_hand: Option<bool>,
    /// The order in which the next clip is looked for; empty: that of the stage.
    pub(super) listed: Vec<ClipKey>,
    /// At a clip's end the next one begins.
    pub(super) plays_all: bool,
    /// The notifications that fired since the active clip began.
    pub(super) fired: BTreeMap<EventKey, Fired>,
    /// Notifications that the view tells.
    pub(super) lately: Lately,
    pub(super) layer_events: LayerEvents,
}

/// The active clip and its playhead, as undo brings them back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeptPlayhead {
    clip: Option<ClipKey>,
    loops_by_hand: Option<bool>,
    transport: Transport,
}

impl KeptPlayhead {
    /// The clip that was active.
    pub(crate) fn clip(&self) -> Option<ClipKey> {
        self.clip
    }
}

impl Playback {
    /// Takes in how well the loop closes.
    pub(crate) fn take_seam(&mut self, seam: Option<Seam>) {
        self.seam = seam;
    }

    /// Where playing has got to, and how it goes on.
    pub fn transport(&self) -> &Transport {
        &self.transport
    }

    /// The clip that drives the stage.
    pub fn active_clip(&self) -> Option<ClipKey> {
        self.active_clip
    }

    /// How well what is played closes; `None` while nothing is driven.
    pub fn seam(&self) -> Option<Seam> {
        self.seam
    }

    /// The order in which the next clip is looked for; empty: that of the stage.
    pub fn listed(&self) -> &[ClipKey] {
        &self.listed
    }

    /// At a clip's end the next one begins.
    pub fn plays_all(&self) -> bool {
        self.plays_all
    }

    /// The notifications that fired since the active clip began.
    pub fn fired(&self) -> &BTreeMap<EventKey, Fired> {
        &self.fired
    }

    /// Notifications that the view tells.
    pub fn lately(&self) -> &Lately {
        &self.lately
    }

    /// Whether the active clip loops, where the user said otherwise than its file means it.
    pub(crate) fn loops_by_hand(&self) -> Option<bool> {
        self.loops_by_hand
    }

    /// The active clip and its playhead, for undo.
    pub(crate) fn kept_playhead(&self) -> KeptPlayhead {
        KeptPlayhead {
            clip: self.active_clip,
            loops_by_hand: self.loops_by_hand,
            transport: self.transport,
        }
    }

    /// Brings a clip and its playhead back. Nothing has fired since.
    pub(crate) fn bring_back(&mut self, kept: &KeptPlayhead) {
        self.active_clip = kept.clip;
        self.loops_by_hand = kept.loops_by_hand;
        self.transport = kept.transport;
        self.fired.clear();
    }

    /// Goes on with a clip and its playhead, beside what came since.
    pub(crate) fn go_on_with(&mut self, kept: &KeptPlayhead) {
        self.active_clip = kept.clip;
        self.transport = kept.transport;
    }

    /// Makes `clip` the active one. The word of the user about the loop is about one clip alone.
    pub(crate) fn change_clip(&mut self, clip: Option<ClipKey>) {
        if self.active_clip != clip {
            self.loops_by_hand = None;
        }
        self.active_clip = clip;
    }

    /// Pauses, and forgets the notifications that have fired.
    pub(crate) fn halt(&mut self) {
        self.transport.pause();
        self.fired.clear();
    }

    /// To where playing begins; goes on from there if it `plays`.
    pub(crate) fn rewind(&mut self, timeline: &Timeline, plays: bool) {
        self.transport.rewind(timeline);
        if plays {
            self.transport.play(timeline);
        }
    }

    /// Puts the playhead on a frame of the active clip.
    pub(crate) fn put_on(&mut self, frame: f64, timeline: &Timeline) {
        self.transport.seek(frame, timeline);
    }

    /// Puts the playhead at a time of the clock, wherever the clip's ends are.
    pub(crate) fn put_at(&mut self, secs: f64) {
        self.transport.put_at(secs);
    }

    /// Plays the other way round, from where it stands.
    pub(crate) fn reverse(&mut self) {
        self.transport.reverse();
    }

    /// Behaves like that at the end of the clip; whether it did otherwise before.
    pub(crate) fn loop_as(&mut self, looping: Looping) -> bool {
        std::mem::replace(&mut self.transport.looping, looping) != looping
    }

    /// Plays as a view file says.
    pub(crate) fn play_as_saved(&mut self, speed: f64, loops_by_hand: Option<bool>, plays_all: bool) {
        self.set_speed(speed);
        self.loops_by_hand = loops_by_hand;
        self.plays_all = plays_all;
    }

    /// Forgets how well what was played closes.
    pub(crate) fn forget_seam(&mut self) {
        self.seam = None;
    }

    /// Forgets the notifications of layers.
    pub(crate) fn forget_layer_events(&mut self) {
        self.layer_events = LayerEvents::default();
    }

    /// Forgets the notifications under the playhead.
    pub(crate) fn forget_standing(&mut self) {
        self.lately.forget_standing();
    }
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
pub(super) struct LayerEvents {
    /// The motion that they follow from.
    pub(super) of: Option<MotionKey>,
    pub(super) tracks: Vec<LayerTrack>,
}

/// The frames of one notification of a layer.
#[derive(Clone, Debug)]
pub(super) struct LayerTrack {
    pub(super) key: EventKey,
    pub(super) name: String,
    pub(super) clip: String,
    pub(super) frames: Vec<f64>,
}
