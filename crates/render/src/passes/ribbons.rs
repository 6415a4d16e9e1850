//! Ribbons of hair, as every pass draws them.

use crate::cost::Span;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::gpu_types::HairVertex;
use crate::upload::placements::Placements;
use crate::upload::scene_gpu::HairGpu;

pub const VERTICES: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<HairVertex>() as u64,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Float32, 3 => Float32],
};

/// The pipeline is set already, and what it reads is bound.
pub fn draw_ribbons(pass: &mut DrawPass<'_>, hair: &HairGpu, placements: &Placements, span: &Span) {
    pass.set_vertex_buffer(0, hair.vertices.slice());
    placements.bind(pass);
    pass.set_index_buffer(hair.ribbons.part.slice(), hair.ribbons.format);
    for (corners, instances) in span.draws() {
        pass.draw_indexed(corners, instances);
    }
}
