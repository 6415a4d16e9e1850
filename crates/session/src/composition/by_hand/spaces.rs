//! The change of a bone as numbers in a space: degrees, lengths, factors.
//!
//! In: a change in the bone's own axes, and where the clips put the bone. Out: three numbers of a part of it, and back. Never here: the session.

use super::action::{HandPart, HandSpace};
use castview_base::core::Transform;
use glam::{Affine3A, EulerRot, Quat, Vec3, Vec3A};

/// The place of a bone before it is changed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct BoneFrame {
    /// The bone relative to its parent, as the clips have it.
    pub local: Transform,
    /// The world's space from the parent's, as it is shown.
    pub world_from_parent: Affine3A,
}

impl BoneFrame {
    /// The numbers of a part of `change`.
    pub fn told(&self, change: &Transform, part: HandPart, space: HandSpace) -> Vec3 {
        match part {
            HandPart::Turn => degrees(self.turn_in(change.rotation, space)),
            HandPart::Shift => self.shift_in(change.translation, space),
            HandPart::Scale => change.scale,
        }
    }

    /// `change` with these numbers as that part of it; `None` where the parent is flat and no shift comes to them.
    pub fn with(&self, change: &Transform, part: HandPart, space: HandSpace, value: Vec3) -> Option<Transform> {
        Some(match part {
            HandPart::Turn => Transform {
                rotation: self.turn_from(rotation(value), space).normalize(),
                ..*change
            },
            HandPart::Shift => Transform {
                translation: self.shift_from(value, space)?,
                ..*change
            },
            HandPart::Scale => Transform {
                scale: value,
                ..*change
            },
        })
    }

    /// A turn of the bone's own axes as a turn in `space`.
    pub fn turn_in(&self, own: Quat, space: HandSpace) -> Quat {
        let of_parent = || self.local.rotation * own * self.local.rotation.inverse();
        match space {
            HandSpace::Local => own,
            HandSpace::Parent => of_parent(),
            HandSpace::World => {
                let (rotation, signs) = self.axes_of_parent();
                let turn = mirrored(of_parent(), signs);
                rotation * turn * rotation.inverse()
            }
        }
    }

    /// The opposite of [`Self::turn_in`].
    pub fn turn_from(&self, turn: Quat, space: HandSpace) -> Quat {
        let own = |of_parent: Quat| self.local.rotation.inverse() * of_parent * self.local.rotation;
        match space {
            HandSpace::Local => turn,
            HandSpace::Parent => own(turn),
            HandSpace::World => {
                let (rotation, signs) = self.axes_of_parent();
                own(mirrored(rotation.inverse() * turn * rotation, signs))
            }
        }
    }

    fn shift_in(&self, own: Vec3, space: HandSpace) -> Vec3 {
        let of_parent = self.local.rotation * (self.local.scale * own);
        match space {
            HandSpace::Local => own,
            HandSpace::Parent => of_parent,
            HandSpace::World => self.world_from_parent.transform_vector3(of_parent),
        }
    }

    pub fn shift_from(&self, shift: Vec3, space: HandSpace) -> Option<Vec3> {
        let own = |of_parent: Vec3| {
            let along = self.local.rotation.inverse() * of_parent;
            let divided = along / self.local.scale;
            // No shift along an axis without length moves the bone.
            Vec3::select(self.local.scale.cmpeq(Vec3::ZERO), Vec3::ZERO, divided)
        };
        let shift = match space {
            HandSpace::Local => shift,
            HandSpace::Parent => own(shift),
            HandSpace::World => {
                let matrix = self.world_from_parent.matrix3;
                let is_flat = !matrix.determinant().is_normal();
                own((!is_flat).then(|| matrix.inverse() * Vec3A::from(shift))?.into())
            }
        };
        shift.is_finite().then_some(shift)
    }

    /// The parent's axes in the world, and the signs of their scale.
    fn axes_of_parent(&self) -> (Quat, Vec3) {
        let Transform { rotation, scale, .. } = Transform::of_affine(self.world_from_parent);
        (rotation, scale.map(|factor| if factor < 0.0 { -1.0 } else { 1.0 }))
    }
}

