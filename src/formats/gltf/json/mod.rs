//! The JSON of a glTF file: text → typed lists, and where each of their elements lies.

mod scan;
mod schema;

pub(super) use scan::Offsets;
pub(super) use schema::*;

use super::GltfError;
use crate::core::{Diagnostics, Place};

/// Parses `text`, which begins `start` bytes into the file.
pub(super) fn parse(text: &[u8], start: usize, diagnostics: &mut Diagnostics) -> Result<(Root, Offsets), GltfError> {
    let scanned = scan::scan(text, start);
    if let Some(at) = scanned.too_deep {
        let (line, column) = scan::line_and_column(text, at);
        return Err(GltfError::Json {
            line,
            column,
            message: format!("more than {} levels of nesting", scan::MAX_DEPTH),
        });
    }
    let failed = |error: serde_json::Error| {
        // The position is told by the error's own numbers already.
        let text = error.to_string();
        let message = text
            .rsplit_once(" at line ")
            .map_or(text.as_str(), |(message, _)| message);
        GltfError::Json {
            line: error.line(),
            column: error.column(),
            message: message.to_owned(),
        }
    };
    let root = if scanned.repeated.is_empty() {
        serde_json::from_slice(text).map_err(failed)?
    } else {
        for (at, key) in &scanned.repeated {
            let place = || Place {
                node_path: String::new(),
                offset: (start + at) as u64,
            };
            diagnostics.warn("G5", place, || format!("the key {key} stands twice; the last counts"));
        }
        // A value keeps the last of equal keys, which structs refuse.
        let value: serde_json::Value = serde_json::from_slice(text).map_err(failed)?;
        serde_json::from_value(value).map_err(failed)?
    };
    Ok((root, scanned.offsets))
}
