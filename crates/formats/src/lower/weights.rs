//! The law of weights: who holds a vertex, and by how much.
//!
//! In: the (slot, weight) pairs of one vertex as the file has them. Out: pairs as [`Influences`] promises them: finite, not negative, each
//! slot once, their sum 1 or all of them 0.

use super::scan;
use castview_base::core::UintStream;
use castview_base::scene::Influences;
use std::collections::HashMap;
use std::sync::Arc;

/// Whether a file may store `weight`.
pub(crate) fn is_lawful(weight: f32) -> bool {
    weight.is_finite() && weight >= 0.0
}

/// A weight as it counts: negative and undefined ones are 0, and so is a negative zero.
pub(crate) fn counted(weight: f32) -> f32 {
    if is_lawful(weight) { weight.abs() } else { 0.0 }
}

/// The points in which formats differ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Law {
    /// Weights that sum to no more hold no vertex.
    pub holds_above: f64,
    /// A sum that is off by no more is rounding: the weights keep their bits.
    pub kept_within: f64,
    /// A sum that is off by more is a fault.
    pub reported_beyond: f64,
    /// Slot of influences of bones that do not exist.
    pub stand_in: u32,
    /// Slot that holds vertices without weights; `None`: they stay where they are.
    pub holder: Option<u32>,
}

impl Law {
    /// Weights are divided by their sum; a vertex without any stays where it is (docs/formats/cast.md A6).
    pub const DIVIDED: Self = Self {
        holds_above: 1e-6,
        kept_within: scan::EXACT_SUM as f64,
        reported_beyond: 0.02,
        stand_in: 0,
        holder: None,
    };
}

/// Faults of all vertices together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Faults {
    /// Influences with weight that name bones which do not exist.
    pub outside: usize,
    /// Weights that are negative or no numbers.
    pub broken: usize,
    /// Vertices whose sum is off, though none of their influences was dropped.
    pub far: usize,
    /// Vertices without weight in the file.
    pub weightless: usize,
    /// Vertices that lost all weight with influences of bones that do not exist.
    pub bereft: usize,
}

/// The law at work on the vertices of one mesh, in their order.
pub(crate) struct Settling {
    law: Law,
    faults: Faults,
    wrong_sums: Vec<(u32, f32)>,
    /// Only there to be used again.
    first_of: HashMap<u32, usize>,
}

impl Settling {
    /// Before the first vertex.
    pub fn by(law: Law) -> Self {
        Self {
            law,
            faults: Faults::default(),
            wrong_sums: Vec::new(),
            first_of: HashMap::new(),
        }
    }

    /// Settles the influences of `vertex`. `exists` says of a slot whether it has a bone.
    pub fn settle(&mut self, vertex: usize, influences: &mut [(u32, f32)], exists: impl Fn(u32) -> bool) {
        let (law, dropped_before) = (self.law, self.faults.outside);
        for (slot, weight) in influences.iter_mut() {
            self.faults.broken += usize::from(!is_lawful(*weight));
            *weight = counted(*weight);
            if !exists(*slot) {
                self.faults.outside += usize::from(*weight > 0.0);
                (*slot, *weight) = (law.stand_in, 0.0);
            }
        }
        sum_repeated(influences, &mut self.first_of);
        let sum: f64 = influences.iter().map(|(_, weight)| f64::from(*weight)).sum();
        if (sum - 1.0).abs() > Influences::LISTED_FROM {
            self.wrong_sums.push((vertex as u32, sum as f32));
        }
        // The gap that a dropped influence leaves behind is no fault of the weights.
        let has_dropped = self.faults.outside > dropped_before;
        if sum <= law.holds_above {
            let count = match has_dropped {
                true => &mut self.faults.bereft,
                false => &mut self.faults.weightless,
            };
            *count += 1;
            influences.iter_mut().for_each(|(_, weight)| *weight = 0.0);
            if let (Some(holder), Some(first)) = (law.holder, influences.first_mut()) {
                *first = (holder, 1.0);
            }
            return;
        }
        self.faults.far += usize::from(!has_dropped && (sum - 1.0).abs() > law.reported_beyond);
        if (sum - 1.0).abs() > law.kept_within {
            for (_, weight) in influences {
                *weight = (f64::from(*weight) / sum) as f32;
            }
        }
    }

    /// The faults, and [`Influences::wrong_sums`].
    pub fn finish(self) -> (Faults, Arc<[(u32, f32)]>) {
        (self.faults, self.wrong_sums.into())
    }
}

/// Settles all vertices of a mesh by [`Law::DIVIDED`], `stride` pairs each; `weights` change in place. Returns the slots, which are copied
/// only if one of them has to change, the faults, and [`Influences::wrong_sums`].
pub(crate) fn settle_all(
    stride: usize,
    stored: UintStream,
    weights: &mut [f32],
    bone_count: usize,
) -> (UintStream, Faults, Arc<[(u32, f32)]>) {
    let mut slots: Option<Vec<u32>> = None;
    let mut settling = Settling::by(Law::DIVIDED);
    let mut one: Vec<(u32, f32)> = Vec::new();
    for (vertex, weights) in weights.chunks_exact_mut(stride).enumerate() {
        let first = vertex * stride;
        one.clear();
        one.extend((first..).map(|i| stored.get(i)).zip(weights.iter().copied()));
        settling.settle(vertex, &mut one, |slot| (slot as usize) < bone_count);
        for (j, (slot, weight)) in one.iter().enumerate() {
            weights[j] = *weight;
            if *slot != stored.get(first + j) {
                slots.get_or_insert_with(|| stored.iter().collect())[first + j] = *slot;
            }
        }
    }
    let slots = match slots {
        Some(slots) => stored.remade(slots, "some of them of no bone and replaced"),
        None => stored,
    };
    let (faults, wrong_sums) = settling.finish();
    (slots, faults, wrong_sums)
}

