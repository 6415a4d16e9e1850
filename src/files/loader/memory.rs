//! What later batches need to know of earlier ones: keys given, folders of textures, textures not found yet.

use crate::core::{Options, TextureIndex};
use crate::files::{folder_of, path_of};
use crate::scene::Scene;
use crate::session::{FileKey, OpenedFile, TextureEntry, TextureState};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

#[derive(Default)]
pub struct Memory {
    last_key: u64,
    /// Folders of textures the user has dropped, in that order.
    pub extra_roots: Vec<PathBuf>,
    pub files: Vec<Known>,
    /// What the user decided about every file that is opened.
    pub options: Options,
    /// The same about one file, instead.
    pub options_of: BTreeMap<FileKey, Options>,
    /// Files that were whole when they were read the last time.
    pub whole: BTreeSet<FileKey>,
}

/// A file that was opened.
pub struct Known {
    pub key: FileKey,
    pub folder: PathBuf,
    /// Dead when nobody shows the file any more.
    pub scene: Weak<Scene>,
    pub missing: Vec<TextureIndex>,
}

impl Known {
    fn of(key: FileKey, folder: &Path, scene: &Arc<Scene>, textures: &[TextureEntry]) -> Self {
        let missing = |entry: &TextureEntry| matches!(entry.state, TextureState::Missing(_));
        let textures = textures.iter().enumerate();
        Self {
            key,
            folder: folder.to_path_buf(),
            scene: Arc::downgrade(scene),
            missing: textures
                .filter(|(_, entry)| missing(entry))
                .map(|(index, _)| TextureIndex::new(index))
                .collect(),
        }
    }
}

impl Memory {
    /// A key no file has had yet.
    pub fn new_key(&mut self) -> FileKey {
        self.last_key += 1;
        FileKey(self.last_key)
    }

    pub fn remember(&mut self, file: &OpenedFile, folder: &Path) {
        let is_shown = |known: &Known| known.scene.strong_count() > 0;
        self.files.retain(|known| known.key != file.key && is_shown(known));
        self.files
            .push(Known::of(file.key, folder, &file.scene, &file.textures));
        for inside in &file.instances.files {
            let path = path_of(&inside.location);
            let known = Known::of(inside.key, folder_of(&path), &inside.scene, &inside.textures);
            self.files.push(known);
        }
    }

    pub fn add_roots(&mut self, folders: &[PathBuf]) {
        for folder in folders {
            if !self.extra_roots.contains(folder) {
                self.extra_roots.push(folder.clone());
            }
        }
    }
}
