//! Small pictures of textures, made where a list shows them.
//!
//! In: decoded images. Out: textures of a few texels. They are kept as long as their image, and so are not many.

use super::theme::{self, size};
use castview_images::{Image, Pixels};
use castview_picture::Channel;
use egui::{Color32, ColorImage, Context, Image as Shown, Rect, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui};
use std::collections::HashMap;
use std::sync::{Arc, Weak};

/// Texels of a small picture, along its longer side.
pub const SIDE: u32 = 64;
/// More are not kept.
const MOST_KEPT: usize = 256;

#[derive(Default)]
pub struct SmallImages {
    /// An image's address stays its own while the reference is there.
    made: HashMap<(*const Pixels, Channel), (Weak<Pixels>, TextureHandle)>,
}

impl SmallImages {
    pub fn of(&mut self, ctx: &Context, image: &Arc<Pixels>, channel: Channel) -> TextureHandle {
        let key = (Arc::as_ptr(image), channel);
        if self.made.len() >= MOST_KEPT && !self.made.contains_key(&key) {
            self.made.clear();
        }
        let (_, texture) = self.made.entry(key).or_insert_with(|| {
            let small = match image.of_side(SIDE) {
                Some(image) => thumbnail(&image, channel),
                None => ColorImage::filled([1, 1], Color32::BLACK),
            };
            let texture = ctx.load_texture("thumbnail", small, TextureOptions::LINEAR);
            (Arc::downgrade(image), texture)
        });
        texture.clone()
    }
}

/// Paints a small picture into the square `rect`, or an empty place while there is none. The frame lies over the picture: one that is as light as
/// what it stands on has edges, too.
pub fn paint_framed(ui: &Ui, rect: Rect, small: Option<&TextureHandle>) {
    let theme = theme::of(ui);
    ui.painter().rect_filled(rect, 2, theme.raised);
    if let Some(small) = small {
        let scale = rect.width() / small.size_vec2().max_elem().max(1.0);
        let fitted = Rect::from_center_size(rect.center(), small.size_vec2() * scale);
        Shown::new((small.id(), fitted.size())).paint_at(ui, fitted);
    }
    let line = Stroke::new(size::LINE, theme.handle);
    ui.painter().rect_stroke(rect, 2, line, StrokeKind::Inside);
}

/// Few texels of the image, however large it is: the mean of four in each cell.
fn thumbnail(image: &Image, channel: Channel) -> ColorImage {
    let longer = image.width.max(image.height).max(1);
    let side = |side: u32| (u64::from(side) * u64::from(SIDE.min(longer)) / u64::from(longer)).max(1) as u32;
    let [width, height] = [image.width, image.height].map(side);
    let part = |at: u32, of: u32, all: u32, quarter: u64| {
        let (at, of, all) = (u64::from(at), u64::from(of), u64::from(all));
        ((at * 4 + quarter) * all / (of * 4)).min(all.saturating_sub(1)) as usize
    };
    let cell = |x: u32, y: u32| {
        let mut sums = [0u32; 4];
        for (right, down) in [(1, 1), (3, 1), (1, 3), (3, 3)] {
            let column = part(x, width, image.width, right);
            let row = part(y, height, image.height, down);
            let at = (row * image.width as usize + column) * 4;
            let texel = image.rgba.get(at..at + 4).unwrap_or(&[0; 4]);
            sums.iter_mut()
                .zip(texel)
                .for_each(|(sum, byte)| *sum += u32::from(*byte));
        }
        let [r, g, b, a] = sums.map(|sum| (sum / 4) as u8);
        match channel {
            // Colours that coverage hides are shown: they may be of use.
            Channel::All => Color32::from_rgb(r, g, b),
            Channel::Red => Color32::from_gray(r),
            Channel::Green => Color32::from_gray(g),
            Channel::Blue => Color32::from_gray(b),
            Channel::Alpha => Color32::from_gray(a),
        }
    };
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    ColorImage::new(
        [width as usize, height as usize],
        pixels.map(|(x, y)| cell(x, y)).collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{RawInput, Shape, pos2, vec2};

    /// A white picture in the light theme would be a hole in the panel.
    #[test]
    fn the_frame_lies_over_the_picture() {
        let ctx = Context::default();
        let rect = Rect::from_min_size(pos2(4.0, 4.0), vec2(36.0, 36.0));
        let output = ctx.run_ui(RawInput::default(), |ui| {
            let white = ColorImage::filled([8, 8], Color32::WHITE);
            let small = ui.ctx().load_texture("white", white, TextureOptions::LINEAR);
            paint_framed(ui, rect, Some(&small));
        });
        let is_line = |shape: &Shape| matches!(shape, Shape::Rect(rect) if rect.stroke.width > 0.0);
        let of_picture = |shape: &Shape| match shape {
            Shape::Rect(shape) => shape.fill_texture_id() != egui::TextureId::default(),
            Shape::Mesh(mesh) => mesh.texture_id != egui::TextureId::default(),
            _ => false,
        };
        let shapes: Vec<&Shape> = output.shapes.iter().map(|clipped| &clipped.shape).collect();
        let line = shapes.iter().rposition(|shape| is_line(shape)).expect("a frame");
        let picture = shapes.iter().rposition(|shape| of_picture(shape)).expect("a picture");
        assert!(line > picture, "{line} {picture}");
        output.drop_without_applying_deltas();
    }

    #[test]
    fn a_thumbnail_is_small_and_keeps_what_is_where() {
        let (width, height) = (640u32, 320u32);
        let texel = |at: u32| match (at % width < width / 2, at / width < height / 2) {
            (true, true) => [200, 0, 0, 10],
            _ => [0, 0, 100, 255],
        };
        let image = Image {
            width,
            height,
            rgba: (0..width * height).flat_map(texel).collect(),
        };
        let all = thumbnail(&image, Channel::All);
        assert_eq!(all.size, [64, 32]);
        assert_eq!(all.pixels[0], Color32::from_rgb(200, 0, 0));
        assert_eq!(all.pixels[63], Color32::from_rgb(0, 0, 100));
        let alpha = thumbnail(&image, Channel::Alpha);
        assert_eq!(
            (alpha.pixels[0], alpha.pixels[63]),
            (Color32::from_gray(10), Color32::from_gray(255))
        );
        let dot = Image {
            width: 1,
            height: 1,
            rgba: vec![1, 2, 3, 4],
        };
        assert_eq!(thumbnail(&dot, Channel::Green).pixels, [Color32::from_gray(2)]);
    }
}
