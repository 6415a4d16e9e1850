//! Display of bones: the kind that is shown, colors with their legend, names, and lines of the rig.

pub mod absent;
pub mod colors;
pub mod display;
pub mod labels;
pub mod legends;
pub mod measured;
pub mod rig_lines;
pub mod speeds;
