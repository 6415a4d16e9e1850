//! A change of a bone → the same change in a mirror, for the bone of the other side.
//!
//! In: a skeleton whose names tell sides; a bone's change in its own axes ([`super::by_hand::over`]). Out: the bone of the other side, and its
//! change. Never here: clips, and which bones are meant.
//!
//! The mirror stands across the axis along which left and right lie apart at rest. With `R` the rest axes of a bone in model space, `P` those of
//! its twin and `S` the reflection, a change `H` becomes `M·H·M⁻¹` for `M = P⁻¹·S·R`: seen from outside it is the mirrored change, however the
//! axes of both bones lie. Where the skeleton is the same on both sides, all joints then stand at the mirrored places; and a change that is mirrored
//! twice is itself, whatever the skeleton. Only directions of `R` and `P` count: a turn stays a turn about the bone's own joint.

use crate::animation::SidedBones;
use castview_base::core::{BoneIndex, Transform};
use castview_base::scene::Skeleton;
use glam::{Affine3A, DMat3, DQuat, DVec3, Mat3, Vec3};

/// The bones of both sides, and how they lie.
#[derive(Clone, Debug)]
pub struct PoseMirror {
    /// For each bone the one of the other side; itself where there is none.
    twins: Vec<BoneIndex>,
    /// An axis of model space: 0 to 2.
    axis: usize,
    /// At rest, one per bone.
    model_from_bone: Vec<Affine3A>,
}

impl PoseMirror {
    /// `None`: no bone has a twin by its name, so that nobody knows where the mirror stands.
    pub fn of(skeleton: &Skeleton) -> Option<Self> {
        let model_from_bone = skeleton.rest_model_from_bone();
        let sided = SidedBones::of(skeleton);
        let axis = sided.axis(&model_from_bone)?;
        let mut twins: Vec<BoneIndex> = skeleton.bones().collect();
        let is_alone = |twins: &[BoneIndex], bone: BoneIndex| twins[bone.get()] == bone;
        for [left, right] in sided.pairs {
            // Several bones may share a name: each has one twin at most.
            if is_alone(&twins, left) && is_alone(&twins, right) {
                (twins[left.get()], twins[right.get()]) = (right, left);
            }
        }
        Some(Self {
            twins,
            axis,
            model_from_bone,
        })
    }

    /// The bone of the other side; `bone` itself where there is none. Panics for a bone that the skeleton does not have.
    pub fn twin(&self, bone: BoneIndex) -> BoneIndex {
        self.twins[bone.get()]
    }

    /// `x`, `y` or `z` of model space: the mirror stands across it.
    pub fn axis_name(&self) -> &'static str {
        ["x", "y", "z"][self.axis]
    }

    /// The change of `bone` for its twin; `None`: one of the two is flat at rest. Uneven scale goes to the nearest axes of the twin. Panics for a
    /// bone that the skeleton does not have.
    pub fn change(&self, bone: BoneIndex, change: &Transform) -> Option<Transform> {
        let rest = |bone: BoneIndex| Mat3::from(self.model_from_bone[bone.get()].matrix3).as_dmat3();
        let (from, to) = (rest(bone), rest(self.twin(bone)));
        let mut reflected = DVec3::ONE;
        reflected[self.axis] = -1.0;
        let reflection = DMat3::from_diagonal(reflected);
        let lengths = to.inverse() * reflection * from;
        let turned = axes(to)?.transpose() * reflection * axes(from)?;
        let own = change.rotation.as_dquat();
        // A reflection reverses turns: the axis gets the sign of the determinant.
        let about = turned * own.xyz() * turned.determinant().signum();
        let mut scale = DVec3::ZERO;
        for axis in 0..3 {
            let row = turned.row(axis);
            scale[axis] = (row * row).dot(change.scale.as_dvec3());
        }
        let mirrored = Transform {
            translation: (lengths * change.translation.as_dvec3()).as_vec3(),
            rotation: DQuat::from_xyzw(about.x, about.y, about.z, own.w).normalize().as_quat(),
            scale: if is_uniform(change.scale) {
                change.scale
            } else {
                scale.as_vec3()
            },
        };
        (mirrored.translation.is_finite() && mirrored.rotation.is_finite() && mirrored.scale.is_finite())
            .then_some(mirrored)
    }
}

fn is_uniform(scale: Vec3) -> bool {
    scale == Vec3::splat(scale.x)
}

