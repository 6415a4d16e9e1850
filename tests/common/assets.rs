//! The folder of models and reference values beside the checkout, which a fresh clone does not have.

use std::path::{Path, PathBuf};

/// `None` where the folder is absent; then this says that the test skips.
pub fn shared_assets() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/assets");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("SKIPPED: {} is not there", folder.display());
    None
}
