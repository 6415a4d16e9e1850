//! The 3D view: its picture, what is written over it, what it offers.

pub mod aids;
pub mod bone_choices;
pub mod bone_pointer;
pub mod color_choices;
pub mod environment_choices;
pub mod fly;
pub mod lens;
pub mod offers;
pub mod shown_pose;
pub mod steer;
pub mod uv_layout;
pub mod view_cube;
pub mod viewport;
