//! Blocks of BC7 of parts that are known: ends of ramps, and the share of each texel on its way between them (Khronos Data Format
//! Specification, "BPTC compressed texture image formats").
//!
//! In: the parts of a block. Out: its 16 bytes. Ends and shares are rounded to what the fitting mode can store; nothing else is searched for.

use super::bc7_patterns::Bc7Shape;
use super::partition::Partitions;
use super::uastc::UastcParts;

/// Bytes of a block.
pub const BLOCK_BYTES: usize = 16;

/// Lowest bits that ends have beside those of each channel.
#[derive(Clone, Copy, PartialEq)]
enum Lows {
    None,
    /// One for both ends of a subset.
    Shared,
    /// One for each end.
    Each,
}

/// How the fields of a mode lie.
struct Mode {
    number: u32,
    pattern_bits: u32,
    color_bits: u32,
    alpha_bits: u32,
    lows: Lows,
    index_bits: u32,
}

const fn mode(number: u32, pattern_bits: u32, ends: (u32, u32, Lows), index_bits: u32) -> Mode {
    Mode {
        number,
        pattern_bits,
        color_bits: ends.0,
        alpha_bits: ends.1,
        lows: ends.2,
        index_bits,
    }
}

const WHOLE: Mode = mode(6, 0, (7, 7, Lows::Each), 4);
const HALVES: Mode = mode(3, 6, (7, 0, Lows::Each), 2);
const HALVES_OF_MORE_SHARES: Mode = mode(1, 6, (6, 0, Lows::Shared), 3);
const HALVES_WITH_ALPHA: Mode = mode(7, 6, (5, 5, Lows::Each), 2);
const THIRDS: Mode = mode(2, 6, (5, 0, Lows::None), 2);

/// Shares in 64ths, by the index of a texel.
pub const SHARES_OF_2: [u8; 4] = [0, 21, 43, 64];
const SHARES_OF_3: [u8; 8] = [0, 9, 18, 27, 37, 46, 55, 64];
pub const SHARES_OF_4: [u8; 16] = [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64];

/// Index of the nearest share.
const fn nearest_share(shares: &[u8]) -> [u8; 65] {
    let mut nearest = [0; 65];
    let mut share = 0;
    while share <= 64 {
        let mut at = 1;
        while at < shares.len() {
            let here = nearest[share] as usize;
            if (shares[at] as usize).abs_diff(share) < (shares[here] as usize).abs_diff(share) {
                nearest[share] = at as u8;
            }
            at += 1;
        }
        share += 1;
    }
    nearest
}

static NEAREST: [[u8; 65]; 3] = [
    nearest_share(&SHARES_OF_2),
    nearest_share(&SHARES_OF_3),
    nearest_share(&SHARES_OF_4),
];

fn indices(weights: &[u8; 16], bits: u32) -> [u8; 16] {
    let nearest = &NEAREST[bits as usize - 2];
    weights.map(|weight| nearest[usize::from(weight.min(64))])
}

/// Fields of a block, lowest bits first.
struct Writer {
    bits: u128,
    at: u32,
}

impl Writer {
    /// Begins a block of that mode.
    fn new(mode: u32) -> Self {
        Self {
            bits: 1 << mode,
            at: mode + 1,
        }
    }

    fn put(&mut self, value: u32, count: u32) {
        self.bits |= u128::from(value) << self.at;
        self.at += count;
    }

    /// Indices of all texels; those of `anchors` have their highest bit clear, which is not stored.
    fn put_indices(&mut self, indices: &[u8; 16], bits: u32, anchors: &[usize]) {
        for (at, index) in indices.iter().enumerate() {
            self.put(u32::from(*index), bits - u32::from(anchors.contains(&at)));
        }
    }

    fn bytes(self) -> [u8; BLOCK_BYTES] {
        self.bits.to_le_bytes()
    }
}

/// A number of `bits` bits as one of 256 levels.
const fn widened(stored: u32, bits: u32) -> u32 {
    let high = stored << (8 - bits);
    high | high >> bits
}

