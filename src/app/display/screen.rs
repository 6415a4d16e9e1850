//! The window's surface and egui's painter on it.
//!
//! In: egui's tessellated shapes and texture changes. Out: one presented image, or the reason why there is none.
//! Never runs the UI; never draws the 3D view (that arrives as a texture).

use super::egui_textures::EguiTextures;
use super::pictures::Pictures;
use super::repaint::{changed, cut, on_pixels, parted};
use crate::render::Context;
use egui::epaint::{ClippedPrimitive, textures::TexturesDelta};
use std::collections::BTreeSet;
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
    /// On software adapters.
    canvas: Option<Canvas>,
    /// The same.
    opaque: Option<Pictures>,
    /// Textures that show something else than when they were painted last; `pictures`: so do all that are drawn here.
    fresh: BTreeSet<egui::TextureId>,
    pictures: bool,
    /// Pixels painted since the start, but for those of pictures of the 3D view that were not painted by egui.
    pub painted_pixels: u64,
}

/// The window as it was painted last, of which only what has changed is painted anew.
struct Canvas {
    texture: wgpu::Texture,
    view: wgpu::TextureView,
    /// Painted shapes and their scale; `None`: nothing yet.
    shapes: Option<(Vec<ClippedPrimitive>, f32)>,
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
        let config = configuration(&surface, gpu, size)?;
        let mut painter = egui_wgpu::Renderer::new(gpu.device, config.format, egui_wgpu::RendererOptions::default());
        for (id, whole) in known.everything() {
            painter.update_texture(gpu.device, gpu.queue, id, whole);
        }
        let software = gpu.context.is_software();
        let mut screen = Self {
            opaque: software.then(|| Pictures::new(gpu.device, config.format)),
            surface,
            config,
            stale: true,
            painter,
            largest_side: gpu.device.limits().max_texture_dimension_2d,
            canvas: None,
            fresh: BTreeSet::new(),
            pictures: false,
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
        let config = configuration(&surface, gpu, size)?;
        if config.format != self.config.format {
            return Err(ScreenError::NotPresentable);
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
        if let Some(opaque) = &mut self.opaque {
            opaque.set(device, id, view);
        }
    }

    /// A picture was drawn: what the registered textures show may have changed.
    pub fn has_picture(&mut self) {
        self.pictures = true;
    }

    /// The same name for another view.
    pub fn update(&mut self, device: &wgpu::Device, view: &wgpu::TextureView, id: egui::TextureId) {
        self.painter
            .update_egui_texture_from_wgpu_texture(device, view, wgpu::FilterMode::Linear, id);
        self.fresh.insert(id);
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
                if change.pos.is_none() {
                    self.fresh.insert(id);
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
        // Where the image cannot be copied to, it is painted as a whole.
        let keeps = self.config.usage.contains(wgpu::TextureUsages::COPY_DST);
        let parts = keeps.then(|| self.parts(gpu, &shapes, pixels_per_point)).flatten();
        let place_of = |one: &ClippedPrimitive| self.opaque.as_ref()?.place_of(one, pixels_per_point);
        let places: Vec<egui::Rect> = shapes.iter().filter_map(place_of).collect();
        let parts = parts.map(|parts| parted(&parts, &places));
        let mut few = parts.as_ref().map(|parts| cut(&shapes, parts, place_of));
        if let (Some(few), Some(opaque)) = (&mut few, &self.opaque) {
            opaque.take_over(few, pixels_per_point);
        }
        let area = |part: &egui::Rect| (part.area() * pixels_per_point * pixels_per_point).round() as u64;
        let is_panel = |part: &&egui::Rect| !places.iter().any(|place| place.contains_rect(**part));
        self.painted_pixels += match &parts {
            Some(parts) => parts.iter().filter(is_panel).map(area).sum(),
            None => u64::from(self.config.width) * u64::from(self.config.height),
        };
        let painted = few.as_deref().unwrap_or(&shapes);
        let mut commands = self
            .painter
            .update_buffers(gpu.device, gpu.queue, &mut encoder, painted, &screen);
        let view = match self.canvas.as_ref().filter(|_| keeps) {
            Some(canvas) => canvas.view.clone(),
            None => image.texture.create_view(&wgpu::TextureViewDescriptor::default()),
        };
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
        if let Some(canvas) = self.canvas.as_mut().filter(|_| keeps) {
            let size = canvas.texture.size();
            encoder.copy_texture_to_texture(canvas.texture.as_image_copy(), image.texture.as_image_copy(), size);
            canvas.shapes = Some((shapes, pixels_per_point));
        }
        self.fresh.clear();
        self.pictures = false;
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

    /// Parts of the window that are to be painted; `None`: all of it.
    fn parts(&mut self, gpu: Borrowed<'_>, shapes: &[ClippedPrimitive], scale: f32) -> Option<Vec<egui::Rect>> {
        let size = [self.config.width, self.config.height];
        let fits = |canvas: &Canvas| [canvas.texture.width(), canvas.texture.height()] == size;
        if !self.canvas.as_ref().is_some_and(fits) {
            self.canvas = Some(Canvas::new(gpu.device, size, self.config.format));
        }
        let (before, scale_before) = self.canvas.as_ref()?.shapes.as_ref()?;
        if *scale_before != scale {
            return None;
        }
        let is_fresh =
            |id: egui::TextureId| self.fresh.contains(&id) || self.pictures && matches!(id, egui::TextureId::User(_));
        Some(on_pixels(&changed(before, shapes, is_fresh), size, scale))
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

impl Canvas {
    fn new(device: &wgpu::Device, [width, height]: [u32; 2], format: wgpu::TextureFormat) -> Self {
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("app / screen / canvas"),
            size: wgpu::Extent3d {
                width,
                height,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        Self {
            view: texture.create_view(&wgpu::TextureViewDescriptor::default()),
            texture,
            shapes: None,
        }
    }
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
    // Others paint the window faster than they would compare it with what was painted last.
    if gpu.context.is_software() && capabilities.usages.contains(wgpu::TextureUsages::COPY_DST) {
        config.usage |= wgpu::TextureUsages::COPY_DST;
    }
    config.format = [wgpu::TextureFormat::Bgra8Unorm, wgpu::TextureFormat::Rgba8Unorm]
        .into_iter()
        .find(|format| offered.contains(format))
        .unwrap_or(config.format);
    config.present_mode = wgpu::PresentMode::AutoVsync;
    config.desired_maximum_frame_latency = 1;
    Ok(config)
}
