//! The shading model on the CPU, written from its sources again: glTF 2.0 appendix B, the extensions, split sums over an environment
//! and the tone curves, as `shaders/shared` has them.

use castview_picture::light::{
    Cube, EnvironmentMap, face_direction, integrate_reflectance, integrate_sheen, level_of_roughness,
};
use castview_picture::{Picture, Tone};
use glam::{Mat3, Quat, Vec3};
use std::f32::consts::PI;
use std::sync::Arc;

/// Numbers of `mirrored_light` in `light.wgsl`, in the order of its lines; `fit.rs` of the tests of surfaces finds them.
pub const MIRRORED: [f32; 5] = [1.05, 0.45, 6.75, 1.6, 0.6];

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

impl Point {
    /// Metallic-roughness with an index of refraction of 1.5.
    pub fn rough(n: Vec3, v: Vec3, base: Vec3, metallic: f32, roughness: f32) -> Self {
        Self {
            n,
            v,
            diffuse: base * (1.0 - metallic),
            f0: Vec3::splat(0.04).lerp(base, metallic),
            f90: 1.0,
            roughness,
        }
    }

    fn alpha(&self) -> f32 {
        self.roughness.max(0.045).powi(2)
    }

    fn n_v(&self) -> f32 {
        self.n.dot(self.v).max(1e-3)
    }

    /// Scattered and reflected light of a lamp of strength 1 in the direction `l`.
    pub fn lamp(&self, l: Vec3, soft: f32) -> Vec3 {
        let h = (l + self.v).normalize();
        let (n_l, n_h) = (self.n.dot(l).clamp(0.0, 1.0), self.n.dot(h).clamp(0.0, 1.0));
        let fresnel = self.f0 + (Vec3::splat(self.f90) - self.f0) * (1.0 - self.v.dot(h)).powi(5);
        let a2 = self.alpha() * self.alpha();
        let d = a2 / (PI * (n_h * n_h * (a2 - 1.0) + 1.0).powi(2));
        let g = |x: f32, y: f32| x * (y * y * (1.0 - a2) + a2).sqrt();
        let visible = 0.5 / (g(n_l, self.n_v()) + g(self.n_v(), n_l)).max(1e-6);
        self.diffuse * (1.0 - fresnel.max_element()) * soft + fresnel * PI * d * visible * n_l
    }

    /// The same of a surface that is scratched along `along`, which is reflected alone (Heitz 2014; KHR_materials_anisotropy).
    pub fn lamp_over_scratches(&self, l: Vec3, along: Vec3, strength: f32) -> Vec3 {
        let (h, across) = ((l + self.v).normalize(), self.n.cross(along));
        let (ab, at) = (self.alpha(), self.alpha() + (1.0 - self.alpha()) * strength * strength);
        let fresnel = self.f0 + (Vec3::splat(self.f90) - self.f0) * (1.0 - self.v.dot(h)).powi(5);
        let (x, y, z) = (along.dot(h) / at, across.dot(h) / ab, self.n.dot(h));
        let d = 1.0 / (PI * at * ab * (x * x + y * y + z * z).powi(2));
        let g =
            |n_other: f32, w: Vec3, n_w: f32| n_other * Vec3::new(at * along.dot(w), ab * across.dot(w), n_w).length();
        let n_l = self.n.dot(l).clamp(0.0, 1.0);
        let visible = 0.5 / (g(n_l, self.v, self.n_v()) + g(self.n_v(), l, n_l));
        fresnel * PI * d * visible * n_l
    }

    /// Share of light that the surface reflects if equal light comes from all around.
    pub fn reflected(&self) -> Vec3 {
        let terms = integrate_reflectance(self.roughness.powi(2).max(1e-4), self.n_v(), 96);
        let once = self.f0 * terms.x + Vec3::splat(self.f90 * terms.y);
        // Turquin 2019.
        once * (Vec3::ONE + self.f0 * (1.0 / (terms.x + terms.y) - 1.0))
    }

    /// Returns the surface's light: `around` comes from everywhere, `mirrored` from the direction in which the eye sees it mirrored.
    fn surroundings(&self, around: Vec3, mirrored: Vec3) -> Vec3 {
        let share = self.reflected();
        self.diffuse * (1.0 - share.max_element()) * around + share * mirrored
    }
}

/// All light of a picture but for the lamps of its files, and how it is shown.
pub struct Lighting {
    map: Arc<EnvironmentMap>,
    levels: Vec<Cube>,
    turn: Quat,
    exposure: f32,
    tone: Tone,
}

