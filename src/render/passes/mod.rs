//! One file per pass: build the pipeline, record the commands.

pub mod background;

use super::Context;
use super::gpu_types::ViewUniform;
use super::target::TargetFormat;
use std::num::NonZeroU64;

/// What every drawing pass shares: the view in bind group 0.
pub struct Common {
    pub view_layout: wgpu::BindGroupLayout,
    view: wgpu::Buffer,
    pub view_group: wgpu::BindGroup,
}

impl Common {
    pub fn new(context: &Context) -> Self {
        let device = &context.device;
        let view_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("view"),
            entries: &[uniform_entry(
                0,
                wgpu::ShaderStages::VERTEX_FRAGMENT,
                size_of::<ViewUniform>(),
                false,
            )],
        });
        let view = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("view"),
            size: size_of::<ViewUniform>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let view_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("view"),
            layout: &view_layout,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: view.as_entire_binding(),
            }],
        });
        Self {
            view_layout,
            view,
            view_group,
        }
    }

    pub fn write_view(&self, context: &Context, view: &ViewUniform) {
        context.queue.write_buffer(&self.view, 0, bytemuck::bytes_of(view));
    }
}

/// A uniform of `size` bytes; `dynamic`: its offset is given when it is bound.
pub fn uniform_entry(
    binding: u32,
    visibility: wgpu::ShaderStages,
    size: usize,
    dynamic: bool,
) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: dynamic,
            min_binding_size: NonZeroU64::new(size as u64),
        },
        count: None,
    }
}

pub fn multisample(format: TargetFormat) -> wgpu::MultisampleState {
    wgpu::MultisampleState {
        count: format.samples,
        mask: !0,
        alpha_to_coverage_enabled: false,
    }
}

/// Fragment shaders that use `shared/srgb.wgsl` encode by themselves where the target cannot.
pub fn encode_option(format: TargetFormat) -> wgpu::PipelineCompilationOptions<'static> {
    let constants: &[(&str, f64)] = if format.srgb_view { &[] } else { &[("ENCODE_SRGB", 1.0)] };
    wgpu::PipelineCompilationOptions {
        constants,
        ..Default::default()
    }
}
