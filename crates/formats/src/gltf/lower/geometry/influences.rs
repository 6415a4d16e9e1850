//! JOINTS_n and WEIGHTS_n → lawful influences (docs/formats/gltf.md §2 rules 3 and 5; §8 rows 14 to 16).

use castview_base::core::{Source, Stream, UintStream};
use castview_base::scene::Influences;

/// The joints and weights of one set, one entry per vertex.
pub(crate) struct Set {
    pub joints: Vec<[u32; 4]>,
    /// Where these come from.
    pub joints_from: Source,
    pub weights: Stream<[f32; 4]>,
}

/// How many vertices had to be repaired, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Faults {
    /// Entries that name joints which do not exist.
    pub outside: usize,
    /// Weights that are negative or no numbers.
    pub broken: usize,
    /// Sums off by more than a thousandth.
    pub far: usize,
    pub weightless: usize,
}

/// `valid` says of each joint whether it exists; there is at least one entry.
pub(crate) fn merge(sets: &[Set], vertex_count: usize, valid: &[bool]) -> (Influences, Faults) {
    let stride = 4 * sets.len();
    let mut faults = Faults::default();
    let mut slots: Vec<u16> = Vec::new();
    let mut wide: Vec<u32> = Vec::new();
    let is_narrow = valid.len() <= usize::from(u16::MAX);
    let mut weights = Vec::with_capacity(vertex_count * stride);
    let mut own: Vec<(u32, f32)> = Vec::with_capacity(stride);
    let mut wrong_sums = Vec::new();
    let holder = valid.iter().position(|valid| *valid).unwrap_or(0) as u32;
    for vertex in 0..vertex_count {
        own.clear();
        for set in sets {
            let (joints, weights) = (set.joints[vertex], set.weights.get(vertex));
            own.extend(joints.into_iter().zip(weights));
        }
        let sum = settle(&mut own, valid, holder, &mut faults);
        if (sum - 1.0).abs() > Influences::LISTED_FROM {
            wrong_sums.push((vertex as u32, sum as f32));
        }
        for &(slot, weight) in &own {
            if is_narrow {
                slots.push(slot as u16);
            } else {
                wide.push(slot);
            }
            weights.push(weight);
        }
    }
    let blocks = |of: &dyn Fn(&Set) -> String| sets.iter().map(of).collect::<Vec<_>>().join(" and ");
    let joints_from = Source::Made(blocks(&|set| match &set.joints_from {
        Source::Made(from) => from.clone(),
        Source::Spread { first, .. } => format!("from byte {first:#x} on"),
    }));
    let settled = "each bone once, brought to a sum of 1";
    let weights_from = Source::Made(blocks(&|set| set.weights.said_of(settled)));
    let slots = if is_narrow {
        UintStream::U16(Stream::from_source(slots, joints_from))
    } else {
        UintStream::U32(Stream::from_source(wide, joints_from))
    };
    let influences = Influences {
        stride: stride as u32,
        slots,
        weights: Stream::from_source(weights, weights_from),
        wrong_sums: wrong_sums.into(),
    };
    (influences, faults)
}

/// The entries of one vertex: repaired, each joint once, their sum 1. Returns the sum that they had.
fn settle(own: &mut [(u32, f32)], valid: &[bool], holder: u32, faults: &mut Faults) -> f64 {
    let mut dropped = false;
    for (slot, weight) in own.iter_mut() {
        if !(weight.is_finite() && *weight >= 0.0) {
            faults.broken += 1;
            *weight = 0.0;
        }
        // A negative zero is none.
        *weight = weight.abs();
        if !valid.get(*slot as usize).copied().unwrap_or(false) {
            if *weight > 0.0 {
                faults.outside += 1;
                dropped = true;
            }
            (*slot, *weight) = (holder, 0.0);
        }
    }
    for i in 1..own.len() {
        if own[i].1 > 0.0
            && let Some(first) = (0..i).find(|j| own[*j].1 > 0.0 && own[*j].0 == own[i].0)
        {
            // The sum of two weights near the end of numbers would be no finite number.
            own[first].1 = (own[first].1 + own[i].1).min(f32::MAX);
            own[i].1 = 0.0;
        }
    }
    let sum: f64 = own.iter().map(|(_, weight)| f64::from(*weight)).sum();
    if sum <= 1e-6 {
        faults.weightless += 1;
        for (_, weight) in own.iter_mut() {
            *weight = 0.0;
        }
        // The standard's joint 0, or the first one that exists.
        own[0] = (holder, 1.0);
        return sum;
    }
    faults.far += usize::from(!dropped && (sum - 1.0).abs() > Influences::LISTED_FROM);
    if sum != 1.0 {
        for (_, weight) in own.iter_mut() {
            *weight = (f64::from(*weight) / sum) as f32;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(joints: [u32; 4], weights: [f32; 4]) -> (Vec<(usize, f32)>, Faults) {
        let set = Set {
            joints_from: Source::Made(String::new()),
            joints: vec![joints],
            weights: vec![weights].into(),
        };
        let (influences, faults) = merge(&[set], 1, &[true, false, true, true]);
        (influences.of_vertex(0).collect(), faults)
    }

    #[test]
    fn entries_are_repaired() {
        let plain = Faults::default();
        for (joints, weights, wanted, faults) in [
            (
                [0, 2, 3, 0],
                [0.5, 0.25, 0.25, 0.0],
                &[(0, 0.5), (2, 0.25), (3, 0.25)][..],
                plain,
            ),
            ([2, 2, 3, 0], [0.25, 0.25, 0.5, 0.0], &[(2, 0.5), (3, 0.5)], plain),
            (
                [0, 2, 0, 0],
                [1.0, 1.0, 0.0, 0.0],
                &[(0, 0.5), (2, 0.5)],
                Faults { far: 1, ..plain },
            ),
            (
                [0, 2, 0, 0],
                [0.5, 0.5004, 0.0, 0.0],
                &[(0, 0.4998001), (2, 0.5001999)],
                plain,
            ),
            (
                [0, 9, 1, 0],
                [0.5, 0.25, 0.25, 0.0],
                &[(0, 1.0)],
                Faults { outside: 2, ..plain },
            ),
            (
                [2, 2, 0, 0],
                [3e38, 3e38, 0.0, 0.0],
                &[(2, 1.0)],
                Faults { far: 1, ..plain },
            ),
            ([2, 3, 0, 0], [0.0; 4], &[(0, 1.0)], Faults { weightless: 1, ..plain }),
            (
                [2, 3, 0, 0],
                [-1.0, 1.0, f32::NAN, 0.0],
                &[(3, 1.0)],
                Faults { broken: 2, ..plain },
            ),
        ] {
            let (found, reported) = one(joints, weights);
            assert_eq!((found.as_slice(), reported), (wanted, faults), "{joints:?} {weights:?}");
        }
    }

    #[test]
    fn sums_other_than_one_are_kept_for_those_who_look_for_them() {
        let set = Set {
            joints_from: Source::Made(String::new()),
            joints: vec![[0, 2, 0, 0]; 3],
            weights: vec![[0.5, 0.5004, 0.0, 0.0], [0.5, 0.25, 0.0, 0.0], [0.0; 4]].into(),
        };
        let (influences, _) = merge(&[set], 3, &[true, false, true]);
        assert_eq!(influences.wrong_sums[..], [(1, 0.75), (2, 0.0)]);
    }
}
