//! The kit of all tests: rigs, files, scenes and sessions built in code, the program as a process, the adapter.

// Tests call these by their short names; nobody iterates over random numbers, or wants a default of an empty file.
#![allow(clippy::new_without_default, clippy::should_implement_trait)]

use std::path::{Path, PathBuf};

pub mod assets;
pub mod bodies;
#[cfg(feature = "files")]
pub mod draco;
#[cfg(feature = "files")]
pub mod drivers;
#[cfg(feature = "files")]
pub mod everything;
#[cfg(feature = "files")]
pub mod gltf;
pub mod gpu;
pub mod measured;
pub mod mrtk;
#[cfg(feature = "files")]
pub mod multiplying;
#[cfg(feature = "files")]
pub mod mutate;
#[cfg(feature = "files")]
mod packed;
#[cfg(feature = "files")]
pub mod program;
pub mod reference;
pub mod rigs;
pub mod sample;
pub mod se;
#[cfg(feature = "files")]
pub mod sessions;
pub mod shading;
#[cfg(feature = "files")]
pub mod shape_file;
pub mod shapes;
#[cfg(feature = "files")]
pub mod worlds;

#[cfg(feature = "files")]
pub use packed::{exr, ktx, zip};
#[cfg(feature = "files")]
pub use rigs::big_rig;

/// The folder of the workspace.
pub fn root() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let root = crates.and_then(Path::parent);
    root.expect("this crate lies two folders below").to_path_buf()
}
