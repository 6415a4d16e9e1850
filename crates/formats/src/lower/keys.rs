//! The law of keys: frames strictly ascending, values finite, rotations with a direction.
//!
//! In: frames and values as a file has them. Out: which keys are kept, in the order of their frames, and counts of the faults.

use super::directions::{is_usable_length, rotation};
use castview_base::scene::Keys;
use glam::Vec4;

/// Which keys are kept, by their position in the file, in the order of their frames.
pub(crate) struct Order {
    pub kept: Vec<u32>,
    /// Keys without a frame or a usable value.
    pub dropped: usize,
    pub was_sorted: bool,
    /// Keys that share a frame with a later one.
    pub repeated: usize,
}

impl Order {
    /// Keys without a frame or a usable value dropped, a stable sort, and of one frame the last (docs/formats/cast.md §4 rows 65, 66, 68).
    pub fn new(keys: &Keys, is_usable: impl Fn(usize) -> bool) -> Self {
        let usable = |index: &u32| keys.frame(*index as usize).is_finite() && is_usable(*index as usize);
        let mut kept: Vec<u32> = (0..keys.len() as u32).filter(usable).collect();
        let dropped = keys.len() - kept.len();
        // Zero and negative zero are one frame.
        let frame = |index: u32| keys.frame(index as usize) + 0.0;
        let was_sorted = kept.is_sorted_by(|a, b| frame(*a) <= frame(*b));
        if !was_sorted {
            kept.sort_by(|a, b| frame(*a).total_cmp(&frame(*b)));
        }
        let before = kept.len();
        let mut write = 0;
        for read in 1..before {
            write += usize::from(frame(kept[write]) != frame(kept[read]));
            kept[write] = kept[read];
        }
        kept.truncate(write + 1);
        Self {
            repeated: before - kept.len(),
            kept,
            dropped,
            was_sorted,
        }
    }

    /// The frames of the keys that are kept.
    pub fn chosen(&self, keys: &Keys) -> Keys {
        let kept = self.kept.iter().map(|index| *index as usize);
        match keys {
            Keys::Whole(frames) => Keys::Whole(kept.map(|index| frames.get(index)).collect::<Vec<u32>>().into()),
            Keys::Float { times, .. } => {
                Keys::fractional_frames(kept.map(|index| times.get(index)).collect::<Vec<f32>>())
            }
        }
    }
}

/// Rotations with a direction each: one without takes that of the key before it, or the identity. Also how many those are.
pub(crate) fn usable_rotations(stored: impl Iterator<Item = [f32; 4]>) -> (Vec<[f32; 4]>, usize) {
    let mut lost = 0;
    let mut previous = [0.0, 0.0, 0.0, 1.0];
    let rotations = stored
        .map(|stored| {
            let wide = Vec4::from(stored);
            if is_usable_length(wide.length_squared()) {
                previous = stored;
            } else if let Some(unit) = rotation(wide) {
                previous = unit.to_array();
            } else {
                lost += 1;
            }
            previous
        })
        .collect();
    (rotations, lost)
}
