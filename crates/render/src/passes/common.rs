//! Bind groups that the drawing passes share: the view, the draws, and what shading needs.

use super::surfaces::shade::Shade;
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::gpu_types::{DrawUniform, ViewUniform};
use crate::gpu::uniforms::{UniformBuffer, uniform_entry, uniform_group, uniform_layout};

/// Common to the drawing passes: bind group 0 is the view, 1 the drawn model, 3 the inputs of shading.
pub struct Common {
    pub view_layout: wgpu::BindGroupLayout,
    pub(crate) view: UniformBuffer,
    pub view_group: wgpu::BindGroup,
    pub draws: Draws,
    pub shade: Shade,
}

/// [`DrawUniform`]s of things that are drawn, bound by dynamic offset. Grows as needed.
pub struct Draws {
    pub layout: wgpu::BindGroupLayout,
    /// By thing, the place of its uniform in the buffer: things in a row that have the same share one.
    rows: Vec<u32>,
    pub(crate) stride: usize,
    pub(crate) buffer: UniformBuffer,
    pub(crate) bind_group: wgpu::BindGroup,
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
        let view = UniformBuffer::new(context, "view", size_of::<ViewUniform>());
        let view_group = uniform_group(device, "view", &view_layout, &view, size_of::<ViewUniform>());
        Self {
            view_layout,
            view,
            view_group,
            draws: Draws::new(context),
            shade: Shade::new(context),
        }
    }

    pub fn write_view(&self, context: &Context, view: &ViewUniform) {
        self.view.write(context, bytemuck::bytes_of(view));
    }
}

impl Draws {
    pub(crate) fn new(context: &Context) -> Self {
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
        let buffer = UniformBuffer::new(context, "draws", stride * 16);
        Self {
            bind_group: uniform_group(device, "draws", &layout, &buffer, size_of::<DrawUniform>()),
            layout,
            rows: Vec::new(),
            stride,
            buffer,
        }
    }

    /// `draws`: one for each thing.
    pub fn write(&mut self, context: &Context, draws: impl ExactSizeIterator<Item = DrawUniform>) {
        self.rows.clear();
        let mut bytes = Vec::with_capacity(draws.len() * size_of::<DrawUniform>());
        let mut last = None;
        for draw in draws {
            if last != Some(draw) {
                bytes.resize(bytes.len().next_multiple_of(self.stride), 0);
                bytes.extend_from_slice(bytemuck::bytes_of(&draw));
                last = Some(draw);
            }
            // No more than there are things in a picture.
            self.rows.push(((bytes.len() - 1) / self.stride) as u32);
        }
        if bytes.len() as u64 > self.buffer.size() {
            self.buffer = UniformBuffer::new(context, "draws", bytes.len().next_power_of_two());
            let size = size_of::<DrawUniform>();
            self.bind_group = uniform_group(&context.device, "draws", &self.layout, &self.buffer, size);
        }
        self.buffer.write(context, &bytes);
    }

    /// Binds the uniform of thing `index` of those written last.
    pub fn bind(&self, pass: &mut DrawPass<'_>, index: usize) {
        let row = self.rows.get(index).copied().unwrap_or(0);
        pass.set_bind_group(1, &self.bind_group, Some(row * self.stride as u32));
    }
}
