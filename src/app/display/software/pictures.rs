//! Opaque pictures among egui's shapes, painted by a shader of their own. For software adapters.
//!
//! egui's shader can also filter by hand and dither, as a uniform says. A software adapter runs both sides of every branch, so it takes
//! longer to show a picture by that shader than to draw one.

use crate::render::shaders;
use crate::render::{FullScreenPass, TextureSource};
use egui::epaint::{ClippedPrimitive, Primitive};
use egui::{Color32, Rect, TextureId, pos2};
use std::collections::BTreeMap;
use std::sync::Arc;

pub struct Pictures {
    /// For pictures that have the size at which they are shown, and for others.
    passes: [Arc<FullScreenPass>; 2],
    shown: BTreeMap<TextureId, Shown>,
}

struct Shown {
    view: wgpu::TextureView,
    /// One for each of the passes.
    groups: [wgpu::BindGroup; 2],
}

/// One picture at one place.
struct Painter {
    pass: Arc<FullScreenPass>,
    group: wgpu::BindGroup,
}

impl egui_wgpu::CallbackTrait for Painter {
    fn paint(
        &self,
        _info: egui::PaintCallbackInfo,
        pass: &mut wgpu::RenderPass<'static>,
        _resources: &egui_wgpu::CallbackResources,
    ) {
        self.pass.draw(pass, &self.group);
    }
}

impl Pictures {
    /// For targets of that format.
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Self {
        let pass = |filter| FullScreenPass::new(device, &shaders::SHOW, format, TextureSource::Filtered(filter));
        Self {
            passes: [wgpu::FilterMode::Nearest, wgpu::FilterMode::Linear].map(|filter| Arc::new(pass(filter))),
            shown: BTreeMap::new(),
        }
    }

    /// egui knows this view as `id`, and all of its texels are opaque; `None`: not all are.
    pub fn set(&mut self, device: &wgpu::Device, id: TextureId, view: Option<&wgpu::TextureView>) {
        let Some(view) = view else {
            self.shown.remove(&id);
            return;
        };
        if self.shown.get(&id).is_some_and(|shown| shown.view == *view) {
            return;
        }
        let groups = self.passes.each_ref().map(|pass| pass.bind(device, view));
        let view = view.clone();
        self.shown.insert(id, Shown { view, groups });
    }

    /// Where `one` is nothing but such a picture: the whole pixels that it covers, in points.
    pub fn place_of(&self, one: &ClippedPrimitive, pixels_per_point: f32) -> Option<Rect> {
        let (_, rect) = self.quad(one)?;
        let whole = |at: egui::Pos2| (at.to_vec2() * pixels_per_point).round() / pixels_per_point;
        Some(Rect::from_min_max(whole(rect.min).to_pos2(), whole(rect.max).to_pos2()).intersect(one.clip_rect))
    }

    /// Paints such pictures among `shapes` by the shader for them.
    pub fn take_over(&self, shapes: &mut [ClippedPrimitive], pixels_per_point: f32) {
        for one in shapes {
            let Some((shown, rect)) = self.quad(one) else { continue };
            let texture = shown.view.texture();
            let size = (rect.size() * pixels_per_point).round();
            let is_whole = size == egui::vec2(texture.width() as f32, texture.height() as f32);
            let which = usize::from(!is_whole);
            let painter = Painter {
                pass: self.passes[which].clone(),
                group: shown.groups[which].clone(),
            };
            let callback = egui_wgpu::Callback::new_paint_callback(rect, painter);
            one.primitive = Primitive::Callback(callback);
        }
    }

