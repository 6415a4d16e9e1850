//! Frames ↔ points of the time ruler, and where its ticks stand.
//!
//! Pure numbers: the ruler, and later every panel above it, share one axis to the pixel.

use castview_base::core::FrameRange;

/// A linear map from a range of frames to a range of x, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeAxis {
    pub range: FrameRange,
    /// Where `range.start` stands.
    pub left: f32,
    /// Where `range.end` stands; right of `left`.
    pub right: f32,
}

/// One line of the ruler.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tick {
    pub frame: f64,
    pub x: f32,
    /// Carries its number.
    pub labelled: bool,
}

impl TimeAxis {
    /// The same pixels, counted in other frames: `own` is a rising line.
    pub fn in_frames_of(&self, own: impl Fn(f64) -> f64) -> Self {
        Self {
            range: FrameRange {
                start: own(self.range.start),
                end: own(self.range.end),
            },
            ..*self
        }
    }

    pub fn x(&self, frame: f64) -> f32 {
        let length = self.range.length();
        if length <= 0.0 {
            return self.left;
        }
        let share = (frame - self.range.start) / length;
        self.left + (share * f64::from(self.right - self.left)) as f32
    }

    /// The frame at `x`, held inside the range.
    pub fn frame(&self, x: f32) -> f64 {
        let width = f64::from(self.right - self.left);
        if width <= 0.0 {
            return self.range.start;
        }
        let share = f64::from(x - self.left) / width;
        self.range.hold(self.range.start + share * self.range.length())
    }

    /// The whole frame nearest to `x`, held inside the range.
    pub fn whole_frame(&self, x: f32) -> f64 {
        self.range.hold(self.frame(x).round())
    }

    /// Ticks in ascending order: whole frames in steps of 1, 2 or 5 times a power of ten, with labels on every step and
    /// finer lines between where there is room. The ends of the range always carry their number; a step whose label
    /// would touch the end's loses it.
    ///
    /// `label_width(frame)` is the width of a number in points, `gap` the least distance between two numbers,
    /// `minor_gap` the least distance between two lines.
    pub fn ticks(&self, label_width: impl Fn(f64) -> f32, gap: f32, minor_gap: f32) -> Vec<Tick> {
        let FrameRange { start, end } = self.range;
        let tick = |frame: f64, labelled: bool| Tick {
            frame,
            x: self.x(frame),
            labelled,
        };
        if self.range.length() <= 0.0 || self.right <= self.left {
            return vec![tick(start, true)];
        }
        let points_per_frame = f64::from(self.right - self.left) / self.range.length();
        let widest = label_width(start)
            .max(label_width(end))
            .max(label_width(-self.range.length()));
        let major = nice_step(f64::from(widest + gap) / points_per_frame);
        let minor = finer_step(major).filter(|step| step * points_per_frame >= f64::from(minor_gap));
        let step = minor.unwrap_or(major);

        let last_x = self.x(end) - label_width(end) * 0.5 - gap;
        let first_x = self.x(start) + label_width(start) * 0.5 + gap;
        let mut ticks = vec![tick(start, true)];
        // Multiples counted as whole numbers: adding the step up would drift over 70 000 frames.
        let (first, last) = ((start / step).floor() as i64, (end / step).ceil() as i64);
        for n in first..=last {
            let frame = n as f64 * step;
            if frame <= start || frame >= end {
                continue;
            }
            let on_major = (frame / major - (frame / major).round()).abs() < 1e-6;
            let half = label_width(frame) * 0.5;
            let x = self.x(frame);
            ticks.push(tick(frame, on_major && x + half <= last_x && x - half >= first_x));
        }
        ticks.push(tick(end, true));
        ticks
    }
}

/// The smallest 1, 2 or 5 times a power of ten that is not below `least`, and not below 1: frames are whole.
pub fn nice_step(least: f64) -> f64 {
    if !least.is_finite() || least <= 1.0 {
        return 1.0;
    }
    let decade = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|digit| digit * decade)
        .find(|step| *step >= least * (1.0 - 1e-9))
        .unwrap_or(10.0 * decade)
}

