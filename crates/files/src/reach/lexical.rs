//! Paths compared by their text alone.

use super::stored_path::is_system_tree;
use crate::paths::plain_path;
use std::path::{Component, Path, PathBuf, Prefix};

/// `path` without `.` and `..`; above the root there is only the root.
pub fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

/// `base`, then each of `folders`; `..` goes up.
pub fn below(base: &Path, folders: &[String]) -> PathBuf {
    let mut path = base.to_path_buf();
    for folder in folders {
        if folder == ".." {
            path.pop();
        } else {
            path.push(folder);
        }
    }
    path
}

/// Parts of `path` below `root`, whatever the letter case of the parts that they share; `None` if it lies elsewhere, or is not Unicode.
/// Both are absolute and normal.
pub fn rest(root: &Path, path: &Path) -> Option<Vec<String>> {
    let mut parts = path.components();
    for wanted in root.components() {
        if same_key(wanted) != same_key(parts.next()?) {
            return None;
        }
    }
    parts.map(|part| Some(part.as_os_str().to_str()?.to_owned())).collect()
}

/// Equal for paths that mean the same whatever their letter case. They are absolute and normal.
pub fn key(path: &Path) -> Vec<Vec<u8>> {
    path.components().map(same_key).collect()
}

/// Equal for components that mean the same: `C:` and `\\?\c:`, `A` and `a`. A component that is not Unicode equals itself alone.
fn same_key(part: Component) -> Vec<u8> {
    let text = |text: &std::ffi::OsStr| match text.to_str() {
        Some(text) => text.to_lowercase().into_bytes(),
        None => text.as_encoded_bytes().to_vec(),
    };
    match part {
        Component::Prefix(prefix) => match prefix.kind() {
            Prefix::Disk(drive) | Prefix::VerbatimDisk(drive) => vec![drive.to_ascii_lowercase(), b':'],
            Prefix::UNC(server, share) | Prefix::VerbatimUNC(server, share) => {
                [b"//".to_vec(), text(server), b"/".to_vec(), text(share)].concat()
            }
            _ => text(prefix.as_os_str()),
        },
        part => text(part.as_os_str()),
    }
}

/// Whether the user may be asked to open the folder at `path`: no share of a network, nothing of the system's own, no
/// whole disk.
pub fn may_be_asked_for(path: &Path) -> bool {
    let mut folders = Vec::new();
    for part in path.components() {
        match part {
            Component::Prefix(prefix) if !matches!(prefix.kind(), Prefix::Disk(_) | Prefix::VerbatimDisk(_)) => {
                return false;
            }
            Component::Normal(name) => folders.push(name.to_string_lossy().into_owned()),
            _ => {}
        }
    }
    path.is_absolute() && !folders.is_empty() && (cfg!(windows) || !is_system_tree(&folders))
}

/// `path` relative to `folder`, with forward slashes. Stays absolute if the relative path would start with more than three
/// `..`, or if the two share nothing but the root.
pub fn from(folder: &Path, path: &Path) -> String {
    const MOST_UP: usize = 3;
    let same = |(a, b): &(Component, Component)| same_key(*a) == same_key(*b);
    let shared = folder.components().zip(path.components()).take_while(same);
    let common = shared.clone().count();
    let up = folder.components().count() - common;
    let share_names = shared.into_iter().any(|(part, _)| matches!(part, Component::Normal(_)));
    if !share_names || up > MOST_UP {
        return plain_path(path);
    }
    let down = path.components().skip(common);
    let down = down.map(|part| part.as_os_str().to_string_lossy().into_owned());
    let parts: Vec<String> = std::iter::repeat_n("..".to_owned(), up).chain(down).collect();
    match parts.is_empty() {
        true => ".".into(),
        false => parts.join("/"),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn text_tells_what_lies_inside() {
        for (root, path, wanted) in [
            ("/a/b", "/a/b/c/d.png", Some("c/d.png")),
            ("/a/b", "/A/B/C", Some("C")),
            ("/a/b", "/a/b", Some("")),
            ("/a/b", "/a/bc", None),
            ("/a/b", "/a", None),
            ("/a/b", "/a/b/../c", None),
            ("/", "/x", Some("x")),
        ] {
            let rest = rest(Path::new(root), &normal(Path::new(path)));
            assert_eq!(rest.map(|parts| parts.join("/")).as_deref(), wanted, "{root} {path}");
        }
    }

    #[test]
    fn folders_are_named_from_here_where_that_is_short() {
        for (folder, path, wanted) in [
            ("/a/b/c", "/a/b/textures", "../textures"),
            ("/a/b/c", "/a/b", ".."),
            ("/a/b", "/a/b", "."),
            ("/a/b/c/d/e", "/a/x", "/a/x"),
            ("/a", "/etc", "/etc"),
        ] {
            assert_eq!(from(Path::new(folder), Path::new(path)), wanted);
        }
    }

    #[test]
    fn whole_disks_and_system_trees_are_never_asked_for() {
        for (path, may) in [
            ("/", false),
            ("/dev/shm", false),
            ("/proc", false),
            ("/home/me", true),
            ("/run/media/me/stick/x", true),
            ("/run/user/1000/gvfs/smb", false),
            ("relative", false),
        ] {
            assert_eq!(may_be_asked_for(Path::new(path)), may, "{path}");
        }
    }
}
