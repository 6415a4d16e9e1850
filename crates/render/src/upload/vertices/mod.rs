//! Compute passes, one thread per vertex, and what they read.

pub mod deform;
pub mod runs;
pub mod values;
