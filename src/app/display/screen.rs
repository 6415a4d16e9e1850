//! The window's surface and egui's painter on it.
//!
//! In: egui's tessellated shapes and texture changes. Out: one presented image, or the reason why there is none.
//! Never runs the UI; never draws the 3D view (that arrives as a texture).

use super::egui_textures::EguiTextures;
use super::partly::PaintsPartly;
use crate::render::Context;
use egui::epaint::{ClippedPrimitive, textures::TexturesDelta};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use wgpu::CurrentSurfaceTexture as Current;
use winit::dpi::PhysicalSize;
use winit::window::Window;

pub struct Screen {
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    /// `config` differs from what the surface was last told.
    stale: bool,
    painter: egui_wgpu::Renderer,
    largest_side: u32,
    /// Paints less than all of the window; `None`: all of it is painted.
    partly: Option<Box<dyn PaintsPartly>>,
    /// Pixels painted since the start, but for those of pictures of the 3D view that were not painted by egui.
    pub painted_pixels: u64,
}

/// Outcome of painting an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Painted {
    Shown,
    /// There is nothing to paint on now (minimised, covered, no size).
    Hidden,
    /// Try again soon.
    Later,
    /// The surface is gone: make a new one.
    SurfaceLost,
    /// The device is gone, and the surface with it.
    DeviceLost,
}

#[derive(Debug, thiserror::Error)]
pub enum ScreenError {
    #[error("the graphics adapter cannot show pictures in this window")]
    NotPresentable,
    #[error("the window has no drawing surface: {0}")]
    NoSurface(#[from] wgpu::CreateSurfaceError),
}

/// The GPU objects that a screen is made with and painted by.
#[derive(Clone, Copy)]
pub struct Borrowed<'a> {
    pub adapter: &'a wgpu::Adapter,
    pub context: &'a Context,
    pub device: &'a wgpu::Device,
    pub queue: &'a wgpu::Queue,
}

impl Screen {
    /// `known` is uploaded first: what egui sent to an earlier screen and will not send again.
    pub fn new(
        gpu: Borrowed<'_>,
        surface: wgpu::Surface<'static>,
        size: PhysicalSize<u32>,
        known: &EguiTextures,
    ) -> Result<Self, ScreenError> {
        let mut config = configuration(&surface, gpu, size)?;
        let partly = partly(gpu, config.format).filter(|_| keep_images(&mut config, &surface, gpu.adapter));
        let mut painter = egui_wgpu::Renderer::new(gpu.device, config.format, egui_wgpu::RendererOptions::default());
        for (id, whole) in known.everything() {
            painter.update_texture(gpu.device, gpu.queue, id, whole);
        }
        let mut screen = Self {
            surface,
            config,
            stale: true,
            painter,
            largest_side: gpu.device.limits().max_texture_dimension_2d,
            partly,
            painted_pixels: 0,
        };
        screen.resize(size);
        Ok(screen)
    }

