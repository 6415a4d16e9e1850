//! Many small meshes, drawn by one command where depth alone is drawn.
//!
//! In: opaque meshes as a seer sees them. Out: batches of draws that differ only in where their corners and vertices lie in shared buffers.
//! Where an adapter takes a batch at once, recording two hundred meshes takes no longer than recording one.

use super::depth::DepthDraw;
use crate::cost::{Extent, Span, Work};
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::gpu_types::PosedVertex;
use crate::gpu::pipeline::Sides;
use crate::upload::placements::Standing;
use crate::upload::pool_slice::PoolSlice;
use castview_base::scene::Alpha;
use wgpu::util::DrawIndexedIndirectArgs as Draw;

/// Corners of one mesh at most, all of its instances together, and how often it covers the picture: a batch is parted between meshes.
const MOST_CORNERS: u64 = 3 << 12;
const MOST_COVERED: f64 = 8.0;

/// A mesh that costs less is taken to cost that much, in corners and as a part of the picture.
const FEW_CORNERS: f64 = 1024.0;
const LITTLE_COVERED: f64 = 1.0 / 1024.0;

/// Batches that a mesh is compared with: few models take turns, and few meshes of one differ much.
const OPEN: usize = 16;

/// Draws that share everything that is set before them.
pub struct Batch {
    pub bound: Bound,
    pub draws: Vec<Draw>,
    /// Position of the first among those of all batches.
    pub first: u32,
    /// Cost of the dearest draw.
    pub each: Work,
}

/// The state that all meshes of a batch share: their sides, their buffers, and the class of their cost.
pub struct Bound {
    pub sides: Sides,
    /// Vertices and corners lie anywhere in them.
    pub vertices: wgpu::Buffer,
    pub indices: wgpu::Buffer,
    pub format: wgpu::IndexFormat,
    pub places: PoolSlice,
    /// Each of a batch is taken to cost as much as the dearest, so all of them cost about the same: corners and pixels, as powers of two.
    cost: [i32; 2],
}

/// One mesh of a batch.
pub struct Batched<'a> {
    drawn: &'a DepthDraw<'a>,
    vertices: &'a wgpu::Buffer,
    places: &'a PoolSlice,
    draw: Draw,
    each: Work,
    cost: [i32; 2],
}

impl<'a> Batched<'a> {
    /// `None`: the mesh is drawn by itself. `mean`, `all`: what its mean triangle covers and what the picture has, in pixels.
    pub fn of(drawn: &'a DepthDraw<'_>, standing: &'a Standing<'_>, [mean, all]: [f64; 2]) -> Option<Self> {
        let (triangles, vertices) = (drawn.triangles, standing.vertices);
        let instances = standing.placements.count();
        let corners = u64::from(triangles.count) * u64::from(instances);
        let covered = mean * corners as f64 / 3.0;
        let is_plain = drawn.item.alpha == Alpha::Opaque && !drawn.item.is_numbered && drawn.dot_step == 0;
        let is_small = corners > 0 && corners <= MOST_CORNERS && covered <= MOST_COVERED * all;
        let stride = size_of::<PosedVertex>() as u64;
        let is_aligned = standing.base_vertices && vertices.offset().is_multiple_of(stride);
        if !(is_plain && is_small && is_aligned) {
            return None;
        }
        let index_bytes = triangles.format.byte_size() as u64;
        let power = |cost: f64, little: f64| (cost / little).max(1.0).log2().ceil() as i32;
        Some(Self {
            drawn,
            vertices: vertices.buffer(),
            places: standing.placements.part()?,
            draw: Draw {
                index_count: triangles.count,
                instance_count: instances,
                first_index: u32::try_from(triangles.part.offset() / index_bytes).ok()?,
                base_vertex: i32::try_from(vertices.offset() / stride).ok()?,
                first_instance: 0,
            },
            each: Work {
                corners: corners as f64,
                draws: 1.0,
                depths: covered,
                ..Work::NONE
            },
            cost: [power(corners as f64, FEW_CORNERS), power(covered, LITTLE_COVERED * all)],
        })
    }

