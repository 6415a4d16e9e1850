//! Mesh → the same mesh of far fewer vertices, to be shown while the whole one is on its way to the graphics adapter.
//!
//! In: a mesh, and how many vertices are enough. Out: some of its vertices, each with all that it had: influences, blend shapes, texture
//! coordinates. So the coarse form is posed and painted as the whole mesh is. Vertices are put together by the cells of a grid (vertex
//! clustering, Rossignac and Borrel 1993): the first vertex of a cell stays, in the order of the file, and stands for the others.
//! Time and memory are bounded by the mesh: a few walks over its vertices and one over its triangles, 16 bytes for each vertex meanwhile,
//! and a grid of a fixed size.

use super::blend_shape::BlendShape;
use super::mesh::{ColorLayer, Mesh};
use super::skin::Influences;
use crate::core::{Element, Stream, UintStream};
use glam::{UVec3, Vec3};

/// Cells along the longest side of the finest grid that is tried; each further grid has three quarters of those before.
const FINEST: u32 = 256;
/// Cells along the longest side of the grid that is taken in any case, as it has fewer cells than vertices are allowed.
const COARSEST: u32 = 8;
/// The most cells of a grid, with four bytes each.
const MOST_CELLS: u64 = 1 << 21;
/// The fewest vertices that can be asked for: one for each cell of the coarsest grid.
const LEAST: usize = (COARSEST as usize).pow(3);
/// Most triangles for each vertex: more are left out. A closed surface has two for each vertex.
const TRIANGLES_EACH: usize = 6;
/// No vertex stands for this cell yet.
const NOBODY: u32 = u32::MAX;

/// A mesh with some of its vertices.
#[derive(Clone, Debug)]
pub struct Coarse {
    /// Mesh with the vertices that are left, with the same material and skin.
    pub mesh: Mesh,
    /// Which vertices of the whole mesh those are, ascending.
    pub vertices: Vec<u32>,
}

impl Coarse {
    /// With at most `most` vertices, but never held to fewer than 512. `None`: the mesh has not more than twice as many, or nothing is left
    /// of its triangles; it is to be shown as it is.
    pub fn of(mesh: &Mesh, most: usize) -> Option<Self> {
        let most = most.max(LEAST);
        if mesh.vertex_count() <= 2 * most {
            return None;
        }
        // Copied, as they are walked several times.
        let positions = mesh.positions.to_vec();
        let mut side = FINEST;
        let (stands, kept) = loop {
            let grid = Grid::around(mesh, side)?;
            let fits = grid.cells() <= MOST_CELLS;
            if let Some(made) = fits.then(|| grid.cluster(&positions, most)).flatten() {
                break made;
            }
            if side <= COARSEST {
                return None;
            }
            side = (side * 3 / 4).max(COARSEST);
        };
        drop(positions);
        let corners = corners(mesh, &stands, most);
        let was_cloud = mesh.triangles.is_empty() && mesh.lines.is_empty();
        if corners.is_empty() && !was_cloud {
            return None;
        }
        Some(Self {
            mesh: with(mesh, &kept, corners),
            vertices: kept,
        })
    }

    /// Reduces a blend shape of the whole mesh to the vertices that are left.
    pub fn shape(&self, shape: &BlendShape) -> BlendShape {
        let (mut rows, mut vertices) = (Vec::new(), Vec::new());
        let mut next = 0;
        for (row, vertex) in shape.vertices.iter().enumerate() {
            while self.vertices.get(next).is_some_and(|kept| kept < vertex) {
                next += 1;
            }
            if self.vertices.get(next) == Some(vertex) {
                rows.push(row);
                vertices.push(next as u32);
            }
        }
        let of = |deltas: &[[f32; 3]]| rows.iter().filter_map(|row| deltas.get(*row).copied()).collect();
        BlendShape {
            deltas: of(&shape.deltas),
            normal_deltas: of(&shape.normal_deltas),
            tangent_deltas: of(&shape.tangent_deltas),
            vertices,
            ..shape.emptied()
        }
    }
}

