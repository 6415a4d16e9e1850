//! Small JSON files in the user's configuration folder.
//!
//! In: their names. Out: what they hold, and sentences about those of which something could not be read. Such a file is kept beside before
//! anything is written in its place. A crash while one is written leaves the old one.
//! Never fails loudly: a viewer without its settings is still a viewer.

use crate::export;
use crate::formats::own::{lenient, mended};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// More than any of these files has use for. A larger one is somebody else's.
const MOST_BYTES: u64 = 16 << 20;

/// Names the folder to use instead of the user's own; the window tests set it.
const FOLDER_VARIABLE: &str = "CASTVIEW_CONFIG_DIR";

/// Where they live; `None` on a machine without a home.
#[derive(Debug, Default)]
pub struct Store {
    pub(crate) folder: Option<PathBuf>,
    told: Mutex<Told>,
}

/// Words for the user about files that could not be read as they are.
#[derive(Debug, Default)]
struct Told {
    /// Each file is told of once.
    files: Vec<String>,
    sentences: Vec<String>,
}

/// The result of reading a text.
#[derive(Debug, PartialEq)]
pub(crate) struct Parsed<T> {
    pub content: T,
    /// Nothing of it was left out.
    pub is_whole: bool,
}

/// How many files that could not be read as they are stay beside the one in use.
const MOST_KEPT: usize = 9;

impl Store {
    /// The user's configuration folder, or the one `CASTVIEW_CONFIG_DIR` names.
    pub fn of_user() -> Self {
        let folder = Self::named_folder().or_else(|| {
            directories::ProjectDirs::from("", "", "castview").map(|folders| folders.config_dir().to_owned())
        });
        Self::of_folder(folder)
    }

    pub(crate) fn of_folder(folder: Option<PathBuf>) -> Self {
        let told = Mutex::default();
        Self { folder, told }
    }

    /// The folder that `CASTVIEW_CONFIG_DIR` names.
    pub(crate) fn named_folder() -> Option<PathBuf> {
        std::env::var_os(FOLDER_VARIABLE)
            .filter(|folder| !folder.is_empty())
            .map(PathBuf::from)
    }

