//! Vertices of a grid, a million of them unless a file asks for fewer, and twice as many triangles, as every format may hold them.

use crate::random::Random;

pub const BONES: u32 = 200;
const WIDTH: u32 = 1000;

pub struct BigMesh {
    pub positions: Vec<[f32; 3]>,
    pub normals: Vec<[f32; 3]>,
    pub uvs: Vec<[f32; 2]>,
    /// Four per vertex, each bone once.
    pub slots: Vec<[u16; 4]>,
    /// Parallel to `slots`; their sum is 1.
    pub weights: Vec<[f32; 4]>,
    /// Three to a triangle.
    pub corners: Vec<u32>,
}

pub fn rotation(random: &mut Random) -> [f32; 4] {
    let raw = [random.signed(), random.signed(), random.signed(), 2.0 + random.unit()];
    let length = raw.iter().map(|v| v * v).sum::<f32>().sqrt();
    raw.map(|v| v / length)
}

impl BigMesh {
    pub fn new(random: &mut Random) -> Self {
        Self::of(random, WIDTH, BONES)
    }

    /// As many vertices as the square of `width`, each held by four of the first `bones` bones.
    pub fn of(random: &mut Random, width: u32, bones: u32) -> Self {
        let vertices = width * width;
        let mut mesh = Self {
            positions: (0..vertices)
                .map(|_| [random.signed(), random.signed(), random.signed()])
                .collect(),
            normals: (0..vertices)
                .map(|_| rotation(random))
                .map(|[x, y, _, w]| {
                    let length = (x * x + y * y + w * w).sqrt();
                    [x / length, y / length, w / length]
                })
                .collect(),
            uvs: (0..vertices).map(|_| [random.unit(), random.unit()]).collect(),
            slots: Vec::new(),
            weights: Vec::new(),
            corners: Vec::new(),
        };
        for _ in 0..vertices {
            let first = random.next() % bones;
            let raw = [random.unit() + 0.1, random.unit(), random.unit(), random.unit()];
            let sum: f32 = raw.iter().sum();
            mesh.slots.push([0, 1, 2, 3].map(|j| ((first + j * 7) % bones) as u16));
            mesh.weights.push(raw.map(|weight| weight / sum));
        }
        for corner in (0..vertices - width).chain(0..width) {
            let [right, below] = [corner + 1, corner + width];
            let [a, b, c, d] = [corner, right, below, below + 1].map(|vertex| vertex % vertices);
            mesh.corners.extend([a, c, b, b, c, d]);
        }
        mesh
    }
}
