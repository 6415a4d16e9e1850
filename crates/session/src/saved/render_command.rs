//! Arguments for `castview render` that draw the present view.

use super::SavedView;
use crate::Session;

/// A command in parts; whoever knows paths, shells and what files may read puts it together.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewCommand {
    /// Locations of the open files, in their order.
    pub files: Vec<String>,
    /// Pixels.
    pub size: [u32; 2],
    /// Everything else, how each file is read included.
    pub view: SavedView,
}

impl Session {
    /// `None`: what is open are no files, such as the demo or standard input.
    pub fn view_command(&self) -> Option<ViewCommand> {
        let files = &self.stage.files;
        (!files.is_empty() && files.iter().all(|file| !file.location.is_empty())).then(|| ViewCommand {
            files: files.iter().map(|file| file.location.clone()).collect(),
            size: self.view.viewport,
            view: self.saved_view(),
        })
    }
}
