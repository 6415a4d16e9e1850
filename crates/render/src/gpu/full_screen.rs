//! One triangle over a whole texture that reads another: levels of mips, the mean of samples, plain bytes of a finished picture, and
//! such a picture on the screen.

use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::shaders::Shader;

/// The shader has a texture at binding 0 and, if it is filtered, its sampler at 1.
pub struct FullScreenPass {
    label: &'static str,
    pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
    sampler: Option<wgpu::Sampler>,
}

/// Kind of the texture, and how it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextureSource {
    /// A texture with one sample per pixel, read through a sampler with that filter.
    Filtered(wgpu::FilterMode),
    /// Each of several samples per pixel.
    Samples,
}

impl FullScreenPass {
    /// Draws into textures of that format.
    pub fn new(device: &wgpu::Device, shader: &Shader, format: wgpu::TextureFormat, source: TextureSource) -> Self {
        Self::by(device, shader, "fragment", format, source)
    }

    /// The same by that entry point.
    pub fn by(
        device: &wgpu::Device,
        shader: &Shader,
        fragment: &str,
        format: wgpu::TextureFormat,
        source: TextureSource,
    ) -> Self {
        Self::blended(device, shader, fragment, format.into(), source)
    }

    /// The same, blended into what is there as `target` says.
    pub(crate) fn blended(
        device: &wgpu::Device,
        shader: &Shader,
        fragment: &str,
        target: wgpu::ColorTargetState,
        source: TextureSource,
    ) -> Self {
        let (label, module) = (shader.name, shader.module(device));
        let entries = match source {
            TextureSource::Filtered(_) => vec![texture_entry(0), sampler_entry(1)],
            TextureSource::Samples => vec![samples_entry(0)],
        };
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some(label),
            entries: &entries,
        });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(label),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(label),
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
                entry_point: Some(fragment),
                compilation_options: Default::default(),
                targets: &[Some(target)],
            }),
            multiview_mask: None,
            cache: None,
        });
        let sampler = match source {
            TextureSource::Filtered(filter) => Some(device.create_sampler(&wgpu::SamplerDescriptor {
                label: Some(label),
                mag_filter: filter,
                min_filter: filter,
                ..Default::default()
            })),
            TextureSource::Samples => None,
        };
        Self {
            label,
            pipeline,
            layout,
            sampler,
        }
    }

    /// Draws all of `to` from `from`; what `to` held is lost.
    pub fn run(
        &self,
        context: &Context,
        encoder: &mut wgpu::CommandEncoder,
        from: &wgpu::TextureView,
        to: &wgpu::TextureView,
    ) {
        let mut pass = self.begin(context, encoder, (from, to), true);
        pass.draw(0..3, 0..1);
    }

    /// Blends `from` over all of `to`, by that constant of blending in every channel.
    pub(crate) fn run_weighed(
        &self,
        context: &Context,
        encoder: &mut wgpu::CommandEncoder,
        (from, to): (&wgpu::TextureView, &wgpu::TextureView),
        weight: f64,
    ) {
        let mut pass = self.begin(context, encoder, (from, to), false);
        pass.set_blend_constant(weight);
        pass.draw(0..3, 0..1);
    }

    /// Draws `rows` of a texture that is `width` wide, from row `first` on; the others stay.
    pub fn run_rows(
        &self,
        context: &Context,
        encoder: &mut wgpu::CommandEncoder,
        (from, to): (&wgpu::TextureView, &wgpu::TextureView),
        [width, rows]: [u32; 2],
        first: u32,
    ) {
        let mut pass = self.begin(context, encoder, (from, to), first == 0);
        pass.set_scissor_rect(0, first, width, rows);
        pass.draw(0..3, 0..1);
    }

    fn begin<'a>(
        &self,
        context: &Context,
        encoder: &'a mut wgpu::CommandEncoder,
        (from, to): (&wgpu::TextureView, &wgpu::TextureView),
        cleared: bool,
    ) -> DrawPass<'a> {
        let group = self.bind(&context.device, from);
        let mut pass = begin_over(encoder, self.label, to, cleared);
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &group, None);
        pass
    }

    /// `from`, to be read by [`Self::draw`].
    pub fn bind(&self, device: &wgpu::Device, from: &wgpu::TextureView) -> wgpu::BindGroup {
        let texture = wgpu::BindGroupEntry {
            binding: 0,
            resource: wgpu::BindingResource::TextureView(from),
        };
        let sampler = self.sampler.as_ref().map(|sampler| wgpu::BindGroupEntry {
            binding: 1,
            resource: wgpu::BindingResource::Sampler(sampler),
        });
        let entries: Vec<_> = [texture].into_iter().chain(sampler).collect();
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(self.label),
            layout: &self.layout,
            entries: &entries,
        })
    }

    /// Over the viewport of a pass that was begun elsewhere.
    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, group: &wgpu::BindGroup) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, group, &[]);
        pass.draw(0..3, 0..1);
    }
}

/// A pass over all of `view` without depth; `cleared`: else what is there stays.
pub fn begin_over<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    label: &str,
    view: &wgpu::TextureView,
    cleared: bool,
) -> DrawPass<'a> {
    DrawPass::begin(
        encoder,
        &wgpu::RenderPassDescriptor {
            label: Some(label),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: match cleared {
                        true => wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                        false => wgpu::LoadOp::Load,
                    },
                    store: wgpu::StoreOp::Store,
                },
            })],
            depth_stencil_attachment: None,
            timestamp_writes: None,
            occlusion_query_set: None,
            multiview_mask: None,
        },
    )
}

/// A texture for fragments that can be filtered.
pub fn texture_entry(binding: u32) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty: wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: true },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        },
        count: None,
    }
}

/// A texture with several samples per pixel.
fn samples_entry(binding: u32) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        ty: wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: false },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: true,
        },
        ..texture_entry(binding)
    }
}

pub fn sampler_entry(binding: u32) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty: wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
        count: None,
    }
}
