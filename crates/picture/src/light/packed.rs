//! Smooth levels of a cube in few bytes: as cosines of blocks, of which only the slow ones are more than nothing, deflated.
//!
//! In and out: levels of a cube in linear light. The fourth root of each channel is stored, as a screen shows light, only finer in lamps; two
//! squarings bring the light back. Blocks of eight by eight texels become cosines, in steps that nobody sees: on a screen the built-in
//! environments change by 0.6 of 255 on average. The numbers of one cosine of all blocks follow each other, lower bytes before upper ones, as
//! deflate finds more in rows of one kind.

use super::Cube;
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use glam::Vec3;
use rayon::prelude::*;
use std::f32::consts::PI;
use std::io::Read;

/// Texels along an edge of a block.
const EDGE: usize = 8;
const BLOCK: usize = EDGE * EDGE;
/// Red less green, green, blue less green.
const CHANNELS: usize = 3;
/// Two neighbouring amounts of the slowest cosine in the smallest level.
const STEP: f32 = 0.004;

/// Amounts of a block's cosines, the slowest first in both directions.
type Amounts = [[f32; BLOCK]; CHANNELS];

/// Packs levels whose sides are multiples of [`EDGE`].
pub fn pack(levels: &[Cube]) -> Vec<u8> {
    let cosines = cosines();
    let blocks: Vec<(usize, Amounts)> = (levels.iter())
        .flat_map(|level| (0..blocks_of(level.side)).map(|at| (level.side, amounts(&cosines, level, at))))
        .collect();
    let count = blocks.len();
    let mut rows = vec![0; 2 * CHANNELS * BLOCK * count];
    for (row, bytes) in rows.chunks_exact_mut(2 * count).enumerate() {
        let (lower, upper) = bytes.split_at_mut(count);
        let mut before = 0;
        let (channel, cosine) = (row / BLOCK, row % BLOCK);
        for (at, (side, block)) in blocks.iter().enumerate() {
            let amount = (block[channel][cosine] / step(*side, channel, cosine)).round() as i16;
            [lower[at], upper[at]] = zigzag(amount.wrapping_sub(before)).to_le_bytes();
            if cosine == 0 {
                before = amount;
            }
        }
    }
    let mut packed = Vec::new();
    DeflateEncoder::new(&rows[..], Compression::best())
        .read_to_end(&mut packed)
        .expect("bytes in memory can be read");
    packed
}

/// The `count` levels that [`pack`] packed, the first of which is `side` texels wide and each other half as wide as the one before it; `None` if
/// these are others.
pub fn unpack(packed: &[u8], side: usize, count: usize) -> Option<Vec<Cube>> {
    let sides = || (0..count).map(|level| side >> level);
    let blocks: usize = sides().map(blocks_of).sum();
    let bytes = 2 * CHANNELS * BLOCK * blocks;
    let mut rows = Vec::with_capacity(bytes + 1);
    let most = bytes as u64 + 1;
    DeflateDecoder::new(packed).take(most).read_to_end(&mut rows).ok()?;
    if rows.len() != bytes {
        return None;
    }
    // Means are stored as what is added to those of the block before.
    let mut means = vec![[0_i16; CHANNELS]; blocks];
    let number = |row: usize, at: usize| {
        let row = &rows[2 * blocks * row..][..2 * blocks];
        unzigzag(u16::from_le_bytes([row[at], row[blocks + at]]))
    };
    for channel in 0..CHANNELS {
        let mut sum = 0_i16;
        for (at, mean) in means.iter_mut().enumerate() {
            sum = sum.wrapping_add(number(channel * BLOCK, at));
            mean[channel] = sum;
        }
    }
    let cosines = cosines();
    let mut first = 0;
    let levels = sides().map(|side| {
        let of_level = first..first + blocks_of(side);
        first = of_level.end;
        let texels: Vec<[Vec3; BLOCK]> = of_level
            .into_par_iter()
            .map(|at| {
                let mut block: Amounts = [[0.0; BLOCK]; CHANNELS];
                for (channel, amounts) in block.iter_mut().enumerate() {
                    for (cosine, amount) in amounts.iter_mut().enumerate() {
                        let steps = match cosine {
                            0 => means[at][channel],
                            _ => number(channel * BLOCK + cosine, at),
                        };
                        *amount = f32::from(steps) * step(side, channel, cosine);
                    }
                }
                light(&cosines, &block)
            })
            .collect();
        let across = side / EDGE;
        Cube::by_place(side, |line, column| {
            texels[line / EDGE * across + column / EDGE][line % EDGE * EDGE + column % EDGE]
        })
    });
    Some(levels.collect())
}

fn blocks_of(side: usize) -> usize {
    6 * (side / EDGE) * (side / EDGE)
}

/// Two neighbouring amounts of a cosine of a channel. Faults of quick cosines and of colours are seen less, and so are those of levels that
/// surfaces like mirrors show: much else is to be seen in these.
fn step(side: usize, channel: usize, cosine: usize) -> f32 {
    let of_level = match side {
        128.. => 2.0,
        64.. => 1.5,
        _ => 1.0,
    };
    let of_color = if channel == 1 { 1.0 } else { 1.6 };
    let quickness = (cosine / EDGE + cosine % EDGE) as f32;
    STEP * of_level * of_color * (1.0 + quickness / 8.0)
}

