//! State of a picture between two steps.

use super::task::{GpuPass, PlannedTask};
use crate::RenderError;
use crate::cost::Work;
use crate::drawn::Drawn;
use crate::gpu::gpu_types::ViewUniform;
use crate::lists::draw_list::DrawList;
use crate::lists::ghost_gpu::GhostGpu;
use crate::lists::on_its_way::{OnItsWay, SentOf};
use crate::lists::picked::Picked;
use crate::passes::picture::shown::Shown;
use crate::passes::picture::target::Target;
use crate::passes::shadows::fit::{Casting, Seer};
use crate::passes::shadows::pass::Shadows;
use crate::passes::shadows::seen::SeenBy;
use crate::passes::software::Numbers;
use crate::upload::buffers::Pending;
use crate::upload::packing::edges::PackedEdges;
use crate::upload::packing::packed::{Packed, PackedHair};
use crate::upload::placed_gpu::PlacedGpu;
use crate::upload::scene_gpu::{EdgesGpu, HairGpu, MeshGpu, ModelGpu};
use crate::upload::sheet::Sheet;
use castview_base::core::ModelIndex;
use castview_base::scene::Scene;
use castview_picture::{Picture, PlacedKey};
use std::collections::HashMap;
use std::sync::Arc;

/// Result of a call to [`Renderer::step`](crate::Renderer::step).
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Nothing, as another thread is at what comes next ([`Renderer::pack_elsewhere`](crate::Renderer::pack_elsewhere)).
    Waits,
    /// Some of the picture: this much work.
    Some(Work),
    /// The rest of it.
    Done(Work, Drawn),
}

/// A picture that was begun.
pub(crate) struct Job {
    pub picture: Picture,
    /// Becomes the one that is shown.
    pub target: Arc<Target>,
    pub(crate) stage: Stage,
    pub(crate) models: Models,
    pub(crate) lists: Lists,
    pub(crate) drawing: Drawing,
    /// So many items of the draw list have their pipelines.
    pub(crate) piped: usize,
    /// Edges of the next item on their way.
    pub(crate) edges: Option<Pending<PackedEdges<'static>, EdgesGpu>>,
    pub(crate) problems: Vec<RenderError>,
    /// Picture to draw when this one is done, in the other half, and the first column of that half.
    pub(crate) right: Option<(Box<Picture>, u32)>,
    /// The left half, already drawn. It takes the place of everything left of that column.
    pub(crate) left: Option<(Arc<Target>, u32)>,
    /// For a small picture on the side: the cell where it goes.
    pub(crate) cell: Option<(Sheet, usize)>,
}

/// Stage that comes next; positions are those of the next piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Position among the picture's models.
    Models(usize),
    /// Positions in the draw list.
    Looks(usize),
    Items(usize),
    /// Position among the picture's ghosts.
    Ghosts(usize),
    /// Positions of a ghost and among the meshes of that ghost, which is there but for their vertices.
    GhostMeshes(usize, usize),
    Draw,
}

/// Content of a scene.
pub(crate) type Content = (*const Scene, ModelIndex);

/// Models and ghosts that earlier pictures sent. Looked up by maps, as a file may hold any number of models; nothing is iterated in their
/// order.
#[derive(Default)]
pub(crate) struct Models {
    /// Models left here when all models are there are freed.
    pub(crate) before: HashMap<PlacedKey, PlacedGpu>,
    /// Ghosts left here when all ghosts are there are freed.
    pub(crate) ghosts: Vec<GhostGpu>,
    pub(crate) uploads: HashMap<Content, Arc<ModelGpu>>,
    /// The next model's own, of which some meshes are sent.
    pub(crate) sending: Option<Sending>,
}

impl Shown {
    /// Takes back the models and ghosts that earlier pictures sent and no new one has taken over.
    pub(crate) fn take_back(&mut self, models: Models) {
        self.placed.extend(models.before.into_values());
        self.ghosts.extend(models.ghosts);
    }

