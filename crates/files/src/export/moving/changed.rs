//! The rectangle in which two pictures differ.

use castview_images::Image;

/// Pixels from the left and the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

impl Rect {
    pub fn whole([width, height]: [u32; 2]) -> Self {
        Self {
            x: 0,
            y: 0,
            width,
            height,
        }
    }

    /// Around every pixel for which `counts` is true; of one pixel if there is none, as a picture without pixels cannot be stored.
    pub fn around([width, height]: [u32; 2], counts: impl Fn(usize) -> bool) -> Self {
        let (mut left, mut right, mut top, mut bottom) = (width, 0, height, 0);
        for y in 0..height {
            let row = y as usize * width as usize;
            let Some(first) = (0..width).find(|x| counts(row + *x as usize)) else {
                continue;
            };
            let last = (first..width)
                .rev()
                .find(|x| counts(row + *x as usize))
                .unwrap_or(first);
            (left, right) = (left.min(first), right.max(last));
            (top, bottom) = (top.min(y), y);
        }
        match left < width {
            true => Self {
                x: left,
                y: top,
                width: right - left + 1,
                height: bottom - top + 1,
            },
            false => Self::whole([1, 1]),
        }
    }

    /// Where `now` differs from `before`.
    pub fn changed(before: &Image, now: &Image) -> Self {
        let at = |image: &Image, pixel: usize| -> [u8; 4] {
            let at = 4 * pixel;
            [
                image.rgba[at],
                image.rgba[at + 1],
                image.rgba[at + 2],
                image.rgba[at + 3],
            ]
        };
        Self::around([now.width, now.height], |pixel| at(before, pixel) != at(now, pixel))
    }

    /// Grown to the left and the top, so that it begins at even pixels.
    pub fn at_even(self) -> Self {
        let (left, up) = (self.x % 2, self.y % 2);
        Self {
            x: self.x - left,
            y: self.y - up,
            width: self.width + left,
            height: self.height + up,
        }
    }

    /// This part of an image of `width` pixels a row, `N` values a pixel.
    pub fn cut<const N: usize>(self, values: &[u8], width: u32) -> Vec<u8> {
        let mut cut = Vec::with_capacity(self.width as usize * self.height as usize * N);
        for y in self.y..self.y + self.height {
            let at = (y as usize * width as usize + self.x as usize) * N;
            cut.extend_from_slice(&values[at..at + self.width as usize * N]);
        }
        cut
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rectangle_holds_all_that_changed_and_no_more() {
        let seen = [(1, 2), (4, 3), (3, 2)];
        let rect = Rect::around([6, 5], |pixel| seen.contains(&(pixel % 6, pixel / 6)));
        let wanted = Rect {
            x: 1,
            y: 2,
            width: 4,
            height: 2,
        };
        assert_eq!(rect, wanted);
        assert_eq!(
            Rect {
                x: 0,
                width: 5,
                ..wanted
            },
            rect.at_even()
        );
        assert_eq!(Rect::around([6, 5], |_| false), Rect::whole([1, 1]));
        let rows: Vec<u8> = (0..30).collect();
        assert_eq!(rect.cut::<1>(&rows, 6), [13, 14, 15, 16, 19, 20, 21, 22]);
    }
}
