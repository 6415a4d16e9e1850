//! An array of plain values that is either owned or still lies, little endian and unaligned, in the file's bytes.
//!
//! Checked arrays that need no repair stay where they are: a scene of a million vertices then costs no second copy.

use super::{Origin, SharedBytes};
use std::ops::Range;
use std::sync::Arc;

/// A plain value with a fixed little-endian form.
pub trait Element: Copy + Send + Sync + 'static {
    /// Bytes of one element in a file.
    const SIZE: usize;

    /// `bytes` holds at least [`Self::SIZE`] bytes.
    fn from_le(bytes: &[u8]) -> Self;

    /// Appends the [`Self::SIZE`] bytes that [`Self::from_le`] reads.
    fn extend_le(self, out: &mut Vec<u8>);
}

macro_rules! number_elements {
    ($($number:ty),*) => {$(
        impl Element for $number {
            const SIZE: usize = size_of::<$number>();

            #[inline]
            fn from_le(bytes: &[u8]) -> Self {
                let mut raw = [0; size_of::<$number>()];
                raw.copy_from_slice(&bytes[..size_of::<$number>()]);
                <$number>::from_le_bytes(raw)
            }

            fn extend_le(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
        }
    )*};
}
number_elements!(u8, u16, u32, u64, f32, f64);

impl<T: Element, const N: usize> Element for [T; N] {
    const SIZE: usize = T::SIZE * N;

    #[inline]
    fn from_le(bytes: &[u8]) -> Self {
        let bytes = &bytes[..Self::SIZE];
        std::array::from_fn(|i| T::from_le(&bytes[i * T::SIZE..]))
    }

    fn extend_le(self, out: &mut Vec<u8>) {
        for value in self {
            value.extend_le(out);
        }
    }
}

/// Where a stream lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Identity(usize, usize, usize);

/// Where a file has some elements of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored<'a> {
    /// As they are, in these bytes of the opened file, or of the file of that name beside it.
    At {
        /// The name of the other file.
        file: Option<&'a str>,
        /// Offset of the first byte.
        offset: usize,
        /// How many bytes.
        len: usize,
    },
    /// Nowhere as they are: what they were made from, if that is known.
    Made(Option<&'a str>),
}

/// Where values come from that were copied or made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueSource {
    /// A file has them as they are, but not side by side.
    Spread {
        /// The name of the file, if it is not the opened one.
        file: Option<String>,
        /// The first byte of the first element.
        first: usize,
        /// Bytes from element to element.
        stride: usize,
    },
    /// No file has them as they are: what they were made from, as a sentence without its full stop.
    Made(String),
}

impl ValueSource {
    /// Where a file has some elements, each of `size` bytes.
    pub fn stored(&self, elements: Range<usize>, size: usize) -> Stored<'_> {
        match self {
            Self::Made(from) => Stored::Made(Some(from)),
            Self::Spread { file, first, stride } => Stored::At {
                file: file.as_deref(),
                offset: first + elements.start * stride,
                len: elements.len().saturating_sub(1) * stride + size,
            },
        }
    }
}

/// A read-only array of `T`. Clones share the storage.
#[derive(Clone, Debug)]
pub enum Stream<T> {
    /// Values in memory, and where they come from, if that is known.
    Owned(Arc<Vec<T>>, Option<Arc<ValueSource>>),
    /// `range` is a byte range of `bytes` whose length is a multiple of `T::SIZE`; made by [`Stream::borrowed`].
    Borrowed {
        /// The whole file.
        bytes: SharedBytes,
        /// Where the elements lie in `bytes`.
        range: Range<usize>,
    },
    /// As `Borrowed`, with other values between the elements; made by [`Stream::strided`].
    Strided {
        /// The whole file.
        bytes: SharedBytes,
        /// The first byte of the first element.
        first: usize,
        /// Bytes from element to element.
        stride: usize,
        /// How many elements there are.
        len: usize,
    },
    /// As `Borrowed`, in threes of which the first two elements have changed places; made by [`Stream::turned`].
    Turned {
        /// The whole file.
        bytes: SharedBytes,
        /// Where the elements lie in `bytes`: a whole number of threes.
        range: Range<usize>,
    },
}

/// Which element of the file is element `index` of a turned stream, and the other way round.
#[inline]
fn swapped(index: usize) -> usize {
    match index % 3 {
        0 => index + 1,
        1 => index - 1,
        _ => index,
    }
}

