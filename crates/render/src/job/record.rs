//! Tasks → commands, as many as one submission may hold.

use super::super::renderer::Renderer;
use super::task::{GpuPass, PlannedTask, Task};
use super::{Drawing, Job};
use crate::cost::Span;
use crate::cost::{Allowance, Work};
use crate::gpu::draw_pass::DrawPass;
use crate::lists::draw_list::{DrawList, Drawable};
use crate::passes;
use crate::passes::pass::{BAND, Draw, OwnRun};
use crate::upload::vertices::runs::Runs;
use std::ops::Range;

/// Some of a task.
pub struct TaskPiece {
    pub task: Task,
    pub span: Span,
    /// Which of how many tiles, from the top of the picture; all of it where there is one.
    pub(super) tile: [u32; 2],
}

/// Work that a GPU has done in the time of making a pipeline, or in less.
const SOON: Work = Work::each(50_000.0);

/// Parts of tasks that share a pass.
pub struct Run {
    pub pass: GpuPass,
    pub parts: Vec<TaskPiece>,
    /// Nothing was drawn in this pass yet.
    pub first: bool,
    /// Nothing more will be.
    last: bool,
    /// Nor in any other.
    ends: bool,
    /// The picture so far is looked at next, and more comes after it.
    before_behind: bool,
    /// More of the scene comes after another pass.
    goes_on: bool,
}

/// First and last row of a tile, the latter excluded: none where there are more tiles than bands of [`BAND`] rows.
fn rows(height: u32, [tile, tiles]: [u32; 2]) -> Range<u32> {
    let bands = u64::from(height.div_ceil(BAND));
    // At most the height, and a band more.
    let row = |at: u32| ((bands * u64::from(at) / u64::from(tiles)) as u32 * BAND).min(height);
    row(tile)..row(tile + 1)
}

impl Drawing {
    pub fn of(tasks: Vec<PlannedTask>) -> Self {
        Self {
            tasks,
            ..Self::default()
        }
    }

    /// Whether surfaces are drawn next or nearly so: what comes before them is done sooner than a pipeline is made.
    fn comes_to_surfaces(&self) -> bool {
        let mut before = Work::NONE;
        for planned in &self.tasks[self.next..] {
            if planned.task.draws_surfaces() {
                return true;
            }
            before.add(&planned.each.times(planned.extent.len()));
            if before.share_of(&SOON) > 1.0 {
                return false;
            }
        }
        false
    }

    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Returns the share of the tasks that is done, whole ones and grains of the next, 0…1.
    pub fn progress(&self) -> f32 {
        let next = self.tasks.get(self.next);
        let begun = next.map_or(0.0, |next| self.done as f32 / next.extent.len() as f32);
        (self.next as f32 + begun) / self.tasks.len().max(1) as f32
    }

    /// Whether any of it was recorded.
    pub fn is_begun(&self) -> bool {
        self.begun.is_some()
    }

    pub fn is_done(&self) -> bool {
        self.next == self.tasks.len()
    }

    /// The parts that come next and share a pass, within the allowance.
    pub fn take(&mut self, allowance: &mut Allowance) -> Option<Run> {
        let pass = self.tasks.get(self.next)?.task.pass();
        let mut parts = Vec::with_capacity(self.tasks.len() - self.next);
        while let Some(planned) = self.tasks.get(self.next).filter(|planned| planned.task.pass() == pass) {
            let left = planned.extent.len() - self.done;
            let (together, each) = (planned.together(), planned.each);
            let [tile, tiles] = match (planned.task, self.tiles) {
                (task, [0, _]) if task.is_tiled() => [0, allowance.tiles(&each)],
                // Whatever the limit is by now.
                (task, begun) if task.is_tiled() => begun,
                _ => [0, 1],
            };
            let count = match tiles {
                1 => allowance.fit(left, &together, &each),
                // One tile of one grain, by itself.
                _ => u64::from(allowance.spent == Work::NONE),
            };
            if count == 0 {
                break;
            }
            parts.push(TaskPiece {
                task: planned.task,
                span: planned.extent.span(self.done..self.done + count),
                tile: [tile, tiles],
            });
            allowance.spend(&together);
            allowance.spend(&each.times(count).shared(tiles));
            if tile + 1 < tiles {
                self.tiles = [tile + 1, tiles];
                break;
            }
            self.tiles = [0, 1];
            self.done += count;
            if self.done == planned.extent.len() {
                self.next += 1;
                self.done = 0;
            }
        }
        if parts.is_empty() {
            return None;
        }
        let follower = self.tasks.get(self.next).map(|planned| planned.task.pass());
        let is_scene = pass == GpuPass::Scene;
        let resumes = is_scene && self.has_scene;
        self.has_scene |= is_scene;
        Some(Run {
            pass,
            parts,
            first: self.begun.replace(pass) != Some(pass) && !resumes,
            before_behind: matches!(follower, Some(GpuPass::Behind(_))),
            goes_on: matches!(follower, Some(GpuPass::Behind(_) | GpuPass::Own(..))),
            last: follower != Some(pass),
            ends: follower.is_none(),
        })
    }

