//! How many pixels triangles cover, told before they are drawn: a mean of them, times what the screen shows of their box; and at least what
//! some of them cover as they are posed, which are chosen anew for each picture.
//!
//! Meshes of which every triangle is as large as the whole, one over the other, cost by pixels; all others by corners. A skin may stretch
//! triangles that are small at rest. No file knows which ones are looked at, so it cannot make just the others large.

use crate::upload::scene_gpu::MeshGpu;
use castview_base::core::{Bounds, MeshIndex};
use castview_motion::deform::deform_vertex;
use castview_picture::{Picture, PlacedModel};
use glam::{Affine3A, Mat4, Vec2, Vec3, Vec4};
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, RandomState};

/// Triangles that are looked at in a picture, about, and at most of one mesh.
pub const LOOKED_AT: usize = 128;
const LOOKED_AT_OF_ONE: usize = 64;

/// The screen of one picture.
pub struct Cover {
    /// Pixels.
    pub all: f64,
    /// Width and height in pixels.
    size: Vec2,
    /// Which triangles are looked at: a number that nobody knows.
    seed: u64,
    clip_from_world: Mat4,
    world_from_stage: Affine3A,
    /// Share of the screen that everything covers: a skinned mesh may be anywhere in there.
    stage: f64,
    /// All that is posed is before the eye.
    pub is_ahead: bool,
}

impl Cover {
    pub fn of(picture: &Picture) -> Self {
        let mut cover = Self {
            all: f64::from(picture.size[0]) * f64::from(picture.size[1]),
            size: Vec2::new(picture.size[0] as f32, picture.size[1] as f32),
            seed: RandomState::new().hash_one(0),
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

    /// Pixels that the mean triangle of a mesh covers, where its model first stands. `of`: how many meshes are drawn.
    pub fn triangle(&self, (placed, mesh): (&PlacedModel, usize), gpu: &MeshGpu, of: usize) -> f64 {
        let all = match placed.model().meshes[mesh].skin {
            Some(_) => self.all * self.stage * f64::from(gpu.mean_cover),
            None => self.triangle_at_rest(placed, mesh, gpu),
        };
        let looked_at = (LOOKED_AT / of.max(1)).clamp(1, LOOKED_AT_OF_ONE);
        all.max(self.mean_of((placed, mesh), looked_at))
    }

    /// The mean of `looked_at` triangles as they are posed.
    fn mean_of(&self, (placed, index): (&PlacedModel, usize), looked_at: usize) -> f64 {
        let mesh = &placed.model().meshes[index];
        let count = mesh.triangle_count();
        if count == 0 {
            return 0.0;
        }
        let clip_from_model = self.clip_from_world * Mat4::from(self.stands(placed));
        let covered = |look: usize| {
            let dice = FxBuildHasher.hash_one((self.seed, index, look));
            let triangle = (dice % count as u64) as usize;
            let corners = [0, 1, 2].map(|corner| {
                let vertex = mesh.triangles.get(3 * triangle + corner) as usize;
                let posed = deform_vertex(placed.model(), MeshIndex::new(index), &placed.pose, vertex);
                clip_from_model * posed.extend(1.0)
            });
            self.covered(corners)
        };
        (0..looked_at).map(covered).sum::<f64>() / looked_at as f64
    }

    /// Pixels of a triangle with those corners in clip space; all of them where one has no place on the screen.
    fn covered(&self, corners: [Vec4; 3]) -> f64 {
        if !corners.into_iter().all(is_ahead) {
            return self.all;
        }
        let at = corners.map(|clip| (clip.truncate().truncate() / clip.w * 0.5 + 0.5) * self.size);
        let within = at.map(|at| at.clamp(Vec2::ZERO, self.size));
        let seen = within[0].max(within[1]).max(within[2]) - within[0].min(within[1]).min(within[2]);
        let area = f64::from((at[1] - at[0]).perp_dot(at[2] - at[0]).abs()) / 2.0;
        let most = f64::from(seen.x) * f64::from(seen.y);
        // Not a number where it is beyond all bounds.
        if area <= most { area } else { most }
    }

    /// The same, were the mesh not posed: what most poses come near to.
    pub fn triangle_at_rest(&self, placed: &PlacedModel, mesh: usize, gpu: &MeshGpu) -> f64 {
        let share = self.share(&placed.model().meshes[mesh].bounds, self.stands(placed));
        self.all * share * f64::from(gpu.mean_cover)
    }

    /// Where a model first stands.
    fn stands(&self, placed: &PlacedModel) -> Affine3A {
        self.world_from_stage * placed.places.first_place() * placed.stage_from_model
    }

    /// Returns the share of the screen that a box covers; all of it where the box reaches behind the eye.
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

/// Returns one of the eight corners of a box.
pub fn corner_of(bounds: &Bounds, corner: u32) -> Vec3 {
    let pick = |axis: usize| match corner >> axis & 1 {
        0 => bounds.min[axis],
        _ => bounds.max[axis],
    };
    Vec3::new(pick(0), pick(1), pick(2))
}
