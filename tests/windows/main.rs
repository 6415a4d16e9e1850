//! Behaviour of the program for Windows alone, run through Wine: stored paths, files on shares, the adapter that is passed
//! over, pictures like those of Linux, its window.
//!
//! `cargo xtask test-windows` builds that program and Wine's files, and runs these; elsewhere they are ignored. The
//! tests of commands (`cli`, `instances_files`, `oracle`) are run with that program too.

#![cfg(target_os = "linux")]

#[allow(dead_code, unused_imports)]
#[path = "../window_support/mod.rs"]
mod window_support;

mod adapters;
mod paths;
mod pictures;
mod shares;
mod watched;
mod window;

/// Fails where `cargo test -- --ignored` runs these with the program of Linux.
#[track_caller]
fn assert_windows() {
    assert!(
        program::is_for_windows(),
        "CASTVIEW_PROGRAM names no program for Windows; `cargo xtask test-windows` sees to it"
    );
}

use castview_testkit::program;
