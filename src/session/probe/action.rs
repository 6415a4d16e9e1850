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
    /// The pointer is over these points in the UV layout, which the picture marks.
    HoverLayout(Vec<Spot>),
    /// The pointer is over this point of the surface, which the UV layout marks.
    HoverSurface(Option<Spot>),
}
