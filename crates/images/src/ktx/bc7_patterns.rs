//! Patterns by which BC7 divides the texels of a block into subsets (Khronos Data Format Specification, "BPTC compressed texture image
//! formats").

use super::partition::{Partitions, Pattern};

/// Texels of the second of two subsets, the first texel lowest.
const HALVES: [u16; 64] = [
    0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80, 0xc800, 0xffec, 0xfe80, 0xe800, 0xffe8, 0xff00,
    0xfff0, 0xf000, 0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310, 0x3100, 0x8cce, 0x088c, 0x3110, 0x6666, 0x366c,
    0x17e8, 0x0ff0, 0x718e, 0x399c, 0xaaaa, 0xf0f0, 0x5a5a, 0x33cc, 0x3c3c, 0x55aa, 0x9696, 0xa55a, 0x73ce, 0x13c8,
    0x324c, 0x3bdc, 0x6996, 0xc33c, 0x9966, 0x0660, 0x0272, 0x04e4, 0x4e40, 0x2720, 0xc936, 0x936c, 0x39c6, 0x639c,
    0x9336, 0x9cc6, 0x817e, 0xe718, 0xccf0, 0x0fcc, 0x7744, 0xee22,
];
/// Texel of the second subset whose index has its highest bit clear.
const HALF_ANCHORS: [u8; 64] = [
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 2, 8, 2, 2, 8, 8, 15, 2, 8, 2, 2, 8, 8, 2, 2,
    15, 15, 6, 8, 2, 8, 15, 15, 2, 8, 2, 2, 2, 15, 15, 6, 6, 2, 6, 8, 15, 15, 2, 2, 15, 15, 15, 15, 15, 2, 2, 15,
];
/// Texels of the second and of the third of three subsets.
const THIRDS: [[u16; 2]; 64] = [
    [0x08cc, 0xf600],
    [0x8cc8, 0x7300],
    [0xcc80, 0x3310],
    [0xec00, 0x00ce],
    [0x3300, 0xcc00],
    [0x00cc, 0xcc00],
    [0xff00, 0x00cc],
    [0xcccc, 0x3300],
    [0x0f00, 0xf000],
    [0x0ff0, 0xf000],
    [0x00f0, 0xff00],
    [0x4444, 0x8888],
    [0x6666, 0x8888],
    [0x2222, 0xcccc],
    [0x136c, 0xec80],
    [0x008c, 0x7310],
    [0x36c8, 0xc800],
    [0x08ce, 0x3100],
    [0x3330, 0xccc0],
    [0xf000, 0x0ccc],
    [0x00ee, 0xee00],
    [0x8888, 0x7700],
    [0x22c0, 0xcc00],
    [0x4430, 0x3300],
    [0x0c22, 0x00cc],
    [0x0344, 0xfc88],
    [0x6996, 0x0660],
    [0x9960, 0x6600],
    [0x0330, 0xc88c],
    [0x0066, 0xf900],
    [0xc22c, 0x0cc0],
    [0x8c00, 0x7310],
    [0x1300, 0xec80],
    [0xc400, 0x08ce],
    [0x004c, 0xec80],
    [0x2222, 0x4444],
    [0x00f0, 0x0f00],
    [0x2492, 0x4924],
    [0x2942, 0x4294],
    [0xc30c, 0x0c30],
    [0xc03c, 0x03c0],
    [0x00aa, 0xff00],
    [0xaa00, 0x5500],
    [0x3030, 0xcccc],
    [0xc0c0, 0x0c0c],
    [0x9090, 0x6666],
    [0xa00a, 0x0ff0],
    [0xaaa0, 0x5550],
    [0x0aaa, 0xf000],
    [0xe0e0, 0x0e0e],
    [0x7070, 0x8888],
    [0x6660, 0x9990],
    [0x0ee0, 0xe00e],
    [0x0770, 0x8888],
    [0x0666, 0xf000],
    [0x6600, 0x9900],
    [0x0066, 0xff00],
    [0x0cc0, 0xc00c],
    [0x0330, 0xcccc],
    [0x6000, 0x9000],
    [0x8080, 0x0808],
    [0x1010, 0xeeee],
    [0x000a, 0xfff0],
    [0x08ce, 0x7310],
];
/// The same for three subsets.
const THIRD_ANCHORS: [[u8; 2]; 64] = [
    [3, 15],
    [3, 8],
    [15, 8],
    [15, 3],
    [8, 15],
    [3, 15],
    [15, 3],
    [15, 8],
    [8, 15],
    [8, 15],
    [6, 15],
    [6, 15],
    [6, 15],
    [5, 15],
    [3, 15],
    [3, 8],
    [3, 15],
    [3, 8],
    [8, 15],
    [15, 3],
    [3, 15],
    [3, 8],
    [6, 15],
    [10, 8],
    [5, 3],
    [8, 15],
    [8, 6],
    [6, 10],
    [8, 15],
    [5, 15],
    [15, 10],
    [15, 8],
    [8, 15],
    [15, 3],
    [3, 15],
    [5, 10],
    [6, 10],
    [10, 8],
    [8, 9],
    [15, 10],
    [15, 6],
    [3, 15],
    [15, 8],
    [5, 15],
    [15, 3],
    [15, 6],
    [15, 6],
    [15, 8],
    [3, 15],
    [15, 3],
    [5, 15],
    [5, 15],
    [5, 15],
    [8, 15],
    [5, 15],
    [10, 15],
    [5, 15],
    [10, 15],
    [8, 15],
    [13, 15],
    [15, 3],
    [12, 15],
    [3, 15],
    [3, 8],
];

