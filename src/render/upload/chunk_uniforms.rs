//! Where the uniforms of chunks lie on the GPU: in parts of many slots, so that meshes of one chunk lie side by side.

use super::pool::{BufferPool, PoolSlice};
use crate::render::Context;
use crate::render::gpu::gpu_types::ChunkUniform;

/// The most slots that are made at once for meshes of few chunks.
const MOST_SLOTS: u32 = 256;

/// The uniforms of one placed model.
pub struct ChunkUniforms {
    /// Bytes from one slot to the next.
    stride: u32,
    parts: Vec<PoolSlice>,
    /// Slots in all parts; slots of the last one that are free.
    made: u32,
    free: u32,
}

/// Consecutive slots of one part.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    part: usize,
    pub first: u32,
}

impl ChunkUniforms {
    pub fn new(stride: u32) -> Self {
        Self {
            stride,
            parts: Vec::new(),
            made: 0,
            free: 0,
        }
    }

    /// So many slots that nobody has. Each part has as many as all before it together, so few are made for any number of meshes.
    pub fn take(&mut self, (context, room): (&Context, &mut BufferPool), count: u32) -> Slots {
        if self.free < count {
            let slots = count.max(self.made.min(MOST_SLOTS));
            let size = u64::from(slots) * u64::from(self.stride);
            self.parts.push(room.take(context, "deform / chunks", size));
            self.made = self.made.saturating_add(slots);
            self.free = slots;
        }
        let part = self.parts.len() - 1;
        let slots = self.parts[part].size() / u64::from(self.stride);
        let first = slots as u32 - self.free;
        self.free -= count;
        Slots { part, first }
    }

    pub fn part(&self, slots: Slots) -> &PoolSlice {
        &self.parts[slots.part]
    }

    /// One uniform for each slot.
    pub fn write(&self, room: &mut BufferPool, slots: Slots, uniforms: &[ChunkUniform]) {
        let stride = self.stride as usize;
        let mut bytes = vec![0u8; uniforms.len() * stride];
        for (slot, uniform) in bytes.chunks_exact_mut(stride).zip(uniforms) {
            slot[..size_of::<ChunkUniform>()].copy_from_slice(bytemuck::bytes_of(uniform));
        }
        let at = u64::from(slots.first) * u64::from(self.stride);
        room.write_at(self.part(slots), at, &bytes);
    }
}
