//! Bytes → scene and scene → bytes, one folder per format.
//!
//! In: the bytes of one file and the user's import options. Out: scene, document and diagnostics; for bytes of another kind, a
//! sentence naming that kind. Never here: paths and files. Content of other files is asked for by the name given in the file.

#![deny(missing_docs)]

pub mod cast;
pub mod gltf;
pub mod mrtk;
pub mod obj;
pub mod own;
mod refusal;
mod remedy;
mod request;
pub mod rules;
pub mod seanim;
pub mod semodel;
pub mod shape;

mod counts;
mod cut;
mod draco;
mod import;
mod judged;
mod lower;
mod outline;
mod packing;
mod plain;
mod sniff;
mod table;
mod vertex_colors;
mod walk;

pub use import::{Document, Import, ImportError};
pub use judged::{Judged, MOST_JSON};
pub use outline::{
    DescribedThing, OutlineEntry, OutlineId, OutlineLine, OutlineThing, Outlined, StoredNumber, StoredValues,
};
pub use packing::{Mix, Packing, Packings, SizeOf, Term};
pub use plain::{PlainChannel, PlainClip, PlainInterpolation, PlainMovement, PlainTarget};
pub use refusal::promised_by;
pub use remedy::Remedy;
pub use request::{NO_SUCH_FILE, NoSideFiles, Request, SideFiles};
pub use sniff::{Guess, sniff};
pub use table::{FORMATS, Format, Takes, endings, judged};
pub use vertex_colors::check_colors;
pub use walk::UintWidth;

use castview_base::core::{Diagnostics, Options, Place, SharedBytes};

/// Reads a file of any known format.
pub fn import(bytes: SharedBytes, request: &Request) -> Result<Import, ImportError> {
    let mut import = import_as_it_is(bytes, request)?;
    report_unknown(&mut import, request.options);
    Ok(import)
}

/// Reports options that were chosen and are not there to be chosen: a slip of the keyboard, or options of another file.
fn report_unknown(import: &mut Import, options: &Options) {
    for (key, value) in options.iter() {
        let choice = import.choices.iter().find(|choice| choice.key == key);
        let offered = match choice {
            None => "this file offers no such choice".to_owned(),
            Some(choice) if choice.takes(value) => continue,
            Some(choice) => {
                let values: Vec<&str> = choice.values.iter().map(|(value, _)| value.as_str()).collect();
                format!("there are {}", values.join(", "))
            }
        };
        let message = || format!("{key}={value} has no effect: {offered}");
        import.diagnostics.report(rules::common::I1, Place::default, message);
    }
}

/// Returns the error for bytes of no known format. Bytes that begin a Cast file and end at once are told to be that.
fn unknown(bytes: SharedBytes) -> ImportError {
    const TOLD: usize = 16;
    let is_cut = b"cast".starts_with(&bytes);
    match is_cut.then(|| cast::read(bytes.clone(), &mut Diagnostics::default())) {
        Some(Err(error)) => error.into(),
        _ => ImportError::Unknown(bytes[..bytes.len().min(TOLD)].into()),
    }
}

fn import_as_it_is(bytes: SharedBytes, request: &Request) -> Result<Import, ImportError> {
    match format_of(&bytes) {
        Ok(format) => (format.import)(bytes, request),
        Err(Guess::Unknown) => Err(unknown(bytes)),
        Err(other) => Err(ImportError::OtherFormat(other)),
    }
}

/// The format of these bytes; of others what they are.
fn format_of(bytes: &[u8]) -> Result<&'static Format, Guess> {
    let kind = sniff(bytes);
    Format::of(kind).ok_or(kind)
}

/// A file of any format as it is stored.
pub fn outline(bytes: SharedBytes, options: &Options, diagnostics: &mut Diagnostics) -> Result<Outlined, ImportError> {
    match format_of(&bytes) {
        Ok(format) => (format.outline)(bytes, options, diagnostics),
        Err(Guess::Unknown) => Err(unknown(bytes)),
        Err(other) => Err(ImportError::OtherFormat(other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cast::{CastError, NodeDraft, NodeKind, write};

    #[test]
    fn imports_cast_and_names_what_has_no_name() {
        let file = write(&[NodeDraft::new(NodeKind::Root).child(NodeDraft::new(NodeKind::Model))]);
        let import = import(SharedBytes::from(file), &Request::alone("crate")).expect("a Cast file");
        assert_eq!(import.scene.models[0].name, "crate");
        assert_eq!(import.document.cast().map(cast::Document::node_count), Some(2));
        assert!(import.diagnostics.items().is_empty());
    }

    #[test]
    fn other_files_are_called_by_their_name() {
        for (bytes, wanted) in [
            (
                &b"\x89PNG\r\n\x1a\n"[..],
                "this is a PNG image, and castview opens Cast, SEModel, SEAnim, glTF, .Shape and MRTK input animation files; an image is taken as a \
                 texture of a model that names it, not by itself",
            ),
            (
                b"{\"version\": 2, \"width\": 80, \"height\": 24}\n[0.1, \"o\", \"hi\"]\n",
                "this is a recording of a terminal (asciinema); castview opens Cast, SEModel, SEAnim, glTF, .Shape and MRTK input animation files",
            ),
        ] {
            let error = import(SharedBytes::from(bytes.to_vec()), &Request::alone("x")).expect_err("no Cast file");
            assert_eq!(error.to_string(), wanted);
        }
        let error = import(SharedBytes::from(b"castxyz".to_vec()), &Request::alone("x")).expect_err("too short");
        assert!(matches!(error, ImportError::Cast(CastError::TooShort { .. })));
    }
}
