//! State that outlives the window: settings, markers, up axes, replaced textures, allowed folders.

pub mod adapter_trial;
pub mod allowed_folders;
pub mod markers;
pub mod relinks;
pub mod settings;
pub mod store;
pub mod up_axes;
