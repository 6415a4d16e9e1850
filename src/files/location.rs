//! Paths as strings that can be shown, compared and opened again.
//!
//! Paths of the outer world need not be Unicode. Rooms without paths carry *locations*: the path itself where it is
//! Unicode, else a marked spelling of its bytes.

use std::path::{Path, PathBuf};

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

/// `path` fit to be typed in a shell. That of Windows knows double quotes alone, and no path there holds one.
pub fn shell_word(path: &Path) -> String {
    let text = plain_path(path);
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/\\._-+=:,@%".contains(&byte) || !byte.is_ascii();
    match !text.is_empty() && text.bytes().all(is_plain) && !text.starts_with('-') {
        true if cfg!(windows) || !text.contains('\\') => text,
        _ if cfg!(windows) => format!("\"{text}\""),
        _ => format!("'{}'", text.replace('\'', r"'\''")),
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

    #[cfg(unix)]
    #[test]
    fn other_bytes_survive_the_way_there_and_back() {
        use std::os::unix::ffi::OsStrExt;
        let path = Path::new(std::ffi::OsStr::from_bytes(b"/tmp/\xff\xfe.cast"));
        assert_eq!(path_of(&location_of(path)), path);
    }
}
