//! One ghost on the GPU: pose and vertices of its own, over the uploads of its model.

use crate::Context;
use crate::passes::vertices::deform::DeformPass;
use crate::upload::placed_gpu::PlacedGpu;
use crate::upload::pool::BufferPool;

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

    /// Positions of those of its meshes that are drawn.
    pub fn drawn_meshes(&self) -> impl Iterator<Item = usize> + '_ {
        let drawn = self.drawn.iter().enumerate();
        drawn.filter(|(_, drawn)| **drawn).map(|(at, _)| at)
    }
}
