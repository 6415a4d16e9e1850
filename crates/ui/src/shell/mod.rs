//! The frame around the panels: layout, menus, status line, notices, keys.

pub mod answers;
pub mod asking;
pub mod input_order;
pub mod keys;
pub mod layout;
pub mod menu_bar;
pub mod notice_log;
pub mod notices;
pub mod palette;
pub mod status_bar;
pub mod tabs;
pub mod title;
