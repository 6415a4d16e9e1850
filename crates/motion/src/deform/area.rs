//! Whether a posed model shows any surface.
//!
//! In: a model, its pose and its places. Out: yes or no, the same answer for the window, `render` and `validate`. The search stops at the
//! first triangle with an area, which is the very first one in most models.

use super::{Deformed, Rest, deform, deform_vertex};
use crate::animation::Pose;
use castview_base::core::MeshIndex;
use castview_base::scene::{Mesh, Model, is_degenerate};
use glam::{Affine3A, Mat3A, Vec3};

/// Triangles of a mesh that are looked at before all of its vertices are deformed.
const FEW: usize = 64;
/// A place flattens everything to a line if its axes span no more than this share of their length.
const FLAT: f32 = 1e-6;

/// Whether no triangle of the meshes `is_shown` of `model` has an area in `pose` at any of `places`, so that no picture shows them. `false`
/// where there is no such mesh, and where something else is seen: lines, points or hair.
pub fn lacks_area(
    model: &Model,
    pose: &Pose,
    places: impl Iterator<Item = Affine3A>,
    is_shown: impl Fn(MeshIndex) -> bool,
) -> bool {
    if !model.hairs.is_empty() {
        return false;
    }
    let meshes = model.meshes.iter().enumerate();
    let meshes = meshes.map(|(index, mesh)| (MeshIndex::new(index), mesh));
    let mut meshes = meshes
        .filter(|(index, mesh)| mesh.vertex_count() > 0 && is_shown(*index))
        .peekable();
    if meshes.peek().is_none() {
        return false;
    }
    // Where a model stands moves no corner to another, unless the place is flat.
    let mut axes = places.map(|place| place.matrix3);
    let first = axes.next().unwrap_or(Mat3A::IDENTITY);
    let axes = std::iter::once(first).chain(axes).find(spans_area).unwrap_or(first);
    meshes.all(|(index, mesh)| mesh.triangle_count() > 0 && lacks_triangles((model, pose), (index, mesh), axes))
}

fn spans_area(axes: &Mat3A) -> bool {
    let [x, y, z] = [axes.x_axis, axes.y_axis, axes.z_axis].map(|axis| axis.as_dvec3());
    let longest = x.length_squared().max(y.length_squared()).max(z.length_squared());
    let span = x.cross(y).length().max(y.cross(z).length()).max(z.cross(x).length());
    span > f64::from(FLAT) * longest
}

/// Whether no triangle of the mesh has an area.
fn lacks_triangles((model, pose): (&Model, &Pose), (index, mesh): (MeshIndex, &Mesh), axes: Mat3A) -> bool {
    let count = mesh.triangle_count();
    let is_flat = |face: usize, position: &dyn Fn(usize) -> Vec3| {
        let corners = [0, 1, 2].map(|at| mesh.triangles.get(3 * face + at) as usize);
        is_degenerate(corners.map(|corner| axes * position(corner)))
    };
    let one_by_one = |vertex| deform_vertex(model, index, pose, vertex);
    if !(0..count.min(FEW)).all(|face| is_flat(face, &one_by_one)) {
        return false;
    }
    if count <= FEW {
        return true;
    }
    let mut all = Deformed::default();
    deform(model, index, pose, Rest::default(), &mut all);
    (FEW..count).all(|face| is_flat(face, &|vertex| all.positions[vertex]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::rest_pose;
    use castview_base::core::{BoneIndex, SkinIndex, UintStream};
    use castview_base::scene::{Bone, Influences, Skeleton, Skin};

    /// Corners in threes; of each three the last hangs on the second of two bones.
    fn skinned(corners: Vec<[f32; 3]>) -> Model {
        let bone = |name: &str| Bone {
            name: name.into(),
            ..Bone::default()
        };
        let slots: Vec<u8> = (0..corners.len()).map(|corner| u8::from(corner % 3 == 2)).collect();
        let mesh = Mesh {
            triangles: (0..corners.len() as u32).collect::<Vec<_>>().into(),
            skin: Some(SkinIndex::new(0)),
            influences: Influences {
                weights: vec![1.0; slots.len()].into(),
                slots: UintStream::U8(slots.into()),
                stride: 1,
                ..Influences::default()
            },
            positions: corners.into(),
            ..Mesh::default()
        };
        Model {
            skeleton: Skeleton::new(vec![bone("a"), bone("b")]).expect("two roots"),
            skins: vec![Skin {
                bones: vec![BoneIndex::new(0), BoneIndex::new(1)],
                bone_from_mesh: vec![Some(Affine3A::IDENTITY); 2],
            }],
            meshes: vec![mesh],
            ..Model::default()
        }
    }

    /// Whether nothing is seen with the second bone moved and all bones scaled.
    fn lacks(model: &Model, moved: Vec3, scale: f32, place: Affine3A) -> bool {
        let mut pose = rest_pose(model);
        let scaled = Affine3A::from_scale(Vec3::splat(scale));
        let placed = [scaled, scaled * Affine3A::from_translation(moved)];
        pose.palettes = vec![placed.to_vec()];
        lacks_area(model, &pose, std::iter::once(place), |_| true)
    }

    #[test]
    fn a_pose_gives_and_takes_area() {
        let place = Affine3A::IDENTITY;
        let line = skinned(vec![[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]);
        assert!(lacks(&line, Vec3::ZERO, 1.0, place));
        assert!(!lacks(&line, Vec3::Y, 1.0, place), "its bones part");
        assert!(lacks(&line, Vec3::X, 1.0, place), "along the line");
        assert!(lacks(&line, Vec3::Y, 0.0, place), "scaled to nothing");
        let flat = Affine3A::from_scale(Vec3::new(1.0, 1.0, 0.0));
        assert!(!lacks(&line, Vec3::Y, 1.0, flat), "flat and seen");
        let thin = Affine3A::from_scale(Vec3::new(1.0, 0.0, 0.0));
        assert!(lacks(&line, Vec3::Y, 1.0, thin));
        let far = Affine3A::from_translation(Vec3::splat(1e9));
        assert!(!lacks(&line, Vec3::Y, 1.0, far));
    }

    #[test]
    fn the_last_of_many_triangles_is_found_and_one_of_several_places_counts() {
        let mut corners = vec![[1.0; 3]; 3 * 2 * FEW];
        assert!(lacks(&skinned(corners.clone()), Vec3::ZERO, 1.0, Affine3A::IDENTITY));
        let last = corners.len() - 3;
        corners[last..].copy_from_slice(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
        let model = skinned(corners);
        assert!(!lacks(&model, Vec3::ZERO, 1.0, Affine3A::IDENTITY));
        let pose = rest_pose(&model);
        let none = Affine3A::from_scale(Vec3::ZERO);
        let at = |places: Vec<Affine3A>| lacks_area(&model, &pose, places.into_iter(), |_| true);
        assert!(at(vec![none, none]));
        assert!(!at(vec![none, Affine3A::IDENTITY]));
        assert!(
            !lacks_area(&model, &pose, std::iter::once(none), |_| false),
            "nothing is asked about"
        );
    }

    #[test]
    fn lines_and_points_are_seen_without_area() {
        let mut model = skinned(vec![[0.0; 3]; 3]);
        assert!(lacks(&model, Vec3::ZERO, 1.0, Affine3A::IDENTITY));
        model.meshes[0].triangles = Vec::<u32>::new().into();
        assert!(!lacks(&model, Vec3::ZERO, 1.0, Affine3A::IDENTITY));
    }
}
