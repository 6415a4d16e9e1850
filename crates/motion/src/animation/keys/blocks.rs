//! Tracks with key times of their own: blocks of time that hold all they need.
//!
//! In: channels. Out: for a frame, every channel's value between its two keys. A block spans about four keys of each channel and
//! repeats the key before its start and the one after its end, so that one instant reads one run of memory. Inside,
//! a key is found by counting bits: time is cut into slots, and a mask tells which slots hold a key.

use super::Group;
use super::channel::{Channel, Kind};
use super::slerp::slerp_four;
use castview_base::scene::Clip;
use glam::{Quat, Vec3, Vec4};
use rayon::prelude::*;
use std::ops::Range;

/// Keys of one channel in one block, in the mean.
const KEYS_PER_BLOCK: usize = 2;
/// So that few channels do not make many blocks.
const CHANNELS_AT_LEAST: usize = 16;
const SLOTS: u32 = 32;
/// One of so many keys is looked at when time is cut into blocks.
const KEYS_PER_SAMPLE: usize = 16;
/// Blocks that one thread makes at one go.
const BLOCKS_AT_ONCE: usize = 64;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Blocks {
    /// Ascending frames, one per block.
    starts: Vec<f64>,
    /// The last key of all.
    last: f64,
    blocks: Vec<Block>,
    n_rotations: usize,
    n_vectors: usize,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Block {
    slots_per_frame: f32,
    /// One per rotation, up to a multiple of four, then one per vector.
    heads: Vec<Head>,
    /// Unit length.
    rotations: Vec<Quat>,
    /// Frames since the block's start, parallel to `rotations`.
    rotation_times: Vec<f32>,
    /// x, y, z, frames since the block's start.
    vectors: Vec<Vec4>,
    /// Remainders that rounding dropped from the times above; empty where it dropped nothing, as of whole frames.
    rotation_dropped: Vec<f32>,
    vector_dropped: Vec<f32>,
}

/// The keys of one channel in one block: the last at or before the block's start (or the very first), those inside, the first
/// after the end (or the last again, infinitely late).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Head {
    /// Position of the first key; with [`CROWDED`] set when some slot holds several keys.
    first: u32,
    /// Bit `s`: slot `s` holds a key, and only one. For a crowded channel: how many keys there are.
    keys: u32,
}

const CROWDED: u32 = 1 << 31;

/// One instant inside a block.
#[derive(Clone, Copy)]
struct Instant {
    /// Frames since the block's start.
    time: f32,
    /// Remainder that rounding dropped from that.
    dropped: f32,
    /// Bits of the slots up to this instant.
    until: u32,
}

