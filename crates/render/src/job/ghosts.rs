//! Models of other frames on the GPU: uploads are those of the picture's own models, poses and vertices their own.
//!
//! They are drawn and nothing else: not picked, not outlined, not read back.

use crate::gpu::gpu_types::DrawUniform;
use crate::gpu::srgb::linear;
use crate::lists::draw_list::DrawList;
use crate::lists::ghost_gpu::GhostGpu;
use crate::renderer::Renderer;
use crate::upload::placed_gpu::PlacedGpu;
use crate::upload::scene_gpu::ModelGpu;
use castview_picture::{Ghost, Picture, PlacedModel};
use std::sync::Arc;

impl Renderer {
    /// Returns the model on the GPU for the ghost at `at`, whose content is `upload`: one of `before` if it shows the same, best in the
    /// same pose.
    pub(crate) fn place_ghost(
        &self,
        picture: &Picture,
        at: usize,
        upload: &Arc<ModelGpu>,
        before: &mut Vec<GhostGpu>,
    ) -> PlacedGpu {
        let model = &picture.ghosts[at].model;
        let posed = before
            .iter()
            .position(|old| old.gpu.shows(model) && old.gpu.holds(&model.pose));
        let kept = posed.or_else(|| {
            // One whose pose nobody wants any more.
            let wanted = |old: &GhostGpu| picture.ghosts.iter().any(|ghost| old.gpu.holds(&ghost.model.pose));
            before.iter().position(|old| old.gpu.shows(model) && !wanted(old))
        });
        match kept {
            Some(at) => {
                let mut gpu = before.swap_remove(at).gpu;
                gpu.adopt(upload);
                gpu
            }
            None => PlacedGpu::new(model, upload.clone()),
        }
    }

    /// Puts a ghost of the picture into `self.shown.ghosts`. Its draw follows those of `list`.
    pub(crate) fn list_ghost(
        &mut self,
        list: &mut DrawList,
        ghost: &Ghost,
        (of, gpu): (usize, PlacedGpu),
        drawn: Vec<bool>,
    ) {
        let [r, g, b, _] = linear(ghost.color);
        let draw = list.uniforms.len();
        let has_number = |ghost: &&GhostGpu| list.uniforms[ghost.draw].number > 0.0;
        let outlined = self.shown.ghosts.iter().filter(has_number).count();
        let number = ghost.is_outline.then(|| number_of(outlined) as f32);
        list.uniforms.push(DrawUniform {
            color: [r, g, b, ghost.opacity],
            number: number.unwrap_or(0.0),
            ..DrawUniform::default()
        });
        self.shown.ghosts.push(GhostGpu { gpu, of, draw, drawn });
    }
}

/// So many ghosts have numbers of their own; more begin again.
const NUMBERS: usize = 255;

/// The number of the ghost at `index` of those that are drawn as outlines.
fn number_of(index: usize) -> usize {
    index % NUMBERS + 1
}

/// One flag per mesh.
pub(crate) fn drawn_meshes(placed: &PlacedModel) -> Vec<bool> {
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
