//! State of one picture alone, kept until the next one of its kind: the target, posed models, and what can be asked about it.

use crate::gpu::context::Context;
use crate::gpu::gpu_types::ViewUniform;
use crate::labels::Labels;
use crate::lists::draw_list::{DrawList, Drawable, Item};
use crate::lists::ghost_gpu::GhostGpu;
use crate::lists::glyphs::Glyphs;
use crate::lists::on_its_way::OnItsWay;
use crate::lists::picked::Picked;
use crate::lists::trails::Trails;
use crate::passes::picture::target::Target;
use crate::upload::placed_gpu::PlacedGpu;
use crate::upload::placements::{Placements, Standing};
use crate::upload::pool_slice::PoolSlice;
use crate::upload::scene_gpu::MeshGpu;
use std::sync::Arc;

pub(crate) struct Shown {
    pub target: Option<Arc<Target>>,
    /// Where left halves of divided pictures are drawn.
    pub left: Option<Arc<Target>>,
    pub glyphs: Glyphs,
    /// `None` until a picture has any.
    pub labels: Option<Labels>,
    pub placed: Vec<PlacedGpu>,
    /// A large mesh of a picture that was stopped.
    pub on_its_way: Option<OnItsWay>,
    pub ghosts: Vec<GhostGpu>,
    pub trails: Trails,
    pub last: Option<Last>,
    /// [`Abilities::base_vertices`](crate::Abilities::base_vertices).
    base_vertices: bool,
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
            glyphs: Glyphs::new(context),
            labels: None,
            placed: Vec::new(),
            on_its_way: None,
            ghosts: Vec::new(),
            trails: Trails::default(),
            last: None,
            base_vertices: context.abilities().base_vertices,
        }
    }

    /// The mesh that an item draws and how it stands, if it has its vertices.
    pub fn standing(&self, list: &DrawList, item: usize) -> Option<(&MeshGpu, Standing<'_>)> {
        let Drawable::Mesh(mesh) = list.items[item].part else {
            return None;
        };
        let placed = &self.placed[list.items[item].placed];
        let vertices = placed.vertices(mesh)?;
        Some((
            placed.gpu.meshes.get(mesh)?.as_ref()?,
            self.standing_with(vertices, &placed.placements),
        ))
    }

    pub fn standing_with<'a>(&self, vertices: &'a PoolSlice, placements: &'a Placements) -> Standing<'a> {
        Standing {
            vertices,
            placements,
            base_vertices: self.base_vertices,
        }
    }

    pub fn mesh_of(&self, list: &DrawList, item: usize) -> Option<&MeshGpu> {
        Some(self.standing(list, item)?.0)
    }

    pub fn placement_count(&self, item: &Item) -> u32 {
        self.placed[item.placed].placements.count()
    }

    /// Whether something that is drawn lets light through. Such a surface reads a picture of the things behind it.
    pub fn looks_behind(&self, list: &DrawList) -> bool {
        let is_drawn = |item| self.mesh_of(list, item).is_some_and(|mesh| mesh.triangles.is_some());
        (0..list.items.len()).any(|item| list.items[item].features.transmits && is_drawn(item))
    }
}
