//! The least and the greatest of any run of values, from a few looks.
//!
//! In: values, little endian. Out: blocks of [`BLOCK`] values with their least and greatest, blocks of [`FAN`] such blocks, and
//! so on up to one. A third of a value a value; made in one pass.

/// Values of the finest block.
const BLOCK: usize = 8;
/// So few values are looked at one by one: that is quicker than to look for their blocks.
const SCANNED: usize = 4 * BLOCK;
/// Blocks under one of the next level.
const FAN: usize = 4;

use glam::Vec4;

/// Range of values that a curve covers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// The least value; above `max` while nothing is covered.
    pub min: f32,
    /// The greatest value.
    pub max: f32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Pyramid {
    /// The finest first; the last has at most one block.
    levels: Vec<Vec<Band>>,
}

impl Band {
    /// Covers nothing, and is not changed by what it joins.
    pub const EMPTY: Self = Self {
        min: f32::INFINITY,
        max: f32::NEG_INFINITY,
    };

    /// Whether nothing is covered.
    pub fn is_empty(self) -> bool {
        self.min > self.max
    }

    /// The band that covers `value` as well.
    #[inline]
    pub fn with(self, value: f32) -> Self {
        Self {
            min: self.min.min(value),
            max: self.max.max(value),
        }
    }

    /// The band that covers both.
    #[inline]
    pub fn joined(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }
}

/// The value at `index` of packed little-endian numbers.
#[inline]
pub(super) fn value(raw: &[u8], index: usize) -> f32 {
    let at = index * 4;
    f32::from_le_bytes([raw[at], raw[at + 1], raw[at + 2], raw[at + 3]])
}

/// Band of all numbers of `raw`, four at a time.
#[inline]
fn scan(raw: &[u8]) -> Band {
    let (fours, rest) = raw.as_chunks::<16>();
    let four = |bytes: &[u8; 16]| Vec4::from_array(std::array::from_fn(|lane| value(bytes, lane)));
    let (mut min, mut max) = (Vec4::INFINITY, Vec4::NEG_INFINITY);
    for bytes in fours {
        min = min.min(four(bytes));
        max = max.max(four(bytes));
    }
    let band = Band {
        min: min.min_element(),
        max: max.max_element(),
    };
    let rest = rest.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
    rest.fold(band, Band::with)
}

impl Pyramid {
    pub fn of(raw: &[u8]) -> Self {
        let mut levels = vec![raw.chunks(BLOCK * 4).map(scan).collect::<Vec<_>>()];
        while let Some(finer) = levels.last().filter(|level| level.len() > 1) {
            let join = |blocks: &[Band]| blocks.iter().fold(Band::EMPTY, |all, block| all.joined(*block));
            levels.push(finer.chunks(FAN).map(join).collect());
        }
        Self { levels }
    }

    /// Band of all values.
    pub fn whole(&self) -> Band {
        self.levels
            .last()
            .and_then(|top| top.first())
            .copied()
            .unwrap_or(Band::EMPTY)
    }

    /// Band of the values `first..end` of `raw`, which it was made of: exactly.
    pub fn range(&self, raw: &[u8], first: usize, end: usize) -> Band {
        if end <= first {
            return Band::EMPTY;
        }
        let (mut low, mut high) = (first.div_ceil(BLOCK), end / BLOCK);
        if end - first <= SCANNED || low >= high {
            return scan(&raw[first * 4..end * 4]);
        }
        let edges = scan(&raw[first * 4..low * BLOCK * 4]).joined(scan(&raw[high * BLOCK * 4..end * 4]));
        let mut band = edges;
        for level in &self.levels {
            // Whole blocks of the next level lie between; what sticks out on either side is joined here.
            let (next_low, next_high) = (low.div_ceil(FAN), high / FAN);
            let (left, right) = if next_low < next_high {
                (low..next_low * FAN, next_high * FAN..high)
            } else {
                (low..high, 0..0)
            };
            for block in level[left].iter().chain(&level[right]) {
                band = band.joined(*block);
            }
            if next_low >= next_high {
                break;
            }
            (low, high) = (next_low, next_high);
        }
        band
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_run_is_as_if_scanned(
            values in prop::collection::vec(-1e6f32..1e6, 1..700),
            ends in (0.0..1.0f64, 0.0..1.0f64),
        ) {
            let raw: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            let pyramid = Pyramid::of(&raw);
            let at = |share: f64| (share * values.len() as f64) as usize;
            let (first, end) = (at(ends.0).min(at(ends.1)), at(ends.0).max(at(ends.1)) + 1);
            let end = end.min(values.len());
            let wanted = values[first..end].iter().fold(Band::EMPTY, |band, value| band.with(*value));
            prop_assert_eq!(pyramid.range(&raw, first, end), wanted);
            let whole = values.iter().fold(Band::EMPTY, |band, value| band.with(*value));
            prop_assert_eq!(pyramid.whole(), whole);
        }
    }

    #[test]
    fn takes_a_fraction_of_its_values() {
        let raw = vec![0; 4 * 100_000];
        let blocks: usize = Pyramid::of(&raw).levels.iter().map(Vec::len).sum();
        assert!(blocks * size_of::<Band>() <= raw.len() * 3 / 8, "{blocks} blocks");
    }
}
