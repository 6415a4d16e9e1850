//! Tracks of one target that are sampled together: a rotation, or the axes of a vector.
//!
//! In: a clip. Out: its transform tracks in [`Channel`]s, each with one list of key times. Axes with different key times meet on
//! the union of them: between its keys an axis is a straight line, so more points on it change nothing.

use super::times::{Run, Times};
use crate::animation::sample::{scalar_after, slerp, unit};
use castview_base::core::Stream;
use castview_base::scene::{Clip, Property, Track, Values};
use glam::{DQuat, DVec3, Quat, Vec3};
use rayon::prelude::*;
use std::collections::HashMap;
use std::ops::Range;

/// From this many tracks on, shared key times are worth rows of their own.
pub(super) const ROWS_FROM: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    Rotation,
    Translation,
    Scale,
}

pub(super) struct Channel<'a> {
    pub kind: Kind,
    /// Positions in the clip's tracks: x, y and z; of a rotation the first.
    pub tracks: [Option<u32>; 3],
    pub times: Times<'a>,
    values: Source<'a>,
}

enum Source<'a> {
    Rotation(&'a Stream<[f32; 4]>),
    Vector([Axis<'a>; 3]),
    /// One per frame of the union.
    Union(Vec<[f32; 3]>),
    /// Values of this channel at every frame.
    Filled(&'a Channel<'a>),
}

enum Axis<'a> {
    /// No track, or one that never changes.
    Still(f32),
    /// One value per frame of the channel.
    Same(&'a Stream<f32>),
}

/// `None` for a property that is no part of a bone's transform.
fn kind_and_axis(property: Property) -> Option<(Kind, usize)> {
    Some(match property {
        Property::Rotation => (Kind::Rotation, 0),
        Property::TranslationX => (Kind::Translation, 0),
        Property::TranslationY => (Kind::Translation, 1),
        Property::TranslationZ => (Kind::Translation, 2),
        Property::ScaleX => (Kind::Scale, 0),
        Property::ScaleY => (Kind::Scale, 1),
        Property::ScaleZ => (Kind::Scale, 2),
        Property::BlendWeight | Property::Visibility | Property::Parameter(_) => return None,
    })
}

/// A moving channel, without its clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Recipe {
    kind: Kind,
    tracks: [Option<u32>; 3],
    /// Values of axes that do not move.
    still: [Option<f32>; 3],
    /// Over which frames it was filled.
    run: Option<Run>,
}

impl Recipe {
    pub fn is_rotation(&self) -> bool {
        self.kind == Kind::Rotation
    }

    /// Hands the channel to `read` again. `clip` must be the one it was made of.
    pub fn with(&self, clip: &Clip, read: impl FnOnce(&Channel<'_>)) {
        let moving = |axis: usize| Some(&clip.tracks[self.tracks[axis]? as usize]);
        let moves = |axis: &usize| self.is_rotation() || self.still[*axis].is_none();
        let Some(keys) = (0..3).filter(moves).find_map(moving).map(|track| &track.keys) else {
            return;
        };
        let values = match moving(0).map(|track| &track.values) {
            Some(Values::Rotation(values)) if self.is_rotation() => Source::Rotation(values),
            _ => Source::Vector(std::array::from_fn(|axis| {
                match (self.still[axis], moving(axis).map(|track| &track.values)) {
                    (None, Some(Values::Scalar(values))) => Axis::Same(values),
                    (still, _) => Axis::Still(still.unwrap_or(0.0)),
                }
            })),
        };
        let channel = Channel {
            kind: self.kind,
            tracks: self.tracks,
            times: Times::Keys(keys),
            values,
        };
        match self.run {
            Some(run) => read(&channel.filled(run)),
            None => read(&channel),
        }
    }
}

impl Kind {
    /// One value of it in memory.
    pub fn bytes(self) -> usize {
        match self {
            Self::Rotation => size_of::<[f32; 4]>(),
            Self::Translation | Self::Scale => size_of::<[f32; 3]>(),
        }
    }

    /// `None` for what is no part of a bone's transform.
    pub fn of(property: Property) -> Option<Self> {
        kind_and_axis(property).map(|(kind, _)| kind)
    }
}

/// In file order of each channel's first track. Tracks that are no straight lines are left out. A second track of the same axis begins another channel.
pub(super) fn gather(clip: &Clip) -> Vec<Channel<'_>> {
    let mut channels: Vec<(Kind, [Option<u32>; 3])> = Vec::new();
    let mut open: HashMap<(&str, Kind), usize> = HashMap::new();
    for (index, track) in clip.tracks.iter().enumerate() {
        let Some((kind, axis)) = kind_and_axis(track.property).filter(|_| track.is_plain()) else {
            continue;
        };
        let at = open.entry((&track.target, kind)).or_insert(usize::MAX);
        if channels.get(*at).is_none_or(|(_, tracks)| tracks[axis].is_some()) {
            *at = channels.len();
            channels.push((kind, [None; 3]));
        }
        let index = u32::try_from(index).expect("tracks are bounded by the file's own 32-bit counts");
        channels[*at].1[axis] = Some(index);
    }
    let made = channels
        .into_par_iter()
        .filter_map(|(kind, tracks)| Channel::new(clip, kind, tracks));
    made.collect()
}

impl<'a> Channel<'a> {
    /// `None` when values are not of the kind their property asks for.
    fn new(clip: &'a Clip, kind: Kind, tracks: [Option<u32>; 3]) -> Option<Self> {
        let track = |index: u32| &clip.tracks[index as usize];
        let (times, values) = if kind == Kind::Rotation {
            let track = track(tracks[0]?);
            let Values::Rotation(values) = &track.values else {
                return None;
            };
            let times = if is_still(values) {
                Times::Still
            } else {
                Times::Keys(&track.keys)
            };
            (times, Source::Rotation(values))
        } else {
            let mut moving = Vec::with_capacity(3);
            let mut axes = [const { Axis::Still(0.0) }; 3];
            for (axis, index) in axes.iter_mut().zip(tracks) {
                let Some(index) = index else { continue };
                let track = track(index);
                let Values::Scalar(values) = &track.values else {
                    return None;
                };
                if is_still(values) {
                    *axis = Axis::Still(values.get(0));
                } else {
                    *axis = Axis::Same(values);
                    moving.push(track);
                }
            }
            let times = match &moving[..] {
                [] => Times::Still,
                [first, rest @ ..] if rest.iter().all(|track| track.keys.same_frames(&first.keys)) => {
                    Times::Keys(&first.keys)
                }
                _ => {
                    let walk = |axis: usize| Walk::new(&axes[axis], tracks[axis].map(track));
                    let (frames, values) = union([walk(0), walk(1), walk(2)]);
                    return Some(Self {
                        kind,
                        tracks,
                        times: Times::Union(frames),
                        values: Source::Union(values),
                    });
                }
            };
            (times, Source::Vector(axes))
        };
        Some(Self {
            kind,
            tracks,
            times,
            values,
        })
    }

    /// The same curve, with a key at every frame of `run`.
    pub fn filled(&'a self, run: Run) -> Self {
        Self {
            kind: self.kind,
            tracks: self.tracks,
            times: Times::Every(run),
            values: Source::Filled(self),
        }
    }

    /// `None` where reading the channel again would cost a walk over all of its keys.
    pub fn recipe(&self) -> Option<Recipe> {
        let (of, run) = match (&self.values, &self.times) {
            (Source::Filled(of), Times::Every(run)) => (*of, Some(*run)),
            _ => (self, None),
        };
        let still = match &of.values {
            Source::Rotation(_) => [None; 3],
            Source::Vector(axes) => axes.each_ref().map(|axis| match axis {
                Axis::Still(value) => Some(*value),
                Axis::Same(_) => None,
            }),
            Source::Union(_) | Source::Filled(_) => return None,
        };
        Some(Recipe {
            kind: self.kind,
            tracks: self.tracks,
            still,
            run,
        })
    }

    /// How many values to read: one per frame, or the one that holds.
    pub fn len(&self) -> usize {
        self.times.len().max(1)
    }

    /// Calls `put` with each key of `keys` and its unit quaternion. Nothing for vectors.
    pub fn rotations(&self, keys: Range<usize>, mut put: impl FnMut(usize, Quat)) {
        match &self.values {
            Source::Rotation(values) => {
                for key in keys {
                    put(key, unit(values.get(key)).as_quat());
                }
            }
            Source::Filled(of) => {
                let Source::Rotation(values) = of.values else { return };
                let value = |key| unit(values.get(key));
                self.between(of, keys, value, slerp, |key, value: DQuat| put(key, value.as_quat()));
            }
            Source::Vector(_) | Source::Union(_) => {}
        }
    }

    /// Calls `put` with each key of `keys`, all at their own frames, and what `of` makes of it: `value` at its keys, `mix` between them.
    fn between<T: Copy>(
        &self,
        of: &Channel,
        keys: Range<usize>,
        value: impl Fn(usize) -> T,
        mix: impl Fn(T, T, f64) -> T,
        mut put: impl FnMut(usize, T),
    ) {
        let (n, frames) = (of.len(), &of.times);
        let mut begun = frames.count_until(self.times.frame(keys.start));
        // Before the first key its value holds, after the last one the last one's.
        let ends = |begun: usize| [begun.saturating_sub(1), begun.min(n - 1)];
        let mut around = ends(begun);
        let mut values = around.map(&value);
        for key in keys {
            let frame = self.times.frame(key);
            if begun < n && frames.frame(begun) <= frame {
                begun += 1;
                around = ends(begun);
                values = [values[1], value(around[1])];
            }
            let [start, end] = around.map(|key| frames.frame(key));
            if frame <= start || start == end {
                put(key, values[0]);
            } else {
                put(key, mix(values[0], values[1], (frame - start) / (end - start)));
            }
        }
    }

    /// Calls `put` with each key of `keys` and its value. Nothing for rotations.
    pub fn vectors(&self, keys: Range<usize>, mut put: impl FnMut(usize, [f32; 3])) {
        match &self.values {
            Source::Rotation(_) => {}
            Source::Vector(axes) => keys.for_each(|key| put(key, vector(axes, key))),
            Source::Union(values) => keys.for_each(|key| put(key, values[key])),
            Source::Filled(of) => {
                let value = |key| match &of.values {
                    Source::Vector(axes) => vector(axes, key),
                    Source::Union(values) => values[key],
                    Source::Rotation(_) | Source::Filled(_) => [0.0; 3],
                };
                let exact = |key| Vec3::from(value(key)).as_dvec3();
                let mix = |a: DVec3, b: DVec3, along| a + (b - a) * along;
                self.between(of, keys, exact, mix, |key, value| put(key, value.as_vec3().to_array()));
            }
        }
    }
}

fn vector(axes: &[Axis; 3], key: usize) -> [f32; 3] {
    axes.each_ref().map(|axis| match axis {
        Axis::Still(value) => *value,
        Axis::Same(values) => values.get(key),
    })
}

/// One axis on its way along the union of its own and the other axes' key times.
enum Walk<'a> {
    Still(f32),
    Moving {
        track: &'a Track,
        /// Keys at or before the frame.
        passed: usize,
        /// The frame of the next one; infinite after the last.
        next: f64,
    },
}

