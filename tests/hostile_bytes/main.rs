//! Broken files through every reader: no panic, no broken law, no runaway memory, no endless loop, whatever the bytes.
//!
//! The bodies are those of the fuzzers (`fuzz/`, `crates/hostile/src`). Memory is counted allocation by allocation. Time is
//! not judged: what never ends is seen by never ending.

mod against;
mod files;
mod found;
mod greed;
mod minutes;
mod sweep;
mod ways;

use castview_hostile as hostile;
use castview_testkit::assets;
use castview_testkit::draco;
use castview_testkit::everything;
use castview_testkit::gltf as writer;
use castview_testkit::ktx;
use castview_testkit::mrtk as recording;
use castview_testkit::se;
use castview_testkit::shape_file;

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
