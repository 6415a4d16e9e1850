//! Handles over the picture: of the selected model, and of the selected bone.

pub mod hand_handles;
pub mod move_handles;
