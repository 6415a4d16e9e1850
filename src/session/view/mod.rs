//! What is seen: the camera, cameras of files, what is shown and hidden.

pub mod action;
pub mod camera;
pub mod camera_history;
pub mod empty;
pub mod look_through;
pub mod state;
pub mod visible;