/// Directions of the axes; `None` where one has no length.
fn axes(matrix: DMat3) -> Option<DMat3> {
    Some(DMat3::from_cols(
        matrix.x_axis.try_normalize()?,
        matrix.y_axis.try_normalize()?,
        matrix.z_axis.try_normalize()?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::over;
    use crate::animation::pose::any::{any_rotation, any_transform};
    use castview_base::scene::{Bone, model_from_bone};
    use glam::Quat;
    use proptest::prelude::*;

    /// Names, parents and places at rest: the same on both sides of y = 0.
    const BODY: [(&str, Option<usize>, [f32; 3]); 7] = [
        ("root", None, [0.3, 0.0, 0.0]),
        ("spine", Some(0), [0.2, 0.0, 1.0]),
        ("arm_l", Some(1), [0.2, 1.0, 1.4]),
        ("arm_r", Some(1), [0.2, -1.0, 1.4]),
        ("hand_l", Some(2), [0.5, 2.0, 1.0]),
        ("hand_r", Some(3), [0.5, -2.0, 1.0]),
        ("tail", Some(0), [-1.0, 0.0, 0.1]),
    ];

    /// `axes`: how each bone lies at rest, in model space.
    fn body(axes: &[Quat]) -> Skeleton {
        let placed = |at: usize| Affine3A::from_rotation_translation(axes[at], BODY[at].2.into());
        let bones = BODY.iter().enumerate().map(|(at, (name, parent, _))| {
            let above = parent.map_or(Affine3A::IDENTITY, placed);
            Bone {
                name: (*name).into(),
                parent: *parent,
                rest: Transform::of_affine(above.inverse() * placed(at)),
                ..Bone::default()
            }
        });
        Skeleton::new(bones.collect()).expect("parents come first")
    }

    fn places(skeleton: &Skeleton, changes: &[Transform]) -> Vec<Vec3> {
        let rest = skeleton.rest().iter().zip(changes);
        let local: Vec<Transform> = rest.map(|(rest, change)| over(rest, change)).collect();
        let mut posed = Vec::new();
        model_from_bone(skeleton, &local, &mut posed);
        posed.iter().map(|bone| bone.translation.into()).collect()
    }

    fn mirrored(mirror: &PoseMirror, changes: &[Transform]) -> Vec<Transform> {
        let mut out = changes.to_vec();
        for (at, change) in changes.iter().enumerate() {
            let bone = BoneIndex::new(at);
            out[mirror.twin(bone).get()] = mirror.change(bone, change).expect("nothing is flat");
        }
        out
    }

    fn any_change() -> impl Strategy<Value = Transform> {
        any_transform(2.0, 0.5..2.0)
    }

    proptest! {
        /// Whether the right side has the axes of the left one, those in the mirror, or any others.
        #[test]
        fn joints_stand_in_the_mirror_and_twice_is_the_pose_itself(
            axes in prop::collection::vec(any_rotation(), BODY.len()),
            changes in prop::collection::vec(any_change(), BODY.len()),
            alike in 0..3,
        ) {
            let mut axes = axes;
            for (left, right) in [(2, 3), (4, 5)] {
                let [x, y, z, w] = axes[left].to_array();
                match alike {
                    0 => axes[right] = axes[left],
                    1 => axes[right] = Quat::from_xyzw(-x, y, -z, w),
                    _ => {}
                }
            }
            let skeleton = body(&axes);
            let mirror = PoseMirror::of(&skeleton).expect("names tell sides");
            prop_assert_eq!(mirror.axis_name(), "y");
            let other = mirrored(&mirror, &changes);
            let (before, after) = (places(&skeleton, &changes), places(&skeleton, &other));
            for bone in skeleton.bones() {
                let seen = before[bone.get()] * Vec3::new(1.0, -1.0, 1.0);
                prop_assert!(after[mirror.twin(bone).get()].distance(seen) < 1e-3, "{bone:?}");
            }
            for (again, change) in mirrored(&mirror, &other).iter().zip(&changes) {
                prop_assert!(again.translation.abs_diff_eq(change.translation, 1e-5));
                prop_assert!(again.rotation.abs_diff_eq(change.rotation, 1e-5));
                prop_assert_eq!(again.scale, change.scale);
            }
        }
    }

    /// Axes of both sides that differ by quarter turns take every factor with them.
    #[test]
    fn uneven_factors_go_along_the_axes() {
        let mut axes = [Quat::IDENTITY; BODY.len()];
        axes[3] = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
        let mirror = PoseMirror::of(&body(&axes)).expect("names tell sides");
        let change = Transform {
            scale: Vec3::new(1.0, 2.0, 3.0),
            ..Transform::IDENTITY
        };
        let seen = mirror.change(BoneIndex::new(2), &change).expect("nothing is flat");
        assert!(seen.scale.abs_diff_eq(Vec3::new(2.0, 1.0, 3.0), 1e-5), "{seen:?}");
        let again = mirror.change(BoneIndex::new(3), &seen).expect("nothing is flat");
        assert!(again.scale.abs_diff_eq(change.scale, 1e-5), "{again:?}");
    }

    #[test]
    fn without_twins_there_is_no_mirror() {
        let bone = |name: &str| Bone {
            name: name.into(),
            ..Bone::default()
        };
        for names in [&["hip", "spine"][..], &["arm_l", "arm_l"], &[]] {
            let skeleton = Skeleton::new(names.iter().map(|name| bone(name)).collect()).expect("all are roots");
            assert!(PoseMirror::of(&skeleton).is_none(), "{names:?}");
        }
        // One of several bones that share a name has the twin, and the others are their own.
        let names = ["arm_l", "arm_l", "arm_r"];
        let skeleton = Skeleton::new(names.map(bone).into()).expect("all are roots");
        let mirror = PoseMirror::of(&skeleton).expect("there is a pair");
        let twins: Vec<usize> = skeleton.bones().map(|bone| mirror.twin(bone).get()).collect();
        assert_eq!(twins, [2, 1, 0]);
    }
}
