//! How a drawing pipeline is built: depth, sides, shader, vertex buffers.

use crate::gpu::context::Context;
use crate::gpu::entry::Parsed;
use crate::gpu::formats::{DEPTH_FORMAT, DRAW_FORMAT, LEFT_FORMAT, SUM_FORMAT};
use crate::gpu::shaders::Shader;
use wgpu::naga::ShaderStage;

/// How a pass meets depth, which is reversed: nearer is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Hides and is hidden.
    Solid,
    /// Is hidden, hides nothing.
    Tested,
    /// Drawn over everything.
    Ignored,
}

/// Which sides of triangles are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sides {
    #[default]
    Both,
    /// Those whose corners run counter-clockwise.
    Front,
    /// The same of a mesh that is mirrored, whose corners run clockwise then.
    FrontMirrored,
}

impl Sides {
    pub const ALL: [Self; 3] = [Self::Both, Self::Front, Self::FrontMirrored];

    pub fn primitive(self, topology: wgpu::PrimitiveTopology) -> wgpu::PrimitiveState {
        wgpu::PrimitiveState {
            topology,
            front_face: match self {
                Self::FrontMirrored => wgpu::FrontFace::Cw,
                Self::Both | Self::Front => wgpu::FrontFace::Ccw,
            },
            cull_mode: (self != Self::Both).then_some(wgpu::Face::Back),
            ..Default::default()
        }
    }
}

/// Settings that differ between the drawing pipelines.
pub struct PipelineSpec<'a> {
    pub label: &'a str,
    pub shader: Shader,
    pub vertex: &'a str,
    pub fragment: &'a str,
    /// Overrides of both shaders.
    pub constants: &'a [(&'a str, f64)],
    pub buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    /// Bind groups 0, 1, …, where they are used.
    pub groups: &'a [Option<&'a wgpu::BindGroupLayout>],
    pub topology: wgpu::PrimitiveTopology,
    pub depth: Depth,
}

