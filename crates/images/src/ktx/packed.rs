//! Levels packed by Zstandard or zlib.
//!
//! In: the packed bytes and how many are wanted. Out: as many, from the first on; what follows is left packed.

use super::fault::KtxFault;
use flate2::read::ZlibDecoder;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::Read;

/// How the levels of a file are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelPacking {
    None,
    BasisLz,
    Zstandard,
    Zlib,
}

/// Window that every decoder of Zstandard grants (RFC 8878, section 3.1.1.1.2).
const LEAST_WINDOW: u64 = 8 << 20;
/// Bytes between two looks at how many have come.
const STEP: usize = 1 << 16;
/// Codes of ETC1S, and codebooks of 65 535 entries each.
const BASIS_BYTES: u64 = 8 << 20;

impl LevelPacking {
    /// Bytes in use while a level of `level_bytes` bytes is unpacked, beside these.
    pub fn working_bytes(self, level_bytes: u64) -> u64 {
        match self {
            Self::None => 0,
            Self::BasisLz => BASIS_BYTES,
            // The window is kept in a ring, which grows to twice its size.
            Self::Zstandard => 3 * most_window(level_bytes) + (1 << 20),
            Self::Zlib => 1 << 18,
        }
    }
}

/// The largest window for a level: a frame that asks for more keeps what nothing refers to.
fn most_window(level_bytes: u64) -> u64 {
    LEAST_WINDOW.max(level_bytes)
}

/// The first `wanted` bytes of a level of `level_bytes` bytes.
pub fn unpacked(packing: LevelPacking, packed: &[u8], [wanted, level_bytes]: [u64; 2]) -> Result<Vec<u8>, KtxFault> {
    let mut out = vec![0; usize::try_from(wanted).map_err(|_| KtxFault::Packed)?];
    match packing {
        LevelPacking::Zlib => ZlibDecoder::new(packed)
            .read_exact(&mut out)
            .map_err(|_| KtxFault::Packed)?,
        _ => unpack_zstandard(packed, &mut out, level_bytes)?,
    }
    Ok(out)
}

fn unpack_zstandard(mut packed: &[u8], mut out: &mut [u8], level_bytes: u64) -> Result<(), KtxFault> {
    if window(packed).is_none_or(|window| window > most_window(level_bytes)) {
        return Err(KtxFault::Packed);
    }
    let mut decoder = FrameDecoder::new();
    decoder.reset(&mut packed).map_err(|_| KtxFault::Packed)?;
    while !out.is_empty() {
        if !decoder.is_finished() {
            decoder
                .decode_blocks(&mut packed, BlockDecodingStrategy::UptoBytes(STEP))
                .map_err(|_| KtxFault::Packed)?;
        }
        match decoder.read(out) {
            Ok(0) | Err(_) if decoder.is_finished() => return Err(KtxFault::Packed),
            Ok(count) => out = &mut out[count..],
            Err(_) => return Err(KtxFault::Packed),
        }
    }
    Ok(())
}

/// Bytes that a frame asks to be kept, by its header (RFC 8878, section 3.1.1.1).
fn window(frame: &[u8]) -> Option<u64> {
    let rest = frame.strip_prefix(&[0x28, 0xb5, 0x2f, 0xfd])?;
    let (descriptor, rest) = rest.split_first()?;
    if descriptor & 0x20 == 0 {
        let stored = u32::from(*rest.first()?);
        let base = 1u64 << (10 + (stored >> 3));
        return Some(base + base / 8 * u64::from(stored & 7));
    }
    // A single segment keeps all of it; its length follows the number of a dictionary.
    let rest = rest.get([0, 1, 2, 4][usize::from(descriptor & 3)]..)?;
    let (length, more) = [(1, 0), (2, 256), (4, 0), (8, 0)][usize::from(descriptor >> 6)];
    let mut bytes = [0; 8];
    bytes[..length].copy_from_slice(rest.get(..length)?);
    u64::from_le_bytes(bytes).checked_add(more)
}
