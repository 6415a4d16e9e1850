//! A texture of equal cells for small pictures.

use crate::gpu::context::Context;
use crate::gpu::error::RenderError;
use crate::gpu::formats::COLOR_FORMAT;
use crate::gpu::readback::Reading;

/// A texture of equal cells, as egui samples it: plain sRGB bytes, premultiplied alpha. Clones share it.
#[derive(Clone)]
pub struct Sheet {
    pub(crate) texture: wgpu::Texture,
    pub(crate) view: wgpu::TextureView,
    /// Pixels.
    pub(crate) cell: [u32; 2],
    pub(crate) columns: u32,
    pub(crate) rows: u32,
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

    /// All cells, as egui samples them; the same view as long as the sheet lives.
    pub fn view(&self) -> &wgpu::TextureView {
        &self.view
    }

    /// Asks for the texels of the first cell.
    pub fn begin_reading(&self, context: &Context) -> Result<Reading, RenderError> {
        Reading::begin(context, &self.texture, self.cell, 4)
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

    pub(crate) fn origin(&self, cell: usize) -> [u32; 2] {
        let cell = cell as u32 % (self.columns * self.rows).max(1);
        [cell % self.columns * self.cell[0], cell / self.columns * self.cell[1]]
    }
}
