//! Tracks that share their key times: one row of values per key.
//!
//! In: channels of the same times. Out: for a frame, the values between two neighbouring rows. One search serves every track;
//! where keys are evenly spaced not even one. Never here: what the values are for.

use super::Group;
use super::channel::{Channel, Kind};
use super::slerp::slerp_four;
use glam::{Quat, Vec3, Vec4};
use rayon::prelude::*;

/// Keys that are packed at one go, small enough to stay in the cache while one track after another is written.
const KEYS_AT_ONCE: usize = 64;
/// Vectors that are interpolated at one go, as plain numbers.
const VECTORS_AT_ONCE: usize = 16;

#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::animation) struct Rows {
    /// Ascending; fewer than two mean that the first row always holds.
    frames: Vec<f64>,
    /// The distance of every key from the next, where all are the same.
    step: Option<f64>,
    /// A multiple of four; the last ones may stand for no track.
    n_rotations: usize,
    n_vectors: usize,
    /// One row per key: unit quaternions, then vectors.
    rows: Vec<f32>,
}

impl Rows {
    /// `channels` share their times; rotations come first.
    pub(super) fn new(channels: &[&Channel]) -> Self {
        let frames: Vec<f64> = channels[0].times.frames().collect();
        let keys = channels[0].len();
        let split = channels.partition_point(|channel| channel.kind == Kind::Rotation);
        let (rotating, moving) = channels.split_at(split);
        let (n_rotations, n_vectors) = (rotating.len().next_multiple_of(4), moving.len());
        let stride = n_rotations * 4 + n_vectors * 3;
        // Zeros come from the system as they are; the first touch is the threads'.
        let mut rows = vec![0.0; keys * stride];
        if stride > 0 {
            let parts = rows.par_chunks_mut(KEYS_AT_ONCE * stride).enumerate();
            parts.for_each(|(part, rows)| {
                let keys = part * KEYS_AT_ONCE..((part + 1) * KEYS_AT_ONCE).min(keys);
                let row = |key: usize| (key - keys.start) * stride;
                for (track, channel) in rotating.iter().enumerate() {
                    channel.rotations(keys.clone(), |key, value| {
                        value.write_to_slice(&mut rows[row(key) + track * 4..]);
                    });
                }
                for (track, channel) in moving.iter().enumerate() {
                    channel.vectors(keys.clone(), |key, value| {
                        rows[row(key) + n_rotations * 4 + track * 3..][..3].copy_from_slice(&value);
                    });
                }
            });
        }
        Self {
            step: even_step(&frames),
            frames,
            n_rotations,
            n_vectors,
            rows,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.frames[..]) + size_of_val(&self.rows[..])
    }

    /// The row at or before `frame`, and how far towards the next one, `0 <= along < 1`.
    fn segment(&self, frame: f64) -> (usize, f32) {
        let frames = &self.frames;
        let (Some(first), Some(last)) = (frames.first(), frames.last()) else {
            return (0, 0.0);
        };
        // What is no number holds the first row, too.
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
    fn row(&self, row: usize) -> (&[[f32; 4]], &[[f32; 3]]) {
        let split = self.n_rotations * 4;
        let stride = split + self.n_vectors * 3;
        let (rotations, vectors) = self.rows[row * stride..][..stride].split_at(split);
        (rotations.as_chunks().0, vectors.as_chunks().0)
    }
}

impl Group for Rows {
    #[inline]
    fn rotations(&self, frame: f64, mut put: impl FnMut(usize, Quat)) {
        let (row, along) = self.segment(frame);
        let before = self.row(row).0;
        if along == 0.0 {
            for (track, value) in before.iter().enumerate() {
                put(track, Quat::from_array(*value));
            }
            return;
        }
        let after = self.row(row + 1).0;
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
    fn vectors(&self, frame: f64, mut put: impl FnMut(usize, Vec3)) {
        let (row, along) = self.segment(frame);
        let before = self.row(row).1;
        if along == 0.0 {
            for (track, value) in before.iter().enumerate() {
                put(track, Vec3::from(*value));
            }
            return;
        }
        let after = self.row(row + 1).1;
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

/// From `a` to `b`. Of halves, so that two huge keys of opposite sign are no overflow; exactly `a` when both are the same.
#[inline]
fn lerp(a: f32, b: f32, along: f32) -> f32 {
    let (a, b) = (a * 0.5, b * 0.5);
    (a + (b - a) * along) * 2.0
}
