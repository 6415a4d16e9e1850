//! The frame around the panels: layout, menus, status line, notices, keys.

pub mod keys;
pub mod layout;
pub mod menu_bar;
pub mod status_bar;
pub mod title;
pub mod toasts;
pub mod widths;
