//! MRTK2 input animations: the container, to the letter of docs/formats/mrtk.md, row by row of its table of
//! malformed input.

mod container;
mod malformed;
mod meaning;
mod rotations;
mod viewer;

use castview_base::core::{Diagnostics, Severity};
use castview_formats::mrtk::{Document, MrtkError, read};
use castview_testkit::{gpu, mrtk as recording};

fn open(bytes: &[u8]) -> (Result<Document, MrtkError>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    (read(bytes.to_vec().into(), None, &mut diagnostics), diagnostics)
}

/// The file opens without a word.
fn clean(bytes: &[u8]) -> Document {
    let (document, diagnostics) = open(bytes);
    assert!(diagnostics.items().is_empty(), "{:?}", diagnostics.items());
    document.expect("a good file")
}

/// The file opens, and these are the ids of its warnings.
fn warned(bytes: &[u8], wanted: &[&str]) -> (Document, Diagnostics) {
    let (document, diagnostics) = open(bytes);
    let document = document.unwrap_or_else(|error| panic!("{wanted:?}: {error}"));
    let warnings = diagnostics
        .items()
        .iter()
        .filter(|d| d.rule.severity == Severity::Warning);
    assert_eq!(
        warnings.map(|d| d.rule.id).collect::<Vec<_>>(),
        wanted,
        "{:?}",
        diagnostics.items()
    );
    (document, diagnostics)
}

/// The file is refused with that row of the table.
fn refused(bytes: &[u8], id: &str) -> MrtkError {
    let error = open(bytes).0.expect_err("a file to refuse");
    assert_eq!(error.rule().id, id, "{error}");
    error
}
