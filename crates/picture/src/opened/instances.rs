//! The files that an open file's instances stand for, as the loader found them.

use super::{FileKey, TextureEntry};
use crate::Places;
use castview_base::core::InstanceIndex;
use castview_base::scene::Scene;
use castview_motion::deform::ReachBoxes;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Files that the instances of one file lead to.
#[derive(Clone, Debug, Default)]
pub struct Instances {
    /// Every file they lead to, directly or through one another, each once, in the order they are met; last, if any is
    /// missing, the boxes that stand for those.
    pub files: Vec<InstancedFile>,
    /// The distinct paths that the file's own instances name.
    pub targets: Vec<Target>,
    /// One per [`Scene::instances`]: position in `targets`.
    pub target_of: Vec<u32>,
    /// Paths that lead nowhere: the file's own, and those of the files that it leads to. Each once.
    pub lacking: Vec<NamedPath>,
    /// Locations of files in folders that came along or were lent, and of those that the user chose: by the path that leads there, of the file's
    /// own instances and of those inside. The file alone leads to none of them.
    pub elsewhere: BTreeMap<NamedPath, String>,
    /// Files of such names in what was dropped for other files: their locations, by path. They are used only when the user says so.
    pub offered: BTreeMap<NamedPath, String>,
    /// Locations of the files inside that have instances themselves.
    pub namers: Vec<String>,
}

/// A path of instances, and the file that names it: two files inside may spell one path alike and mean different files.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NamedPath {
    /// Location of the file inside; empty: the opened file itself.
    pub by: String,
    /// The path as that file spells it.
    pub path: String,
}

impl NamedPath {
    /// A path that the opened file names.
    pub fn own(path: &str) -> Self {
        Self::by("", path)
    }

    /// A path that the file inside at `location` names.
    pub fn by(location: &str, path: &str) -> Self {
        let [by, path] = [location, path].map(str::to_owned);
        Self { by, path }
    }

    /// Location of the naming file; `opened`: location of the opened file.
    pub fn namer<'a>(&'a self, opened: &'a str) -> &'a str {
        if self.by.is_empty() { opened } else { &self.by }
    }
}

/// Where a path leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// To this location, which could be read.
    Found(String),
    /// Nowhere; says where it was looked for.
    Missing(String),
    /// To this location, which cannot be read; says why.
    Unreadable(String, String),
    /// It is not followed, as it leads back to the file itself or too far.
    LeftOut,
}

/// A file that instances reference, read once, with every place it stands at.
#[derive(Clone, Debug)]
pub struct InstancedFile {
    /// Its textures arrive under this key.
    pub key: FileKey,
    /// File name, for people.
    pub name: String,
    /// Path of the file, spelled so that it can be opened; empty for boxes.
    pub location: String,
    /// Its content.
    pub scene: Arc<Scene>,
    /// One per texture reference of the scene.
    pub textures: Vec<TextureEntry>,
    /// One per model of the scene.
    pub reach: Vec<Arc<ReachBoxes>>,
    /// Its places, and the instances that put it there.
    pub standing: Standing,
    /// Whether it is a file or boxes.
    pub stands_for: StandsFor,
}

/// Whether it is a file, or boxes in place of some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandsFor {
    /// The file at its location.
    Itself,
    /// Boxes where files are missing.
    Missing,
    /// Boxes around all that instances bring, where that is too much.
    Crowd,
}

/// Where a model stands, and what brought it there.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// For referenced files: `stage_from_instance`, nested ones multiplied out.
    pub places: Places,
    /// For each place the instance of the open file that brought it, ascending; empty for what no instance brought.
    pub sources: Arc<Vec<u32>>,
}

impl Instances {
    /// How many of the file's own instances lead nowhere.
    pub fn missing_count(&self) -> usize {
        self.count(|target| matches!(target, Target::Missing(_)))
    }

    /// How many of the file's own instances lead to a file that cannot be read.
    pub fn unreadable_count(&self) -> usize {
        self.count(|target| matches!(target, Target::Unreadable(..)))
    }

    fn count(&self, is_counted: impl Fn(&Target) -> bool) -> usize {
        let counted: Vec<bool> = self.targets.iter().map(is_counted).collect();
        let of = |target: &&u32| counted.get(**target as usize).copied().unwrap_or_default();
        self.target_of.iter().filter(of).count()
    }
}

impl Standing {
    /// Whether both are what the same instances brought, wherever these have been carried.
    pub fn are_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.sources, &other.sources)
    }

    /// The entries that `instance` brought, as first and count.
    pub fn of(&self, instance: InstanceIndex) -> (usize, usize) {
        let source = instance.get() as u32;
        let first = self.sources.partition_point(|other| *other < source);
        let end = self.sources.partition_point(|other| *other <= source);
        (first, end - first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Affine3A;

    #[test]
    fn what_an_instance_brought_is_one_run_of_places() {
        let standing = Standing {
            places: Places::of(vec![Affine3A::IDENTITY; 5]).expect("five"),
            sources: Arc::new(vec![0, 2, 2, 2, 7]),
        };
        for (instance, wanted) in [(0, (0, 1)), (1, (1, 0)), (2, (1, 3)), (7, (4, 1)), (9, (5, 0))] {
            assert_eq!(standing.of(InstanceIndex::new(instance)), wanted);
        }
    }
}
