//! Cast files: the container, and what its nodes mean.

mod container;
mod meaning;
