//! What the machine has for drawing: memory, and a folder in which the driver keeps shaders.

mod memory;
mod shader_cache;

pub use memory::system_memory;
pub use shader_cache::{CacheTrouble, SHADER_CACHE_OFF, hold_shader_cache, shader_cache_trouble};
