//! The law of topology: which vertices make a triangle or a line, and which of these may be drawn.
//!
//! In: vertex numbers in drawing order, of a list, a strip or a fan. Out: triangles and lines as lists, and counts of what was left out.

/// How vertex numbers follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topology {
    Points,
    Lines,
    LineLoop,
    LineStrip,
    Triangles,
    TriangleStrip,
    TriangleFan,
}

impl Topology {
    pub fn has_faces(self) -> bool {
        matches!(self, Self::Triangles | Self::TriangleStrip | Self::TriangleFan)
    }

    /// Vertex numbers that the elements of `count` of them take at most, as lists.
    pub fn most_corners(self, count: usize) -> u64 {
        let each = match self {
            Self::Points => 0,
            Self::Lines | Self::Triangles => 1,
            Self::LineLoop | Self::LineStrip => 2,
            Self::TriangleStrip | Self::TriangleFan => 3,
        };
        each * count as u64
    }
}

/// Elements that name a vertex twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Degenerate {
    Kept,
    LeftOut,
    /// Strips alone are joined by them.
    LeftOutOfStrips,
}

/// The points in which formats differ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Law {
    /// Order in which every second triangle of a strip takes the corners of its window; the others take them as they come.
    pub odd: [usize; 3],
    /// Order in which a triangle of a fan takes its middle and the two corners on the rim.
    pub fan: [usize; 3],
    /// The number that ends a strip or fan; the next one begins after it.
    pub restart: Option<u32>,
    pub degenerate: Degenerate,
}

/// Vertices that elements may name.
#[derive(Clone, Copy)]
pub(crate) struct Vertices<'a> {
    pub count: usize,
    /// Vertices that nothing may be drawn with, ascending; mostly none.
    pub unusable: &'a [u32],
}

/// Lists of elements, and counts of those that were left out.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Elements {
    pub triangles: Vec<u32>,
    pub lines: Vec<u32>,
    /// Numbers at the end that make no whole element.
    pub tail: usize,
    /// Elements with a vertex that does not exist.
    pub outside: usize,
    /// Elements with a vertex that nothing may be drawn with.
    pub unusable: usize,
    pub degenerate: usize,
}

/// The elements of `count` vertex numbers, of which `at` tells each.
pub(crate) fn elements(
    law: &Law,
    topology: Topology,
    count: usize,
    at: impl Fn(usize) -> u32,
    vertices: Vertices<'_>,
) -> Elements {
    let mut out = Elements::default();
    let keeps = law.degenerate != Degenerate::LeftOut;
    match topology {
        Topology::Points => {}
        Topology::Lines => {
            (0..count / 2).for_each(|i| out.line([at(2 * i), at(2 * i + 1)], vertices));
            out.tail = count % 2;
        }
        Topology::LineLoop | Topology::LineStrip => {
            out.tail = law.pieces(count, &at, 2, |start, end| {
                (start + 1..end).for_each(|i| out.line([at(i - 1), at(i)], vertices));
                if topology == Topology::LineLoop && end - start > 2 {
                    out.line([at(end - 1), at(start)], vertices);
                }
            });
        }
        Topology::Triangles => {
            (0..count / 3).for_each(|i| out.triangle([0, 1, 2].map(|j| at(3 * i + j)), keeps, vertices));
            out.tail = count % 3;
        }
        Topology::TriangleStrip => {
            out.tail = law.pieces(count, &at, 3, |start, end| {
                for first in start..end.saturating_sub(2).max(start) {
                    let order = if (first - start) % 2 == 0 { [0, 1, 2] } else { law.odd };
                    let corners = order.map(|j| at(first + j));
                    // A joint between strips is no element, whatever it names.
                    match names_one_twice(corners) && law.degenerate == Degenerate::LeftOutOfStrips {
                        true => out.degenerate += 1,
                        false => out.triangle(corners, keeps, vertices),
                    }
                }
            });
        }
        Topology::TriangleFan => {
            out.tail = law.pieces(count, &at, 3, |start, end| {
                for first in start + 1..end.saturating_sub(1).max(start + 1) {
                    let window = [start, first, first + 1];
                    out.triangle(law.fan.map(|j| at(window[j])), keeps, vertices);
                }
            });
        }
    }
    out
}

impl Law {
    /// Walks the strips among `count` numbers. Returns how many make no whole element of `least`: where strips are ended by a number, short ones
    /// are no fault.
    fn pieces(
        &self,
        count: usize,
        at: &impl Fn(usize) -> u32,
        least: usize,
        mut piece: impl FnMut(usize, usize),
    ) -> usize {
        let Some(restart) = self.restart else {
            piece(0, count);
            return if count < least { count } else { 0 };
        };
        let mut start = 0;
        for i in 0..count {
            if at(i) == restart {
                piece(start, i);
                start = i + 1;
            }
        }
        piece(start, count);
        0
    }
}

fn names_one_twice([a, b, c]: [u32; 3]) -> bool {
    a == b || b == c || a == c
}

