//! How models are posed: clips that play otherwise than they are stored, bones that the user poses, steps that are left out, and
//! what is measured.

mod by_hand;
mod goals;
mod measuring;
mod mirrored;
mod pinned;
mod play_as;
mod pulled_shapes;
mod saved_pose;
mod stopped;

use super::*;
