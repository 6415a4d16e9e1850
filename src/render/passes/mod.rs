//! One file per pass: build the pipeline, record the commands.

pub mod background;
pub mod bones;
pub mod deform;
pub mod floor;
pub mod full_screen;
pub mod ghost;
pub mod hair;
pub mod mesh;
pub mod outline;
pub mod pick;
pub mod points;
pub mod shade;
pub mod trails;
pub mod wire;

use super::Context;
use crate::render::gpu::gpu_types::{DrawUniform, PlacementInstance, PointPlacement, PosedVertex, ViewUniform};
use crate::render::gpu::shaders::Shader;
use crate::render::gpu::target::{DEPTH_FORMAT, DRAW_FORMAT};
use shade::Shade;
use std::num::NonZeroU64;

/// What the drawing passes share: the view in bind group 0, what is drawn in bind group 1, and what shading needs in bind group 3.
pub struct Common {
    pub view_layout: wgpu::BindGroupLayout,
    view: wgpu::Buffer,
    pub view_group: wgpu::BindGroup,
    pub draws: Draws,
    pub shade: Shade,
}

/// One [`DrawUniform`] per thing that is drawn, bound by dynamic offset. Grows as needed.
pub struct Draws {
    pub layout: wgpu::BindGroupLayout,
    stride: usize,
    buffer: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
}

impl Common {
    pub fn new(context: &Context) -> Self {
        let device = &context.device;
        let view_layout = uniform_layout(
            context,
            "view",
            wgpu::ShaderStages::VERTEX_FRAGMENT,
            size_of::<ViewUniform>(),
        );
        let view = uniform_buffer(context, "view", size_of::<ViewUniform>());
        let view_group = uniform_group(device, "view", &view_layout, &view, size_of::<ViewUniform>());
        Self {
            view_layout,
            view,
            view_group,
            draws: Draws::new(context),
            shade: Shade::new(context),
        }
    }

    pub fn write_view(&self, context: &Context, view: &ViewUniform) {
        context.queue.write_buffer(&self.view, 0, bytemuck::bytes_of(view));
    }
}

impl Draws {
    fn new(context: &Context) -> Self {
        let device = &context.device;
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("draws"),
            entries: &[uniform_entry(
                0,
                wgpu::ShaderStages::VERTEX_FRAGMENT,
                size_of::<DrawUniform>(),
                true,
            )],
        });
        let alignment = device.limits().min_uniform_buffer_offset_alignment as usize;
        let stride = size_of::<DrawUniform>().next_multiple_of(alignment);
        let buffer = uniform_buffer(context, "draws", stride * 16);
        Self {
            bind_group: uniform_group(device, "draws", &layout, &buffer, size_of::<DrawUniform>()),
            layout,
            stride,
            buffer,
        }
    }

    pub fn write(&mut self, context: &Context, draws: &[DrawUniform]) {
        let mut bytes = vec![0; draws.len() * self.stride];
        for (slot, draw) in bytes.chunks_exact_mut(self.stride).zip(draws) {
            slot[..size_of::<DrawUniform>()].copy_from_slice(bytemuck::bytes_of(draw));
        }
        if bytes.len() as u64 > self.buffer.size() {
            self.buffer = uniform_buffer(context, "draws", bytes.len().next_power_of_two());
            let size = size_of::<DrawUniform>();
            self.bind_group = uniform_group(&context.device, "draws", &self.layout, &self.buffer, size);
        }
        context.queue.write_buffer(&self.buffer, 0, &bytes);
    }

    /// Binds draw `index` of those written last.
    pub fn bind(&self, pass: &mut wgpu::RenderPass<'_>, index: usize) {
        pass.set_bind_group(1, &self.bind_group, &[(index * self.stride) as u32]);
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

/// A bind group layout of one uniform at binding 0.
pub fn uniform_layout(
    context: &Context,
    label: &str,
    visibility: wgpu::ShaderStages,
    size: usize,
) -> wgpu::BindGroupLayout {
    context
        .device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some(label),
            entries: &[uniform_entry(0, visibility, size, false)],
        })
}

