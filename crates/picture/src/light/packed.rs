//! Texels of smooth cubes in few bytes, without loss: each number as its distance from the one that its neighbours let expect, deflated.
//!
//! In and out: levels of a cube, one after the other, as [`super::EnvironmentMap`] holds them. Packed they are a row of bytes for the powers
//! of two of all texels, then one for the lower and one for the upper bytes of the distances of each channel, as deflate finds more in rows
//! of one kind.

use super::rgb9e5::{self, Rgb9e5};
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use glam::Vec3;
use std::io::Read;

/// A row of powers, and two for each channel.
const ROWS: usize = 7;

/// Packs levels, the first of which is `side` texels wide and each other half as wide as the one before it.
pub fn pack(texels: &[u8], side: usize) -> Vec<u8> {
    let mut rows: [Vec<u8>; ROWS] = Default::default();
    let [powers, channels @ ..] = &mut rows;
    let (mut before, mut power) = (Faces::new(side), 0);
    for bits in texels.as_chunks().0 {
        let parts = Rgb9e5::of(u32::from_le_bytes(*bits));
        powers.push(parts.shared.wrapping_sub(power));
        power = parts.shared;
        let expected = before.expected(parts.shared);
        let distances =
            std::iter::zip(parts.channels, expected).map(|(is, expected)| zigzag(is as i16 - expected as i16));
        for (rows, distance) in channels.as_chunks_mut::<2>().0.iter_mut().zip(distances) {
            let bytes = distance.to_le_bytes();
            rows.iter_mut().zip(bytes).for_each(|(row, byte)| row.push(byte));
        }
        before.push(parts);
    }
    let mut packed = Vec::new();
    DeflateEncoder::new(&rows.concat()[..], Compression::best())
        .read_to_end(&mut packed)
        .expect("bytes in memory can be read");
    packed
}

/// The `bytes` bytes of levels that [`pack`] packed; `None` if these are not so many.
pub fn unpack(packed: &[u8], side: usize, bytes: usize) -> Option<Vec<u8>> {
    let count = bytes / 4;
    let mut rows = Vec::with_capacity(count * ROWS);
    let most = (count * ROWS) as u64 + 1;
    DeflateDecoder::new(packed).take(most).read_to_end(&mut rows).ok()?;
    if rows.len() != count * ROWS {
        return None;
    }
    let row = |row: usize, at: usize| rows[row * count + at];
    let (mut before, mut shared) = (Faces::new(side), 0_u8);
    let mut texels = Vec::with_capacity(bytes);
    for at in 0..count {
        shared = shared.wrapping_add(row(0, at)) & Rgb9e5::MOST_SHARED;
        let expected = before.expected(shared);
        let channels = std::array::from_fn(|channel| {
            let distance = u16::from_le_bytes([row(1 + 2 * channel, at), row(2 + 2 * channel, at)]);
            expected[channel].wrapping_add_signed(unzigzag(distance)) & Rgb9e5::MOST
        });
        let parts = Rgb9e5 { channels, shared };
        texels.extend_from_slice(&parts.bits().to_le_bytes());
        before.push(parts);
    }
    Some(texels)
}

/// The texels of a face that are there, line by line, of one face after the other.
struct Faces {
    side: usize,
    texels: Vec<Vec3>,
    /// Faces of this width that are full.
    full: usize,
}

impl Faces {
    fn new(side: usize) -> Self {
        Self {
            side,
            texels: Vec::with_capacity(side * side),
            full: 0,
        }
    }

    /// Expects that the next texel is as much brighter than the one before it as those above them are, in steps of `shared`.
    fn expected(&self, shared: u8) -> [u16; 3] {
        let at = self.texels.len();
        let back = |by: usize| self.texels[at - by];
        let color = match (at / self.side, at % self.side) {
            (0, 0) => Vec3::ZERO,
            (0, _) => back(1),
            (_, 0) => back(self.side),
            _ => back(1) + back(self.side) - back(self.side + 1),
        };
        let steps = color / rgb9e5::step_of(shared) + 0.5;
        steps.to_array().map(|steps| (steps as u16).min(Rgb9e5::MOST))
    }

    fn push(&mut self, parts: Rgb9e5) {
        self.texels.push(rgb9e5::decode(parts.bits()));
        if self.texels.len() < self.side * self.side {
            return;
        }
        self.texels.clear();
        self.full += 1;
        if self.full == 6 {
            (self.full, self.side) = (0, (self.side / 2).max(1));
        }
    }
}

/// Small numbers of both signs as small ones without.
fn zigzag(number: i16) -> u16 {
    ((number << 1) ^ (number >> 15)) as u16
}

fn unzigzag(number: u16) -> i16 {
    (number >> 1) as i16 ^ -((number & 1) as i16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_come_back_bit_by_bit_and_smooth_ones_are_small() {
        let side = 32;
        let count: usize = [side, side / 2, side / 4].map(|side| 6 * side * side).into_iter().sum();
        let smooth = |at: usize| Vec3::new(1.0 + (at as f32 / 90.0).sin(), at as f32 / count as f32, 2e-4);
        // Xorshift (Marsaglia 2003): all powers and channels, in no order.
        let mut state = 1_u32;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state
        };
        let texels_of = |bits: &mut dyn FnMut(usize) -> u32| -> Vec<u8> {
            (0..count).flat_map(|at| bits(at).to_le_bytes()).collect()
        };
        let smooth = texels_of(&mut |at| rgb9e5::encode(smooth(at)));
        let wild = texels_of(&mut |_| next());
        for texels in [&smooth, &wild] {
            let packed = pack(texels, side);
            assert_eq!(unpack(&packed, side, texels.len()).as_ref(), Some(texels));
            assert_eq!(unpack(&packed, side, texels.len() - 4), None, "more than wanted");
            assert_eq!(unpack(&packed[..packed.len() / 2], side, texels.len()), None, "cut");
        }
        assert!(pack(&smooth, side).len() < smooth.len() / 3);
    }
}
