//! State of one picture alone, kept until the next one of its kind: the target, posed models, and what can be asked about it.

use super::draw_list::DrawList;
use super::ghost_gpu::GhostGpu;
use crate::Context;
use crate::gpu::gpu_types::ViewUniform;
use crate::gpu::target::Target;
use crate::labels::Labels;
use crate::lists::on_its_way::OnItsWay;
use crate::lists::picked::Picked;
use crate::passes::bones::Glyphs;
use crate::passes::outline::Mask;
use crate::passes::trails::Trails;
use crate::upload::placed_gpu::PlacedGpu;
use std::sync::Arc;

pub(crate) struct Shown {
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
pub(crate) struct Last {
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
