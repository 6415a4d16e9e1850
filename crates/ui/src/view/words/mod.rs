//! Words that are written over the picture.

pub mod away;
pub mod corners;
pub mod file_names;
pub mod legends;
pub mod passing;
pub mod shown_pose;
pub mod statistics;
pub mod welcome;
