//! Time: what plays and how fast, its range, markers and events.

pub mod action;
pub mod events;
pub mod marker;
pub mod play;
pub mod range;
pub mod seek;
pub mod state;
