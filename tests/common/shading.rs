//! The shading model on the CPU, written from its sources again: glTF 2.0 appendix B, the extensions, and the studio of
//! `shaders/shared/light.wgsl`.

use castview::picture::Picture;
use glam::Vec3;
use std::f32::consts::PI;

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

    /// Of `around` from everywhere, and `mirrored` from where the eye sees it.
    fn surroundings(&self, around: Vec3, mirrored: Vec3) -> Vec3 {
        // Karis 2014.
        let r = self.roughness;
        let (x, y, z, w) = (1.0 - r, 0.0425 - 0.0275 * r, 1.04 - 0.572 * r, -0.04 + 0.022 * r);
        let a = (x * x).min((-9.28 * self.n_v()).exp2()) * x + y;
        let share = self.f0 * (z - 1.04 * a) + Vec3::splat(self.f90 * (w + 1.04 * a));
        self.diffuse * (1.0 - share.max_element()) * around + share * mirrored
    }
}

const SKY: Vec3 = Vec3::new(0.24, 0.27, 0.32);
const GROUND: Vec3 = Vec3::new(0.12, 0.108, 0.10);
const KEY: Vec3 = Vec3::new(0.82, 0.80, 0.76);
const FILL: Vec3 = Vec3::new(0.09, 0.10, 0.12);

/// The viewer's own lights, or what is left of them beside the lights of files.
pub struct Studio {
    right: Vec3,
    up: Vec3,
    back: Vec3,
}

impl Studio {
    pub fn of(picture: &Picture) -> Self {
        let camera = &picture.camera;
        Self {
            right: camera.right(),
            up: camera.up(),
            back: -camera.forward(),
        }
    }

    fn toward(&self, right: f32, up: f32, back: f32) -> Vec3 {
        (self.right * right + self.up * up + self.back * back).normalize()
    }

    fn room(height: f32) -> Vec3 {
        GROUND.lerp(SKY, height)
    }

    fn mirrored(&self, r: Vec3, roughness: f32, dim: bool) -> Vec3 {
        let h = (0.5 + 0.5 * r.y / (0.35 + 0.65 * roughness)).clamp(0.0, 1.0);
        let room = Self::room(h * h * (3.0 - 2.0 * h)) * 1.4;
        if dim {
            return room;
        }
        let alpha = roughness * roughness;
        let lamp = |direction: Vec3, sharpness: f32| {
            let wide = sharpness / (1.0 + 0.5 * sharpness * alpha * alpha);
            wide / sharpness * (wide * (r.dot(direction) - 1.0)).exp()
        };
        room + KEY * 1.7 * lamp(self.toward(-0.45, 0.6, 0.8), 7.0)
            + FILL * 5.0 * lamp(self.toward(0.85, -0.15, 0.45), 10.0)
            + SKY * 0.9 * lamp(self.toward(0.35, 0.55, -0.75), 9.0)
    }

    /// What of sky, ground and the mirrored room comes back; `dim`: beside lights of files.
    pub fn around(&self, p: &Point, dim: bool) -> Vec3 {
        let mirrored = self.mirrored((2.0 * p.n.dot(p.v) * p.n - p.v).normalize(), p.roughness, dim);
        p.surroundings(Self::room(0.5 + 0.5 * p.n.y), mirrored) * if dim { 0.3 } else { 1.0 }
    }

    /// What of the lamps comes back.
    pub fn lamps(&self, p: &Point) -> Vec3 {
        let key = self.toward(-0.45, 0.6, 0.8);
        let fill = self.toward(0.85, -0.15, 0.45);
        let wrapped = ((p.n.dot(key) + 0.12) / 1.12).clamp(0.0, 1.0).powf(1.2);
        let rim = 0.14 * (1.0 - p.n.dot(p.v).clamp(0.0, 1.0)).powi(4) * (0.6 + 0.6 * p.n.dot(self.up)).clamp(0.0, 1.0);
        p.lamp(key, wrapped) * KEY + p.diffuse * FILL * p.n.dot(fill).clamp(0.0, 1.0) + p.diffuse * rim
    }

    pub fn all(&self, p: &Point) -> Vec3 {
        self.around(p, false) + self.lamps(p)
    }
}