impl Lighting {
    pub fn of(picture: &Picture) -> Self {
        let map = picture.environment.map();
        Self {
            levels: (0..EnvironmentMap::LEVELS).map(|level| map.cube(level)).collect(),
            map,
            turn: Quat::from_rotation_y(picture.environment_turn_rad),
            exposure: picture.exposure.exp2(),
            tone: picture.tone,
        }
    }

    fn mirrored(&self, r: Vec3, level: f32) -> Vec3 {
        let level = level.clamp(0.0, (self.levels.len() - 1) as f32);
        let above = (level as usize + 1).min(self.levels.len() - 1);
        let r = self.turn.inverse() * r;
        smooth(&self.levels[level as usize], r).lerp(smooth(&self.levels[above], r), level.fract())
    }

    /// The light that a surface mirrors, with the bent direction and the level of `light.wgsl`.
    pub fn mirrored_light(&self, p: &Point) -> Vec3 {
        self.mirrored_by(p, MIRRORED)
    }

    /// The same with other numbers than [`MIRRORED`], as fits try them.
    pub fn mirrored_by(&self, p: &Point, [of_f0, of_all, of_cosine, sharp, sharp_of_f0]: [f32; 5]) -> Vec3 {
        let (smooth, f0, n_v) = (1.0 - p.roughness, p.f0.max_element().min(1.0), p.n_v());
        let bend = p.roughness * p.roughness * (1.0 + smooth * (of_f0 * f0 - of_all - of_cosine * smooth * n_v));
        let mirror = 2.0 * p.n.dot(p.v) * p.n - p.v;
        let toward = mirror.lerp(p.n, bend.clamp(0.0, 1.0)).normalize();
        let sharper = (1.0 - n_v) * (sharp * smooth - sharp_of_f0 * f0);
        self.mirrored(toward, level_of_roughness(p.roughness) - sharper)
    }

    /// Light of the environment that the surface sends back, without the key light; `dim`: beside lights of files.
    pub fn around(&self, p: &Point, dim: bool) -> Vec3 {
        let mirrored = self.mirrored_light(p);
        let around = self.map.irradiance.at(self.turn.inverse() * p.n);
        p.surroundings(around, mirrored) * if dim { 0.3 } else { 1.0 }
    }

    /// Light of fibres over a surface (KHR_materials_sheen), and what of the surface is left below them.
    pub fn sheen(&self, n: Vec3, v: Vec3, color: Vec3, roughness: f32) -> (Vec3, f32) {
        let albedo = integrate_sheen(roughness, n.dot(v).max(1e-3), 128).min(1.0);
        let scattering = Point {
            diffuse: Vec3::ONE,
            f0: Vec3::ZERO,
            f90: 0.0,
            ..Point::rough(n, v, Vec3::ONE, 0.0, 1.0)
        };
        (
            color * albedo * self.all(&scattering),
            1.0 - color.max_element() * albedo,
        )
    }

    /// Light that falls on a surface from all around, without the key light.
    pub fn irradiance(&self, n: Vec3) -> Vec3 {
        self.map.irradiance.at(self.turn.inverse() * n)
    }

    /// The mirrored and the scattered light of a surface scratched along `along` (KHR_materials_anisotropy).
    pub fn scratched(&self, p: &Point, along: Vec3, strength: f32) -> Vec3 {
        let across = p.n.cross(along);
        let turned = across.cross(p.v).cross(across);
        let straight = (1.0 - strength * (1.0 - p.roughness)).powi(4);
        let bent = turned.lerp(p.n, straight).normalize();
        let level = level_of_roughness(p.roughness);
        let mirrored = self.mirrored((2.0 * bent.dot(p.v) * bent - p.v).normalize(), level);
        let around = self.map.irradiance.at(self.turn.inverse() * p.n);
        p.surroundings(around, mirrored) + self.key(p)
    }

    /// The light that is shown so: the curve's other direction, found by halving. Grey.
    pub fn unshown(&self, seen: f32) -> f32 {
        let (mut low, mut high) = (0.0, 64.0);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            match self.shown(Vec3::splat(middle)).x < seen {
                true => low = middle,
                false => high = middle,
            }
        }
        low
    }

    /// Light of the key light that the surface sends back.
    pub fn key(&self, p: &Point) -> Vec3 {
        let Some(key) = self.map.key else { return Vec3::ZERO };
        let cosine = p.n.dot(self.turn * key.direction);
        // It sinks like a disc of its size.
        let falling = match cosine.abs() < key.sine {
            true => (cosine + key.sine).powi(2) / (4.0 * key.sine),
            false => cosine.max(0.0),
        };
        p.surroundings(key.light * falling, Vec3::ZERO)
    }

    pub fn all(&self, p: &Point) -> Vec3 {
        self.around(p, false) + self.key(p)
    }

    /// Light as the picture shows it, still linear.
    pub fn shown(&self, light: Vec3) -> Vec3 {
        let exposed = light * self.exposure;
        match self.tone {
            Tone::None => exposed,
            Tone::Neutral => neutral(exposed),
            Tone::Aces => aces(exposed),
            Tone::Agx => agx(exposed),
        }
    }
}

