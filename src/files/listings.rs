//! What folders hold, listed once: names are looked up whatever their letter case, and only what a listing shows is ever
//! touched.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Remembers the folders it has listed.
#[derive(Debug, Default)]
pub struct Listings(HashMap<PathBuf, Option<Listing>>);

/// The entries of one folder by lower-case name; names that differ only in case are sorted.
type Listing = HashMap<String, Vec<String>>;

impl Listings {
    /// The folder that `folders` lead to from `base`; `..` goes up.
    pub fn follow(&mut self, mut base: PathBuf, folders: &[String]) -> Option<PathBuf> {
        for folder in folders {
            if folder == ".." {
                base.pop();
            } else {
                let entry = self.entry(&base, folder)?;
                base.push(entry);
            }
        }
        Some(base)
    }

    /// The file of `folder` called `name`. Follows links; folders, pipes and devices are no files.
    pub fn regular_file(&mut self, folder: &Path, name: &str) -> Option<PathBuf> {
        let path = folder.join(self.entry(folder, name)?);
        std::fs::metadata(&path).is_ok_and(|m| m.is_file()).then_some(path)
    }

    /// Everything in `folder`, by name.
    pub fn names(&mut self, folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = self
            .listing(folder)
            .into_iter()
            .flat_map(HashMap::values)
            .flatten()
            .cloned()
            .collect();
        names.sort();
        names
    }

    /// The entry of `folder` called `name`: exactly, else in another letter case (the first of several by byte order).
    fn entry(&mut self, folder: &Path, name: &str) -> Option<String> {
        let same = self.listing(folder)?.get(&name.to_lowercase())?;
        same.iter().find(|entry| *entry == name).or(same.first()).cloned()
    }

    fn listing(&mut self, folder: &Path) -> Option<&Listing> {
        if !self.0.contains_key(folder) {
            self.0.insert(folder.to_path_buf(), list(folder));
        }
        self.0.get(folder)?.as_ref()
    }
}

/// `path` from the root of the file system, links resolved, as far as it exists.
pub fn absolute(path: &Path) -> PathBuf {
    let path = if path.as_os_str().is_empty() {
        Path::new(".")
    } else {
        path
    };
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

fn list(folder: &Path) -> Option<Listing> {
    let mut listing = Listing::new();
    // Names that are not Unicode cannot be spelled by a Cast file.
    for name in std::fs::read_dir(folder)
        .ok()?
        .flatten()
        .filter_map(|e| e.file_name().into_string().ok())
    {
        listing.entry(name.to_lowercase()).or_default().push(name);
    }
    listing.values_mut().for_each(|names| names.sort());
    Some(listing)
}
