//! Keys of a rotation that stand out: the sign of the quaternion turns over, or the bone jumps.
//!
//! In: rotation tracks. Out: the speed from key to key, and [`OddKeys`]: the frames of odd keys, which tell what is odd in any part of the
//! time in a few steps, however many there are.

use super::rotation::angle_between;
use crate::animation::sample::unit;
use castview_base::core::Stream;
use castview_base::scene::{Track, Values};
use rayon::prelude::*;

/// A key at which a rotation jumps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jump {
    /// The clip's own.
    pub frame: f64,
    /// From the key before it turns by so many degrees, much faster than its track turns elsewhere.
    pub degrees: f32,
}

/// The odd keys of one track or of many, in the order of time.
#[derive(Clone, Debug, Default)]
pub struct OddKeys {
    /// Frames of quaternions with the opposite sign of the key before. Rotations are the same, but numbers jump.
    flips: Vec<f64>,
    jumps: Vec<Jump>,
    /// Positions of the widest jump of each pair of `jumps`, then of each pair of these, down to one.
    widest: Vec<Vec<u32>>,
    is_cut: bool,
}

/// Odd keys kept of one clip, 16 bytes each. Tracks with more of them are broken as a whole.
const MOST: usize = 1_000_000;
/// Tracks looked at together before the next ones: what they find beyond [`MOST`] is not kept for long.
const AT_ONCE: usize = 16;
/// Slower than this, in degrees a frame, nothing is a jump.
const LEAST_JUMP: f32 = 4.0;
/// A jump is this many times as fast as nine tenths of the track.
const TIMES: f32 = 6.0;

/// Degrees a frame from each key to the next, one per key; 0 for the last one.
pub(super) fn speeds(track: &Track, values: &Stream<[f32; 4]>) -> Vec<f32> {
    let count = track.keys.len().min(values.len());
    let mut speeds = Vec::with_capacity(count);
    let mut now = (count > 0).then(|| unit(values.get(0)));
    for key in 1..count {
        let next = unit(values.get(key));
        let frames = track.keys.frame(key) - track.keys.frame(key - 1);
        let turned = now.map_or(0.0, |now| angle_between(now, next).to_degrees());
        speeds.push((turned / frames) as f32);
        now = Some(next);
    }
    speeds.extend(now.map(|_| 0.0));
    speeds
}

/// Odd keys of one track, in order.
#[derive(Default)]
struct Found {
    flips: Vec<f64>,
    jumps: Vec<Jump>,
}

/// The odd keys of `track`; none of a track that is no rotation.
fn found(track: &Track) -> Found {
    let Values::Rotation(values) = &track.values else {
        return Found::default();
    };
    let speeds = speeds(track, values);
    let usual = {
        let mut sorted = speeds.clone();
        let at = sorted.len().saturating_sub(1) * 9 / 10;
        match sorted.is_empty() {
            true => 0.0,
            false => *sorted.select_nth_unstable_by(at, f32::total_cmp).1,
        }
    };
    let jump = LEAST_JUMP.max(usual * TIMES);
    let mut out = Found::default();
    for (key, speed) in speeds.iter().enumerate().take(speeds.len().saturating_sub(1)) {
        let frame = track.keys.frame(key + 1);
        let dot: f32 = values
            .get(key)
            .iter()
            .zip(values.get(key + 1))
            .map(|(a, b)| a * b)
            .sum();
        if dot < 0.0 {
            out.flips.push(frame);
        }
        if *speed > jump {
            let degrees = *speed * (frame - track.keys.frame(key)) as f32;
            out.jumps.push(Jump { frame, degrees });
        }
        if out.flips.len() + out.jumps.len() >= MOST {
            break;
        }
    }
    out
}

impl OddKeys {
    /// The odd keys of `tracks`, those that are rotations, in time linear in their keys; see [`Self::is_cut`].
    pub fn of(tracks: &[Track]) -> Self {
        Self::within(tracks, MOST)
    }

