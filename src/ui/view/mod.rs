//! The 3D view: its picture, what is written over it, what it offers.

pub mod aids;
pub mod bone_label;
pub mod offers;
pub mod viewport;