    /// Drops everything but the surface.
    pub fn into_surface(self) -> wgpu::Surface<'static> {
        self.surface
    }

    /// Takes another surface of the same window, keeping what egui has uploaded.
    pub fn replace_surface(&mut self, gpu: Borrowed<'_>, surface: wgpu::Surface<'static>) -> Result<(), ScreenError> {
        let size = PhysicalSize::new(self.config.width, self.config.height);
        let mut config = configuration(&surface, gpu, size)?;
        if config.format != self.config.format {
            return Err(ScreenError::NotPresentable);
        }
        if self.partly.is_some() && !keep_images(&mut config, &surface, gpu.adapter) {
            self.partly = None;
        }
        (self.surface, self.config, self.stale) = (surface, config, true);
        Ok(())
    }

    /// Pixels. The surface follows at the next image.
    pub fn resize(&mut self, size: PhysicalSize<u32>) {
        let fits = |side: u32| side.min(self.largest_side);
        let (width, height) = (fits(size.width), fits(size.height));
        self.stale |= (width, height) != (self.config.width, self.config.height);
        (self.config.width, self.config.height) = (width, height);
    }

    /// A name under which egui can show `view`, which holds sRGB-encoded bytes.
    pub fn register(&mut self, device: &wgpu::Device, view: &wgpu::TextureView) -> egui::TextureId {
        self.painter
            .register_native_texture(device, view, wgpu::FilterMode::Linear)
    }

    /// `id` shows `view`, an opaque picture; `None`: one that is not opaque.
    pub fn set_opaque(&mut self, device: &wgpu::Device, id: egui::TextureId, view: Option<&wgpu::TextureView>) {
        if let Some(partly) = &mut self.partly {
            partly.set_opaque(device, id, view);
        }
    }

    /// A picture was drawn: what the registered textures show may have changed.
    pub fn has_picture(&mut self) {
        if let Some(partly) = &mut self.partly {
            partly.has_picture();
        }
    }

    /// The same name for another view.
    pub fn update(&mut self, device: &wgpu::Device, view: &wgpu::TextureView, id: egui::TextureId) {
        self.painter
            .update_egui_texture_from_wgpu_texture(device, view, wgpu::FilterMode::Linear, id);
        if let Some(partly) = &mut self.partly {
            partly.has_changed(id);
        }
    }

    /// Uploads what changed, and paints if there is something to paint on.
    pub fn paint(
        &mut self,
        gpu: Borrowed<'_>,
        window: &Arc<Window>,
        shapes: Vec<ClippedPrimitive>,
        pixels_per_point: f32,
        textures: &mut TexturesDelta,
    ) -> Painted {
        if gpu.context.lost().is_some() {
            return Painted::DeviceLost;
        }
        for (id, changes) in textures.set.drain() {
            for change in changes {
                // A part that is added to the letters changes none that are there.
                if let (None, Some(partly)) = (change.pos, &mut self.partly) {
                    partly.has_changed(id);
                }
                self.painter.update_texture(gpu.device, gpu.queue, id, &change);
            }
        }
        let painted = self.present(gpu, window, shapes, pixels_per_point);
        if painted != Painted::Shown {
            // Uploads wait in the queue until something is submitted; without this they would pile up.
            gpu.queue.submit([]);
        }
        for id in textures.free.drain() {
            self.painter.free_texture(&id);
        }
        painted
    }

    fn present(
        &mut self,
        gpu: Borrowed<'_>,
        window: &Arc<Window>,
        shapes: Vec<ClippedPrimitive>,
        pixels_per_point: f32,
    ) -> Painted {
        let image = match self.next_image(gpu) {
            Ok(image) => image,
            Err(why) => return why,
        };
        let screen = egui_wgpu::ScreenDescriptor {
            size_in_pixels: [self.config.width, self.config.height],
            pixels_per_point,
        };
        let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor {
            label: Some("app / screen"),
        });
        let partly = self.partly.as_mut();
        let planned = partly.map(|partly| partly.begin(gpu.device, &self.config, &shapes, pixels_per_point));
        let (view, few, pixels) = match planned {
            Some(planned) => (planned.view, planned.few, planned.pixels),
            None => (image.texture.create_view(&Default::default()), None, None),
        };
        let all = || u64::from(self.config.width) * u64::from(self.config.height);
        self.painted_pixels += pixels.unwrap_or_else(all);
        let painted = few.as_deref().unwrap_or(&shapes);
        let mut commands = self
            .painter
            .update_buffers(gpu.device, gpu.queue, &mut encoder, painted, &screen);
        if !painted.is_empty() {
            let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("app / screen / egui"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: match few {
                            Some(_) => wgpu::LoadOp::Load,
                            None => wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                        },
                        store: wgpu::StoreOp::Store,
                    },
                })],
                depth_stencil_attachment: None,
                timestamp_writes: None,
                occlusion_query_set: None,
                multiview_mask: None,
            });
            self.painter.render(&mut pass.forget_lifetime(), painted, &screen);
        }
        if let Some(partly) = &mut self.partly {
            partly.finish(&mut encoder, &image.texture, (shapes, pixels_per_point));
        }
        commands.push(encoder.finish());
        gpu.queue.submit(commands);
        if gpu.context.lost().is_some() {
            drop(view);
            release(image);
            return Painted::DeviceLost;
        }
        window.pre_present_notify();
        gpu.queue.present(image);
        match gpu.context.lost() {
            Some(_) => Painted::DeviceLost,
            None => Painted::Shown,
        }
    }

    /// The texture to paint on. An outdated surface is told its size and asked once more.
    fn next_image(&mut self, gpu: Borrowed<'_>) -> Result<wgpu::SurfaceTexture, Painted> {
        if self.config.width == 0 || self.config.height == 0 {
            return Err(Painted::Hidden);
        }
        for _attempt in 0..2 {
            if self.stale {
                let configured = gpu.context.catch(|| self.surface.configure(gpu.device, &self.config));
                // An image of a surface that was never configured must not be asked for: wgpu panics.
                if gpu.context.lost().is_some() {
                    return Err(Painted::DeviceLost);
                }
                if let Err(error) = configured {
                    log::warn!("the window's drawing surface was refused: {error}");
                    return Err(Painted::SurfaceLost);
                }
                self.stale = false;
            }
            let current = self.surface.get_current_texture();
            if gpu.context.lost().is_some() {
                if let Current::Success(image) | Current::Suboptimal(image) = current {
                    release(image);
                }
                return Err(Painted::DeviceLost);
            }
            match current {
                Current::Success(image) => return Ok(image),
                Current::Suboptimal(image) => {
                    self.stale = true;
                    return Ok(image);
                }
                Current::Outdated => self.stale = true,
                Current::Timeout | Current::Validation => return Err(Painted::Later),
                Current::Occluded => return Err(Painted::Hidden),
                Current::Lost => return Err(Painted::SurfaceLost),
            }
        }
        Err(Painted::Later)
    }
}

