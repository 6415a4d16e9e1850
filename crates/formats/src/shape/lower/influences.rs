//! The dense weights of a geometry → lawful influences (docs/formats/shape.md §5, A10; §7 row 22).

use crate::rules::shape as rule;
use crate::shape::Document;
use crate::shape::document::Geometry;
use castview_base::core::{Diagnostics, Source, Stream, UintStream};
use castview_base::scene::Influences;

/// The lawful influences of a geometry.
#[derive(Clone, Default)]
pub struct Weights {
    pub influences: Influences,
    /// Some of them hang on no bone, and follow their node: its slot comes after those of the bones.
    pub follows_node: bool,
}

/// The dense weights as (slot, weight) pairs that sum to 1; all are kept (A10). `drawn` vertices are left of the geometry.
pub fn settle(document: &Document, index: usize, drawn: usize, diagnostics: &mut Diagnostics) -> Weights {
    let geometry = &document.geometries[index];
    if geometry.bones.is_empty() || drawn == 0 {
        return Weights {
            influences: Influences::rigid(drawn),
            follows_node: false,
        };
    }
    let (count, bones) = (geometry.positions.count as usize, geometry.bones.len());
    // By slot, those that count.
    let weights = |vertex: usize| {
        let weight = move |bone| usable(document.weight(bone, vertex));
        geometry
            .bones
            .iter()
            .map(weight)
            .enumerate()
            .filter(|(_, weight)| *weight > 0.0)
    };
    let (stride, broken) = counts(document, geometry);
    let mut slots = vec![0u8; count * stride];
    let mut shares = vec![0.0f32; count * stride];
    let (mut rigid, mut uneven) = (0, 0);
    let mut wrong_sums = Vec::new();
    let mut one = Vec::with_capacity(bones);
    for vertex in 0..count {
        one.clear();
        one.extend(weights(vertex));
        let sum: f64 = one.iter().map(|(_, weight)| f64::from(*weight)).sum();
        let row = vertex * stride;
        if (sum - 1.0).abs() > Influences::LISTED_FROM {
            wrong_sums.push((vertex as u32, sum as f32));
        }
        if sum <= 0.0 {
            rigid += 1;
            (slots[row], shares[row]) = (bones as u8, 1.0);
            continue;
        }
        uneven += usize::from((sum - 1.0).abs() > 0.01);
        for (entry, (slot, weight)) in one.iter().enumerate() {
            slots[row + entry] = *slot as u8;
            shares[row + entry] = (f64::from(*weight) / sum) as f32;
        }
    }
    let place = || document.place(|| format!("geometry[{index}]"), geometry.at);
    if broken > 0 {
        diagnostics.report(rule::S22, place, || {
            format!("{broken} weights are negative or no numbers; they count as 0")
        });
    }
    if rigid > 0 {
        diagnostics.report(rule::S22, place, || {
            format!("{rigid} vertices have no weight; they follow their node")
        });
    }
    if uneven > 0 {
        diagnostics.report(rule::S22, place, || {
            format!("the weights of {uneven} vertices do not sum to 1; divided by their sum")
        });
    }
    let source = |why: &str| {
        let first = geometry.bones.first().map_or(geometry.at, |bone| bone.at);
        Source::Made(format!(
            "{bones} bones from byte {first:#x} of the unpacked content, {why}"
        ))
    };
    Weights {
        influences: Influences {
            stride: stride as u32,
            slots: UintStream::U8(Stream::from_source(slots, source("told by their order"))),
            weights: Stream::from_source(shares, source("brought to a sum of 1")),
            wrong_sums: wrong_sums.into(),
        },
        follows_node: rigid > 0,
    }
}

/// The most weights that count at one vertex, at least 1, and how many there are in all that are unlawful.
fn counts(document: &Document, geometry: &Geometry) -> (usize, usize) {
    let (mut stride, mut broken) = (1, 0);
    for vertex in 0..geometry.positions.count as usize {
        let mut counted = 0;
        for bone in &geometry.bones {
            let weight = document.weight(bone, vertex);
            counted += usize::from(usable(weight) > 0.0);
            broken += usize::from(!is_lawful(weight));
        }
        stride = stride.max(counted);
    }
    (stride, broken)
}

fn is_lawful(weight: f32) -> bool {
    weight.is_finite() && weight >= 0.0
}

/// Negative and undefined weights count as none, and so does a negative zero.
pub fn usable(weight: f32) -> f32 {
    if is_lawful(weight) { weight.abs() } else { 0.0 }
}
