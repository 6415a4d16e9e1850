//! `Picture` → pixels, pick ids, deformed vertices read back.
//!
//! In: plain data. Out: a texture (for the window) or bytes (for everybody else). Owns every wgpu object. Never here:
//! sessions, panels, files, clocks. Whoever calls decides *whether* to draw; a call to [`Renderer::draw`] always draws.
//!
//! ```text
//! upload (once per scene) → deform (once per pose) → passes → target → readback
//! ```

pub mod adapters;
mod aside;
mod context;
mod draw_list;
mod error;
mod fixtures;
mod ghosts;
mod glyphs;
pub mod gpu_types;
mod inspect;
mod job;
mod lights;
mod material;
pub mod octahedron;
mod pack;
mod passes;
mod placed_gpu;
mod placements;
mod readback;
mod renderer;
mod scene_gpu;
pub mod shaders;
mod shown;
mod target;
mod texture;
mod view;

pub use aside::Sheet;
pub use context::{Abilities, Context};
pub use error::RenderError;
pub use job::{Step, Work};
pub use pack::ChunkLimits;
pub use readback::DeformedMesh;
pub use renderer::{Counts, Drawn, Picked, PickedPart, Renderer};

/// sRGB bytes → linear light, opaque.
fn linear(srgb: [u8; 3]) -> [f32; 4] {
    let [r, g, b] = srgb.map(|channel| readback::decode(f32::from(channel) / 255.0));
    [r, g, b, 1.0]
}