/// A division of the texels, as BC7 has it, that serves in place of one of UASTC.
#[derive(Clone, Copy)]
pub struct Bc7Shape {
    /// Number of its pattern.
    pub pattern: u32,
    /// Number of its subsets.
    pub count: usize,
    /// Subset of each texel.
    pub subsets: [u8; 16],
    /// Texel of each subset whose index has its highest bit clear.
    pub anchors: [usize; 3],
    /// Subset of UASTC for each of its subsets.
    pub of: [usize; 3],
}

impl Bc7Shape {
    /// All texels together.
    pub const WHOLE: Self = Self {
        pattern: 0,
        count: 1,
        subsets: [0; 16],
        anchors: [0; 3],
        of: [0; 3],
    };

    fn halves(pattern: usize) -> Self {
        Self {
            pattern: pattern as u32,
            count: 2,
            subsets: std::array::from_fn(|at| (HALVES[pattern] >> at & 1) as u8),
            anchors: [0, usize::from(HALF_ANCHORS[pattern]), 0],
            of: [0; 3],
        }
    }

    fn thirds(pattern: usize) -> Self {
        let [second, third] = THIRDS[pattern];
        let anchors = THIRD_ANCHORS[pattern].map(usize::from);
        Self {
            pattern: pattern as u32,
            count: 3,
            subsets: std::array::from_fn(|at| (second >> at & 1) as u8 + 2 * (third >> at & 1) as u8),
            anchors: [0, anchors[0], anchors[1]],
            of: [0; 3],
        }
    }

    /// The shape whose subsets lie each in one of `pattern`.
    fn of_pattern(pattern: &Pattern, has_three: bool) -> Option<Self> {
        (0..64)
            .map(|number| match has_three {
                true => Self::thirds(number),
                false => Self::halves(number),
            })
            .find_map(|shape| {
                let mut of = [None; 3];
                for (here, there) in shape.subsets.iter().zip(pattern.subsets) {
                    let known = of[usize::from(*here)].get_or_insert(usize::from(there));
                    if *known != usize::from(there) {
                        return None;
                    }
                }
                let of = of.map(Option::unwrap_or_default);
                Some(Self { of, ..shape })
            })
    }

    /// For each pattern of UASTC by its number.
    pub fn all(partitions: &Partitions) -> Vec<Self> {
        let shape = |(pattern, has_three): (&Pattern, bool)| Self::of_pattern(pattern, has_three);
        let others = partitions.all().skip(1).map(shape);
        let others = others.map(|shape| shape.expect("UASTC has such patterns alone that BC7 has, too: a test looks"));
        std::iter::once(Self::WHOLE).chain(others).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_has_its_shape() {
        let partitions = Partitions::new();
        let shapes = Bc7Shape::all(&partitions);
        assert_eq!(shapes.len(), 61);
        for ((pattern, _), shape) in partitions.all().zip(&shapes) {
            let there = shape.subsets.map(|subset| shape.of[usize::from(subset)] as u8);
            assert_eq!(there, pattern.subsets, "{}", pattern.number);
            for (subset, anchor) in shape.anchors.iter().enumerate().take(shape.count) {
                assert_eq!(usize::from(shape.subsets[*anchor]), subset);
            }
        }
    }
}
