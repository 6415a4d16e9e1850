//! How bones are shown: which, in what colours and what these mean, their names, the lines of their rig.

pub mod colors;
pub mod display;
pub mod labels;
pub mod legends;
pub mod measured;
pub mod rig_lines;
pub mod speeds;
