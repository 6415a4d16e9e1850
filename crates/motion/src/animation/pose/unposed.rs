//! Between a pose and the one from which it came: the rest pose, or the pose in which the meshes were attached.
//!
//! In: a model, its pose, how much of it is left. Out: the pose, moved towards the other. Never here: which of them is wanted.

use super::evaluate::{follow_bones, start_at_rest};
use super::layer::mixed;
use crate::animation::Pose;
use castview_base::core::{BoneIndex, Transform};
use castview_base::scene::{Model, Skin};
use glam::Affine3A;

/// A pose that no clip made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Unposed {
    /// The bones as the file has them when nothing animates.
    #[default]
    Rest,
    /// The bones where they stood when the meshes were attached to them. In files without inverse bind matrices of their own, and for
    /// bones that no skin names, it is the rest pose.
    Bind,
}

/// Where an axis of a bind matrix may be off from the rest pose, as a share of its own size, and still be the same.
const SAME: f32 = 1e-4;

/// Moves `pose` to `weight` of itself, 0…1: at 1 it stays, at 0 it is `unposed`, with everything as visible as at rest.
pub fn toward_unposed(model: &Model, unposed: Unposed, weight: f32, pose: &mut Pose) {
    if weight >= 1.0 {
        return;
    }
    let bind;
    let below = match unposed {
        Unposed::Rest => model.skeleton.rest(),
        Unposed::Bind => {
            bind = bind_pose(model);
            &bind
        }
    };
    if weight <= 0.0 {
        start_at_rest(model, pose);
        pose.local.copy_from_slice(below);
    } else {
        for (local, below) in pose.local.iter_mut().zip(below) {
            *local = mixed(below, local, weight);
        }
        for (now, shape) in pose.shape_weights.iter_mut().zip(model.blend_shapes.iter()) {
            *now = shape.rest_weight + (*now - shape.rest_weight) * weight;
        }
    }
    follow_bones(model, pose);
}

/// The bones in the bind pose, one per bone, each relative to its parent. The topmost bone of each skin stays where it is at rest;
/// of several skins with one bone the first counts.
pub fn bind_pose(model: &Model) -> Vec<Transform> {
    let skeleton = &model.skeleton;
    let mut bound: Vec<Option<Affine3A>> = vec![None; skeleton.len()];
    let rest = skeleton.rest_model_from_bone();
    for skin in &model.skins {
        let Some((anchor, bone_from_mesh)) = slots(skin).min_by_key(|(bone, _)| *bone) else {
            continue;
        };
        let model_from_mesh = rest[anchor.get()] * bone_from_mesh;
        for (bone, bone_from_mesh) in slots(skin) {
            let stands = model_from_mesh * bone_from_mesh.inverse();
            let known = &mut bound[bone.get()];
            *known = known.or(Some(stands).filter(Affine3A::is_finite));
        }
    }
    let mut local = skeleton.rest().to_vec();
    let mut model_from_bone: Vec<Affine3A> = Vec::with_capacity(local.len());
    for bone in skeleton.bones() {
        let parent = skeleton.parent(bone).map(|parent| model_from_bone[parent.get()]);
        let parent = parent.unwrap_or(Affine3A::IDENTITY);
        // As it stands at rest below its parent in the bind pose.
        let mut stands = parent * skeleton.joint(&local, bone);
        if let Some(bound) = bound[bone.get()]
            && !is_same(&stands, &bound)
        {
            let mut joint = parent.inverse() * bound;
            if let Some(shear) = skeleton.shear(bone) {
                joint.matrix3 *= shear.inverse();
            }
            let found = Transform::of_affine(joint);
            let is_finite = found.translation.is_finite() && found.rotation.is_finite() && found.scale.is_finite();
            if joint.is_finite() && is_finite {
                let at_rest = std::mem::replace(&mut local[bone.get()], found);
                let bound = parent * skeleton.joint(&local, bone);
                match bound.is_finite() {
                    true => stands = bound,
                    false => local[bone.get()] = at_rest,
                }
            }
        }
        model_from_bone.push(stands);
    }
    local
}

/// The bones of a skin with their inverse bind matrices, where these can be inverted.
fn slots(skin: &Skin) -> impl Iterator<Item = (BoneIndex, Affine3A)> + '_ {
    let both = skin.bones.iter().zip(&skin.bone_from_mesh);
    let usable = |matrix: &Affine3A| matrix.is_finite() && matrix.matrix3.determinant().is_normal();
    both.filter_map(move |(bone, matrix)| Some((*bone, (*matrix).filter(usable)?)))
}

