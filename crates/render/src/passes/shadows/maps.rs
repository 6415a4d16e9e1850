//! The textures of shadows, and the compute passes that fill them.

use super::fit::{GROUND_SIDE, KEY_SIDE};
use super::textures::{HELD_FORMAT, drawn, filled};
use crate::gpu::context::Context;
use crate::gpu::error::RenderError;
use crate::gpu::gpu_types::{CastingUniform, RowsUniform};
use crate::gpu::shaders::{self, Shader};
use crate::gpu::uniforms::{UniformBuffer, uniform_entry, uniform_group};
use std::sync::OnceLock;
use wgpu::naga::ShaderStage;
use wgpu::util::DeviceExt;

/// Rows of a map that one run of a compute pass fills at least.
pub const BAND: u32 = 64;
/// Threads of a workgroup along each axis: `@workgroup_size` in the shaders.
const GROUP: u32 = 8;
/// Cells along an edge, of the ground's map in fewer, …
const CELLS: u32 = 32;
/// … and of what the ground lacks by them.
const CONTACT: u32 = 64;
/// Texels of that map, side by side, that one thread fills; `contact.wgsl` has the same number.
const EACH: u32 = 4;
/// Pixels, one below the other, that one thread softens; `soften.wgsl` has the same number.
const SOFTENED: u32 = 2;

const GROUND_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;

/// Maps that compute passes fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filled {
    Cells,
    Contact,
    Ground,
    Away,
    Hold,
    Gather,
    Soften,
}

impl Filled {
    /// All of them, each at the position that it is cast to.
    pub const ALL: [Self; 7] = [
        Self::Cells,
        Self::Contact,
        Self::Ground,
        Self::Away,
        Self::Hold,
        Self::Gather,
        Self::Soften,
    ];
}

/// Kinds of shadow in a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WantedMaps {
    pub key: bool,
    pub occlusion: bool,
    pub ground: bool,
}

impl WantedMaps {
    /// Maps with a texel or word for each pixel of the picture, or for every second, in the order they are filled. Occlusion alone is
    /// gathered.
    fn of_pixels(self) -> impl Iterator<Item = Filled> {
        let all = [Filled::Away, Filled::Hold, Filled::Gather, Filled::Soften].into_iter();
        all.filter(move |filled| self.occlusion || (self.key && *filled != Filled::Gather))
    }
}

/// One compute pass; its entry is called as its file.
struct Fill {
    shader: Shader,
    layout: wgpu::BindGroupLayout,
    pipeline_layout: wgpu::PipelineLayout,
    /// Made when first needed. Holding has one for each that is held back and for both, the others have one.
    pipelines: [OnceLock<wgpu::ComputePipeline>; 3],
}

/// Bytes that a buffer keeps of a pixel.
const WORD: u64 = 4;

/// Pixels of a picture, at most: what is kept of them must fit a binding.
pub fn most_pixels(context: &Context) -> u64 {
    context.device.limits().max_storage_buffer_binding_size / WORD
}

/// Maps whose size is that of no picture, and the passes of all.
pub struct Maps {
    pub casting: UniformBuffer,
    pub key: wgpu::TextureView,
    pub under: wgpu::TextureView,
    pub ground: wgpu::TextureView,
    fills: [Fill; 7],
    /// Bind groups of the passes that fill the ground's maps.
    groups: [wgpu::BindGroup; 3],
    rows: wgpu::BindGroup,
    rows_stride: u32,
    held: Option<Held>,
    /// Shadows of the picture in progress.
    wanted: WantedMaps,
    /// Size of the part of a picture where anything is to be seen.
    seen: [u32; 2],
}

/// Maps with a texel for each pixel of a picture.
pub struct Held {
    size: [u32; 2],
    /// Depth as the eye sees it.
    pub eye: wgpu::TextureView,
    /// Mask that shading reads.
    pub mask: wgpu::TextureView,
    /// From [`Filled::Away`] to [`Filled::Soften`].
    groups: [wgpu::BindGroup; 4],
    /// Bind group of [`Filled::Soften`], where nothing is gathered.
    ungathered: wgpu::BindGroup,
}

