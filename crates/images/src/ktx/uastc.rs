//! UASTC: blocks of 4 × 4 texels in 16 bytes, in one of 19 modes (Basis Universal, "UASTC LDR 4x4 Texture Specification").
//!
//! In: the bytes of a block. Out: its parts, of which its texels follow. Hints for other block formats are skipped.

use super::fault::KtxFault;
use super::partition::{Partitions, Pattern};

/// Bytes of a block.
pub const BLOCK_BYTES: usize = 16;

/// How the ends of a ramp are stored: levels are powers of two, or those times 3 or 5 whose parts are packed several at a time.
#[derive(Clone, Copy)]
enum Range {
    Bits(u32),
    Trits(u32),
    Quints(u32),
}

struct Mode {
    /// The first bits of a block, and how many they are.
    code: (u8, u32),
    hint_bits: u32,
    weight_bits: u32,
    range: Range,
    channels: usize,
    subsets: usize,
    planes: usize,
}

const fn mode(code: (u8, u32), hint_bits: u32, weight_bits: u32, range: Range, parts: [usize; 3]) -> Mode {
    let [channels, subsets, planes] = parts;
    Mode {
        code,
        hint_bits,
        weight_bits,
        range,
        channels,
        subsets,
        planes,
    }
}

/// Mode of one colour.
const SOLID: usize = 8;
/// Mode whose two subsets are three in BC7.
const MERGED: usize = 7;
/// Mode whose second plane is alpha without saying so.
const ALPHA_PLANE: usize = 17;

use Range::{Bits, Quints, Trits};
/// By number; channels, subsets and planes.
const MODES: [Mode; 19] = [
    mode((0x01, 4), 15, 4, Trits(6), [3, 1, 1]),
    mode((0x35, 6), 15, 2, Bits(8), [3, 1, 1]),
    mode((0x1d, 5), 15, 3, Bits(4), [3, 2, 1]),
    mode((0x03, 5), 15, 2, Trits(2), [3, 3, 1]),
    mode((0x13, 5), 15, 2, Quints(3), [3, 2, 1]),
    mode((0x0b, 5), 15, 3, Bits(8), [3, 1, 1]),
    mode((0x1b, 5), 15, 2, Quints(5), [3, 1, 2]),
    mode((0x07, 5), 15, 2, Quints(3), [3, 2, 1]),
    mode((0x17, 5), 0, 0, Bits(8), [4, 1, 1]),
    mode((0x0f, 5), 23, 2, Bits(4), [4, 2, 1]),
    mode((0x02, 3), 17, 4, Trits(4), [4, 1, 1]),
    mode((0x00, 2), 17, 2, Trits(4), [4, 1, 2]),
    mode((0x06, 3), 17, 3, Trits(6), [4, 1, 1]),
    mode((0x1f, 5), 23, 1, Bits(8), [4, 1, 2]),
    mode((0x0d, 5), 23, 2, Bits(8), [4, 1, 1]),
    mode((0x05, 7), 23, 4, Bits(8), [2, 1, 1]),
    mode((0x15, 6), 23, 2, Bits(8), [2, 2, 1]),
    mode((0x25, 6), 23, 2, Bits(8), [2, 1, 2]),
    mode((0x09, 4), 15, 5, Bits(5), [3, 1, 1]),
];

/// Mode by the seven lowest bits of a block; beyond the last one: none.
const MODE_OF: [u8; 128] = {
    let mut modes = [MODES.len() as u8; 128];
    let mut bits = 0;
    while bits < 128 {
        let mut at = 0;
        while at < MODES.len() {
            let (code, length) = MODES[at].code;
            if bits & ((1 << length) - 1) == code as usize {
                modes[bits] = at as u8;
            }
            at += 1;
        }
        bits += 1;
    }
    modes
};

/// Share of the second end, in 64ths, by the bits of a weight and its value.
const WEIGHTS: [&[u8]; 6] = [
    &[],
    &[0, 64],
    &[0, 21, 43, 64],
    &[0, 9, 18, 27, 37, 46, 55, 64],
    &[0, 4, 8, 12, 17, 21, 25, 29, 35, 39, 43, 47, 52, 56, 60, 64],
    &[
        0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58,
        60, 62, 64,
    ],
];

/// Bits of a block, lowest first.
struct Reader {
    bits: u128,
}

impl Reader {
    /// The next bits: 8 at most. Beyond the end there are zeros.
    fn take(&mut self, count: u32) -> u32 {
        let taken = self.bits as u32 & ((1 << count) - 1);
        self.bits >>= count;
        taken
    }
}

/// A block before it becomes texels: ends of ramps, and the share of each texel on its way between them.
pub struct UastcParts<'a> {
    pub pattern: &'a Pattern,
    /// Ends of the ramp of each subset.
    pub ends: [[[u8; 4]; 2]; 3],
    /// Share of the second end at each texel, in 64ths.
    pub weights: [u8; 16],
    /// Bits of a share as it is stored; 0 in a block of one colour.
    pub weight_bits: u32,
    /// The channel that has shares of its own, and these.
    pub second: Option<(usize, [u8; 16])>,
}

