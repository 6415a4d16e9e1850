//! A file that ends too early → the records that are complete (docs/formats/shape.md §7 rows 5, 7 and 9).
//!
//! In: bytes that do not read to the end of the content in any way. Out: the reading that finds most lists complete, and a
//! sentence that says how much is here. Only what ran out of bytes is taken for cut.

use super::found::{LEAST_CONTENT, ODD_BOOLS, Stream, WantedReading, WholeContent, is_padding};
use crate::cut::{Here, sentence};
use crate::shape::codec::{Codec, candidates};
use crate::shape::cursor::Cursor;
use crate::shape::document::{Content, Node, Volume};
use crate::shape::file_header::FileHeader;
use crate::shape::grammar::content;
use crate::shape::layout::Layout;
use crate::shape::text::Text;
use crate::shape::unpack;
use castview_base::core::SharedBytes;
use glam::Mat4;

/// Lists that are complete in a reading that makes sense: properties and materials.
const LEAST_LISTS: u32 = 2;

pub(super) fn read(bytes: &SharedBytes, header: &FileHeader, wanted: WantedReading) -> Option<(WholeContent, String)> {
    let rest = &bytes[header.stream..];
    let all = candidates(rest);
    let is_named = all.iter().any(|candidate| candidate.named);
    let mut best: Option<(u32, WholeContent, String)> = None;
    for candidate in all {
        // A stream that a magic names is not read as if it were plain.
        let is_wanted = wanted
            .codec
            .map_or(candidate.named == is_named, |codec| codec == candidate.codec);
        if !is_wanted {
            continue;
        }
        let start = header.stream + candidate.skipped;
        let stream = match candidate.codec {
            Codec::Plain => (bytes.clone(), start),
            codec => match unpack::until_end(codec, &bytes[start..]) {
                Some(content) if content.len() >= LEAST_CONTENT => (content.into(), 0),
                _ => continue,
            },
        };
        let stream = Stream {
            bytes: stream.0,
            at: stream.1,
            codec: candidate.codec,
            skipped: candidate.skipped,
            notes: Vec::new(),
        };
        for layout in Layout::candidates(wanted.layout) {
            let more_than = best.as_ref().map_or(LEAST_LISTS - 1, |(lists, ..)| *lists);
            best = with_layout(&stream, layout, more_than).or(best);
        }
    }
    best.map(|(_, found, report)| (found, report))
}

/// The reading, if it has more complete lists than that.
fn with_layout(stream: &Stream, layout: Layout, more_than: u32) -> Option<(u32, WholeContent, String)> {
    let name = stream.name();
    let mut cursor = Cursor::new(&stream.bytes, stream.at, layout, &name);
    cursor.may_end = true;
    let mut content = content(&mut cursor).ok()?;
    // Compressed content may be whole although the last bytes of its stream, a checksum for instance, are missing.
    let is_whole = cursor.ended.is_none();
    let may_be_whole = stream.codec != Codec::Plain && is_padding(&cursor.bytes[cursor.at..]);
    if is_whole && !may_be_whole || cursor.odd_bools > ODD_BOOLS || cursor.sections <= more_than {
        return None;
    }
    if stream.is_misread(&content) {
        return None;
    }
    place_all(&mut content);
    let mut report = sentence(&counts(&cursor));
    if is_whole {
        report += "; only the last bytes of the compressed data are missing, so it could not be checked for damage";
    }
    let lists = cursor.sections;
    // The bytes behind the last complete record are the part that is cut.
    cursor.at = stream.bytes.len();
    Some((lists, WholeContent::of(content, &cursor, stream), report))
}

fn counts(cursor: &Cursor<'_>) -> Vec<Here> {
    const TOLD: [(&str, [&str; 2]); 3] = [
        ("geometry", ["mesh", "meshes"]),
        ("node", ["node", "nodes"]),
        ("layer", ["clip", "clips"]),
    ];
    let of = |(list, kind): (&str, [&'static str; 2])| {
        let (_, here, total) = cursor.counts.iter().find(|(name, ..)| *name == list)?;
        Some(Here {
            kind,
            here: *here as u64,
            total: *total,
            // Nodes below those that are missing are not announced.
            at_least: list == "node" && *here as u64 != *total,
        })
    };
    TOLD.into_iter().filter_map(of).collect()
}

/// Geometries whose nodes are missing stand at the root.
fn place_all(content: &mut Content) {
    if content.nodes.is_empty() {
        content.nodes.push(Node {
            at: 0,
            name: Text::EMPTY,
            parent: None,
            transformation: Mat4::IDENTITY.to_cols_array(),
            lod: 0,
            distance: [0.0, f32::MAX],
            has_opacity: false,
            no_shadow: false,
            is_hidden: false,
            render_before_children: false,
            null_position: [0.0; 3],
            volume: Volume::default(),
            geometries: Vec::new(),
        });
    }
    let mut is_placed = vec![false; content.geometries.len()];
    for (geometry, _) in content.nodes.iter().flat_map(|node| &node.geometries) {
        if let Some(placed) = is_placed.get_mut(usize::from(*geometry)) {
            *placed = true;
        }
    }
    let missing = (0u16..).zip(is_placed).filter(|(_, is_placed)| !is_placed);
    let root = &mut content.nodes[0];
    root.geometries
        .extend(missing.map(|(geometry, _)| (geometry, Volume::default())));
}
