//! Tracks that share their key times: one row of values per key.
//!
//! In: channels of the same times. Out: for a frame, the values between two neighbouring rows. One search serves every track;
//! where keys are evenly spaced not even one. Never here: what the values are for.

use super::Group;
use super::channel::{Channel, Kind, Recipe};
use super::slerp::slerp_four;
use castview_base::scene::Clip;
use glam::{Quat, Vec3, Vec4};
use rayon::prelude::*;
use std::hint::black_box;
use std::ops::Range;
use std::sync::OnceLock;

/// Keys that are packed at one go, small enough to stay in the cache while one track after another is written.
const KEYS_AT_ONCE: usize = 64;
/// Bytes from which on parts wait until they are asked for: minutes of motion would take longer to pack than to read from the disk.
const WAITS_FROM: usize = 8 << 20;
/// Rows of long clips come from memory, half a page after another; a look at each of these has all of them fetched at once.
const NUMBERS_APART: usize = 512;
/// Vectors that are interpolated at one go, as plain numbers.
const VECTORS_AT_ONCE: usize = 16;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rows {
    /// Ascending; fewer than two mean that the first row always holds.
    frames: Vec<f64>,
    /// The distance of every key from the next, where all are the same.
    step: Option<f64>,
    /// A multiple of four; the last ones may stand for no track.
    n_rotations: usize,
    n_vectors: usize,
    /// [`KEYS_AT_ONCE`] rows each, one per key: unit quaternions, then vectors. A part that is there never depends on when it was packed.
    parts: Vec<OnceLock<Box<[f32]>>>,
    /// How the parts that are not there yet are packed.
    recipes: Vec<Recipe>,
}

impl Rows {
    /// `channels` share their times; rotations come first.
    pub(super) fn new(channels: &[&Channel]) -> Self {
        let frames: Vec<f64> = channels[0].times.frames().collect();
        let split = channels.partition_point(|channel| channel.kind == Kind::Rotation);
        let keys = channels[0].len();
        let mut rows = Self {
            step: even_step(&frames),
            frames,
            n_rotations: split.next_multiple_of(4),
            n_vectors: channels.len() - split,
            parts: vec![OnceLock::new(); keys.div_ceil(KEYS_AT_ONCE)],
            recipes: Vec::new(),
        };
        let waits = keys.saturating_mul(rows.stride()) >= WAITS_FROM / size_of::<f32>();
        let recipes = channels.iter().map(|channel| channel.recipe());
        if let Some(recipes) = recipes.collect::<Option<_>>().filter(|_| waits) {
            rows.recipes = recipes;
        } else {
            let packed = |part: usize| {
                let mut writer = rows.writer(part);
                channels.iter().for_each(|channel| writer.write(channel));
                OnceLock::from(writer.out)
            };
            rows.parts = (0..rows.parts.len()).into_par_iter().map(packed).collect();
        }
        rows
    }

    pub(super) fn bytes(&self) -> usize {
        let parts = self.parts.iter().filter_map(OnceLock::get);
        let parts: usize = parts.map(|part| size_of_val(&part[..])).sum();
        size_of_val(&self.frames[..]) + parts + size_of_val(&self.recipes[..])
    }

    /// Numbers in a row.
    fn stride(&self) -> usize {
        self.n_rotations * 4 + self.n_vectors * 3
    }

    fn writer(&self, part: usize) -> Writer {
        let keys = part * KEYS_AT_ONCE..((part + 1) * KEYS_AT_ONCE).min(self.frames.len().max(1));
        Writer {
            out: vec![0.0; keys.len() * self.stride()].into(),
            keys,
            stride: self.stride(),
            rotation: 0,
            vector: self.n_rotations * 4,
        }
    }

    /// The row at or before `frame`, and how far towards the next one, `0 <= along < 1`.
    fn segment(&self, frame: f64) -> (usize, f32) {
        let frames = &self.frames;
        let (Some(first), Some(last)) = (frames.first(), frames.last()) else {
            return (0, 0.0);
        };
        // A frame that is no number holds the first row, too.
        let frame = frame.max(*first);
        if frame >= *last {
            return (frames.len() - 1, 0.0);
        }
        let row = match self.step {
            Some(step) => {
                let guess = (((frame - first) / step) as usize).min(frames.len() - 2);
                // The division may have been rounded up to the next key.
                guess - usize::from(frames[guess] > frame)
            }
            None => frames.partition_point(|at| *at <= frame) - 1,
        };
        let (start, end) = (frames[row], frames[row + 1]);
        (row, ((frame - start) / (end - start)) as f32)
    }
}

