//! What the drawing passes share: the view, the draws, and what shading needs.

use super::surfaces::nearest;
use super::surfaces::shade::Shade;
use crate::render::Context;
use crate::render::gpu::draw_pass::DrawPass;
use crate::render::gpu::gpu_types::{DrawUniform, ViewUniform};
use crate::render::gpu::uniforms::{uniform_buffer, uniform_entry, uniform_group, uniform_layout};

/// Common to the drawing passes: bind group 0 is the view, 1 the drawn model, 3 the inputs of shading.
pub struct Common {
    pub view_layout: wgpu::BindGroupLayout,
    pub(in crate::render) view: wgpu::Buffer,
    pub view_group: wgpu::BindGroup,
    pub draws: Draws,
    pub shade: Shade,
    /// Of what shading knows about meshes that are drawn by the numbers of their triangles, where any are.
    pub numbered: Option<wgpu::BindGroupLayout>,
}

/// One [`DrawUniform`] per thing that is drawn, bound by dynamic offset. Grows as needed.
pub struct Draws {
    pub layout: wgpu::BindGroupLayout,
    pub(in crate::render) stride: usize,
    pub(in crate::render) buffer: wgpu::Buffer,
    pub(in crate::render) bind_group: wgpu::BindGroup,
}

impl Common {
    pub fn new(context: &Context) -> Self {
        let device = &context.device;
        let view_layout = uniform_layout(
            context,
            "view",
            wgpu::ShaderStages::VERTEX_FRAGMENT,
            size_of::<ViewUniform>(),
        );
        let view = uniform_buffer(context, "view", size_of::<ViewUniform>());
        let view_group = uniform_group(device, "view", &view_layout, &view, size_of::<ViewUniform>());
        Self {
            view_layout,
            view,
            view_group,
            draws: Draws::new(context),
            shade: Shade::new(context),
            numbered: context.abilities().numbers_samples.then(|| nearest::layout(context)),
        }
    }

    pub fn write_view(&self, context: &Context, view: &ViewUniform) {
        context.queue.write_buffer(&self.view, 0, bytemuck::bytes_of(view));
    }
}

impl Draws {
    pub(in crate::render) fn new(context: &Context) -> Self {
        let device = &context.device;
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("draws"),
            entries: &[uniform_entry(
                0,
                wgpu::ShaderStages::VERTEX_FRAGMENT,
                size_of::<DrawUniform>(),
                true,
            )],
        });
        let alignment = device.limits().min_uniform_buffer_offset_alignment as usize;
        let stride = size_of::<DrawUniform>().next_multiple_of(alignment);
        let buffer = uniform_buffer(context, "draws", stride * 16);
        Self {
            bind_group: uniform_group(device, "draws", &layout, &buffer, size_of::<DrawUniform>()),
            layout,
            stride,
            buffer,
        }
    }

    pub fn write(&mut self, context: &Context, draws: &[DrawUniform]) {
        let mut bytes = vec![0; draws.len() * self.stride];
        for (slot, draw) in bytes.chunks_exact_mut(self.stride).zip(draws) {
            slot[..size_of::<DrawUniform>()].copy_from_slice(bytemuck::bytes_of(draw));
        }
        if bytes.len() as u64 > self.buffer.size() {
            self.buffer = uniform_buffer(context, "draws", bytes.len().next_power_of_two());
            let size = size_of::<DrawUniform>();
            self.bind_group = uniform_group(&context.device, "draws", &self.layout, &self.buffer, size);
        }
        context.queue.write_buffer(&self.buffer, 0, &bytes);
    }

    /// Binds draw `index` of those written last.
    pub fn bind(&self, pass: &mut DrawPass<'_>, index: usize) {
        pass.set_bind_group(1, &self.bind_group, Some((index * self.stride) as u32));
    }
}
