//! Bones over everything: one instanced draw.

use super::super::Context;
use super::common::Common;
use crate::cost::{Extent, Span};
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::gpu_types::{ColorUniform, GlyphInstance};
use crate::gpu::pipeline::{Depth, PipelineSpec};
use crate::gpu::shaders;
use crate::gpu::srgb::linear;
use crate::gpu::uniforms::{UniformBuffer, uniform_group, uniform_layout};
use castview_picture::Colors;

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

pub struct BonesPass {
    pipeline: wgpu::RenderPipeline,
    colors: UniformBuffer,
    bind_group: wgpu::BindGroup,
}

impl BonesPass {
    pub fn new(context: &Context, common: &Common, samples: u32) -> Self {
        let size = size_of::<ColorUniform>();
        let layout = uniform_layout(context, "bones", wgpu::ShaderStages::FRAGMENT, size);
        let colors = UniformBuffer::new(context, "bones", size);
        let spec = PipelineSpec {
            label: "bones",
            shader: shaders::BONES,
            vertex: "vertex",
            fragment: "fragment",
            constants: &[],
            buffers: &[Some(INSTANCES)],
            groups: &[&common.view_layout, &layout].map(Some),
            topology: wgpu::PrimitiveTopology::TriangleList,
            depth: Depth::Solid,
        };
        Self {
            pipeline: spec.build(context, samples),
            bind_group: uniform_group(&context.device, "bones", &layout, &colors, size),
            colors,
        }
    }

    /// The depth of this pass is its own: bones hide bones only.
    pub fn draw(&self, context: &Context, pass: &mut DrawPass<'_>, glyphs: &Glyphs, colors: &Colors, span: &Span) {
        let edge = ColorUniform {
            color: linear(colors.bone_edge),
        };
        self.colors.write(context, bytemuck::bytes_of(&edge));
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(1, &self.bind_group, None);
        glyphs.draw(pass, span);
    }
}
