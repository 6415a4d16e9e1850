//! Letters on an image in memory, with the font of the labels.
//!
//! In: text, and a place for one line of it. Out: the image with the line over it. Draws without an adapter.

use super::atlas::{Atlas, Letter};
use castview_images::Image;

/// Stands for the rest of a line that does not fit.
const REST: char = '…';

/// The font, and the letters drawn so far.
pub struct Lettering(Atlas);

impl Default for Lettering {
    fn default() -> Self {
        Self(Atlas::new())
    }
}

impl Lettering {
    /// Writes `text` in a line `size` pixels high, with its left top at `at`, in sRGB bytes of `color`. Letters beyond `width` are left out,
    /// with `…` in their place; pixels beyond the image are not drawn.
    pub fn write(&mut self, image: &mut Image, text: &str, at: [u32; 2], (size, width): (u32, u32), color: [u8; 3]) {
        self.0.make_room();
        let [above, _] = self.0.line(size);
        let rest = self.0.letter(REST, size);
        let mut letters: Vec<Letter> = Vec::new();
        let (mut pen, mut fitting) = (0.0, 0);
        for letter in text.chars() {
            let letter = self.0.letter(letter, size);
            pen += letter.advance;
            letters.push(letter);
            if pen + rest.advance <= width as f32 {
                fitting = letters.len();
            }
            if pen > width as f32 {
                letters.truncate(fitting);
                letters.push(rest);
                break;
            }
        }
        let mut pen = [at[0] as f32, (at[1] as f32 + above).round()];
        for letter in letters {
            self.stamp(image, &letter, pen, color);
            pen[0] += letter.advance;
        }
    }

    fn stamp(&self, image: &mut Image, letter: &Letter, pen: [f32; 2], color: [u8; 3]) {
        let Some([left, top, right, bottom]) = letter.texels else {
            return;
        };
        let [x, y] = [0, 1].map(|axis| (pen[axis] + letter.offset[axis]).round().max(0.0) as u32);
        for row in 0..(bottom - top).min(image.height.saturating_sub(y)) {
            for column in 0..(right - left).min(image.width.saturating_sub(x)) {
                let share = f32::from(self.0.texel(left + column, top + row)) / 255.0;
                let pixel = 4 * ((y + row) as usize * image.width as usize + (x + column) as usize);
                for (channel, wanted) in color.iter().chain(&[255]).enumerate() {
                    let there = f32::from(image.rgba[pixel + channel]);
                    let mixed = there + (f32::from(*wanted) - there) * share;
                    image.rgba[pixel + channel] = mixed.round() as u8;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str, width: u32) -> Image {
        let mut image = Image {
            width: 100,
            height: 20,
            rgba: vec![0; 8000],
        };
        Lettering::default().write(&mut image, text, [2, 2], (14, width), [255, 0, 0]);
        image
    }

    /// The columns in which anything is drawn: first and last.
    fn columns(image: &Image) -> [usize; 2] {
        let pixels = image.rgba.chunks(4).enumerate().filter(|(_, pixel)| pixel[3] > 0);
        let columns = pixels.map(|(at, _)| at % 100);
        columns.fold([usize::MAX, 0], |[first, last], column| {
            [first.min(column), last.max(column)]
        })
    }

    #[test]
    fn a_line_keeps_to_its_width_and_to_the_image() {
        let [first, last] = columns(&written("hip", 90));
        assert!(first >= 2 && (12..30).contains(&last), "{first} {last}");
        let [_, last] = columns(&written(&"w".repeat(50), 60));
        assert!((50..=62).contains(&last), "{last}");
        let cut = written(&"w".repeat(50), 400);
        assert_eq!(columns(&cut)[1], 99);
        assert_eq!(written("", 90).rgba, vec![0; 8000]);
        // Letters that the font lacks, and of no width.
        assert_ne!(written("骨\u{301}", 90).rgba, vec![0; 8000]);
    }
}
