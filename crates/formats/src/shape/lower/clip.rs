//! Animation layers → clips (docs/formats/shape.md §3.7, §5, A12, A13, A24; §7 rows 23 to 26).

use super::choices::Choices;
use super::node::Nodes;
use super::space::Space;
use crate::rules::shape as rule;
use crate::shape::document::{Document, KeyArray, Layer, Track};
use castview_base::core::{Diagnostics, FrameRange, Rule};
use castview_base::scene::{self, Clip, CurveMode, Interpolation, Keys, Notification, PlayMode, Property, Values};
use glam::Quat;
use std::collections::BTreeMap;

const KEYS: &[(&str, &str)] = &[
    ("auto", "As each layer's keys say"),
    ("index", "Numbers of keys, times the key-frame time"),
    ("ms", "Milliseconds"),
];
const QUATERNION: &[(&str, &str)] = &[
    ("auto", "As the file says"),
    ("xyzw", "x, y, z, w"),
    ("wxyz", "w, x, y, z"),
];
/// Longest time, in milliseconds. A longer one counts as no time: its frame would not be a number.
const LONGEST_MS: f64 = f32::MAX as f64;
/// Frames per second of a layer whose key-frame time is no time.
const FALLBACK_RATE: f64 = 30.0;
/// shape.md A12: from this share of the tracks on, and this many degrees nearer on average, the other order is taken. Fewer tracks tell nothing, and
/// neither does an order that leaves them farther from rest than first keys usually are.
const MOST: f64 = 0.8;
const CLEAR_DEGREES: f64 = 10.0;
const NEAR_DEGREES: f64 = 30.0;
const LEAST_TRACKS: usize = 3;

pub fn lower(
    document: &Document,
    space: &Space,
    nodes: &Nodes,
    fallback_name: &str,
    choices: &mut Choices,
    diagnostics: &mut Diagnostics,
) -> Vec<Clip> {
    if document.layers.is_empty() {
        return Vec::new();
    }
    let is_wxyz = quaternion_order(document, nodes, space, choices);
    let units = key_units(document, choices);
    let layers = document.layers.iter().zip(units).enumerate();
    let clips = layers.map(|(index, (layer, unit_ms))| {
        let mut clip = Layers {
            document,
            space,
            index,
            layer,
            unit_ms,
            is_wxyz,
            last_ms: 0.0,
            diagnostics: &mut *diagnostics,
        };
        clip.lower(nodes, fallback_name)
    });
    clips.collect()
}

/// shape.md A13, for each layer: the milliseconds that its keys count in.
fn key_units(document: &Document, choices: &mut Choices) -> Vec<f64> {
    let said = choices.said("keys", KEYS);
    let mut indices = 0;
    let units: Vec<f64> = document
        .layers
        .iter()
        .map(|layer| {
            let is_index = match said {
                Some(said) => said == "index" && is_time(layer.key_frame_ms),
                None => keys_are_indices(document, layer),
            };
            indices += usize::from(is_index);
            if is_index { layer.key_frame_ms } else { 1.0 }
        })
        .collect();
    let outcome = match (indices, units.len() - indices) {
        (all, 0) => format!("numbers of keys in all {all} layers"),
        (0, all) => format!("milliseconds in all {all} layers"),
        (some, others) => format!("numbers of keys in {some} layers, milliseconds in {others}"),
    };
    choices.made("keys", "Unit of keys", KEYS, outcome);
    units
}

fn is_time(ms: f64) -> bool {
    ms > 0.0 && ms <= LONGEST_MS
}

fn keys_are_indices(document: &Document, layer: &Layer) -> bool {
    let times = layer.tracks.iter().flat_map(|track| {
        let vectors = [&track.positions, &track.scales, &track.rotations];
        let keys = vectors
            .into_iter()
            .flat_map(|keys| document.keys::<3>(keys))
            .map(|key| key.0);
        keys.chain(track.events.iter().map(|event| event.key))
    });
    let last = times.filter(|time| time.is_finite()).fold(0.0, f64::max);
    if !is_time(layer.key_frame_ms) {
        return false;
    }
    if !is_time(layer.duration_ms) {
        return true;
    }
    let (duration, number) = (layer.duration_ms, layer.duration_ms / layer.key_frame_ms);
    if last > number + 1.0 {
        return false;
    }
    (last - number).abs() / number <= (last - duration).abs() / duration
}

