//! A short stay over one bone: how files that hover come to hang there on purpose.
//!
//! In: the bone under the pointer, where that is, and the time, as often as somebody looks. Out: the bone that letting go hangs them on.
//! Never looks at a clock.

use crate::core::BoneIndex;
use crate::picture::PlacedKey;
use std::time::{Duration, Instant};

/// A bone of a model.
pub type Bone = (PlacedKey, BoneIndex);

/// How long files stay over a bone until letting go hangs them there.
const STAY: Duration = Duration::from_millis(800);
/// No more than this counts between two looks: a turn that takes long is no stay.
const MOST_BETWEEN: Duration = Duration::from_millis(150);
/// A pointer that has moved less, in pixels, is where it was.
const SAME_PLACE: f32 = 24.0;

#[derive(Debug, Default)]
pub struct Hold {
    over: Option<Over>,
}

#[derive(Clone, Copy, Debug)]
struct Over {
    bone: Bone,
    /// In pixels of the window, when it was last looked.
    at: [f32; 2],
    seen: Instant,
    stayed: Duration,
    /// The screen has said that they would hang, or a key asks for it.
    is_told: bool,
}

impl Hold {
    /// Files hover over that bone. `at_once`: a key says that they shall hang.
    pub fn look(&mut self, over: Option<(Bone, [f32; 2])>, at_once: bool, now: Instant) -> Option<Bone> {
        let before = self.over.take();
        let (bone, at) = over?;
        let before = before.filter(|before| before.bone == bone);
        let stayed = before.map_or(Duration::ZERO, |before| {
            let since = now.saturating_duration_since(before.seen);
            before.stayed + since.min(MOST_BETWEEN)
        });
        let stayed = if at_once { STAY } else { stayed };
        self.over = Some(Over {
            bone,
            at,
            seen: now,
            stayed,
            is_told: at_once || before.is_some_and(|before| before.is_told),
        });
        self.held()
    }

    /// The screen shows what the last look said.
    pub fn told(&mut self) {
        if let Some(over) = self.over.as_mut().filter(|over| over.stayed >= STAY) {
            over.is_told = true;
        }
    }

    /// They are let go at that place: the bone that they hang on is the one that the screen has said, as a clip may have
    /// moved it since.
    pub fn let_go(&mut self, at: [f32; 2]) -> Option<Bone> {
        let held = self.held();
        let over = self.over.take().filter(|over| over.is_told)?;
        let way = [0, 1].map(|axis| at[axis] - over.at[axis]);
        held.filter(|_| way[0].hypot(way[1]) <= SAME_PLACE)
    }

    fn held(&self) -> Option<Bone> {
        self.over.filter(|over| over.stayed >= STAY).map(|over| over.bone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: [f32; 2] = [100.0, 100.0];

    fn bone(index: usize) -> Bone {
        (PlacedKey(1), BoneIndex::new(index))
    }

    /// Looks every 50 ms for that long; what the last look said.
    fn stay(hold: &mut Hold, from: Instant, index: usize, millis: u64) -> Option<Bone> {
        let times = (0..=millis / 50).map(|step| from + Duration::from_millis(step * 50));
        times.map(|now| hold.look(Some((bone(index), AT)), false, now)).last()?
    }

    #[test]
    fn a_stay_holds_and_passing_over_does_not() {
        let start = Instant::now();
        let mut hold = Hold::default();
        assert_eq!(stay(&mut hold, start, 0, 750), None);
        assert_eq!(hold.let_go(AT), None, "so soon");
        assert_eq!(stay(&mut hold, start, 0, 800), Some(bone(0)));
        assert_eq!(hold.let_go(AT), None, "nobody could read it");
        assert_eq!(stay(&mut hold, start, 0, 800), Some(bone(0)));
        hold.told();
        assert_eq!(hold.let_go(AT), Some(bone(0)));
        assert_eq!(hold.let_go(AT), None, "it is let go once");
        // Another bone begins anew, and so does the same one after a way off it.
        stay(&mut hold, start, 0, 700);
        assert_eq!(stay(&mut hold, start, 1, 700), None);
        assert_eq!(hold.look(None, false, start), None);
        assert_eq!(stay(&mut hold, start, 1, 700), None);
    }

    #[test]
    fn a_turn_that_takes_long_is_no_stay() {
        let start = Instant::now();
        let mut hold = Hold::default();
        for seconds in [0, 3] {
            let now = start + Duration::from_secs(seconds);
            assert_eq!(hold.look(Some((bone(0), AT)), false, now), None, "{seconds}");
        }
    }

    #[test]
    fn a_key_holds_at_once_and_what_was_said_is_done_where_it_was_said() {
        let start = Instant::now();
        let mut hold = Hold::default();
        let mut said = || hold.look(Some((bone(2), AT)), true, start);
        assert_eq!(said(), Some(bone(2)));
        assert_eq!(hold.let_go([104.0, 97.0]), Some(bone(2)), "the hand shakes");
        hold.look(Some((bone(2), AT)), true, start);
        assert_eq!(hold.let_go([300.0, 97.0]), None, "it has gone on");
    }
}