    fn is_bound_by(&self, bound: &Bound) -> bool {
        let triangles = self.drawn.triangles;
        bound.sides == self.drawn.sides
            && bound.cost == self.cost
            && bound.format == triangles.format
            && bound.vertices == *self.vertices
            && bound.indices == *triangles.part.buffer()
            && bound.places == *self.places
    }

    fn bound(&self) -> Bound {
        Bound {
            sides: self.drawn.sides,
            vertices: self.vertices.clone(),
            indices: self.drawn.triangles.part.buffer().clone(),
            format: self.drawn.triangles.format,
            places: self.places.clone(),
            cost: self.cost,
        }
    }
}

impl Batch {
    /// Puts a mesh into one of the batches that were begun last, or into a new one; whether it is a new one.
    pub fn add(batches: &mut Vec<Self>, mesh: &Batched<'_>) -> bool {
        let mut open = batches.iter_mut().rev().take(OPEN);
        if let Some(batch) = open.find(|batch| mesh.is_bound_by(&batch.bound)) {
            batch.draws.push(mesh.draw);
            batch.each.corners = batch.each.corners.max(mesh.each.corners);
            batch.each.pixels = batch.each.pixels.max(mesh.each.pixels);
            return false;
        }
        batches.push(Self {
            bound: mesh.bound(),
            draws: vec![mesh.draw],
            first: 0,
            each: mesh.each,
        });
        true
    }

    /// The view and the pipeline are bound already. `all`: where an adapter that takes batches finds the draws of all of them.
    pub fn draw(&self, pass: &mut DrawPass<'_>, all: Option<&wgpu::Buffer>, span: &Span) {
        pass.set_vertex_buffer(0, self.bound.vertices.slice(..));
        pass.set_vertex_buffer(1, self.bound.places.slice());
        pass.set_index_buffer(self.bound.indices.slice(..), self.bound.format);
        for (some, _) in span.draws() {
            match all {
                Some(all) => pass.draw_batch(all, self.first + some.start..self.first + some.end),
                None => self.draws[some.start as usize..some.end as usize]
                    .iter()
                    .for_each(|draw| pass.draw_one(draw)),
            }
        }
    }

    /// Each draw is a grain.
    pub fn extent(&self) -> Extent {
        Extent::new(self.draws.len() as u32, 1, 0..1)
    }
}

/// The draws of all batches of a picture, as the adapter reads them.
#[derive(Default)]
pub struct Draws {
    buffer: Option<wgpu::Buffer>,
    held: Vec<Draw>,
}

impl Draws {
    /// Writes those of `batches` and tells each where its own begin. The same ones as before are not sent again. Where
    /// memory is full there is no buffer, and meshes are drawn one by one.
    pub fn write<'a>(&mut self, context: &Context, batches: impl Iterator<Item = &'a mut Batch>) {
        let mut all = Vec::with_capacity(self.held.len());
        for batch in batches {
            batch.first = all.len() as u32;
            all.extend_from_slice(&batch.draws);
        }
        let bytes = bytemuck::cast_slice(&all);
        if all.is_empty() || bytes == bytemuck::cast_slice::<Draw, u8>(&self.held) {
            return;
        }
        let size = bytes.len() as u64;
        let make = || {
            context.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("shadows / draws"),
                size: size.next_power_of_two(),
                usage: wgpu::BufferUsages::INDIRECT | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })
        };
        let buffer = self.buffer.take().filter(|buffer| buffer.size() >= size);
        let Ok(buffer) = buffer.map_or_else(|| context.catch(make), Ok) else {
            self.held.clear();
            return;
        };
        context.queue.write_buffer(&buffer, 0, bytes);
        self.buffer = Some(buffer);
        self.held = all;
    }

    pub fn buffer(&self) -> Option<&wgpu::Buffer> {
        self.buffer.as_ref()
    }
}
