//! Faces that lie over each other in the image.
//!
//! In: texture coordinates of the first layer. Out: the share of covered points that several faces cover. Points lie on a grid over all of the
//! layer, and coordinates are rounded to parts of its cells, so that faces with a common edge share no point: a point on the edge belongs to
//! one of them, by the direction of the edge. The work is bounded: beyond it further faces are not looked at.

use crate::trouble::found::{FoundTrouble, TroubleOf, Troubles};
use crate::trouble::table::TroubleKind;
use castview_base::core::MeshIndex;
use castview_base::scene::Mesh;
use glam::{I64Vec2, Vec2};

/// Points along each side of the layer.
const GRID: usize = 512;
/// Parts of a cell to which coordinates are rounded.
const PARTS: i64 = 256;
/// Points that are looked at of all faces together.
const MOST: usize = 1 << 25;

pub(super) fn look(index: MeshIndex, mesh: &Mesh, out: &mut Troubles) {
    let Some(layer) = mesh.uvs.first() else { return };
    let (mut least, mut most) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
    for uv in layer.iter().map(Vec2::from_array).filter(|uv| uv.is_finite()) {
        (least, most) = (least.min(uv), most.max(uv));
    }
    let span = most - least;
    let scale = (GRID as i64 * PARTS) as f32 / span;
    // A layer may be so small that no number scales it to the grid.
    if !(span.x > 0.0 && span.y > 0.0 && span.is_finite() && scale.is_finite()) {
        return;
    }
    let place = |corner: u32| {
        let uv = Vec2::from_array(layer.get(corner as usize));
        ((uv - least) * scale).round().as_i64vec2()
    };
    // How many faces cover a point: none, one, several.
    let mut covered = vec![0_u8; GRID * GRID];
    let mut looked_at = 0;
    for face in 0..mesh.triangle_count() {
        let corners = [0, 1, 2].map(|at| mesh.triangles.get(3 * face + at));
        if corners
            .iter()
            .any(|corner| !Vec2::from_array(layer.get(*corner as usize)).is_finite())
        {
            continue;
        }
        looked_at += cover(corners.map(place), &mut covered);
        if looked_at > MOST {
            break;
        }
    }
    let count = |is: fn(u8) -> bool| covered.iter().filter(|point| is(**point)).count();
    let (all, several) = (count(|faces| faces > 0), count(|faces| faces > 1));
    let percent = several as f32 / all.max(1) as f32 * 100.0;
    if percent > TroubleKind::UvsOverlap.row().bound {
        out.add(TroubleKind::UvsOverlap, || FoundTrouble {
            kind: TroubleKind::UvsOverlap,
            of: TroubleOf::Mesh(index),
            frame: None,
            range: None,
            value: percent,
            message: format!("{percent:.1} % of what its faces cover of the image is covered by several"),
        });
    }
}

/// Counts the face at all points that it covers; returns how many were looked at.
fn cover([a, b, c]: [I64Vec2; 3], covered: &mut [u8]) -> usize {
    let area = (b - a).perp_dot(c - a);
    if area == 0 {
        return 0;
    }
    let [b, c] = if area > 0 { [b, c] } else { [c, b] };
    let corners = [a, b, c];
    let (least, most) = (a.min(b).min(c), a.max(b).max(c));
    // Points lie in the middle of their cells.
    let first = |part: i64| ((part + PARTS / 2 - 1).div_euclid(PARTS)).clamp(0, GRID as i64);
    let end = |part: i64| ((part + PARTS / 2).div_euclid(PARTS)).clamp(0, GRID as i64);
    let (columns, rows) = (first(least.x)..end(most.x), first(least.y)..end(most.y));
    let is_inside = |point: I64Vec2| {
        (0..3).all(|at| {
            let (from, to) = (corners[at], corners[(at + 1) % 3]);
            let way = to - from;
            let side = way.perp_dot(point - from);
            // The same edge runs the other way in the face beside it.
            side > 0 || side == 0 && (way.y < 0 || way.y == 0 && way.x > 0)
        })
    };
    for row in rows.clone() {
        for column in columns.clone() {
            let point = I64Vec2::new(column, row) * PARTS + I64Vec2::splat(PARTS / 2);
            if is_inside(point) {
                let count = &mut covered[row as usize * GRID + column as usize];
                *count = count.saturating_add(1);
            }
        }
    }
    let length = |range: std::ops::Range<i64>| (range.end - range.start).max(0) as usize;
    length(rows) * length(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two halves of a square and a fan around a point cover each of their points once, however their edges run.
    #[test]
    fn faces_that_meet_share_no_point() {
        let side = GRID as i64 * PARTS;
        let [a, b, c, d] = [[0, 0], [side, 0], [side, side], [0, side]].map(I64Vec2::from_array);
        for middle in [[side / 2, side / 2], [12_345, 54_321], [128, 128 + 256 * 7]].map(I64Vec2::from_array) {
            let mut covered = vec![0; GRID * GRID];
            for [from, to] in [[a, b], [b, c], [d, c], [d, a]] {
                cover([middle, from, to], &mut covered);
            }
            assert!(covered.iter().all(|count| *count == 1), "{middle}");
        }
        let mut covered = vec![0; GRID * GRID];
        cover([a, b, c], &mut covered);
        cover([a, b, d], &mut covered);
        let several = covered.iter().filter(|count| **count == 2).count();
        assert!(several.abs_diff(GRID * GRID / 4) < GRID, "{several}");
    }

    /// Two triangles that lie on each other, in a layer of that size.
    fn twice(size: f32) -> Option<f32> {
        let mesh = Mesh {
            positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].into(),
            uvs: vec![vec![[0.0, 0.0], [size, 0.0], [0.0, size]].into()],
            triangles: vec![0, 1, 2, 0, 1, 2].into(),
            ..Mesh::default()
        };
        let mut out = Troubles::default();
        look(MeshIndex::new(0), &mesh, &mut out);
        out.items().first().map(|found| found.value)
    }

    #[test]
    fn a_layer_is_looked_at_unless_no_number_scales_it_to_the_grid() {
        for size in [1.0, 1e9, 1e-30, 4e-34] {
            assert_eq!(twice(size), Some(100.0), "{size}");
        }
        // Above that size the scale is a number, below it is none, and places would be none.
        for size in [3.8e-34, 1e-40, f32::from_bits(1), 0.0, f32::INFINITY] {
            assert_eq!(twice(size), None, "{size}");
        }
    }
}
