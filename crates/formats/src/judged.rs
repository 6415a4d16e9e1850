//! Whether a large file is worth reading whole, by its beginning and its size.

use super::sniff::{Guess, is_stl_of, sniff};

/// The longest JSON that is read. Its numbers and names take a multiple of it as a scene.
pub const MOST_JSON: u64 = 1 << 30;

/// A judgement of a file by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// A reader may take it.
    Readable,
    /// No reader takes it, and its beginning alone says why.
    Refused,
    /// It is glTF with more JSON than [`MOST_JSON`].
    JsonTooLong {
        /// Bytes of its JSON.
        bytes: u64,
    },
    /// It begins as a file that castview reads, and zeros follow: a download that was given room and never came, or a trap.
    Hollow,
}

/// Bytes within which every reader's header and its first record begin.
const HEADERS: usize = 32;
/// With fewer bytes than this nobody knows what follows.
const LEAST_LOOK: usize = 512;

/// Judges a file of `size` bytes that begins with `beginning`: a few hundred bytes are enough. For a stream whose size nobody knows, `size`
/// is the number of bytes that it has at least.
pub fn judged(beginning: &[u8], size: u64) -> Judged {
    let guess = sniff(beginning);
    let follows = beginning.get(HEADERS..).unwrap_or_default();
    let is_known = matches!(guess, Guess::Cast | Guess::Mrtk | Guess::Shape | Guess::Glb);
    if is_known && beginning.len() >= LEAST_LOOK && follows.iter().all(|byte| *byte == 0) {
        return Judged::Hollow;
    }
    match guess {
        Guess::Cast | Guess::Mrtk | Guess::Shape => Judged::Readable,
        Guess::Gltf if size > MOST_JSON => Judged::JsonTooLong { bytes: size },
        Guess::Gltf => Judged::Readable,
        Guess::Glb => match (word(beginning, 4), word(beginning, 12)) {
            (Some(version), _) if version != 2 => Judged::Refused,
            (_, Some(json)) if u64::from(json) > MOST_JSON => Judged::JsonTooLong { bytes: json.into() },
            _ => Judged::Readable,
        },
        // It is known by its length, so it is read to be called by its name.
        Guess::Unknown if is_stl_of(beginning, size) => Judged::Readable,
        _ => Judged::Refused,
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_says_whether_the_rest_is_read() {
        let glb = |version: u32, json: u32| {
            let words = [0x4654_6c67, version, 0xffff_ffff, json, 0x4e4f_534a];
            words.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<u8>>()
        };
        let hollow = |head: &[u8]| {
            let mut bytes = head.to_vec();
            bytes.resize(4096, 0);
            bytes
        };
        for (beginning, size, wanted) in [
            (&[0; 4096][..], 4 << 30, Judged::Refused),
            (b"cast\x01\0\0\0", 4 << 30, Judged::Readable),
            (&glb(2, 2000), 4 << 30, Judged::Readable),
            (
                &glb(2, 0xffff_fff0),
                4 << 30,
                Judged::JsonTooLong { bytes: 0xffff_fff0 },
            ),
            (&glb(1, 0), 4 << 30, Judged::Refused),
            (&hollow(b"cast"), 4 << 30, Judged::Hollow),
            (
                &hollow(b"cast\x01\0\0\0\x01\0\0\0\0\0\0\0toor"),
                4 << 30,
                Judged::Hollow,
            ),
            (&hollow(b"\xc6\x42\x9e\x0f\x6e\xaf\x8f\x6a"), 4 << 30, Judged::Hollow),
            (&hollow(b"\x05SHAPE\x01\0"), 4 << 30, Judged::Hollow),
            (&hollow(&glb(2, 2000)), 4 << 30, Judged::Hollow),
            (b"{\"asset\":{}}", 100 << 20, Judged::Readable),
            (b"{\"asset\":{}}", 4 << 30, Judged::JsonTooLong { bytes: 4 << 30 }),
            (b"{\"a\":{}}", 4 << 30, Judged::Refused),
            (b"PK\x03\x04", 4 << 30, Judged::Refused),
            (b"a log\n", 4 << 30, Judged::Refused),
        ] {
            assert_eq!(
                judged(beginning, size),
                wanted,
                "{:?}",
                &beginning[..beginning.len().min(20)]
            );
        }
        let mut stl = vec![1; 84];
        stl[80..].copy_from_slice(&1_000_000u32.to_le_bytes());
        assert_eq!(judged(&stl, 84 + 50_000_000), Judged::Readable);
        assert_eq!(judged(&stl, 84 + 50_000_001), Judged::Refused);
    }
}