impl<T: Element> Stream<T> {
    /// The elements in the byte range `range` of `bytes`; `None` if it does not lie inside or is not a whole number of
    /// elements.
    pub fn borrowed(bytes: SharedBytes, range: Range<usize>) -> Option<Self> {
        let inside = range.start <= range.end && range.end <= bytes.len();
        (inside && range.len().is_multiple_of(T::SIZE)).then_some(Self::Borrowed { bytes, range })
    }

    /// `len` elements of `bytes`, the first at byte `first`, the others `stride` bytes after each other; `None` if the last of them does
    /// not lie inside.
    pub fn strided(bytes: SharedBytes, first: usize, stride: usize, len: usize) -> Option<Self> {
        if stride == T::SIZE || len == 0 {
            let end = len.checked_mul(T::SIZE).and_then(|size| first.checked_add(size))?;
            return Self::borrowed(bytes, first..end);
        }
        let end = (len - 1)
            .checked_mul(stride)?
            .checked_add(first)?
            .checked_add(T::SIZE)?;
        (end <= bytes.len()).then_some(Self::Strided {
            bytes,
            first,
            stride,
            len,
        })
    }

    /// The elements in the byte range `range` of `bytes`, of which the first two of each three change places: the corners of triangles, seen
    /// from their other side. `None` if the range does not lie inside or is not a whole number of threes.
    pub fn turned(bytes: SharedBytes, range: Range<usize>) -> Option<Self> {
        let inside = range.start <= range.end && range.end <= bytes.len();
        (inside && range.len().is_multiple_of(3 * T::SIZE)).then_some(Self::Turned { bytes, range })
    }

    /// The same elements side by side and in order: others are copied, and known by where they lie.
    pub fn gathered(&self) -> Self {
        match (self, self.source()) {
            (Self::Strided { .. } | Self::Turned { .. }, Some(source)) => Self::from_source(self.to_vec(), source),
            _ => self.clone(),
        }
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Owned(values, _) => values.len(),
            Self::Borrowed { range, .. } | Self::Turned { range, .. } => range.len() / T::SIZE,
            Self::Strided { len, .. } => *len,
        }
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Equal while both live only if they share their storage, as clones do.
    pub fn identity(&self) -> Identity {
        match self {
            Self::Owned(values, _) => Identity(Arc::as_ptr(values) as usize, 0, values.len()),
            Self::Borrowed { bytes, range } => Identity(bytes.as_ptr() as usize, range.start, range.end),
            Self::Strided {
                bytes,
                first,
                stride,
                len,
            } => Identity(bytes.as_ptr() as usize, *first, first + stride * len),
            // The end before the start: no other stream of these bytes has that.
            Self::Turned { bytes, range } => Identity(bytes.as_ptr() as usize, range.end, range.start),
        }
    }

    /// Address and size in bytes of the array or file in memory. Streams that share memory have equal addresses.
    pub fn storage(&self) -> (usize, usize) {
        match self {
            Self::Owned(values, _) => (Arc::as_ptr(values) as usize, values.len() * size_of::<T>()),
            Self::Borrowed { bytes, .. } | Self::Strided { bytes, .. } | Self::Turned { bytes, .. } => {
                (bytes.as_ptr() as usize, bytes.len())
            }
        }
    }

    /// The byte of the file where an element begins; `None` for values that do not lie in a file.
    pub fn byte_offset(&self, index: usize) -> Option<usize> {
        match self.stored(index..index + 1) {
            Stored::At { offset, .. } => Some(offset),
            Stored::Made(_) => None,
        }
    }