/// Equal up to the rounding of a file's matrices.
fn is_same(a: &Affine3A, b: &Affine3A) -> bool {
    let (a, b) = (a.to_cols_array(), b.to_cols_array());
    [0..9, 9..12].into_iter().all(|part| {
        let size = a[part.clone()]
            .iter()
            .fold(0.0_f32, |size, value| size.max(value.abs()));
        let mut pairs = a[part.clone()].iter().zip(&b[part]);
        pairs.all(|(a, b)| (a - b).abs() <= SAME * size.max(SAME))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::rest_pose;
    use castview_base::scene::{Bone, Skeleton};
    use glam::{Quat, Vec3};

    /// A root turned on its side, and an arm that was attached straight but hangs down at rest.
    fn hanging() -> Model {
        let placed = |name: &str, parent, translation, rotation| Bone {
            name: name.into(),
            parent,
            rest: Transform {
                translation,
                rotation,
                scale: Vec3::ONE,
            },
            ..Bone::default()
        };
        let bones = vec![
            placed("root", None, Vec3::Y, Quat::from_rotation_x(1.0)),
            placed("arm", Some(0), Vec3::X, Quat::from_rotation_z(-1.2)),
            placed("hand", Some(1), Vec3::X * 2.0, Quat::IDENTITY),
        ];
        let skeleton = Skeleton::new(bones).expect("parents come first");
        let at = |x: f32| Some(Affine3A::from_translation(Vec3::X * x).inverse());
        let skin = Skin {
            bones: skeleton.bones().collect(),
            bone_from_mesh: vec![at(0.0), at(1.0), at(3.0)],
        };
        Model {
            skeleton,
            skins: vec![skin],
            ..Model::default()
        }
    }

    /// In the bind pose all bones of a skin move its mesh alike, which is how it was made; at rest they do not.
    #[test]
    fn the_bind_pose_leaves_a_mesh_as_it_was_made() {
        let model = hanging();
        let is_whole = |pose: &Pose| {
            let palette = &pose.palettes[0];
            palette.iter().all(|matrix| matrix.abs_diff_eq(palette[0], 1e-5))
        };
        let rest = rest_pose(&model);
        assert!(!is_whole(&rest));
        let mut pose = rest.clone();
        toward_unposed(&model, Unposed::Bind, 0.0, &mut pose);
        assert!(is_whole(&pose), "{:?}", pose.palettes);
        assert!(
            pose.model_from_bone[0].abs_diff_eq(rest.model_from_bone[0], 1e-6),
            "the topmost bone stays"
        );
        let mut half = rest.clone();
        toward_unposed(&model, Unposed::Bind, 0.5, &mut half);
        let angle = half.local[1].rotation.angle_between(pose.local[1].rotation);
        assert!((angle - 0.6).abs() < 1e-4, "halfway from straight to hanging: {angle}");
    }

    #[test]
    fn whatever_bind_matrices_say_poses_are_finite() {
        use glam::{Mat3A, Vec3A};
        let columns = |x, y, z| {
            Some(Affine3A {
                matrix3: Mat3A::from_cols(x, y, z),
                translation: Vec3A::splat(1e20),
            })
        };
        let flat = Vec3A::new(1.0, 1.0, 1e-18);
        for hostile in [
            columns(Vec3A::X, Vec3A::X, Vec3A::X),
            columns(flat, flat + Vec3A::Z * 1e-18, Vec3A::Y),
            columns(Vec3A::X * 1e-30, Vec3A::Y * 1e30, Vec3A::Z),
            columns(Vec3A::X * f32::MAX, Vec3A::Y * 1e-38, Vec3A::Z * f32::MIN_POSITIVE),
            columns(Vec3A::NAN, Vec3A::Y, Vec3A::Z),
            None,
        ] {
            for slot in 0..3 {
                let mut model = hanging();
                model.skins[0].bone_from_mesh[slot] = hostile;
                for weight in [0.0, 0.5] {
                    let mut pose = rest_pose(&model);
                    toward_unposed(&model, Unposed::Bind, weight, &mut pose);
                    let is_finite = pose.model_from_bone.iter().all(Affine3A::is_finite)
                        && pose.local.iter().all(|local| {
                            local.translation.is_finite() && local.rotation.is_finite() && local.scale.is_finite()
                        });
                    assert!(is_finite, "{hostile:?} in slot {slot}: {:?}", pose.local);
                }
            }
        }
    }

    #[test]
    fn without_a_weight_of_its_own_a_pose_is_the_rest_pose_to_the_bit() {
        let model = hanging();
        let rest = rest_pose(&model);
        let mut pose = rest.clone();
        pose.local[2].translation.y = 4.0;
        let moved = pose.clone();
        toward_unposed(&model, Unposed::Rest, 1.0, &mut pose);
        assert_eq!(pose, moved);
        toward_unposed(&model, Unposed::Rest, 0.25, &mut pose);
        assert_eq!(pose.local[2].translation.y, 1.0);
        toward_unposed(&model, Unposed::Rest, 0.0, &mut pose);
        assert_eq!(pose, rest);
    }
}
