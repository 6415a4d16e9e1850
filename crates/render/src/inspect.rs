//! Questions about the last picture: what a pixel shows, where vertices went.
//!
//! Both wait for the GPU; neither changes the picture.

use super::RenderError;
use super::job::{Drawing, Task, TaskPiece};
use super::lists::picked::{Picked, PickedPart};
use super::passes::pick::{ID_BYTES, PickPass, PickTarget};
use super::renderer::Renderer;
use crate::cost::{Allowance, Span, Work};
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::gpu_types::{DrawUniform, ViewUniform};
use crate::gpu::readback::{self, Reading};
use crate::lists::draw_list::DrawList;
use crate::upload::deformed::{DeformedMesh, read_part};
use crate::upload::vertices::runs::Runs;
use castview_base::core::MeshIndex;
use castview_picture::PlacedKey;

/// Picked meshes and bones of a picture, point by point ([`Renderer::pick_all`]).
pub struct PickedRaster {
    size: [u32; 2],
    table: Vec<Picked>,
    texels: Vec<u8>,
}

impl PickedRaster {
    /// Returns the mesh or bone at the point (`x`, `y`), counted from the top left.
    pub fn at(&self, x: u32, y: u32) -> Option<Picked> {
        let is_inside = x < self.size[0] && y < self.size[1];
        let at = (y as usize * self.size[0] as usize + x as usize) * ID_BYTES as usize;
        let texel = self.texels.get(at..at + ID_BYTES as usize)?;
        answer(&self.table, texel).filter(|_| is_inside)
    }
}

impl Renderer {
    /// Returns the mesh or bone that the pixel at (`x`, `y`) of the last picture shows, counted from its top left corner. Bones come before
    /// meshes and are easier to hit than they look. A surface is hit wherever its triangles are drawn, from the sides its material shows;
    /// alpha masks and transparency let nothing through. `None`: nothing there, or another picture is in progress. Waits for the GPU.
    pub fn pick(&mut self, x: u32, y: u32) -> Result<Option<Picked>, RenderError> {
        self.begin_pick(x, y)?;
        self.finish_pick()
    }

    /// [`Self::pick`] as if no bones were drawn.
    pub fn pick_surface(&mut self, x: u32, y: u32) -> Result<Option<Picked>, RenderError> {
        self.begin_pick_surface(x, y)?;
        self.finish_pick()
    }

    fn finish_pick(&mut self) -> Result<Option<Picked>, RenderError> {
        while !self.step_pick(&Work::WHOLE).1 {}
        loop {
            match self.take_pick()? {
                Some(answer) => return Ok(answer),
                None => self.context.wait_idle()?,
            }
        }
    }

    /// Returns the meshes and bones that the last picture shows at each point of a raster of `size` over all of it, whatever the size of
    /// the picture. `None`: another picture is in progress. A point takes 36 bytes on the GPU and as much in memory. Waits for the GPU.
    pub fn pick_all(&mut self, size: [u32; 2]) -> Result<Option<PickedRaster>, RenderError> {
        (self.picking, self.answering) = (None, None);
        self.context.check()?;
        let mut pick = self.take_pick_pass()?;
        let texels = self.ids(&mut pick, size);
        self.pick = Some(pick);
        let texels = texels?;
        self.context.check()?;
        let table = self.shown.last.as_ref().map(|last| last.table.clone());
        Ok(table.map(|table| PickedRaster { size, table, texels }))
    }

    /// The texels of the ids of all that is drawn; none where nothing is.
    fn ids(&self, pick: &mut PickPass, size: [u32; 2]) -> Result<Vec<u8>, RenderError> {
        let Some(last) = &self.shown.last else {
            return Ok(Vec::new());
        };
        let mut drawing = Drawing::of(self.plan_pick(&last.list, true));
        if drawing.is_empty() {
            return Ok(Vec::new());
        }
        let target = self.context.catch(|| PickTarget::new(&self.context, size))?;
        self.common.write_view(&self.context, &last.view);
        self.record_pick(pick, Some(&target), &mut drawing, &mut Allowance::new(Work::WHOLE));
        readback::read_texture(&self.context, &target.ids, size, ID_BYTES)
    }

