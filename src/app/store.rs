//! Small JSON files in the user's configuration folder.
//!
//! In: their names. Out: what they hold; what is unreadable is as if it were not there. Through a second file, so that a crash
//! half-way leaves the old one.
//! Never fails loudly: a viewer without its settings is still a viewer.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Names the folder to use instead of the user's own; the window tests set it.
const FOLDER_VARIABLE: &str = "CASTVIEW_CONFIG_DIR";

/// Where they live; `None` on a machine without a home.
#[derive(Debug)]
pub struct Store {
    pub(super) folder: Option<PathBuf>,
}

impl Store {
    /// The user's configuration folder, or the one `CASTVIEW_CONFIG_DIR` names.
    pub fn of_user() -> Self {
        let named = std::env::var_os(FOLDER_VARIABLE)
            .filter(|folder| !folder.is_empty())
            .map(PathBuf::from);
        let folder = named.or_else(|| {
            directories::ProjectDirs::from("", "", "castview").map(|folders| folders.config_dir().to_owned())
        });
        Self { folder }
    }

    pub(super) fn read<T: DeserializeOwned + Default>(&self, name: &str) -> T {
        let Some(path) = self.folder.as_ref().map(|folder| folder.join(name)) else {
            return T::default();
        };
        match std::fs::read_to_string(&path) {
            Ok(text) => parse(name, &text),
            Err(error) => {
                if error.kind() != std::io::ErrorKind::NotFound {
                    log::warn!("{name} could not be read ({error}): {}", path.display());
                }
                T::default()
            }
        }
    }

    pub(super) fn write(&self, name: &str, content: &impl Serialize) {
        let Some(folder) = &self.folder else { return };
        if let Err(error) = write(folder, name, content) {
            log::warn!("{name} could not be written ({error}): {}", folder.display());
        }
    }
}

pub(super) fn parse<T: DeserializeOwned + Default>(name: &str, text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| {
        log::warn!("{name} was not understood and is taken as new: {error}");
        T::default()
    })
}

fn write(folder: &Path, name: &str, content: &impl Serialize) -> std::io::Result<()> {
    let text = serde_json::to_string_pretty(content)?;
    std::fs::create_dir_all(folder)?;
    let unfinished = folder.join(format!("{name}.{}", std::process::id()));
    let mut file = std::fs::File::create(&unfinished)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    std::fs::rename(&unfinished, folder.join(name))
}
