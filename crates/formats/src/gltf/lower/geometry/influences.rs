//! JOINTS_n and WEIGHTS_n → lawful influences (docs/formats/gltf.md §2 rules 3 and 5; §8 rows 14 to 16).

use crate::lower::weights::{Faults, Law, Settling};
use castview_base::core::{Stream, UintStream, ValueSource};
use castview_base::scene::Influences;

/// The joints and weights of one set, one entry per vertex.
pub(crate) struct Set {
    pub joints: Vec<[u32; 4]>,
    /// Where these come from.
    pub joints_from: ValueSource,
    pub weights: Stream<[f32; 4]>,
}

/// gltf.md §2 rule 5. Vertices without weights hang on the standard's joint 0, or the first one that exists.
fn law(holder: u32) -> Law {
    Law {
        holds_above: 1e-6,
        kept_within: 0.0,
        reported_beyond: Influences::LISTED_FROM,
        stand_in: holder,
        holder: Some(holder),
    }
}

/// `valid` says of each joint whether it exists; there is at least one entry.
pub(crate) fn merge(sets: &[Set], vertex_count: usize, valid: &[bool]) -> (Influences, Faults) {
    let stride = 4 * sets.len();
    let is_narrow = valid.len() <= usize::from(u16::MAX);
    let count = vertex_count * stride;
    let mut slots: Vec<u16> = Vec::with_capacity(if is_narrow { count } else { 0 });
    let mut wide: Vec<u32> = Vec::with_capacity(if is_narrow { 0 } else { count });
    let mut weights = Vec::with_capacity(count);
    let mut own: Vec<(u32, f32)> = Vec::with_capacity(stride);
    let holder = valid.iter().position(|valid| *valid).unwrap_or(0) as u32;
    let mut settling = Settling::by(law(holder));
    for vertex in 0..vertex_count {
        own.clear();
        for set in sets {
            let (joints, weights) = (set.joints[vertex], set.weights.get(vertex));
            own.extend(joints.into_iter().zip(weights));
        }
        settling.settle(vertex, &mut own, |slot| {
            valid.get(slot as usize).copied().unwrap_or(false)
        });
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
    let joints_from = ValueSource::Made(blocks(&|set| match &set.joints_from {
        ValueSource::Made(from) => from.clone(),
        ValueSource::Spread { first, .. } => format!("from byte {first:#x} on"),
    }));
    let settled = "each bone once, brought to a sum of 1";
    let weights_from = ValueSource::Made(blocks(&|set| set.weights.said_of(settled)));
    let slots = if is_narrow {
        UintStream::U16(Stream::from_source(slots, joints_from))
    } else {
        UintStream::U32(Stream::from_source(wide, joints_from))
    };
    let (faults, wrong_sums) = settling.finish();
    let influences = Influences {
        stride: stride as u32,
        slots,
        weights: Stream::from_source(weights, weights_from),
        wrong_sums,
    };
    (influences, faults)
}
