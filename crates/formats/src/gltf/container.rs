//! Where the JSON and the binary chunk lie (docs/formats/gltf.md §1.1).
//!
//! In: the bytes of a `.glb` or `.gltf` file. Out: byte ranges of them, as far as they are here.

use super::GltfError;
use crate::rules::gltf as rule;
use castview_base::core::{Diagnostics, Place};
use std::ops::Range;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    pub json: Range<usize>,
    /// The first BIN chunk.
    pub bin: Option<Range<usize>>,
    /// The file ends before its header or a chunk says so (gltf.md row 2).
    pub is_cut: bool,
}

const HEADER: usize = 12;
const CHUNK_HEADER: usize = 8;
const JSON: u32 = 0x4e4f_534a;
const BIN: u32 = 0x004e_4942;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

pub(super) fn split(bytes: &[u8], diagnostics: &mut Diagnostics) -> Result<Parts, GltfError> {
    if bytes.starts_with(b"glTF") {
        return split_glb(bytes, diagnostics);
    }
    let start = if bytes.starts_with(BYTE_ORDER_MARK) {
        BYTE_ORDER_MARK.len()
    } else {
        0
    };
    Ok(Parts {
        json: start..bytes.len(),
        bin: None,
        is_cut: false,
    })
}

fn split_glb(bytes: &[u8], diagnostics: &mut Diagnostics) -> Result<Parts, GltfError> {
    let truncated = |what, needed: u64| GltfError::Truncated {
        what,
        needed,
        there: bytes.len() as u64,
    };
    let word = |at: usize| -> Option<u32> { Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?)) };
    let version = word(4).ok_or_else(|| truncated("the header", HEADER as u64))?;
    match version {
        2 => {}
        1 => return Err(GltfError::ContainerVersion1),
        other => return Err(GltfError::ContainerVersion(other)),
    }
    let length = word(8).ok_or_else(|| truncated("the header", HEADER as u64))?;
    let mut is_cut = u64::from(length) > bytes.len() as u64;
    let end = (length as usize).min(bytes.len()).max(HEADER);
    if end < bytes.len() {
        diagnostics.report(rule::G2, Place::default, || {
            format!(
                "the header says {length} bytes, the file has {}; the rest is not read",
                bytes.len()
            )
        });
    }
    let mut parts: Option<Parts> = None;
    let mut at = HEADER;
    while at + CHUNK_HEADER <= end {
        let (Some(size), Some(kind)) = (word(at), word(at + 4)) else {
            break;
        };
        let start = at + CHUNK_HEADER;
        let chunk_end = start.saturating_add(size as usize);
        is_cut |= chunk_end > end;
        let chunk = start..chunk_end.min(end);
        at = chunk.end;
        match (&mut parts, kind) {
            (None, JSON) => {
                parts = Some(Parts {
                    json: chunk,
                    bin: None,
                    is_cut: false,
                });
            }
            (None, _) => return Err(GltfError::FirstChunk),
            (Some(parts), BIN) if parts.bin.is_none() => parts.bin = Some(chunk),
            // gltf.md row 3: other kinds are somebody else's.
            (Some(_), _) => {}
        }
    }
    let mut parts = parts.ok_or_else(|| truncated("the first chunk", (HEADER + CHUNK_HEADER) as u64))?;
    parts.is_cut = is_cut;
    if bytes[parts.json.clone()].starts_with(BYTE_ORDER_MARK) {
        parts.json.start += BYTE_ORDER_MARK.len();
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glb(version: u32, length: u32, chunks: &[(u32, &[u8])]) -> Vec<u8> {
        let mut out = b"glTF".to_vec();
        out.extend(version.to_le_bytes());
        out.extend(length.to_le_bytes());
        for (kind, content) in chunks {
            out.extend((content.len() as u32).to_le_bytes());
            out.extend(kind.to_le_bytes());
            out.extend(*content);
        }
        if length == 0 {
            let length = out.len() as u32;
            out[8..12].copy_from_slice(&length.to_le_bytes());
        }
        out
    }

    fn parts(bytes: &[u8]) -> Result<Parts, GltfError> {
        split(bytes, &mut Diagnostics::default())
    }

    #[test]
    fn chunks_are_found_and_unknown_ones_skipped() {
        let file = glb(2, 0, &[(JSON, b"{}  "), (7, b"????"), (BIN, b"1234"), (BIN, b"5678")]);
        let found = parts(&file).expect("a container");
        assert_eq!(&file[found.json], b"{}  ");
        assert_eq!(&file[found.bin.expect("a chunk")], b"1234");
        assert_eq!(parts(b"\xef\xbb\xbf{}").expect("plain JSON").json, 3..5);
    }

    #[test]
    fn what_is_cut_or_of_another_kind_is_named() {
        let whole = glb(2, 0, &[(JSON, b"{}  ")]);
        for length in 4..20 {
            assert!(
                matches!(parts(&whole[..length]), Err(GltfError::Truncated { .. })),
                "{length}"
            );
        }
        for length in 20..=whole.len() {
            let found = parts(&whole[..length]).expect("a first chunk");
            assert_eq!((found.json, found.is_cut), (20..length, length < whole.len()));
        }
        assert_eq!(parts(&glb(1, 0, &[])), Err(GltfError::ContainerVersion1));
        assert_eq!(parts(&glb(2, 0, &[(BIN, b"1234")])), Err(GltfError::FirstChunk));
        let overrun = glb(2, 24, &[(JSON, b"{}  ")]);
        assert_eq!(parts(&overrun).expect("it fits").bin, None);
        let short = parts(&glb(2, 22, &[(JSON, b"{}  ")])).expect("a chunk that overruns");
        assert_eq!((short.json, short.is_cut), (20..22, true));
        for length in [0u32, 1, 11, 12, 19] {
            let mut file = whole.clone();
            file[8..12].copy_from_slice(&length.to_le_bytes());
            assert!(matches!(parts(&file), Err(GltfError::Truncated { .. })), "{length}");
        }
    }

    #[test]
    fn a_header_shorter_than_the_file_is_believed_and_reported() {
        let mut file = glb(2, 0, &[(JSON, b"{}  ")]);
        file.extend(b"tail");
        let mut diagnostics = Diagnostics::default();
        assert_eq!(split(&file, &mut diagnostics).expect("a container").json, 20..24);
        assert_eq!(diagnostics.count("G2"), 1);
    }
}