/// Row by row a cosine at each texel of an edge. Their squares sum to 1, so that what is lost of an amount is as much in the texels.
fn cosines() -> [f32; BLOCK] {
    std::array::from_fn(|at| {
        let (cosine, texel) = ((at / EDGE) as f32, (at % EDGE) as f32 + 0.5);
        let size = if at < EDGE { 1.0 } else { 2.0_f32 };
        (size / EDGE as f32).sqrt() * (cosine * texel * PI / EDGE as f32).cos()
    })
}

/// The block `at` of a level as amounts of cosines.
fn amounts(cosines: &[f32; BLOCK], level: &Cube, at: usize) -> Amounts {
    let across = level.side / EDGE;
    let first = at / across * EDGE * level.side + at % across * EDGE;
    let roots: [Vec3; BLOCK] = std::array::from_fn(|at| {
        let texel = level.texels[first + at / EDGE * level.side + at % EDGE];
        let [red, green, blue] = texel.max(Vec3::ZERO).to_array().map(|light| light.sqrt().sqrt());
        Vec3::new(red - green, green, blue - green)
    });
    std::array::from_fn(|channel| {
        let texels = roots.map(|root| root[channel]);
        let along: [f32; BLOCK] =
            std::array::from_fn(|to| dot(&cosines[to % EDGE * EDGE..], &texels[to / EDGE * EDGE..], 1));
        std::array::from_fn(|to| dot(&cosines[to / EDGE * EDGE..], &along[to % EDGE..], EDGE))
    })
}

/// The sum of products of the first numbers of `row` and every `stride`th of `other`.
fn dot(row: &[f32], other: &[f32], stride: usize) -> f32 {
    (0..EDGE).map(|at| row[at] * other[at * stride]).sum()
}

/// The texels of a block, line by line.
fn light(cosines: &[f32; BLOCK], block: &Amounts) -> [Vec3; BLOCK] {
    let roots = block.each_ref().map(|amounts| {
        let mut lines = [[0.0; EDGE]; EDGE];
        for (line, amounts) in lines.iter_mut().zip(amounts.as_chunks::<EDGE>().0) {
            *line = mixed(cosines, |cosine| amounts[cosine]);
        }
        // From here on column by column.
        let columns: [[f32; EDGE]; EDGE] = std::array::from_fn(|column| mixed(cosines, |cosine| lines[cosine][column]));
        columns
    });
    std::array::from_fn(|at| {
        let [red, green, blue] = roots.each_ref().map(|columns| columns[at % EDGE][at / EDGE]);
        let root = Vec3::new(red + green, green, blue + green).max(Vec3::ZERO);
        let squared = root * root;
        squared * squared
    })
}

/// The sum of cosines along an edge.
fn mixed(cosines: &[f32; BLOCK], amount: impl Fn(usize) -> f32) -> [f32; EDGE] {
    let mut sum = [0.0; EDGE];
    for (cosine, row) in cosines.as_chunks::<EDGE>().0.iter().enumerate() {
        let amount = amount(cosine);
        if amount != 0.0 {
            sum.iter_mut().zip(row).for_each(|(sum, at)| *sum += amount * at);
        }
    }
    sum
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

    /// A sky with a sun, dark at one side.
    fn levels() -> Vec<Cube> {
        let light = |face, u, v| {
            let toward = super::super::face_direction(face, u, v).normalize();
            let sun = 200.0 * (40.0 * (toward.dot(Vec3::new(0.6, 0.64, 0.48)) - 1.0)).exp();
            Vec3::new(0.3, 0.5, 0.9) * (toward.x + 1.001).powi(3) + sun * Vec3::new(1.0, 0.9, 0.7)
        };
        [64, 32, 16, 8].map(|side| Cube::build(side, light)).into()
    }

    #[test]
    fn smooth_levels_come_back_from_few_bytes_with_less_change_than_a_screen_shows() {
        let levels = levels();
        let packed = pack(&levels);
        let unpacked = unpack(&packed, 64, levels.len()).expect("as many as were packed");
        let texels = |levels: &[Cube]| -> Vec<f32> {
            let texels = levels.iter().flat_map(|level| &level.texels);
            texels.flat_map(|light| light.to_array().map(f32::sqrt)).collect()
        };
        let [seen, wanted] = [&unpacked, &levels].map(|levels| texels(levels));
        let apart = |at: usize| (seen[at] - wanted[at]).abs();
        for at in 0..wanted.len() {
            // A tenth of the light at most, beside the sun.
            let most = 0.05 * wanted[at].max(0.5);
            assert!(apart(at) < most, "{}, not {}", seen[at], wanted[at]);
        }
        // Where a screen shows white, this is one of 255.
        let mean = (0..wanted.len()).map(apart).sum::<f32>() / wanted.len() as f32;
        assert!(mean < 0.004, "{mean}");
        assert!(packed.len() * 5 < wanted.len(), "{}", packed.len());
    }

    #[test]
    fn what_is_no_packed_level_is_none() {
        let packed = pack(&levels());
        assert_eq!(unpack(&packed, 64, 3), None, "more than wanted");
        assert_eq!(unpack(&packed, 128, 4), None, "less than wanted");
        assert_eq!(unpack(&packed[..packed.len() / 2], 64, 4), None, "cut");
        assert_eq!(unpack(&[], 64, 4), None);
    }
}
