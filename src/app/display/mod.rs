//! The window on the screen: surface, device, view, icon, what happens when a device is lost.
//!
//! A lost device is replaced ([`losses`]): the third loss in a row closes the file opened last, each further one skips an
//! adapter, and the program ends with a sentence when none is left. The session knows nothing of it. A loss ends a row when the
//! new device has finished an image. Drawing and painting run inside `core::guard`, because wgpu and egui's painter panic in
//! places where a device turns out to be lost; what the old device held is dropped first, its surface last.
//! `tests/window/losses.rs` loses devices by a Vulkan layer (`tests/losing_layer`).
//!
//! A new adapter whose device is lost while it is tried is tried once more. The name of an adapter lies in a locked file beside
//! the settings while it is tried (`app::saved::adapter_trial`): where a driver ends the whole process, the next start finds the
//! name without the lock and tries that adapter last.
//!
//! Preferences and markers are written when they change. Signals (`app::input::signals`) end the program as closing its window
//! does. Where winit panics because the X server is gone, the event loop unwinds to `app::run`, which writes once more and ends
//! with one sentence and exit code 1. Other panics outside of guards are written to `panics.log` by `app::panics`, and told in a
//! dialog or, from other threads, as a notice.

pub mod egui_textures;
pub mod gpu;
pub mod icon;
pub mod loss_count;
pub mod losses;
pub mod pace;
pub mod partly;
pub mod quality;
pub mod screen;
pub mod server;
#[cfg(feature = "software")]
pub mod software;
pub mod view;
pub mod window;
