//! Bones that jump: their turn or their place from the parent is off the smooth way through the frames beside.
//!
//! In: pose after pose of a sweep. Out: stretches of frames that stand out. Memory is linear in the bones, however many frames there are:
//! of each bone the last eight places are kept, and how often its differences were of which order.

use super::moving::MovingBones;
use super::sweep::Swept;
use crate::animation::Pose;
use crate::trouble::found::{FoundTrouble, TroubleOf, Troubles};
use crate::trouble::table::{TroubleKind, TroubleKinds};
use castview_base::core::{BoneIndex, FrameRange};
use glam::Vec4;

/// A place is off by so many times the speed beside it: movement that sets off or stops within a frame is off by a third of its speed.
const TIMES_SPEED: f32 = 2.0;
/// A bone is back if the distance left to its old place is below this share of its step.
const BACK: f32 = 0.4;
/// Steps beside a jump are smaller than this share of it.
const SMALL: f32 = 0.15;
/// A jump from which it does not come back counts from so many times the bound on: people mean many of them.
const JUMPS: f32 = 4.0;
/// A place is off by so many times the median of all frames.
const TIMES_MEDIAN: f32 = 6.0;
/// Steps beside a frame that are known, at least; fewer say nothing.
const FEWEST_STEPS: usize = 3;
/// Places that are kept, a power of two.
const KEPT: usize = 8;
/// Jumps so near to each other are one.
const ONE_JUMP: usize = 2;
/// Jumps that are kept, before those that the median excuses are left out.
const MOST: usize = 65_536;

/// Counts of differences, two bins for each power of two from 2⁻²⁰ on. The median is known as well as a bin is wide.
#[derive(Clone)]
struct Orders([u32; Orders::BINS]);

impl Orders {
    const BINS: usize = 48;
    /// Upper bits of 2⁻²⁰: its exponent, and one bit of the fraction.
    const LEAST: u32 = (127 - 20) * 2;

    fn count(&mut self, difference: f32) {
        let bin = (difference.to_bits() >> 22).saturating_sub(Self::LEAST) as usize;
        self.0[bin.min(Self::BINS - 1)] += 1;
    }

    /// The upper end of the bin that holds the median.
    fn median(&self) -> f32 {
        let half = self.0.iter().map(|count| u64::from(*count)).sum::<u64>().div_ceil(2);
        let mut below = 0;
        let bin = self.0.iter().position(|count| {
            below += u64::from(*count);
            below >= half
        });
        f32::from_bits((Self::LEAST + bin.unwrap_or(0) as u32 + 1) << 22)
    }
}

/// One bone's turns as unit quaternions, or its places as shares of the skeleton's size.
struct Way {
    bone: BoneIndex,
    kind: TroubleKind,
    /// Smaller differences are none: a distance of two places.
    bound: f32,
    /// By the number of the frame, modulo [`KEPT`], as are the next two.
    places: [Vec4; KEPT],
    /// From the frame before.
    steps: [f32; KEPT],
    /// From the smooth way.
    off: [f32; KEPT],
    orders: Orders,
    /// The jump that may go on.
    open: Option<PopSpan>,
}

/// Frames, by their number in the sweep, at which a bone jumps.
#[derive(Clone, Copy, Debug)]
struct PopSpan {
    way: usize,
    first: usize,
    last: usize,
    worst: usize,
    off: f32,
    /// The wider step to or from the worst frame.
    step: f32,
}

/// All ways of a model.
pub(super) struct Pops {
    ways: Vec<Way>,
    spans: Vec<PopSpan>,
    seen: usize,
    size: f32,
}

impl Pops {
    /// `size` is the skeleton's.
    pub fn new(kinds: TroubleKinds, moving: &MovingBones, size: f32) -> Self {
        let lists = [
            (TroubleKind::TurnPop, &moving.turning),
            (TroubleKind::MovePop, &moving.shifting),
        ];
        let wanted = lists.into_iter().filter(|(kind, _)| kinds.has(*kind));
        let ways = wanted.flat_map(|(kind, bones)| bones.iter().map(move |bone| Way::new(kind, *bone)));
        Self {
            ways: ways.collect(),
            spans: Vec::new(),
            seen: 0,
            size,
        }
    }

