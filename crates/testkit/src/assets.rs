//! The folder of models and reference values beside the checkout, which a fresh clone does not have.

use std::path::PathBuf;

/// `None` where the folder is absent; then this says that the test skips, or fails with `REQUIRE_SHARED`.
pub fn shared_assets() -> Option<PathBuf> {
    let folder = crate::root().join("../shared/assets");
    if folder.is_dir() {
        return Some(folder);
    }
    let absent = format!("{} is not there", folder.display());
    assert!(std::env::var_os("REQUIRE_SHARED").is_none(), "{absent}");
    println!("SKIPPED: {absent}");
    None
}
