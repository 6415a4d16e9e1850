//! Knowledge of earlier batches that later ones need: keys given, folders of textures, textures not found yet.

use super::dropped::{Dropped, Drops};
use crate::reach::AwaitedFile;
use crate::{Allowance, DecodeBudget, Reach, folder_of, path_of};
use castview_base::core::{Options, TextureIndex};
use castview_base::scene::Scene;
use castview_picture::opened::{
    FileKey, FoundFile, Lacking, NamedPath, OpenedFile, Relink, TextureEntry, TextureState, Wish,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

#[derive(Default)]
pub struct LoaderMemory {
    last_key: u64,
    /// Places that every file may read beside its own folder. Files that came with one are kept in `came_with`.
    pub allowance: Allowance,
    /// Leave that the user has given since the last batch began.
    pub wishes: Vec<Wish>,
    /// Folders and images that the user dropped.
    pub drops: Drops,
    /// The drop that each file was opened in first.
    pub came_with: BTreeMap<FileKey, Arc<Dropped>>,
    /// Folders that were dropped for files that were open: instances are looked for in them.
    pub lent: BTreeMap<FileKey, Vec<PathBuf>>,
    /// Files that are to be told where the folders that were lent to them last led their instances.
    pub lent_anew: BTreeSet<FileKey>,
    /// Files in place of those that instances name, by the file that the user opened.
    pub instead: BTreeMap<FileKey, BTreeMap<NamedPath, PathBuf>>,
    pub files: Vec<Known>,
    /// Files that were refused as files beside them are missing, with those; the last one last.
    pub refused: VecDeque<(FileKey, PathBuf, Vec<AwaitedFile>)>,
    /// The user's decisions about every file that is opened.
    pub options: Options,
    /// The same about one file, instead.
    pub options_of: BTreeMap<FileKey, Options>,
    /// LoaderMemory of the machine in bytes, if known.
    pub bytes: Option<u64>,
    /// Files that were whole when they were read the last time.
    pub whole: BTreeSet<FileKey>,
    /// Images in place of textures.
    pub relinked: BTreeMap<(FileKey, TextureIndex), PathBuf>,
    /// Files that the user opened and whose images are decoded at full size whatever that takes.
    pub budget_lifted: BTreeSet<FileKey>,
}

/// Refused files that are remembered.
const MOST_REFUSED: usize = 256;

/// A file that was opened.
pub struct Known {
    pub key: FileKey,
    /// Path of the file the user opened. Its instances may read the same folders.
    pub opened: (FileKey, PathBuf),
    /// The real folder of a file that the opened one leads to; `None` for the opened one itself.
    pub folder: Option<PathBuf>,
    /// Dead when nobody shows the file any more.
    pub scene: Weak<Scene>,
    pub missing: Vec<TextureIndex>,
    /// Paths of its instances that lead nowhere. Empty for files that another one leads to.
    pub lacking: Vec<NamedPath>,
    /// Missing files: its buffers, and those of its instances at any depth. Empty for files that another one leads to.
    pub sought: Vec<AwaitedFile>,
    /// Sizes of its images, of which some may still be on their way: texels, and bytes of their files. An image that several textures name
    /// counts for one of them.
    pub images: BTreeMap<TextureIndex, (u64, u64)>,
}

impl Known {
    fn of(key: FileKey, opened: (FileKey, PathBuf), scene: &Arc<Scene>, textures: &[TextureEntry]) -> Self {
        let missing = |entry: &TextureEntry| matches!(entry.state, TextureState::Missing(_));
        let textures = textures.iter().enumerate();
        Self {
            key,
            opened,
            folder: None,
            scene: Arc::downgrade(scene),
            images: BTreeMap::new(),
            sought: Vec::new(),
            lacking: Vec::new(),
            missing: textures
                .filter(|(_, entry)| missing(entry))
                .map(|(index, _)| TextureIndex::new(index))
                .collect(),
        }
    }
}

impl Known {
    /// Returns the places that it may read by now.
    pub fn reach(&self, allowance: &Allowance) -> Reach {
        let reach = Reach::of(&self.opened.1, allowance);
        match &self.folder {
            Some(folder) => reach.starting_in(folder),
            None => reach,
        }
    }
}

impl LoaderMemory {
    /// On a machine of so many bytes.
    pub fn with(bytes: Option<u64>) -> Self {
        Self {
            bytes,
            ..Self::default()
        }
    }

    /// A key no file has had yet.
    pub fn new_key(&mut self) -> FileKey {
        self.last_key += 1;
        FileKey(self.last_key)
    }

    /// The file at `path` was refused; `sought` are the missing files beside it.
    pub fn refuse(&mut self, key: FileKey, path: &Path, sought: Vec<AwaitedFile>) {
        self.refused.retain(|(refused, ..)| *refused != key);
        if self.refused.len() == MOST_REFUSED {
            self.refused.pop_front();
        }
        self.refused.push_back((key, path.to_path_buf(), sought));
    }

    /// `sought`: files of instances and buffers that were looked for in vain.
    pub fn remember(&mut self, file: &OpenedFile, path: &Path, sought: Vec<AwaitedFile>) {
        let is_shown = |known: &Known| known.scene.strong_count() > 0;
        // The files that a reloaded file leads to are remembered anew.
        self.files.retain(|known| known.opened.0 != file.key && is_shown(known));
        self.refused.retain(|(refused, ..)| *refused != file.key);
        let opened = (file.key, path.to_path_buf());
        self.files.push(Known {
            sought,
            lacking: file.instances.lacking.clone(),
            ..Known::of(file.key, opened.clone(), &file.scene, &file.textures)
        });
        for inside in &file.instances.files {
            let known = Known::of(inside.key, opened.clone(), &inside.scene, &inside.textures);
            self.files.push(Known {
                folder: Some(folder_of(&path_of(&inside.location)).to_path_buf()),
                ..known
            });
        }
    }

    /// Room for the textures of `files`, beside all that is shown with them. `replaced`: what was there before them is not.
    pub fn room(&self, files: &BTreeSet<FileKey>, replaced: bool) -> DecodeBudget {
        let is_counted = |known: &&Known| files.contains(&known.key) || !replaced;
        let counted = || self.files.iter().filter(is_counted);
        let scenes: Vec<Arc<Scene>> = counted().filter_map(|known| known.scene.upgrade()).collect();
        let shown = counted().filter(|known| known.scene.strong_count() > 0);
        let images = shown.flat_map(|known| known.images.values());
        images.fold(DecodeBudget::beside(&scenes), |room, (texels, file_bytes)| {
            room.with_images(*texels, *file_bytes)
        })
    }

    /// The image of a texture of the file `key` is going to take that many texels and bytes of its file, in place of what is returned.
    pub fn take(&mut self, key: FileKey, texture: TextureIndex, image: (u64, u64)) -> (u64, u64) {
        let known = self.files.iter_mut().find(|known| known.key == key);
        let before = known.and_then(|known| known.images.insert(texture, image));
        before.unwrap_or_default()
    }

    /// From now on the texture is shown by that image.
    pub fn relink(&mut self, relink: &Relink) {
        let texture = (relink.file, relink.texture);
        match &relink.location {
            Some(location) => _ = self.relinked.insert(texture, path_of(location)),
            None => _ = self.relinked.remove(&texture),
        }
    }

    /// From now on `key` has these files in place of those that its instances name. Whoever takes one back takes back the folders that were
    /// lent: the same file would be found there again.
    pub fn put_instead(&mut self, key: FileKey, paths: BTreeMap<NamedPath, PathBuf>) {
        let kept = paths.clone();
        let before = self.instead.insert(key, paths);
        if before.is_some_and(|before| before.keys().any(|stored| !kept.contains_key(stored))) {
            self.lent.remove(&key);
        }
    }

    /// Files in folders that were lent since a file was last read, by the paths of its instances that lead there.
    pub fn found_in_lent(&mut self, files: &[OpenedFile]) -> Vec<FoundFile> {
        let mut all = Vec::new();
        for file in files.iter().filter(|file| self.lent_anew.remove(&file.key)) {
            let chosen = self.instead.get(&file.key);
            let is_chosen = |stored: &NamedPath| chosen.is_some_and(|chosen| chosen.contains_key(stored));
            let found = file.instances.elsewhere.iter();
            let found = found.filter(|(stored, _)| !is_chosen(stored));
            all.extend(found.map(|(stored, location)| FoundFile {
                file: file.key,
                lacking: Lacking::Instance(stored.clone()),
                location: location.clone(),
            }));
        }
        all
    }

    /// The files whose budget is lifted, with those that they reference.
    pub fn lifted(&self) -> BTreeSet<FileKey> {
        let is_lifted = |known: &&Known| self.budget_lifted.contains(&known.opened.0);
        self.files.iter().filter(is_lifted).map(|known| known.key).collect()
    }

    /// Places that the file open under the key of `opened`, at its path, may read beside its own folder.
    pub fn allowance_of(&self, opened: &(FileKey, PathBuf)) -> Allowance {
        let (key, path) = opened;
        let alone = Dropped::default();
        let dropped = self.came_with.get(key).map_or(&alone, |dropped| dropped);
        let lent = self.lent.get(key).cloned().unwrap_or_default();
        let allowance = self.drops.allowance_beside(&self.allowance, dropped, path);
        Allowance {
            files: allowance.files.anew(),
            lent,
            instead: self.instead.get(key).cloned().unwrap_or_default(),
            ..allowance
        }
    }
}
