//! Layouts of the vertex buffers that drawing passes read.

use crate::gpu::gpu_types::{PlacementInstance, PointPlacement, PosedVertex};

/// Packed vertices as the deform pass writes them: position, octahedral normal.
pub fn posed_vertices(step: wgpu::VertexStepMode) -> wgpu::VertexBufferLayout<'static> {
    wgpu::VertexBufferLayout {
        array_stride: size_of::<PosedVertex>() as u64,
        step_mode: step,
        attributes: &[
            wgpu::VertexAttribute {
                format: wgpu::VertexFormat::Float32x3,
                offset: 0,
                shader_location: 0,
            },
            wgpu::VertexAttribute {
                format: wgpu::VertexFormat::Snorm16x2,
                offset: 12,
                shader_location: 1,
            },
        ],
    }
}

/// The same with their tangents.
pub const FRAMED_VERTICES: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<PosedVertex>() as u64,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Snorm16x2, 4 => Uint32],
};

/// Where a mesh stands, one entry per instance of a draw.
pub const PLACEMENTS: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<PlacementInstance>() as u64,
    step_mode: wgpu::VertexStepMode::Instance,
    attributes: &wgpu::vertex_attr_array![
        8 => Float32x3, 9 => Float32x3, 10 => Float32x3, 11 => Float32x3, 12 => Float32x3, 13 => Float32x3, 14 => Float32x3
    ],
};

/// Layout of the colours of [`Paint::Full`](crate::upload::scene_gpu::Paint), by vertex of the mesh.
pub fn colors(step_mode: wgpu::VertexStepMode) -> wgpu::VertexBufferLayout<'static> {
    wgpu::VertexBufferLayout {
        array_stride: 8,
        step_mode,
        attributes: &wgpu::vertex_attr_array![3 => Unorm16x4],
    }
}

/// Where a cloud of points stands: each entry as often as a dot has corners, because the instances of such a draw are
/// the points.
pub const POINT_PLACEMENTS: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<PointPlacement>() as u64,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![8 => Float32x3, 9 => Float32x3, 10 => Float32x3, 11 => Float32x3],
};

pub const UVS: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: 8,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![2 => Float32x2],
};

pub const UV_PAIRS: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: 16,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![2 => Float32x4],
};
