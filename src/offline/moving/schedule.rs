//! Which moments are drawn.
//!
//! In: the time of what plays, and wishes. Out: as many pictures as they make, with a frame and a turn for each. Bounded before anything is
//! drawn.

use crate::animation::Timeline;
use crate::core::FrameRange;
use crate::export::Course;
use std::f64::consts::TAU;

/// More pictures than anybody looks at: above an hour at 25 a second.
const MOST_PICTURES: f64 = 100_000.0;
/// More pixels than a machine draws in a week: ten minutes of 3840 × 2160 at 30 a second are 149 thousand millions.
const MOST_PIXELS: f64 = 2e11;
/// Pictures a second of what has no rate of its own.
const STILL_RATE: f64 = 25.0;
/// Time for one turn around what stands still.
const TURN_SECS: f64 = 4.0;

/// Frames from which pictures are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameSpan {
    /// The first frame.
    pub first: f64,
    /// Not below the first.
    pub last: f64,
    /// Frames from picture to picture; above 0.
    pub step: Option<f64>,
}

/// Wishes for pictures that move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingWish {
    /// `None`: all that plays.
    pub frames: Option<FrameSpan>,
    /// Pictures a second; above 0.
    pub per_sec: Option<f64>,
    /// The most that the file can show.
    pub most_per_sec: f64,
    /// How many times the eye goes around the model, to its right; below 0 to its left.
    pub turns: i32,
    /// The last picture is the one before the first.
    pub closes: bool,
    /// One moment alone is drawn.
    pub stands_still: bool,
    /// All that the clip makes of the models is framed, if one plays.
    pub frames_clip: bool,
}

/// Why nothing is drawn.
#[derive(Debug, thiserror::Error)]
pub enum MovingError {
    #[error("that would be {count:.0} pictures; at most {MOST_PICTURES} are drawn")]
    TooMany { count: f64 },
    #[error(
        "that would be {count:.0} pictures of {} x {} pixels, {:.0} thousand million pixels in all; at most {:.0} thousand million are drawn",
        size[0], size[1], count * pixels(*size) / 1e9, MOST_PIXELS / 1e9
    )]
    TooMuch { count: f64, size: [u32; 2] },
    #[error("{wanted} pictures a second are more than such a file shows, which is {most}")]
    TooFast { wanted: f64, most: f64 },
    #[error("no clip plays, so there are no frames to draw")]
    NoClip,
    #[error("a camera of a file has its own way: leave out the turntable, or the camera")]
    TurnsCamera,
}

/// Moments at equal distances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// Size, number and duration of the pictures.
    pub course: Course,
    /// Frame of the first picture; `None`: time stands still.
    first: Option<f64>,
    /// Frames from picture to picture.
    step: f64,
    turns: i32,
}

fn pixels(size: [u32; 2]) -> f64 {
    size.iter().map(|side| f64::from(*side)).product()
}

impl Schedule {
    /// `timeline`: what plays, if anything does.
    pub fn new(size: [u32; 2], timeline: Option<Timeline>, wish: &MovingWish) -> Result<Self, MovingError> {
        if let Some(wanted) = wish.per_sec.filter(|wanted| *wanted > wish.most_per_sec) {
            return Err(MovingError::TooFast {
                wanted,
                most: wish.most_per_sec,
            });
        }
        match timeline {
            None if wish.frames.is_some() => Err(MovingError::NoClip),
            Some(timeline) if !wish.stands_still => Self::of_clip(size, &timeline, wish),
            _ => Self::of_moment(size, wish),
        }
    }

    /// A turn around one moment.
    fn of_moment(size: [u32; 2], wish: &MovingWish) -> Result<Self, MovingError> {
        let per_sec = wish.per_sec.unwrap_or(STILL_RATE).min(wish.most_per_sec);
        let secs = TURN_SECS * f64::from(wish.turns).abs();
        let count = counted((secs * per_sec).round().max(1.0), size)?;
        let picture_secs = if wish.turns == 0 {
            per_sec.recip()
        } else {
            secs / count as f64
        };
        Ok(Self {
            course: Course {
                size,
                count,
                picture_secs,
            },
            first: None,
            step: 0.0,
            turns: wish.turns,
        })
    }