/// Adds the weights of a slot that is listed twice to its first entry.
fn sum_repeated(influences: &mut [(u32, f32)], first_of: &mut HashMap<u32, usize>) {
    // Few influences, the usual case, are compared pairwise; many would take the square of a number the file chooses.
    const FEW: usize = 16;
    if influences.len() > FEW {
        first_of.clear();
    }
    for j in 0..influences.len() {
        let (slot, weight) = influences[j];
        if weight <= 0.0 {
            continue;
        }
        let first = match influences.len() <= FEW {
            true => (0..j).find(|k| influences[*k].1 > 0.0 && influences[*k].0 == slot),
            false => Some(*first_of.entry(slot).or_insert(j)).filter(|first| *first != j),
        };
        if let Some(first) = first {
            // Two weights that nobody means may add up to more than a number holds.
            influences[first].1 = (influences[first].1 + weight).min(f32::MAX);
            influences[j].1 = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAW: Law = Law {
        holds_above: 1e-6,
        kept_within: 0.0,
        reported_beyond: 1e-3,
        stand_in: 0,
        holder: Some(0),
    };

    fn one(law: Law, influences: &[(u32, f32)]) -> (Vec<(u32, f32)>, Faults) {
        let mut settled = influences.to_vec();
        let mut settling = Settling::by(law);
        settling.settle(0, &mut settled, |slot| [0, 2, 3].contains(&slot));
        settled.retain(|(_, weight)| *weight > 0.0);
        (settled, settling.finish().0)
    }

    #[test]
    fn each_slot_counts_once_and_the_sum_is_1() {
        let plain = Faults::default();
        for (stored, wanted, faults) in [
            (
                &[(0, 0.5), (2, 0.25), (3, 0.25)][..],
                &[(0, 0.5), (2, 0.25), (3, 0.25)][..],
                plain,
            ),
            (&[(2, 0.25), (2, 0.25), (3, 0.5)], &[(2, 0.5), (3, 0.5)], plain),
            (&[(0, 1.0), (2, 1.0)], &[(0, 0.5), (2, 0.5)], Faults { far: 1, ..plain }),
            (&[(0, 0.5), (2, 0.5004)], &[(0, 0.4998001), (2, 0.5001999)], plain),
            (
                &[(0, 0.5), (9, 0.25), (1, 0.25)],
                &[(0, 1.0)],
                Faults { outside: 2, ..plain },
            ),
            (&[(2, 3e38), (2, 3e38)], &[(2, 1.0)], Faults { far: 1, ..plain }),
            (&[(2, 0.0), (3, -0.0)], &[(0, 1.0)], Faults { weightless: 1, ..plain }),
            (
                &[(1, 1.0), (9, 1.0)],
                &[(0, 1.0)],
                Faults {
                    outside: 2,
                    bereft: 1,
                    ..plain
                },
            ),
            (
                &[(2, -1.0), (3, 1.0), (0, f32::NAN)],
                &[(3, 1.0)],
                Faults { broken: 2, ..plain },
            ),
        ] {
            assert_eq!(one(LAW, stored), (wanted.to_vec(), faults), "{stored:?}");
        }
    }

    #[test]
    fn formats_decide_what_rounding_is_and_who_holds_a_vertex_without_weights() {
        let stays = Law {
            holder: None,
            kept_within: 1e-3,
            ..LAW
        };
        assert_eq!(one(stays, &[(2, 0.0)]).0, []);
        assert_eq!(one(stays, &[(0, 0.5), (2, 0.5004)]).0, [(0, 0.5), (2, 0.5004)]);
        let any = Law {
            holds_above: 0.0,
            ..LAW
        };
        assert_eq!(one(any, &[(2, 1e-7)]).0, [(2, 1.0)]);
    }

    #[test]
    fn many_influences_are_summed_as_few_are() {
        let many: Vec<(u32, f32)> = (0..40).map(|i| ([0, 2, 3, 2][i % 4], 0.025)).collect();
        let (settled, _) = one(LAW, &many);
        let slots: Vec<u32> = settled.iter().map(|(slot, _)| *slot).collect();
        assert_eq!(slots, [0, 2, 3]);
        assert!((settled[1].1 - 0.5).abs() < 1e-6, "{settled:?}");
    }

    #[test]
    fn sums_other_than_one_are_kept_for_those_who_look_for_them() {
        let mut settling = Settling::by(LAW);
        for (vertex, weights) in [[0.5, 0.5004], [0.5, 0.25], [0.0; 2]].into_iter().enumerate() {
            settling.settle(vertex, &mut [(0, weights[0]), (2, weights[1])], |_| true);
        }
        assert_eq!(settling.finish().1[..], [(1, 0.75), (2, 0.0)]);
    }
}
