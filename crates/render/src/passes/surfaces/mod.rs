//! Passes that draw triangles: with their materials, coloured by something else, as glass.

pub mod bloom;
pub mod color_by;
pub mod environment;
pub mod ghost;
pub mod glass;
pub mod ground;
pub mod mesh;
pub mod pipelines;
pub mod reflection;
pub mod shade;
