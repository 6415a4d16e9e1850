//! Handles that float over the picture and are dragged.

pub mod divider;
pub mod goal;
pub mod hand;
pub mod model;
pub mod pull;
pub mod shape;
