//! The rooms of castview that bytes come through, without the window, the renderer and all they need: a fuzzer then
//! builds in a few minutes. Nothing in these rooms knows the others (`tests/layering.rs`).

#[path = "../src/animation/mod.rs"]
pub mod animation;
#[path = "../src/core/mod.rs"]
pub mod core;
#[path = "../src/deform/mod.rs"]
pub mod deform;
#[path = "../src/files/mod.rs"]
pub mod files;
#[path = "../src/formats/mod.rs"]
pub mod formats;
#[path = "../src/images/mod.rs"]
pub mod images;
#[path = "../src/picture/mod.rs"]
pub mod picture;
#[path = "../src/scene/mod.rs"]
pub mod scene;
#[path = "../src/session/mod.rs"]
pub mod session;

/// The part of the renderer that needs no graphics adapter.
#[path = "../src/render"]
pub mod render {
    pub mod gpu {
        pub mod gpu_types;
    }
    pub mod upload {
        pub mod pack;
    }
}