    /// The next pose of the sweep.
    pub fn see(&mut self, pose: &Pose) {
        let at = self.seen;
        self.seen += 1;
        for (index, way) in self.ways.iter_mut().enumerate() {
            let local = &pose.local[way.bone.get()];
            let place = match way.kind {
                TroubleKind::TurnPop => Vec4::from(local.rotation),
                _ => local.translation.extend(0.0) / self.size,
            };
            way.push(at, place);
            if at >= 4 {
                way.judge(index, at - 4, at, &mut self.spans);
            }
        }
    }

    /// Adds what stands out after the last pose.
    pub fn tell(mut self, swept: Swept, out: &mut Troubles) {
        let Some(last) = self.seen.checked_sub(1) else { return };
        for (index, way) in self.ways.iter_mut().enumerate() {
            way.end(last);
            for at in last.saturating_sub(3)..=last {
                way.judge(index, at, last, &mut self.spans);
            }
            if let Some(open) = way.open.take() {
                keep(open, &mut self.spans);
            }
        }
        self.spans.sort_by_key(|span| (span.way, span.first));
        let medians: Vec<f32> = self.ways.iter().map(|way| way.orders.median()).collect();
        let stands_out = |span: &&PopSpan| span.off > TIMES_MEDIAN * medians[span.way];
        for span in self.spans.iter().filter(stands_out) {
            let way = &self.ways[span.way];
            out.add(way.kind, || way.told(span, swept, self.size));
        }
    }
}

impl Way {
    fn new(kind: TroubleKind, bone: BoneIndex) -> Self {
        let bound = kind.row().bound;
        Self {
            bone,
            kind,
            bound: match kind {
                // So far apart are two unit quaternions.
                TroubleKind::TurnPop => 2.0 * (bound.to_radians() / 4.0).sin(),
                _ => bound,
            },
            places: [Vec4::ZERO; KEPT],
            steps: [0.0; KEPT],
            off: [0.0; KEPT],
            orders: Orders([0; Orders::BINS]),
            open: None,
        }
    }

    fn place(&self, at: usize) -> Vec4 {
        self.places[at % KEPT]
    }

    /// The place at frame number `at`, and the difference two frames before, of which the frames on both sides are known now.
    #[inline]
    fn push(&mut self, at: usize, place: Vec4) {
        let mut place = place;
        if at > 0 {
            let before = self.place(at - 1);
            // A quaternion and its negative are one turn.
            if self.kind == TroubleKind::TurnPop && before.dot(place) < 0.0 {
                place = -place;
            }
            self.steps[at % KEPT] = before.distance(place);
        }
        self.places[at % KEPT] = place;
        if at >= 4 {
            let [a, b, x, c, d] = [at - 4, at - 3, at - 2, at - 1, at].map(|at| self.place(at));
            // The cubic through two frames on each side.
            self.note(at - 2, (4.0 * (b + c) - a - d) / 6.0 - x);
        } else if at == 2 {
            let [a, b, c] = [0, 1, 2].map(|at| self.place(at));
            // By a third, so that a spike beside it is greater.
            self.note(0, (a - 2.0 * b + c) / 3.0);
            self.note(1, (a + c) / 2.0 - b);
        }
    }

    fn note(&mut self, at: usize, off: Vec4) {
        let off = off.length();
        self.off[at % KEPT] = off;
        self.orders.count(off);
    }

    /// The differences of the last two frames, by the lines beside them.
    fn end(&mut self, last: usize) {
        // All of three frames is known already.
        if last >= 3 {
            let [a, b, c] = [last - 2, last - 1, last].map(|at| self.place(at));
            self.note(last - 1, (a + c) / 2.0 - b);
            self.note(last, (a - 2.0 * b + c) / 3.0);
        }
    }