impl BlendShape {
    /// The same shape where none of its vertices is left.
    pub fn emptied(&self) -> Self {
        Self {
            name: self.name.clone(),
            mesh: self.mesh,
            max_weight: self.max_weight,
            rest_weight: self.rest_weight,
            vertices: Vec::new(),
            deltas: Vec::new(),
            normal_deltas: Vec::new(),
            tangent_deltas: Vec::new(),
            source: None,
        }
    }
}

/// Cubes around a mesh, in its own space.
struct Grid {
    first: Vec3,
    /// Cells for each unit of length.
    each: f32,
    counts: UVec3,
}

impl Grid {
    /// So many cells along the longest side. `None`: the mesh has no size that can be divided.
    fn around(mesh: &Mesh, side: u32) -> Option<Self> {
        let size = mesh.bounds.max - mesh.bounds.min;
        let each = side as f32 / size.max_element();
        (size.is_finite() && each.is_finite() && each > 0.0).then(|| Self {
            first: mesh.bounds.min,
            each,
            counts: (size * each).ceil().as_uvec3().clamp(UVec3::ONE, UVec3::splat(side)),
        })
    }

    fn cells(&self) -> u64 {
        self.counts.as_u64vec3().element_product()
    }

    fn cell(&self, position: [f32; 3]) -> usize {
        let at = ((Vec3::from(position) - self.first) * self.each).as_uvec3();
        let at = at.min(self.counts - 1);
        (at.x + self.counts.x * (at.y + self.counts.y * at.z)) as usize
    }

    /// First one number per vertex: the index of its representative among the kept vertices. Then the kept vertices. `None`: more than
    /// `most` would be kept.
    fn cluster(&self, positions: &[[f32; 3]], most: usize) -> Option<(Vec<u32>, Vec<u32>)> {
        let mut by_cell = vec![NOBODY; self.cells() as usize];
        let (mut stands, mut kept) = (Vec::with_capacity(positions.len()), Vec::new());
        for (vertex, position) in positions.iter().enumerate() {
            let stand = &mut by_cell[self.cell(*position)];
            if *stand == NOBODY {
                if kept.len() == most {
                    return None;
                }
                *stand = kept.len() as u32;
                kept.push(vertex as u32);
            }
            stands.push(*stand);
        }
        Some((stands, kept))
    }
}

/// The corners of the triangles, or lines, whose corners are in different cells, as positions among the vertices that stay. Where those are
/// too many for `most` vertices, every second stays, or every fourth, and so on.
fn corners(mesh: &Mesh, stands: &[u32], most: usize) -> Vec<u32> {
    let (ends, each) = match mesh.triangles.is_empty() {
        false => (&mesh.triangles, 3),
        true => (&mesh.lines, 2),
    };
    let largest = most * TRIANGLES_EACH * each;
    let (mut corners, mut found, mut every) = (Vec::new(), 0usize, 1);
    let stand = |at| stands[ends.get(at) as usize];
    for first in (0..ends.len() / each).map(|at| at * each) {
        let [a, b, c] = [stand(first), stand(first + 1), stand(first + each - 1)];
        if a == b || each == 3 && (b == c || c == a) {
            continue;
        }
        found += 1;
        if found % every != 0 {
            continue;
        }
        if corners.len() + each > largest {
            let pairs = corners.chunks_exact(2 * each);
            corners = pairs.flat_map(|pair| &pair[each..]).copied().collect();
            every *= 2;
        }
        corners.extend_from_slice(&[a, b, c][..each]);
    }
    corners
}

/// `mesh` with the vertices `kept` and those corners of triangles or lines.
fn with(mesh: &Mesh, kept: &[u32], corners: Vec<u32>) -> Mesh {
    let (triangles, lines) = match mesh.triangles.is_empty() {
        false => (corners, Vec::new()),
        true => (Vec::new(), corners),
    };
    Mesh {
        name: mesh.name.clone(),
        positions: some(&mesh.positions, kept),
        normals: some(&mesh.normals, kept),
        tangents: some(&mesh.tangents, kept),
        uvs: mesh.uvs.iter().map(|layer| some(layer, kept)).collect(),
        colors: mesh.colors.iter().map(|layer| some_colors(layer, kept)).collect(),
        triangles: triangles.into(),
        lines: lines.into(),
        influences: some_influences(&mesh.influences, kept),
        bounds: mesh.bounds,
        ..*mesh
    }
}

