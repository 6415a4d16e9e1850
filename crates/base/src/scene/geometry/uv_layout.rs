//! The triangles of a mesh as they lie in one layer of its texture coordinates, ordered so that those at a point or in a rectangle are
//! found fast.
//!
//! In: a mesh, the number of a layer. Out: a [`UvLayout`], made once; then triangles.
//! Boxes around ever smaller groups of triangles, rather than a grid: a single triangle far away would leave all others in one cell.
//! Works on any coordinates; a question looks at a bounded number of triangles.

use super::mesh::Mesh;

/// Triangles in a group that is not divided.
const GROUP: usize = 8;
/// A point or a rectangle is looked for in so many groups at most: 65 536 triangles.
const MOST_GROUPS: usize = 8192;

/// Least u, least v, greatest u, greatest v. Empty when the least is greater.
pub type UvBox = [f32; 4];

const NOTHING: UvBox = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];

/// Where the triangles of a layer lie. Takes about 8 bytes a triangle.
#[derive(Clone, Debug, PartialEq)]
pub struct UvLayout {
    layer: usize,
    /// Triangles of the mesh, those that lie near each other together.
    order: Vec<u32>,
    /// Around the triangles of each group, as a binary heap: children of `i` are `2i + 1` and `2i + 2`.
    boxes: Vec<UvBox>,
    left_out: usize,
}

/// A triangle that covers a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UvHit {
    /// As the mesh counts its triangles.
    pub triangle: u32,
    /// The triangle's vertices, in its order.
    pub corners: [u32; 3],
    /// How much of each corner the point is: none below 0, together 1.
    pub shares: [f32; 3],
}

impl UvLayout {
    /// Looks at all triangles of `mesh`; about a second for a million. `None`: the mesh has no such layer.
    pub fn of(mesh: &Mesh, layer: usize) -> Option<Self> {
        mesh.uvs.get(layer)?;
        let all = 0..mesh.triangle_count() as u32;
        let boxed = all.filter_map(|triangle| Some((triangle, box_of(uvs_of(mesh, layer, triangle)?))));
        let mut boxed: Vec<(u32, UvBox)> = boxed.collect();
        let left_out = mesh.triangle_count() - boxed.len();
        let mut boxes = vec![NOTHING; heap_len(boxed.len())];
        arrange(&mut boxed, &mut boxes);
        Some(Self {
            layer,
            order: boxed.into_iter().map(|(triangle, _)| triangle).collect(),
            boxes,
            left_out,
        })
    }

    /// Number of its texture coordinate layer in the mesh.
    pub fn layer(&self) -> usize {
        self.layer
    }

    /// Triangles with finite coordinates.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether no triangle has finite coordinates.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Triangles with a coordinate that is not a finite number: they lie nowhere.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Around all triangles; `None` when there are none.
    pub fn bounds(&self) -> Option<UvBox> {
        self.boxes.first().copied().filter(|around| around[0] <= around[2])
    }

    /// Triangles of `mesh`, which this was made of, that cover `uv`, ascending; `most` of them at most. Those without area cover nothing.
    pub fn at(&self, mesh: &Mesh, uv: [f32; 2], most: usize) -> Vec<UvHit> {
        let mut hits = Vec::new();
        let point = [uv[0], uv[1], uv[0], uv[1]];
        self.visit(point, |group| {
            for &triangle in group {
                if let Some(hit) = self.hit(mesh, triangle, uv).filter(|_| hits.len() < most) {
                    hits.push(hit);
                }
            }
            hits.len() < most
        });
        hits.sort_by_key(|hit| hit.triangle);
        hits
    }

    /// Triangles near or in `around`, neighbours together, `most` of them at most; whether that is all.
    pub fn within(&self, around: UvBox, most: usize, found: &mut Vec<u32>) -> bool {
        found.clear();
        self.visit_all(around, usize::MAX, |group| {
            let room = most - found.len();
            found.extend(group.iter().take(room));
            group.len() <= room
        })
    }

    fn hit(&self, mesh: &Mesh, triangle: u32, uv: [f32; 2]) -> Option<UvHit> {
        Some(UvHit {
            triangle,
            corners: corners_of(mesh, triangle),
            shares: shares(uvs_of(mesh, self.layer, triangle)?, uv)?,
        })
    }

    fn visit(&self, around: UvBox, add: impl FnMut(&[u32]) -> bool) {
        self.visit_all(around, MOST_GROUPS, add);
    }

