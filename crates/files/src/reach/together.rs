//! Files that were opened together: each may read the others where it names them.
//!
//! In: their paths, as the user named them. Out: the real path of the one that a path means, and the folders of the images among them.
//! Clones share what was found out: the system is asked for the real paths once, when the first file names something beyond its folder,
//! and folders are listed once for all files. So one file costs as much among ten thousand as alone.

use super::lexical;
use super::root::Root;
use castview_images::has_known_extension;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Folders whose lists are kept. Beyond them all are forgotten.
const MOST_LISTED: usize = 64;

/// A folder as it was listed; `None`: it could not be.
pub(super) type Listed = Option<Arc<Listing>>;

/// The entries of one folder by lower-case name; names that differ only in case are sorted.
pub(super) type Listing = HashMap<String, Vec<String>>;

/// Files that were opened together.
#[derive(Clone, Debug, Default)]
pub struct Together {
    files: Option<Arc<Files>>,
    listed: Option<Arc<Mutex<HashMap<PathBuf, Listed>>>>,
}

#[derive(Debug, Default)]
struct Files {
    paths: Vec<PathBuf>,
    known: OnceLock<Known>,
}

/// Answers of the system about the paths.
#[derive(Debug, Default)]
struct Known {
    /// The real path by the keys of the path as it was spelled and of the real one.
    by_key: HashMap<Vec<Vec<u8>>, PathBuf>,
    real: HashSet<PathBuf>,
    folders_of_images: BTreeSet<PathBuf>,
}

impl PartialEq for Together {
    fn eq(&self, other: &Self) -> bool {
        self.paths() == other.paths()
    }
}

impl From<Vec<PathBuf>> for Together {
    fn from(paths: Vec<PathBuf>) -> Self {
        let known = OnceLock::new();
        Self {
            files: Some(Arc::new(Files { paths, known })),
            listed: Some(Arc::default()),
        }
    }
}

impl Together {
    /// Nothing came along.
    pub const ALONE: Self = Self {
        files: None,
        listed: None,
    };

    /// Returns the paths that were given together, in the user's order.
    pub fn paths(&self) -> &[PathBuf] {
        self.files.as_ref().map_or(&[], |files| &files.paths)
    }

    /// The same files at another time: folders are listed anew.
    pub fn anew(&self) -> Self {
        Self::from(self.paths().to_vec())
    }

    /// The real path of the file that the absolute, normal `path` means, whatever its letter case.
    pub(super) fn file(&self, path: &Path) -> Option<&Path> {
        Some(self.known()?.by_key.get(&lexical::key(path))?)
    }

    /// Whether the real path `path` is one of them. Letter case counts.
    pub(super) fn holds(&self, path: &Path) -> bool {
        self.known().is_some_and(|known| known.real.contains(path))
    }

    /// Folders of the images among them: nothing but those may be read there.
    pub(super) fn folders_of_images(&self) -> BTreeSet<PathBuf> {
        self.known()
            .map(|known| known.folders_of_images.clone())
            .unwrap_or_default()
    }

    /// Folders that were listed on behalf of any of them.
    pub(super) fn listed(&self) -> Option<MutexGuard<'_, HashMap<PathBuf, Listed>>> {
        let mut listed = self.listed.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        if listed.len() > MOST_LISTED {
            listed.clear();
        }
        Some(listed)
    }

    fn known(&self) -> Option<&Known> {
        let files = self.files.as_ref().filter(|files| !files.paths.is_empty())?;
        Some(files.known.get_or_init(|| Known::of(&files.paths)))
    }
}

impl Known {
    fn of(paths: &[PathBuf]) -> Self {
        let mut known = Self::default();
        for Root { spelled, real } in paths.iter().filter_map(|path| Root::of(path)) {
            let is_image = (real.file_name().and_then(OsStr::to_str)).is_some_and(has_known_extension);
            if is_image && let Some(folder) = real.parent() {
                known.folders_of_images.insert(folder.to_path_buf());
            }
            for name in [&spelled, &real] {
                known.by_key.entry(lexical::key(name)).or_insert_with(|| real.clone());
            }
            known.real.insert(real);
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Allowance, Reach, system};
    use super::*;
    use crate::{Beside, TextureSearch};
    use castview_formats::SideFiles;

    /// Counts how often the system is asked on behalf of each of `count` files that name a buffer, a texture and a file outside.
    fn asked_for_each(count: usize) -> Vec<usize> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: String| folder.path().join("models").join(name);
        std::fs::create_dir(folder.path().join("models")).expect("a folder");
        let paths: Vec<PathBuf> = (0..count).map(|at| path(format!("{at}.gltf"))).collect();
        for (at, model) in paths.iter().enumerate() {
            std::fs::write(model, b"").expect("writable");
            std::fs::write(path(format!("{at}.bin")), b"x").expect("writable");
            std::fs::write(path(format!("{at}.png")), b"x").expect("writable");
        }
        let allowance = Allowance {
            files: paths.clone().into(),
            ..Allowance::default()
        };
        let each = paths.iter().enumerate().map(|(at, path)| {
            system::asked();
            let reach = Reach::of(path, &allowance);
            let beside = Beside::new(&reach);
            assert!(beside.read(&format!("{at}.bin"), u64::MAX).is_ok());
            assert!(beside.read("../outside/a.bin", u64::MAX).is_err());
            assert!(TextureSearch::new(&reach).find(&format!("{at}.png")).is_ok());
            system::asked().len()
        });
        each.collect()
    }

    #[test]
    fn a_file_costs_as_much_among_many_as_among_few() {
        let [few, many] = [3, 60].map(asked_for_each);
        // The first one asks for what all share.
        assert!(many[0] - few[0] <= 60);
        assert_eq!(few[1..], [few[1]; 2]);
        assert_eq!(many[1..], [few[1]; 59]);
    }

    #[test]
    fn what_is_listed_once_more_is_what_is_there_then() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let model = folder.path().join("a.gltf");
        let finds = |files: Together| {
            let reach = Reach::of(
                &model,
                &Allowance {
                    files,
                    ..Allowance::default()
                },
            );
            TextureSearch::new(&reach).find("a.png").is_ok()
        };
        let together = Together::from(vec![model.clone()]);
        assert!(!finds(together.clone()));
        std::fs::write(folder.path().join("a.png"), b"x").expect("writable");
        assert!(finds(together.anew()));
    }
}
