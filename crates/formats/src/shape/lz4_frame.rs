//! The frame around LZ4 blocks: how long its header is, and whether its end is there (LZ4 frame format 1.6).

/// Bytes of a frame's header that begins with the magic, by its flags.
pub fn header_of(flags: u8) -> usize {
    4 + 2 + if flags & 0x08 != 0 { 8 } else { 0 } + if flags & 0x01 != 0 { 4 } else { 0 } + 1
}

/// Whether the frame at the start of `input` has the mark that ends it, going by the sizes of its blocks.
pub fn ends(input: &[u8]) -> bool {
    let Some(flags) = input.get(4) else { return false };
    let checksum = if flags & 0x10 != 0 { 4 } else { 0 };
    let mut at = header_of(*flags);
    while let Some(size) = input.get(at..).and_then(|rest| rest.first_chunk::<4>()) {
        match u32::from_le_bytes(*size) & 0x7fff_ffff {
            0 => return true,
            length => at = at.saturating_add(4 + length as usize + checksum),
        }
    }
    false
}
