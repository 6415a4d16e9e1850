//! Clips → animations: channels and samplers in seconds (docs/formats/gltf.md §3).

use super::buffer::{Buffer, Use};
use super::writer::{ModelNodes, Writer};
use crate::rules::convert as rule;
use crate::{PlainChannel, PlainClip, PlainInterpolation, PlainMovement, PlainTarget};
use castview_base::core::{BoneIndex, Diagnostics, Place};
use castview_base::scene::{Model, Scene};
use serde::Serialize;
use std::collections::{BTreeSet, VecDeque};

#[derive(Default, Serialize)]
struct Animation<'a> {
    channels: Vec<Channel>,
    name: &'a str,
    samplers: Vec<Sampler>,
    /// Key times that were written last, with their accessors: most channels of a clip have the times of others.
    #[serde(skip)]
    inputs: VecDeque<(Vec<[f32; 1]>, u32)>,
}

/// Lists of key times that a channel may share.
const MOST_INPUTS: usize = 16;

impl Animation<'_> {
    /// The accessor of these key times.
    fn input(&mut self, times: Vec<[f32; 1]>, buffer: &mut Buffer) -> u32 {
        if let Some((_, known)) = self.inputs.iter().find(|(other, _)| *other == times) {
            return *known;
        }
        let input = buffer.bounded(&times, "SCALAR", Use::Other) as u32;
        if self.inputs.len() == MOST_INPUTS {
            self.inputs.pop_front();
        }
        self.inputs.push_back((times, input));
        input
    }
}

/// A row each, as a clip may have very many: their positions are counted in 32 bits, their words are one byte.
#[derive(Serialize)]
struct Channel {
    sampler: u32,
    target: Target,
}

#[derive(Clone, Copy, Serialize)]
struct Target {
    node: u32,
    path: Path,
}

#[derive(Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Path {
    Translation,
    Rotation,
    Scale,
    Weights,
}

/// Accessors of times and values.
#[derive(Serialize)]
struct Sampler {
    input: u32,
    interpolation: Between,
    output: u32,
}

/// How values go from key to key.
#[derive(Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
enum Between {
    Linear,
    Step,
    CubicSpline,
}

