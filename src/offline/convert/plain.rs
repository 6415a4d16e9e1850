//! Any clip → one in the words that every format has.
//!
//! In: a clip and the model it is bound to. Out: a [`PlainClip`] and its losses. Keys of linear curves keep their frames: modes only move or
//! turn a line as a whole. Curves that another format could not follow are sampled.

use super::lines;
use crate::animation::evaluate;
use crate::animation::{Binding, Channel, Driven, Fit, Layer, Motion, Pose, bind_fitted};
use crate::core::{BlendShapeIndex, BoneIndex, Diagnostics, FrameRange, MeshIndex, Place};
use crate::formats::rules::convert as rule;
use crate::formats::{PlainChannel, PlainClip, PlainInterpolation, PlainTarget};
use crate::scene::{Beyond, Clip, CurveMode, Interpolation, Model, Property, Track, Values};
use std::collections::{BTreeMap, BTreeSet};

/// Curves that the written format can follow between keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    Lines,
    LinesStepsAndCubics,
}

/// Samples of a second, where a curve must become a line.
const SAMPLES_PER_SECOND: f64 = 120.0;
/// Samples of all channels of a clip at most, each as often as the others.
const MOST_SAMPLES: f64 = 4e6;

/// `fit`: how the clip is bound to the model. `most_samples`: of all channels of the clip together. Returns the names beside it that the model
/// does not have.
pub fn plain(
    clip: &Clip,
    (model, fit): (&Model, Fit<'_>),
    (between, most_samples): (Between, f64),
    losses: &mut Diagnostics,
) -> (PlainClip, Vec<String>) {
    let binding = bind_fitted(clip, model, fit, &mut None);
    let mut groups: BTreeMap<PlainTarget, Vec<Channel>> = BTreeMap::new();
    for channel in binding.channels() {
        let track = &clip.tracks[channel.track];
        match target(&channel, track.property) {
            // Most things have one channel, and a list that grows begins with room for four.
            Some(target) => groups
                .entry(target)
                .or_insert_with(|| Vec::with_capacity(1))
                .push(channel),
            None => losses.report(
                rule::X_SWITCH,
                || place(clip, track),
                || match track.property {
                    Property::Parameter(parameter) => format!("{} over time is not written", parameter.words()),
                    _ => "visibility over time is not written".into(),
                },
            ),
        }
    }
    let mut channels: Vec<PlainChannel> = Vec::new();
    let mut baked: Vec<usize> = Vec::new();
    let bends = |(target, group): &(&PlainTarget, &Vec<Channel>)| !is_line(**target, group, clip);
    let bent = groups.iter().filter(bends).count();
    let together = shapes_of_one_kind(&groups, model, clip);
    let source = Source {
        clip,
        model,
        binding: &binding,
        between,
        most: MOST_SAMPLES.min(most_samples) / bent as f64,
    };
    for (target, group) in groups {
        let may_stay = match target {
            PlainTarget::Shape(shape) => together.contains(&model.blend_shapes[shape.get()].mesh),
            _ => true,
        };
        let kept = kept(target, &group, &source).filter(|_| may_stay);
        channels.push(kept.unwrap_or_else(|| {
            let (channel, is_done) = source.line(target, &group, losses);
            baked.extend((!is_done).then_some(channels.len()));
            channel
        }));
    }
    bake((clip, &binding), model, &mut channels, &baked);
    let plain = PlainClip {
        name: clip.name.clone(),
        frames_per_second: clip.frames_per_second,
        range: clip.range,
        looping: clip.looping,
        channels,
        notifications: clip
            .notifications
            .iter()
            .map(|notification| (notification.name.clone(), notification.frames.clone()))
            .collect(),
    };
    (plain, binding.unmatched)
}

/// Clip and model that channels are made from.
struct Source<'a> {
    clip: &'a Clip,
    model: &'a Model,
    binding: &'a Binding,
    between: Between,
    /// Samples of one channel at most.
    most: f64,
}

