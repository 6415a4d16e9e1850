//! Settings of the view that outlive a run.

pub(crate) mod bones;
pub(crate) mod camera;
pub(crate) mod look;