impl Writer<'_> {
    /// One animation for all models that the clip moves. `nodes`: of each model of the scene.
    pub(super) fn animation(
        &mut self,
        scene: &Scene,
        nodes: &[ModelNodes],
        movement: PlainMovement,
        losses: &mut Diagnostics,
    ) {
        let Some((_, first)) = movement.first() else { return };
        let (name, notifications) = (first.name.clone(), first.notifications.len());
        let mut animation = Animation {
            name: &name,
            ..Animation::default()
        };
        for (model, clip) in movement {
            self.channels((&scene.models[model], &nodes[model]), clip, &mut animation);
        }
        if notifications > 0 {
            losses.report(
                rule::X_LOST,
                || Place {
                    node_path: format!("clip \"{}\"", name.escape_debug()),
                    offset: 0,
                },
                || format!("glTF has no notifications; {notifications} left out"),
            );
        }
        if !animation.channels.is_empty() {
            self.animations.push(&animation);
        }
    }

    fn channels(&mut self, (model, nodes): (&Model, &ModelNodes), clip: PlainClip, animation: &mut Animation<'_>) {
        let rate = clip.frames_per_second;
        let mut shapes = Vec::new();
        for channel in clip.channels {
            let (bone, path) = match channel.target {
                PlainTarget::Translation(bone) => (bone, Path::Translation),
                PlainTarget::Rotation(bone) => (bone, Path::Rotation),
                PlainTarget::Scale(bone) => (bone, Path::Scale),
                PlainTarget::Shape(_) => {
                    shapes.push(channel);
                    continue;
                }
            };
            let node = nodes.bones[bone.get()] as u32;
            self.channel(rate, &channel, Target { node, path }, animation);
        }
        for (mesh, targets) in nodes.targets.iter().enumerate() {
            if let (Some(node), Some(weights)) = (nodes.meshes[mesh], weights(model, &shapes, targets)) {
                let (node, path) = (node as u32, Path::Weights);
                self.channel(rate, &weights, Target { node, path }, animation);
            }
        }
    }

    fn channel(&mut self, rate: f64, channel: &PlainChannel, target: Target, animation: &mut Animation<'_>) {
        let per_key = channel.values.len() / channel.frames.len();
        let (times, kept) = seconds(rate, &channel.frames);
        let row = |values: &[f32], key: usize| values[key * per_key..(key + 1) * per_key].to_vec();
        let (between, output): (Between, Vec<f32>) = match &channel.interpolation {
            PlainInterpolation::Linear => (
                Between::Linear,
                kept.iter().flat_map(|key| row(&channel.values, *key)).collect(),
            ),
            PlainInterpolation::Step => (
                Between::Step,
                kept.iter().flat_map(|key| row(&channel.values, *key)).collect(),
            ),
            PlainInterpolation::Cubic { incoming, outgoing } => {
                let lists = [incoming, &channel.values, outgoing];
                let all = kept.iter().flat_map(|key| lists.map(|list| row(list, *key)).concat());
                (Between::CubicSpline, all.collect())
            }
        };
        // Cubics need two keys.
        let between = if kept.len() < 2 && between == Between::CubicSpline {
            Between::Step
        } else {
            between
        };
        let output = match (between, &channel.interpolation) {
            (Between::Step, PlainInterpolation::Cubic { .. }) => row(&channel.values, kept[0]),
            _ => output,
        };
        let input: Vec<[f32; 1]> = times.iter().map(|time| [*time]).collect();
        let input = animation.input(input, &mut self.buffer);
        let output = match target.path {
            Path::Rotation => self.buffer.floats(&in_rows::<4>(&output), "VEC4", Use::Other),
            Path::Weights => self.buffer.floats(&in_rows::<1>(&output), "SCALAR", Use::Other),
            _ => self.buffer.floats(&in_rows::<3>(&output), "VEC3", Use::Other),
        };
        let sampler = animation.samplers.len() as u32;
        animation.channels.push(Channel { sampler, target });
        animation.samplers.push(Sampler {
            input,
            interpolation: between,
            output: output as u32,
        });
    }
}

/// Reports bones with an animated scale and a child that leaves this scale out. glTF has no way to write such a child.
pub(super) fn report_compensation(scene: &Scene, clips: &[PlainMovement], losses: &mut Diagnostics) {
    for (index, model) in scene.models.iter().enumerate() {
        let skeleton = &model.skeleton;
        let compensates = skeleton.parents().iter().zip(skeleton.compensates_scale());
        let compensated: BTreeSet<BoneIndex> = compensates
            .filter_map(|(parent, compensates)| parent.filter(|_| *compensates))
            .collect();
        let scaled = |channel: &PlainChannel| match channel.target {
            PlainTarget::Scale(bone) if channel.values.iter().any(|scale| is_scaled(*scale)) => Some(bone),
            _ => None,
        };
        let clips = clips.iter().flatten().filter(|(moved, _)| *moved == index);
        let scaled: BTreeSet<BoneIndex> = clips
            .flat_map(|(_, clip)| &clip.channels)
            .filter_map(scaled)
            .filter(|bone| compensated.contains(bone))
            .collect();
        if let Some(first) = scaled.first() {
            losses.report(
                rule::X_LOST,
                || Place {
                    node_path: format!("model \"{}\"", model.name.escape_debug()),
                    offset: 0,
                },
                || {
                    format!(
                        "glTF has no segment scale compensation: what hangs on bones whose scale is animated inherits it; such \
                         bones: {}, the first is \"{}\"",
                        scaled.len(),
                        skeleton.name(*first).escape_debug()
                    )
                },
            );
        }
    }
}

/// Whether a scale differs from 1 by as much as can be seen. Programs write scales of 0.999999.
pub(super) fn is_scaled(scale: f32) -> bool {
    (scale - 1.0).abs() > 1e-4
}

