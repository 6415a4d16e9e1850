//! Small pictures on the side: drawn with the same uploads while the main picture stays as it is, to be picked and shown.
//!
//! In: a picture and a cell of a [`Sheet`]. Out: that cell. Poses, vertices and targets of the small pictures are their own.

use crate::RenderError;
use crate::Sheet;
use crate::drawn::Drawn;
use crate::passes::picture::shown::Shown;
use crate::renderer::Renderer;
use castview_picture::Picture;

impl Renderer {
    /// Draws `picture`, which must have the size of a cell, into that cell. The main picture stays, and so do the answers
    /// about it.
    pub fn draw_aside(&mut self, picture: &Picture, sheet: &Sheet, cell: usize) -> Result<Drawn, RenderError> {
        self.begin_aside(picture.clone(), sheet, cell)?;
        self.step_to_end()
    }

    /// Frees what small pictures need besides their sheet; one in progress is dropped.
    pub fn forget_aside(&mut self) {
        self.stop_aside();
        self.aside = Shown::new(&self.context);
    }

    pub(crate) fn copy_to(&self, sheet: &Sheet, cell: usize) {
        let Some(target) = &self.shown.target else { return };
        let [x, y] = sheet.origin(cell);
        let mut encoder = self
            .context
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("aside / copy"),
            });
        encoder.copy_texture_to_texture(
            target.color.as_image_copy(),
            wgpu::TexelCopyTextureInfo {
                texture: &sheet.texture,
                mip_level: 0,
                origin: wgpu::Origin3d { x, y, z: 0 },
                aspect: wgpu::TextureAspect::All,
            },
            wgpu::Extent3d {
                width: sheet.cell[0].min(target.size[0]),
                height: sheet.cell[1].min(target.size[1]),
                depth_or_array_layers: 1,
            },
        );
        self.context.queue.submit([encoder.finish()]);
    }

    /// The texels of one cell of a sheet, straight alpha. Waits for the GPU.
    pub fn read_cell(&self, sheet: &Sheet, cell: usize) -> Result<castview_images::Image, RenderError> {
        let whole = [sheet.cell[0] * sheet.columns, sheet.cell[1] * sheet.rows];
        let bytes = crate::gpu::readback::read_texture(&self.context, &sheet.texture, whole, 4)?;
        let [x, y] = sheet.origin(cell);
        let rows = (y..y + sheet.cell[1]).map(|row| ((row * whole[0] + x) * 4) as usize);
        let length = (sheet.cell[0] * 4) as usize;
        let rgba = rows.flat_map(|at| &bytes[at..at + length]).copied().collect();
        Ok(crate::gpu::readback::straight_alpha(sheet.cell, rgba))
    }
}
