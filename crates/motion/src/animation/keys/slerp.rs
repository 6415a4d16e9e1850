//! Slerp of four pairs at once, in f32 (docs/formats/cast.md §3.8): shorter arc, nlerp where they are closer than
//! 0.9995.

use glam::{Mat4, Quat, Vec4};

/// Above this cosine the arc is taken for a straight line.
const NEARLY_ONE: f32 = 0.9995;

/// arccos x = √(1 − x) · Σ aᵢ·xⁱ on 0…1, error below 2e-8 (Abramowitz, Stegun, "Handbook of Mathematical Functions", 4.4.46).
const ARC_COSINE: [f32; 8] = [
    std::f32::consts::FRAC_PI_2,
    -0.214_598_8,
    0.088_978_99,
    -0.050_174_305,
    0.030_891_88,
    -0.017_088_126,
    0.006_670_09,
    -0.001_262_491_1,
];

/// sin x = x + x · Σ aᵢ·x²ⁱ⁺² on 0…π/2, error below 2e-9 (the same, 4.3.97).
const SINE: [f32; 5] = [
    -0.166_666_67,
    0.008_333_332,
    -0.000_198_409,
    0.000_002_752_6,
    -0.000_000_023_9,
];

/// From each `a` towards its `b` by `along`, 0…1; all of unit length. At 0 exactly `a`.
///
/// The weights are sin((1 − t)·θ) and sin(t·θ) over the length of what they make, instead of over sin θ: the result is of
/// unit length however the rounding falls, and small angles need no care.
#[inline]
pub(super) fn slerp_four(a: &[Quat; 4], b: &[Quat; 4], along: Vec4) -> [Quat; 4] {
    let products = Mat4::from_cols(
        Vec4::from(a[0]) * Vec4::from(b[0]),
        Vec4::from(a[1]) * Vec4::from(b[1]),
        Vec4::from(a[2]) * Vec4::from(b[2]),
        Vec4::from(a[3]) * Vec4::from(b[3]),
    )
    .transpose();
    let dot = (products.x_axis + products.y_axis) + (products.z_axis + products.w_axis);
    let cosine = dot.abs().min(Vec4::ONE);
    let rest = Vec4::ONE - along;
    let mut series = Vec4::splat(ARC_COSINE[7]);
    for a in ARC_COSINE[..7].iter().rev() {
        series = series * cosine + Vec4::splat(*a);
    }
    let angle = (Vec4::ONE - cosine).sqrt() * series;
    let straight = cosine.cmpgt(Vec4::splat(NEARLY_ONE));
    let weight_a = Vec4::select(straight, rest, sine(rest * angle));
    let weight_b = Vec4::select(straight, along, sine(along * angle));
    // |a·wa + b·wb|² for unit quaternions on one side.
    let square = weight_a * weight_a + weight_b * weight_b + (weight_a + weight_a) * weight_b * cosine;
    let length = square.sqrt();
    let at_a = along.cmpeq(Vec4::ZERO);
    let weight_a = Vec4::select(at_a, Vec4::ONE, weight_a / length).to_array();
    let weight_b = Vec4::select(at_a, Vec4::ZERO, weight_b / length);
    // q and −q are one rotation: `b` counts on `a`'s side.
    let weight_b = weight_b.copysign(dot).to_array();
    std::array::from_fn(|i| Quat::from_vec4(Vec4::from(a[i]) * weight_a[i] + Vec4::from(b[i]) * weight_b[i]))
}

/// Sines of angles in 0…π/2.
#[inline]
fn sine(angle: Vec4) -> Vec4 {
    let square = angle * angle;
    let mut series = Vec4::splat(SINE[4]);
    for a in SINE[..4].iter().rev() {
        series = series * square + Vec4::splat(*a);
    }
    angle + angle * square * series
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::sample;
    use glam::{EulerRot, Vec3};

    /// The formula as it stands in docs/formats/cast.md §3.8, in f64.
    fn wanted(a: Quat, b: Quat, along: f32) -> Quat {
        sample::slerp(a.as_dquat().normalize(), b.as_dquat().normalize(), f64::from(along)).as_quat()
    }

    #[test]
    fn four_at_once_are_as_exact_as_one_in_f64() {
        let axis = Vec3::new(0.3, -0.5, 0.8).normalize();
        let start = Quat::from_euler(EulerRot::XYZ, 0.4, -1.1, 2.0).normalize();
        let mut worst = 0.0f32;
        for degrees in 0..720 {
            let angle = (degrees as f32 * 0.2499).to_radians();
            let turn = Quat::from_axis_angle(axis, angle);
            // Short and long way round, on either side of the pair.
            let pairs = [
                (start, start * turn),
                (start, -(start * turn)),
                (start * turn, start),
                (-start, turn * start),
            ];
            for step in 0..=20 {
                let along = step as f32 / 20.0;
                let made = slerp_four(&pairs.map(|p| p.0), &pairs.map(|p| p.1), Vec4::splat(along));
                for (made, (a, b)) in made.into_iter().zip(pairs) {
                    worst = worst.max((made - wanted(a, b, along)).length());
                }
            }
        }
        assert!(worst < 4e-7, "{worst}");
    }

    #[test]
    fn each_of_the_four_has_its_own_place_along() {
        let a = [Quat::IDENTITY; 4];
        let b = [Quat::from_rotation_z(1.0); 4];
        let made = slerp_four(&a, &b, Vec4::new(0.0, 0.25, 0.5, 1.0));
        for (made, angle) in made.into_iter().zip([0.0, 0.25, 0.5, 1.0]) {
            assert!((made - Quat::from_rotation_z(angle)).length() < 1e-6, "{angle}: {made}");
        }
        assert_eq!(made[0], a[0]);
    }
}
