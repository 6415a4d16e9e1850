//! Bones while handles and constraints move them: local transforms in f64, model space on demand.
//!
//! In: a skeleton and the f32 transforms of a pose. Out: the same transforms, changed where something was set.
//! A matrix is made when it is asked for, by walking from the bone to its root: nothing has to be made new when a bone
//! above it turns. In f64, because the angle of a nearly straight chain grows rounding a thousandfold.

use castview_base::core::{BoneIndex, Transform};
use castview_base::scene::Skeleton;
use glam::{DAffine3, DMat3, DQuat, DVec3};

/// A [`Transform`] in f64.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Local {
    pub translation: DVec3,
    /// Unit length.
    pub rotation: DQuat,
    pub scale: DVec3,
}

impl From<&Transform> for Local {
    fn from(transform: &Transform) -> Self {
        Self {
            translation: transform.translation.as_dvec3(),
            rotation: transform.rotation.as_dquat().normalize(),
            scale: transform.scale.as_dvec3(),
        }
    }
}

/// Axes in which a bone's own rotation and scale are applied: `model_from_bone = T · axes · R(q) · S(s)` (docs/formats/cast.md §3.3).
#[derive(Clone, Copy, Debug)]
pub(super) struct Socket {
    /// `model_from_parent`: the space of the bone's translation.
    pub parent: DAffine3,
    /// The parent's axes, its own scale cancelled if the bone compensates it.
    pub axes: DMat3,
}

impl Socket {
    /// The rotation nearest to the axes; `None` if they are flat. See [`nearest_rotation`].
    pub fn rotation(&self) -> Option<DQuat> {
        nearest_rotation(self.axes)
    }
}

/// The bones of one model while its rig is solved.
pub(super) struct Bones<'a> {
    skeleton: &'a Skeleton,
    local: &'a mut [Local],
    /// The pose itself; written only where something is set, so that all other bones keep their bits.
    pose: &'a mut [Transform],
}

impl<'a> Bones<'a> {
    /// `local` is `pose` in f64; both have one entry per bone.
    pub fn new(skeleton: &'a Skeleton, local: &'a mut [Local], pose: &'a mut [Transform]) -> Self {
        Self { skeleton, local, pose }
    }

    pub fn local(&self, bone: BoneIndex) -> &Local {
        &self.local[bone.get()]
    }

    /// The bone as the pose has it by now.
    pub fn posed(&self, bone: BoneIndex) -> &Transform {
        &self.pose[bone.get()]
    }

    pub fn parent(&self, bone: BoneIndex) -> Option<BoneIndex> {
        self.skeleton.parent(bone)
    }

    pub fn model_from_bone(&self, bone: BoneIndex) -> DAffine3 {
        let mut matrix = self.joint(bone);
        let mut above = self.skeleton.parent(bone);
        while let Some(parent) = above {
            matrix = self.joint(parent) * matrix;
            above = self.skeleton.parent(parent);
        }
        matrix
    }

    pub fn socket(&self, bone: BoneIndex) -> Socket {
        let parent = self.skeleton.parent(bone);
        self.socket_in(
            bone,
            parent.map_or(DAffine3::IDENTITY, |parent| self.model_from_bone(parent)),
        )
    }

    /// The same where `model_from_parent` is at hand.
    pub fn socket_in(&self, bone: BoneIndex, model_from_parent: DAffine3) -> Socket {
        Socket {
            parent: model_from_parent,
            axes: model_from_parent.matrix3 * self.compensation(bone),
        }
    }

    /// `model_from_bone` of a bone in its socket.
    pub fn matrix_in(&self, bone: BoneIndex, socket: &Socket) -> DAffine3 {
        let local = self.local(bone);
        DAffine3 {
            matrix3: socket.axes * turned_and_scaled(local),
            translation: socket.parent.transform_point3(local.translation),
        }
    }

    /// How the bone is turned in model space: the rotation of its socket's axes, then its own. `None` if those are flat.
    pub fn rotation(&self, bone: BoneIndex) -> Option<DQuat> {
        Some(self.socket(bone).rotation()? * self.local(bone).rotation)
    }

    /// A value that is not finite, or beyond f32, leaves the bone as it was.
    pub fn set_translation(&mut self, bone: BoneIndex, translation: DVec3) {
        let stored = translation.as_vec3();
        if stored.is_finite() {
            self.local[bone.get()].translation = translation;
            self.pose[bone.get()].translation = stored;
        }
    }

    /// Takes of `rotation` and its negative the one nearer to what was there. One that is not finite leaves the bone as it was.
    pub fn set_rotation(&mut self, bone: BoneIndex, rotation: DQuat) {
        let rotation = rotation.normalize();
        if rotation.is_finite() {
            let before = &mut self.local[bone.get()].rotation;
            *before = if before.dot(rotation) < 0.0 {
                -rotation
            } else {
                rotation
            };
            self.pose[bone.get()].rotation = before.as_quat();
        }
    }

    /// A value that is not finite, or beyond f32, leaves the bone as it was.
    pub fn set_scale(&mut self, bone: BoneIndex, scale: DVec3) {
        let stored = scale.as_vec3();
        if stored.is_finite() {
            self.local[bone.get()].scale = scale;
            self.pose[bone.get()].scale = stored;
        }
    }

