//! The rooms of castview that bytes come through, without the window, the renderer and all they need: a fuzzer then
//! builds in a minute or two. Nothing in these rooms knows the others (`tests/layering.rs`).

#[path = "../src/animation/mod.rs"]
pub mod animation;
#[path = "../src/core/mod.rs"]
pub mod core;
#[path = "../src/deform/mod.rs"]
pub mod deform;
#[path = "../src/formats/mod.rs"]
pub mod formats;
#[path = "../src/images/mod.rs"]
pub mod images;
#[path = "../src/scene/mod.rs"]
pub mod scene;
