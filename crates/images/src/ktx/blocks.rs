//! ETC1S and UASTC → blocks that a GPU reads: BC7, and BC5 of two channels of ETC1S.
//!
//! In: a level as it is stored. Out: its blocks, row by row. No texel is decoded for it: ends, shares and patterns of a block are taken over.

use super::bc7::{self, Bc7, OneColor, SHARES_OF_2, SHARES_OF_4, nearest_level};
use super::etc1s::{Books, EtcBlock, Slice};
use super::fault::KtxFault;
use super::fit::{BlockRamp, FittedRamp};
use super::partition::Partitions;
use super::uastc::{self, UastcParts};
use std::collections::HashMap;

/// Opaque blocks: seven bits and a lowest bit, which has to be set for alpha of 255.
const OPAQUE: BlockRamp = BlockRamp {
    shares: &SHARES_OF_4,
    full: 64,
    nearest: |level| nearest_level(level, 8, Some(1)),
    guesses: &[
        [2, 6, 9, 13],
        [3, 6, 9, 12],
        [0, 5, 10, 15],
        [1, 6, 9, 14],
        [0, 6, 9, 15],
    ],
};
/// Colours beside alpha.
const COLORS: BlockRamp = BlockRamp {
    shares: &SHARES_OF_2,
    full: 64,
    nearest: |level| nearest_level(level, 7, None),
    guesses: &[[0, 1, 2, 3]],
};
/// Alpha.
const ALPHA: BlockRamp = BlockRamp {
    shares: &SHARES_OF_2,
    full: 64,
    nearest: |level| level,
    guesses: &[[0, 1, 2, 3]],
};
/// A channel of BC5.
const CHANNEL: BlockRamp = BlockRamp {
    shares: &[0, 1, 2, 3, 4, 5, 6, 7],
    full: 7,
    nearest: |level| level,
    guesses: &[[0, 3, 4, 7], [1, 3, 4, 6], [0, 2, 5, 7]],
};

/// Blocks of BC7 in place of those of UASTC. `is_green`: alpha is the second of two channels.
pub fn of_uastc(bytes: &[u8], is_green: bool) -> Result<Vec<u8>, KtxFault> {
    let partitions = Partitions::new();
    let bc7 = Bc7::new(&partitions);
    let mut out = Vec::with_capacity(bytes.len());
    for block in bytes.as_chunks().0 {
        let mut parts = uastc::parts(block, &partitions)?;
        if is_green {
            into_two_channels(&mut parts);
        }
        out.extend(bc7.block(&parts));
    }
    Ok(out)
}

/// Alpha becomes green; of the colours red alone is left.
fn into_two_channels(parts: &mut UastcParts) {
    let ends = parts.ends.as_flattened_mut();
    ends.iter_mut().for_each(|end| *end = [end[0], end[3], 0, 255]);
    parts.second = match parts.second {
        Some((0, weights)) => Some((0, weights)),
        Some((3, weights)) => Some((1, weights)),
        // Shares of a channel that is left out.
        _ => None,
    };
}

/// Ramps of the entries of a codebook, each made when a block first asks for it: for the colours that the block has, of the four of an entry.
struct Fits<const N: usize> {
    ramp: BlockRamp<'static>,
    channels: [usize; N],
    made: HashMap<(usize, u8), FittedRamp<N>>,
}

impl<const N: usize> Fits<N> {
    fn new(ramp: BlockRamp<'static>, channels: [usize; N]) -> Self {
        Self {
            ramp,
            channels,
            made: HashMap::new(),
        }
    }

    fn of(&mut self, books: &Books, (endpoint, selectors): EtcBlock) -> FittedRamp<N> {
        let used = selectors.iter().fold(0, |used, selector| used | 1 << selector);
        let Self { ramp, channels, made } = self;
        *made.entry((endpoint, used)).or_insert_with(|| {
            let colors = books.colors()[endpoint];
            ramp.fit(&colors.map(|color| channels.map(|channel| color[channel])), used)
        })
    }
}

/// Square of the distance from which on a colour is far from the stored one: 32 levels.
const FAR: u32 = 32 * 32;
/// Blocks of which one may have such a colour. Google's encoder makes none to a few among tens of thousands.
const FOR_ONE_FAR: usize = 256;

