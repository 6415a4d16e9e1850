//! The dense weights of a geometry → lawful influences (docs/formats/shape.md §5, A10; §7 row 22).

use crate::lower::weights::{self, Law, Settling};
use crate::rules::shape as rule;
use crate::shape::Document;
use crate::shape::document::Geometry;
use castview_base::core::{Diagnostics, Stream, UintStream, ValueSource};
use castview_base::scene::Influences;

/// The lawful influences of a geometry.
#[derive(Clone, Default)]
pub struct Weights {
    pub influences: Influences,
    /// Some of them hang on no bone, and follow their node: its slot comes after those of the bones.
    pub follows_node: bool,
}

/// shape.md A10: whatever has weight holds. Vertices without any follow their node, whose slot comes after those of the bones.
fn law(bones: usize) -> Law {
    Law {
        holds_above: 0.0,
        kept_within: 0.0,
        reported_beyond: 0.01,
        stand_in: 0,
        holder: Some(bones as u32),
    }
}

/// The dense weights as (slot, weight) pairs that sum to 1; all are kept (shape.md A10). `drawn` vertices are left of the geometry.
pub fn settle(document: &Document, index: usize, drawn: usize, diagnostics: &mut Diagnostics) -> Weights {
    let geometry = &document.geometries[index];
    if geometry.bones.is_empty() || drawn == 0 {
        return Weights {
            influences: Influences::rigid(drawn),
            follows_node: false,
        };
    }
    let (count, bones) = (geometry.positions.count as usize, geometry.bones.len());
    let (stride, broken) = counts(document, geometry);
    let mut slots = vec![0u8; count * stride];
    let mut shares = vec![0.0f32; count * stride];
    let mut settling = Settling::by(law(bones));
    let mut one: Vec<(u32, f32)> = Vec::with_capacity(bones);
    for vertex in 0..count {
        // By slot, those that count.
        one.clear();
        let weight = |bone| weights::counted(document.weight(bone, vertex));
        one.extend(
            (0..)
                .zip(geometry.bones.iter().map(weight))
                .filter(|(_, weight)| *weight > 0.0),
        );
        if one.is_empty() {
            one.push((0, 0.0));
        }
        settling.settle(vertex, &mut one, |_| true);
        let row = vertex * stride;
        for (entry, (slot, weight)) in one.iter().enumerate() {
            slots[row + entry] = *slot as u8;
            shares[row + entry] = *weight;
        }
    }
    let (faults, wrong_sums) = settling.finish();
    let (rigid, uneven) = (faults.weightless, faults.far);
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
        ValueSource::Made(format!(
            "{bones} bones from byte {first:#x} of the unpacked content, {why}"
        ))
    };
    Weights {
        influences: Influences {
            stride: stride as u32,
            slots: UintStream::U8(Stream::from_source(slots, source("told by their order"))),
            weights: Stream::from_source(shares, source("brought to a sum of 1")),
            wrong_sums,
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
            counted += usize::from(weights::counted(weight) > 0.0);
            broken += usize::from(!weights::is_lawful(weight));
        }
        stride = stride.max(counted);
    }
    (stride, broken)
}
