//! The 3D view: the picture, the text over it, and its tools.

pub mod aid_words;
pub mod bone_away;
pub mod bone_choices;
pub mod bone_pointer;
pub mod color_choices;
pub mod environment_choices;
mod file_names;
pub mod fly;
pub mod handles;
pub mod lens;
pub mod offers;
pub mod shown_pose;
pub mod steer;
pub mod uv_layout;
pub mod view_cube;
pub mod viewport;
mod welcome;
