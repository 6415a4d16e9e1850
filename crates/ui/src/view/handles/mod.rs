//! Handles that float over the picture and are dragged.

pub mod divider;
pub mod hand;
pub mod model;
