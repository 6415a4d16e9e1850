//! The files of the repository, as text.

use std::fs;
use std::path::{Path, PathBuf};

pub struct File {
    /// From the root of the repository, with slashes.
    pub path: String,
    pub text: String,
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below `folders` whose name ends in one of `endings`, in order of its path.
pub fn files(folders: &[&str], endings: &[&str]) -> Vec<File> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| root().join(folder)).collect();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("an entry of a folder").path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if path.is_dir() {
                if !matches!(name, "target" | "corpus" | "artifacts") {
                    open.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                let path = path.strip_prefix(root()).expect("below the root");
                let path = path.to_string_lossy().replace('\\', "/");
                found.push(File { path, text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}
