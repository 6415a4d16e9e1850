//! The thin film of KHR_materials_iridescence on the CPU, as its text has it (Belcour and Barla 2017), to be compared with
//! `shaders/shared/light/film.wgsl`. In double precision.

use glam::{DMat3, DVec3, Vec3};
use std::f64::consts::PI;

fn schlick(f0: f64, cosine: f64) -> f64 {
    f0 + (1.0 - f0) * (1.0 - cosine).powi(5)
}

fn between(one: f64, other: f64) -> f64 {
    ((other - one) / (other + one)).powi(2)
}

/// Light that is so many nanometres late.
fn late(path_nm: f64, shift: DVec3) -> DVec3 {
    let phase = 2.0 * PI * path_nm * 1e-9;
    let hump = |value: f64, place: f64, width: f64, shift: f64| {
        value * (2.0 * PI * width).sqrt() * (place * phase + shift).cos() * (-phase * phase * width).exp()
    };
    let xyz = DVec3::new(
        hump(5.4856e-13, 1.6810e6, 4.3278e9, shift.x) + hump(9.7470e-14, 2.2399e6, 4.5282e9, shift.x),
        hump(4.4201e-13, 1.7953e6, 9.3046e9, shift.y),
        hump(5.2481e-13, 2.2084e6, 6.6121e9, shift.z),
    );
    let rec709 = DMat3::from_cols_array_2d(&[
        [3.240_454_2, -0.969_266_0, 0.055_643_4],
        [-1.537_138_5, 1.876_010_8, -0.204_025_9],
        [-0.498_531_4, 0.041_556_0, 1.057_225_2],
    ]);
    rec709 * xyz / 1.0685e-7
}

/// Share of white light that comes back from a surface of `f0` under a film that is denser than air.
pub fn reflection(film_ior: f32, cosine: f32, thickness_nm: f32, f0: Vec3) -> Vec3 {
    let (film, cosine, thickness) = (f64::from(film_ior), f64::from(cosine), f64::from(thickness_nm));
    let inside = 1.0 - (1.0 - cosine * cosine) / (film * film);
    let cosine_2 = inside.sqrt();
    let r12 = schlick(between(1.0, film), cosine);
    let t121 = 1.0 - r12;
    let root = f0.as_dvec3().clamp(DVec3::ZERO, DVec3::splat(0.9999)).map(f64::sqrt);
    let base = (DVec3::ONE + root) / (DVec3::ONE - root);
    let r23 = base.map(|base| schlick(between(film, base), cosine_2));
    let shift = base.map(|base| PI + if base < film { PI } else { 0.0 });
    let r123 = (r12 * r23).clamp(DVec3::splat(1e-5), DVec3::splat(0.9999));
    let rs = t121 * t121 * r23 / (DVec3::ONE - r123);
    let mut sum = r12 + rs;
    let mut c = rs - t121;
    for m in [1.0, 2.0] {
        c *= r123.map(f64::sqrt);
        sum += c * 2.0 * late(m * 2.0 * film * thickness * cosine_2, m * shift);
    }
    sum.max(DVec3::ZERO).as_vec3()
}

/// The F0 of a surface that reflects so much at that cosine.
pub fn f0_of(share: Vec3, cosine: f32) -> Vec3 {
    let grazing = (1.0 - cosine.clamp(0.0, 1.0)).powi(5).clamp(0.0, 0.9999);
    ((share - Vec3::splat(grazing)) / (1.0 - grazing)).clamp(Vec3::ZERO, Vec3::ONE)
}
