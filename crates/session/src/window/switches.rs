//! Commands that are switched on, at one time.

use crate::Preferences;

/// Commands that are switched on, and the settings that are kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Switches {
    pub(crate) kept: Preferences,
    /// Names of commands.
    pub(crate) on: Vec<&'static str>,
}
