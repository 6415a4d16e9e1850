//! Keys → what is drawn of them: a diamond each, or a bar over a run that stands too close.
//!
//! In: the key frames of one or several tracks, and the time axis. Out: at most one [`KeyMark`] a gap, in ascending order.
//! Every key lies in a mark, and marks begin and end at keys, so nothing is invented and nothing is lost.
//! Never here: painting. The cost follows the points on screen, not the keys.

use crate::time::time_axis::TimeAxis;
use castview_base::scene::Keys;

/// A run of keys from the first to the last, in points; one key where both are the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyMark {
    pub from: f32,
    pub to: f32,
}

impl KeyMark {
    pub fn is_single(&self) -> bool {
        self.from == self.to
    }
}

/// The marks of all keys of `tracks` between `left` and `right` points; keys at most `gap` points apart become one mark.
pub fn marks(tracks: &[&Keys], axis: &TimeAxis, left: f32, right: f32, gap: f32) -> Vec<KeyMark> {
    let width = f64::from(axis.right - axis.left);
    let length = axis.range.length();
    if width <= 0.0 || length <= 0.0 {
        let any = tracks.iter().any(|keys| !keys.is_empty());
        let alone = KeyMark {
            from: axis.left,
            to: axis.left,
        };
        return if any { vec![alone] } else { Vec::new() };
    }
    let frames_per_point = length / width;
    let frame_at = |x: f32| axis.range.start + f64::from(x - axis.left) * frames_per_point;
    let last_frame = frame_at(right);
    let gap_frames = f64::from(gap) * frames_per_point;

    // Position of each track's next key.
    let mut next: Vec<usize> = tracks.iter().map(|keys| before(keys, frame_at(left))).collect();
    let mut marks = Vec::new();
    while let Some(first) = soonest(tracks, &next).filter(|frame| *frame <= last_frame) {
        let mut end = first;
        // From the last key found, everything within the gap at once; until nothing is.
        loop {
            let reach = end + gap_frames;
            let mut furthest = end;
            for (keys, next) in tracks.iter().zip(&mut next) {
                *next = gallop(keys, *next, reach);
                if *next > 0 {
                    furthest = furthest.max(keys.frame(*next - 1));
                }
            }
            if furthest <= end || end > last_frame {
                break;
            }
            end = furthest;
        }
        marks.push(KeyMark {
            from: axis.x(first),
            to: axis.x(end),
        });
    }
    marks
}

/// How many keys lie before `frame`.
fn before(keys: &Keys, frame: f64) -> usize {
    let until = keys.count_until(frame);
    until - usize::from(until > 0 && keys.frame(until - 1) == frame)
}

fn soonest(tracks: &[&Keys], next: &[usize]) -> Option<f64> {
    let frames = tracks.iter().zip(next).filter(|(keys, next)| **next < keys.len());
    frames.map(|(keys, next)| keys.frame(*next)).min_by(f64::total_cmp)
}

/// How many keys lie at or before `frame`, from `start` on, which is known to be not more: doubling steps, then halves.
fn gallop(keys: &Keys, start: usize, frame: f64) -> usize {
    let count = keys.len();
    let (mut low, mut step) = (start, 1);
    while low + step <= count && keys.frame(low + step - 1) <= frame {
        low += step;
        step *= 2;
    }
    let mut high = (low + step - 1).min(count);
    while low < high {
        let middle = low.midpoint(high);
        if keys.frame(middle) <= frame {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::core::FrameRange;
    use proptest::prelude::*;

    fn keys(frames: impl IntoIterator<Item = u32>) -> Keys {
        let sorted: std::collections::BTreeSet<u32> = frames.into_iter().collect();
        Keys::Whole(sorted.into_iter().collect::<Vec<_>>().into())
    }

    fn axis(start: f64, end: f64) -> TimeAxis {
        TimeAxis {
            range: FrameRange { start, end },
            left: 200.0,
            right: 1260.0,
        }
    }

    #[test]
    fn sparse_keys_stand_alone_and_dense_ones_are_a_bar() {
        let axis = axis(0.0, 1060.0);
        let found = marks(&[&keys([0, 2, 3, 4, 100, 1060])], &axis, 200.0, 1260.0, 4.0);
        let spans: Vec<(f32, f32)> = found.iter().map(|mark| (mark.from, mark.to)).collect();
        assert_eq!(spans, [(200.0, 204.0), (300.0, 300.0), (1260.0, 1260.0)]);
        assert_eq!(marks(&[], &axis, 200.0, 1260.0, 4.0), []);
        assert_eq!(
            marks(
                &[&keys([7])],
                &TimeAxis {
                    range: FrameRange { start: 7.0, end: 7.0 },
                    ..axis
                },
                0.0,
                9.0,
                4.0
            )
            .len(),
            1
        );
    }

    #[test]
    fn a_million_keys_cost_as_much_as_the_points() {
        let keys = keys(0..1_000_000);
        let found = marks(&[&keys], &axis(0.0, 999_999.0), 200.0, 1260.0, 4.0);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].from, found[0].to), (200.0, 1260.0));
    }

    proptest! {
        #[test]
        fn every_key_is_marked_and_no_mark_is_invented(
            tracks in prop::collection::vec(prop::collection::btree_set(0u32..3000, 1..200), 1..5),
            start in 0.0..1500.0f64,
            length in 1.0..2000.0f64,
            gap in 0.5..12.0f32,
        ) {
            let axis = axis(start, start + length);
            let (left, right) = (190.0, 1270.0);
            let tracks: Vec<Keys> = tracks.into_iter().map(keys).collect();
            let all: Vec<f32> = tracks
                .iter()
                .flat_map(|keys| (0..keys.len()).map(|key| axis.x(keys.frame(key))))
                .collect();
            let found = marks(&tracks.iter().collect::<Vec<_>>(), &axis, left, right, gap);
            for x in all.iter().filter(|x| **x > left + 0.01 && **x < right - 0.01) {
                prop_assert!(found.iter().any(|m| m.from - 0.01 <= *x && *x <= m.to + 0.01), "{x} is in no mark");
            }
            for mark in &found {
                prop_assert!(mark.from <= mark.to);
                for end in [mark.from, mark.to] {
                    prop_assert!(all.iter().any(|x| (x - end).abs() < 0.01), "{end} is no key");
                }
                let inside: std::collections::BTreeSet<i64> = all
                    .iter()
                    .filter(|x| mark.from - 0.01 <= **x && **x <= mark.to + 0.01)
                    .map(|x| (f64::from(*x) * 1000.0) as i64)
                    .collect();
                let inside: Vec<i64> = inside.into_iter().collect();
                for pair in inside.windows(2) {
                    prop_assert!((pair[1] - pair[0]) as f32 / 1000.0 <= gap + 0.02, "a gap inside a mark");
                }
            }
            for pair in found.windows(2) {
                prop_assert!(pair[1].from - pair[0].to > gap - 0.01, "{pair:?} should be one");
            }
        }
    }
}
