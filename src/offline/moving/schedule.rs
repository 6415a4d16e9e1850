//! Which moments are drawn.
//!
//! In: the time of what plays, and wishes. Out: as many pictures as they make, with a frame and a turn for each. Bounded before anything is
//! drawn.

use crate::animation::Timeline;
use crate::core::FrameRange;
use crate::export::Course;
use std::collections::BTreeSet;
use std::f64::consts::TAU;
use std::sync::Arc;

/// More pictures than anybody looks at: above an hour at 25 a second.
const MOST_PICTURES: f64 = 100_000.0;
/// More pixels than a machine draws in a week: ten minutes of 3840 × 2160 at 30 a second are 149 thousand millions.
const MOST_PIXELS: f64 = 2e11;
/// Pictures a second of what has no rate of its own.
const STILL_RATE: f64 = 25.0;
/// Time for one turn around what stands still.
pub const TURN_SECS: f64 = 4.0;
/// Listed frames a second.
const LISTED_RATE: f64 = 1.0;

/// Frames that a wish names.
#[derive(Clone, Debug, PartialEq)]
pub enum FrameWish {
    /// Frames at equal distances.
    Span(FrameSpan),
    /// These frames in this order; finite, at least one.
    Listed(Arc<[f64]>),
}

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

/// The clip that plays, as a session plays it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// Its rate and the frames that are played.
    pub timeline: Timeline,
    /// Times the clip's own pace; finite and not 0, below 0 backwards.
    pub speed: f64,
    /// Turns round at its ends.
    pub is_ping_pong: bool,
}

/// Wishes for pictures that move.
#[derive(Clone, Debug, PartialEq)]
pub struct MovingWish {
    /// `None`: all that plays.
    pub frames: Option<FrameWish>,
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

/// The moments of all pictures.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// Size, number and duration of the pictures.
    pub course: Course,
    moments: Moments,
    turns: i32,
}

#[derive(Clone, Debug, PartialEq)]
enum Moments {
    /// Time stands still.
    One,
    /// Frames at equal distances.
    Even {
        /// Frame of the first picture.
        first: f64,
        /// Frames from picture to picture; below 0 backwards.
        step: f64,
        /// Frames after which the way leads back.
        turn: Option<f64>,
    },
    Listed(Arc<[f64]>),
}

fn pixels(size: [u32; 2]) -> f64 {
    size.iter().map(|side| f64::from(*side)).product()
}

