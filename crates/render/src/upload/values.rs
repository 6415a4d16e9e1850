//! Values beside the vertices of one placed model while its surfaces are coloured by something else than their materials.
//!
//! In: what is asked, a mesh. Out: one entry per vertex in a buffer: computed on the GPU from what the deform pass reads, or packed
//! from the file's streams. It is made again when what is asked changed, and otherwise stays.

use super::packing::octahedron;
use super::pool::{BufferPool, PoolSlice};
use super::scene_gpu::ChunkGpu;
use crate::gpu::context::Context;
use crate::gpu::gpu_types::QuestionUniform;
use crate::upload::vertices::values::{Asked, Bound, VALUE_BYTES, ValuesPass};
use castview_base::scene::{Mesh, Model, degenerate_faces};
use castview_picture::{Channel, ColorBy, Marked, bone_colors};
use glam::Vec3;

/// Where what is shown comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownFrom {
    /// The posed vertices have it.
    Vertices,
    /// The values pass.
    Deformation(Asked),
    /// The streams of the file.
    File,
}

/// Where what `by` shows comes from; `None`: the material shows.
pub fn source(by: ColorBy) -> Option<ShownFrom> {
    Some(match by {
        ColorBy::Material | ColorBy::Input(_) | ColorBy::Unlit | ColorBy::TexelDensity => return None,
        ColorBy::Weights => ShownFrom::Deformation(Asked::Weight),
        ColorBy::DominantBone => ShownFrom::Deformation(Asked::Dominant),
        ColorBy::InfluenceCount => ShownFrom::Deformation(Asked::Count),
        ColorBy::ShapeDelta => ShownFrom::Deformation(Asked::Delta),
        ColorBy::MethodDifference => ShownFrom::Deformation(Asked::Difference),
        ColorBy::Tangents => ShownFrom::Deformation(Asked::Tangent),
        ColorBy::Normals | ColorBy::FaceSides | ColorBy::Matcap(_) | ColorBy::Depth | ColorBy::Overdraw => {
            ShownFrom::Vertices
        }
        ColorBy::WeightSum | ColorBy::DegenerateFaces | ColorBy::Uv(_) | ColorBy::VertexColors(..) => ShownFrom::File,
    })
}

/// Values of one placed model.
#[derive(Default)]
pub struct Values {
    by: ColorBy,
    marked: Marked,
    table: Option<Table>,
    /// One per mesh, or none at all.
    meshes: Vec<Option<MeshValues>>,
    /// The adapter had no room for one: no more are made until something else is asked.
    is_full: bool,
}

/// Table in which the values pass looks up slots and shapes.
struct Table {
    part: PoolSlice,
    /// One per skin: its first entry.
    skins: Vec<u32>,
    shapes: u32,
}

struct MeshValues {
    part: PoolSlice,
    /// One per chunk; none where the values do not come from the values pass.
    bind_groups: Vec<wgpu::BindGroup>,
    fresh: bool,
}

/// Buffers that the values of a mesh are computed from.
pub struct Inputs<'a> {
    pub chunks: &'a [ChunkGpu],
    pub pose: &'a PoolSlice,
    pub uniforms: &'a PoolSlice,
}

impl Values {
    /// Chooses the question to answer from now on. Forgets values that answered another one.
    pub fn ask(&mut self, by: ColorBy, marked: &Marked) {
        if self.by != by {
            *self = Self { by, ..Self::default() };
        }
        if self.marked != *marked {
            self.is_full = false;
            self.marked.clone_from(marked);
            self.table = None;
            let kept = matches!(source(by), Some(ShownFrom::File | ShownFrom::Vertices));
            self.meshes.retain(|_| kept);
        }
    }

    pub fn by(&self) -> ColorBy {
        self.by
    }

    /// Another pose, or another method of skinning: what depends on it is computed again.
    pub fn repose(&mut self) {
        if matches!(self.by, ColorBy::MethodDifference | ColorBy::Tangents) {
            self.meshes.iter_mut().flatten().for_each(|mesh| mesh.fresh = false);
        }
    }

    /// Whether those of mesh `index` are still to be made.
    pub fn lacks(&self, model: &Model, index: usize) -> bool {
        let is_asked = !matches!(source(self.by), None | Some(ShownFrom::Vertices));
        let is_there = self.meshes.get(index).is_some_and(Option::is_some);
        is_asked && !self.is_full && !is_there && model.meshes[index].vertex_count() > 0
    }

