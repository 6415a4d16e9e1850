//! Surfaces as the ground mirrors them, and their levels of half the size each.
//!
//! In: all samples of the surfaces, and their depth. Out: a colour and a height for each pixel, and blurred copies of both.

use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::formats::{COLOR_FORMAT, DEPTH_FORMAT, DRAW_FORMAT};
use crate::gpu::full_screen::{FullScreenPass, TextureSource, sampler_entry, texture_entry};
use crate::gpu::gpu_types::ReflectedUniform;
use crate::gpu::pipeline::depth_kept;
use crate::gpu::shaders;
use crate::gpu::uniforms::{UniformBuffer, bind_group, uniform_entry};

/// Levels at most: the smallest is blurred over a quarter of the height of a usual picture.
const LEVELS: u32 = 9;

pub struct Mirror {
    pub uniform: UniformBuffer,
    /// Where surfaces are drawn.
    color: wgpu::TextureView,
    depth: wgpu::TextureView,
    /// Colors and heights, by level.
    levels: [Vec<wgpu::TextureView>; 2],
    lift: wgpu::RenderPipeline,
    lift_group: wgpu::BindGroup,
    blurs: [FullScreenPass; 2],
    /// Layout and group of all levels, which are looked into.
    pub layout: wgpu::BindGroupLayout,
    pub group: wgpu::BindGroup,
}

impl Mirror {
    /// `samples`: those that surfaces are drawn with.
    pub fn new(context: &Context, size: wgpu::Extent3d, samples: u32) -> Self {
        let device = &context.device;
        let make = |label, samples, levels, format| {
            device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size,
                mip_level_count: levels,
                sample_count: samples,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
                view_formats: &[],
            })
        };
        let all = |texture: &wgpu::Texture| texture.create_view(&Default::default());
        let color = all(&make("render / target / mirrored", samples, 1, DRAW_FORMAT));
        let depth = all(&make("render / target / mirrored depth", samples, 1, DEPTH_FORMAT));
        let count = size.max_mips(wgpu::TextureDimension::D2).min(LEVELS);
        let formats = [DRAW_FORMAT, COLOR_FORMAT];
        let spread = formats.map(|format| make("render / target / mirrored levels", 1, count, format));
        let level = |texture: &wgpu::Texture, level| {
            texture.create_view(&wgpu::TextureViewDescriptor {
                label: Some("mirrored / level"),
                base_mip_level: level,
                mip_level_count: Some(1),
                ..Default::default()
            })
        };
        let uniform = UniformBuffer::new(context, "reflected", size_of::<ReflectedUniform>());
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("mirror"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            ..Default::default()
        });
        let both = wgpu::ShaderStages::VERTEX_FRAGMENT;
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("mirror"),
            entries: &[
                uniform_entry(0, both, size_of::<ReflectedUniform>(), false),
                texture_entry(1),
                texture_entry(2),
                sampler_entry(3),
            ],
        });
        let (lift, lift_group) = lift(context, &uniform, [&color, &depth], samples);
        let linear = TextureSource::Filtered(wgpu::FilterMode::Linear);
        Self {
            levels: spread
                .each_ref()
                .map(|texture| (0..count).map(|at| level(texture, at)).collect()),
            group: bind_group(
                device,
                "mirror",
                &layout,
                [
                    uniform.as_entire_binding(),
                    wgpu::BindingResource::TextureView(&all(&spread[0])),
                    wgpu::BindingResource::TextureView(&all(&spread[1])),
                    wgpu::BindingResource::Sampler(&sampler),
                ],
            ),
            blurs: formats.map(|format| FullScreenPass::new(device, &shaders::BLUR, format, linear)),
            layout,
            uniform,
            color,
            depth,
            lift,
            lift_group,
        }
    }

    /// Begins to draw surfaces; `first`: nothing was drawn yet.
    pub fn begin<'a>(&self, encoder: &'a mut wgpu::CommandEncoder, first: bool) -> DrawPass<'a> {
        DrawPass::begin(
            encoder,
            &wgpu::RenderPassDescriptor {
                label: Some("mirrored"),
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

    /// Makes colours and heights of the samples; `is_rough`: and blurred copies of them.
    pub fn spread(&self, context: &Context, encoder: &mut wgpu::CommandEncoder, is_rough: bool) {
        let attachment = |view| {
            Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Store,
                },
            })
        };
        let mut pass = DrawPass::begin(
            encoder,
            &wgpu::RenderPassDescriptor {
                label: Some("lift"),
                color_attachments: &self.levels.each_ref().map(|levels| attachment(&levels[0])),
                depth_stencil_attachment: None,
                timestamp_writes: None,
                occlusion_query_set: None,
                multiview_mask: None,
            },
        );
        pass.set_pipeline(&self.lift);
        pass.set_bind_group(0, &self.lift_group, None);
        pass.draw(0..3, 0..1);
        drop(pass);
        if is_rough {
            for (levels, blur) in self.levels.iter().zip(&self.blurs) {
                for pair in levels.windows(2) {
                    blur.run(context, encoder, &pair[0], &pair[1]);
                }
            }
        }
    }
}

/// Pipeline and group that make pixels of samples.
fn lift(
    context: &Context,
    uniform: &UniformBuffer,
    maps: [&wgpu::TextureView; 2],
    samples: u32,
) -> (wgpu::RenderPipeline, wgpu::BindGroup) {
    let device = &context.device;
    let (entry, first) = match samples > 1 {
        true => ("fragment_samples", 1),
        false => ("fragment_one", 3),
    };
    let map = |binding| wgpu::BindGroupLayoutEntry {
        ty: wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: false },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: samples > 1,
        },
        ..texture_entry(binding)
    };
    let size = size_of::<ReflectedUniform>();
    let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("lift"),
        entries: &[
            uniform_entry(0, wgpu::ShaderStages::FRAGMENT, size, false),
            map(first),
            map(first + 1),
        ],
    });
    let view = |at: usize| wgpu::BindGroupEntry {
        binding: first + at as u32,
        resource: wgpu::BindingResource::TextureView(maps[at]),
    };
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("lift"),
        layout: &layout,
        entries: &[
            wgpu::BindGroupEntry {
                binding: 0,
                resource: uniform.as_entire_binding(),
            },
            view(0),
            view(1),
        ],
    });
    let module = shaders::LIFT.module(device);
    let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("lift"),
        bind_group_layouts: &[Some(&layout)],
        immediate_size: 0,
    });
    let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("lift"),
        layout: Some(&pipeline_layout),
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("vertex"),
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: Default::default(),
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some(entry),
            compilation_options: Default::default(),
            targets: &[Some(DRAW_FORMAT.into()), Some(COLOR_FORMAT.into())],
        }),
        multiview_mask: None,
        cache: None,
    });
    (pipeline, group)
}
