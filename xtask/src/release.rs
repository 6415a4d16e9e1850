//! `cargo xtask release`: the program as it is handed on, which names no folder of the machine that built it.
//!
//! Messages of panics and errors name places in sources. Folders of this machine in them become names that mean the same everywhere.

use crate::step::{cargo, root, silent, spelled};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Folders of this machine and what they are called in the program; of two that hold a file the later one counts.
pub fn folders() -> Vec<(PathBuf, &'static str)> {
    let home = std::env::home_dir();
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo_home = cargo_home.or_else(|| Some(home.as_ref()?.join(".cargo")));
    let sysroot = Command::new("rustc")
        .args(["--print", "sysroot"])
        .current_dir(root())
        .output();
    let sysroot = sysroot
        .ok()
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let sysroot = sysroot.filter(|path| !path.is_empty()).map(PathBuf::from);
    let named = [
        (home, "home"),
        (cargo_home, "cargo"),
        (sysroot, "rust"),
        (Some(root()), "castview"),
    ];
    let named = named.into_iter().filter_map(|(folder, name)| Some((folder?, name)));
    // The root of the disk would match everything.
    named.filter(|(folder, _)| folder.parent().is_some()).collect()
}

/// Flags of the compiler, in addition to `own`.
pub fn flags(own: &str, folders: &[(PathBuf, &str)]) -> Vec<String> {
    let own = own.split_whitespace().map(str::to_owned);
    let remapped = folders
        .iter()
        .map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()));
    own.chain(remapped).collect()
}

/// Lets cargo build without the folders of this machine.
pub fn without_folders(cargo: &mut Command) {
    let own = std::env::var("RUSTFLAGS").unwrap_or_default();
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags(&own, &folders()).join("\u{1f}"));
}

/// Builds the program and holds it to its promise.
pub fn run() -> ExitCode {
    let mut build = cargo("build");
    build.args(["--release", "--locked", "--package", "castview", "--bin", "castview"]);
    without_folders(&mut build);
    println!("{}", spelled(&build));
    let program = target()
        .join("release")
        .join(format!("castview{}", std::env::consts::EXE_SUFFIX));
    let built = silent(&mut build).and_then(|()| std::fs::read(&program).map_err(|error| error.to_string()));
    let named = built.map(|bytes| named_in(&bytes, &folders()));
    match named {
        Ok(named) if named.is_empty() => {
            println!("The program is {}", program.display());
            ExitCode::SUCCESS
        }
        Ok(named) => {
            eprintln!("cargo xtask release: {} names {}", program.display(), named.join(", "));
            ExitCode::FAILURE
        }
        Err(problem) => {
            eprintln!("cargo xtask release: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Those of `folders` that stand in `bytes`, with what follows.
pub fn named_in(bytes: &[u8], folders: &[(PathBuf, &str)]) -> Vec<String> {
    const TOLD: usize = 80;
    // A folder right below the root of the disk, such as /root, is a part of other names, and says nothing of this machine.
    let telling = folders.iter().filter(|(folder, _)| folder.components().count() > 2);
    let found = telling.filter_map(|(folder, _)| {
        let folder = with_separator(folder);
        let at = bytes
            .windows(folder.len())
            .position(|window| window == folder.as_bytes())?;
        let told = &bytes[at..bytes.len().min(at + TOLD)];
        let end = told
            .iter()
            .position(|byte| !byte.is_ascii_graphic())
            .unwrap_or(told.len());
        Some(String::from_utf8_lossy(&told[..end]).into_owned())
    });
    found.collect()
}

fn with_separator(folder: &Path) -> String {
    format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program of one panic names its source; with the flags it does not.
    #[test]
    fn a_program_names_no_folder_of_this_machine() {
        let folder = std::env::temp_dir().join(format!("castview-release-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let (source, program) = (folder.join("main.rs"), folder.join("main"));
        std::fs::write(&source, "fn main() { assert!(std::env::args().count() > 9, \"few\"); }").expect("written");
        let folders = [(folder.clone(), "sources")];
        let built = |flags: &[String]| {
            let mut rustc = Command::new("rustc");
            rustc
                .arg(&source)
                .arg("-o")
                .arg(&program)
                .args(["-Copt-level=1", "-Cstrip=debuginfo"]);
            silent(rustc.args(flags)).expect("it compiles");
            named_in(&std::fs::read(&program).expect("built"), &folders)
        };
        let plain = built(&[]);
        let clean = built(&flags("", &folders));
        std::fs::remove_dir_all(&folder).expect("ours");
        assert_eq!(plain, [source.display().to_string()]);
        assert_eq!(clean, [""; 0]);
    }

    #[test]
    fn what_is_more_exact_counts() {
        let folders = folders();
        let names: Vec<&str> = folders.iter().map(|(_, name)| *name).collect();
        assert!(names.ends_with(&["castview"]), "{names:?}");
        assert!(flags("", &folders).iter().any(|flag| flag.ends_with("=castview")));
    }
}
