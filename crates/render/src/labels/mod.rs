//! Labels of a picture: laid out without overlaps, drawn as rectangles of one atlas. Window, commands and tests draw them by this code
//! with the font that the program brings along, so that they look the same everywhere.

mod atlas;
mod layout;
mod legends;
mod lettering;
pub mod letters;
mod plate;

use crate::cost::{Extent, Span};
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::gpu_types::LabelInstance;
use atlas::Atlas;
use castview_picture::Picture;
pub use layout::top_of_legends;
pub use lettering::Lettering;

/// The labels of one picture, and the letters of all pictures so far.
pub struct Labels {
    atlas: Atlas,
    instances: wgpu::Buffer,
    texture: wgpu::Texture,
    /// Bind group of the texture.
    letters: wgpu::BindGroup,
    count: u32,
}

impl Labels {
    pub fn new(context: &Context) -> Self {
        let texture = context.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("labels / letters"),
            size: wgpu::Extent3d {
                width: atlas::SIDE,
                height: atlas::SIDE,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::R8Unorm,
            usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        Self {
            atlas: Atlas::new(),
            instances: Self::make(context, 1 << 12),
            letters: letters::group(context, &texture),
            texture,
            count: 0,
        }
    }

    fn make(context: &Context, size: usize) -> wgpu::Buffer {
        context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("labels / instances"),
            size: size as u64,
            usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    }

    pub fn write(&mut self, context: &Context, picture: &Picture) {
        let laid: Vec<LabelInstance> = layout::lay_out(picture, &mut self.atlas);
        let bytes: &[u8] = bytemuck::cast_slice(&laid);
        if bytes.len() as u64 > self.instances.size() {
            self.instances = Self::make(context, bytes.len().next_power_of_two());
        }
        context.queue.write_buffer(&self.instances, 0, bytes);
        self.count = laid.len() as u32;
        if let Some(letters) = self.atlas.take_new() {
            context.queue.write_texture(
                self.texture.as_image_copy(),
                letters,
                wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(atlas::SIDE),
                    rows_per_image: None,
                },
                self.texture.size(),
            );
        }
    }

    /// Six corners of each rectangle.
    pub fn extent(&self) -> Extent {
        Extent::new(6, 6, 0..self.count)
    }

    /// The pipeline is set already.
    pub fn draw(&self, pass: &mut DrawPass<'_>, span: &Span) {
        pass.set_bind_group(1, &self.letters, None);
        pass.set_vertex_buffer(0, self.instances.slice(..));
        for (corners, instances) in span.draws() {
            pass.draw(corners, instances);
        }
    }
}
