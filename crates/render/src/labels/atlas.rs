//! Letters as coverage, each drawn once per size.

use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont};
use std::collections::HashMap;

/// Texels along each side of the texture.
pub const SIDE: u32 = 1024;
/// Texels between two letters, so that one is not seen at the edge of another.
const GAP: u32 = 1;

/// Texels of the texture: left, top, right, bottom.
pub type Texels = [u32; 4];

/// A letter at a size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Letter {
    /// Pixels from the pen on the base line to the left top of the rectangle.
    pub offset: [f32; 2],
    /// `None`: it leaves no mark.
    pub texels: Option<Texels>,
    /// Pixels that the pen goes on.
    pub advance: f32,
}

pub struct Atlas {
    font: FontRef<'static>,
    coverage: Vec<u8>,
    letters: HashMap<(GlyphId, u32), Letter>,
    /// Where the next letter goes, and how high its row is.
    pen: [u32; 2],
    row: u32,
    is_new: bool,
}

impl Atlas {
    pub fn new() -> Self {
        let mut atlas = Self {
            font: FontRef::try_from_slice(epaint_default_fonts::UBUNTU_LIGHT).expect("the bundled font is whole"),
            coverage: Vec::new(),
            letters: HashMap::new(),
            pen: [0; 2],
            row: 0,
            is_new: true,
        };
        atlas.clear();
        atlas
    }

    /// Keeps a few covered texels in the corner: plates are drawn from them.
    fn clear(&mut self) {
        self.coverage = vec![0; (SIDE * SIDE) as usize];
        for y in 0..PLATE[3] {
            for x in 0..PLATE[2] {
                self.coverage[(y * SIDE + x) as usize] = 255;
            }
        }
        self.letters.clear();
        self.pen = [PLATE[2] + GAP, 0];
        self.row = PLATE[3];
        self.is_new = true;
    }

    /// All of the texture, if anything in it is new since this was asked last.
    pub fn take_new(&mut self) -> Option<&[u8]> {
        std::mem::take(&mut self.is_new).then_some(&self.coverage)
    }

    /// How much of that texel a letter covers.
    pub fn texel(&self, x: u32, y: u32) -> u8 {
        self.coverage[(y * SIDE + x) as usize]
    }

    /// Pixels from the base line to the top and to the bottom of a line `size` pixels high.
    pub fn line(&self, size: u32) -> [f32; 2] {
        let font = self.font.as_scaled(PxScale::from(size as f32));
        [font.ascent(), -font.descent()]
    }

    /// Whether the font has that letter.
    pub fn has(&self, letter: char) -> bool {
        self.font.glyph_id(letter).0 != 0
    }

    /// A letter in a line `size` pixels high; the font's box for a missing glyph if it has no such letter.
    pub fn letter(&mut self, letter: char, size: u32) -> Letter {
        let id = self.font.glyph_id(letter);
        if let Some(found) = self.letters.get(&(id, size)) {
            return *found;
        }
        let scale = PxScale::from(size as f32);
        let advance = self.font.as_scaled(scale).h_advance(id);
        let outline = self.font.outline_glyph(id.with_scale(scale));
        let mut made = Letter {
            offset: [0.0; 2],
            texels: None,
            advance,
        };
        if let Some(outline) = outline {
            let bounds = outline.px_bounds();
            made.offset = [bounds.min.x, bounds.min.y];
            let wanted = [bounds.width(), bounds.height()].map(|side| side.ceil() as u32);
            if let Some([left, top]) = self.place(wanted) {
                outline.draw(|x, y, coverage| {
                    if x < wanted[0] && y < wanted[1] {
                        self.coverage[((top + y) * SIDE + left + x) as usize] = (coverage * 255.0).round() as u8;
                    }
                });
                made.texels = Some([left, top, left + wanted[0], top + wanted[1]]);
                self.is_new = true;
            }
        }
        self.letters.insert((id, size), made);
        made
    }

    /// Whether the next letters may not find a place: then all begins anew with the next picture.
    pub fn is_nearly_full(&self) -> bool {
        self.pen[1] + self.row > SIDE / 4 * 3
    }

    /// Forgets all letters, if there is little room left.
    pub fn make_room(&mut self) {
        if self.is_nearly_full() {
            self.clear();
        }
    }

    /// In rows, one letter after another.
    fn place(&mut self, [width, height]: [u32; 2]) -> Option<[u32; 2]> {
        if self.pen[0] + width > SIDE {
            self.pen = [0, self.pen[1] + self.row + GAP];
            self.row = 0;
        }
        if width > SIDE || self.pen[1] + height > SIDE {
            return None;
        }
        let at = self.pen;
        self.pen[0] += width + GAP;
        self.row = self.row.max(height);
        Some(at)
    }
}

/// Texels that are wholly covered.
pub const PLATE: Texels = [0, 0, 4, 4];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_drawn_once_and_apart() {
        let mut atlas = Atlas::new();
        let all: Vec<Letter> = ('!'..='~').map(|letter| atlas.letter(letter, 13)).collect();
        assert!(atlas.take_new().is_some());
        let again: Vec<Letter> = ('!'..='~').map(|letter| atlas.letter(letter, 13)).collect();
        assert_eq!(all, again);
        assert!(atlas.take_new().is_none(), "nothing was drawn again");
        assert_ne!(atlas.letter('m', 26), atlas.letter('m', 13));
        assert_eq!(atlas.letter(' ', 13).texels, None);
        let boxes: Vec<Texels> = all.iter().filter_map(|letter| letter.texels).collect();
        assert!(boxes.len() > 90);
        for (at, a) in boxes.iter().enumerate() {
            assert!(
                boxes[at + 1..]
                    .iter()
                    .all(|b| a[2] < b[0] || b[2] < a[0] || a[3] < b[1] || b[3] < a[1])
            );
        }
    }

    #[test]
    fn a_full_atlas_begins_anew() {
        let mut atlas = Atlas::new();
        for size in 20..200 {
            atlas.make_room();
            for letter in 'a'..='z' {
                let letter = atlas.letter(letter, size);
                assert!(letter.texels.is_some(), "{size}");
            }
        }
    }
}
