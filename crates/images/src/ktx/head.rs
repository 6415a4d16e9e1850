//! Headers of KTX files (KTX 2.0, "File Structure"; KTX 1.0, "File Format").
//!
//! In: the beginning of a file. Out: a [`Head`], in which no number is larger than the file or the limits of images allow.

use super::super::ImageError;
use super::super::dds::level_size;
use super::super::limits::{MAX_DECODER_BYTES, check_size};
use super::fault::{KtxFault, damaged};
use super::packed::LevelPacking;
use super::stored::{KtxTexels, Second};

const FIRST: &[u8] = b"\xabKTX 11\xbb\r\n\x1a\n";
const SECOND: &[u8] = b"\xabKTX 20\xbb\r\n\x1a\n";

/// Bytes of a level's row in the index of a file of version 2.
const INDEX_ROW: usize = 24;
/// Bytes of key and value data that are searched.
const MOST_KEYS: usize = 4096;
/// Texels that packed blocks may have for each byte of a file, and beyond that.
const PACKED_TEXELS: (u64, u64) = (1 << 16, 1 << 24);

/// Whether `bytes` begin as a KTX file of either version.
pub fn is_ktx(bytes: &[u8]) -> bool {
    bytes.starts_with(FIRST) || bytes.starts_with(SECOND)
}

/// Whether `bytes` begin as a KTX file of version 2.
pub fn is_second(bytes: &[u8]) -> bool {
    bytes.starts_with(SECOND)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    First,
    Second,
}

pub struct Head {
    pub version: Version,
    /// Size of the largest level, in texels.
    pub size: [u32; 2],
    pub stored: KtxTexels,
    pub packing: LevelPacking,
    /// At least one.
    pub level_count: usize,
    /// Images of a level: layers, faces and slices.
    pub images: u64,
    /// Faces that lie one by one in a level of version 1, each as long as the level says.
    pub single_faces: usize,
    /// Place of the global data, with its length.
    pub global: [u64; 2],
    /// Place and length of each level; none in version 1, where levels follow the keys.
    pub levels: Vec<[u64; 2]>,
    /// Place behind the keys.
    pub content: usize,
    pub is_upside_down: bool,
}

fn number(bytes: &[u8], at: usize) -> Result<u32, ImageError> {
    let stored = bytes
        .get(at..at.saturating_add(4))
        .and_then(|stored| stored.first_chunk());
    let stored = stored.ok_or_else(|| damaged(KtxFault::Header))?;
    Ok(u32::from_le_bytes(*stored))
}

fn long(bytes: &[u8], at: usize) -> Result<u64, ImageError> {
    let [low, high] = [number(bytes, at)?, number(bytes, at.saturating_add(4))?].map(u64::from);
    Ok(high << 32 | low)
}

impl Head {
    /// Reads the header of a file of `file_bytes` bytes that begins with `bytes`.
    pub fn read(bytes: &[u8], file_bytes: u64) -> Result<Self, ImageError> {
        let head = match bytes.starts_with(SECOND) {
            true => Self::second(bytes)?,
            false => Self::first(bytes)?,
        };
        let most = match head.packing {
            // Half a byte is the least of a texel.
            LevelPacking::None => 2 * file_bytes,
            _ => PACKED_TEXELS.1 + file_bytes.saturating_mul(PACKED_TEXELS.0),
        };
        check_size(head.size[0], head.size[1], file_bytes as usize, most)?;
        if head.level_bytes(0).is_none_or(|bytes| bytes > MAX_DECODER_BYTES) {
            return Err(ImageError::TooMuchMemory {
                limit_mib: MAX_DECODER_BYTES >> 20,
            });
        }
        Ok(head)
    }

