//! Switches: what is on or off, as rows of one table.
//!
//! In: a switch, and whether it is to be on. Out: the state of the part it belongs to. Nothing here knows what a switch shows.

pub(crate) mod id;
pub(crate) mod row;
pub(crate) mod rows;
pub(crate) mod switched;
#[cfg(test)]
mod tests;

pub use id::Switch;
pub use row::{Kept, SwitchFlag, SwitchRow};

use crate::{Action, Effect, Session};
use std::fmt;

impl Switch {
    /// The action that turns it on if it is off, and off if it is on.
    pub const fn toggle(self) -> Action {
        Action::Switch(self, None)
    }

    /// The action that turns it on or off, whatever it is now.
    pub const fn turn(self, on: bool) -> Action {
        Action::Switch(self, Some(on))
    }

    pub fn is_on(self, session: &Session) -> bool {
        (self.row().get)(session)
    }
}

impl fmt::Debug for Switch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().name)
    }
}

impl Session {
    pub(crate) fn turn_switch(&mut self, switch: Switch, on: Option<bool>) -> Vec<Effect> {
        let row = switch.row();
        let was = (row.get)(self);
        let on = on.unwrap_or(!was);
        if on == was {
            return Vec::new();
        }
        self.note(row.changes);
        (row.set)(self, on)
    }
}
