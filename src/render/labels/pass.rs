//! Labels over everything: one instanced draw.

use super::super::Context;
use super::super::job::Span;
use super::Labels;
use crate::render::gpu::draw_pass::DrawPass;
use crate::render::gpu::gpu_types::LabelInstance;
use crate::render::gpu::pipeline::{Depth, PipelineSpec};
use crate::render::gpu::shaders;
use crate::render::passes::common::Common;

const INSTANCES: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<LabelInstance>() as u64,
    step_mode: wgpu::VertexStepMode::Instance,
    attributes: &wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Float32x4],
};

pub struct LabelPass {
    pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
    sampler: wgpu::Sampler,
}

impl LabelPass {
    pub fn new(context: &Context, common: &Common, samples: u32) -> Self {
        let device = &context.device;
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("labels"),
            entries: &[
                wgpu::BindGroupLayoutEntry {
                    binding: 0,
                    visibility: wgpu::ShaderStages::FRAGMENT,
                    ty: wgpu::BindingType::Texture {
                        sample_type: wgpu::TextureSampleType::Float { filterable: true },
                        view_dimension: wgpu::TextureViewDimension::D2,
                        multisampled: false,
                    },
                    count: None,
                },
                wgpu::BindGroupLayoutEntry {
                    binding: 1,
                    visibility: wgpu::ShaderStages::FRAGMENT,
                    ty: wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
                    count: None,
                },
            ],
        });
        let spec = PipelineSpec {
            label: "labels",
            shader: shaders::LABEL,
            vertex: "vertex",
            fragment: "fragment",
            constants: &[],
            buffers: &[Some(INSTANCES)],
            groups: &[&common.view_layout, &layout].map(Some),
            topology: wgpu::PrimitiveTopology::TriangleList,
            depth: Depth::Ignored,
        };
        Self {
            pipeline: spec.build(context, samples),
            sampler: device.create_sampler(&wgpu::SamplerDescriptor {
                label: Some("labels"),
                ..Default::default()
            }),
            layout,
        }
    }

    pub fn draw(&self, context: &Context, pass: &mut DrawPass<'_>, labels: &Labels, span: &Span) {
        let letters = labels.texture.create_view(&Default::default());
        let group = context.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("labels"),
            layout: &self.layout,
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: wgpu::BindingResource::TextureView(&letters),
                },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: wgpu::BindingResource::Sampler(&self.sampler),
                },
            ],
        });
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(1, &group, None);
        pass.set_vertex_buffer(0, labels.instances.slice(..));
        for (corners, instances) in span.draws() {
            pass.draw(corners, instances);
        }
    }
}
