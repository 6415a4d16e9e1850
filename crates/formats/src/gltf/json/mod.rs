//! The JSON of a glTF file: text → typed lists, and where each of their elements lies.

mod repair;
mod scan;
mod schema;

pub(super) use repair::JsonCut;
pub(super) use scan::{Offsets, value_end};
pub(super) use schema::*;

use super::GltfError;
use crate::rules::gltf as rule;
use castview_base::core::{Diagnostics, Place};

/// Content of the JSON text.
pub(super) struct Parsed {
    pub root: Root,
    pub offsets: Offsets,
    /// The text ends too early.
    pub cut: Option<JsonCut>,
}

/// Parses `text`, which begins `start` bytes into the file. If its end is missing, the complete part is parsed.
pub(super) fn parse(text: &[u8], start: usize, diagnostics: &mut Diagnostics) -> Result<Parsed, GltfError> {
    let mut cut = None;
    let parsed = match parse_whole(text, start, diagnostics) {
        Err(failure) if failure.at_end => match repair::repair(text) {
            Some((repaired, missing)) => {
                cut = Some(missing);
                parse_whole(&repaired, start, diagnostics)
            }
            None => Err(failure),
        },
        parsed => parsed,
    };
    let (root, offsets) = parsed.map_err(|failure| failure.error)?;
    Ok(Parsed { root, offsets, cut })
}

/// Reads the text, which is closed first if its end is missing.
pub(super) fn read_closed<T>(text: &[u8], read: impl Fn(&[u8]) -> serde_json::Result<T>) -> Option<T> {
    match read(text) {
        Ok(value) => Some(value),
        Err(error) if error.is_eof() => read(&repair::repair(text)?.0).ok(),
        Err(_) => None,
    }
}

/// Bytes that the parsed text may take for each byte of it, and at least.
const TIMES: u64 = 8;
const LEAST: u64 = 100 << 20;

/// Bytes that each element of some lists takes, until the file is listed: elements may be three bytes each. Nodes take 360, and more for a
/// moment while their list grows; those of which a part has a meaning are 40 bytes or more, so no file of such nodes is refused.
const LISTS: [(&str, u64); 3] = [("nodes", 400), ("materials", 280), ("animations", 480)];
/// Bytes that a material takes beside that, and each texture of it.
const OF_MATERIAL: u64 = 520;

fn out_of_proportion(length: usize, scanned: &scan::Scanned) -> Option<GltfError> {
    let values = match scanned.repeated.is_empty() {
        true => scanned.values.kept,
        // Then the whole text becomes values before it becomes structs.
        false => scanned.values.all,
    };
    let counted = |(list, bytes): (&str, u64)| {
        let count = scanned.offsets.count(list);
        (bytes * count, format!("{count} {list}"))
    };
    let mut lists = LISTS.map(counted);
    lists[1].0 += OF_MATERIAL * scanned.of_materials;
    let parts = || lists.iter().cloned().chain([(values, "lists and objects".to_owned())]);
    let total: u64 = parts().map(|(bytes, _)| bytes).sum();
    let (_, what) = parts().max_by_key(|(bytes, _)| *bytes)?;
    (total > LEAST + TIMES * length as u64).then_some(GltfError::OutOfProportion {
        what,
        total: total >> 20,
        length: length as u64,
    })
}

struct Failure {
    error: GltfError,
    /// All before the end of the text was right.
    at_end: bool,
}

fn parse_whole(text: &[u8], start: usize, diagnostics: &mut Diagnostics) -> Result<(Root, Offsets), Failure> {
    let scanned = scan::scan(text, start);
    if let Some(at) = scanned.too_deep {
        let (line, column) = scan::line_and_column(text, at);
        let error = GltfError::Json {
            line,
            column,
            message: format!("more than {} levels of nesting", scan::MAX_DEPTH),
        };
        return Err(Failure { error, at_end: false });
    }
    if let Some(error) = out_of_proportion(text.len(), &scanned) {
        return Err(Failure { error, at_end: false });
    }
    let failed = |error: serde_json::Error| {
        // The position is told by the error's own numbers already.
        let text = error.to_string();
        let message = text
            .rsplit_once(" at line ")
            .map_or(text.as_str(), |(message, _)| message);
        Failure {
            at_end: error.is_eof(),
            error: GltfError::Json {
                line: error.line(),
                column: error.column(),
                message: message.to_owned(),
            },
        }
    };
    let mut root: Root = if scanned.repeated.is_empty() {
        serde_json::from_slice(text).map_err(failed)?
    } else {
        for (at, key) in &scanned.repeated {
            let place = || Place {
                node_path: String::new(),
                offset: (start + at) as u64,
            };
            diagnostics.report(rule::G5, place, || {
                format!("the key {key} stands twice; the last counts")
            });
        }
        // A value keeps the last of equal keys, which structs refuse.
        let value: serde_json::Value = serde_json::from_slice(text).map_err(failed)?;
        serde_json::from_value(value).map_err(failed)?
    };
    // A list that grew has up to as much again to spare.
    root.nodes.shrink_to_fit();
    Ok((root, scanned.offsets))
}
