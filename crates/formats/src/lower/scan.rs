//! Checks of arrays where they lie in the file: is anything wrong in here at all?
//!
//! In: little-endian, unaligned bytes of whole records. Out: a verdict, and bounds. Nothing is copied and nothing is
//! repaired here: what fails a check is walked once more, slowly, by whoever owns the repair.
//! The loops hold no branches and no bounds checks, so that the compiler turns them into vector code.
//! Long arrays are cut into blocks of fixed size that run in parallel; block results are joined in order, so the
//! answer has the same bits on any number of threads.

use crate::lower::directions::USABLE_SQUARED_LENGTH;
use castview_base::core::Bounds;
use glam::{Vec3, Vec4};
use rayon::prelude::*;
use std::ops::Range;

/// Records of one block. Big enough to hide the cost of a task, small enough to stay in a core's cache.
const BLOCK: usize = 1 << 14;

/// Bit patterns from here up are infinite, not a number, or negative.
const INFINITE_BITS: u32 = 0x7f80_0000;

/// How far a vertex's weights may sum beside 1 and still count as normalised: rounding of sixteen halfway values.
pub(crate) const EXACT_SUM: f32 = 2e-6;

/// Runs `check` on consecutive ranges that cover `0..count`, in parallel when there are several; results in order.
pub(crate) fn by_blocks<R: Send>(count: usize, check: impl Fn(Range<usize>) -> R + Sync) -> Vec<R> {
    if count <= BLOCK {
        return vec![check(0..count)];
    }
    (0..count.div_ceil(BLOCK))
        .into_par_iter()
        .map(|block| check(block * BLOCK..(block * BLOCK + BLOCK).min(count)))
        .collect()
}

fn all_blocks<const SIZE: usize>(bytes: &[u8], check: impl Fn(&[[u8; SIZE]]) -> bool + Sync) -> bool {
    let records = bytes.as_chunks::<SIZE>().0;
    by_blocks(records.len(), |range| check(&records[range]))
        .into_iter()
        .all(|fine| fine)
}

#[inline]
fn words<const N: usize, const SIZE: usize>(record: &[u8; SIZE]) -> [u32; N] {
    std::array::from_fn(|i| {
        u32::from_le_bytes([record[4 * i], record[4 * i + 1], record[4 * i + 2], record[4 * i + 3]])
    })
}

#[inline]
fn floats<const N: usize, const SIZE: usize>(record: &[u8; SIZE]) -> [f32; N] {
    words::<N, SIZE>(record).map(f32::from_bits)
}

/// Whether every f32 is finite.
pub(crate) fn finite(bytes: &[u8]) -> bool {
    let check = |record: &[u8; 4]| words::<1, 4>(record)[0] & INFINITE_BITS == INFINITE_BITS;
    all_blocks::<4>(bytes, |records| {
        let mut wild = 0;
        for record in records {
            wild |= u32::from(check(record));
        }
        wild == 0
    })
}

/// The box around all points, and whether all are finite. The box skips what is not a number.
pub(crate) fn points(bytes: &[u8]) -> (Bounds, bool) {
    // Four points at a time: twelve lanes whose axis is the lane modulo three.
    let check = |points: &[[u8; 12]]| {
        let mut wild = 0;
        let (mut low, mut high) = ([f32::INFINITY; 12], [f32::NEG_INFINITY; 12]);
        let (whole, rest) = points.as_flattened().as_chunks::<48>();
        for record in whole {
            let lanes = floats::<12, 48>(record);
            for i in 0..12 {
                low[i] = if lanes[i] < low[i] { lanes[i] } else { low[i] };
                high[i] = if lanes[i] > high[i] { lanes[i] } else { high[i] };
                wild |= u32::from(lanes[i].to_bits() & INFINITE_BITS == INFINITE_BITS);
            }
        }
        let mut bounds = Bounds::EMPTY;
        for i in 0..4 {
            let at = |lanes: &[f32; 12]| Vec3::new(lanes[3 * i], lanes[3 * i + 1], lanes[3 * i + 2]);
            bounds = bounds.union(Bounds {
                min: at(&low),
                max: at(&high),
            });
        }
        for record in rest.as_chunks::<12>().0 {
            let point = floats::<3, 12>(record);
            wild |= u32::from(point.iter().any(|v| !v.is_finite()));
            bounds.add(point.into());
        }
        (bounds, wild == 0)
    };
    let points = bytes.as_chunks::<12>().0;
    by_blocks(points.len(), |range| check(&points[range]))
        .into_iter()
        .fold((Bounds::EMPTY, true), |all, one| (all.0.union(one.0), all.1 & one.1))
}