    /// Where the file has some of the elements, in its own order. The range need not lie inside the stream.
    pub fn stored(&self, elements: Range<usize>) -> Stored<'_> {
        let elements = match self {
            Self::Turned { .. } => {
                // The first and the last of them in the file are among the outer threes.
                let outer = elements.clone().take(3).chain(elements.clone().rev().take(3));
                let (first, last) = outer.map(swapped).fold((usize::MAX, 0), |(first, last), element| {
                    (first.min(element), last.max(element + 1))
                });
                if elements.is_empty() { elements } else { first..last }
            }
            _ => elements,
        };
        let (bytes, first, stride) = match self {
            Self::Owned(_, None) => return Stored::Made(None),
            Self::Owned(_, Some(source)) => return source.stored(elements, T::SIZE),
            Self::Borrowed { bytes, range } | Self::Turned { bytes, range } => (bytes, range.start, T::SIZE),
            Self::Strided {
                bytes, first, stride, ..
            } => (bytes, *first, *stride),
        };
        let file = match bytes.origin() {
            Some(Origin::Made(from)) => return Stored::Made(Some(from)),
            Some(Origin::Beside(file)) => Some(file.as_str()),
            None => None,
        };
        Stored::At {
            file,
            offset: first + elements.start * stride,
            len: match elements.len() {
                0 => 0,
                count => (count - 1) * stride + T::SIZE,
            },
        }
    }

    /// Where the elements come from, if that is known.
    pub fn source(&self) -> Option<ValueSource> {
        let (bytes, first, stride) = match self {
            Self::Owned(_, source) => return source.as_deref().cloned(),
            Self::Borrowed { bytes, range } => (bytes, range.start, T::SIZE),
            Self::Strided {
                bytes, first, stride, ..
            } => (bytes, *first, *stride),
            Self::Turned { .. } => {
                return Some(ValueSource::Made(
                    self.said_of("the first two of each three in the other order"),
                ));
            }
        };
        let file = match bytes.origin() {
            Some(Origin::Made(from)) => return Some(ValueSource::Made(from.clone())),
            Some(Origin::Beside(file)) => Some(file.clone()),
            None => None,
        };
        Some(ValueSource::Spread { file, first, stride })
    }

    /// Values that come from `source`.
    pub fn from_source(values: Vec<T>, source: ValueSource) -> Self {
        Self::Owned(Arc::new(values), Some(Arc::new(source)))
    }

    /// `values` in place of these. `why` no file has them as they are ends a sentence that begins with where these lie.
    pub fn remade<U: Element>(&self, values: Vec<U>, why: &str) -> Stream<U> {
        Stream::from_source(values, ValueSource::Made(self.said_of(why)))
    }

    /// Where these lie, and then `why` no file has as they are what was made from them.
    pub fn said_of(&self, why: &str) -> String {
        match self.stored(0..self.len()) {
            Stored::At { file, offset, len } => {
                let file = file.map(|file| format!(" of {file}")).unwrap_or_default();
                format!("bytes {offset:#x} to {:#x}{file}, {why}", offset + len)
            }
            Stored::Made(Some(from)) => format!("{from}, {why}"),
            Stored::Made(None) => why.to_owned(),
        }
    }

    /// Panics when `index` is not below [`Self::len`].
    #[inline]
    pub fn get(&self, index: usize) -> T {
        match self {
            Self::Owned(values, _) => values[index],
            Self::Borrowed { bytes, range } => T::from_le(&bytes[range.clone()][index * T::SIZE..]),
            Self::Strided {
                bytes,
                first,
                stride,
                len,
            } => {
                assert!(index < *len, "element {index} of {len}");
                T::from_le(&bytes[first + index * stride..])
            }
            // A whole number of threes: of an index beyond them both elements lie outside.
            Self::Turned { bytes, range } => T::from_le(&bytes[range.clone()][swapped(index) * T::SIZE..]),
        }
    }

    /// The elements in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + '_ {
        (0..self.len()).map(|i| self.get(i))
    }

    /// Hands each element to `take`, in order.
    pub fn for_each(&self, mut take: impl FnMut(T)) {
        match self {
            Self::Owned(values, _) => values.iter().copied().for_each(take),
            Self::Borrowed { bytes, range } => bytes[range.clone()]
                .chunks_exact(T::SIZE)
                .map(T::from_le)
                .for_each(take),
            Self::Strided { .. } => self.iter().for_each(take),
            Self::Turned { bytes, range } => {
                for three in bytes[range.clone()].chunks_exact(3 * T::SIZE) {
                    for at in [1, 0, 2] {
                        take(T::from_le(&three[at * T::SIZE..]));
                    }
                }
            }
        }
    }

    /// The elements in order, copied.
    pub fn to_vec(&self) -> Vec<T> {
        match self {
            Self::Owned(values, _) => values.to_vec(),
            Self::Borrowed { bytes, range } => bytes[range.clone()].chunks_exact(T::SIZE).map(T::from_le).collect(),
            Self::Strided { .. } => self.iter().collect(),
            Self::Turned { .. } => {
                let mut values = Vec::with_capacity(self.len());
                self.for_each(|value| values.push(value));
                values
            }
        }
    }

    /// Whether both hold the same elements in the same order.
    pub fn same_values(&self, other: &Self) -> bool
    where
        T: PartialEq,
    {
        // Equal bytes are equal values, and comparing them costs next to nothing.
        matches!((self.raw_bytes(), other.raw_bytes()), (Some(a), Some(b)) if a == b)
            || self.len() == other.len() && self.iter().eq(other.iter())
    }

    /// The elements as they lie in the file (little endian, tightly packed), when they are borrowed side by side.
    pub fn raw_bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Owned(..) | Self::Strided { .. } | Self::Turned { .. } => None,
            Self::Borrowed { bytes, range } => Some(&bytes[range.clone()]),
        }
    }
}

