//! castview: a desktop GPU viewer for models and animations.
//!
//! ```text
//! bytes → document → scene → pose → picture → GPU buffers → pixels
//! ```
//!
//! Each module is a room that imports only rooms of lower rank; `ARCHITECTURE.md` has the map and
//! `tests/layering.rs` holds it.

pub mod animation;
#[cfg(feature = "window")]
pub mod app;
#[cfg(feature = "cli")]
pub mod cli;
pub mod core;
pub mod deform;
#[cfg(feature = "files")]
pub mod export;
#[cfg(feature = "files")]
pub mod files;
pub mod formats;
pub mod images;
#[cfg(feature = "cli")]
pub mod offline;
pub mod picture;
#[cfg(feature = "render")]
pub mod render;
pub mod scene;
#[cfg(feature = "files")]
pub mod session;
#[cfg(feature = "window")]
pub mod ui;