    /// There was no room for those of mesh `index`.
    pub fn give_up(&mut self, index: usize) {
        self.is_full = true;
        if let Some(mesh) = self.meshes.get_mut(index) {
            *mesh = None;
        }
    }

    /// Forgets the values of all meshes: the buffers they were bound to are there no more.
    pub fn forget(&mut self) {
        self.meshes.clear();
    }

    /// Room for the values of mesh `index`, which lacks them, and what can be packed at once; how many bytes that took. `inputs`: of a mesh
    /// that deforms.
    pub fn make(
        &mut self,
        (context, room): (&Context, &mut BufferPool),
        pass: &ValuesPass,
        (model, index): (&Model, usize),
        inputs: Option<Inputs<'_>>,
    ) -> u64 {
        let of = &model.meshes[index];
        let Some(source) = source(self.by).filter(|_| self.lacks(model, index)) else {
            return 0;
        };
        self.meshes.resize_with(model.meshes.len(), || None);
        let label = format!("vertex values / {}", of.name);
        let (values, bytes) = match (source, inputs) {
            (ShownFrom::Deformation(asked), Some(inputs)) => {
                let mut bytes = of.vertex_count() as u64 * VALUE_BYTES;
                let part = room.take_posed(context, &label, bytes);
                let mut question = QuestionUniform {
                    asked: asked as u32,
                    ..QuestionUniform::default()
                };
                let table = match asked {
                    Asked::Tangent => {
                        bytes *= 2;
                        room.put(context, &label, bytemuck::cast_slice(&packed_tangents(of)))
                    }
                    _ => {
                        let table = self
                            .table
                            .get_or_insert_with(|| table((context, &mut *room), model, asked, &self.marked));
                        question.slots = of.skin.map_or(0, |skin| table.skins[skin.get()]);
                        question.shapes = table.shapes;
                        table.part.clone()
                    }
                };
                let question = room.put(context, &label, bytemuck::bytes_of(&question));
                let bound = Bound {
                    pose: inputs.pose,
                    values: &part,
                    chunks: inputs.uniforms,
                    table: &table,
                    is_by_vertex: asked == Asked::Tangent,
                    question: &question,
                };
                let groups = inputs
                    .chunks
                    .iter()
                    .map(|chunk| pass.bind_group(&context.device, chunk, &bound));
                let values = MeshValues {
                    bind_groups: groups.collect(),
                    part,
                    fresh: false,
                };
                (values, bytes)
            }
            (source, _) => {
                let packed = match source {
                    ShownFrom::File => packed(of, self.by),
                    ShownFrom::Deformation(Asked::Tangent) => bytemuck::cast_slice(&packed_tangents(of)).to_vec(),
                    // Nothing but its placement moves it.
                    _ => vec![0; of.vertex_count() * VALUE_BYTES as usize],
                };
                let values = MeshValues {
                    part: room.put(context, &label, &packed),
                    bind_groups: Vec::new(),
                    fresh: true,
                };
                (values, packed.len() as u64)
            }
        };
        self.meshes[index] = Some(values);
        bytes
    }

    pub fn part(&self, index: usize) -> Option<&PoolSlice> {
        Some(&self.meshes.get(index)?.as_ref()?.part)
    }

    /// How many chunks of mesh `index` have to be run.
    pub fn stale_chunks(&self, index: usize) -> usize {
        let mesh = self.meshes.get(index).and_then(Option::as_ref);
        mesh.filter(|mesh| !mesh.fresh).map_or(0, |mesh| mesh.bind_groups.len())
    }

    pub fn bind_group(&self, index: usize, chunk: usize) -> Option<&wgpu::BindGroup> {
        self.meshes.get(index)?.as_ref()?.bind_groups.get(chunk)
    }

    /// All chunks of mesh `index` were run.
    pub fn freshen(&mut self, index: usize) {
        if let Some(Some(mesh)) = self.meshes.get_mut(index) {
            mesh.fresh = true;
        }
    }
}