/// The elements of `kept` vertices; none of an empty stream.
fn some<T: Element>(stream: &Stream<T>, kept: &[u32]) -> Stream<T> {
    match stream.is_empty() {
        true => Stream::default(),
        false => kept
            .iter()
            .map(|vertex| stream.get(*vertex as usize))
            .collect::<Vec<_>>()
            .into(),
    }
}

fn some_colors(layer: &ColorLayer, kept: &[u32]) -> ColorLayer {
    match layer {
        ColorLayer::Packed(colors) => ColorLayer::Packed(some(colors, kept)),
        ColorLayer::Float(colors) => ColorLayer::Float(some(colors, kept)),
    }
}

fn some_influences(influences: &Influences, kept: &[u32]) -> Influences {
    let stride = influences.stride as usize;
    let rows = || {
        kept.iter()
            .flat_map(|vertex| (0..stride).map(move |at| *vertex as usize * stride + at))
    };
    Influences {
        stride: influences.stride,
        slots: UintStream::U32(rows().map(|at| influences.slots.get(at)).collect::<Vec<_>>().into()),
        weights: rows().map(|at| influences.weights.get(at)).collect::<Vec<_>>().into(),
        ..Influences::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Bounds, MeshIndex, SkinIndex};

    /// A round sheet of `side` by `side` quads, in which each vertex hangs on a slot of its own.
    fn dome(side: u32) -> Mesh {
        let count = (side + 1).pow(2);
        let at = |vertex: u32| {
            let [u, v] = [vertex % (side + 1), vertex / (side + 1)].map(|at| at as f32 / side as f32);
            [u, (u * 3.0).sin() * (v * 3.0).sin(), v]
        };
        let positions: Vec<[f32; 3]> = (0..count).map(at).collect();
        let quads = (0..side).flat_map(|row| (0..side).map(move |column| row * (side + 1) + column));
        let triangles: Vec<u32> = quads
            .flat_map(|a| [a, a + side + 1, a + 1, a + 1, a + side + 1, a + side + 2])
            .collect();
        Mesh {
            bounds: positions.iter().map(|at| Vec3::from(*at)).collect::<Bounds>(),
            uvs: vec![positions.iter().map(|[x, _, z]| [*x, *z]).collect::<Vec<_>>().into()],
            colors: vec![ColorLayer::Packed((0..count).collect::<Vec<_>>().into())],
            positions: positions.into(),
            triangles: triangles.into(),
            skin: Some(SkinIndex::new(0)),
            influences: Influences {
                stride: 2,
                slots: (0..count).flat_map(|at| [at, 0]).collect::<Vec<_>>().into(),
                weights: [0.75, 0.25].repeat(count as usize).into(),
                ..Influences::default()
            },
            ..Mesh::default()
        }
    }

    fn area(mesh: &Mesh) -> f32 {
        let corner = |at: usize| Vec3::from(mesh.positions.get(mesh.triangles.get(at) as usize));
        let triangles = (0..mesh.triangle_count()).map(|at| [0, 1, 2].map(|more| corner(3 * at + more)));
        triangles.map(|[a, b, c]| (b - a).cross(c - a).length() / 2.0).sum()
    }

    #[test]
    fn few_vertices_stay_with_all_that_they_have() {
        let whole = dome(200);
        let coarse = Coarse::of(&whole, 2000).expect("far more");
        let (mesh, kept) = (&coarse.mesh, &coarse.vertices);
        assert!((800..=2000).contains(&kept.len()), "{}", kept.len());
        assert!(kept.is_sorted_by(|a, b| a < b));
        assert_eq!(mesh.vertex_count(), kept.len());
        for (at, vertex) in kept.iter().map(|vertex| *vertex as usize).enumerate() {
            assert_eq!(mesh.positions.get(at), whole.positions.get(vertex));
            assert_eq!(mesh.uvs[0].get(at), whole.uvs[0].get(vertex));
            assert_eq!(mesh.colors[0].get(at), whole.colors[0].get(vertex));
            assert!(mesh.influences.of_vertex(at).eq(whole.influences.of_vertex(vertex)));
        }
        assert_eq!((mesh.skin, mesh.bounds), (whole.skin, whole.bounds));
        let share = area(mesh) / area(&whole);
        assert!((0.93..1.01).contains(&share), "as large a surface: {share}");
        assert!(mesh.triangle_count() < 3 * kept.len());
    }

    #[test]
    fn shapes_keep_the_rows_of_what_stays() {
        let coarse = Coarse::of(&dome(200), 2000).expect("far more");
        let vertices: Vec<u32> = (1000..30_000).collect();
        let row = |vertex: &u32| [*vertex as f32, 0.0, 1.0];
        let shape = BlendShape {
            name: "smile".into(),
            mesh: MeshIndex::new(3),
            max_weight: 2.0,
            rest_weight: 0.5,
            deltas: vertices.iter().map(row).collect(),
            normal_deltas: vertices.iter().map(row).collect(),
            tangent_deltas: Vec::new(),
            vertices,
            source: None,
        };
        let left = coarse.shape(&shape);
        let moved = (0u32..)
            .zip(&coarse.vertices)
            .filter(|(_, of)| shape.vertices.contains(of));
        let (at, of): (Vec<u32>, Vec<u32>) = moved.unzip();
        assert!(!at.is_empty() && left.vertices == at);
        assert_eq!(left.deltas, of.iter().map(row).collect::<Vec<_>>());
        assert_eq!(left.normal_deltas, left.deltas);
        assert!(left.tangent_deltas.is_empty());
        assert_eq!((left.max_weight, left.rest_weight, left.mesh), (2.0, 0.5, shape.mesh));
        assert!(shape.emptied().vertices.is_empty());
    }

    #[test]
    fn small_meshes_and_points_on_one_spot_have_no_coarse_form() {
        assert!(Coarse::of(&dome(60), 2000).is_none(), "3 721 vertices");
        let spot = Mesh {
            positions: vec![[1.0; 3]; 9000].into(),
            bounds: Bounds {
                min: Vec3::ONE,
                max: Vec3::ONE,
            },
            ..Mesh::default()
        };
        assert!(Coarse::of(&spot, 2000).is_none());
    }

    #[test]
    fn a_soup_of_triangles_and_a_cloud_stay_within_bounds() {
        // Corners all over a cube, so that hardly a triangle has two of them in one cell.
        let mut state = 1u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32
        };
        let positions: Vec<[f32; 3]> = (0..60_000).map(|_| [next(), next(), next()]).collect();
        let cloud = Mesh {
            bounds: positions.iter().map(|at| Vec3::from(*at)).collect::<Bounds>(),
            positions: positions.into(),
            ..Mesh::default()
        };
        let soup = Mesh {
            triangles: (0..60_000).collect::<Vec<u32>>().into(),
            ..cloud.clone()
        };
        let wires = Mesh {
            lines: (0..60_000).collect::<Vec<u32>>().into(),
            ..cloud.clone()
        };
        for whole in [cloud, soup, wires] {
            for most in [0, 700] {
                let coarse = Coarse::of(&whole, most).expect("far more").mesh;
                let (vertices, most) = (coarse.vertex_count(), most.max(LEAST));
                assert!((100..=most).contains(&vertices), "{vertices} of {most}");
                assert!(coarse.triangle_count() <= most * TRIANGLES_EACH);
                assert!(coarse.lines.len() / 2 <= most * TRIANGLES_EACH);
                assert_eq!(coarse.triangles.is_empty(), whole.triangles.is_empty());
                assert_eq!(coarse.lines.is_empty(), whole.lines.is_empty());
                let mut ends = coarse.triangles.iter().chain(coarse.lines.iter());
                assert!(ends.all(|end| (end as usize) < vertices));
            }
        }
    }
}
