//! Questions about the last picture: what a pixel shows, where vertices went.
//!
//! Both wait for the GPU; neither changes the picture.

use super::RenderError;
use super::job::{Allowance, Drawing, Piece, Span, Task, Work};
use super::lists::picked::{Picked, PickedPart};
use super::passes::pick::{ID_BYTES, PickPass};
use super::renderer::Renderer;
use crate::core::MeshIndex;
use crate::picture::PlacedKey;
use crate::render::gpu::gpu_types::ViewUniform;
use crate::render::gpu::readback::{self, DeformedMesh, Reading};
use crate::render::lists::draw_list::DrawList;

impl Renderer {
    /// What the pixel at (`x`, `y`) of the last picture shows, counted from its top left corner. Bones come before
    /// meshes and are easier to hit than they look. `None`: nothing there, or another picture is in progress. Waits for the GPU.
    pub fn pick(&mut self, x: u32, y: u32) -> Result<Option<Picked>, RenderError> {
        self.begin_pick(x, y)?;
        while !self.step_pick(&Work::WHOLE).1 {}
        loop {
            match self.take_pick()? {
                Some(answer) => return Ok(answer),
                None => self.context.wait_idle()?,
            }
        }
    }

    /// The same in steps: this, then [`Self::step_pick`] until it has nothing left to do, then
    /// [`Self::take_pick`] until it has the answer; nothing else may
    /// be drawn meanwhile.
    pub fn begin_pick(&mut self, x: u32, y: u32) -> Result<(), RenderError> {
        (self.picking, self.answering) = (None, None);
        self.context.check()?;
        let [width, height] = self.drawn_target()?.size;
        if x >= width || y >= height {
            return Ok(());
        }
        if self.pick.is_none() {
            self.pick = Some(self.context.catch(|| PickPass::new(&self.context, &self.common))?);
        }
        let Some(last) = &self.shown.last else { return Ok(()) };
        // Another picture may have been drawn on the side since.
        self.common.draws.write(&self.context, &last.list.uniforms);
        let center = |at: u32, size: u32| (2.0 * at as f32 + 1.0) / size as f32 - 1.0;
        self.common.write_view(
            &self.context,
            &ViewUniform {
                zoom_middle: [center(x, width), -center(y, height)],
                zoom_half: [1.0 / width as f32, 1.0 / height as f32],
                ..last.view
            },
        );
        self.picking = Some(Drawing::of(self.plan_pick(&last.list)));
        Ok(())
    }

