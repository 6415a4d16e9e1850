//! The floor grid and the axes, sized from what is drawn.

use super::super::Context;
use super::common::Common;
use crate::picture::Picture;
use crate::render::gpu::gpu_types::FloorUniform;
use crate::render::gpu::pipeline::{Depth, PipelineSpec};
use crate::render::gpu::shaders;
use crate::render::gpu::srgb::linear;
use crate::render::gpu::uniforms::{uniform_buffer, uniform_group, uniform_layout};
use glam::{Vec3, Vec3A};

pub struct FloorPass {
    grid: wgpu::RenderPipeline,
    axes: wgpu::RenderPipeline,
    uniform: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
}

impl FloorPass {
    pub fn new(context: &Context, common: &Common, samples: u32) -> Self {
        let size = size_of::<FloorUniform>();
        let layout = uniform_layout(context, "floor", wgpu::ShaderStages::VERTEX_FRAGMENT, size);
        let build = |label, shader| {
            PipelineSpec {
                label,
                shader,
                vertex: "vertex",
                fragment: "fragment",
                constants: &[],
                buffers: &[],
                groups: &[&common.view_layout, &layout],
                topology: wgpu::PrimitiveTopology::TriangleStrip,
                depth: Depth::Tested,
            }
            .build(context, samples)
        };
        let uniform = uniform_buffer(context, "floor", size);
        Self {
            grid: build("grid", shaders::GRID),
            axes: build("axes", shaders::AXES),
            bind_group: uniform_group(&context.device, "floor", &layout, &uniform, size),
            uniform,
        }
    }

    pub fn draw(&self, context: &Context, pass: &mut wgpu::RenderPass<'_>, picture: &Picture) {
        let overlays = picture.overlays;
        if !overlays.grid && !overlays.axes {
            return;
        }
        let floor = floor_uniform(picture);
        context.queue.write_buffer(&self.uniform, 0, bytemuck::bytes_of(&floor));
        pass.set_bind_group(1, &self.bind_group, &[]);
        if overlays.grid {
            pass.set_pipeline(&self.grid);
            pass.draw(0..4, 0..1);
        }
        if overlays.axes {
            pass.set_pipeline(&self.axes);
            pass.draw(0..4, 0..3);
        }
    }
}

/// The size everything but the meshes is made to: that of what is drawn, or of what the camera sees if that is nothing or a point.
pub fn drawn_size(picture: &Picture) -> f32 {
    let candidates = [picture.bounds.diagonal(), picture.camera.half_height()];
    let usable = |size: &f32| size.is_finite() && *size > 0.0;
    candidates.into_iter().find(usable).unwrap_or(1.0)
}

fn floor_uniform(picture: &Picture) -> FloorUniform {
    let size = drawn_size(picture);
    // Three to thirty fine lines along what is drawn.
    let step = 10.0f32.powf(size.log10().round() - 1.0);
    let colors = &picture.colors;
    let stage_axis = |index: usize| Vec3::from(picture.world_from_stage.matrix3 * Vec3A::AXES[index]);
    // Which of the file's axes lies along this one of the world.
    let color_along = |world: Vec3| {
        let nearest = (0..3).max_by(|a, b| {
            let along = |i: usize| stage_axis(i).dot(world).abs();
            along(*a).total_cmp(&along(*b))
        });
        linear(colors.axes[nearest.unwrap_or(0)])
    };
    let target = picture.camera.target;
    FloorUniform {
        center_world: [target.x, 0.0, target.z],
        radius: (3.0 * size).max(1.6 * picture.camera.distance),
        line_color: linear(colors.grid),
        x_color: color_along(Vec3::X),
        z_color: color_along(Vec3::Z),
        axes: [0, 1, 2].map(|i| stage_axis(i).normalize_or_zero().extend(0.22 * size).to_array()),
        axis_colors: colors.axes.map(linear),
        step,
        has_axes: f32::from(u8::from(picture.overlays.axes)),
        pad: [0.0; 2],
    }
}
