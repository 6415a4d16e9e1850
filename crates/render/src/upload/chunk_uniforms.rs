//! Where the uniforms of chunks lie on the GPU: in parts of many slots, so that meshes of one chunk lie side by side.

use super::pool::{BufferPool, PoolSlice};
use crate::gpu::context::Context;
use crate::gpu::gpu_types::ChunkUniform;
use crate::upload::vertices::deform::{CHUNK_STRIDE, CHUNKS_BOUND};

/// The most slots that are made at once for meshes of few chunks, and the fewest.
const MOST_SLOTS: u32 = 256;

/// The uniforms of one placed model.
pub struct ChunkUniforms {
    parts: Vec<PoolSlice>,
    /// Slots of a part.
    usual: u32,
    /// First free slot of the last part, and the number of free slots from that on.
    next: u32,
    free: u32,
}

/// Consecutive slots of one part.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    part: usize,
    pub first: u32,
}

impl ChunkUniforms {
    /// For so many meshes, most of which have one chunk: those of one part are deformed in few runs.
    pub fn new(meshes: usize) -> Self {
        Self {
            usual: meshes.clamp(1, MOST_SLOTS as usize) as u32,
            parts: Vec::new(),
            next: 0,
            free: 0,
        }
    }

    /// So many slots that nobody has.
    pub fn take(&mut self, (context, room): (&Context, &mut BufferPool), count: u32) -> Slots {
        if self.free < count {
            let slots = count.max(self.usual);
            let size = u64::from(slots) * u64::from(CHUNK_STRIDE);
            let part = room.take_before(context, "deform / chunks", size, CHUNKS_BOUND);
            self.parts.push(part);
            (self.next, self.free) = (0, slots);
        }
        let first = self.next;
        (self.next, self.free) = (first + count, self.free - count);
        Slots {
            part: self.parts.len() - 1,
            first,
        }
    }

    pub fn part(&self, slots: Slots) -> &PoolSlice {
        &self.parts[slots.part]
    }

    /// One uniform for each slot.
    pub fn write(&self, room: &mut BufferPool, slots: Slots, uniforms: &[ChunkUniform]) {
        let stride = CHUNK_STRIDE as usize;
        let mut bytes = vec![0u8; uniforms.len() * stride];
        for (slot, uniform) in bytes.chunks_exact_mut(stride).zip(uniforms) {
            slot[..size_of::<ChunkUniform>()].copy_from_slice(bytemuck::bytes_of(uniform));
        }
        let at = u64::from(slots.first) * u64::from(CHUNK_STRIDE);
        room.write_at(self.part(slots), at, &bytes);
    }
}
