//! Bones that the user poses over what the clips make: the changes, the spaces in which they are told, and the sentence about them.
//!
//! A change is an edit, and never written into a file that is open. It lies over the whole clip, in the bone's own axes, and acts before the
//! rig is solved ([`castview_motion::animation::over`]); trails, ghosts, measures, the seam and the ground see it, too. Searches for
//! mistakes of a file and the speeds that colour bones are about the clip alone and leave it out, as do stops at an earlier step. The rest pose
//! and the bind pose are shown without it.

pub mod action;
pub mod dragged;
pub mod frames;
pub mod goals;
pub mod mirror;
pub mod posed_bones;
pub mod poses;
pub mod posing;
pub mod spaces;
pub mod text;
pub mod told;
