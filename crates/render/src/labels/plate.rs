//! Words and the plates they stand on, as rectangles of the atlas.

use super::atlas::{Atlas, Letter, PLATE, SIDE, Texels};
use crate::gpu::gpu_types::LabelInstance;
use crate::gpu::srgb::linear;
use castview_picture::Colors;
use glam::{Vec2, vec2};

/// Height of letters in pixels where lines are as thin as they get.
const LINE: f32 = 15.0;
/// Between letters and the edge of their plate, in pixels there.
pub const MARGIN: Vec2 = Vec2::new(4.0, 1.0);
/// Opacity of plates: words can be read on them whatever they cover, and there still is something behind them.
const OPACITY: f32 = 0.94;

/// A rectangle in pixels from the left top.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub min: Vec2,
    pub max: Vec2,
}

impl Area {
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmplt(other.max).all() && other.min.cmplt(self.max).all()
    }

    /// Returns the plate that words stand on.
    pub fn plate(&self, colors: &Colors) -> LabelInstance {
        let [r, g, b, _] = linear(colors.bone_edge);
        rectangle(*self, PLATE, [r, g, b, OPACITY])
    }

    /// Filled with one colour, sRGB bytes.
    pub fn filled(&self, color: [u8; 3]) -> LabelInstance {
        rectangle(*self, PLATE, linear(color))
    }
}

/// Letters of the size that a picture has.
pub struct Type<'a> {
    atlas: &'a mut Atlas,
    /// Times the least size.
    pub scale: f32,
    size: u32,
    /// From the base line up and down.
    above: f32,
    below: f32,
}

impl<'a> Type<'a> {
    pub fn new(atlas: &'a mut Atlas, scale: f32) -> Self {
        let size = (LINE * scale).round() as u32;
        let [above, below] = atlas.line(size);
        Self {
            atlas,
            scale,
            size,
            above,
            below,
        }
    }

    pub fn height(&self) -> f32 {
        self.above + self.below
    }

    pub fn has(&self, letter: char) -> bool {
        self.atlas.has(letter)
    }

    pub fn set(&mut self, text: impl IntoIterator<Item = char>) -> Words {
        let of = |letter| self.atlas.letter(letter, self.size);
        let letters: Vec<Letter> = text.into_iter().map(of).collect();
        let width: f32 = letters.iter().map(|letter| letter.advance).sum();
        Words {
            extent: vec2(width, self.height()),
            above: self.above,
            letters,
        }
    }
}

/// One line of letters.
pub struct Words {
    /// Pixels.
    pub extent: Vec2,
    above: f32,
    letters: Vec<Letter>,
}

impl Words {
    /// `at`: the left top, in pixels. `color`: sRGB bytes.
    pub fn write(&self, at: Vec2, color: [u8; 3], out: &mut Vec<LabelInstance>) {
        let color = linear(color);
        let mut pen = (at + vec2(0.0, self.above)).round();
        for letter in &self.letters {
            if let Some(texels) = letter.texels {
                let min = (pen + Vec2::from(letter.offset)).round();
                let extent = vec2((texels[2] - texels[0]) as f32, (texels[3] - texels[1]) as f32);
                let area = Area { min, max: min + extent };
                out.push(rectangle(area, texels, color));
            }
            pen.x += letter.advance;
        }
    }
}

fn rectangle(area: Area, texels: Texels, color: [f32; 4]) -> LabelInstance {
    let (min, max) = (area.min, area.max);
    LabelInstance {
        pixels: [min.x, min.y, max.x, max.y],
        texels: texels.map(|texel| texel as f32 / SIDE as f32),
        color,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance([r, g, b, _]: [f32; 4]) -> f32 {
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// Names of bones, of the selected one, and other words, over black and over white.
    #[test]
    fn words_are_readable_whatever_their_plate_covers() {
        for colors in [Colors::DARK, Colors::LIGHT] {
            for behind in [0.0, 1.0] {
                let plate = OPACITY * luminance(linear(colors.bone_edge)) + (1.0 - OPACITY) * behind;
                for words in [colors.words, colors.bone, colors.selected] {
                    let words = luminance(linear(words));
                    let contrast = (words.max(plate) + 0.05) / (words.min(plate) + 0.05);
                    assert!(contrast >= 4.5, "{contrast} : 1 over {behind}");
                }
            }
        }
    }
}
