//! Strands (docs/formats/cast.md §2.4 and §3.13). A46: hair hangs on no bone.

use crate::cast::lower::fields::{self, bytes_of, flat};
use crate::cast::lower::links::Links;
use crate::cast::{NodeKind, NodeView};
use crate::lower::points;
use crate::lower::scan;
use crate::rules::cast as rule;
use castview_base::core::{Diagnostics, MaterialIndex, Stream};
use castview_base::scene::Hair;
use std::ops::Range;

pub(crate) fn lower<'a>(node: NodeView<'a>, links: &Links<'a>, diagnostics: &mut Diagnostics) -> Hair {
    let material = links.follow_property(node, "m", NodeKind::Material, diagnostics);
    let points = flat(fields::vec3s(node, "pt", diagnostics).unwrap_or_default());
    let mut strands = strands(node, points.len(), diagnostics);
    let points = repaired(node, points, &mut strands, diagnostics);
    Hair {
        name: fields::text(node, "n", diagnostics).unwrap_or_default(),
        points,
        strands,
        material: material.map(|(index, _)| MaterialIndex::new(index)),
    }
}

/// A strand of `k` segments owns `k + 1` consecutive points.
fn strands(node: NodeView<'_>, point_count: usize, diagnostics: &mut Diagnostics) -> Vec<Range<u32>> {
    let segments = fields::uints(node, "se", diagnostics).unwrap_or_default();
    let mut strands = Vec::with_capacity(segments.len().min(point_count));
    let (mut start, mut single) = (0u64, 0u64);
    for count in segments.iter() {
        let end = start + u64::from(count) + 1;
        // cast.md row 62: only whole strands are drawn; the sum goes on, to say how many points there should be.
        if end <= point_count as u64 {
            match count {
                // cast.md row 63: one point is no line.
                0 => single += 1,
                _ => strands.push(start as u32..end as u32),
            }
        }
        start = end;
    }
    if start != point_count as u64 {
        diagnostics.report(
            rule::C62,
            || fields::place_of(node, "se"),
            || format!("the strands need {start} points but there are {point_count}; the whole ones that fit are kept"),
        );
    }
    if single > 0 {
        diagnostics.report(
            rule::C63,
            || fields::place_of(node, "se"),
            || format!("{single} strands are a single point; skipped"),
        );
    }
    strands
}

/// cast.md row 48: a point that is not finite lies on another, and no strand that touches it is kept.
fn repaired(
    node: NodeView<'_>,
    points: Stream<[f32; 3]>,
    strands: &mut Vec<Range<u32>>,
    diagnostics: &mut Diagnostics,
) -> Stream<[f32; 3]> {
    if scan::finite(bytes_of(&points)) {
        return points;
    }
    let is_wild = |point: &[f32; 3]| !points::is_finite(*point);
    let mut points = points.to_vec();
    strands.retain(|strand| !points[strand.start as usize..strand.end as usize].iter().any(is_wild));
    let wild = points::settle(&mut points).len();
    diagnostics.report(
        rule::C48,
        || fields::place_of(node, "pt"),
        || format!("{wild} points are not finite; their strands are dropped"),
    );
    points.into()
}
