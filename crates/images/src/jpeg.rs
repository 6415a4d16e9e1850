//! How much a JPEG decoder keeps beside the picture, told by the markers of the file.
//!
//! In: the bytes of a JPEG file, or their beginning. A file of one scan of whole blocks is decoded a row of blocks at a time; of all others
//! the decoder keeps the coefficients of the whole picture.

/// Bytes that the decoder of `image` has in use beside its output. Never too little: a header that cannot be read counts as progressive
/// with four components.
pub fn coefficient_bytes(bytes: &[u8], [width, height]: [u32; 2]) -> u64 {
    let components = match frame(bytes) {
        Some(Frame { in_one_scan: true, .. }) => return 0,
        Some(Frame { components, .. }) => u64::from(components),
        None => 4,
    };
    // Whole blocks, of up to 32 texels with subsampling; 16 bits for each texel.
    let padded = |side: u32| u64::from(side).next_multiple_of(32);
    2 * components * padded(width) * padded(height)
}

struct Frame {
    components: u8,
    in_one_scan: bool,
}

fn frame(bytes: &[u8]) -> Option<Frame> {
    let mut at = 2;
    let mut frame = None;
    loop {
        let [mark, marker, high, low] = *bytes.get(at..)?.first_chunk()?;
        if mark != 0xff {
            return None;
        }
        // Fill bytes may stand before a marker.
        if marker == 0xff {
            at += 1;
            continue;
        }
        let length = usize::from(u16::from_be_bytes([high, low]));
        match marker {
            // Start of frame: after the precision and two sides, the number of components.
            0xc0..=0xc2 => frame = Some((*bytes.get(at + 9)?, marker == 0xc2)),
            // Start of scan: the number of components in it.
            0xda => {
                let (components, is_progressive) = frame?;
                return Some(Frame {
                    components,
                    in_one_scan: !is_progressive && *bytes.get(at + 4)? == components,
                });
            }
            _ => {}
        }
        at = at.checked_add(2 + length)?;
    }
}
