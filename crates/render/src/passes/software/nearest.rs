//! The nearest triangle of each sample, found by number before anything is shaded.
//!
//! In: meshes of many small triangles, on software Vulkan. Out: depth and number at each sample, by which it is shaded once
//! (`render::software`). There one thread prepares all triangles, and each triangle shades sixteen pixels at least; this way all threads
//! share the triangles, and hidden ones are not shaded. Others draw such meshes like all. Dots of dense meshes in the ground's map are
//! found the same way.

use crate::gpu::context::Context;
use crate::gpu::draw_pass::{DrawPass, GROUPS};
use crate::gpu::gpu_types::{NumberedUniform, PlacementInstance};
use crate::gpu::pipeline::Sides;
use crate::gpu::shaders::{self, Shader};
use crate::gpu::uniforms::uniform_entry;
use crate::upload::placements::placement;
use crate::upload::pool_slice::PoolSlice;
use crate::upload::scene_gpu::{Indices, Paint};
use crate::upload::vertices::deform::pipeline;
use glam::{Affine3A, Mat4};
use std::num::NonZeroU64;
use std::sync::OnceLock;
use wgpu::BufferBindingType::Storage;
use wgpu::ShaderStages;
use wgpu::util::DeviceExt;

/// Fewer triangles are drawn before all samples of a picture are looked at.
pub const FEWEST: u32 = 20_000;
/// Largest area of the mean triangle, in pixels and as if none were turned away. Larger triangles are so few that shading each sample by
/// itself takes longer.
pub const LARGEST_PX: f64 = 12.0;
/// Triangles or dots that can be found by themselves. Whole workgroups, and few, as a file may have each of them cover all of the picture.
pub const RUN: u32 = 256;
/// Runs of one dispatch at most.
const MOST_RUNS: u32 = 128;
/// Threads of a workgroup.
const WORKGROUP: u32 = 64;
/// Bytes of a word.
const WORD: u64 = 4;
/// Pixels along an edge of a tile; the shaders have the same number.
const TILE: u32 = 16;
/// More are not kept at once.
const MOST_BYTES: u64 = 128_000_000;
/// The bind group of [`layout`].
const GROUP: u32 = GROUPS as u32 - 1;

/// The depth of what is nearest, at each sample of a picture or of a map; of a picture its number, too.
pub struct Found {
    words: wgpu::Buffer,
    size: [u32; 2],
    samples: u32,
    /// For [`found_layout`].
    group: wgpu::BindGroup,
    /// Least and greatest number of each tile.
    tiles: wgpu::Buffer,
    /// For [`tiles_layout`].
    tiles_group: wgpu::BindGroup,
}

impl PlacedMesh<'_> {
    /// Bytes of what is bound.
    pub fn bindings(&self) -> impl Iterator<Item = u64> {
        let [uvs, colors] = match self.paint {
            Paint::Plain => [0, 0],
            Paint::Uvs(uvs) => [uvs.size(), 0],
            Paint::Full { uvs, colors } => [uvs.size(), colors.size()],
        };
        [self.vertices.size(), self.triangles.part.size(), uvs, colors].into_iter()
    }
}

impl Found {
    /// Whether triangles are found by number in a picture of `size`.
    pub fn suits(context: &Context, size: [u32; 2], samples: u32) -> bool {
        let most = most_bytes(context).min(MOST_BYTES);
        context.abilities().numbers_samples && bytes((size, samples), Sought::Nearest) <= most
    }

    /// Room for what is `sought`.
    pub fn new(context: &Context, size: [u32; 2], samples: u32, sought: Sought) -> Self {
        let words = context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("nearest / found"),
            size: bytes((size, samples), sought),
            usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let counts = context.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: Some("nearest / counts"),
            contents: bytemuck::cast_slice(&[size[0], size[1], samples, sought.words()]),
            usage: wgpu::BufferUsages::UNIFORM,
        });
        let tiles = context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("nearest / tiles"),
            size: u64::from(tiles_in(size)) * 2 * WORD,
            usage: wgpu::BufferUsages::STORAGE,
            mapped_at_creation: false,
        });
        let resources = [&words, &counts, &tiles].map(|buffer| buffer.as_entire_binding());
        let [found, all] = [&resources[..2], &resources[..]];
        Self {
            group: bind(context, &found_layout(context), found),
            tiles_group: bind(context, &tiles_layout(context), all),
            words,
            size,
            samples,
            tiles,
        }
    }

    /// Bind group 1 of what reads its depth.
    pub fn bind(&self, pass: &mut DrawPass<'_>) {
        pass.set_bind_group(1, &self.group, None);
    }
}

