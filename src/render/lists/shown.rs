//! State of one picture alone, kept until the next one of its kind: the target, posed models, and what can be asked about it.

use super::draw_list::DrawList;
use super::ghost_gpu::GhostGpu;
use crate::render::Context;
use crate::render::gpu::gpu_types::ViewUniform;
use crate::render::gpu::target::Target;
use crate::render::labels::Labels;
use crate::render::lists::on_its_way::OnItsWay;
use crate::render::lists::picked::Picked;
use crate::render::passes::bones::Glyphs;
use crate::render::passes::outline::Mask;
use crate::render::passes::trails::Trails;
use crate::render::upload::placed_gpu::PlacedGpu;
use std::sync::Arc;

pub(in crate::render) struct Shown {
    pub target: Option<Arc<Target>>,
    /// Where left halves of divided pictures are drawn.
    pub left: Option<Arc<Target>>,
    /// Masks of the selection, and of ghosts.
    pub mask: Option<Mask>,
    pub silhouettes: Option<Mask>,
    pub glyphs: Glyphs,
    /// `None` until a picture has any.
    pub labels: Option<Labels>,
    pub placed: Vec<PlacedGpu>,
    /// A large mesh of a picture that was stopped.
    pub on_its_way: Option<OnItsWay>,
    pub ghosts: Vec<GhostGpu>,
    pub trails: Trails,
    pub last: Option<Last>,
}

/// View and draws of the last picture, for picking.
pub(in crate::render) struct Last {
    pub view: ViewUniform,
    pub list: DrawList,
    pub table: Vec<Picked>,
}

impl Shown {
    pub fn new(context: &Context) -> Self {
        Self {
            target: None,
            left: None,
            mask: None,
            silhouettes: None,
            glyphs: Glyphs::new(context),
            labels: None,
            placed: Vec::new(),
            on_its_way: None,
            ghosts: Vec::new(),
            trails: Trails::default(),
            last: None,
        }
    }
}
