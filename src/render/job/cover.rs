//! How many pixels triangles cover, told before they are drawn: a mean of them, times what the screen shows of their box.
//!
//! Meshes of which every triangle is as large as the whole, one over the other, cost by pixels; all others by corners.

use crate::core::Bounds;
use crate::picture::{Picture, PlacedModel};
use crate::render::passes::shadows::fit::corner_of;
use crate::render::upload::scene_gpu::MeshGpu;
use glam::{Affine3A, Mat4, Vec4};

/// The screen of one picture.
pub struct Cover {
    /// Pixels.
    pub all: f64,
    clip_from_world: Mat4,
    world_from_stage: Affine3A,
    /// Of the screen, by everything: what is skinned may be anywhere in there.
    stage: f64,
    /// All that is posed is before the eye.
    pub is_ahead: bool,
}

impl Cover {
    pub fn of(picture: &Picture) -> Self {
        let mut cover = Self {
            all: f64::from(picture.size[0]) * f64::from(picture.size[1]),
            clip_from_world: picture.camera.clip_from_world(picture.aspect()),
            world_from_stage: picture.world_from_stage,
            stage: 1.0,
            is_ahead: false,
        };
        let around = match picture.posed_bounds.is_empty() {
            true => picture.bounds,
            false => picture.posed_bounds,
        };
        let mut corners = (0..8).map(|corner| cover.clip_from_world * corner_of(&around, corner).extend(1.0));
        cover.is_ahead = !around.is_empty() && corners.all(is_ahead);
        cover.stage = cover.share(&picture.bounds, Affine3A::IDENTITY);
        cover
    }

    /// Pixels that the mean triangle of a mesh covers, where its model first stands.
    pub fn triangle(&self, placed: &PlacedModel, mesh: usize, gpu: &MeshGpu) -> f64 {
        match placed.model().meshes[mesh].skin {
            Some(_) => self.all * self.stage * f64::from(gpu.mean_cover),
            None => self.triangle_at_rest(placed, mesh, gpu),
        }
    }

    /// The same, were the mesh not posed: what most poses come near to.
    pub fn triangle_at_rest(&self, placed: &PlacedModel, mesh: usize, gpu: &MeshGpu) -> f64 {
        let first = placed.places.first_place();
        let stands = self.world_from_stage * first * placed.stage_from_model;
        let share = self.share(&placed.model().meshes[mesh].bounds, stands);
        self.all * share * f64::from(gpu.mean_cover)
    }

    /// Of the screen, by a box; all of it where that reaches behind the eye.
    fn share(&self, bounds: &Bounds, world_from_box: Affine3A) -> f64 {
        let clip_from_box = self.clip_from_world * Mat4::from(world_from_box);
        let [mut least, mut most] = [[1.0f32; 2], [-1.0f32; 2]];
        for corner in 0..8 {
            let clip = clip_from_box * corner_of(bounds, corner).extend(1.0);
            if !is_ahead(clip) {
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

/// Whether a point is before the eye, and has a place on the screen.
fn is_ahead(clip: Vec4) -> bool {
    clip.w > 1e-6 && clip.is_finite()
}
