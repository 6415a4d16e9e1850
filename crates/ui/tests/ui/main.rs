//! The window's panels, driven by their accessible names and looked at in pictures.
//!
//! No window and no model renderer: a session, `ui::show`, and egui's test harness. Pictures need an adapter; without one they say
//! that they are skipped, unless `REQUIRE_GPU` is set. `CASTVIEW_UI_PICTURES=FOLDER` keeps them.

mod inspector;
mod pages;
mod panels;
mod shell;
mod time;
mod tree;
mod view;

use castview_testkit::big_rig;
use castview_testkit::sessions::{extremes, staged, ui_session as fixture};
