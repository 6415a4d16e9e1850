//! The export that is written, and the one that is chosen.

use super::child::CommandSlot;
use crate::session::{PosedClip, ViewCommand};
use std::path::PathBuf;

/// The export that is written, and the one that is chosen.
#[derive(Default)]
pub struct Exports {
    /// The command of the export for which a file is asked.
    pub asked: Option<ViewCommand>,
    /// The file that was chosen for it.
    pub chosen: Option<PathBuf>,
    /// The pose for which a file is asked, as it was then.
    pub pose: Option<PosedClip>,
    pub writing: CommandSlot,
    pub measuring: CommandSlot,
    pub is_measuring: bool,
}
