//! A dense mesh → fewer triangles of its vertices, for shadow maps with texels larger than its own triangles.
//!
//! In: a mesh at rest and its unit normals. Out: corners of triangles. The mesh lies in cells; vertices of one cell whose normals point
//! into the same octant become one of them, and triangles between fewer than three of those are gone. As all are vertices of the
//! mesh itself, they move as it does. Long thin triangles stay as they are, or straps would throw no shadow.
//!
//! Rossignac and Borrel, "Multi-resolution 3D approximations for rendering complex scenes", 1993.

use castview_base::scene::Mesh;
use castview_motion::deform::RestNormals;
use glam::Vec3;

/// Cells along the largest side of a mesh.
pub const CELLS: f32 = 200.0;

/// Triangles that are worth the work.
const LEAST_TRIANGLES: usize = 100_000;
/// Longest mean edge, in sides of a cell: with longer edges too few vertices share a cell.
const LONGEST_MEAN_EDGE: f32 = 0.75;
/// Length of an edge in sides of a cell: triangles with longer edges are left as they are.
const LONG_EDGE: f32 = 2.0;
/// Largest share of a mesh's triangles to keep: more are not worth their memory.
const MOST_KEPT: f32 = 0.6;

/// `None`: the mesh is not dense enough, or its box tells nothing. `mean_edge`: of its triangles, in its units.
pub fn sparse_corners(mesh: &Mesh, normals: &RestNormals<'_>, mean_edge: f32) -> Option<Vec<u32>> {
    let cell = (mesh.bounds.max - mesh.bounds.min).max_element() / CELLS;
    // Vertices beyond the corners belong to no triangle, and would take memory for nothing.
    let is_used = mesh.vertex_count() <= mesh.triangles.len();
    let is_dense = mesh.triangle_count() >= LEAST_TRIANGLES && mean_edge < LONGEST_MEAN_EDGE * cell;
    if !(is_dense && is_used && cell.is_finite()) {
        return None;
    }
    corners_by_cells(mesh, normals, cell)
}

fn corners_by_cells(mesh: &Mesh, normals: &RestNormals<'_>, cell: f32) -> Option<Vec<u32>> {
    let stand_ins = stand_ins(mesh, normals, cell)?;
    let most = (mesh.triangles.len() as f32 * MOST_KEPT) as usize;
    let long_squared = (LONG_EDGE * cell).powi(2);
    let mut out = Vec::with_capacity(most);
    let mut own = [0; 3];
    let mut at = 0;
    mesh.triangles.for_each(|corner| {
        own[at] = corner;
        at += 1;
        if at < 3 {
            return;
        }
        at = 0;
        let [a, b, c] = own.map(|corner| stand_ins[corner as usize]);
        // Most lie within one cell, whose diagonal is shorter than a long edge.
        if (a == b && b == c) || out.len() > most {
            return;
        }
        if a != b && b != c && c != a {
            out.extend([a, b, c]);
        } else {
            let [a, b, c] = own.map(|corner| Vec3::from(mesh.positions.get(corner as usize)));
            let sides = [a.distance_squared(b), b.distance_squared(c), c.distance_squared(a)];
            if sides.into_iter().any(|side| side > long_squared) {
                out.extend(own);
            }
        }
    });
    (out.len() <= most).then_some(out)
}

/// For each vertex the first of its cell whose normal points into the same octant. `None`: as [`FirstOfKey::of`].
fn stand_ins(mesh: &Mesh, normals: &RestNormals<'_>, cell: f32) -> Option<Vec<u32>> {
    let least = mesh.bounds.min;
    let per_cell = cell.recip();
    // 8 bits for each axis and 3 for the octant; a float beyond the range of the integer becomes its nearest.
    let key = |vertex: usize| {
        let at = (Vec3::from(mesh.positions.get(vertex)) - least) * per_cell;
        let [x, y, z] = at.to_array().map(|along| u32::from(along as u8));
        x | y << 8 | z << 16 | normals.octant(vertex) << 24
    };
    let mut first = FirstOfKey::default();
    (0..mesh.vertex_count() as u32)
        .map(|vertex| first.of(key(vertex as usize), vertex))
        .collect()
}