/// Layout of the group that [`Found::bind`] binds.
pub fn found_layout(context: &Context) -> wgpu::BindGroupLayout {
    let stage = ShaderStages::FRAGMENT;
    context
        .device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("nearest / found"),
            entries: &[storage(0, stage, true), uniform_entry(1, stage, 16, false)],
        })
}

/// Layout of the bindings that the pass for the numbers of tiles reads and writes.
fn tiles_layout(context: &Context) -> wgpu::BindGroupLayout {
    let stage = ShaderStages::COMPUTE;
    context
        .device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("nearest / tiles"),
            entries: &[
                storage(0, stage, true),
                uniform_entry(1, stage, 16, false),
                storage(2, stage, false),
            ],
        })
}

/// Tiles of a picture.
fn tiles_in(size: [u32; 2]) -> u32 {
    size[0].div_ceil(TILE) * size[1].div_ceil(TILE)
}

/// Binds `resources` from binding 0 on.
fn bind(context: &Context, layout: &wgpu::BindGroupLayout, resources: &[wgpu::BindingResource<'_>]) -> wgpu::BindGroup {
    let entries = (0..).zip(resources).map(|(binding, resource)| wgpu::BindGroupEntry {
        binding,
        resource: resource.clone(),
    });
    context.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("nearest"),
        layout,
        entries: &entries.collect::<Vec<_>>(),
    })
}

fn bytes((size, samples): ([u32; 2], u32), sought: Sought) -> u64 {
    u64::from(size[0]) * u64::from(size[1]) * u64::from(samples * sought.words()) * WORD
}

/// Size limit of a storage buffer binding.
pub fn most_bytes(context: &Context) -> u64 {
    context.device.limits().max_storage_buffer_binding_size
}

/// A mesh that stands at one place.
pub struct PlacedMesh<'a> {
    pub world_from_mesh: Affine3A,
    pub vertices: &'a PoolSlice,
    pub vertex_count: u32,
    pub triangles: &'a Indices,
    pub paint: &'a Paint,
    pub sides: Sides,
    /// For dots: one vertex of so many is taken.
    pub step: u32,
}

/// Values that are found of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sought {
    /// Depth and number of the nearest triangle.
    Nearest,
    /// Depth of the nearest triangle.
    Casters,
    /// Depth of every [`PlacedMesh::step`]th vertex.
    Dots,
}

impl Sought {
    fn shader(self) -> Shader {
        match self {
            Self::Nearest => shaders::NEAREST,
            Self::Casters => shaders::CASTERS,
            Self::Dots => shaders::DOTS,
        }
    }

    /// Words that one sample takes.
    fn words(self) -> u32 {
        match self {
            Self::Nearest => 2,
            Self::Casters | Self::Dots => 1,
        }
    }

    fn count(self, mesh: &PlacedMesh<'_>) -> u32 {
        match self {
            Self::Nearest | Self::Casters => mesh.triangles.count / 3,
            Self::Dots => mesh.vertex_count / mesh.step,
        }
    }

    /// Triangles or dots that one thread takes.
    fn each(self) -> u32 {
        match self {
            Self::Nearest | Self::Casters => 2,
            Self::Dots => 1,
        }
    }
}

/// A mesh whose triangles or dots have numbers.
pub struct Numbered {
    finding: wgpu::BindGroup,
    shading: wgpu::BindGroup,
    /// Position of the uniform of its first run, which goes on to the last triangle.
    first: u32,
    count: u32,
    /// Triangles or dots that one thread takes.
    each: u32,
    stride: u32,
    tiles: u32,
}