/// shape.md A12: whether w comes first.
fn quaternion_order(document: &Document, nodes: &Nodes, space: &Space, choices: &mut Choices) -> bool {
    let (mut tracks, mut nearer, mut angles) = (0usize, 0usize, [0.0f64; 2]);
    for track in document.layers.iter().flat_map(|layer| &layer.tracks) {
        let first = document.keys::<4>(&track.rotations).next();
        let (Some((_, value)), Some(bone)) = (first, nodes.find(&document.text(track.node))) else {
            continue;
        };
        let rest = nodes.rest_rotation(bone);
        let [w, x, y, z] = value;
        let angle = |stored| match space.rotation(stored) {
            Some(rotation) => f64::from(rotation.angle_between(rest)).to_degrees(),
            None => 180.0,
        };
        let pair = [angle(value), angle([x, y, z, w])];
        tracks += 1;
        nearer += usize::from(pair[1] < pair[0]);
        angles = [angles[0] + pair[0], angles[1] + pair[1]];
    }
    let means = angles.map(|sum| sum / tracks.max(1) as f64);
    let is_nearer = tracks >= LEAST_TRACKS
        && nearer as f64 >= MOST * tracks as f64
        && means[0] - means[1] >= CLEAR_DEGREES
        && means[1] <= NEAR_DEGREES;
    let is_wxyz = match choices.said("quaternion", QUATERNION) {
        Some(said) => said == "wxyz",
        None => is_nearer,
    };
    let order = if is_wxyz { "w, x, y, z" } else { "x, y, z, w" };
    let outcome = match tracks {
        0 => format!("{order}: no track tells"),
        _ => format!(
            "{order}: first keys are {:.0}° from rest as x, y, z, w and {:.0}° as w, x, y, z, over {tracks} tracks",
            means[0], means[1]
        ),
    };
    choices.made("quaternion", "Order of quaternions", QUATERNION, outcome);
    is_wxyz
}

/// One layer being lowered.
struct Layers<'a> {
    document: &'a Document,
    space: &'a Space,
    index: usize,
    layer: &'a Layer,
    unit_ms: f64,
    is_wxyz: bool,
    last_ms: f64,
    diagnostics: &'a mut Diagnostics,
}

