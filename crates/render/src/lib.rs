//! `Picture` → pixels, pick ids, deformed vertices read back.
//!
//! In: plain data. Out: a texture (for the window) or bytes (for everybody else). Owns every wgpu object. Never here:
//! sessions, panels, files, clocks. Whoever calls decides *whether* to draw; a call to [`Renderer::draw`] always draws.
//!
//! ```text
//! upload (once per scene) → deform (once per pose) → passes → target → readback
//! ```

#![deny(missing_docs)]

pub mod adapters;
mod aside;
mod averaged;
mod cost;
mod drawn;
mod gpu;
mod growing;
mod inspect;
mod job;
mod labels;
mod lists;
mod passes;
#[cfg(not(feature = "software"))]
mod plain;
mod renderer;
#[cfg(feature = "software")]
mod software;
mod surface_point;
mod upload;

pub use cost::Work;
pub use drawn::{Counts, Drawn};
pub use gpu::context::{Abilities, Context};
pub use gpu::error::RenderError;
pub use gpu::full_screen::{FullScreenPass, TextureSource};
pub use gpu::shaders;
pub use gpu::timing::{PassTime, Timed};
pub use growing::{Growing, Less, NextPicture};
pub use inspect::PickedRaster;
pub use job::Step;
pub use labels::{Lettering, top_of_legends};
pub use lists::picked::{Picked, PickedPart};
pub use passes::surfaces::pipelines::parse_ahead;
#[cfg(not(feature = "software"))]
use plain as software;
pub use renderer::Renderer;
pub use surface_point::SurfacePoint;
pub use upload::buffers::Spawn;
pub use upload::deformed::DeformedMesh;
pub use upload::packing::mesh_rows::ChunkLimits;
pub use upload::sheet::Sheet;

/// Texels and bytes that are read back from the GPU.
pub mod readback {
    pub use crate::gpu::readback::{Reading, read_texture, straight_alpha};
}

/// Rows that the deform pass reads, structs that shaders share with Rust, and how exact both are: for tests, benches and fuzzers.
pub mod rows {
    pub use crate::gpu::gpu_types::{LAYOUTS, Layout, RestVertex};
    pub use crate::upload::packing::mesh_rows::{Chunk, Deltas, MeshRows, TooManyRows, one_slot};
    pub use crate::upload::packing::octahedron::PACKING_RAD;
    pub use crate::upload::texture::LOSES;
}