impl Maps {
    pub fn new(context: &Context) -> Self {
        let device = &context.device;
        let rows_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("shadows / rows"),
            entries: &[uniform_entry(
                0,
                wgpu::ShaderStages::COMPUTE,
                size_of::<RowsUniform>(),
                true,
            )],
        });
        let alignment = device.limits().min_uniform_buffer_offset_alignment;
        let rows_stride = (size_of::<RowsUniform>() as u32).next_multiple_of(alignment);
        let fill = |shader, entries: &[wgpu::BindingType]| Fill::new(context, shader, entries, &rows_layout);
        let fills = [
            fill(shaders::CELLS, &[FLOAT_TEXTURE, written(GROUND_FORMAT)]),
            fill(shaders::CONTACT, &[FLOAT_TEXTURE, written(GROUND_FORMAT)]),
            fill(
                shaders::GROUND_MAP,
                &[FLOAT_TEXTURE, FLOAT_TEXTURE, FLOAT_TEXTURE, written(GROUND_FORMAT)],
            ),
            fill(shaders::AWAY, &[FLOAT_TEXTURE, buffer(false)]),
            fill(shaders::HOLD, &[buffer(true), FLOAT_TEXTURE, buffer(false)]),
            fill(shaders::GATHER, &[buffer(true), buffer(true), buffer(false)]),
            fill(shaders::SOFTEN, &[buffer(true), buffer(true), written(HELD_FORMAT)]),
        ];
        let casting = UniformBuffer::new(context, "shadows / casting", size_of::<CastingUniform>());
        let key = drawn(context, "shadows / key", [KEY_SIDE; 2]);
        let under = drawn(context, "shadows / under", [GROUND_SIDE; 2]);
        let made = |label, side| filled(context, label, [side; 2], GROUND_FORMAT);
        let [cells, contact] = [made("shadows / cells", CELLS), made("shadows / contact", CONTACT)];
        let ground = made("shadows / ground", GROUND_SIDE);
        Self {
            groups: [
                fills[0].group(context, &casting, &[of(&under), of(&cells)]),
                fills[1].group(context, &casting, &[of(&cells), of(&contact)]),
                fills[2].group(context, &casting, &[of(&key), of(&under), of(&contact), of(&ground)]),
            ],
            rows: rows(context, &rows_layout, rows_stride),
            rows_stride,
            casting,
            key,
            under,
            ground,
            fills,
            held: None,
            wanted: WantedMaps::default(),
            seen: [0; 2],
        }
    }

    /// Makes the pipelines of a picture with that, unless they are there.
    pub fn prepare(&mut self, context: &Context, wanted: WantedMaps) -> Result<(), RenderError> {
        self.wanted = wanted;
        let ground = [Filled::Cells, Filled::Contact, Filled::Ground].into_iter();
        for filled in ground.filter(|_| wanted.ground).chain(wanted.of_pixels()) {
            let fill = &self.fills[filled as usize];
            let (at, constants) = variant(filled, wanted);
            if fill.pipelines[at].get().is_none() {
                let made = context.catch(|| fill.make(context, &constants))?;
                fill.pipelines[at].get_or_init(|| made);
            }
        }
        Ok(())
    }

    /// Makes the maps of pixels fit a picture of `size`, of which `seen` is to be filled.
    pub fn fit(&mut self, context: &Context, size: [u32; 2], seen: [u32; 2]) -> Result<(), RenderError> {
        self.seen = seen;
        if self.held.as_ref().is_some_and(|held| held.size == size) {
            return Ok(());
        }
        let held = context.catch(|| {
            let eye = drawn(context, "shadows / eye", size);
            let words = |label, per_row: u32| {
                context.device.create_buffer(&wgpu::BufferDescriptor {
                    label: Some(label),
                    size: u64::from(per_row) * u64::from(size[1]) * WORD,
                    usage: wgpu::BufferUsages::STORAGE,
                    mapped_at_creation: false,
                })
            };
            let away = words("shadows / away", size[0]);
            // For every second pixel of a row.
            let [raw, gathered] =
                ["shadows / held", "shadows / gathered"].map(|label| words(label, size[0].div_ceil(2)));
            let mask = filled(context, "shadows / mask", size, HELD_FORMAT);
            let [away, raw, gathered] = [&away, &raw, &gathered].map(wgpu::Buffer::as_entire_binding);
            let group = |filled: Filled, bound: &[wgpu::BindingResource<'_>]| {
                self.fills[filled as usize].group(context, &self.casting, bound)
            };
            let groups = [
                group(Filled::Away, &[of(&eye), away.clone()]),
                group(Filled::Hold, &[away.clone(), of(&self.key), raw.clone()]),
                group(Filled::Gather, &[away.clone(), raw.clone(), gathered.clone()]),
                group(Filled::Soften, &[away.clone(), gathered, of(&mask)]),
            ];
            Held {
                ungathered: group(Filled::Soften, &[away, raw, of(&mask)]),
                size,
                eye,
                mask,
                groups,
            }
        })?;
        self.held = Some(held);
        Ok(())
    }

    /// Maps to fill for each pixel of the picture in progress.
    pub fn of_pixels(&self) -> impl Iterator<Item = Filled> {
        self.wanted.of_pixels()
    }

    pub fn held(&self) -> Option<&Held> {
        self.held.as_ref()
    }

    /// Width and height of what is filled, in threads.
    pub fn size_of(&self, filled: Filled) -> [u32; 2] {
        match filled {
            Filled::Cells => [CELLS; 2],
            Filled::Contact => [CONTACT / EACH, CONTACT],
            Filled::Ground => [GROUND_SIDE; 2],
            // Every second pixel of a row, wherever the first is.
            Filled::Hold | Filled::Gather => [self.seen[0] / 2 + 1, self.seen[1]],
            Filled::Away => self.seen,
            Filled::Soften => [self.seen[0], self.seen[1].div_ceil(SOFTENED)],
        }
    }

    /// Fills `bands` of [`BAND`] rows each.
    pub fn run(&self, pass: &mut wgpu::ComputePass<'_>, filled: Filled, bands: &std::ops::Range<u32>) {
        let group = match (filled, &self.held) {
            (Filled::Cells | Filled::Contact | Filled::Ground, _) => &self.groups[filled as usize],
            (Filled::Soften, Some(held)) if !self.wanted.occlusion => &held.ungathered,
            (_, Some(held)) => &held.groups[filled as usize - Filled::Away as usize],
            (_, None) => return,
        };
        let [width, height] = self.size_of(filled);
        let (at, _) = variant(filled, self.wanted);
        let Some(pipeline) = self.fills[filled as usize].pipelines[at].get() else {
            return;
        };
        // Whole bands: `row_of` in the shaders needs as many.
        let rows = ((bands.end * BAND).min(height) - bands.start * BAND).next_multiple_of(BAND);
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, group, &[]);
        pass.set_bind_group(1, &self.rows, &[bands.start * self.rows_stride]);
        pass.dispatch_workgroups(width.div_ceil(GROUP), rows / GROUP, 1);
    }
}

