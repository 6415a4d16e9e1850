//! The only room with paths.
