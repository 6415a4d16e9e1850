//! The window's icon: the demo creature, compiled in.

use crate::images::{self, Image};

/// Pixels of the icon that go into one of the window's, per axis: desktops show it small, and X servers take only so much.
const STEP: u32 = 4;

/// `None` only if the system refuses its size.
pub fn window_icon() -> Option<winit::window::Icon> {
    let png = include_bytes!("../../../assets/icon.png");
    let image = images::decode(png, "icon.png").expect("our own icon is a PNG");
    let small = smaller(&image);
    winit::window::Icon::from_rgba(small.rgba, small.width, small.height).ok()
}

/// Every [`STEP`] × [`STEP`] pixels as one, weighted by what they cover. Blending the sRGB bytes is good enough for an icon.
fn smaller(image: &Image) -> Image {
    let (width, height) = (image.width / STEP, image.height / STEP);
    let mut rgba = Vec::with_capacity((width * height * 4) as usize);
    for y in 0..height {
        for x in 0..width {
            let mut sum = [0u32; 4];
            for (dx, dy) in (0..STEP).flat_map(|dy| (0..STEP).map(move |dx| (dx, dy))) {
                let at = ((y * STEP + dy) * image.width + x * STEP + dx) as usize * 4;
                let [r, g, b, a] = [0, 1, 2, 3].map(|channel| u32::from(image.rgba[at + channel]));
                for (sum, value) in sum.iter_mut().zip([r * a, g * a, b * a, a]) {
                    *sum += value;
                }
            }
            let [r, g, b, a] = sum;
            rgba.extend([r, g, b].map(|color| (color / a.max(1)) as u8));
            rgba.push((a / (STEP * STEP)) as u8);
        }
    }
    Image { width, height, rgba }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_there() {
        assert!(window_icon().is_some());
    }

    #[test]
    fn shrinking_weighs_colours_by_what_they_cover() {
        // One opaque red pixel of sixteen; the rest is clear and green.
        let mut rgba = [0, 255, 0, 0].repeat(16);
        rgba[..4].copy_from_slice(&[255, 0, 0, 255]);
        let small = smaller(&Image {
            width: STEP,
            height: STEP,
            rgba,
        });
        assert_eq!((small.width, small.height), (1, 1));
        assert_eq!(small.rgba, [255, 0, 0, 15]);
    }
}
