//! Where things lie: fixed sizes, little-endian reads, the extent of one property, a walk by counts alone.
//!
//! Nothing here allocates or reports.

use super::PropertyType;
use std::ffi::CStr;
use std::ops::Range;

pub const FILE_HEADER: usize = 16;
pub const NODE_HEADER: usize = 24;
pub const PROPERTY_HEADER: usize = 8;

/// The callers have checked that the bytes are there; past the end reads zeros rather than panicking.
#[inline]
fn array_at<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes
        .get(at..)
        .and_then(|rest| rest.first_chunk())
        .copied()
        .unwrap_or([0; N])
}

pub fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(array_at(bytes, at))
}

pub fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(array_at(bytes, at))
}

pub fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(array_at(bytes, at))
}

/// The 24 bytes that open a node.
#[derive(Clone, Copy)]
pub struct NodeHeader {
    pub id: u32,
    pub size: u32,
    pub property_count: u32,
    pub child_count: u32,
}

impl NodeHeader {
    /// `None` when the header does not fit in `at..limit`.
    pub fn at(bytes: &[u8], at: usize, limit: usize) -> Option<Self> {
        let header: &[u8; NODE_HEADER] = bytes.get(at..limit)?.first_chunk()?;
        Some(Self {
            id: u32_at(header, 0),
            size: u32_at(header, 4),
            property_count: u32_at(header, 16),
            child_count: u32_at(header, 20),
        })
    }
}

/// The 8 bytes that open a property.
#[derive(Clone, Copy)]
pub struct PropertyHeader {
    /// Code of its type, known or not.
    pub code: u16,
    pub name_size: usize,
    pub count: u32,
}

impl PropertyHeader {
    /// As [`array_at`].
    #[inline]
    pub fn at(bytes: &[u8], at: usize) -> Self {
        let word = u64_at(bytes, at);
        Self {
            code: word as u16,
            name_size: usize::from((word >> 16) as u16),
            count: (word >> 32) as u32,
        }
    }
}

/// Where the parts of one property lie.
pub struct Extent {
    pub kind: PropertyType,
    pub name: Range<usize>,
    /// First byte after the payload.
    pub end: usize,
    /// Whether `end` is where the content itself says; only a text can be cut before (cast.md row 24).
    pub terminated: bool,
}

/// Why a property has no extent within its limit.
pub enum Fault {
    /// The header needs bytes up to `end`.
    Header {
        end: u64,
    },
    /// Not one of the ten types, so its length is unknowable.
    Type {
        code: u16,
    },
    Name {
        end: u64,
    },
    Array {
        name: Range<usize>,
        count: u32,
        end: u64,
    },
    /// No terminator before the limit.
    Text {
        name: Range<usize>,
    },
}

/// The extent of the property whose header is at `at`; nothing of it may reach past `limit`.
#[inline]
pub fn property_extent(bytes: &[u8], at: usize, limit: usize) -> Result<Extent, Fault> {
    let region = bytes.get(..limit).unwrap_or(bytes);
    let Some(header) = region.get(at..).and_then(|rest| rest.first_chunk::<PROPERTY_HEADER>()) else {
        return Err(Fault::Header {
            end: (at + PROPERTY_HEADER) as u64,
        });
    };
    let code = u16_at(header, 0);
    let kind = PropertyType::from_code(code).ok_or(Fault::Type { code })?;
    let (name_size, count) = (usize::from(u16_at(header, 2)), u32_at(header, 4));
    let name = at + PROPERTY_HEADER..at + PROPERTY_HEADER + name_size;
    if name.end > region.len() {
        return Err(Fault::Name { end: name.end as u64 });
    }
    let end = match kind.element_size() {
        Some(size) => {
            let end = name.end as u64 + u64::from(count) * size as u64;
            if end > region.len() as u64 {
                return Err(Fault::Array { name, count, end });
            }
            end as usize
        }
        None => match strings_end(region, name.end, count) {
            Some(end) => end,
            None => return Err(Fault::Text { name }),
        },
    };
    Ok(Extent {
        kind,
        name,
        end,
        terminated: true,
    })
}

/// The byte after `count` terminated strings (cast.md A43: that many, back to back).
pub fn strings_end(region: &[u8], mut at: usize, count: u32) -> Option<usize> {
    for _ in 0..count {
        at = text_end(region, at)?;
    }
    Some(at)
}

/// The byte after the terminator of the text at `at`.
#[inline]
fn text_end(region: &[u8], at: usize) -> Option<usize> {
    let rest = region.get(at..)?;
    // Most texts are names: sixteen bytes are looked at in one go, where a loop or a call would take longer than the look.
    if let Some(head) = rest.first_chunk::<16>() {
        let word = u128::from_le_bytes(*head);
        // Bit 7 of every byte that is zero, and of some behind the first of those.
        let zeros = word.wrapping_sub(u128::MAX / 0xff) & !word & (u128::MAX / 0xff * 0x80);
        if zeros != 0 {
            return Some(at + zeros.trailing_zeros() as usize / 8 + 1);
        }
    }
    Some(at + CStr::from_bytes_until_nul(rest).ok()?.count_bytes() + 1)
}

/// Whether `range` of `bytes` holds ASCII alone; quick for short ranges.
#[inline]
pub fn is_ascii(bytes: &[u8], range: Range<usize>) -> bool {
    match bytes.get(range.start..).and_then(|rest| rest.first_chunk::<16>()) {
        Some(head) if range.len() < 16 => {
            let high = (u128::MAX / 0xff * 0x80) & ((1 << (8 * range.len())) - 1);
            u128::from_le_bytes(*head) & high == 0
        }
        _ => bytes[range].is_ascii(),
    }
}

/// Where `properties` properties, then `nodes` nodes with all they contain, end when only counts are believed.
/// `None` when they do not fit in `at..limit` or a property cannot be measured. Linear in the bytes walked.
pub fn end_by_counts(bytes: &[u8], mut at: usize, properties: u32, nodes: u64, limit: usize) -> Option<usize> {
    let (mut properties, mut nodes) = (properties, nodes);
    loop {
        for _ in 0..properties {
            at = property_extent(bytes, at, limit).ok()?.end;
        }
        if nodes == 0 {
            return Some(at);
        }
        let header = NodeHeader::at(bytes, at, limit)?;
        at += NODE_HEADER;
        properties = header.property_count;
        nodes += u64::from(header.child_count);
        nodes -= 1;
        if nodes > ((limit - at) / NODE_HEADER) as u64 {
            return None;
        }
    }
}