impl Elements {
    fn line(&mut self, corners: [u32; 2], vertices: Vertices<'_>) {
        if self.may_be_drawn(&corners, vertices) {
            self.lines.extend(corners);
        }
    }

    fn triangle(&mut self, corners: [u32; 3], keeps_degenerate: bool, vertices: Vertices<'_>) {
        let exist = corners.iter().all(|corner| (*corner as usize) < vertices.count);
        if !keeps_degenerate && exist && names_one_twice(corners) {
            self.degenerate += 1;
        } else if self.may_be_drawn(&corners, vertices) {
            self.triangles.extend(corners);
        }
    }

    /// Counts those that may not.
    fn may_be_drawn(&mut self, corners: &[u32], vertices: Vertices<'_>) -> bool {
        if corners.iter().any(|corner| *corner as usize >= vertices.count) {
            self.outside += 1;
            return false;
        }
        let is_unusable = |corner: &u32| vertices.unusable.binary_search(corner).is_ok();
        if !vertices.unusable.is_empty() && corners.iter().any(is_unusable) {
            self.unusable += 1;
            return false;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAW: Law = Law {
        odd: [0, 2, 1],
        fan: [1, 2, 0],
        restart: None,
        degenerate: Degenerate::Kept,
    };

    fn made(law: &Law, topology: Topology, numbers: &[u32]) -> Elements {
        let vertices = Vertices {
            count: 6,
            unusable: &[5],
        };
        elements(law, topology, numbers.len(), |i| numbers[i], vertices)
    }

    #[test]
    fn lists_strips_and_fans_are_taken_apart() {
        for (topology, numbers, wanted, tail, dropped) in [
            (Topology::Points, &[0, 1, 2][..], &[][..], 0, 0),
            (Topology::Lines, &[0, 1, 2, 3, 4], &[0, 1, 2, 3], 1, 0),
            (Topology::LineLoop, &[0, 1, 2], &[0, 1, 1, 2, 2, 0], 0, 0),
            (Topology::LineLoop, &[0, 1], &[0, 1], 0, 0),
            (Topology::LineStrip, &[3, 1, 2], &[3, 1, 1, 2], 0, 0),
            (Topology::LineStrip, &[3], &[], 1, 0),
            (Topology::Triangles, &[0, 1, 2, 3, 4], &[0, 1, 2], 2, 0),
            (Topology::Triangles, &[0, 1, 2, 3, 4, 6, 0, 1, 5], &[0, 1, 2], 0, 2),
            (
                Topology::TriangleStrip,
                &[0, 1, 2, 3, 4],
                &[0, 1, 2, 1, 3, 2, 2, 3, 4],
                0,
                0,
            ),
            (Topology::TriangleFan, &[0, 1, 2, 3], &[1, 2, 0, 2, 3, 0], 0, 0),
            (Topology::TriangleFan, &[0, 1], &[], 2, 0),
            (Topology::TriangleFan, &[], &[], 0, 0),
        ] {
            let made = made(&LAW, topology, numbers);
            let drawn = [made.triangles, made.lines].concat();
            let found = (drawn, made.tail, made.outside + made.unusable);
            assert_eq!(found, (wanted.to_vec(), tail, dropped), "{topology:?} {numbers:?}");
        }
    }

    #[test]
    fn a_number_ends_strips_where_the_format_has_one() {
        let law = Law {
            odd: [1, 0, 2],
            fan: [0, 1, 2],
            restart: Some(9),
            degenerate: Degenerate::LeftOutOfStrips,
        };
        for (topology, numbers, wanted) in [
            (
                Topology::TriangleStrip,
                &[0, 1, 2, 3, 9, 9, 2, 9, 1, 2, 3][..],
                &[0, 1, 2, 2, 1, 3, 1, 2, 3][..],
            ),
            (Topology::TriangleStrip, &[0, 1, 1, 2], &[]),
            (Topology::TriangleFan, &[0, 1, 2, 3, 9, 0], &[0, 1, 2, 0, 2, 3]),
            (Topology::Triangles, &[0, 1, 1], &[0, 1, 1]),
            (Topology::LineStrip, &[0, 1, 9, 2, 3], &[0, 1, 2, 3]),
        ] {
            let made = made(&law, topology, numbers);
            assert_eq!(
                [made.triangles, made.lines].concat(),
                wanted,
                "{topology:?} {numbers:?}"
            );
            assert_eq!((made.tail, made.outside), (0, 0), "{topology:?} {numbers:?}");
        }
    }

    #[test]
    fn faces_that_are_left_out_are_counted_by_their_fault() {
        let law = Law {
            degenerate: Degenerate::LeftOut,
            ..LAW
        };
        let made = made(
            &law,
            Topology::Triangles,
            &[0, 1, 2, 1, 1, 2, 0, 1, 6, 6, 6, 0, 0, 1, 5],
        );
        let counts = (made.outside, made.degenerate, made.unusable);
        assert_eq!((made.triangles, counts), (vec![0, 1, 2], (2, 1, 1)));
    }
}
