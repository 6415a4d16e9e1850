//! An SEModel as stored: where its parts lie beside the one shared buffer.

use crate::walk::UintWidth;
use castview_base::core::{Place, SharedBytes};
use std::ops::Range;

/// The header of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Bytes of the header, which counts itself.
    pub size: u16,
    /// Bit 0 bones, 1 meshes, 2 materials, 7 custom block.
    pub presence: u8,
    /// Bit 0 global transforms, 1 local transforms, 2 scales.
    pub bone_presence: u8,
    /// Bit 0 UVs, 1 normals, 2 colours, 3 weights.
    pub mesh_presence: u8,
    /// Announced bones, meshes and materials.
    pub counts: [u32; 3],
}

/// One bone. Numbers say where its values begin; they are whole.
#[derive(Clone, Debug)]
pub struct Bone {
    /// Where its name lies.
    pub name: Range<usize>,
    /// Where its data begin.
    pub at: usize,
    /// As stored; nobody knows a meaning.
    pub flags: u8,
    /// −1: none.
    pub parent: i32,
}

/// One mesh. Ranges are those of its arrays, which are whole; empty: it has none.
#[derive(Clone, Debug)]
pub struct Mesh {
    /// Where it begins.
    pub at: usize,
    /// As stored; nobody knows a meaning.
    pub flags: u8,
    /// UV layers and materials, one for each.
    pub layers: u8,
    /// Influences of each vertex.
    pub influences: u8,
    /// How many vertices there are.
    pub vertices: u32,
    /// How many faces there are.
    pub faces: u32,
    /// Three numbers each.
    pub positions: Range<usize>,
    /// Vertex by vertex, its layers in turn, two numbers each.
    pub uvs: Range<usize>,
    /// Three numbers each.
    pub normals: Range<usize>,
    /// Red, green, blue, alpha.
    pub colors: Range<usize>,
    /// Vertex by vertex, its influences in turn: a bone of [`Document::bone_width`] and a number.
    pub weights: Range<usize>,
    /// Three vertices each.
    pub corners: Range<usize>,
    /// A material for each layer, −1: none.
    pub materials: Range<usize>,
}

/// One material.
#[derive(Clone, Debug)]
pub struct Material {
    /// Where its name lies, and with it the material begins.
    pub name: Range<usize>,
    /// 1: it has the three paths.
    pub simple: u8,
    /// Where the paths of the diffuse, normal and specular image lie.
    pub images: [Range<usize>; 3],
}

/// One model. Made only by [`read`](super::read()), which checks every range.
#[derive(Clone, Debug)]
pub struct Document {
    pub(super) bytes: SharedBytes,
    pub(super) header: Header,
    pub(super) bones: Vec<Bone>,
    pub(super) meshes: Vec<Mesh>,
    pub(super) materials: Vec<Material>,
    /// Content of the custom block.
    pub(super) custom: Option<Range<usize>>,
}

impl Document {
    /// The bytes of the whole file.
    pub fn bytes(&self) -> &SharedBytes {
        &self.bytes
    }

    /// As stored.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Bones that are whole.
    pub fn bones(&self) -> &[Bone] {
        &self.bones
    }

    /// Meshes that are whole.
    pub fn meshes(&self) -> &[Mesh] {
        &self.meshes
    }

    /// Materials that are whole.
    pub fn materials(&self) -> &[Material] {
        &self.materials
    }

    /// Content of the custom block; `None`: there is none.
    pub fn custom(&self) -> Option<Range<usize>> {
        self.custom.clone()
    }

    /// Bytes of a bone's number among weights.
    pub fn bone_width(&self) -> UintWidth {
        UintWidth::of(self.header.counts[0])
    }
}

impl Header {
    /// Bytes of one bone's data.
    pub(super) fn bone_size(&self) -> usize {
        let of = |bit: u8, size: usize| if self.bone_presence & bit != 0 { size } else { 0 };
        5 + of(1, 28) + of(2, 28) + of(4, 12)
    }
}

/// `part` of mesh `at`, at byte `offset`.
pub(super) fn place(at: usize, part: &str, offset: usize) -> Place {
    let dot = if part.is_empty() { "" } else { "." };
    Place {
        node_path: format!("mesh[{at}]{dot}{part}"),
        offset: offset as u64,
    }
}