    /// The same as [`Self::pick`] in steps: this, then [`Self::step_pick`] until it has nothing left to do, then
    /// [`Self::take_pick`] until it has the answer; nothing else may
    /// be drawn meanwhile.
    pub fn begin_pick(&mut self, x: u32, y: u32) -> Result<(), RenderError> {
        self.begin_pick_of(x, y, true)
    }

    /// [`Self::begin_pick`] as if no bones were drawn.
    pub fn begin_pick_surface(&mut self, x: u32, y: u32) -> Result<(), RenderError> {
        self.begin_pick_of(x, y, false)
    }

    fn begin_pick_of(&mut self, x: u32, y: u32, with_bones: bool) -> Result<(), RenderError> {
        (self.picking, self.answering) = (None, None);
        self.context.check()?;
        let size = self.drawn_target()?.size;
        if x >= size[0] || y >= size[1] {
            return Ok(());
        }
        let pick = self.take_pick_pass()?;
        self.pick = Some(pick);
        let Some(last) = &self.shown.last else { return Ok(()) };
        self.common.write_view(
            &self.context,
            &ViewUniform {
                zoom_middle: center_of([x, y], size),
                zoom_half: size.map(|side| 1.0 / side as f32),
                ..last.view
            },
        );
        self.picking = Some(Drawing::of(self.plan_pick(&last.list, with_bones)));
        Ok(())
    }

    /// The pass, made if it is not there. Whoever takes it puts it back.
    fn take_pick_pass(&mut self) -> Result<PickPass, RenderError> {
        match self.pick.take() {
            Some(pick) => Ok(pick),
            None => self.context.catch(|| PickPass::new(&self.context, &self.common)),
        }
    }

    /// Submits as much of the pick as `limit` allows. Returns the work done, and whether the pick is complete.
    pub fn step_pick(&mut self, limit: &Work) -> (Work, bool) {
        let mut allowance = Allowance::new(*limit);
        let (Some(mut drawing), Some(mut pick)) = (self.picking.take(), self.pick.take()) else {
            return (Work::NONE, true);
        };
        self.record_pick(&mut pick, None, &mut drawing, &mut allowance);
        self.pick = Some(pick);
        let is_done = drawing.is_done();
        self.picking = Some(drawing);
        (allowance.spent, is_done)
    }

