//! Cast files: the container, and what its nodes mean.

#[path = "../common/mod.rs"]
mod common;

mod container;
mod meaning;