    /// `T · C · R · S`, relative to the parent.
    fn joint(&self, bone: BoneIndex) -> DAffine3 {
        let local = self.local(bone);
        DAffine3 {
            matrix3: self.compensation(bone) * turned_and_scaled(local),
            translation: local.translation,
        }
    }

    /// `C = S(1 / s_parent)` for a bone that compensates its parent's scale.
    fn compensation(&self, bone: BoneIndex) -> DMat3 {
        match self.skeleton.parent(bone) {
            Some(parent) if self.skeleton.compensates_scale()[bone.get()] => {
                DMat3::from_diagonal(reciprocal(self.local(parent).scale))
            }
            _ => DMat3::IDENTITY,
        }
    }
}

fn turned_and_scaled(local: &Local) -> DMat3 {
    DMat3::from_quat(local.rotation) * DMat3::from_diagonal(local.scale)
}

/// `1 / scale`, with 1 where a component is too small to divide by (docs/formats/cast.md §3.3).
pub(super) fn reciprocal(scale: DVec3) -> DVec3 {
    let one = |s: f64| if s.abs() < 1e-8 { 1.0 } else { 1.0 / s };
    DVec3::new(one(scale.x), one(scale.y), one(scale.z))
}

/// The volume, of a matrix whose largest entry is 1, below which it is flat.
const FLAT: f64 = 1e-12;

/// The rotation `R` of the polar decomposition of `axes`: exact for a rotation times any uniform scale, the nearest rotation for a sheared
/// matrix. For a mirroring matrix the orthogonal factor is negated, which makes it a rotation and leaves `R⁻¹ · Q · R`, how a turn `Q` of
/// the model looks from inside, as it is. `None` for a flat matrix.
///
/// Newton's iteration with the scaling of Higham, "Computing the polar decomposition" (1986).
fn nearest_rotation(axes: DMat3) -> Option<DQuat> {
    let largest = axes.to_cols_array().iter().fold(0.0f64, |m, c| m.max(c.abs()));
    if !(axes.is_finite() && largest > 0.0) {
        return None;
    }
    let mut x = axes * (1.0 / largest);
    let volume = x.determinant();
    if volume.abs() < FLAT {
        return None;
    }
    if volume < 0.0 {
        x = -x;
    }
    // Quadratic once it is near; from a nearly flat matrix it takes some ten rounds.
    for _ in 0..32 {
        let inverse = inverse_transpose(x);
        let pull = (norm(inverse) / norm(x)).sqrt();
        let next = (x * pull + inverse * (1.0 / pull)) * 0.5;
        let step = norm(next - x);
        x = next;
        if step < 1e-14 {
            break;
        }
    }
    let rotation = DQuat::from_mat3(&x).normalize();
    rotation.is_finite().then_some(rotation)
}

fn inverse_transpose(m: DMat3) -> DMat3 {
    let (a, b, c) = (m.x_axis, m.y_axis, m.z_axis);
    let cofactors = DMat3::from_cols(b.cross(c), c.cross(a), a.cross(b));
    cofactors * (1.0 / a.dot(cofactors.x_axis))
}

fn norm(m: DMat3) -> f64 {
    m.to_cols_array().iter().map(|c| c * c).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::EulerRot;

    #[test]
    fn the_nearest_rotation_of_scaled_mirrored_and_sheared_axes() {
        let turn = DQuat::from_euler(EulerRot::XYZ, 0.3, -1.2, 2.5);
        let matrix = DMat3::from_quat(turn);
        let diagonal = |x, y, z| DMat3::from_diagonal(DVec3::new(x, y, z));
        for (what, axes, wanted) in [
            ("a rotation", matrix, turn),
            ("uniform", matrix * 7e-6, turn),
            ("stretched", matrix * diagonal(0.01, 3.0, 40.0), turn),
            ("turned inside out", matrix * -2.0, turn),
            (
                "mirrored: half a turn about the mirror's axis",
                diagonal(-1.0, 1.0, 1.0),
                DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0),
            ),
        ] {
            let got = nearest_rotation(axes).expect("not flat");
            assert!(got.dot(wanted).abs() > 1.0 - 1e-14, "{what}: {got}");
        }
        // The polar factor leaves a symmetric matrix behind.
        let sheared = DMat3::from_cols(DVec3::X, DVec3::new(0.7, 1.0, 0.0), DVec3::new(0.2, -0.4, 2.0));
        let stretch = DMat3::from_quat(nearest_rotation(sheared).expect("not flat")).transpose() * sheared;
        assert!(norm(stretch - stretch.transpose()) < 1e-13);
        for flat in [DMat3::ZERO, diagonal(1.0, 0.0, 1.0), DMat3::IDENTITY * f64::NAN] {
            assert_eq!(nearest_rotation(flat), None);
        }
    }

    #[test]
    fn a_turn_of_the_model_seen_from_inside_a_mirror_is_exact() {
        let mirror = DMat3::from_quat(DQuat::from_rotation_y(0.7)) * DMat3::from_diagonal(DVec3::new(2.0, -2.0, 2.0));
        let turn = DQuat::from_rotation_x(1.1);
        let frame = nearest_rotation(mirror).expect("not flat");
        let inside = DMat3::from_quat(frame.conjugate() * turn * frame);
        assert!(norm(mirror * inside - DMat3::from_quat(turn) * mirror) < 1e-13);
    }
}
