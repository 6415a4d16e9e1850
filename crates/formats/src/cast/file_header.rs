//! The first 16 bytes, and what they and the first node tell about how to read the rest.

use super::CastError;
use super::layout::{FILE_HEADER, NODE_HEADER, NodeHeader, end_by_counts, property_extent, u32_at};
use crate::rules::cast as rule;
use castview_base::core::{Diagnostics, Place};

/// How the nodes of this file are to be read.
pub struct FileHeader {
    /// Top-level nodes that can be there.
    pub roots: u32,
    /// More of them were announced.
    pub limited: bool,
    /// Bytes to add to every NodeSize: 24 in a file whose sizes leave the header out (cast.md row 14).
    pub size_excludes: u64,
    /// Sizes wrapped around and mean nothing (cast.md row 82).
    pub by_counts: bool,
}

impl FileHeader {
    /// cast.md rows 1 to 6, 14 and 82. `size_wrap`: sizes are stored modulo this.
    pub fn read(bytes: &[u8], size_wrap: u64, diagnostics: &mut Diagnostics) -> Result<Self, CastError> {
        let length = bytes.len();
        let Some(header) = bytes.first_chunk::<FILE_HEADER>() else {
            let place = Place::default();
            return Err(CastError::TooShort { place, length });
        };
        let [a, b, c, d, ..] = *header;
        if [a, b, c, d] != *b"cast" {
            let place = Place::default();
            return Err(CastError::WrongMagic {
                place,
                found: [a, b, c, d],
            });
        }
        let place = |offset| Place {
            node_path: String::new(),
            offset,
        };
        let (version, announced, flags) = (u32_at(header, 4), u32_at(header, 8), u32_at(header, 12));
        if version != 1 {
            let message = || format!("version {version} is not known; read as version 1");
            diagnostics.report(rule::C3, || place(4), message);
        }
        if flags != 0 {
            let message = || format!("the reserved flags are {flags:#x} instead of 0; ignored");
            diagnostics.report(rule::C4, || place(12), message);
        }
        if announced == 0 {
            diagnostics.report(
                rule::C5,
                || place(8),
                || "the file has no root node: it is empty".into(),
            );
        }
        let fit = (length - FILE_HEADER) / NODE_HEADER;
        let roots = announced.min(u32::try_from(fit).unwrap_or(u32::MAX));
        if announced > 0 && fit == 0 {
            let message = || format!("the file is cut off: 0 of {announced} root nodes are here");
            diagnostics.report(rule::C6_CUT, || place(8), message);
        } else if roots < announced {
            let message = || format!("{announced} root nodes are announced, {fit} could fit; reading those found");
            diagnostics.report(rule::C6, || place(8), message);
        }
        let first_node = || place(FILE_HEADER as u64);
        let mut size_excludes = 0;
        if roots == 1 && sizes_leave_out_headers(bytes) {
            size_excludes = NODE_HEADER as u64;
            let message = || "node sizes leave out the 24 bytes of the header; read by that rule".into();
            diagnostics.report(rule::C14, first_node, message);
        }
        let by_counts = length as u64 >= size_wrap && end_by_sizes(bytes, FILE_HEADER, roots, 0) != Some(length);
        if by_counts {
            let message = || "the file is too big for 32-bit node sizes; counts are believed instead".into();
            diagnostics.report(rule::C82, first_node, message);
        }
        Ok(Self {
            roots,
            limited: roots < announced,
            size_excludes,
            by_counts,
        })
    }
}

/// cast.md row 14, in a file of one root: by size that root ends 24 bytes before the file does, its children's sizes fall
/// short in the same way, and by counts the content does reach the end. (By the first test alone, 24 stray bytes after
/// a good file or a wrong size of the root would look the same.)
fn sizes_leave_out_headers(bytes: &[u8]) -> bool {
    let length = bytes.len();
    let Some(root) = NodeHeader::at(bytes, FILE_HEADER, length) else {
        return false;
    };
    let children = || {
        let mut at = FILE_HEADER + NODE_HEADER;
        for _ in 0..root.property_count {
            at = property_extent(bytes, at, length).ok()?.end;
        }
        Some(at)
    };
    end_by_sizes(bytes, FILE_HEADER, 1, NODE_HEADER) == Some(length)
        && children().and_then(|at| end_by_sizes(bytes, at, root.child_count, NODE_HEADER)) == Some(length)
        && end_by_counts(bytes, FILE_HEADER, 0, 1, length) == Some(length)
}

/// Where `count` nodes in a row end, going by their sizes plus `excludes`. Each takes at least a header of the file.
fn end_by_sizes(bytes: &[u8], mut at: usize, count: u32, excludes: usize) -> Option<usize> {
    for _ in 0..count {
        let size = NodeHeader::at(bytes, at, bytes.len())?.size as usize + excludes;
        at = at.checked_add(size.max(NODE_HEADER))?;
    }
    Some(at)
}
