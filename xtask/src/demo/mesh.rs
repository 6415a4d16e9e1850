//! A mesh on its way into a Cast file.

use crate::weights::Influences;
use glam::{Vec2, Vec3};

pub struct Mesh {
    pub name: &'static str,
    pub material: &'static str,
    pub dual_quaternion: bool,
    /// One entry per vertex in the first four.
    pub positions: Vec<Vec3>,
    pub normals: Vec<Vec3>,
    /// Origin at the top left.
    pub uvs: Vec<Vec2>,
    pub influences: Vec<Influences>,
    pub triangles: Vec<[u32; 3]>,
    pub shapes: Vec<Shape>,
}

/// A blend shape: where some vertices go.
pub struct Shape {
    pub name: &'static str,
    pub targets: Vec<(u32, Vec3)>,
}

impl Mesh {
    pub fn new(name: &'static str, material: &'static str) -> Self {
        Self {
            name,
            material,
            dual_quaternion: false,
            positions: Vec::new(),
            normals: Vec::new(),
            uvs: Vec::new(),
            influences: Vec::new(),
            triangles: Vec::new(),
            shapes: Vec::new(),
        }
    }

    pub fn push(&mut self, position: Vec3, normal: Vec3, uv: Vec2, influences: Influences) -> u32 {
        self.positions.push(position);
        self.normals.push(normal);
        self.uvs.push(uv);
        self.influences.push(influences);
        self.positions.len() as u32 - 1
    }

    /// A grid of `columns` × `rows` vertices, row by row. Seen from outside, columns run to the right and rows
    /// downwards. Returns its first vertex.
    pub fn push_grid(&mut self, columns: usize, rows: usize, vertex: impl Fn(usize, usize) -> Vertex) -> u32 {
        let first = self.positions.len() as u32;
        for row in 0..rows {
            for column in 0..columns {
                let v = vertex(column, row);
                self.push(v.position, v.normal, v.uv, v.influences);
            }
        }
        let at = |column: usize, row: usize| first + (row * columns + column) as u32;
        for row in 0..rows - 1 {
            for column in 0..columns - 1 {
                let (a, b) = (at(column, row), at(column + 1, row));
                let (c, d) = (at(column, row + 1), at(column + 1, row + 1));
                // Slivers at poles stay, and so do those of a closed mouth: a blend shape opens them.
                self.triangles.extend([[a, c, b], [b, c, d]]);
            }
        }
        first
    }

    /// Adds the shape that takes every vertex to `target(index)`; vertices that stay are left out.
    pub fn add_shape(&mut self, name: &'static str, target: impl Fn(u32) -> Option<Vec3>) {
        let moved = (0..self.positions.len() as u32).filter_map(|i| {
            let there = target(i)?;
            (there.distance(self.positions[i as usize]) > 1e-5).then_some((i, there))
        });
        let targets: Vec<_> = moved.collect();
        assert!(!targets.is_empty(), "the shape {name:?} moves something");
        self.shapes.push(Shape { name, targets });
    }
}

pub struct Vertex {
    pub position: Vec3,
    pub normal: Vec3,
    pub uv: Vec2,
    pub influences: Influences,
}
