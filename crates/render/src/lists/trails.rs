//! Ways of bones and lines of fixtures of one picture on the GPU, one instance for each line and dot.

use super::fixtures;
use crate::cost::{Extent, Span};
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::gpu_types::{TrailDot, TrailSegment};
use castview_picture::{Colors, Picture, Trail, TrailPoint};
use glam::{Affine3A, Vec3};
use std::sync::Arc;

/// Corners of one quad, a strip.
const CORNERS: u32 = 4;
/// Draws one after the other.
const STEPS: usize = 6;

/// Radii in pixels: of a key, of where the bone is now.
const KEY_PX: f32 = 3.2;
const NOW_PX: f32 = 6.0;
/// Width of the dark edges of a trail, both sides together. They make it readable on any texture.
const EDGE_PX: f32 = 2.4;

/// The ways of one picture on the GPU. Ways that stay the same from picture to picture are written once.
#[derive(Default)]
pub struct Trails {
    segments: Instances,
    /// The same, dark and a little wider.
    edges: Instances,
    keys: Instances,
    now: Instances,
    /// Lines of fixtures: drawn like ways, made anew for every picture.
    fixtures: Instances,
    written: Option<Written>,
}

struct Written {
    ways: Vec<Arc<Vec<TrailPoint>>>,
    world_from_stage: Affine3A,
    colors: Colors,
}

/// Grows as needed.
#[derive(Default)]
pub struct Instances {
    buffer: Option<wgpu::Buffer>,
    count: u32,
}

impl Instances {
    fn write<T: bytemuck::Pod>(&mut self, context: &Context, label: &str, instances: &[T]) {
        let bytes: &[u8] = bytemuck::cast_slice(instances);
        self.count = instances.len() as u32;
        if bytes.is_empty() {
            return;
        }
        let fits = self
            .buffer
            .as_ref()
            .is_some_and(|buffer| buffer.size() >= bytes.len() as u64);
        if !fits {
            self.buffer = Some(context.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: bytes.len().next_power_of_two() as u64,
                usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            }));
        }
        if let Some(buffer) = &self.buffer {
            context.queue.write_buffer(buffer, 0, bytes);
        }
    }

    /// As quads; the pipeline is set.
    pub fn draw(&self, pass: &mut DrawPass<'_>, span: &Span) {
        if let Some(buffer) = self.buffer.as_ref().filter(|_| self.count > 0) {
            pass.set_vertex_buffer(0, buffer.slice(..));
            for (corners, instances) in span.draws() {
                pass.draw(corners, instances);
            }
        }
    }
}

impl Trails {
    /// Vertices and instances that each step of the pass draws.
    pub fn extents(&self) -> [Extent; STEPS] {
        self.steps()
            .map(|instances| Extent::new(CORNERS, CORNERS, 0..instances.count))
    }

    /// In the order in which they are drawn. Fixtures are drawn twice, faintly where something hides them; ways after their edges, so that
    /// the next part's edge does not lie over the part before.
    pub fn steps(&self) -> [&Instances; STEPS] {
        let fixtures = &self.fixtures;
        [fixtures, fixtures, &self.edges, &self.segments, &self.keys, &self.now]
    }

    pub fn write(&mut self, context: &Context, picture: &Picture) {
        let (world_from_stage, colors) = (picture.world_from_stage, &picture.colors);
        let holds = self.written.as_ref().is_some_and(|written| {
            written.world_from_stage == world_from_stage
                && written.colors == *colors
                && written.ways.len() == picture.trails.len()
                && written
                    .ways
                    .iter()
                    .zip(&picture.trails)
                    .all(|(way, trail)| Arc::ptr_eq(way, &trail.points))
        });
        if !holds {
            let ways = || picture.trails.iter().map(|trail| trail.points.as_slice());
            let segments: Vec<TrailSegment> = ways().flat_map(|way| segments(way, world_from_stage, colors)).collect();
            let keys = ways().flatten().filter(|point| point.is_key);
            let keys: Vec<TrailDot> = keys
                .map(|point| {
                    dot(
                        point.position,
                        KEY_PX,
                        colors.of_pace(point.pace),
                        world_from_stage,
                        colors,
                    )
                })
                .collect();
            let edges: Vec<TrailSegment> = segments.iter().map(|segment| edge(segment, colors)).collect();
            self.segments.write(context, "trails / segments", &segments);
            self.edges.write(context, "trails / edges", &edges);
            self.keys.write(context, "trails / keys", &keys);
            self.written = Some(Written {
                ways: picture.trails.iter().map(|trail| trail.points.clone()).collect(),
                world_from_stage,
                colors: *colors,
            });
        }
        let now = |trail: &Trail| dot(trail.now, NOW_PX, colors.selected, world_from_stage, colors);
        let now: Vec<TrailDot> = picture
            .trails
            .iter()
            .filter(|trail| trail.now.is_finite())
            .map(now)
            .collect();
        self.now.write(context, "trails / now", &now);
        self.fixtures
            .write(context, "trails / fixtures", &fixtures::lines(picture));
    }
}

fn segments<'a>(
    way: &'a [TrailPoint],
    world_from_stage: Affine3A,
    colors: &'a Colors,
) -> impl Iterator<Item = TrailSegment> + 'a {
    let ends = way.windows(2).map(|pair| [pair[0], pair[1]]);
    let drawn =
        ends.filter(|ends| ends.iter().all(|end| end.position.is_finite()) && ends[0].position != ends[1].position);
    drawn.map(move |[head, tail]| {
        let world = |point: TrailPoint| world_from_stage.transform_point3(point.position).to_array();
        TrailSegment {
            head: world(head),
            tail: world(tail),
            head_color: opaque(colors.of_pace(head.pace)),
            tail_color: opaque(colors.of_pace(tail.pace)),
            width_px: TrailSegment::WIDTH_PX,
        }
    })
}

/// The dark line below a part of a trail, seen at both sides of it.
fn edge(segment: &TrailSegment, colors: &Colors) -> TrailSegment {
    let dark = opaque(colors.bone_edge);
    TrailSegment {
        head_color: dark,
        tail_color: dark,
        width_px: segment.width_px + EDGE_PX,
        ..*segment
    }
}

fn dot(at: Vec3, radius_px: f32, color: [u8; 3], world_from_stage: Affine3A, colors: &Colors) -> TrailDot {
    TrailDot {
        position: world_from_stage.transform_point3(at).to_array(),
        radius_px,
        color: opaque(color),
        edge: opaque(colors.bone_edge),
    }
}

fn opaque([r, g, b]: [u8; 3]) -> [u8; 4] {
    [r, g, b, u8::MAX]
}