pub fn uniform_buffer(context: &Context, label: &str, size: usize) -> wgpu::Buffer {
    context.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size: size as u64,
        usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

/// Binds the first `size` bytes of `buffer`.
pub fn uniform_group(
    device: &wgpu::Device,
    label: &str,
    layout: &wgpu::BindGroupLayout,
    buffer: &wgpu::Buffer,
    size: usize,
) -> wgpu::BindGroup {
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some(label),
        layout,
        entries: &[wgpu::BindGroupEntry {
            binding: 0,
            resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer,
                offset: 0,
                size: NonZeroU64::new(size as u64),
            }),
        }],
    })
}

/// Packed vertices as the deform pass writes them: position, octahedral normal.
pub fn posed_vertices(step: wgpu::VertexStepMode) -> wgpu::VertexBufferLayout<'static> {
    wgpu::VertexBufferLayout {
        array_stride: size_of::<PosedVertex>() as u64,
        step_mode: step,
        attributes: &[
            wgpu::VertexAttribute {
                format: wgpu::VertexFormat::Float32x3,
                offset: 0,
                shader_location: 0,
            },
            wgpu::VertexAttribute {
                format: wgpu::VertexFormat::Snorm16x2,
                offset: 12,
                shader_location: 1,
            },
        ],
    }
}

/// The same with their tangents.
pub const FRAMED_VERTICES: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<PosedVertex>() as u64,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Snorm16x2, 4 => Uint32],
};

/// Where a mesh stands, one entry per instance of a draw.
pub const PLACEMENTS: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<PlacementInstance>() as u64,
    step_mode: wgpu::VertexStepMode::Instance,
    attributes: &wgpu::vertex_attr_array![
        8 => Float32x3, 9 => Float32x3, 10 => Float32x3, 11 => Float32x3, 12 => Float32x3, 13 => Float32x3, 14 => Float32x3
    ],
};

/// Of [`Paint::Full`](crate::render::upload::scene_gpu::Paint), by vertex of the mesh.
pub fn colors(step_mode: wgpu::VertexStepMode) -> wgpu::VertexBufferLayout<'static> {
    wgpu::VertexBufferLayout {
        array_stride: 8,
        step_mode,
        attributes: &wgpu::vertex_attr_array![3 => Unorm16x4],
    }
}

/// Where a cloud of points stands: each entry as often as a dot has corners, because the instances of such a draw are
/// the points.
pub const POINT_PLACEMENTS: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<PointPlacement>() as u64,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![8 => Float32x3, 9 => Float32x3, 10 => Float32x3, 11 => Float32x3],
};

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

/// What differs between the drawing pipelines.
pub struct PipelineSpec<'a> {
    pub label: &'a str,
    pub shader: Shader,
    pub vertex: &'a str,
    pub fragment: &'a str,
    /// Overrides of the fragment shader.
    pub constants: &'a [(&'a str, f64)],
    pub buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    /// Bind groups 0, 1, …
    pub groups: &'a [&'a wgpu::BindGroupLayout],
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
        let device = &context.device;
        let module = self.shader.module(device);
        let groups: Vec<_> = self.groups.iter().map(|group| Some(*group)).collect();
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(self.label),
            bind_group_layouts: &groups,
            immediate_size: 0,
        });
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(self.label),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some(self.vertex),
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
                module: &module,
                entry_point: Some(self.fragment),
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants: self.constants,
                    ..Default::default()
                },
                targets: &[Some(wgpu::ColorTargetState {
                    format: DRAW_FORMAT,
                    blend: Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
                    write_mask: wgpu::ColorWrites::ALL,
                })],
            }),
            multiview_mask: None,
            cache: None,
        })
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
