//! Lines around selected meshes, and around ghosts: their triangles into a mask of numbers, its outer edges over the picture.

use crate::cost::Extent;
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::error::RenderError;
use crate::gpu::full_screen::begin_over;
use crate::gpu::gpu_types::OutlinesUniform;
use crate::gpu::pipeline::{Depth, PipelineSpec};
use crate::gpu::shaders;
use crate::gpu::srgb::linear;
use crate::gpu::uniforms::{UniformBuffer, uniform_entry};
use crate::gpu::vertices::{PLACEMENTS, posed_vertices};
use crate::passes::common::Common;
use crate::passes::cut::{Cuts, Holes, draw_ghost, draw_triangles};
use crate::passes::cut_shader::CutShader;
use crate::passes::pass::{At, Destination, Draw, OwnRun, Pass, Piece, Plan, Turn};
use crate::passes::picture::mask::Mask;
use crate::passes::picture::picture_gpu::PictureGpu;

const MASK_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::R8Unorm;

/// Around what is selected, or around ghosts.
pub struct OutlinePass<const OF_GHOSTS: bool> {
    mask_pipeline: wgpu::RenderPipeline,
    pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
    cuts: Cuts,
    colors: UniformBuffer,
}

/// Radius of the line around the selection and around a ghost: `RADIUS` of the shader.
const SELECTED: f64 = 1.6;
const GHOST: f64 = 1.2;
/// How much of the line around what is selected is seen.
const SEEN: f32 = 0.95;

impl<const OF_GHOSTS: bool> Pass for OutlinePass<OF_GHOSTS> {
    const WORD: &'static str = "outline";

    fn new(context: &Context, common: &Common, samples: u32) -> Self {
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
                match OF_GHOSTS {
                    false => SELECTED,
                    true => GHOST,
                },
            )],
            buffers: &[],
            groups: &[&common.view_layout, &common.draws.layout, &layout].map(Some),
            topology: wgpu::PrimitiveTopology::TriangleList,
            depth: Depth::Ignored,
        };
        Self {
            mask_pipeline: mask_pipeline(context, common, OF_GHOSTS, None),
            pipeline: spec.build(context, samples),
            layout,
            cuts: Cuts::default(),
            colors: UniformBuffer::new(context, "outline", size_of::<OutlinesUniform>()),
        }
    }

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        let has_any = match OF_GHOSTS {
            false => plan_selected(there, plan),
            true => plan_ghosts(there, plan),
        };
        if has_any {
            let turn = match OF_GHOSTS {
                false => Turn::SelectedOutline,
                true => Turn::GhostOutlines,
            };
            plan.add(Draw::over(turn), Extent::ONE, 0.1 * plan.cover.all);
        }
    }

    fn prepare(&mut self, there: &PictureGpu<'_>, draws: &[Draw]) -> Result<usize, RenderError> {
        let (context, common) = (there.context, there.common);
        there
            .target
            .prepare_mask(context, OF_GHOSTS, |size| self.make_mask(context, size))?;
        let mut made = 0;
        for draw in draws.iter().filter(|draw| draw.turn == Turn::Masks) {
            if let Some(holes) = holes::<OF_GHOSTS>(there, draw.at) {
                let make = |cut: &CutShader<'_>| mask_pipeline(context, common, OF_GHOSTS, Some(cut));
                made += usize::from(self.cuts.prepare(0, &holes, make));
            }
        }
        Ok(made)
    }

    fn forget_wirings(&mut self) {
        self.cuts.forget();
    }

    /// The line around what the mask has. Any draw may be bound: this one does not look at it.
    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, _: &Piece<'_>) {
        let Some(mask) = there.target.mask(OF_GHOSTS) else {
            return;
        };
        there.common.draws.bind(pass, 0);
        match OF_GHOSTS {
            false => {
                let [r, g, b, _] = linear(there.picture.colors.selected);
                self.draw(there.context, pass, mask, &[[r, g, b, SEEN]]);
            }
            true => self.draw(there.context, pass, mask, &colors_of_ghosts(there)),
        }
    }

    /// Triangles into the mask.
    fn record_own(&self, there: &PictureGpu<'_>, encoder: &mut wgpu::CommandEncoder, run: &OwnRun<'_>) {
        let Some(mask) = there.target.mask(OF_GHOSTS) else {
            return;
        };
        let mut pass = begin_over(encoder, "outline / mask", &mask.view, run.first);
        pass.set_bind_group(0, &there.common.view_group, None);
        for piece in &run.pieces {
            let holes = holes::<OF_GHOSTS>(there, piece.at);
            match &holes {
                Some(holes) => self.cuts.bind(&mut pass, there.common, 0, holes),
                None => pass.set_pipeline(&self.mask_pipeline),
            }
            let At { item, mesh, .. } = piece.at;
            if OF_GHOSTS {
                draw_ghost(there, &mut pass, (item, mesh), holes.as_ref(), piece.span);
            } else if let Some((mesh, standing)) = there.standing(item)
                && let Some(triangles) = &mesh.triangles
            {
                there.common.draws.bind(&mut pass, item);
                draw_triangles(&mut pass, triangles, (&standing, holes.as_ref()), piece.span);
            }
        }
    }
}

