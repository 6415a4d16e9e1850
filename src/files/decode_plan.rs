//! How large each texture of a drop may be decoded, settled by their headers before the first is.
//!
//! In: what the header of each distinct image says, and how many bytes were read. Out: the most texels of each. The same headers give the
//! same plan, however many threads decode.

use crate::images::Cost;

/// Decoded bytes and those of the graphics memory, together, for each byte of the image files.
const BYTES_PER_BYTE: u64 = 8;
/// And at least so many.
const LEAST_BYTES: u64 = 2 << 30;
/// What one texel takes: four bytes decoded, and up to six on the adapter with all its mips.
const BYTES_PER_TEXEL: u64 = 10;
/// Texels of one drop, however many bytes its files have.
const MOST_TEXELS: u64 = 1 << 30;
/// Working memory of all decoders that run at one time. One that needs more runs alone.
pub const WORKING_BYTES: u64 = 1 << 30;

/// The texels for which there is room.
pub fn room(bytes_read: u64) -> u64 {
    let bytes = BYTES_PER_BYTE.saturating_mul(bytes_read).max(LEAST_BYTES);
    (bytes / BYTES_PER_TEXEL).min(MOST_TEXELS)
}

/// The most texels that each image may have, so that all have at most `room`. The largest are made smaller first: the sides of what can
/// shrink are halved, and what cannot is left out, until the rest fits.
pub fn most_texels(costs: &[Cost], room: u64) -> u64 {
    let largest = costs.iter().map(Cost::texels).max().unwrap_or(0);
    let mut most = largest;
    while most > 0 && costs.iter().map(|cost| taken(cost, most)).fold(0, u64::saturating_add) > room {
        most /= 4;
    }
    most
}

/// Texels of one image, if it may have `most`.
fn taken(cost: &Cost, most: u64) -> u64 {
    let texels = cost.texels();
    match cost.can_shrink {
        _ if texels <= most => texels,
        true => most,
        false => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(side: u32, can_shrink: bool) -> Cost {
        Cost {
            size: [side; 2],
            can_shrink,
            working_bytes: 0,
        }
    }

    #[test]
    fn the_largest_are_made_smaller_until_all_fit() {
        let square = |side: u64| side * side;
        // All at once fit: nothing changes.
        let few = [image(4096, true), image(1024, false)];
        assert_eq!(most_texels(&few, room(0)), square(4096));
        // Sixteen of 8192 on a side are 4 GiB decoded; at 2048 they fit into what 2 GiB hold.
        let many = vec![image(8192, true); 16];
        assert_eq!(most_texels(&many, room(300_000)), square(2048));
        // One of 16 384 on a side, and a small one that stays as it is.
        let one = [image(16_384, true), image(64, false)];
        assert_eq!(most_texels(&one, room(1 << 20)), square(8192));
        // What cannot shrink is left out before the small ones suffer.
        let stiff = vec![image(8192, false); 16];
        assert!(most_texels(&stiff, room(0)) < square(8192));
        assert_eq!(most_texels(&[], room(0)), 0);
    }

    #[test]
    fn large_files_have_room_in_proportion_up_to_a_cap() {
        assert_eq!(room(0), room(1 << 20));
        assert_eq!(room(1 << 30), (8 << 30) / 10);
        assert_eq!(room(u64::MAX), 1 << 30);
    }
}
