//! A screenshot and the questions tests have about it.

#[derive(Clone)]
pub struct Shot {
    pub size: [u32; 2],
    /// Rows from the top, one `[r, g, b]` a pixel.
    pixels: Vec<[u8; 3]>,
}

impl Shot {
    /// Four bytes a pixel, blue first, as X servers of 24 bits give them.
    pub fn from_bgrx(size: [u32; 2], bytes: Vec<u8>) -> Self {
        let pixels: Vec<_> = bytes.chunks_exact(4).map(|b| [b[2], b[1], b[0]]).collect();
        assert_eq!(pixels.len(), (size[0] * size[1]) as usize, "an image of {size:?}");
        Self { size, pixels }
    }

    pub fn pixel(&self, [x, y]: [i32; 2]) -> [u8; 3] {
        let inside = |at: i32, side: u32| (at.max(0) as u32).min(side - 1) as usize;
        self.pixels[inside(y, self.size[1]) * self.size[0] as usize + inside(x, self.size[0])]
    }

    /// Pixels of `rect` (x, y, width, height).
    fn rect(&self, [x, y, width, height]: [i32; 4]) -> impl Iterator<Item = [u8; 3]> {
        (y..y + height).flat_map(move |y| (x..x + width).map(move |x| self.pixel([x, y])))
    }

    /// How many pixels of `rect` differ visibly from `other`'s.
    pub fn changed(&self, other: &Self, rect: [i32; 4]) -> usize {
        self.rect(rect)
            .zip(other.rect(rect))
            .filter(|(a, b)| distance(*a, *b) > 24)
            .count()
    }

    /// How many pixels of `rect` are (nearly) `color`.
    pub fn count(&self, rect: [i32; 4], color: [u8; 3]) -> usize {
        self.rect(rect).filter(|pixel| distance(*pixel, color) <= 24).count()
    }

    /// Columns of `rect` that hold (nearly) `color` in at least `least` pixels.
    pub fn columns(&self, [x, y, width, height]: [i32; 4], color: [u8; 3], least: usize) -> Vec<i32> {
        (x..x + width)
            .filter(|x| self.count([*x, y, 1, height], color) >= least)
            .collect()
    }

    /// Different colours in `rect`, coarsely: a flat area has one.
    pub fn variety(&self, rect: [i32; 4]) -> usize {
        let coarse: std::collections::HashSet<_> = self.rect(rect).map(|pixel| pixel.map(|c| c / 16)).collect();
        coarse.len()
    }
}

/// The largest difference of a channel.
fn distance(a: [u8; 3], b: [u8; 3]) -> u8 {
    a.iter().zip(b).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}
