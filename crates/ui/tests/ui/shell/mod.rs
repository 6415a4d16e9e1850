//! Frame around the panels: menus, layout, keys; and questions that need several panels.

mod by_key;
mod first_run;
mod guide_questions;
mod layout;
mod menus;
mod notices;
mod on_top;
mod palette;
mod palette_questions;
pub mod questions;
mod tooltips;
mod typed_words;
mod walking;
mod window;