    pub(crate) fn read<T: Serialize + DeserializeOwned + Default>(&self, name: &str) -> T {
        let Some(path) = self.folder.as_ref().map(|folder| folder.join(name)) else {
            return T::default();
        };
        let parsed = match text_of(&path) {
            Ok((text, is_text)) => {
                let parsed = parse(&text);
                Parsed {
                    is_whole: parsed.is_whole && is_text,
                    ..parsed
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => return T::default(),
            Err(error) => {
                self.tell(
                    name,
                    format!("{name} could not be read ({error}), and what it holds is not used."),
                );
                return T::default();
            }
        };
        if !parsed.is_whole {
            let kept = kept_beside(&path).map_or_else(
                |error| format!("could not be copied ({error})"),
                |kept| format!("is kept as {kept}"),
            );
            self.tell(
                name,
                format!("{name} is broken. What can be read of it is used, and the file {kept}."),
            );
        }
        parsed.content
    }

    fn tell(&self, name: &str, sentence: String) {
        log::warn!("{sentence}");
        let Ok(mut told) = self.told.lock() else { return };
        if !told.files.iter().any(|file| file == name) {
            told.files.push(name.to_owned());
            told.sentences.push(sentence);
        }
    }

    /// Sentences for the user that were not asked for before.
    pub(crate) fn take_told(&self) -> Vec<String> {
        self.told
            .lock()
            .map_or_else(|_| Vec::new(), |mut told| std::mem::take(&mut told.sentences))
    }

    /// Keys of the file that `T` does not know are kept: a later version may have written them.
    pub(crate) fn write<T: Serialize + DeserializeOwned + Default>(&self, name: &str, content: &T) {
        let Some(folder) = &self.folder else { return };
        if let Err(error) = write(folder, name, content) {
            log::warn!("{name} could not be written ({error}): {}", folder.display());
        }
    }
}

/// Reads the values that `text` holds. A value that is not understood costs itself alone and takes its default.
pub(crate) fn parse<T: DeserializeOwned + Default>(text: &str) -> Parsed<T> {
    let (stored, is_json) = match serde_json::from_str(text) {
        Ok(stored) => (Some(stored), true),
        Err(_) => (mended::read(text), false),
    };
    match stored.and_then(|stored| lenient::read(stored).ok()) {
        Some((content, is_whole)) => Parsed {
            content,
            is_whole: is_whole && is_json,
        },
        None => Parsed {
            content: T::default(),
            is_whole: false,
        },
    }
}

/// The text of a regular file, and whether all of it is text as we write it. Others are not opened: a pipe would hold the start of the
/// window. Some editors write two bytes a letter.
fn text_of(path: &Path) -> io::Result<(String, bool)> {
    let bytes = bytes_of(path)?;
    let units = |of: fn([u8; 2]) -> u16| -> String {
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| of([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    Ok(match &bytes[..] {
        [0xff, 0xfe, ..] => (units(u16::from_le_bytes), false),
        [0xfe, 0xff, ..] => (units(u16::from_be_bytes), false),
        bytes => match str::from_utf8(bytes) {
            Ok(text) => (text.to_owned(), true),
            Err(_) => (String::from_utf8_lossy(bytes).into_owned(), false),
        },
    })
}

fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is no regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it is too large"));
    }
    Ok(bytes)
}

/// Copies a file to a name beside it, unless a copy of it is there. Out: the name.
fn kept_beside(path: &Path) -> io::Result<String> {
    let bytes = bytes_of(path)?;
    let (name, place) = free_beside(path, |place| bytes_of(place).is_ok_and(|there| there == bytes))?;
    if !place.exists() {
        export::replace(&place, &bytes)?;
    }
    Ok(name)
}

/// A name beside `path` that is free, or at which `is_same` holds.
fn free_beside(path: &Path, is_same: impl Fn(&Path) -> bool) -> io::Result<(String, PathBuf)> {
    let own = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let names = (1..=MOST_KEPT).map(|number| match number {
        1 => format!("{own}.broken"),
        number => format!("{own}.broken-{number}"),
    });
    let mut places = names.map(|name| {
        let place = path.with_file_name(&name);
        (name, place)
    });
    places
        .find(|(_, place)| place.symlink_metadata().is_err() || is_same(place))
        .ok_or_else(|| io::Error::other("there are too many broken ones"))
}

fn write<T: Serialize + DeserializeOwned + Default>(folder: &Path, name: &str, content: &T) -> io::Result<()> {
    let mut value = serde_json::to_value(content)?;
    std::fs::create_dir_all(folder)?;
    let path = folder.join(name);
    match text_of(&path) {
        Ok((text, is_text)) => {
            if !(is_text && parse::<T>(&text).is_whole) {
                kept_beside(&path)?;
            }
            if let Some(stored) = serde_json::from_str(&text).ok().or_else(|| mended::read(&text)) {
                lenient::keep_unknown::<T>(&mut value, &stored);
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        // A file that cannot be read can still be put aside.
        Err(error) => {
            if !path.is_file() {
                return Err(error);
            }
            let (_, place) = free_beside(&path, |_| false)?;
            std::fs::rename(&path, place)?;
        }
    }
    export::replace(&path, serde_json::to_string_pretty(&value)?.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    type Numbers = BTreeMap<String, u8>;

    fn numbers(list: &[(&str, u8)]) -> Numbers {
        list.iter()
            .map(|(name, number)| ((*name).to_owned(), *number))
            .collect()
    }

    /// Every way in which a file may be broken: what can be read is used, what was there stays beside, and it is told.
    #[test]
    fn a_broken_file_is_read_told_and_kept() {
        let wide: Vec<u8> = "\u{feff}{\"a\":1}".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (bytes, wanted) in [
            (&b"{\"a\":1,}"[..], numbers(&[("a", 1)])),
            (b"{\"a\":1,\"b\":\"no\"}", numbers(&[("a", 1)])),
            (b"{\"a\":1,\"b\":2", numbers(&[("a", 1)])),
            (
                b"{\"a\":1,\"\xff\xfe\":2,\"b\":900}",
                numbers(&[("a", 1), ("\u{fffd}\u{fffd}", 2)]),
            ),
            (&wide, numbers(&[("a", 1)])),
            (b"[]", numbers(&[])),
            (b"not at all", numbers(&[])),
            (b"", numbers(&[])),
        ] {
            let folder = tempfile::tempdir().expect("a folder for the test");
            let path = folder.path().join("numbers.json");
            std::fs::write(&path, bytes).expect("writable");
            let store = Store::of_folder(Some(folder.path().to_owned()));
            assert_eq!(store.read::<Numbers>("numbers.json"), wanted);
            assert_eq!(store.read::<Numbers>("numbers.json"), wanted);
            let told = store.take_told();
            assert!(
                matches!(&told[..], [one] if one.contains("numbers.json.broken")),
                "{told:?}"
            );
            assert_eq!(store.take_told(), [""; 0], "once");
            store.write("numbers.json", &numbers(&[("new", 3)]));
            assert_eq!(store.read::<Numbers>("numbers.json"), numbers(&[("new", 3)]));
            let beside = folder.path().join("numbers.json.broken");
            assert_eq!(std::fs::read(&beside).expect("kept"), bytes);
            // Broken anew, in another way: both are kept.
            std::fs::write(&path, b"{]").expect("writable");
            store.write("numbers.json", &numbers(&[]));
            assert_eq!(std::fs::read(&beside).expect("kept"), bytes);
            let second = folder.path().join("numbers.json.broken-2");
            assert_eq!(std::fs::read(second).expect("kept"), b"{]");
        }
    }

    #[test]
    fn a_whole_file_is_no_news() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let store = Store::of_folder(Some(folder.path().to_owned()));
        assert_eq!(store.read::<Numbers>("numbers.json"), numbers(&[]));
        store.write("numbers.json", &numbers(&[("a", 1)]));
        assert_eq!(store.read::<Numbers>("numbers.json"), numbers(&[("a", 1)]));
        assert_eq!(store.take_told(), [""; 0]);
        let files = std::fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(files, 1);
    }

    #[test]
    fn what_is_too_large_to_read_is_put_aside_and_not_written_over() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("numbers.json");
        let file = File::create(&path).expect("writable");
        file.set_len(MOST_BYTES + 1).expect("a sparse file");
        let store = Store::of_folder(Some(folder.path().to_owned()));
        assert_eq!(store.read::<Numbers>("numbers.json"), numbers(&[]));
        assert_eq!(store.take_told().len(), 1);
        store.write("numbers.json", &numbers(&[("a", 1)]));
        assert_eq!(store.read::<Numbers>("numbers.json"), numbers(&[("a", 1)]));
        let beside = std::fs::metadata(folder.path().join("numbers.json.broken"));
        assert_eq!(beside.expect("kept").len(), MOST_BYTES + 1);
    }
}
