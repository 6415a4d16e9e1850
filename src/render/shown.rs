//! What belongs to one picture alone, kept until the next one of its kind: the target, posed models, and what can be asked about it.

use super::Context;
use super::draw_list::DrawList;
use super::ghosts::GhostGpu;
use super::gpu_types::ViewUniform;
use super::passes::bones::Glyphs;
use super::passes::outline::Mask;
use super::passes::trails::Trails;
use super::placed_gpu::PlacedGpu;
use super::renderer::Picked;
use super::target::Target;
use std::sync::Arc;

pub(super) struct Shown {
    pub target: Option<Arc<Target>>,
    pub mask: Option<Mask>,
    pub glyphs: Glyphs,
    pub placed: Vec<PlacedGpu>,
    pub ghosts: Vec<GhostGpu>,
    pub trails: Trails,
    pub last: Option<Last>,
}

/// What the last picture showed, for picking.
pub(super) struct Last {
    pub view: ViewUniform,
    pub list: DrawList,
    pub table: Vec<Picked>,
}

impl Shown {
    pub fn new(context: &Context) -> Self {
        Self {
            target: None,
            mask: None,
            glyphs: Glyphs::new(context),
            placed: Vec::new(),
            ghosts: Vec::new(),
            trails: Trails::default(),
            last: None,
        }
    }
}