impl Source<'_> {
    /// Whether the values of tracks must be changed before they are used.
    fn is_turned(&self, target: PlainTarget) -> bool {
        target.bone().is_some_and(|bone| self.binding.changes_values_of(bone))
    }

    /// Straight lines between keys, or samples; and whether it has its values, which poses give it otherwise.
    fn line(&self, target: PlainTarget, group: &[Channel], losses: &mut Diagnostics) -> (PlainChannel, bool) {
        let clip = self.clip;
        let keys = union(group.iter().map(|channel| &clip.tracks[channel.track]));
        let mut channel = PlainChannel {
            target,
            frames: within(keys, clip.range),
            values: Vec::new(),
            interpolation: PlainInterpolation::Linear,
        };
        if !is_line(target, group, clip) {
            let (frames, step) = sampled(&channel.frames, clip, self.most);
            channel.frames = frames;
            losses.report(
                rule::X_SAMPLED,
                || place(clip, &clip.tracks[group[0].track]),
                || {
                    let rate = clip.frames_per_second / step;
                    match rate < SAMPLES_PER_SECOND * 0.999 {
                        false => {
                            format!("a curve that is no straight line; sampled {SAMPLES_PER_SECOND} times a second")
                        }
                        true => format!(
                            "a long curve that is no straight line; sampled {rate:.3} times a second, so that the file does not get \
                             out of proportion"
                        ),
                    }
                },
            );
            return (channel, false);
        }
        let replaces = !self.is_turned(target) && lines::replace(group, clip);
        // Cast holds weights itself.
        if !(replaces && self.between == Between::Lines) {
            self.meet(&mut channel, group, losses);
        }
        if replaces {
            lines::fill(&mut channel, group, clip, self.model);
        }
        if replaces && self.between == Between::LinesStepsAndCubics {
            lines::hold(&mut channel, self.model);
        }
        (channel, replaces)
    }

    /// Frames more where a shape's weight comes to what it is held to.
    fn meet(&self, channel: &mut PlainChannel, group: &[Channel], losses: &mut Diagnostics) {
        let PlainTarget::Shape(shape) = channel.target else {
            return;
        };
        let shape = &self.model.blend_shapes[shape.get()];
        let meetings = lines::meetings(&channel.frames, group, self.clip, shape);
        if meetings.is_empty() {
            return;
        }
        losses.report(
            rule::X_HELD,
            || place(self.clip, &self.clip.tracks[group[0].track]),
            || {
                let (most, count) = (shape.max_weight, meetings.len());
                format!("goes beyond {most}, where the shape is held; keys added to say so: {count}")
            },
        );
        channel.frames.extend(meetings);
        in_order(&mut channel.frames);
    }
}

fn target(channel: &Channel, property: Property) -> Option<PlainTarget> {
    match (channel.target, property) {
        (Driven::Bone(bone), Property::TranslationX | Property::TranslationY | Property::TranslationZ) => {
            Some(PlainTarget::Translation(bone))
        }
        (Driven::Bone(bone), Property::Rotation) => Some(PlainTarget::Rotation(bone)),
        (Driven::Bone(bone), Property::ScaleX | Property::ScaleY | Property::ScaleZ) => Some(PlainTarget::Scale(bone)),
        (Driven::Shape(shape), Property::BlendWeight) => Some(PlainTarget::Shape(shape)),
        _ => None,
    }
}

/// Whether what plays is a straight line (or arc) between the keys. An additive rotation of part weight is not, nor are
/// rotations and scales that several tracks multiply.
fn is_line(target: PlainTarget, group: &[Channel], clip: &Clip) -> bool {
    let track = |channel: &Channel| &clip.tracks[channel.track];
    let is_plain = |channel: &Channel| {
        let part = channel.mode == CurveMode::Additive && track(channel).additive_weight != 1.0;
        track(channel).is_plain() && !(part && track(channel).property == Property::Rotation)
    };
    let properties: BTreeSet<Property> = group.iter().map(|channel| track(channel).property).collect();
    let multiplies = matches!(target, PlainTarget::Rotation(_) | PlainTarget::Scale(_));
    group.iter().all(is_plain) && !(multiplies && properties.len() < group.len())
}

