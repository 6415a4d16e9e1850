//! Places that pictures of the view go to.

use std::path::{Path, PathBuf};

/// The file that a picture is written to for a chosen name: with its ending, which some dialogs leave out.
pub fn with_ending(chosen: &Path) -> PathBuf {
    let is_png = chosen
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    let mut name = chosen.file_name().unwrap_or_default().to_owned();
    if is_png {
        return chosen.to_owned();
    }
    name.push(".png");
    chosen.with_file_name(name)
}

/// Where a picture goes.
#[derive(Clone, Debug, PartialEq)]
pub enum PictureTarget {
    File(PathBuf),
    Clipboard,
}

/// A picture that is to be drawn for somebody.
pub struct Saving {
    pub to: PictureTarget,
    /// After a loss another device may draw it.
    pub may_wait: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_the_ending_of_its_format_whatever_was_typed() {
        for (chosen, wanted) in [
            ("/a/shot.png", "/a/shot.png"),
            ("/a/shot.PNG", "/a/shot.PNG"),
            ("/a/shot", "/a/shot.png"),
            ("/a/shot.v2", "/a/shot.v2.png"),
            ("/a/shot.", "/a/shot..png"),
            ("shot.jpg", "shot.jpg.png"),
        ] {
            assert_eq!(with_ending(Path::new(chosen)), Path::new(wanted));
        }
    }
}
