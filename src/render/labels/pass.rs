//! Labels over everything: one instanced draw.

use super::super::Context;
use super::super::job::Span;
use super::Labels;
use crate::render::gpu::draw_pass::DrawPass;
use crate::render::gpu::gpu_types::LabelInstance;
use crate::render::gpu::pipeline::{Depth, PipelineSpec};
use crate::render::gpu::shaders;
use crate::render::passes::common::Common;
use crate::render::passes::full_screen::texture_entry;
use crate::render::passes::surfaces::shade::bind_group;

const INSTANCES: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<LabelInstance>() as u64,
    step_mode: wgpu::VertexStepMode::Instance,
    attributes: &wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Float32x4],
};

pub struct LabelPass {
    pipeline: wgpu::RenderPipeline,
}

impl LabelPass {
    pub fn new(context: &Context, common: &Common, samples: u32) -> Self {
        let layout = layout(context);
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
        }
    }

    pub fn draw(&self, pass: &mut DrawPass<'_>, labels: &Labels, span: &Span) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(1, &labels.letters, None);
        pass.set_vertex_buffer(0, labels.instances.slice(..));
        for (corners, instances) in span.draws() {
            pass.draw(corners, instances);
        }
    }
}

fn layout(context: &Context) -> wgpu::BindGroupLayout {
    let sampler = wgpu::BindGroupLayoutEntry {
        binding: 1,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty: wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
        count: None,
    };
    context
        .device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("labels"),
            entries: &[texture_entry(0), sampler],
        })
}

/// The bind group of letters.
pub fn group(context: &Context, letters: &wgpu::Texture) -> wgpu::BindGroup {
    let device = &context.device;
    let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("labels"),
        ..Default::default()
    });
    let resources = [
        wgpu::BindingResource::TextureView(&letters.create_view(&Default::default())),
        wgpu::BindingResource::Sampler(&sampler),
    ];
    bind_group(device, "labels", &layout(context), resources)
}