fn table((context, room): (&Context, &mut BufferPool), model: &Model, asked: Asked, marked: &Marked) -> Table {
    let colors = match asked {
        Asked::Dominant => bone_colors(&model.skeleton),
        _ => Vec::new(),
    };
    let mut entries: Vec<u32> = Vec::new();
    let mut skins = Vec::with_capacity(model.skins.len());
    for skin in &model.skins {
        skins.push(entries.len() as u32);
        entries.extend(skin.bones.iter().map(|bone| match asked {
            Asked::Dominant => {
                let [r, g, b] = colors[bone.get()];
                u32::from_le_bytes([r, g, b, u8::MAX])
            }
            _ => u32::from(marked.bones.binary_search(bone).is_ok()),
        }));
    }
    let shapes = entries.len() as u32;
    entries.resize(entries.len() + model.blend_shapes.len(), 0);
    for shape in &marked.shapes {
        if let Some(entry) = entries.get_mut(shapes as usize + shape.get()) {
            *entry = 1;
        }
    }
    // A binding cannot be empty.
    entries.push(0);
    Table {
        part: room.put(context, "vertex values / table", bytemuck::cast_slice(&entries)),
        skins,
        shapes,
    }
}

/// Packs the value of each vertex from the streams of the file: four bytes, eight for texture coordinates. Zeros where there is nothing,
/// and for texture coordinates all bits set.
fn packed(mesh: &Mesh, by: ColorBy) -> Vec<u8> {
    let count = mesh.vertex_count();
    let words = |word: &dyn Fn(usize) -> u32| (0..count).flat_map(|vertex| word(vertex).to_le_bytes()).collect();
    match by {
        ColorBy::Uv(layer) => {
            let Some(uvs) = mesh.uvs.get(usize::from(layer)) else {
                // NO_UV of shaders/surfaces/color_by.wgsl.
                return vec![u8::MAX; 8 * count];
            };
            bytemuck::cast_slice(&(0..count).map(|vertex| uvs.get(vertex)).collect::<Vec<_>>()).to_vec()
        }
        ColorBy::VertexColors(layer, channel) => match mesh.colors.get(usize::from(layer)) {
            Some(colors) => words(&|vertex| packed_color(colors.get(vertex), channel)),
            None => words(&|_| 0),
        },
        ColorBy::WeightSum => {
            let mut off = vec![0.0f32; count];
            for (vertex, sum) in mesh.influences.wrong_sums.iter() {
                if let Some(off) = off.get_mut(*vertex as usize) {
                    // Weights may be any numbers.
                    *off = (sum - 1.0).abs().min(f32::MAX);
                }
            }
            bytemuck::cast_slice(&off).to_vec()
        }
        ColorBy::DegenerateFaces => {
            let mut flags = vec![0.0f32; count];
            for face in degenerate_faces(mesh) {
                for corner in 0..3 {
                    flags[mesh.triangles.get(3 * face as usize + corner) as usize] = 1.0;
                }
            }
            bytemuck::cast_slice(&flags).to_vec()
        }
        _ => words(&|_| 0),
    }
}

/// The tangents of the file, one per vertex, as ASKED_TANGENT has them: 0 where there is none.
fn packed_tangents(mesh: &Mesh) -> Vec<u32> {
    let packed = |vertex: usize| {
        let [x, y, z, _] = mesh.tangents.get(vertex);
        let along = Vec3::new(x, y, z).try_normalize();
        along.map_or(0, |along| octahedron::pack_tangent(along.extend(-1.0)))
    };
    match mesh.tangents.is_empty() {
        true => vec![0; mesh.vertex_count()],
        false => (0..mesh.vertex_count()).map(packed).collect(),
    }
}

/// The numbers of the file from 0 to 1 as bytes, whatever space they are in: they are to be read, not to be looked good at.
fn packed_color(color: [f32; 4], channel: Channel) -> u32 {
    let [r, g, b, a] = color.map(|number| (number.clamp(0.0, 1.0) * 255.0).round() as u8);
    let grey = |byte| [byte, byte, byte];
    let [x, y, z] = match channel {
        Channel::All => [r, g, b],
        Channel::Red => grey(r),
        Channel::Green => grey(g),
        Channel::Blue => grey(b),
        Channel::Alpha => grey(a),
    };
    u32::from_le_bytes([x, y, z, u8::MAX])
}
