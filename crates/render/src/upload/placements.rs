//! Where a placed model stands, once or many times, on the GPU.
//!
//! Written when it changed, not per picture: ten thousand instances that stand still cost nothing to draw again. Half a million are
//! written over several steps.

use super::pool::{BufferPool, PoolSlice};
use crate::cost::{Allowance, Extent, Work};
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::error::RenderError;
use crate::gpu::gpu_types::{PlacementInstance, PointPlacement, PosedVertex};
use castview_base::core::normal_matrix;
use castview_picture::PlacedModel;
use castview_picture::Places;
use glam::{Affine3A, Mat3, Vec3};
use std::ops::Range;

/// Corners of a dot (`shaders/surfaces/points.wgsl`).
const DOT_CORNERS: usize = 6;

/// One [`PlacementInstance`] per time the model is drawn; none before it is placed.
#[derive(Default)]
pub struct Placements {
    /// Placements that the buffers are written from.
    source: Option<Source>,
    instances: Written,
    /// For clouds of points: each place once per corner of a dot. Written when first drawn.
    points: Written,
}

/// A buffer that is written bit by bit.
#[derive(Default)]
struct Written {
    part: Option<PoolSlice>,
    /// How many of the places are in it.
    places: usize,
}

#[derive(Clone)]
struct Source {
    world_from_stage: Affine3A,
    stage_from_model: Affine3A,
    places: Places,
}

/// So many places are written at once, however little a step may do.
const FEW: usize = 16;

/// The vertices of one mesh and where they stand, as the passes bind them.
pub struct Standing<'a> {
    pub vertices: &'a PoolSlice,
    pub placements: &'a Placements,
    /// [`Abilities::base_vertices`](crate::Abilities::base_vertices).
    pub base_vertices: bool,
}

impl Placements {
    /// Goes on writing the places of `placed` as far as `allowance` lets it, unless they are already written; whether all are.
    /// Until then, and after an error, it stands nowhere.
    pub fn set(
        &mut self,
        (context, room): (&Context, &mut BufferPool),
        world_from_stage: Affine3A,
        placed: &PlacedModel,
        allowance: &mut Allowance,
    ) -> Result<bool, RenderError> {
        let source = Source {
            world_from_stage,
            stage_from_model: placed.stage_from_model,
            places: placed.places.clone(),
        };
        if !self.source.as_ref().is_some_and(|have| have.is(&source)) {
            self.source = None;
            self.instances.places = 0;
            self.points = Written::default();
            let bytes = (source.places.len() * size_of::<PlacementInstance>()) as u64;
            self.instances
                .take((context, &mut *room), "render / placements", bytes)?;
            self.source = Some(source);
        }
        let Some(source) = &self.source else { return Ok(true) };
        Ok(self.instances.go_on(room, source, allowance, placement))
    }

    /// The same for clouds of points.
    pub fn set_points(
        &mut self,
        (context, room): (&Context, &mut BufferPool),
        allowance: &mut Allowance,
    ) -> Result<bool, RenderError> {
        let Some(source) = &self.source else { return Ok(true) };
        if self.points.part.is_none() {
            let bytes = (source.places.len() * DOT_CORNERS * size_of::<PointPlacement>()) as u64;
            self.points
                .take((context, &mut *room), "render / point placements", bytes)?;
        }
        Ok(self.points.go_on(room, source, allowance, point_placements))
    }

    /// How often the model is drawn.
    pub fn count(&self) -> u32 {
        self.written(&self.instances)
    }

    /// Places of a buffer that holds all of them; otherwise none.
    fn written(&self, to: &Written) -> u32 {
        let all = self.source.as_ref().map(|source| source.places.len());
        all.filter(|all| *all == to.places).map_or(0, |all| all as u32)
    }

    /// `world_from_mesh` of one of the times it is drawn.
    pub fn world(&self, index: usize) -> Option<Affine3A> {
        self.source.as_ref()?.worlds(index..index + 1).next()
    }

    /// Extent for a cloud of `points`: they are the instances, and each has its corners once for each placement.
    pub fn points_extent(&self, points: u32) -> Extent {
        let corners = DOT_CORNERS as u32;
        let count = self.written(&self.points);
        Extent::new(count.saturating_mul(corners), corners, 0..points)
    }

