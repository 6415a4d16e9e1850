//! Checks a TIFF file's first directory before a decoder believes it.
//!
//! In: the bytes of a file that begins as a TIFF. Out: how far its compression can expand them. A list that claims more values than the
//! file has bytes for is refused: a decoder would make room for them all.
//!
//! This check belongs upstream, into `vec_with_capacity` of the crate `tiff` (`decoder/ifd.rs`, 0.11): memory is reserved there for an
//! entry's count before any value is read. Remove the check once a release compares the count with the remaining bytes.

use super::ImageError;
use super::limits::DEFLATE;

const COMPRESSION: u16 = 259;

/// The most that one byte of the first image's pixels expands to.
pub fn expands(bytes: &[u8]) -> Result<u64, ImageError> {
    let damaged = |reason: &str| ImageError::Damaged {
        kind: "TIFF",
        reason: reason.into(),
    };
    let file = File::new(bytes).ok_or_else(|| damaged("its header is cut short"))?;
    // As far as any, of what is not known.
    let mut expands = DEFLATE;
    for index in 0..file.entries {
        let entry = file.entry(index).ok_or_else(|| damaged("its directory is cut short"))?;
        let size = entry.count.saturating_mul(width_of(entry.kind));
        let there = bytes.len() as u64;
        if size > file.inline_bytes() && entry.value.checked_add(size).is_none_or(|end| end > there) {
            return Err(damaged("its directory names values that are not in the file"));
        }
        if entry.tag == COMPRESSION {
            expands = match file.number(entry.at + file.value_at(), 2) {
                Some(1) => 1,
                // Run-length coding: two bytes for up to 128.
                Some(32773) => 64,
                // Codes of 9 to 12 bits for runs of up to 4096.
                Some(5) => 4096,
                _ => DEFLATE,
            };
        }
    }
    Ok(expands)
}

/// Bytes of a value of that type. For an unknown type none are read.
fn width_of(kind: u64) -> u64 {
    match kind {
        1 | 2 | 6 | 7 => 1,
        3 | 8 => 2,
        4 | 9 | 11 | 13 => 4,
        5 | 10 | 12 | 16 | 17 | 18 => 8,
        _ => 0,
    }
}

pub struct File<'a> {
    bytes: &'a [u8],
    pub is_little: bool,
    /// The variant with offsets of 64 bits.
    pub is_big: bool,
    /// Where the first entry is, and how many there are.
    pub first: u64,
    pub entries: u64,
}

pub struct Entry {
    pub at: u64,
    pub tag: u16,
    kind: u64,
    pub count: u64,
    /// Where the values are, unless they fit in here.
    value: u64,
}

impl<'a> File<'a> {
    pub fn new(bytes: &'a [u8]) -> Option<Self> {
        let mut file = Self {
            bytes,
            is_little: bytes.starts_with(b"II"),
            is_big: false,
            first: 0,
            entries: 0,
        };
        file.is_big = file.number(2, 2)? == 43;
        let (at, size) = if file.is_big { (8, 8) } else { (4, 4) };
        let directory = file.number(at, size)?;
        let size = if file.is_big { 8 } else { 2 };
        file.entries = file.number(directory, size)?;
        file.first = directory + size;
        Some(file)
    }

    /// Reads a number of `size` bytes, eight at most.
    fn number(&self, at: u64, size: u64) -> Option<u64> {
        let at = usize::try_from(at).ok()?;
        let stored = self.bytes.get(at..at.checked_add(size as usize)?)?;
        let join = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        Some(match self.is_little {
            true => stored.iter().rev().fold(0, join),
            false => stored.iter().fold(0, join),
        })
    }

    /// Bytes of an entry.
    pub fn entry_bytes(&self) -> u64 {
        if self.is_big { 20 } else { 12 }
    }

    pub fn entry(&self, index: u64) -> Option<Entry> {
        let wide = self.inline_bytes();
        let at = self.first.checked_add(index.checked_mul(self.entry_bytes())?)?;
        Some(Entry {
            at,
            tag: self.number(at, 2)? as u16,
            kind: self.number(at + 2, 2)?,
            count: self.number(at + 4, wide)?,
            value: self.number(at + self.value_at(), wide)?,
        })
    }

    /// Value `index` of an entry of whole numbers.
    pub fn value(&self, entry: &Entry, index: u64) -> Option<u64> {
        let width = width_of(entry.kind);
        if index >= entry.count || !matches!(entry.kind, 3 | 4 | 13 | 16 | 18) {
            return None;
        }
        let at = match entry.count.checked_mul(width)? > self.inline_bytes() {
            true => entry.value,
            false => entry.at + self.value_at(),
        };
        self.number(at.checked_add(index * width)?, width)
    }

    /// Bytes from the start of an entry to its values.
    pub fn value_at(&self) -> u64 {
        if self.is_big { 12 } else { 8 }
    }

    /// Values of so many bytes lie in the entry itself.
    fn inline_bytes(&self) -> u64 {
        if self.is_big { 8 } else { 4 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One entry: a compression, told as `count` shorts.
    fn file(is_big: bool, is_little: bool, compression: u16, count: u64) -> Vec<u8> {
        let number = |value: u64, size: usize| match is_little {
            true => value.to_le_bytes()[..size].to_vec(),
            false => value.to_be_bytes()[8 - size..].to_vec(),
        };
        let mut out = if is_little { b"II".to_vec() } else { b"MM".to_vec() };
        let wide = if is_big { 8 } else { 4 };
        match is_big {
            true => [(43, 2), (8, 2), (0, 2), (16, 8), (1, 8)]
                .iter()
                .for_each(|(v, s)| out.extend(number(*v, *s))),
            false => [(42, 2), (8, 4), (1, 2)]
                .iter()
                .for_each(|(v, s)| out.extend(number(*v, *s))),
        }
        for (value, size) in [
            (259, 2),
            (3, 2),
            (count, wide),
            (u64::from(compression), 2),
            (0, wide - 2),
        ] {
            out.extend(number(value, size));
        }
        out
    }

    #[test]
    fn compressions_are_known_whatever_the_variant() {
        for (is_big, is_little) in [(false, false), (false, true), (true, false), (true, true)] {
            for (compression, wanted) in [(1, 1), (5, 4096), (8, DEFLATE), (32773, 64), (9, DEFLATE)] {
                assert_eq!(
                    expands(&file(is_big, is_little, compression, 1)),
                    Ok(wanted),
                    "{compression}"
                );
            }
            assert!(
                expands(&file(is_big, is_little, 1, 1 << 20)).is_err(),
                "values that are not there"
            );
            let whole = file(is_big, is_little, 1, 1);
            for cut in 0..whole.len() {
                assert!(expands(&whole[..cut]).is_err(), "{cut}");
            }
        }
    }
}
