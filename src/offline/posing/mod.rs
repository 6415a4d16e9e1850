//! Bones and vertices at one moment, as numbers: where they are, and why.

pub mod pose;
pub mod vertex;
pub mod way;
