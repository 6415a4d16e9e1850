//! Blocks packed as DWA, judged before `exr` unpacks them: it makes room for as much as their counters ask for.
//!
//! The counters are those of `internal_dwa_compressor.h` of OpenEXR: eleven numbers of eight bytes, little-endian, before each block.

use crate::limits::MAX_PIECE_BYTES;
use exr::block::chunk::{Chunk, CompressedBlock};
use exr::compression::Compression;
use exr::error::{Error, UnitResult};
use exr::meta::header::Header;
use std::io::Cursor;

/// Bytes in use for each number of a block while it is unpacked: coefficients, frequencies, waves and halves.
const NUMBER_BYTES: u64 = 32;
/// Squares of so many pixels a side have their waves in common.
const SIDE: u64 = 8;

pub(super) fn is_dwa(compression: Compression) -> bool {
    matches!(compression, Compression::DWAA(_) | Compression::DWAB(_))
}

/// Squares of waves in a block of this size, for all of its channels.
fn squares(size: [u64; 2], channels: usize) -> u64 {
    size[0].div_ceil(SIDE) * size[1].div_ceil(SIDE) * channels as u64
}

/// Bytes in use while a block of this size is unpacked, beside the block itself.
pub(super) fn working_bytes(size: [u64; 2], channels: usize) -> u64 {
    NUMBER_BYTES * SIDE * SIDE * squares(size, channels)
}

/// Refuses a file in which a block asks for more than its pixels can need.
pub(super) fn check(bytes: &[u8]) -> UnitResult {
    let reader = exr::block::read(Cursor::new(bytes), false)?;
    let headers = reader.headers().to_vec();
    // By the same list of places as the picture is read by later.
    for chunk in reader.filter_chunks(false, |_, _, _| true)? {
        check_chunk(&headers, &chunk?)?;
    }
    Ok(())
}

fn check_chunk(headers: &[Header], chunk: &Chunk) -> UnitResult {
    let Some(header) = headers.get(chunk.layer_index) else {
        return Err(Error::Invalid("a block belongs to no layer".into()));
    };
    let packed = match &chunk.compressed_block {
        CompressedBlock::ScanLine(block) => &block.compressed_pixels_le,
        CompressedBlock::Tile(block) => &block.compressed_pixels_le,
        CompressedBlock::DeepScanLine(_) | CompressedBlock::DeepTile(_) => return Ok(()),
    };
    if !is_dwa(header.compression) {
        return Ok(());
    }
    let place = header.get_block_data_indices(&chunk.compressed_block)?;
    let size = header.get_absolute_block_pixel_coordinates(place)?.size;
    let size = [size.0 as u64, size.1 as u64];
    let plain = size[0]
        .saturating_mul(size[1])
        .saturating_mul(header.channels.bytes_per_pixel as u64);
    if plain > MAX_PIECE_BYTES {
        return Err(Error::Invalid("a block is too large".into()));
    }
    // One that would not get smaller is stored as it is.
    if packed.is_empty() || packed.len() as u64 == plain {
        return Ok(());
    }
    let squares = squares(size, header.channels.list.len());
    // A run takes two bytes at least, and stands for one.
    let most_runs = 2 * plain + 2;
    let limits = [
        (1, plain, "stored bytes"),
        (6, most_runs, "runs"),
        (7, plain, "bytes of runs"),
        (8, SIDE * SIDE * squares, "waves"),
        (9, squares, "means"),
    ];
    for (at, most, name) in limits {
        let counter = packed.get(8 * at..8 * at + 8).and_then(|bytes| bytes.try_into().ok());
        let counter = counter.map_or(0, u64::from_le_bytes);
        if counter > most {
            let told = format!("a block of {plain} bytes claims {counter} {name}");
            return Err(Error::Invalid(told.into()));
        }
    }
    Ok(())
}
