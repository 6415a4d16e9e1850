//! One picture on its way: made in as many steps as wanted, with the same pixels in the end.
//!
//! In: a picture, and for each step how much it may do. Out: the picture in the renderer's target when the last step is done; until
//! then the one before it stays there to be shown. First what the GPU lacks is sent. Then the picture is a list of tasks (runs of the
//! deform pass and draws), of which each step submits some, whole or in spans, into colour and depth that are kept.

mod cover;
mod prepare;
mod record;
mod span;
mod tasks;
mod work;

pub use cover::mean_cover;
pub use record::Piece;
pub use span::{Extent, Span};
pub use tasks::{Pass, Task};
pub use work::{Allowance, Work};

use super::RenderError;
use super::renderer::{Drawn, Picked, Renderer};
use crate::core::ModelIndex;
use crate::picture::{Picture, PlacedKey};
use crate::render::gpu::gpu_types::ViewUniform;
use crate::render::gpu::target::Target;
use crate::render::lists::draw_list::DrawList;
use crate::render::lists::ghosts::GhostGpu;
use crate::render::lists::shown::{Last, Shown};
use crate::render::upload::aside::Sheet;
use crate::render::upload::buffers::Pending;
use crate::render::upload::packed::{Packed, PackedIndices};
use crate::render::upload::placed_gpu::PlacedGpu;
use crate::render::upload::scene_gpu::{Indices, MeshGpu, ModelGpu};
use crate::scene::Scene;
use std::collections::HashMap;
use std::mem::swap;
use std::sync::Arc;
use tasks::Planned;

/// What a call to [`Renderer::step`] did.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Nothing, as another thread is at what comes next ([`Renderer::pack_elsewhere`]).
    Waits,
    /// Some of the picture: this much work.
    Some(Work),
    /// The rest of it.
    Done(Work, Drawn),
}

/// A picture that was begun.
pub(super) struct Job {
    pub picture: Picture,
    /// Becomes the one that is shown.
    pub target: Arc<Target>,
    stage: Stage,
    models: Models,
    lists: Lists,
    drawing: Drawing,
    /// Edges of the next item on their way.
    edges: Option<Pending<PackedIndices, Indices>>,
    problems: Vec<RenderError>,
    /// Of a small picture on the side: where it goes.
    cell: Option<(Sheet, usize)>,
}

/// What is done next; positions are those of the next piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Of the picture.
    Models(usize),
    /// Of the draw list.
    Looks(usize),
    Items(usize),
    /// Of the picture's ghosts.
    Ghosts(usize),
    /// Of the meshes of that ghost, which is there but for their vertices.
    GhostMeshes(usize, usize),
    Draw,
}

/// Content of a scene.
type Content = (*const Scene, ModelIndex);

/// What earlier pictures sent. Looked up by maps, as a file may hold any number of models; nothing is iterated in their order.
#[derive(Default)]
struct Models {
    /// What is left of them when all models are there is freed.
    before: HashMap<PlacedKey, PlacedGpu>,
    /// What is left of them when all ghosts are there is freed.
    ghosts: Vec<GhostGpu>,
    uploads: HashMap<Content, Arc<ModelGpu>>,
    /// The next model's own, of which some meshes are sent.
    sending: Option<Sending>,
}

impl Shown {
    /// What earlier pictures sent, and no new one has taken over.
    fn take_back(&mut self, models: Models) {
        self.placed.extend(models.before.into_values());
        self.ghosts.extend(models.ghosts);
    }
}

/// The content of a model on its way.
struct Sending {
    gpu: ModelGpu,
    /// The next mesh that is looked at.
    next: usize,
    /// The one that is on its way, by its position.
    pending: Option<(usize, Pending<Packed, MeshGpu>)>,
}

#[derive(Default)]
struct Lists {
    list: DrawList,
    table: Vec<Picked>,
    outlined: bool,
    view: ViewUniform,
}

/// What is left to be recorded.
#[derive(Default)]
pub(super) struct Drawing {
    tasks: Vec<Planned>,
    /// The next task, and how many of its grains are done.
    next: usize,
    done: u64,
    /// Of the next grain, where one is too much for a submission: how many tiles are done, and of how many; none outside a grain.
    tiles: [u32; 2],
    begun: Option<Pass>,
    /// It takes several submissions, so it must not be drawn where the picture before it is still shown.
    apart: bool,
}

impl Renderer {
    /// Begins a picture, in place of the one in progress. The one that was drawn last stays until this one is done.
    pub fn begin(&mut self, picture: Picture) -> Result<(), RenderError> {
        self.stop();
        self.begin_job(picture, None)
    }

    /// Begins a small picture, which must have the size of a cell, for that cell. The main picture stays, and so do the answers
    /// about it.
    pub fn begin_aside(&mut self, picture: Picture, sheet: &Sheet, cell: usize) -> Result<(), RenderError> {
        self.stop();
        swap(&mut self.shown, &mut self.aside);
        let begun = self.begin_job(picture, Some((sheet.clone(), cell)));
        swap(&mut self.shown, &mut self.aside);
        begun
    }

    fn begin_job(&mut self, picture: Picture, cell: Option<(Sheet, usize)>) -> Result<(), RenderError> {
        self.context.check()?;
        self.shown.last = None;
        let target = self.prepare_target(&picture)?;
        self.job = Some(Job {
            models: self.begin_models(),
            picture,
            target,
            stage: Stage::Models(0),
            lists: Lists::default(),
            drawing: Drawing::default(),
            edges: None,
            problems: Vec::new(),
            cell,
        });
        Ok(())
    }

