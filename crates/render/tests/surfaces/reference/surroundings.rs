//! Light of an environment, direction by direction: no harmonics, no levels for rough surfaces, no split sums.
//!
//! Samples are taken from smaller levels of the cube map where they lie far apart (Krivanek and Colbert, "Real-time Shading with
//! Filtered Importance Sampling", 2008): they see all of the environment.

use castview_picture::Picture;
use castview_picture::light::{Cube, face_direction, reflect_sheen};
use glam::{Mat3, Vec2, Vec3, Vec4};
use std::f32::consts::PI;

/// Directions of one lobe of one sample of a pixel.
const COUNT: usize = 128;
/// Directions among them that go through glass: each meets a surface that is lit by all of them.
const THROUGH: usize = 16;
/// Samples of a pixel, each of which has directions of its own.
pub const SETS: usize = 4;
/// Normals along an edge of the cube for which all directions are summed up.
const NORMALS: usize = 32;

/// One level with a rim of one texel around each face that shows what lies over the edge.
struct Level {
    side: usize,
    texels: Vec<Vec4>,
}

/// The face that `direction` meets, and where: both −1 to 1.
fn meet(direction: Vec3) -> (usize, f32, f32) {
    let Vec3 { x, y, z } = direction;
    let size = direction.abs();
    if size.x >= size.y && size.x >= size.z {
        let near = 1.0 / size.x;
        if x > 0.0 {
            (0, -z * near, -y * near)
        } else {
            (1, z * near, -y * near)
        }
    } else if size.y >= size.z {
        let near = 1.0 / size.y;
        if y > 0.0 {
            (2, x * near, z * near)
        } else {
            (3, x * near, -z * near)
        }
    } else {
        let near = 1.0 / size.z;
        if z > 0.0 {
            (4, x * near, -y * near)
        } else {
            (5, -x * near, -y * near)
        }
    }
}

impl Level {
    fn of(cube: &Cube) -> Self {
        let side = cube.side;
        let place = |c: usize| (c as f32 - 0.5) / side as f32 * 2.0 - 1.0;
        let texel = |index: usize| {
            let wide = side + 2;
            let (face, y, x) = (index / (wide * wide), index / wide % wide, index % wide);
            let (face, u, v) = meet(face_direction(face, place(x), place(y)));
            let at = |c: f32| ((c * 0.5 + 0.5) * side as f32).clamp(0.0, side as f32 - 1.0) as usize;
            cube.texels[(face * side + at(v)) * side + at(u)].extend(0.0)
        };
        Self {
            side,
            texels: (0..6 * (side + 2) * (side + 2)).map(texel).collect(),
        }
    }

    fn at(&self, direction: Vec3) -> Vec3 {
        let (face, u, v) = meet(direction);
        let place = |c: f32| (c * 0.5 + 0.5) * self.side as f32 + 0.5;
        let (x, y, wide) = (place(u), place(v), self.side + 2);
        let (left, top) = (x as usize, y as usize);
        let first = (face * wide + top.min(wide - 2)) * wide + left.min(wide - 2);
        let (x, y) = (x - left as f32, y - top as f32);
        let above = self.texels[first].lerp(self.texels[first + 1], x);
        let below = self.texels[first + wide].lerp(self.texels[first + wide + 1], x);
        above.lerp(below, y).truncate()
    }
}

/// A point of a surface whose maps are looked up; `n` and `v` of unit length.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    pub n: Vec3,
    pub v: Vec3,
    pub diffuse: Vec3,
    pub f0: Vec3,
    pub f90: f32,
    pub roughness: f32,
}

/// Where a point stands: z is the normal, and the eye lies over x.
struct Frame {
    axes: [Vec3; 3],
    eye: Vec3,
}

impl Frame {
    fn of(n: Vec3, v: Vec3) -> Self {
        let n_v = n.dot(v).clamp(1e-3, 1.0);
        let along = (v - n * n.dot(v)).try_normalize().unwrap_or(n.any_orthonormal_vector());
        Self {
            axes: [along, n.cross(along), n],
            eye: Vec3::new((1.0 - n_v * n_v).sqrt(), 0.0, n_v),
        }
    }

    fn world(&self, d: Vec3) -> Vec3 {
        self.axes[0] * d.x + self.axes[1] * d.y + self.axes[2] * d.z
    }
}