    fn second(bytes: &[u8]) -> Result<Self, ImageError> {
        let word = |at| number(bytes, at);
        let [format, depth, layers, faces] = [word(12)?, word(28)?, word(32)?, word(36)?];
        let size = [word(20)?, word(24)?];
        let descriptor = word(48)? as usize;
        let model = word(descriptor.saturating_add(12))? & 0xff;
        let first = word(descriptor.saturating_add(28))? >> 24 & 15;
        let samples = (word(descriptor.saturating_add(8))? >> 16).saturating_sub(24) / 16;
        let second = match samples {
            0 | 1 => None,
            _ => Some(word(descriptor.saturating_add(44))? >> 24 & 15),
        };
        let stored = match (format, model) {
            (0, 163) => KtxTexels::Etc1s(second.map(Second::of_etc1s)),
            (0, 166) => KtxTexels::Uastc(Second::of_uastc(first)),
            _ => KtxTexels::of_vulkan(format).ok_or_else(|| unread("KTX2"))?,
        };
        let packing = match (word(44)?, stored) {
            (1, KtxTexels::Etc1s(_)) => LevelPacking::BasisLz,
            (0, KtxTexels::Etc1s(_)) | (1, _) => return Err(damaged(KtxFault::Header)),
            (0, _) => LevelPacking::None,
            (2, _) => LevelPacking::Zstandard,
            (3, _) => LevelPacking::Zlib,
            _ => return Err(unread("KTX2")),
        };
        // 0 asks a program to make smaller levels itself.
        let level_count = most_levels(size).min(word(40)?.max(1) as usize);
        let row = |level: usize| {
            Ok([
                long(bytes, 80 + level * INDEX_ROW)?,
                long(bytes, 88 + level * INDEX_ROW)?,
            ])
        };
        let levels: Vec<[u64; 2]> = (0..level_count).map(row).collect::<Result<_, ImageError>>()?;
        let keys = bytes.get(word(56)? as usize..).unwrap_or_default();
        let keys = &keys[..keys.len().min(word(60)? as usize).min(MOST_KEYS)];
        Ok(Self {
            version: Version::Second,
            size,
            stored,
            packing,
            level_count,
            images: [depth, layers, faces]
                .map(|count| u64::from(count.max(1)))
                .into_iter()
                .fold(1, u64::saturating_mul),
            single_faces: 1,
            global: [long(bytes, 64)?, long(bytes, 72)?],
            levels,
            content: 0,
            is_upside_down: contains(keys, b"KTXorientation\0ru") || contains(keys, b"KTXorientation\0lu"),
        })
    }

    fn first(bytes: &[u8]) -> Result<Self, ImageError> {
        let word = |at| number(bytes, at);
        // Files of machines with the other order of bytes are left alone: no tool has written one for long.
        if word(12)? != 0x0403_0201 {
            return Err(unread("KTX"));
        }
        let [kind, _, format, internal] = [word(16)?, word(20)?, word(24)?, word(28)?];
        let size = [word(36)?, word(40)?.max(1)];
        let [depth, layers, faces] = [word(44)?, word(48)?, word(52)?];
        let keys_length = word(60)? as usize;
        let keys = bytes.get(64..).unwrap_or_default();
        let keys = &keys[..keys.len().min(keys_length).min(MOST_KEYS)];
        Ok(Self {
            version: Version::First,
            size,
            stored: KtxTexels::of_opengl(kind, format, internal).ok_or_else(|| unread("KTX"))?,
            packing: LevelPacking::None,
            level_count: most_levels(size).min(word(56)?.max(1) as usize),
            images: [depth, layers, faces]
                .map(|count| u64::from(count.max(1)))
                .into_iter()
                .fold(1, u64::saturating_mul),
            // Faces of an array share one length.
            single_faces: if layers == 0 && faces == 6 { 6 } else { 1 },
            global: [0; 2],
            levels: Vec::new(),
            content: keys_length.saturating_add(64),
            is_upside_down: contains(keys, b"T=u"),
        })
    }

    /// Bytes of one image of a level, as it is stored before it is packed.
    pub fn image_bytes(&self, level: usize) -> u64 {
        let row_end = if self.version == Version::First { 4 } else { 1 };
        self.stored.bytes(level_size(self.size, level), row_end)
    }

    /// Bytes of all images of a level; `None`: more than a number holds.
    pub fn level_bytes(&self, level: usize) -> Option<u64> {
        self.image_bytes(level).checked_mul(self.images)
    }

    /// Bytes in use while a level is unpacked.
    pub fn spare_bytes(&self) -> u64 {
        let unpacked = match self.stored {
            KtxTexels::Etc1s(_) => self.image_bytes(0),
            _ if self.packing == LevelPacking::None => 0,
            _ => self.image_bytes(0),
        };
        let whole = self.level_bytes(0).unwrap_or(u64::MAX);
        unpacked + self.packing.working_bytes(whole)
    }
}

fn most_levels(size: [u32; 2]) -> usize {
    size[0].max(size[1]).max(1).ilog2() as usize + 1
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|part| part == wanted)
}

/// Refuses a file whose texels are stored in a way that is not read.
fn unread(kind: &str) -> ImageError {
    ImageError::UnsupportedKind {
        kind: format!("such {kind} (its pixel format)"),
    }
}
