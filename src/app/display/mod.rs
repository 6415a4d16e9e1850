//! The window on the screen: surface, device, view, icon, what happens when a device is lost.

pub mod egui_textures;
pub mod gpu;
pub mod icon;
pub mod loss_count;
pub mod losses;
pub mod pace;
pub mod screen;
pub mod server;
pub mod view;
pub mod window;
