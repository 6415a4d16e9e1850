//! Terms of a comparison: the content of both files, how much numbers may differ, how many names are tried.

pub mod content;
pub mod tolerance;
pub mod tries;
