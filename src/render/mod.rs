//! `Picture` → pixels, pick ids, deformed vertices read back.
//!
//! In: plain data. Out: a texture (for the window) or bytes (for everybody else). Owns every wgpu object. Never here:
//! sessions, panels, files, clocks. Whoever calls decides *whether* to draw; a call to [`Renderer::draw`] always draws.
//!
//! ```text
//! upload (once per scene) → deform (once per pose) → passes → target → readback
//! ```

pub mod adapters;
pub mod gpu;
mod inspect;
mod job;
mod lists;
mod passes;
mod renderer;
pub mod upload;
mod view;

pub use gpu::context::{Abilities, Context};
pub use gpu::error::RenderError;
pub use gpu::readback::DeformedMesh;
pub use job::{Step, Work};
pub use renderer::{Counts, Drawn, Picked, PickedPart, Renderer};
pub use upload::aside::Sheet;
pub use upload::buffers::Spawn;
pub use upload::pack::ChunkLimits;

/// sRGB bytes → linear light, opaque.
fn linear(srgb: [u8; 3]) -> [f32; 4] {
    let [r, g, b] = srgb.map(|channel| gpu::readback::decode(f32::from(channel) / 255.0));
    [r, g, b, 1.0]
}
