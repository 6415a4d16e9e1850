//! Bytes → scene and scene → bytes, one folder per format.
//!
//! In: the bytes of one file. Out: its scene, its document and what was wrong with it; or a sentence that says what the
//! bytes are instead. Never here: paths and files.

pub mod cast;

mod sniff;

pub use sniff::{Guess, sniff};

use crate::core::{Diagnostics, SharedBytes};
use crate::scene::Scene;
use cast::{CastError, Document};

/// One file, read and understood. Scene and document share the file's bytes.
#[derive(Clone, Debug)]
pub struct Import {
    pub scene: Scene,
    pub document: Document,
    /// What was repaired, dropped or guessed, container first.
    pub diagnostics: Diagnostics,
}

/// Why there is nothing to show.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    #[error("this is {0}, not a Cast file")]
    OtherFormat(Guess),
    #[error(transparent)]
    Cast(#[from] CastError),
}

/// Reads a file of any known format. `fallback_name`, usually the file's stem, names models and clips that have no name
/// of their own.
pub fn import(bytes: SharedBytes, fallback_name: &str) -> Result<Import, ImportError> {
    match sniff(&bytes) {
        Guess::Cast | Guess::Unknown => {}
        other => return Err(ImportError::OtherFormat(other)),
    }
    let mut diagnostics = Diagnostics::default();
    let document = cast::read(bytes, &mut diagnostics)?;
    let scene = cast::lower(&document, fallback_name, &mut diagnostics);
    Ok(Import {
        scene,
        document,
        diagnostics,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cast::{NodeDraft, NodeKind, write};

    #[test]
    fn imports_cast_and_names_what_has_no_name() {
        let file = write(&[NodeDraft::new(NodeKind::Root).child(NodeDraft::new(NodeKind::Model))]);
        let import = import(SharedBytes::from(file), "crate").expect("a Cast file");
        assert_eq!(import.scene.models[0].name, "crate");
        assert_eq!(import.document.node_count(), 2);
        assert!(import.diagnostics.items().is_empty());
    }

    #[test]
    fn other_files_are_called_by_their_name() {
        for (bytes, wanted) in [
            (&b"\x89PNG\r\n\x1a\n"[..], "this is a PNG image, not a Cast file"),
            (b"", "this is an empty file, not a Cast file"),
        ] {
            let error = import(SharedBytes::from(bytes.to_vec()), "x").expect_err("no Cast file");
            assert_eq!(error.to_string(), wanted);
        }
        let error = import(SharedBytes::from(b"castxyz".to_vec()), "x").expect_err("too short");
        assert!(matches!(error, ImportError::Cast(CastError::TooShort { .. })));
    }
}
