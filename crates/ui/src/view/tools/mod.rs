//! The tools over the picture and the lines of their menus.

pub mod aid_choices;
pub mod bone_choices;
pub mod color_choices;
pub mod environment_choices;
pub mod halves;
pub mod lens;
mod offers;
pub mod section;
pub mod submenus;
pub mod toolbar;
pub mod view_choices;
