//! What can be asked of the pins.

use super::state::Spot;

/// Points pinned to surfaces.
#[derive(Clone, Debug, PartialEq)]
pub enum ProbeAction {
    /// One more.
    Pin(Spot),
    /// The one of that number.
    Remove(u32),
    /// All of them.
    Clear,
}
