//! Result of drawing a picture, and counts of all that was done.

use super::RenderError;

/// Result of a call to [`Renderer::draw`](crate::Renderer::draw).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// Samples per pixel the picture has: the wanted number, or 1 where the adapter has no more.
    pub samples: u32,
    /// Meshes and textures that had to be left out, with the reason; the rest is drawn.
    pub problems: Vec<RenderError>,
}

/// How often things were done since the renderer was made: idle means that none of them grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Pictures that are done, those on the side apart.
    pub pictures: u64,
    /// Runs of the deform pass: one per chunk of a mesh, or several for large ones in several steps.
    pub deformed_chunks: u64,
    /// Dispatches that these took: small chunks that lie side by side share one.
    pub deform_dispatches: u64,
    /// Small pictures on the side.
    pub asides: u64,
    /// Models whose meshes were sent to the GPU.
    pub uploads: u64,
    /// Submissions of deform runs and draws: one for each picture and aside, or several for those that were drawn in several steps.
    pub submissions: u64,
    /// Meshes that were packed and sent: those that are alike count once.
    pub meshes: u64,
    /// Meshes and hair that pictures drew, once for each picture and model, wherever that stands.
    pub draws: u64,
    /// Meshes among these draws whose triangles were many and small, and drawn by their numbers.
    pub numbered_draws: u64,
    /// Meshes in batches, whose depth is drawn by one command: once for each who has to see it, also where a map of an earlier picture stays.
    pub batched_draws: u64,
    /// Vertices that the deform pass wrote.
    pub deformed_vertices: u64,
    /// Vertices that the values pass wrote.
    pub valued_vertices: u64,
    /// Buffers that were made for meshes, poses and places.
    pub buffers: u64,
    /// Writes to shared buffers of meshes, poses and places.
    pub writes: u64,
    /// Sent bytes of meshes too large for one step.
    pub mesh_bytes: u64,
    /// Room that was made for deformed vertices, in bytes.
    pub posed_bytes: u64,
    /// Palettes and weights that were sent.
    pub pose_bytes: u64,
    /// Textures that were sent, their mips apart.
    pub texture_bytes: u64,
    /// Passes that are made: those that pictures needed, or all. Those of meshes and their materials are not counted.
    pub passes: u64,
}
