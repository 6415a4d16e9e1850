//! One ghost on the GPU: pose and vertices of its own, over the uploads of its model.

use super::cover::{Cover, LOOKED_AT};
use crate::cost::Extent;
use crate::gpu::context::Context;
use crate::upload::placed_gpu::PlacedGpu;
use crate::upload::pool::BufferPool;
use crate::upload::scene_gpu::Indices;
use crate::upload::vertices::deform::DeformPass;
use castview_picture::Picture;

/// One ghost of the picture.
pub struct GhostGpu {
    pub gpu: PlacedGpu,
    /// Position in [`Picture::ghosts`](castview_picture::Picture::ghosts).
    pub of: usize,
    /// Position among the written draws.
    pub draw: usize,
    /// One per mesh.
    pub(crate) drawn: Vec<bool>,
}

impl GhostGpu {
    /// Makes room for the vertices of mesh `index`, if it is drawn; how many bytes that took. `None`: there is no such mesh.
    pub fn make_room(
        &mut self,
        (context, room): (&Context, &mut BufferPool),
        deform: &DeformPass,
        index: usize,
    ) -> Option<u64> {
        Some(match *self.drawn.get(index)? {
            true => self.gpu.make_output((context, room), deform, index),
            false => 0,
        })
    }

    /// All triangles of a mesh, at each of its placements.
    pub fn extent(&self, mesh: usize) -> Option<Extent> {
        let triangles = self.triangles(mesh)?;
        Some(Extent::new(triangles.count, 3, 0..self.gpu.placements.count()))
    }

    pub fn triangles(&self, mesh: usize) -> Option<&Indices> {
        self.gpu.gpu.meshes.get(mesh)?.as_ref()?.triangles.as_ref()
    }

    /// Pixels that the mean triangle of a mesh covers.
    pub fn pixels(&self, (picture, cover): (&Picture, &Cover), mesh: usize) -> f64 {
        let gpu = self.gpu.gpu.meshes.get(mesh).and_then(Option::as_ref);
        let model = &picture.ghosts[self.of].model;
        gpu.map_or(0.0, |gpu| cover.triangle((model, mesh), gpu, LOOKED_AT))
    }

    /// Positions of those of its meshes that are drawn.
    pub fn drawn_meshes(&self) -> impl Iterator<Item = usize> + '_ {
        let drawn = self.drawn.iter().enumerate();
        drawn.filter(|(_, drawn)| **drawn).map(|(at, _)| at)
    }
}
