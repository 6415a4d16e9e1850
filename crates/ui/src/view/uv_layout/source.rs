//! Parts of the UV layout that take a while to make: the order of the triangles, the picture of their edges, the texture below.
//!
//! In: what is wanted now. Out: the last layout from the background. It may be of an earlier question.

use super::lines::Lines;
use crate::kit::fonts::Background;
use castview_base::core::MeshIndex;
use castview_base::scene::{Scene, UvLayout};
use castview_images::Pixels;
use castview_session::Placed;
use egui::mutex::Mutex;
use egui::{Color32, ColorImage, Context, TextureHandle, TextureOptions};
use std::sync::{Arc, Weak};

/// Texels of the texture below.
const MOST_TEXELS: u64 = SIDE as u64 * SIDE as u64;
const SIDE: u32 = 1024;

/// Whose texture coordinates.
#[derive(Clone, Debug)]
pub struct MeshLayer {
    scene: Weak<Scene>,
    model: usize,
    mesh: MeshIndex,
    pub layer: usize,
}

impl MeshLayer {
    pub fn of(placed: &Placed, mesh: MeshIndex, layer: usize) -> Self {
        Self {
            scene: Arc::downgrade(&placed.scene),
            model: placed.model.get(),
            mesh,
            layer,
        }
    }
}

impl PartialEq for MeshLayer {
    fn eq(&self, other: &Self) -> bool {
        let of = |it: &Self| (it.model, it.mesh, it.layer);
        self.scene.ptr_eq(&other.scene) && of(self) == of(other)
    }
}

/// Part that a picture of edges shows: least u, least v, greatest u, greatest v, and its size in pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct UvShown {
    pub of: MeshLayer,
    pub part: [f64; 4],
    pub size: [usize; 2],
}

/// A picture of edges, white with coverage.
pub struct LinePicture {
    image: Arc<ColorImage>,
    pub opacity: f32,
    pub is_cut: bool,
}

#[derive(Default)]
pub struct UvSource {
    layout: Slot<MeshLayer, UvLayout>,
    lines: Slot<UvShown, LinePicture>,
    texture: Slot<Below, ColorImage>,
    sent_lines: Option<(UvShown, TextureHandle)>,
    sent_texture: Option<(Below, TextureHandle)>,
}

/// A texture.
#[derive(Clone, Debug)]
pub struct Below(Weak<Pixels>);

impl PartialEq for Below {
    fn eq(&self, other: &Self) -> bool {
        self.0.ptr_eq(&other.0)
    }
}

impl UvSource {
    /// Where the triangles lie; `None` until that is known.
    pub fn layout(&self, of: &MeshLayer, ctx: &Context, background: &Background) -> Option<Arc<UvLayout>> {
        let scene = of.scene.upgrade()?;
        let (model, mesh, layer) = (of.model, of.mesh, of.layer);
        let make = move || UvLayout::of(&scene.models[model].meshes[mesh.get()], layer);
        let (made_of, layout) = self.layout.get(of, ctx, background, make)?;
        (made_of == *of).then_some(layout)
    }

    /// The last picture of edges of the same layer, and what it shows.
    pub fn lines(
        &mut self,
        wanted: &UvShown,
        layout: &Arc<UvLayout>,
        ctx: &Context,
        background: &Background,
    ) -> Option<(UvShown, TextureHandle, Arc<LinePicture>)> {
        let (scene, layout) = (wanted.of.scene.upgrade()?, layout.clone());
        let UvShown { of, part, size } = wanted.clone();
        let make = move || {
            let mesh = &scene.models[of.model].meshes[of.mesh.get()];
            let lines = Lines::of(mesh, &layout, part, size);
            let white = |coverage: &u8| Color32::from_rgba_premultiplied(*coverage, *coverage, *coverage, *coverage);
            let pixels = lines.coverage.iter().map(white).collect();
            Some(LinePicture {
                image: Arc::new(ColorImage::new(lines.size, pixels)),
                opacity: lines.opacity,
                is_cut: lines.is_cut,
            })
        };
        let (shown, picture) = self.lines.get(wanted, ctx, background, make)?;
        if shown.of != wanted.of {
            return None;
        }
        let texture = match &mut self.sent_lines {
            Some((sent, texture)) => {
                if *sent != shown {
                    texture.set(picture.image.clone(), TextureOptions::LINEAR);
                    *sent = shown.clone();
                }
                texture.clone()
            }
            none => {
                let texture = ctx.load_texture("uv lines", picture.image.clone(), TextureOptions::LINEAR);
                none.insert((shown.clone(), texture)).1.clone()
            }
        };
        Some((shown, texture, picture))
    }

    /// The texture below the edges, made small; `None` until it is there.
    pub fn texture(&mut self, image: &Arc<Pixels>, ctx: &Context, background: &Background) -> Option<TextureHandle> {
        let (wanted, image) = (Below(Arc::downgrade(image)), image.clone());
        let make = move || {
            let small = image.of_side(SIDE)?.within(MOST_TEXELS);
            // The layout is about where texels are, also those that coverage hides.
            let opaque = |texel: &[u8; 4]| Color32::from_rgb(texel[0], texel[1], texel[2]);
            let pixels = small.rgba.as_chunks().0.iter().map(opaque).collect();
            Some(ColorImage::new([small.width as usize, small.height as usize], pixels))
        };
        let (below, picture) = self.texture.get(&wanted, ctx, background, make)?;
        if below != wanted {
            return None;
        }
        if self.sent_texture.as_ref().is_none_or(|(sent, _)| *sent != below) {
            let texture = ctx.load_texture("uv texture", picture.clone(), TextureOptions::LINEAR);
            self.sent_texture = Some((below, texture));
        }
        self.sent_texture.as_ref().map(|(_, texture)| texture.clone())
    }
}

/// Results of the background, made one at a time.
struct Slot<K, V>(Arc<Mutex<Made<K, V>>>);

struct Made<K, V> {
    is_under_way: bool,
    last: Option<(K, Option<Arc<V>>)>,
}

impl<K, V> Default for Slot<K, V> {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Made {
            is_under_way: false,
            last: None,
        })))
    }
}

impl<K: PartialEq + Clone + Send + 'static, V: Send + Sync + 'static> Slot<K, V> {
    /// The last that was made, of whatever. Unless that is `wanted`, and nothing is under way, it is asked for.
    fn get(
        &self,
        wanted: &K,
        ctx: &Context,
        background: &Background,
        make: impl FnOnce() -> Option<V> + Send + 'static,
    ) -> Option<(K, Arc<V>)> {
        let mut made = self.0.lock();
        let is_it = made.last.as_ref().is_some_and(|(of, _)| of == wanted);
        if !is_it && !std::mem::replace(&mut made.is_under_way, true) {
            let (slot, ctx, of) = (self.0.clone(), ctx.clone(), wanted.clone());
            background(Box::new(move || {
                let value = make();
                let mut made = slot.lock();
                made.is_under_way = false;
                made.last = Some((of, value.map(Arc::new)));
                ctx.request_repaint();
            }));
        }
        let (of, value) = made.last.as_ref()?;
        Some((of.clone(), value.clone()?))
    }
}
