//! How models are posed: clips that play otherwise than they are stored, steps that are left out, and what is measured.

mod measuring;
mod play_as;
mod stopped;

use super::*;
