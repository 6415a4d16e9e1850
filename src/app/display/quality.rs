//! How finely pictures are drawn while something moves, learned from how long they take and what share of a turn that is.
//!
//! In: of each picture its fineness, its own time, and the rest of the turn (panels, painting, everything else). Out: how fine the next one
//! is. A picture that stands still is always drawn at its finest. Never looks at a clock.
//!
//! The law, in seconds. `picture`: the processor's time to prepare the picture, and the adapter's for its passes (`View::take_picture_time`
//! says where the numbers come from). `rest`: what is left of the time from the begin of one picture to the begin of the next. Both are
//! medians of the last pictures, so that one slow picture decides nothing.
//!
//! - A picture may take [`Quality::aim`], or [`SHARE`] of the rest if that is more. Panels that take long by themselves are not paid by the
//!   model: a picture that takes less than a third of a turn is left alone, as half of it is no sixth of the turn.
//! - A picture that takes more gets coarser, and stays so only if the whole turn gets shorter by [`WORTH`].
//! - A finer picture is tried again when it is known or expected to take clearly less than it may ([`EASY`], [`SURE`]), so that nothing goes
//!   back and forth at the limit.

use super::gpu::SAMPLES;
use crate::picture::{Picture, Shadows};
use std::time::Duration;

/// How finely one picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fineness {
    /// Per pixel.
    pub samples: u32,
    /// Drawn pixels for each pixel that is shown, along a side.
    pub scale: f32,
    /// With shadows, occlusion and reflections of the ground. Without them pictures are cheap: nothing is drawn twice, nor into maps.
    pub shadows: bool,
}

impl Fineness {
    pub const FULL: Self = Self {
        samples: SAMPLES,
        scale: 1.0,
        shadows: true,
    };

    /// The first picture of a window, where the processor draws: something is there before shaders for samples and shadows are compiled.
    pub const FIRST: Self = Self {
        samples: 1,
        scale: 1.0,
        shadows: false,
    };

    /// The same picture, drawn this finely.
    pub fn of(self, picture: Picture) -> Picture {
        let picture = picture.scaled(self.scale);
        match self.shadows {
            true => picture,
            false => Picture {
                shadows: Shadows::default(),
                reflection: None,
                ..picture
            },
        }
    }

    /// The drawn pixel that is shown at `pixel`.
    pub fn pixel(self, pixel: [u32; 2]) -> [u32; 2] {
        pixel.map(|at| ((at as f32 + 0.5) * self.scale) as u32)
    }
}

/// From fine to coarse. Samples go first: edges suffer least in motion. Half of the size is the least that can be looked at.
const LEVELS: [Fineness; 5] = [
    Fineness::FULL,
    Fineness {
        samples: 1,
        scale: 1.0,
        shadows: true,
    },
    Fineness::FIRST,
    Fineness {
        samples: 1,
        scale: 0.75,
        shadows: false,
    },
    Fineness {
        samples: 1,
        scale: 0.5,
        shadows: false,
    },
];

/// Share of the rest of a turn that a picture may take in any case.
const SHARE: f64 = 0.5;
/// A coarser level is of use if it makes the turn shorter by that share of it …
const WORTH: f64 = 0.15;
/// … and is left if it does so by less than that share.
const USELESS: f64 = 0.1;
/// An untried finer level is tried when pictures take less than this share of the time allowed. The finer picture may need more pixels than
/// the rest pays for, but a part of each picture's time does not depend on pixels.
const EASY: f64 = 0.65;
/// A finer level with a known time is taken again when that time is less than this share of the time allowed.
const SURE: f64 = 0.9;
/// Pictures until what was learned of other levels is doubted, as another view costs something else. A level that was too slow again takes
/// twice as long, as one finer picture among coarse ones is seen as a flash …
const DOUBT: u32 = 90;
/// … but no longer than that.
const LONGEST_DOUBT: u32 = 16 * DOUBT;

/// Pictures of one level that are looked at: what else the machine does makes some of them slow.
const RECENT: usize = 5;
/// Fewer decide nothing …
const ENOUGH: usize = 3;
/// … unless all of so many are far too slow, and something coarser was never tried.
const ENOUGH_OF_FAR: usize = 2;
const FAR: f64 = 2.0;

