//! Model-space bones → skinning palettes, and palettes taken apart for dual-quaternion skinning.
//!
//! In: `model_from_bone` and the model's skins. Out: one matrix per slot, and where a dual-quaternion mesh asks for it
//! one [`SlotMotion`] per slot. Computed once per pose on the CPU, so that the CPU and the GPU deform from the same numbers.

use super::posed::skinning_in;
use crate::animation::{Pose, SlotMotion};
use castview_base::core::{DualQuat, MeshIndex, SkinIndex};
use castview_base::scene::{Model, Skinning};
use glam::{Affine3A, DMat3, DVec3, Mat3, Quat, Vec3};

impl SlotMotion {
    /// Moves nothing.
    pub const IDENTITY: Self = Self {
        real: Quat::IDENTITY,
        dual: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0),
        stretch: Mat3::IDENTITY,
    };

    /// Takes a palette matrix apart. Always the same bits for the same matrix; finite for every finite matrix.
    pub fn of(matrix: Affine3A) -> Self {
        let (rotation, stretch) = polar(matrix.matrix3.as_dmat3());
        let motion = DualQuat::from_rotation_translation(rotation, Vec3::from(matrix.translation));
        Self {
            real: motion.real,
            dual: motion.dual,
            stretch,
        }
    }
}

/// How far `KᵀK` of a rigid matrix may be from the identity: the rounding of a product of f32 rotations.
const RIGID: f64 = 1e-6;

/// `matrix = R · H` with a proper rotation `R` and a symmetric `H`.
///
/// Away from singular matrices this is the polar decomposition, whose factors change smoothly with the matrix: for a mirroring matrix both
/// orthogonal and positive factor are negated, which keeps `R` a rotation. For a singular matrix `R` is not unique: directions squashed to
/// nothing take what completes the rotation (two left), the smallest turn (one left) or no turn at all (none left).
fn polar(matrix: DMat3) -> (Quat, Mat3) {
    let size = matrix.to_cols_array().iter().fold(0.0f64, |m, c| m.max(c.abs()));
    if size == 0.0 {
        return (Quat::IDENTITY, Mat3::ZERO);
    }
    let gram = matrix.transpose() * matrix;
    let off = (gram - DMat3::IDENTITY)
        .to_cols_array()
        .iter()
        .fold(0.0f64, |m, c| m.max(c.abs()));
    if off < RIGID && matrix.determinant() > 0.0 {
        return (glam::DQuat::from_mat3(&matrix).normalize().as_quat(), Mat3::IDENTITY);
    }
    // At size 1 the squares neither vanish nor overflow.
    let scaled = matrix * (1.0 / size);
    let axes = eigenvectors(scaled.transpose() * scaled);
    let images = [scaled * axes[0], scaled * axes[1], scaled * axes[2]];
    let rotation = match nonzero(images) {
        3 => {
            let own = [images[0].normalize(), images[1].normalize(), images[2].normalize()];
            let orthogonal = from_axes(own, axes);
            if orthogonal.determinant() < 0.0 {
                orthogonal * -1.0
            } else {
                orthogonal
            }
        }
        2 => {
            let (first, second) = (images[0].normalize(), images[1].normalize());
            // `axes` is right-handed, so its third is the cross product of the first two.
            from_axes([first, second, first.cross(second)], axes)
        }
        _ => DMat3::from_quat(glam::DQuat::from_rotation_arc(axes[0], images[0].normalize())),
    };
    let rotation = glam::DQuat::from_mat3(&rotation).normalize();
    let stretch = DMat3::from_quat(rotation).transpose() * matrix;
    let symmetric = (stretch + stretch.transpose()) * 0.5;
    (rotation.as_quat(), symmetric.as_mat3())
}

/// How many of the images, longest first, still have a direction. Below a millionth of the longest one an image is
/// rounding of the f32 matrix.
fn nonzero(images: [DVec3; 3]) -> usize {
    let least = 1e-6 * images[0].length();
    images.iter().take_while(|image| image.length() > least).count()
}

/// The matrix that takes the orthonormal `from` to the orthonormal `to`, axis by axis.
fn from_axes(to: [DVec3; 3], from: [DVec3; 3]) -> DMat3 {
    DMat3::from_cols(to[0], to[1], to[2]) * DMat3::from_cols(from[0], from[1], from[2]).transpose()
}

