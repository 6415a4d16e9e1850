//! Fits a ramp that a format can store to the colours of a block of ETC1S, which has four at most.

/// Colours between two ends, as a format stores them.
pub struct BlockRamp<'a> {
    /// Shares of the second end, by index.
    pub shares: &'a [u8],
    /// The share that is all of the second end.
    pub full: u32,
    /// The nearest level that an end can have.
    pub nearest: fn(u8) -> u8,
    /// Indices of four colours, darkest first, that lie about as those of ETC1S do.
    pub guesses: &'a [[u8; 4]],
}

/// The ramp that was found.
#[derive(Clone, Copy)]
pub struct FittedRamp<const N: usize> {
    pub ends: [[u8; N]; 2],
    /// Index of each of the four colours.
    pub indices: [u8; 4],
    /// Sum of the squares of what the used colours are off, and the largest square of a colour.
    error: u32,
    pub worst: u32,
}

impl<const N: usize> FittedRamp<N> {
    /// Index of each texel.
    pub fn indices_of(&self, selectors: [u8; 16]) -> [u8; 16] {
        selectors.map(|selector| self.indices[usize::from(selector & 3)])
    }
}

impl BlockRamp<'_> {
    /// `used`: the colours that the block has, a bit each; others may lie anywhere.
    pub fn fit<const N: usize>(&self, colors: &[[u8; N]; 4], used: u8) -> FittedRamp<N> {
        let first = self.of_indices((colors, used), self.projected(colors, used));
        // Between two colours there is nothing to guess.
        let guesses = if used.count_ones() > 2 { self.guesses } else { &[] };
        let others = guesses.iter().map(|guess| self.of_indices((colors, used), *guess));
        others.fold(first, |best, other| if other.error < best.error { other } else { best })
    }

    /// Indices by where the colours lie along the way from the first to the last that is used.
    fn projected<const N: usize>(&self, colors: &[[u8; N]; 4], used: u8) -> [u8; 4] {
        let [first, last] =
            [used.trailing_zeros().min(3), 7 - (used & 15).leading_zeros().min(7)].map(|at| at as usize);
        let along = |color: &[u8; N]| -> i32 {
            let channels = (0..N).map(|at| {
                let [from, to] = [colors[first][at], colors[last][at]].map(i32::from);
                (i32::from(color[at]) - from) * (to - from)
            });
            channels.sum()
        };
        let whole = along(&colors[last]).max(1) as u32;
        colors.each_ref().map(|color| {
            let part = along(color).max(0) as u32 * self.full;
            let off = |at: &usize| (u32::from(self.shares[*at]) * whole).abs_diff(part);
            (0..self.shares.len()).min_by_key(off).unwrap_or(0) as u8
        })
    }

    /// The ends of least squares for these indices, and then the best index of each colour.
    fn of_indices<const N: usize>(&self, (colors, used): (&[[u8; N]; 4], u8), indices: [u8; 4]) -> FittedRamp<N> {
        let is_used = |at: usize| used >> at & 1 == 1;
        let shares = indices.map(|index| f32::from(self.shares[usize::from(index)]) / self.full as f32);
        let counted = || shares.iter().enumerate().filter(|(at, _)| is_used(*at));
        let sum = |of: &dyn Fn(f32) -> f32| counted().map(|(_, share)| of(*share)).sum::<f32>();
        let (near, both, far) = (
            sum(&|share| (1.0 - share) * (1.0 - share)),
            sum(&|share| share * (1.0 - share)),
            sum(&|share| share * share),
        );
        let area = near * far - both * both;
        let mut ends = [[0; N]; 2];
        for at in 0..N {
            let levels = colors.map(|color| f32::from(color[at]));
            let of =
                |weight: &dyn Fn(f32) -> f32| counted().map(|(at, share)| weight(*share) * levels[at]).sum::<f32>();
            let (low, high) = (of(&|share| 1.0 - share), of(&|share| share));
            let mean = of(&|_| 1.0) / used.count_ones().max(1) as f32;
            let [a, b] = match area > 1e-4 {
                true => [(low * far - high * both) / area, (high * near - low * both) / area],
                false => [mean; 2],
            };
            let stored = [a, b].map(|level| (self.nearest)(level.round().clamp(0.0, 255.0) as u8));
            (ends[0][at], ends[1][at]) = (stored[0], stored[1]);
        }
        let (mut error, mut worst) = (0, 0);
        let indices = std::array::from_fn(|at| {
            let color = &colors[at];
            let off = |index: usize| -> u32 {
                let share = u32::from(self.shares[index]);
                let channels = (0..N).map(|channel| {
                    let [low, high] = [ends[0][channel], ends[1][channel]].map(u32::from);
                    let mixed = (low * (self.full - share) + high * share + self.full / 2) / self.full;
                    mixed.abs_diff(u32::from(color[channel])).pow(2)
                });
                channels.sum()
            };
            let (least, index) = (0..self.shares.len())
                .map(|index| (off(index), index))
                .min()
                .unwrap_or((0, 0));
            if is_used(at) {
                error += least;
                worst = worst.max(least);
            }
            index as u8
        });
        FittedRamp {
            ends,
            indices,
            error,
            worst,
        }
    }
}