/// Which pipeline of a pass fits, and the constants in its shader.
fn variant(filled: Filled, wanted: WantedMaps) -> (usize, Vec<(&'static str, f64)>) {
    let number = |is: bool| f64::from(u8::from(is));
    match (filled, wanted.key, wanted.occlusion) {
        (Filled::Hold, key, occlusion) => (
            match (key, occlusion) {
                (true, true) => 0,
                (true, false) => 1,
                (false, _) => 2,
            },
            vec![("HAS_KEY", number(key)), ("HAS_OCCLUSION", number(occlusion))],
        ),
        _ => (0, Vec::new()),
    }
}

const FLOAT_TEXTURE: wgpu::BindingType = read(wgpu::TextureSampleType::Float { filterable: false });

const fn read(sample_type: wgpu::TextureSampleType) -> wgpu::BindingType {
    wgpu::BindingType::Texture {
        sample_type,
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    }
}

const fn written(format: wgpu::TextureFormat) -> wgpu::BindingType {
    wgpu::BindingType::StorageTexture {
        access: wgpu::StorageTextureAccess::WriteOnly,
        format,
        view_dimension: wgpu::TextureViewDimension::D2,
    }
}

const fn buffer(read_only: bool) -> wgpu::BindingType {
    wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Storage { read_only },
        has_dynamic_offset: false,
        min_binding_size: None,
    }
}

fn of(view: &wgpu::TextureView) -> wgpu::BindingResource<'_> {
    wgpu::BindingResource::TextureView(view)
}

impl Fill {
    /// `bound`: from binding 1 on.
    fn new(context: &Context, shader: Shader, bound: &[wgpu::BindingType], rows: &wgpu::BindGroupLayout) -> Self {
        let device = &context.device;
        let compute = wgpu::ShaderStages::COMPUTE;
        let bound = (1..).zip(bound).map(|(binding, ty)| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: compute,
            ty: *ty,
            count: None,
        });
        let uniform = uniform_entry(0, compute, size_of::<CastingUniform>(), false);
        let entries: Vec<_> = [uniform].into_iter().chain(bound).collect();
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some(shader.name),
            entries: &entries,
        });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(shader.name),
            bind_group_layouts: &[Some(&layout), Some(rows)],
            immediate_size: 0,
        });
        Self {
            shader,
            layout,
            pipeline_layout,
            pipelines: Default::default(),
        }
    }

    fn make(&self, context: &Context, constants: &[(&str, f64)]) -> wgpu::ComputePipeline {
        let device = &context.device;
        device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(self.shader.name),
            layout: Some(&self.pipeline_layout),
            module: &self
                .shader
                .parsed()
                .entry(device, (ShaderStage::Compute, self.shader.file_name()), constants),
            entry_point: None,
            compilation_options: Default::default(),
            cache: None,
        })
    }

    fn group(&self, context: &Context, casting: &wgpu::Buffer, bound: &[wgpu::BindingResource<'_>]) -> wgpu::BindGroup {
        let resources = [casting.as_entire_binding()].into_iter().chain(bound.iter().cloned());
        let entries: Vec<_> = (0..)
            .zip(resources)
            .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource })
            .collect();
        context.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("shadows"),
            layout: &self.layout,
            entries: &entries,
        })
    }
}

/// The uniforms of all runs, written once.
fn rows(context: &Context, layout: &wgpu::BindGroupLayout, stride: u32) -> wgpu::BindGroup {
    let device = &context.device;
    let bands = device.limits().max_texture_dimension_2d.div_ceil(BAND);
    let mut bytes = vec![0; (bands * stride) as usize];
    for (band, slot) in (0..).zip(bytes.chunks_exact_mut(stride as usize)) {
        let rows = RowsUniform {
            first: band * BAND,
            ..RowsUniform::default()
        };
        slot[..size_of::<RowsUniform>()].copy_from_slice(bytemuck::bytes_of(&rows));
    }
    let buffer = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: Some("shadows / rows"),
        contents: &bytes,
        usage: wgpu::BufferUsages::UNIFORM,
    });
    uniform_group(device, "shadows / rows", layout, &buffer, size_of::<RowsUniform>())
}
