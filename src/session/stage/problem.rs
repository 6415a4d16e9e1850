//! What can be wrong with what is open, as long as it is.

use super::state::OpenFile;
use crate::opened::{FileKey, TextureEntry, TextureState};
use crate::session::Session;

/// Places of files that are remembered at most: nobody looks for one among more.
const MOST_UNOPENED: usize = 10_000;

/// Something that a notice tells of and the user can solve.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Problem {
    /// The file at this place could not be opened.
    NotOpened(String),
    /// Textures of open files were not found or cannot be read.
    MissingTextures,
    /// Files of instances were not found.
    MissingInstances,
    /// Open files name others outside the folders that they may read.
    Outside,
    /// Not all is drawn, for want of memory.
    OverBudget,
    /// What was open before can be brought back: not trouble, but an offer that ends.
    Replaced,
    /// The models of these files stand elsewhere than their files say.
    Arranged(Vec<FileKey>),
}

impl Session {
    /// Whether it is still so.
    pub fn stands(&self, problem: &Problem) -> bool {
        match problem {
            Problem::NotOpened(location) => self.opening.unopened.contains(location),
            Problem::MissingTextures => self.missing_textures().is_some(),
            Problem::MissingInstances => self.missing_instances_notice().is_some(),
            Problem::Outside => {
                let all: Vec<FileKey> = self.stage.files.iter().map(|file| file.key).collect();
                self.outside_of(&all).is_some()
            }
            Problem::OverBudget => self.budget_sentence().is_some(),
            Problem::Replaced => self.can_keep_both(),
            Problem::Arranged(files) => {
                let mut of_files = self.stage.models.iter().filter(|placed| files.contains(&placed.file));
                of_files.any(|placed| self.edits.moved.contains_key(&placed.key))
            }
        }
    }

    /// How many textures of open files are missing, and the first file that lacks one. A file whose textures are still being read has
    /// no part in it, nor has a texture outside the folders that may be read: those are asked about.
    pub fn missing_textures(&self) -> Option<(usize, FileKey)> {
        let counts = self.lacking_files().map(|(file, count)| (count, file.key));
        counts.reduce(|(sum, first), (count, _)| (sum + count, first))
    }

    pub(super) fn lacking_files(&self) -> impl Iterator<Item = (&OpenFile, usize)> {
        let is_loading = |entry: &TextureEntry| entry.state == TextureState::Loading;
        let known = self.stage.files.iter();
        let known = known.filter(move |file| !textures_of(file).any(is_loading));
        known
            .map(|file| (file, lost_textures(file)))
            .filter(|(_, count)| *count > 0)
    }

    /// The file there could not be read.
    pub(super) fn note_unopened(&mut self, location: &str) {
        if self.opening.unopened.len() < MOST_UNOPENED {
            self.opening.unopened.insert(location.to_owned());
        }
    }

    /// The files there are open now.
    pub(super) fn forget_unopened<'a>(&mut self, locations: impl Iterator<Item = &'a str>) {
        for location in locations {
            self.opening.unopened.remove(location);
        }
    }
}

/// The textures of `file` and of the files that its instances name.
fn textures_of(file: &OpenFile) -> impl Iterator<Item = &TextureEntry> {
    let inside = file.instances.files.iter().flat_map(|inside| &inside.textures);
    file.textures.iter().chain(inside)
}

/// Textures of `file` that were looked for and cannot be shown. What lies outside is told by itself.
fn lost_textures(file: &OpenFile) -> usize {
    let is_outside = |stored: &str| file.outside.iter().any(|one| one.stored == stored);
    let is_lost = |entry: &&TextureEntry| matches!(entry.state, TextureState::Missing(_) | TextureState::Broken(_));
    let lost = textures_of(file).filter(is_lost);
    lost.filter(|entry| !is_outside(&entry.reference)).count()
}
