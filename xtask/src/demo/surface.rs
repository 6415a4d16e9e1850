//! Implicit surface → triangles of even size: naive surface nets (Gibson 1998), relaxed and put back on the skin.

use crate::field::Field;
use glam::{UVec3, Vec3};

/// Counter-clockwise seen from outside; neighbours share vertices.
pub struct Surface {
    pub positions: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
}

/// The corners of the box that is searched, and the edge of a cell.
const LOW: Vec3 = Vec3::new(-0.78, -0.06, -0.54);
const HIGH: Vec3 = Vec3::new(0.78, 1.96, 0.66);
const CELL: f32 = 0.0285;

pub fn extract(field: &Field) -> Surface {
    let size = ((HIGH - LOW) / CELL).ceil().as_uvec3() + UVec3::ONE;
    // Half a cell on either side of x = 0, so that both sides get the same mesh.
    let low = Vec3::new(-(size.x as f32 - 1.0) * 0.5 * CELL, LOW.y, LOW.z);
    let corner = |x: u32, y: u32, z: u32| low + Vec3::new(x as f32, y as f32, z as f32) * CELL;
    let at = |x: u32, y: u32, z: u32| ((z * size.y + y) * size.x + x) as usize;
    let mut distances = Vec::with_capacity((size.x * size.y * size.z) as usize);
    for z in 0..size.z {
        for y in 0..size.y {
            distances.extend((0..size.x).map(|x| field.distance(corner(x, y, z))));
        }
    }

    // One vertex in every cell that the surface crosses, at the mean of its edge crossings.
    let mut vertex_of_cell = vec![u32::MAX; distances.len()];
    let mut positions = Vec::new();
    for z in 0..size.z - 1 {
        for y in 0..size.y - 1 {
            for x in 0..size.x - 1 {
                if let Some(vertex) = cell_vertex(|i| {
                    let (x, y, z) = (x + (i & 1), y + (i >> 1 & 1), z + (i >> 2 & 1));
                    (corner(x, y, z), distances[at(x, y, z)])
                }) {
                    vertex_of_cell[at(x, y, z)] = positions.len() as u32;
                    positions.push(vertex);
                }
            }
        }
    }

    // One quad around every edge of the grid that the surface crosses.
    let mut triangles = Vec::new();
    for z in 1..size.z - 1 {
        for y in 1..size.y - 1 {
            for x in 1..size.x - 1 {
                let here = distances[at(x, y, z)] < 0.0;
                let rings = [
                    (
                        at(x + 1, y, z),
                        [at(x, y - 1, z - 1), at(x, y, z - 1), at(x, y, z), at(x, y - 1, z)],
                    ),
                    (
                        at(x, y + 1, z),
                        [at(x - 1, y, z - 1), at(x - 1, y, z), at(x, y, z), at(x, y, z - 1)],
                    ),
                    (
                        at(x, y, z + 1),
                        [at(x - 1, y - 1, z), at(x, y - 1, z), at(x, y, z), at(x - 1, y, z)],
                    ),
                ];
                for (other, ring) in rings {
                    if here == (distances[other] < 0.0) {
                        continue;
                    }
                    let mut quad = ring.map(|cell| vertex_of_cell[cell]);
                    if !here {
                        quad.reverse();
                    }
                    triangles.extend(split(quad, &positions));
                }
            }
        }
    }
    let mut surface = Surface { positions, triangles };
    surface.relax(field);
    surface
}

/// The mean of the points where the edges of a cell cross the surface.
fn cell_vertex(corner: impl Fn(u32) -> (Vec3, f32)) -> Option<Vec3> {
    let corners: [(Vec3, f32); 8] = std::array::from_fn(|i| corner(i as u32));
    let mut sum = Vec3::ZERO;
    let mut crossings = 0.0;
    for a in 0..8usize {
        for b in [a | 1, a | 2, a | 4] {
            let ((pa, da), (pb, db)) = (corners[a], corners[b]);
            if (da < 0.0) != (db < 0.0) {
                sum += pa.lerp(pb, da / (da - db));
                crossings += 1.0;
            }
        }
    }
    (crossings > 0.0).then(|| sum / crossings)
}

/// Along the shorter diagonal.
fn split(q: [u32; 4], positions: &[Vec3]) -> [[u32; 3]; 2] {
    let length = |a: u32, b: u32| positions[a as usize].distance_squared(positions[b as usize]);
    if length(q[0], q[2]) < length(q[1], q[3]) {
        [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]
    } else {
        [[q[0], q[1], q[3]], [q[1], q[2], q[3]]]
    }
}

impl Surface {
    /// Neighbours of every vertex, ascending.
    pub fn neighbours(&self) -> Vec<Vec<u32>> {
        let mut neighbours = vec![Vec::new(); self.positions.len()];
        for triangle in &self.triangles {
            for i in 0..3 {
                let (a, b) = (triangle[i], triangle[(i + 1) % 3]);
                neighbours[a as usize].push(b);
                neighbours[b as usize].push(a);
            }
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        neighbours
    }

    /// Evens the triangles out without leaving the skin.
    fn relax(&mut self, field: &Field) {
        let neighbours = self.neighbours();
        for _ in 0..6 {
            let moved: Vec<Vec3> = (self.positions.iter().zip(&neighbours))
                .map(|(&p, around)| {
                    let mean = around.iter().map(|&i| self.positions[i as usize]).sum::<Vec3>() / around.len() as f32;
                    field.project(p.lerp(mean, 0.5))
                })
                .collect();
            self.positions = moved;
        }
    }
}
