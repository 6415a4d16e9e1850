//! The kept state of opening: loads under way, what a replacing open took away, and which folders files may read.

use super::problem::Problem;
use castview_base::core::TextureIndex;
use castview_base::scene::Scene;
use castview_picture::opened::{Consent, FileKey, NamedPath, OpenedFile, TextureEntry, Waits};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Weak};

#[derive(Debug, Default)]
pub struct Opening {
    /// Counts loads; results that carry an older number are ignored.
    pub(crate) generation: u64,
    pub loading: Option<Loading>,
    /// Textures of open files that are decoded again at full size. It may go on while files are loaded.
    pub full_size: Option<Loading>,
    /// Counts what `full_size` was.
    pub(crate) full_size_generation: u64,
    pub(crate) next_placed: u64,
    /// Places whose content has changed since it was read.
    pub(crate) changed: BTreeSet<String>,
    /// The same of files that are not open but may be brought back by an undo.
    pub(crate) changed_away: BTreeSet<String>,
    /// Places of open files that are not there any more.
    pub(crate) gone: BTreeSet<String>,
    /// Problems that stand from their notice on until something solves them.
    pub(crate) noted: BTreeSet<Problem>,
    /// Files that were refused and are opened when the files come that they name beside themselves.
    pub(crate) waiting: Vec<Waiting>,
    /// Consents of the user for files to read outside their folders.
    pub(crate) consents: Arc<Vec<Consent>>,
    /// The images that were asked for in place of textures.
    pub(crate) relinks: BTreeMap<(FileKey, TextureIndex), Relinked>,
    /// The files in place of those that instances name, as the loader was told.
    pub(crate) instead: BTreeMap<FileKey, BTreeMap<NamedPath, String>>,
    /// The same, as a view file has it: for as long as the file is open, and only where the user chose nothing else.
    pub(crate) instead_by_view: BTreeMap<FileKey, BTreeMap<NamedPath, String>>,
    /// Images that were shown before their file was read again, by the place of the file and what it calls them, until the new ones
    /// have arrived.
    pub(crate) kept_images: BTreeMap<(String, String), TextureEntry>,
    /// Counts them.
    pub(crate) last_relink: u64,
    /// An image that was dropped; a look at what it was dropped on is under way.
    pub(crate) dropped_image: Option<String>,
}

/// A refused file that waits.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// The load that refused it.
    pub generation: u64,
    pub location: String,
    pub waits: Waits,
}

/// An image that was asked for in place of a texture.
#[derive(Clone, Debug)]
pub struct Relinked {
    /// A file that is loaded again has its own images.
    pub scene: Weak<Scene>,
    pub question: u64,
    /// `None`: the one that the file names.
    pub location: Option<String>,
    /// The choice that comes back if the image cannot be read: the last one that could, or one from an earlier run.
    pub accepted: Option<String>,
}

impl Opening {
    /// Which load was the last to be asked for: an equal number means that no other came between.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Removes the problems for which `is_solved` holds.
    pub(crate) fn solve(&mut self, is_solved: impl Fn(&Problem) -> bool) {
        self.noted.retain(|problem| !is_solved(problem));
    }

    /// The files there are open now, as a whole.
    pub(crate) fn forget_unopened(&mut self, files: &[OpenedFile]) {
        let opened: BTreeSet<&str> = files.iter().map(|file| &*file.location).collect();
        self.solve(|problem| match problem {
            Problem::NotOpened(location) | Problem::NotWhole(location) => opened.contains(&**location),
            _ => false,
        });
    }

    /// The load that the user is told of, and that Escape stops.
    pub fn under_way(&self) -> Option<&Loading> {
        self.loading.as_ref().or(self.full_size.as_ref())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Loading {
    pub generation: u64,
    /// Name of the load, for people.
    pub name: String,
    /// 0…1.
    pub progress: f32,
}
