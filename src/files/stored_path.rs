//! A path as a file spells it, taken apart; says which paths are never followed (spec/cast.md section 4 row 78).
//!
//! In: text that is not to be trusted, with either slash. Out: where it starts, its folders, its file name. Touches no
//! file system.

use std::path::PathBuf;

/// The trees of a system that hold nothing of a user's, whose entries may block, act, or reach over a network.
const SYSTEM_ROOTS: [&str; 6] = ["dev", "proc", "sys", "run", "net", "network"];

/// A stored path, taken apart.
#[derive(Debug, PartialEq, Eq)]
pub struct StoredPath {
    pub start: Start,
    /// Without `.`; `..` only at the front.
    pub folders: Vec<String>,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// From the folder of the file.
    Relative,
    /// From this root of the file system.
    Absolute(PathBuf),
    /// Never followed: a URL, a network share, another system's drive, a system tree.
    Foreign,
}

impl StoredPath {
    /// `None` if `stored` names no file: empty, or ending in a slash, `.` or `..`.
    pub fn parse(stored: &str) -> Option<Self> {
        let path = stored.trim().replace('\\', "/");
        let (start, rest) = Self::start_of(&path);
        let mut folders: Vec<String> = Vec::new();
        let mut parts: Vec<&str> = rest.split('/').collect();
        let name = parts.pop()?.to_owned();
        if name.is_empty() || name == "." || name == ".." || name.contains('\0') {
            return None;
        }
        for part in parts {
            match part {
                "" | "." => {}
                ".." if folders.last().is_some_and(|last| last != "..") => {
                    folders.pop();
                }
                // Above the root there is only the root.
                ".." if matches!(start, Start::Absolute(_)) => {}
                _ => folders.push(part.to_owned()),
            }
        }
        let in_system_tree = |first: &String| SYSTEM_ROOTS.iter().any(|root| first.eq_ignore_ascii_case(root));
        let start = match start {
            Start::Absolute(_) if folders.first().is_some_and(in_system_tree) => Start::Foreign,
            start => start,
        };
        Some(Self { start, folders, name })
    }

    /// How `path` (with forward slashes) begins, and what follows.
    fn start_of(path: &str) -> (Start, &str) {
        let bytes = path.as_bytes();
        if path.starts_with("//") || path.contains("://") {
            return (Start::Foreign, path);
        }
        if bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':' {
            let rest = &path[2..];
            let is_rooted = rest.starts_with('/');
            // `C:x` is relative to a folder only that drive's shell knows.
            return if cfg!(windows) && is_rooted {
                (Start::Absolute(PathBuf::from(format!("{}/", &path[..2]))), rest)
            } else {
                (Start::Foreign, rest)
            };
        }
        match path.strip_prefix('/') {
            Some(rest) if cfg!(windows) => (Start::Foreign, rest),
            Some(rest) => (Start::Absolute(PathBuf::from("/")), rest),
            None => (Start::Relative, path),
        }
    }

    pub fn with_folders(&self) -> Vec<String> {
        self.folders.iter().chain([&self.name]).cloned().collect()
    }
}