/// Meshes whose moving shapes all have their keys at the same frames and the same way between them, held by nothing: some formats
/// have one list of keys for all shapes of a mesh.
fn shapes_of_one_kind(groups: &BTreeMap<PlainTarget, Vec<Channel>>, model: &Model, clip: &Clip) -> BTreeSet<MeshIndex> {
    let mut first: BTreeMap<MeshIndex, &Track> = BTreeMap::new();
    let mut differing = BTreeSet::new();
    for (target, group) in groups {
        let PlainTarget::Shape(shape) = target else { continue };
        let mesh = model.blend_shapes[shape.get()].mesh;
        for channel in group {
            let track = &clip.tracks[channel.track];
            let same = first.entry(mesh).or_insert(track);
            let alike = std::mem::discriminant(&same.interpolation) == std::mem::discriminant(&track.interpolation);
            let alone = channel.mode == CurveMode::Absolute && group.len() == 1 && is_free(*target, track, model);
            if !alike || !alone || !same.keys.same_frames(&track.keys) {
                differing.insert(mesh);
            }
        }
    }
    first.into_keys().filter(|mesh| !differing.contains(mesh)).collect()
}

/// The channel as it is: steps and cubics that replace what is there, if the format has them.
fn kept(target: PlainTarget, group: &[Channel], source: &Source) -> Option<PlainChannel> {
    let clip = source.clip;
    let tracks: Vec<&Track> = group.iter().map(|channel| &clip.tracks[channel.track]).collect();
    let whole = match target {
        PlainTarget::Translation(_) | PlainTarget::Scale(_) => tracks.len() == 3,
        PlainTarget::Rotation(_) | PlainTarget::Shape(_) => tracks.len() == 1,
    };
    let plain = |(channel, track): (&Channel, &&Track)| {
        channel.mode == CurveMode::Absolute
            && track.beyond == [Beyond::Hold; 2]
            && track.keys.same_frames(&tracks[0].keys)
            && is_within(track, clip.range)
    };
    let may_stay = source.between != Between::Lines && !source.is_turned(target);
    if !may_stay || !whole || !group.iter().zip(&tracks).all(plain) {
        return None;
    }
    let list = |values: &[&Values]| numbers(values, tracks[0].keys.len());
    let interpolation = match &tracks[0].interpolation {
        Interpolation::Step => {
            let steps = tracks
                .iter()
                .all(|track| matches!(track.interpolation, Interpolation::Step));
            steps.then_some(PlainInterpolation::Step)?
        }
        Interpolation::Cubic(_) => {
            let tangents: Option<Vec<_>> = tracks
                .iter()
                .map(|track| match &track.interpolation {
                    Interpolation::Cubic(tangents) if tangents.weights.is_none() => Some(tangents),
                    _ => None,
                })
                .collect();
            let tangents = tangents?;
            let per_second = clip.frames_per_second / tracks[0].keys.frames_per_unit();
            let slopes = |values: Vec<&Values>| -> Option<Vec<f32>> {
                let slopes = list(&values)?;
                Some(
                    slopes
                        .into_iter()
                        .map(|slope| (f64::from(slope) * per_second) as f32)
                        .collect(),
                )
            };
            PlainInterpolation::Cubic {
                incoming: slopes(tangents.iter().map(|tangents| &tangents.incoming).collect())?,
                outgoing: slopes(tangents.iter().map(|tangents| &tangents.outgoing).collect())?,
            }
        }
        Interpolation::Linear | Interpolation::Componentwise => return None,
    };
    Some(PlainChannel {
        target,
        frames: (0..tracks[0].keys.len()).map(|key| tracks[0].keys.frame(key)).collect(),
        values: list(&tracks.iter().map(|track| &track.values).collect::<Vec<_>>())?,
        interpolation,
    })
}

fn is_within(track: &Track, range: FrameRange) -> bool {
    let (first, last) = (track.keys.frame(0), track.keys.frame(track.keys.len() - 1));
    range.contains(first) && range.contains(last)
}

/// Whether nothing holds the track's values.
fn is_free(target: PlainTarget, track: &Track, model: &Model) -> bool {
    let (PlainTarget::Shape(shape), Values::Scalar(values)) = (target, &track.values) else {
        return true;
    };
    let most = model.blend_shapes[shape.get()].max_weight;
    values.iter().all(|value| value.abs() <= most)
}

