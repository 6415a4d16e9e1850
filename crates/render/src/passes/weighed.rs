//! Surfaces that blend and interleave, drawn in any order: what they are summed up in, and the sum over the picture.
//!
//! Meshes that blend are sorted as wholes. Where two of them interleave no order of the two is right; their weighted mean is nearer to
//! what is right then (`crates/render/tests/surfaces/blending.rs` compares; the numbers are in `render::lists::interleaved`). Nothing of this is made for a picture
//! without such meshes.

use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::formats::{LEFT_FORMAT, SUM_FORMAT};
use crate::gpu::pipeline::{Depth, PipelineSpec};
use crate::gpu::shaders;
use std::sync::OnceLock;

/// Textures as large as the picture.
pub struct Sums {
    /// With more than one sample: where surfaces are drawn, to be resolved into `views`.
    samples: Option<[wgpu::TextureView; 2]>,
    views: [wgpu::TextureView; 2],
    layout: wgpu::BindGroupLayout,
    group: wgpu::BindGroup,
}

impl Sums {
    pub fn new(context: &Context, size: wgpu::Extent3d, samples: u32) -> Self {
        let device = &context.device;
        let make = |format, sample_count, usage| {
            let texture = device.create_texture(&wgpu::TextureDescriptor {
                label: Some("render / target / sums"),
                size,
                mip_level_count: 1,
                sample_count,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage,
                view_formats: &[],
            });
            texture.create_view(&Default::default())
        };
        let drawn = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let both = |samples, usage| [SUM_FORMAT, LEFT_FORMAT].map(|format| make(format, samples, usage));
        let views = both(1, drawn | wgpu::TextureUsages::TEXTURE_BINDING);
        let layout = layout(device);
        let entry = |binding: usize| wgpu::BindGroupEntry {
            binding: binding as u32,
            resource: wgpu::BindingResource::TextureView(&views[binding]),
        };
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("compose"),
            layout: &layout,
            entries: &[entry(0), entry(1)],
        });
        Self {
            samples: (samples > 1).then(|| both(samples, drawn)),
            views,
            layout,
            group,
        }
    }

    /// `first`: nothing of this sum was drawn yet; `last`: nothing more will be.
    pub fn attachments(&self, first: bool, last: bool) -> [Option<wgpu::RenderPassColorAttachment<'_>>; 2] {
        // Nothing is summed up, and all of what is behind is left.
        let cleared = [wgpu::Color::TRANSPARENT, wgpu::Color::WHITE];
        [0, 1].map(|at| {
            let resolve_target = self.samples.as_ref().filter(|_| last).map(|_| &self.views[at]);
            Some(wgpu::RenderPassColorAttachment {
                view: self.samples.as_ref().map_or(&self.views[at], |samples| &samples[at]),
                depth_slice: None,
                resolve_target,
                ops: wgpu::Operations {
                    load: match first {
                        true => wgpu::LoadOp::Clear(cleared[at]),
                        false => wgpu::LoadOp::Load,
                    },
                    store: match resolve_target {
                        Some(_) => wgpu::StoreOp::Discard,
                        None => wgpu::StoreOp::Store,
                    },
                },
            })
        })
    }
}

fn layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    let entry = |binding| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty: wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: false },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        },
        count: None,
    };
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("compose"),
        entries: &[entry(0), entry(1)],
    })
}

/// Puts a sum over the picture.
#[derive(Default)]
pub struct ComposePass {
    pipeline: OnceLock<wgpu::RenderPipeline>,
}

impl ComposePass {
    /// Makes the pipeline, unless it is there.
    pub fn prepare(&self, context: &Context, sums: &Sums, samples: u32) {
        self.pipeline.get_or_init(|| {
            PipelineSpec {
                label: "compose",
                shader: shaders::COMPOSE,
                vertex: "vertex",
                fragment: "fragment",
                constants: &[],
                buffers: &[],
                groups: &[&sums.layout].map(Some),
                topology: wgpu::PrimitiveTopology::TriangleList,
                depth: Depth::Ignored,
            }
            .build(context, samples)
        });
    }

    /// Binds its own group 0: whoever draws next binds the view again.
    pub fn draw(&self, pass: &mut DrawPass<'_>, sums: &Sums) {
        let Some(pipeline) = self.pipeline.get() else { return };
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &sums.group, None);
        pass.draw(0..3, 0..1);
    }
}