impl<T> From<Vec<T>> for Stream<T> {
    fn from(values: Vec<T>) -> Self {
        Self::Owned(Arc::new(values), None)
    }
}

impl<T> Default for Stream<T> {
    fn default() -> Self {
        Self::Owned(Arc::new(Vec::new()), None)
    }
}

/// Unsigned integers in whatever width the file chose.
#[derive(Clone, Debug)]
pub enum UintStream {
    /// Values of one byte.
    U8(Stream<u8>),
    /// Values of two bytes.
    U16(Stream<u16>),
    /// Values of four bytes.
    U32(Stream<u32>),
}

impl UintStream {
    /// How many elements there are.
    pub fn len(&self) -> usize {
        match self {
            Self::U8(s) => s.len(),
            Self::U16(s) => s.len(),
            Self::U32(s) => s.len(),
        }
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Panics when `index` is not below [`Self::len`].
    #[inline]
    pub fn get(&self, index: usize) -> u32 {
        match self {
            Self::U8(s) => s.get(index).into(),
            Self::U16(s) => s.get(index).into(),
            Self::U32(s) => s.get(index),
        }
    }

    /// The elements in order, widened.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        (0..self.len()).map(|i| self.get(i))
    }

    /// Hands each element to `take`, in order, widened.
    pub fn for_each(&self, mut take: impl FnMut(u32)) {
        match self {
            Self::U8(s) => s.for_each(|value| take(value.into())),
            Self::U16(s) => s.for_each(|value| take(value.into())),
            Self::U32(s) => s.for_each(take),
        }
    }

    /// As [`Stream::remade`], for numbers of four bytes.
    pub fn remade(&self, values: Vec<u32>, why: &str) -> Self {
        Self::U32(match self {
            Self::U8(s) => s.remade(values, why),
            Self::U16(s) => s.remade(values, why),
            Self::U32(s) => s.remade(values, why),
        })
    }

    /// As [`Stream::stored`].
    pub fn stored(&self, elements: Range<usize>) -> Stored<'_> {
        match self {
            Self::U8(s) => s.stored(elements),
            Self::U16(s) => s.stored(elements),
            Self::U32(s) => s.stored(elements),
        }
    }

    /// As [`Stream::identity`].
    pub fn identity(&self) -> Identity {
        match self {
            Self::U8(s) => s.identity(),
            Self::U16(s) => s.identity(),
            Self::U32(s) => s.identity(),
        }
    }

    /// As [`Stream::storage`].
    pub fn storage(&self) -> (usize, usize) {
        match self {
            Self::U8(s) => s.storage(),
            Self::U16(s) => s.storage(),
            Self::U32(s) => s.storage(),
        }
    }

    /// Whether both hold the same numbers in the same order, of whatever width.
    pub fn same_values(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::U8(a), Self::U8(b)) => a.same_values(b),
            (Self::U16(a), Self::U16(b)) => a.same_values(b),
            (Self::U32(a), Self::U32(b)) => a.same_values(b),
            _ => self.len() == other.len() && self.iter().eq(other.iter()),
        }
    }
}

impl Default for UintStream {
    fn default() -> Self {
        Self::U32(Stream::default())
    }
}

