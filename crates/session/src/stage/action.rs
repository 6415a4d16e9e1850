//! Actions on the stage.

use super::changed::compared::CompareSide;
use crate::Selected;
use castview_base::core::{InstanceIndex, TextureIndex};
use castview_picture::opened::{Consent, FileKey, Placement, Retry, Wish};

/// Opening, closing and reading files again, and what they may read.
#[derive(Clone, Debug, PartialEq)]
pub enum StageAction {
    ChooseFiles,
    /// The built-in demo in place of what is open.
    ShowDemo,
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
    /// Shows a texture by the image at that location from now on; `None`: by its own again.
    Relink {
        file: FileKey,
        texture: TextureIndex,
        location: Option<String>,
    },
    /// Uses the files that are offered for what these files lack: images for textures, models for instances.
    UseOffered(Vec<FileKey>),
    /// Has the file at that location for all instances that name the same as this one; `None`: what they name again.
    RelinkInstance {
        file: FileKey,
        instance: InstanceIndex,
        location: Option<String>,
    },
    /// Asks for an image to be put in place of that texture.
    ChooseImage {
        file: FileKey,
        texture: TextureIndex,
    },
    /// The image at that location was dropped on the view. [`Self::PutImage`] tells on what.
    DropImage(String),
    /// Puts the dropped image on that surface, in place of its base color's texture; without one it is opened as any file.
    PutImage(Option<Selected>),
    CancelLoad,
    /// The last open replaced what was there: bring that back beside it.
    AddInstead,
    /// The last files were dropped over a bone and opened: hang their models there, beside what was there before.
    HangInstead,
    /// The last files were hung on a bone by the drop: take that back.
    TakeBackHung,
    /// The same, and open them in place of what is there.
    OpenInstead,
    /// All models of these files stand where their files place them.
    PutFilesBack(Vec<FileKey>),
    /// Draw all of the files that are open, whatever it costs.
    LiftBudget,
    Reload,
    /// Reads a file again, with another of the values of one of its choices.
    Decide {
        file: FileKey,
        key: String,
        value: String,
    },
    /// Compares these two from now on, on the page of differences.
    Compare([CompareSide; 2]),
    CloseAll,
    CloseFile(FileKey),
}
