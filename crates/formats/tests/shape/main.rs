//! Train Simulator NEXT `.Shape` (docs/formats/shape.md): no file of it is public, so every case is a draft written in
//! code, with the ambiguities of §4 as switches.

mod content;
mod meaning;
mod repairs;
mod rows;
mod stream;
mod sub_shapes;
mod viewer;

use castview_base::core::{Diagnostics, Options};
use castview_formats::shape::{Document, ShapeError, read};
use castview_formats::{Import, NoSideFiles, Request, import};
use castview_testkit::shape_file;

/// The document of `bytes`, and its reports as `id place`.
pub fn document(bytes: &[u8]) -> Result<(Document, Vec<String>), ShapeError> {
    let mut diagnostics = Diagnostics::default();
    let document = read(bytes.to_vec().into(), &Options::NONE, &mut diagnostics)?;
    let reports = diagnostics
        .items()
        .iter()
        .map(|item| format!("{} {}", item.rule.id, item.place));
    Ok((document, reports.collect()))
}

/// The document of a file without any fault.
pub fn clean(bytes: &[u8]) -> Document {
    let (document, reports) = document(bytes).expect("a good file");
    assert_eq!(reports, [""; 0]);
    document
}

/// The import of `draft`, with what the user chose as `key=value`.
pub fn imported(draft: &shape_file::Draft, switches: &shape_file::Switches, chosen: &[&str]) -> Import {
    let mut options = Options::default();
    for pair in chosen {
        let (key, value) = pair.split_once('=').expect("key=value");
        options.set(key, value);
    }
    let request = Request {
        name: "stem",
        options: &options,
        side_files: &NoSideFiles,
    };
    import(shape_file::write(draft, switches).into(), &request).expect("a good file")
}

/// The reports of an import, as `id path`.
pub fn reports(import: &Import) -> Vec<String> {
    let items = import.diagnostics.items().iter();
    items
        .map(|item| format!("{} {}", item.rule.id, item.place.node_path))
        .collect()
}

/// Returns the value of one of the import's choices that is in force, and why.
pub fn choice<'a>(import: &'a Import, key: &str) -> (&'a str, &'a str) {
    let choice = import.choices.iter().find(|choice| choice.key == key);
    let choice = choice.unwrap_or_else(|| panic!("no choice {key}"));
    (&choice.chosen, &choice.outcome)
}
