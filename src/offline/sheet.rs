//! Many small pictures on one.
//!
//! In: how many there are, how large each is, and lines below each. Out: one image. Its size is bounded before it is made.

use crate::images::Image;
use crate::render::Lettering;

/// Pixels of a sheet: a gigabyte.
const MOST_PIXELS: u64 = 1 << 28;
/// As much as most programs show.
const MOST_SIDE: u64 = 32_768;
/// sRGB bytes of the sheet, of a name, and of what stands below it.
const PAPER: [u8; 3] = [0x20, 0x23, 0x27];
const NAME: [u8; 3] = [0xEC, 0xEE, 0xF0];
const FACTS: [u8; 3] = [0xA4, 0xAB, 0xB2];
/// Heights of lines, in pixels.
const NAME_SIZE: u32 = 14;
const FACTS_SIZE: u32 = 12;

/// Places of the small pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SheetLayout {
    pub count: usize,
    pub columns: u32,
    /// Pixels along each side of a small picture.
    pub side: u32,
    /// Lines below each, with room around: none on sprites, which stand side by side.
    pub lines: u32,
}

/// A sheet would be too large. One sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the sheet would have {width} x {height} pixels; at most {MOST_SIDE} along a side and {} million in all are drawn: take fewer or smaller pictures, or a page (.html)",
    MOST_PIXELS >> 20
)]
pub struct SheetTooLarge {
    width: u64,
    height: u64,
}

impl SheetLayout {
    /// About as wide as high, unless `columns` are named.
    pub fn new(count: usize, columns: Option<u32>, (side, lines): (u32, u32)) -> Self {
        let square = (count as f64).sqrt().ceil() as u32;
        Self {
            count,
            columns: columns.unwrap_or(square).clamp(1, (count as u32).max(1)),
            side,
            lines,
        }
    }

    fn gap(self) -> u32 {
        if self.lines == 0 { 0 } else { 8 }
    }

    fn text_height(self) -> u32 {
        match self.lines {
            0 => 0,
            1 => NAME_SIZE + 4,
            _ => NAME_SIZE + FACTS_SIZE + 8,
        }
    }

    /// Pixels of the sheet.
    pub fn size(self) -> Result<[u32; 2], SheetTooLarge> {
        let (columns, side, gap) = (u64::from(self.columns), u64::from(self.side), u64::from(self.gap()));
        let rows = (self.count as u64).div_ceil(columns.max(1)).max(1);
        let width = columns * (side + gap) + gap;
        let height = rows * (side + gap + u64::from(self.text_height())) + gap;
        match width <= MOST_SIDE && height <= MOST_SIDE && width * height <= MOST_PIXELS {
            true => Ok([width as u32, height as u32]),
            false => Err(SheetTooLarge { width, height }),
        }
    }

    /// The left top of small picture `index`, in pixels.
    pub fn place(self, index: usize) -> [u32; 2] {
        let columns = self.columns.max(1) as usize;
        let [column, row] = [index % columns, index / columns].map(|at| at as u32);
        let (gap, step) = (self.gap(), self.side + self.gap());
        [gap + column * step, gap + row * (step + self.text_height())]
    }
}

/// A sheet on which small pictures are put, in any order.
pub struct ContactSheet {
    layout: SheetLayout,
    image: Image,
    lettering: Lettering,
}

impl ContactSheet {
    /// An empty sheet; one without lines is transparent.
    pub fn new(layout: SheetLayout) -> Result<Self, SheetTooLarge> {
        let [width, height] = layout.size()?;
        let pixel = match layout.lines {
            0 => [0; 4],
            _ => [PAPER[0], PAPER[1], PAPER[2], 255],
        };
        Ok(Self {
            layout,
            image: Image {
                width,
                height,
                rgba: pixel.repeat(width as usize * height as usize),
            },
            lettering: Lettering::default(),
        })
    }

    /// Puts `picture` in the middle of its place. Pixels beyond the place are not drawn.
    pub fn put(&mut self, index: usize, picture: &Image) {
        let [left, top] = self.layout.place(index);
        let side = self.layout.side;
        let (width, height) = (picture.width.min(side), picture.height.min(side));
        let (left, top) = (left + (side - width) / 2, top + (side - height) / 2);
        for row in 0..height {
            for column in 0..width {
                let from = 4 * (row as usize * picture.width as usize + column as usize);
                let to = 4 * ((top + row) as usize * self.image.width as usize + (left + column) as usize);
                let (from, to) = (&picture.rgba[from..from + 4], &mut self.image.rgba[to..to + 4]);
                match self.layout.lines {
                    0 => to.copy_from_slice(from),
                    _ => lay_over(from, to),
                }
            }
        }
    }

