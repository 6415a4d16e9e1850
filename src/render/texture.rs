//! Images on the GPU, with mips made in linear light.
//!
//! In: decoded images, shared by `Arc`. Out: one bind group each (texture and sampler), kept as long as a picture uses the image.

use super::{Context, RenderError, shaders};
use crate::images::Image;
use std::sync::{Arc, Weak};

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;

pub struct Textures {
    pub layout: wgpu::BindGroupLayout,
    sampler: wgpu::Sampler,
    mip: MipPipeline,
    /// One white texel: for materials without a texture.
    pub white: wgpu::BindGroup,
    known: Vec<Known>,
}

struct Known {
    image: Weak<Image>,
    bind_group: Result<wgpu::BindGroup, RenderError>,
    used: bool,
}

struct MipPipeline {
    pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
    sampler: wgpu::Sampler,
}

impl Textures {
    pub fn new(context: &Context) -> Self {
        let device = &context.device;
        let layout = texture_layout(device, "material");
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("material"),
            address_mode_u: wgpu::AddressMode::Repeat,
            address_mode_v: wgpu::AddressMode::Repeat,
            address_mode_w: wgpu::AddressMode::Repeat,
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            anisotropy_clamp: if context.abilities().anisotropy { 8 } else { 1 },
            ..Default::default()
        });
        let mip = MipPipeline::new(device);
        let white = Image {
            width: 1,
            height: 1,
            rgba: vec![255; 4],
        };
        let white = upload(context, &mip, &layout, &sampler, &white);
        Self {
            layout,
            sampler,
            mip,
            white,
            known: Vec::new(),
        }
    }

    /// Uploads the image unless it is known; marks it as used in this picture.
    pub fn prepare(&mut self, context: &Context, image: &Arc<Image>) -> Result<(), RenderError> {
        let same = |known: &&mut Known| std::ptr::eq(known.image.as_ptr(), Arc::as_ptr(image));
        let at = match self.known.iter_mut().find(same) {
            Some(known) => known,
            None => {
                let bind_group = context.catch(|| upload(context, &self.mip, &self.layout, &self.sampler, image));
                self.known.push(Known {
                    image: Arc::downgrade(image),
                    bind_group,
                    used: true,
                });
                self.known.last_mut().expect("just pushed")
            }
        };
        at.used = true;
        at.bind_group.as_ref().map(|_| ()).map_err(Clone::clone)
    }

    /// Marks the image as used, if it is known.
    pub fn keep(&mut self, image: &Arc<Image>) {
        let same = |known: &&mut Known| std::ptr::eq(known.image.as_ptr(), Arc::as_ptr(image));
        if let Some(known) = self.known.iter_mut().find(same) {
            known.used = true;
        }
    }

    /// The bind group of a prepared image; white when it could not be uploaded.
    pub fn get(&self, image: &Arc<Image>) -> &wgpu::BindGroup {
        let same = |known: &&Known| std::ptr::eq(known.image.as_ptr(), Arc::as_ptr(image));
        let known = self.known.iter().find(same);
        known
            .and_then(|known| known.bind_group.as_ref().ok())
            .unwrap_or(&self.white)
    }

    /// Frees what no call to [`Self::prepare`] asked for since the last time.
    pub fn free_unused(&mut self) {
        self.known.retain_mut(|known| std::mem::take(&mut known.used));
    }
}

fn texture_layout(device: &wgpu::Device, label: &str) -> wgpu::BindGroupLayout {
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some(label),
        entries: &[
            wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::FRAGMENT,
                ty: wgpu::BindingType::Texture {
                    sample_type: wgpu::TextureSampleType::Float { filterable: true },
                    view_dimension: wgpu::TextureViewDimension::D2,
                    multisampled: false,
                },
                count: None,
            },
            wgpu::BindGroupLayoutEntry {
                binding: 1,
                visibility: wgpu::ShaderStages::FRAGMENT,
                ty: wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
                count: None,
            },
        ],
    })
}

fn texture_group(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    view: &wgpu::TextureView,
    sampler: &wgpu::Sampler,
) -> wgpu::BindGroup {
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("texture"),
        layout,
        entries: &[
            wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::TextureView(view),
            },
            wgpu::BindGroupEntry {
                binding: 1,
                resource: wgpu::BindingResource::Sampler(sampler),
            },
        ],
    })
}