/// The number of `bits` bits whose level is nearest to `level`; its lowest bit is `low` if that is given.
pub fn nearest_stored(level: u8, bits: u32, low: Option<u32>) -> u32 {
    let level = u32::from(level);
    let most = (1 << bits) - 1;
    let about = (level * most + 127) / 255;
    let candidates = about.saturating_sub(1)..=(about + 1).min(most);
    let fitting = candidates.filter(|stored| low.is_none_or(|low| stored & 1 == low));
    let nearest = fitting.min_by_key(|stored| widened(*stored, bits).abs_diff(level));
    nearest.unwrap_or(low.unwrap_or(0))
}

/// The nearest level that a number of `bits` bits, with that lowest bit, stands for.
pub fn nearest_level(level: u8, bits: u32, low: Option<u32>) -> u8 {
    widened(nearest_stored(level, bits, low), bits) as u8
}

impl Mode {
    /// Bits of a channel of an end, its lowest one included; 0 if there is no such channel.
    fn bits(&self, channel: usize) -> u32 {
        let bits = if channel == 3 { self.alpha_bits } else { self.color_bits };
        match bits {
            0 => 0,
            bits => bits + u32::from(self.lows != Lows::None),
        }
    }

    /// An end as this mode stores it with the lowest bit `low`, and the square of its error.
    fn stored(&self, end: [u8; 4], low: Option<u32>) -> ([u32; 4], u32) {
        let mut error = 0;
        let stored = std::array::from_fn(|channel| {
            let bits = self.bits(channel);
            if bits == 0 {
                return 0;
            }
            let stored = nearest_stored(end[channel], bits, low);
            let off = widened(stored, bits).abs_diff(u32::from(end[channel]));
            error += off * off;
            // Clear and opaque stay so: alpha is compared with bounds.
            if off > 0 && channel == 3 && matches!(end[3], 0 | 255) {
                error += 1 << 20;
            }
            stored
        });
        (stored, error)
    }

    /// Both ends of a subset as they are stored.
    fn nearest(&self, ends: [[u8; 4]; 2]) -> [[u32; 4]; 2] {
        let with = |lows: [Option<u32>; 2]| {
            let [(first, error), (second, more)] = [self.stored(ends[0], lows[0]), self.stored(ends[1], lows[1])];
            ([first, second], error + more)
        };
        let choices: &[[Option<u32>; 2]] = match self.lows {
            Lows::None => &[[None; 2]],
            Lows::Shared => &[[Some(0); 2], [Some(1); 2]],
            Lows::Each => &[
                [Some(0), Some(0)],
                [Some(0), Some(1)],
                [Some(1), Some(0)],
                [Some(1), Some(1)],
            ],
        };
        let found = choices.iter().map(|lows| with(*lows)).min_by_key(|(_, error)| *error);
        found.map_or([[0; 4]; 2], |(ends, _)| ends)
    }

    fn write(&self, shape: &Bc7Shape, ends: &[[[u8; 4]; 2]; 3], mut indices: [u8; 16]) -> [u8; BLOCK_BYTES] {
        let mut stored = [[[0; 4]; 2]; 3];
        let last = (1 << self.index_bits) - 1;
        for (subset, stored) in stored.iter_mut().enumerate().take(shape.count) {
            *stored = self.nearest(ends[shape.of[subset]]);
            if indices[shape.anchors[subset]] >> (self.index_bits - 1) == 1 {
                stored.swap(0, 1);
                let of_subset = indices.iter_mut().zip(shape.subsets);
                for (index, _) in of_subset.filter(|(_, of)| usize::from(*of) == subset) {
                    *index = last - *index;
                }
            }
        }
        let stored = &stored[..shape.count];
        let mut out = Writer::new(self.number);
        out.put(shape.pattern, self.pattern_bits);
        let low_bits = u32::from(self.lows != Lows::None);
        for channel in (0..4).filter(|channel| self.bits(*channel) > 0) {
            for end in stored.as_flattened() {
                out.put(end[channel] >> low_bits, self.bits(channel) - low_bits);
            }
        }
        match self.lows {
            Lows::None => {}
            Lows::Shared => stored.iter().for_each(|[end, _]| out.put(end[0] & 1, 1)),
            Lows::Each => stored.as_flattened().iter().for_each(|end| out.put(end[0] & 1, 1)),
        }
        out.put_indices(&indices, self.index_bits, &shape.anchors[..shape.count]);
        out.bytes()
    }
}

