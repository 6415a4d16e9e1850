//! Patterns by which UASTC divides the texels of a block into subsets: those of ASTC that BC7 has, too.

/// Seeds of patterns of two subsets.
const HALVES: [u32; 30] = [
    28, 20, 16, 29, 91, 9, 107, 72, 149, 204, 50, 114, 496, 17, 78, 39, 252, 828, 43, 156, 116, 210, 476, 273, 684,
    359, 246, 195, 694, 524,
];
/// Seeds of patterns of three subsets.
const THIRDS: [u32; 11] = [260, 74, 32, 156, 183, 15, 745, 0, 335, 902, 254];
/// Seeds of patterns of two subsets, one of which is two in BC7.
const MERGED: [u32; 19] = [
    36, 48, 61, 137, 161, 183, 226, 281, 302, 307, 479, 495, 593, 594, 605, 799, 812, 988, 993,
];

/// Subset of each texel of a block, row by row.
#[derive(Clone, Copy)]
pub struct Pattern {
    /// Its place among all of [`Partitions::all`].
    pub number: usize,
    pub subsets: [u8; 16],
    /// First texel of each subset.
    pub firsts: [usize; 3],
}

pub struct Partitions {
    whole: Pattern,
    halves: [Pattern; HALVES.len()],
    thirds: [Pattern; THIRDS.len()],
    merged: [Pattern; MERGED.len()],
}

impl Partitions {
    pub fn new() -> Self {
        Self {
            whole: Pattern::of(0, [0; 16]),
            halves: std::array::from_fn(|at| Pattern::of_seed(1 + at, HALVES[at], 2)),
            thirds: std::array::from_fn(|at| Pattern::of_seed(1 + HALVES.len() + at, THIRDS[at], 3)),
            merged: std::array::from_fn(|at| Pattern::of_seed(1 + HALVES.len() + THIRDS.len() + at, MERGED[at], 2)),
        }
    }

    /// All patterns, in the order of their numbers, with whether BC7 has three subsets in place of them.
    pub fn all(&self) -> impl Iterator<Item = (&Pattern, bool)> {
        let of_three = self.thirds.iter().chain(&self.merged).map(|pattern| (pattern, true));
        let others = std::iter::once(&self.whole).chain(&self.halves);
        others.map(|pattern| (pattern, false)).chain(of_three)
    }

    pub fn whole(&self) -> Option<&Pattern> {
        Some(&self.whole)
    }

    pub fn halves(&self, at: u32) -> Option<&Pattern> {
        self.halves.get(at as usize)
    }

    pub fn thirds(&self, at: u32) -> Option<&Pattern> {
        self.thirds.get(at as usize)
    }

    pub fn merged(&self, at: u32) -> Option<&Pattern> {
        self.merged.get(at as usize)
    }
}

impl Pattern {
    fn of(number: usize, subsets: [u8; 16]) -> Self {
        let first = |subset: u8| subsets.iter().position(|of| *of == subset).unwrap_or(16);
        Self {
            number,
            subsets,
            firsts: [first(0), first(1), first(2)],
        }
    }

    fn of_seed(number: usize, seed: u32, count: u32) -> Self {
        let subsets = std::array::from_fn(|at| subset(seed, at as u32 % 4, at as u32 / 4, count));
        Self::of(number, subsets)
    }
}

/// Subset of a texel of a small block (ASTC, "Partition Pattern Generation").
fn subset(seed: u32, x: u32, y: u32, count: u32) -> u8 {
    let seed = seed + (count - 1) * 1024;
    let random = hash(seed);
    let of_count = if count == 3 { 6 } else { 5 };
    let of_seed = if seed & 2 != 0 { 4 } else { 5 };
    let (of_x, of_y) = if seed & 1 != 0 {
        (of_seed, of_count)
    } else {
        (of_count, of_seed)
    };
    // Small blocks are stretched to twice their size.
    let height = |at: u32, added: u32| {
        let four = |at: u32| (random >> at) & 15;
        let [along_x, along_y] = [(at, of_x), (at + 4, of_y)].map(|(at, shift)| (four(at) * four(at)) >> shift);
        (along_x * 2 * x + along_y * 2 * y + (random >> added)) & 63
    };
    let heights = [height(0, 14), height(8, 10), if count == 3 { height(16, 6) } else { 0 }];
    match heights {
        [a, b, c] if a >= b && a >= c => 0,
        [_, b, c] if b >= c => 1,
        _ => 2,
    }
}

fn hash(seed: u32) -> u32 {
    let mut random = seed ^ seed >> 15;
    random = random.wrapping_mul(0xeede_0891);
    random ^= random >> 5;
    random = random.wrapping_add(random << 16);
    random ^= random >> 7;
    random ^= random >> 3;
    random ^= random << 6;
    random ^ random >> 17
}
