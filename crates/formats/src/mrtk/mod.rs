//! MRTK2 input animations: a recorded head, two hands and a gaze (docs/formats/mrtk.md).
//!
//! In: the bytes of one file. Out: a [`Document`] of curves and markers that mirrors them, with every repair reported.
//! Never here: a `.bin` that is something else; these files are known by their first eight bytes alone.
//!
//! Ids of diagnostics are `M` and the row of the format's table of malformed input (`M16`), or `M` and the section of
//! docs/formats/mrtk.md that decides (`M6.5`).

mod curve;
mod document;
mod error;
mod lower;
mod markers;
mod names;
mod outline;
mod read;
mod repair;
mod scan;

pub use curve::{CURVE_HEAD, CurveView, Key, KeySize};
pub use document::{Document, Marker};
pub use error::{Fault, MrtkError, Problem, Spot};
pub use lower::{REPAIR, lower};
pub use names::{BONES, CurveName, JOINTS, Side, State};
pub use outline::outline;
pub use read::{BIG_ENDIAN_MAGIC, MAGIC, read};
pub use repair::{is_damaged, repaired_w};

use super::{Import, Request};
use castview_base::core::{Choice, Diagnostics, Options, SharedBytes};

/// The key of the choice how much of each key is stored.
pub const KEYS: &str = "keys";

/// Reads a recording and builds its scene, as the user decided.
pub fn import(bytes: SharedBytes, request: &Request) -> Result<Import, MrtkError> {
    let mut diagnostics = Diagnostics::default();
    let document = read(bytes, chosen_keys(request.options), &mut diagnostics)?;
    let mut choices = vec![keys_choice(&document, request.options)];
    let scene = lower(&document, request.name, request.options, &mut choices, &mut diagnostics);
    Ok(Import {
        scene,
        document: super::Document::Mrtk(document),
        diagnostics,
        choices,
    })
}

pub(super) fn chosen_keys(options: &Options) -> Option<KeySize> {
    match options.get(KEYS)? {
        "8" => Some(KeySize::Short),
        "28" => Some(KeySize::Full),
        _ => None,
    }
}

fn keys_choice(document: &Document, options: &Options) -> Choice {
    let value = |value: &str, words: &str| (value.to_owned(), words.to_owned());
    let chosen = chosen_keys(options).map_or("auto".into(), |keys| keys.bytes().to_string());
    let why = if chosen == "auto" {
        ", with which the file reads best"
    } else {
        ""
    };
    Choice {
        key: KEYS,
        title: "Size of keys",
        values: vec![
            value("auto", "Whichever reads cleanly"),
            value("8", "8 bytes: time and value"),
            value("28", "28 bytes: with tangents and weights"),
        ],
        outcome: format!("{}{why}", document.keys()),
        chosen,
        is_offer: false,
    }
}