/// Reads a block.
pub fn parts<'a>(block: &[u8; BLOCK_BYTES], partitions: &'a Partitions) -> Result<UastcParts<'a>, KtxFault> {
    let number = usize::from(MODE_OF[usize::from(block[0] & 127)]);
    let mode = MODES.get(number).ok_or(KtxFault::Block)?;
    let mut reader = Reader {
        bits: u128::from_le_bytes(*block) >> mode.code.1,
    };
    if number == SOLID {
        let color = std::array::from_fn(|_| reader.take(8) as u8);
        return Ok(UastcParts {
            pattern: partitions.whole().ok_or(KtxFault::Block)?,
            ends: [[color; 2]; 3],
            weights: [0; 16],
            weight_bits: 0,
            second: None,
        });
    }
    reader.bits >>= mode.hint_bits;
    let pattern = match mode.subsets {
        1 => partitions.whole(),
        2 if number == MERGED => partitions.merged(reader.take(5)),
        2 => partitions.halves(reader.take(5)),
        _ => partitions.thirds(reader.take(4)),
    };
    let pattern = pattern.ok_or(KtxFault::Block)?;
    let channel = match mode.planes {
        1 => None,
        _ if number == ALPHA_PLANE => Some(3),
        _ => Some(reader.take(2) as usize),
    };
    let values = 2 * mode.channels * mode.subsets;
    let mut stored = [0; 18];
    read_ends(&mut reader, mode.range, &mut stored[..values]);
    let ends = std::array::from_fn(|subset| match subset < mode.subsets {
        true => ends_of(&stored[subset * 2 * mode.channels..][..2 * mode.channels]),
        false => [[0; 4]; 2],
    });
    let shares = WEIGHTS[mode.weight_bits as usize];
    let [mut weights, mut others] = [[0; 16]; 2];
    for (at, (weight, other)) in weights.iter_mut().zip(&mut others).enumerate() {
        let subset = usize::from(pattern.subsets[at]);
        // The first weight of each subset has its highest bit clear, which is not stored.
        let bits = mode.weight_bits - u32::from(pattern.firsts[subset] == at);
        *weight = shares[reader.take(bits) as usize];
        if channel.is_some() {
            *other = shares[reader.take(bits) as usize];
        }
    }
    Ok(UastcParts {
        pattern,
        ends,
        weights,
        weight_bits: mode.weight_bits,
        second: channel.map(|channel| (channel, others)),
    })
}

impl UastcParts<'_> {
    /// Its texels, row by row.
    pub fn texels(&self) -> [[u8; 4]; 16] {
        if self.weight_bits == 0 {
            return [self.ends[0][0]; 16];
        }
        std::array::from_fn(|at| {
            let [low, high] = self.ends[usize::from(self.pattern.subsets[at])];
            std::array::from_fn(|channel| {
                let weight = match &self.second {
                    Some((of, weights)) if *of == channel => weights[at],
                    _ => self.weights[at],
                };
                let [low, high, weight] = [low[channel], high[channel], weight].map(u32::from);
                let mixed = (low * 257 * (64 - weight) + high * 257 * weight + 32) >> 6;
                (mixed >> 8) as u8
            })
        })
    }
}

/// Both ends of a ramp, of values that lie channel by channel.
fn ends_of(stored: &[u8]) -> [[u8; 4]; 2] {
    [0, 1].map(|side| match *stored {
        // Grey and alpha.
        [g0, g1, a0, a1] => {
            let (grey, alpha) = if side == 0 { (g0, a0) } else { (g1, a1) };
            [grey, grey, grey, alpha]
        }
        _ => std::array::from_fn(|channel| stored.get(2 * channel + side).copied().unwrap_or(255)),
    })
}

/// Reads the ends of ramps: first the packed parts of all, then the bits of each.
fn read_ends(reader: &mut Reader, range: Range, ends: &mut [u8]) {
    let (bits, base, group, sizes): (_, _, _, &[u32]) = match range {
        Range::Bits(bits) => (bits, 1, ends.len(), &[]),
        Range::Trits(bits) => (bits, 3, 5, &[2, 4, 5, 7, 8]),
        Range::Quints(bits) => (bits, 5, 3, &[3, 5, 7]),
    };
    let mut parts = [0; 18];
    if base > 1 {
        for packed in parts[..ends.len()].chunks_mut(group) {
            let mut together = reader.take(sizes[packed.len() - 1]);
            for part in packed {
                *part = together % base;
                together /= base;
            }
        }
    }
    for (end, part) in ends.iter_mut().zip(parts) {
        *end = widened(range, reader.take(bits), part) as u8;
    }
}

/// An end as one of 256 levels (ASTC, "Endpoint Unquantization").
fn widened(range: Range, bits: u32, part: u32) -> u32 {
    let above = bits >> 1;
    let (factor, spread) = match range {
        Range::Bits(8) => return bits,
        Range::Bits(5) => return bits << 3 | bits >> 2,
        Range::Bits(_) => return bits * 17,
        Range::Trits(2) => (93, above * 0b1_0001_0110),
        Range::Trits(4) => (22, above << 6 | above),
        Range::Trits(_) => (5, above << 4 | above >> 4),
        Range::Quints(3) => (26, above << 7 | above << 1 | above >> 1),
        Range::Quints(_) => (6, above << 5 | above >> 3),
    };
    let lowest = if bits & 1 == 1 { 511 } else { 0 };
    let mixed = (part * factor + spread) ^ lowest;
    lowest & 0x80 | mixed >> 2
}
