//! A walk through packed little-endian bytes: numbers, ranges and strings that end with a zero byte.
//!
//! In: the bytes of one file. Out: values, or `None` where the file ends first; then the walk stays where it was. Nothing is copied.

use castview_base::core::{Diagnostics, Element, Place, Rule};
use std::borrow::Cow;
use std::ops::Range;

pub(crate) struct Walk<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Walk<'a> {
    /// From byte `at` on, which may lie beyond the end.
    pub fn from(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    /// All bytes, those that were walked through too.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The byte that comes next.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Bytes up to the end.
    pub fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    /// Where the next `size` bytes lie.
    pub fn take(&mut self, size: u64) -> Option<Range<usize>> {
        let size = usize::try_from(size).ok().filter(|size| *size <= self.left())?;
        let start = self.at;
        self.at += size;
        Some(start..self.at)
    }

    /// The next value.
    pub fn next<T: Element>(&mut self) -> Option<T> {
        let range = self.take(T::SIZE as u64)?;
        Some(T::from_le(&self.bytes[range]))
    }

    /// Where the next string lies, without the zero byte that ends it.
    pub fn string(&mut self) -> Option<Range<usize>> {
        let length = self.bytes.get(self.at..)?.iter().position(|byte| *byte == 0)?;
        let start = self.at;
        self.at += length + 1;
        Some(start..start + length)
    }
}

/// Bytes of a number that counts up to `count`, as SEModel and SEAnim choose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UintWidth {
    /// One byte.
    U8,
    /// Two bytes.
    U16,
    /// Four bytes.
    U32,
}

impl UintWidth {
    /// Width of a number where there are `count` of what it counts.
    pub fn of(count: u32) -> Self {
        match count {
            0..=0xff => Self::U8,
            0x100..=0xffff => Self::U16,
            _ => Self::U32,
        }
    }

    /// Bytes of one number.
    pub fn bytes(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16 => 2,
            Self::U32 => 4,
        }
    }

    /// The number at the beginning of `bytes`, which are enough.
    pub(crate) fn read(self, bytes: &[u8]) -> u32 {
        match self {
            Self::U8 => bytes[0].into(),
            Self::U16 => <u16 as Element>::from_le(bytes).into(),
            Self::U32 => <u32 as Element>::from_le(bytes),
        }
    }
}

/// The text of a string as far as it is UTF-8, whose other bytes are replaced and told by `rule`.
pub(crate) fn text<'a>(
    bytes: &'a [u8],
    range: &Range<usize>,
    rule: &'static Rule,
    path: impl FnOnce() -> String,
    diagnostics: &mut Diagnostics,
) -> Cow<'a, str> {
    let text = String::from_utf8_lossy(&bytes[range.clone()]);
    if let Cow::Owned(read) = &text {
        let place = || Place {
            node_path: path(),
            offset: range.start as u64,
        };
        diagnostics.report(rule, place, || {
            format!(
                "the text is not UTF-8; read as \"{}\"",
                crate::lower::names::short(read).escape_debug()
            )
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_stays_where_the_file_ends_first() {
        let bytes = [1, 2, 0, b'a', 0, b'b'];
        let mut walk = Walk::from(&bytes, 0);
        assert_eq!(walk.next::<u8>(), Some(1));
        assert_eq!(walk.next::<u16>(), Some(2));
        assert_eq!((walk.string(), walk.at()), (Some(3..4), 5));
        assert_eq!(
            (walk.next::<u32>(), walk.string(), walk.take(u64::MAX)),
            (None, None, None)
        );
        assert_eq!((walk.at(), walk.left()), (5, 1));
        assert_eq!(Walk::from(&bytes, 9).left(), 0);
    }

    #[test]
    fn widths_change_where_the_formats_say() {
        for (count, wanted) in [(0, 1), (0xff, 1), (0x100, 2), (0xffff, 2), (0x1_0000, 4)] {
            assert_eq!(UintWidth::of(count).bytes(), wanted, "{count}");
        }
    }
}
