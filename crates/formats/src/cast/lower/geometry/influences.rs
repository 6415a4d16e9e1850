//! How the vertices of a mesh hang on bones (docs/formats/cast.md §3.4, §4 rows 43–47).
//!
//! In: `mi`, `wb`, `wv` of a Mesh node. Out: lawful influences, borrowed where the file's already are; slots are the
//! file's bone indices. Empty: the mesh is rigid.

use crate::cast::NodeView;
use crate::cast::lower::fields::{self, bytes_of, flat, shortened, shortened_uints};
use crate::counts;
use crate::lower::scan;
use crate::lower::weights::{Faults, settle_all};
use crate::rules::cast as rule;
use castview_base::core::{Diagnostics, Stream, UintStream, ValueSource};
use castview_base::scene::Influences;

pub(crate) fn lower(
    node: NodeView<'_>,
    vertex_count: usize,
    bone_count: usize,
    diagnostics: &mut Diagnostics,
) -> Influences {
    let Some(stored) = stored(node, vertex_count, diagnostics) else {
        return Influences::default();
    };
    if bone_count == 0 {
        diagnostics.report(
            rule::C46,
            || fields::place_of(node, "wb"),
            || "the mesh has weights but the model has no bones; taken as rigid".into(),
        );
        return Influences::default();
    }
    let stride = stored.stride as usize;
    if let Some(weights) = &stored.weights {
        let weight_bytes = bytes_of(weights);
        let lawful = match &stored.slots {
            UintStream::U8(s) => scan::influences::<u8>(bytes_of(s), weight_bytes, stride, bone_count),
            UintStream::U16(s) => scan::influences::<u16>(bytes_of(s), weight_bytes, stride, bone_count),
            UintStream::U32(s) => scan::influences::<u32>(bytes_of(s), weight_bytes, stride, bone_count),
        };
        if lawful {
            return Influences {
                stride: stored.stride,
                weights: weights.clone(),
                slots: stored.slots,
                ..Default::default()
            };
        }
    }
    repaired(node, stored, bone_count, diagnostics)
}

/// Arrays of the right length, unchecked; slots and weights are flat.
struct Stored {
    stride: u32,
    slots: UintStream,
    /// `None`: every weight is 1.
    weights: Option<Stream<f32>>,
}

fn stored(node: NodeView<'_>, vertex_count: usize, diagnostics: &mut Diagnostics) -> Option<Stored> {
    let slots = fields::uints(node, "wb", diagnostics).unwrap_or_default();
    let weights = fields::floats(node, "wv", diagnostics).unwrap_or_default();
    let promised = fields::count(node, "mi", diagnostics).unwrap_or(0);
    if slots.is_empty() {
        if promised > 0 {
            diagnostics.report(
                rule::C43,
                || node.place(),
                || {
                    format!(
                        "{promised} influences per vertex are promised but there are no bone indices; taken as rigid"
                    )
                },
            );
        }
        return None;
    }
    let stride = match promised {
        0 => inferred_stride(node, vertex_count, &slots, &weights, diagnostics)?,
        stride => stride,
    };
    // cast.md A7: with one influence per vertex the stored weights, if any, are not read.
    let needs_weights = stride > 1;
    let wanted = stride.saturating_mul(vertex_count as u64);
    let report = |name: &str, len: usize, diagnostics: &mut Diagnostics| {
        if len as u64 != wanted {
            let treatment = if len as u64 > wanted {
                "the first ones used"
            } else {
                "taken as rigid"
            };
            diagnostics.report(
                rule::C45,
                || fields::place_of(node, name),
                || format!("{len} entries where {stride} for each of {vertex_count} vertices belong; {treatment}"),
            );
        }
        len as u64 >= wanted
    };
    let slots_reach = report("wb", slots.len(), diagnostics);
    let weights_reach = !needs_weights || report("wv", weights.len(), diagnostics);
    if !slots_reach || !weights_reach {
        return None;
    }
    // Both fit: no longer than an array that exists.
    let (stride, wanted) = (u32::try_from(stride).ok()?, wanted as usize);
    Some(Stored {
        stride,
        slots: shortened_uints(slots, wanted),
        weights: needs_weights.then(|| shortened(flat(weights), wanted)),
    })
}

/// cast.md row 44.
fn inferred_stride(
    node: NodeView<'_>,
    vertex_count: usize,
    slots: &UintStream,
    weights: &Stream<f32>,
    diagnostics: &mut Diagnostics,
) -> Option<u64> {
    let stride = slots.len() / vertex_count;
    let exact = slots.len().is_multiple_of(vertex_count);
    let agrees = weights.len() == slots.len() || (stride == 1 && weights.is_empty());
    let inferred = (exact && agrees).then_some(stride as u64);
    diagnostics.report(
        rule::C44,
        || fields::place_of(node, "wb"),
        || match inferred {
            Some(stride) => format!("mi is missing; the arrays hold {stride} influences per vertex, which is used"),
            None => format!(
                "mi is missing, and {} bone indices with {} weights do not fit {vertex_count} vertices; taken as rigid",
                slots.len(),
                weights.len()
            ),
        },
    );
    inferred
}

fn repaired(node: NodeView<'_>, stored: Stored, bone_count: usize, diagnostics: &mut Diagnostics) -> Influences {
    let count = stored.slots.len();
    let mut weights = stored.weights.as_ref().map_or_else(|| vec![1.0; count], Stream::to_vec);
    let (slots, faults, wrong_sums) = settle_all(stored.stride as usize, stored.slots, &mut weights, bone_count);
    let weights = match &stored.weights {
        Some(stored) => stored.remade(weights, "brought to a sum of 1, each bone once"),
        None => Stream::from_source(
            weights,
            ValueSource::Made("one bone moves each vertex, whose weight is 1".into()),
        ),
    };
    report(node, &faults, bone_count, diagnostics);
    Influences {
        stride: stored.stride,
        slots,
        weights,
        wrong_sums,
    }
}

fn report(node: NodeView<'_>, faults: &Faults, bone_count: usize, diagnostics: &mut Diagnostics) {
    let Faults {
        outside,
        broken,
        weightless,
        far,
        bereft: _,
    } = *faults;
    if outside > 0 {
        diagnostics.report(
            rule::C46,
            || fields::place_of(node, "wb"),
            || format!("{outside} influences name bones beyond the {bone_count} there are; dropped"),
        );
    }
    if broken + weightless + far > 0 {
        diagnostics.report(
            rule::C47,
            || fields::place_of(node, "wv"),
            || {
                counts::told(&[
                    (
                        broken,
                        "weight is negative or not finite and taken as 0",
                        "weights are negative or not finite and taken as 0",
                    ),
                    (
                        far,
                        "vertex has weights far from 1, divided by their sum",
                        "vertices have weights far from 1, divided by their sum",
                    ),
                    (
                        weightless,
                        "vertex has no weight and stays where it is",
                        "vertices have no weight and stay where they are",
                    ),
                ])
            },
        );
    }
}
