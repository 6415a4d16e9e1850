//! Lines around selected meshes, and around ghosts: their triangles into a mask of numbers, its outer edges over the picture.

use super::super::{Context, RenderError};
use super::common::Common;
use super::cut_shader::CutShader;
use super::full_screen::begin_over;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::gpu_types::OutlinesUniform;
use crate::gpu::pipeline::{Depth, PipelineSpec};
use crate::gpu::shaders;
use crate::gpu::srgb::linear;
use crate::gpu::uniforms::{UniformBuffer, uniform_entry};
use crate::gpu::vertices::{PLACEMENTS, posed_vertices};

const MASK_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::R8Unorm;

pub struct OutlinePass {
    mask_pipeline: wgpu::RenderPipeline,
    pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
    colors: UniformBuffer,
}

/// Radius of the line around the selection and around a ghost: `RADIUS` of the shader.
const SELECTED: f64 = 1.6;
const GHOST: f64 = 1.2;
/// How much of the line around what is selected is seen.
const SEEN: f32 = 0.95;
/// So many ghosts have numbers of their own; more begin again.
const NUMBERS: usize = 255;

/// The number of the ghost at `index` of those that are drawn as outlines.
pub fn number_of(index: usize) -> usize {
    index % NUMBERS + 1
}

/// Numbers, 0 where nothing is; as large as the picture.
pub struct Mask {
    size: [u32; 2],
    view: wgpu::TextureView,
    bind_group: wgpu::BindGroup,
}

impl OutlinePass {
    /// Around what is selected.
    pub fn selected(context: &Context, common: &Common, samples: u32) -> Self {
        Self::new((context, common), samples, Masked::Selected)
    }

    /// Around ghosts.
    pub fn ghosts(context: &Context, common: &Common, samples: u32) -> Self {
        Self::new((context, common), samples, Masked::Ghost)
    }

    fn new((context, common): (&Context, &Common), samples: u32, masked: Masked) -> Self {
        let device = &context.device;
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("outline"),
            entries: &[
                wgpu::BindGroupLayoutEntry {
                    binding: 0,
                    visibility: wgpu::ShaderStages::FRAGMENT,
                    ty: wgpu::BindingType::Texture {
                        sample_type: wgpu::TextureSampleType::Float { filterable: false },
                        view_dimension: wgpu::TextureViewDimension::D2,
                        multisampled: false,
                    },
                    count: None,
                },
                uniform_entry(1, wgpu::ShaderStages::FRAGMENT, size_of::<OutlinesUniform>(), false),
            ],
        });
        let spec = PipelineSpec {
            label: "outline",
            shader: shaders::OUTLINE,
            vertex: "vertex",
            fragment: "fragment",
            constants: &[(
                "RADIUS",
                match masked {
                    Masked::Selected => SELECTED,
                    Masked::Ghost => GHOST,
                },
            )],
            buffers: &[],
            groups: &[&common.view_layout, &common.draws.layout, &layout].map(Some),
            topology: wgpu::PrimitiveTopology::TriangleList,
            depth: Depth::Ignored,
        };
        Self {
            mask_pipeline: mask_pipeline(context, common, masked, None),
            pipeline: spec.build(context, samples),
            layout,
            colors: UniformBuffer::new(context, "outline", size_of::<OutlinesUniform>()),
        }
    }

    /// Makes `mask` fit a picture of `size`.
    pub fn prepare(&self, context: &Context, mask: &mut Option<Mask>, size: [u32; 2]) -> Result<(), RenderError> {
        if mask.as_ref().is_none_or(|mask| mask.size != size) {
            *mask = Some(context.catch(|| self.make_mask(context, size))?);
        }
        Ok(())
    }

    fn make_mask(&self, context: &Context, size: [u32; 2]) -> Mask {
        let texture = context.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("outline / mask"),
            size: wgpu::Extent3d {
                width: size[0],
                height: size[1],
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: MASK_FORMAT,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        let view = texture.create_view(&Default::default());
        let bind_group = context.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("outline"),
            layout: &self.layout,
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: wgpu::BindingResource::TextureView(&view),
                },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: self.colors.as_entire_binding(),
                },
            ],
        });
        Mask { size, view, bind_group }
    }

    /// `first`: nothing was drawn into the mask yet.
    pub fn begin_mask<'a>(
        &self,
        encoder: &'a mut wgpu::CommandEncoder,
        common: &Common,
        mask: &Mask,
        first: bool,
    ) -> DrawPass<'a> {
        let mut pass = begin_over(encoder, "outline / mask", &mask.view, first);
        pass.set_bind_group(0, &common.view_group, None);
        pass
    }

    /// Sets the pipeline that draws a mesh without holes into the mask.
    pub fn bind_mask(&self, pass: &mut DrawPass<'_>) {
        pass.set_pipeline(&self.mask_pipeline);
    }

    /// Draws the line around the selection, in that colour. Any draw may be bound: this one does not look at it.
    pub fn draw_selected(&self, context: &Context, pass: &mut DrawPass<'_>, mask: &Mask, color: [u8; 3]) {
        let [r, g, b, _] = linear(color);
        self.draw(context, pass, mask, &[[r, g, b, SEEN]]);
    }

    /// `colors`: of the numbers from 1 on, linear light and how much of a line is seen.
    pub fn draw(&self, context: &Context, pass: &mut DrawPass<'_>, mask: &Mask, colors: &[[f32; 4]]) {
        let mut uniform = OutlinesUniform {
            colors: [[0.0; 4]; 256],
        };
        let numbered = uniform.colors.iter_mut().skip(1);
        numbered.zip(colors).for_each(|(to, color)| *to = *color);
        self.colors.write(context, bytemuck::bytes_of(&uniform));
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(2, &mask.bind_group, None);
        pass.draw(0..3, 0..1);
    }
}

/// Selection or ghosts that are drawn into a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Masked {
    /// As the number 1.
    Selected,
    /// As the number of its draw.
    Ghost,
}

/// `cut`: for meshes with holes.
pub fn mask_pipeline(
    context: &Context,
    common: &Common,
    masked: Masked,
    cut: Option<&CutShader<'_>>,
) -> wgpu::RenderPipeline {
    let constants = [("OF_GHOST", f64::from(u8::from(masked == Masked::Ghost)))];
    let device = &context.device;
    let module = match cut {
        Some(cut) => shaders::MASK.module_wired(device, &cut.wired.wiring.text(), false),
        None => shaders::MASK.module(device),
    };
    let own = [Some(&common.view_layout), Some(&common.draws.layout)];
    let groups = match cut {
        Some(cut) => [&own[..], &[Some(&cut.wired.layout), Some(&common.shade.layout)]].concat(),
        None => own.to_vec(),
    };
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("outline / mask"),
        bind_group_layouts: &groups,
        immediate_size: 0,
    });
    let whole = [Some(posed_vertices(wgpu::VertexStepMode::Vertex)), Some(PLACEMENTS)];
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("outline / mask"),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some(cut.map_or("vertex", |cut| cut.vertex)),
            compilation_options: Default::default(),
            buffers: cut.map_or(&whole[..], |cut| &cut.buffers),
        },
        primitive: Default::default(),
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some(if cut.is_some() { "fragment_cut" } else { "fragment" }),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants: &constants,
                ..Default::default()
            },
            targets: &[Some(MASK_FORMAT.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}
