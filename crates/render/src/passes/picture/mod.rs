//! One picture on the GPU: its textures, what is kept of it until the next, and all of it as passes read it.

pub mod glow;
pub mod mask;
pub mod mean;
pub mod mirror;
pub mod picture_gpu;
pub mod shown;
pub mod target;