/// Time of one turn by its parts, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnTime {
    pub picture: f64,
    pub rest: f64,
}

impl TurnTime {
    /// `interval`: from the begin of the picture before to the begin of this one.
    pub fn new(picture: Duration, interval: Duration) -> Self {
        Self {
            picture: picture.as_secs_f64(),
            rest: interval.saturating_sub(picture).as_secs_f64(),
        }
    }

    /// From picture to picture.
    pub fn whole(self) -> f64 {
        self.picture + self.rest
    }
}

#[derive(Debug)]
pub struct Quality {
    /// Time that a picture may take while something moves, whatever the rest of the turn takes.
    aim: Duration,
    /// Position in [`LEVELS`].
    level: usize,
    /// The last turns of this level, the newest last.
    recent: Vec<TurnTime>,
    /// Seconds that a picture of each level took as a rule, and how many pictures ago that was.
    took: [Option<(f64, u32)>; LEVELS.len()],
    /// Pictures until the time of each level is doubted; [`DOUBT`] once it was too slow.
    doubt: [u32; LEVELS.len()],
    /// The turn for which pictures got coarser last.
    reason: Option<TurnTime>,
}

impl Quality {
    pub fn new(aim: Duration) -> Self {
        Self {
            aim,
            level: 0,
            recent: Vec::new(),
            took: [None; LEVELS.len()],
            doubt: [DOUBT / 2; LEVELS.len()],
            reason: None,
        }
    }

    /// While something moves.
    pub fn moving(&self) -> Fineness {
        LEVELS[self.level]
    }

    /// While pictures of movement are coarse: the turn with a finer one that took too long.
    pub fn reason(&self) -> Option<TurnTime> {
        self.reason.filter(|_| self.level > 0)
    }

    /// Other files, or another size of the view: what was learned does not hold for them.
    pub fn forget(&mut self) {
        *self = Self::new(self.aim);
    }

    /// Learns from the turn in which a picture was drawn while something moved. A picture of another fineness than [`Self::moving`] tells
    /// of its own level.
    pub fn learn(&mut self, fineness: Fineness, turn: TurnTime) {
        let Some(level) = LEVELS.iter().position(|level| *level == fineness) else {
            return;
        };
        for (known, doubt) in self.took.iter_mut().zip(self.doubt) {
            *known = known.and_then(|(took, ago)| (ago < doubt).then_some((took, ago + 1)));
        }
        if level != self.level {
            self.took[level] = Some((turn.picture, 0));
            return;
        }
        if self.recent.len() == RECENT {
            self.recent.remove(0);
        }
        self.recent.push(turn);
        let usual = TurnTime {
            picture: median(self.recent.iter().map(|turn| turn.picture)),
            rest: median(self.recent.iter().map(|turn| turn.rest)),
        };
        self.took[level] = Some((usual.picture, 0));
        let next = self.next(level, usual);
        if next != level {
            let is_slow = usual.picture > self.allowed(usual.rest);
            self.doubt[level] = match is_slow {
                true => (self.doubt[level] * 2).min(LONGEST_DOUBT),
                false => DOUBT / 2,
            };
            if next > level {
                self.reason = Some(usual);
            }
            self.level = next;
            self.recent.clear();
        }
    }

    /// Seconds that a picture may take in a turn whose rest takes so long.
    fn allowed(&self, rest: f64) -> f64 {
        self.aim.as_secs_f64().max(SHARE * rest)
    }

