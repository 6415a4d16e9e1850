//! The present view as arguments of `castview render`.

use super::command::ViewCommand;
use crate::saved::saved_view;
use crate::{OpenFile, Session};

impl Session {
    /// `None`: what is open are no files, such as standard input.
    pub fn view_command(&self) -> Option<ViewCommand> {
        let files = self.stage.files();
        let can_be_named = |file: &OpenFile| file.is_demo || !file.location.is_empty();
        (!files.is_empty() && files.iter().all(can_be_named)).then(|| ViewCommand {
            verb: "render",
            files: files.iter().map(|file| file.location.clone()).collect(),
            size: self.view.viewport(),
            options: Vec::new(),
            ending: ".png".into(),
            view: saved_view(self),
        })
    }
}
