//! Small JSON files in the user's configuration folder.
//!
//! In: their names. Out: what they hold; what is unreadable is as if it were not there. A crash while one is written leaves the old one.
//! Never fails loudly: a viewer without its settings is still a viewer.

use super::lenient;
use crate::export;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// More than any of these files has use for. A larger one is somebody else's.
const MOST_BYTES: u64 = 16 << 20;

/// Names the folder to use instead of the user's own; the window tests set it.
const FOLDER_VARIABLE: &str = "CASTVIEW_CONFIG_DIR";

/// Where they live; `None` on a machine without a home.
#[derive(Debug)]
pub struct Store {
    pub(in crate::app) folder: Option<PathBuf>,
}

impl Store {
    /// The user's configuration folder, or the one `CASTVIEW_CONFIG_DIR` names.
    pub fn of_user() -> Self {
        let folder = Self::named_folder().or_else(|| {
            directories::ProjectDirs::from("", "", "castview").map(|folders| folders.config_dir().to_owned())
        });
        Self { folder }
    }

    /// The folder that `CASTVIEW_CONFIG_DIR` names.
    pub(in crate::app) fn named_folder() -> Option<PathBuf> {
        std::env::var_os(FOLDER_VARIABLE)
            .filter(|folder| !folder.is_empty())
            .map(PathBuf::from)
    }

    pub(in crate::app) fn read<T: Serialize + DeserializeOwned + Default>(&self, name: &str) -> T {
        let Some(path) = self.folder.as_ref().map(|folder| folder.join(name)) else {
            return T::default();
        };
        match text_of(&path) {
            Ok(text) => parse(name, &text),
            Err(error) => {
                if error.kind() != io::ErrorKind::NotFound {
                    log::warn!("{name} could not be read ({error}): {}", path.display());
                }
                T::default()
            }
        }
    }

    /// Keys of the file that `T` does not know are kept: a later version may have written them.
    pub(in crate::app) fn write<T: Serialize + DeserializeOwned + Default>(&self, name: &str, content: &T) {
        let Some(folder) = &self.folder else { return };
        if let Err(error) = write(folder, name, content) {
            log::warn!("{name} could not be written ({error}): {}", folder.display());
        }
    }
}

/// What `text` holds. A value that is not understood costs itself alone and takes its default.
pub(in crate::app) fn parse<T: DeserializeOwned + Default>(name: &str, text: &str) -> T {
    let understood = serde_json::from_str(text).and_then(|stored| lenient::read(name, stored));
    understood.unwrap_or_else(|error| {
        log::warn!("{name} was not understood and is taken as new: {error}");
        T::default()
    })
}

/// The text of a regular file. Others are not opened: a pipe would hold the start of the window.
fn text_of(path: &Path) -> io::Result<String> {
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is no regular file"));
    }
    let mut text = String::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MOST_BYTES {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it is too large"));
    }
    Ok(text)
}

fn write<T: Serialize + DeserializeOwned + Default>(folder: &Path, name: &str, content: &T) -> io::Result<()> {
    let mut value = serde_json::to_value(content)?;
    std::fs::create_dir_all(folder)?;
    let path = folder.join(name);
    if let Ok(stored) = text_of(&path).and_then(|text| Ok(serde_json::from_str(&text)?)) {
        lenient::keep_unknown::<T>(&mut value, &stored);
    }
    export::replace(&path, serde_json::to_string_pretty(&value)?.as_bytes())
}
