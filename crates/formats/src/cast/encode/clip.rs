//! Clips → Animation nodes: curves on whole frames (docs/formats/cast.md §2.13–§2.16).

use super::draft::{place, text};
use super::stream::Stream;
use crate::cast::{NodeDraft, NodeKind};
use crate::rules::convert as rule;
use crate::{PlainChannel, PlainClip, PlainMovement, PlainTarget};
use castview_base::core::Diagnostics;
use castview_base::scene::Model;
use std::collections::BTreeSet;

/// Rates at which keys are tried to fall on whole frames, after the clip's own.
const RATES: [f64; 6] = [30.0, 24.0, 25.0, 60.0, 120.0, 600.0];
/// Frames of a second where keys lie at no even distances.
const UNEVEN_RATE: f64 = 120.0;
/// No program that reads these files counts finer.
const FINEST_RATE: f64 = 1000.0;
/// Keys at even distances above this are counted in parts of them, so that what is between them is not lost.
const LEAST_EVEN_RATE: f64 = 20.0;
/// The last frame that can be written: numbers beyond it are read as frames before 0.
const LAST_FRAME: f64 = i32::MAX as f64;
/// How far from a whole frame a key may lie and still be on it: seconds. Files count them in f32, and add them up.
const SLACK_SECS: f64 = 5e-5;

/// The channels of all models, each with its model. One curve moves every model with that target, so a model adds new targets only.
fn joined(models: &[Model], movement: PlainMovement) -> Option<(Vec<&Model>, PlainClip)> {
    let (mut owners, mut known) = (Vec::new(), BTreeSet::new());
    let mut joined: Option<PlainClip> = None;
    for (model, mut clip) in movement {
        let model = &models[model];
        let name = |channel: &PlainChannel| match channel.target {
            PlainTarget::Translation(bone) => (0, model.skeleton.name(bone)),
            PlainTarget::Rotation(bone) => (1, model.skeleton.name(bone)),
            PlainTarget::Scale(bone) => (2, model.skeleton.name(bone)),
            PlainTarget::Shape(shape) => (3, &model.blend_shapes[shape.get()].name[..]),
        };
        let own: Vec<_> = clip.channels.iter().map(name).collect();
        let mut is_new = own.iter().map(|name| !known.contains(name));
        clip.channels.retain(|_| is_new.next().unwrap_or_default());
        known.extend(own);
        owners.resize(owners.len() + clip.channels.len(), model);
        match &mut joined {
            Some(joined) => joined.channels.append(&mut clip.channels),
            None => joined = Some(clip),
        }
    }
    Some((owners, joined?))
}

/// `wish`: frames of a second, as the user wants them.
pub(super) fn encode(
    models: &[Model],
    movement: PlainMovement,
    (wish, out): (Option<f64>, &mut Stream),
    losses: &mut Diagnostics,
) {
    let Some((owners, clip)) = joined(models, movement) else {
        return;
    };
    let clip = &clip;
    let rate = rate(clip, wish);
    if rate != clip.frames_per_second || furthest_off(clip, rate) > SLACK_SECS {
        losses.report(
            rule::X_RATE,
            || place("clip", &clip.name),
            || {
                let off = furthest_off(clip, rate);
                let moved = if off > SLACK_SECS {
                    format!(", which moves them by up to {off:.1e} s")
                } else {
                    String::new()
                };
                let why = match wish {
                    Some(_) => "as is wished",
                    None => "keys fall between whole frames",
                };
                format!("{why}; counted {rate} to a second{moved}")
            },
        );
    }
    let shared = |channel: &PlainChannel| channel.frames.len() - on_frames(clip, channel, rate).0.len();
    let shared: usize = clip.channels.iter().map(shared).sum();
    if shared > 0 {
        losses.report(
            rule::X_LOST,
            || place("clip", &clip.name),
            || format!("{shared} keys share a frame with a later one; left out"),
        );
    }
    let node = text(NodeDraft::new(NodeKind::Animation), "n", &clip.name)
        .floats("fr", &[rate as f32])
        .u8s("lo", &[u8::from(clip.looping)]);
    out.open(node);
    for (channel, model) in clip.channels.iter().zip(owners) {
        curves(model, clip, channel, rate)
            .into_iter()
            .for_each(|curve| out.child(curve));
    }
    for (name, frames) in &clip.notifications {
        let frames: Vec<u32> = frames.iter().map(|frame| whole_frame(clip, *frame, rate)).collect();
        out.child(text(NodeDraft::new(NodeKind::NotificationTrack), "n", name).uints("kb", &frames));
    }
    out.close();
}

/// The wished rate, else the lowest with all keys on whole frames, else a fixed one; lower if the number of the last frame would
/// not fit.
fn rate(clip: &PlainClip, wish: Option<f64>) -> f64 {
    let notifications = clip.notifications.iter().flat_map(|(_, frames)| frames);
    let last = frames(clip).chain(notifications).copied().fold(0.0, f64::max);
    let last_secs = last / clip.frames_per_second;
    let fits = |rate: &f64| {
        let is_whole = |frame: &f64| {
            let at = frame / clip.frames_per_second * rate;
            (at - at.round()).abs() <= SLACK_SECS * rate
        };
        *rate <= FINEST_RATE && frames(clip).all(is_whole)
    };
    let tried = std::iter::once(clip.frames_per_second).chain(RATES).chain(even(clip));
    let rate = wish.or_else(|| tried.into_iter().find(fits)).unwrap_or(UNEVEN_RATE);
    if last_secs * rate <= LAST_FRAME {
        return rate;
    }
    finest(clip.frames_per_second, LAST_FRAME / last_secs)
}

/// The rate of keys that lie at even distances from 0 on.
fn even(clip: &PlainClip) -> Option<f64> {
    let mut all: Vec<f64> = frames(clip).copied().collect();
    all.sort_by(f64::total_cmp);
    // Keys within the slack of an earlier one count as that one.
    let slack = SLACK_SECS * clip.frames_per_second;
    all.dedup_by(|later, earlier| *later - *earlier <= slack);
    let (first, last) = (*all.first()?, *all.last()?);
    let gaps = all.len() - 1;
    if gaps == 0 {
        return None;
    }
    let distance = (last - first) / gaps as f64;
    // From 0 on: the first key is a whole number of distances from there, and the last one says most exactly how long those are.
    let distance = last / (last / distance).round();
    let rate = clip.frames_per_second / distance;
    let parts = (LEAST_EVEN_RATE / rate).ceil().max(1.0);
    Some(rate * parts).filter(|rate| rate.is_finite())
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
    let off = |frame: &f64| (f64::from(whole_frame(clip, *frame, rate)) / rate - frame / clip.frames_per_second).abs();
    frames(clip).map(off).fold(0.0, f64::max)
}

/// Nothing starts before frame 0.
fn whole_frame(clip: &PlainClip, frame: f64, rate: f64) -> u32 {
    (frame / clip.frames_per_second * rate).round() as u32
}

/// The channel's keys as whole frames, and which keys they are.
fn on_frames(clip: &PlainClip, channel: &PlainChannel, rate: f64) -> (Vec<u32>, Vec<usize>) {
    let mut frames: Vec<u32> = Vec::with_capacity(channel.frames.len());
    let mut kept: Vec<usize> = Vec::with_capacity(channel.frames.len());
    for (key, frame) in channel.frames.iter().enumerate() {
        let frame = whole_frame(clip, *frame, rate);
        // The last of the keys on one frame counts.
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
