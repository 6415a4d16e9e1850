//! Pinned vertices and measures.

pub mod measures;
pub mod pins;
mod vertex_steps;
