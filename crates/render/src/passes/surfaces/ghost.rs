//! Meshes of other frames, as glass.

use crate::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::pipeline::{Depth, PipelineSpec, Sides};
use crate::gpu::shaders;
use crate::gpu::vertices::{PLACEMENTS, posed_vertices};
use crate::passes::common::Common;
use crate::passes::cut_shader::CutShader;
use std::ops::Range;
use std::sync::Arc;

/// Strength of ghosts behind the models.
const BESIDE: f64 = 0.85;

pub struct GhostPass {
    steps: [wgpu::RenderPipeline; 3],
}

/// Behind the models, where none of them is: all meshes of a ghost with the first, then all with the second.
pub const BESIDE_STEPS: Range<usize> = 0..2;

/// Label, `BEHIND` and `SEEN` of the shader, and depth.
const STEPS: [(&str, f64, f64, Depth); 3] = [
    ("ghost / depth beside", 1.0, 0.0, Depth::Solid),
    ("ghost / beside", 1.0, BESIDE, Depth::Tested),
    ("ghost / hide", 0.0, 0.0, Depth::Solid),
];

/// Depth alone, at its own place: it hides the surfaces behind a mesh, and the mesh itself stays unseen.
pub const HIDE: usize = 2;

impl GhostPass {
    pub fn new(context: &Context, common: &Common, samples: u32) -> Self {
        Self {
            steps: std::array::from_fn(|step| build(context, common, samples, step, None)),
        }
    }

    /// Sets the pipeline of a step, for a mesh without holes.
    pub fn bind(&self, pass: &mut DrawPass<'_>, step: usize) {
        pass.set_pipeline(&self.steps[step]);
    }
}

/// The pipeline of a step; `cut`: for meshes with holes.
pub fn build(
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