    fn of_clip(size: [u32; 2], timeline: &Timeline, wish: &MovingWish) -> Result<Self, MovingError> {
        let rate = timeline.frames_per_second;
        let span = wish.frames.unwrap_or(FrameSpan {
            first: timeline.range.start,
            last: timeline.range.end,
            step: None,
        });
        let range = FrameRange {
            start: span.first,
            end: span.last,
        };
        let (frames, secs) = (range.length(), range.length() / rate);
        let fastest = wish.per_sec.unwrap_or(rate).min(wish.most_per_sec);
        let step = span.step.unwrap_or(rate / fastest);
        let (count, step) = match wish.closes && frames > 0.0 {
            true => {
                // Rounded, so that the way from the last to the first is as long as any other; down, where more are not shown.
                let most = (secs * wish.most_per_sec + 1e-6).floor();
                let count = counted((frames / step).round().min(most).max(1.0), size)?;
                (count, frames / count as f64)
            }
            // A last frame that rounding puts a little too far is drawn.
            false => (counted((frames / step + 1e-6).floor() + 1.0, size)?, step),
        };
        let own_pace = step / rate;
        let picture_secs = match (span.step, wish.per_sec) {
            (Some(_), Some(per_sec)) => per_sec.recip(),
            // Named frames that are too near to each other take longer than in the clip.
            _ if !wish.closes => own_pace.max(wish.most_per_sec.recip()),
            _ => own_pace,
        };
        Ok(Self {
            course: Course {
                size,
                count,
                picture_secs,
            },
            first: Some(span.first),
            step,
            turns: wish.turns,
        })
    }

    /// The clip's frame of picture `index`; `None`: time stands still.
    pub fn frame(&self, index: usize) -> Option<f64> {
        let frame = self.first? + index as f64 * self.step;
        // Steps such as 30 / 25 add up to whole frames again.
        let whole = frame.round();
        Some(if (frame - whole).abs() < 1e-6 { whole } else { frame })
    }

    /// How far the eye has gone around, in radians.
    pub fn turn_rad(&self, index: usize) -> f64 {
        TAU * f64::from(self.turns) * index as f64 / self.course.count as f64
    }

    /// Whether the eye moves.
    pub fn turns(&self) -> bool {
        self.turns != 0
    }

    /// Whether every picture shows a whole frame, and each another.
    pub fn has_whole_frames(&self) -> bool {
        let is_whole = |index| self.frame(index).is_some_and(|frame| frame.fract() == 0.0);
        (0..self.course.count).all(is_whole) && (self.course.count == 1 || self.step > 0.0)
    }
}