/// Whether every normal is finite and long enough to be normalised.
pub(crate) fn normals(bytes: &[u8]) -> bool {
    all_blocks::<12>(bytes, |records| {
        let mut bad = 0;
        for record in records {
            let v = floats::<3, 12>(record);
            let squared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
            bad |= u32::from(!USABLE_SQUARED_LENGTH.contains(&squared));
        }
        bad == 0
    })
}

/// Findings about the rotation keys as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rotations {
    /// Every one is finite and can be normalised.
    pub usable: bool,
    /// Every length is within 5 % of 1.
    pub near_unit: bool,
}

/// Squared lengths of rotations within 5 % of unit length.
pub(crate) const NEAR_UNIT: Range<f32> = 0.9025..1.1025;

pub(crate) fn rotations(bytes: &[u8]) -> Rotations {
    let records = bytes.as_chunks::<16>().0;
    let mut all = Rotations {
        usable: true,
        near_unit: true,
    };
    for one in by_blocks(records.len(), |range| {
        let (mut bad, mut far) = (0, 0);
        for record in &records[range] {
            let q = floats::<4, 16>(record);
            let squared = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
            bad |= u32::from(!USABLE_SQUARED_LENGTH.contains(&squared));
            far |= u32::from(!NEAR_UNIT.contains(&squared));
        }
        Rotations {
            usable: bad == 0,
            near_unit: far == 0,
        }
    }) {
        all.usable &= one.usable;
        all.near_unit &= one.near_unit;
    }
    all
}

/// An unsigned integer of one of the widths a file may choose.
pub(crate) trait Index: Copy + Ord + Send + Sync {
    const SIZE: usize;
    fn read<const SIZE: usize>(record: &[u8; SIZE], at: usize) -> Self;
    fn wide(self) -> u32;
    /// `limit` in this width, or `None` if every value lies below it.
    fn limit(limit: usize) -> Option<Self>;
}

macro_rules! indices {
    ($($int:ty: $($byte:literal)*),*) => {$(
        impl Index for $int {
            const SIZE: usize = size_of::<$int>();

            #[inline]
            fn read<const SIZE: usize>(record: &[u8; SIZE], at: usize) -> Self {
                let at = at * size_of::<$int>();
                <$int>::from_le_bytes([$(record[at + $byte]),*])
            }

            #[inline]
            fn wide(self) -> u32 {
                self.into()
            }

            fn limit(limit: usize) -> Option<Self> {
                limit.try_into().ok()
            }
        }
    )*};
}
indices!(u8: 0, u16: 0 1, u32: 0 1 2 3);

/// Whether every index of these triangles lies below `limit` and no triangle names a vertex twice.
/// `SIZE` is three times the width of `I`.
pub(crate) fn triangles<I: Index, const SIZE: usize>(bytes: &[u8], limit: usize) -> bool {
    const { assert!(SIZE == 3 * I::SIZE) };
    let limit = I::limit(limit);
    all_blocks::<SIZE>(bytes, |records| {
        let mut bad = 0;
        for record in records {
            let [a, b, c] = [I::read(record, 0), I::read(record, 1), I::read(record, 2)];
            bad |= u32::from((a == b) | (b == c) | (a == c));
        }
        if let Some(limit) = limit {
            for record in records {
                let [a, b, c] = [I::read(record, 0), I::read(record, 1), I::read(record, 2)];
                bad |= u32::from((a >= limit) | (b >= limit) | (c >= limit));
            }
        }
        bad == 0
    })
}

