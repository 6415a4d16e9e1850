//! Models of other frames on the GPU: uploads are those of the picture's own models, poses and vertices their own.
//!
//! They are drawn and nothing else: not picked, not outlined, not read back.

use super::draw_list::DrawList;
use crate::picture::{Picture, PlacedModel};
use crate::render::RenderError;
use crate::render::gpu::gpu_types::DrawUniform;
use crate::render::linear;
use crate::render::renderer::Renderer;
use crate::render::upload::placed_gpu::PlacedGpu;

/// One ghost of the picture.
pub struct GhostGpu {
    pub gpu: PlacedGpu,
    /// Position among the written draws.
    pub draw: usize,
    /// One per mesh.
    drawn: Vec<bool>,
}

impl Renderer {
    /// Makes `self.shown.ghosts` what the picture wants, keeping what shows the same pose. Their draws follow those of `list`.
    pub(in crate::render) fn place_ghosts(
        &mut self,
        picture: &Picture,
        list: &mut DrawList,
        problems: &mut Vec<RenderError>,
    ) {
        let mut before = std::mem::take(&mut self.shown.ghosts);
        for ghost in &picture.ghosts {
            let model = &ghost.model;
            let Some(real) = self.shown.placed.iter().find(|placed| placed.shows(model)) else {
                continue;
            };
            let upload = real.gpu.clone();
            let posed = before
                .iter()
                .position(|old| old.gpu.shows(model) && old.gpu.holds(&model.pose));
            let kept = posed.or_else(|| {
                // One whose pose nobody wants any more.
                let wanted = |old: &GhostGpu| picture.ghosts.iter().any(|ghost| old.gpu.holds(&ghost.model.pose));
                before.iter().position(|old| old.gpu.shows(model) && !wanted(old))
            });
            let mut gpu = match kept {
                Some(at) => {
                    let mut gpu = before.swap_remove(at).gpu;
                    gpu.adopt(&upload);
                    gpu
                }
                None => PlacedGpu::new(&self.context, &self.deform, model, upload),
            };
            let drawn = drawn_meshes(model);
            self.counts.meshes += gpu.send_all(&self.context, self.chunk_limits, &drawn);
            gpu.set_pose(&self.context, &model.pose, drawn.clone());
            gpu.make_outputs(&self.context, &self.deform);
            problems.extend(gpu.place(&self.context, picture.world_from_stage, model));
            let [r, g, b, _] = linear(ghost.color);
            let draw = list.uniforms.len();
            list.uniforms.push(DrawUniform {
                color: [r, g, b, ghost.opacity],
                ..DrawUniform::default()
            });
            self.shown.ghosts.push(GhostGpu { gpu, draw, drawn });
        }
    }
}

impl GhostGpu {
    /// Positions of those of its meshes that are drawn.
    pub fn drawn_meshes(&self) -> impl Iterator<Item = usize> + '_ {
        let drawn = self.drawn.iter().enumerate();
        drawn.filter(|(_, drawn)| **drawn).map(|(at, _)| at)
    }
}

/// One flag per mesh.
pub(in crate::render) fn drawn_meshes(placed: &PlacedModel) -> Vec<bool> {
    let meshes = placed.model().meshes.iter().enumerate();
    let flag = |flags: &[bool], at: usize, otherwise| flags.get(at).copied().unwrap_or(otherwise);
    meshes
        .map(|(at, mesh)| {
            placed.pose.model_visible
                && flag(&placed.pose.mesh_visible, at, true)
                && !flag(&placed.hidden_meshes, at, false)
                && mesh.vertex_count() > 0
        })
        .collect()
}