/// The face that `direction` meets, and where: both −1 to 1.
fn meet(direction: Vec3) -> (usize, f32, f32) {
    let toward = |face: usize| face_direction(face, 0.0, 0.0).dot(direction);
    let face = (0..6)
        .max_by(|a, b| toward(*a).total_cmp(&toward(*b)))
        .expect("six faces");
    let ahead = face_direction(face, 0.0, 0.0);
    let on_face = direction / toward(face);
    let along = |u, v| (face_direction(face, u, v) - ahead).dot(on_face);
    (face, along(1.0, 0.0), along(0.0, 1.0))
}

/// Between texels, over the edges of faces too.
fn smooth(cube: &Cube, direction: Vec3) -> Vec3 {
    let side = cube.side as f32;
    let (face, u, v) = meet(direction);
    let place = |c: f32| (c * 0.5 + 0.5) * side - 0.5;
    let (x, y) = (place(u), place(v));
    let texel = |x: f32, y: f32| {
        let middle = |c: f32| (c + 0.5) / side * 2.0 - 1.0;
        let (face, u, v) = meet(face_direction(face, middle(x), middle(y)));
        let index = |c: f32| ((c * 0.5 + 0.5) * side).clamp(0.0, side - 1.0) as usize;
        cube.texels[(face * cube.side + index(v)) * cube.side + index(u)]
    };
    let (left, top) = (x.floor(), y.floor());
    let above = texel(left, top).lerp(texel(left + 1.0, top), x - left);
    let below = texel(left, top + 1.0).lerp(texel(left + 1.0, top + 1.0), x - left);
    above.lerp(below, y - top)
}

/// Khronos PBR Neutral, as its specification has it.
fn neutral(mut color: Vec3) -> Vec3 {
    let (start, desaturation) = (0.8 - 0.04, 0.15);
    let x = color.min_element();
    color -= if x < 0.08 { x - 6.25 * x * x } else { 0.04 };
    let peak = color.max_element();
    if peak < start {
        return color;
    }
    let d = 1.0 - start;
    let new_peak = 1.0 - d * d / (peak + d - start);
    color *= new_peak / peak;
    let g = 1.0 - 1.0 / (desaturation * (peak - new_peak) + 1.0);
    color.lerp(Vec3::splat(new_peak), g)
}

/// Troy Sobotka's configuration of AgX for Rec. 709, with the two powers of its curve's halves.
fn agx(color: Vec3) -> Vec3 {
    let mixed = |keeps: [f32; 3], gets: [f32; 3]| {
        Mat3::from_diagonal(Vec3::from(keeps)) + Mat3::from_cols_array_2d(&gets.map(|part| [part; 3]))
    };
    let into = mixed([0.8; 3], [0.042_401, 0.078_437, 0.079_162]);
    let back = mixed([1.25; 3], [-0.053_001, -0.098_046, -0.098_953]);
    let bent = (into * color).to_array().map(|light| {
        let (least, most) = (-12.473_931_f32, 4.026_069_f32);
        let d = (light.max(1e-10).log2().clamp(least, most) - least) / (most - least) - 0.606_060_6;
        let (a, b): (f32, f32) = if d > 0.0 { (69.862_79, 3.25) } else { (59.507_875, 3.0) };
        0.5 + 2.0 * d * (1.0 + a * d.abs().powf(b)).powf(-1.0 / b)
    });
    (back * Vec3::from(bent)).clamp(Vec3::ZERO, Vec3::ONE).powf(2.2)
}

/// Stephen Hill's fit; rows as he has them.
fn aces(color: Vec3) -> Vec3 {
    let from_rows = |rows: [[f32; 3]; 3]| Mat3::from_cols_array_2d(&rows).transpose();
    let into = from_rows([
        [0.59719, 0.35458, 0.04823],
        [0.07600, 0.90834, 0.01566],
        [0.02840, 0.13383, 0.83777],
    ]);
    let out = from_rows([
        [1.60475, -0.53108, -0.07367],
        [-0.10208, 1.10813, -0.00605],
        [-0.00327, -0.07276, 1.07602],
    ]);
    let c = into * (color / 0.68);
    let bent = (c * (c + 0.0245786) - 0.000090537) / (c * (0.983729 * c + 0.432_951) + 0.238081);
    (out * bent).clamp(Vec3::ZERO, Vec3::ONE)
}
