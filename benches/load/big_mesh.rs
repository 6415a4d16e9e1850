//! A million vertices and two million triangles, as every format may hold them.

use crate::random::Random;

pub const BONES: u32 = 200;
const WIDTH: u32 = 1000;
const VERTICES: u32 = WIDTH * WIDTH;

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
        let mut mesh = Self {
            positions: (0..VERTICES)
                .map(|_| [random.signed(), random.signed(), random.signed()])
                .collect(),
            normals: (0..VERTICES)
                .map(|_| rotation(random))
                .map(|[x, y, _, w]| {
                    let length = (x * x + y * y + w * w).sqrt();
                    [x / length, y / length, w / length]
                })
                .collect(),
            uvs: (0..VERTICES).map(|_| [random.unit(), random.unit()]).collect(),
            slots: Vec::new(),
            weights: Vec::new(),
            corners: Vec::new(),
        };
        for _ in 0..VERTICES {
            let first = random.next() % BONES;
            let raw = [random.unit() + 0.1, random.unit(), random.unit(), random.unit()];
            let sum: f32 = raw.iter().sum();
            mesh.slots.push([0, 1, 2, 3].map(|j| ((first + j * 7) % BONES) as u16));
            mesh.weights.push(raw.map(|weight| weight / sum));
        }
        for corner in (0..VERTICES - WIDTH).chain(0..WIDTH) {
            let [right, below] = [corner + 1, corner + WIDTH];
            let [a, b, c, d] = [corner, right, below, below + 1].map(|vertex| vertex % VERTICES);
            mesh.corners.extend([a, c, b, b, c, d]);
        }
        mesh
    }
}
