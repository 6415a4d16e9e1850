//! Triangles of a picture in world space, and the search for those that a place of the picture shows.

use castview_base::core::MeshIndex;
use castview_base::scene::{Input, Mesh};
use castview_motion::deform::{Deformed, Rest, deform, rest_normals, rest_tangents};
use castview_picture::{Picture, PlacedModel};
use glam::{DMat3, DVec3, Vec2, Vec3, Vec4};
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, Default)]
pub struct Corner {
    pub position: Vec3,
    pub normal: Vec3,
    /// And the side of the bitangent.
    pub tangent: Vec4,
    pub uvs: [Vec2; 2],
    pub color: Vec4,
}

pub struct Triangle {
    pub corners: [Corner; 3],
    /// Its model in the picture, and the material there.
    pub material: (usize, usize),
    /// How many times as long it is as in its mesh: in its file, and in the world.
    pub longer: [f32; 2],
    /// From a place of the picture to the corners' shares, each over its distance from the eye.
    shares: DMat3,
    /// Rows of the picture it may be seen in, and columns: first and last.
    reach: [[f64; 2]; 2],
    faces_eye: bool,
}

/// Where a ray meets a triangle.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    pub triangle: usize,
    pub away: f64,
    pub shares: Vec3,
}

impl Triangle {
    /// Places are normalised device coordinates.
    fn of(picture: &Picture, corners: [Corner; 3], material: (usize, usize), longer: [f32; 2]) -> Option<Self> {
        let clip_from_world = picture.camera.clip_from_world(picture.aspect()).as_dmat4();
        let clip = corners.map(|corner| clip_from_world * corner.position.as_dvec3().extend(1.0));
        let [a, b, c] = clip.map(|corner| corner.truncate().with_z(corner.w));
        let places = DMat3::from_cols(a, b, c);
        let turn = places.determinant();
        if turn == 0.0 || !turn.is_finite() || clip.iter().all(|corner| corner.w <= 0.0) {
            return None;
        }
        let all = [[-1.0, 1.0]; 2];
        let reach = match clip.iter().all(|corner| corner.w > 0.0) {
            false => all,
            true => [1, 0].map(|axis| {
                let along = clip.map(|corner| corner[axis] / corner.w);
                [
                    along.into_iter().fold(f64::MAX, f64::min),
                    along.into_iter().fold(f64::MIN, f64::max),
                ]
            }),
        };
        Some(Self {
            corners,
            material,
            longer,
            shares: places.inverse(),
            reach,
            faces_eye: turn > 0.0,
        })
    }

    /// The shares of the corners at a place, inside of the triangle or not, and how far from the eye that is.
    fn at(&self, place: [f64; 2]) -> (DVec3, f64) {
        let over = self.shares * DVec3::new(place[0], place[1], 1.0);
        let near = over.x + over.y + over.z;
        (over / near, 1.0 / near)
    }

    pub fn shares_at(&self, place: [f64; 2]) -> Vec3 {
        self.at(place).0.as_vec3()
    }

    fn meets(&self, place: [f64; 2]) -> Option<(Vec3, f64)> {
        let (shares, away) = self.at(place);
        (away > 0.0 && away.is_finite() && shares.min_element() >= 0.0).then(|| (shares.as_vec3(), away))
    }

    /// A number of the corners at those shares of them.
    pub fn blend<T: std::ops::Mul<f32, Output = T> + std::ops::Add<Output = T>>(
        &self,
        shares: Vec3,
        of: impl Fn(&Corner) -> T,
    ) -> T {
        let [a, b, c] = &self.corners;
        of(a) * shares.x + of(b) * shares.y + of(c) * shares.z
    }
}

/// All of a picture, and which triangles each of its rows shows.
pub struct Triangles {
    pub all: Vec<Triangle>,
    rows: Vec<Vec<u32>>,
}

impl Triangles {
    pub fn of(picture: &Picture) -> Self {
        let mut all = Vec::new();
        for (at, placed) in picture.models.iter().enumerate() {
            for index in 0..placed.model().meshes.len() {
                if !placed.hidden_meshes.get(index).is_some_and(|hidden| *hidden) {
                    add(picture, (at, placed), index, &mut all);
                }
            }
        }
        let height = picture.size[1] as usize;
        let mut rows = vec![Vec::new(); height];
        for (at, triangle) in all.iter().enumerate() {
            let row = |y: f64| ((1.0 - y) * 0.5 * height as f64).floor();
            let (top, bottom) = (row(triangle.reach[0][1]), row(triangle.reach[0][0]));
            if bottom >= 0.0 && top < height as f64 {
                let rows = &mut rows[top.max(0.0) as usize..=(bottom as usize).min(height - 1)];
                rows.iter_mut().for_each(|row| row.push(at as u32));
            }
        }
        Self { all, rows }
    }

    /// Returns the hits at each of `columns`, places of one height in a row of pixels: the nearest first.
    pub fn seen(&self, row: usize, columns: &[f64], height: f64) -> Vec<Vec<Hit>> {
        let mut seen = vec![Vec::new(); columns.len()];
        for index in &self.rows[row] {
            let triangle = &self.all[*index as usize];
            let [[bottom, top], [left, right]] = triangle.reach;
            if !(bottom..=top).contains(&height) {
                continue;
            }
            let first = columns.partition_point(|x| *x < left);
            let columns = columns.iter().enumerate().skip(first);
            for (at, x) in columns.take_while(|(_, x)| **x <= right) {
                if let Some((shares, away)) = triangle.meets([*x, height]) {
                    seen[at].push(Hit {
                        triangle: *index as usize,
                        away,
                        shares,
                    });
                }
            }
        }
        seen.iter_mut()
            .for_each(|hits| hits.sort_by(|a, b| a.away.total_cmp(&b.away)));
        seen
    }
}

