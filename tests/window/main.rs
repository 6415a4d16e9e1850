//! The window, driven from outside: the real binary on an X server of its own, with software Vulkan.

#![cfg(target_os = "linux")]

#[allow(dead_code, unused_imports)]
#[path = "../window_support/mod.rs"]
mod window_support;

mod adapters;
mod attach;
mod endings;
mod everyday;
mod exporting;
mod first_use;
mod losses;
mod panics;
mod picture;
mod starting;
mod timeline;
