//! Posed vertices, read back.

use super::packing::octahedron;
use super::pool::PoolSlice;
use crate::gpu::context::Context;
use crate::gpu::error::RenderError;
use crate::gpu::gpu_types::PosedVertex;
use crate::gpu::readback::read_buffer;

/// One mesh of a placed model as the deform pass left it, in model space.
#[derive(Clone, Debug, PartialEq)]
pub struct DeformedMesh {
    /// One per vertex of the mesh, in the units of the model.
    pub positions: Vec<[f32; 3]>,
    /// Unit length, to the precision of the packing (about 1e-4).
    pub normals: Vec<[f32; 3]>,
    /// Unit length and the bitangent's side; empty unless the file gives tangents that the material has a use for.
    pub tangents: Vec<[f32; 4]>,
}

impl DeformedMesh {
    /// From whole packed vertices.
    pub(crate) fn unpack(bytes: &[u8], has_tangents: bool) -> Self {
        let vertices: Vec<PosedVertex> = bytemuck::pod_collect_to_vec(bytes);
        Self {
            positions: vertices.iter().map(|v| [v.x, v.y, v.z]).collect(),
            normals: vertices
                .iter()
                .map(|v| octahedron::unpack(v.normal).to_array())
                .collect(),
            tangents: match has_tangents {
                true => vertices.iter().map(|v| octahedron::unpack_tangent(v.tangent)).collect(),
                false => Vec::new(),
            },
        }
    }
}

/// The bytes of a part whose buffer has `COPY_SRC`.
pub(crate) fn read_part(context: &Context, part: &PoolSlice) -> Result<Vec<u8>, RenderError> {
    let first = part.offset();
    read_buffer(context, part.buffer(), first..first + part.size())
}
