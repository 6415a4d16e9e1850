//! Blend shapes of one mesh.

use super::difference::{DifferenceKind, DifferencePart, Differences, OwnerName, Tally};
use super::pairs::by_name;
use super::streams::apart;
use castview_base::core::MeshIndex;
use castview_base::scene::{BlendShape, Delta, Model};

/// `mesh` is the name of the mesh; deltas are compared if it `is_whole`: has as many vertices in both files.
pub fn compare(out: &mut Differences, (mesh, is_whole): (&str, bool), models: [&Model; 2], of_mesh: [MeshIndex; 2]) {
    let list = |side: usize| models[side].blend_shapes.of(of_mesh[side]).map(|(_, shape)| shape);
    let [before, after]: [Vec<&BlendShape>; 2] = [0, 1].map(|side| list(side).collect());
    if before.is_empty() && after.is_empty() {
        return;
    }
    let of = &OwnerName::of(mesh);
    let names = (|at: usize| &*before[at].name, |at: usize| &*after[at].name);
    let mut pairs = by_name(
        before.iter().map(|shape| &*shape.name),
        after.iter().map(|shape| &*shape.name),
    );
    let is_same = |(a, b): (usize, usize)| {
        let [a, b] = [before[a], after[b]];
        // The ends of both lists stand for them: each leftover is held against many.
        let ends = |shape: &BlendShape| {
            (
                shape.vertices.len(),
                shape.deltas.first().copied(),
                shape.deltas.last().copied(),
            )
        };
        ends(a) == ends(b)
    };
    let renamed = pairs.find_renamed(&mut out.tries, names, is_same);
    for at in &pairs.only_before {
        out.add(DifferencePart::Shape, of, &before[*at].name, DifferenceKind::Missing);
    }
    for at in &pairs.only_after {
        out.add(DifferencePart::Shape, of, &after[*at].name, DifferenceKind::Extra);
    }
    for (a, b) in &renamed {
        let names = [&*before[*a].name, &*after[*b].name];
        out.add(DifferencePart::Shape, of, names[0], DifferenceKind::Renamed)
            .show(names);
    }
    for (a, b) in pairs.all(&renamed) {
        let shapes = [before[a], after[b]];
        let about = (DifferencePart::Shape, of, &*shapes[0].name);
        out.number(about, "greatest weight", shapes.map(|shape| shape.max_weight.into()));
        out.number(about, "weight at rest", shapes.map(|shape| shape.rest_weight.into()));
        let other = if is_whole {
            deltas(shapes, out.tolerance.number)
        } else {
            Tally::default()
        };
        if other.count > 0 {
            out.add(DifferencePart::Shape, of, about.2, DifferenceKind::Deltas)
                .measure(&other);
        }
    }
}

/// Vertices that two shapes move otherwise. A vertex that one of them does not name is moved by nothing.
fn deltas([a, b]: [&BlendShape; 2], tolerance: f64) -> Tally {
    let (mut rows, mut tally) = ([0, 0], Tally::default());
    let numbers = |delta: Delta| {
        let [x, y, z] = [delta.position, delta.normal, delta.tangent].map(|part| part.to_array());
        [x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]]
    };
    loop {
        let next = [a.vertices.get(rows[0]), b.vertices.get(rows[1])];
        let vertex = match next {
            [None, None] => return tally,
            [Some(x), Some(y)] => *x.min(y),
            [Some(x), None] | [None, Some(x)] => *x,
        };
        let mut delta = [[0.0; 9]; 2];
        for (side, shape) in [a, b].into_iter().enumerate() {
            if next[side] == Some(&vertex) {
                delta[side] = numbers(shape.delta(rows[side]));
                rows[side] += 1;
            }
        }
        tally.add(vertex as usize, apart(&delta[0], &delta[1]), tolerance);
    }
}