/// The lines between two labels: fifths of a step of 1 or 5, halves of a step of 2. `None` below whole frames.
fn finer_step(major: f64) -> Option<f64> {
    let decade = 10f64.powf((major.log10() + 1e-9).floor());
    let parts = if (major / decade).round() as i64 == 2 { 2.0 } else { 5.0 };
    let step = major / parts;
    (step >= 1.0 - 1e-9).then_some(step.round())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(start: f64, end: f64, left: f32, right: f32) -> TimeAxis {
        TimeAxis {
            range: FrameRange { start, end },
            left,
            right,
        }
    }

    /// Seven points a digit, as a monospaced number would take.
    fn width(frame: f64) -> f32 {
        7.0 * format!("{frame:.0}").len() as f32
    }

    #[test]
    fn frames_and_points_invert_each_other() {
        for (start, end) in [(0.0, 118.0), (-20.0, 40.0), (0.0, 70_000.0), (3.5, 4.25)] {
            let axis = axis(start, end, 20.0, 1260.0);
            for share in [0.0, 0.1, 0.5, 0.77, 1.0] {
                let frame = start + share * (end - start);
                let back = axis.frame(axis.x(frame));
                assert!(
                    (back - frame).abs() <= (end - start) * 1e-6,
                    "{frame} came back as {back}"
                );
            }
        }
    }

    #[test]
    fn points_outside_are_held_inside() {
        let axis = axis(0.0, 118.0, 20.0, 1260.0);
        assert_eq!(axis.frame(-500.0), 0.0);
        assert_eq!(axis.frame(5000.0), 118.0);
        assert_eq!(axis.whole_frame(axis.x(41.6)), 42.0);
    }

    #[test]
    fn a_range_without_length_stands_at_its_left_end() {
        let axis = axis(7.0, 7.0, 20.0, 400.0);
        assert_eq!(axis.x(7.0), 20.0);
        assert_eq!(axis.frame(200.0), 7.0);
        assert_eq!(axis.ticks(width, 14.0, 5.0).len(), 1);
    }

    #[test]
    fn steps_are_one_two_five() {
        let cases = [
            (0.0, 1.0),
            (0.3, 1.0),
            (1.0, 1.0),
            (1.1, 2.0),
            (2.0, 2.0),
            (3.0, 5.0),
            (5.1, 10.0),
            (10.0, 10.0),
            (11.0, 20.0),
            (499.0, 500.0),
            (501.0, 1000.0),
            (f64::INFINITY, 1.0),
            (f64::NAN, 1.0),
        ];
        for (least, step) in cases {
            assert_eq!(nice_step(least), step, "for {least}");
        }
        for (major, minor) in [
            (1.0, None),
            (2.0, Some(1.0)),
            (5.0, Some(1.0)),
            (10.0, Some(2.0)),
            (20.0, Some(10.0)),
            (50.0, Some(10.0)),
            (1000.0, Some(200.0)),
        ] {
            assert_eq!(finer_step(major), minor, "under {major}");
        }
    }

    #[test]
    fn labels_never_touch_and_the_ends_are_labelled() {
        for (start, end) in [
            (0.0, 1.0),
            (0.0, 118.0),
            (-7.0, 5.0),
            (0.0, 70_000.0),
            (65_530.0, 65_560.0),
            (0.5, 30.25),
        ] {
            for points in [200.0_f32, 640.0, 1240.0, 2520.0] {
                let axis = axis(start, end, 20.0, 20.0 + points);
                let ticks = axis.ticks(width, 14.0, 5.0);
                assert!(ticks.first().is_some_and(|t| t.labelled && t.frame == start));
                assert!(ticks.last().is_some_and(|t| t.labelled && t.frame == end));
                assert!(ticks.windows(2).all(|pair| pair[0].frame < pair[1].frame));
                assert!(ticks.len() as f32 <= points, "at most a line a point");
                let labels: Vec<_> = ticks.iter().filter(|t| t.labelled).collect();
                for pair in labels.windows(2) {
                    let free = (pair[1].x - width(pair[1].frame) * 0.5) - (pair[0].x + width(pair[0].frame) * 0.5);
                    assert!(
                        free > 0.0,
                        "{} and {} overlap over {points} points",
                        pair[0].frame,
                        pair[1].frame
                    );
                }
            }
        }
    }

    #[test]
    fn an_ordinary_clip_reads_in_tens() {
        let labels: Vec<f64> = axis(0.0, 118.0, 20.0, 620.0)
            .ticks(width, 14.0, 5.0)
            .into_iter()
            .filter_map(|t| t.labelled.then_some(t.frame))
            .collect();
        assert_eq!(
            labels,
            [
                0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0, 110.0, 118.0
            ]
        );
    }
}
