//! Controls of the selected thing's motion: layers, modes, blend shapes, the rig, what it hangs on.

pub mod blend_shapes;
pub mod by_hand;
pub mod clip_scale;
pub mod layers;
pub mod marked;
pub mod pinned;
pub mod play_as;
pub mod position;
pub mod retarget;
pub mod rig;
pub mod steps;
pub mod stopped;