impl Blocks {
    /// Rotations come first. None is still.
    pub(super) fn new(channels: &[&Channel]) -> Self {
        let split = channels.partition_point(|channel| channel.kind == Kind::Rotation);
        let starts = starts(channels);
        let last = channels
            .iter()
            .filter_map(|channel| channel.times.ends())
            .map(|ends| ends[1]);
        let last = last.reduce(f64::max).unwrap_or_default();
        let runs = (0..starts.len()).into_par_iter().step_by(BLOCKS_AT_ONCE);
        let blocks = runs.flat_map_iter(|from| {
            // How many keys of each channel lie at or before the start of the block.
            let begun = |channel: &&Channel| channel.times.count_until(starts[from]);
            let mut begun: Vec<usize> = channels.iter().map(begun).collect();
            let run = from..starts.len().min(from + BLOCKS_AT_ONCE);
            let starts = &starts;
            run.map(move |at| {
                let end = starts.get(at + 1).copied();
                Block::new(channels.split_at(split), starts[at], end, last, &mut begun)
            })
        });
        Self {
            blocks: blocks.collect(),
            starts,
            last,
            n_rotations: split.next_multiple_of(4),
            n_vectors: channels.len() - split,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let blocks: usize = self.blocks.iter().map(Block::bytes).sum();
        size_of_val(&self.starts[..]) + blocks
    }

    /// `None` when there are no blocks.
    #[inline]
    fn at(&self, frame: f64) -> Option<(&Block, Instant)> {
        // A frame that is no number holds the first keys, too.
        let frame = frame.max(*self.starts.first()?).min(self.last);
        let index = self.starts.partition_point(|start| *start <= frame).saturating_sub(1);
        let block = self.blocks.get(index)?;
        let since = frame - self.starts[index];
        let time = since as f32;
        let instant = Instant {
            time,
            dropped: dropped(since),
            until: u32::MAX >> (SLOTS - 1 - block.slot(time)),
        };
        Some((block, instant))
    }
}

impl Block {
    /// `begun`: how many keys of each channel lie at or before `start`; afterwards the same of `end`.
    fn new(
        (rotating, moving): (&[&Channel], &[&Channel]),
        start: f64,
        end: Option<f64>,
        last: f64,
        begun: &mut [usize],
    ) -> Self {
        let (rotations_begun, vectors_begun) = begun.split_at_mut(rotating.len());
        let per_frame = (f64::from(SLOTS) / (end.unwrap_or(last) - start)) as f32;
        let mut out = Self {
            slots_per_frame: if per_frame.is_finite() { per_frame } else { 0.0 },
            ..Self::default()
        };
        let mut times = Vec::new();
        for (channel, begun) in rotating.iter().zip(rotations_begun) {
            let first = out.rotations.len();
            let keys = around(channel, start, end, begun, &mut times);
            channel.rotations(keys, |_, value| out.rotations.push(value));
            if out.rotations.len() - first < times.len() {
                out.rotations.extend(out.rotations.last().copied());
            }
            out.rotation_times.extend(times.iter().map(|time| *time as f32));
            out.rotation_dropped.extend(times.iter().map(|time| dropped(*time)));
            out.heads.push(out.head(first, &times));
        }
        // The lanes of the last four that stand for no channel repeat the last one.
        let padded = rotating.len().next_multiple_of(4);
        out.heads.resize(padded, out.heads.last().copied().unwrap_or_default());
        for (channel, begun) in moving.iter().zip(vectors_begun) {
            let first = out.vectors.len();
            let keys = around(channel, start, end, begun, &mut times);
            let from = keys.start;
            channel.vectors(keys, |key, [x, y, z]| {
                out.vectors.push(Vec4::new(x, y, z, times[key - from] as f32))
            });
            if out.vectors.len() - first < times.len() {
                out.vectors
                    .extend(out.vectors.last().map(|value| value.with_w(f32::INFINITY)));
            }
            out.vector_dropped.extend(times.iter().map(|time| dropped(*time)));
            out.heads.push(out.head(first, &times));
        }
        for list in [&mut out.rotation_dropped, &mut out.vector_dropped] {
            if list.iter().all(|dropped| *dropped == 0.0) {
                *list = Vec::new();
            }
            list.shrink_to_fit();
        }
        out.rotations.shrink_to_fit();
        out.rotation_times.shrink_to_fit();
        out.vectors.shrink_to_fit();
        out
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.heads[..])
            + size_of_val(&self.rotations[..])
            + size_of_val(&self.rotation_times[..])
            + size_of_val(&self.vectors[..])
            + size_of_val(&self.rotation_dropped[..])
            + size_of_val(&self.vector_dropped[..])
    }

    #[inline]
    fn slot(&self, time: f32) -> u32 {
        // Negative times saturate to the first slot.
        ((time * self.slots_per_frame) as u32).min(SLOTS - 1)
    }

    fn head(&self, first: usize, times: &[f64]) -> Head {
        let inside = &times[1..times.len() - 1];
        let mask = inside
            .iter()
            .fold(0u32, |mask, time| mask | 1 << self.slot(*time as f32));
        let first = u32::try_from(first).expect("a block is far smaller than a file");
        if mask.count_ones() as usize == inside.len() {
            Head { first, keys: mask }
        } else {
            Head {
                first: first | CROWDED,
                keys: u32::try_from(times.len()).expect("a block is far smaller than a file"),
            }
        }
    }

