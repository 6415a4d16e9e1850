//! What is on at one time.

use crate::session::Preferences;

/// What is on, and what is kept from one run to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Switches {
    pub(super) kept: Preferences,
    /// Names of commands.
    pub(super) on: Vec<&'static str>,
}
