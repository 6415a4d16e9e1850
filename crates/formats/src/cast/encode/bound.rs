//! Where the rest pose places the vertices of a mesh, for formats that have no bind matrices.

use super::draft::place;
use crate::rules::convert as rule;
use castview_base::core::{BoneIndex, Diagnostics, handedness, normal_matrix};
use castview_base::scene::{Mesh, Model};
use glam::{Affine3A, Mat3, Vec3};

/// Tolerance, as a share of the size of a matrix: bones that agree this well were bound together.
const ALIKE: f32 = 1e-5;

/// Where the bones that skins name stand at rest. Other bones take no room while the file is written.
pub(crate) struct Rest {
    /// Position in `model_from_bone`, one per bone; empty where there is no skin.
    at: Vec<u32>,
    model_from_bone: Vec<Affine3A>,
}

impl Rest {
    pub fn of(model: &Model) -> Self {
        let (mut at, mut model_from_bone) = (Vec::new(), Vec::new());
        if !model.skins.is_empty() {
            let rest = model.skeleton.rest_model_from_bone();
            at = vec![u32::MAX; rest.len()];
            for bone in model.skins.iter().flat_map(|skin| &skin.bones) {
                let at = &mut at[bone.get()];
                if *at == u32::MAX {
                    *at = model_from_bone.len() as u32;
                    model_from_bone.push(rest[bone.get()]);
                }
            }
        }
        Self { at, model_from_bone }
    }

    fn model_from_bone(&self, bone: BoneIndex) -> Affine3A {
        self.model_from_bone[self.at[bone.get()] as usize]
    }
}

/// `model_from_mesh` in the rest pose.
pub(crate) enum Bound {
    /// The same for all vertices.
    Together(Affine3A),
    /// One per slot, blended as the vertex is.
    Apart(Vec<Affine3A>),
}

impl Bound {
    pub fn of(model: &Model, mesh: &Mesh, rest: &Rest, losses: &mut Diagnostics) -> Self {
        let Some(skin) = mesh.skin.map(|skin| &model.skins[skin.get()]) else {
            return Self::Together(Affine3A::IDENTITY);
        };
        let palette: Vec<Affine3A> = skin
            .bones
            .iter()
            .zip(&skin.bone_from_mesh)
            .map(|(bone, stored)| stored.map_or(Affine3A::IDENTITY, |stored| rest.model_from_bone(*bone) * stored))
            .collect();
        let mut used = vec![false; palette.len()];
        for vertex in 0..mesh.vertex_count() {
            mesh.influences
                .of_vertex(vertex)
                .for_each(|(slot, _)| used[slot] = true);
        }
        let mut moving = palette
            .iter()
            .zip(&used)
            .filter(|(_, used)| **used)
            .map(|(matrix, _)| *matrix);
        let Some(first) = moving.next() else {
            return Self::Together(Affine3A::IDENTITY);
        };
        let size = first.matrix3.x_axis.length().max(first.translation.length()).max(1e-30);
        if moving.all(|matrix| matrix.abs_diff_eq(first, ALIKE * size)) {
            // Rounding is no reason to touch vertices.
            let is_rest = first.abs_diff_eq(Affine3A::IDENTITY, ALIKE);
            return Self::Together(if is_rest { Affine3A::IDENTITY } else { first });
        }
        losses.report(
            rule::X_BIND,
            || place("mesh", &mesh.name),
            || {
                "its bones were bound in another pose than they rest in, which the format cannot say; written as it rests"
                    .into()
            },
        );
        Self::Apart(palette)
    }

    pub fn of_vertex(&self, mesh: &Mesh, vertex: usize) -> Affine3A {
        match self {
            // A vertex that no bone moves stands where it is.
            Self::Together(_) if mesh.skin.is_some() && mesh.influences.of_vertex(vertex).next().is_none() => {
                Affine3A::IDENTITY
            }
            Self::Together(matrix) => *matrix,
            Self::Apart(palette) => {
                let mut blended = Affine3A {
                    matrix3: glam::Mat3A::ZERO,
                    translation: glam::Vec3A::ZERO,
                };
                let mut any = false;
                for (slot, weight) in mesh.influences.of_vertex(vertex) {
                    any = true;
                    blended.matrix3 += palette[slot].matrix3 * weight;
                    blended.translation += palette[slot].translation * weight;
                }
                if any { blended } else { Affine3A::IDENTITY }
            }
        }
    }
}

/// In a mirrored mesh the front would be the back.
pub(crate) fn triangles(mesh: &Mesh, bound: &Bound) -> Vec<u32> {
    let mut corners: Vec<u32> = mesh.triangles.iter().collect();
    if matches!(bound, Bound::Together(matrix) if handedness(matrix.matrix3.into()) < 0.0) {
        corners
            .as_chunks_mut::<3>()
            .0
            .iter_mut()
            .for_each(|corners| corners.swap(1, 2));
    }
    corners
}

/// One per vertex.
pub(crate) fn normals(mesh: &Mesh, bound: &Bound) -> Vec<[f32; 3]> {
    let normal = |vertex: usize| {
        let stored = Vec3::from(mesh.normals.get(vertex));
        let linear = Mat3::from(bound.of_vertex(mesh, vertex).matrix3);
        if linear == Mat3::IDENTITY {
            return stored.to_array();
        }
        (normal_matrix(linear) * stored)
            .try_normalize()
            .unwrap_or(stored)
            .to_array()
    };
    (0..mesh.vertex_count()).map(normal).collect()
}