/// Whether these are strictly ascending. `SIZE` is the width of `I`.
pub(crate) fn ascending<I: Index, const SIZE: usize>(bytes: &[u8]) -> bool {
    const { assert!(SIZE == I::SIZE) };
    let records = bytes.as_chunks::<SIZE>().0;
    by_blocks(records.len(), |range| {
        // Each block compares its first value with the last of the block before.
        let records = &records[range.start.saturating_sub(1)..range.end];
        let mut bad = 0;
        for (before, after) in records.iter().zip(records.iter().skip(1)) {
            bad |= u32::from(I::read(before, 0) >= I::read(after, 0));
        }
        bad == 0
    })
    .into_iter()
    .all(|fine| fine)
}

/// Whether the frames of these keys strictly ascend and all numbers are finite. `SIZE`: a key has a frame and then three f32.
pub(crate) fn vector_keys<I: Index, const SIZE: usize>(bytes: &[u8]) -> bool {
    const { assert!(SIZE == I::SIZE + 12) };
    let keys = bytes.as_chunks::<SIZE>().0;
    by_blocks(keys.len(), |range| {
        let mut bad = u32::from(!follows::<I, SIZE>(keys, &range));
        let mut before = None;
        for key in &keys[range] {
            let frame = I::read(key, 0);
            bad |= u32::from(before.is_some_and(|before| before >= frame));
            before = Some(frame);
            for axis in 0..3 {
                let number = float_at(key, I::SIZE + 4 * axis).to_bits();
                bad |= u32::from(number & INFINITE_BITS == INFINITE_BITS);
            }
        }
        bad == 0
    })
    .into_iter()
    .all(|fine| fine)
}

/// Findings about keys of rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RotationKeys {
    /// The frames strictly ascend.
    pub ascend: bool,
    /// Every rotation is finite and can be normalised.
    pub usable: bool,
    /// Rotations among those that can be normalised whose length is not within 5 % of 1.
    pub far: usize,
}

impl RotationKeys {
    pub const LAWFUL: Self = Self {
        ascend: true,
        usable: true,
        far: 0,
    };

    #[inline]
    pub fn judge(&mut self, rotation: [f32; 4]) {
        let squared = Vec4::from(rotation).length_squared();
        let is_usable = USABLE_SQUARED_LENGTH.contains(&squared);
        self.usable &= is_usable;
        self.far += usize::from(is_usable & !NEAR_UNIT.contains(&squared));
    }
}

/// `SIZE`: a key has a frame and then four f32.
pub(crate) fn rotation_keys<I: Index, const SIZE: usize>(bytes: &[u8]) -> RotationKeys {
    const { assert!(SIZE == I::SIZE + 16) };
    let keys = bytes.as_chunks::<SIZE>().0;
    let of_blocks = by_blocks(keys.len(), |range| {
        let mut found = RotationKeys {
            ascend: follows::<I, SIZE>(keys, &range),
            ..RotationKeys::LAWFUL
        };
        let mut before = None;
        for key in &keys[range] {
            let frame = I::read(key, 0);
            found.ascend &= before.is_none_or(|before| before < frame);
            before = Some(frame);
            found.judge(std::array::from_fn(|axis| float_at(key, I::SIZE + 4 * axis)));
        }
        found
    });
    of_blocks
        .into_iter()
        .fold(RotationKeys::LAWFUL, |all, one| RotationKeys {
            ascend: all.ascend & one.ascend,
            usable: all.usable & one.usable,
            far: all.far + one.far,
        })
}

/// Whether the first key of a block has a later frame than the last of the block before.
fn follows<I: Index, const SIZE: usize>(keys: &[[u8; SIZE]], block: &Range<usize>) -> bool {
    let before = block.start.checked_sub(1).and_then(|before| keys.get(before));
    let both = before.zip(keys.get(block.start));
    both.is_none_or(|(before, first)| I::read(before, 0) < I::read(first, 0))
}

#[inline]
fn float_at<const SIZE: usize>(record: &[u8; SIZE], at: usize) -> f32 {
    f32::from_le_bytes([record[at], record[at + 1], record[at + 2], record[at + 3]])
}

/// Whether these f32 are finite and strictly ascending.
pub(crate) fn ascending_floats(bytes: &[u8]) -> bool {
    let values = bytes.as_chunks::<4>().0;
    // A NaN between two numbers fails both comparisons; the ends and the infinite ones need the other check.
    finite(bytes)
        && values
            .windows(2)
            .all(|pair| floats::<1, 4>(&pair[0])[0] < floats::<1, 4>(&pair[1])[0])
}

