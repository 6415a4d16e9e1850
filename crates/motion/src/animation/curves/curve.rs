//! One number over time, ready to be drawn at any zoom.
//!
//! In: frames and values. Out: its value at a frame, and the band it covers in each of so many columns. The bands of a
//! picture cost its columns, not the keys.
//! Never here: colours, pixels of a screen.

use super::pyramid::{self, Band, Pyramid};
use castview_base::core::Stream;
use castview_base::scene::Keys;
use std::ops::Range;
use std::sync::Arc;

/// Straight lines between points, or steps from each to the next; before the first and after the last it holds (cast.md A21).
#[derive(Clone, Debug)]
pub struct Curve {
    /// Position of its track in the clip.
    pub track: usize,
    /// Which number of the track it is.
    pub part: Component,
    frames: Frames,
    /// Parallel to `frames`; not empty.
    values: Stream<f32>,
    steps: bool,
    pyramid: Pyramid,
}

/// Which number of its track a curve is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Component {
    /// The number of X: of a translation, a scale, an Euler angle or a quaternion.
    X,
    /// The number of Y.
    Y,
    /// The number of Z.
    Z,
    /// The real part of a quaternion.
    W,
    /// The only number of a track that has no axis.
    Single,
}

impl Component {
    /// Every one there is.
    pub const ALL: [Self; 5] = [Self::X, Self::Y, Self::Z, Self::W, Self::Single];
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
    fn count_until(&self, frame: f64, from: usize, count: usize) -> usize {
        let guess = match self {
            // Before the first key the cast saturates to it.
            Self::Even { first, step } => ((frame - first) / step + 1.0) as usize,
            Self::Keys(_) | Self::Points(_) => from,
        };
        walk(guess.clamp(from, count), frame, from..count, |index| self.at(index))
    }
}

/// The values' bytes, which lie side by side ([`Stream::gathered`]).
fn raw(values: &Stream<f32>) -> &[u8] {
    match values {
        Stream::Owned(values, _) => bytemuck::cast_slice(values),
        Stream::Borrowed { .. } | Stream::Strided { .. } | Stream::Turned { .. } => {
            values.raw_bytes().unwrap_or_default()
        }
    }
}

impl Curve {
    /// Curve of keys and one value a key; `None` without any.
    pub(super) fn of_keys(
        track: usize,
        part: Component,
        keys: &Keys,
        values: Stream<f32>,
        steps: bool,
    ) -> Option<Self> {
        let same = !values.is_empty() && keys.len() == values.len();
        same.then(|| Self::new(track, part, Frames::of_keys(keys), values, steps))
    }

    /// Curve of ascending frames, which of them are keys, and one value each; `None` without any.
    pub(super) fn of_points(
        track: usize,
        part: Component,
        frames: &Arc<Vec<(f64, bool)>>,
        values: Vec<f32>,
    ) -> Option<Self> {
        let same = !values.is_empty() && frames.len() == values.len();
        same.then(|| Self::new(track, part, Frames::Points(frames.clone()), values.into(), false))
    }

