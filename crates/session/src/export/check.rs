//! Losses of an export of models, asked for before anything is written.

use super::state::Checking;
use crate::{Effect, Export, Page, Session};

/// Asks what the present choice would lose, while the page is seen.
pub(super) fn check(session: &mut Session) -> Vec<Effect> {
    if session.window.page() != Some(Page::ExportModels) {
        session.export.checking = Checking::Nothing;
        return Vec::new();
    }
    session.export.checks += 1;
    let Some(command) = session.view_command() else {
        let why = "standard input has no path that a command could name";
        session.export.checking = Checking::Failed(why.into());
        return Vec::new();
    };
    session.export.checking = Checking::UnderWay;
    vec![Effect::CheckExport {
        question: session.export.checks,
        command: Box::new(command.for_models(session)),
    }]
}

impl Export {
    /// Takes in what an export would lose.
    pub(crate) fn checked(&mut self, question: u64, checked: Result<Vec<String>, String>) {
        if question == self.checks {
            self.checking = match checked {
                Ok(lost) => Checking::Done(lost),
                Err(why) => Checking::Failed(why),
            };
        }
    }
}
