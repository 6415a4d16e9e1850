//! Meshes whose triangles are smaller than pixels, on Mesa's software renderer: drawn at twice the width and height with one sample, and
//! then put into the four samples of each pixel.
//!
//! With several samples that renderer shades whole squares of 4 × 4 pixels for each triangle, whether any sample of them is covered
//! or hidden. With one sample it leaves out what is neither, which takes half of the time for two million triangles. Others draw
//! such meshes like all.

use crate::render::Context;
use crate::render::gpu::draw_pass::DrawPass;
use crate::render::gpu::formats::{DEPTH_FORMAT, DRAW_FORMAT};
use crate::render::gpu::pipeline::{Depth, PipelineSpec, depth_kept};
use crate::render::gpu::shaders;
use std::sync::OnceLock;

/// Fewer triangles are drawn before the larger picture is filled and read.
pub const FEWEST: u32 = 100_000;
/// What the mean triangle covers at most, in pixels. Larger ones are shaded four times as often this way, and fill the squares anyway.
pub const LARGEST_PX: f64 = 1.0;
/// Pixels of a picture. More would take more than 128 MB.
const MOST_PIXELS: u64 = 4_000_000;

/// Colour and depth with a texel for each of four samples.
pub struct Fine {
    pub color: wgpu::TextureView,
    pub depth: wgpu::TextureView,
    pub size: [u32; 2],
    layout: wgpu::BindGroupLayout,
    group: wgpu::BindGroup,
}

impl Fine {
    /// Whether meshes with small triangles are drawn this way in a picture of `size`.
    pub fn suits(context: &Context, size: [u32; 2], samples: u32) -> bool {
        let limit = context.device.limits().max_texture_dimension_2d / 2;
        let pixels = u64::from(size[0]) * u64::from(size[1]);
        let fits = size.iter().all(|side| *side <= limit) && pixels <= MOST_PIXELS;
        samples == 4 && context.abilities().shades_squares && fits
    }

    pub fn new(context: &Context, size: wgpu::Extent3d) -> Self {
        let device = &context.device;
        let size = wgpu::Extent3d {
            width: 2 * size.width,
            height: 2 * size.height,
            ..size
        };
        let make = |format| {
            let texture = device.create_texture(&wgpu::TextureDescriptor {
                label: Some("render / target / fine"),
                size,
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
                view_formats: &[],
            });
            texture.create_view(&Default::default())
        };
        let [color, depth] = [DRAW_FORMAT, DEPTH_FORMAT].map(make);
        let entry = |binding, sample_type| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::FRAGMENT,
            ty: wgpu::BindingType::Texture {
                sample_type,
                view_dimension: wgpu::TextureViewDimension::D2,
                multisampled: false,
            },
            count: None,
        };
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("spread"),
            entries: &[
                entry(0, wgpu::TextureSampleType::Float { filterable: false }),
                entry(1, wgpu::TextureSampleType::Depth),
            ],
        });
        let bound = |binding, view| wgpu::BindGroupEntry {
            binding,
            resource: wgpu::BindingResource::TextureView(view),
        };
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("spread"),
            layout: &layout,
            entries: &[bound(0, &color), bound(1, &depth)],
        });
        Self {
            color,
            depth,
            size: [size.width, size.height],
            layout,
            group,
        }
    }

    /// A pass into it; `first`: nothing of this picture was drawn yet.
    pub fn begin<'a>(&self, encoder: &'a mut wgpu::CommandEncoder, first: bool) -> DrawPass<'a> {
        DrawPass::begin(
            encoder,
            &wgpu::RenderPassDescriptor {
                label: Some("fine"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &self.color,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: match first {
                            true => wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                            false => wgpu::LoadOp::Load,
                        },
                        store: wgpu::StoreOp::Store,
                    },
                })],
                depth_stencil_attachment: Some(depth_kept(&self.depth, first)),
                timestamp_writes: None,
                occlusion_query_set: None,
                multiview_mask: None,
            },
        )
    }
}

/// Puts it into the samples of the picture, with its depth.
#[derive(Default)]
pub struct SpreadPass {
    pipeline: OnceLock<wgpu::RenderPipeline>,
}

impl SpreadPass {
    /// Makes the pipeline, unless it is there.
    pub fn prepare(&self, context: &Context, fine: &Fine) {
        self.pipeline.get_or_init(|| {
            PipelineSpec {
                label: "spread",
                shader: shaders::SPREAD,
                vertex: "vertex",
                fragment: "fragment",
                constants: &[],
                buffers: &[],
                groups: &[&fine.layout].map(Some),
                topology: wgpu::PrimitiveTopology::TriangleList,
                depth: Depth::Solid,
            }
            .build_replacing(context, 4)
        });
    }

    /// Binds its own group 0: whoever draws next binds the view again.
    pub fn draw(&self, pass: &mut DrawPass<'_>, fine: &Fine) {
        let Some(pipeline) = self.pipeline.get() else { return };
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &fine.group, None);
        pass.draw(0..3, 0..1);
    }
}
