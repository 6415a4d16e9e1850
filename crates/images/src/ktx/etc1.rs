//! ETC1: blocks of 4 × 4 texels in 8 bytes (OES_compressed_ETC1_RGB8_texture).

use super::etc1s::block_colors;

/// Bytes of a block.
pub const BLOCK_BYTES: usize = 8;

/// Place of a stored index among the colours of a block, darkest first.
const ORDER: [usize; 4] = [2, 3, 1, 0];

/// Colours of the texels of a block, row by row.
pub fn texels(block: &[u8; BLOCK_BYTES]) -> [[u8; 3]; 16] {
    let bits = u64::from_be_bytes(*block);
    let field = |at: u32, count: u32| (bits >> at & ((1 << count) - 1)) as i32;
    let is_flipped = field(32, 1) == 1;
    let bases = if field(33, 1) == 1 {
        let first = [59, 51, 43].map(|at| field(at, 5));
        // Differences of three bits with a sign.
        let moved = [56, 48, 40].map(|at| (field(at, 3) ^ 4) - 4);
        let second = std::array::from_fn(|channel| (first[channel] + moved[channel]) & 31);
        [first, second].map(|color: [i32; 3]| color.map(|five| five << 3 | five >> 2))
    } else {
        [[60, 52, 44], [56, 48, 40]].map(|places| places.map(|at| field(at, 4) * 17))
    };
    let colors = [
        block_colors(bases[0], field(37, 3) as usize),
        block_colors(bases[1], field(34, 3) as usize),
    ];
    std::array::from_fn(|at| {
        let (x, y) = (at % 4, at / 4);
        let half = if is_flipped { y / 2 } else { x / 2 };
        let place = (4 * x + y) as u32;
        let index = field(place + 16, 1) << 1 | field(place, 1);
        colors[half][ORDER[index as usize]]
    })
}