fn schlick(cosine: f32) -> f32 {
    let rest = 1.0 - cosine.clamp(0.0, 1.0);
    rest * rest * rest * rest * rest
}

/// Light around the model, in world space.
pub struct Surroundings {
    levels: Vec<Level>,
    /// Light that falls on a surface, by its normal.
    falling: Level,
    turn: Mat3,
    pairs: [Vec<Pair>; SETS],
    /// Solid angle of a texel of the sharpest level.
    texel: f32,
}

/// A pair of numbers from 0 to 1, and the direction around the normal that the second stands for.
struct Pair {
    part: f32,
    around: Vec2,
}

/// Pairs that fill the square evenly (Roberts 2018): `which` of several such sets.
fn pairs(which: usize) -> Vec<Pair> {
    const STEP: [f64; 2] = [0.754_877_666_246_692_8, 0.569_840_290_998_053_3];
    let part = |axis: usize, at: usize| (0.5 + STEP[axis] * (which * COUNT + at) as f64).fract() as f32;
    let pair = |at: usize| Pair {
        part: part(0, at),
        around: Vec2::from_angle(2.0 * PI * part(1, at)),
    };
    (0..COUNT).map(pair).collect()
}

impl Surroundings {
    /// As `picture` has them: the sharp level of the map, with the key light in it.
    pub fn of(picture: &Picture) -> Self {
        let cube = picture.environment.map().cube(0);
        let texel = 4.0 * PI / cube.texels.len() as f32;
        let levels = cube.levels();
        let coarse = levels.iter().find(|level| level.side == NORMALS).expect("a level");
        let around: Vec<(Vec3, Vec3)> = coarse
            .directions()
            .map(|(light, l, angle)| (light * angle / PI, l))
            .collect();
        let falling = Cube::build(NORMALS, |face, u, v| {
            let n = face_direction(face, u, v).normalize();
            around.iter().map(|(light, l)| *light * n.dot(*l).max(0.0)).sum()
        });
        Self {
            levels: levels.iter().map(Level::of).collect(),
            falling: Level::of(&falling),
            turn: Mat3::from_rotation_y(-picture.environment_turn_rad),
            pairs: std::array::from_fn(pairs),
            texel,
        }
    }

    /// The light from a direction of which so many samples are taken per solid angle.
    fn seen(&self, direction: Vec3, density: f32) -> Vec3 {
        let texels = 1.0 / (COUNT as f32 * density.max(1e-9) * self.texel);
        // Half of the logarithm, rounded: a level has a quarter of the texels.
        let doublings = (texels.to_bits() >> 23) as i32 - 127;
        let level = (doublings + 1).div_euclid(2).max(0) as usize;
        // A lobe of one direction sees one texel.
        let level = if texels < 0.25 {
            0
        } else {
            level.min(self.levels.len() - 1)
        };
        self.levels[level].at(self.turn * direction)
    }

    /// Light that comes back after scattering below the surface: all that the surface does not reflect (glTF 2.0, appendix B).
    pub fn scattered(&self, p: &Point, which: usize) -> Vec3 {
        if p.diffuse == Vec3::ZERO {
            return Vec3::ZERO;
        }
        let frame = Frame::of(p.n, p.v);
        // The samples say what share is not reflected. All that falls on the surface is known better.
        let (mut sum, mut all) = (Vec3::ZERO, Vec3::ZERO);
        for pair in &self.pairs[which] {
            let l = (pair.around * pair.part.sqrt()).extend((1.0 - pair.part).sqrt());
            let v_h = (0.5 + 0.5 * l.dot(frame.eye)).max(0.0).sqrt();
            let fresnel = p.f0 + (Vec3::splat(p.f90) - p.f0) * schlick(v_h);
            let seen = self.seen(frame.world(l), l.z / PI);
            sum += seen * (1.0 - fresnel.max_element());
            all += seen;
        }
        p.diffuse * self.falling.at(self.turn * p.n) * sum / all.max(Vec3::splat(1e-6))
    }