/// Blocks in place of those of ETC1S.
pub struct Etc1sBlocks<'a> {
    books: &'a Books,
    one_color: OneColor,
    opaque: Fits<3>,
    /// Ramps of colours beside alpha, and of alpha.
    colors: Fits<3>,
    alphas: Fits<1>,
    /// Ramps of channels that stand for themselves.
    reds: Fits<1>,
    greens: Fits<1>,
    /// Blocks so far, and those with a colour far from the stored one.
    made: usize,
    far: usize,
}

impl<'a> Etc1sBlocks<'a> {
    pub fn new(books: &'a Books) -> Self {
        Self {
            books,
            one_color: OneColor::new(),
            opaque: Fits::new(OPAQUE, [0, 1, 2]),
            colors: Fits::new(COLORS, [0, 1, 2]),
            alphas: Fits::new(ALPHA, [1]),
            reds: Fits::new(CHANNEL, [0]),
            greens: Fits::new(CHANNEL, [1]),
            made: 0,
            far: 0,
        }
    }

    /// Whether the blocks so far show what the file stores. Colours of a strong ramp that ends at black or white lie on no line, and blocks
    /// of BC7 have lines alone.
    pub fn are_faithful(&self) -> bool {
        self.far * FOR_ONE_FAR <= self.made
    }

    fn count(&mut self, worst: u32) {
        self.made += 1;
        self.far += usize::from(worst > FAR);
    }

    /// Blocks of BC7 of an image without alpha.
    pub fn opaque(&mut self, color: &Slice) -> Vec<u8> {
        let blocks = color.blocks(self.books);
        blocks.flat_map(|block| self.opaque_block(block)).collect()
    }

    fn opaque_block(&mut self, block: EtcBlock) -> [u8; bc7::BLOCK_BYTES] {
        let (endpoint, selectors) = block;
        if selectors == [selectors[0]; 16] {
            let [r, g, b] = self.books.colors()[endpoint][usize::from(selectors[0])];
            self.count(0);
            return self.one_color.block([r, g, b, 255]);
        }
        let fit = self.opaque.of(self.books, block);
        self.count(fit.worst);
        let ends = fit.ends.map(|[r, g, b]| [r, g, b, 255]);
        bc7::whole(ends, fit.indices_of(selectors))
    }

    /// Blocks of BC7 of an image with alpha.
    pub fn with_alpha(&mut self, color: &Slice, alpha: &Slice) -> Vec<u8> {
        let pairs = color.blocks(self.books).zip(alpha.blocks(self.books));
        let block = |(color, alpha): (EtcBlock, EtcBlock)| {
            let levels = &self.books.colors()[alpha.0];
            if alpha.1.iter().all(|selector| levels[usize::from(*selector)][1] == 255) {
                return self.opaque_block(color);
            }
            let (colors, alphas) = (self.colors.of(self.books, color), self.alphas.of(self.books, alpha));
            self.count(colors.worst.max(alphas.worst));
            let ends = [0, 1].map(|side| {
                let [r, g, b] = colors.ends[side];
                [r, g, b, alphas.ends[side][0]]
            });
            bc7::planes(ends, 3, [colors.indices_of(color.1), alphas.indices_of(alpha.1)])
        };
        pairs.flat_map(block).collect()
    }

    /// Blocks of BC5 of an image of two channels.
    pub fn two_channels(&mut self, red: &Slice, green: &Slice) -> Vec<u8> {
        let pairs = red.blocks(self.books).zip(green.blocks(self.books));
        let block = |(red, green): (EtcBlock, EtcBlock)| {
            let [reds, greens] = [self.reds.of(self.books, red), self.greens.of(self.books, green)];
            self.count(reds.worst.max(greens.worst));
            [half(&reds, red.1), half(&greens, green.1)]
        };
        pairs.flat_map(block).flatten().collect()
    }
}

