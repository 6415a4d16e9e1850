//! Compute passes: one thread per vertex.

pub mod deform;
pub mod values;
