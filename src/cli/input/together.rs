//! Files that are named together: which of their clips fit none of their models.
//!
//! In: scenes, as each is read. Out: sentences, when all are. Only a few files are held so long: a list of files is no set to be opened
//! together, and must not fill the memory.

use crate::animation::Renames;
use crate::cli::args::FilesArgs;
use crate::files::{file_bytes, is_folder};
use crate::offline::fitting;
use crate::scene::Scene;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Files at most, and their bytes together.
const MOST_FILES: usize = 16;
const MOST_BYTES: u64 = 256 << 20;

/// Scenes by the place of their files on the command line.
#[derive(Default)]
pub struct Together(Mutex<BTreeMap<usize, Scene>>);

impl Together {
    /// `None` for so many files, or so large ones, that each is told alone, and where another process reads them or they were read before.
    /// Standard input has no size.
    pub fn of(args: &FilesArgs) -> Option<Self> {
        let (paths, batch) = (&args.files, &args.bulk.batch);
        if batch.isolates() || batch.only.is_some() || batch.resume.is_some() {
            return None;
        }
        let size = |path: &PathBuf| match is_folder(path) {
            true => None,
            false => file_bytes(path).or((path == Path::new("-")).then_some(0)),
        };
        let bytes: u64 = paths.iter().map(size).sum::<Option<u64>>()?;
        (paths.len() <= MOST_FILES && bytes <= MOST_BYTES).then(Self::default)
    }

    pub fn add(&self, index: usize, scene: Scene) {
        let mut scenes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        scenes.insert(index, scene);
    }

    /// How the names of all clips fit the models.
    pub fn told(self, renames: &Renames) -> Vec<String> {
        let scenes = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let clips = scenes
            .iter()
            .flat_map(|(file, scene)| scene.clips.iter().map(move |clip| (*file, clip)));
        let models = scenes
            .iter()
            .flat_map(|(file, scene)| scene.models.iter().map(move |model| (*file, model)));
        fitting(&clips.collect::<Vec<_>>(), models, renames)
    }
}
