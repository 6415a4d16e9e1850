//! Parts of every panel: colours and sizes, controls, words, fonts, readouts, pages.

pub mod checkerboard;
pub mod choices;
pub mod click;
pub mod control;
pub mod cut;
pub mod fonts;
pub mod hover;
pub mod keyboard;
pub mod made_for;
pub mod page;
pub mod panel_head;
pub mod readouts;
pub mod small_image;
pub mod texture_menu;
pub mod theme;
pub mod thumbnail;
pub mod words;