fn in_rows<const N: usize>(values: &[f32]) -> Vec<[f32; N]> {
    let rows = values.chunks_exact(N);
    rows.map(|row| std::array::from_fn(|i| row[i])).collect()
}

/// Key times as f32 seconds, and which keys they are: of keys that f32 cannot tell apart the last.
fn seconds(frames_per_second: f64, frames: &[f64]) -> (Vec<f32>, Vec<usize>) {
    let mut times: Vec<f32> = Vec::with_capacity(frames.len());
    let mut kept: Vec<usize> = Vec::with_capacity(frames.len());
    for (key, frame) in frames.iter().enumerate() {
        let time = (frame / frames_per_second) as f32;
        if times.last() == Some(&time) {
            *kept.last_mut().expect("as many as times") = key;
        } else {
            times.push(time);
            kept.push(key);
        }
    }
    (times, kept)
}

/// The weights of all targets of one mesh, which share their keys in glTF; `None` if none of them moves.
fn weights(model: &Model, shapes: &[PlainChannel], targets: &[usize]) -> Option<PlainChannel> {
    let of = |shape: &usize| {
        shapes
            .iter()
            .find(|channel| matches!(channel.target, PlainTarget::Shape(at) if at.get() == *shape))
    };
    let moving: Vec<&PlainChannel> = targets.iter().filter_map(of).collect();
    let first = *moving.first()?;
    let rest = |shape: &usize| model.blend_shapes[*shape].rest_weight;
    let alike = |channel: &&PlainChannel| {
        channel.frames == first.frames
            && std::mem::discriminant(&channel.interpolation) == std::mem::discriminant(&first.interpolation)
    };
    let (frames, values, interpolation) = if moving.iter().all(alike) {
        let list = |pick: fn(&PlainChannel) -> &[f32], otherwise: fn(f32) -> f32| -> Vec<f32> {
            let keys = 0..first.frames.len();
            let value =
                |key: usize, shape: &usize| of(shape).map_or(otherwise(rest(shape)), |channel| pick(channel)[key]);
            keys.flat_map(|key| targets.iter().map(move |shape| (key, shape)))
                .map(|(key, shape)| value(key, shape))
                .collect()
        };
        let interpolation = match &first.interpolation {
            PlainInterpolation::Cubic { .. } => PlainInterpolation::Cubic {
                incoming: list(|channel| slopes(channel)[0], |_| 0.0),
                outgoing: list(|channel| slopes(channel)[1], |_| 0.0),
            },
            other => other.clone(),
        };
        (
            first.frames.clone(),
            list(|channel| &channel.values, |rest| rest),
            interpolation,
        )
    } else {
        let mut frames: Vec<f64> = moving
            .iter()
            .flat_map(|channel| channel.frames.iter().copied())
            .collect();
        frames.sort_by(f64::total_cmp);
        frames.dedup();
        let at = |frame: &f64, shape: &usize| of(shape).map_or(rest(shape), |channel| line_at(channel, *frame));
        let values = frames
            .iter()
            .flat_map(|frame| targets.iter().map(move |shape| at(frame, shape)))
            .collect();
        (frames, values, PlainInterpolation::Linear)
    };
    Some(PlainChannel {
        target: first.target,
        frames,
        values,
        interpolation,
    })
}

fn slopes(channel: &PlainChannel) -> [&[f32]; 2] {
    match &channel.interpolation {
        PlainInterpolation::Cubic { incoming, outgoing } => [incoming, outgoing],
        _ => [&[], &[]],
    }
}

/// The value of a channel of single numbers, on the straight line between its keys.
fn line_at(channel: &PlainChannel, frame: f64) -> f32 {
    let after = channel.frames.partition_point(|at| *at <= frame);
    let (Some(before), true) = (after.checked_sub(1), after < channel.frames.len()) else {
        return channel.values[after.min(channel.frames.len() - 1)];
    };
    let (start, end) = (channel.frames[before], channel.frames[after]);
    let (a, b) = (f64::from(channel.values[before]), f64::from(channel.values[after]));
    (a + (b - a) * (frame - start) / (end - start)) as f32
}
