//! What `castview render` has to be told to draw what is seen.

use super::SavedView;
use crate::core::Options;
use crate::session::Session;

/// A command in parts; whoever knows paths and shells puts it together.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewCommand {
    /// Locations of the open files, in their order.
    pub files: Vec<String>,
    /// How they are read otherwise than usual.
    pub options: Options,
    /// Locations of the folders that the user let files read.
    pub allowed: Vec<String>,
    /// Pixels.
    pub size: [u32; 2],
    pub view: SavedView,
}

impl Session {
    /// `None`: what is open are no files, such as the demo or standard input.
    pub fn view_command(&self) -> Option<ViewCommand> {
        let files = &self.stage.files;
        let mut options = Options::default();
        files.iter().for_each(|file| options.extend(&file.decided.options));
        let mut allowed: Vec<String> = self
            .opening
            .consents
            .iter()
            .map(|consent| consent.folder.clone())
            .collect();
        allowed.sort();
        allowed.dedup();
        (!files.is_empty() && files.iter().all(|file| !file.location.is_empty())).then(|| ViewCommand {
            files: files.iter().map(|file| file.location.clone()).collect(),
            options,
            allowed,
            size: self.view.viewport,
            view: self.saved_view(),
        })
    }
}