    /// After a stopped picture: keeps the meshes that were sent for it, and the large mesh on its way.
    pub(crate) fn keep(&mut self, sending: Sending) {
        let Sending {
            gpu,
            of,
            pending,
            hairs,
            ..
        } = sending;
        // A model with half of its hair would be taken for a whole one.
        if hairs.is_none() {
            let sent = Arc::new(gpu);
            let same = self
                .placed
                .iter_mut()
                .filter(|placed| of.is(&placed.scene, placed.model));
            same.for_each(|placed| placed.adopt(&sent));
        }
        self.on_its_way = pending.map(|(mesh, pending)| OnItsWay { of, mesh, pending });
    }

    /// Lets go of the large mesh on its way, if it has come another way since or nobody shows its model any more.
    pub(crate) fn forget_what_came(&mut self) {
        let lacks = |kept: &OnItsWay| {
            let mut models = self.placed.iter();
            models.any(|placed| kept.of.is(&placed.scene, placed.model) && !placed.gpu.has(kept.mesh))
        };
        if !self.on_its_way.as_ref().is_some_and(lacks) {
            self.on_its_way = None;
        }
    }
}

/// The content of a model on its way.
pub(crate) struct Sending {
    pub(crate) of: SentOf,
    pub(crate) gpu: ModelGpu,
    /// The next mesh that is looked at.
    pub(crate) next: usize,
    /// The one that is on its way, by its position.
    pub(crate) pending: Option<(usize, Pending<Packed<'static>, MeshGpu>)>,
    /// The hair nodes that are sent; `None`: they were there before.
    pub(crate) hairs: Option<Vec<Option<HairGpu>>>,
    /// The next of them is on its way.
    pub(crate) pending_hair: Option<Pending<PackedHair<'static>, HairGpu>>,
}

#[derive(Default)]
pub(crate) struct Lists {
    pub(crate) list: DrawList,
    pub(crate) table: Vec<Picked>,
    pub(crate) view: ViewUniform,
    /// `None`: no light is held back.
    pub(crate) casting: Option<Casting>,
    /// Pixels that the mean triangle of each item covers.
    pub(crate) covers: Vec<f64>,
    /// By each who has to see depth in this picture, in the order of their passes.
    pub(crate) seen: Vec<SeenBy>,
    /// Depth as the eye sees it is drawn with fewer triangles than surfaces are.
    pub(crate) eye_is_sparse: bool,
    /// Meshes that have numbers.
    pub(crate) numbers: Numbers,
    /// The maps of the key light and of the ground are made anew.
    pub(crate) makes_maps: bool,
}

impl Lists {
    /// Depth as the eye sees it, if it was drawn for this picture, of all triangles: surfaces are drawn over it.
    pub(crate) fn eye_map<'a>(&self, shadows: Option<&'a Shadows>) -> Option<&'a wgpu::TextureView> {
        let casting = self.casting.as_ref()?;
        let held = shadows?.maps.held()?;
        (casting.holds() && !self.eye_is_sparse).then_some(&held.eye)
    }

    /// `None`: there is no such seer in this picture.
    pub(crate) fn seen_by(&self, seer: Seer) -> Option<&SeenBy> {
        self.seen.iter().find(|seen| seen.seer == seer)
    }
}

/// Tasks to be recorded, and how far they are.
#[derive(Default)]
pub(crate) struct Drawing {
    pub(crate) tasks: Vec<PlannedTask>,
    /// The next task, and how many of its grains are done.
    pub(crate) next: usize,
    pub(crate) done: u64,
    /// Tiles of the next grain, where one grain is too much for a submission: how many are done, and of how many; none outside a grain.
    pub(crate) tiles: [u32; 2],
    pub(crate) begun: Option<GpuPass>,
    /// Some of the scene was recorded.
    pub(crate) has_scene: bool,
    /// It takes several submissions, so it must not be drawn where the picture before it is still shown.
    pub(crate) apart: bool,
}