fn add(picture: &Picture, (at, placed): (usize, &PlacedModel), index: usize, all: &mut Vec<Triangle>) {
    let model = placed.model();
    let mesh = &model.meshes[index];
    let Some(material) = mesh.material.map(|material| material.get()) else {
        panic!("the reference knows no surface without a material");
    };
    let paint = &model.materials[material];
    let (normals, tangents) = (rest_normals(mesh), rest_tangents(mesh));
    let mut posed = Deformed::default();
    let rest = Rest {
        normals: &normals,
        tangents: &tangents,
    };
    deform(model, MeshIndex::new(index), &placed.pose, rest, &mut posed);
    let world = picture.world_from_stage * placed.stage_from_model;
    let corner = |vertex: usize| Corner {
        position: world.transform_point3(posed.positions[vertex]),
        normal: world.transform_vector3(posed.normals[vertex]),
        tangent: posed.tangents.get(vertex).map_or(Vec4::ZERO, |tangent| {
            world.transform_vector3(tangent.truncate()).extend(tangent.w)
        }),
        uvs: [0, 1].map(|layer| mesh.uvs.get(layer).map_or(Vec2::ZERO, |uvs| uvs.get(vertex).into())),
        color: match mesh.colors.first().filter(|_| paint.surface.vertex_colors) {
            Some(colors) => colors.get(vertex).into(),
            None => Vec4::ONE,
        },
    };
    let mut triangles: Vec<[Corner; 3]> = (0..mesh.triangle_count())
        .map(|at| [0, 1, 2].map(|step| corner(mesh.triangles.get(3 * at + step) as usize)))
        .collect();
    let layer = [Input::Normal, Input::ClearcoatNormal]
        .into_iter()
        .find_map(|input| paint.fed(input))
        .map(|(slot, _)| slot.lookup.uv_layer as usize);
    if let Some(layer) = layer.filter(|_| posed.tangents.is_empty()) {
        generate_tangents(mesh, &mut triangles, layer);
    }
    let longer = (0..mesh.triangle_count()).map(|at| {
        let vertices = [0, 1, 2].map(|step| mesh.triangles.get(3 * at + step) as usize);
        let area = |of: &dyn Fn(usize) -> Vec3| {
            let [a, b, c] = vertices.map(of);
            (b - a).cross(c - a).length().max(1e-30)
        };
        let rest = area(&|vertex| mesh.positions.get(vertex).into());
        let file = area(&|vertex| posed.positions[vertex]);
        let stands = area(&|vertex| world.transform_point3(posed.positions[vertex]));
        [file, stands].map(|area| (area / rest).sqrt())
    });
    let made = (triangles.into_iter().zip(longer))
        .filter_map(|(corners, longer)| Triangle::of(picture, corners, (at, material), longer));
    // Back faces of what has one side are not there.
    all.extend(made.filter(|made| made.faces_eye || paint.surface.double_sided));
}

/// As MikkTSpace does, which glTF asks for: the directions of growing u in the triangles around a corner, weighted by their angles, of
/// those triangles whose corners are the same there and whose textures are not mirrored against each other.
fn generate_tangents(mesh: &Mesh, triangles: &mut [[Corner; 3]], layer: usize) {
    assert!(layer < mesh.uvs.len(), "a normal map without texture coordinates");
    let key = |corner: &Corner, side: f32| {
        let [u, v] = corner.uvs[layer].to_array();
        let numbers = [corner.position.to_array(), corner.normal.to_array(), [u, v, side]];
        numbers.map(|three| three.map(f32::to_bits))
    };
    // The direction of growing u, and the side of the bitangent, which points where v falls.
    let along = |[a, b, c]: &[Corner; 3]| {
        let (p, q) = (b.position - a.position, c.position - a.position);
        let (s, t) = (b.uvs[layer] - a.uvs[layer], c.uvs[layer] - a.uvs[layer]);
        let area = s.x * t.y - s.y * t.x;
        // Over the area, of which the sign alone counts.
        ((p * t.y - q * s.y) * area.signum(), -area.signum())
    };
    let mut sums: HashMap<_, Vec3> = HashMap::new();
    for triangle in triangles.iter() {
        let (direction, side) = along(triangle);
        for at in 0..3 {
            let [corner, next, last] = [0, 1, 2].map(|step| &triangle[(at + step) % 3]);
            let flat = |v: Vec3| (v - corner.normal * corner.normal.dot(v)).normalize_or_zero();
            let (one, other) = (
                flat(next.position - corner.position),
                flat(last.position - corner.position),
            );
            let angle = one.dot(other).clamp(-1.0, 1.0).acos();
            *sums.entry(key(corner, side)).or_default() += flat(direction) * angle;
        }
    }
    for triangle in triangles.iter_mut() {
        let (_, side) = along(triangle);
        for corner in triangle {
            let sum = sums[&key(corner, side)];
            corner.tangent = sum.normalize_or_zero().extend(side);
        }
    }
}
