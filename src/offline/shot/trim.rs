//! A picture → the same picture without the empty border around its models, as large as was asked for.

use super::super::file_set::OfflineError;
use super::super::opening::Drawing;
use crate::images::Image;
use crate::picture::Picture;
use crate::render::Drawn;

/// Draws the square, transparent `picture` and crops it to its models. Models that fill only a part of the square are drawn a second
/// time, larger: the longer side of the crop then nearly reaches the side of `picture`, and is never longer.
pub(super) fn drawn_tight(drawing: &mut Drawing, picture: &mut Picture) -> Result<(Drawn, Image), OfflineError> {
    let first = drawing.draw(picture)?;
    let Some(larger) = Covered::of(&first.1).and_then(|covered| covered.larger(picture.size[0])) else {
        return Ok((first.0, cut(first.1)));
    };
    picture.size = [larger; 2];
    let (drawn, image) = drawing.draw(picture)?;
    Ok((drawn, cut(image)))
}

/// The pixels of a picture that show something, each from the first to the last column and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Covered {
    columns: [u32; 2],
    rows: [u32; 2],
}

impl Covered {
    /// `None`: all is transparent.
    fn of(image: &Image) -> Option<Self> {
        let width = image.width as usize;
        let shows = |index: usize| image.rgba[index * 4 + 3] > 0;
        let mut covered: Option<Self> = None;
        for index in (0..width * image.height as usize).filter(|&index| shows(index)) {
            let (x, y) = ((index % width) as u32, (index / width) as u32);
            let all = covered.get_or_insert(Self {
                columns: [x; 2],
                rows: [y; 2],
            });
            all.columns = [all.columns[0].min(x), all.columns[1].max(x)];
            all.rows[1] = y;
        }
        covered
    }

    /// Columns and rows.
    fn size(self) -> [u32; 2] {
        [self.columns, self.rows].map(|[first, last]| last - first + 1)
    }

    /// The side of a square picture in which the longer side of what is covered has about `side` pixels, not more; `None`: it has already.
    fn larger(self, side: u32) -> Option<u32> {
        /// Models that fill a smaller part stay small: drawing all that is around them would cost too much.
        const MOST: u32 = 4;
        let longer = self.size().into_iter().max().unwrap_or(side);
        // One pixel is kept for edges that lie across two.
        let wanted = side.saturating_sub(1) * side / longer;
        (wanted > side + side / 16).then_some(wanted.min(side * MOST))
    }
}

fn cut(image: Image) -> Image {
    let Some(covered) = Covered::of(&image) else {
        return image;
    };
    let [width, height] = covered.size();
    let row = |y: u32| {
        let start = (y as usize * image.width as usize + covered.columns[0] as usize) * 4;
        &image.rgba[start..start + width as usize * 4]
    };
    let rows = (covered.rows[0]..=covered.rows[1]).flat_map(row);
    Image {
        width,
        height,
        rgba: rows.copied().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 8 × 8 pixels, of which those are opaque.
    fn image(shown: &[[u32; 2]]) -> Image {
        let mut rgba = vec![0; 8 * 8 * 4];
        for [x, y] in shown {
            rgba[((y * 8 + x) * 4) as usize + 3] = 255;
        }
        Image {
            width: 8,
            height: 8,
            rgba,
        }
    }

    #[test]
    fn the_border_is_cut_off() {
        let cut = cut(image(&[[2, 5], [4, 3]]));
        assert_eq!([cut.width, cut.height], [3, 3]);
        let alpha: Vec<u8> = cut.rgba.chunks_exact(4).map(|pixel| pixel[3]).collect();
        assert_eq!(alpha, [0, 0, 255, 0, 0, 0, 255, 0, 0]);
        let empty = super::cut(image(&[]));
        assert_eq!([empty.width, empty.height], [8, 8], "there is nothing to cut around");
    }

    #[test]
    fn what_fills_a_part_is_drawn_larger_within_bounds() {
        let covered = |columns, rows| Covered { columns, rows };
        assert_eq!(Covered::of(&image(&[[2, 5], [4, 3]])), Some(covered([2, 4], [3, 5])));
        assert_eq!(covered([64, 191], [0, 9]).larger(256), Some(510));
        assert_eq!(covered([0, 255], [0, 9]).larger(256), None);
        assert_eq!(covered([4, 250], [0, 9]).larger(256), None, "it is tight enough");
        assert_eq!(covered([7, 7], [9, 9]).larger(256), Some(1024));
        assert_eq!(covered([0, 0], [0, 0]).larger(1), None);
    }
}
