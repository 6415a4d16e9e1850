//! A path as a file spells it, taken apart; says which paths are never followed (docs/formats/cast.md §3.12 and §4 row
//! 78).
//!
//! In: text that is not to be trusted, with either slash. Out: where it starts, its folders, its file name. Touches no
//! file system. Spellings of Windows mean the same on every system, since files come from anywhere.

use std::path::PathBuf;

/// The trees of a system that hold nothing of a user's, whose entries may block, act, or reach over a network.
const SYSTEM_ROOTS: [&str; 6] = ["dev", "proc", "sys", "run", "net", "network"];

/// Where removable disks are mounted, below one of those.
const MOUNTS: [&str; 2] = ["run", "media"];

/// Names that Windows takes for a device in any folder, with any extension.
const DEVICES: [&str; 7] = ["con", "prn", "aux", "nul", "conin$", "conout$", "clock$"];

/// The same with a digit behind them.
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// A stored path, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Never followed: a URL, a network share, another system's drive, a device.
    Foreign,
}

impl StoredPath {
    /// `None` if `stored` names no file: empty, a device, or ending in a slash, `.` or `..`.
    pub fn parse(stored: &str) -> Option<Self> {
        let path = stored.trim().replace('\\', "/");
        let (start, rest) = Self::start_of(&path);
        let mut folders: Vec<String> = Vec::new();
        let mut parts: Vec<&str> = rest.split('/').collect();
        let name = parts.pop()?.to_owned();
        if matches!(&*name, "" | "." | "..") || path.contains('\0') || is_device(&name) {
            return None;
        }
        let names_device = parts.iter().any(|part| is_device(part));
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
        let start = if names_device { Start::Foreign } else { start };
        Some(Self { start, folders, name })
    }

    /// A path to a folder; the folder's own name is the last of [`Self::folders`].
    pub fn parse_folder(stored: &str) -> Option<Self> {
        let stored = stored.trim();
        // A name at its end makes a folder a path.
        (!stored.is_empty()).then(|| Self::parse(&format!("{stored}/x")))?
    }

    /// Its file name alone, looked for from the folder of the file.
    pub fn bare(&self) -> Self {
        Self {
            start: Start::Relative,
            folders: Vec::new(),
            name: self.name.clone(),
        }
    }

    /// How `path` (with forward slashes) begins, and what follows.
    fn start_of(path: &str) -> (Start, &str) {
        let bytes = path.as_bytes();
        if path.contains("://") {
            return (Start::Foreign, path);
        }
        if path.starts_with("//") {
            return match share_of(path) {
                Some((share, rest)) if cfg!(windows) => (Start::Absolute(share), rest),
                _ => (Start::Foreign, path),
            };
        }
        if bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':' {
            let rest = &path[2..];
            let is_rooted = rest.starts_with('/');
            // `C:x` is relative to a folder only that drive's shell knows.
            return if cfg!(windows) && is_rooted {
                (Start::Absolute(PathBuf::from(format!("{}\\", &path[..2]))), rest)
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
}

/// The share that `//server/share/rest` begins with, and the rest. `//?/` and `//./` are the system's own.
fn share_of(path: &str) -> Option<(PathBuf, &str)> {
    let (server, rest) = path.strip_prefix("//")?.split_once('/')?;
    let (share, rest) = rest.split_once('/')?;
    let is_name = |name: &str| !matches!(name, "" | "?" | "." | "..");
    (is_name(server) && is_name(share)).then(|| (PathBuf::from(format!("\\\\{server}\\{share}\\")), rest))
}

/// Whether Windows takes `name` for a device: whatever follows the first dot, and blanks at the end, do not count.
pub fn is_device(name: &str) -> bool {
    let stem = name.split(['.', ':']).next().unwrap_or(name).trim_end().to_lowercase();
    let is_numbered = |device: &str| {
        let digit = stem.strip_prefix(device).map(|rest| rest.chars().collect::<Vec<_>>());
        matches!(digit.as_deref(), Some(['0'..='9' | '¹' | '²' | '³']))
    };
    DEVICES.contains(&&*stem) || NUMBERED_DEVICES.iter().any(|device| is_numbered(device))
}

/// Whether the folders from the root of a Unix system lead into one of its own trees.
pub fn is_system_tree(folders: &[String]) -> bool {
    let is = |at: usize, name: &str| folders.get(at).is_some_and(|folder| folder.eq_ignore_ascii_case(name));
    let is_mount = is(0, MOUNTS[0]) && is(1, MOUNTS[1]);
    SYSTEM_ROOTS.iter().any(|root| is(0, root)) && !is_mount
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_of_windows_are_known_by_any_spelling() {
        for name in [
            "con",
            "NUL",
            "nul.png",
            "Aux.tar.gz",
            "com1",
            "COM9.png",
            "lpt¹.x",
            "con .png",
            "nul:stream",
            "CONIN$",
            "prn ",
        ] {
            assert!(is_device(name), "{name}");
            assert_eq!(StoredPath::parse(name), None, "{name}");
            let inside = StoredPath::parse(&format!("a/{name}/b.png")).expect("it names a file");
            assert_eq!(inside.start, Start::Foreign, "{name}");
        }
        for name in [
            "console.png",
            "com.png",
            "com10.png",
            "nul_.png",
            "lpt.png",
            "auxiliary",
            "a.nul",
            "комп1",
        ] {
            assert!(!is_device(name), "{name}");
        }
    }

    #[test]
    fn removable_disks_are_no_system_tree() {
        let is = |path: &str| is_system_tree(&path.split('/').map(str::to_owned).collect::<Vec<_>>());
        for (path, system) in [
            ("dev", true),
            ("PROC/self", true),
            ("run/user/1000/gvfs", true),
            ("run/media/me/stick", false),
            ("home/dev", false),
            ("", false),
        ] {
            assert_eq!(is(path), system, "{path}");
        }
    }
}
