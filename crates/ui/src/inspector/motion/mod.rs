//! Controls of the selected thing's motion: layers, modes, blend shapes, the rig, what it hangs on.

pub mod attaching;
pub mod blend_shapes;
pub mod clip_scale;
pub mod layers;
pub mod modes;
pub mod position;
pub mod rig;
