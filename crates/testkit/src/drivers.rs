//! A broken Vulkan driver before the good one.
//!
//! It is compiled here, from `broken_driver/broken_driver.c`. It hands everything on to software Vulkan but the one thing that it
//! is told to fail at.

use super::program::{Folder, Ran};
use serde_json::Value;
use std::path::PathBuf;
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
        let source = crate::root().join("tests/broken_driver/broken_driver.c");
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

impl Drivers {
    /// Runs a command while the first driver fails at `what`.
    pub fn run(&self, what: &str, words: &str) -> Ran {
        let mut command = self.folder.command();
        command.args(words.split_whitespace()).envs(self.variables(what));
        let output = command.output().expect("the program starts");
        Ran {
            code: output.status.code().expect("no signal ended it"),
            stdout: output.stdout,
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// The broken driver fails at `what`. Asserts that it was passed over for the reason `why`, and the next one drew the same picture.
    pub fn drawn_by_the_next(&self, ran: &Ran, (what, why): (&str, &str)) {
        assert_eq!(ran.code, 0, "{what}: {}", ran.stderr);
        let told = "castview: the graphics adapter Broken GPU (Vulkan) was passed over: ";
        assert!(
            ran.stderr.starts_with(told) && ran.stderr.contains(why),
            "{what}: {}",
            ran.stderr
        );
        assert!(
            self.picture("out.png") == self.picture("good.png"),
            "{what}: another picture"
        );
    }

    /// The bytes of a picture in the folder.
    pub fn picture(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.folder.at(name)).expect("a picture")
    }
}