    fn within(tracks: &[Track], most: usize) -> Self {
        let mut out = Self::default();
        for some in tracks.chunks(AT_ONCE) {
            if out.len() >= most {
                out.is_cut = true;
                break;
            }
            let found: Vec<Found> = some.par_iter().map(found).collect();
            for Found { flips, jumps } in found {
                let room = most - out.len();
                out.is_cut |= flips.len() + jumps.len() > room;
                out.jumps.extend(jumps.into_iter().take(room));
                let room = most - out.len();
                out.flips.extend(flips.into_iter().take(room));
            }
        }
        out.flips.par_sort_unstable_by(f64::total_cmp);
        let order = |a: &Jump, b: &Jump| a.frame.total_cmp(&b.frame).then(a.degrees.total_cmp(&b.degrees));
        out.jumps.par_sort_unstable_by(order);
        out.widest = out.levels();
        out
    }

    fn levels(&self) -> Vec<Vec<u32>> {
        let mut levels: Vec<Vec<u32>> = Vec::new();
        let mut finer: Vec<u32> = (0..self.jumps.len() as u32).collect();
        while finer.len() > 1 {
            let wider = |pair: &[u32]| pair.iter().copied().reduce(|a, b| self.wider(a, b)).unwrap_or(pair[0]);
            let level: Vec<u32> = finer.chunks(2).map(wider).collect();
            finer.clone_from(&level);
            levels.push(level);
        }
        levels
    }

    /// Position of the wider of two jumps, given by their positions in `jumps`; of equals the first.
    fn wider(&self, a: u32, b: u32) -> u32 {
        let degrees = |at: u32| self.jumps[at as usize].degrees;
        if degrees(b) > degrees(a) { b } else { a }
    }

    fn len(&self) -> usize {
        self.flips.len() + self.jumps.len()
    }

    /// Whether nothing is odd.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether there are more odd keys than are kept: the first million of the clip, in the order of its tracks.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// All jumps, in the order of time.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The frames of the flips from `from` until before `to`, in order.
    pub fn flips_within(&self, from: f64, to: f64) -> &[f64] {
        let first = self.flips.partition_point(|frame| *frame < from);
        let end = self.flips.partition_point(|frame| *frame < to);
        &self.flips[first..end.max(first)]
    }

    /// How many jumps there are from `from` until before `to`, and the widest of them. In as many steps as the number of all jumps has
    /// binary digits.
    pub fn jumps_within(&self, from: f64, to: f64) -> Option<(usize, Jump)> {
        let first = self.jumps.partition_point(|jump| jump.frame < from);
        let end = self.jumps.partition_point(|jump| jump.frame < to);
        let count = end.checked_sub(first).filter(|count| *count > 0)?;
        let (mut low, mut high) = (first, end);
        let mut widest = first as u32;
        let mut level: Option<&Vec<u32>> = None;
        let mut coarser = self.widest.iter();
        while low < high {
            let at = |at: usize| level.map_or(at as u32, |level| level[at]);
            if low % 2 == 1 {
                widest = self.wider(widest, at(low));
                low += 1;
            }
            if high % 2 == 1 {
                high -= 1;
                widest = self.wider(widest, at(high));
            }
            (low, high) = (low / 2, high / 2);
            level = coarser.next();
        }
        Some((count, self.jumps[widest as usize]))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Band, Representation, curves_of};
    use super::*;
    use castview_base::scene::{CurveMode, Keys, Property};
    use glam::Quat;
    use proptest::prelude::*;

    fn track(count: u32, turn: impl Fn(u32) -> Quat) -> Track {
        Track {
            target: "bone".into(),
            property: Property::Rotation,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::Whole((0..count).collect::<Vec<_>>().into()),
            values: Values::Rotation((0..count).map(|key| turn(key).to_array()).collect::<Vec<_>>().into()),
            interpolation: Default::default(),
            beyond: Default::default(),
        }
    }

    /// One frame of 36 000 turns by 25°.
    fn popping() -> Track {
        track(36_000, |key| {
            let swing = (key as f32 * 0.05).sin() * 0.5;
            let pop = if key == 17_000 { 25.0_f32.to_radians() } else { 0.0 };
            Quat::from_rotation_x(swing + pop)
        })
    }

