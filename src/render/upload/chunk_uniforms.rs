//! Where the uniforms of chunks lie on the GPU: in buffers of many slots, so that a mesh of one chunk takes no buffer of its own.

use crate::render::Context;
use crate::render::gpu::gpu_types::ChunkUniform;

/// The most slots that are made at once for meshes of few chunks.
const MOST_SLOTS: u32 = 256;

/// The uniforms of one placed model.
pub struct ChunkUniforms {
    /// Bytes from one slot to the next.
    stride: u32,
    buffers: Vec<wgpu::Buffer>,
    /// Slots in all buffers; slots of the last one that are free.
    made: u32,
    free: u32,
}

/// Consecutive slots of one buffer.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    buffer: usize,
    pub first: u32,
}

impl ChunkUniforms {
    pub fn new(stride: u32) -> Self {
        Self {
            stride,
            buffers: Vec::new(),
            made: 0,
            free: 0,
        }
    }

    /// So many slots that nobody has. Each buffer has as many as all before it together, so few are made for any number of meshes.
    pub fn take(&mut self, context: &Context, count: u32) -> Slots {
        if self.free < count {
            let slots = count.max(self.made.min(MOST_SLOTS));
            self.buffers.push(context.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("deform / chunks"),
                size: u64::from(slots) * u64::from(self.stride),
                usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            }));
            self.made = self.made.saturating_add(slots);
            self.free = slots;
        }
        let buffer = self.buffers.len() - 1;
        let slots = self.buffers[buffer].size() / u64::from(self.stride);
        let first = slots as u32 - self.free;
        self.free -= count;
        Slots { buffer, first }
    }

    pub fn buffer(&self, slots: Slots) -> &wgpu::Buffer {
        &self.buffers[slots.buffer]
    }

    /// One uniform for each slot.
    pub fn write(&self, context: &Context, slots: Slots, uniforms: &[ChunkUniform]) {
        let stride = self.stride as usize;
        let mut bytes = vec![0u8; uniforms.len() * stride];
        for (slot, uniform) in bytes.chunks_exact_mut(stride).zip(uniforms) {
            slot[..size_of::<ChunkUniform>()].copy_from_slice(bytemuck::bytes_of(uniform));
        }
        let at = u64::from(slots.first) * u64::from(self.stride);
        context.queue.write_buffer(self.buffer(slots), at, &bytes);
    }
}
