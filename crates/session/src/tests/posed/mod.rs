//! How models are posed: clips that play otherwise than they are stored, and steps that are left out.

mod play_as;
mod stopped;

use super::*;