    /// The level to draw next, after turns of `level` that are like `turn` as a rule.
    fn next(&self, level: usize, turn: TurnTime) -> usize {
        let allowed = self.allowed(turn.rest);
        let seconds = |level: usize| self.took.get(level).copied().flatten().map(|(seconds, _)| seconds);
        let mut coarser = level + 1..LEVELS.len();
        let are_far = self.recent.len() >= ENOUGH_OF_FAR && self.recent.iter().all(|turn| turn.picture > FAR * allowed);
        let is_urgent = are_far && coarser.clone().any(|coarser| seconds(coarser).is_none());
        if self.recent.len() < ENOUGH && !is_urgent {
            return level;
        }
        // Details that one level leaves out may cost nothing, and those of the next one much.
        let wins = |fine: f64, coarse: f64, share: f64| fine - coarse >= share * (fine + turn.rest);
        if turn.picture > allowed {
            let is_worth_it =
                |coarser: &usize| seconds(*coarser).is_none_or(|coarser| wins(turn.picture, coarser, WORTH));
            // One that would be left again at once is not gone back to.
            let as_fast = |finer: &usize| {
                let mut others = (finer + 1..LEVELS.len()).filter_map(seconds);
                seconds(*finer).is_some_and(|finer| {
                    !wins(finer, turn.picture, USELESS) && !others.any(|coarser| wins(finer, coarser, WORTH))
                })
            };
            let next = coarser.find(is_worth_it).or_else(|| (0..level).find(as_fast));
            return next.unwrap_or(level);
        }
        let is_easy =
            |finer: &usize| seconds(*finer).map_or(turn.picture < EASY * allowed, |finer| finer <= SURE * allowed);
        level.checked_sub(1).filter(is_easy).unwrap_or(level)
    }
}