/// Key → the first vertex with that key. The table starts small and doubles when half full, so most of it stays in the processor's
/// caches.
struct FirstOfKey {
    /// Each holds a key in its upper half and a vertex in its lower one. Their count is a power of two, and at least half are
    /// [`Self::FREE`].
    slots: Vec<u64>,
    taken: usize,
    /// Slots with other keys, passed by all searches so far.
    passed: usize,
}

impl Default for FirstOfKey {
    fn default() -> Self {
        Self {
            slots: vec![Self::FREE; 1 << 12],
            taken: 0,
            passed: 0,
        }
    }
}

impl FirstOfKey {
    /// Keys have 27 bits.
    const FREE: u64 = u64::MAX;

    /// Passed slots for each vertex so far, on average. Keys of real meshes pass less than one.
    const MOST_PASSED: usize = 16;

    /// The first vertex with `key`, which is `vertex` if none came before it. `None`: a file whose keys were made to collide would take
    /// too long. Vertices come in order.
    fn of(&mut self, key: u32, vertex: u32) -> Option<u32> {
        let (slot, passed) = Self::slot(&self.slots, key);
        self.passed += passed;
        if self.passed > Self::MOST_PASSED * (vertex as usize + self.slots.len()) {
            return None;
        }
        if self.slots[slot] != Self::FREE {
            return Some(self.slots[slot] as u32);
        }
        self.slots[slot] = u64::from(key) << 32 | u64::from(vertex);
        self.taken += 1;
        if 2 * self.taken > self.slots.len() {
            let larger = vec![Self::FREE; 2 * self.slots.len()];
            for entry in std::mem::replace(&mut self.slots, larger) {
                if entry != Self::FREE {
                    let (slot, passed) = Self::slot(&self.slots, (entry >> 32) as u32);
                    self.passed += passed;
                    if self.passed > Self::MOST_PASSED * (vertex as usize + self.slots.len()) {
                        return None;
                    }
                    self.slots[slot] = entry;
                }
            }
        }
        Some(vertex)
    }

