//! Options of commands that take many files.

pub mod batch;
pub mod sheet;