impl Numbered {
    /// Parts that can be found by themselves.
    pub fn runs(&self) -> u32 {
        self.count.div_ceil(RUN)
    }

    /// Tiles of the picture.
    pub fn tiles(&self) -> u32 {
        self.tiles
    }

    /// Binds what shading needs to know about it.
    pub fn bind(&self, pass: &mut DrawPass<'_>) {
        pass.set_bind_group(GROUP, &self.shading, Some(self.first * self.stride));
    }
}

/// Layout of the bindings that the shading shader has for a mesh with numbers.
pub fn layout(context: &Context) -> wgpu::BindGroupLayout {
    group_layout(context, ShaderStages::VERTEX_FRAGMENT, true, 7)
}

fn group_layout(context: &Context, stage: ShaderStages, is_found: bool, count: u32) -> wgpu::BindGroupLayout {
    let uniform = uniform_entry(0, stage, size_of::<NumberedUniform>(), true);
    // The words are written while they are found.
    let others = (1..count).map(|binding| storage(binding, stage, is_found || binding != 3));
    let entries: Vec<_> = std::iter::once(uniform).chain(others).collect();
    context
        .device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("numbered"),
            entries: &entries,
        })
}

fn storage(binding: u32, visibility: ShaderStages, read_only: bool) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility,
        ty: wgpu::BindingType::Buffer {
            ty: Storage { read_only },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    }
}

/// Finds the nearest triangles or dots. Made when first needed.
pub struct NearestPass {
    layout: wgpu::BindGroupLayout,
    /// By what is sought.
    pipelines: [OnceLock<wgpu::ComputePipeline>; 3],
    tiles: OnceLock<wgpu::ComputePipeline>,
}

impl NearestPass {
    pub fn new(context: &Context) -> Self {
        Self {
            layout: group_layout(context, ShaderStages::COMPUTE, false, 4),
            pipelines: Default::default(),
            tiles: OnceLock::new(),
        }
    }

    /// Makes what finds `sought`, unless it is there.
    pub fn make(&self, context: &Context, sought: Sought) {
        let mut groups = [None; GROUPS];
        groups[GROUPS - 1] = Some(&self.layout);
        self.pipelines[sought as usize].get_or_init(|| pipeline(&context.device, sought.shader(), &groups, &[]));
        let tiles = || pipeline(&context.device, shaders::TILES_OF, &[Some(&tiles_layout(context))], &[]);
        self.tiles.get_or_init(tiles);
    }

    /// Gives numbers to what is `sought` of `meshes`, in their order, and writes what the shaders need to know. `clip_from_world`: of who looks.
    /// `shading`: as [`layout`] has it.
    pub fn prepare(
        &self,
        context: &Context,
        (clip_from_world, found): (Mat4, &Found),
        (sought, meshes): (Sought, &[PlacedMesh<'_>]),
        shading: &wgpu::BindGroupLayout,
    ) -> Vec<Numbered> {
        self.make(context, sought);
        let alignment = context.device.limits().min_uniform_buffer_offset_alignment;
        let stride = (size_of::<NumberedUniform>() as u32).next_multiple_of(alignment);
        let (mut bytes, mut starts, mut before) = (Vec::new(), Vec::new(), 0);
        for mesh in meshes {
            starts.push(bytes.len() as u32 / stride);
            let count = sought.count(mesh);
            let all = NumberedUniform {
                before,
                end: count,
                ..uniform(clip_from_world, found, mesh)
            };
            for first in (0..count.max(1)).step_by(RUN as usize) {
                let uniform = NumberedUniform { first, ..all };
                let at = bytes.len();
                bytes.extend_from_slice(bytemuck::bytes_of(&uniform));
                bytes.resize(at + stride as usize, 0);
            }
            before = before.saturating_add(count);
        }
        let uniforms = context.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: Some("numbered"),
            contents: &bytes,
            usage: wgpu::BufferUsages::UNIFORM,
        });
        let numbered = |(mesh, first): (&PlacedMesh<'_>, u32)| Numbered {
            finding: group(context, (&self.layout, 4), (&uniforms, found), mesh),
            shading: group(context, (shading, 7), (&uniforms, found), mesh),
            first,
            count: sought.count(mesh),
            each: sought.each(),
            stride,
            tiles: tiles_in(found.size),
        };
        meshes.iter().zip(starts).map(numbered).collect()
    }