/// A block of one ramp, by the index of each texel among [`SHARES_OF_4`].
pub fn whole(ends: [[u8; 4]; 2], indices: [u8; 16]) -> [u8; BLOCK_BYTES] {
    WHOLE.write(&Bc7Shape::WHOLE, &[ends; 3], indices)
}

/// A block in which one channel has indices of its own; all are among [`SHARES_OF_2`].
pub fn planes(mut ends: [[u8; 4]; 2], channel: usize, [mut first, mut second]: [[u8; 16]; 2]) -> [u8; BLOCK_BYTES] {
    // Alpha has its own indices, in the place of which the channel is stored.
    ends.iter_mut().for_each(|end| end.swap(channel, 3));
    let mut scalar = ends.map(|end| u32::from(end[3]));
    if first[0] >= 2 {
        let [low, high] = ends;
        ends = [high, low];
        first = first.map(|index| 3 - index);
    }
    if second[0] >= 2 {
        scalar.swap(0, 1);
        second = second.map(|index| 3 - index);
    }
    let mut out = Writer::new(5);
    out.put((channel as u32 + 1) & 3, 2);
    for at in 0..3 {
        ends.iter().for_each(|end| out.put(nearest_stored(end[at], 7, None), 7));
    }
    scalar.iter().for_each(|end| out.put(*end, 8));
    out.put_indices(&first, 2, &[0]);
    out.put_indices(&second, 2, &[0]);
    out.bytes()
}

/// Blocks of one colour, exactly.
pub struct OneColor {
    /// Ends of seven bits between which a third of the way is each level.
    thirds: [[u32; 2]; 256],
}

impl OneColor {
    pub fn new() -> Self {
        let mut thirds = [[0; 2]; 256];
        for (low, more) in (0..128u32).flat_map(|low| (0..8).map(move |more| (low, more))) {
            let high = (low + more).min(127);
            let mixed = widened(low, 7) * 43 + widened(high, 7) * 21;
            thirds[((mixed + 32) >> 6) as usize] = [low, high];
        }
        Self { thirds }
    }

    pub fn block(&self, color: [u8; 4]) -> [u8; BLOCK_BYTES] {
        let mut out = Writer::new(5);
        out.put(0, 2);
        for level in &color[..3] {
            self.thirds[usize::from(*level)].iter().for_each(|end| out.put(*end, 7));
        }
        (0..2).for_each(|_| out.put(u32::from(color[3]), 8));
        out.put_indices(&[1; 16], 2, &[0]);
        out.put_indices(&[0; 16], 2, &[0]);
        out.bytes()
    }
}

/// Blocks of BC7 in place of those of UASTC.
pub struct Bc7 {
    /// By the number of a pattern.
    shapes: Vec<Bc7Shape>,
    one_color: OneColor,
}

impl Bc7 {
    pub fn new(partitions: &Partitions) -> Self {
        Self {
            shapes: Bc7Shape::all(partitions),
            one_color: OneColor::new(),
        }
    }

    pub fn block(&self, parts: &UastcParts) -> [u8; BLOCK_BYTES] {
        if parts.weight_bits == 0 {
            return self.one_color.block(parts.ends[0][0]);
        }
        if let Some((channel, weights)) = &parts.second {
            let indices = [&parts.weights, weights].map(|weights| indices(weights, 2));
            return planes(parts.ends[0], *channel, indices);
        }
        let shape = &self.shapes[parts.pattern.number];
        let used = shape.of[..shape.count].iter().flat_map(|of| &parts.ends[*of]);
        let is_opaque = used.into_iter().all(|end| end[3] == 255);
        let mode = match (shape.count, is_opaque) {
            (1, _) => WHOLE,
            (2, false) => HALVES_WITH_ALPHA,
            (2, true) if parts.weight_bits > 2 => HALVES_OF_MORE_SHARES,
            (2, true) => HALVES,
            _ => THIRDS,
        };
        mode.write(shape, &parts.ends, indices(&parts.weights, mode.index_bits))
    }
}