/// Whether the influences keep every law of [`castview_base::scene::Influences`] as they lie in the file, all vertices having
/// weights that sum to 1.
pub(crate) fn influences<I: Index>(slots: &[u8], weights: &[u8], stride: usize, limit: usize) -> bool {
    // One loop per common stride, so that the inner loops are unrolled.
    match (stride, I::SIZE) {
        (2, 1) => fixed_influences::<I, 2, 2, 8>(slots, weights, limit),
        (2, 2) => fixed_influences::<I, 2, 4, 8>(slots, weights, limit),
        (2, 4) => fixed_influences::<I, 2, 8, 8>(slots, weights, limit),
        (3, 1) => fixed_influences::<I, 3, 3, 12>(slots, weights, limit),
        (3, 2) => fixed_influences::<I, 3, 6, 12>(slots, weights, limit),
        (3, 4) => fixed_influences::<I, 3, 12, 12>(slots, weights, limit),
        (4, 1) => fixed_influences::<I, 4, 4, 16>(slots, weights, limit),
        (4, 2) => fixed_influences::<I, 4, 8, 16>(slots, weights, limit),
        (4, 4) => fixed_influences::<I, 4, 16, 16>(slots, weights, limit),
        (8, 1) => fixed_influences::<I, 8, 8, 32>(slots, weights, limit),
        (8, 2) => fixed_influences::<I, 8, 16, 32>(slots, weights, limit),
        (8, 4) => fixed_influences::<I, 8, 32, 32>(slots, weights, limit),
        _ => any_influences::<I>(slots, weights, stride, limit),
    }
}

fn fixed_influences<I: Index, const STRIDE: usize, const SLOT_BYTES: usize, const WEIGHT_BYTES: usize>(
    slots: &[u8],
    weights: &[u8],
    limit: usize,
) -> bool {
    let (slots, weights) = (slots.as_chunks::<SLOT_BYTES>().0, weights.as_chunks::<WEIGHT_BYTES>().0);
    let limit = u32::try_from(limit).unwrap_or(u32::MAX);
    by_blocks(slots.len().min(weights.len()), |range| {
        let mut bad = 0;
        for (slots, weights) in slots[range.clone()].iter().zip(&weights[range]) {
            let slots: [u32; STRIDE] = std::array::from_fn(|j| I::read(slots, j).wide());
            bad |= faults_of(slots, floats::<STRIDE, WEIGHT_BYTES>(weights), limit);
        }
        bad == 0
    })
    .into_iter()
    .all(|fine| fine)
}

/// As [`influences`], where each weight follows its slot. `SIZE` is that of such a pair.
pub(crate) fn paired_influences<I: Index, const SIZE: usize>(pairs: &[u8], stride: usize, limit: usize) -> bool {
    const { assert!(SIZE == I::SIZE + 4) };
    let pairs = pairs.as_chunks::<SIZE>().0;
    match stride {
        1 => fixed_pairs::<I, SIZE, 1>(pairs, limit),
        2 => fixed_pairs::<I, SIZE, 2>(pairs, limit),
        3 => fixed_pairs::<I, SIZE, 3>(pairs, limit),
        4 => fixed_pairs::<I, SIZE, 4>(pairs, limit),
        8 => fixed_pairs::<I, SIZE, 8>(pairs, limit),
        _ => any_pairs(pairs.len(), stride, limit, |at| pair::<I, SIZE>(&pairs[at])),
    }
}

#[inline]
fn pair<I: Index, const SIZE: usize>(pair: &[u8; SIZE]) -> (u32, f32) {
    (I::read(pair, 0).wide(), float_at(pair, I::SIZE))
}

fn fixed_pairs<I: Index, const SIZE: usize, const STRIDE: usize>(pairs: &[[u8; SIZE]], limit: usize) -> bool {
    let vertices = pairs.as_chunks::<STRIDE>().0;
    let limit = u32::try_from(limit).unwrap_or(u32::MAX);
    by_blocks(vertices.len(), |range| {
        let mut bad = 0;
        for vertex in &vertices[range] {
            let pairs: [(u32, f32); STRIDE] = std::array::from_fn(|j| pair::<I, SIZE>(&vertex[j]));
            bad |= faults_of(pairs.map(|pair| pair.0), pairs.map(|pair| pair.1), limit);
        }
        bad == 0
    })
    .into_iter()
    .all(|fine| fine)
}

