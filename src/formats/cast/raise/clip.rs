//! Clips → Animation nodes: curves on whole frames (spec/cast.md 2.13–2.16).

use super::{place, text};
use crate::core::Diagnostics;
use crate::formats::cast::{NodeDraft, NodeKind};
use crate::formats::{PlainChannel, PlainClip, PlainTarget};
use crate::scene::Model;

/// Rates at which keys are tried to fall on whole frames, after the clip's own.
const RATES: [f64; 7] = [30.0, 24.0, 25.0, 60.0, 120.0, 600.0, 4800.0];
/// What a float of seconds can tell.
const FINEST: f64 = (1 << 20) as f64;
/// The last frame that can be written.
const LAST_FRAME: f64 = u32::MAX as f64;
/// How far from a whole frame a key may lie: seconds.
const SLACK_SECS: f64 = 1e-7;

pub(super) fn raise(model: &Model, clip: &PlainClip, losses: &mut Diagnostics) -> NodeDraft {
    let rate = rate(clip);
    if rate != clip.frames_per_second {
        losses.note(
            "X-rate",
            || place("clip", &clip.name),
            || {
                let off = furthest_off(clip, rate);
                let moved = if off > SLACK_SECS {
                    format!(", which moves them by up to {off:.1e} s")
                } else {
                    String::new()
                };
                format!("keys fall between whole frames; counted {rate} to a second{moved}")
            },
        );
    }
    let shared = |channel: &PlainChannel| channel.frames.len() - on_frames(clip, channel, rate).0.len();
    let shared: usize = clip.channels.iter().map(shared).sum();
    if shared > 0 {
        losses.warn(
            "X-lost",
            || place("clip", &clip.name),
            || format!("{shared} keys share a frame with a later one; left out"),
        );
    }
    let mut node = text(NodeDraft::new(NodeKind::Animation), "n", &clip.name)
        .floats("fr", &[rate as f32])
        .u8s("lo", &[u8::from(clip.looping)]);
    for channel in &clip.channels {
        node = node.children(curves(model, clip, channel, rate));
    }
    for (name, frames) in &clip.notifications {
        let frames: Vec<u32> = frames.iter().map(|frame| whole(clip, *frame, rate)).collect();
        node = node.child(text(NodeDraft::new(NodeKind::NotificationTrack), "n", name).uints("kb", &frames));
    }
    node
}

/// The least rate at which all keys fall on whole frames; where none does, the finest that counts up to the last of them.
fn rate(clip: &PlainClip) -> f64 {
    let notifications = clip.notifications.iter().flat_map(|(_, frames)| frames);
    let last = frames(clip).chain(notifications).copied().fold(0.0, f64::max);
    let last_secs = last / clip.frames_per_second;
    let fits = |rate: &f64| {
        let is_whole = |frame: &f64| {
            let at = frame / clip.frames_per_second * rate;
            (at - at.round()).abs() <= SLACK_SECS * rate
        };
        last_secs * rate <= LAST_FRAME && frames(clip).all(is_whole)
    };
    let tried = std::iter::once(clip.frames_per_second).chain(RATES);
    tried
        .into_iter()
        .find(fits)
        .unwrap_or_else(|| finest(clip.frames_per_second, (LAST_FRAME / last_secs).min(FINEST)))
}

fn frames(clip: &PlainClip) -> impl Iterator<Item = &f64> {
    clip.channels.iter().flat_map(|channel| &channel.frames)
}

/// At most `most`, written without rounding. A multiple of the clip's own rate leaves whole frames whole.
fn finest(own: f64, most: f64) -> f64 {
    let multiple = own * (most / own).floor();
    if multiple >= 1.0 && multiple == multiple.trunc() {
        multiple
    } else if most >= 1.0 {
        most.floor()
    } else {
        f64::from((most as f32).next_down())
    }
}

/// How far from its frame a key lies at most: seconds.
fn furthest_off(clip: &PlainClip, rate: f64) -> f64 {
    let off = |frame: &f64| (f64::from(whole(clip, *frame, rate)) / rate - frame / clip.frames_per_second).abs();
    frames(clip).map(off).fold(0.0, f64::max)
}

/// Nothing starts before frame 0.
fn whole(clip: &PlainClip, frame: f64, rate: f64) -> u32 {
    (frame / clip.frames_per_second * rate).round() as u32
}

/// The channel's keys as whole frames, and which keys they are.
fn on_frames(clip: &PlainClip, channel: &PlainChannel, rate: f64) -> (Vec<u32>, Vec<usize>) {
    let mut frames: Vec<u32> = Vec::with_capacity(channel.frames.len());
    let mut kept: Vec<usize> = Vec::with_capacity(channel.frames.len());
    for (key, frame) in channel.frames.iter().enumerate() {
        let frame = whole(clip, *frame, rate);
        // Of keys on one frame the last counts.
        if frames.last() == Some(&frame) {
            *kept.last_mut().expect("as many as frames") = key;
        } else {
            frames.push(frame);
            kept.push(key);
        }
    }
    (frames, kept)
}

fn curves(model: &Model, clip: &PlainClip, channel: &PlainChannel, rate: f64) -> Vec<NodeDraft> {
    let (frames, kept) = on_frames(clip, channel, rate);
    let width = channel.target.width();
    let numbers = |axis: usize| -> Vec<f32> { kept.iter().map(|key| channel.values[key * width + axis]).collect() };
    let curve = |name: &str, property: &str| {
        text(NodeDraft::new(NodeKind::Curve), "nn", name)
            .string("kp", property)
            .string("m", "absolute")
            .uints("kb", &frames)
    };
    let axes = |name: &str, properties: [&str; 3]| {
        (0..3)
            .map(|axis| curve(name, properties[axis]).floats("kv", &numbers(axis)))
            .collect()
    };
    match channel.target {
        PlainTarget::Translation(bone) => axes(model.skeleton.name(bone), ["tx", "ty", "tz"]),
        PlainTarget::Scale(bone) => axes(model.skeleton.name(bone), ["sx", "sy", "sz"]),
        PlainTarget::Rotation(bone) => {
            let values: Vec<[f32; 4]> = kept
                .iter()
                .map(|key| std::array::from_fn(|i| channel.values[key * width + i]))
                .collect();
            vec![curve(model.skeleton.name(bone), "rq").vec4s("kv", &values)]
        }
        PlainTarget::Shape(shape) => {
            vec![curve(&model.blend_shapes[shape.get()].name, "bs").floats("kv", &numbers(0))]
        }
    }
}
