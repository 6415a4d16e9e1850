//! Session → painted panels and a list of actions.

pub mod fonts;
pub mod theme;
pub mod time_axis;
pub mod words;