fn holes<'a, const OF_GHOSTS: bool>(there: &PictureGpu<'a>, at: At) -> Option<Holes<'a>> {
    match OF_GHOSTS {
        false => Holes::of_item(there, at.item),
        true => Holes::of_ghost(there, at.item, at.mesh),
    }
}

/// Selected meshes into their mask; whether there are any.
fn plan_selected(there: &PictureGpu<'_>, plan: &mut Plan<'_>) -> bool {
    let mut has_any = false;
    for (item, mesh) in there.meshes() {
        if let (Some(triangles), Some(wanted)) = (&mesh.triangles, &there.list.items[item].selected) {
            let all = there.placement_count(item);
            let instances = wanted.start.min(all)..wanted.end.min(all);
            let draw = Draw::of(Turn::Masks, At::item(item)).to(Destination::Own(0));
            has_any |= plan.add(draw, Extent::new(triangles.count, 3, instances), plan.covers[item]);
        }
    }
    has_any
}

/// Ghosts as outlines, into their mask; whether there are any.
fn plan_ghosts(there: &PictureGpu<'_>, plan: &mut Plan<'_>) -> bool {
    let mut has_any = false;
    let shown = there.shown.ghosts.iter().enumerate();
    for (item, ghost) in shown.filter(|(_, ghost)| there.picture.ghosts[ghost.of].is_outline) {
        for mesh in ghost.drawn_meshes() {
            if let Some(extent) = ghost.extent(mesh) {
                let at = At { mesh, ..At::item(item) };
                let pixels = ghost.pixels((there.picture, plan.cover), mesh);
                has_any |= plan.add(Draw::of(Turn::Masks, at).to(Destination::Own(0)), extent, pixels);
            }
        }
    }
    has_any
}

/// By number from 1 on: linear light, and how much of a line is seen.
fn colors_of_ghosts(there: &PictureGpu<'_>) -> Vec<[f32; 4]> {
    let mut colors = Vec::new();
    for ghost in &there.shown.ghosts {
        let draw = &there.list.uniforms[ghost.draw];
        let number = draw.number as usize;
        if number > 0 {
            colors.resize(colors.len().max(number), [0.0; 4]);
            colors[number - 1] = draw.color;
        }
    }
    colors
}

impl<const OF_GHOSTS: bool> OutlinePass<OF_GHOSTS> {
    fn make_mask(&self, context: &Context, size: [u32; 2]) -> Mask {
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING;
        let texture = context.texture("outline / mask", size, (MASK_FORMAT, usage));
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
        Mask { view, bind_group }
    }

    /// `colors`: of the numbers from 1 on, linear light and how much of a line is seen.
    fn draw(&self, context: &Context, pass: &mut DrawPass<'_>, mask: &Mask, colors: &[[f32; 4]]) {
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

/// `cut`: for meshes with holes.
fn mask_pipeline(
    context: &Context,
    common: &Common,
    of_ghosts: bool,
    cut: Option<&CutShader<'_>>,
) -> wgpu::RenderPipeline {
    let constants = [("OF_GHOST", f64::from(u8::from(of_ghosts)))];
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