    /// Groups whose box meets `around`, until `add` wants no more or `most` were looked at; whether that was all of them.
    fn visit_all(&self, around: UvBox, most: usize, mut add: impl FnMut(&[u32]) -> bool) -> bool {
        let (mut left, mut waiting) = (most, vec![(0, 0, self.order.len())]);
        while let Some((node, from, to)) = waiting.pop() {
            let Some(own) = self.boxes.get(node).filter(|own| meet(own, &around)) else {
                continue;
            };
            debug_assert!(own[0] <= own[2]);
            if to - from > GROUP {
                let middle = from + (to - from) / 2;
                // The first half is looked at first.
                waiting.extend([(2 * node + 2, middle, to), (2 * node + 1, from, middle)]);
                continue;
            }
            if left == 0 || !add(&self.order[from..to]) {
                return false;
            }
            left -= 1;
        }
        true
    }
}

/// Vertices of a triangle that `mesh` has.
pub fn corners_of(mesh: &Mesh, triangle: u32) -> [u32; 3] {
    [0, 1, 2].map(|corner| mesh.triangles.get(3 * triangle as usize + corner))
}

/// Texture coordinates of a triangle's corners; `None` if one is not finite, or the mesh has no such layer.
pub fn uvs_of(mesh: &Mesh, layer: usize, triangle: u32) -> Option<[[f32; 2]; 3]> {
    let uvs = mesh.uvs.get(layer)?;
    let found = corners_of(mesh, triangle).map(|vertex| uvs.get(vertex as usize));
    found.as_flattened().iter().all(|uv| uv.is_finite()).then_some(found)
}

/// How much of each of `corners` the point at `uv` is; `None` outside, and for a triangle without area.
pub fn shares(corners: [[f32; 2]; 3], uv: [f32; 2]) -> Option<[f32; 3]> {
    let from = |corner: [f32; 2]| [0, 1].map(|axis| f64::from(corner[axis]) - f64::from(uv[axis]));
    let [a, b, c] = corners.map(from);
    let cross = |a: [f64; 2], b: [f64; 2]| a[0] * b[1] - a[1] * b[0];
    let edges = [cross(b, c), cross(c, a), cross(a, b)];
    let sum: f64 = edges.iter().sum();
    let is_inside = edges.iter().all(|edge| *edge >= 0.0) || edges.iter().all(|edge| *edge <= 0.0);
    (is_inside && sum != 0.0).then(|| edges.map(|edge| (edge / sum) as f32))
}

fn box_of(corners: [[f32; 2]; 3]) -> UvBox {
    let boxes = corners.map(|[u, v]| [u, v, u, v]);
    joined(joined(boxes[0], boxes[1]), boxes[2])
}

fn joined(a: UvBox, b: UvBox) -> UvBox {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
}

fn meet(a: &UvBox, b: &UvBox) -> bool {
    a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
}

/// Boxes that so many triangles take.
fn heap_len(triangles: usize) -> usize {
    let (mut largest, mut len) = (triangles, usize::from(triangles > 0));
    while largest > GROUP {
        largest = largest.div_ceil(2);
        len = 2 * len + 1;
    }
    len
}