impl From<Vec<u32>> for UintStream {
    fn from(values: Vec<u32>) -> Self {
        Self::U32(values.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borrowed_streams_read_unaligned_little_endian() {
        let bytes = SharedBytes::from(vec![9, 1, 0, 0, 0, 2, 0, 0, 0, 7]);
        let stream = Stream::<u32>::borrowed(bytes.clone(), 1..9).expect("inside");
        assert_eq!(stream.to_vec(), [1, 2]);
        assert_eq!(stream.get(1), 2);
        assert_eq!(stream.byte_offset(1), Some(5));
        assert_eq!(Stream::from(vec![1_u32]).byte_offset(0), None);
        let of = |origin| Stream::<u32>::borrowed(bytes.clone().from_origin(origin), 1..9).expect("inside");
        let beside = of(Origin::Beside("a.bin".into()));
        let wanted = Stored::At {
            file: Some("a.bin"),
            offset: 5,
            len: 4,
        };
        assert_eq!((beside.stored(1..2), beside.byte_offset(1)), (wanted, Some(5)));
        let made = of(Origin::Made("doubles".into()));
        assert_eq!(
            (made.stored(1..2), made.byte_offset(1)),
            (Stored::Made(Some("doubles")), None)
        );
        let spread = |file| ValueSource::Spread {
            file,
            first: 0x10,
            stride: 12,
        };
        let spread = Stream::from_source(vec![1_u32, 2, 3], spread(Some("a.bin".into())));
        let wanted = Stored::At {
            file: Some("a.bin"),
            offset: 0x1c,
            len: 4,
        };
        assert_eq!(spread.stored(1..2), wanted);
        let remade = |of: &Stream<u32>| match of.remade(vec![1.0_f32], "halved").stored(0..1) {
            Stored::Made(Some(from)) => from.to_owned(),
            other => panic!("{other:?}"),
        };
        assert_eq!(remade(&spread), "bytes 0x10 to 0x2c of a.bin, halved");
        assert_eq!(remade(&made), "doubles, halved");
        assert_eq!(remade(&vec![1].into()), "halved");
        assert!(Stream::<u32>::borrowed(bytes.clone(), 1..8).is_none());
        assert!(Stream::<u32>::borrowed(bytes, 8..12).is_none());
    }

    #[test]
    fn strided_streams_skip_the_values_between() {
        let bytes = SharedBytes::from(vec![9, 1, 0, 7, 2, 0, 7, 3, 0]);
        let stream = Stream::<u16>::strided(bytes.clone(), 1, 3, 3).expect("inside");
        assert_eq!((stream.to_vec(), stream.get(2), stream.len()), (vec![1, 2, 3], 3, 3));
        assert!(stream.raw_bytes().is_none() && stream.same_values(&vec![1, 2, 3].into()));
        let wanted = Stored::At {
            file: None,
            offset: 4,
            len: 5,
        };
        assert_eq!((stream.stored(1..3), stream.byte_offset(2)), (wanted, Some(7)));
        let gathered = stream.gathered();
        assert!(matches!(gathered, Stream::Owned(..)));
        assert_eq!((gathered.to_vec(), gathered.stored(1..3)), (vec![1, 2, 3], wanted));
        let mut seen = Vec::new();
        stream.for_each(|value| seen.push(value));
        assert_eq!(seen, [1, 2, 3]);
        assert!(matches!(
            Stream::<u16>::strided(bytes.clone(), 1, 2, 4),
            Some(Stream::Borrowed { .. })
        ));
        assert!(Stream::<u16>::strided(bytes.clone(), 2, 3, 3).is_none());
        assert!(Stream::<u16>::strided(bytes, 1, usize::MAX, 3).is_none());
    }

    #[test]
    fn turned_streams_swap_the_first_two_of_each_three() {
        let bytes = SharedBytes::from(vec![9, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7]);
        let stream = Stream::<u16>::turned(bytes.clone(), 1..13).expect("inside");
        let wanted = [2, 1, 3, 5, 4, 6];
        let mut seen = Vec::new();
        stream.for_each(|value| seen.push(value));
        assert_eq!((stream.to_vec(), stream.len()), (wanted.to_vec(), 6));
        assert_eq!((seen, stream.iter().collect()), (wanted.to_vec(), wanted.to_vec()));
        assert!(stream.raw_bytes().is_none() && stream.same_values(&wanted.to_vec().into()));
        let beside = Stream::<u16>::borrowed(bytes.clone(), 1..13).expect("inside");
        assert_ne!(stream.identity(), beside.identity());
        assert_eq!(stream.identity(), stream.clone().identity());
        for (elements, offset, len) in [
            (0..3, 1, 6),
            (3..6, 7, 6),
            (0..1, 3, 2),
            (1..2, 1, 2),
            (2..3, 5, 2),
            (1..4, 1, 10),
            (0..6, 1, 12),
            (3..3, 7, 0),
        ] {
            let wanted = Stored::At {
                file: None,
                offset,
                len,
            };
            assert_eq!(stream.stored(elements.clone()), wanted, "{elements:?}");
        }
        let gathered = stream.gathered();
        assert_eq!(gathered.to_vec(), wanted);
        let from = "bytes 0x1 to 0xd, the first two of each three in the other order";
        assert_eq!(gathered.stored(0..1), Stored::Made(Some(from)));
        for beyond in 6..9 {
            let got = std::panic::catch_unwind(|| stream.get(beyond));
            assert!(got.is_err(), "{beyond}");
        }
        assert!(Stream::<u16>::turned(bytes.clone(), 1..11).is_none());
        assert!(Stream::<u16>::turned(bytes, 3..15).is_none());
    }

    #[test]
    fn elements_round_trip() {
        let mut out = Vec::new();
        [1.5f32, -2.0, 0.25].extend_le(&mut out);
        assert_eq!(<[f32; 3]>::from_le(&out), [1.5, -2.0, 0.25]);
    }
}
