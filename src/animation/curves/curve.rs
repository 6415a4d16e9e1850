//! One number over time, ready to be drawn at any zoom.
//!
//! In: frames and values. Out: its value at a frame, and the band it covers in each of so many columns. The bands of a
//! picture cost its columns, not the keys.
//! Never here: colours, pixels of a screen.

use super::pyramid::{self, Band, Pyramid};
use crate::core::Stream;
use crate::scene::Keys;
use std::sync::Arc;

/// Straight lines between points, or steps from each to the next; before the first and after the last it holds (A21).
#[derive(Clone, Debug)]
pub struct Curve {
    /// Position of its track in the clip.
    pub track: usize,
    pub part: Part,
    frames: Frames,
    /// Parallel to `frames`; not empty.
    values: Stream<f32>,
    steps: bool,
    pyramid: Pyramid,
}

/// Which number of its track a curve is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    X,
    Y,
    Z,
    W,
    /// The only number of a track that has no axis.
    Single,
}

/// Ascending.
#[derive(Clone, Debug)]
enum Frames {
    /// All as far apart.
    Even {
        first: f64,
        step: f64,
    },
    Keys(Keys),
    /// Each frame, and whether it is a key.
    Points(Arc<Vec<(f64, bool)>>),
}

impl Frames {
    fn of_keys(keys: &Keys) -> Self {
        let count = keys.len();
        if count < 2 {
            return Self::Keys(keys.clone());
        }
        let (first, step) = (keys.frame(0), keys.frame(1) - keys.frame(0));
        let even = (2..count).all(|key| keys.frame(key) == first + step * key as f64);
        if even {
            Self::Even { first, step }
        } else {
            Self::Keys(keys.clone())
        }
    }

    #[inline]
    fn at(&self, index: usize) -> f64 {
        match self {
            Self::Even { first, step } => first + step * index as f64,
            Self::Keys(keys) => keys.frame(index),
            Self::Points(points) => points[index].0,
        }
    }

