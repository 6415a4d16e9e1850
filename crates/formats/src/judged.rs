//! Whether a large file is worth reading whole, by its beginning and its size: the answer of each kind of format.

use super::sniff::Guess;

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

/// A file whose header says nothing about its size.
pub(crate) fn by_header(_: Guess, beginning: &[u8], _: u64) -> Judged {
    match is_hollow(beginning) {
        true => Judged::Hollow,
        false => Judged::Readable,
    }
}

/// A glTF file: by the length of its JSON, which is all of a `.gltf`.
pub(crate) fn gltf(kind: Guess, beginning: &[u8], size: u64) -> Judged {
    if kind == Guess::Gltf {
        return match size > MOST_JSON {
            true => Judged::JsonTooLong { bytes: size },
            false => Judged::Readable,
        };
    }
    match (word(beginning, 4), word(beginning, 12)) {
        _ if is_hollow(beginning) => Judged::Hollow,
        (Some(version), _) if version != 2 => Judged::Refused,
        (_, Some(json)) if u64::from(json) > MOST_JSON => Judged::JsonTooLong { bytes: json.into() },
        _ => Judged::Readable,
    }
}

/// Whether zeros follow the header.
fn is_hollow(beginning: &[u8]) -> bool {
    let follows = beginning.get(HEADERS..).unwrap_or_default();
    beginning.len() >= LEAST_LOOK && follows.iter().all(|byte| *byte == 0)
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
