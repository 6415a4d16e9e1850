//! Shader parts that pipelines of [`super::cut`] have and pipelines of meshes without holes lack.

use crate::upload::texture::Wired;

/// How a shader finds the holes of a mesh.
pub struct CutShader<'a> {
    /// The maps that its text reads.
    pub wired: &'a Wired,
    /// The entry point that hands on what alpha is read from.
    pub vertex: &'static str,
    pub buffers: Vec<Option<wgpu::VertexBufferLayout<'static>>>,
}
