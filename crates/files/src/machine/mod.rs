//! Memory of the machine and of its containers, and the folder in which the graphics driver keeps shaders.

mod container;
mod memory;
mod shader_cache;

pub use memory::{free_memory, system_memory};
pub use shader_cache::{CacheTrouble, SHADER_CACHE_OFF, hold_shader_cache, shader_cache_trouble};