/// Eigenvectors of a symmetric matrix, largest eigenvalue first, orthonormal and right-handed: cyclic Jacobi.
fn eigenvectors(symmetric: DMat3) -> [DVec3; 3] {
    let mut a = symmetric.to_cols_array_2d();
    let mut vectors = DMat3::IDENTITY.to_cols_array_2d();
    // Each sweep squares the remaining error; six are more than f64 can tell apart, the rest is a margin.
    for _ in 0..12 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if a[p][q] == 0.0 {
                continue;
            }
            let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
            let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
            let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
            let sine = tangent * cosine;
            for column in &mut a {
                let (x, y) = (column[p], column[q]);
                column[p] = cosine * x - sine * y;
                column[q] = sine * x + cosine * y;
            }
            for k in 0..3 {
                let (x, y) = (a[p][k], a[q][k]);
                a[p][k] = cosine * x - sine * y;
                a[q][k] = sine * x + cosine * y;
                let (x, y) = (vectors[p][k], vectors[q][k]);
                vectors[p][k] = cosine * x - sine * y;
                vectors[q][k] = sine * x + cosine * y;
            }
        }
    }
    let mut order = [0, 1, 2];
    order.sort_by(|&i, &j| a[j][j].total_cmp(&a[i][i]));
    let first = DVec3::from_array(vectors[order[0]]).normalize();
    let second = DVec3::from_array(vectors[order[1]]);
    let second = (second - first * first.dot(second)).normalize();
    [first, second, first.cross(second)]
}

/// Fills `pose.palettes` and `pose.motions` from `pose.model_from_bone`. Allocates only while the lists grow.
pub(crate) fn build_palettes(model: &Model, pose: &mut Pose) {
    // A slot without a matrix leaves its vertices where the file has them.
    let unmoved = pose.model_from_file();
    pose.palettes.resize_with(model.skins.len(), Vec::new);
    pose.motions.resize_with(model.skins.len(), Vec::new);
    for (index, skin) in model.skins.iter().enumerate() {
        let palette = &mut pose.palettes[index];
        palette.clear();
        palette.extend(
            skin.bones
                .iter()
                .zip(&skin.bone_from_mesh)
                .map(|(bone, bone_from_mesh)| {
                    let slot = bone_from_mesh.map(|bone_from_mesh| pose.model_from_bone[bone.get()] * bone_from_mesh);
                    slot.filter(Affine3A::is_finite).unwrap_or(unmoved)
                }),
        );
    }
    build_motions(model, pose);
}

/// Skins meshes by other methods than their file says, ascending; the palettes stay.
pub fn use_methods(model: &Model, methods: impl Iterator<Item = (MeshIndex, Skinning)>, pose: &mut Pose) {
    let before = !pose.methods.is_empty();
    pose.methods.clear();
    pose.methods.extend(methods);
    if before || !pose.methods.is_empty() {
        build_motions(model, pose);
    }
}

/// Moves all slots of a skin as one of them; nothing where there is no such slot.
pub(crate) fn use_one_slot(model: &Model, skin: SkinIndex, slot: usize, pose: &mut Pose) {
    let Some(palette) = pose.palettes.get_mut(skin.get()) else {
        return;
    };
    if let Some(matrix) = palette.get(slot).copied() {
        palette.fill(matrix);
        build_motions(model, pose);
    }
}

