//! Primitive modes → triangles, lines or points (docs/formats/gltf.md §4; §8 rows 11, 32, 34).

use castview_base::core::UintStream;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Points,
    Lines,
    LineLoop,
    LineStrip,
    Triangles,
    TriangleStrip,
    TriangleFan,
}

impl Mode {
    pub fn from_number(number: u64) -> Option<Self> {
        Some(match number {
            0 => Self::Points,
            1 => Self::Lines,
            2 => Self::LineLoop,
            3 => Self::LineStrip,
            4 => Self::Triangles,
            5 => Self::TriangleStrip,
            6 => Self::TriangleFan,
            _ => return None,
        })
    }

    pub fn has_faces(self) -> bool {
        matches!(self, Self::Triangles | Self::TriangleStrip | Self::TriangleFan)
    }
}

/// Bytes that the elements of `count` vertices take at most.
pub(crate) fn most_bytes(mode: Mode, count: usize) -> u64 {
    let corners = match mode {
        Mode::Points => 0,
        Mode::Lines | Mode::Triangles => 1,
        Mode::LineLoop | Mode::LineStrip => 2,
        Mode::TriangleStrip | Mode::TriangleFan => 3,
    };
    4 * corners * count as u64
}

/// Elements that are drawn, and counts of those that were left out.
#[derive(Debug, Default)]
pub(crate) struct Elements {
    pub triangles: UintStream,
    pub lines: UintStream,
    /// Indices at the end that make no whole element.
    pub tail: usize,
    /// Elements with a vertex that does not exist or cannot be used.
    pub dropped: usize,
}

/// `None` for `indices`: the vertices in their order. `unusable`: vertices that nothing may be drawn with, mostly none.
pub(crate) fn elements(mode: Mode, indices: Option<&UintStream>, vertex_count: usize, unusable: &[u32]) -> Elements {
    let count = indices.map_or(vertex_count, UintStream::len);
    let is_fine = |index: u32| (index as usize) < vertex_count && unusable.binary_search(&index).is_err();
    let mut elements = Elements::default();
    // The plain case stays where it is.
    if let (Mode::Triangles, Some(indices)) = (mode, indices)
        && count.is_multiple_of(3)
        && unusable.is_empty()
        && largest(indices).is_none_or(|largest| (largest as usize) < vertex_count)
    {
        elements.triangles = indices.clone();
        return elements;
    }
    let at = |i: usize| indices.map_or(i as u32, |indices| indices.get(i));
    let mut out = Vec::new();
    let mut add = |corners: &[usize]| {
        let start = out.len();
        out.extend(corners.iter().map(|i| at(*i)));
        if !out[start..].iter().all(|index| is_fine(*index)) {
            out.truncate(start);
            elements.dropped += 1;
        }
    };
    match mode {
        Mode::Points => {}
        Mode::Lines => {
            (0..count / 2).for_each(|i| add(&[2 * i, 2 * i + 1]));
            elements.tail = count % 2;
        }
        Mode::LineStrip | Mode::LineLoop => {
            (1..count).for_each(|i| add(&[i - 1, i]));
            if mode == Mode::LineLoop && count > 2 {
                add(&[count - 1, 0]);
            }
            elements.tail = usize::from(count == 1);
        }
        Mode::Triangles => {
            (0..count / 3).for_each(|i| add(&[3 * i, 3 * i + 1, 3 * i + 2]));
            elements.tail = count % 3;
        }
        // Odd triangles swap their last two corners.
        Mode::TriangleStrip => {
            (0..count.saturating_sub(2)).for_each(|i| add(&[i, i + 1 + i % 2, i + 2 - i % 2]));
            elements.tail = if count < 3 { count } else { 0 };
        }
        Mode::TriangleFan => {
            (0..count.saturating_sub(2)).for_each(|i| add(&[i + 1, i + 2, 0]));
            elements.tail = if count < 3 { count } else { 0 };
        }
    }
    if mode.has_faces() {
        elements.triangles = out.into();
    } else {
        elements.lines = out.into();
    }
    elements
}

fn largest(indices: &UintStream) -> Option<u32> {
    match indices {
        UintStream::U8(stream) => stream.iter().max().map(u32::from),
        UintStream::U16(stream) => stream.iter().max().map(u32::from),
        UintStream::U32(stream) => stream.iter().max(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Triangles or lines, the tail, how many were dropped.
    fn made(mode: u64, indices: &[u32]) -> (Vec<u32>, usize, usize) {
        let stream = UintStream::from(indices.to_vec());
        let made = elements(Mode::from_number(mode).expect("a mode"), Some(&stream), 6, &[5]);
        let drawn = if made.triangles.is_empty() {
            made.lines
        } else {
            made.triangles
        };
        (drawn.iter().collect(), made.tail, made.dropped)
    }

    #[test]
    fn modes_are_what_the_standard_says() {
        for (mode, indices, wanted, tail, dropped) in [
            (0, &[0, 1, 2][..], &[][..], 0, 0),
            (1, &[0, 1, 2, 3, 4], &[0, 1, 2, 3], 1, 0),
            (2, &[0, 1, 2], &[0, 1, 1, 2, 2, 0], 0, 0),
            (2, &[0, 1], &[0, 1], 0, 0),
            (3, &[3, 1, 2], &[3, 1, 1, 2], 0, 0),
            (4, &[0, 1, 2, 3, 4], &[0, 1, 2], 2, 0),
            (4, &[0, 1, 2, 3, 4, 6, 0, 1, 5], &[0, 1, 2], 0, 2),
            (5, &[0, 1, 2, 3, 4], &[0, 1, 2, 1, 3, 2, 2, 3, 4], 0, 0),
            (6, &[0, 1, 2, 3], &[1, 2, 0, 2, 3, 0], 0, 0),
            (6, &[0, 1], &[], 2, 0),
        ] {
            assert_eq!(
                made(mode, indices),
                (wanted.to_vec(), tail, dropped),
                "{mode} {indices:?}"
            );
        }
        assert_eq!(Mode::from_number(7), None);
    }
}