    /// Whether a picture is begun and not done.
    pub fn is_drawing(&self) -> bool {
        self.job.is_some()
    }

    /// How much of the picture in progress is done, 0…1; `None` without one.
    pub fn progress(&self) -> Option<f32> {
        let job = self.job.as_ref()?;
        let share = |done: usize, all: usize| done as f32 / all.max(1) as f32;
        let list = &job.lists.list;
        // In tenths: where it is slow, sending and drawing are.
        Some(match job.stage {
            Stage::Models(at) => 0.4 * share(at, job.picture.models.len()),
            Stage::Looks(at) => 0.4 + 0.1 * share(at, list.looks.len()),
            Stage::Items(at) => 0.5 + 0.05 * share(at, list.items.len()),
            Stage::Ghosts(at) | Stage::GhostMeshes(at, _) => 0.55 + 0.05 * share(at, job.picture.ghosts.len()),
            Stage::Draw => 0.6 + 0.4 * job.drawing.progress(),
        })
    }

    /// Drops the small picture in progress, if there is one.
    pub(super) fn stop_aside(&mut self) {
        if self.job.as_ref().is_some_and(|job| job.cell.is_some()) {
            self.stop();
        }
    }

    /// Drops the picture in progress, if there is one. What was sent for it stays.
    pub fn stop(&mut self) {
        if let Some(job) = self.job.take() {
            let shown = match job.cell {
                None => &mut self.shown,
                Some(_) => &mut self.aside,
            };
            shown.take_back(job.models);
        }
    }

    /// Goes on with the picture in progress, as far as `limit` lets it but always by something. Waits for nothing. An error ends the
    /// picture; after [`RenderError::DeviceLost`] make a new context and renderer. `None`: no picture is in progress.
    pub fn step(&mut self, limit: &Work) -> Result<Option<Step>, RenderError> {
        let Some(mut job) = self.job.take() else {
            return Ok(None);
        };
        let is_aside = job.cell.is_some();
        if is_aside {
            swap(&mut self.shown, &mut self.aside);
        }
        let mut allowance = Allowance::new(*limit);
        let advanced = self.advance(&mut job, &mut allowance);
        let step = match advanced {
            Ok(true) => Ok(Some(Step::Done(allowance.spent, self.finish(job)))),
            Ok(false) => {
                self.job = Some(job);
                Ok(Some(match allowance.spent {
                    Work::NONE => Step::Waits,
                    spent => Step::Some(spent),
                }))
            }
            Err(error) => {
                self.shown.take_back(job.models);
                Err(error)
            }
        };
        if is_aside {
            swap(&mut self.shown, &mut self.aside);
        }
        step
    }

    /// Whether the picture is done.
    fn advance(&mut self, job: &mut Job, allowance: &mut Allowance) -> Result<bool, RenderError> {
        self.context.check()?;
        while !allowance.is_used_up() {
            match job.stage {
                Stage::Models(at) if at < job.picture.models.len() => {
                    if self.send_model(job, at, allowance) {
                        job.stage = Stage::Models(at + 1);
                    }
                }
                Stage::Models(_) => {
                    self.list(job);
                    job.stage = Stage::Looks(0);
                }
                Stage::Looks(at) if at < job.lists.list.looks.len() => {
                    self.prepare_look(job, at, allowance);
                    job.stage = Stage::Looks(at + 1);
                }
                Stage::Looks(_) => {
                    self.free_textures(&job.picture);
                    job.stage = Stage::Items(0);
                }
                Stage::Items(at) if at < job.lists.list.items.len() => {
                    if self.prepare_item(job, at, allowance) {
                        job.stage = Stage::Items(at + 1);
                    }
                }
                Stage::Items(_) => job.stage = Stage::Ghosts(0),
                Stage::Ghosts(at) if at < job.picture.ghosts.len() => {
                    if let Some(is_there) = self.send_ghost(job, at, allowance) {
                        job.stage = if is_there {
                            Stage::GhostMeshes(at, 0)
                        } else {
                            Stage::Ghosts(at + 1)
                        };
                    }
                }
                Stage::GhostMeshes(at, mesh) => {
                    job.stage = match self.prepare_ghost(mesh, allowance) {
                        true => Stage::GhostMeshes(at, mesh + 1),
                        false => Stage::Ghosts(at + 1),
                    };
                }
                Stage::Ghosts(_) => {
                    self.plan_drawing(job)?;
                    job.stage = Stage::Draw;
                    job.drawing.apart = !job.drawing.fits(allowance);
                    if job.drawing.apart {
                        job.target.prepare_apart(&self.context)?;
                    }
                }
                Stage::Draw => {
                    self.submit_some(job, allowance);
                    self.context.check()?;
                    return Ok(job.drawing.is_done());
                }
            }
        }
        if allowance.spent == Work::NONE {
            return Ok(false);
        }
        self.room.flush(&self.context);
        // What was written waits for a submission; without one it would pile up.
        self.context.queue.submit([]);
        self.context.check()?;
        Ok(false)
    }

    fn finish(&mut self, job: Job) -> Drawn {
        let samples = job.target.samples;
        self.shown.target = Some(job.target);
        let Lists { list, table, view, .. } = job.lists;
        self.shown.last = Some(Last { view, list, table });
        match job.cell {
            Some((sheet, cell)) => {
                self.copy_to(&sheet, cell);
                self.counts.asides += 1;
            }
            None => self.counts.pictures += 1,
        }
        Drawn {
            samples,
            problems: job.problems,
        }
    }
}