    /// Vertex buffer 1.
    pub fn bind(&self, pass: &mut DrawPass<'_>) {
        self.instances.bind(pass);
    }

    /// Part that vertex buffer 1 is bound to, if the model stands anywhere.
    pub fn part(&self) -> Option<&PoolSlice> {
        self.instances.part.as_ref()
    }
}

impl Written {
    /// Room for so many bytes, of which none is written.
    fn take(
        &mut self,
        (context, room): (&Context, &mut BufferPool),
        label: &str,
        bytes: u64,
    ) -> Result<(), RenderError> {
        self.places = 0;
        if bytes > self.part.as_ref().map_or(0, PoolSlice::size) {
            let made = context.catch(|| room.take(context, label, bytes));
            self.part = Some(made.inspect_err(|_| room.close())?);
        }
        Ok(())
    }

    /// Appends as many places as `allowance` lets it; whether all are there. `pack` makes one.
    fn go_on<T: bytemuck::NoUninit>(
        &mut self,
        room: &mut BufferPool,
        source: &Source,
        allowance: &mut Allowance,
        pack: impl Fn(Affine3A) -> T,
    ) -> bool {
        let each = size_of::<T>();
        let Some(part) = &self.part else { return true };
        let all = source.places.len();
        // Packing one takes as long as sending it.
        let cost = Work {
            bytes: 2.0 * each as f64,
            ..Work::NONE
        };
        let left = all - self.places;
        let now = (allowance.fit(left as u64, &Work::NONE, &cost) as usize).max(left.min(FEW));
        let packed: Vec<T> = source.worlds(self.places..self.places + now).map(pack).collect();
        room.write_at(part, (self.places * each) as u64, bytemuck::cast_slice(&packed));
        allowance.spend(&cost.times(now as u64));
        self.places += now;
        let is_done = self.places == all;
        if !is_done {
            allowance.end();
        }
        is_done
    }

    /// Vertex buffer 1. Without a place there are no instances to draw.
    fn bind(&self, pass: &mut DrawPass<'_>) {
        if let Some(part) = &self.part {
            pass.set_vertex_buffer(1, part.slice());
        }
    }
}

impl Standing<'_> {
    /// Vertex buffers 0 and 1.
    pub fn bind(&self, pass: &mut DrawPass<'_>) {
        pass.set_vertex_buffer(0, self.vertices.slice());
        self.placements.bind(pass);
    }

    /// Vertex buffers 0 and 1, for indexed draws whose pipeline reads no others.
    pub fn bind_alone(&self, pass: &mut DrawPass<'_>) {
        match self.base_vertices {
            true => pass.set_vertices(self.vertices.slice(), size_of::<PosedVertex>() as u64),
            false => pass.set_vertex_buffer(0, self.vertices.slice()),
        }
        self.placements.bind(pass);
    }

    /// Vertex buffers 0 and 1 of a cloud of points.
    pub fn bind_points(&self, pass: &mut DrawPass<'_>) {
        pass.set_vertex_buffer(0, self.vertices.slice());
        self.placements.points.bind(pass);
    }
}

impl Source {
    fn is(&self, other: &Self) -> bool {
        self.places.is(&other.places)
            && self.world_from_stage == other.world_from_stage
            && self.stage_from_model == other.stage_from_model
    }

    /// `world_from_mesh` at some of the places; those that are not there are left out.
    fn worlds(&self, some: Range<usize>) -> impl Iterator<Item = Affine3A> {
        let places = self.places.get(some).unwrap_or_default();
        places
            .iter()
            .map(|stage_from_place| self.world_from_stage * *stage_from_place * self.stage_from_model)
    }
}

pub fn placement(world_from_mesh: Affine3A) -> PlacementInstance {
    PlacementInstance {
        world_from_mesh: columns(world_from_mesh),
        normal_from_mesh: unit_normal_matrix(Mat3::from(world_from_mesh.matrix3)).to_cols_array_2d(),
    }
}

fn point_placements(world: Affine3A) -> [PointPlacement; DOT_CORNERS] {
    let world_from_mesh = columns(world);
    [PointPlacement { world_from_mesh }; DOT_CORNERS]
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