fn upload(
    context: &Context,
    mip: &MipPipeline,
    layout: &wgpu::BindGroupLayout,
    sampler: &wgpu::Sampler,
    image: &Image,
) -> wgpu::BindGroup {
    let device = &context.device;
    let limit = device.limits().max_texture_dimension_2d;
    let smaller = (image.width > limit || image.height > limit).then(|| shrink(image, limit));
    let image = smaller.as_ref().unwrap_or(image);
    let size = wgpu::Extent3d {
        width: image.width,
        height: image.height,
        depth_or_array_layers: 1,
    };
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("render / texture"),
        size,
        mip_level_count: size.max_mips(wgpu::TextureDimension::D2),
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_DST
            | wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    context.queue.write_texture(
        texture.as_image_copy(),
        &image.rgba,
        wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(image.width * 4),
            rows_per_image: None,
        },
        size,
    );
    mip.fill(context, &texture);
    texture_group(device, layout, &texture.create_view(&Default::default()), sampler)
}

/// Halves the image until neither side exceeds `limit`: each texel is the mean of up to four, in linear light.
fn shrink(image: &Image, limit: u32) -> Image {
    let mut now = image.clone();
    while now.width > limit || now.height > limit {
        let (width, height) = (now.width.div_ceil(2), now.height.div_ceil(2));
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        for y in 0..height {
            for x in 0..width {
                let texel = |dx: u32, dy: u32, channel: usize| {
                    let (x, y) = ((2 * x + dx).min(now.width - 1), (2 * y + dy).min(now.height - 1));
                    let byte = now.rgba[(y as usize * now.width as usize + x as usize) * 4 + channel];
                    let value = f32::from(byte) / 255.0;
                    if channel < 3 {
                        super::readback::decode(value)
                    } else {
                        value
                    }
                };
                for channel in 0..4 {
                    let sum: f32 = [(0, 0), (1, 0), (0, 1), (1, 1)]
                        .iter()
                        .map(|&(dx, dy)| texel(dx, dy, channel))
                        .sum();
                    let mean = sum / 4.0;
                    let value = if channel < 3 {
                        super::readback::encode(mean)
                    } else {
                        mean
                    };
                    rgba.push((value * 255.0).round() as u8);
                }
            }
        }
        now = Image { width, height, rgba };
    }
    now
}

impl MipPipeline {
    fn new(device: &wgpu::Device) -> Self {
        let module = shaders::MIP.module(device);
        let layout = texture_layout(device, "mip");
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("mip"),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("mip"),
            layout: Some(&pipeline_layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("vertex"),
                compilation_options: Default::default(),
                buffers: &[],
            },
            primitive: Default::default(),
            depth_stencil: None,
            multisample: Default::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some("fragment"),
                compilation_options: Default::default(),
                targets: &[Some(FORMAT.into())],
            }),
            multiview_mask: None,
            cache: None,
        });
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("mip"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..Default::default()
        });
        Self {
            pipeline,
            layout,
            sampler,
        }
    }

    /// Fills every level below the first.
    fn fill(&self, context: &Context, texture: &wgpu::Texture) {
        let level = |level| {
            texture.create_view(&wgpu::TextureViewDescriptor {
                label: Some("mip / level"),
                base_mip_level: level,
                mip_level_count: Some(1),
                ..Default::default()
            })
        };
        let mut encoder = context
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("mip") });
        for below in 1..texture.mip_level_count() {
            let bind_group = texture_group(&context.device, &self.layout, &level(below - 1), &self.sampler);
            let view = level(below);
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("mip"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                depth_stencil_attachment: None,
                timestamp_writes: None,
                occlusion_query_set: None,
                multiview_mask: None,
            });
            pass.set_pipeline(&self.pipeline);
            pass.set_bind_group(0, &bind_group, &[]);
            pass.draw(0..3, 0..1);
        }
        context.queue.submit([encoder.finish()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shrinking_keeps_light() {
        // Half black, half white: half the light is 188 in sRGB.
        let image = Image {
            width: 4,
            height: 1,
            rgba: [[0, 0, 0, 255], [255; 4], [0, 0, 0, 255], [255; 4]].concat(),
        };
        let small = shrink(&image, 2);
        assert_eq!((small.width, small.height), (2, 1));
        assert_eq!(small.rgba, [188, 188, 188, 255, 188, 188, 188, 255]);
    }
}
