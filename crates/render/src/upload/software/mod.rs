//! Packing for software adapters alone. The module `plain` beside this folder stands for it where it is left out.

mod sparse;

pub use sparse::{CELLS, sparse_corners};
