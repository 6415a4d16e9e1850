//! Passes that software adapters alone need.

pub mod nearest;