    /// Whether all that is left fits into this submission.
    pub fn fits(&self, allowance: &Allowance) -> bool {
        let mut all = allowance.clone();
        for planned in &self.tasks[self.next..] {
            all.spend(&planned.together());
            all.spend(&planned.each.times(planned.extent.len()));
            if all.is_exceeded() {
                return false;
            }
        }
        true
    }
}

impl Job {
    /// Whether surfaces are drawn soon, and some of them have no pipeline yet.
    pub(super) fn lacks_pipelines(&self) -> bool {
        self.piped < self.lists.list.items.len() && self.drawing.comes_to_surfaces()
    }
}

impl Renderer {
    /// Records what comes next and hands it to the GPU.
    pub(super) fn submit_some(&mut self, job: &mut Job, allowance: &mut Allowance) {
        let mut encoder = self
            .context
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("render / picture"),
            });
        self.room.flush(&self.context);
        // Small pictures on the side are not what is asked about.
        let mut timer = self.timer.take();
        let mut timed = timer.as_mut().filter(|_| job.cell.is_none());
        if let Some(timer) = &mut timed {
            timer.begin_submission(&mut encoder);
        }
        while !job.lacks_pipelines()
            && let Some(run) = job.drawing.take(allowance)
        {
            match run.pass {
                GpuPass::Deform => self.record_deform(&mut encoder, &job.lists.list, &run),
                GpuPass::Values => self.record_values(&mut encoder, &job.lists.list, &run),
                GpuPass::Scene | GpuPass::Overlay => self.record_scene(&mut encoder, job, &run),
                GpuPass::Own(pass, textures) => self.record_own(&mut encoder, job, (pass, textures), &run),
                GpuPass::Behind(pass) => self.record_own(&mut encoder, job, (pass, 0), &run),
                GpuPass::Pick | GpuPass::PickBones => {}
            }
            if let Some(timer) = &mut timed {
                let own = run.pass.of().map(|pass| self.split(job).0[pass].word());
                timer.mark(&mut encoder, own.unwrap_or(run.pass.word()));
            }
        }
        if job.drawing.is_done() {
            job.target.finish(&self.context, &mut encoder, job.drawing.apart);
            if let Some((left, column)) = &job.left {
                job.target.take_left(&mut encoder, left, *column);
            }
        }
        let times = timed
            .as_mut()
            .and_then(|timer| timer.end_submission(&self.context, &mut encoder));
        let before = self.textures.take_commands();
        self.context.queue.submit(before.into_iter().chain([encoder.finish()]));
        if let Some(timer) = timed {
            timer.submitted(times, job.drawing.is_done() && job.right.is_none());
        }
        self.timer = timer;
        self.counts.submissions += 1;
    }

    fn record_deform(&mut self, encoder: &mut wgpu::CommandEncoder, list: &DrawList, run: &Run) {
        let mut runs = Runs::begin(&self.deform, encoder, "deform");
        for TaskPiece { task, span, .. } in &run.parts {
            let (placed, mesh, chunk) = match *task {
                Task::Deform { item, chunk } => match list.items[item].part {
                    Drawable::Mesh(mesh) => (&mut self.shown.placed[list.items[item].placed], mesh, chunk),
                    Drawable::Hair(_) => continue,
                },
                Task::DeformGhost { ghost, mesh, chunk } => (&mut self.shown.ghosts[ghost].gpu, mesh, chunk),
                _ => continue,
            };
            for (vertices, _) in span.draws() {
                if let Some(count) = placed.deform_chunk(&mut runs, (mesh, chunk), vertices) {
                    self.counts.deformed_chunks += 1;
                    self.counts.deformed_vertices += u64::from(count);
                }
            }
        }
        self.counts.deform_dispatches += runs.end();
    }

    fn record_values(&mut self, encoder: &mut wgpu::CommandEncoder, list: &DrawList, run: &Run) {
        let Some(values) = &self.values else { return };
        let mut runs = values.begin(&self.deform, encoder);
        for TaskPiece { task, span, .. } in &run.parts {
            let Task::Values { item, chunk } = *task else { continue };
            let Drawable::Mesh(mesh) = list.items[item].part else {
                continue;
            };
            let placed = &mut self.shown.placed[list.items[item].placed];
            for (vertices, _) in span.draws() {
                let count = placed.value_chunk(&mut runs, (mesh, chunk), vertices);
                self.counts.valued_vertices += u64::from(count.unwrap_or(0));
            }
        }
        runs.end();
    }

    fn record_scene(&mut self, encoder: &mut wgpu::CommandEncoder, job: &Job, run: &Run) {
        let target = &*job.target;
        let (passes, there) = self.split(job);
        // The surfaces in front are known already: nothing behind them is shaded.
        let eye = there.eye;
        let is_scene = run.pass == GpuPass::Scene;
        let color = match is_scene && run.first {
            true => wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
            false => wgpu::LoadOp::Load,
        };
        let mut pass = DrawPass::begin(
            encoder,
            &wgpu::RenderPassDescriptor {
                label: Some(if is_scene { "scene" } else { "overlay" }),
                color_attachments: &[Some(match run.before_behind {
                    true => target.color_before_behind(color, job.drawing.apart),
                    false => target.color_attachment(color, run.ends, job.drawing.apart),
                })],
                depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                    view: eye.unwrap_or(&target.depth_view),
                    // The overlay has a depth of its own.
                    depth_ops: Some(wgpu::Operations {
                        load: match run.first && !(is_scene && eye.is_some()) {
                            true => wgpu::LoadOp::Clear(0.0),
                            false => wgpu::LoadOp::Load,
                        },
                        store: match run.last && !run.goes_on {
                            true => wgpu::StoreOp::Discard,
                            false => wgpu::StoreOp::Store,
                        },
                    }),
                    stencil_ops: None,
                }),
                timestamp_writes: None,
                occlusion_query_set: None,
                multiview_mask: None,
            },
        );
        pass.set_bind_group(0, &there.common.view_group, None);
        for part in &run.parts {
            let Task::Draw(draw) = part.task else { continue };
            let rows = rows(target.size[1], part.tile);
            if !rows.is_empty() {
                // The pieces after a tile are whole again.
                pass.set_scissor_rect(0, rows.start, target.size[0], rows.end - rows.start);
                passes[draw.pass].record(&there, &mut pass, &piece(&draw, &part.span, rows));
            }
        }
    }

    /// Draws that go elsewhere than into the picture.
    fn record_own(&mut self, encoder: &mut wgpu::CommandEncoder, job: &Job, (pass, textures): (usize, u8), run: &Run) {
        let pieces = run.parts.iter().filter_map(|part| match part.task {
            Task::Draw(draw) => Some(piece(&draw, &part.span, rows(job.target.size[1], part.tile))),
            _ => None,
        });
        let own = OwnRun {
            textures,
            pieces: pieces.collect(),
            first: run.first,
            last: run.last,
            apart: job.drawing.apart,
        };
        let (passes, there) = self.split(job);
        passes[pass].record_own(&there, encoder, &own);
    }
}

fn piece<'a>(draw: &Draw, span: &'a Span, rows: Range<u32>) -> passes::pass::Piece<'a> {
    passes::pass::Piece {
        at: draw.at,
        span,
        rows,
    }
}
