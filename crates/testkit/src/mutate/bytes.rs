//! Bytes changed without knowing what they mean.

use super::Random;

/// Values that break files most: the ends of integers, and floats that are no numbers.
const WILD: [u32; 14] = [
    0,
    1,
    2,
    8,
    0xff,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    u32::MAX,
    0x7fc0_0000,
    0x7f80_0000,
    0xff80_0000,
    0x7f7f_ffff,
    0x4970_0000,
];

/// One to six of: a bit, a byte, a wild number, a piece doubled, moved, left out or filled, the rest cut off.
pub fn broken(file: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..=random.below(6) {
        let Some(at) = random.range(0..bytes.len()) else {
            break;
        };
        let end = (at + 1 + random.below(40)).min(bytes.len());
        match random.below(16) {
            0..=3 => bytes[at] ^= 1 << random.below(8),
            4..=5 => bytes[at] = random.pick(&[0, 0xff, 0x7f, 0x80, b'9', b'"']).unwrap_or(0),
            6..=10 => {
                let wild = random.pick(&WILD).unwrap_or(0).to_le_bytes();
                let length = wild.len().min(bytes.len() - at);
                bytes[at..at + length].copy_from_slice(&wild[..length]);
            }
            11 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            12 => {
                let from = random.below(bytes.len());
                let length = (end - at).min(bytes.len() - from);
                let to = at.min(bytes.len() - length);
                bytes.copy_within(from..from + length, to);
            }
            13 => bytes[at..end].fill(random.pick(&[0, 0xff]).unwrap_or(0)),
            14 => drop(bytes.drain(at..end)),
            _ if random.below(4) == 0 => bytes.truncate(at),
            _ => bytes[at] = random.next() as u8,
        }
    }
    bytes
}
