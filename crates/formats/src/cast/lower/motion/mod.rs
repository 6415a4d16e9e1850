//! Animations: their curves and keys.

pub mod clip;
pub mod curve;
pub mod euler;
pub mod frames;
pub mod keys;