    /// Light that comes back from the surface itself: GGX (Walter et al. 2007; Heitz 2014), with the light that its grooves reflect several
    /// times (Turquin 2019).
    pub fn reflected(&self, p: &Point, which: usize) -> Vec3 {
        let frame = Frame::of(p.n, p.v);
        let (v, a2) = (frame.eye, p.roughness.clamp(0.0, 1.0).powi(4).max(1e-8));
        let (mut sum, mut all) = (Vec3::ZERO, 0.0);
        for pair in &self.pairs[which] {
            let squared = (1.0 - pair.part) / (1.0 + (a2 - 1.0) * pair.part);
            let n_h = squared.sqrt();
            let h = (pair.around * (1.0 - squared).max(0.0).sqrt()).extend(n_h);
            let v_h = v.dot(h);
            let l = h * (2.0 * v_h) - v;
            if l.z <= 0.0 || v_h <= 0.0 {
                continue;
            }
            let eye = l.z * (v.z * v.z * (1.0 - a2) + a2).sqrt();
            let light = v.z * (l.z * l.z * (1.0 - a2) + a2).sqrt();
            // Over how often such a half vector is taken.
            let weight = 2.0 * v_h * l.z / (n_h * (eye + light).max(1e-9));
            let spread = squared * (a2 - 1.0) + 1.0;
            let density = a2 / (PI * spread * spread) * n_h / (4.0 * v_h);
            let fresnel = p.f0 + (Vec3::splat(p.f90) - p.f0) * schlick(v_h);
            sum += self.seen(frame.world(l), density) * fresnel * weight;
            all += weight;
        }
        let share = (all / COUNT as f32).max(1e-3);
        sum / COUNT as f32 * (Vec3::ONE + p.f0 * (1.0 / share - 1.0))
    }

    /// Part of `behind`, the light by its direction, that comes through a thin wall: reflected on GGX's facets and then turned to the other
    /// side (KHR_materials_transmission), less the light that the surface reflects. `p.v` turned round is straight on.
    pub fn let_through(&self, p: &Point, roughness: f32, which: usize, behind: impl Fn(Vec3) -> Vec3) -> Vec3 {
        let held = |v_h: f32| (p.f0 + (Vec3::splat(p.f90) - p.f0) * schlick(v_h)).max_element();
        let frame = Frame::of(p.n, p.v);
        let (v, a2) = (frame.eye, roughness.clamp(0.0, 1.0).powi(4));
        if a2 < 1e-8 {
            return behind(-p.v) * (1.0 - held(v.z));
        }
        let (mut sum, mut all) = (Vec3::ZERO, 0.0);
        for pair in self.pairs[which].iter().step_by(COUNT / THROUGH) {
            let squared = (1.0 - pair.part) / (1.0 + (a2 - 1.0) * pair.part);
            let h = (pair.around * (1.0 - squared).max(0.0).sqrt()).extend(squared.sqrt());
            let v_h = v.dot(h);
            let l = h * (2.0 * v_h) - v;
            if l.z <= 0.0 || v_h <= 0.0 {
                continue;
            }
            let eye = l.z * (v.z * v.z * (1.0 - a2) + a2).sqrt();
            let light = v.z * (l.z * l.z * (1.0 - a2) + a2).sqrt();
            let weight = 2.0 * v_h * l.z / (h.z * (eye + light).max(1e-9));
            sum += behind(frame.world(l.with_z(-l.z))) * (1.0 - held(v_h)) * weight;
            all += weight;
        }
        sum / f32::max(all, 1e-6)
    }

    /// Light that white fibres of that roughness reflect (KHR_materials_sheen), and the share that they reflect of light from all around
    /// alike.
    pub fn fibres(&self, n: Vec3, v: Vec3, roughness: f32, which: usize) -> (Vec3, f32) {
        let frame = Frame::of(n, v);
        let (mut sum, mut all) = (Vec3::ZERO, 0.0);
        for pair in &self.pairs[which] {
            // As many at grazing angles as anywhere: most comes from there.
            let l = (pair.around * (1.0 - pair.part * pair.part).sqrt()).extend(pair.part);
            let n_h = (l + frame.eye).normalize().z;
            let weight = 2.0 * PI * reflect_sheen(roughness, n_h, l.z, frame.eye.z) * l.z;
            sum += self.seen(frame.world(l), 0.5 / PI) * weight;
            all += weight;
        }
        (sum / COUNT as f32, (all / COUNT as f32).min(1.0))
    }
}
