//! Arrays of numbers where they lie in a file, read one by one: an array of millions costs no more than one of three.

use crate::UintWidth;
use castview_base::core::Element;
use std::ops::Range;

/// How a number is stored, little endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredNumber {
    /// One byte.
    U8,
    /// One byte, signed.
    I8,
    /// Two bytes.
    U16,
    /// Two bytes, signed.
    I16,
    /// Four bytes.
    U32,
    /// Four bytes, signed.
    I32,
    /// Eight bytes, told as a hash.
    Hash,
    /// A floating-point number of four bytes.
    F32,
    /// A floating-point number of eight bytes.
    F64,
}

/// An array: at each place an optional number in front, and `width` numbers of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredValues {
    /// A frame or a bone in front of the numbers.
    pub head: Option<StoredNumber>,
    /// Kind of the numbers.
    pub number: StoredNumber,
    /// Numbers of each element; never 0.
    pub width: usize,
    /// The first byte of the first element.
    pub first: usize,
    /// Bytes from element to element.
    pub stride: usize,
    /// How many elements there are.
    pub count: usize,
}

impl StoredNumber {
    /// A whole number without sign of that width.
    pub(crate) fn of(width: UintWidth) -> Self {
        match width {
            UintWidth::U8 => Self::U8,
            UintWidth::U16 => Self::U16,
            UintWidth::U32 => Self::U32,
        }
    }

    /// Bytes of one number.
    pub const fn size(self) -> usize {
        match self {
            Self::U8 | Self::I8 => 1,
            Self::U16 | Self::I16 => 2,
            Self::U32 | Self::I32 | Self::F32 => 4,
            Self::Hash | Self::F64 => 8,
        }
    }

    /// Whole numbers as they are; `None` for the others, and for those that are negative.
    fn whole(self, bytes: &[u8]) -> Option<u64> {
        Some(match self {
            Self::U8 => u64::from(*bytes.first()?),
            Self::U16 => u64::from(<u16 as Element>::from_le(bytes)),
            Self::U32 => u64::from(<u32 as Element>::from_le(bytes)),
            Self::Hash => <u64 as Element>::from_le(bytes),
            Self::I8 => u64::try_from(bytes.first()?.cast_signed()).ok()?,
            Self::I16 => u64::try_from(<u16 as Element>::from_le(bytes).cast_signed()).ok()?,
            Self::I32 => u64::try_from(<u32 as Element>::from_le(bytes).cast_signed()).ok()?,
            Self::F32 | Self::F64 => return None,
        })
    }

    /// `bytes` holds as many as one number has.
    fn text(self, bytes: &[u8]) -> String {
        match self {
            Self::U8 => bytes[0].to_string(),
            Self::I8 => bytes[0].cast_signed().to_string(),
            Self::U16 => <u16 as Element>::from_le(bytes).to_string(),
            Self::I16 => <u16 as Element>::from_le(bytes).cast_signed().to_string(),
            Self::U32 => <u32 as Element>::from_le(bytes).to_string(),
            Self::I32 => <u32 as Element>::from_le(bytes).cast_signed().to_string(),
            Self::Hash => format!("{:#x}", <u64 as Element>::from_le(bytes)),
            Self::F32 => <f32 as Element>::from_le(bytes).to_string(),
            Self::F64 => <f64 as Element>::from_le(bytes).to_string(),
        }
    }
}

impl StoredValues {
    /// Elements of `width` numbers side by side, as many as `range` holds whole.
    pub fn packed(number: StoredNumber, width: usize, range: Range<usize>) -> Self {
        let width = width.max(1);
        let stride = width * number.size();
        Self {
            head: None,
            number,
            width,
            first: range.start,
            stride,
            count: range.len() / stride,
        }
    }

    /// As [`Self::packed`], with a number in front of each element.
    pub fn keyed(head: StoredNumber, number: StoredNumber, width: usize, range: Range<usize>) -> Self {
        let width = width.max(1);
        let stride = head.size() + width * number.size();
        Self {
            head: Some(head),
            count: range.len() / stride,
            stride,
            ..Self::packed(number, width, range)
        }
    }

    fn size(&self) -> usize {
        self.head.map_or(0, StoredNumber::size) + self.width * self.number.size()
    }

    /// Bytes from the first to the last element.
    pub fn place(&self) -> Range<usize> {
        let len = match self.count {
            0 => 0,
            count => (count - 1).saturating_mul(self.stride).saturating_add(self.size()),
        };
        self.first..self.first.saturating_add(len)
    }

    /// Bytes of one element, which need not exist.
    pub fn range(&self, index: usize) -> Range<usize> {
        let start = index.saturating_mul(self.stride).saturating_add(self.first);
        start..start.saturating_add(self.size())
    }

    /// The element that has `byte`; between two elements the one before it.
    pub fn index_at(&self, byte: usize) -> Option<usize> {
        let index = byte.checked_sub(self.first)? / self.stride.max(1);
        (index < self.count).then_some(index)
    }

    /// One element as text; `None` where the bytes end before it does.
    pub fn text(&self, bytes: &[u8], index: usize) -> Option<String> {
        let all = bytes.get(self.range(index)).filter(|_| index < self.count)?;
        let (head, numbers) = all.split_at(self.head.map_or(0, StoredNumber::size));
        let numbers: Vec<String> = numbers
            .chunks_exact(self.number.size())
            .map(|number| self.number.text(number))
            .collect();
        let numbers = numbers.join("  ");
        Some(match self.head {
            Some(of) => format!("{}:  {numbers}", of.text(head)),
            None => numbers,
        })
    }

    /// One element of a single whole number.
    pub fn whole(&self, bytes: &[u8], index: usize) -> Option<u64> {
        let range = self.range(index);
        let is_one = self.head.is_none() && self.width == 1 && index < self.count;
        self.number.whole(bytes.get(range).filter(|_| is_one)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_read_where_they_lie() {
        let mut bytes = vec![9];
        for (frame, value) in [(3u8, 1.5f32), (7, -2.0)] {
            bytes.push(frame);
            bytes.extend(value.to_le_bytes());
        }
        let keys = StoredValues::keyed(StoredNumber::U8, StoredNumber::F32, 1, 1..11);
        assert_eq!((keys.count, keys.place(), keys.range(1)), (2, 1..11, 6..11));
        assert_eq!(keys.text(&bytes, 1).as_deref(), Some("7:  -2"));
        assert_eq!((keys.text(&bytes, 2), keys.text(&bytes[..8], 1)), (None, None));
        assert_eq!(
            [0, 1, 6, 11].map(|byte| keys.index_at(byte)),
            [None, Some(0), Some(1), None]
        );
        let whole = StoredValues::packed(StoredNumber::I16, 1, 0..5);
        assert_eq!((whole.count, whole.whole(&[1, 0, 0xff, 0xff, 0], 0)), (2, Some(1)));
        assert_eq!(whole.whole(&[1, 0, 0xff, 0xff, 0], 1), None);
        // No count of a file makes a range overflow.
        let lies = StoredValues {
            first: usize::MAX - 1,
            count: usize::MAX,
            ..whole
        };
        assert_eq!(
            (lies.place().end, lies.text(&bytes, usize::MAX - 1)),
            (usize::MAX, None)
        );
    }
}
