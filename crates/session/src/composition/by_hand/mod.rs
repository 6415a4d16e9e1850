//! Bones that the user poses over what the clips make: the changes, the spaces in which they are told, and the sentence about them.
//!
//! A change is an edit, and never written into a file that is open. It lies over the whole clip, in the bone's own axes, and acts before the
//! rig is solved ([`castview_motion::animation::over`]); trails, ghosts, measures, the seam and the ground see it, too. Left out are searches for mistakes
//! of a file and the speeds that colour bones, which are about the clip alone, and every stop before it. It hides where the rest or the bind
//! pose is shown alone.

pub mod action;
pub mod dragged;
pub mod frames;
pub mod poses;
pub mod posing;
pub mod spaces;
pub mod text;
pub mod told;
