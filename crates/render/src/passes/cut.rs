//! Surfaces with holes, in passes that show nothing else of their materials: ghosts, what edges hide, and the mask of an outline.
//!
//! Pipelines are made when first needed, as of [`super::surfaces::mesh`]: the text that reads alpha differs from wiring to wiring.

use super::common::Common;
use super::cut_shader::CutShader;
use super::picture::picture_gpu::PictureGpu;
use crate::cost::Span;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::vertices::{PLACEMENTS, colors, posed_vertices};
use crate::gpu::vertices::{UV_PAIRS, UVS};
use crate::lists::draw_list::Drawable;
use crate::upload::placed_gpu::PlacedGpu;
use crate::upload::placements::Standing;
use crate::upload::scene_gpu::{Indices, MeshGpu, Paint};
use crate::upload::texture::Wired;
use rustc_hash::FxHashMap;

/// Where the holes of a mesh are.
pub struct Holes<'a> {
    mesh: &'a MeshGpu,
    wired: &'a Wired,
    /// Position among the materials that were written.
    look: usize,
}

/// By step of the pass, what alpha is read from, and the number of the wiring.
type Key = (usize, usize, usize);

/// The pipelines of one pass for meshes with holes.
#[derive(Default)]
pub struct Cuts {
    pipelines: FxHashMap<Key, wgpu::RenderPipeline>,
}

impl<'a> Holes<'a> {
    /// `None`: an item draws no mesh, or a whole one.
    pub fn of_item(there: &PictureGpu<'a>, item: usize) -> Option<Self> {
        let drawn = &there.list.items[item];
        match drawn.part {
            Drawable::Mesh(mesh) => Self::of((there, &there.shown.placed[drawn.placed]), mesh, drawn.look),
            Drawable::Hair(_) => None,
        }
    }

    /// `ghost`: its position among those that are shown. `None`: the mesh is whole.
    pub fn of_ghost(there: &PictureGpu<'a>, ghost: usize, mesh: usize) -> Option<Self> {
        let ghost = &there.shown.ghosts[ghost];
        Self::of((there, &ghost.gpu), mesh, there.list.ghost_look(ghost.of, mesh))
    }

    fn of((there, gpu): (&PictureGpu<'a>, &'a PlacedGpu), mesh: usize, look: usize) -> Option<Self> {
        let mesh = gpu.gpu.meshes.get(mesh)?.as_ref()?;
        let has_holes = there.list.looks.get(look)?.uniform.cutoff > 0.0;
        let wired = there.wired.get(look).filter(|_| has_holes)?;
        Some(Self { mesh, wired, look })
    }

    fn key(&self, step: usize) -> Key {
        let streams = match &self.mesh.paint {
            Paint::Plain => 0,
            Paint::Uvs(_) => 1,
            Paint::Full { .. } => 2,
        };
        (step, streams, self.wired.number)
    }
}

impl Cuts {
    /// Drops all pipelines: the numbers of wirings are given anew.
    pub fn forget(&mut self) {
        self.pipelines.clear();
    }

    /// Makes the pipeline for `holes` in one step of the pass by `make`, unless it exists. Returns whether it was made.
    pub fn prepare(
        &mut self,
        step: usize,
        holes: &Holes<'_>,
        make: impl FnOnce(&CutShader<'_>) -> wgpu::RenderPipeline,
    ) -> bool {
        let key = holes.key(step);
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
        self.pipelines.insert(key, make(&shader));
        true
    }

    /// Sets the pipeline and the maps that alpha is read from. The pipeline has to be prepared before.
    pub fn bind(&self, pass: &mut DrawPass<'_>, common: &Common, step: usize, holes: &Holes<'_>) {
        let Some(pipeline) = self.pipelines.get(&holes.key(step)) else {
            return;
        };
        pass.set_pipeline(pipeline);
        pass.set_bind_group(2, &holes.wired.group, None);
        common.shade.bind(pass, holes.look, false);
    }
}

/// The pipeline and the draw are bound already. `holes`: where the triangles have some.
pub fn draw_triangles(
    pass: &mut DrawPass<'_>,
    triangles: &Indices,
    (standing, holes): (&Standing<'_>, Option<&Holes<'_>>),
    span: &Span,
) {
    match holes {
        Some(holes) => holes.mesh.paint.bind(pass, standing),
        None => standing.bind_alone(pass),
    }
    pass.set_index_buffer(triangles.part.slice(), triangles.format);
    for (corners, instances) in span.draws() {
        pass.draw_indexed(corners, instances);
    }
}

/// The pipeline is bound already. `ghost`: its position among those that are shown.
pub fn draw_ghost(
    there: &PictureGpu<'_>,
    pass: &mut DrawPass<'_>,
    (ghost, mesh): (usize, usize),
    holes: Option<&Holes<'_>>,
    span: &Span,
) {
    let ghost = &there.shown.ghosts[ghost];
    if let (Some(triangles), Some(vertices)) = (ghost.triangles(mesh), ghost.gpu.vertices(mesh)) {
        there.common.draws.bind(pass, ghost.draw);
        let standing = there.shown.standing_with(vertices, &ghost.gpu.placements);
        draw_triangles(pass, triangles, (&standing, holes), span);
    }
}
