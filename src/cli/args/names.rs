//! How names of clips meet names of models.

use crate::animation::Renames;
use clap::Args;

/// How names of clips meet names of models, as *Match names* of the window has it.
#[derive(Debug, Args)]
pub struct NameArgs {
    /// Let a clip move only the first of several bones of one name, as in two copies of a rig in one file
    #[arg(long, help_heading = "Names")]
    pub first_only: bool,

    /// Names that are no UTF-8 are not read as Shift-JIS, GB18030, EUC-KR or Windows-1252 where that would give a name of the other side
    #[arg(long, help_heading = "Names")]
    pub names_as_stored: bool,
}

impl NameArgs {
    pub fn renames(&self) -> Renames {
        Renames {
            first_only: self.first_only,
            as_stored: self.names_as_stored,
            ..Renames::NONE
        }
    }
}
