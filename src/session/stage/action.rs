//! What can be asked of the stage.

use super::keys::FileKey;
use super::outside::{Consent, Wish};
use crate::core::{BoneIndex, Options};
use crate::picture::PlacedKey;

/// Opening, closing and reading files again, and what they may read.
#[derive(Clone, Debug, PartialEq)]
pub enum StageAction {
    ChooseFiles,
    /// Locations as `files` understands them; one batch.
    Open {
        locations: Vec<String>,
        placement: Placement,
    },
    /// Opens a file that was refused, with another decision about it.
    OpenAs(Retry),
    /// Lets the files of some folders read others, and reads `files` again.
    Allow {
        wishes: Vec<Wish>,
        files: Vec<FileKey>,
    },
    /// Takes leave back that was given.
    Revoke(Consent),
    CancelLoad,
    /// The last open replaced what was there: bring that back beside it.
    AddInstead,
    /// Draw all of the files that are open, whatever it costs.
    LiftBudget,
    Reload,
    /// Reads a file again, with another of the values of one of its choices.
    Decide {
        file: FileKey,
        key: String,
        value: String,
    },
    CloseAll,
    CloseFile(FileKey),
}

/// How a file that was refused may be opened all the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Retry {
    /// For the button that offers it.
    pub label: &'static str,
    /// The key it will have.
    pub file: FileKey,
    pub location: String,
    pub options: Options,
    /// What the file is to be allowed to read.
    pub wishes: Vec<Wish>,
    pub placement: Placement,
}

/// What happens to what is on the stage when a batch brings a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Placement {
    /// Models replace the stage; a batch of clips alone joins it.
    Replace,
    Add,
    /// Joins the stage, and every model it brings hangs on that bone.
    On {
        leader: PlacedKey,
        bone: BoneIndex,
    },
    /// The same files again: camera, clip and playhead stay.
    Reload,
}
