//! Bands that all curves of one kind cover together, for when there are too many to draw each.
//!
//! In: curves. Out: one band for each of [`BINS`] equal parts of the clip, and coarser ones. The bands of a picture then cost its
//! columns, however many curves there are.

use super::{Band, Component, Curve};
use castview_base::core::FrameRange;
use castview_base::scene::{Clip, Property};
use rayon::prelude::*;

/// Parts of the clip; a power of two.
const BINS: usize = 4096;

/// Every curve of one property and part.
#[derive(Clone, Debug)]
pub struct Crowd {
    /// Property of their targets that the curves drive.
    pub property: Property,
    /// Which number of that.
    pub part: Component,
    /// Curves in it.
    pub count: usize,
    range: FrameRange,
    /// [`BINS`] bands first, then half as many, down to one.
    levels: Vec<Vec<Band>>,
}

/// One crowd for each kind of number, by property and part.
pub(super) fn crowds(clip: &Clip, curves: &[Curve]) -> Vec<Crowd> {
    let kind = |curve: &Curve| (clip.tracks[curve.track].property, curve.part);
    let mut kinds: Vec<(Property, Component)> = curves.iter().map(kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
        .into_par_iter()
        .map(|wanted| {
            let members = curves.iter().filter(|curve| kind(curve) == wanted);
            Crowd::of(wanted, clip.range, members)
        })
        .collect()
}

impl Crowd {
    fn of<'a>(
        (property, part): (Property, Component),
        range: FrameRange,
        curves: impl Iterator<Item = &'a Curve>,
    ) -> Self {
        let mut finest = vec![Band::EMPTY; BINS];
        let mut bands = Vec::with_capacity(BINS);
        let mut count = 0;
        for curve in curves {
            count += 1;
            if range.length() > 0.0 {
                curve.bands(range.start, range.end, BINS, &mut bands);
                for (all, band) in finest.iter_mut().zip(&bands) {
                    *all = all.joined(*band);
                }
            } else {
                let all = finest[0].joined(curve.extent());
                finest.fill(all);
            }
        }
        let mut levels = vec![finest];
        while let Some(finer) = levels.last().filter(|level| level.len() > 1) {
            levels.push(finer.chunks_exact(2).map(|pair| pair[0].joined(pair[1])).collect());
        }
        Self {
            property,
            part,
            count,
            range,
            levels,
        }
    }

    /// From the least to the greatest value of any of its curves.
    pub fn extent(&self) -> Band {
        self.levels
            .last()
            .and_then(|top| top.first())
            .copied()
            .unwrap_or(Band::EMPTY)
    }

    /// Bands that its curves cover in each of `columns` equal parts of `from..to`: at least that; wider by up to a bin on each side. `out`
    /// is overwritten.
    pub fn bands(&self, from: f64, to: f64, columns: usize, out: &mut Vec<Band>) {
        out.clear();
        if !(from.is_finite() && to.is_finite() && to > from) {
            return;
        }
        let length = self.range.length();
        let bin = |frame: f64, last: bool| {
            let share = if length > 0.0 {
                (frame - self.range.start) / length
            } else {
                0.0
            };
            let at = share * BINS as f64;
            // A border that lies on a bin's border takes both bins.
            let at = if last { at.floor() } else { at.ceil() - 1.0 };
            (at.max(0.0) as usize).min(BINS - 1)
        };
        let width = (to - from) / columns as f64;
        for column in 0..columns {
            let first = bin(from + width * column as f64, false);
            let last = bin(from + width * (column + 1) as f64, true);
            out.push(self.joined(first, last));
        }
    }

    /// Band of the bins `first..=last`.
    fn joined(&self, first: usize, last: usize) -> Band {
        let (mut low, mut high, mut level) = (first, last + 1, 0);
        let mut band = Band::EMPTY;
        while low < high {
            if low % 2 == 1 {
                band = band.joined(self.levels[level][low]);
                low += 1;
            }
            if high % 2 == 1 {
                high -= 1;
                band = band.joined(self.levels[level][high]);
            }
            (low, high, level) = (low / 2, high / 2, level + 1);
        }
        band
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ClipCurves, Representation};
    use super::*;
    use castview_base::scene::{CurveMode, Keys, Track, Values};
    use glam::Quat;
    use proptest::prelude::*;

    fn clip(curves: &[Vec<f32>]) -> Clip {
        let tracks = curves.iter().enumerate().map(|(i, values)| Track {
            target: format!("bone{i}"),
            property: Property::TranslationX,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::Whole((0..values.len() as u32).map(|k| k * 3).collect::<Vec<_>>().into()),
            values: Values::Scalar(values.clone().into()),
            interpolation: Default::default(),
            beyond: Default::default(),
        });
        let longest = curves.iter().map(Vec::len).max().unwrap_or(1);
        Clip {
            root: None,
            name: String::new(),
            frames_per_second: 30.0,
            looping: false,
            mode: None,
            tracks: tracks.collect(),
            overrides: Vec::new(),
            notifications: Vec::new(),
            range: FrameRange {
                start: 0.0,
                end: (longest - 1) as f64 * 3.0,
            },
            skeleton: None,
        }
    }

    proptest! {
        #[test]
        fn a_crowd_covers_each_of_its_curves(
            curves in prop::collection::vec(prop::collection::vec(-9.0..9.0f32, 1..60), 1..6),
            from in -0.5..1.2f64,
            length in 0.0001..1.5f64,
            columns in 1..400usize,
        ) {
            let clip = clip(&curves);
            let made = ClipCurves::of(&clip, Representation::Quaternion, |_| Quat::IDENTITY);
            let crowd = &made.crowds[0];
            prop_assert_eq!((made.crowds.len(), crowd.count), (1, curves.len()));
            let scale = clip.range.length().max(1.0);
            let (from, to) = (from * scale, (from + length) * scale);
            let (mut all, mut one) = (Vec::new(), Vec::new());
            crowd.bands(from, to, columns, &mut all);
            for curve in &made.curves {
                curve.bands(from, to, columns, &mut one);
                for (all, one) in all.iter().zip(&one) {
                    prop_assert!(all.min <= one.min && all.max >= one.max, "{all:?} hides part of {one:?}");
                }
            }
            let extent = crowd.extent();
            for band in &all {
                prop_assert!(band.min >= extent.min && band.max <= extent.max);
            }
        }
    }
}
