//! Models as they were shown at one moment, pinned as B, to hold what is shown now, A, against them: as ghosts, by flipping, and in numbers.
//!
//! B is a pose that stands still: whatever clip, layers, hand, rig, skinning or stop made it; or its clip alone, played along with A. It moves nothing of the edits, and goes with its
//! models: a file that is read anew or closed takes its part of B along.

pub mod action;
pub mod along;
pub mod differences;
pub mod farthest;
pub mod keys_of_b;
pub mod lacking;
pub mod pinning;
pub mod state;
pub mod sweep;
pub mod told;
pub mod ways;
pub mod wiped;
