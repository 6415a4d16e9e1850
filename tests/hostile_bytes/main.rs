//! Broken files through every reader: no panic, no broken law, no runaway memory, no endless loop, whatever the bytes.
//!
//! The bodies are those of the fuzzers (`fuzz/`, `tests/common/hostile`). Memory is counted allocation by allocation. Time is
//! not judged: what never ends is seen by never ending.

mod against;
mod files;
mod found;
mod greed;
mod minutes;
mod sweep;
mod ways;

#[path = "../common/assets.rs"]
mod assets;
#[path = "../common/everything.rs"]
mod everything;
#[path = "../common/hostile/mod.rs"]
mod hostile;
#[path = "../common/mrtk.rs"]
#[allow(dead_code)]
mod recording;
#[path = "../common/shape_file/mod.rs"]
#[allow(dead_code)]
mod shape_file;
#[path = "../common/gltf.rs"]
#[allow(dead_code)]
mod writer;

use hostile::Reader;
use std::path::PathBuf;

/// Panics with `what`, and where the bytes were put, when the reader does not survive them.
#[track_caller]
fn check(reader: Reader, what: &dyn std::fmt::Display, bytes: &[u8]) -> bool {
    let outcome = std::panic::catch_unwind(|| reader.survives(bytes));
    outcome.unwrap_or_else(|_| {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile.{}", reader.name));
        std::fs::write(&path, bytes).expect("room for a file");
        panic!(
            "{}: {what}, {} bytes, kept as {}",
            reader.name,
            bytes.len(),
            path.display()
        )
    })
}