/// A number of pictures that is not too much.
fn counted(count: f64, size: [u32; 2]) -> Result<usize, MovingError> {
    match count {
        _ if count.is_nan() || count > MOST_PICTURES => Err(MovingError::TooMany { count }),
        _ if count * pixels(size) > MOST_PIXELS => Err(MovingError::TooMuch { count, size }),
        _ => Ok(count as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WISH: MovingWish = MovingWish {
        frames: None,
        per_sec: None,
        most_per_sec: 240.0,
        turns: 0,
        closes: false,
        stands_still: false,
        frames_clip: false,
    };

    fn timeline(end: f64, frames_per_second: f64) -> Option<Timeline> {
        Some(Timeline {
            frames_per_second,
            range: FrameRange { start: 0.0, end },
            looping: true,
        })
    }

    fn frames(schedule: &Schedule) -> Vec<f64> {
        (0..schedule.course.count)
            .filter_map(|index| schedule.frame(index))
            .collect()
    }

    fn span(first: f64, last: f64, step: Option<f64>) -> Option<FrameSpan> {
        Some(FrameSpan { first, last, step })
    }

    #[test]
    fn frames_are_those_that_were_asked_for() {
        let clip = timeline(8.0, 4.0);
        for (wish, wanted, picture_secs) in [
            // As many as the clip has.
            (WISH, vec![0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], 0.25),
            (
                MovingWish {
                    frames: span(2.0, 7.0, Some(2.0)),
                    ..WISH
                },
                vec![2.0, 4.0, 6.0],
                0.5,
            ),
            (
                MovingWish {
                    frames: span(-1.0, 1.0, None),
                    ..WISH
                },
                vec![-1.0, 0.0, 1.0],
                0.25,
            ),
            // Fewer a second at the same pace.
            (
                MovingWish {
                    per_sec: Some(2.0),
                    ..WISH
                },
                vec![0.0, 2.0, 4.0, 6.0, 8.0],
                0.5,
            ),
            // Named frames at another pace.
            (
                MovingWish {
                    frames: span(0.0, 4.0, Some(2.0)),
                    per_sec: Some(10.0),
                    ..WISH
                },
                vec![0.0, 2.0, 4.0],
                0.1,
            ),
            (
                MovingWish {
                    frames: span(3.0, 3.0, None),
                    ..WISH
                },
                vec![3.0],
                0.25,
            ),
        ] {
            let schedule = Schedule::new([4, 4], clip, &wish).expect("little");
            assert_eq!(frames(&schedule), wanted, "{wish:?}");
            assert_eq!(schedule.course.picture_secs, picture_secs, "{wish:?}");
        }
    }

    /// The last picture is not the first again, and all of them take as long as the clip, whatever the rate.
    #[test]
    fn a_loop_takes_as_long_as_its_clip_and_doubles_no_picture() {
        for (end, rate, per_sec) in [
            (60.0, 30.0, None),
            (60.0, 30.0, Some(25.0)),
            (7.0, 24.0, Some(50.0)),
            (59.5, 30.0, Some(17.0)),
        ] {
            let wish = MovingWish {
                per_sec,
                closes: true,
                most_per_sec: 50.0,
                ..WISH
            };
            let schedule = Schedule::new([4, 4], timeline(end, rate), &wish).expect("little");
            let all = frames(&schedule);
            assert!((schedule.course.secs() - end / rate).abs() < 1e-9, "{schedule:?}");
            let (first, last) = (all[0], all[all.len() - 1]);
            let way = (end - last) + first;
            assert!(
                all.windows(2).all(|two| (two[1] - two[0] - way).abs() < 1e-5),
                "{all:?}"
            );
        }
    }

    #[test]
    fn a_turntable_ends_before_it_begins_again() {
        let wish = MovingWish {
            turns: 2,
            stands_still: true,
            ..WISH
        };
        let schedule = Schedule::new([4, 4], timeline(8.0, 4.0), &wish).expect("little");
        assert_eq!((schedule.course.count, schedule.course.secs()), (200, 8.0));
        assert_eq!(
            (schedule.frame(3), schedule.turn_rad(0), schedule.turn_rad(50)),
            (None, 0.0, TAU / 2.0)
        );
        assert_eq!(Schedule::new([4, 4], None, &wish).expect("little"), schedule);
        let along = MovingWish {
            stands_still: false,
            closes: true,
            ..wish
        };
        let schedule = Schedule::new([4, 4], timeline(8.0, 4.0), &along).expect("little");
        assert_eq!((schedule.course.count, schedule.turn_rad(4)), (8, TAU));
    }

    #[test]
    fn absurd_numbers_are_refused() {
        for (wish, end, size) in [
            (
                MovingWish {
                    per_sec: Some(240.0),
                    ..WISH
                },
                1e12,
                [4, 4],
            ),
            (
                MovingWish {
                    frames: span(0.0, 1e300, Some(1e-300)),
                    ..WISH
                },
                8.0,
                [4, 4],
            ),
            (
                MovingWish {
                    frames: span(-f64::MAX, f64::MAX, None),
                    ..WISH
                },
                8.0,
                [4, 4],
            ),
            (
                MovingWish {
                    frames: span(0.0, 50_000.0, None),
                    ..WISH
                },
                8.0,
                [16_384, 16_384],
            ),
            (
                MovingWish {
                    turns: i32::MIN,
                    stands_still: true,
                    ..WISH
                },
                8.0,
                [4, 4],
            ),
            (
                MovingWish {
                    per_sec: Some(241.0),
                    ..WISH
                },
                8.0,
                [4, 4],
            ),
        ] {
            let error = Schedule::new(size, timeline(end, 4.0), &wish).expect_err("too much");
            assert!(error.to_string().contains("pictures"), "{error}");
        }
        let wish = MovingWish {
            frames: span(0.0, 1.0, None),
            ..WISH
        };
        assert!(matches!(Schedule::new([4, 4], None, &wish), Err(MovingError::NoClip)));
    }
}
