//! Dials: choices of several values of which one holds, as rows of one table.
//!
//! In: a value. Out: the state of the part it belongs to. Nothing here knows what a value shows.

pub(crate) mod row;
pub(crate) mod rows;
#[cfg(test)]
mod tests;

pub use crate::names::{Dial, DialValue};
pub use row::{DialRow, ValueRow};

use crate::{Action, Effect, Session};
use std::fmt;

impl DialValue {
    /// The action after which it holds.
    pub const fn choose(self) -> Action {
        Action::Dial(self)
    }

    /// Whether it holds now.
    pub fn holds(self, session: &Session) -> bool {
        (self.row().holds)(session)
    }
}

impl Dial {
    /// The value that holds; `None`: one that is no row, such as a number of the user's own.
    pub fn value(self, session: &Session) -> Option<DialValue> {
        self.values().find(|value| value.holds(session))
    }
}

impl fmt::Debug for Dial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().title)
    }
}

impl fmt::Debug for DialValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().name)
    }
}

pub(crate) fn set_dial(session: &mut Session, value: DialValue) -> Vec<Effect> {
    session.note(value.dial().row().changes);
    (value.row().choose)(session)
}
