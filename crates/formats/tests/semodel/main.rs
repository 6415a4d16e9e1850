//! SEModel files: meaning and malformed input, to the letter of docs/formats/semodel.md. Files are written by the kit, which knows the page and none of
//! the reader's code.

mod malformed;
mod meaning;

use castview_base::core::{Diagnostics, Options};
use castview_base::scene::Scene;
use castview_formats::{Import, Request, import};
use castview_testkit::se::model::{Bone, Material, Mesh, Model, everything};

fn opened(bytes: Vec<u8>) -> Import {
    opened_with(bytes, &Options::NONE)
}

fn opened_with(bytes: Vec<u8>, options: &Options) -> Import {
    let request = Request {
        options,
        ..Request::alone("stem")
    };
    import(bytes.into(), &request).expect("a file that opens")
}

/// The file opens without a word.
fn clean(file: &Model) -> Scene {
    let import = opened(file.bytes());
    assert!(
        import.diagnostics.items().is_empty(),
        "{:?}",
        import.diagnostics.items()
    );
    import.scene
}

/// The file opens, and these are the ids of its reports, each once.
fn told(bytes: Vec<u8>, wanted: &[&str]) -> (Scene, Diagnostics) {
    let import = opened(bytes);
    let mut ids: Vec<&str> = import.diagnostics.items().iter().map(|item| item.rule.id).collect();
    ids.dedup();
    assert_eq!(ids, wanted, "{:?}", import.diagnostics.items());
    (import.scene, import.diagnostics)
}

/// A mesh of `count` vertices along x, and one clockwise face of the first three.
fn row(count: usize) -> Mesh {
    Mesh {
        positions: (0..count).map(|at| [at as f32, (at % 2) as f32, 0.0]).collect(),
        faces: vec![[0, 1, 2]],
        ..Mesh::default()
    }
}