/// Median of at least one number.
fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    const AIM: Duration = Duration::from_millis(30);

    /// Costs of turns, all in milliseconds.
    #[derive(Clone, Copy, Debug)]
    struct Costs {
        /// Cost of each picture, whatever it shows.
        fixed: f64,
        /// Cost of a picture of full size with one sample.
        pixels: f64,
        /// Shadows draw all of it again, and cost each pixel a third more.
        lit: bool,
        rest: f64,
    }

    const LIT: Costs = Costs {
        fixed: 2.0,
        pixels: 5.0,
        lit: true,
        rest: 5.0,
    };

    impl Costs {
        fn turn(self, fineness: Fineness) -> TurnTime {
            let samples = if fineness.samples > 1 { 2.5 } else { 1.0 };
            let area = f64::from(fineness.scale * fineness.scale);
            let [again, more] = if fineness.shadows && self.lit {
                [2.0, 1.3]
            } else {
                [1.0, 1.0]
            };
            TurnTime {
                picture: (self.fixed * again + self.pixels * more * samples * area) / 1e3,
                rest: self.rest / 1e3,
            }
        }
    }

    /// The level after so many turns with those costs, and how often it changed in the second half of them.
    fn settle(quality: &mut Quality, turns: u32, costs: impl Fn(u32) -> Costs) -> (usize, u32) {
        let mut changes = 0;
        for turn in 0..turns {
            let before = quality.level;
            quality.learn(quality.moving(), costs(turn).turn(quality.moving()));
            changes += u32::from(quality.level != before && turn >= turns / 2);
        }
        (quality.level, changes)
    }

    #[test]
    fn pictures_get_coarser_until_they_are_fast_enough() {
        for (fixed, pixels, wanted) in [
            (1.0, 5.0, 0),
            (2.0, 18.0, 1),
            (2.0, 25.0, 2),
            (2.0, 45.0, 3),
            (2.0, 70.0, 4),
            (2.0, 900.0, 4),
        ] {
            let costs = Costs { fixed, pixels, ..LIT };
            let settled = settle(&mut Quality::new(AIM), 60, |_| costs);
            assert_eq!(settled, (wanted, 0), "{costs:?}");
        }
    }

    #[test]
    fn panels_that_are_slow_take_nothing_from_a_picture_that_is_cheap() {
        for rest in [32.0, 80.0, 500.0] {
            let mut quality = Quality::new(AIM);
            let settled = settle(&mut quality, 300, |_| Costs { rest, ..LIT });
            assert_eq!((settled, quality.reason()), ((0, 0), None), "{rest}");
        }
    }

    /// A picture of 62 ms is a quarter of a turn of 260 ms: the model is not made ugly for a turn that stays slow.
    #[test]
    fn a_picture_of_a_small_share_of_the_turn_stays_as_fine_as_it_is() {
        let slow = Costs { pixels: 18.0, ..LIT };
        for (rest, wanted) in [(5.0, 1), (100.0, 1), (200.0, 0)] {
            let settled = settle(&mut Quality::new(AIM), 60, |_| Costs { rest, ..slow });
            assert_eq!(settled, (wanted, 0), "{rest}");
        }
    }

    #[test]
    fn where_both_are_slow_the_picture_falls_as_far_as_that_shortens_the_turn() {
        let both = |rest| Costs {
            pixels: 70.0,
            rest,
            ..LIT
        };
        for (rest, wanted) in [(5.0, 4), (100.0, 3), (200.0, 1), (800.0, 0)] {
            let mut quality = Quality::new(AIM);
            let settled = settle(&mut quality, 60, |_| both(rest));
            assert_eq!(settled, (wanted, 0), "{rest}");
            let told = quality
                .reason()
                .is_some_and(|turn| turn.picture > 0.03 && turn.rest == rest / 1e3);
            assert_eq!(told, wanted > 0, "{rest}");
        }
    }

    /// Time that vertices take is not won back by fewer pixels, but by drawing them less often.
    #[test]
    fn a_coarser_picture_that_is_no_faster_is_not_drawn() {
        for (lit, wanted) in [(false, 0), (true, 2)] {
            let costs = Costs {
                fixed: 200.0,
                lit,
                ..LIT
            };
            let settled = settle(&mut Quality::new(AIM), 60, |_| costs);
            assert_eq!(settled, (wanted, 0), "{lit}");
        }
    }

    #[test]
    fn what_gets_easier_is_drawn_finer_again_and_then_stays() {
        let mut quality = Quality::new(AIM);
        settle(&mut quality, 60, |_| Costs { pixels: 900.0, ..LIT });
        assert!(quality.reason().is_some());
        let settled = settle(&mut quality, 120, |_| LIT);
        assert_eq!((settled, quality.reason()), ((0, 0), None));
    }

    /// Two pictures in a hundred are slow, at the worst times: first, and one after the other. So is the rest of some turns.
    #[test]
    fn single_slow_pictures_decide_nothing() {
        let mut quality = Quality::new(AIM);
        let at = |turn| match turn % 50 {
            0 => Costs { pixels: 400.0, ..LIT },
            20 => Costs { rest: 900.0, ..LIT },
            _ => LIT,
        };
        for turn in 0..500 {
            quality.learn(quality.moving(), at(turn).turn(quality.moving()));
            assert_eq!(quality.level, 0, "{turn}");
        }
    }

    /// Pictures that take now a little less, now a little more than they may, in turns whose rest swings, too.
    #[test]
    fn near_the_limit_nothing_goes_back_and_forth() {
        for pixels in (10..200).map(|half| f64::from(half) / 2.0) {
            for rest in [5.0, 50.0, 62.0, 80.0, 130.0, 300.0] {
                let swing = |turn: u32, by: f64| 1.0 + by * f64::from(turn * 7 % 11).mul_add(0.2, -1.0);
                let costs = |turn| Costs {
                    pixels: pixels * swing(turn, 0.08),
                    rest: rest * swing(turn + 3, 0.08),
                    ..LIT
                };
                let (_, changes) = settle(&mut Quality::new(AIM), 1000, costs);
                assert!(changes <= 6, "{pixels} {rest}: {changes}");
            }
        }
    }

    /// Doubt costs one picture in many, and in ever more the longer nothing changes.
    #[test]
    fn what_is_too_slow_is_tried_again_seldom() {
        let mut quality = Quality::new(AIM);
        let (_, changes) = settle(&mut quality, 2000, |_| Costs { pixels: 60.0, ..LIT });
        assert!((1..=4).contains(&changes), "{changes}");
        let (level, _) = settle(&mut quality, 2000, |_| Costs { pixels: 40.0, ..LIT });
        assert_eq!(level, 3, "what gets easier is found out");
    }

    #[test]
    fn pixels_that_are_shown_have_drawn_ones() {
        for level in LEVELS {
            let picture = Picture {
                size: [801, 603],
                shadows: Shadows {
                    occlusion: true,
                    ..Shadows::default()
                },
                ..Picture::of(Vec::new())
            };
            let drawn = level.of(picture);
            assert_eq!(drawn.shadows.occlusion, level.shadows);
            let size = drawn.size;
            let [x, y] = level.pixel([800, 602]);
            assert!(x < size[0] && y < size[1], "{level:?}");
            assert_eq!(level.pixel([0, 0]), [0, 0]);
        }
    }
}