impl PipelineSpec<'_> {
    /// A pipeline that draws premultiplied colours over what is there, `samples` to a pixel.
    pub fn build(&self, context: &Context, samples: u32) -> wgpu::RenderPipeline {
        self.build_sided(context, samples, Sides::Both)
    }

    /// As [`Self::build`], of these sides of triangles alone.
    pub fn build_sided(&self, context: &Context, samples: u32, sides: Sides) -> wgpu::RenderPipeline {
        self.build_of(context, &self.shader.parsed(), samples, sides)
    }

    /// As [`Self::build_sided`], with the shader's text as it was `parsed`.
    pub fn build_of(&self, context: &Context, parsed: &Parsed, samples: u32, sides: Sides) -> wgpu::RenderPipeline {
        let over = wgpu::ColorTargetState {
            format: DRAW_FORMAT,
            blend: Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
            write_mask: wgpu::ColorWrites::ALL,
        };
        self.build_into(context, parsed, samples, sides, &[Some(over)])
    }

    /// A pipeline that puts its colours in place of what is there, `samples` to a pixel.
    pub fn build_replacing(&self, context: &Context, samples: u32) -> wgpu::RenderPipeline {
        self.build_replacing_of(context, &self.shader.parsed(), samples, Sides::Both)
    }

    /// As [`Self::build_replacing`], of these sides of triangles alone, with the shader's text as it was `parsed`.
    pub fn build_replacing_of(
        &self,
        context: &Context,
        parsed: &Parsed,
        samples: u32,
        sides: Sides,
    ) -> wgpu::RenderPipeline {
        self.build_into(context, parsed, samples, sides, &[Some(DRAW_FORMAT.into())])
    }

    /// As [`Self::build_of`], for surfaces that are drawn in any order ([`SUM_FORMAT`], [`LEFT_FORMAT`]).
    pub fn build_weighed(
        &self,
        context: &Context,
        parsed: &Parsed,
        samples: u32,
        sides: Sides,
    ) -> wgpu::RenderPipeline {
        let blended = |format, src_factor, dst_factor| {
            let by = wgpu::BlendComponent {
                src_factor,
                dst_factor,
                operation: wgpu::BlendOperation::Add,
            };
            Some(wgpu::ColorTargetState {
                format,
                blend: Some(wgpu::BlendState { color: by, alpha: by }),
                write_mask: wgpu::ColorWrites::ALL,
            })
        };
        use wgpu::BlendFactor::{One, OneMinusSrc, Zero};
        let targets = [blended(SUM_FORMAT, One, One), blended(LEFT_FORMAT, Zero, OneMinusSrc)];
        self.build_into(context, parsed, samples, sides, &targets)
    }

    /// A pipeline that lightens the picture: each channel moves towards white by its own share.
    pub fn build_screened(&self, context: &Context, samples: u32) -> wgpu::RenderPipeline {
        let by = |dst_factor| wgpu::BlendComponent {
            src_factor: wgpu::BlendFactor::One,
            dst_factor,
            operation: wgpu::BlendOperation::Add,
        };
        let over = wgpu::ColorTargetState {
            format: DRAW_FORMAT,
            blend: Some(wgpu::BlendState {
                color: by(wgpu::BlendFactor::OneMinusSrc),
                alpha: by(wgpu::BlendFactor::OneMinusSrcAlpha),
            }),
            write_mask: wgpu::ColorWrites::ALL,
        };
        self.build_into(context, &self.shader.parsed(), samples, Sides::Both, &[Some(over)])
    }

    /// As [`Self::build_of`], into light of any strength ([`SUM_FORMAT`]).
    pub fn build_light(&self, context: &Context, parsed: &Parsed, samples: u32, sides: Sides) -> wgpu::RenderPipeline {
        let over = wgpu::ColorTargetState {
            format: SUM_FORMAT,
            blend: Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
            write_mask: wgpu::ColorWrites::ALL,
        };
        self.build_into(context, parsed, samples, sides, &[Some(over)])
    }

    fn build_into(
        &self,
        context: &Context,
        parsed: &Parsed,
        samples: u32,
        sides: Sides,
        targets: &[Option<wgpu::ColorTargetState>],
    ) -> wgpu::RenderPipeline {
        let device = &context.device;
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(self.label),
            bind_group_layouts: self.groups,
            immediate_size: 0,
        });
        let entry = |stage, name| parsed.entry(device, (stage, name), self.constants);
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(self.label),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: &entry(ShaderStage::Vertex, self.vertex),
                entry_point: None,
                compilation_options: Default::default(),
                buffers: self.buffers,
            },
            primitive: sides.primitive(self.topology),
            depth_stencil: Some(depth_state(self.depth)),
            multisample: wgpu::MultisampleState {
                count: samples,
                mask: !0,
                alpha_to_coverage_enabled: false,
            },
            fragment: Some(wgpu::FragmentState {
                module: &entry(ShaderStage::Fragment, self.fragment),
                entry_point: None,
                compilation_options: Default::default(),
                targets,
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

/// Depth of a pass that may be drawn in several steps; `first`: nothing was drawn there yet.
pub fn depth_kept(view: &wgpu::TextureView, first: bool) -> wgpu::RenderPassDepthStencilAttachment<'_> {
    wgpu::RenderPassDepthStencilAttachment {
        view,
        depth_ops: Some(wgpu::Operations {
            load: match first {
                true => wgpu::LoadOp::Clear(0.0),
                false => wgpu::LoadOp::Load,
            },
            store: wgpu::StoreOp::Store,
        }),
        stencil_ops: None,
    }
}

pub fn depth_state(depth: Depth) -> wgpu::DepthStencilState {
    wgpu::DepthStencilState {
        format: DEPTH_FORMAT,
        depth_write_enabled: Some(depth == Depth::Solid),
        depth_compare: Some(match depth {
            Depth::Solid | Depth::Tested => wgpu::CompareFunction::GreaterEqual,
            Depth::Ignored => wgpu::CompareFunction::Always,
        }),
        stencil: Default::default(),
        bias: Default::default(),
    }
}
