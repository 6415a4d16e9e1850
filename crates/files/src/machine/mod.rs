//! Memory of the machine and of its containers, the folder in which the graphics driver keeps shaders, and signals that nobody wants to hear.

mod container;
mod memory;
mod shader_cache;
mod signals;

pub use memory::{free_memory, system_memory};
pub use shader_cache::{CacheTrouble, SHADER_CACHE_OFF, hold_shader_cache, shader_cache_trouble};
pub use signals::ignored_signals;
