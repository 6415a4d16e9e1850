//! Skinned models of any number of triangles, made in code.

use crate::shapes;
use castview_base::core::{Bounds, MeshIndex, SkinIndex, Transform};
use castview_base::scene::{BlendShape, Bone, Influences, Mesh, Model, Scene, Skeleton, Skinning};
use castview_motion::animation::Pose;
use castview_picture::{Background, Picture, PlacedKey, PlacedModel, Shadows};
use glam::{Quat, Vec3};
use std::f32::consts::{PI, TAU};
use std::sync::Arc;

/// Bones of its chain.
const BONES: usize = 40;
/// Influences of a vertex.
pub const INFLUENCES: u32 = 4;

/// A knobbly body on a chain of bones, two units high.
pub struct MeasuredBody {
    scene: Arc<Scene>,
}

impl MeasuredBody {
    /// About `triangles` triangles, half as many vertices. Each vertex hangs on four bones, and one in eight is moved by a blend shape if
    /// there is one.
    pub fn new(triangles: usize, skinning: Skinning, has_shape: bool) -> Self {
        let around = ((triangles / 2) as f32).sqrt().round().max(3.0) as usize;
        let count = (around + 1) * (around + 1);
        let mut positions = Vec::with_capacity(count);
        let mut normals = Vec::with_capacity(count);
        let mut slots = Vec::with_capacity(count * INFLUENCES as usize);
        let mut weights = Vec::with_capacity(count * INFLUENCES as usize);
        for row in 0..=around {
            for column in 0..=around {
                let (v, u) = (row as f32 / around as f32 * PI, column as f32 / around as f32 * TAU);
                let out = Vec3::new(v.sin() * u.cos(), v.cos(), v.sin() * u.sin());
                let knobs = 1.0 + 0.12 * (9.0 * u).sin() * (11.0 * v).sin();
                positions.push((out * knobs * Vec3::new(0.5, 1.0, 0.5)).to_array());
                normals.push(out.to_array());
                let along = (v / PI * (BONES - 4) as f32).min((BONES - 5) as f32);
                let (first, share) = (along as u32, along.fract());
                slots.extend([first, first + 1, first + 2, first + 3]);
                weights.extend([(1.0 - share) * 0.5, 0.25, share * 0.5, 0.25]);
            }
        }
        let wide = around as u32 + 1;
        let quads = (0..around as u32).flat_map(|row| (0..around as u32).map(move |column| row * wide + column));
        let triangles: Vec<u32> = quads
            .flat_map(|a| [a, a + 1, a + wide, a + 1, a + wide + 1, a + wide])
            .collect();
        let skeleton = Skeleton::new((0..BONES).map(bone).collect()).expect("a chain");
        let moved: Vec<u32> = (0..count as u32).step_by(8).collect();
        let shape = BlendShape {
            name: "swell".into(),
            mesh: MeshIndex::new(0),
            max_weight: 1.0,
            deltas: moved
                .iter()
                .map(|at| normals[*at as usize].map(|d: f32| d * 0.1))
                .collect(),
            vertices: moved,
            rest_weight: 0.0,
            normal_deltas: Vec::new(),
            tangent_deltas: Vec::new(),
            source: None,
        };
        let mesh = Mesh {
            name: "body".into(),
            bounds: positions.iter().map(|p| Vec3::from(*p)).collect::<Bounds>(),
            positions: positions.into(),
            normals: normals.into(),
            triangles: triangles.into(),
            skin: Some(SkinIndex::new(0)),
            influences: Influences {
                stride: INFLUENCES,
                slots: slots.into(),
                weights: weights.into(),
                ..Influences::default()
            },
            skinning,
            ..Mesh::default()
        };
        let skin = shapes::skin_of(&skeleton);
        let model = Model {
            skeleton,
            skins: vec![skin],
            meshes: vec![mesh],
            blend_shapes: if has_shape { vec![shape] } else { Vec::new() }.into(),
            ..Model::default()
        };
        Self {
            scene: shapes::scene(model, 0),
        }
    }

    pub fn model(&self) -> &Model {
        &self.scene.models[0]
    }

    pub fn mesh(&self) -> &Mesh {
        &self.model().meshes[0]
    }

    pub fn vertices(&self) -> usize {
        self.mesh().vertex_count()
    }

    /// Every bone turned against its parent by so much, and the shape by half.
    pub fn bent(&self, by_rad: f32) -> Pose {
        let mut pose = shapes::posed(self.model(), |_, local| local.rotation = Quat::from_rotation_z(by_rad));
        pose.shape_weights.fill(0.5);
        pose
    }

    /// In that pose. `key` tells models of one picture apart.
    pub fn placed(&self, key: u64, pose: Pose) -> PlacedModel {
        PlacedModel {
            key: PlacedKey(key),
            ..shapes::place(&self.scene, pose)
        }
    }

    /// Picture number `round` of one in which the body moves and the camera turns about it.
    pub fn moving(&self, size: [u32; 2], round: usize) -> Picture {
        let pose = self.bent(0.01 * (round as f32).sin());
        let mut picture = picture(size, vec![self.placed(1, pose)], self.mesh().bounds);
        picture.camera.yaw_rad += 0.01 * round as f32;
        picture
    }
}

/// `models` as `castview render` draws them unasked: four samples, all shadows.
pub fn picture(size: [u32; 2], models: Vec<PlacedModel>, bounds: Bounds) -> Picture {
    let empty = Picture {
        size,
        samples: 4,
        background: Background::DARK,
        shadows: Shadows {
            key: true,
            occlusion: true,
            ground: Some(bounds.min.y),
        },
        posed_bounds: bounds,
        ray_length: bounds.diagonal(),
        ..Picture::of(Vec::new())
    };
    shapes::framed(empty, models, bounds)
}

/// `picture` with one sample and without shadows, which only cost time where they are not looked at.
pub fn plain(picture: Picture) -> Picture {
    Picture {
        samples: 1,
        shadows: Shadows::default(),
        ..picture
    }
}

fn bone(index: usize) -> Bone {
    Bone {
        name: format!("bone_{index}"),
        parent: index.checked_sub(1),
        rest: Transform {
            translation: match index {
                0 => Vec3::Y,
                _ => Vec3::Y * -2.0 / BONES as f32,
            },
            ..Transform::IDENTITY
        },
        ..Bone::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_has_about_as_many_triangles_as_were_asked_for() {
        for wanted in [200, 2_000, 100_000] {
            let body = MeasuredBody::new(wanted, Skinning::Linear, true);
            let triangles = body.mesh().triangle_count();
            assert!(
                triangles.abs_diff(wanted) * 50 <= wanted * 2,
                "{triangles} for {wanted}"
            );
            let sums = body.mesh().influences.weights.to_vec();
            let sums = sums
                .chunks_exact(INFLUENCES as usize)
                .map(|four| four.iter().sum::<f32>());
            assert!({ sums }.all(|sum| (sum - 1.0).abs() < 1e-6));
        }
    }
}
