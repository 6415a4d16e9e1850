//! Surfaces with holes, in passes that show nothing else of their materials: ghosts, what edges hide, and the mask of an outline.
//!
//! Pipelines are made when first needed, as of [`super::surfaces::mesh`]: the text that reads alpha differs from wiring to wiring.

use super::common::Common;
use super::cut_shader::CutShader;
use super::outline::{self, Masked};
use super::surfaces::ghost;
use super::surfaces::mesh::{UV_PAIRS, UVS};
use crate::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::vertices::{PLACEMENTS, colors, posed_vertices};
use crate::upload::scene_gpu::{MeshGpu, Paint};
use crate::upload::texture::Wired;
use rustc_hash::FxHashMap;

/// Kinds of draws of meshes with holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Drawn {
    /// A step of [`ghost::GhostPass`].
    Ghost(usize),
    /// Into the mask of an outline.
    Mask(Masked),
}

/// Where the holes of a mesh are.
pub struct Holes<'a> {
    pub mesh: &'a MeshGpu,
    pub wired: &'a Wired,
    /// Position among the materials that were written.
    pub look: usize,
}

/// By what is drawn, what alpha is read from, and the number of the wiring.
type Key = (Drawn, usize, usize);

pub struct CutPass {
    pipelines: FxHashMap<Key, wgpu::RenderPipeline>,
    samples: u32,
}

impl Holes<'_> {
    fn streams(&self) -> usize {
        match &self.mesh.paint {
            Paint::Plain => 0,
            Paint::Uvs(_) => 1,
            Paint::Full { .. } => 2,
        }
    }

    fn key(&self, drawn: Drawn) -> Key {
        (drawn, self.streams(), self.wired.number)
    }
}

impl CutPass {
    pub fn new(samples: u32) -> Self {
        Self {
            pipelines: FxHashMap::default(),
            samples,
        }
    }

    /// Drops all pipelines: the numbers of wirings are given anew.
    pub fn forget(&mut self) {
        self.pipelines.clear();
    }

    /// Makes what `holes` need, if it is not there yet; whether it had to.
    pub fn prepare(&mut self, context: &Context, common: &Common, drawn: Drawn, holes: &Holes<'_>) -> bool {
        let key = holes.key(drawn);
        if self.pipelines.contains_key(&key) {
            return false;
        }
        let (vertex, own) = match &holes.mesh.paint {
            Paint::Plain => ("vertex_cut", &[][..]),
            Paint::Uvs(_) => ("vertex_cut_uv", &[Some(UVS)][..]),
            Paint::Full { .. } => (
                "vertex_cut_full",
                &[Some(UV_PAIRS), Some(colors(wgpu::VertexStepMode::Vertex))][..],
            ),
        };
        let posed = posed_vertices(wgpu::VertexStepMode::Vertex);
        let shader = CutShader {
            wired: holes.wired,
            vertex,
            buffers: [&[Some(posed), Some(PLACEMENTS)], own].concat(),
        };
        let made = match drawn {
            Drawn::Ghost(step) => ghost::build(context, common, self.samples, step, Some(&shader)),
            Drawn::Mask(masked) => outline::mask_pipeline(context, common, masked, Some(&shader)),
        };
        self.pipelines.insert(key, made);
        true
    }

    /// Sets the pipeline and the maps that alpha is read from. The pipeline has to be prepared before.
    pub fn bind(&self, pass: &mut DrawPass<'_>, common: &Common, drawn: Drawn, holes: &Holes<'_>) {
        let Some(pipeline) = self.pipelines.get(&holes.key(drawn)) else {
            return;
        };
        pass.set_pipeline(pipeline);
        pass.set_bind_group(2, &holes.wired.group, None);
        common.shade.bind(pass, holes.look, false);
    }
}
