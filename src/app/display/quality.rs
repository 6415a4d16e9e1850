//! How finely pictures are drawn while something moves, learned from how long they take.
//!
//! In: how long each picture took, and how fine it was. Out: how fine the next one is. What stands still is always drawn at its
//! finest. Never looks at a clock.

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
    /// With shadows and occlusion. Without them pictures are cheap: nothing is drawn into maps.
    pub shadows: bool,
}

impl Fineness {
    pub const FULL: Self = Self {
        samples: SAMPLES,
        scale: 1.0,
        shadows: true,
    };

    /// The same picture, drawn this finely.
    pub fn of(self, picture: Picture) -> Picture {
        let picture = picture.scaled(self.scale);
        match self.shadows {
            true => picture,
            false => Picture {
                shadows: Shadows::default(),
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
    Fineness {
        samples: 1,
        scale: 1.0,
        shadows: false,
    },
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

/// A coarser level that takes no less than that share of the time is of no use: something else takes it.
const USELESS: f64 = 0.85;
/// A finer level is tried when pictures take less than that share of the aim. Some take more than that leaves, but all have a part that no
/// pixels take.
const EASY: f64 = 0.65;
/// Pictures until what was learned of other levels is doubted, as another view costs something else. Of a level that was too slow again it takes
/// twice as long, as one finer picture among coarse ones is seen as a flash …
const DOUBT: u32 = 90;
/// … but no longer than that.
const LONGEST_DOUBT: u32 = 16 * DOUBT;

/// Pictures of one level that are looked at: what else the machine does makes some of them slow.
const RECENT: usize = 5;
/// Fewer decide nothing, unless pictures are far too slow and something coarser was never tried.
const ENOUGH: usize = 3;
const FAR: f64 = 2.0;

#[derive(Debug)]
pub struct Quality {
    /// What a picture may take while something moves.
    aim: Duration,
    /// Position in [`LEVELS`].
    level: usize,
    /// Seconds that the last pictures of this level took, the newest last.
    recent: Vec<f64>,
    /// Seconds that a picture of each level took as a rule, and how many pictures ago that was.
    took: [Option<(f64, u32)>; LEVELS.len()],
    /// Of each level, pictures until that is doubted; [`DOUBT`] once it was too slow.
    doubt: [u32; LEVELS.len()],
}

impl Quality {
    pub fn new(aim: Duration) -> Self {
        Self {
            aim,
            level: 0,
            recent: Vec::new(),
            took: [None; LEVELS.len()],
            doubt: [DOUBT / 2; LEVELS.len()],
        }
    }

    /// While something moves.
    pub fn moving(&self) -> Fineness {
        LEVELS[self.level]
    }

    /// Other files, or another size of the view: what was learned does not hold for them.
    pub fn forget(&mut self) {
        *self = Self::new(self.aim);
    }

    /// A picture that was drawn while something moved took so long. One of another fineness than [`Self::moving`] tells of its own level.
    pub fn learn(&mut self, fineness: Fineness, took: Duration) {
        let Some(level) = LEVELS.iter().position(|level| *level == fineness) else {
            return;
        };
        for (known, doubt) in self.took.iter_mut().zip(self.doubt) {
            *known = known.and_then(|(took, ago)| (ago < doubt).then_some((took, ago + 1)));
        }
        let took = took.as_secs_f64();
        if level != self.level {
            self.took[level] = Some((took, 0));
            return;
        }
        if self.recent.len() == RECENT {
            self.recent.remove(0);
        }
        self.recent.push(took);
        let took = median(&self.recent);
        self.took[level] = Some((took, 0));
        let next = self.next(level, took);
        if next != level {
            let aim = self.aim.as_secs_f64();
            self.doubt[level] = match took > aim {
                true => (self.doubt[level] * 2).min(LONGEST_DOUBT),
                false => DOUBT / 2,
            };
            self.level = next;
            self.recent.clear();
        }
    }

    /// The level to draw next, after pictures of `level` that take `took` seconds as a rule.
    fn next(&self, level: usize, took: f64) -> usize {
        let aim = self.aim.as_secs_f64();
        let seconds = |level: usize| self.took.get(level).copied().flatten().map(|(seconds, _)| seconds);
        let mut coarser = level + 1..LEVELS.len();
        let is_urgent = took > FAR * aim && coarser.clone().any(|coarser| seconds(coarser).is_none());
        if self.recent.len() < ENOUGH && !is_urgent {
            return level;
        }
        if took > aim {
            // What one level leaves out may cost nothing, and what the next one leaves out much.
            let is_worth_it = |coarser: &usize| seconds(*coarser).is_none_or(|coarser| coarser < USELESS * took);
            let as_fast = |finer: &usize| seconds(*finer).is_some_and(|finer| took >= USELESS * finer);
            let next = coarser.find(is_worth_it).or_else(|| (0..level).find(as_fast));
            return next.unwrap_or(level);
        }
        let is_easy = |finer: &usize| seconds(*finer).map_or(took < EASY * aim, |finer| finer <= aim);
        level.checked_sub(1).filter(is_easy).unwrap_or(level)
    }
}

/// Of one number at least.
fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    const AIM: Duration = Duration::from_millis(30);

    /// Milliseconds of a picture: `fixed`, and `pixels` for one of full size with one sample. Shadows draw all of it again, and cost each
    /// pixel a third more; `lit`: there are some.
    fn cost(fineness: Fineness, [fixed, pixels]: [f64; 2], lit: bool) -> Duration {
        let samples = if fineness.samples > 1 { 2.5 } else { 1.0 };
        let area = f64::from(fineness.scale * fineness.scale);
        let [again, more] = if fineness.shadows && lit {
            [2.0, 1.3]
        } else {
            [1.0, 1.0]
        };
        Duration::from_secs_f64((fixed * again + pixels * more * samples * area) / 1e3)
    }

    /// The level after so many pictures of that cost, and how often it changed in the second half of them.
    fn settle(quality: &mut Quality, pictures: u32, costs: [f64; 2], lit: bool) -> (usize, u32) {
        let mut changes = 0;
        for picture in 0..pictures {
            let before = quality.level;
            quality.learn(quality.moving(), cost(quality.moving(), costs, lit));
            changes += u32::from(quality.level != before && picture >= pictures / 2);
        }
        (quality.level, changes)
    }

    #[test]
    fn pictures_get_coarser_until_they_are_fast_enough() {
        for (costs, wanted) in [
            ([1.0, 5.0], 0),
            ([2.0, 18.0], 1),
            ([2.0, 25.0], 2),
            ([2.0, 45.0], 3),
            ([2.0, 70.0], 4),
            ([2.0, 900.0], 4),
        ] {
            let settled = settle(&mut Quality::new(AIM), 60, costs, true);
            assert_eq!(settled, (wanted, 0), "{costs:?}");
        }
    }

    /// Time that vertices take is not won back by fewer pixels, but by drawing them less often.
    #[test]
    fn a_coarser_picture_that_is_no_faster_is_not_drawn() {
        for (lit, wanted) in [(false, 0), (true, 2)] {
            let settled = settle(&mut Quality::new(AIM), 60, [200.0, 5.0], lit);
            assert_eq!(settled, (wanted, 0), "{lit}");
        }
    }

    #[test]
    fn what_gets_easier_is_drawn_finer_again_and_then_stays() {
        let mut quality = Quality::new(AIM);
        settle(&mut quality, 60, [2.0, 900.0], true);
        let (level, changes) = settle(&mut quality, 120, [1.0, 5.0], true);
        assert_eq!((level, changes), (0, 0));
    }

    /// Doubt costs one picture in many, and in ever more the longer nothing changes.
    #[test]
    fn what_is_too_slow_is_tried_again_seldom() {
        let mut quality = Quality::new(AIM);
        let (_, changes) = settle(&mut quality, 2000, [2.0, 60.0], true);
        assert!((1..=4).contains(&changes), "{changes}");
        let (level, _) = settle(&mut quality, 2000, [2.0, 40.0], true);
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