    /// Writes a name below the place of a picture, and facts below it.
    pub fn caption(&mut self, index: usize, name: &str, facts: &str) {
        let [left, top] = self.layout.place(index);
        let (below, width) = (top + self.layout.side + 2, self.layout.side);
        let Self { image, lettering, .. } = self;
        lettering.write(image, name, [left, below], (NAME_SIZE, width), NAME);
        lettering.write(image, facts, [left, below + NAME_SIZE + 2], (FACTS_SIZE, width), FACTS);
    }

    /// All of it.
    pub fn into_image(self) -> Image {
        self.image
    }
}

/// Lays a pixel of straight alpha over an opaque one.
fn lay_over(from: &[u8], to: &mut [u8]) {
    let share = u32::from(from[3]);
    for channel in 0..3 {
        let mixed = u32::from(from[channel]) * share + u32::from(to[channel]) * (255 - share);
        to[channel] = ((mixed + 127) / 255) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(side: u32, pixel: [u8; 4]) -> Image {
        Image {
            width: side,
            height: side,
            rgba: pixel.repeat((side * side) as usize),
        }
    }

    fn pixel(image: &Image, x: u32, y: u32) -> [u8; 4] {
        let at = 4 * (y * image.width + x) as usize;
        std::array::from_fn(|channel| image.rgba[at + channel])
    }

    #[test]
    fn pictures_lie_at_their_places_and_over_nothing_else() {
        let layout = SheetLayout::new(5, None, (16, 0));
        assert_eq!((layout.columns, layout.size()), (3, Ok([48, 32])));
        let mut sheet = ContactSheet::new(layout).expect("small");
        sheet.put(4, &filled(16, [9, 8, 7, 60]));
        // One that is smaller stands in the middle, of one that is larger the left top is drawn.
        sheet.put(0, &filled(2, [255; 4]));
        sheet.put(2, &filled(99, [1, 2, 3, 255]));
        let image = sheet.into_image();
        assert_eq!(pixel(&image, 16, 16), [9, 8, 7, 60]);
        assert_eq!(pixel(&image, 31, 31), [9, 8, 7, 60]);
        assert_eq!((pixel(&image, 15, 16), pixel(&image, 32, 16)), ([0; 4], [0; 4]));
        assert_eq!(
            (pixel(&image, 7, 7), pixel(&image, 6, 7), pixel(&image, 9, 9)),
            ([255; 4], [0; 4], [0; 4])
        );
        assert_eq!(pixel(&image, 47, 15), [1, 2, 3, 255]);
    }

    #[test]
    fn captions_stand_below_their_pictures() {
        let layout = SheetLayout::new(2, Some(2), (64, 2));
        let [width, height] = layout.size().expect("small");
        let mut sheet = ContactSheet::new(layout).expect("small");
        sheet.put(1, &filled(64, [200, 0, 0, 128]));
        sheet.caption(1, &"name ".repeat(40), "12 bones");
        let image = sheet.into_image();
        let [left, top] = layout.place(1);
        assert_eq!(pixel(&image, left, top), [116, 17, 19, 255]);
        let is_paper = |x, y| pixel(&image, x, y) == [PAPER[0], PAPER[1], PAPER[2], 255];
        let marked: Vec<[u32; 2]> = (0..height)
            .flat_map(|y| (0..width).map(move |x| [x, y]))
            .filter(|[x, y]| *y >= top + 64 && !is_paper(*x, *y))
            .collect();
        assert!(marked.len() > 100 && marked.iter().all(|[x, _]| (left..left + 64).contains(x)));
    }

    #[test]
    fn too_large_a_sheet_is_refused_before_it_is_made() {
        for (count, columns, side) in [(1_000_000, None, 160), (2000, Some(1), 160), (40, Some(40), 2048)] {
            let layout = SheetLayout::new(count, columns, (side, 2));
            assert!(layout.size().is_err() && ContactSheet::new(layout).is_err(), "{count}");
        }
        assert!(SheetLayout::new(10_000, None, (64, 2)).size().is_ok());
        assert!(SheetLayout::new(0, None, (64, 2)).size().is_ok());
    }
}
