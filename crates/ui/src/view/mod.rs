//! The 3D view: the picture, the text over it, and its tools.

mod bone_pointer;
pub mod fly;
pub mod handles;
mod lamp;
mod over_b;
mod steer;
pub mod tools;
pub mod uv_layout;
mod view_cube;
mod view_menu;
pub mod viewport;
pub mod widths;
mod words;

pub use words::corners::AXES_CORNER;
pub use words::statistics;
