//! Switches: what is on or off, as rows of one table.
//!
//! In: a switch, and whether it is to be on. Out: the state of the part it belongs to. Nothing here knows what a switch shows.

pub(crate) mod row;
pub(crate) mod rows;
pub(crate) mod switched;
#[cfg(test)]
mod tests;

pub use crate::names::Switch;
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

    /// The overlays, in the order of their places.
    pub fn overlays() -> Vec<Self> {
        in_places(Self::ALL, |switch| switch.row().overlay)
    }

    /// The switches in the submenu `title`, in the order of their places.
    pub fn under(title: &str) -> Vec<Self> {
        let place = |switch: &Self| switch.row().under.filter(|(under, _)| *under == title);
        in_places(Self::ALL, |switch| place(switch).map(|(_, place)| place))
    }

    pub fn is_on(self, session: &Session) -> bool {
        (self.row().get)(session)
    }
}

/// Those of `all` that have a place, in the order of their places; of one place, in the order of `all`.
fn in_places<T: Copy>(all: &[T], place: impl Fn(&T) -> Option<u8>) -> Vec<T> {
    let mut placed: Vec<T> = all.iter().copied().filter(|one| place(one).is_some()).collect();
    placed.sort_by_key(|one| place(one));
    placed
}

impl fmt::Debug for Switch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().name)
    }
}

pub(crate) fn turn_switch(session: &mut Session, switch: Switch, on: Option<bool>) -> Vec<Effect> {
    let row = switch.row();
    let was = (row.get)(session);
    let on = on.unwrap_or(!was);
    if on == was {
        return Vec::new();
    }
    session.note(row.changes);
    (row.set)(session, on)
}
