//! Rotations as three angles, in whatever order a program turns.

use glam::{EulerRot, Quat, Vec3};
use serde::{Deserialize, Serialize};

/// Around which axis is turned first, second and third, each axis being one of the outer space. Blender and Maya write
/// their orders the same way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EulerOrder {
    /// Around x, then y, then z.
    #[default]
    Xyz,
    /// Around x, then z, then y.
    Xzy,
    /// Around y, then x, then z.
    Yxz,
    /// Around y, then z, then x.
    Yzx,
    /// Around z, then x, then y.
    Zxy,
    /// Around z, then y, then x.
    Zyx,
}

impl EulerOrder {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Xyz, Self::Xzy, Self::Yxz, Self::Yzx, Self::Zxy, Self::Zyx];

    /// `XYZ`, the first axis first.
    pub fn name(self) -> &'static str {
        match self {
            Self::Xyz => "XYZ",
            Self::Xzy => "XZY",
            Self::Yxz => "YXZ",
            Self::Yzx => "YZX",
            Self::Zxy => "ZXY",
            Self::Zyx => "ZYX",
        }
    }

    /// The number Maya gives to this order in `rotateOrder`.
    pub fn maya_number(self) -> u8 {
        match self {
            Self::Xyz => 0,
            Self::Yzx => 1,
            Self::Zxy => 2,
            Self::Xzy => 3,
            Self::Yxz => 4,
            Self::Zyx => 5,
        }
    }

    /// The angles around x, y and z, in radians.
    pub fn angles_rad(self, rotation: Quat) -> Vec3 {
        // glam turns around axes that turn along: the order of outer axes read backwards.
        let ((a, b, c), axes) = match self {
            Self::Xyz => (rotation.to_euler(EulerRot::ZYX), [2, 1, 0]),
            Self::Xzy => (rotation.to_euler(EulerRot::YZX), [1, 2, 0]),
            Self::Yxz => (rotation.to_euler(EulerRot::ZXY), [2, 0, 1]),
            Self::Yzx => (rotation.to_euler(EulerRot::XZY), [0, 2, 1]),
            Self::Zxy => (rotation.to_euler(EulerRot::YXZ), [1, 0, 2]),
            Self::Zyx => (rotation.to_euler(EulerRot::XYZ), [0, 1, 2]),
        };
        let mut angles = Vec3::ZERO;
        for (axis, angle) in axes.into_iter().zip([a, b, c]) {
            angles[axis] = angle;
        }
        angles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_by_the_angles_in_their_order_gives_the_rotation() {
        let about = [Quat::from_rotation_x, Quat::from_rotation_y, Quat::from_rotation_z];
        let rotations = [
            Quat::from_xyzw(0.1, -0.5, 0.3, 0.8).normalize(),
            Quat::from_rotation_y(1.2) * Quat::from_rotation_x(-2.0),
            Quat::IDENTITY,
        ];
        for order in EulerOrder::ALL {
            for rotation in rotations {
                let angles = order.angles_rad(rotation);
                let turned = order.name().bytes().fold(Quat::IDENTITY, |turned, letter| {
                    let axis = usize::from(letter - b'X');
                    about[axis](angles[axis]) * turned
                });
                let apart = 1.0 - turned.dot(rotation).abs();
                assert!(apart < 1e-5, "{order:?} of {rotation}: {angles} is {turned}");
            }
        }
    }
}
