//! Where a placed model stands, once or many times, on the GPU.
//!
//! Written when it changed, not per picture: ten thousand instances that stand still cost nothing to draw again.

use super::pool::{BufferPool, PoolSlice};
use crate::core::normal_matrix;
use crate::picture::PlacedModel;
use crate::picture::Places;
use crate::render::gpu::gpu_types::{PlacementInstance, PointPlacement};
use crate::render::job::Extent;
use crate::render::{Context, RenderError};
use glam::{Affine3A, Mat3, Vec3};
use std::sync::OnceLock;
use wgpu::util::DeviceExt;

/// Corners of a dot (`shaders/points.wgsl`).
const DOT_CORNERS: usize = 6;

/// One [`PlacementInstance`] per time the model is drawn; none before it is placed.
#[derive(Default)]
pub struct Placements {
    part: Option<PoolSlice>,
    /// For clouds of points; made when first drawn.
    points: OnceLock<wgpu::Buffer>,
    count: u32,
    /// What the buffer was written from.
    source: Option<Source>,
}

#[derive(Clone)]
struct Source {
    world_from_stage: Affine3A,
    stage_from_model: Affine3A,
    places: Places,
}

/// The vertices of one mesh and where they stand, as the passes bind them.
pub struct Standing<'a> {
    pub vertices: &'a PoolSlice,
    pub placements: &'a Placements,
}

impl Placements {
    /// Writes where `placed` stands, if that is not what was written last. After an error it stands nowhere.
    pub fn set(
        &mut self,
        (context, room): (&Context, &mut BufferPool),
        world_from_stage: Affine3A,
        placed: &PlacedModel,
    ) -> Result<(), RenderError> {
        let source = Source {
            world_from_stage,
            stage_from_model: placed.stage_from_model,
            places: placed.places.clone(),
        };
        if self.source.as_ref().is_some_and(|have| have.is(&source)) {
            return Ok(());
        }
        let instances: Vec<PlacementInstance> = source.worlds().map(placement).collect();
        self.count = 0;
        self.points = OnceLock::new();
        let bytes: &[u8] = bytemuck::cast_slice(&instances);
        if bytes.len() as u64 > self.part.as_ref().map_or(0, PoolSlice::size) {
            let made = context.catch(|| room.take(context, "render / placements", bytes.len() as u64));
            self.part = Some(made.inspect_err(|_| room.close())?);
        }
        if let Some(part) = &self.part {
            room.write(part, bytes);
        }
        self.count = instances.len() as u32;
        self.source = Some(source);
        Ok(())
    }

    /// How often the model is drawn.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// `world_from_mesh` of one of the times it is drawn.
    pub fn world(&self, index: usize) -> Option<Affine3A> {
        self.source.as_ref()?.worlds().nth(index)
    }

    /// Of a cloud of `points`: they are the instances, and each has its corners once for each placement.
    pub fn points_extent(&self, points: u32) -> Extent {
        let corners = DOT_CORNERS as u32;
        Extent::new(self.count.saturating_mul(corners), corners, 0..points)
    }

    /// Vertex buffer 1.
    pub fn bind(&self, pass: &mut wgpu::RenderPass<'_>) {
        // Without a place there are no instances to draw.
        if let Some(part) = &self.part {
            pass.set_vertex_buffer(1, part.slice());
        }
    }

    /// Every placement six times, for draws whose instances are points.
    fn points(&self, context: &Context) -> &wgpu::Buffer {
        self.points.get_or_init(|| {
            let worlds = self.source.iter().flat_map(Source::worlds);
            let corners: Vec<PointPlacement> = worlds
                .flat_map(|world| {
                    let world_from_mesh = columns(world);
                    [PointPlacement { world_from_mesh }; DOT_CORNERS]
                })
                .collect();
            context.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: Some("render / point placements"),
                contents: bytemuck::cast_slice(&corners),
                usage: wgpu::BufferUsages::VERTEX,
            })
        })
    }
}

impl Standing<'_> {
    /// Vertex buffers 0 and 1.
    pub fn bind(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_vertex_buffer(0, self.vertices.slice());
        self.placements.bind(pass);
    }

    /// Vertex buffers 0 and 1 of a cloud of points.
    pub fn bind_points(&self, context: &Context, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_vertex_buffer(0, self.vertices.slice());
        pass.set_vertex_buffer(1, self.placements.points(context).slice(..));
    }
}

impl Source {
    fn is(&self, other: &Self) -> bool {
        self.places.is(&other.places)
            && self.world_from_stage == other.world_from_stage
            && self.stage_from_model == other.stage_from_model
    }

    /// `world_from_mesh`, once per time it is drawn.
    fn worlds(&self) -> impl Iterator<Item = Affine3A> {
        let places = self.places.iter();
        places.map(|stage_from_place| self.world_from_stage * *stage_from_place * self.stage_from_model)
    }
}

fn placement(world_from_mesh: Affine3A) -> PlacementInstance {
    PlacementInstance {
        world_from_mesh: columns(world_from_mesh),
        normal_from_mesh: unit_normal_matrix(Mat3::from(world_from_mesh.matrix3)).to_cols_array_2d(),
    }
}

fn columns(matrix: Affine3A) -> [[f32; 3]; 4] {
    let m = matrix.matrix3;
    [m.x_axis, m.y_axis, m.z_axis, matrix.translation].map(|column| Vec3::from(column).to_array())
}

/// [`normal_matrix`], scaled so that neither a placement of 1e-6 nor one of 1e6 loses it in f32.
fn unit_normal_matrix(matrix: Mat3) -> Mat3 {
    let largest = matrix
        .to_cols_array()
        .into_iter()
        .fold(0.0f32, |largest, value| largest.max(value.abs()));
    if largest > 0.0 && largest.is_finite() {
        normal_matrix(matrix * (1.0 / largest))
    } else {
        Mat3::IDENTITY
    }
}