/// Halves the triangles, each half on its side of the longer way across, until groups are left; boxes follow from their own.
fn arrange(all: &mut [(u32, UvBox)], boxes: &mut [UvBox]) {
    let mut waiting = match all.is_empty() {
        true => Vec::new(),
        false => vec![(0, 0, all.len())],
    };
    while let Some((node, from, to)) = waiting.pop() {
        let part = &mut all[from..to];
        let around = part.iter().fold(NOTHING, |around, (_, own)| joined(around, *own));
        boxes[node] = around;
        if part.len() <= GROUP {
            continue;
        }
        // Halved before the difference, which could be out of range.
        let across = |axis: usize| around[axis + 2] * 0.5 - around[axis] * 0.5;
        let axis = usize::from(across(1) > across(0));
        let middle = |own: &UvBox| own[axis] * 0.5 + own[axis + 2] * 0.5;
        let half = part.len() / 2;
        // Equal ones by number: the same order on every machine.
        part.select_nth_unstable_by(half, |(a, own), (b, other)| {
            middle(own).total_cmp(&middle(other)).then(a.cmp(b))
        });
        waiting.extend([(2 * node + 1, from, from + half), (2 * node + 2, from + half, to)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn mesh(corners: &[[f32; 2]]) -> Mesh {
        Mesh {
            positions: vec![[0.0; 3]; corners.len()].into(),
            uvs: vec![corners.to_vec().into()],
            triangles: (0..corners.len() as u32 / 3 * 3).collect::<Vec<_>>().into(),
            ..Mesh::default()
        }
    }

    /// Corners on a raster, so that points lie on edges and corners too; some far away, some nowhere.
    fn corner() -> impl Strategy<Value = [f32; 2]> {
        let number = prop_oneof![
            40 => (-8i32..24).prop_map(|at| at as f32 / 8.0),
            1 => Just(1e30f32),
            1 => Just(f32::MAX),
            1 => Just(f32::NAN),
        ];
        [number.clone(), number]
    }

    proptest! {
        #[test]
        fn a_point_is_covered_by_what_all_triangles_say(
            corners in prop::collection::vec(corner(), 0..240),
            points in prop::collection::vec([-9i32..25, -9i32..25], 8),
        ) {
            let mesh = mesh(&corners);
            let layout = UvLayout::of(&mesh, 0).expect("there is a layer");
            prop_assert_eq!(layout.len() + layout.left_out(), mesh.triangle_count());
            for point in points {
                let uv = point.map(|at| at as f32 / 8.0);
                let wanted: Vec<u32> = (0..mesh.triangle_count() as u32)
                    .filter(|triangle| uvs_of(&mesh, 0, *triangle).is_some_and(|corners| shares(corners, uv).is_some()))
                    .collect();
                let hits = layout.at(&mesh, uv, usize::MAX);
                prop_assert_eq!(hits.iter().map(|hit| hit.triangle).collect::<Vec<_>>(), wanted.clone());
                prop_assert_eq!(layout.at(&mesh, uv, 2).len(), wanted.len().min(2));
                for hit in hits {
                    prop_assert!(hit.shares.iter().all(|share| *share >= 0.0));
                    let sum: f32 = hit.shares.iter().sum();
                    prop_assert!((sum - 1.0).abs() < 1e-6);
                    let corners = uvs_of(&mesh, 0, hit.triangle).expect("it was hit");
                    let largest = corners.as_flattened().iter().fold(1.0f32, |most, uv| most.max(uv.abs()));
                    for axis in 0..2 {
                        let back: f64 = (0..3).map(|at| f64::from(corners[at][axis]) * f64::from(hit.shares[at])).sum();
                        prop_assert!((back - f64::from(uv[axis])).abs() <= f64::from(largest) * 1e-6);
                    }
                }
            }
        }

        #[test]
        fn what_meets_a_rectangle_is_found(
            corners in prop::collection::vec(corner(), 0..240),
            [u, v, width, height] in [-9i32..25, -9i32..25, 0i32..9, 0i32..9],
        ) {
            let mesh = mesh(&corners);
            let layout = UvLayout::of(&mesh, 0).expect("there is a layer");
            let around = [u, v, u + width, v + height].map(|at| at as f32 / 8.0);
            let mut found = Vec::new();
            prop_assert!(layout.within(around, usize::MAX, &mut found));
            for triangle in 0..mesh.triangle_count() as u32 {
                let meets = uvs_of(&mesh, 0, triangle).is_some_and(|corners| meet(&box_of(corners), &around));
                prop_assert!(!meets || found.contains(&triangle), "triangle {}", triangle);
            }
            let all = found.len();
            prop_assert_eq!(layout.within(around, 3, &mut found), all <= 3);
            prop_assert_eq!(found.len(), all.min(3));
        }
    }

    #[test]
    fn a_layer_that_is_not_there_has_no_layout_and_an_empty_one_no_bounds() {
        assert_eq!(UvLayout::of(&mesh(&[]), 1), None);
        let layout = UvLayout::of(&mesh(&[]), 0).expect("there is a layer");
        assert!(layout.is_empty() && layout.bounds().is_none());
        assert_eq!(layout.at(&mesh(&[]), [0.5, 0.5], 4), []);
    }

    /// All over one another: a question looks at a part of them, and ends.
    #[test]
    fn a_pile_of_triangles_is_searched_in_part() {
        let mesh = mesh(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].repeat(100_000));
        let layout = UvLayout::of(&mesh, 0).expect("there is a layer");
        let hits = layout.at(&mesh, [0.25, 0.25], usize::MAX);
        assert!(
            hits.len() <= MOST_GROUPS * GROUP && hits.len() >= MOST_GROUPS,
            "{}",
            hits.len()
        );
    }

    /// One far away divides the rest as well as without it.
    #[test]
    fn one_triangle_far_away_slows_nothing() {
        let square = |at: u32| {
            let [u, v] = [at % 100, at / 100].map(|at| at as f32);
            [[u, v], [u + 1.0, v], [u, v + 1.0]]
        };
        let mut corners: Vec<[f32; 2]> = (0..10_000).flat_map(square).collect();
        corners.extend([[1e30, 1e30], [2e30, 1e30], [1e30, 2e30]]);
        let mesh = mesh(&corners);
        let layout = UvLayout::of(&mesh, 0).expect("there is a layer");
        let mut groups = 0;
        layout.visit([50.25, 50.25, 50.25, 50.25], |_| {
            groups += 1;
            true
        });
        assert!(groups <= 8, "{groups}");
    }
}