    /// Where `key` is, or would be, and how many other slots were passed until there.
    fn slot(slots: &[u64], key: u32) -> (usize, usize) {
        let last = slots.len() - 1;
        // Fibonacci hashing: neighbours are spread over the table.
        let mut slot = (u64::from(key).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & last;
        let mut passed = 0;
        while slots[slot] != Self::FREE && (slots[slot] >> 32) as u32 != key {
            slot = (slot + 1) & last;
            passed += 1;
        }
        (slot, passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square of `side` × `side` vertices that bulges, of unit size.
    fn sheet(side: usize) -> Mesh {
        let last = (side - 1) as f32;
        let position = |at: usize| {
            let (x, z) = ((at % side) as f32 / last, (at / side) as f32 / last);
            [x, x * (1.0 - x) * z, z]
        };
        let mut mesh = Mesh {
            positions: (0..side * side).map(position).collect::<Vec<_>>().into(),
            triangles: (0..(side - 1) * (side - 1))
                .flat_map(|at| {
                    let a = (at / (side - 1) * side + at % (side - 1)) as u32;
                    let below = a + side as u32;
                    [a, below, a + 1, a + 1, below, below + 1]
                })
                .collect::<Vec<_>>()
                .into(),
            ..Mesh::default()
        };
        mesh.bounds = mesh.positions.iter().map(Vec3::from).collect();
        mesh
    }

    fn area(mesh: &Mesh, corners: &[u32]) -> f32 {
        let at = |corner: u32| Vec3::from(mesh.positions.get(corner as usize));
        let of = |t: &[u32]| (at(t[1]) - at(t[0])).cross(at(t[2]) - at(t[0])).length() * 0.5;
        corners.chunks_exact(3).map(of).sum()
    }

    #[test]
    fn a_dense_sheet_has_few_triangles_and_its_area() {
        let mesh = sheet(700);
        let mean_edge = 1.1 / 700.0;
        let corners = sparse_corners(&mesh, &RestNormals::of(&mesh), mean_edge).expect("dense");
        let share = corners.len() as f32 / mesh.triangles.len() as f32;
        assert!((0.08..0.25).contains(&share), "{share}");
        let all: Vec<u32> = mesh.triangles.iter().collect();
        let (own, sparse) = (area(&mesh, &all), area(&mesh, &corners));
        assert!((sparse / own - 1.0).abs() < 0.02, "{sparse} of {own}");
        // No corner is farther from where it was than a cell is wide.
        let stand_ins = stand_ins(&mesh, &RestNormals::of(&mesh), 1.0 / CELLS).expect("keys do not collide");
        for (vertex, stand_in) in stand_ins.iter().enumerate() {
            let [a, b] = [vertex, *stand_in as usize].map(|at| Vec3::from(mesh.positions.get(at)));
            assert!((a - b).abs().max_element() <= 1.0001 / CELLS);
        }
    }

    #[test]
    fn what_is_not_dense_stays_as_it_is() {
        let mesh = sheet(250);
        assert_eq!(
            sparse_corners(&mesh, &RestNormals::of(&mesh), 1.1 / 250.0),
            None,
            "its edges are long"
        );
        let mesh = sheet(100);
        assert_eq!(sparse_corners(&mesh, &RestNormals::of(&mesh), 0.0), None, "it is small");
        let mut mesh = sheet(700);
        let corners = mesh.triangles.len();
        mesh.positions = [mesh.positions.to_vec(), vec![[0.0; 3]; corners]].concat().into();
        mesh.normals = vec![[0.0, 1.0, 0.0]; mesh.vertex_count()].into();
        assert_eq!(
            sparse_corners(&mesh, &RestNormals::of(&mesh), 1.1 / 700.0),
            None,
            "most of it is unused"
        );
        let mut mesh = sheet(700);
        mesh.bounds.max.x = f32::INFINITY;
        assert_eq!(sparse_corners(&mesh, &RestNormals::of(&mesh), 0.0), None);
        let cells = 1.0 / 2000.0;
        let mesh = sheet(700);
        assert_eq!(
            corners_by_cells(&mesh, &RestNormals::of(&mesh), cells),
            None,
            "too little would be gone"
        );
    }

    #[test]
    fn keys_that_were_made_to_collide_end_early() {
        let hash = |key: u32| u64::from(key).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let colliding = (0..1 << 27).filter(|key| hash(*key) & 0xf_ffff < 256);
        let of_all = |keys: &mut dyn Iterator<Item = u32>| {
            let mut first = FirstOfKey::default();
            let found: Option<Vec<u32>> = (0..).zip(keys).map(|(vertex, key)| first.of(key, vertex)).collect();
            (found, first.passed)
        };
        let (found, passed) = of_all(&mut colliding.take(20_000));
        assert_eq!(found, None);
        assert!(passed < 5_000_000, "{passed}");
        let (found, passed) = of_all(&mut (0..20_000).map(|key| key / 2));
        assert_eq!(found.map(|all| all[19_999]), Some(19_998));
        assert!(passed < 20_000, "{passed}");
    }

    #[test]
    fn both_sides_of_a_thin_sheet_and_long_triangles_stay() {
        let mut mesh = sheet(400);
        let below: Vec<[f32; 3]> = mesh.positions.iter().map(|[x, y, z]| [x, y + 1e-5, z]).collect();
        let count = mesh.vertex_count() as u32;
        let other: Vec<u32> = mesh.triangles.iter().map(|corner| corner + count).collect();
        mesh.positions = [mesh.positions.to_vec(), below].concat().into();
        let own: Vec<u32> = mesh.triangles.iter().collect();
        // A strap through the sheet, thinner than a cell.
        let strap = [0, 1, count - 1];
        mesh.triangles = [own, other, strap.to_vec()].concat().into();
        let up = |vertex: usize| {
            if vertex < count as usize {
                [0.1, 1.0, 0.1]
            } else {
                [0.1, -1.0, 0.1]
            }
        };
        mesh.normals = (0..2 * count as usize).map(up).collect::<Vec<_>>().into();
        let corners = corners_by_cells(&mesh, &RestNormals::of(&mesh), 1.0 / 100.0).expect("dense");
        let sides = [0, count].map(|first| {
            let is_there = |t: &&[u32]| t.iter().all(|corner| *corner / count == first / count);
            corners.chunks_exact(3).filter(is_there).count()
        });
        assert!(sides.iter().all(|side| *side > 10_000), "{sides:?}");
        assert_eq!(sides[0] + sides[1], corners.len() / 3, "no triangle joins them");
        assert!(corners.chunks_exact(3).any(|t| t == strap));
    }
}
