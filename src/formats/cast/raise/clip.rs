//! Clips → Animation nodes: curves on whole frames (spec/cast.md 2.13–2.16).

use super::{place, text};
use crate::core::Diagnostics;
use crate::formats::cast::{NodeDraft, NodeKind};
use crate::formats::{PlainChannel, PlainClip, PlainTarget};
use crate::scene::Model;

/// Rates at which keys are tried to fall on whole frames, after the clip's own; the last fits what a float of seconds can tell.
const RATES: [f64; 8] = [30.0, 24.0, 25.0, 60.0, 120.0, 600.0, 4800.0, (1 << 20) as f64];
/// How far from a whole frame a key may lie: seconds.
const SLACK_SECS: f64 = 1e-7;

pub(super) fn raise(model: &Model, clip: &PlainClip, losses: &mut Diagnostics) -> NodeDraft {
    let rate = rate(clip);
    if rate != clip.frames_per_second {
        losses.note(
            "X-rate",
            || place("clip", &clip.name),
            || format!("keys fall between whole frames; counted {rate} to a second"),
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

/// The least rate at which all keys fall on whole frames.
fn rate(clip: &PlainClip) -> f64 {
    let fits = |rate: &f64| {
        clip.channels.iter().flat_map(|channel| &channel.frames).all(|frame| {
            let at = frame / clip.frames_per_second * rate;
            (at - at.round()).abs() <= SLACK_SECS * rate && at.round() <= f64::from(u32::MAX)
        })
    };
    let tried = std::iter::once(clip.frames_per_second).chain(RATES);
    tried.into_iter().find(fits).unwrap_or(RATES[RATES.len() - 1])
}

/// Nothing starts before frame 0.
fn whole(clip: &PlainClip, frame: f64, rate: f64) -> u32 {
    (frame / clip.frames_per_second * rate).round() as u32
}

fn curves(model: &Model, clip: &PlainClip, channel: &PlainChannel, rate: f64) -> Vec<NodeDraft> {
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
