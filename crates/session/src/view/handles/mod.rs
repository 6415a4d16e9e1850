//! Handles over the picture: of the selected model, of the selected bone, and of the goals of IK handles.

pub mod goal_handles;
pub mod hand_handles;
pub mod move_handles;
