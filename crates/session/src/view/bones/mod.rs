//! Display of bones: the kind that is shown, colors with their legend, names, and lines of the rig.

pub(crate) mod absent;
pub(crate) mod colors;
pub(crate) mod display;
pub(crate) mod labels;
pub(crate) mod legends;
pub(crate) mod measured;
pub(crate) mod picking;
pub(crate) mod rig_lines;
pub(crate) mod speeds;
