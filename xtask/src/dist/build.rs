//! The program as packages hold it: small, stripped, without a folder of this machine in it.

use crate::release::{flags, folders, named_in};
use crate::step::{self, cargo, root, spelled};
use std::path::{Path, PathBuf};

/// A system that packages are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    Linux,
    Windows,
}

impl System {
    pub fn target(self) -> &'static str {
        match self {
            Self::Linux => "x86_64-unknown-linux-gnu",
            Self::Windows => "x86_64-pc-windows-gnu",
        }
    }

    pub fn program(self) -> &'static str {
        match self {
            Self::Linux => "castview",
            Self::Windows => "castview.exe",
        }
    }
}

/// Bytes that a program may have. docs/releasing.md says what takes them.
pub const LARGEST: usize = 37 << 20;

/// Builds the program for `system`, by the profile `dist`, in a folder of its own: flags differ from those of other builds.
pub fn build(system: System, commit: &str) -> Result<PathBuf, String> {
    step::provide_target(system.target())?;
    let folder = root().join("target").join("dist-build");
    let mut build = cargo("rustc");
    build.args([
        "--profile",
        "dist",
        "--locked",
        "--package",
        "castview",
        "--bin",
        "castview",
    ]);
    build.args(["--target", system.target(), "--target-dir"]).arg(&folder);
    // The bytes follow from sources and toolchain alone, not from flags that somebody has in the environment.
    build.env("CARGO_ENCODED_RUSTFLAGS", flags("", &folders()).join("\u{1f}"));
    build.env("CARGO_INCREMENTAL", "0").env("CASTVIEW_COMMIT", commit);
    build.args([
        "--",
        match system {
            // Code that comes out alike for several types is kept once. Nothing here compares addresses of functions, which clippy sees to.
            System::Linux => "-Clink-arg=-Wl,--icf=all",
            // MinGW's linker would write the time into the program.
            System::Windows => "-Clink-arg=-Wl,--no-insert-timestamp",
        },
    ]);
    println!("{}", spelled(&build));
    let status = build
        .status()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if !status.success() {
        return Err(format!("the program for {}: {status}", system.target()));
    }
    Ok(folder.join(system.target()).join("dist").join(system.program()))
}

/// The program at `path`, held to its promises.
pub fn checked(path: &Path) -> Result<Vec<u8>, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let named = named_in(&bytes, &folders());
    if !named.is_empty() {
        return Err(format!("{} names {}", path.display(), named.join(", ")));
    }
    if bytes.len() > LARGEST {
        return Err(format!(
            "{} has {} bytes, {LARGEST} are allowed",
            path.display(),
            bytes.len()
        ));
    }
    Ok(bytes)
}
