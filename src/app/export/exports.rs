//! The export that is written, and the one that is chosen.

use super::child::CommandSlot;
use crate::session::ViewCommand;
use std::path::PathBuf;

/// The export that is written, and the one that is chosen.
#[derive(Default)]
pub struct Exports {
    /// The command of the export for which a file is asked.
    pub asked: Option<ViewCommand>,
    /// The file that was chosen for it.
    pub chosen: Option<PathBuf>,
    pub writing: CommandSlot,
    pub measuring: CommandSlot,
    pub is_measuring: bool,
}
