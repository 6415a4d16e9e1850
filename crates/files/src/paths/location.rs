//! Paths as strings that can be shown, compared and opened again.
//!
//! Paths of the outer world need not be Unicode. Rooms without paths carry *locations*: the path itself where it is
//! Unicode, else a marked spelling of its bytes.

use std::path::{Component, Path, PathBuf};

/// The path that means standard input.
pub const STDIN: &str = "-";
/// No path starts with it: NUL cannot be part of one.
const MARK: &str = "\0bytes:";

/// A string that [`path_of`] turns back into `path`.
pub fn location_of(path: &Path) -> String {
    match path.to_str() {
        Some(text) => text.to_owned(),
        None => {
            let hex: String = path
                .as_os_str()
                .as_encoded_bytes()
                .iter()
                .map(|b| format!("{b:02x}"))
                .collect();
            format!("{MARK}{hex}")
        }
    }
}

/// The location of what the user names: whole, so that it means the same in another folder and the same file never has two names. Links
/// keep their names. Steps upwards are taken out where the same file is found without them.
pub fn whole_location_of(path: &Path) -> String {
    if path == Path::new(STDIN) {
        return location_of(path);
    }
    // An empty path has no whole one. It stays empty, and opening it fails with a message.
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    if !whole.components().any(|part| part == Component::ParentDir) {
        return location_of(&whole);
    }
    let short = whole.components().fold(PathBuf::new(), |mut short, part| {
        match part {
            Component::ParentDir => _ = short.pop(),
            part => short.push(part),
        }
        short
    });
    let is_same = matches!((short.canonicalize(), whole.canonicalize()), (Ok(a), Ok(b)) if a == b);
    location_of(if is_same { &short } else { &whole })
}

/// The path that `location` was made of.
pub fn path_of(location: &str) -> PathBuf {
    match location.strip_prefix(MARK) {
        Some(hex) => bytes_path(hex).unwrap_or_else(|| PathBuf::from(location)),
        None => PathBuf::from(location),
    }
}

#[cfg(unix)]
fn bytes_path(hex: &str) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    let digits = hex.as_bytes();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Option<Vec<u8>> = digits.chunks(2).map(byte).collect();
    Some(std::ffi::OsString::from_vec(bytes?).into())
}

/// Elsewhere the standard library has no safe way back from bytes; such names (lone surrogates) cannot be reopened.
#[cfg(not(unix))]
fn bytes_path(_hex: &str) -> Option<PathBuf> {
    None
}

/// `path` as people write it: without the `\\?\` that Windows puts before real paths.
pub fn plain_path(path: &Path) -> String {
    let text = path.to_string_lossy();
    let Some(rest) = text.strip_prefix(r"\\?\") else {
        return text.into_owned();
    };
    if let Some(share) = rest.strip_prefix(r"UNC\") {
        return format!(r"\\{share}");
    }
    match rest.as_bytes() {
        [_, b':', b'\\', ..] => rest.to_owned(),
        _ => text.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_see_no_mark_of_windows() {
        for (path, wanted) in [
            (r"\\?\C:\models\a.cast", r"C:\models\a.cast"),
            (r"\\?\UNC\server\share\a.cast", r"\\server\share\a.cast"),
            (r"\\server\share\a.cast", r"\\server\share\a.cast"),
            (r"\\?\Volume{0}\a.cast", r"\\?\Volume{0}\a.cast"),
            (r"C:\a.cast", r"C:\a.cast"),
            ("/x/a.cast", "/x/a.cast"),
        ] {
            assert_eq!(plain_path(Path::new(path)), wanted);
        }
    }

    #[test]
    fn unicode_paths_are_themselves() {
        for path in ["a.cast", "/x/ä ö/моdель.cast", "", "C:\\a.cast"] {
            assert_eq!(location_of(Path::new(path)), path);
            assert_eq!(path_of(path), Path::new(path));
        }
    }

    #[test]
    fn what_the_user_names_is_whole() {
        let here = std::env::current_dir().expect("a folder");
        let named = |path: &str| whole_location_of(Path::new(path));
        assert_eq!(path_of(&named("pilot.cast")), here.join("pilot.cast"));
        assert_eq!(path_of(&named("./pilot.cast")), here.join("pilot.cast"));
        assert_eq!(path_of(&named("src/../Cargo.toml")), here.join("Cargo.toml"));
        assert_eq!(named(STDIN), STDIN, "standard input is no file");
    }

    #[cfg(unix)]
    #[test]
    fn a_step_up_through_a_link_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let (deep, link) = (folder.path().join("a/b"), folder.path().join("link"));
        std::fs::create_dir_all(&deep).expect("made");
        std::fs::write(folder.path().join("a/x.cast"), b"x").expect("written");
        std::os::unix::fs::symlink(&deep, &link).expect("linked");
        let (up, plain) = (link.join("../x.cast"), deep.join("../x.cast"));
        assert_eq!(path_of(&whole_location_of(&up)), up);
        assert_eq!(path_of(&whole_location_of(&plain)), folder.path().join("a/x.cast"));
    }

    #[cfg(unix)]
    #[test]
    fn other_bytes_survive_the_way_there_and_back() {
        use std::os::unix::ffi::OsStrExt;
        let path = Path::new(std::ffi::OsStr::from_bytes(b"/tmp/\xff\xfe.cast"));
        assert_eq!(path_of(&location_of(path)), path);
    }
}
