//! Meshes of other frames, as glass.

use crate::cost::Extent;
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::error::RenderError;
use crate::gpu::pipeline::{Depth, PipelineSpec, Sides};
use crate::gpu::shaders;
use crate::gpu::vertices::{PLACEMENTS, posed_vertices};
use crate::lists::draw_list::shows_fill;
use crate::passes::common::Common;
use crate::passes::cut::{Cuts, Holes, draw_ghost, draw_triangles};
use crate::passes::cut_shader::CutShader;
use crate::passes::pass::{At, Draw, Pass, Piece, Plan, Turn};
use crate::passes::picture::picture_gpu::PictureGpu;
use std::ops::Range;
use std::sync::Arc;

/// Strength of ghosts behind the models.
const BESIDE: f64 = 0.85;

/// Ghosts beside models, and meshes that hide the surfaces behind them while only their edges are seen.
pub struct GhostPass {
    steps: [wgpu::RenderPipeline; 3],
    cuts: Cuts,
    samples: u32,
}

/// Behind the models, where none of them is: all meshes of a ghost with the first, then all with the second.
const BESIDE_STEPS: Range<usize> = 0..2;

/// Label, `BEHIND` and `SEEN` of the shader, and depth.
const STEPS: [(&str, f64, f64, Depth); 3] = [
    ("ghost / depth beside", 1.0, 0.0, Depth::Solid),
    ("ghost / beside", 1.0, BESIDE, Depth::Tested),
    ("ghost / hide", 0.0, 0.0, Depth::Solid),
];

/// Depth alone, at its own place: it hides the surfaces behind a mesh, and the mesh itself stays unseen.
const HIDE: usize = 2;

impl Pass for GhostPass {
    fn new(context: &Context, common: &Common, samples: u32) -> Self {
        Self {
            steps: std::array::from_fn(|step| build(context, common, samples, step, None)),
            cuts: Cuts::default(),
            samples,
        }
    }

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        plan_hidden(there, plan);
        let turn = match plan.has_blended {
            true => Turn::GhostsBelow,
            false => Turn::Ghosts,
        };
        let shown = there.shown.ghosts.iter().enumerate();
        for (item, ghost) in shown.filter(|(_, ghost)| !there.picture.ghosts[ghost.of].is_outline) {
            for step in BESIDE_STEPS {
                for mesh in ghost.drawn_meshes() {
                    if let Some(extent) = ghost.extent(mesh) {
                        let pixels = ghost.pixels((there.picture, plan.cover), mesh);
                        let draw = Draw::of(turn, At { item, mesh, step });
                        plan.add(draw.in_tiles(), extent, pixels);
                    }
                }
            }
        }
    }

    fn prepare(&mut self, there: &PictureGpu<'_>, draws: &[Draw]) -> Result<usize, RenderError> {
        let mut made = 0;
        for draw in draws {
            if let Some(holes) = holes(there, draw.at) {
                let (context, common, step) = (there.context, there.common, draw.at.step);
                let make = |cut: &CutShader<'_>| build(context, common, self.samples, step, Some(cut));
                made += usize::from(self.cuts.prepare(step, &holes, make));
            }
        }
        Ok(made)
    }

    fn forget_wirings(&mut self) {
        self.cuts.forget();
    }

    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, piece: &Piece<'_>) {
        let At { item, mesh, step } = piece.at;
        let holes = holes(there, piece.at);
        match &holes {
            Some(holes) => self.cuts.bind(pass, there.common, step, holes),
            None => pass.set_pipeline(&self.steps[step]),
        }
        if step != HIDE {
            draw_ghost(there, pass, (item, mesh), holes.as_ref(), piece.span);
        } else if let Some((mesh, standing)) = there.standing(item)
            && let Some(triangles) = &mesh.triangles
        {
            there.common.draws.bind(pass, item);
            draw_triangles(pass, triangles, (&standing, holes.as_ref()), piece.span);
        }
    }
}

fn holes<'a>(there: &PictureGpu<'a>, at: At) -> Option<Holes<'a>> {
    match at.step {
        HIDE => Holes::of_item(there, at.item),
        _ => Holes::of_ghost(there, at.item, at.mesh),
    }
}

/// Surfaces of which edges alone are seen hide what is behind them, unless one sees through everything.
fn plan_hidden(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
    if shows_fill(there.picture) || there.picture.overlays.xray {
        return;
    }
    for (item, mesh) in there.meshes() {
        if let Some(triangles) = &mesh.triangles {
            let extent = Extent::new(triangles.count, 3, 0..there.placement_count(item));
            let at = At {
                step: HIDE,
                ..At::item(item)
            };
            let draw = Draw::of(Turn::of_surface(&there.list.items[item]), at);
            plan.add(draw.in_order().in_tiles(), extent, plan.covers[item]);
        }
    }
}

/// The pipeline of a step; `cut`: for meshes with holes.
fn build(
    context: &Context,
    common: &Common,
    samples: u32,
    step: usize,
    cut: Option<&CutShader<'_>>,
) -> wgpu::RenderPipeline {
    let (label, behind, seen, depth) = STEPS[step];
    let whole = [Some(posed_vertices(wgpu::VertexStepMode::Vertex)), Some(PLACEMENTS)];
    let own = [Some(&common.view_layout), Some(&common.draws.layout)];
    let groups = match cut {
        Some(cut) => [&own[..], &[Some(&cut.wired.layout), Some(&common.shade.layout)]].concat(),
        None => own.to_vec(),
    };
    let parsed = match cut {
        Some(cut) => Arc::new(shaders::GHOST.parsed_wired(&cut.wired.wiring.text(), false)),
        None => shaders::GHOST.parsed(),
    };
    let spec = PipelineSpec {
        label,
        shader: shaders::GHOST,
        vertex: cut.map_or("vertex", |cut| cut.vertex),
        // Four samples are what there is if there are several.
        fragment: match (cut.is_some(), samples == 4 && context.abilities().sample_masks) {
            (false, _) => "fragment",
            (true, true) => "fragment_cut_samples",
            (true, false) => "fragment_cut",
        },
        constants: &[("SEEN", seen), ("BEHIND", behind)],
        buffers: cut.map_or(&whole[..], |cut| &cut.buffers),
        groups: &groups,
        topology: wgpu::PrimitiveTopology::TriangleList,
        depth,
    };
    spec.build_of(context, &parsed, samples, Sides::Both)
}
