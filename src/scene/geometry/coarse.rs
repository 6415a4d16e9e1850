//! Mesh → the same mesh of far fewer vertices, to be shown while the whole one is on its way to the graphics adapter.
//!
//! In: a mesh, and how many vertices are enough. Out: some of its vertices, each with all that it had: influences, blend shapes, texture
//! coordinates. So the coarse form is posed and painted as the whole mesh is. Vertices are put together by the cells of a grid (vertex
//! clustering, Rossignac and Borrel 1993): the first vertex of a cell stays, in the order of the file, and stands for the others.
//! Time grows with the mesh, memory is bounded: one grid, and as many vertices and triangles as are kept.

use super::blend_shape::BlendShape;
use super::mesh::{ColorLayer, Mesh};
use super::skin::Influences;
use crate::core::{Element, Stream, UintStream};
use glam::{UVec3, Vec3};

/// Cells along the longest side of the finest grid that is tried; each further grid has three quarters of those before.
const FINEST: u32 = 256;
/// Of the grid that is taken in any case, as it has fewer cells than vertices are allowed.
const COARSEST: u32 = 8;
/// The most cells of a grid, with four bytes each.
const MOST_CELLS: u64 = 1 << 21;
/// The fewest vertices that can be asked for: one for each cell of the coarsest grid.
const LEAST: usize = (COARSEST as usize).pow(3);
/// Of a closed surface two triangles belong to each vertex. More than so many are left out.
const TRIANGLES_EACH: usize = 6;
/// No vertex stands for this cell yet.
const NOBODY: u32 = u32::MAX;

/// A mesh with some of its vertices.
#[derive(Clone, Debug)]
pub struct Coarse {
    /// What is left of the mesh, with the same material and skin.
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
        let mut side = FINEST;
        let (grid, stands, kept) = loop {
            let grid = Grid::around(mesh, side)?;
            if grid.cells() <= MOST_CELLS
                && let Some((stands, kept)) = grid.cluster(mesh, most)
            {
                break (grid, stands, kept);
            }
            if side <= COARSEST {
                return None;
            }
            side = (side * 3 / 4).max(COARSEST);
        };
        let corners = grid.corners(mesh, &stands, most);
        let was_cloud = mesh.triangles.is_empty() && mesh.lines.is_empty();
        if corners.is_empty() && !was_cloud {
            return None;
        }
        Some(Self {
            mesh: with(mesh, &kept, corners),
            vertices: kept,
        })
    }

    /// What a blend shape of the whole mesh does to the vertices that are left.
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

    /// By cell: the position of its vertex among those that stay; and these. `None`: more than `most` would.
    fn cluster(&self, mesh: &Mesh, most: usize) -> Option<(Vec<u32>, Vec<u32>)> {
        let mut stands = vec![NOBODY; self.cells() as usize];
        let mut kept = Vec::new();
        for (vertex, position) in mesh.positions.iter().enumerate() {
            let stands = &mut stands[self.cell(position)];
            if *stands == NOBODY {
                if kept.len() == most {
                    return None;
                }
                *stands = kept.len() as u32;
                kept.push(vertex as u32);
            }
        }
        Some((stands, kept))
    }

    /// The corners of the triangles, or lines, whose corners are in different cells, as positions among the vertices that stay. Where those are
    /// too many for `most` vertices, every second stays, or every fourth, and so on.
    fn corners(&self, mesh: &Mesh, stands: &[u32], most: usize) -> Vec<u32> {
        let (ends, each) = match mesh.triangles.is_empty() {
            false => (&mesh.triangles, 3),
            true => (&mesh.lines, 2),
        };
        let largest = most * TRIANGLES_EACH * each;
        let (mut corners, mut found, mut every) = (Vec::new(), 0usize, 1);
        let stands = |at| stands[self.cell(mesh.positions.get(ends.get(at) as usize))];
        for first in (0..ends.len() / each).map(|at| at * each) {
            let [a, b, c] = [stands(first), stands(first + 1), stands(first + each - 1)];
            if a == b || each == 3 && (b == c || c == a) {
                continue;
            }
            found += 1;
            if found % every != 0 {
                continue;
            }
            if corners.len() + each > largest {
                corners = corners
                    .chunks_exact(2 * each)
                    .flat_map(|pair| &pair[each..])
                    .copied()
                    .collect();
                every *= 2;
            }
            corners.extend_from_slice(&[a, b, c][..each]);
        }
        corners
    }
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