    /// Submits what `allowance` lets it. Without a `target` the pass's own of one pixel is drawn to.
    fn record_pick(
        &self,
        pick: &mut PickPass,
        target: Option<&PickTarget>,
        drawing: &mut Drawing,
        allowance: &mut Allowance,
    ) {
        let Some(last) = &self.shown.last else { return };
        // Whatever comes first takes away what the pick before has left: a recording has bones and no mesh.
        let mut is_first = !drawing.is_begun();
        let mut runs = Vec::new();
        while let Some(run) = drawing.take(allowance) {
            runs.push(run);
        }
        let pieces = runs.iter().flat_map(|run| &run.parts);
        let rows: Vec<DrawUniform> = pieces.flat_map(|piece| rows_of(&last.list, piece)).collect();
        pick.draws.write(&self.context, rows.iter().copied());
        let mut encoder = self
            .context
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("render / pick"),
            });
        let mut row = 0;
        for run in &runs {
            let clears = [std::mem::take(&mut is_first), run.first];
            let mut pass = pick.begin(&mut encoder, &self.common, target.unwrap_or(&pick.target), clears);
            for piece in &run.parts {
                match piece.task {
                    Task::Pick { item } => self.draw_pick(&mut pass, pick, &last.list, item, (row, &piece.span)),
                    _ => pick.draw_bones(&mut pass, &self.shown.glyphs, &piece.span),
                }
                row += rows_of(&last.list, piece).count();
            }
        }
        self.context.queue.submit([encoder.finish()]);
    }

    fn draw_pick(&self, pass: &mut DrawPass<'_>, pick: &PickPass, list: &DrawList, item: usize, span: (usize, &Span)) {
        let Some((mesh, standing)) = self.shown.standing(list, item) else {
            return;
        };
        match &mesh.triangles {
            Some(triangles) => pick.draw_mesh(pass, triangles, &standing, list.items[item].sides, span),
            None => pick.draw_points(pass, &standing, span),
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
            self.answering = Some(Reading::begin(&self.context, &pick.target.ids, [1, 1], ID_BYTES)?);
            return Ok(None);
        };
        let Some(bytes) = reading.take(&self.context) else {
            return Ok(None);
        };
        let bytes = bytes?;
        self.context.check()?;
        Ok(Some(answer(&last.table, &bytes)))
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
            let mut runs = Runs::begin(&self.deform, &mut encoder, "deform");
            let placed = &mut self.shown.placed[at];
            // A mesh that was hidden may have brought a new pose buffer, from which all are deformed anew.
            for leader in 0..placed.model().meshes.len() {
                for chunk in 0..placed.stale_chunks(leader).count() {
                    if let Some(vertices) = placed.deform_chunk(&mut runs, (leader, chunk), 0..u32::MAX) {
                        self.counts.deformed_chunks += 1;
                        self.counts.deformed_vertices += u64::from(vertices);
                    }
                }
            }
            self.counts.deform_dispatches += runs.end();
        }
        self.context.queue.submit([encoder.finish()]);
        let placed = &self.shown.placed[at];
        let (Some(Some(gpu)), Some(vertices)) = (placed.gpu.meshes.get(mesh.get()), placed.vertices(mesh.get())) else {
            return Ok(None);
        };
        let bytes = read_part(&self.context, vertices)?;
        Ok(Some(DeformedMesh::unpack(&bytes, gpu.has_tangents)))
    }

    /// Reads the values beside the vertices of one mesh in the last picture while something else than materials coloured it: four bytes for
    /// each, or eight. `None` where the posed vertices said it all. Waits for the GPU.
    pub fn read_values(&mut self, key: PlacedKey, mesh: MeshIndex) -> Result<Option<Vec<u8>>, RenderError> {
        self.context.check()?;
        let placed = self.shown.placed.iter().find(|placed| placed.key == key);
        let part = placed.and_then(|placed| placed.values.part(mesh.get()));
        part.map(|part| read_part(&self.context, part)).transpose()
    }
}

/// Returns the middle of the pixel `at`, in the picture's normalised device coordinates.
pub(super) fn center_of(at: [u32; 2], size: [u32; 2]) -> [f32; 2] {
    let center = |at: u32, size: u32| (2.0 * at as f32 + 1.0) / size as f32 - 1.0;
    [center(at[0], size[0]), -center(at[1], size[1])]
}

/// Decodes a texel of the ids.
fn answer(table: &[Picked], texel: &[u8]) -> Option<Picked> {
    let word = |at: usize| texel.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes);
    let (id, placement, triangle) = (word(0)?, word(4)?, word(8)?);
    let picked = *table.get((id as usize).checked_sub(1)?)?;
    Some(match picked.what {
        PickedPart::Mesh(_) => Picked {
            placement,
            triangle: triangle.checked_sub(1),
            ..picked
        },
        PickedPart::Bone(_) => picked,
    })
}

/// One per draw call of a piece.
fn rows_of<'a>(list: &'a DrawList, piece: &'a TaskPiece) -> impl Iterator<Item = DrawUniform> + 'a {
    let item = match piece.task {
        Task::Pick { item } => Some(item),
        _ => None,
    };
    item.into_iter().flat_map(move |item| {
        piece.span.draws().map(move |(corners, _)| DrawUniform {
            first_triangle: corners.start / 3,
            ..list.uniforms[item]
        })
    })
}
