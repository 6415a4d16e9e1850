//! SEAnim files: meaning and malformed input, to the letter of docs/formats/seanim.md. Files are written by the kit, which knows the page and none of
//! the reader's code.

mod malformed;
mod meaning;

use castview_base::core::Diagnostics;
use castview_base::scene::{Scene, Track, Values};
use castview_formats::{Import, Request, import};
use castview_testkit::se::anim::{Anim, Bone, everything};

fn opened(bytes: Vec<u8>) -> Import {
    import(bytes.into(), &Request::alone("stem")).expect("a file that opens")
}

/// The file opens without a word.
fn clean(file: &Anim) -> Scene {
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

fn frames(track: &Track) -> Vec<f64> {
    (0..track.keys.len()).map(|key| track.keys.frame(key)).collect()
}

fn scalars(track: &Track) -> Vec<f32> {
    match &track.values {
        Values::Scalar(values) => values.to_vec(),
        other => panic!("{other:?}"),
    }
}

fn rotations(track: &Track) -> Vec<[f32; 4]> {
    match &track.values {
        Values::Rotation(values) => values.to_vec(),
        other => panic!("{other:?}"),
    }
}