impl Layers<'_> {
    fn report(&mut self, rule: &'static Rule, track: Option<usize>, message: impl FnOnce() -> String) {
        let (document, index, layer) = (self.document, self.index, self.layer);
        let place = || match track {
            Some(track) => document.place(|| format!("layer[{index}]/track[{track}]"), layer.tracks[track].at),
            None => document.place(|| format!("layer[{index}]"), layer.at),
        };
        self.diagnostics.report(rule, place, message);
    }

    fn lower(&mut self, nodes: &Nodes, fallback_name: &str) -> Clip {
        let layer = self.layer;
        let mode = match layer.processing {
            0 => PlayMode::ByHand,
            1 => PlayMode::Playback,
            2 => PlayMode::Repeat,
            3 => PlayMode::State,
            processing => {
                self.report(rule::S26, None, || {
                    format!("the processing is unknown ({processing}); manual")
                });
                PlayMode::ByHand
            }
        };
        let rate = match is_time(layer.key_frame_ms) {
            true => 1000.0 / layer.key_frame_ms,
            false => {
                let ms = layer.key_frame_ms;
                self.report(rule::S25, None, || {
                    format!("{ms} ms per key is no time; frames are counted at {FALLBACK_RATE} fps")
                });
                FALLBACK_RATE
            }
        };
        // Times past what a float of seconds can tell apart would be one.
        let rate = rate.clamp(1e-6, 1e6);
        let mut tracks = Vec::new();
        let mut events: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for (position, track) in layer.tracks.iter().enumerate() {
            let name = self.document.text(track.node);
            if nodes.find(&name).is_none() {
                self.report(rule::S23, Some(position), || {
                    format!("no node is called {name:?}; the track moves nothing")
                });
            }
            self.track(position, track, &name, rate, &mut tracks);
            self.events(position, track, rate, &mut events);
        }
        let name = self.document.text(layer.name);
        Clip {
            root: None,
            name: if name.is_empty() {
                format!("{fallback_name} {}", self.index + 1)
            } else {
                name
            },
            frames_per_second: rate,
            looping: mode == PlayMode::Repeat,
            mode: Some(mode),
            tracks,
            overrides: Vec::new(),
            notifications: events.into_iter().map(notification).collect(),
            range: FrameRange {
                start: 0.0,
                end: self.length_ms() / 1000.0 * rate,
            },
            skeleton: None,
        }
    }

    /// The duration or the last key, whichever is later (shape.md row 25).
    fn length_ms(&mut self) -> f64 {
        let (duration, last) = (self.layer.duration_ms, self.last_ms);
        if !is_time(duration) {
            self.report(rule::S25, None, || {
                format!("a duration of {duration} ms is no time; the layer ends with its last key")
            });
            return last;
        }
        duration.max(last)
    }

    fn track(&mut self, position: usize, track: &Track, name: &str, rate: f64, out: &mut Vec<scene::Track>) {
        let add = |property, keys: Keys, values| scene::Track {
            target: name.to_owned(),
            property,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys,
            values,
            interpolation: Interpolation::Linear,
            beyond: Default::default(),
        };
        let (document, space) = (self.document, self.space);
        let finite = |value: [f32; 3]| value.iter().all(|number| number.is_finite()).then_some(value);
        let vectors = [
            (
                &track.positions,
                [Property::TranslationX, Property::TranslationY, Property::TranslationZ],
                true,
            ),
            (
                &track.scales,
                [Property::ScaleX, Property::ScaleY, Property::ScaleZ],
                false,
            ),
        ];
        for (keys, properties, is_place) in vectors {
            let value = |value| {
                finite(if is_place {
                    space.vector(value).to_array()
                } else {
                    value
                })
            };
            let (times, values) = self.keys(position, document.keys::<3>(keys), value);
            if times.is_empty() {
                continue;
            }
            for (axis, property) in properties.into_iter().enumerate() {
                let values: Vec<f32> = values.iter().map(|value| value[axis]).collect();
                let times = Keys::seconds(times.clone(), rate);
                out.push(add(property, times, Values::Scalar(values.into())));
            }
        }
        let mut zeros = 0;
        let is_wxyz = self.is_wxyz;
        let (times, values) = self.keys(position, quaternions(document, &track.rotations, is_wxyz), |value| {
            if !value.iter().all(|number| number.is_finite()) {
                return None;
            }
            let rotation = space.rotation(value);
            zeros += usize::from(rotation.is_none());
            Some(rotation.unwrap_or(Quat::IDENTITY).to_array())
        });
        if zeros > 0 {
            self.report(rule::S24, Some(position), || {
                format!("{zeros} rotations turn nothing; taken as none")
            });
        }
        if !times.is_empty() {
            let keys = Keys::seconds(times, rate);
            out.push(add(Property::Rotation, keys, Values::Rotation(values.into())));
        }
    }

    /// Times in seconds, strictly ascending, and their values (shape.md row 24). Among keys at one time the last counts.
    fn keys<const N: usize>(
        &mut self,
        track: usize,
        keys: impl Iterator<Item = (f64, [f32; N])>,
        mut value: impl FnMut([f32; N]) -> Option<[f32; N]>,
    ) -> (Vec<f32>, Vec<[f32; N]>) {
        let mut kept: Vec<(f32, [f32; N])> = Vec::new();
        let mut dropped = 0;
        for (key, stored) in keys {
            let seconds = (key * self.unit_ms / 1000.0) as f32;
            match value(stored).filter(|_| seconds.is_finite() && key.is_finite()) {
                Some(value) => {
                    self.last_ms = self.last_ms.max(key * self.unit_ms);
                    kept.push((seconds, value));
                }
                None => dropped += 1,
            }
        }
        if dropped > 0 {
            self.report(rule::S24, Some(track), || {
                format!("{dropped} keys hold what is no number; left out")
            });
        }
        if !kept.is_sorted_by_key(|key| key.0) {
            kept.sort_by(|a, b| a.0.total_cmp(&b.0));
            self.report(rule::S24, Some(track), || {
                "keys are not in order of time; sorted".into()
            });
        }
        // Later keys of one time come later; the earlier ones go.
        kept.reverse();
        kept.dedup_by(|a, b| a.0 == b.0);
        kept.reverse();
        kept.into_iter().unzip()
    }

    fn events(&mut self, position: usize, track: &Track, rate: f64, out: &mut BTreeMap<String, Vec<f64>>) {
        let mut dropped = 0;
        for event in &track.events {
            let ms = event.key * self.unit_ms;
            if ms.is_nan() || ms.abs() > LONGEST_MS {
                dropped += 1;
                continue;
            }
            self.last_ms = self.last_ms.max(ms);
            let frames = out.entry(self.document.text(event.event)).or_default();
            frames.push(ms / 1000.0 * rate);
        }
        if dropped > 0 {
            self.report(rule::S24, Some(position), || {
                format!("{dropped} events are at no time; left out")
            });
        }
    }
}

fn notification((name, mut frames): (String, Vec<f64>)) -> Notification {
    frames.sort_by(f64::total_cmp);
    frames.dedup();
    Notification { name, frames }
}

/// Keys of rotations as x, y, z, w.
fn quaternions<'a>(
    document: &'a Document,
    keys: &'a KeyArray,
    is_wxyz: bool,
) -> impl Iterator<Item = (f64, [f32; 4])> + 'a {
    document
        .keys::<4>(keys)
        .map(move |(time, value)| match (is_wxyz, value) {
            (false, value) => (time, value),
            (true, [w, x, y, z]) => (time, [x, y, z, w]),
        })
}