/// Key by key, axis by axis; `None` when a list is not of numbers or not as long.
fn numbers(lists: &[&Values], count: usize) -> Option<Vec<f32>> {
    let mut out = Vec::with_capacity(count * lists.len());
    for key in 0..count {
        for list in lists {
            match list {
                Values::Scalar(values) if key < values.len() => out.push(values.get(key)),
                Values::Rotation(values) if key < values.len() => out.extend(values.get(key)),
                _ => return None,
            }
        }
    }
    Some(out)
}

fn union<'a>(tracks: impl Iterator<Item = &'a Track>) -> Vec<f64> {
    let mut frames: Vec<f64> = tracks
        .flat_map(|track| (0..track.keys.len()).map(|key| track.keys.frame(key)))
        .collect();
    in_order(&mut frames);
    frames
}

fn in_order(frames: &mut Vec<f64>) {
    frames.sort_by(f64::total_cmp);
    frames.dedup();
}

/// Those in `range`; what lies outside counts by what it makes of the range's ends.
fn within(keys: Vec<f64>, range: FrameRange) -> Vec<f64> {
    let (first, last) = (keys[0], keys[keys.len() - 1]);
    let mut frames = keys;
    frames.retain(|frame| range.contains(*frame));
    frames.extend((first < range.start).then_some(range.start));
    frames.extend((last > range.end).then_some(range.end));
    in_order(&mut frames);
    frames
}

/// With more frames between them, `most` at most, over the whole clip if keys repeat outside of theirs; and how far apart those are.
fn sampled(keys: &[f64], clip: &Clip, most: f64) -> (Vec<f64>, f64) {
    let (first, last) = (keys[0].min(clip.range.start), keys[keys.len() - 1].max(clip.range.end));
    let step = (clip.frames_per_second / SAMPLES_PER_SECOND).max((last - first) / most);
    let mut frames = keys.to_vec();
    let count = ((last - first) / step).floor();
    frames.extend((0..=count as usize).map(|i| first + step * i as f64));
    frames.push(last);
    in_order(&mut frames);
    (frames, step)
}

/// Fills in the values of the channels `baked`: one pose for each frame that any of them has.
fn bake((clip, binding): (&Clip, &Binding), model: &Model, channels: &mut [PlainChannel], baked: &[usize]) {
    let mut frames: Vec<f64> = baked
        .iter()
        .flat_map(|at| channels[*at].frames.iter().copied())
        .collect();
    in_order(&mut frames);
    let mut pose = Pose::default();
    let mut next = vec![0; channels.len()];
    for frame in frames {
        let layers = [Layer::new(clip, binding, frame)];
        let motion = Motion {
            layers: &layers,
            rig: None,
            ..Motion::default()
        };
        evaluate(model, motion, &mut pose);
        for &at in baked {
            let channel = &mut channels[at];
            if channel.frames.get(next[at]) != Some(&frame) {
                continue;
            }
            next[at] += 1;
            let local = |bone: BoneIndex| &pose.local[bone.get()];
            match channel.target {
                PlainTarget::Translation(bone) => channel.values.extend(local(bone).translation.to_array()),
                PlainTarget::Rotation(bone) => channel.values.extend(local(bone).rotation.to_array()),
                PlainTarget::Scale(bone) => channel.values.extend(local(bone).scale.to_array()),
                PlainTarget::Shape(shape) => channel.values.push(weight(&pose, shape)),
            }
        }
    }
}

fn weight(pose: &Pose, shape: BlendShapeIndex) -> f32 {
    pose.shape_weights[shape.get()]
}

pub(super) fn place_of(clip: &Clip) -> Place {
    place_in("clip", &clip.name)
}

/// Losses have no bytes: their offset is 0.
pub(super) fn place_in(what: &str, name: &str) -> Place {
    Place {
        node_path: format!("{what} \"{}\"", name.escape_debug()),
        offset: 0,
    }
}

fn place(clip: &Clip, track: &Track) -> Place {
    Place {
        node_path: format!(
            "clip \"{}\", {} of \"{}\"",
            clip.name.escape_debug(),
            track.property.short_name(),
            track.target.escape_debug()
        ),
        offset: 0,
    }
}
