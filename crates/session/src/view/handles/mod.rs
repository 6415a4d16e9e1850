//! Handles over the picture: of the selected model, of the selected bone, of the goals of IK handles, and the blend shapes of a surface.

pub mod goal_handles;
pub mod hand_handles;
pub mod move_handles;
pub mod pulled_shape;