/// One channel of a block of BC5. Between ends of which the first is larger lie six more levels.
fn half(fit: &FittedRamp<1>, selectors: [u8; 16]) -> [u8; 8] {
    let [[low], [high]] = fit.ends;
    let is_swapped = low < high;
    let mut bits = 0u64;
    for (at, index) in fit.indices_of(selectors).into_iter().enumerate() {
        // Both ends come first, and between equal ones there is nothing.
        let code = match if is_swapped { 7 - index } else { index } {
            _ if low == high => 0,
            0 => 0,
            7 => 1,
            between => u64::from(between) + 1,
        };
        bits |= code << (3 * at);
    }
    let ends = u64::from(low.max(high)) | u64::from(low.min(high)) << 8;
    (ends | bits << 16).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::super::super::dds::{BlockFormat, decode_blocks};
    use super::super::etc1s::block_colors;
    use super::*;

    fn read(format: BlockFormat, block: &[u8]) -> [[u8; 4]; 16] {
        let image = decode_blocks([4, 4], format, block).expect("a block");
        image.rgba.as_chunks().0.try_into().expect("16 texels")
    }

    /// Differences of the channels of two blocks: the largest, and the sum of squares.
    fn apart(a: &[[u8; 4]; 16], b: &[[u8; 4]; 16]) -> (u32, u64) {
        let pairs = a.as_flattened().iter().zip(b.as_flattened());
        let off: Vec<u32> = pairs.map(|(a, b)| u32::from(a.abs_diff(*b))).collect();
        (
            off.iter().copied().max().unwrap_or(0),
            off.iter().map(|off| u64::from(off * off)).sum(),
        )
    }

    fn chance() -> impl FnMut() -> u8 {
        let mut state = 7u64;
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        }
    }

    /// Blocks of chance have the longest ramps there are, where rounding shows most. The bounds follow from the bits of ends in BC7, and from
    /// shares of five bits, which become shares of four. Blocks of pictures have short ramps: files of Google's encoder are off by 5 at most.
    #[test]
    fn blocks_of_uastc_keep_their_texels() {
        let partitions = Partitions::new();
        let mut next = chance();
        let (mut squares, mut count) = (0, 0u64);
        while count < 8_000 {
            let block: [u8; 16] = std::array::from_fn(|_| next());
            let Ok(parts) = uastc::parts(&block, &partitions) else {
                continue;
            };
            count += 1;
            let bytes = of_uastc(&block, false).expect("a block that was read");
            let (most, more) = apart(&read(BlockFormat::Bc7, &bytes), &parts.texels());
            let bound = match parts.weight_bits {
                0 => 0,
                5 => 9,
                4 => 6,
                _ => 5,
            };
            assert!(most <= bound, "{block:?}: {most}");
            squares += more;
        }
        let mean = (squares as f64 / (64 * count) as f64).sqrt();
        assert!(mean < 1.5, "{mean}");
    }

    /// Whatever colours a block has: those that end at black or white bend their ramp, and then it is known how far they are off.
    #[test]
    fn ramps_of_etc1s_keep_their_colors() {
        let mut next = chance();
        let off = |ends: [[u8; 3]; 2], share: u8, color: [u8; 3]| {
            let share = u32::from(share);
            let channels = (0..3).map(|channel| {
                let [low, high] = ends.map(|end| u32::from(end[channel]));
                ((low * (64 - share) + high * share + 32) >> 6).abs_diff(u32::from(color[channel]))
            });
            channels.max().unwrap_or(0)
        };
        for intensity in 0..8 {
            for _ in 0..64 {
                let base = [next(), next(), next()].map(|byte| i32::from(byte >> 3) << 3 | i32::from(byte >> 5));
                let colors = block_colors(base, intensity);
                let is_bent = colors.as_flattened().iter().any(|level| matches!(level, 0 | 255));
                for used in 1..16u8 {
                    for (ramp, [two, straight]) in [(&OPAQUE, [1, 8]), (&COLORS, [2, 20])] {
                        let fit = ramp.fit(&colors, used);
                        let most = (0..4usize)
                            .filter(|at| used >> at & 1 == 1)
                            .map(|at| off(fit.ends, ramp.shares[usize::from(fit.indices[at])], colors[at]));
                        let most = most.max().unwrap_or(0);
                        assert!(most * most <= fit.worst, "{colors:?} of {used:04b}: {most}");
                        let bound = match used.count_ones() {
                            1 | 2 => two,
                            _ if is_bent => u32::MAX,
                            _ => straight,
                        };
                        assert!(most <= bound, "{colors:?} of {used:04b}: {most} with {:?}", fit.ends);
                    }
                }
            }
        }
    }
}
