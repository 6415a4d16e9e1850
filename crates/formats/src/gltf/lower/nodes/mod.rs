//! Nodes: who is below whom, where each stands, and how often.

pub mod forest;
pub mod instancing;
pub mod matrix;
pub mod owners;
pub mod skeleton;
