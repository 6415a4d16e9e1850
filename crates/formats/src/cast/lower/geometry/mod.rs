//! Meshes, hairs, blend shapes: vertices and what is told of each.

pub mod blend_shape;
pub mod colors;
pub mod hair;
pub mod influences;
pub mod mesh;
pub mod normals;
