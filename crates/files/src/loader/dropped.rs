//! Folders and images of a drop, and the files that may use them.
//!
//! A texture is looked for in the folder of its file and in what came with that file. An image of that name in another drop is offered, and
//! used only when the user says so: two versions of a mod have images of the same names. So are the files that instances name.

use crate::{Allowance, InstanceSearch, Reach, TextureSearch, Together, location_of};
use castview_base::core::TextureIndex;
use castview_base::scene::Scene;
use castview_picture::opened::{Elsewhere, NamedPath, TextureEntry, TextureState};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Each search for a texture looks at all images of a drop.
const MOST_IMAGES: usize = 1024;
/// Drops that are remembered for their images; older ones offer nothing.
const MOST_DROPS: usize = 32;

/// One drop.
#[derive(Debug, Default)]
pub struct Dropped {
    pub folders: Vec<PathBuf>,
    pub images: Vec<PathBuf>,
    /// The files it opened.
    pub files: Vec<PathBuf>,
    /// Images and files.
    pub together: Together,
}

impl Dropped {
    pub fn new(folders: Vec<PathBuf>, mut images: Vec<PathBuf>, files: Vec<PathBuf>) -> Self {
        images.truncate(MOST_IMAGES);
        let all: Vec<PathBuf> = files.iter().chain(&images).cloned().collect();
        Self {
            together: all.into(),
            folders,
            images,
            files,
        }
    }

    /// Whether it has anything that a texture could be found in.
    pub fn lends(&self) -> bool {
        !(self.folders.is_empty() && self.images.is_empty())
    }

    /// Its folders that serve the file at `path`, which came with it: those it lies in, and those that hold no other file of the drop.
    fn folders_for<'a>(&'a self, path: &'a Path) -> impl Iterator<Item = &'a PathBuf> {
        let holds_a_file = |folder: &PathBuf| self.files.iter().any(|file| file.starts_with(folder));
        self.folders
            .iter()
            .filter(move |folder| path.starts_with(folder) || !holds_a_file(folder))
    }
}

/// Drops that had folders or images, the last ones last.
#[derive(Debug, Default)]
pub struct Drops(Vec<Arc<Dropped>>);

impl Drops {
    /// From now on it offers its images.
    pub fn remember(&mut self, dropped: &Arc<Dropped>) {
        if dropped.lends() {
            let surplus = (self.0.len() + 1).saturating_sub(MOST_DROPS);
            self.0.drain(..surplus);
            self.0.push(dropped.clone());
        }
    }

    /// Places that the file at `path` may read beside its own folder when it comes with `dropped`, and beside what is allowed anyway.
    pub fn allowance_beside(&self, allowed: &Allowance, dropped: &Dropped, path: &Path) -> Allowance {
        // A folder that was dropped before is of one drop with all that lies in it.
        let earlier = self.0.iter().flat_map(|earlier| &earlier.folders);
        let around = earlier.filter(|folder| path.starts_with(folder));
        let mut added = allowed.added.clone();
        for folder in dropped.folders_for(path).chain(around) {
            if !added.contains(folder) {
                added.push(folder.clone());
            }
        }
        Allowance {
            added,
            files: dropped.together.clone(),
            ..allowed.clone()
        }
    }

    /// The same with all that other drops have, the last one first: what is found there is offered.
    pub fn offering(&self, own: &Allowance) -> Option<Allowance> {
        let (mut added, mut files) = (own.added.clone(), own.files.paths().to_vec());
        for dropped in self.0.iter().rev() {
            added.extend(
                dropped
                    .folders
                    .iter()
                    .filter(|folder| !own.added.contains(folder))
                    .cloned(),
            );
            files.extend(dropped.images.iter().cloned());
        }
        let has_more = added.len() > own.added.len() || files.len() > own.files.paths().len();
        has_more.then(|| Allowance {
            added,
            files: files.into(),
            ..own.clone()
        })
    }
}

/// Where `reach` has images for the textures that `entries` of `scene` lack.
pub fn found_for(scene: &Scene, entries: &[TextureEntry], reach: &Reach) -> Vec<(TextureIndex, String)> {
    let is_missing = |entry: &TextureEntry| matches!(entry.state, TextureState::Missing(_));
    let lacking: Vec<_> = entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| is_missing(entry))
        .collect();
    if lacking.is_empty() {
        return Vec::new();
    }
    let mut search = TextureSearch::new(reach).for_scene(scene);
    let found = lacking.into_iter().filter_map(|(at, entry)| {
        let found = search.find(&entry.reference).ok()?;
        Some((TextureIndex::new(at), location_of(found.path())))
    });
    found.collect()
}

/// Offers the images that `reach` has for textures that are missing.
pub fn offer(scene: &Scene, entries: &mut [TextureEntry], reach: &Reach) {
    for (texture, location) in found_for(scene, entries, reach) {
        entries[texture.get()].elsewhere = Elsewhere::Offered(location);
    }
}

/// Where `reach` has files for the paths of instances of `scene` that are `lacking`, by path. `own`: the location of the file itself.
pub fn instances_for(
    scene: &Scene,
    lacking: &[NamedPath],
    (own, reach): (&str, &Reach),
) -> BTreeMap<NamedPath, String> {
    if lacking.is_empty() {
        return BTreeMap::new();
    }
    let mut search = InstanceSearch::new(reach, scene);
    let found = lacking.iter().filter_map(|named| {
        let location = location_of(search.find_elsewhere(&named.path)?.path());
        (location != own).then(|| (named.clone(), location))
    });
    found.collect()
}