    #[test]
    fn a_pop_of_one_frame_is_found_and_nothing_else() {
        let odd = OddKeys::of(&[popping()]);
        let frames: Vec<f64> = odd.jumps().iter().map(|jump| jump.frame).collect();
        assert_eq!(frames, [17_000.0, 17_001.0]);
        assert!(odd.flips_within(0.0, f64::MAX).is_empty());
        for jump in odd.jumps() {
            assert!((jump.degrees - 25.0).abs() < 2.0, "{jump:?}");
        }
        let even = OddKeys::of(&[track(100, |key| Quat::from_rotation_y(key as f32 * 0.3))]);
        assert!(even.is_empty() && !even.is_cut());
    }

    #[test]
    fn keys_on_the_other_side_are_found() {
        let flipping = track(20, |key| {
            let turn = Quat::from_rotation_z(key as f32 * 0.02);
            if (5..9).contains(&key) { -turn } else { turn }
        });
        let odd = OddKeys::of(&[flipping]);
        assert_eq!(odd.flips_within(0.0, f64::MAX), [5.0, 9.0]);
        assert_eq!(odd.flips_within(5.0, 9.0), [5.0]);
        assert_eq!(odd.jumps(), []);
    }

    /// Two thousand in one track, and what comes last in the clip.
    #[test]
    fn all_are_found_until_there_is_no_room() {
        let flipping = track(2000, |key| {
            let turn = Quat::from_rotation_z(0.1);
            if key % 2 == 1 { -turn } else { turn }
        });
        let tracks = vec![flipping, popping()];
        let odd = OddKeys::of(&tracks);
        assert_eq!(odd.flips_within(0.0, f64::MAX).len(), 1999);
        assert_eq!(odd.jumps_within(0.0, f64::MAX).map(|(count, _)| count), Some(2));
        assert!(!odd.is_cut());
        let some = OddKeys::within(&tracks, 100);
        assert!(some.is_cut() && some.len() == 100);
        let many = vec![tracks[0].clone(); AT_ONCE + 1];
        assert!(
            OddKeys::within(&many, 1999 * AT_ONCE).is_cut(),
            "the last was not looked at"
        );
    }

    proptest! {
        #[test]
        fn the_widest_jump_of_a_part_is_found_as_if_each_was_looked_at(
            found in prop::collection::vec((0..40u32, 1..30u32), 0..90),
            (from, to) in (0..45u32, 0..45u32),
        ) {
            let mut jumps: Vec<Jump> = found
                .into_iter()
                .map(|(frame, degrees)| Jump { frame: frame.into(), degrees: degrees as f32 })
                .collect();
            jumps.sort_by(|a, b| a.frame.total_cmp(&b.frame));
            let mut odd = OddKeys { jumps, ..OddKeys::default() };
            odd.widest = odd.levels();
            let (from, to) = (f64::from(from), f64::from(to));
            let within = || odd.jumps.iter().filter(|jump| jump.frame >= from && jump.frame < to);
            let widest = within().map(|jump| jump.degrees).reduce(f32::max);
            let said = odd.jumps_within(from, to);
            prop_assert_eq!(said.map(|(_, jump)| jump.degrees), widest);
            prop_assert_eq!(said.map_or(0, |(count, _)| count), within().count());
            prop_assert!(said.is_none_or(|(_, jump)| within().any(|other| *other == jump)));
        }
    }

    /// However few columns the clip is drawn in, the one with the pop is tall.
    #[test]
    fn a_pop_is_seen_in_the_speed_at_any_zoom() {
        let track = popping();
        let curve = curves_of(0, &track, Representation::Speed, Quat::IDENTITY).remove(0);
        for columns in [100, 1000, 4000] {
            let mut bands = Vec::new();
            curve.bands(0.0, 35_999.0, columns, &mut bands);
            let tall = bands.iter().filter(|band| band.max > 20.0).count();
            assert!((1..=2).contains(&tall), "{tall} of {columns}");
            let usual = bands.iter().filter(|band| band.max < 3.0).count();
            assert!(usual >= columns - 2);
        }
        assert_eq!(curve.extent(), curve.extent().joined(Band::EMPTY));
    }
}