    /// The picture that `one` shows, whole and untinted, and where.
    fn quad(&self, one: &ClippedPrimitive) -> Option<(&Shown, Rect)> {
        let Primitive::Mesh(mesh) = &one.primitive else {
            return None;
        };
        let shown = self.shown.get(&mesh.texture_id)?;
        let corners: &[_; 4] = mesh.vertices.as_slice().try_into().ok()?;
        let rect = Rect::from_points(&corners.map(|corner| corner.pos));
        // Each corner of the picture at the corner of the same name.
        let fits = |corner: &egui::epaint::Vertex| {
            let [x, y] = [corner.uv.x, corner.uv.y];
            let on =
                |share: f32, ends: [f32; 2]| (share == 0.0 || share == 1.0).then(|| ends[usize::from(share == 1.0)]);
            let place = on(x, [rect.left(), rect.right()]).zip(on(y, [rect.top(), rect.bottom()]));
            corner.color == Color32::WHITE && place.is_some_and(|(x, y)| pos2(x, y) == corner.pos)
        };
        (mesh.indices.len() == 6 && rect.is_positive() && corners.iter().all(fits)).then_some((shown, rect))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Context;
    use crate::render::readback::read_texture;
    use egui::epaint::Mesh;
    use egui::vec2;

    const SIZE: [u32; 2] = [64, 48];
    const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
    const PICTURE: Rect = Rect {
        min: pos2(8.0, 4.0),
        max: pos2(48.0, 36.0),
    };

    fn shape(mesh: Mesh) -> ClippedPrimitive {
        ClippedPrimitive {
            clip_rect: Rect::from_min_size(pos2(0.0, 0.0), vec2(SIZE[0] as f32, SIZE[1] as f32)),
            primitive: Primitive::Mesh(mesh),
        }
    }

    fn of_one_color(rect: Rect, color: Color32) -> ClippedPrimitive {
        let mut mesh = Mesh::default();
        mesh.add_colored_rect(rect, color);
        shape(mesh)
    }

    fn of_picture(id: TextureId, uv: Rect, tint: Color32) -> ClippedPrimitive {
        let mut mesh = Mesh::with_texture(id);
        mesh.add_rect_with_uv(PICTURE, uv, tint);
        shape(mesh)
    }

    fn target(context: &Context, size: [u32; 2], texels: Option<&[u8]>) -> wgpu::Texture {
        let texture = context.device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d {
                width: size[0],
                height: size[1],
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: FORMAT,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT
                | wgpu::TextureUsages::TEXTURE_BINDING
                | wgpu::TextureUsages::COPY_SRC
                | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        if let Some(texels) = texels {
            let layout = wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(4 * size[0]),
                rows_per_image: None,
            };
            context
                .queue
                .write_texture(texture.as_image_copy(), texels, layout, texture.size());
        }
        texture
    }

    /// The bytes of the target after egui's painter has painted `shapes`.
    fn painted(context: &Context, painter: &mut egui_wgpu::Renderer, shapes: &[ClippedPrimitive]) -> Vec<u8> {
        let target = target(context, SIZE, None);
        let screen = egui_wgpu::ScreenDescriptor {
            size_in_pixels: SIZE,
            pixels_per_point: 1.0,
        };
        let mut encoder = context.device.create_command_encoder(&Default::default());
        let mut commands = painter.update_buffers(&context.device, &context.queue, &mut encoder, shapes, &screen);
        let view = target.create_view(&Default::default());
        let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: Default::default(),
            })],
            ..Default::default()
        });
        painter.render(&mut pass.forget_lifetime(), shapes, &screen);
        commands.push(encoder.finish());
        context.queue.submit(commands);
        read_texture(context, &target, SIZE, 4).expect("read")
    }

    /// Whole and reduced pictures, below and above other shapes: as egui paints them, but for the noise by which it hides steps of colour.
    #[test]
    fn a_picture_looks_as_egui_paints_it() {
        let context = match Context::headless() {
            Ok(context) => context,
            Err(error) => {
                assert!(std::env::var_os("REQUIRE_GPU").is_none(), "{error}");
                return eprintln!("skipped: {error}");
            }
        };
        let device = &context.device;
        let mut painter = egui_wgpu::Renderer::new(device, FORMAT, egui_wgpu::RendererOptions::default());
        let mut white = egui::TextureOptions::NEAREST;
        white.mipmap_mode = None;
        let white = egui::epaint::ImageDelta::full(egui::ColorImage::filled([1, 1], Color32::WHITE), white);
        painter.update_texture(device, &context.queue, TextureId::default(), &white);
        let mut pictures = Pictures::new(device, FORMAT);
        for scale in [1, 2] {
            let size = [PICTURE.width() as u32 / scale, PICTURE.height() as u32 / scale];
            let texels: Vec<u8> = (0..size[0] * size[1])
                .flat_map(|at| [(at % size[0] * 5) as u8, (at / size[0] * 7) as u8, 90, 255])
                .collect();
            let view = target(&context, size, Some(&texels)).create_view(&Default::default());
            let id = painter.register_native_texture(device, &view, wgpu::FilterMode::Linear);
            pictures.set(device, id, Some(&view));
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            let shapes = [
                of_one_color(
                    Rect::from_min_size(pos2(0.0, 0.0), vec2(40.0, 40.0)),
                    Color32::from_rgb(200, 30, 30),
                ),
                of_picture(id, whole, Color32::WHITE),
                of_one_color(
                    Rect::from_min_size(pos2(30.0, 20.0), vec2(30.0, 9.0)),
                    Color32::from_rgb(30, 200, 30),
                ),
            ];
            assert_eq!(pictures.place_of(&shapes[1], 1.0), Some(PICTURE));
            let mut taken = shapes.clone();
            pictures.take_over(&mut taken, 1.0);
            assert!(matches!(taken[1].primitive, Primitive::Callback(_)));
            let [plain, own] = [&shapes, &taken].map(|shapes| painted(&context, &mut painter, shapes));
            let farthest = plain.iter().zip(&own).map(|(a, b)| a.abs_diff(*b)).max();
            assert!(farthest <= Some(1), "{farthest:?}");
            assert!(own.iter().any(|byte| *byte != own[0]));

            // A part of it, a tinted one, and one that lets something through.
            for other in [
                of_picture(id, whole.with_max_x(0.5), Color32::WHITE),
                of_picture(id, whole, Color32::GRAY),
            ] {
                assert_eq!(pictures.place_of(&other, 1.0), None);
            }
            pictures.set(device, id, None);
            assert_eq!(pictures.place_of(&shapes[1], 1.0), None);
        }
    }
}