    /// A pass that finds what is `sought`; `first`: nothing of this picture was found yet.
    pub fn begin<'a>(
        &self,
        encoder: &'a mut wgpu::CommandEncoder,
        (sought, found): (Sought, &Found),
        first: bool,
    ) -> Option<wgpu::ComputePass<'a>> {
        if first {
            encoder.clear_buffer(&found.words, 0, None);
        }
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("nearest"),
            timestamp_writes: None,
        });
        pass.set_pipeline(self.pipelines[sought as usize].get()?);
        Some(pass)
    }

    /// Which numbers were found in each tile; after all triangles.
    pub fn find_tiles(&self, pass: &mut wgpu::ComputePass<'_>, found: &Found) {
        if let Some(pipeline) = self.tiles.get() {
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, &found.tiles_group, &[]);
            pass.dispatch_workgroups(tiles_in(found.size).div_ceil(WORKGROUP), 1, 1);
        }
    }

    /// Some runs of a mesh.
    pub fn find(&self, pass: &mut wgpu::ComputePass<'_>, mesh: &Numbered, runs: std::ops::Range<u32>) {
        let end = runs.end.min(mesh.runs());
        for first in (runs.start..end).step_by(MOST_RUNS as usize) {
            let count = ((first + MOST_RUNS).min(end) * RUN).min(mesh.count) - first * RUN;
            pass.set_bind_group(GROUP, &mesh.finding, &[(mesh.first + first) * mesh.stride]);
            pass.dispatch_workgroups(count.div_ceil(WORKGROUP * mesh.each), 1, 1);
        }
    }
}

/// Without its range of triangles.
fn uniform(clip_from_world: Mat4, found: &Found, mesh: &PlacedMesh<'_>) -> NumberedUniform {
    let PlacementInstance {
        world_from_mesh,
        normal_from_mesh,
    } = placement(mesh.world_from_mesh);
    let padded = |[x, y, z]: [f32; 3]| [x, y, z, 0.0];
    NumberedUniform {
        clip_from_world: clip_from_world.to_cols_array_2d(),
        world_from_mesh: world_from_mesh.map(padded),
        normal_from_mesh: normal_from_mesh.map(padded),
        size: found.size,
        samples: found.samples,
        sides: match mesh.sides {
            Sides::Front => 1,
            Sides::FrontMirrored => 2,
            Sides::Both => 3,
        },
        narrow: (mesh.triangles.format == wgpu::IndexFormat::Uint16).into(),
        step: mesh.step,
        ..NumberedUniform::default()
    }
}

/// The first `count` bindings of a group.
fn group(
    context: &Context,
    (layout, count): (&wgpu::BindGroupLayout, usize),
    (uniforms, found): (&wgpu::Buffer, &Found),
    mesh: &PlacedMesh<'_>,
) -> wgpu::BindGroup {
    // The shader does not read streams that the mesh lacks, so its vertices stand in for them.
    let vertices = || mesh.vertices.binding();
    let [uvs, colors] = match mesh.paint {
        Paint::Plain => [vertices(), vertices()],
        Paint::Uvs(uvs) => [uvs.binding(), vertices()],
        Paint::Full { uvs, colors } => [uvs.binding(), colors.binding()],
    };
    let uniform = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
        buffer: uniforms,
        offset: 0,
        size: NonZeroU64::new(size_of::<NumberedUniform>() as u64),
    });
    let words = found.words.as_entire_binding();
    let tiles = found.tiles.as_entire_binding();
    let indices = mesh.triangles.part.binding();
    let all = [uniform, vertices(), indices, words, uvs, colors, tiles];
    bind(context, layout, &all[..count])
}
