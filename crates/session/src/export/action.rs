//! Actions of the export.

use super::choice::ExportChoice;
use super::models::ModelExport;

/// Exporting pictures.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportAction {
    /// Opens the page, or closes it.
    TogglePage,
    /// Content and form of the pictures; kept in the settings.
    Choose(ExportChoice),
    /// The first and the last frame; `None`: those that are played.
    SetFrames(Option<[f64; 2]>),
    /// Asks where, and begins.
    Begin,
    /// Copies the command that writes the same bytes.
    CopyCommand,
    /// Writes to the location that was chosen, although files are there.
    Replace(String),
    /// Opens the page for models and clips, or closes it.
    ToggleModels,
    /// Format and content of models and clips; kept in the settings.
    ChooseModels(ModelExport),
    /// Asks where, and begins to write models and clips.
    BeginModels,
    /// Copies the command that writes the same models and clips.
    CopyModelsCommand,
    /// Asks where, and writes the pose of the selected model, or of the first one, as a clip of one frame.
    SavePose,
    /// Stops the export that is under way.
    Cancel,
    /// Opens the file at that location by the program that the system has for it.
    Open(String),
    /// Copies the path of that location.
    CopyPath(String),
    /// Shows the folder of that location.
    ShowFolder(String),
}
