//! How many pixels triangles cover, told before they are drawn: a mean of them, times what the screen shows of their box.
//!
//! Meshes of which every triangle is as large as the whole, one over the other, cost by pixels; all others by corners.

use crate::core::Bounds;
use crate::picture::{Picture, PlacedModel};
use crate::render::upload::scene_gpu::MeshGpu;
use crate::scene::Mesh;
use glam::{Affine3A, Mat4, Vec3};

/// Triangles that are looked at, evenly spaced.
const SAMPLES: usize = 64;

/// The share that the mean triangle of `mesh` has of the largest side of its box, 0…1.
pub fn mean_cover(mesh: &Mesh) -> f32 {
    let size = mesh.bounds.max - mesh.bounds.min;
    let side = (size.x * size.y).max(size.y * size.z).max(size.z * size.x);
    let count = mesh.triangle_count();
    let looked_at = count.min(SAMPLES);
    let area = |sample: usize| {
        let triangle = sample * count / looked_at;
        let corner = |corner: usize| {
            let vertex = mesh.triangles.get(3 * triangle + corner) as usize;
            Vec3::from(mesh.positions.get(vertex))
        };
        0.5 * (corner(1) - corner(0)).cross(corner(2) - corner(0)).length()
    };
    let mean = (0..looked_at).map(area).sum::<f32>() / looked_at.max(1) as f32;
    let share = mean / side;
    // A flat box, or numbers beyond all bounds: it may be all of it.
    if share.is_finite() { share.min(1.0) } else { 1.0 }
}

/// The screen of one picture.
pub struct Cover {
    /// Pixels.
    pub all: f64,
    clip_from_world: Mat4,
    world_from_stage: Affine3A,
    /// Of the screen, by everything: what is skinned may be anywhere in there.
    stage: f64,
}

impl Cover {
    pub fn of(picture: &Picture) -> Self {
        let mut cover = Self {
            all: f64::from(picture.size[0]) * f64::from(picture.size[1]),
            clip_from_world: picture.camera.clip_from_world(picture.aspect()),
            world_from_stage: picture.world_from_stage,
            stage: 1.0,
        };
        cover.stage = cover.share(&picture.bounds, Affine3A::IDENTITY);
        cover
    }

    /// Pixels that the mean triangle of a mesh covers, where its model first stands.
    pub fn triangle(&self, placed: &PlacedModel, mesh: usize, gpu: &MeshGpu) -> f64 {
        let mesh = &placed.model().meshes[mesh];
        let share = if mesh.skin.is_some() {
            self.stage
        } else {
            let first = placed.instances.as_ref().and_then(|all| all.first());
            let stands = self.world_from_stage * first.copied().unwrap_or_default() * placed.stage_from_model;
            self.share(&mesh.bounds, stands)
        };
        self.all * share * f64::from(gpu.mean_cover)
    }

    /// Of the screen, by a box; all of it where that reaches behind the eye.
    fn share(&self, bounds: &Bounds, world_from_box: Affine3A) -> f64 {
        let clip_from_box = self.clip_from_world * Mat4::from(world_from_box);
        let [mut least, mut most] = [[1.0f32; 2], [-1.0f32; 2]];
        for corner in 0..8 {
            let pick = |axis: usize| match corner >> axis & 1 {
                0 => bounds.min[axis],
                _ => bounds.max[axis],
            };
            let clip = clip_from_box * Vec3::new(pick(0), pick(1), pick(2)).extend(1.0);
            if !(clip.w > 1e-6 && clip.is_finite()) {
                return 1.0;
            }
            for axis in 0..2 {
                let at = (clip[axis] / clip.w).clamp(-1.0, 1.0);
                least[axis] = least[axis].min(at);
                most[axis] = most[axis].max(at);
            }
        }
        let side = |axis: usize| f64::from((most[axis] - least[axis]).max(0.0)) / 2.0;
        side(0) * side(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mesh(positions: Vec<[f32; 3]>, triangles: Vec<u32>) -> Mesh {
        let mut mesh = Mesh {
            positions: positions.into(),
            triangles: triangles.into(),
            ..Mesh::default()
        };
        for position in mesh.positions.iter() {
            mesh.bounds.add(Vec3::from(position));
        }
        mesh
    }

    #[test]
    fn large_triangles_over_one_another_are_told_from_many_small_ones() {
        let corners = vec![[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]];
        let sheets = mesh(corners, [0, 1, 2].repeat(1000));
        assert_eq!(mean_cover(&sheets), 0.5);
        let row = |y: usize| (0..=100).map(move |x| [x as f32, y as f32, 0.0]);
        let grid = mesh(
            (0..=1).flat_map(row).collect(),
            (0..100)
                .flat_map(|x| [x, x + 1, x + 101, x + 1, x + 102, x + 101])
                .collect(),
        );
        assert!((mean_cover(&grid) - 0.005).abs() < 1e-6);
    }

    #[test]
    fn what_cannot_be_told_may_be_everything() {
        let line = mesh(vec![[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]], vec![0, 1, 2]);
        assert_eq!(mean_cover(&line), 1.0);
        assert_eq!(mean_cover(&mesh(vec![[f32::NAN; 3]; 3], vec![0, 1, 2])), 1.0);
    }
}
