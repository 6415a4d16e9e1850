//! The device and what is asked of it plainly: context, targets, reading back, shaders, types they share.

pub mod context;
pub mod error;
pub mod gpu_types;
pub mod readback;
pub mod shaders;
pub mod target;
