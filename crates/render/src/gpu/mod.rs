//! The device and what is asked of it plainly: context, targets, reading back, shaders, types they share.

pub mod context;
pub mod draw_pass;
pub mod entry;
pub mod error;
pub mod formats;
pub mod full_screen;
pub mod gpu_types;
pub mod pipeline;
pub mod readback;
pub mod room;
pub mod shaders;
pub mod srgb;
pub mod timing;
pub mod uniforms;
pub mod vertices;
