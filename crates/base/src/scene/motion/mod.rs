//! Motion: clips, their parameters, interpolation, play modes.

pub mod clip;
pub mod interpolation;
pub mod key_places;
pub mod parameter;
pub mod play_mode;
pub mod values;
