//! Origins beside things that stand far from that of their file: single precision keeps them whole.
//!
//! In: a box, or a transform between two spaces. Out: the origin for that box, and the transform between spaces that are counted from other
//! points. The differences are taken in f64, before anything becomes f32.

use super::Bounds;
use glam::{Affine3A, Vec3};

/// A box that is farther away than so many times its size has an origin of its own. Nearer, single precision keeps a 16 000th of the size,
/// which is less than a tenth of a pixel of the box.
const FAR: f64 = 1000.0;
/// The origin is a multiple of the largest power of ten that is at most so many sizes of the box: a number that people can read.
const COARSE: f64 = 100.0;

/// The origin for numbers around `bounds`: zero, unless the box is farther from zero than a thousand times its diagonal. A box around one
/// point counts as one unit large.
pub fn origin_for(bounds: &Bounds) -> Vec3 {
    let size = f64::from(bounds.diagonal());
    let size = if size > 0.0 { size } else { 1.0 };
    let center = bounds.center().as_dvec3();
    let is_far = center.abs().max_element() > FAR * size;
    if bounds.is_empty() || !is_far || !center.is_finite() {
        return Vec3::ZERO;
    }
    let step = 10.0_f64.powf((COARSE * size).log10().floor());
    let origin = ((center / step).round() * step).as_vec3();
    // Zero without a sign.
    if origin.is_finite() { origin + 0.0 } else { Vec3::ZERO }
}

/// `outer_from_inner` for points that are counted from `inner` in their own space and from `outer` in the other one. The same bits where
/// both are zero.
pub fn counted_from(outer_from_inner: Affine3A, inner: Vec3, outer: Vec3) -> Affine3A {
    if inner == Vec3::ZERO && outer == Vec3::ZERO {
        return outer_from_inner;
    }
    let translation = outer_from_inner.as_daffine3().transform_point3(inner.as_dvec3()) - outer.as_dvec3();
    Affine3A {
        translation: translation.as_vec3a(),
        ..outer_from_inner
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;

    #[test]
    fn only_what_is_far_for_its_size_has_an_origin_of_its_own() {
        let around = |center: Vec3, size: f32| Bounds {
            min: center - size * 0.3,
            max: center + size * 0.3,
        };
        for (center, size, wanted) in [
            (Vec3::ZERO, 2.0, Vec3::ZERO),
            (Vec3::new(1900.0, 0.0, 0.0), 2.0, Vec3::ZERO),
            (Vec3::new(2200.0, 0.0, 0.0), 2.0, Vec3::new(2200.0, 0.0, 0.0)),
            (Vec3::new(1e7, -3e6, 2e6), 2.0, Vec3::new(1e7, -3e6, 2e6)),
            (Vec3::new(1e7, -3e6, 2e6), 180.0, Vec3::new(1e7, -3e6, 2e6)),
            (Vec3::new(1e7, 0.4, 2e6), 1e5, Vec3::ZERO),
            // A file of one bone.
            (Vec3::new(0.0, 900.0, 0.0), 0.0, Vec3::ZERO),
            (Vec3::new(0.0, 123_456.0, 0.0), 0.0, Vec3::new(0.0, 123_500.0, 0.0)),
            (Vec3::splat(f32::INFINITY), 1.0, Vec3::ZERO),
        ] {
            assert_eq!(origin_for(&around(center, size)), wanted, "{center} {size}");
        }
        assert_eq!(origin_for(&Bounds::EMPTY), Vec3::ZERO);
    }

    #[test]
    fn a_transform_is_the_same_for_points_that_are_counted_from_elsewhere() {
        let turn = Quat::from_xyzw(0.4, -0.2, 0.7, 0.3).normalize();
        let placement = Affine3A::from_rotation_translation(turn, Vec3::new(3.0, 4.0, 5.0));
        let inner = Vec3::new(1e7, -3e6, 2e6);
        let outer = placement.as_daffine3().transform_point3(inner.as_dvec3()).as_vec3();
        let near = counted_from(placement, inner, outer);
        let point = Vec3::new(0.25, -0.5, 0.125);
        let exact = placement
            .as_daffine3()
            .transform_point3((inner.as_dvec3()) + point.as_dvec3())
            - outer.as_dvec3();
        assert!((near.transform_point3(point).as_dvec3() - exact).length() < 1e-6);
        assert_eq!(counted_from(placement, Vec3::ZERO, Vec3::ZERO), placement);
    }
}
