//! One picture on its way: made in as many steps as wanted, with the same pixels in the end.
//!
//! In: a picture, and for each step how much it may do. Out: the picture in the renderer's target when the last step is done; until
//! then the one before it stays there to be shown. First what the GPU lacks is sent. Then the picture is a list of tasks (runs of the
//! deform pass and draws), of which each step submits some, whole or in spans, into colour and depth that are kept.
//!
//! The deform pass runs over any 1024 vertices of a chunk by themselves, and ghosts are prepared mesh by mesh as models are. A
//! mesh that is too large for one step is packed on a thread that `app` lends (`Renderer::pack_elsewhere`), and so are its edges
//! found; their bytes are sent in slices (`render::upload::buffers`), and so are images (`render::upload::image_sending`). Small meshes, poses, places and posed vertices share few
//! large buffers (`render::upload::pool`): an adapter's memory is handed out by searching lists, so many small buffers take time
//! by the square of their number. The window begins a picture in its turn and does one step of it; what is left goes on between
//! turns (`app::input::events`), each step when the GPU is done with the one before, and as large as 50 ms allow by what earlier
//! steps took (`app::display::pace`). Meanwhile the picture before stays on screen. A picture that was begun is finished before
//! the next begins, unless other files are open by then, the user stops it, or meshes are still sent for it while something moves
//! (`app::display::view`): a stopped picture leaves what was sent. A picture for a file is such a picture, whose
//! texels are read, packed and written while the window turns; what a click hit is read in the same way. Only a program that ends
//! waits for a picture. Commands do the same job in one step.

mod ghosts;
mod planning;
mod prepare;
mod record;
mod shadows;
mod state;
mod task;

pub(crate) use ghosts::drawn_meshes;
pub(crate) use prepare::upload_cost;
pub use record::TaskPiece;
pub(crate) use state::Content;
pub use state::Step;
pub(crate) use state::{Drawing, Job};
pub use task::Task;

use super::RenderError;
use super::drawn::Drawn;
use super::renderer::Renderer;
use crate::cost::{Allowance, Work};
use crate::passes::picture::shown::Last;
use crate::upload::sheet::Sheet;
use castview_picture::Picture;
use state::{Lists, Models, Sending, Stage};
use std::mem::swap;
use task::PlannedTask;

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
        if let (Some(timer), None) = (&mut self.timer, &cell) {
            timer.begin_picture(&self.context);
        }
        let right = picture.right_half().map(|(right, column)| (Box::new(right), column));
        let picture = picture.into_left_half();
        let target = match right {
            Some(_) => self.prepare_left(&picture)?,
            None => {
                self.shown.left = None;
                self.prepare_target(&picture)?
            }
        };
        self.job = Some(Job {
            right,
            left: None,
            models: self.begin_models(),
            picture,
            target,
            stage: Stage::Models(0),
            lists: Lists::default(),
            drawing: Drawing::default(),
            piped: 0,
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
        let done = match job.stage {
            Stage::Models(at) => 0.4 * share(at, job.picture.models.len()),
            Stage::Looks(at) => 0.4 + 0.1 * share(at, list.looks.len()),
            Stage::Items(at) => 0.5 + 0.05 * share(at, list.items.len()),
            Stage::Ghosts(at) | Stage::GhostMeshes(at, _) => 0.55 + 0.05 * share(at, job.picture.ghosts.len()),
            Stage::Draw => 0.6 + 0.4 * job.drawing.progress(),
        };
        Some(match (&job.right, &job.left) {
            (Some(_), _) => 0.5 * done,
            (None, Some(_)) => 0.5 + 0.5 * done,
            (None, None) => done,
        })
    }

    /// Drops the small picture in progress, if there is one.
    pub(super) fn stop_aside(&mut self) {
        if self.job.as_ref().is_some_and(|job| job.cell.is_some()) {
            self.stop();
        }
    }

    /// Whether a picture is begun and meshes are still to be sent for it.
    pub fn is_sending(&self) -> bool {
        (self.job.as_ref()).is_some_and(|job| matches!(job.stage, Stage::Models(_)))
    }

    /// Drops the picture in progress, if there is one. Data that was sent for it stays.
    pub fn stop(&mut self) {
        if let Some(mut job) = self.job.take() {
            let shown = match job.cell {
                None => &mut self.shown,
                Some(_) => &mut self.aside,
            };
            let sending = job.models.sending.take();
            shown.take_back(job.models);
            if let Some(sending) = sending {
                shown.keep(sending);
            }
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
                    self.list(job, allowance);
                    job.stage = Stage::Looks(0);
                }
                Stage::Looks(at) if at < job.lists.list.looks.len() => {
                    if self.prepare_look(job, at, allowance) {
                        job.stage = Stage::Looks(at + 1);
                    }
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
                    self.plan_drawing(job, allowance)?;
                    job.stage = Stage::Draw;
                    job.drawing.apart = allowance.is_used_up() || !job.drawing.fits(allowance);
                    if job.drawing.apart {
                        job.target.prepare_apart(&self.context)?;
                    }
                }
                // While the GPU is at what comes before surfaces, theirs are made.
                Stage::Draw if job.lacks_pipelines() => self.prepare_pipelines(job, allowance),
                Stage::Draw => {
                    self.submit_some(job, allowance);
                    self.context.check()?;
                    if job.lacks_pipelines() {
                        continue;
                    }
                    if !job.drawing.is_done() {
                        return Ok(false);
                    }
                    let Some((right, column)) = job.right.take() else {
                        return Ok(true);
                    };
                    self.begin_right(job, *right, column)?;
                }
            }
        }
        if allowance.spent == Work::NONE {
            return Ok(false);
        }
        self.room.flush(&self.context);
        // Written bytes wait for a submission; without one they would pile up.
        self.context.queue.submit(self.textures.take_commands());
        self.context.check()?;
        Ok(false)
    }

    /// The left half is drawn: what is drawn next is the right one.
    fn begin_right(&mut self, job: &mut Job, right: Picture, column: u32) -> Result<(), RenderError> {
        self.shown.take_back(std::mem::take(&mut job.models));
        self.finish_shadows(job);
        self.shown.left = Some(job.target.clone());
        job.left = Some((job.target.clone(), column));
        job.target = self.prepare_target(&right)?;
        job.models = self.begin_models();
        job.picture = right;
        job.stage = Stage::Models(0);
        job.lists = Lists::default();
        job.drawing = Drawing::default();
        job.piped = 0;
        job.edges = None;
        Ok(())
    }

    /// The maps of the key light and of the ground show what `job` has: the next picture may be like it.
    fn finish_shadows(&mut self, job: &Job) {
        if let (Some(shadows), Some(_)) = (&mut self.shadows, &job.lists.casting) {
            shadows.finish();
        }
    }

    fn finish(&mut self, mut job: Job) -> Drawn {
        let mut told = std::collections::BTreeSet::new();
        // Both halves may lack the same.
        job.problems.retain(|problem| told.insert(problem.to_string()));
        let samples = job.target.samples;
        self.finish_shadows(&job);
        self.shown.target = Some(job.target);
        self.shown.forget_what_came();
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
