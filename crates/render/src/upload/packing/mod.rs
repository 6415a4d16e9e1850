//! Meshes and hair → what their buffers hold. No adapter is needed before the bytes are written.

pub mod content;
pub mod edges;
pub mod mean_cover;
pub mod mesh_rows;
pub mod octahedron;
pub mod packed;
