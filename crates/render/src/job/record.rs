//! Tasks → commands, as many as one submission may hold.

use super::super::passes::wire::{Wire, is_wide};
use super::super::renderer::{Passes, Renderer};
use super::cuts::draw_triangles;
use super::task::{Pass, Planned, Task};
use super::{Drawing, Job};
use crate::cost::Span;
use crate::cost::{Allowance, Work};
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::pipeline::Sides;
use crate::gpu::target::Target;
use crate::lists::draw_list::{DrawList, Drawable, shows_fill};
use crate::lists::ghost_gpu::GhostGpu;
use crate::passes::cut::{Drawn, Holes};
use crate::passes::surfaces::ghost::HIDE;
use crate::passes::vertices::runs::Runs;
use crate::upload::placements::{Placements, Standing};
use crate::upload::pool::PoolSlice;
use crate::upload::scene_gpu::MeshGpu;
use castview_picture::Picture;

/// Some of a task.
pub struct Piece {
    pub task: Task,
    pub span: Span,
    /// Which of how many tiles, from the top of the picture; all of it where there is one.
    pub(super) tile: [u32; 2],
}

/// Rows of the picture that are drawn together: software adapters shade whole squares of this size, and cut ones a little differently.
pub(super) const BAND: u32 = 64;

/// Work that a GPU has done in the time of making a pipeline, or in less.
const SOON: Work = Work::each(50_000.0);

/// Parts of tasks that share a pass.
pub struct Run {
    pub pass: Pass,
    pub parts: Vec<Piece>,
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
pub(super) fn rows(height: u32, [tile, tiles]: [u32; 2]) -> [u32; 2] {
    let bands = u64::from(height.div_ceil(BAND));
    // At most the height, and a band more.
    [tile, tile + 1].map(|at| ((bands * u64::from(at) / u64::from(tiles)) as u32 * BAND).min(height))
}

impl Drawing {
    pub fn of(tasks: Vec<Planned>) -> Self {
        Self {
            tasks,
            ..Self::default()
        }
    }

