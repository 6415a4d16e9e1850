//! The turns that handles and constraints are made of, in f64.
//!
//! In: directions, unit quaternions. Out: unit quaternions. Never here: bones.

use glam::{DMat3, DQuat, DVec3};

/// Two directions count as one line below this sine. A length below this share of the chain's counts as none.
pub(super) const ALONG: f64 = 1e-6;

/// The unit vector along `v`; `None` for nothing and for what is not finite.
pub(super) fn direction(v: DVec3) -> Option<DVec3> {
    let length = v.length();
    (length > 0.0 && length.is_finite()).then(|| v / length)
}

/// The part of `v` across the unit `axis`; `None` if `v` lies along it.
pub(super) fn across(v: DVec3, axis: DVec3) -> Option<DVec3> {
    across_by(v, axis, 0.0)
}

/// The same, and `None` too for what reaches no further across than `least`.
fn across_by(v: DVec3, axis: DVec3, least: f64) -> Option<DVec3> {
    let part = v - axis * axis.dot(v);
    (part.length() > (ALONG * v.length()).max(least)).then_some(part)
}

/// Some unit vector across the unit `axis`: always the same one.
pub(super) fn any_across(axis: DVec3) -> DVec3 {
    let size = axis.abs();
    let least = if size.x <= size.y && size.x <= size.z {
        DVec3::X
    } else if size.y <= size.z {
        DVec3::Y
    } else {
        DVec3::Z
    };
    axis.cross(least).normalize()
}

/// The shortest turn from `from` to `to`, neither of them zero; half a turn goes about the unit `spare`, which is across `from`.
pub(super) fn shortest_arc(from: DVec3, to: DVec3, spare: DVec3) -> DQuat {
    let (from, to) = (from.normalize(), to.normalize());
    let cosine = from.dot(to);
    if cosine < -1.0 + 1e-12 {
        return DQuat::from_xyzw(spare.x, spare.y, spare.z, 0.0);
    }
    // The half-angle quaternion, up to its length.
    let axis = from.cross(to);
    DQuat::from_xyzw(axis.x, axis.y, axis.z, 1.0 + cosine).normalize()
}

/// A place beside a line through the origin, as seen from there; `None` where it stands on the line, or so near to the origin that only
/// rounding could tell the two apart: nearer than [`ALONG`] of `length`.
pub(super) fn beside(place: DVec3, line: DVec3, length: f64) -> Option<DVec3> {
    across_by(place, line, ALONG * length)
}

/// The turn about the unit `axis` that brings `from` into the half plane of `to`; none if `from` lies along the axis.
/// `to` is across it.
pub(super) fn swing(axis: DVec3, from: DVec3, to: Option<DVec3>) -> DQuat {
    match (across(from, axis), to) {
        (Some(from), Some(to)) => DQuat::from_axis_angle(axis, axis.dot(from.cross(to)).atan2(from.dot(to))),
        _ => DQuat::IDENTITY,
    }
}

/// Angles about x, then y, then z (`q = qz ⊗ qy ⊗ qx`, the order of the format's Euler curves); y within ±90°.
///
/// At ±90° x and z turn about one line: all of it goes to x.
pub(super) fn euler_xyz(rotation: DQuat) -> DVec3 {
    let m = DMat3::from_quat(rotation);
    let sine = -m.x_axis.z;
    if sine.abs() > 1.0 - 1e-12 {
        let y = std::f64::consts::FRAC_PI_2.copysign(sine);
        return DVec3::new((-m.z_axis.y).atan2(m.y_axis.y), y, 0.0);
    }
    DVec3::new(m.y_axis.z.atan2(m.z_axis.z), sine.asin(), m.x_axis.y.atan2(m.x_axis.x))
}

/// The inverse of [`euler_xyz`].
pub(super) fn from_euler_xyz(angles: DVec3) -> DQuat {
    DQuat::from_rotation_z(angles.z) * DQuat::from_rotation_y(angles.y) * DQuat::from_rotation_x(angles.x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_2, PI};

    #[test]
    fn arcs_bring_one_direction_to_the_other() {
        let from = DVec3::new(1.0, 2.0, -0.5);
        let spare = any_across(from.normalize());
        for to in [
            from,
            -from,
            DVec3::X,
            DVec3::new(-3.0, 0.1, 0.0),
            -from + DVec3::splat(1e-7),
            -from + DVec3::splat(1e-5),
        ] {
            let turned = shortest_arc(from, to, spare) * from.normalize();
            assert!(turned.distance(to.normalize()) < 1e-6, "{to}: {turned}");
        }
    }

    #[test]
    fn a_swing_faces_the_pole_even_half_way_round() {
        for (to, wanted) in [
            (DVec3::new(0.3, 5.0, 0.0), DVec3::X),
            (DVec3::new(-0.3, -5.0, 0.0), DVec3::NEG_X),
            (DVec3::new(0.0, 1.0, 0.2), DVec3::Z),
        ] {
            let turned =
                swing(DVec3::Y, DVec3::new(1.0, 7.0, 0.0), beside(to, DVec3::Y, 1.0)) * DVec3::new(1.0, 7.0, 0.0);
            assert!(turned.distance(wanted + 7.0 * DVec3::Y) < 1e-12, "{to}: {turned}");
        }
        assert_eq!(swing(DVec3::Y, DVec3::Y * 3.0, Some(DVec3::X)), DQuat::IDENTITY);
        for nowhere in [DVec3::Y, DVec3::Y + DVec3::X * 1e-7, DVec3::X * 1e-12, DVec3::ZERO] {
            assert_eq!(beside(nowhere, DVec3::Y, 1.0), None, "{nowhere}");
        }
        assert_eq!(swing(DVec3::Y, DVec3::X, None), DQuat::IDENTITY);
    }

    #[test]
    fn angles_come_apart_and_together() {
        for angles in [
            DVec3::new(0.3, -1.2, 2.5),
            DVec3::new(-3.0, 1.5, 0.1),
            DVec3::new(0.4, FRAC_PI_2, 0.0),
            DVec3::new(-0.9, -FRAC_PI_2, 0.0),
            DVec3::new(PI - 0.01, 0.0, 0.0),
        ] {
            let back = euler_xyz(from_euler_xyz(angles));
            assert!(back.distance(angles) < 1e-6, "{angles}: {back}");
        }
        // Both turns at 90° about one line: what counts is where they end.
        let locked = from_euler_xyz(DVec3::new(0.3, FRAC_PI_2, 0.5));
        assert!(from_euler_xyz(euler_xyz(locked)).dot(locked).abs() > 1.0 - 1e-10);
    }
}