/// 0 where the influences of one vertex keep every law. Without branches, for vector code.
#[inline]
fn faults_of<const STRIDE: usize>(slots: [u32; STRIDE], weights: [f32; STRIDE], limit: u32) -> u32 {
    let (mut bad, mut sum) = (0, 0.0);
    for j in 0..STRIDE {
        sum += weights[j];
        bad |= u32::from((slots[j] >= limit) | (weights[j].to_bits() >= INFINITE_BITS));
        for k in 0..j {
            bad |= u32::from((slots[j] == slots[k]) & (weights[j] > 0.0) & (weights[k] > 0.0));
        }
    }
    let is_one = (sum - 1.0f32).abs() <= EXACT_SUM;
    bad | u32::from(!is_one)
}

fn any_influences<I: Index>(slots: &[u8], weights: &[u8], stride: usize, limit: usize) -> bool {
    let weights = weights.as_chunks::<4>().0;
    let count = (slots.len() / I::SIZE).min(weights.len());
    any_pairs(count, stride, limit, |at| {
        let mut raw = [0; 4];
        raw[..I::SIZE].copy_from_slice(&slots[at * I::SIZE..(at + 1) * I::SIZE]);
        (u32::from_le_bytes(raw), floats::<1, 4>(&weights[at])[0])
    })
}