impl Rows {
    /// The rotations and the vectors of one row.
    #[inline]
    fn row(&self, clip: &Clip, row: usize) -> (&[[f32; 4]], &[[f32; 3]]) {
        let (part, row) = (row / KEYS_AT_ONCE, row % KEYS_AT_ONCE);
        // Not in parallel: whoever waits for the part may be the one who would help.
        let part = self.parts[part].get_or_init(|| {
            let mut writer = self.writer(part);
            for recipe in &self.recipes {
                recipe.with(clip, |channel| writer.write(channel));
            }
            writer.out
        });
        let whole = &part[row * self.stride()..][..self.stride()];
        if !self.recipes.is_empty() {
            black_box(whole.iter().step_by(NUMBERS_APART).sum::<f32>());
        }
        let (rotations, vectors) = whole.split_at(self.n_rotations * 4);
        (rotations.as_chunks().0, vectors.as_chunks().0)
    }
}

/// One part while it is packed.
struct Writer {
    keys: Range<usize>,
    stride: usize,
    /// Where the next channel of its kind goes in a row.
    rotation: usize,
    vector: usize,
    out: Box<[f32]>,
}

impl Writer {
    fn write(&mut self, channel: &Channel) {
        let row = |key: usize| (key - self.keys.start) * self.stride;
        if channel.kind == Kind::Rotation {
            channel.rotations(self.keys.clone(), |key, value| {
                value.write_to_slice(&mut self.out[row(key) + self.rotation..]);
            });
            self.rotation += 4;
        } else {
            channel.vectors(self.keys.clone(), |key, value| {
                self.out[row(key) + self.vector..][..3].copy_from_slice(&value);
            });
            self.vector += 3;
        }
    }
}

impl Group for Rows {
    #[inline]
    fn rotations(&self, clip: &Clip, frame: f64, mut put: impl FnMut(usize, Quat)) {
        let (row, along) = self.segment(frame);
        let before = self.row(clip, row).0;
        if along == 0.0 {
            for (track, value) in before.iter().enumerate() {
                put(track, Quat::from_array(*value));
            }
            return;
        }
        let after = self.row(clip, row + 1).0;
        let along = Vec4::splat(along);
        let fours = before.as_chunks::<4>().0.iter().zip(after.as_chunks::<4>().0);
        for (four, (a, b)) in fours.enumerate() {
            let (a, b) = (a.map(Quat::from_array), b.map(Quat::from_array));
            for (lane, value) in slerp_four(&a, &b, along).into_iter().enumerate() {
                put(four * 4 + lane, value);
            }
        }
    }

    #[inline]
    fn vectors(&self, clip: &Clip, frame: f64, mut put: impl FnMut(usize, Vec3)) {
        let (row, along) = self.segment(frame);
        let before = self.row(clip, row).1;
        if along == 0.0 {
            for (track, value) in before.iter().enumerate() {
                put(track, Vec3::from(*value));
            }
            return;
        }
        let after = self.row(clip, row + 1).1;
        let parts = before.chunks(VECTORS_AT_ONCE).zip(after.chunks(VECTORS_AT_ONCE));
        for (part, (a, b)) in parts.enumerate() {
            let mut values = [[0.0; 3]; VECTORS_AT_ONCE];
            let numbers = a.as_flattened().iter().zip(b.as_flattened());
            for (value, (a, b)) in values.as_flattened_mut().iter_mut().zip(numbers) {
                *value = lerp(*a, *b, along);
            }
            for (at, value) in values[..a.len()].iter().enumerate() {
                put(part * VECTORS_AT_ONCE + at, Vec3::from(*value));
            }
        }
    }

    fn counts(&self) -> [usize; 2] {
        [self.n_rotations, self.n_vectors]
    }
}

/// The distance of every frame from the next, if it is always exactly the same.
fn even_step(frames: &[f64]) -> Option<f64> {
    let step = frames.get(1)? - frames[0];
    let even = frames.windows(2).all(|pair| pair[1] - pair[0] == step);
    even.then_some(step)
}

/// Mixes halves of `a` and `b`, so that two huge keys of opposite sign do not overflow; exactly `a` when both are the same.
#[inline]
fn lerp(a: f32, b: f32, along: f32) -> f32 {
    let (a, b) = (a * 0.5, b * 0.5);
    (a + (b - a) * along) * 2.0
}
