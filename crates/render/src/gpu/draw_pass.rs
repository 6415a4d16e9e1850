//! A pass that draws.

use std::ops::Range;

/// Bind groups of a pipeline at most; four, but for the one that shades by numbers.
pub const GROUPS: usize = 5;
/// Vertex buffers of a pipeline at most.
const BUFFERS: usize = 8;

/// As [`wgpu::RenderPass`], but for what is set already: most draws share a pipeline, a material and a place with the one before, and
/// setting them takes the processor as long as the draw.
pub struct DrawPass<'a> {
    pass: wgpu::RenderPass<'a>,
    pipeline: Option<wgpu::RenderPipeline>,
    groups: [Option<(wgpu::BindGroup, Option<u32>)>; GROUPS],
    vertices: [Option<Part>; BUFFERS],
    indices: Option<(wgpu::Buffer, wgpu::IndexFormat)>,
    /// Where the indices of the next draw begin in their buffer, counted in indices.
    first_index: u32,
    /// Where its vertices begin in theirs, counted in vertices.
    first_vertex: i32,
    scissor: Option<[u32; 4]>,
}

/// A buffer, and first and last byte of a part of it, the latter excluded.
#[derive(PartialEq)]
struct Part(wgpu::Buffer, [u64; 2]);

impl Part {
    fn of(slice: wgpu::BufferSlice<'_>) -> Self {
        Self(slice.buffer().clone(), ends(slice))
    }

    fn is(&self, slice: wgpu::BufferSlice<'_>) -> bool {
        self.0 == *slice.buffer() && self.1 == ends(slice)
    }
}

fn ends(slice: wgpu::BufferSlice<'_>) -> [u64; 2] {
    [slice.offset(), slice.offset() + slice.size()]
}

impl<'a> DrawPass<'a> {
    pub fn begin(encoder: &'a mut wgpu::CommandEncoder, of: &wgpu::RenderPassDescriptor<'_>) -> Self {
        Self {
            pass: encoder.begin_render_pass(of),
            pipeline: None,
            groups: Default::default(),
            vertices: Default::default(),
            indices: None,
            first_index: 0,
            first_vertex: 0,
            scissor: None,
        }
    }

    pub fn set_pipeline(&mut self, pipeline: &wgpu::RenderPipeline) {
        if self.pipeline.as_ref() != Some(pipeline) {
            self.pass.set_pipeline(pipeline);
            self.pipeline = Some(pipeline.clone());
        }
    }

    /// `offset`: where the group has a binding with an offset of its own.
    pub fn set_bind_group(&mut self, index: u32, group: &wgpu::BindGroup, offset: Option<u32>) {
        let set = &mut self.groups[index as usize];
        if !set.as_ref().is_some_and(|(own, at)| own == group && *at == offset) {
            self.pass.set_bind_group(index, group, offset.as_slice());
            *set = Some((group.clone(), offset));
        }
    }

    pub fn set_vertex_buffer(&mut self, slot: u32, slice: wgpu::BufferSlice<'_>) {
        if slot == 0 {
            self.first_vertex = 0;
        }
        let set = &mut self.vertices[slot as usize];
        if !set.as_ref().is_some_and(|part| part.is(slice)) {
            self.pass.set_vertex_buffer(slot, slice);
            *set = Some(Part::of(slice));
        }
    }

    /// Vertex buffer 0 of indexed draws whose pipeline reads no other by vertex. Many meshes have parts of one buffer, which is set as a whole
    /// and once if they begin at a multiple of `stride`, which is how many bytes a vertex takes.
    pub fn set_vertices(&mut self, slice: wgpu::BufferSlice<'_>, stride: u64) {
        match i32::try_from(slice.offset() / stride) {
            Ok(first) if slice.offset() % stride == 0 => {
                self.set_vertex_buffer(0, slice.buffer().slice(..));
                self.first_vertex = first;
            }
            _ => self.set_vertex_buffer(0, slice),
        }
    }

    /// Many meshes have parts of one buffer, which is set as a whole and once.
    pub fn set_index_buffer(&mut self, slice: wgpu::BufferSlice<'_>, format: wgpu::IndexFormat) {
        let buffer = slice.buffer();
        self.first_index = (slice.offset() / format.byte_size() as u64) as u32;
        let set = &mut self.indices;
        if !set.as_ref().is_some_and(|(own, of)| own == buffer && *of == format) {
            self.pass.set_index_buffer(buffer.slice(..), format);
            *set = Some((buffer.clone(), format));
        }
    }

    /// The same for every channel.
    pub fn set_blend_constant(&mut self, weight: f64) {
        self.pass.set_blend_constant(wgpu::Color {
            r: weight,
            g: weight,
            b: weight,
            a: weight,
        });
    }

    /// Left, top, width and height, in pixels.
    pub fn set_scissor_rect(&mut self, x: u32, y: u32, width: u32, height: u32) {
        let rectangle = Some([x, y, width, height]);
        if self.scissor != rectangle {
            self.pass.set_scissor_rect(x, y, width, height);
            self.scissor = rectangle;
        }
    }

    pub fn draw(&mut self, vertices: Range<u32>, instances: Range<u32>) {
        self.pass.draw(vertices, instances);
    }

    /// `draws`: positions in `buffer`, which holds arguments of indexed draws.
    pub fn draw_batch(&mut self, buffer: &wgpu::Buffer, draws: Range<u32>) {
        let at = u64::from(draws.start) * size_of::<wgpu::util::DrawIndexedIndirectArgs>() as u64;
        let count = draws.end - draws.start;
        self.pass.multi_draw_indexed_indirect(buffer, at, count);
    }

    /// Its corners and vertices are counted from the beginning of what is set.
    pub fn draw_one(&mut self, draw: &wgpu::util::DrawIndexedIndirectArgs) {
        let corners = draw.first_index..draw.first_index + draw.index_count;
        let instances = draw.first_instance..draw.first_instance + draw.instance_count;
        self.pass.draw_indexed(corners, draw.base_vertex, instances);
    }

    /// `corners`: of the part that was set as index buffer.
    pub fn draw_indexed(&mut self, corners: Range<u32>, instances: Range<u32>) {
        let first = self.first_index;
        let corners = first + corners.start..first + corners.end;
        self.pass.draw_indexed(corners, self.first_vertex, instances);
    }
}
