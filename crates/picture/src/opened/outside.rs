//! Paths that files name outside the folders they may read, and what the user has allowed.
//!
//! A leave belongs to a folder, whether files of it are open or not: the app stores them beside the settings.

use serde::{Deserialize, Serialize};

/// Purpose of a path in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OutsideKind {
    /// An image of a material.
    Texture,
    /// A file that stands in the file.
    Instance,
    /// The folder from which paths of instances start.
    SceneRoot,
    /// Bytes of a glTF file.
    Buffer,
}

impl OutsideKind {
    /// `1 texture`, `2 textures`.
    pub fn counted(self, count: usize) -> String {
        let word = match self {
            Self::Texture => "texture",
            Self::Instance => "instanced file",
            Self::SceneRoot => "scene root",
            Self::Buffer => "buffer",
        };
        match count {
            1 => format!("1 {word}"),
            _ => format!("{count} {word}s"),
        }
    }
}

/// One path that leads outside. Nothing there was touched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    /// The purpose of the path.
    pub kind: OutsideKind,
    /// The path as the file spells it.
    pub stored: String,
    /// Location of the folder of the file that names it.
    pub of: String,
    /// Location of the folder that would have to be allowed.
    pub folder: String,
    /// The same as seen from the file, for people.
    pub shown: String,
}

/// The files in one folder ask for another, by their locations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Location of the folder whose files ask.
    pub of: String,
    /// Location of the folder they ask for.
    pub folder: String,
}

impl From<&Outside> for Wish {
    fn from(outside: &Outside) -> Self {
        Self {
            of: outside.of.clone(),
            folder: outside.folder.clone(),
        }
    }
}

/// The distinct folders that would have to be allowed for all of `outside` to be read.
pub fn wishes(outside: &[Outside]) -> Vec<Wish> {
    let mut wishes: Vec<Wish> = Vec::new();
    for wish in outside.iter().map(Wish::from) {
        if !wishes.contains(&wish) {
            wishes.push(wish);
        }
    }
    wishes
}

/// The user's leave for the files of one folder to read another. It is no leave for the folders above or below the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consent {
    /// Location of the folder whose files may.
    pub of: String,
    /// Location of what they may read, as they name it.
    pub folder: String,
    /// Where that was when the user agreed, links resolved.
    pub real: String,
}

/// `3 textures and 1 buffer`, and the folders they lie in, for a sentence; `None` if there are none.
pub fn told(outside: &[Outside]) -> Option<(String, String)> {
    const MOST_FOLDERS: usize = 3;
    let kinds = [
        OutsideKind::Texture,
        OutsideKind::Instance,
        OutsideKind::SceneRoot,
        OutsideKind::Buffer,
    ];
    let count = |kind| outside.iter().filter(|one| one.kind == kind).count();
    let counts: Vec<String> = kinds
        .into_iter()
        .filter(|kind| count(*kind) > 0)
        .map(|kind| kind.counted(count(kind)))
        .collect();
    let (last, others) = counts.split_last()?;
    let what = match others {
        [] => last.clone(),
        others => format!("{} and {last}", others.join(", ")),
    };
    let mut folders: Vec<&str> = Vec::new();
    for one in outside {
        if !folders.contains(&&*one.shown) {
            folders.push(&one.shown);
        }
    }
    let more = folders.len().saturating_sub(MOST_FOLDERS);
    folders.truncate(MOST_FOLDERS);
    let mut where_to = folders.join(", ");
    if more > 0 {
        where_to += &format!(" and {more} more");
    }
    Some((what, where_to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_counted_and_folders_named_once() {
        let one = |kind, shown: &str| Outside {
            kind,
            stored: String::new(),
            of: String::new(),
            folder: String::new(),
            shown: shown.into(),
        };
        use OutsideKind::{Buffer, SceneRoot, Texture};
        for (outside, wanted) in [
            (vec![], None),
            (vec![one(Texture, "../tex")], Some(("1 texture", "../tex"))),
            (
                vec![
                    one(Texture, "a"),
                    one(Buffer, "b"),
                    one(Texture, "a"),
                    one(SceneRoot, ".."),
                ],
                Some(("2 textures, 1 scene root and 1 buffer", "a, b, ..")),
            ),
            (
                ["a", "b", "c", "d", "e"].map(|shown| one(Texture, shown)).to_vec(),
                Some(("5 textures", "a, b, c and 2 more")),
            ),
        ] {
            let wanted = wanted.map(|(what, shown)| (what.to_owned(), shown.to_owned()));
            assert_eq!(told(&outside), wanted);
        }
    }
}
