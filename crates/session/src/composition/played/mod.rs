//! Clips that play otherwise than their files say: in another way, or on a body of other proportions.

pub mod otherwise;
pub mod play_as;
pub mod preferences;
pub mod retarget;
pub mod seam;
pub mod source_lines;
