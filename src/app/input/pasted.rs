//! Text from the clipboard → the paths it names.
//!
//! In: what a file manager or a terminal has copied: paths and `file:` URIs, one a line, perhaps in quotes. Out: absolute paths. Anything
//! else is no path, so text that was copied for another purpose opens nothing.

use std::path::{Path, PathBuf};

/// Lines that are looked at.
const MOST_LINES: usize = 1000;

/// The paths that `text` names; none if any of its lines is something else.
pub fn paths_in(text: &str) -> Vec<PathBuf> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    // Some file managers write such lines before the list.
    let lines = lines.filter(|line| !matches!(*line, "copy" | "cut" | "x-special/nautilus-clipboard"));
    let paths: Option<Vec<PathBuf>> = lines.take(MOST_LINES).map(path_in).collect();
    paths.unwrap_or_default()
}

fn path_in(line: &str) -> Option<PathBuf> {
    let quoted = |quote: char| line.strip_prefix(quote)?.strip_suffix(quote);
    let line = quoted('"').or_else(|| quoted('\'')).unwrap_or(line);
    let path = match line.get(..7).filter(|scheme| scheme.eq_ignore_ascii_case("file://")) {
        Some(_) => {
            // The name of this machine may stand before the path.
            let rest = &line[7..];
            let path = decoded(&rest[rest.find('/')?..])?;
            // `file:///C:/folder`
            match path.as_bytes() {
                [b'/', _, b':', ..] if cfg!(windows) => path[1..].to_owned(),
                _ => path,
            }
        }
        None => line.to_owned(),
    };
    let path = PathBuf::from(path);
    (path.is_absolute() && !is_share(&path)).then_some(path)
}

/// Nothing on another machine is opened by a stray key.
fn is_share(path: &Path) -> bool {
    path.to_string_lossy().starts_with("\\\\") || path.to_string_lossy().starts_with("//")
}

/// `%41` → `A`; `None` for what is no text or no code.
fn decoded(uri: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let [first, more @ ..] = rest {
        rest = more;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = std::str::from_utf8(more.get(..2)?).ok()?;
        let byte = u8::from_str_radix(digits, 16).ok().filter(|byte| *byte != 0)?;
        bytes.push(byte);
        rest = &more[2..];
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn only_paths_and_file_uris_are_taken() {
        for (text, wanted) in [
            ("/a/b.cast", &["/a/b.cast"][..]),
            ("  '/a/b c.cast'\n", &["/a/b c.cast"]),
            ("\"/a/b.cast\"", &["/a/b.cast"]),
            (
                "file:///a/b%20c.cast\r\nFILE://host/d.cast\r\n",
                &["/a/b c.cast", "/d.cast"],
            ),
            ("copy\nfile:///a/%E5%90%8D.cast", &["/a/名.cast"]),
            ("", &[]),
            ("a word", &[]),
            ("relative/b.cast", &[]),
            ("/a/b.cast\nand some text", &[]),
            ("https://example.org/b.cast", &[]),
            ("//server/share/b.cast", &[]),
            (r"\\server\share\b.cast", &[]),
            ("file:///a%00b", &[]),
            ("file:///a%2", &[]),
            ("file:///a%ff", &[]),
            ("file://", &[]),
        ] {
            let wanted: Vec<PathBuf> = wanted.iter().map(PathBuf::from).collect();
            assert_eq!(paths_in(text), wanted, "{text:?}");
        }
    }
}
