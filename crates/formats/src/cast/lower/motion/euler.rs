//! Rotation curves of older files: one per axis, in degrees (docs/formats/cast.md §3.9).
//!
//! In: up to three curves of one bone. Out: one rotation track, `q = qz ⊗ qy ⊗ qx`, with a key wherever one of the three
//! has one. An axis without a curve does not turn.

use castview_base::core::Stream;
use castview_base::scene::{CurveMode, Keys, Property, Track, Values};
use glam::{DQuat, DVec3};

pub(crate) struct Curve {
    pub target: String,
    /// 0, 1, 2 for x, y, z.
    pub axis: usize,
    pub keys: Keys,
    /// Degrees.
    pub values: Stream<f32>,
}

/// The curves of one target; a later one of the same axis replaces the earlier.
#[derive(Default)]
pub(crate) struct Axes([Option<Curve>; 3]);

impl Axes {
    pub(crate) fn add(&mut self, curve: Curve) {
        let axis = curve.axis;
        self.0[axis] = Some(curve);
    }

    /// `None` when there are no curves.
    pub(crate) fn into_track(self) -> Option<Track> {
        let target = self.0.iter().flatten().next()?.target.clone();
        let mut frames: Vec<f64> = self
            .0
            .iter()
            .flatten()
            .flat_map(|curve| (0..curve.keys.len()).map(|key| curve.keys.frame(key)))
            .collect();
        let whole = frames.iter().all(|frame| is_whole(*frame));
        if !whole {
            // Fractional frames are kept in single precision, where neighbours may be one.
            frames.iter_mut().for_each(|frame| *frame = f64::from(*frame as f32));
        }
        frames.sort_by(f64::total_cmp);
        frames.dedup();
        let mut readers = self.0.each_ref().map(|curve| Reader {
            curve: curve.as_ref(),
            next: 0,
        });
        let rotations: Vec<[f32; 4]> = frames
            .iter()
            .map(|frame| {
                let mut turn = |axis: DVec3, index: usize| DQuat::from_axis_angle(axis, readers[index].radians(*frame));
                let (x, y, z) = (turn(DVec3::X, 0), turn(DVec3::Y, 1), turn(DVec3::Z, 2));
                (z * y * x).as_quat().to_array()
            })
            .collect();
        Some(Track {
            target,
            property: Property::Rotation,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: match whole {
                true => Keys::Whole(frames.iter().map(|frame| *frame as u32).collect::<Vec<_>>().into()),
                false => Keys::fractional_frames(frames.iter().map(|frame| *frame as f32).collect::<Vec<_>>()),
            },
            values: Values::Rotation(rotations.into()),
            interpolation: Default::default(),
            beyond: Default::default(),
        })
    }
}

fn is_whole(frame: f64) -> bool {
    frame.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&frame)
}

/// Reads one axis at ascending frames.
struct Reader<'a> {
    curve: Option<&'a Curve>,
    /// The first key after the frame read last.
    next: usize,
}

impl Reader<'_> {
    /// Linear between keys, held outside them.
    fn radians(&mut self, frame: f64) -> f64 {
        let Some(curve) = self.curve else { return 0.0 };
        while self.next < curve.keys.len() && curve.keys.frame(self.next) <= frame {
            self.next += 1;
        }
        let value = |key: usize| f64::from(curve.values.get(key));
        let degrees = if self.next == 0 {
            value(0)
        } else if self.next == curve.keys.len() {
            value(self.next - 1)
        } else {
            let (from, to) = (curve.keys.frame(self.next - 1), curve.keys.frame(self.next));
            let (before, after) = (value(self.next - 1), value(self.next));
            before + (after - before) * ((frame - from) / (to - from))
        };
        degrees.to_radians()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec3};

    fn curve(axis: usize, keys: &[u32], values: &[f32]) -> Curve {
        Curve {
            target: "arm".into(),
            axis,
            keys: Keys::Whole(keys.to_vec().into()),
            values: values.to_vec().into(),
        }
    }

    #[test]
    fn three_axes_become_one_track_at_the_union_of_their_keys() {
        let mut axes = Axes::default();
        axes.add(curve(0, &[0, 10], &[0.0, 90.0]));
        axes.add(curve(2, &[5], &[90.0]));
        let track = axes.into_track().expect("two curves");
        let Values::Rotation(rotations) = &track.values else {
            panic!("rotations")
        };
        let frames: Vec<f64> = (0..track.keys.len()).map(|key| track.keys.frame(key)).collect();
        assert_eq!(frames, [0.0, 5.0, 10.0]);
        // At frame 10: x turns y to z, then z turns x to y.
        let last = Quat::from_array(rotations.get(2));
        assert!((last * Vec3::Y).abs_diff_eq(Vec3::Z, 1e-6) && (last * Vec3::X).abs_diff_eq(Vec3::Y, 1e-6));
        // At frame 5 the x axis stands at 45 degrees.
        let middle = Quat::from_array(rotations.get(1)) * Vec3::Z;
        let half = 0.5f32.sqrt();
        assert!(middle.abs_diff_eq(Vec3::new(half, 0.0, half), 1e-6), "{middle}");
    }
}
