//! How files are asked for.

use super::{FileKey, NamedPath, Wish};
use crate::PlacedKey;
use castview_base::core::{BoneIndex, Options, TextureIndex};

/// How a file that was refused may be opened all the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Retry {
    /// For the button that offers it.
    pub label: &'static str,
    /// The key it will have.
    pub file: FileKey,
    /// Path of the file, spelled so that it can be opened.
    pub location: String,
    /// The values that the user chose for what its format leaves open.
    pub options: Options,
    /// Folders that the file is to be allowed to read.
    pub wishes: Vec<Wish>,
    /// Treatment of the models on the stage.
    pub placement: Placement,
}

/// Awaited by a file that was refused: files beside it which are missing or too short so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Waits {
    /// The key it will have.
    pub file: FileKey,
    /// Names of the awaited files, for people.
    pub names: Vec<String>,
    /// Folders that change when a missing one comes.
    pub folders: Vec<String>,
    /// Names of files that exist and end too early.
    pub short: Vec<String>,
    /// Treatment of the models on the stage.
    pub placement: Placement,
}

/// An image in place of a texture, or the texture's own one again.
#[derive(Clone, Debug, PartialEq)]
pub struct Relink {
    /// The answer carries it.
    pub question: u64,
    /// The file that references the texture.
    pub file: FileKey,
    /// The texture, in that file.
    pub texture: TextureIndex,
    /// Location of the image; `None`: the image that the file names.
    pub location: Option<String>,
}

/// A reference that leads nowhere.
#[derive(Clone, Debug, PartialEq)]
pub enum Lacking {
    /// A texture of the file.
    Texture(TextureIndex),
    /// Instances that name this path, in the file or in those that it leads to.
    Instance(NamedPath),
}

/// A file of the name of one that is missing: an image for a texture, a model for instances.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundFile {
    /// The file that references the missing one.
    pub file: FileKey,
    /// The reference, in that file.
    pub lacking: Lacking,
    /// The place of what was found.
    pub location: String,
}

/// Treatment of the models on the stage when a batch brings a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Placement {
    /// Models replace the stage; a batch of clips alone joins it.
    Replace,
    /// The same, of files that were dropped over that bone: hanging them there is offered afterwards.
    Over {
        /// The model on the stage.
        leader: PlacedKey,
        /// Its bone.
        bone: BoneIndex,
    },
    /// Models join the stage.
    Add,
    /// Joins the stage, and every model it brings hangs on that bone.
    On {
        /// The model on the stage.
        leader: PlacedKey,
        /// Its bone.
        bone: BoneIndex,
    },
    /// The same files again: camera, clip and playhead stay.
    Reload,
    /// The next file of a folder: it takes the place of what is there, and camera, clip and playhead stay.
    Walk,
}

impl Placement {
    /// The bone that the files were dropped over, if they were opened all the same.
    pub fn over(self) -> Option<(PlacedKey, BoneIndex)> {
        match self {
            Self::Over { leader, bone } => Some((leader, bone)),
            _ => None,
        }
    }

    /// Whether models of the batch take the place of those on the stage.
    pub fn replaces(self) -> bool {
        matches!(self, Self::Replace | Self::Over { .. } | Self::Walk)
    }
}