    /// Whether surfaces are drawn next or nearly so: what comes before them is done sooner than a pipeline is made.
    fn comes_to_surfaces(&self) -> bool {
        let mut before = Work::NONE;
        for planned in &self.tasks[self.next..] {
            if matches!(planned.task.pass(), Pass::Scene | Pass::Weigh) {
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
            parts.push(Piece {
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
        let is_scene = pass == Pass::Scene;
        let resumes = is_scene && self.has_scene;
        self.has_scene |= is_scene;
        Some(Run {
            pass,
            parts,
            first: self.begun.replace(pass) != Some(pass) && !resumes,
            before_behind: follower == Some(Pass::Behind),
            goes_on: matches!(follower, Some(Pass::Behind | Pass::Weigh)),
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
                Pass::Deform => self.record_deform(&mut encoder, &job.lists.list, &run),
                Pass::Values => self.record_values(&mut encoder, &job.lists.list, &run),
                Pass::Depth(seer) => self.record_depth(&mut encoder, job, seer, &run),
                Pass::Fill => self.record_fills(&mut encoder, &run),
                Pass::Mask => self.record_mask(&mut encoder, &job.target, &job.lists.list, &run),
                Pass::Silhouette => self.record_silhouettes(&mut encoder, &job.target, &job.lists.list, &run),
                Pass::Nearest(seer) => self.record_nearest(&mut encoder, job, seer, &run),
                Pass::Scene | Pass::Overlay => self.record_scene(&mut encoder, job, &run),
                Pass::Behind => self.record_behind(&mut encoder, job, &run),
                Pass::Weigh => self.record_weighed(&mut encoder, job, &run),
                Pass::Pick | Pass::PickBones => {}
            }
            if let Some(timer) = &mut timed {
                timer.mark(&mut encoder, run.pass.word());
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
        for Piece { task, span, .. } in &run.parts {
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
        for Piece { task, span, .. } in &run.parts {
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

    fn record_mask(&self, encoder: &mut wgpu::CommandEncoder, target: &Target, list: &DrawList, run: &Run) {
        let Some(mask) = &self.shown.mask else { return };
        let passes = self.passes_of(target);
        let outline = self.made(&passes.outline);
        let mut pass = outline.begin_mask(encoder, &self.common, mask, run.first);
        for Piece { task, span, .. } in &run.parts {
            if let Task::Mask { item } = *task
                && let Some((mesh, standing)) = self.standing(list, item)
                && let Some(triangles) = &mesh.triangles
            {
                self.common.draws.bind(&mut pass, item);
                let cut = self.cut_of(list, *task);
                match &cut {
                    Some((drawn, holes)) => passes.cut.bind(&mut pass, &self.common, *drawn, holes),
                    None => outline.bind_mask(&mut pass),
                }
                let holes = cut.as_ref().map(|(_, holes)| holes);
                draw_triangles(&mut pass, triangles, (&standing, holes), span);
            }
        }
    }

    fn record_silhouettes(&self, encoder: &mut wgpu::CommandEncoder, target: &Target, list: &DrawList, run: &Run) {
        let Some(mask) = &self.shown.silhouettes else { return };
        let passes = self.passes_of(target);
        let silhouettes = self.made(&passes.silhouettes);
        let mut pass = silhouettes.begin_mask(encoder, &self.common, mask, run.first);
        for Piece { task, span, .. } in &run.parts {
            if let Task::Silhouette { ghost, mesh } = *task {
                let cut = self.cut_of(list, *task);
                match &cut {
                    Some((drawn, holes)) => passes.cut.bind(&mut pass, &self.common, *drawn, holes),
                    None => silhouettes.bind_mask(&mut pass),
                }
                let holes = cut.as_ref().map(|(_, holes)| holes);
                self.draw_ghost(&mut pass, &self.shown.ghosts[ghost], (mesh, holes), span);
            }
        }
    }

    fn record_scene(&self, encoder: &mut wgpu::CommandEncoder, job: &Job, run: &Run) {
        let (target, picture, list) = (&*job.target, &job.picture, &job.lists.list);
        let passes = self.passes_of(target);
        // The surfaces in front are known already: nothing behind them is shaded.
        let eye = self.eye_map(job).filter(|_| target.samples == 1);
        let is_scene = run.pass == Pass::Scene;
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
        pass.set_bind_group(0, &self.common.view_group, None);
        for Piece { task, span, tile } in &run.parts {
            let [top, bottom] = rows(target.size[1], *tile);
            if top == bottom {
                continue;
            }
            // The pieces after a tile are whole again.
            pass.set_scissor_rect(0, top, target.size[0], bottom - top);
            if let (Task::Compose, Some(sums)) = (task, target.sums()) {
                passes.compose.draw(&mut pass, sums);
                pass.set_bind_group(0, &self.common.view_group, None);
                continue;
            }
            if let Task::Found { item } = *task {
                self.draw_found(&mut pass, job, item, [top, bottom]);
                continue;
            }
            self.record_draw(&mut pass, passes, picture, list, *task, span);
        }
    }

    /// Surfaces that are drawn in any order: what is before them hides them, and they hide nothing.
    fn record_weighed(&self, encoder: &mut wgpu::CommandEncoder, job: &Job, run: &Run) {
        let (target, list) = (&*job.target, &job.lists.list);
        let Some(sums) = target.sums() else { return };
        let eye = self.eye_map(job).filter(|_| target.samples == 1);
        let mut pass = DrawPass::begin(
            encoder,
            &wgpu::RenderPassDescriptor {
                label: Some("sums"),
                color_attachments: &sums.attachments(run.first, run.last),
                depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                    view: eye.unwrap_or(&target.depth_view),
                    depth_ops: Some(wgpu::Operations {
                        load: wgpu::LoadOp::Load,
                        store: wgpu::StoreOp::Store,
                    }),
                    stencil_ops: None,
                }),
                timestamp_writes: None,
                occlusion_query_set: None,
                multiview_mask: None,
            },
        );
        pass.set_bind_group(0, &self.common.view_group, None);
        for Piece { task, span, tile } in &run.parts {
            let (Task::Weigh { item }, [top, bottom]) = (*task, rows(target.size[1], *tile)) else {
                continue;
            };
            if top < bottom {
                pass.set_scissor_rect(0, top, target.size[0], bottom - top);
                let sides = list.items[item].sides;
                self.draw_mesh(&mut pass, self.passes_of(target), list, (item, sides), span);
            }
        }
    }

    fn record_behind(&self, encoder: &mut wgpu::CommandEncoder, job: &Job, run: &Run) {
        let Some(behind) = job.target.behind() else { return };
        for Piece { task, span, .. } in &run.parts {
            let Task::Behind { level } = *task else { continue };
            if level == 0 {
                job.target.copy_behind(&self.context, encoder, job.drawing.apart);
                continue;
            }
            for (bands, _) in span.draws() {
                let rows = bands.start * BAND..bands.end * BAND;
                behind.blur(&self.context, encoder, level, rows);
            }
        }
    }

    fn record_draw(
        &self,
        pass: &mut DrawPass<'_>,
        passes: &Passes,
        picture: &Picture,
        list: &DrawList,
        task: Task,
        span: &Span,
    ) {
        match task {
            Task::Background => {
                self.made(&passes.background)
                    .draw(&self.context, &self.common, pass, picture.seen_background())
            }
            Task::Mesh { item } => {
                let sides = list.items[item].last_sides();
                self.draw_mesh(pass, passes, list, (item, sides), span);
            }
            Task::Backs { item } => {
                if let Some([first, _]) = list.items[item].halves {
                    self.draw_mesh(pass, passes, list, (item, first), span);
                }
            }
            Task::Hide { item } => {
                if let Some((mesh, standing)) = self.standing(list, item)
                    && let Some(triangles) = &mesh.triangles
                {
                    self.common.draws.bind(pass, item);
                    let cut = self.cut_of(list, task);
                    self.bind_ghost(pass, passes, HIDE, cut.as_ref());
                    let holes = cut.as_ref().map(|(_, holes)| holes);
                    draw_triangles(pass, triangles, (&standing, holes), span);
                }
            }
            Task::Hair { item } => {
                let placed = &self.shown.placed[list.items[item].placed];
                if let Drawable::Hair(hair) = list.items[item].part
                    && let Some(Some(hair)) = placed.gpu.hairs.get(hair)
                {
                    self.common.draws.bind(pass, item);
                    self.common.shade.bind(pass, list.items[item].look, false);
                    self.made(&passes.hair).draw(pass, hair, &placed.placements, span);
                }
            }
            Task::Edges { item } => self.draw_edges(pass, passes, (picture, list), item, span),
            Task::Ground => {
                if let Some(shadows) = &self.shadows {
                    shadows.draw_ground(pass, passes.samples);
                }
            }
            Task::Floor => {
                let below = self.common.shade.light_below();
                self.made(&passes.floor).draw(&self.context, pass, picture, below);
            }
            Task::Ghost { ghost, mesh, step } => {
                let cut = self.cut_of(list, task);
                self.bind_ghost(pass, passes, step, cut.as_ref());
                let holes = cut.as_ref().map(|(_, holes)| holes);
                self.draw_ghost(pass, &self.shown.ghosts[ghost], (mesh, holes), span);
            }
            Task::Trails(step) => self.made(&passes.trails).draw(pass, &self.shown.trails, step, span),
            Task::Outline => {
                if let Some(mask) = &self.shown.mask {
                    self.common.draws.bind(pass, 0);
                    let color = picture.colors.selected;
                    self.made(&passes.outline)
                        .draw_selected(&self.context, pass, mask, color);
                }
            }
            Task::Silhouettes => {
                if let Some(mask) = &self.shown.silhouettes {
                    self.common.draws.bind(pass, 0);
                    let silhouettes = self.made(&passes.silhouettes);
                    silhouettes.draw(&self.context, pass, mask, &self.silhouette_colors(list));
                }
            }
            Task::Bones => {
                let (bones, glyphs) = (self.made(&passes.bones), &self.shown.glyphs);
                bones.draw(&self.context, pass, glyphs, &picture.colors, span);
            }
            Task::Labels => {
                if let Some(labels) = &self.shown.labels {
                    self.made(&passes.labels).draw(pass, labels, span);
                }
            }
            // These belong to other passes.
            Task::Deform { .. }
            | Task::Values { .. }
            | Task::DeformGhost { .. }
            | Task::Depth { .. }
            | Task::DepthBatch { .. }
            | Task::Fill(_)
            | Task::Behind { .. }
            | Task::Weigh { .. }
            | Task::Nearest { .. }
            | Task::Tiles
            | Task::FoundDepth { .. }
            | Task::Found { .. }
            | Task::Compose
            | Task::Mask { .. }
            | Task::Silhouette { .. }
            | Task::Pick { .. }
            | Task::PickBones => {}
        }
    }

    fn draw_edges(
        &self,
        pass: &mut DrawPass<'_>,
        passes: &Passes,
        (picture, list): (&Picture, &DrawList),
        item: usize,
        span: &Span,
    ) {
        if let Some((mesh, standing)) = self.standing(list, item)
            && let Some(edges) = mesh.made_edges()
        {
            let wire = Wire::of(picture, shows_fill(picture));
            self.common.draws.bind(pass, item);
            let wires = match is_wide(picture) {
                false => self.made(&passes.wire),
                true => self.made(&passes.wide_wire),
            };
            wires.draw(&self.context, pass, (edges, &standing), wire, span);
        }
    }

    pub(super) fn draw_mesh(
        &self,
        pass: &mut DrawPass<'_>,
        passes: &Passes,
        list: &DrawList,
        (item, sides): (usize, Sides),
        span: &Span,
    ) {
        let Some((mesh, standing)) = self.standing(list, item) else {
            return;
        };
        self.common.draws.bind(pass, item);
        match (&mesh.triangles, &mesh.lines) {
            (None, None) => self.made(&passes.points).draw(pass, &standing, mesh, span),
            (None, Some(lines)) => self.made(&passes.lines).draw(pass, (mesh, lines), &standing, span),
            (Some(triangles), _) if !list.color_by.reads_materials() => {
                let item = &list.items[item];
                let values = match item.part {
                    Drawable::Mesh(mesh) => self.shown.placed[item.placed].values.part(mesh),
                    Drawable::Hair(_) => None,
                };
                let how = (&standing, &self.wired[item.look], &self.common.shade);
                let of = (mesh, triangles, values);
                passes.color_by.draw(pass, (list.color_by, item), of, how, span);
            }
            (Some(triangles), _) => {
                let item = &list.items[item];
                let wired = &self.wired[item.look];
                self.common.shade.bind(pass, item.look, item.features.transmits);
                let of = (mesh, triangles);
                passes.mesh.draw(pass, of, &standing, wired, (item, sides), span);
            }
        }
    }

    /// The pipeline is bound already. `holes`: where the mesh has some.
    fn draw_ghost(
        &self,
        pass: &mut DrawPass<'_>,
        ghost: &GhostGpu,
        (mesh, holes): (usize, Option<&Holes<'_>>),
        span: &Span,
    ) {
        let gpu = ghost.gpu.gpu.meshes.get(mesh).and_then(Option::as_ref);
        let triangles = gpu.and_then(|gpu| gpu.triangles.as_ref());
        if let (Some(triangles), Some(vertices)) = (triangles, ghost.gpu.vertices(mesh)) {
            self.common.draws.bind(pass, ghost.draw);
            let standing = self.standing_with(vertices, &ghost.gpu.placements);
            draw_triangles(pass, triangles, (&standing, holes), span);
        }
    }

    /// By number from 1 on: linear light, and how much of a line is seen.
    fn silhouette_colors(&self, list: &DrawList) -> Vec<[f32; 4]> {
        let mut colors = Vec::new();
        for ghost in &self.shown.ghosts {
            let draw = &list.uniforms[ghost.draw];
            let number = draw.number as usize;
            if number > 0 {
                colors.resize(colors.len().max(number), [0.0; 4]);
                colors[number - 1] = draw.color;
            }
        }
        colors
    }

    /// The pipeline of a step of ghosts, for a mesh with holes or without.
    fn bind_ghost(&self, pass: &mut DrawPass<'_>, passes: &Passes, step: usize, cut: Option<&(Drawn, Holes<'_>)>) {
        match cut {
            Some((drawn, holes)) => passes.cut.bind(pass, &self.common, *drawn, holes),
            None => self.made(&passes.ghost).bind(pass, step),
        }
    }

    /// The mesh that an item draws and how it stands, if it has its vertices.
    pub(crate) fn standing(&self, list: &DrawList, item: usize) -> Option<(&MeshGpu, Standing<'_>)> {
        let Drawable::Mesh(mesh) = list.items[item].part else {
            return None;
        };
        let placed = &self.shown.placed[list.items[item].placed];
        let vertices = placed.vertices(mesh)?;
        let placements = &placed.placements;
        Some((
            placed.gpu.meshes.get(mesh)?.as_ref()?,
            self.standing_with(vertices, placements),
        ))
    }

    fn standing_with<'a>(&self, vertices: &'a PoolSlice, placements: &'a Placements) -> Standing<'a> {
        let base_vertices = self.context.abilities().base_vertices;
        Standing {
            vertices,
            placements,
            base_vertices,
        }
    }
}
