//! Compute passes, one thread per vertex, and what they read.

pub mod deform;
pub mod pose_rows;
pub mod values;