    /// Submits some of it, as much as `limit` lets it; how much that was, and whether it was the rest.
    pub fn step_pick(&mut self, limit: &Work) -> (Work, bool) {
        let mut allowance = Allowance::new(*limit);
        let (Some(mut drawing), Some(last), Some(pick)) = (self.picking.take(), &self.shown.last, &self.pick) else {
            return (Work::NONE, true);
        };
        let mut encoder = self
            .context
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("render / pick"),
            });
        // Whatever comes first takes away what the pick before has left: a recording has bones and no mesh.
        let mut is_first = !drawing.is_begun();
        while let Some(run) = drawing.take(&mut allowance) {
            let clears = std::mem::take(&mut is_first);
            let mut pass = pick.begin(&mut encoder, &self.common, clears, run.first);
            for Piece { task, span, .. } in &run.parts {
                match *task {
                    Task::Pick { item } => self.draw_pick(&mut pass, pick, &last.list, item, span),
                    _ => pick.draw_bones(&mut pass, &self.shown.glyphs, span),
                }
            }
        }
        self.context.queue.submit([encoder.finish()]);
        let is_done = drawing.is_done();
        self.picking = Some(drawing);
        (allowance.spent, is_done)
    }

    fn draw_pick(&self, pass: &mut wgpu::RenderPass<'_>, pick: &PickPass, list: &DrawList, item: usize, span: &Span) {
        let Some((mesh, standing)) = self.standing(list, item) else {
            return;
        };
        self.common.draws.bind(pass, item);
        match &mesh.triangles {
            Some(triangles) => pick.draw_mesh(pass, triangles, &standing, list.items[item].sides, span),
            None => pick.draw_points(&self.context, pass, &standing, span),
        }
    }

    /// The answer; `None`: the GPU is not done yet. The first call asks for it. Waits for nothing.
    pub fn take_pick(&mut self) -> Result<Option<Option<Picked>>, RenderError> {
        let (Some(drawing), Some(last), Some(pick)) = (&self.picking, &self.shown.last, &self.pick) else {
            return Ok(Some(None));
        };
        if drawing.is_empty() {
            return Ok(Some(None));
        }
        let Some(reading) = &self.answering else {
            self.answering = Some(Reading::begin(&self.context, &pick.ids, [1, 1], ID_BYTES)?);
            return Ok(None);
        };
        let Some(bytes) = reading.take(&self.context) else {
            return Ok(None);
        };
        let bytes = bytes?;
        self.context.check()?;
        let word = |at: usize| bytes.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes);
        let (Some(id), Some(placement)) = (word(0), word(4)) else {
            return Ok(Some(None));
        };
        let hit = (id as usize).checked_sub(1).and_then(|at| last.table.get(at).copied());
        Ok(Some(hit.map(|picked| match picked.what {
            PickedPart::Mesh(_) => Picked { placement, ..picked },
            PickedPart::Bone(_) => picked,
        })))
    }

    /// The vertices of one mesh in the pose of the last picture, hidden or not; `None` if its model was not in that
    /// picture or the mesh is empty or left out. Waits for the GPU.
    pub fn read_deformed(&mut self, key: PlacedKey, mesh: MeshIndex) -> Result<Option<DeformedMesh>, RenderError> {
        self.context.check()?;
        let Some(at) = self.shown.placed.iter().position(|placed| placed.key == key) else {
            return Ok(None);
        };
        let hidden = (mesh.get(), self.chunk_limits);
        self.shown.placed[at].prepare_hidden((&self.context, &mut self.room), &self.deform, hidden);
        self.room.flush(&self.context);
        let mut encoder = self
            .context
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("render / read deformed"),
            });
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: Some("deform"),
                timestamp_writes: None,
            });
            self.deform.begin(&mut pass);
            let placed = &mut self.shown.placed[at];
            // A mesh that was hidden may have brought a new pose buffer, from which all are deformed anew.
            for leader in 0..placed.model().meshes.len() {
                for chunk in 0..placed.stale_chunks(leader).count() {
                    if let Some(vertices) = placed.deform_chunk(&self.deform, &mut pass, (leader, chunk), 0..u32::MAX) {
                        self.counts.deform_dispatches += 1;
                        self.counts.deformed_vertices += u64::from(vertices);
                    }
                }
            }
        }
        self.context.queue.submit([encoder.finish()]);
        let placed = &self.shown.placed[at];
        let (Some(Some(gpu)), Some(vertices)) = (placed.gpu.meshes.get(mesh.get()), placed.vertices(mesh.get())) else {
            return Ok(None);
        };
        let bytes = readback::read_part(&self.context, vertices)?;
        Ok(Some(DeformedMesh::unpack(&bytes, gpu.has_tangents)))
    }

    /// What stood beside the vertices of one mesh in the last picture while something else than materials coloured it: four bytes for
    /// each, or eight. `None` where the posed vertices said it all. Waits for the GPU.
    pub fn read_values(&mut self, key: PlacedKey, mesh: MeshIndex) -> Result<Option<Vec<u8>>, RenderError> {
        self.context.check()?;
        let placed = self.shown.placed.iter().find(|placed| placed.key == key);
        let part = placed.and_then(|placed| placed.values.part(mesh.get()));
        part.map(|part| readback::read_part(&self.context, part)).transpose()
    }
}
