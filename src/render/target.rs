//! The textures one picture is drawn into: samples, depth, and the result.
//!
//! Kept from picture to picture; made anew only when the size or the number of samples changes.

use super::{Context, RenderError};

/// The result as others see it (egui, readback): sRGB-encoded bytes, premultiplied alpha.
pub const COLOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// The same bytes as the passes see them: linear light.
const SRGB_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;
pub const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// What a pipeline must know to draw into a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TargetFormat {
    pub samples: u32,
    /// The shaders write linear light and the hardware encodes it; otherwise they encode themselves.
    pub srgb_view: bool,
}

impl TargetFormat {
    pub fn color(self) -> wgpu::TextureFormat {
        if self.srgb_view { SRGB_FORMAT } else { COLOR_FORMAT }
    }
}

pub struct Target {
    pub size: [u32; 2],
    pub format: TargetFormat,
    pub color: wgpu::Texture,
    /// Plain bytes, to be sampled.
    pub plain_view: wgpu::TextureView,
    /// Where the passes draw (or resolve to).
    pub draw_view: wgpu::TextureView,
    /// With more than one sample: where the passes draw instead.
    pub samples_view: Option<wgpu::TextureView>,
    pub depth_view: wgpu::TextureView,
}

impl Target {
    pub fn new(context: &Context, size: [u32; 2], format: TargetFormat) -> Result<Self, RenderError> {
        let limit = context.device.limits().max_texture_dimension_2d;
        if size[0] > limit || size[1] > limit {
            return Err(RenderError::PictureTooLarge {
                width: size[0],
                height: size[1],
                limit,
            });
        }
        context.catch(|| Self::make(context, size, format))
    }

    fn make(context: &Context, size: [u32; 2], format: TargetFormat) -> Self {
        let device = &context.device;
        let make = |label, samples, texture_format, usage, view_formats: &[wgpu::TextureFormat]| {
            device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d {
                    width: size[0],
                    height: size[1],
                    depth_or_array_layers: 1,
                },
                mip_level_count: 1,
                sample_count: samples,
                dimension: wgpu::TextureDimension::D2,
                format: texture_format,
                usage,
                view_formats,
            })
        };
        let attachment = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let shared = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_SRC;
        let view_formats: &[_] = if format.srgb_view { &[SRGB_FORMAT] } else { &[] };
        let color = make(
            "render / target / color",
            1,
            COLOR_FORMAT,
            attachment | shared,
            view_formats,
        );
        let depth = make("render / target / depth", format.samples, DEPTH_FORMAT, attachment, &[]);
        let samples = (format.samples > 1).then(|| {
            make(
                "render / target / samples",
                format.samples,
                format.color(),
                attachment,
                &[],
            )
        });
        Self {
            size,
            format,
            plain_view: color.create_view(&wgpu::TextureViewDescriptor {
                label: Some("render / target / plain"),
                usage: Some(wgpu::TextureUsages::TEXTURE_BINDING),
                ..Default::default()
            }),
            draw_view: color.create_view(&wgpu::TextureViewDescriptor {
                label: Some("render / target / draw"),
                format: Some(format.color()),
                usage: Some(attachment),
                ..Default::default()
            }),
            samples_view: samples.map(|texture| texture.create_view(&Default::default())),
            depth_view: depth.create_view(&Default::default()),
            color,
        }
    }

    /// The colour attachment of a pass that is not the last one: samples are kept.
    pub fn color_attachment(
        &self,
        load: wgpu::LoadOp<wgpu::Color>,
        resolve: bool,
    ) -> wgpu::RenderPassColorAttachment<'_> {
        let (view, resolve_target) = match &self.samples_view {
            Some(samples) => (samples, resolve.then_some(&self.draw_view)),
            None => (&self.draw_view, None),
        };
        wgpu::RenderPassColorAttachment {
            view,
            depth_slice: None,
            resolve_target,
            ops: wgpu::Operations {
                load,
                store: wgpu::StoreOp::Store,
            },
        }
    }
}
