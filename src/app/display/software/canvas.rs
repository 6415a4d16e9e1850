//! The window as it was painted last, of which only what has changed is painted anew.

use super::pictures::Pictures;
use super::repaint::{changed, cut, on_pixels, parted};
use crate::app::display::partly::{PaintPlan, PaintsPartly};
use egui::TextureId;
use egui::epaint::ClippedPrimitive;
use std::collections::BTreeSet;

pub struct Canvas {
    opaque: Pictures,
    kept: Option<Kept>,
    /// Textures that show something else than when they were painted last; `pictures`: so do all that are drawn here.
    fresh: BTreeSet<TextureId>,
    pictures: bool,
}

/// The last image.
struct Kept {
    texture: wgpu::Texture,
    view: wgpu::TextureView,
    /// Painted shapes and their scale; `None`: nothing yet.
    shapes: Option<(Vec<ClippedPrimitive>, f32)>,
}

impl Canvas {
    /// For surfaces of that format.
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Self {
        Self {
            opaque: Pictures::new(device, format),
            kept: None,
            fresh: BTreeSet::new(),
            pictures: false,
        }
    }

    /// Parts of the window that are to be painted; `None`: all of it.
    fn parts(&self, kept: &Kept, shapes: &[ClippedPrimitive], scale: f32) -> Option<Vec<egui::Rect>> {
        let (before, scale_before) = kept.shapes.as_ref()?;
        if *scale_before != scale {
            return None;
        }
        let is_fresh = |id: TextureId| self.fresh.contains(&id) || self.pictures && matches!(id, TextureId::User(_));
        let size = [kept.texture.width(), kept.texture.height()];
        Some(on_pixels(&changed(before, shapes, is_fresh), size, scale))
    }
}

impl PaintsPartly for Canvas {
    fn set_opaque(&mut self, device: &wgpu::Device, id: TextureId, view: Option<&wgpu::TextureView>) {
        self.opaque.set(device, id, view);
    }

    fn has_changed(&mut self, id: TextureId) {
        self.fresh.insert(id);
    }

    fn has_picture(&mut self) {
        self.pictures = true;
    }

    fn begin(
        &mut self,
        device: &wgpu::Device,
        config: &wgpu::SurfaceConfiguration,
        shapes: &[ClippedPrimitive],
        pixels_per_point: f32,
    ) -> PaintPlan {
        let size = [config.width, config.height];
        let fits = |kept: &Kept| [kept.texture.width(), kept.texture.height()] == size;
        let kept = self.kept.take().filter(fits);
        let kept = kept.unwrap_or_else(|| Kept::new(device, size, config.format));
        let place_of = |one: &ClippedPrimitive| self.opaque.place_of(one, pixels_per_point);
        let places: Vec<egui::Rect> = shapes.iter().filter_map(place_of).collect();
        let parts = self.parts(&kept, shapes, pixels_per_point);
        let parts = parts.map(|parts| parted(&parts, &places));
        let mut few = parts.as_ref().map(|parts| cut(shapes, parts, place_of));
        if let Some(few) = &mut few {
            self.opaque.take_over(few, pixels_per_point);
        }
        let area = |part: &egui::Rect| (part.area() * pixels_per_point * pixels_per_point).round() as u64;
        let is_panel = |part: &&egui::Rect| !places.iter().any(|place| place.contains_rect(**part));
        let view = kept.view.clone();
        self.kept = Some(kept);
        PaintPlan {
            view,
            few,
            pixels: parts.map(|parts| parts.iter().filter(is_panel).map(area).sum()),
        }
    }

    fn finish(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        image: &wgpu::Texture,
        shapes: (Vec<ClippedPrimitive>, f32),
    ) {
        if let Some(kept) = &mut self.kept {
            let size = kept.texture.size();
            encoder.copy_texture_to_texture(kept.texture.as_image_copy(), image.as_image_copy(), size);
            kept.shapes = Some(shapes);
        }
        self.fresh.clear();
        self.pictures = false;
    }
}

impl Kept {
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