impl<'a> Walk<'a> {
    fn new(axis: &Axis, track: Option<&'a Track>) -> Self {
        match (axis, track) {
            (Axis::Same(_), Some(track)) => Self::Moving {
                track,
                passed: 0,
                next: track.keys.frame(0),
            },
            (Axis::Still(value), _) => Self::Still(*value),
            (Axis::Same(_), None) => unreachable!("values come from a track"),
        }
    }

    fn next(&self) -> f64 {
        match self {
            Self::Still(_) => f64::INFINITY,
            Self::Moving { next, .. } => *next,
        }
    }

    /// The value at `frame`, which is no later than the next key.
    fn at(&mut self, frame: f64) -> f32 {
        match self {
            Self::Still(value) => *value,
            Self::Moving { track, passed, next } => {
                if *next == frame {
                    *passed += 1;
                    let more = *passed < track.keys.len();
                    *next = if more { track.keys.frame(*passed) } else { f64::INFINITY };
                }
                scalar_after(track, *passed, frame).expect("only scalar tracks have axes")
            }
        }
    }
}

/// The key times of all axes, each once, and every axis at every one of them.
fn union(mut axes: [Walk; 3]) -> (Vec<f64>, Vec<[f32; 3]>) {
    let keys = axes.iter().map(|axis| match axis {
        Walk::Still(_) => 0,
        Walk::Moving { track, .. } => track.keys.len(),
    });
    let most = keys.sum();
    let (mut frames, mut values) = (Vec::with_capacity(most), Vec::with_capacity(most));
    loop {
        let frame = axes.iter().map(Walk::next).fold(f64::INFINITY, f64::min);
        if frame == f64::INFINITY {
            return (frames, values);
        }
        frames.push(frame);
        values.push(axes.each_mut().map(|axis| axis.at(frame)));
    }
}

/// Whether all values are the same; there is at least one.
fn is_still<T: castview_base::core::Element + PartialEq>(values: &Stream<T>) -> bool {
    let first = values.get(0);
    values.iter().all(|value| value == first)
}
