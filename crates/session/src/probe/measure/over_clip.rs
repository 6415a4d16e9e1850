//! Measures over the clip: a number at each of its frames, the least and the greatest.
//!
//! In: the measures, and everything that moves the models. Out: points of curves, made by the same evaluation as the pictures, once, and
//! again only when something that moves the models has changed. The work is bounded: long clips and large rigs are looked at in steps.

use super::points::{Stand, measured, model_of};
use super::state::Measure;
use crate::composition::stopped::pose_at;
use crate::placed::timed_pose::{MotionKey, TimedPose, TimedSteps};
use crate::playback::played;
use crate::playback::played::motion_key;
use crate::{Pin, Session};
use castview_base::core::FrameRange;
use castview_picture::PlacedKey;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Frames that are looked at.
const MOST_FRAMES: usize = 512;
/// Bones that are posed for it altogether.
const MOST_BONES: usize = 1 << 18;

/// All measures over the clip.
#[derive(Debug, Default)]
pub struct MeasuredOverClip {
    source: Option<Source>,
    made: Vec<MeasureCurve>,
}

/// One measure over the clip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasureCurve {
    /// Frame of the clock and value: units of the stage, or degrees. Empty without a clip.
    pub points: Vec<(f64, f32)>,
    /// Frames from one point to the next.
    pub step: f64,
}

/// The curves are the same for as long as all of this is.
#[derive(Debug, PartialEq)]
struct Source {
    moves: MotionKey,
    range: FrameRange,
    measures: Arc<Vec<Measure>>,
    pins: Arc<Vec<Pin>>,
    ground: Option<f32>,
}

impl MeasureCurve {
    /// The first point of the least value, and that of the greatest.
    pub fn extremes(&self) -> Option<[(f64, f32); 2]> {
        let first = *self.points.first()?;
        Some(self.points.iter().fold([first; 2], |[least, greatest], point| {
            [
                if point.1 < least.1 { *point } else { least },
                if point.1 > greatest.1 { *point } else { greatest },
            ]
        }))
    }

    /// The value at a frame of the clock, between two points in proportion; `None` beside all of them.
    pub fn at(&self, frame: f64) -> Option<f32> {
        let next = self.points.partition_point(|point| point.0 < frame);
        let after = *self.points.get(next)?;
        if after.0 == frame {
            return Some(after.1);
        }
        let before = *self.points.get(next.checked_sub(1)?)?;
        let share = (frame - before.0) / (after.0 - before.0);
        Some(before.1 + (after.1 - before.1) * share as f32)
    }
}

/// Measure `at` over the clip; `None`: no clip plays.
pub fn measure_curve(session: &Session, at: usize) -> Option<&MeasureCurve> {
    let curve = session.measured.made.get(at)?;
    (!curve.points.is_empty()).then_some(curve)
}

/// Makes the curves anew, if anything they follow from has changed.
pub(crate) fn follow_measures(session: &mut Session) {
    let range = played::played(session).map(|timeline| timeline.range);
    let source = range
        .filter(|_| !session.edits.measures.is_empty())
        .map(|range| Source {
            moves: motion_key(session),
            range,
            measures: session.edits.measures.clone(),
            pins: session.edits.pins.clone(),
            ground: session.view.ground(),
        });
    if source != session.measured.source {
        let made = source.as_ref().map_or_else(Vec::new, |source| curves(session, source));
        session.measured = MeasuredOverClip { source, made };
    }
}

fn curves(session: &Session, source: &Source) -> Vec<MeasureCurve> {
    let Some(timeline) = session.timeline() else {
        return Vec::new();
    };
    let points = source.measures.iter().flat_map(Measure::points);
    let models = points.filter_map(|point| model_of(session, point));
    let models: BTreeMap<PlacedKey, _> = models
        .filter_map(|key| Some((key, session.stage.placed(key)?)))
        .collect();
    let bones: usize = models.values().map(|placed| placed.model().skeleton.len()).sum();
    let (frames, step) = frames(source.range, bones);
    let mut curves = vec![
        MeasureCurve {
            points: Vec::new(),
            step
        };
        source.measures.len()
    ];
    for frame in frames {
        let secs = timeline.secs(frame);
        let posed: BTreeMap<PlacedKey, TimedPose> = models
            .iter()
            .map(|(key, placed)| (*key, pose_at::timed_pose(session, placed, secs, TimedSteps::Shown)))
            .collect();
        for (measure, curve) in source.measures.iter().zip(&mut curves) {
            let found = measured(session, measure, |placed| posed.get(&placed.key).map(Stand::at));
            curve.points.extend(found.map(|found| (frame, found.value)));
        }
    }
    curves
}

/// Frames to look at while so many bones are posed at each: every one, every second, …; and the last one.
fn frames(range: FrameRange, bones: usize) -> (Vec<f64>, f64) {
    let most = (MOST_BONES / bones.max(1)).clamp(2, MOST_FRAMES);
    let step = (range.length() / (most - 1) as f64).ceil().max(1.0);
    let count = (range.length() / step).floor() as usize;
    let mut frames: Vec<f64> = (0..=count).map(|at| range.start + at as f64 * step).collect();
    if frames.last().is_some_and(|last| *last < range.end) {
        frames.push(range.end);
    }
    (frames, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_frame_is_looked_at_or_as_many_as_there_is_room_for() {
        for (end, bones, count, step) in [
            (10.0, 1, 11, 1.0),
            (10.5, 1, 12, 1.0),
            (511.0, 1, 512, 1.0),
            (512.0, 1, 257, 2.0),
            (100.0, 424, 101, 1.0),
            (100.0, MOST_BONES, 2, 100.0),
            (0.0, 1, 1, 1.0),
        ] {
            let (frames, by) = frames(FrameRange { start: 0.0, end }, bones);
            assert_eq!((frames.len(), by), (count, step), "{end} frames, {bones} bones");
            assert_eq!([frames[0], frames[frames.len() - 1]], [0.0, end]);
        }
    }

    #[test]
    fn between_points_is_in_proportion_and_beside_them_nothing() {
        let points = vec![(2.0, 1.0), (4.0, 3.0), (8.0, -1.0)];
        let curve = MeasureCurve { points, step: 2.0 };
        for (frame, value) in [
            (1.9, None),
            (2.0, Some(1.0)),
            (3.0, Some(2.0)),
            (4.0, Some(3.0)),
            (7.0, Some(0.0)),
            (8.0, Some(-1.0)),
            (8.1, None),
        ] {
            assert_eq!(curve.at(frame), value, "{frame}");
        }
        assert_eq!(MeasureCurve::default().at(0.0), None);
    }

    #[test]
    fn the_first_of_several_extremes_is_told() {
        let points = vec![(0.0, 2.0), (1.0, 1.0), (2.0, 3.0), (3.0, 1.0), (4.0, 3.0)];
        let curve = MeasureCurve { points, step: 1.0 };
        assert_eq!(curve.extremes(), Some([(1.0, 1.0), (2.0, 3.0)]));
        assert_eq!(MeasureCurve::default().extremes(), None);
    }
}
