//! Bones of one picture on the GPU, one instance each.

use crate::cost::{Extent, Span};
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::gpu_types::GlyphInstance;

/// Corners of one instance, whatever its kind (`GLYPH_CORNERS` in the shader).
const CORNERS: u32 = 24;

pub const INSTANCES: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<GlyphInstance>() as u64,
    step_mode: wgpu::VertexStepMode::Instance,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32, 2 => Float32x3, 3 => Float32x4, 4 => Uint32, 5 => Uint32, 6 => Float32],
};

/// The instances of one picture. Grows as needed.
pub struct Glyphs {
    buffer: wgpu::Buffer,
    pub count: u32,
}

impl Glyphs {
    pub fn new(context: &Context) -> Self {
        Self {
            buffer: Self::make(context, 1 << 12),
            count: 0,
        }
    }

    fn make(context: &Context, size: usize) -> wgpu::Buffer {
        context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("bones / instances"),
            size: size as u64,
            usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    }

    /// All of them.
    pub fn extent(&self) -> Extent {
        Extent::new(CORNERS, CORNERS, 0..self.count)
    }

    pub fn write(&mut self, context: &Context, glyphs: &[GlyphInstance]) {
        let bytes: &[u8] = bytemuck::cast_slice(glyphs);
        if bytes.len() as u64 > self.buffer.size() {
            self.buffer = Self::make(context, bytes.len().next_power_of_two());
        }
        context.queue.write_buffer(&self.buffer, 0, bytes);
        self.count = glyphs.len() as u32;
    }

    /// Vertex buffer 0 and the draw calls; pipeline and bind groups are set.
    pub fn draw(&self, pass: &mut DrawPass<'_>, span: &Span) {
        pass.set_vertex_buffer(0, self.buffer.slice(..));
        for (corners, instances) in span.draws() {
            pass.draw(corners, instances);
        }
    }
}
