//! Many nodes lowered at once.

use crate::cast::NodeView;
use castview_base::core::Diagnostics;
use rayon::prelude::*;

/// Lowers `items` in parallel when their nodes are big enough to pay for it; results and diagnostics come out in file
/// order.
///
/// The number of parts is fixed: each part may ask for the places of its first reports, and a place costs a walk over
/// the siblings before it.
pub(super) fn in_parallel<'a, N: Sync, T: Send>(
    items: &[N],
    node: impl Fn(&N) -> NodeView<'a>,
    diagnostics: &mut Diagnostics,
    lower: impl Fn(&N, &mut Diagnostics) -> T + Sync,
) -> Vec<T> {
    const PARTS: usize = 16;
    const SMALL_BYTES: u64 = 1 << 16;
    let extent = match items {
        [] | [_] => 0,
        [first, .., last] => (node(last).offset() - node(first).offset()).saturating_add(node(last).size()),
    };
    if extent < SMALL_BYTES {
        return items.iter().map(|item| lower(item, diagnostics)).collect();
    }
    let lower_part = |part: &[N]| {
        let mut found = Diagnostics::default();
        let lowered: Vec<T> = part.iter().map(|item| lower(item, &mut found)).collect();
        (lowered, found)
    };
    let parts: Vec<(Vec<T>, Diagnostics)> = items.par_chunks(items.len().div_ceil(PARTS)).map(lower_part).collect();
    let mut out = Vec::with_capacity(items.len());
    for (lowered, found) in parts {
        out.extend(lowered);
        diagnostics.append(found);
    }
    out
}
