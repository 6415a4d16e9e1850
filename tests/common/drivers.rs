//! A broken Vulkan driver before the good one.
//!
//! It is compiled here, from `broken_driver/broken_driver.c`. It hands everything on to software Vulkan but the one thing that it
//! is told to fail at.

use super::program::Folder;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The manifest and the library of software Vulkan.
fn good_driver() -> Option<(PathBuf, PathBuf)> {
    let named = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"].map(std::env::var_os);
    let named = named.iter().flatten().flat_map(std::env::split_paths);
    let usual = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"].map(std::fs::read_dir);
    let usual = usual
        .into_iter()
        .flatten()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let is_software = |path: &PathBuf| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with("lvp"))
    };
    let manifest = named.chain(usual).find(is_software)?;
    let text = std::fs::read_to_string(&manifest).ok()?;
    let library = serde_json::from_str::<Value>(&text).ok()?["ICD"]["library_path"]
        .as_str()?
        .to_owned();
    Some((manifest, library.into()))
}

/// Folder, manifests and real driver for runs that find a broken driver first.
pub struct Drivers {
    pub folder: Folder,
    manifests: String,
    real: PathBuf,
}

impl Drivers {
    /// `None`, after saying so, without software Vulkan, a C compiler or the Vulkan headers; a failure with `REQUIRE_GPU=1`.
    pub fn new() -> Option<Self> {
        let skipped = |why: &str| {
            let required = std::env::var("REQUIRE_GPU").is_ok_and(|value| value == "1");
            assert!(!required, "REQUIRE_GPU=1, but {why}");
            eprintln!("skipped: {why}");
            None
        };
        let Some((good, real)) = good_driver() else {
            return skipped("software Vulkan is not installed");
        };
        let folder = Folder::new();
        let library = folder.at("libbroken_driver.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken_driver/broken_driver.c");
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-o"])
            .args([&library, &source])
            .output();
        match compiled {
            Err(error) => return skipped(&format!("there is no C compiler ({error})")),
            Ok(done) if !done.status.success() => {
                return skipped(&format!(
                    "the broken driver does not compile: {}",
                    String::from_utf8_lossy(&done.stderr)
                ));
            }
            Ok(_) => {}
        }
        let manifest = serde_json::json!({
            "file_format_version": "1.0.0",
            "ICD": {"library_path": library, "api_version": "1.1.230"},
        });
        folder.put("broken.json", manifest.to_string().as_bytes());
        let manifests = format!("{}:{}", folder.at("broken.json").display(), good.display());
        Some(Self {
            folder,
            manifests,
            real,
        })
    }

    /// The environment in which the program tries the broken driver first. The driver fails at `what`.
    pub fn variables(&self, what: &str) -> [(&'static str, String); 5] {
        [
            ("VK_DRIVER_FILES", self.manifests.clone()),
            ("VK_ICD_FILENAMES", self.manifests.clone()),
            ("WGPU_BACKEND", "vulkan".into()),
            ("BROKEN_DRIVER", what.into()),
            ("BROKEN_DRIVER_REAL", self.real.display().to_string()),
        ]
    }
}
