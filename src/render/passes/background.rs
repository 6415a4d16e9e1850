//! What stands behind everything.

use super::super::gpu_types::BackgroundUniform;
use super::super::target::{DEPTH_FORMAT, TargetFormat};
use super::super::{Context, shaders};
use super::Common;
use crate::picture::Background;

pub struct BackgroundPass {
    pipeline: wgpu::RenderPipeline,
    colors: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
}

impl BackgroundPass {
    pub fn new(context: &Context, common: &Common, format: TargetFormat) -> Self {
        let device = &context.device;
        let module = shaders::BACKGROUND.module(device);
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("background / colors"),
            entries: &[super::uniform_entry(
                0,
                wgpu::ShaderStages::FRAGMENT,
                size_of::<BackgroundUniform>(),
                false,
            )],
        });
        let colors = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("background / colors"),
            size: size_of::<BackgroundUniform>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("background / colors"),
            layout: &layout,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: colors.as_entire_binding(),
            }],
        });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("background"),
            bind_group_layouts: &[Some(&common.view_layout), Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("background"),
            layout: Some(&pipeline_layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("vertex"),
                compilation_options: Default::default(),
                buffers: &[],
            },
            primitive: Default::default(),
            depth_stencil: Some(wgpu::DepthStencilState {
                format: DEPTH_FORMAT,
                depth_write_enabled: Some(false),
                depth_compare: Some(wgpu::CompareFunction::Always),
                stencil: Default::default(),
                bias: Default::default(),
            }),
            multisample: super::multisample(format),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some("fragment"),
                compilation_options: super::encode_option(format),
                targets: &[Some(wgpu::ColorTargetState {
                    format: format.color(),
                    blend: None,
                    write_mask: wgpu::ColorWrites::ALL,
                })],
            }),
            multiview_mask: None,
            cache: None,
        });
        Self {
            pipeline,
            colors,
            bind_group,
        }
    }

    /// Transparent backgrounds are what the target is cleared to: nothing is drawn.
    pub fn draw(&self, context: &Context, pass: &mut wgpu::RenderPass<'_>, background: Background) {
        let (top, bottom) = match background {
            Background::Transparent => return,
            Background::Solid(color) => (color, color),
            Background::Gradient { top, bottom } => (top, bottom),
        };
        let unit = |c: [u8; 3]| [c[0], c[1], c[2], 255].map(|c| f32::from(c) / 255.0);
        let uniform = BackgroundUniform {
            top_srgb: unit(top),
            bottom_srgb: unit(bottom),
        };
        context
            .queue
            .write_buffer(&self.colors, 0, bytemuck::bytes_of(&uniform));
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(1, &self.bind_group, &[]);
        pass.draw(0..3, 0..1);
    }
}