    /// Whether the frame number `at` stands out; all until `last` are known.
    #[inline]
    fn judge(&mut self, index: usize, at: usize, last: usize, spans: &mut Vec<PopSpan>) {
        let off = self.off[at % KEPT];
        if off > self.bound && self.is_apart(at, last, off) && self.is_faster(at, last, off) {
            self.widen(index, at, last, spans);
        } else if let Some(open) = self.open.take_if(|open| at > open.last + ONE_JUMP) {
            keep(open, spans);
        }
    }

    /// Whether the bone comes back at once, or stays after a single wide step between two small ones. Several wide steps are a fast movement.
    fn is_apart(&self, at: usize, last: usize, off: f32) -> bool {
        let step = |step: usize| match (1..=last).contains(&step) {
            true => self.steps[step % KEPT],
            false => 0.0,
        };
        let (before, after) = (step(at), step(at + 1));
        if at > 0 && at < last {
            let on = self.place(at - 1).distance(self.place(at + 1));
            if on < BACK * before.min(after) {
                return true;
            }
        }
        let wide = if before >= after { at } else { at + 1 };
        let beside = step(wide.wrapping_sub(1)).max(step(wide + 1));
        off > JUMPS * self.bound && beside < SMALL * step(wide)
    }

    /// Whether `off` is more than the speed beside the frame: the second greatest step, so that one more jump near by excuses nothing.
    fn is_faster(&self, at: usize, last: usize, off: f32) -> bool {
        let beside = [
            at.wrapping_sub(3),
            at.wrapping_sub(2),
            at.wrapping_sub(1),
            at + 2,
            at + 3,
            at + 4,
        ];
        let (mut greatest, mut second, mut count) = (0.0_f32, 0.0_f32, 0);
        for step in beside.into_iter().filter(|step| (1..=last).contains(step)) {
            let step = self.steps[step % KEPT];
            count += 1;
            second = second.max(step.min(greatest));
            greatest = greatest.max(step);
        }
        count >= FEWEST_STEPS && off > TIMES_SPEED * second
    }

    fn widen(&mut self, way: usize, at: usize, last: usize, spans: &mut Vec<PopSpan>) {
        if let Some(open) = self.open.take_if(|open| at > open.last + ONE_JUMP) {
            keep(open, spans);
        }
        let off = self.off[at % KEPT];
        let before = if at > 0 { self.steps[at % KEPT] } else { 0.0 };
        let after = if at < last { self.steps[(at + 1) % KEPT] } else { 0.0 };
        let here = PopSpan {
            way,
            first: at,
            last: at,
            worst: at,
            off,
            step: before.max(after),
        };
        self.open = Some(match self.open.take() {
            None => here,
            Some(open) if open.off >= off => PopSpan { last: at, ..open },
            Some(open) => PopSpan {
                first: open.first,
                ..here
            },
        });
    }

    fn told(&self, span: &PopSpan, swept: Swept, size: f32) -> FoundTrouble {
        let value = |share: f32| match self.kind {
            TroubleKind::TurnPop => (4.0 * (share / 2.0).min(1.0).asin()).to_degrees(),
            _ => share * size,
        };
        let (off, step) = (value(span.off), value(span.step));
        let frame = swept.frame(span.worst);
        FoundTrouble {
            kind: self.kind,
            of: TroubleOf::Bone(self.bone),
            frame: Some(frame),
            range: Some(FrameRange {
                start: swept.frame(span.first),
                end: swept.frame(span.last),
            }),
            value: off,
            message: match self.kind {
                TroubleKind::TurnPop => {
                    format!("its turn is {off:.1}° off the frames beside {frame}, with a step of {step:.1}°")
                }
                _ => format!("its place is {off:.3} units off the frames beside {frame}, with a step of {step:.3}"),
            },
        }
    }
}

fn keep(span: PopSpan, spans: &mut Vec<PopSpan>) {
    if spans.len() < MOST {
        spans.push(span);
    }
}