    /// How many of `count` lie at or before `frame`, at least `from`: looked for near `from` first.
    #[inline]
    fn count_until(&self, frame: f64, from: usize, count: usize) -> usize {
        if let Self::Even { first, step } = self {
            let guess = ((frame - first) / step).floor() + 1.0;
            let mut until = (guess.max(0.0) as usize).min(count);
            // The division may round to the wrong side of a key.
            while until < count && self.at(until) <= frame {
                until += 1;
            }
            while until > 0 && self.at(until - 1) > frame {
                until -= 1;
            }
            return until.max(from);
        }
        let (mut low, mut step) = (from, 1);
        while low + step <= count && self.at(low + step - 1) <= frame {
            low += step;
            step *= 2;
        }
        let mut high = (low + step - 1).min(count);
        while low < high {
            let middle = low.midpoint(high);
            if self.at(middle) <= frame {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

/// The values' bytes, wherever they lie.
fn raw(values: &Stream<f32>) -> &[u8] {
    match values {
        Stream::Owned(values) => bytemuck::cast_slice(values),
        Stream::Borrowed { .. } => values.raw_bytes().unwrap_or_default(),
    }
}

impl Curve {
    /// Of keys and one value a key; `None` without any.
    pub(super) fn of_keys(track: usize, part: Part, keys: &Keys, values: Stream<f32>, steps: bool) -> Option<Self> {
        let same = !values.is_empty() && keys.len() == values.len();
        same.then(|| Self::new(track, part, Frames::of_keys(keys), values, steps))
    }

    /// Of ascending frames, which of them are keys, and one value each; `None` without any.
    pub(super) fn of_points(
        track: usize,
        part: Part,
        frames: &Arc<Vec<(f64, bool)>>,
        values: Vec<f32>,
    ) -> Option<Self> {
        let same = !values.is_empty() && frames.len() == values.len();
        same.then(|| Self::new(track, part, Frames::Points(frames.clone()), values.into(), false))
    }

    fn new(track: usize, part: Part, frames: Frames, values: Stream<f32>, steps: bool) -> Self {
        let pyramid = Pyramid::of(raw(&values));
        Self {
            track,
            part,
            frames,
            values,
            steps,
            pyramid,
        }
    }

    /// Points: keys, and where a rotation turns far between two of them, some between.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Frame and value of a point.
    pub fn point(&self, index: usize) -> (f64, f32) {
        (self.frames.at(index), pyramid::value(raw(&self.values), index))
    }

    /// Whether a point is a key of the file.
    pub fn is_key(&self, index: usize) -> bool {
        match &self.frames {
            Frames::Points(points) => points[index].1,
            Frames::Even { .. } | Frames::Keys(_) => true,
        }
    }

    /// Whether the value stays until the next point instead of going there.
    pub fn steps(&self) -> bool {
        self.steps
    }

    /// From its least to its greatest value.
    pub fn extent(&self) -> Band {
        self.pyramid.whole()
    }

    /// The points from the last one at or before `from` to the first one at or after `to`.
    pub fn points_around(&self, from: f64, to: f64) -> std::ops::Range<usize> {
        let count = self.len();
        let first = self.frames.count_until(from, 0, count).saturating_sub(1);
        let end = self.frames.count_until(to, first, count);
        first..(end + 1).min(count)
    }

    pub fn sample(&self, frame: f64) -> f32 {
        let until = self.frames.count_until(frame, 0, self.len());
        self.between(raw(&self.values), until, frame)
    }

    /// The value at `frame`, which `until` points lie at or before.
    #[inline]
    fn between(&self, raw: &[u8], until: usize, frame: f64) -> f32 {
        let count = self.len();
        if until == 0 {
            return pyramid::value(raw, 0);
        }
        let before = pyramid::value(raw, until - 1);
        if until == count || self.steps {
            return before;
        }
        let (start, end) = (self.frames.at(until - 1), self.frames.at(until));
        let along = (frame - start) / (end - start);
        let (before, after) = (f64::from(before), f64::from(pyramid::value(raw, until)));
        (before + (after - before) * along) as f32
    }

    /// What the curve covers in each of `columns` equal parts of `from..to`, both borders included: no point inside a column and no
    /// value at its borders lies outside its band. `out` is overwritten.
    pub fn bands(&self, from: f64, to: f64, columns: usize, out: &mut Vec<Band>) {
        out.clear();
        if !(from.is_finite() && to.is_finite() && to > from) {
            return;
        }
        let (raw, count) = (raw(&self.values), self.len());
        let width = (to - from) / columns as f64;
        let mut until = self.frames.count_until(from, 0, count);
        let mut border = self.between(raw, until, from);
        // Points on the left border belong to both columns it divides.
        let mut first = until - usize::from(until > 0 && self.frames.at(until - 1) == from);
        for column in 1..=columns {
            let end = from + width * column as f64;
            let end_until = self.frames.count_until(end, until, count);
            let end_border = self.between(raw, end_until, end);
            let inside = self.pyramid.range(raw, first, end_until);
            out.push(inside.with(border).with(end_border));
            first = end_until - usize::from(end_until > until && self.frames.at(end_until - 1) == end);
            (until, border) = (end_until, end_border);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn curve(points: &[(u32, f32)], steps: bool) -> Curve {
        let keys = Keys::Whole(points.iter().map(|point| point.0).collect::<Vec<_>>().into());
        let values: Vec<f32> = points.iter().map(|point| point.1).collect();
        Curve::of_keys(0, Part::X, &keys, values.into(), steps).expect("points")
    }

    #[test]
    fn columns_take_what_lies_inside_and_no_more() {
        let curve = curve(&[(0, 0.0), (10, 10.0), (11, -5.0), (20, 0.0)], false);
        let mut bands = Vec::new();
        curve.bands(-10.0, 30.0, 4, &mut bands);
        let found: Vec<(f32, f32)> = bands.iter().map(|band| (band.min, band.max)).collect();
        // 10 lies on a border: both columns hold it.
        assert_eq!(found, [(0.0, 0.0), (0.0, 10.0), (-5.0, 10.0), (0.0, 0.0)]);
        assert_eq!(curve.extent(), Band { min: -5.0, max: 10.0 });
        assert_eq!(curve.points_around(3.0, 10.5), 0..3);
        curve.bands(5.0, 5.0, 4, &mut bands);
        assert_eq!(bands, []);
    }

    fn points() -> impl Strategy<Value = Vec<(u32, f32)>> {
        let dense = (1..400usize, 1..4u32).prop_flat_map(|(count, step)| {
            prop::collection::vec(-100.0..100.0f32, count).prop_map(move |values| {
                values
                    .into_iter()
                    .zip(0..)
                    .map(|(value, i)| (i * step, value))
                    .collect()
            })
        });
        let sparse = prop::collection::btree_map(0..1000u32, -100.0..100.0f32, 1..300)
            .prop_map(|points| points.into_iter().collect());
        prop_oneof![dense, sparse]
    }

    proptest! {
        #[test]
        fn no_extreme_is_hidden(
            points in points(),
            from in -50.0..900.0f64,
            length in 0.01..1200.0f64,
            columns in 1..300usize,
            steps: bool,
        ) {
            let curve = curve(&points, steps);
            let to = from + length;
            let mut bands = Vec::new();
            curve.bands(from, to, columns, &mut bands);
            prop_assert_eq!(bands.len(), columns);
            let width = (to - from) / columns as f64;
            for (column, band) in bands.iter().enumerate() {
                let (start, end) = (from + width * column as f64, from + width * (column + 1) as f64);
                let inside = points.iter().filter(|(frame, _)| (start..=end).contains(&f64::from(*frame)));
                let seen = inside.clone().fold(Band::EMPTY, |band, (_, value)| band.with(*value));
                let wanted = seen.with(curve.sample(start)).with(curve.sample(end));
                prop_assert!(band.min <= wanted.min && band.max >= wanted.max, "{band:?} hides part of {wanted:?}");
                // Nor does it show what is not there.
                prop_assert!(band.min >= wanted.min - 1e-3 && band.max <= wanted.max + 1e-3, "{band:?}, {wanted:?}");
                // Straight lines between: any frame inside is covered.
                for share in [0.25, 0.5, 0.75] {
                    let value = curve.sample(start + (end - start) * share);
                    prop_assert!(band.min <= value + 1e-3 && value - 1e-3 <= band.max);
                }
            }
        }
    }
}