/// Returns a painter of changed parts for software adapters; `None` for GPUs, which paint the whole window in less time than a
/// comparison with the last frame takes.
fn partly(gpu: Borrowed<'_>, format: wgpu::TextureFormat) -> Option<Box<dyn PaintsPartly>> {
    #[cfg(feature = "software")]
    if gpu.context.is_software() {
        return Some(Box::new(super::software::Canvas::new(gpu.device, format)));
    }
    let _ = (gpu, format);
    None
}

/// Whether images can be copied to the surface; then `config` asks for that.
fn keep_images(
    config: &mut wgpu::SurfaceConfiguration,
    surface: &wgpu::Surface<'static>,
    adapter: &wgpu::Adapter,
) -> bool {
    let copies = wgpu::TextureUsages::COPY_DST;
    let is_offered = surface.get_capabilities(adapter).usages.contains(copies);
    if is_offered {
        config.usage |= copies;
    }
    is_offered
}

/// Lets go of an image that a lost device can no longer present.
///
/// The destructor of a surface panics in wgpu-hal 30 while an acquired image exists. The destructor of the image asks the device to
/// discard it, and a lost device refuses. While a panic unwinds, the image is released without the device; nothing else in
/// wgpu's interface does that.
fn release(image: wgpu::SurfaceTexture) {
    let unwound = catch_unwind(AssertUnwindSafe(move || {
        let _image = image;
        // Not a panic: neither printed nor reported.
        resume_unwind(Box::new(()));
    }));
    debug_assert!(unwound.is_err());
}

/// Plain (not sRGB) eight-bit colours, which is what egui's painter blends in; paced by vertical sync.
fn configuration(
    surface: &wgpu::Surface<'static>,
    gpu: Borrowed<'_>,
    size: PhysicalSize<u32>,
) -> Result<wgpu::SurfaceConfiguration, ScreenError> {
    let adapter = gpu.adapter;
    let mut config = surface
        .get_default_config(adapter, size.width.max(1), size.height.max(1))
        .ok_or(ScreenError::NotPresentable)?;
    let capabilities = surface.get_capabilities(adapter);
    let offered = capabilities.formats;
    config.format = [wgpu::TextureFormat::Bgra8Unorm, wgpu::TextureFormat::Rgba8Unorm]
        .into_iter()
        .find(|format| offered.contains(format))
        .unwrap_or(config.format);
    config.present_mode = wgpu::PresentMode::AutoVsync;
    config.desired_maximum_frame_latency = 1;
    Ok(config)
}
