//! A command in parts, as which a view or its clips can be written.

use super::SavedView;
use crate::export::export_subject;
use crate::{ExportFormat, Session};
use castview_picture::SAMPLES_AT_REST;

/// A command in parts; whoever knows paths, shells and what files may read puts it together.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewCommand {
    /// The command: `render`, or `convert`, which takes no size.
    pub verb: &'static str,
    /// Locations of the open files, in their order; empty for those of the demo, which have the names that the view says.
    pub files: Vec<String>,
    /// Pixels.
    pub size: [u32; 2],
    /// Options besides those of the view: words as they are typed, none of them a path.
    pub options: Vec<String>,
    /// Behind the name of the output: its ending, with a place for a number where each picture is a file.
    pub ending: String,
    /// Everything else, how each file is read included.
    pub view: SavedView,
}

impl ViewCommand {
    /// The command that exports what was chosen in `session`.
    pub(crate) fn for_pictures(self, session: &Session) -> Self {
        let (choice, subject) = (session.preferences.export, export_subject(session));
        Self {
            size: choice.size_of(&subject, session.export.fitted()),
            options: choice.options(&subject, session.export.frames()),
            ending: choice.ending(&subject),
            ..self
        }
    }

    /// The command that writes the models and clips of `session` as they are chosen.
    pub(crate) fn for_models(mut self, session: &Session) -> Self {
        let choice = session.preferences.export_models;
        // Files of models have all steps, and nothing that was posed by hand.
        self.view.edits.stopped = None;
        self.view.edits.hand_poses.clear();
        Self {
            verb: "convert",
            options: choice.options(session.active_clip().is_some()),
            ending: choice.format.ending().to_owned(),
            ..self
        }
    }

    /// The same with as many samples as the window shows of what stands still.
    pub(crate) fn at_rest(mut self) -> Self {
        self.options.extend(["--samples".into(), SAMPLES_AT_REST.to_string()]);
        self
    }

    /// Whether each picture is a file.
    pub fn is_numbered(&self) -> bool {
        self.ending.contains('{')
    }

    /// The ending without a place for a number.
    pub fn ending_of_file(&self) -> String {
        match self.ending.rsplit_once('.') {
            Some((_, ending)) => format!(".{ending}"),
            None => String::new(),
        }
    }

    /// The format that the ending names.
    pub fn format(&self) -> Option<ExportFormat> {
        let ending = self.ending_of_file();
        let all = ExportFormat::MOVING.into_iter().map(|(format, _)| format);
        all.into_iter().find(|format| format.ending() == ending)
    }
}