/// Fills `pose.motions` from `pose.palettes`.
fn build_motions(model: &Model, pose: &mut Pose) {
    pose.motions.iter_mut().for_each(Vec::clear);
    // Mesh by mesh: a file may have as many skins as meshes.
    let blended = model
        .meshes
        .iter()
        .enumerate()
        .filter(|(index, mesh)| skinning_in(&pose.methods, MeshIndex::new(*index), mesh) == Skinning::DualQuaternion)
        .filter_map(|(_, mesh)| mesh.skin);
    for skin in blended {
        let motions = &mut pose.motions[skin.get()];
        if motions.is_empty() {
            motions.extend(pose.palettes[skin.get()].iter().map(|matrix| SlotMotion::of(*matrix)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Mat3A;

    fn rebuilt(motion: &SlotMotion) -> Affine3A {
        let rigid = DualQuat {
            real: motion.real,
            dual: motion.dual,
        };
        let mut matrix = Affine3A::from_mat3(Mat3::from_quat(motion.real) * motion.stretch);
        matrix.translation = rigid.translation().into();
        matrix
    }

    #[test]
    fn every_matrix_comes_apart_into_a_rotation_and_a_symmetric_stretch() {
        let turn = Mat3::from_quat(Quat::from_euler(glam::EulerRot::XYZ, 0.3, -1.2, 2.5));
        let lean = Mat3::from_quat(Quat::from_euler(glam::EulerRot::XYZ, -2.0, 0.4, 0.7));
        let scale = |x, y, z| Mat3::from_diagonal(Vec3::new(x, y, z));
        for (what, matrix) in [
            ("identity", Mat3::IDENTITY),
            ("rotation", turn),
            (
                "half a turn",
                Mat3::from_quat(Quat::from_rotation_z(std::f32::consts::PI)),
            ),
            ("uniform", turn * 4.0),
            ("scaled", turn * scale(0.1, 2.0, 4.0)),
            ("sheared", scale(1.0, 3.0, 0.5) * turn * scale(0.1, 2.0, 4.0) * lean),
            ("mirror", scale(-1.0, 1.0, 1.0)),
            (
                "mirror, scaled and sheared",
                scale(1.0, -3.0, 0.5) * turn * scale(0.1, 2.0, 4.0) * lean,
            ),
            ("turned inside out", turn * -2.0),
            ("flat", turn * scale(1.0, 0.0, 2.0) * lean),
            ("a line", turn * scale(0.0, 0.0, 2.0) * lean),
            ("a line turned around", scale(-2.0, 0.0, 0.0)),
            ("a point", Mat3::ZERO),
            ("tiny", turn * 1e-20),
            ("tiniest", turn * 1e-42),
            ("huge", turn * scale(1e30, 2e30, 1e30)),
            ("nearly flat", turn * scale(1.0, 1e-4, 2.0) * lean),
            ("needle", turn * scale(1e-12, 1.0, 1e-12) * lean),
        ] {
            let mut affine = Affine3A::from_mat3(matrix);
            affine.translation = glam::Vec3A::new(5.0, -7.0, 11.0);
            let motion = SlotMotion::of(affine);
            assert!((motion.real.length() - 1.0).abs() < 1e-5, "{what}: {:?}", motion.real);
            assert_eq!(motion.stretch, motion.stretch.transpose(), "{what}");
            assert!(motion.real.dot(motion.dual).abs() < 1e-5, "{what}: a rigid motion");
            let size = matrix.to_cols_array().iter().fold(0.0f32, |m, c| m.max(c.abs()));
            let off = rebuilt(&motion).matrix3 - Mat3A::from(matrix);
            let off = off.to_cols_array().iter().fold(0.0f32, |m, c| m.max(c.abs()));
            assert!(off <= 1e-5 * size, "{what}: off by {off} of {size}");
            assert!(
                (rebuilt(&motion).translation - affine.translation).length() < 1e-4,
                "{what}"
            );
        }
    }

    #[test]
    fn the_stretch_of_a_matrix_is_positive_and_of_a_mirror_negative() {
        let turn = Quat::from_euler(glam::EulerRot::XYZ, 0.3, -1.2, 2.5);
        let scale = Mat3::from_diagonal(Vec3::new(0.5, 2.0, 4.0));
        let motion = SlotMotion::of(Affine3A::from_mat3(Mat3::from_quat(turn) * scale));
        assert!(motion.stretch.abs_diff_eq(scale, 1e-5), "{:?}", motion.stretch);
        assert!(motion.real.dot(turn).abs() > 1.0 - 1e-6);
        let motion = SlotMotion::of(Affine3A::from_mat3(Mat3::from_quat(turn) * scale * -1.0));
        assert!(motion.stretch.abs_diff_eq(scale * -1.0, 1e-5), "{:?}", motion.stretch);
        assert!(motion.real.dot(turn).abs() > 1.0 - 1e-6);
    }

    #[test]
    fn a_rigid_matrix_keeps_an_exact_identity_as_stretch() {
        let mut rotation = Quat::IDENTITY;
        for _ in 0..50 {
            rotation *= Quat::from_euler(glam::EulerRot::XYZ, 0.31, -0.2, 0.11);
            let motion = SlotMotion::of(Affine3A::from_quat(rotation.normalize()));
            assert_eq!(motion.stretch, Mat3::IDENTITY);
        }
        assert_eq!(SlotMotion::of(Affine3A::IDENTITY), SlotMotion::IDENTITY);
    }
}