/// A turn as it is seen through a mirror of those signs.
fn mirrored(turn: Quat, signs: Vec3) -> Quat {
    let axis = Vec3::new(turn.x, turn.y, turn.z) * signs * (signs.x * signs.y * signs.z);
    Quat::from_xyzw(axis.x, axis.y, axis.z, turn.w)
}

/// Degrees about x, then y, then z.
pub fn rotation(degrees: Vec3) -> Quat {
    let [x, y, z] = degrees.to_array().map(f32::to_radians);
    Quat::from_euler(EulerRot::ZYX, z, y, x)
}

/// The opposite of [`rotation`]: of all angles that mean the same those with y between −90° and 90°.
pub fn degrees(turn: Quat) -> Vec3 {
    let (z, y, x) = turn.to_euler(EulerRot::ZYX);
    // Rounded, so that a quarter turn reads 90 and not 89.99999.
    let degrees = |radians: f32| (radians.to_degrees() * 1000.0).round() / 1000.0 + 0.0;
    Vec3::new(degrees(x), degrees(y), degrees(z))
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_motion::animation::over;

    fn frame(mirrors: bool) -> BoneFrame {
        let scale = if mirrors {
            Vec3::new(2.0, -2.0, 2.0)
        } else {
            Vec3::splat(2.0)
        };
        BoneFrame {
            local: Transform {
                translation: Vec3::new(1.0, 2.0, 3.0),
                rotation: rotation(Vec3::new(20.0, 30.0, -70.0)),
                scale: Vec3::splat(0.5),
            },
            world_from_parent: Affine3A::from_scale_rotation_translation(
                scale,
                rotation(Vec3::new(-40.0, 10.0, 55.0)),
                Vec3::new(5.0, 0.0, -1.0),
            ),
        }
    }

    #[test]
    fn numbers_of_every_part_and_space_come_back() {
        let change = Transform {
            translation: Vec3::new(0.5, -1.0, 2.0),
            rotation: rotation(Vec3::new(10.0, -20.0, 30.0)),
            scale: Vec3::new(1.0, 2.0, 0.5),
        };
        for frame in [frame(false), frame(true)] {
            for part in [HandPart::Turn, HandPart::Shift, HandPart::Scale] {
                for space in HandSpace::ALL {
                    let told = frame.told(&change, part, space);
                    let again = frame
                        .with(&Transform::IDENTITY, part, space, told)
                        .expect("nothing is flat");
                    let told_again = frame.told(&again, part, space);
                    assert!(
                        (told - told_again).length() < 1e-2,
                        "{part:?} {space:?}: {told} {told_again}"
                    );
                }
            }
        }
    }

    /// A turn and a shift in the world act on the bone from outside, whatever lies between.
    #[test]
    fn the_world_sees_the_numbers_of_the_world() {
        for frame in [frame(false), frame(true)] {
            let place = |change: &Transform| frame.world_from_parent * over(&frame.local, change).affine();
            let before = place(&Transform::IDENTITY);
            let turn = Vec3::new(0.0, 40.0, 0.0);
            let turned = frame.with(&Transform::IDENTITY, HandPart::Turn, HandSpace::World, turn);
            let turned = place(&turned.expect("a turn is always found"));
            let wanted = glam::Mat3A::from_quat(rotation(turn)) * before.matrix3;
            assert!(turned.matrix3.abs_diff_eq(wanted, 1e-4), "{turned:?} {wanted:?}");
            assert!(turned.translation.abs_diff_eq(before.translation, 1e-5));
            let shift = Vec3::new(1.0, -2.0, 0.5);
            let moved = frame.with(&Transform::IDENTITY, HandPart::Shift, HandSpace::World, shift);
            let moved = place(&moved.expect("nothing is flat"));
            assert!((Vec3::from(moved.translation - before.translation) - shift).length() < 1e-4);
        }
    }
}