/// `count` pairs of slot and weight, `stride` of them to a vertex.
fn any_pairs(count: usize, stride: usize, limit: usize, pair: impl Fn(usize) -> (u32, f32) + Sync) -> bool {
    // Comparing every pair would take the square of a stride that the file chooses.
    const MOST: usize = 32;
    if stride > MOST {
        return false;
    }
    let limit = u32::try_from(limit).unwrap_or(u32::MAX);
    by_blocks(count / stride, |range| {
        range.into_iter().all(|vertex| {
            let mut seen = [(0u32, 0f32); MOST];
            let mut sum = 0.0;
            for j in 0..stride {
                let (slot, weight) = pair(vertex * stride + j);
                let twice = || weight > 0.0 && seen[..j].iter().any(|one| one.0 == slot && one.1 > 0.0);
                if slot >= limit || weight.to_bits() >= INFINITE_BITS || twice() {
                    return false;
                }
                seen[j] = (slot, weight);
                sum += weight;
            }
            (sum - 1.0f32).abs() <= EXACT_SUM
        })
    })
    .into_iter()
    .all(|fine| fine)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes<T: castview_base::core::Element>(values: &[T]) -> Vec<u8> {
        let mut out = Vec::new();
        for value in values {
            value.extend_le(&mut out);
        }
        out
    }

    /// Lengths around the block and the vector width, each with one bad value at every interesting position.
    #[test]
    fn one_bad_value_is_seen_anywhere() {
        for count in [1, 3, 4, 5, 17, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 7] {
            let good: Vec<[f32; 3]> = (0..count).map(|i| [1.0, i as f32 * 1e-3, -2.0]).collect();
            assert!(
                finite(&bytes(&good)) && points(&bytes(&good)).1 && normals(&bytes(&good)),
                "{count}"
            );
            for at in [0, count / 2, count - 1] {
                for wild in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                    let mut bad = good.clone();
                    bad[at][1] = wild;
                    let bad = bytes(&bad);
                    assert!(
                        !finite(&bad) && !points(&bad).1 && !normals(&bad),
                        "{wild} at {at} of {count}"
                    );
                }
                let mut flat = good.clone();
                flat[at] = [0.0; 3];
                assert!(!normals(&bytes(&flat)), "zero normal at {at} of {count}");
            }
        }
    }

    #[test]
    fn bounds_cover_every_point() {
        let corners: Vec<[f32; 3]> = (0..BLOCK as i32 + 3).map(|i| [i as f32, -i as f32, 0.5]).collect();
        let (bounds, _) = points(&bytes(&corners));
        let last = BLOCK as f32 + 2.0;
        assert_eq!(
            (bounds.min, bounds.max),
            (Vec3::new(0.0, -last, 0.5), Vec3::new(last, 0.0, 0.5))
        );
        assert!(points(&[]).0.is_empty());
    }

    #[test]
    fn triangles_are_in_range_and_have_three_corners() {
        for (triangle, limit, wanted) in [
            ([0, 1, 2], 3, true),
            ([0, 1, 2], 2, false),
            ([0, 0, 1], 3, false),
            ([0, 1, 1], 3, false),
            ([1, 0, 1], 3, false),
            ([254, 255, 0], 256, true),
            ([254, 255, 0], 255, false),
        ] {
            let bytes8 = bytes(&triangle.map(|i| i as u8));
            let bytes16 = bytes(&triangle.map(|i| i as u16));
            let bytes32 = bytes(&triangle.map(|i| i as u32));
            assert_eq!(triangles::<u8, 3>(&bytes8, limit), wanted, "{triangle:?} {limit}");
            assert_eq!(triangles::<u16, 6>(&bytes16, limit), wanted, "{triangle:?} {limit}");
            assert_eq!(triangles::<u32, 12>(&bytes32, limit), wanted, "{triangle:?} {limit}");
        }
    }

    #[test]
    fn order_is_checked_across_blocks() {
        let count = 2 * BLOCK as u32 + 5;
        let good: Vec<u32> = (0..count).collect();
        assert!(ascending::<u32, 4>(&bytes(&good)));
        for at in [1, BLOCK - 1, BLOCK, BLOCK + 1, count as usize - 1] {
            let mut bad = good.clone();
            bad[at] = bad[at - 1];
            assert!(!ascending::<u32, 4>(&bytes(&bad)), "{at}");
        }
        assert!(ascending_floats(&bytes(&[0.5f32, 0.75, 3.0])));
        for bad in [
            [0.5, 0.5, 1.0],
            [0.5, f32::NAN, 1.0],
            [0.5, 1.0, f32::INFINITY],
            [2.0, 1.0, 3.0],
        ] {
            assert!(!ascending_floats(&bytes(&bad)), "{bad:?}");
        }
    }

    /// Whether the pairs of slot and weight are lawful where slots take one, two and four bytes.
    fn paired(slots: &[u32], weights: &[f32], stride: usize) -> [bool; 3] {
        let pairs = |width: usize| -> Vec<u8> {
            let pairs = slots.iter().zip(weights);
            pairs
                .flat_map(|(slot, weight)| [&slot.to_le_bytes()[..width], &weight.to_le_bytes()].concat())
                .collect()
        };
        [
            paired_influences::<u8, 5>(&pairs(1), stride, 9),
            paired_influences::<u16, 6>(&pairs(2), stride, 9),
            paired_influences::<u32, 8>(&pairs(4), stride, 9),
        ]
    }

    #[test]
    fn pairs_of_one_and_of_very_many_influences_are_judged() {
        for (slots, weights, wanted) in [
            (&[8, 0][..], &[1.0, 1.0][..], true),
            (&[8, 9], &[1.0, 1.0], false),
            (&[8, 0], &[1.0, 0.5], false),
        ] {
            assert_eq!(paired(slots, weights, 1), [wanted; 3], "{slots:?} {weights:?}");
        }
        let mut weights = [0.0; 33];
        weights[0] = 1.0;
        // So many influences are always left to the slow repair.
        assert_eq!(paired(&[0; 33], &weights, 33), [false; 3]);
        assert_eq!(paired(&[0; 32], &weights[..32], 32), [true; 3]);
        // One bad vertex among blocks of others.
        let (mut slots, weights) = (vec![3; 2 * BLOCK + 5], vec![1.0; 2 * BLOCK + 5]);
        assert_eq!(paired(&slots, &weights, 1), [true; 3]);
        slots[BLOCK] = 9;
        assert_eq!(paired(&slots, &weights, 1), [false; 3]);
    }

    #[test]
    fn influences_keep_their_laws_at_every_stride() {
        // (slots, weights, lawful); padded to the stride with (0, 0).
        let cases: [(&[u32], &[f32], bool); 9] = [
            (&[1, 2], &[0.25, 0.75], true),
            (&[1], &[1.0], true),
            (&[1, 1], &[0.5, 0.5], false),
            (&[1, 1], &[1.0, 0.0], true),
            (&[9, 2], &[0.25, 0.75], false),
            (&[1, 2], &[0.25, 0.7], false),
            (&[1, 2], &[-0.25, 1.25], false),
            (&[1, 2], &[f32::NAN, 1.0], false),
            (&[0, 0], &[0.0, 0.0], false),
        ];
        for stride in [2, 3, 4, 5, 8, 16] {
            for (slots, weights, wanted) in cases {
                let pad = |mut list: Vec<u32>| {
                    list.resize(stride, 0);
                    list
                };
                let slots = pad(slots.to_vec());
                let weights: Vec<f32> = pad(weights.iter().map(|w| w.to_bits()).collect())
                    .into_iter()
                    .map(f32::from_bits)
                    .collect();
                let context = format!("{slots:?} {weights:?}");
                assert_eq!(paired(&slots, &weights, stride), [wanted; 3], "{context}");
                let (weights, narrow) = (bytes(&weights), slots.iter().map(|s| *s as u16).collect::<Vec<_>>());
                assert_eq!(
                    influences::<u32>(&bytes(&slots), &weights, stride, 9),
                    wanted,
                    "{context}"
                );
                assert_eq!(
                    influences::<u16>(&bytes(&narrow), &weights, stride, 9),
                    wanted,
                    "{context}"
                );
            }
        }
    }

    /// Keys of frames that follow each other and one vector, as bytes; `change` may spoil some.
    fn keys<const N: usize>(count: usize, vector: [f32; N], change: impl Fn(&mut Vec<(u16, [f32; N])>)) -> Vec<u8> {
        let mut keys: Vec<(u16, [f32; N])> = (0..count as u16).map(|frame| (frame, vector)).collect();
        change(&mut keys);
        keys.into_iter()
            .flat_map(|(frame, vector)| [bytes(&[frame]), bytes(&[vector])].concat())
            .collect()
    }

    #[test]
    fn one_bad_key_is_seen_anywhere() {
        const COUNT: usize = 2 * BLOCK + 5;
        assert!(vector_keys::<u16, 14>(&keys(COUNT, [1.0; 3], |_| ())) && vector_keys::<u16, 14>(&[]));
        assert_eq!(
            rotation_keys::<u16, 18>(&keys(COUNT, [0.5; 4], |_| ())),
            RotationKeys::LAWFUL
        );
        for at in [1, BLOCK - 1, BLOCK, BLOCK + 1, COUNT - 1] {
            let vectors = |change: fn(&mut (u16, [f32; 3]))| {
                vector_keys::<u16, 14>(&keys(COUNT, [1.0; 3], |keys| change(&mut keys[at])))
            };
            assert!(!vectors(|key| key.0 -= 1), "{at}");
            assert!(!vectors(|key| key.1[2] = f32::NAN), "{at}");
            let rotations = |change: fn(&mut (u16, [f32; 4]))| {
                rotation_keys::<u16, 18>(&keys(COUNT, [0.5; 4], |keys| change(&mut keys[at])))
            };
            let lawful = RotationKeys::LAWFUL;
            assert_eq!(
                rotations(|key| key.0 -= 1),
                RotationKeys {
                    ascend: false,
                    ..lawful
                }
            );
            assert_eq!(
                rotations(|key| key.1 = [0.0; 4]),
                RotationKeys {
                    usable: false,
                    ..lawful
                }
            );
            assert_eq!(rotations(|key| key.1[0] = 2.0), RotationKeys { far: 1, ..lawful });
        }
    }

    #[test]
    fn rotations_are_judged_by_their_length() {
        for (q, usable, near_unit) in [
            ([0.0, 0.0, 0.0, 1.0], true, true),
            ([0.0, 0.0, 0.0, 1.04], true, true),
            ([0.0, 0.0, 0.0, 1.06], true, false),
            ([0.0, 0.0, 0.0, 0.0], false, false),
            ([f32::NAN, 0.0, 0.0, 1.0], false, false),
        ] {
            let judged = rotations(&bytes(&[[0.0, 0.0, 0.0, 1.0], q]));
            assert_eq!(judged, Rotations { usable, near_unit }, "{q:?}");
        }
    }
}
