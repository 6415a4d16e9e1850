//! Problems of the stage, as long as they last.

use super::state::OpenFile;
use super::textures::lost::Lost;
use crate::{ClipKey, Stage};
use castview_base::core::TextureIndex;
use castview_picture::PlacedKey;
use castview_picture::opened::{FileKey, TextureEntry, TextureState};

/// Something that a notice tells of and the user can solve. A warning or an error about what is open names one; a notice without one tells of
/// an event that nothing undoes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Problem {
    /// The file at this place could not be opened, or the image there lights nothing.
    NotOpened(String),
    /// The file at this place is opened when a file comes that it names beside itself.
    Waits(String),
    /// The file at this place was half written when it was read again.
    NotWhole(String),
    /// The folder at this place could not be listed.
    NotListed(String),
    /// Nothing could be written at this place.
    NotSaved(String),
    /// This open file ends too early.
    CutOff(FileKey),
    /// The active clip drives nothing of what is open, or waits for a model.
    NotMatched(ClipKey),
    /// The clip was made for another scale.
    OtherScale(ClipKey),
    /// This open file is not at its place any more.
    Gone(FileKey),
    /// Textures of open files were not found or cannot be read.
    MissingTextures,
    /// The image of this texture was written anew and cannot be read; the one from before is shown.
    OldImage(FileKey, TextureIndex),
    /// This texture could not be decoded at its full size.
    Smaller(FileKey, TextureIndex),
    /// The image that was chosen in place of this texture cannot be read.
    NotRelinked(FileKey, TextureIndex),
    /// Files of instances were not found.
    MissingInstances,
    /// Open files name others outside the folders that they may read.
    Outside,
    /// Not all is drawn, for want of memory.
    OverBudget,
    /// Images are smaller than they are stored, for want of memory.
    SmallerImages,
    /// These models cannot be drawn as they are, for what the graphics adapter can do.
    NotDrawn(Vec<PlacedKey>),
    /// Meshes lie far away from the rest, which alone is framed.
    FarAway,
    /// Files that were open before can be brought back: not trouble, but an offer that ends.
    Replaced,
    /// Files that a drop hung on a bone can be opened in place of the open ones: an offer, too.
    Hung,
    /// The models of these files stand elsewhere than their files say.
    Arranged(Vec<FileKey>),
}

impl Problem {
    /// Whether the open files cannot tell if it is solved: such a problem stands from its notice on until something solves it
    /// ([`crate::Opening::solve`]).
    pub(crate) fn is_noted(&self) -> bool {
        match self {
            Self::NotOpened(_)
            | Self::NotWhole(_)
            | Self::NotListed(_)
            | Self::NotSaved(_)
            | Self::OtherScale(_)
            | Self::OldImage(..)
            | Self::NotRelinked(..) => true,
            Self::Waits(_)
            | Self::CutOff(_)
            | Self::Gone(_)
            | Self::NotMatched(_)
            | Self::MissingTextures
            | Self::Smaller(..)
            | Self::MissingInstances
            | Self::Outside
            | Self::OverBudget
            | Self::SmallerImages
            | Self::NotDrawn(_)
            | Self::FarAway
            | Self::Replaced
            | Self::Hung
            | Self::Arranged(_) => false,
        }
    }
}

impl Stage {
    /// How many textures of open files cannot be shown, and the first file that lacks one. A file whose textures are still being read has
    /// no part in it, nor has a texture outside the folders that may be read: those are asked about.
    pub fn lost_textures(&self) -> Option<(Lost, FileKey)> {
        let counts = self.lacking_files().map(|(file, lost)| (lost, file.key));
        counts.reduce(|(sum, first), (lost, _)| (sum.and(lost), first))
    }

    pub(super) fn lacking_files(&self) -> impl Iterator<Item = (&OpenFile, Lost)> {
        let is_loading = |entry: &TextureEntry| entry.state == TextureState::Loading;
        let known = self.files.iter();
        let known = known.filter(move |file| !textures_of(file).any(is_loading));
        known
            .map(|file| (file, lost_textures(file)))
            .filter(|(_, lost)| lost.all() > 0)
    }

    /// Texture of an open file, or of one that an open file references.
    pub(crate) fn texture_entry(&self, file: FileKey, texture: TextureIndex) -> Option<&TextureEntry> {
        let files = self.files.iter().flat_map(|open| {
            let inside = open.instances.files.iter();
            let inside = inside.map(|inside| (inside.key, &inside.textures));
            std::iter::once((open.key, &open.textures)).chain(inside)
        });
        let mut of_key = files.filter(|(key, _)| *key == file);
        of_key.next()?.1.get(texture.get())
    }
}

/// The textures of `file` and of the files that its instances name.
fn textures_of(file: &OpenFile) -> impl Iterator<Item = &TextureEntry> {
    let inside = file.instances.files.iter().flat_map(|inside| &inside.textures);
    file.textures.iter().chain(inside)
}

/// Textures of `file` that were looked for and cannot be shown. Textures outside the folders have a notice of their own.
fn lost_textures(file: &OpenFile) -> Lost {
    let is_outside = |stored: &str| file.outside.iter().any(|one| one.stored == stored);
    Lost::of(textures_of(file).filter(|entry| !is_outside(&entry.reference)))
}