impl Schedule {
    /// `played`: what plays, if anything does.
    pub fn new(size: [u32; 2], played: Option<Played>, wish: &MovingWish) -> Result<Self, MovingError> {
        if let Some(wanted) = wish.per_sec.filter(|wanted| *wanted > wish.most_per_sec) {
            return Err(MovingError::TooFast {
                wanted,
                most: wish.most_per_sec,
            });
        }
        match (played, &wish.frames) {
            (None, Some(_)) => Err(MovingError::NoClip),
            (Some(_), Some(FrameWish::Listed(frames))) => Self::of_list(size, frames, wish),
            (Some(played), Some(FrameWish::Span(span))) => Self::of_clip(size, &played, *span, wish),
            (Some(played), None) if !wish.stands_still => {
                let range = played.timeline.range;
                let span = FrameSpan {
                    first: range.start,
                    last: range.end,
                    step: None,
                };
                Self::of_clip(size, &played, span, wish)
            }
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
            moments: Moments::One,
            turns: wish.turns,
        })
    }

    fn of_list(size: [u32; 2], frames: &Arc<[f64]>, wish: &MovingWish) -> Result<Self, MovingError> {
        Ok(Self {
            course: Course {
                size,
                count: counted(frames.len() as f64, size)?,
                picture_secs: wish.per_sec.unwrap_or(LISTED_RATE).recip(),
            },
            moments: Moments::Listed(frames.clone()),
            turns: wish.turns,
        })
    }

    fn of_clip(size: [u32; 2], played: &Played, span: FrameSpan, wish: &MovingWish) -> Result<Self, MovingError> {
        let rate = played.timeline.frames_per_second;
        // Frames for each second that is seen.
        let pace = rate * played.speed.abs();
        let range = FrameRange {
            start: span.first,
            end: span.last,
        };
        let frames = range.length();
        let turn = (played.is_ping_pong && wish.closes).then_some(frames);
        let way = if turn.is_some() { 2.0 * frames } else { frames };
        let fastest = wish.per_sec.unwrap_or(rate).min(wish.most_per_sec);
        let step = span.step.unwrap_or(pace / fastest);
        let (count, step) = match wish.closes && frames > 0.0 {
            true => {
                // Rounded, so that the way from the last to the first is as long as any other; down, where more are not shown.
                let most = (way / pace * wish.most_per_sec + 1e-6).floor();
                let count = counted((way / step).round().min(most).max(1.0), size)?;
                (count, way / count as f64)
            }
            // A last frame that rounding puts a little too far is drawn.
            false => (counted((frames / step + 1e-6).floor() + 1.0, size)?, step),
        };
        let own_pace = step / pace;
        let picture_secs = match (span.step, wish.per_sec) {
            (Some(_), Some(per_sec)) => per_sec.recip(),
            // Named frames that are too near to each other take longer than in the clip.
            _ if !wish.closes => own_pace.max(wish.most_per_sec.recip()),
            _ => own_pace,
        };
        let (first, step) = match played.speed < 0.0 {
            true => (span.last, -step),
            false => (span.first, step),
        };
        Ok(Self {
            course: Course {
                size,
                count,
                picture_secs,
            },
            moments: Moments::Even { first, step, turn },
            turns: wish.turns,
        })
    }

    /// The clip's frame of picture `index`; `None`: time stands still.
    pub fn frame(&self, index: usize) -> Option<f64> {
        let frame = match &self.moments {
            Moments::One => return None,
            Moments::Listed(frames) => return frames.get(index).copied(),
            Moments::Even { first, step, turn } => {
                let gone = index as f64 * step.abs();
                let gone = match turn {
                    Some(turn) if gone > *turn => 2.0 * turn - gone,
                    _ => gone,
                };
                first + gone.copysign(*step)
            }
        };
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
        let mut seen = BTreeSet::new();
        let mut is_new = |frame: f64| frame.fract() == 0.0 && seen.insert(frame as i64);
        (0..self.course.count).all(|index| self.frame(index).is_some_and(&mut is_new))
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

    fn timeline(end: f64, frames_per_second: f64) -> Option<Played> {
        Some(Played {
            timeline: Timeline {
                frames_per_second,
                range: FrameRange { start: 0.0, end },
                looping: true,
            },
            speed: 1.0,
            is_ping_pong: false,
        })
    }

    fn frames(schedule: &Schedule) -> Vec<f64> {
        (0..schedule.course.count)
            .filter_map(|index| schedule.frame(index))
            .collect()
    }

    fn span(first: f64, last: f64, step: Option<f64>) -> Option<FrameWish> {
        Some(FrameWish::Span(FrameSpan { first, last, step }))
    }

    #[test]
    fn speed_and_ping_pong_are_those_of_the_session() {
        let clip = |speed, is_ping_pong| {
            timeline(4.0, 4.0).map(|played| Played {
                speed,
                is_ping_pong,
                ..played
            })
        };
        let closing = MovingWish { closes: true, ..WISH };
        let named = MovingWish {
            frames: span(1.0, 3.0, None),
            ..WISH
        };
        for (played, wish, wanted, picture_secs) in [
            (clip(2.0, false), &WISH, vec![0.0, 2.0, 4.0], 0.25),
            (
                clip(0.5, false),
                &closing,
                vec![0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5],
                0.25,
            ),
            (clip(-1.0, false), &closing, vec![4.0, 3.0, 2.0, 1.0], 0.25),
            (
                clip(1.0, true),
                &closing,
                vec![0.0, 1.0, 2.0, 3.0, 4.0, 3.0, 2.0, 1.0],
                0.25,
            ),
            (clip(-2.0, true), &closing, vec![4.0, 2.0, 0.0, 2.0], 0.25),
            // Pictures that do not close go one way.
            (clip(-1.0, true), &named, vec![3.0, 2.0, 1.0], 0.25),
        ] {
            let schedule = Schedule::new([4, 4], played, wish).expect("little");
            assert_eq!(frames(&schedule), wanted, "{played:?}");
            assert_eq!(schedule.course.picture_secs, picture_secs, "{played:?}");
        }
        let to_and_fro = Schedule::new([4, 4], clip(1.0, true), &closing).expect("little");
        assert!(!to_and_fro.has_whole_frames(), "two pictures would have one name");
    }

    #[test]
    fn listed_frames_are_drawn_one_by_one() {
        let listed = |frames: &[f64], per_sec| MovingWish {
            frames: Some(FrameWish::Listed(frames.into())),
            per_sec,
            ..WISH
        };
        let schedule = |frames, per_sec| Schedule::new([4, 4], timeline(8.0, 4.0), &listed(frames, per_sec));
        let three = schedule(&[7.0, 2.5, -1.0], None).expect("little");
        assert_eq!((frames(&three), three.course.picture_secs), (vec![7.0, 2.5, -1.0], 1.0));
        assert!(!three.has_whole_frames());
        let two = schedule(&[7.0, 2.0], Some(4.0)).expect("little");
        assert_eq!((two.course.picture_secs, two.has_whole_frames()), (0.25, true));
        assert!(!schedule(&[7.0, 7.0], None).expect("little").has_whole_frames());
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
