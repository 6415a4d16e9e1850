//! Passes that draw triangles: with their materials, coloured by something else, as glass.

pub mod color_by;
pub mod environment;
pub mod ghost;
pub mod glass;
pub mod mesh;
pub mod nearest;
pub mod shade;
pub mod weighed;
