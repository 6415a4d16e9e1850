//! The window's panels, driven by their accessible names and looked at in pictures.
//!
//! No window and no model renderer: a session, `ui::show`, and egui's test harness. Pictures need an adapter; without one they say
//! that they are skipped, unless `REQUIRE_GPU` is set. `CASTVIEW_UI_PICTURES=FOLDER` keeps them.

#[path = "../common/mod.rs"]
mod common;

mod panels;

mod aids;
mod allowed;
mod attachments;
mod bone_numbers;
mod by_key;
mod camera;
mod curve_view;
mod decisions;
mod deep_rig;
mod dope_sheet;
mod environment;
mod events;
mod extreme_times;
mod key_table;
mod layers;
mod layout;
mod library;
mod matching;
mod mesh_questions;
mod probe;
mod questions;
mod range;
mod scrub;
mod several;
mod shown_pose;
mod transport;
mod tree;
mod tree_filter;
mod tree_search;
mod uv_layout;
mod view;
mod weights;
mod window;

use common::big_rig;
use common::sessions::{extremes, staged, ui_session as fixture};
