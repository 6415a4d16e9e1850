//! The window's panels, driven by their accessible names and looked at in pictures.
//!
//! No window and no model renderer: a session, `ui::show`, and egui's test harness. Pictures need an adapter; without one they say
//! that they are skipped, unless `REQUIRE_GPU` is set. `CASTVIEW_UI_PICTURES=FOLDER` keeps them.

#[path = "../common/big_rig.rs"]
#[allow(dead_code, reason = "files are for the real window")]
mod big_rig;
#[path = "../common/extremes.rs"]
#[allow(dead_code, reason = "the timeline's own attack takes more of it")]
mod extremes;
#[path = "../common/ui_session.rs"]
mod fixture;
mod panels;
#[path = "../common/rigs.rs"]
#[allow(dead_code, reason = "only what the extremes need")]
mod rigs;
#[path = "../common/staged.rs"]
#[allow(dead_code, reason = "these tests pause by themselves")]
mod staged;

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
