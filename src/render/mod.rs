//! `Picture` → pixels, pick ids, deformed vertices read back.
//!
//! In: plain data. Out: a texture (for the window) or bytes (for everybody else). Owns every wgpu object. Never here:
//! sessions, panels, files, clocks. Whoever calls decides *whether* to draw; a call to [`Renderer::draw`] always draws.
//!
//! ```text
//! upload (once per scene) → deform (once per pose) → passes → target → readback
//! ```

mod context;
mod error;
pub mod gpu_types;
mod passes;
mod readback;
mod renderer;
pub mod shaders;
mod target;

pub use context::{Abilities, Context};
pub use error::RenderError;
pub use readback::DeformedMesh;
pub use renderer::{Counts, Drawn, Picked, PickedPart, Renderer};
