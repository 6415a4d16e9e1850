//! Small pictures on the side: drawn with the same uploads while the main picture stays as it is, to be picked and shown.
//!
//! In: a picture and a cell of a [`Sheet`]. Out: that cell. Poses, vertices and targets of the small pictures are their own.

use crate::picture::Picture;
use crate::render::gpu::target::COLOR_FORMAT;
use crate::render::lists::shown::Shown;
use crate::render::renderer::{Drawn, Renderer};
use crate::render::{Context, RenderError};

/// A texture of equal cells, as egui samples it: plain sRGB bytes, premultiplied alpha. Clones share it.
#[derive(Clone)]
pub struct Sheet {
    texture: wgpu::Texture,
    view: wgpu::TextureView,
    /// Pixels.
    cell: [u32; 2],
    columns: u32,
    rows: u32,
}

impl Sheet {
    /// `cell` in pixels, at least 1 each.
    pub fn new(context: &Context, cell: [u32; 2], columns: u32, rows: u32) -> Result<Self, RenderError> {
        let (width, height) = (cell[0] * columns, cell[1] * rows);
        let limit = context.device.limits().max_texture_dimension_2d;
        if width > limit || height > limit {
            return Err(RenderError::PictureTooLarge { width, height, limit });
        }
        let texture = context.catch(|| {
            context.device.create_texture(&wgpu::TextureDescriptor {
                label: Some("aside / sheet"),
                size: wgpu::Extent3d {
                    width,
                    height,
                    depth_or_array_layers: 1,
                },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: COLOR_FORMAT,
                usage: wgpu::TextureUsages::TEXTURE_BINDING
                    | wgpu::TextureUsages::COPY_DST
                    | wgpu::TextureUsages::COPY_SRC,
                view_formats: &[],
            })
        })?;
        Ok(Self {
            view: texture.create_view(&wgpu::TextureViewDescriptor::default()),
            texture,
            cell,
            columns,
            rows,
        })
    }

    pub fn view(&self) -> &wgpu::TextureView {
        &self.view
    }

    /// Pixels.
    pub fn cell_size(&self) -> [u32; 2] {
        self.cell
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        (self.columns * self.rows) as usize
    }

    /// Left, top, right and bottom of a cell in texture coordinates, half a texel inside it: nothing of its neighbours shows.
    pub fn uv(&self, cell: usize) -> [f32; 4] {
        let [x, y] = self.origin(cell).map(|at| at as f32);
        let [width, height] = self.cell.map(|side| side as f32);
        let whole = [self.cell[0] * self.columns, self.cell[1] * self.rows].map(|side| side as f32);
        [
            (x + 0.5) / whole[0],
            (y + 0.5) / whole[1],
            (x + width - 0.5) / whole[0],
            (y + height - 0.5) / whole[1],
        ]
    }

    fn origin(&self, cell: usize) -> [u32; 2] {
        let cell = cell as u32 % (self.columns * self.rows).max(1);
        [cell % self.columns * self.cell[0], cell / self.columns * self.cell[1]]
    }
}

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

    pub(in crate::render) fn copy_to(&self, sheet: &Sheet, cell: usize) {
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
    pub fn read_cell(&self, sheet: &Sheet, cell: usize) -> Result<crate::images::Image, RenderError> {
        let whole = [sheet.cell[0] * sheet.columns, sheet.cell[1] * sheet.rows];
        let bytes = crate::render::gpu::readback::read_texture(&self.context, &sheet.texture, whole, 4)?;
        let [x, y] = sheet.origin(cell);
        let rows = (y..y + sheet.cell[1]).map(|row| ((row * whole[0] + x) * 4) as usize);
        let length = (sheet.cell[0] * 4) as usize;
        let rgba = rows.flat_map(|at| &bytes[at..at + length]).copied().collect();
        Ok(crate::render::gpu::readback::straight_alpha(sheet.cell, rgba))
    }
}
