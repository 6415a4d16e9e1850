//! A model on the stage and the clips that move it, one by one: names, layers, where it stands, and how at any time.
//!
//! Plain data below `stage`, `playback` and `composition`, which change it.

pub mod found;
pub mod keys;
pub mod layer;
pub mod model;
pub mod source_ghost;
pub mod standing;
pub mod timed_pose;
