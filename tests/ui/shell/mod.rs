//! What holds the panels: menus, layout, keys; and questions that need several panels.

mod by_key;
mod layout;
pub mod questions;
mod window;
