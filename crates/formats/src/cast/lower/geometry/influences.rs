//! How the vertices of a mesh hang on bones (docs/formats/cast.md §3.4, §4 rows 43–47).
//!
//! In: `mi`, `wb`, `wv` of a Mesh node. Out: lawful influences, borrowed where the file's already are; slots are the
//! file's bone indices. Empty: the mesh is rigid.

use crate::cast::NodeView;
use crate::cast::lower::fields::{self, bytes_of, flat, shortened, shortened_uints};
use crate::cast::lower::scan;
use crate::counts;
use crate::rules::cast as rule;
use castview_base::core::{Diagnostics, Source, Stream, UintStream};
use castview_base::scene::Influences;
use std::collections::HashMap;

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
    // A7: with one influence per vertex the stored weights, if any, are not read.
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

/// Row 44.
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

/// Faults of the stored influences.
#[derive(Default)]
struct Faults {
    outside: u64,
    broken: u64,
    weightless: u64,
    /// Vertices whose weights sum far from 1.
    far: u64,
}

/// A6: weights divided by their sum; a vertex without any stays where it is.
fn repaired(node: NodeView<'_>, stored: Stored, bone_count: usize, diagnostics: &mut Diagnostics) -> Influences {
    let stride = stored.stride as usize;
    let count = stored.slots.len();
    let mut weights = stored.weights.as_ref().map_or_else(|| vec![1.0; count], Stream::to_vec);
    let mut slots = Slots {
        stored: &stored.slots,
        owned: None,
        bone_count,
    };
    let mut faults = Faults::default();
    let mut first_of: HashMap<u32, usize> = HashMap::new();
    let mut wrong_sums = Vec::new();
    for (vertex, weights) in weights.chunks_exact_mut(stride).enumerate() {
        let at = vertex * stride;
        let dropped_before = faults.outside;
        for (j, weight) in weights.iter_mut().enumerate() {
            if !(weight.is_finite() && *weight >= 0.0) {
                faults.broken += 1;
                *weight = 0.0;
            }
            // A negative zero is no fault, but it is not a plain one either.
            *weight = weight.abs();
            faults.outside += u64::from(slots.keep_inside(at + j) && *weight > 0.0);
            if slots.is_outside(at + j) {
                *weight = 0.0;
            }
        }
        sum_repeated(weights, |j| slots.get(at + j), &mut first_of);
        // The gap that a dropped influence leaves behind is no fault of the weights.
        let mut of_weights = Faults::default();
        let sum = normalize(weights, &mut of_weights);
        if (sum - 1.0).abs() > Influences::LISTED_FROM {
            wrong_sums.push((vertex as u32, sum as f32));
        }
        if faults.outside == dropped_before {
            faults.far += of_weights.far;
            faults.weightless += of_weights.weightless;
        }
    }
    let owned = slots.owned;
    let settled = "brought to a sum of 1, each bone once";
    let weights = match &stored.weights {
        Some(stored) => stored.remade(weights, settled),
        None => Stream::from_source(
            weights,
            Source::Made("one bone moves each vertex, whose weight is 1".into()),
        ),
    };
    report(node, &faults, bone_count, diagnostics);
    Influences {
        stride: stored.stride,
        slots: match owned {
            Some(owned) => stored.slots.remade(owned, "some of them of no bone and replaced"),
            None => stored.slots,
        },
        weights,
        wrong_sums: wrong_sums.into(),
    }
}

/// The slots of a mesh, copied only when one of them has to change.
struct Slots<'a> {
    stored: &'a UintStream,
    owned: Option<Vec<u32>>,
    bone_count: usize,
}

impl Slots<'_> {
    fn is_outside(&self, at: usize) -> bool {
        self.stored.get(at) as usize >= self.bone_count
    }

    /// Points entry `at` at slot 0 if its own does not exist, and says whether it had to.
    fn keep_inside(&mut self, at: usize) -> bool {
        let outside = self.is_outside(at);
        if outside {
            self.owned.get_or_insert_with(|| self.stored.iter().collect())[at] = 0;
        }
        outside
    }

    fn get(&self, at: usize) -> u32 {
        match &self.owned {
            Some(owned) => owned[at],
            None => self.stored.get(at),
        }
    }
}

/// Adds the weights of a bone that is listed twice to its first entry. `first_of` is only there to be used again.
fn sum_repeated(weights: &mut [f32], slot: impl Fn(usize) -> u32, first_of: &mut HashMap<u32, usize>) {
    // Few influences, the usual case, are compared pairwise; many would take the square of a number the file chooses.
    const FEW: usize = 16;
    first_of.clear();
    for j in 0..weights.len() {
        if weights[j] <= 0.0 {
            continue;
        }
        let first = match weights.len() <= FEW {
            true => (0..j).find(|k| weights[*k] > 0.0 && slot(*k) == slot(j)),
            false => Some(*first_of.entry(slot(j)).or_insert(j)).filter(|first| *first != j),
        };
        if let Some(first) = first {
            // Two weights that nobody means may add up to more than a number holds.
            weights[first] = (weights[first] + weights[j]).min(f32::MAX);
            weights[j] = 0.0;
        }
    }
}

/// Weights that sum to less do not hold a vertex (3.4).
const SMALLEST_SUM: f64 = 1e-6;
/// A sum off by more than this is reported. Up to here it is only divided out, and listed from [`Influences::LISTED_FROM`] on.
const REPORTED_FROM: f64 = 0.02;

/// Returns the sum that they had.
fn normalize(weights: &mut [f32], faults: &mut Faults) -> f64 {
    let sum: f64 = weights.iter().copied().map(f64::from).sum();
    if sum <= SMALLEST_SUM {
        faults.weightless += 1;
        weights.fill(0.0);
        return sum;
    }
    faults.far += u64::from((sum - 1.0).abs() > REPORTED_FROM);
    if (sum - 1.0).abs() > f64::from(scan::EXACT_SUM) {
        for weight in weights {
            *weight = (f64::from(*weight) / sum) as f32;
        }
    }
    sum
}

fn report(node: NodeView<'_>, faults: &Faults, bone_count: usize, diagnostics: &mut Diagnostics) {
    let Faults {
        outside,
        broken,
        weightless,
        far,
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
                        broken as usize,
                        "weight is negative or not finite and taken as 0",
                        "weights are negative or not finite and taken as 0",
                    ),
                    (
                        far as usize,
                        "vertex has weights far from 1, divided by their sum",
                        "vertices have weights far from 1, divided by their sum",
                    ),
                    (
                        weightless as usize,
                        "vertex has no weight and stays where it is",
                        "vertices have no weight and stay where they are",
                    ),
                ])
            },
        );
    }
}
