//! Content of a package before it is packed: paths and bytes, in order of their names whatever the system's is.

use std::collections::BTreeMap;
use std::path::Path;

/// One file of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub bytes: Vec<u8>,
    pub is_program: bool,
}

/// Path with slashes, relative → file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files(pub BTreeMap<String, Entry>);

impl Files {
    pub fn put(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        let (bytes, is_program) = (bytes.into(), false);
        self.0.insert(path.into(), Entry { bytes, is_program });
    }

    pub fn put_program(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        let (bytes, is_program) = (bytes.into(), true);
        self.0.insert(path.into(), Entry { bytes, is_program });
    }

    /// All of `other`, below `folder`.
    pub fn put_below(&mut self, folder: &str, other: &Self) {
        let below = other
            .0
            .iter()
            .map(|(path, entry)| (format!("{folder}/{path}"), entry.clone()));
        self.0.extend(below);
    }

    /// Folders that hold something, each before what lies in it.
    pub fn folders(&self) -> Vec<String> {
        let above = |path: &String| {
            let ends = path.match_indices('/').map(|(at, _)| path[..at].to_owned());
            ends.collect::<Vec<_>>()
        };
        let mut folders: Vec<String> = self.0.keys().flat_map(above).collect();
        folders.sort();
        folders.dedup();
        folders
    }

    /// Lays all of it on the disk, below `folder`.
    pub fn write(&self, folder: &Path) -> Result<(), String> {
        for (path, entry) in &self.0 {
            let path = folder.join(path);
            let failed = |error: std::io::Error| format!("{}: {error}", path.display());
            std::fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(failed)?;
            std::fs::write(&path, &entry.bytes).map_err(failed)?;
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                let mode = std::fs::Permissions::from_mode(mode(entry));
                std::fs::set_permissions(&path, mode).map_err(failed)?;
            }
        }
        Ok(())
    }
}

/// As Unix keeps it.
pub fn mode(entry: &Entry) -> u32 {
    if entry.is_program { 0o755 } else { 0o644 }
}

pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}
