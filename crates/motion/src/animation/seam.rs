//! How well a clip closes: the distance of its last pose from its first.
//!
//! In: two poses of one model. Out: a [`Seam`]. Never here: time, clips, what people call good.

use super::{Pose, rest_pose};
use castview_base::core::Bounds;
use castview_base::scene::Model;
use glam::{Quat, Vec3};

/// Where a loop jumps most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seam {
    /// The greatest way any bone's origin jumps, in model space and units.
    pub distance: f32,
    /// That distance over the size of the skeleton: the diagonal of the box around its bones at rest. A skeleton without
    /// extent is as large as its meshes, and one without those counts as one unit.
    pub share: f32,
    /// The greatest angle any bone turns by, relative to its parent.
    pub angle_rad: f32,
}

impl Seam {
    /// `first` and `last` are poses of `model`.
    pub fn between(model: &Model, first: &Pose, last: &Pose) -> Self {
        let bones = first.model_from_bone.iter().zip(&last.model_from_bone);
        let distance = bones
            .map(|(a, b)| Vec3::from(b.translation - a.translation).length())
            .fold(0.0, f32::max);
        let angle_rad = first
            .local
            .iter()
            .zip(&last.local)
            .map(|(a, b)| turned_by(a.rotation, b.rotation))
            .fold(0.0, f32::max);
        Self {
            distance,
            share: distance / skeleton_size(model),
            angle_rad,
        }
    }

    /// The greater jump of the two, each measure for itself.
    pub fn worse(self, other: Self) -> Self {
        Self {
            distance: self.distance.max(other.distance),
            share: self.share.max(other.share),
            angle_rad: self.angle_rad.max(other.angle_rad),
        }
    }
}

/// The diagonal of the box around the bones of `model` at rest, of its meshes where the bones have no extent; 1 without those. Above 0, finite.
pub(crate) fn skeleton_size(model: &Model) -> f32 {
    let rest = rest_pose(model);
    let bones: Bounds = rest
        .model_from_bone
        .iter()
        .map(|bone| bone.translation.into())
        .collect();
    let meshes = model.meshes.iter().map(|mesh| mesh.bounds);
    let size = match bones.diagonal() {
        0.0 => meshes.fold(Bounds::EMPTY, Bounds::union).diagonal(),
        size => size,
    };
    if size > 0.0 && size.is_finite() { size } else { 1.0 }
}

/// Angle of the rotation from `a` to `b`, 0…π, in radians. By the arc tangent: the arc cosine of nearly 1 loses small angles.
pub(crate) fn turned_by(a: Quat, b: Quat) -> f32 {
    let turn = a.inverse() * b;
    2.0 * turn.xyz().length().atan2(turn.w.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::core::Transform;
    use castview_base::scene::{Bone, Skeleton};

    fn arm() -> Model {
        let bone = |name: &str, parent, at| Bone {
            name: name.into(),
            parent,
            rest: Transform {
                translation: at,
                ..Transform::IDENTITY
            },
            compensates_scale: false,
            ..Bone::default()
        };
        let bones = vec![
            bone("shoulder", None, Vec3::ZERO),
            bone("hand", Some(0), Vec3::new(0.0, 3.0, 4.0)),
        ];
        Model {
            skeleton: Skeleton::new(bones).expect("a chain"),
            ..Model::default()
        }
    }

    fn posed(model: &Model, change: impl FnOnce(&mut Pose)) -> Pose {
        let mut pose = rest_pose(model);
        change(&mut pose);
        let local = pose.local.clone();
        castview_base::scene::model_from_bone(&model.skeleton, &local, &mut pose.model_from_bone);
        pose
    }

    #[test]
    fn a_closed_loop_has_no_seam() {
        let model = arm();
        let pose = rest_pose(&model);
        let seam = Seam::between(&model, &pose, &pose);
        assert_eq!((seam.distance, seam.share, seam.angle_rad), (0.0, 0.0, 0.0));
    }

    #[test]
    fn positions_are_measured_in_model_space_and_angles_at_the_joint() {
        let model = arm();
        let first = rest_pose(&model);
        // The hand, 5 from the shoulder, goes round by a right angle in its own plane.
        let axis = Vec3::X;
        let last = posed(&model, |pose| {
            pose.local[0].rotation = Quat::from_axis_angle(axis, std::f32::consts::FRAC_PI_2);
        });
        let seam = Seam::between(&model, &first, &last);
        assert!((seam.distance - 50f32.sqrt()).abs() < 1e-5, "{seam:?}");
        assert!((seam.share - 2f32.sqrt()).abs() < 1e-5, "{seam:?}");
        assert!((seam.angle_rad - std::f32::consts::FRAC_PI_2).abs() < 1e-5, "{seam:?}");
    }

    #[test]
    fn the_two_signs_of_a_quaternion_are_one_rotation() {
        let model = arm();
        let turn = Quat::from_rotation_y(1.0);
        let first = posed(&model, |pose| pose.local[1].rotation = turn);
        let last = posed(&model, |pose| pose.local[1].rotation = -turn);
        assert!(Seam::between(&model, &first, &last).angle_rad < 1e-5);
        let small = posed(&model, |pose| {
            pose.local[1].rotation = turn * Quat::from_rotation_x(1e-4)
        });
        let angle = Seam::between(&model, &first, &small).angle_rad;
        assert!((angle - 1e-4).abs() < 1e-6, "{angle}");
    }

    #[test]
    fn the_worst_of_all_models_counts() {
        let seam = |distance, share, angle_rad| Seam {
            distance,
            share,
            angle_rad,
        };
        assert_eq!(seam(1.0, 0.1, 0.5).worse(seam(2.0, 0.05, 0.1)), seam(2.0, 0.1, 0.5));
    }

    #[test]
    fn a_single_bone_is_as_large_as_its_meshes() {
        let bone = Bone {
            name: "root".into(),
            parent: None,
            rest: Transform::IDENTITY,
            compensates_scale: false,
            ..Bone::default()
        };
        let model = Model {
            skeleton: Skeleton::new(vec![bone]).expect("one"),
            meshes: vec![castview_base::scene::Mesh {
                bounds: Bounds {
                    min: Vec3::ZERO,
                    max: Vec3::new(0.0, 0.0, 8.0),
                },
                ..Default::default()
            }],
            ..Model::default()
        };
        let first = rest_pose(&model);
        let last = posed(&model, |pose| pose.local[0].translation.x = 2.0);
        assert_eq!(Seam::between(&model, &first, &last).share, 0.25);
    }
}
