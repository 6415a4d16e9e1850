//! One model on the stage: its clips and layers, its place, its pose at any time.
//!
//! Plain data below `stage`, `playback` and `composition`, which change it.

mod bound_clips;
mod facts;
pub mod found;
pub mod keys;
pub mod layer;
pub mod model;
pub(crate) mod origin;
pub(crate) mod posed;
pub mod source_ghost;
pub(crate) mod staging;
pub mod standing;
pub mod stopped;
pub mod timed_pose;