    fn new(track: usize, part: Component, frames: Frames, values: Stream<f32>, steps: bool) -> Self {
        let values = values.gathered();
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

    /// Whether there are no points; false for every curve of a clip.
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
    pub fn points_around(&self, from: f64, to: f64) -> Range<usize> {
        let count = self.len();
        let first = self.frames.count_until(from, 0, count).saturating_sub(1);
        let end = self.frames.count_until(to, first, count);
        first..(end + 1).min(count)
    }

    /// The value at `frame`, any number.
    pub fn sample(&self, frame: f64) -> f32 {
        let until = self.frames.count_until(frame, 0, self.len());
        self.between(raw(&self.values), until, frame, |index| self.frames.at(index))
    }

    /// The value at `frame`, which `until` points lie at or before.
    #[inline]
    fn between(&self, raw: &[u8], until: usize, frame: f64, at: impl Fn(usize) -> f64) -> f32 {
        let count = self.len();
        if until == 0 {
            return pyramid::value(raw, 0);
        }
        let before = pyramid::value(raw, until - 1);
        if until == count || self.steps {
            return before;
        }
        let (start, end) = (at(until - 1), at(until));
        let along = (frame - start) / (end - start);
        let (before, after) = (f64::from(before), f64::from(pyramid::value(raw, until)));
        (before + (after - before) * along) as f32
    }

    /// Band that the curve covers in each of `columns` equal parts of `from..to`, both borders included: no point inside a column and no
    /// value at its borders lies outside its band. `out` is overwritten.
    pub fn bands(&self, from: f64, to: f64, columns: usize, out: &mut Vec<Band>) {
        out.clear();
        if !(from.is_finite() && to.is_finite() && to > from) {
            return;
        }
        let columns = Columns {
            from,
            width: (to - from) / columns as f64,
            count: columns,
        };
        // One loop for each kind of frames, so that none asks for the kind at every column.
        match &self.frames {
            Frames::Even { first, step } => {
                let (first, step, per_frame) = (*first, *step, 1.0 / *step);
                let at = |index: usize| first + step * index as f64;
                // Before the first key the cast saturates to it.
                let guess = |frame: f64, _| ((frame - first) * per_frame + 1.0) as usize;
                self.bands_by(columns, at, guess, out);
            }
            Frames::Keys(keys) => self.bands_by(columns, |index| keys.frame(index), |_, until| until, out),
            Frames::Points(points) => self.bands_by(columns, |index| points[index].0, |_, until| until, out),
        }
    }

    /// `at`: the frame of a point. `guess`: about how many points lie at or before a frame, when so many lie before an earlier one.
    #[inline]
    fn bands_by(
        &self,
        columns: Columns,
        at: impl Fn(usize) -> f64,
        guess: impl Fn(f64, usize) -> usize,
        out: &mut Vec<Band>,
    ) {
        let (raw, count) = (raw(&self.values), self.len());
        let Columns { from, width, count: n } = columns;
        let mut until = self.frames.count_until(from, 0, count);
        let mut border = self.between(raw, until, from, &at);
        // Points on the left border belong to both columns it divides.
        let mut first = until - usize::from(until > 0 && at(until - 1) == from);
        out.extend((1..=n).map(|column| {
            let end = from + width * column as f64;
            let end_until = walk(guess(end, until).clamp(until, count), end, until..count, &at);
            let end_border = self.between(raw, end_until, end, &at);
            let inside = self.pyramid.range(raw, first, end_until);
            let band = inside.with(border).with(end_border);
            first = end_until - usize::from(end_until > until && at(end_until - 1) == end);
            (until, border) = (end_until, end_border);
            band
        }));
    }
}

/// Equal parts of a range of frames.
#[derive(Clone, Copy)]
struct Columns {
    from: f64,
    width: f64,
    count: usize,
}

/// How many of the points `among` and all before them lie at or before `frame`, looked for around `guess`: step by step, then in
/// strides that double.
#[inline]
fn walk(guess: usize, frame: f64, among: Range<usize>, at: impl Fn(usize) -> f64) -> usize {
    const STEPS: usize = 4;
    let mut until = guess;
    // A division may have rounded to the wrong side of a point.
    while until > among.start && at(until - 1) > frame {
        until -= 1;
    }
    for _ in 0..STEPS {
        if until == among.end || at(until) > frame {
            return until;
        }
        until += 1;
    }
    let mut stride = STEPS;
    while until + stride <= among.end && at(until + stride - 1) <= frame {
        until += stride;
        stride *= 2;
    }
    let mut high = (until + stride - 1).min(among.end);
    while until < high {
        let middle = until.midpoint(high);
        if at(middle) <= frame {
            until = middle + 1;
        } else {
            high = middle;
        }
    }
    until
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn curve(points: &[(u32, f32)], steps: bool) -> Curve {
        let keys = Keys::Whole(points.iter().map(|point| point.0).collect::<Vec<_>>().into());
        let values: Vec<f32> = points.iter().map(|point| point.1).collect();
        Curve::of_keys(0, Component::X, &keys, values.into(), steps).expect("points")
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