    /// The key at or before `at` (or the first), of the channel of `head`; never its last one.
    #[inline]
    fn key(head: Head, at: Instant, time: impl Fn(usize) -> f32) -> usize {
        let first = (head.first & !CROWDED) as usize;
        if head.first & CROWDED == 0 {
            let passed = (head.keys & at.until).count_ones() as usize;
            // The key in this very slot may still be to come.
            let early = usize::from(passed > 0) & usize::from(time(first + passed) > at.time);
            return first + passed - early;
        }
        let (mut low, mut high) = (first, first + head.keys as usize - 1);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if time(middle) <= at.time {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }
}

impl Instant {
    /// How far from the key at `start` to the one at `end`: 0…1.
    #[inline]
    fn along(&self, [start, end]: [f32; 2], [start_dropped, end_dropped]: [f32; 2]) -> f32 {
        // Times near each other have an exact difference, so what was dropped counts in full.
        let since = (self.time - start) + (self.dropped - start_dropped);
        let span = (end - start) + (end_dropped - start_dropped);
        (since / span).clamp(0.0, 1.0)
    }
}

/// Where blocks begin: at keys, with as many between any two of them.
fn starts(channels: &[&Channel]) -> Vec<f64> {
    let first = channels.iter().filter_map(|channel| channel.times.ends());
    let Some(first) = first.map(|ends| ends[0]).reduce(f64::min) else {
        return Vec::new();
    };
    let mut sampled: Vec<f64> = Vec::new();
    for (at, channel) in channels.iter().enumerate() {
        // Not the same keys of every channel, or their first ones weighed too much.
        let keys = (at % KEYS_PER_SAMPLE..channel.times.len()).step_by(KEYS_PER_SAMPLE);
        sampled.extend(keys.map(|key| channel.times.frame(key)));
    }
    sampled.par_sort_unstable_by(f64::total_cmp);
    let apart = (channels.len() * KEYS_PER_BLOCK)
        .max(CHANNELS_AT_LEAST * KEYS_PER_BLOCK)
        .div_ceil(KEYS_PER_SAMPLE);
    let mut starts = vec![first];
    starts.extend(sampled.into_iter().skip(apart).step_by(apart));
    starts.dedup();
    starts
}

/// Remainder of `exact` that f32 cannot hold.
#[inline]
fn dropped(exact: f64) -> f32 {
    if exact.is_finite() {
        (exact - f64::from(exact as f32)) as f32
    } else {
        0.0
    }
}

/// Remainders that were dropped from the times of a key and the next.
#[inline]
fn dropped_of(list: &[f32], key: usize) -> [f32; 2] {
    match list.get(key..key + 2) {
        Some(pair) => [pair[0], pair[1]],
        None => [0.0; 2],
    }
}

/// The keys of `channel` that a block from `start` to `end` needs, and their times since its start in `times`; one more time
/// than keys when the last one is to be repeated.
fn around(channel: &Channel, start: f64, end: Option<f64>, begun: &mut usize, times: &mut Vec<f64>) -> Range<usize> {
    let n = channel.len();
    let from = begun.saturating_sub(1);
    let before = |key: usize| end.is_none_or(|end| channel.times.frame(key) < end);
    let until = (*begun..n).find(|key| !before(*key)).unwrap_or(n);
    // A key on the end itself is the next block's.
    *begun = until + usize::from(until < n && end == Some(channel.times.frame(until)));
    let keys = from..(until + 1).min(n);
    times.clear();
    times.extend(keys.clone().map(|key| channel.times.frame(key) - start));
    if until >= n || times.len() < 2 {
        times.push(f64::INFINITY);
    }
    keys
}

impl Group for Blocks {
    #[inline]
    fn rotations(&self, _clip: &Clip, frame: f64, mut put: impl FnMut(usize, Quat)) {
        let Some((block, at)) = self.at(frame) else { return };
        let heads = &block.heads[..self.n_rotations];
        for (four, heads) in heads.as_chunks::<4>().0.iter().enumerate() {
            let (mut a, mut b) = ([Quat::IDENTITY; 4], [Quat::IDENTITY; 4]);
            let mut along = [0.0; 4];
            for lane in 0..4 {
                let key = Block::key(heads[lane], at, |key| block.rotation_times[key]);
                (a[lane], b[lane]) = (block.rotations[key], block.rotations[key + 1]);
                let times = [block.rotation_times[key], block.rotation_times[key + 1]];
                along[lane] = at.along(times, dropped_of(&block.rotation_dropped, key));
            }
            for (lane, value) in slerp_four(&a, &b, Vec4::from(along)).into_iter().enumerate() {
                put(four * 4 + lane, value);
            }
        }
    }

    #[inline]
    fn vectors(&self, _clip: &Clip, frame: f64, mut put: impl FnMut(usize, Vec3)) {
        let Some((block, at)) = self.at(frame) else { return };
        for (track, head) in block.heads[self.n_rotations..].iter().enumerate() {
            let key = Block::key(*head, at, |key| block.vectors[key].w);
            let (a, b) = (block.vectors[key], block.vectors[key + 1]);
            let along = at.along([a.w, b.w], dropped_of(&block.vector_dropped, key));
            // Halves are mixed, so that two huge keys of opposite sign do not overflow; the result is exactly `a` when both are the same.
            let (a, b) = (a * 0.5, b * 0.5);
            put(track, ((a + (b - a) * along) * 2.0).truncate());
        }
    }

    fn counts(&self) -> [usize; 2] {
        [self.n_rotations, self.n_vectors]
    }
}
