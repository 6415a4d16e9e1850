//! castview: a desktop GPU viewer for models and animations.
//!
//! ```text
//! bytes → document → scene → pose → picture → GPU buffers → pixels
//! ```
//!
//! Each module is a room that imports only rooms of lower rank; `ARCHITECTURE.md` has the map and
//! `tests/layering.rs` holds it.

pub mod animation;
pub mod app;
pub mod cli;
pub mod core;
pub mod deform;
pub mod export;
pub mod files;
pub mod formats;
pub mod images;
pub mod offline;
pub mod picture;
pub mod render;
pub mod scene;
pub mod session;
pub mod ui;
